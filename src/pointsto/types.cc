// Which filters a new type passes is found by looking its ancestors up among the filters; which
// types a new filter passes, by lists of the types below each class. Arrays and exceptions to
// filters are few and are compared pair by pair.
#include "pointsto/types.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::pointsto {

using base::index;

TypeTable::TypeTable(ir::Program& program)
    : program_(program), throwable_(program.require("java/lang/Throwable")) {
  filters_.emplace_back();  // kNoFilter
}

TypeIndex TypeTable::index_of(ir::Type type) {
  const auto [place, fresh] =
      by_type_.try_emplace(type.bits(), base::id_at<TypeIndex>(types_.size()));
  if (!fresh) return place->second;
  const TypeIndex made = place->second;
  TypeInfo info;
  info.type = type;
  info.dispatch = type.is_class() ? type.class_id() : program_.object();
  types_.push_back(std::move(info));
  note_ancestors(made);
  return made;
}

void TypeTable::note_ancestors(TypeIndex made) {
  const ir::Type type = types_[index(made)].type;
  if (type.is_array()) {
    arrays_.push_back(made);
    for (const FilterId filter : array_filters_) {
      if (passes(made, filters_[index(filter)])) pass(made, filter);
    }
    return;
  }
  const auto note = [&](ir::ClassId ancestor) {
    if (index(ancestor) >= below_.size()) below_.resize(index(ancestor) + 64);
    below_[index(ancestor)].push_back(made);
    const auto filter = class_filters_.find(ir::Type(ancestor).bits());
    if (filter != class_filters_.end()) pass(made, filter->second);
  };
  const ir::ClassId self = type.class_id();
  bool throwable = false;
  for (ir::ClassId above = self; !base::is_none(above); above = program_.super(above)) {
    note(above);
    throwable |= above == throwable_;
  }
  // An interface (the type of a lambda) has itself among what is noted, and Object by its super.
  for (const ir::ClassId above : program_.all_interfaces(self)) note(above);
  if (!throwable) return;
  throwables_.push_back(made);
  for (const FilterId filter : throwable_filters_) {
    if (passes(made, filters_[index(filter)])) pass(made, filter);
  }
}

void TypeTable::pass(TypeIndex type, FilterId filter) {
  types_[index(type)].filters.push_back(filter);
  for (const ObjectId object : types_[index(type)].objects)
    filters_[index(filter)].mask.set(object);
}

bool TypeTable::passes(TypeIndex type, const Filter& filter) {
  if (filter.type.exists() && !is_subtype(type, filter.type)) return false;
  return std::none_of(filter.except.begin(), filter.except.end(),
                      [&](ir::Type except) { return is_subtype(type, except); });
}

bool TypeTable::is_subtype(TypeIndex sub, ir::Type super) {
  return program_.is_subtype(types_[index(sub)].type, super);
}

FilterId TypeTable::filter(ir::Type type) {
  if (type.is_class() && type.class_id() == program_.object()) return kNoFilter;
  const auto [place, fresh] =
      class_filters_.try_emplace(type.bits(), base::id_at<FilterId>(filters_.size()));
  if (!fresh) return place->second;
  const FilterId made = place->second;
  filters_.push_back({.type = type, .except = {}, .mask = {}});
  if (type.is_class()) {
    const std::uint32_t above = index(type.class_id());
    if (above < below_.size()) {
      for (const TypeIndex below : below_[above]) pass(below, made);
    }
  }
  // Of the classes, arrays pass Cloneable and Serializable only, all of them or none.
  if (type.is_class() && !program_.is_subtype(ir::Type(program_.object()).array(), type))
    return made;
  array_filters_.push_back(made);
  for (const TypeIndex array : arrays_) {
    if (passes(array, filters_[index(made)])) pass(array, made);
  }
  return made;
}

FilterId TypeTable::filter(ir::Type type, std::span<const ir::Type> except) {
  if (except.empty()) return type.exists() ? filter(type) : kNoFilter;
  std::uint64_t key = type.bits();
  for (const ir::Type other : except) key = key * 0x9E37'79B9'7F4A'7C15ULL + other.bits();
  std::vector<FilterId>& same_key = exception_filters_[key];
  for (const FilterId known : same_key) {
    const Filter& filter = filters_[index(known)];
    if (filter.type == type && std::ranges::equal(filter.except, except)) return known;
  }
  const FilterId made = base::id_at<FilterId>(filters_.size());
  same_key.push_back(made);
  filters_.push_back({.type = type, .except = {except.begin(), except.end()}, .mask = {}});
  throwable_filters_.push_back(made);
  for (const TypeIndex throwable : throwables_) {
    if (passes(throwable, filters_[index(made)])) pass(throwable, made);
  }
  return made;
}

void TypeTable::add_object(ObjectId object, TypeIndex type) {
  TypeInfo& info = types_[index(type)];
  info.objects.push_back(object);
  for (const FilterId filter : info.filters) filters_[index(filter)].mask.set(object);
}

std::uint32_t TypeTable::class_slots(ir::ClassId id) {
  if (index(id) >= class_slots_.size()) class_slots_.resize(index(id) + 64, kNoSlot);
  if (class_slots_[index(id)] != kNoSlot) return class_slots_[index(id)];
  const ir::ClassId super = program_.super(id);
  std::uint32_t next = base::is_none(super) ? 0 : class_slots(super);
  const std::uint32_t first = index(program_.first_field(id));
  const std::uint32_t end = first + (program_.is_phantom(id) ? 0 : program_.field_count(id));
  if (end > field_slots_.size()) field_slots_.resize(end + 256, kNoSlot);
  for (std::uint32_t field = first; field < end; ++field) {
    const ir::FieldId declared = base::id_at<ir::FieldId>(field);
    if (program_.is(declared, ir::Access::kStatic) || !program_.type(declared).is_reference())
      continue;
    if (field >= field_slots_.size()) field_slots_.resize(field + 256, kNoSlot);
    field_slots_[field] = next++;
  }
  if (index(id) >= class_slots_.size()) class_slots_.resize(index(id) + 64, kNoSlot);
  class_slots_[index(id)] = next;
  return next;
}

std::uint32_t TypeTable::slots(TypeIndex type) {
  if (types_[index(type)].slots != kNoSlot) return types_[index(type)].slots;
  const ir::Type of = types_[index(type)].type;
  const std::uint32_t count =
      of.is_array() ? (of.element().is_reference() ? 1U : 0U) : class_slots(of.class_id());
  types_[index(type)].slots = count;
  return count;
}

std::uint32_t TypeTable::slot(ir::FieldId field) {
  if (program_.declaration(field) == nullptr) return kNoSlot;
  class_slots(program_.owner(field));
  return field_slots_[index(field)];
}

std::vector<ir::FieldId> TypeTable::fields(TypeIndex type) {
  std::vector<ir::FieldId> result(slots(type));
  const ir::Type of = types_[index(type)].type;
  if (!of.is_class()) return {};
  for (ir::ClassId id = of.class_id(); !base::is_none(id); id = program_.super(id)) {
    if (program_.is_phantom(id)) continue;
    const std::uint32_t first = index(program_.first_field(id));
    for (std::uint32_t field = first; field < first + program_.field_count(id); ++field) {
      const ir::FieldId declared = base::id_at<ir::FieldId>(field);
      if (field < field_slots_.size() && field_slots_[field] != kNoSlot)
        result[field_slots_[field]] = declared;
    }
  }
  return result;
}

bool TypeTable::can_be_made(ir::Type type) {
  if (!type.exists() || !type.is_reference() || type.is_null()) return false;
  if (type.is_array()) return true;
  const ir::Class* code = program_.code(type.class_id());
  return code != nullptr && !code->is(ir::Access::kAbstract | ir::Access::kInterface);
}

std::size_t TypeTable::bytes() const {
  std::size_t sum = 0;
  for (const Filter& filter : filters_) sum += filter.mask.bytes();
  return sum;
}

}  // namespace heddle::pointsto
