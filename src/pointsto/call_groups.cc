#include "pointsto/call_groups.h"

namespace heddle::pointsto {

using base::index;

namespace {

std::uint64_t pair(std::uint32_t group, std::uint32_t of) {
  return std::uint64_t{group} << 32U | of;
}

}  // namespace

std::uint32_t CallGroups::number_of(ir::MethodId method, std::uint32_t likeness) {
  const auto [place, fresh] = numbers_.try_emplace(pair(index(method), likeness),
                                                   static_cast<std::uint32_t>(groups_.size()));
  if (fresh) groups_.emplace_back();
  return place->second;
}

std::uint32_t CallGroups::find(std::uint32_t group, TypeIndex type) const {
  const std::vector<std::uint32_t>& own = groups_[group].by_type;
  // None is one less than the first.
  if (!own.empty()) return index(type) < own.size() ? own[index(type)] - 1 : kUnknown;
  const auto known = by_type_.find(pair(group, index(type)));
  return known == by_type_.end() ? kUnknown : known->second;
}

std::uint32_t CallGroups::find(std::uint32_t group, ir::MethodId method) const {
  const auto known = by_method_.find(pair(group, index(method)));
  return known == by_method_.end() ? kUnknown : known->second;
}

std::uint32_t CallGroups::add(std::uint32_t number, CallTarget target) {
  CallGroup& group = groups_[number];
  const auto place = static_cast<std::uint32_t>(group.targets.size());
  by_method_.emplace(pair(number, index(target.method)), place);
  if (target.kind == CallTarget::Kind::kPlain) {
    target.ordinal = static_cast<std::uint32_t>(group.callees.size());
    group.callees.push_back(target.callee);
    if (bit_of(target.ordinal) == 1) group.rows.emplace_back();
    if (!target.gives_argument_back) group.rows.back().through |= bit_of(target.ordinal);
  }
  group.targets.push_back(target);
  return place;
}

void CallGroups::close_last_row(std::uint32_t number) {
  CallGroup& group = groups_[number];
  group.callees.resize(group.rows.size() << row_bits_, base::kNone<InstanceId>);
}

void CallGroups::learn(std::uint32_t number, TypeIndex type, std::uint32_t place) {
  CallGroup& group = groups_[number];
  if (++group.types <= kMostListed) {
    by_type_.emplace(pair(number, index(type)), place);
    return;
  }
  if (index(type) >= group.by_type.size()) group.by_type.resize(index(type) + 1024);
  group.by_type[index(type)] = place + 1;
}

}  // namespace heddle::pointsto
