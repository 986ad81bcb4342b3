#include "deadlocks/lock_order.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "locks/path_objects.h"
#include "pointsto/state.h"

namespace heddle::deadlocks {

using base::index;
using ir::Opcode;
using locks::PathId;
using pointsto::InstanceId;
using pointsto::ObjectId;

LockOrder::LockOrder(origins::CallGraph& calls, origins::Origins& origins, locks::Held& held,
                     locks::Locks& locks, locks::Paths& paths)
    : calls_(calls), origins_(origins), held_(held), locks_(locks), paths_(paths) {
  ir::Program& program = calls.program();
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    const auto running = origins.running(id);
    const bool runs = std::ranges::any_of(running, [](std::uint64_t word) { return word != 0; });
    if (runs && program.layer(program.owner(calls.at(id).method)) != ir::Layer::kPlatform) scan(id);
  }
}

void LockOrder::scan(InstanceId id) {
  for (const locks::Acquisition& wants : held_.acquisitions(calls_.at(id).method)) {
    const std::vector<locks::Lock> held = locks_.before(id, wants);
    if (held.empty() || wants.may_fail) continue;
    const std::vector<locks::Lock> mine = locks_.taken(id, wants);
    const auto is_mine = [&](const locks::Lock& other) {
      return std::ranges::any_of(
          mine, [&](const locks::Lock& lock) { return other.key() == lock.key(); });
    };
    const auto same = std::ranges::find_if(held, is_mine);
    // A reader that wants to write waits for all readers, itself among them.
    const bool upgrades = same != held.end() && same->mode == model::LockMode::kShared &&
                          wants.mode == model::LockMode::kExclusive;
    if (same != held.end() && !upgrades) continue;
    ++acquisitions_;
    for (const locks::Lock& holds : held) add(id, wants, holds, upgrades && is_mine(holds));
  }
}

void LockOrder::add(InstanceId id, const locks::Acquisition& wants, const locks::Lock& holds,
                    bool upgrades) {
  std::vector<ObjectId> from;
  if (holds.kind != locks::Lock::Kind::kPath) {
    from.push_back(base::id_at<ObjectId>(holds.id));
  } else {
    from = locks::objects_of(calls_, paths_, id, base::id_at<PathId>(holds.id));
    // A lock that is one object is there as that too.
    if (from.size() == 1 && origins_.is_single(from[0])) return;
  }
  const std::vector<ObjectId> to = wants.value != ir::kNoValue
                                       ? locks::few_objects(calls_.heap().value(id, wants.value))
                                       : locks::objects_of(calls_, paths_, id, wants.path);
  if (from.empty() || to.empty()) ++left_out_;
  const bool is_part = holds.kind == locks::Lock::Kind::kPath &&
                       is_part_of(calls_.at(id).method, wants, base::id_at<PathId>(holds.id));
  for (const ObjectId held : from) {
    for (const ObjectId wanted : to) {
      if (held == wanted && !upgrades && (is_part || origins_.is_single(held))) continue;
      edges_.push_back({.instance = id,
                        .wants = wants,
                        .holds = holds,
                        .from = held,
                        .to = wanted,
                        .number = acquisitions_});
    }
  }
}

// Was what it wants read out of a field of what it holds?
bool LockOrder::is_part_of(ir::MethodId method, const locks::Acquisition& wants, PathId holder) {
  if (paths_.rebase(wants.path, holder, paths_.base())) return true;
  if (wants.value == ir::kNoValue) return false;
  const ir::Body& body = *calls_.program().body(method);
  ir::ValueId at = wants.value;
  for (unsigned step = 0; step < 4; ++step) {
    const ir::Instruction& made = body.at(at);
    if (made.opcode != Opcode::kGetField && made.opcode != Opcode::kCheckCast) return false;
    at = static_cast<ir::ValueId>(made.a);
    if (paths_.of(method, at) == holder) return true;
  }
  return false;
}

}  // namespace heddle::deadlocks
