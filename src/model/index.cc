// A class asks for its pattern from the outside in: java/util/Map$Entry is looked for as it is,
// then as Map$Entry*, Map*, then as java/util/**, java/**. A method has few models in its class, so
// those are looked through.
#include "model/index.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace heddle::model {

void MethodIndex::add(const MethodName& name, std::uint32_t at) {
  by_owner_[name.owner].push_back({.name = &name, .at = at});
}

std::optional<std::uint32_t> MethodIndex::find(std::string_view owner, std::string_view name,
                                               std::string_view descriptor) const {
  const auto found = by_owner_.find(owner);
  if (found == by_owner_.end()) return std::nullopt;
  const Entry* best = nullptr;
  for (const Entry& candidate : found->second) {
    const bool exact = candidate.name->descriptor == descriptor;
    if (candidate.name->name != name || !(exact || candidate.name->descriptor.empty())) continue;
    if (best == nullptr || exact || best->name->descriptor.empty()) best = &candidate;
  }
  return best == nullptr ? std::nullopt : std::optional(best->at);
}

// Of two files that say something of the same pattern the later one is kept, whole.
void PatternIndex::add(std::string_view pattern, std::uint32_t at) {
  if (pattern.ends_with("/**"))
    packages_[pattern.substr(0, pattern.size() - 3)] = at;
  else if (pattern.ends_with('*'))
    nested_[pattern.substr(0, pattern.size() - 1)] = at;
  else
    exact_[pattern] = at;
}

}  // namespace heddle::model
