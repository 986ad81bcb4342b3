#include "model/concurrency.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::model {
namespace {

template <typename Visit>
void for_each_list(const ObjectFact& fact, const Visit& visit) {
  visit(fact.mutates, Effect::kMutates);
  visit(fact.reads, Effect::kReads);
  visit(fact.safe, Effect::kSafe);
}

// What the lists say of a method, written with or without its descriptor.
std::optional<Effect> listed(const ObjectFact& fact, std::string_view method) {
  std::optional<Effect> said;
  for_each_list(fact, [&](const std::vector<std::string>& names, Effect effect) {
    if (!said && std::ranges::find(names, method) != names.end()) said = effect;
  });
  return said;
}

// What they say of all methods that begin as this one does.
std::optional<Effect> listed_by_beginning(const ObjectFact& fact, std::string_view method) {
  std::optional<Effect> said;
  std::size_t longest = 0;
  for_each_list(fact, [&](const std::vector<std::string>& names, Effect effect) {
    for (const std::string_view name : names) {
      if (!name.ends_with('*') || name.size() <= longest) continue;
      if (!method.starts_with(name.substr(0, name.size() - 1))) continue;
      longest = name.size();
      said = effect;
    }
  });
  return said;
}

}  // namespace

Effect effect(const ObjectFact& fact, std::string_view method, std::string_view descriptor) {
  const std::string exact = std::string(method).append(descriptor);
  if (const auto said = listed(fact, exact)) return *said;
  if (const auto said = listed(fact, method)) return *said;
  return listed_by_beginning(fact, method).value_or(fact.otherwise);
}

}  // namespace heddle::model
