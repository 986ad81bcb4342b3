// The indices are made last, when nothing moves any more: their keys are views of the names in the
// flat lists. A class asks for its pattern from the outside in: java/util/Map$Entry is looked for
// as it is, then as Map$Entry*, Map*, then as java/util/**, java/**.
#include "model/model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "model/builder.h"

namespace heddle::model {
namespace {

constexpr std::array<std::string_view, 25> kOperationNames = {"",
                                                              "class-of",
                                                              "clone",
                                                              "class-for-name",
                                                              "new-instance",
                                                              "find-method",
                                                              "find-constructor",
                                                              "all-methods",
                                                              "all-constructors",
                                                              "invoke-method",
                                                              "invoke-constructor",
                                                              "find-field",
                                                              "find-handle",
                                                              "find-updater",
                                                              "read-field",
                                                              "write-field",
                                                              "exchange-field",
                                                              "read-memory",
                                                              "write-memory",
                                                              "exchange-memory",
                                                              "load-service",
                                                              "proxy",
                                                              "current-thread",
                                                              "new-array",
                                                              "component-type"};
static_assert(kOperationNames.size() == static_cast<std::size_t>(kLastOperation) + 1);

using Index = boost::unordered_flat_map<std::string_view, std::uint32_t>;

// Calls `visit` with each list entry that speaks of the class, the most specific first, until it
// returns true.
template <typename Visit>
void for_each_pattern(std::string_view name, const Index& exact, const Index& nested,
                      const Index& packages, const Visit& visit) {
  const auto stops = [&](const Index& index, std::string_view key) {
    const auto found = index.find(key);
    return found != index.end() && visit(found->second);
  };
  if (stops(exact, name)) return;
  for (std::string_view outer = name; !outer.empty();) {
    if (stops(nested, outer)) return;
    const std::size_t dollar = outer.rfind('$');
    outer = dollar == std::string_view::npos ? std::string_view{} : outer.substr(0, dollar);
  }
  for (std::size_t slash = name.rfind('/'); slash != std::string_view::npos && slash > 0;
       slash = name.rfind('/', slash - 1))
    if (stops(packages, name.substr(0, slash))) return;
}

}  // namespace

std::string_view operation_name(Operation operation) {
  return kOperationNames.at(static_cast<std::size_t>(operation));
}

const Method* Models::method(std::string_view owner, std::string_view name,
                             std::string_view descriptor) const {
  const auto found = by_owner_.find(owner);
  if (found == by_owner_.end()) return nullptr;
  const Method* best = nullptr;
  for (const std::uint32_t at : found->second) {
    const Method& candidate = methods_[at];
    const bool exact = candidate.name.descriptor == descriptor;
    if (candidate.name.name != name || !(exact || candidate.name.descriptor.empty())) continue;
    if (best == nullptr || exact || best->name.descriptor.empty()) best = &candidate;
  }
  return best;
}

bool Models::knows_class(std::string_view owner) const { return by_owner_.contains(owner); }

ContextKind Models::context(std::string_view class_name) const {
  auto said = ContextKind::kUnsaid;
  for_each_pattern(class_name, exact_classes_, nested_classes_, packages_, [&](std::uint32_t at) {
    said = classes_[at].context;
    return said != ContextKind::kUnsaid;
  });
  return said;
}

Merge Models::merge(std::string_view class_name) const {
  std::optional<Merge> said;
  for_each_pattern(class_name, exact_classes_, nested_classes_, packages_, [&](std::uint32_t at) {
    said = classes_[at].merge;
    return said.has_value();
  });
  return said.value_or(Merge::kNo);
}

Models Builder::build() && {
  index_methods();
  index_classes();
  return std::move(models_);
}

void Builder::index_methods() {
  for (std::uint32_t at = 0; at < models_.methods_.size(); ++at)
    models_.by_owner_[models_.methods_[at].name.owner].push_back(at);
}

// Of two files that say something of the same pattern the later one is kept, whole.
void Builder::index_classes() {
  for (std::uint32_t at = 0; at < models_.classes_.size(); ++at) {
    std::string_view pattern = models_.classes_[at].pattern;
    if (pattern.ends_with("/**"))
      models_.packages_[pattern.substr(0, pattern.size() - 3)] = at;
    else if (pattern.ends_with('*'))
      models_.nested_classes_[pattern.substr(0, pattern.size() - 1)] = at;
    else
      models_.exact_classes_[pattern] = at;
  }
}

}  // namespace heddle::model
