// Writes class files for tests: good ones in a few words, lying ones just as easily.
//
//   ClassWriter c("a/B");
//   const auto count = c.field_ref("a/B", "count", "I");
//   c.field(kAccPrivate, "count", "I");
//   c.method(kAccPublic, "next", "()I").code(CodeWriter(3, 1)
//       .line(7).op(Opcode::kAload0).op(Opcode::kDup).op(Opcode::kGetfield, count)
//       .op(Opcode::kIconst1).op(Opcode::kIadd).op(Opcode::kPutfield, count)
//       .op(Opcode::kAload0).op(Opcode::kGetfield, count).op(Opcode::kIreturn));
//   const std::vector<std::uint8_t> bytes = c.finish();
//
// Constants are made on first use and shared. Nothing is checked: indices, lengths, tags and
// flags are written as given, and raw_constant(), raw_attribute() and ByteWriter allow any lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"

namespace heddle::classfile {

// Big-endian bytes, one call after the other.
class ByteWriter {
 public:
  ByteWriter& u1(std::uint64_t value) { return number(value, 1); }
  ByteWriter& u2(std::uint64_t value) { return number(value, 2); }
  ByteWriter& u4(std::uint64_t value) { return number(value, 4); }
  ByteWriter& u8(std::uint64_t value) { return number(value, 8); }
  ByteWriter& raw(base::Bytes bytes);
  ByteWriter& raw(std::string_view text) { return raw(base::as_bytes(text)); }
  // Overwrites what was written at `offset`.
  ByteWriter& patch(std::size_t offset, std::uint64_t value, unsigned size);

  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }

 private:
  ByteWriter& number(std::uint64_t value, unsigned size);

  std::vector<std::uint8_t> bytes_;
};

class ClassWriter;

// Bytecode with labels. A label may be used before it is placed.
class CodeWriter {
 public:
  CodeWriter(std::uint16_t max_stack, std::uint16_t max_locals)
      : max_stack_(max_stack), max_locals_(max_locals) {}

  // An instruction; the opcode's operands decide how many bytes each number takes. For iinc: slot
  // and amount; multianewarray: constant and dimensions; invokeinterface: constant and slots.
  CodeWriter& op(Opcode opcode, std::int64_t first = 0, std::int64_t second = 0);
  CodeWriter& wide(Opcode opcode, std::uint16_t slot, std::int16_t amount = 0);
  CodeWriter& branch(Opcode opcode, const std::string& label);
  CodeWriter& table_switch(std::int32_t low, const std::vector<std::string>& labels,
                           const std::string& otherwise);
  CodeWriter& lookup_switch(const std::vector<std::pair<std::int32_t, std::string>>& labels,
                            const std::string& otherwise);
  CodeWriter& raw(std::initializer_list<std::uint8_t> bytes);

  CodeWriter& label(const std::string& name);
  // The line of the instructions that follow.
  CodeWriter& line(std::uint16_t number);
  // A handler for what lies between two labels; catch_type 0 catches everything.
  CodeWriter& handler(const std::string& from, const std::string& to, const std::string& handler,
                      std::uint16_t catch_type = 0);
  CodeWriter& raw_handler(std::uint16_t start, std::uint16_t end, std::uint16_t handler,
                          std::uint16_t catch_type);
  // A local variable between two labels.
  CodeWriter& local(const std::string& name, const std::string& descriptor, std::uint16_t slot,
                    const std::string& from, const std::string& to);
  CodeWriter& attribute(const std::string& name, const ByteWriter& content);

  // The content of the Code attribute.
  [[nodiscard]] ByteWriter finish(ClassWriter& owner) const;

 private:
  struct Branch {
    std::size_t at;           // where the distance is written
    std::size_t instruction;  // what it is counted from
    unsigned size;
    std::string label;
  };
  struct Handler {
    std::string from, to, handler;
    std::uint16_t catch_type;
    ByteWriter raw;
  };
  struct Local {
    std::string name, descriptor, from, to;
    std::uint16_t slot;
  };

  void distance(std::size_t instruction, unsigned size, const std::string& label);
  void pad();
  [[nodiscard]] std::uint16_t offset_of(const std::string& label) const;

  std::uint16_t max_stack_;
  std::uint16_t max_locals_;
  ByteWriter bytecode_;
  std::map<std::string, std::size_t> labels_;
  std::vector<Branch> branches_;
  std::vector<Handler> handlers_;
  std::vector<std::pair<std::uint16_t, std::uint16_t>> lines_;
  std::vector<Local> locals_;
  std::vector<std::pair<std::string, ByteWriter>> attributes_;
};

// A field or method being written.
class MemberWriter {
 public:
  MemberWriter& attribute(std::string_view name, const ByteWriter& content);
  // With a length that need not be the content's.
  MemberWriter& raw_attribute(std::uint16_t name, std::uint32_t length, const ByteWriter& content);
  MemberWriter& code(const CodeWriter& code);

 private:
  friend class ClassWriter;

  MemberWriter(ClassWriter& owner, std::uint16_t access, std::uint16_t name,
               std::uint16_t descriptor)
      : owner_(owner), access_(access), name_(name), descriptor_(descriptor) {}

  ClassWriter& owner_;
  std::uint16_t access_;
  std::uint16_t name_;
  std::uint16_t descriptor_;
  std::uint16_t attribute_count_ = 0;
  ByteWriter attributes_;
};

// Not to be moved once it has members: they know where it is.
class ClassWriter {
 public:
  // A public class of version 61 that extends Object.
  explicit ClassWriter(std::string_view name, std::string_view super = "java/lang/Object");

  ClassWriter& magic(std::uint32_t magic);
  ClassWriter& version(std::uint16_t major, std::uint16_t minor = 0);
  ClassWriter& access(std::uint16_t flags);
  ClassWriter& raw_this_class(std::uint16_t index);
  ClassWriter& raw_super_class(std::uint16_t index);
  ClassWriter& interface(std::string_view name);
  ClassWriter& raw_interface(std::uint16_t index);
  // Written as constant_pool_count instead of the truth.
  ClassWriter& constant_count(std::uint16_t count);

  std::uint16_t utf8(std::string_view text);
  std::uint16_t class_constant(std::string_view name);
  std::uint16_t string(std::string_view text);
  std::uint16_t integer(std::int32_t value);
  std::uint16_t float_bits(std::uint32_t bits);
  std::uint16_t long_value(std::int64_t value);
  std::uint16_t double_bits(std::uint64_t bits);
  std::uint16_t name_and_type(std::string_view name, std::string_view descriptor);
  std::uint16_t field_ref(std::string_view owner, std::string_view name,
                          std::string_view descriptor);
  std::uint16_t method_ref(std::string_view owner, std::string_view name,
                           std::string_view descriptor);
  std::uint16_t interface_method_ref(std::string_view owner, std::string_view name,
                                     std::string_view descriptor);
  std::uint16_t method_handle(HandleKind kind, std::uint16_t reference);
  std::uint16_t method_type(std::string_view descriptor);
  std::uint16_t dynamic(std::uint16_t bootstrap, std::string_view name,
                        std::string_view descriptor);
  std::uint16_t invoke_dynamic(std::uint16_t bootstrap, std::string_view name,
                               std::string_view descriptor);
  std::uint16_t module_constant(std::string_view name);
  std::uint16_t package_constant(std::string_view name);
  // A new constant, never shared.
  std::uint16_t raw_constant(std::uint8_t tag, const ByteWriter& content);

  MemberWriter& field(std::uint16_t access, std::string_view name, std::string_view descriptor);
  MemberWriter& method(std::uint16_t access, std::string_view name, std::string_view descriptor);
  MemberWriter& raw_field(std::uint16_t access, std::uint16_t name, std::uint16_t descriptor);
  MemberWriter& raw_method(std::uint16_t access, std::uint16_t name, std::uint16_t descriptor);

  // Returns its number, for dynamic() and invoke_dynamic().
  std::uint16_t bootstrap(std::uint16_t handle, const std::vector<std::uint16_t>& arguments);
  ClassWriter& attribute(std::string_view name, const ByteWriter& content);
  ClassWriter& raw_attribute(std::uint16_t name, std::uint32_t length, const ByteWriter& content);

  [[nodiscard]] std::vector<std::uint8_t> finish();

 private:
  std::uint16_t constant(Tag tag, const ByteWriter& content);
  std::uint16_t member_ref(Tag tag, std::string_view owner, std::string_view name,
                           std::string_view descriptor);
  static void write_members(ByteWriter& out, const std::deque<MemberWriter>& members);

  std::uint32_t magic_ = 0xCAFE'BABE;
  std::uint16_t minor_ = 0;
  std::uint16_t major_ = 61;
  std::uint16_t access_ = kAccPublic | kAccSuper;
  std::uint16_t next_constant_ = 1;
  std::uint16_t stated_count_ = 0;
  ByteWriter constants_;
  std::map<std::string, std::uint16_t> known_;  // by tag and content
  std::uint16_t this_class_ = 0;
  std::uint16_t super_class_ = 0;
  std::vector<std::uint16_t> interfaces_;
  std::deque<MemberWriter> fields_;
  std::deque<MemberWriter> methods_;
  std::uint16_t attribute_count_ = 0;
  ByteWriter attributes_;
  std::uint16_t bootstrap_count_ = 0;
  ByteWriter bootstraps_;
};

}  // namespace heddle::classfile
