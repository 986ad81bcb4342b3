// The Module attribute and its two companions, put together into one answer.
#include "classfile/module.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <utility>
#include <vector>

#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/attribute_reader.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "classfile/fault.h"

namespace heddle::classfile {
namespace {

IndexList counted_list(AttributeReader& reader, Tag wanted) {
  const std::uint16_t count = reader.u2();
  return reader.indices(count, wanted);
}

std::vector<ModuleRequire> read_requires(AttributeReader& reader) {
  const std::uint16_t count = reader.count(6);
  std::vector<ModuleRequire> required;
  required.reserve(count);
  for (std::uint16_t i = 0; i < count && reader.ok(); ++i) {
    required.push_back({.module = reader.index(Tag::kModule),
                        .flags = reader.u2(),
                        .version = reader.index_or_zero(Tag::kUtf8)});
  }
  return required;
}

// Exports and opens have the same form.
std::vector<ModuleExport> read_exports(AttributeReader& reader) {
  const std::uint16_t count = reader.count(6);
  std::vector<ModuleExport> exports;
  exports.reserve(count);
  for (std::uint16_t i = 0; i < count && reader.ok(); ++i) {
    exports.push_back({.package = reader.index(Tag::kPackage),
                       .flags = reader.u2(),
                       .to = counted_list(reader, Tag::kModule)});
  }
  return exports;
}

std::vector<ModuleProvide> read_provides(AttributeReader& reader) {
  const std::uint16_t count = reader.count(4);
  std::vector<ModuleProvide> provides;
  provides.reserve(count);
  for (std::uint16_t i = 0; i < count && reader.ok(); ++i) {
    const std::size_t start = reader.offset();
    provides.push_back(
        {.service = reader.index(Tag::kClass), .with = counted_list(reader, Tag::kClass)});
    if (provides.back().with.empty()) reader.fail(start, "a service is provided by no class");
  }
  return provides;
}

Fault read_module(const ClassFile& file, const Attribute& attribute, Module& module) {
  const Owner owner = Owner::of_class();
  AttributeReader reader(file, AttributeKind::kModule, owner, attribute);
  module.name = reader.index(Tag::kModule);
  module.flags = reader.u2();
  module.version = reader.index_or_zero(Tag::kUtf8);
  module.required = read_requires(reader);
  module.exports = read_exports(reader);
  module.opens = read_exports(reader);
  module.uses = counted_list(reader, Tag::kClass);
  module.provides = read_provides(reader);
  return reader.finish();
}

Fault read_packages(const ClassFile& file, Module& module) {
  constexpr AttributeKind kKind = AttributeKind::kModulePackages;
  const Owner owner = Owner::of_class();
  const std::optional<Attribute> attribute = file.find(file.attributes(), owner.place, kKind);
  if (!attribute) return {};
  AttributeReader reader(file, kKind, owner, *attribute);
  module.packages = counted_list(reader, Tag::kPackage);
  return reader.finish();
}

Fault read_main_class(const ClassFile& file, Module& module) {
  constexpr AttributeKind kKind = AttributeKind::kModuleMainClass;
  const Owner owner = Owner::of_class();
  const std::optional<Attribute> attribute = file.find(file.attributes(), owner.place, kKind);
  if (!attribute) return {};
  AttributeReader reader(file, kKind, owner, *attribute);
  module.main_class = reader.index(Tag::kClass);
  return reader.finish();
}

}  // namespace

std::expected<std::optional<Module>, base::Malformed> ClassFile::module() const {
  const std::optional<Attribute> attribute =
      find(attributes_, AttributePlace::kClass, AttributeKind::kModule);
  if (!attribute) return std::nullopt;
  Module module;
  Fault bad = read_module(*this, *attribute, module);
  if (!bad) bad = read_packages(*this, module);
  if (!bad) bad = read_main_class(*this, module);
  if (bad) return std::unexpected(std::move(*bad));
  return module;
}

}  // namespace heddle::classfile
