// The types that objects have, the fields objects of a type hold, and filters: which objects may
// pass an edge because of their type.
//
// A filter keeps a bit for every object, set when the object is made, so that passing many objects
// through it is a bitwise and. Filters and types may come in any order.
//
// Thread safety: one thread. Cost: a new type or class filter costs its ancestors or descendants.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "ir/ids.h"
#include "ir/program.h"
#include "pointsto/ids.h"
#include "pointsto/object_set.h"

namespace heddle::pointsto {

class TypeTable {
 public:
  explicit TypeTable(ir::Program& program);

  TypeIndex index_of(ir::Type type);
  [[nodiscard]] ir::Type type(TypeIndex index) const { return types_[base::index(index)].type; }
  // The class whose methods an object of the type has: Object for arrays.
  [[nodiscard]] ir::ClassId dispatch_class(TypeIndex index) const {
    return types_[base::index(index)].dispatch;
  }
  [[nodiscard]] std::size_t size() const { return types_.size(); }

  // How many pointers an object of the type has: its reference fields, inherited ones included; one
  // for the elements of an array of references.
  std::uint32_t slots(TypeIndex index);
  // The same, of a type whose objects have been asked for pointers.
  [[nodiscard]] std::uint32_t known_slots(TypeIndex index) const {
    const std::uint32_t slots = types_[base::index(index)].slots;
    return slots == 0xFFFF'FFFF ? 0 : slots;
  }
  // Which of them a field is; kNoSlot for fields of phantoms.
  static constexpr std::uint32_t kNoSlot = 0xFFFF'FFFF;
  std::uint32_t slot(ir::FieldId field);
  // The fields in the order of their slots.
  std::vector<ir::FieldId> fields(TypeIndex index);

  // Passes subtypes of `type`.
  FilterId filter(ir::Type type);
  // Passes subtypes of `type` (any, where it does not exist) that are below none of `except`.
  // For throwables only: others need not be told apart.
  FilterId filter(ir::Type type, std::span<const ir::Type> except);
  // Null for kNoFilter.
  [[nodiscard]] const Mask* mask(FilterId filter) const {
    return filter == kNoFilter ? nullptr : &filters_[base::index(filter)].mask;
  }
  // Every object must be told once.
  void add_object(ObjectId object, TypeIndex type);

  bool is_subtype(TypeIndex sub, ir::Type super);
  // A class with code that can be instantiated, or an array.
  bool can_be_made(ir::Type type);
  [[nodiscard]] std::size_t bytes() const;

 private:
  friend class Snapshot;
  struct TypeInfo {
    ir::Type type;
    ir::ClassId dispatch{};
    std::uint32_t slots = 0xFFFF'FFFF;
    std::vector<FilterId> filters;  // that it passes
    std::vector<ObjectId> objects;
  };
  struct Filter {
    ir::Type type;
    std::vector<ir::Type> except;
    Mask mask;
  };

  void note_ancestors(TypeIndex index);
  void pass(TypeIndex type, FilterId filter);
  bool passes(TypeIndex type, const Filter& filter);
  std::uint32_t class_slots(ir::ClassId id);

  ir::Program& program_;
  ir::ClassId throwable_;
  std::vector<TypeInfo> types_;
  boost::unordered_flat_map<std::uint32_t, TypeIndex> by_type_;  // by the type's bits
  std::deque<Filter> filters_;
  boost::unordered_flat_map<std::uint32_t, FilterId> class_filters_;  // by the type's bits
  boost::unordered_flat_map<std::uint64_t, std::vector<FilterId>> exception_filters_;  // by a hash
  std::vector<FilterId> array_filters_;      // of array types, and of classes above arrays
  std::vector<FilterId> throwable_filters_;  // those with exceptions
  std::vector<TypeIndex> arrays_, throwables_;
  std::vector<std::vector<TypeIndex>> below_;  // by class: types of objects that have it above them
  std::vector<std::uint32_t> class_slots_;     // by class; how many slots it and those above have
  std::vector<std::uint32_t> field_slots_;     // by field
};

}  // namespace heddle::pointsto
