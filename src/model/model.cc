// The indices are made last, when nothing moves any more: their keys are views of the names in the
// flat lists.
#include "model/model.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "model/builder.h"

namespace heddle::model {
namespace {

constexpr std::array<std::string_view, 29> kOperationNames = {"",
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
                                                              "component-type",
                                                              "class-name",
                                                              "enum-constants",
                                                              "invoke-handle",
                                                              "load-bundle"};
static_assert(kOperationNames.size() == static_cast<std::size_t>(kLastOperation) + 1);

}  // namespace

std::string_view operation_name(Operation operation) {
  return kOperationNames.at(static_cast<std::size_t>(operation));
}

const Method* Models::method(std::string_view owner, std::string_view name,
                             std::string_view descriptor) const {
  const auto at = methods_by_name_.find(owner, name, descriptor);
  return at ? &methods_[*at] : nullptr;
}

bool Models::knows_class(std::string_view owner) const {
  return methods_by_name_.knows_class(owner);
}

ContextKind Models::context(std::string_view class_name) const {
  auto said = ContextKind::kUnsaid;
  classes_by_name_.for_each(class_name, [&](std::uint32_t at) {
    said = classes_[at].context;
    return said != ContextKind::kUnsaid;
  });
  return said;
}

Merge Models::merge(std::string_view class_name) const {
  std::optional<Merge> said;
  classes_by_name_.for_each(class_name, [&](std::uint32_t at) {
    said = classes_[at].merge;
    return said.has_value();
  });
  return said.value_or(Merge::kNo);
}

const LockFact* Models::lock(std::string_view owner, std::string_view name,
                             std::string_view descriptor) const {
  const auto at = locks_by_name_.find(owner, name, descriptor);
  return at ? &locks_[*at] : nullptr;
}

std::vector<const OrderFact*> Models::order(std::string_view owner, std::string_view name,
                                            std::string_view descriptor) const {
  std::vector<const OrderFact*> facts;
  const auto first = orders_by_name_.find(owner, name, descriptor);
  if (!first) return facts;
  for (std::size_t at = *first; at < orders_.size(); ++at) {
    if (orders_[at].table != orders_[*first].table) break;
    facts.push_back(&orders_[at]);
  }
  return facts;
}

const AccessFact* Models::access(std::string_view owner, std::string_view name,
                                 std::string_view descriptor) const {
  const auto at = accesses_by_name_.find(owner, name, descriptor);
  return at ? &accesses_[*at] : nullptr;
}

const ObjectFact* Models::object(std::string_view class_name) const {
  const ObjectFact* said = nullptr;
  objects_by_name_.for_each(class_name, [&](std::uint32_t at) {
    said = &objects_[at];
    return true;
  });
  return said;
}

void Builder::add(std::vector<OrderFact> table) {
  for (OrderFact& fact : table) {
    fact.table = tables_;
    models_.orders_.push_back(std::move(fact));
  }
  ++tables_;
}

Models Builder::build() && {
  index_names();
  index_patterns();
  return std::move(models_);
}

void Builder::index_names() {
  for (std::uint32_t at = 0; const Method& method : models_.methods_)
    models_.methods_by_name_.add(method.name, at++);
  for (std::uint32_t at = 0; const LockFact& fact : models_.locks_)
    models_.locks_by_name_.add(fact.method, at++);
  for (std::uint32_t at = 0; const AccessFact& fact : models_.accesses_)
    models_.accesses_by_name_.add(fact.method, at++);
  std::optional<std::uint32_t> table;
  for (std::uint32_t at = 0; const OrderFact& fact : models_.orders_) {
    if (table != fact.table) models_.orders_by_name_.add(fact.method, at);
    table = fact.table;
    ++at;
  }
}

void Builder::index_patterns() {
  for (std::uint32_t at = 0; const Class& said : models_.classes_)
    models_.classes_by_name_.add(said.pattern, at++);
  for (std::uint32_t at = 0; const ObjectFact& fact : models_.objects_)
    models_.objects_by_name_.add(fact.owner, at++);
}

}  // namespace heddle::model
