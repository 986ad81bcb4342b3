// Threads that are kept in a container where they are made or started, and joined out of it by a
// loop, perhaps by another method.
//
//   for (int i = 0; i < n; i++) workers[i] = newWorker();    // made, and put there
//   for (Thread t : workers) t.start();
//   for (Thread t : workers) t.join();                       // all of them have ended behind it
//
// It has to be one real container: one object, or what a final field of one object holds. What
// newWorker makes is its result, so its callers are asked instead: each of them has to put it
// there. What is taken out again, or overwritten, is not looked for.
#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "origins/joins.h"

namespace heddle::origins {

using base::index;
using ir::without_casts;
using model::OrderFact;
using model::When;
using pointsto::InstanceId;
using pointsto::ObjectId;

void Joins::join_kept(InstanceId id, const Wait& wait) {
  const ir::MethodId method = calls_.at(id).method;
  if (wait.on == ir::kNoValue || wait.when != When::kAlways) return;
  const auto round = this->round(method, wait);
  if (!round) return;
  const Container container = this->container(id, round->container);
  if (!container.is_known() || is_cut_short(id, wait)) return;
  Bits ended(words_, 0);
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    const Origin& origin = origins_[OriginId{o}];
    if (origin.runs_application && !origin.events.empty() &&
        std::ranges::all_of(
            origin.events,
            [&](std::uint32_t e) { return keeps(OriginId{o}, e, wait, container); }) &&
        is_started_before(id, wait, OriginId{o}))
      set(ended, OriginId{o});
  }
  if (!any(ended)) return;
  Gain gain{.instruction = round->test, .ended = ended, .quiet = ended};
  gain.branches.emplace({round->behind});
  gains_[index(id)].push_back(std::move(gain));
}

bool Joins::Container::is_same(const Container& other) const {
  if (!base::is_none(object) && object == other.object) return true;
  return !base::is_none(field) && field == other.field && holder == other.holder;
}

Joins::Container Joins::container(InstanceId id, ir::ValueId value) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  value = without_casts(body, value);
  Container found{.object = only_object(id, value)};
  const auto field = final_field(method, value);
  if (!field) return found;
  const ir::Instruction& read = body.at(value);
  const bool is_static = read.opcode == ir::Opcode::kGetStatic;
  if (!is_static) found.holder = only_object(id, static_cast<ir::ValueId>(read.a));
  if (is_static || !base::is_none(found.holder)) found.field = *field;
  return found;
}

// Does the start, which happens in code that runs once, put what it begins into that container, or
// has whoever made it done so?
bool Joins::keeps(OriginId origin, std::uint32_t event, const Wait& wait,
                  const Container& container) {
  const auto start = place_in_program(origins_.events()[event]);
  if (!start || !origins_.is_once(start->first)) return false;
  const ir::MethodId method = calls_.at(start->first).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::Instruction& call = body.instructions[start->second];
  if (call.opcode != ir::Opcode::kInvoke || call.c == 0) return false;
  const bool is_task = wait.fact->kind == OrderFact::Kind::kJoinTask;
  const ir::ValueId begun =
      is_task ? base::id_at<ir::ValueId>(start->second) : without_casts(body, body.values(call)[0]);
  const ir::ValueId from = is_task ? ir::kNoValue : container_of(method, begun);
  if (from != ir::kNoValue && this->container(start->first, from).is_same(container)) return true;
  if (is_put_into(start->first, begun, start->second, container)) return true;
  return !is_task && are_made_for(calls_.heap().value(start->first, begun), origin, container);
}

// Those of the origin, if it is run on them; otherwise, what it runs is inside of any of them.
bool Joins::are_made_for(const pointsto::ObjectSet& threads, OriginId origin,
                         const Container& container) {
  const auto is_own = [&](ObjectId thread) {
    return calls_.heap().object(thread).site == origins_[origin].site;
  };
  bool has_own = false;
  threads.for_each([&](ObjectId thread) { has_own = has_own || is_own(thread); });
  bool are_made = threads.size() != 0;
  threads.for_each([&](ObjectId thread) {
    are_made = are_made && ((has_own && !is_own(thread)) || is_made_for(thread, container));
  });
  return are_made;
}

bool Joins::is_put_into(InstanceId at, ir::ValueId made, std::uint32_t start,
                        const Container& container) {
  return is_put_near(calls_.at(at).method, made, start, [&](ir::ValueId into) {
    return this->container(at, into).is_same(container);
  });
}

bool Joins::is_made_for(ObjectId thread, const Container& container) {
  const pointsto::Site& site = calls_.heap().site(thread);
  const bool is_by_code =
      site.kind == pointsto::SiteKind::kNew || site.kind == pointsto::SiteKind::kCreated;
  return is_by_code && is_result_kept(base::id_at<ir::MethodId>(site.a),
                                      base::id_at<ir::ValueId>(site.b), container, 0);
}

bool Joins::is_result_kept(ir::MethodId method, ir::ValueId made, const Container& container,
                           unsigned up) {
  constexpr unsigned kHighest = 4;
  constexpr std::size_t kMostCallers = 16;
  const auto instances = calls_.instances_of(method);
  const ir::Body* body = calls_.program().body(method);
  if (instances.empty() || body == nullptr || index(made) >= body->instructions.size())
    return false;
  return std::ranges::all_of(instances, [&](InstanceId at) {
    if (calls_.is_platform(at)) return false;
    if (is_put_into(at, made, index(made), container)) return true;
    const auto callers = calls_.calls_to(at);
    return up < kHighest && !callers.empty() && callers.size() <= kMostCallers &&
           !calls_.in_loop(at, index(made)) && returns_only(*body, made) &&
           std::ranges::all_of(
               callers,
               [&](const Call& call) {
                 return call.instruction != pointsto::kModelInstruction &&
                        is_result_kept(calls_.at(call.caller).method,
                                       base::id_at<ir::ValueId>(call.instruction), container,
                                       up + 1);
               });
  });
}

bool Joins::returns_only(const ir::Body& body, ir::ValueId value) {
  bool returns = false;
  for (const ir::Instruction& end : body.instructions) {
    if (end.opcode != ir::Opcode::kReturn) continue;
    returns = end.a != index(ir::kNoValue) &&
              without_casts(body, static_cast<ir::ValueId>(end.a)) == without_casts(body, value);
    if (!returns) return false;
  }
  return returns;
}

// May an interrupt end the wait, and the loop go on?
bool Joins::is_cut_short(InstanceId id, const Wait& wait) const {
  const ir::Body& body = *calls_.program().body(calls_.at(id).method);
  const BodyFlow& flow = *calls_.flow(id);
  const bool is_caught = std::ranges::any_of(
      body.handlers_of(body.blocks[flow.block_of(wait.instruction)]), [&](const ir::Handler& to) {
        return flow.loop_of_block(index(to.block)) == flow.loop_of(wait.instruction);
      });
  return is_caught && std::ranges::any_of(origins_.list(id), [&](OriginId origin) {
           return interrupts_.may_reach(origin);
         });
}

}  // namespace heddle::origins
