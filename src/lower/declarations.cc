// Members, annotations and relations of a class. Most classes have few of the rarer attributes, so
// each is decoded where it is found and copied, once, into the class's arena.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/malformed.h"
#include "classfile/annotation.h"
#include "classfile/attribute.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "classfile/descriptor.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "lower/class_builder.h"

namespace heddle::lower {

ClassBuilder::Status ClassBuilder::declare() {
  class_.self = type_at(file_.this_class());
  class_.super = type_or_none(file_.super_class());
  class_.interfaces = types_of(file_.interfaces());
  class_.access = file_.access();
  class_.major = file_.major();
  class_.minor = file_.minor();
  class_.source_file = file_.source_file();
  class_.generic = file_.signature();
  if (file_.synthetic()) class_.access |= ir::Access::kSynthetic;
  if (const Status status = declare_fields(); !status) return status;
  if (const Status status = declare_methods(); !status) return status;
  return declare_relations();
}

std::span<const ir::TypeRef> ClassBuilder::types_of(classfile::IndexList indices) {
  const auto types = arena_.allocate<ir::TypeRef>(indices.size());
  std::size_t next = 0;
  for (const std::uint16_t index : indices) types[next++] = type_at(index);
  return types;
}

ClassBuilder::Status ClassBuilder::declare_fields() {
  const auto fields = arena_.allocate<ir::Field>(file_.fields().size());
  std::size_t next = 0;
  for (const classfile::Member& member : file_.fields()) {
    auto notes = annotations(classfile::annotations(file_, member));
    if (!notes) return std::unexpected(std::move(notes.error()));
    fields[next++] = {
        .name = member.name,
        .type = symbols_.descriptor_type(member.descriptor),
        .access = member.access | (member.synthetic ? ir::Access::kSynthetic : 0U),
        .value = member.constant_value == 0 ? ir::Constant{} : constant_at(member.constant_value),
        .generic = member.signature == 0 ? std::string_view() : pool_.utf8(member.signature),
        .annotations = *notes};
  }
  class_.fields = fields;
  return {};
}

namespace {

// MethodHandle.invokeExact and VarHandle.get accept every signature (JVMS 2.9.3).
bool is_signature_polymorphic(std::string_view owner, const classfile::Member& member) {
  constexpr std::uint16_t kWanted = classfile::kAccVarargs | classfile::kAccNative;
  return (owner == "java/lang/invoke/MethodHandle" || owner == "java/lang/invoke/VarHandle") &&
         (member.access & kWanted) == kWanted &&
         member.descriptor.starts_with("([Ljava/lang/Object;)");
}

}  // namespace

ClassBuilder::Status ClassBuilder::declare_methods() {
  const auto methods = arena_.allocate<ir::Method>(file_.methods().size());
  std::size_t next = 0;
  for (const classfile::Member& member : file_.methods()) {
    auto notes = annotations(classfile::annotations(file_, member));
    if (!notes) return std::unexpected(std::move(notes.error()));
    auto on_parameters = classfile::parameter_annotations(file_, member);
    if (!on_parameters) return std::unexpected(std::move(on_parameters.error()));
    auto exceptions = file_.exceptions(member);
    if (!exceptions) return std::unexpected(std::move(exceptions.error()));
    const auto parameters = arena_.allocate<std::span<const ir::Annotation>>(on_parameters->size());
    for (std::size_t i = 0; i < parameters.size(); ++i)
      parameters[i] = convert((*on_parameters)[i]);
    methods[next++] = {
        .name = member.name,
        .signature = symbols_.signature(member.descriptor),
        .access = member.access | (member.synthetic ? ir::Access::kSynthetic : 0U),
        .has_code = member.has_code,
        .signature_polymorphic = is_signature_polymorphic(file_.name(), member),
        .generic = member.signature == 0 ? std::string_view() : pool_.utf8(member.signature),
        .exceptions = types_of(*exceptions),
        .annotations = *notes,
        .parameter_annotations = parameters};
  }
  class_.methods = methods;
  const auto bodies = arena_.allocate<const ir::Body*>(methods.size());
  std::ranges::fill(bodies, nullptr);
  class_.bodies = bodies;
  return {};
}

ClassBuilder::Status ClassBuilder::declare_relations() {
  if (!file_.nest_host().empty()) class_.nest_host = symbols_.class_type(file_.nest_host());
  auto members = file_.nest_members();
  if (!members) return std::unexpected(std::move(members.error()));
  class_.nest_members = types_of(*members);
  auto permitted = file_.permitted_subclasses();
  if (!permitted) return std::unexpected(std::move(permitted.error()));
  class_.permitted = types_of(*permitted);

  auto components = file_.record_components();
  if (!components) return std::unexpected(std::move(components.error()));
  if (components->has_value()) {
    class_.record = true;
    const auto placed = arena_.allocate<ir::RecordComponent>((*components)->size());
    for (std::size_t i = 0; i < placed.size(); ++i)
      placed[i] = {.name = (**components)[i].name,
                   .type = symbols_.descriptor_type((**components)[i].descriptor)};
    class_.components = placed;
  }

  auto inner = file_.inner_classes();
  if (!inner) return std::unexpected(std::move(inner.error()));
  // Some old files have entries that name no class.
  std::erase_if(*inner, [](const classfile::InnerClass& entry) { return entry.inner == 0; });
  const auto placed = arena_.allocate<ir::InnerClass>(inner->size());
  for (std::size_t i = 0; i < placed.size(); ++i) {
    const classfile::InnerClass& entry = (*inner)[i];
    placed[i] = {.inner = type_at(entry.inner),
                 .outer = type_or_none(entry.outer),
                 .name = entry.name == 0 ? std::string_view() : pool_.utf8(entry.name),
                 .access = entry.access};
  }
  class_.inner_classes = placed;

  auto enclosing = file_.enclosing_method();
  if (!enclosing) return std::unexpected(std::move(enclosing.error()));
  if (enclosing->has_value()) {
    class_.enclosing_class = type_at((*enclosing)->owner);
    if ((*enclosing)->method != 0) {
      const classfile::NameAndType method = pool_.name_and_type((*enclosing)->method);
      class_.enclosing_method = method.name;
      class_.enclosing_descriptor = method.descriptor;
    }
  }

  auto notes = annotations(classfile::annotations(file_));
  if (!notes) return std::unexpected(std::move(notes.error()));
  class_.annotations = *notes;
  return {};
}

std::expected<std::span<const ir::Annotation>, base::Malformed> ClassBuilder::annotations(
    std::expected<std::vector<classfile::Annotation>, base::Malformed> found) {
  if (!found) return std::unexpected(std::move(found.error()));
  return convert(*found);
}

std::span<const ir::Annotation> ClassBuilder::convert(
    const std::vector<classfile::Annotation>& found) {
  // The JVM does not look at what an annotation calls its type; one that is none says nothing.
  const auto has_type = [](const classfile::Annotation& annotation) {
    return classfile::is_field_descriptor(annotation.type);
  };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(found, has_type));
  const auto converted = arena_.allocate<ir::Annotation>(count);
  std::vector<ir::AnnotationElement> elements;
  std::size_t next = 0;
  for (const classfile::Annotation& annotation : found) {
    if (!has_type(annotation)) continue;
    elements.clear();
    for (const classfile::Element& element : annotation.elements)
      add_elements(element.name, element.value, elements);
    converted[next++] = {.type = symbols_.descriptor_type(annotation.type),
                         .elements = arena_.copy(std::span<const ir::AnnotationElement>(elements)),
                         .visible = annotation.visible};
  }
  return converted;
}

void ClassBuilder::add_elements(std::string_view name, const classfile::ElementValue& value,
                                std::vector<ir::AnnotationElement>& elements) {
  if (value.tag == '[') {
    for (const classfile::ElementValue& element : value.array)
      add_elements(name, element, elements);
  } else {
    elements.push_back({.name = name, .value = element_text(value)});
  }
}

std::string_view ClassBuilder::element_text(const classfile::ElementValue& value) {
  switch (value.tag) {
    case 's':
    case 'e': return value.name;
    case 'c': {
      const std::string_view type = value.type;
      const bool is_class = type.starts_with('L') && type.ends_with(';');
      return is_class ? type.substr(1, type.size() - 2) : type;
    }
    case '@': return value.nested.front().type;
    case 'J': return arena_.copy(std::to_string(pool_.long_value(value.constant)));
    case 'F':
      return arena_.copy(fmt::format("{}", std::bit_cast<float>(pool_.float_bits(value.constant))));
    case 'D':
      return arena_.copy(
          fmt::format("{}", std::bit_cast<double>(pool_.double_bits(value.constant))));
    case 'Z': return pool_.integer(value.constant) == 0 ? "false" : "true";
    default: return arena_.copy(std::to_string(pool_.integer(value.constant)));
  }
}

}  // namespace heddle::lower
