// What a class says about itself in attributes, decoded when asked.
//
// Attributes are few per place, so finding one is a walk over their names; parse() has already
// checked that none which must be single repeats.
#include "classfile/class_file.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <utility>
#include <vector>

#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/attribute_reader.h"
#include "classfile/constant_pool.h"
#include "classfile/fault.h"

namespace heddle::classfile {
namespace {

// An attribute that is a counted list of constants of one kind.
std::expected<IndexList, base::Malformed> index_list(const ClassFile& file, const Owner& owner,
                                                     AttributeRange attributes,
                                                     AttributeKind kind) {
  const std::optional<Attribute> attribute = file.find(attributes, owner.place, kind);
  if (!attribute) return IndexList();
  AttributeReader reader(file, kind, owner, *attribute);
  const std::uint16_t count = reader.u2();
  const IndexList list = reader.indices(count, Tag::kClass);
  if (Fault bad = reader.finish()) return std::unexpected(std::move(*bad));
  return list;
}

RecordComponent read_component(const ClassFile& file, AttributeReader& reader) {
  RecordComponent component;
  const std::size_t start = reader.offset();
  component.name_index = reader.index(Tag::kUtf8);
  component.descriptor_index = reader.index(Tag::kUtf8);
  if (!reader.ok()) return component;
  component.name = file.pool().utf8(component.name_index);
  component.descriptor = file.pool().utf8(component.descriptor_index);
  if (!file.pool().holds_unqualified_name(component.name_index)) {
    reader.fail(start, "\"{}\" is not a component name", printable(component.name));
  }
  if (!file.pool().holds_field_descriptor(component.descriptor_index)) {
    reader.fail(start, "component {}: \"{}\" is not a field descriptor", printable(component.name),
                printable(component.descriptor));
  }
  return component;
}

void read_component_attributes(const ClassFile& file, AttributeReader& reader,
                               RecordComponent& component) {
  const Owner owner = Owner::of(component);
  AttributeWalk walk(file.bytes(), file.pool(), file.major(), owner, reader.raw());
  while (walk.next()) {
    if (walk.kind() == AttributeKind::kSignature) {
      component.signature = walk.single_index(Tag::kUtf8);
    }
  }
  component.attributes = walk.range();
  if (walk.fault()) reader.fail_as(*walk.take_fault());
}

}  // namespace

std::optional<Attribute> ClassFile::find(AttributeRange attributes, AttributePlace place,
                                         AttributeKind kind) const {
  for (const Attribute attribute : attributes) {
    if (attribute_kind(pool_.utf8(attribute.name), place, major_) == kind) return attribute;
  }
  return std::nullopt;
}

std::expected<std::vector<InnerClass>, base::Malformed> ClassFile::inner_classes() const {
  constexpr AttributeKind kKind = AttributeKind::kInnerClasses;
  std::vector<InnerClass> classes;
  const Owner owner = Owner::of_class();
  const std::optional<Attribute> attribute = find(attributes_, owner.place, kKind);
  if (!attribute) return classes;
  AttributeReader reader(*this, kKind, owner, *attribute);
  const std::uint16_t count = reader.count(8);
  classes.reserve(count);
  for (std::uint16_t i = 0; i < count && reader.ok(); ++i) {
    classes.push_back({.inner = reader.index_or_zero(Tag::kClass),
                       .outer = reader.index_or_zero(Tag::kClass),
                       .name = reader.index_or_zero(Tag::kUtf8),
                       .access = reader.u2()});
  }
  if (Fault bad = reader.finish()) return std::unexpected(std::move(*bad));
  return classes;
}

std::expected<std::optional<EnclosingMethod>, base::Malformed> ClassFile::enclosing_method() const {
  constexpr AttributeKind kKind = AttributeKind::kEnclosingMethod;
  const Owner owner = Owner::of_class();
  const std::optional<Attribute> attribute = find(attributes_, owner.place, kKind);
  if (!attribute) return std::nullopt;
  AttributeReader reader(*this, kKind, owner, *attribute);
  const EnclosingMethod enclosing = {.owner = reader.index(Tag::kClass),
                                     .method = reader.index_or_zero(Tag::kNameAndType)};
  if (Fault bad = reader.finish()) return std::unexpected(std::move(*bad));
  return enclosing;
}

std::expected<IndexList, base::Malformed> ClassFile::nest_members() const {
  return index_list(*this, Owner::of_class(), attributes_, AttributeKind::kNestMembers);
}

std::expected<IndexList, base::Malformed> ClassFile::permitted_subclasses() const {
  return index_list(*this, Owner::of_class(), attributes_, AttributeKind::kPermittedSubclasses);
}

std::expected<IndexList, base::Malformed> ClassFile::exceptions(const Member& method) const {
  return index_list(*this, Owner::of(method), method.attributes, AttributeKind::kExceptions);
}

std::expected<std::optional<std::vector<RecordComponent>>, base::Malformed>
ClassFile::record_components() const {
  constexpr AttributeKind kKind = AttributeKind::kRecord;
  const Owner owner = Owner::of_class();
  const std::optional<Attribute> attribute = find(attributes_, owner.place, kKind);
  if (!attribute) return std::nullopt;
  AttributeReader reader(*this, kKind, owner, *attribute);
  const std::uint16_t count = reader.count(6);
  std::vector<RecordComponent> components;
  components.reserve(count);
  for (std::uint16_t i = 0; i < count && reader.ok(); ++i) {
    RecordComponent component = read_component(*this, reader);
    if (reader.ok()) read_component_attributes(*this, reader, component);
    components.push_back(component);
  }
  if (Fault bad = reader.finish()) return std::unexpected(std::move(*bad));
  return components;
}

std::expected<std::vector<MethodParameter>, base::Malformed> ClassFile::method_parameters(
    const Member& method) const {
  constexpr AttributeKind kKind = AttributeKind::kMethodParameters;
  std::vector<MethodParameter> parameters;
  const Owner owner = Owner::of(method);
  const std::optional<Attribute> attribute = find(method.attributes, owner.place, kKind);
  if (!attribute) return parameters;
  AttributeReader reader(*this, kKind, owner, *attribute);
  const std::uint8_t count = reader.u1();
  parameters.reserve(count);
  for (std::uint8_t i = 0; i < count && reader.ok(); ++i) {
    parameters.push_back({.name = reader.index_or_zero(Tag::kUtf8), .access = reader.u2()});
  }
  if (Fault bad = reader.finish()) return std::unexpected(std::move(*bad));
  return parameters;
}

}  // namespace heddle::classfile
