// Operations on fields: by reflection, by handle, as raw memory.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/operator.h"

namespace heddle::pointsto {

using base::index;

ir::FieldId Solver::Operator::field_named(ir::ClassId of, std::string_view name) {
  for (ir::ClassId id = of; !base::is_none(id); id = program_.super(id)) {
    if (program_.is_phantom(id)) continue;
    for (std::uint32_t i = 0; i < program_.field_count(id); ++i) {
      const ir::FieldId field = base::id_at<ir::FieldId>(index(program_.first_field(id)) + i);
      if (program_.name(field) == name) return field;
    }
  }
  return base::kNone<ir::FieldId>;
}

void Solver::Operator::find_field(std::size_t class_position, NodeId names) {
  for (const ObjectId object : classes(class_position)) {
    const ir::Type type = class_type(object);
    if (type.is_class()) {
      find_field(type.class_id(), names);
    } else {
      unknown();
    }
  }
}

void Solver::Operator::find_field(ir::ClassId of, NodeId names) {
  for (const ObjectId name : objects(names)) {
    const auto literal = text(name);
    const ir::FieldId field = literal ? field_named(of, *literal) : base::kNone<ir::FieldId>;
    if (base::is_none(field)) {
      unknown();
      continue;
    }
    give(state_.sites.field(field, program_.result_type(here_.method)));
  }
}

// The name is the first text; the class stands in front of it, or is that of the caller.
void Solver::Operator::find_handle() {
  const std::size_t name = position_of(state_.world.string());
  if (name > first_argument_ && argument_type(name - 1) == state_.world.class_type()) {
    find_field(name - 1, parameter(name));
  } else {
    find_field(program_.owner(by_.method), parameter(name));
  }
}

void Solver::Operator::read(NodeId pointer) {
  if (!base::is_none(result())) graph_.add_edge(pointer, result());
}

void Solver::Operator::write(NodeId pointer, FilterId filter) {
  if (!base::is_none(last_argument())) graph_.add_edge(last_argument(), pointer, filter);
}

void Solver::Operator::access(NodeId pointer, FilterId filter, bool reads, bool writes) {
  if (reads) read(pointer);
  if (writes) write(pointer, filter);
}

void Solver::Operator::access_elements(ObjectId array, bool reads, bool writes) {
  if (solver_.holds_references(array) && once(array)) {
    access(solver_.element_node(array), solver_.element_filter(array), reads, writes);
  }
}

void Solver::Operator::access_object(ObjectId holder, ir::FieldId field, ObjectId key, bool reads,
                                     bool writes) {
  if (!state_.types.is_subtype(at(holder).type, ir::Type(program_.owner(field)))) return;
  if (once(holder, key)) {
    access(solver_.field_node(holder, field), state_.types.filter(program_.type(field)), reads,
           writes);
  }
}

void Solver::Operator::access_field(bool reads, bool writes) {
  const std::vector<ObjectId> holders = objects(argument(0));
  for (const ObjectId holder : holders) access_elements(holder, reads, writes);
  for (const ObjectId handle : objects(receiver())) {
    const Site from = site(handle);
    if (from.kind != SiteKind::kField) {
      if (!state_.types.is_subtype(at(handle).type,
                                   ir::Type(program_.require("java/lang/invoke/VarHandle"))))
        unknown();
      continue;
    }
    const ir::FieldId field = base::id_at<ir::FieldId>(from.a);
    const bool is_static = program_.is(field, ir::Access::kStatic);
    if (is_static) initialize(program_.owner(field));
    if (!program_.type(field).is_reference()) continue;
    if (is_static) {
      if (!once(handle)) continue;
      access(solver_.static_node(field), state_.types.filter(program_.type(field)), reads, writes);
      continue;
    }
    for (const ObjectId holder : holders) access_object(holder, field, handle, reads, writes);
  }
}

void Solver::Operator::access_memory(bool reads, bool writes) {
  const std::vector<ir::FieldId> fields = solver_.offset_fields(by_.method, by_.instruction);
  for (const ObjectId holder : objects(argument(0))) {
    if (state_.types.type(at(holder).type).is_array()) {
      access_elements(holder, reads, writes);
      continue;
    }
    if (fields.empty()) unknown();
    for (const ir::FieldId field : fields) {
      if (!program_.type(field).is_reference() || program_.is(field, ir::Access::kStatic)) continue;
      access_object(holder, field, base::id_at<ObjectId>(index(field)), reads, writes);
    }
  }
}

}  // namespace heddle::pointsto
