// Tasks whose starter waits for them before its own method returns: who waits for the starter has
// waited for them, and for all that these begin in the same way.
//
//   left.fork();  long sum = right.compute() + left.join();  return sum;
//
// All runs below one that has ended have ended: each was begun by one that did not end before.
// A method that is left by an exception between the start and the wait is not thought of.
#include <algorithm>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "origins/joins.h"

namespace heddle::origins {

using base::index;
using model::OrderFact;
using pointsto::InstanceId;

void Joins::find_nested() {
  nested_.resize(origins_.size());
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    const Origin& origin = origins_[base::id_at<OriginId>(o)];
    if (origin.events.empty()) continue;
    std::vector<Point> places;
    const bool are_known = std::ranges::all_of(origin.events, [&](std::uint32_t event) {
      return add_places(origins_.events()[event], places);
    });
    if (are_known && std::ranges::all_of(places, [&](Point at) { return is_joined_there(at); }))
      nested_[o] = std::move(places);
  }
}

// The calls of the program's own code by which a start may be done.
bool Joins::add_places(const StartEvent& event, std::vector<Point>& places) const {
  constexpr std::size_t kMost = 64;
  std::vector<Point> open{{.instance = event.caller, .instruction = event.instruction}};
  for (std::size_t next = 0; next < open.size(); ++next) {
    const Point at = open[next];
    if (!calls_.is_platform(at.instance) && at.instruction != pointsto::kModelInstruction) {
      places.push_back(at);
      continue;
    }
    for (const Call& call : calls_.calls_to(at.instance)) {
      const Point above{.instance = call.caller, .instruction = call.instruction};
      const bool is_known = std::ranges::any_of(open, [&](Point one) {
        return one.instance == above.instance && one.instruction == above.instruction;
      });
      if (!is_known) open.push_back(above);
    }
    if (open.size() > kMost) return false;
  }
  return !places.empty();
}

bool Joins::is_joined_there(Point at) const {
  return is_waited_for(at, [&](std::uint32_t wait) { return lies_on_all_ways(at, wait); });
}

bool Joins::is_over_at(Point start, std::uint32_t instruction) const {
  return is_waited_for(start, [&](std::uint32_t wait) {
    return !calls_.flow(start.instance)
                ->reaches_without(start.instruction, instruction, wait, untaken(start.instance));
  });
}

// By the call itself, or by a wait of that kind for what it was made on, or gave.
bool Joins::is_waited_for(Point at, const std::function<bool(std::uint32_t)>& is_good_wait) const {
  const ir::MethodId method = calls_.at(at.instance).method;
  const OfMethod* of_method = of(method);
  const ir::Body* body = calls_.program().body(method);
  if (of_method == nullptr || body == nullptr ||
      body->instructions[at.instruction].opcode != ir::Opcode::kInvoke)
    return false;
  const auto arguments = body->values(body->instructions[at.instruction]);
  return std::ranges::any_of(of_method->waits, [&](const Wait& wait) {
    if (wait.when != model::When::kAlways) return false;
    const bool is_task = wait.fact->kind == OrderFact::Kind::kJoinTask;
    if (wait.instruction == at.instruction)
      return is_task || wait.fact->kind == OrderFact::Kind::kJoinTasks;
    if (wait.on == ir::kNoValue || (!is_task && wait.fact->kind != OrderFact::Kind::kJoinThread))
      return false;
    const ir::ValueId joined = without_casts(*body, wait.on);
    const bool is_it = (is_task && index(joined) == at.instruction) ||
                       (!arguments.empty() && joined == without_casts(*body, arguments[0]));
    return is_it && is_good_wait(wait.instruction);
  });
}

// From the start to every return, and to the next start.
bool Joins::lies_on_all_ways(Point start, std::uint32_t wait) const {
  const BodyFlow& flow = *calls_.flow(start.instance);
  const ir::Body& body = *calls_.program().body(calls_.at(start.instance).method);
  const auto& calm = untaken(start.instance);
  if (flow.reaches_without(start.instruction, start.instruction, wait, calm)) return false;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i)
    if (body.instructions[i].opcode == ir::Opcode::kReturn &&
        flow.reaches_without(start.instruction, i, wait, calm))
      return false;
  return true;
}

bool Joins::is_waited_for(InstanceId at, ir::ValueId value, std::uint32_t instruction) const {
  const ir::MethodId method = calls_.at(at).method;
  const OfMethod* of_method = of(method);
  if (of_method == nullptr) return false;
  const ir::Body& body = *calls_.program().body(method);
  return std::ranges::any_of(of_method->waits, [&](const Wait& wait) {
    return wait.when == model::When::kAlways && wait.on != ir::kNoValue &&
           (wait.fact->kind == OrderFact::Kind::kJoinTask ||
            wait.fact->kind == OrderFact::Kind::kJoinThread) &&
           without_casts(body, wait.on) == value &&
           !calls_.flow(at)->reaches_without(index(value), instruction, wait.instruction,
                                             untaken(at));
  });
}

// The largest set of nested origins that only those begin which have ended, or are of the set.
void Joins::add_nested(Bits& ended) const {
  const auto has = [](const Bits& bits, OriginId origin) {
    return (bits[index(origin) >> 6U] >> (index(origin) & 63U) & 1U) != 0;
  };
  Bits all = ended;
  for (std::uint32_t o = 0; o < nested_.size(); ++o)
    if (!nested_[o].empty()) set(all, base::id_at<OriginId>(o));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t o = 0; o < nested_.size(); ++o) {
      const auto origin = base::id_at<OriginId>(o);
      if (nested_[o].empty() || !has(all, origin) || has(ended, origin)) continue;
      const bool is_below = std::ranges::all_of(nested_[o], [&](Point start) {
        return std::ranges::all_of(origins_.list(start.instance),
                                   [&](OriginId by) { return has(all, by); });
      });
      if (is_below) continue;
      all[o >> 6U] &= ~(std::uint64_t{1} << (o & 63U));
      changed = true;
    }
  }
  ended = std::move(all);
}

}  // namespace heddle::origins
