#include "modular/summary.h"

#include <algorithm>
#include <utility>

namespace heddle::modular {

bool Assigned::add(const Path& field) {
  if (assigns_more || std::ranges::find(assigned, field) != assigned.end()) return false;
  if (assigned.size() == kMost) return add_unknown();
  assigned.push_back(field);
  return true;
}

bool Assigned::add(const Assigned& others) {
  if (others.assigns_more) return add_unknown();
  bool is_new = false;
  for (const Path& each : others.assigned) is_new |= add(each);
  return is_new;
}

// Then nobody asks what it assigns.
bool Assigned::add_unknown() {
  assigned.clear();
  return !std::exchange(assigns_more, true);
}

}  // namespace heddle::modular
