// References to methods (`latch::countDown`) whose calls are replaced: a method of the class
// itself, of nobody's writing, is referred to instead, and calls what the call would be replaced
// by.
//
// The bridge stands for the place where the reference is, not for whoever runs it. Only what
// LambdaMetafactory makes of a reference is known: one that can be serialized is left alone, as its
// name is read again elsewhere.
//
// Thread safety: none. Lifetime: the class file and its constants must outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "classfile/class_file.h"
#include "rewrite/code_mover.h"
#include "rewrite/constants.h"
#include "rewrite/rewrite.h"

namespace heddle::rewrite {

class Bridges {
 public:
  Bridges(const classfile::ClassFile& file, Constants& constants)
      : file_(file), constants_(constants) {}

  // A reference that an invokedynamic makes, which is the constant `number`.
  struct Reference {
    std::uint16_t number = 0;
    std::string_view owner, name, descriptor;  // of the method
    bool is_static = false;
  };
  [[nodiscard]] std::optional<Reference> reference(std::uint16_t number) const;

  // The constant of an invokedynamic that refers to a bridge to `call` instead.
  std::uint16_t add(const Reference& reference, const Call& call, std::uint32_t site);

  [[nodiscard]] std::uint16_t count() const { return count_; }
  [[nodiscard]] const Bytecode& methods() const { return methods_; }
  [[nodiscard]] const Bytecode& bootstraps() const { return bootstraps_; }

 private:
  std::string add_method(const Reference& reference, const Call& call, std::uint32_t site,
                         std::string_view name);
  void add_code(std::string_view descriptor, const Call& call, std::uint32_t site);
  void put_number(Bytecode& out, std::uint32_t number);

  const classfile::ClassFile& file_;
  Constants& constants_;
  std::uint16_t count_ = 0;
  Bytecode methods_, bootstraps_;
};

}  // namespace heddle::rewrite
