#include "witness/quiet_ids.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "base/id.h"
#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/quiet.h"

namespace heddle::witness {
namespace {

using trace::PlaceId;

constexpr PlaceId kUnknownFrame{0xFFFF'FFFEU};

// The element for an id, which a growing table may just have got.
template <typename T>
T& at(std::vector<T>& values, std::size_t index, T none) {
  if (index >= values.size()) values.resize(index + 1, none);
  return values[index];
}

}  // namespace

QuietIds::QuietIds(QuietList list) : list_(std::move(list)) {}

PlaceId QuietIds::user_frame(const trace::Tables& tables, PlaceId place) {
  if (base::is_none(place)) return place;
  PlaceId& known = at(frames_, base::index(place), kUnknownFrame);
  if (known != kUnknownFrame) return known;
  known = place;
  while (!base::is_none(known) && is_library(list_, tables[tables[known].site].class_name))
    known = tables[known].caller;
  return known;
}

bool QuietIds::is_commutative(const trace::Tables& tables, trace::FieldId id) {
  Answer& known = at(fields_, base::index(id), Answer::kUnknown);
  if (known == Answer::kUnknown) {
    const trace::Field& field = tables[id];
    const bool is_so = witness::is_commutative(list_, field.class_name, field.name);
    known = is_so ? Answer::kYes : Answer::kNo;
  }
  return known == Answer::kYes;
}

bool QuietIds::is_contents(const trace::Tables& tables, trace::FieldId id) const {
  const trace::Field& field = tables[id];
  return field.name == trace::kContents && is_library(list_, field.class_name);
}

bool QuietIds::is_quiet_event(const trace::Tables& tables, trace::HandlerId id) {
  if (base::is_none(id)) return false;
  Answer& known = at(handlers_, base::index(id), Answer::kUnknown);
  if (known == Answer::kUnknown) {
    const bool is_so = witness::is_quiet_event(list_, tables.handlers[base::index(id)]);
    known = is_so ? Answer::kYes : Answer::kNo;
  }
  return known == Answer::kYes;
}

}  // namespace heddle::witness
