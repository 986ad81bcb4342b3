// Builds a ClassFile from bytes. Internal: used once per class, by ClassFile::parse.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/attribute_reader.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool_parser.h"
#include "classfile/fault.h"

namespace heddle::classfile {

class ClassParser {
 public:
  explicit ClassParser(base::Bytes bytes) : reader_(bytes) { file_.bytes_ = bytes; }

  std::expected<ClassFile, base::Malformed> parse();

 private:
  using Text = ConstantPool::Text;

  Fault parse_all();
  Fault parse_header();
  Fault parse_constants();
  Fault parse_names();
  Fault parse_super_class();
  Fault parse_interfaces();
  Fault parse_fields();
  Fault parse_methods();
  Fault parse_class_attributes();
  Fault check_end();

  Fault read_member(Member& member, const char* what);
  Fault parse_field(Member& field);
  Fault parse_method(Member& method);
  Fault parse_field_attributes(Member& field);
  Fault parse_method_attributes(Member& method);
  Fault check_field_names(const Member& field, std::size_t start);
  Fault check_method_names(const Member& method, std::size_t start);
  Fault check_code_presence(const Member& method, std::size_t start) const;
  void read_constant_value(AttributeWalk& walk, Member& field) const;

  void handle_class_attribute(AttributeWalk& walk, AttributeKind& nest);
  Fault parse_bootstraps(const Attribute& attribute);
  Fault check_bootstrap(const BootstrapMethod& method, std::size_t number, std::size_t start) const;
  Fault check_dynamics() const;

  Fault check_no_duplicates(const std::vector<Member>& members, std::size_t start) const;
  [[nodiscard]] Fault cut_short(const char* what) const;
  [[nodiscard]] bool is_utf8(std::uint16_t index) const {
    return file_.pool_.tag(index) == Tag::kUtf8;
  }

  base::BigReader reader_;
  ClassFile file_;
  std::optional<ConstantPoolParser> constants_;
};

// Dynamic constants whose bootstrap arguments lead back to themselves (bootstrap.cc). The constant
// pool and bootstrap methods are otherwise well-formed.
Fault check_no_dynamic_cycle(const ClassFile& file);

}  // namespace heddle::classfile
