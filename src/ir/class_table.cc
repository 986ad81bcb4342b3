// Loading is the only place where texts are hashed: a class's name once, its package, and each
// member's name with its descriptor. From then on everything is a number. A field has no descriptor
// text in the IR, so its selector is made of its name, the text of its innermost type and a shape.
#include "ir/class_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/ids.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

std::uint64_t mix(std::uint64_t left, std::uint64_t right) {
  return (left ^ right * 0x9E37'79B9'7F4A'7C15U) * 0xD6E8'FEB8'6659'FD93U;
}

std::uint64_t invention_key(ClassId phantom, std::uint32_t selector, bool is_static) {
  HEDDLE_CHECK(selector < 1U << 31U, "too many member names");
  return std::uint64_t{base::index(phantom)} << 32U | selector << 1U |
         static_cast<std::uint32_t>(is_static);
}

std::string dotted(std::string_view internal_name) {
  std::string text(internal_name);
  std::ranges::replace(text, '/', '.');
  return text;
}

// The first of the entries in [first, last) with that selector, none if there is no such.
template <typename Entry, typename Selector>
auto find_declared(const std::vector<Entry>& entries, std::uint32_t first, std::uint32_t count,
                   Selector selector) {
  const auto begin = entries.begin() + first;
  const auto end = begin + count;
  const auto found = std::ranges::lower_bound(begin, end, selector, {}, &Entry::selector);
  using Id = decltype(Entry::id);
  return found != end && found->selector == selector ? found->id : base::kNone<Id>;
}

}  // namespace

ClassTable::MethodName::MethodName(std::string_view the_name, std::string_view the_descriptor)
    : hash(mix(base::hash_text(the_name), base::hash_text(the_descriptor))),
      name(the_name),
      descriptor(the_descriptor) {}

std::size_t ClassTable::NameHash::operator()(const FieldName& name) const {
  return mix(mix(base::hash_text(name.name), base::hash_text(name.type)), name.shape);
}

ClassId ClassTable::find(std::string_view internal_name) {
  const auto known = by_name_.find(internal_name);
  const ClassId id = known != by_name_.end() ? known->second : load(internal_name);
  return base::is_none(id) || is_phantom(id) ? base::kNone<ClassId> : id;
}

ClassId ClassTable::require(std::string_view internal_name) {
  auto known = by_name_.find(internal_name);
  const ClassId id = known != by_name_.end() ? known->second : load(internal_name);
  if (!base::is_none(id)) return id;
  known = by_name_.find(internal_name);
  const ClassId phantom = add(known->first, nullptr, Layer::kLibrary);
  by_name_.find(internal_name)->second = phantom;
  return phantom;
}

ClassId ClassTable::load(std::string_view internal_name) {
  std::optional<ClassSource::Found> found = source_.load(internal_name);
  const bool misnamed = found && found->code->name() != internal_name;
  if (!found || misnamed) {
    const std::string_view name = names_.copy(internal_name);
    if (misnamed)
      problems_.push_back({.kind = Problem::Kind::kMisnamed,
                           .what = dotted(name),
                           .why = "holds " + dotted(found->code->name()) + " instead"});
    by_name_.emplace(name, base::kNone<ClassId>);
    return base::kNone<ClassId>;
  }
  const std::string_view name = found->code->name();
  const ClassId id = add(name, std::move(found->code), found->layer);
  by_name_.emplace(name, id);
  add_methods(id);
  add_fields(id);
  return id;
}

// What is restored was checked to be the same program; a file that changed since then is not.
Class* ClassTable::load_late(const Entry& entry) const {
  std::optional<ClassSource::Found> found = source_.load(entry.name);
  HEDDLE_CHECK(found && found->code->methods.size() == entry.method_count &&
                   found->code->fields.size() == entry.field_count,
               "a class changed while it was analysed");
  entry.code = std::move(found->code);
  return entry.code.get();
}

void ClassTable::load_all() const {
  for (std::uint32_t i = 0; i < size(); ++i) (void)loaded(base::id_at<ClassId>(i));
}

ClassId ClassTable::add(std::string_view name, std::unique_ptr<Class> code, Layer layer) {
  HEDDLE_CHECK(classes_.size() < Type::kMostClasses, "too many classes");
  const ClassId id = base::id_at<ClassId>(classes_.size());
  Entry& entry = classes_.emplace_back();
  entry.name = name;
  entry.phantom = code == nullptr;
  entry.access = code == nullptr ? std::uint32_t{Access::kPublic} : code->access;
  entry.code = std::move(code);
  entry.layer = layer;
  entry.package = package_of(name);
  entry.first_method = static_cast<std::uint32_t>(methods_.size());
  entry.first_field = static_cast<std::uint32_t>(fields_.size());
  return id;
}

void ClassTable::add_methods(ClassId id) {
  Entry& entry = classes_[base::index(id)];
  const Class& code = *entry.code;
  entry.method_count = static_cast<std::uint32_t>(code.methods.size());
  for (std::uint32_t index = 0; index < entry.method_count; ++index) {
    const Method& method = code.methods[index];
    const MethodSelector name =
        selector(method.name, code.symbols.signature(method.signature).descriptor);
    methods_in_order_.push_back({name, base::id_at<MethodId>(methods_.size())});
    methods_.push_back({.owner = id,
                        .index = index,
                        .access = method.access,
                        .selector = name,
                        .home = id,
                        .signature = method.signature});
    entry.polymorphic |= method.signature_polymorphic;
  }
  std::sort(methods_in_order_.begin() + entry.first_method, methods_in_order_.end());
}

void ClassTable::add_fields(ClassId id) {
  Entry& entry = classes_[base::index(id)];
  const Class& code = *entry.code;
  entry.field_count = static_cast<std::uint32_t>(code.fields.size());
  for (std::uint32_t index = 0; index < entry.field_count; ++index) {
    const Field& field = code.fields[index];
    const FieldSelector name = selector(code.symbols, field.name, field.type);
    fields_in_order_.push_back({name, base::id_at<FieldId>(fields_.size())});
    fields_.push_back({.owner = id,
                       .index = index,
                       .access = field.access,
                       .selector = name,
                       .home = id,
                       .type = field.type});
  }
  std::sort(fields_in_order_.begin() + entry.first_field, fields_in_order_.end());
}

PackageId ClassTable::package_of(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  const std::string_view package = slash == std::string_view::npos ? "" : name.substr(0, slash);
  return packages_.emplace(package, base::id_at<PackageId>(packages_.size())).first->second;
}

std::uint32_t ClassTable::access(ClassId id) const {
  const Entry& entry = at(id);
  return entry.phantom_interface ? Access::kPublic | Access::kInterface | Access::kAbstract
                                 : entry.access;
}

bool ClassTable::is_interface(ClassId id) const { return (access(id) & Access::kInterface) != 0; }

void ClassTable::phantom_is_interface(ClassId id) {
  if (is_phantom(id)) classes_[base::index(id)].phantom_interface = true;
}

Type ClassTable::type_of(ClassId from, TypeRef type) {
  if (!type.exists()) return {};
  if (type.base() < Type::kFirstClass) return Type::primitive(type);
  Entry& entry = classes_[base::index(from)];
  const Symbols& symbols = loaded(from)->symbols;
  if (entry.bases.empty()) entry.bases.resize(symbols.bases().size(), base::kNone<ClassId>);
  ClassId base = entry.bases[type.base()];
  if (base::is_none(base)) {
    base = require(symbols.base_name(type));
    classes_[base::index(from)].bases[type.base()] = base;
  }
  return Type(base, type.dimensions());
}

const Method* ClassTable::declaration(MethodId id) const {
  const MethodEntry& entry = method(id);
  const Class* owner = code(entry.owner);
  return owner == nullptr ? nullptr : &owner->methods[entry.index];
}

const Field* ClassTable::declaration(FieldId id) const {
  const FieldEntry& entry = field(id);
  const Class* owner = code(entry.owner);
  return owner == nullptr ? nullptr : &owner->fields[entry.index];
}

const Body* ClassTable::body(MethodId id) {
  const MethodEntry& entry = method(id);
  Class* owner = loaded(entry.owner);
  if (owner == nullptr || !owner->methods[entry.index].has_code) return nullptr;
  source_.settle(*owner);
  const Body* known = owner->bodies[entry.index];
  if (known != nullptr) return known;
  if (lowered_.size() < methods_.size()) lowered_.resize(methods_.size());
  if (lowered_[base::index(id)]) return nullptr;
  lowered_[base::index(id)] = true;
  return source_.lower(*owner, entry.index);
}

MethodSelector ClassTable::selector(std::string_view name, std::string_view descriptor) {
  const MethodName key(name, descriptor);
  const auto [at, fresh] =
      method_selectors_.emplace(key, base::id_at<MethodSelector>(method_names_.size()));
  if (fresh) method_names_.push_back(key);
  return at->second;
}

std::optional<MethodSelector> ClassTable::known_selector(std::string_view name,
                                                         std::string_view descriptor) const {
  const auto known = method_selectors_.find({name, descriptor});
  if (known == method_selectors_.end()) return std::nullopt;
  return known->second;
}

FieldSelector ClassTable::selector(const Symbols& symbols, std::string_view name, TypeRef type) {
  const bool is_class = type.base() >= Type::kFirstClass;
  const FieldName key{.name = name,
                      .type = symbols.base_name(type),
                      .shape = type.dimensions() << 1U | static_cast<std::uint32_t>(is_class)};
  const auto [at, fresh] =
      field_selectors_.emplace(key, base::id_at<FieldSelector>(field_names_.size()));
  if (fresh) field_names_.push_back(key);
  return at->second;
}

MethodId ClassTable::declared(ClassId id, MethodSelector selector) const {
  const Entry& entry = at(id);
  return find_declared(methods_in_order_, entry.first_method, entry.method_count, selector);
}

FieldId ClassTable::declared(ClassId id, FieldSelector selector) const {
  const Entry& entry = at(id);
  return find_declared(fields_in_order_, entry.first_field, entry.field_count, selector);
}

MethodId ClassTable::declared_polymorphic(ClassId id, std::string_view name) const {
  const Entry& entry = at(id);
  if (!entry.polymorphic) return base::kNone<MethodId>;
  MethodId found = base::kNone<MethodId>;
  for (std::uint32_t index = 0; index < entry.method_count; ++index) {
    const Method& method = code(id)->methods[index];
    if (method.name != name) continue;
    if (!method.signature_polymorphic || !base::is_none(found)) return base::kNone<MethodId>;
    found = base::id_at<MethodId>(entry.first_method + index);
  }
  return found;
}

MethodId ClassTable::invent_method(ClassId phantom, MethodSelector selector, bool is_static,
                                   ClassId home, SignatureRef signature) {
  const auto [at, fresh] =
      invented_methods_.emplace(invention_key(phantom, base::index(selector), is_static),
                                base::id_at<MethodId>(methods_.size()));
  if (!fresh) return at->second;
  methods_in_order_.push_back({selector, at->second});
  methods_.push_back({.owner = phantom,
                      .access = Access::kPublic | (is_static ? Access::kStatic : 0),
                      .selector = selector,
                      .home = home,
                      .signature = signature});
  return at->second;
}

FieldId ClassTable::invent_field(ClassId phantom, FieldSelector selector, bool is_static,
                                 ClassId home, TypeRef type) {
  const auto [at, fresh] =
      invented_fields_.emplace(invention_key(phantom, base::index(selector), is_static),
                               base::id_at<FieldId>(fields_.size()));
  if (!fresh) return at->second;
  fields_in_order_.push_back({selector, at->second});
  fields_.push_back({.owner = phantom,
                     .access = Access::kPublic | (is_static ? Access::kStatic : 0),
                     .selector = selector,
                     .home = home,
                     .type = type});
  return at->second;
}

void ClassTable::report(Problem::Kind kind, ClassId what, std::string why) {
  problems_.push_back({.kind = kind, .what = source_name(what), .why = std::move(why)});
}

std::string ClassTable::source_name(ClassId id) const { return dotted(name(id)); }

}  // namespace heddle::ir
