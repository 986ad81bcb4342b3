// From a class file to the IR: the class at once, its bodies one by one when asked for.
//
// The result is a function of the bytes alone, whichever thread does it. Bad bytes give a Malformed
// whose `what` names the member and whose offset is in the class file.
//
// Lifetime: the bytes given to read() outlive everything made from them. A body lives in the arena
// it was lowered into.
// Thread safety: read() and lower() use a Workshop, one per thread. Two threads may lower two
// methods of one class at the same time, each with its own workshop and arena.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <utility>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/class_file.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::lower {

// Scratch memory of one worker thread, kept from class to class so that nothing is allocated twice.
class Workshop {
 public:
  Workshop();
  ~Workshop();
  Workshop(Workshop&&) noexcept;
  Workshop& operator=(Workshop&&) noexcept;

  struct Tools;
  [[nodiscard]] Tools& tools() { return *tools_; }

 private:
  std::unique_ptr<Tools> tools_;
};

class ClassLowering {
 public:
  static std::expected<ClassLowering, base::Malformed> read(base::Bytes bytes, Workshop& workshop);

  // What the analyses see. Its bodies are null until lowered.
  [[nodiscard]] ir::Class& code() { return *code_; }
  [[nodiscard]] const ir::Class& code() const { return *code_; }
  [[nodiscard]] const classfile::ClassFile& file() const { return file_; }

  // Hands the class over to whoever is to own it; lower() goes on working as long as it lives.
  [[nodiscard]] std::unique_ptr<ir::Class> release() { return std::move(owned_); }

  // Lowers the body of a method that has code and sets it in code().bodies.
  std::expected<const ir::Body*, base::Malformed> lower(std::uint32_t method, Workshop& workshop,
                                                        base::Arena& arena);

 private:
  friend class ClassBuilder;
  explicit ClassLowering(classfile::ClassFile file)
      : file_(std::move(file)), owned_(std::make_unique<ir::Class>()), code_(owned_.get()) {}

  classfile::ClassFile file_;
  std::unique_ptr<ir::Class> owned_;
  ir::Class* code_;
  // What each constant became: a TypeRef's bits, a FieldRef, a MethodRef, … by the constant's tag.
  std::span<const std::uint32_t> symbols_;
};

}  // namespace heddle::lower
