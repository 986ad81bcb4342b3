#include "modular/outline.h"

#include <algorithm>

namespace heddle::modular {
namespace {

template <typename Id>
bool are_below(std::span<const Id> ids, std::size_t count) {
  return std::ranges::all_of(ids, [&](Id id) { return base::index(id) < count; });
}

}  // namespace

bool Outline::is_sound(std::size_t class_count, std::size_t method_count,
                       std::size_t field_count) const {
  const std::size_t count = classes.size();
  if (inputs > count || leads_to.size() != count || stores.size() != count ||
      fields.size() != count || source_files.size() != count)
    return false;
  if (lines.size() != methods.size() || callees.size() != methods.size() ||
      method_guards.size() != method_marks.size() || guards.size() != field_marks.size() ||
      is_hidden.size() > class_count)
    return false;
  if (!leads_to.is_sound() || !stores.is_sound() || !fields.is_sound() || !lines.is_sound() ||
      !callees.is_sound())
    return false;
  return std::ranges::all_of(
             classes, [&](const ClassRow& row) { return base::index(row.id) < class_count; }) &&
         are_below<ir::ClassId>(leads_to.all(), class_count) &&
         are_below<ir::MethodId>(methods, method_count) &&
         are_below<ir::MethodId>(callees.all(), method_count) &&
         are_below<ir::FieldId>(fields.all(), field_count);
}

}  // namespace heddle::modular
