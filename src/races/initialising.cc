#include "races/initialising.h"

#include <algorithm>

#include "base/id.h"

namespace heddle::races {

using base::index;
using pointsto::InstanceId;

// Down from the initialisers: to what all of whose callers belong to the same one.
Initialising::Initialising(origins::CallGraph& calls, origins::Origins& origins,
                           const Sharing& sharing)
    : calls_(calls),
      origins_(origins),
      sharing_(sharing),
      initializers_(calls.size(), base::kNone<InstanceId>) {
  std::vector<std::uint8_t> begins(calls.size());
  for (const origins::StartEvent& event : origins.events()) begins[index(event.entry)] = 1;
  for (const InstanceId root : calls.roots()) begins[index(root)] = 1;
  std::vector<InstanceId> open;
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (calls.is_platform(id) || !calls.is_class_initializer(id)) continue;
    initializers_[i] = id;
    open.push_back(id);
  }
  while (!open.empty()) {
    const InstanceId id = open.back();
    open.pop_back();
    const InstanceId initializer = initializers_[index(id)];
    for (const origins::Call& call : calls.calls_from(id)) {
      const InstanceId callee = call.callee;
      if (call.initializes || begins[index(callee)] != 0 || calls.is_platform(callee) ||
          !base::is_none(initializers_[index(callee)]))
        continue;
      const bool is_only = std::ranges::all_of(calls.calls_to(callee), [&](const auto& other) {
        return other.caller == callee || initializers_[index(other.caller)] == initializer;
      });
      if (!is_only) continue;
      initializers_[index(callee)] = initializer;
      open.push_back(callee);
    }
  }
}

bool Initialising::is_first_to(InstanceId at, ir::FieldId static_field) const {
  const InstanceId initializer = initializers_[index(at)];
  const ir::Program& program = calls_.program();
  return !base::is_none(initializer) &&
         program.owner(static_field) == program.owner(calls_.at(initializer).method);
}

bool Initialising::is_first_to(InstanceId at, pointsto::ObjectId object) {
  const InstanceId initializer = initializers_[index(at)];
  if (base::is_none(initializer) || sharing_.is_handed_over(object)) return false;
  const InstanceId maker = origins_.maker(object);
  return !base::is_none(maker) && initializers_[index(maker)] == initializer;
}

}  // namespace heddle::races
