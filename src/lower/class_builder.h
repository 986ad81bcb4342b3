// Builds the ir::Class of one class file: symbols from its constants, then its declarations.
// Internal to `lower`.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/malformed.h"
#include "classfile/annotation.h"
#include "classfile/class_file.h"
#include "ir/class.h"
#include "ir/symbols.h"
#include "ir/symbols_builder.h"
#include "ir/type.h"
#include "lower/class_lowering.h"

namespace heddle::lower {

class ClassBuilder {
 public:
  ClassBuilder(ClassLowering& lowering, ir::SymbolsBuilder& symbols);

  std::expected<void, base::Malformed> build();

 private:
  using Status = std::expected<void, base::Malformed>;

  // class_builder.cc: symbols.
  void map_constants();
  void map_constant(std::uint16_t index);
  void map_call_sites();
  [[nodiscard]] ir::TypeRef type_at(std::uint16_t class_constant);
  [[nodiscard]] ir::TypeRef type_or_none(std::uint16_t class_constant);
  [[nodiscard]] ir::Constant constant_at(std::uint16_t index) const;
  ir::MethodRef map_method(const classfile::MemberRef& member);
  [[nodiscard]] ir::CallSite call_site_at(std::uint16_t index);

  // declarations.cc: members and what is said about them.
  Status declare();
  Status declare_fields();
  Status declare_methods();
  Status declare_relations();
  std::expected<std::span<const ir::Annotation>, base::Malformed> annotations(
      std::expected<std::vector<classfile::Annotation>, base::Malformed> found);
  std::span<const ir::Annotation> convert(const std::vector<classfile::Annotation>& found);
  void add_elements(std::string_view name, const classfile::ElementValue& value,
                    std::vector<ir::AnnotationElement>& elements);
  std::string_view element_text(const classfile::ElementValue& value);
  std::span<const ir::TypeRef> types_of(classfile::IndexList indices);

  const classfile::ClassFile& file_;
  const classfile::ConstantPool& pool_;
  ir::Class& class_;
  base::Arena& arena_;
  ir::SymbolsBuilder& symbols_;
  std::span<std::uint32_t> map_;
  std::vector<std::uint32_t> first_sites_;  // by bootstrap: the first call site that names it
};

}  // namespace heddle::lower
