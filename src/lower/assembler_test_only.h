// Methods for tests from mnemonics, lowered, verified and printed.
//
//   EXPECT_EQ(lowered("(I)I", "iload_0; ineg; ireturn"), R"(
//   b0:
//     %0 = parameter 0 : int
//     %1 = negate %0 : int
//     return %1
//   )");
//
// Instructions stand apart by newlines or semicolons; "loop:" is a label. Operands are numbers,
// labels, class names (`new a/B`), members (`getfield a/B.f I`, `invokestatic a/B.m (I)V`) or
// constants by index (`ldc #7`). Besides the JVM's mnemonics there are
//
//   wide iinc 300 -1000          tableswitch 3 a b else      lookupswitch 1 a 9 b else
//   .catch from to handler [a/Type]     .line 12     .local name descriptor slot from to
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "ir/print.h"
#include "lower/class_lowering.h"

namespace heddle::lower {

struct Limits {
  std::uint16_t stack = 8;
  std::uint16_t locals = 8;
};

// The mnemonics as code; constants go to the writer.
classfile::CodeWriter assemble(classfile::ClassWriter& writer, std::string_view text,
                               Limits limits = {});

// A class read from bytes, with all that must live as long.
class LoweredClass {
 public:
  explicit LoweredClass(std::vector<std::uint8_t> bytes);
  explicit LoweredClass(classfile::ClassWriter& writer) : LoweredClass(writer.finish()) {}

  // Why the class could not be read; empty if it could.
  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] ir::Class& code() { return lowering_->code(); }
  [[nodiscard]] const ir::Method& method(std::string_view name);
  [[nodiscard]] std::uint32_t method_number(std::string_view name);
  // The body of that method, which must lower and verify; null, and a failure, otherwise.
  const ir::Body* body(std::string_view name);
  // The body's text as lowered() gives it, or "error: " and why there is none.
  std::string text(std::string_view name, ir::PrintOptions options);
  std::string text(std::string_view name) {
    return text(name, {.offsets = false, .lines = false, .names = false});
  }

 private:
  std::vector<std::uint8_t> bytes_;
  Workshop workshop_;
  base::Arena arena_;
  std::unique_ptr<ClassLowering> lowering_;
  std::string error_;
};

// The text of a static method `f` of class C, behind an empty line and not indented.
std::string lowered(std::string_view descriptor, std::string_view code, Limits limits = {});
std::string lowered(classfile::ClassWriter& writer, std::string_view descriptor,
                    std::string_view code, Limits limits = {});
// The same, if it is one block: what stands between its parameters and its last instruction,
// joined by "; ".
std::string operations(std::string_view descriptor, std::string_view code, Limits limits = {});
std::string operations(classfile::ClassWriter& writer, std::string_view descriptor,
                       std::string_view code, Limits limits = {});
// Why the method cannot be lowered, without "method f…: " before it; fails if it can.
std::string rejection(std::string_view descriptor, std::string_view code, Limits limits = {});
std::string rejection(classfile::ClassWriter& writer, std::string_view descriptor,
                      std::string_view code, Limits limits = {});

}  // namespace heddle::lower
