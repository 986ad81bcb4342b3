#include "model/concurrency.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::model {
namespace {

// What the lists say of a method, written with or without its descriptor.
std::optional<Effect> listed(const ObjectFact& fact, std::string_view method) {
  using List = std::pair<const std::vector<std::string>*, Effect>;
  for (const auto& [names, effect] : std::array<List, 3>{{{&fact.mutates, Effect::kMutates},
                                                          {&fact.reads, Effect::kReads},
                                                          {&fact.safe, Effect::kSafe}}})
    if (std::ranges::find(*names, method) != names->end()) return effect;
  return std::nullopt;
}

}  // namespace

Effect effect(const ObjectFact& fact, std::string_view method, std::string_view descriptor) {
  const std::string exact = std::string(method).append(descriptor);
  if (const auto said = listed(fact, exact)) return *said;
  return listed(fact, method).value_or(fact.otherwise);
}

}  // namespace heddle::model
