#include "deadlocks/lock_order.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::deadlocks {

using base::index;
using ir::Opcode;
using locks::PathId;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

// More objects than that for one lock say that nothing is known of it.
constexpr std::uint32_t kMostObjects = 16;

std::vector<ObjectId> few(const pointsto::ObjectSet& set) {
  std::vector<ObjectId> list;
  if (set.size() <= kMostObjects) set.for_each([&](ObjectId id) { list.push_back(id); });
  return list;
}

}  // namespace

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
    const bool again = std::ranges::any_of(mine, [&](const locks::Lock& lock) {
      return std::ranges::any_of(
          held, [&](const locks::Lock& other) { return other.key() == lock.key(); });
    });
    if (again) continue;
    ++acquisitions_;
    for (const locks::Lock& holds : held) add(id, wants, holds);
  }
}

void LockOrder::add(InstanceId id, const locks::Acquisition& wants, const locks::Lock& holds) {
  std::vector<ObjectId> from;
  if (holds.kind != locks::Lock::Kind::kPath) {
    from.push_back(base::id_at<ObjectId>(holds.id));
  } else {
    from = objects(id, base::id_at<PathId>(holds.id));
    // A lock that is one object is there as that too.
    if (from.size() == 1 && origins_.is_single(from[0])) return;
  }
  const std::vector<ObjectId> to = wants.value != ir::kNoValue
                                       ? few(calls_.heap().value(id, wants.value))
                                       : objects(id, wants.path);
  if (from.empty() || to.empty()) ++left_out_;
  const bool is_part = holds.kind == locks::Lock::Kind::kPath &&
                       is_part_of(calls_.at(id).method, wants, base::id_at<PathId>(holds.id));
  for (const ObjectId held : from) {
    for (const ObjectId wanted : to) {
      if (held == wanted && (is_part || origins_.is_single(held))) continue;
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

// What a path may mean in an instance.
std::vector<ObjectId> LockOrder::objects(InstanceId id, PathId path) const {
  const pointsto::Heap& heap = calls_.heap();
  const locks::Path& parts = paths_[path];
  const pointsto::Instance& instance = calls_.at(id);
  switch (parts.kind) {
    case locks::Path::Kind::kParameter: {
      if (parts.a >= instance.shape->parameters.size()) return {};
      const std::uint32_t variable = instance.shape->parameters[parts.a];
      if (variable == pointsto::kNoVariable) return {};
      return few(heap.state().graph.points(instance.node(variable)));
    }
    case locks::Path::Kind::kStatic:
      return few(heap.static_field(base::id_at<ir::FieldId>(parts.a)));
    case locks::Path::Kind::kValue:
      return index(instance.method) == parts.a
                 ? few(heap.value(id, base::id_at<ir::ValueId>(parts.b)))
                 : std::vector<ObjectId>();
    case locks::Path::Kind::kClass: {
      for (std::uint32_t i = 0; i < heap.object_count(); ++i) {
        const pointsto::Site& site = heap.site(ObjectId{i});
        if (site.kind == pointsto::SiteKind::kClass && site.a == parts.a) return {ObjectId{i}};
      }
      return {};
    }
    case locks::Path::Kind::kField:
      if (paths_.is_explicit_lock(path)) return objects(id, base::id_at<PathId>(parts.a));
      break;
  }
  std::vector<ObjectId> all;
  for (const ObjectId holder : objects(id, base::id_at<PathId>(parts.a))) {
    for (const ObjectId object : few(heap.field(holder, base::id_at<ir::FieldId>(parts.b))))
      if (std::ranges::find(all, object) == all.end()) all.push_back(object);
  }
  return all.size() <= kMostObjects ? all : std::vector<ObjectId>();
}

}  // namespace heddle::deadlocks
