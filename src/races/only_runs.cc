// A lambda's way is followed from where it is made: its value has one use, an argument of a call
// that is in no loop; in the one method that is called, the parameter has one use again, and so on,
// up to the platform: the constructor of what the threads of the origin are started on, which start
// once, or the call that begins the origin. From an access the calls are followed back to such a
// body, which all of them must lead through.
#include "races/only_runs.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

constexpr std::uint32_t kNoUse = 0xFFFF'FFFF;

// The only instruction that reads the value; kNoUse if there are none or several.
std::uint32_t only_use(const ir::Body& body, ir::ValueId value) {
  std::uint32_t found = kNoUse, uses = 0;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    ir::for_each_operand(body, body.instructions[i], [&](ir::ValueId read) {
      if (read != value) return;
      ++uses;
      found = i;
    });
  }
  return uses == 1 ? found : kNoUse;
}

std::uint64_t key(OriginId origin, InstanceId id) {
  return std::uint64_t{index(origin)} << 32U | index(id);
}

}  // namespace

bool OnlyRuns::share_one(OriginId origin, InstanceId one, InstanceId other) {
  const Body above = body_above(origin, one, 0);
  return above && body_above(origin, other, 0) == above;
}

OnlyRuns::Body OnlyRuns::body_above(OriginId origin, InstanceId id, unsigned depth) {
  constexpr unsigned kHighest = 8;
  constexpr std::size_t kMostCalls = 16;
  const auto known = above_.find(key(origin, id));
  if (known != above_.end()) return known->second;
  if (is_only_body(origin, id)) return above_[key(origin, id)] = id;
  Body found;
  const auto calls = calls_.calls_to(id);
  bool is_one = depth < kHighest && calls.size() <= kMostCalls && !calls_.is_platform(id) &&
                std::ranges::find(origins_[origin].entries, id) == origins_[origin].entries.end();
  for (const origins::Call& call : calls) {
    if (!is_one) break;
    if (!origins_.runs(origin, call.caller)) continue;
    const Body above = body_above(origin, call.caller, depth + 1);
    is_one = above && (!found || found == above);
    found = above;
  }
  if (!is_one) found.reset();
  // What was cut off by the depth may be found from elsewhere.
  if (depth == 0) above_[key(origin, id)] = found;
  return found;
}

// Called by nobody but the platform, as that one lambda.
bool OnlyRuns::is_only_body(OriginId origin, InstanceId id) {
  const auto [place, fresh] = is_only_body_.try_emplace(key(origin, id), false);
  if (!fresh) return place->second;
  const ir::MethodId method = calls_.at(id).method;
  const auto lambdas = calls_.lambdas_of(method);
  const auto calls = calls_.calls_to(id);
  if (lambdas.size() != 1 || !calls_.lambdas_by_dispatch(method).empty() ||
      !calls_.program().is(method, ir::Access::kSynthetic) || !origins_.is_single(lambdas[0]) ||
      !std::ranges::all_of(calls, [&](const origins::Call& call) {
        return calls_.is_platform(call.caller) && !call.initializes;
      }))
    return false;
  const pointsto::Site& site = calls_.heap().site(lambdas[0]);
  const auto made = base::id_at<ir::ValueId>(site.b);
  bool is_once = false;
  for (const InstanceId maker : calls_.instances_of(base::id_at<ir::MethodId>(site.a))) {
    if (!calls_.heap().value(maker, made).contains(lambdas[0])) continue;
    if (is_once || !is_given_once(origin, maker, made, 0)) return false;
    is_once = true;
  }
  return is_only_body_[key(origin, id)] = is_once;
}

bool OnlyRuns::is_given_once(OriginId origin, InstanceId id, ir::ValueId value, unsigned depth) {
  constexpr unsigned kDeepest = 4;
  const ir::Body* body = calls_.program().body(calls_.at(id).method);
  if (depth > kDeepest || body == nullptr) return false;
  const std::uint32_t use = only_use(*body, value);
  if (use == kNoUse || body->instructions[use].opcode != Opcode::kInvoke || calls_.in_loop(id, use))
    return false;
  const origins::Call* only = nullptr;
  for (const origins::Call& call : calls_.calls_at(id, use)) {
    if (call.initializes) continue;
    if (only != nullptr) return false;
    only = &call;
  }
  if (only == nullptr) return false;
  if (calls_.is_platform(only->callee))
    return begins(origin, *only, body->values(body->instructions[use])[0]);
  const auto arguments = calls_.arguments(*only);
  const auto given = std::ranges::find(arguments, value);
  if (given == arguments.end()) return false;
  const ir::Body* below = calls_.program().body(calls_.at(only->callee).method);
  if (below == nullptr) return false;
  for (std::uint32_t i = 0; i < below->instructions.size(); ++i) {
    const ir::Instruction& parameter = below->instructions[i];
    if (parameter.opcode == Opcode::kParameter &&
        parameter.a == static_cast<std::uint32_t>(given - arguments.begin()))
      return is_given_once(origin, only->callee, base::id_at<ir::ValueId>(i), depth + 1);
  }
  return false;
}

// Does that call of the platform lead to one run of the origin, at most?
bool OnlyRuns::begins(OriginId origin, const origins::Call& call, ir::ValueId first_argument) {
  const origins::Origin& of = origins_[origin];
  const bool constructs = calls_.program().name(calls_.at(call.callee).method) == "<init>";
  if (of.kind == origins::Origin::Kind::kThread && constructs) {
    bool is_thread = true;
    calls_.heap().value(call.caller, first_argument).for_each([&](ObjectId object) {
      is_thread = is_thread && calls_.heap().object(object).site == of.site;
    });
    return is_thread;
  }
  // Pieces of a job, handlers of failures and what is periodic are begun again and again.
  return of.kind == origins::Origin::Kind::kTask && !of.comes_again && !of.at_failure &&
         !origins_.runs_spread(origin) && !of.events.empty() &&
         std::ranges::all_of(
             of.events, [&](std::uint32_t e) { return is_begun_by(origins_.events()[e], call); });
}

bool OnlyRuns::is_begun_by(const origins::StartEvent& event, const origins::Call& call) const {
  constexpr unsigned kHighest = 4;
  if (event.caller == call.caller && event.instruction == call.instruction) return true;
  InstanceId at = event.caller;
  for (unsigned up = 0; up < kHighest; ++up) {
    if (at == call.callee) return true;
    const auto callers = calls_.calls_to(at);
    if (callers.size() != 1) return false;
    at = callers[0].caller;
  }
  return false;
}

}  // namespace heddle::races
