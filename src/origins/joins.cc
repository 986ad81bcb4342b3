#include "origins/joins.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "origins/times.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using ir::without_casts;
using model::OrderFact;
using model::When;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

constexpr unsigned kDeepestFuture = 3;

bool is_join(OrderFact::Kind kind) {
  switch (kind) {
    case OrderFact::Kind::kJoinThread:
    case OrderFact::Kind::kJoinTask:
    case OrderFact::Kind::kJoinTasks:
    case OrderFact::Kind::kJoinExecutor: return true;
    default: return false;
  }
}

}  // namespace

bool Joins::any(const Bits& bits) {
  return std::ranges::any_of(bits, [](std::uint64_t word) { return word != 0; });
}
void Joins::set(Bits& bits, OriginId origin) {
  bits[index(origin) >> 6U] |= std::uint64_t{1} << (index(origin) & 63U);
}

Joins::Joins(CallGraph& calls, Origins& origins, Facts& facts, const StartFacts& starts,
             const Gates& gates)
    : calls_(calls),
      origins_(origins),
      facts_(facts),
      interrupts_(calls, origins, facts),
      starts_(starts),
      gates_(gates),
      words_((origins.size() + gates.size() + 63) / 64),
      one_by_one_(origins.size()),
      joined_where_begun_(origins.size()) {
  for (std::uint32_t i = 0; i < calls.heap().object_count(); ++i)
    ++objects_of_site_[index(calls.heap().object(ObjectId{i}).site)];
  for (const ir::MethodId method : calls.heap().reachable_methods()) {
    if (calls.program().layer(calls.program().owner(method)) != ir::Layer::kPlatform)
      find_waits(method);
  }
  for (const auto& [method, of] : methods_) {
    find_uninterrupted(base::id_at<ir::MethodId>(method));
  }
  find_nested();
  for (const auto& [method, of] : methods_) {
    for (const InstanceId id : calls.instances_of(base::id_at<ir::MethodId>(method))) resolve(id);
  }
  add_passes();
  find_spans();
  for (std::uint32_t e = 0; e < origins.events().size(); ++e) {
    after_.emplace_back(words_, 0);
    for (const ObjectId future : starts.after(e)) add_done(future, kDeepestFuture, after_[e]);
  }
  if (gains_.empty() && spans_.empty() && starts.awaited().empty()) return;
  gain_from_callees();
  spread(Asked::kEnded);
  add_implied();
  spread(Asked::kQuiet);
}

void Joins::find_waits(ir::MethodId method) {
  const ir::Body* body = calls_.program().body(method);
  if (body == nullptr) return;
  const ir::ClassId owner = calls_.program().owner(method);
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    const ir::Instruction& instruction = body->instructions[i];
    if (instruction.opcode != ir::Opcode::kInvoke) continue;
    const ir::MethodId called = facts_.resolved(owner, instruction);
    if (base::is_none(called)) continue;
    for (const OrderFact* fact : facts_.order(called)) {
      if (!is_join(fact->kind)) continue;
      with_dominance(method).waits.push_back(
          {.instruction = i,
           .fact = fact,
           .on = facts_.operand(*body, instruction, fact->on),
           .when = facts_.holds_when(owner, *body, instruction, *fact)});
    }
  }
}

Joins::OfMethod& Joins::with_dominance(ir::MethodId method) {
  std::unique_ptr<OfMethod>& of = methods_[index(method)];
  if (of == nullptr) {
    of = std::make_unique<OfMethod>();
    of->dominance = std::make_unique<ir::Dominance>(*calls_.program().body(method));
  }
  return *of;
}

const Joins::OfMethod* Joins::of(ir::MethodId method) const {
  const auto found = methods_.find(index(method));
  return found == methods_.end() ? nullptr : found->second.get();
}

void Joins::resolve(InstanceId id) {
  for (const Wait& wait : of(calls_.at(id).method)->waits) {
    if (wait.fact->kind == OrderFact::Kind::kJoinThread ||
        wait.fact->kind == OrderFact::Kind::kJoinTask)
      join_kept(id, wait);
    Bits quiet = joined_by(id, wait);
    if (!any(quiet)) continue;
    add_nested(quiet);
    // A call that starts and waits may come again, and start again.
    const bool is_for_good = wait.fact->kind != OrderFact::Kind::kJoinTasks ||
                             (origins_.is_once(id) && !calls_.in_loop(id, wait.instruction));
    Bits ended = is_for_good ? quiet : Bits(words_, 0);
    Gain gain{
        .instruction = wait.instruction, .ended = std::move(ended), .quiet = std::move(quiet)};
    gain.is_future = wait.fact->kind == OrderFact::Kind::kJoinTask;
    if (wait.fact->kind == OrderFact::Kind::kJoinExecutor && are_begun_by(id, wait.on, gain.quiet))
      gain.begun_by = wait.on;
    const ir::Body& body = *calls_.program().body(calls_.at(id).method);
    const auto result = base::id_at<ir::ValueId>(wait.instruction);
    if (wait.when != When::kAlways)
      gain.branches = branches_where(body, result, wait.when == When::kFalse);
    else if (wait.fact->when != When::kAlways)
      gain.branches = blocks_past(body, result, wait.fact->when == When::kFalse);
    gains_[index(id)].push_back(std::move(gain));
  }
}

// Who has passed a gate has passed it for good.
void Joins::add_passes() {
  for (const auto& [id, passes] : gates_.passes()) {
    with_dominance(calls_.at(base::id_at<InstanceId>(id)).method);
    for (const Pass& pass : passes) {
      Bits bits(words_, 0);
      set(bits, base::id_at<OriginId>(origins_.size() + pass.gate));
      Gain gain{.instruction = pass.instruction, .ended = bits, .quiet = std::move(bits)};
      if (pass.branch) gain.branches.emplace({*pass.branch});
      gains_[id].push_back(std::move(gain));
    }
  }
}

Joins::Bits Joins::joined_by(InstanceId id, const Wait& wait) {
  Bits ended(words_, 0);
  switch (wait.fact->kind) {
    case OrderFact::Kind::kJoinThread: join_thread(id, wait, ended); break;
    case OrderFact::Kind::kJoinTask: join_future(id, wait, ended); break;
    case OrderFact::Kind::kJoinExecutor: join_executor(id, wait, ended); break;
    case OrderFact::Kind::kJoinTasks: join_own_starts(id, wait, ended); break;
    default: break;
  }
  return ended;
}

// The one object of a value, if it stands for one real one.
ObjectId Joins::only_object(InstanceId id, ir::ValueId value) {
  if (value == ir::kNoValue) return base::kNone<ObjectId>;
  return origins_.only_single(calls_.heap().value(id, value));
}

void Joins::join_thread(InstanceId id, const Wait& wait, Bits& ended) {
  const ObjectId thread = only_object(id, wait.on);
  if (base::is_none(thread)) return;
  // One that was made and started in one call was begun before anybody has it.
  if (!starts_.completers(thread).empty()) return add_done(thread, kDeepestFuture, ended);
  const pointsto::SiteId site = calls_.heap().object(thread).site;
  if (objects_of_site_[index(site)] != 1) return;
  for (std::uint32_t o = 1; o < origins_.size(); ++o)
    if (origins_[OriginId{o}].site == site && is_started_before(id, wait, OriginId{o}))
      set(ended, OriginId{o});
}

// Who waits for a thread that was not started yet does not wait. The starts must be the waiting
// origin's own, and not behind the wait; or come before all starts of the waiting origin.
bool Joins::is_started_before(InstanceId id, const Wait& wait, OriginId origin) {
  const auto waiting = origins_.list(id);
  const bool is_test = wait.when == When::kFalse;
  const auto is_above = [&](InstanceId at, std::uint32_t first, std::uint32_t second) {
    return with_dominance(calls_.at(at).method)
        .dominance->available(base::id_at<ir::ValueId>(first), base::id_at<ir::ValueId>(second));
  };
  return std::ranges::all_of(origins_[origin].events, [&](std::uint32_t e) {
    const auto start = place_in_program(origins_.events()[e]);
    if (!start) return false;
    const auto starting = origins_.list(start->first);
    if (std::ranges::equal(waiting, starting)) {
      if (start->first != id) return !is_test;
      return is_above(id, start->second, wait.instruction) ||
             (!is_test && !calls_.flow(id)->reaches(wait.instruction, start->second));
    }
    return std::ranges::all_of(waiting, [&](OriginId by) {
      const auto& events = origins_[by].events;
      return !events.empty() && std::ranges::all_of(events, [&](std::uint32_t other) {
        const auto begun = place_in_program(origins_.events()[other]);
        return begun && begun->first == start->first &&
               is_above(begun->first, start->second, begun->second);
      });
    });
  });
}

// The call of the program's own code that does a start, if it is one.
std::optional<std::pair<InstanceId, std::uint32_t>> Joins::place_in_program(
    const StartEvent& event) const {
  constexpr unsigned kHighest = 6;
  InstanceId at = event.caller;
  std::uint32_t instruction = event.instruction;
  for (unsigned up = 0; up < kHighest; ++up) {
    if (!calls_.is_platform(at) && instruction != pointsto::kModelInstruction)
      return std::pair{at, instruction};
    const auto callers = calls_.calls_to(at);
    if (callers.size() != 1) return std::nullopt;
    instruction = callers[0].instruction;
    at = callers[0].caller;
  }
  return std::nullopt;
}

void Joins::join_future(InstanceId id, const Wait& wait, Bits& ended) {
  const ObjectId future = only_object(id, wait.on);
  if (!base::is_none(future)) add_done(future, kDeepestFuture, ended);
}

// Somebody who completes it by hand may have been faster than its task.
void Joins::add_done(ObjectId future, unsigned depth, Bits& ended) {
  if (const auto gate = gates_.gate_of(future))
    set(ended, base::id_at<OriginId>(origins_.size() + *gate));
  if (gates_.is_signalled(future)) return;
  const auto completers = starts_.completers(future);
  if (completers.size() == 1) {
    const Origin& task = origins_[completers[0]];
    if (!task.many && task.events.size() == 1) set(ended, completers[0]);
    return;
  }
  // A future is made where its task is handed over, at the same call.
  const pointsto::Site& site = calls_.heap().site(future);
  if (site.kind != pointsto::SiteKind::kCreated || !completers.empty()) return;
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    if (!origins_[OriginId{o}].many &&
        begins_only_at(OriginId{o}, base::id_at<ir::MethodId>(site.a), site.b))
      set(ended, OriginId{o});
  }
  if (depth != 0) add_gathered(future, depth, ended);
}

// allOf(first, second): both are put into an array that is made for the call.
void Joins::add_gathered(ObjectId future, unsigned depth, Bits& ended) {
  const InstanceId maker = origins_.maker(future);
  if (base::is_none(maker)) return;
  const ir::MethodId method = calls_.at(maker).method;
  const ir::Body& body = *calls_.program().body(method);
  const std::uint32_t at = calls_.heap().site(future).b;
  const ir::Instruction& call = body.instructions[at];
  if (call.opcode != ir::Opcode::kInvoke) return;
  const ir::MethodId called = facts_.resolved(calls_.program().owner(method), call);
  if (base::is_none(called)) return;
  for (const OrderFact* fact : facts_.order(called)) {
    if (fact->kind != OrderFact::Kind::kGather) continue;
    const ir::ValueId array = facts_.operand(body, call, fact->on);
    if (array == ir::kNoValue || body.at(array).opcode != ir::Opcode::kNewArray) continue;
    const ir::Dominance& dominance = *with_dominance(method).dominance;
    for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
      const ir::Instruction& put = body.instructions[i];
      const bool is_put =
          put.opcode == ir::Opcode::kArrayStore && put.a == index(array) &&
          dominance.available(base::id_at<ir::ValueId>(i), base::id_at<ir::ValueId>(at));
      const ObjectId part =
          is_put ? only_object(maker, static_cast<ir::ValueId>(put.c)) : base::kNone<ObjectId>;
      if (!base::is_none(part)) add_done(part, depth - 1, ended);
    }
  }
}

void Joins::join_executor(InstanceId id, const Wait& wait, Bits& ended) {
  const ObjectId executor = only_object(id, wait.on);
  if (base::is_none(executor)) return;
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    const Origin& origin = origins_[OriginId{o}];
    if (origin.kind != Origin::Kind::kTask || origin.events.empty()) continue;
    const bool is_given_there = std::ranges::all_of(origin.events, [&](std::uint32_t e) {
      const ObjectId by = starts_.executor(e);
      return !base::is_none(by) && (by == executor || by == starts_.inner(executor));
    });
    if (is_given_there) set(ended, OriginId{o});
  }
}

// Are all these origins begun by calls of the instance on that very value?
bool Joins::are_begun_by(InstanceId id, ir::ValueId value, const Bits& origins) const {
  const ir::Body& body = *calls_.program().body(calls_.at(id).method);
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    if ((origins[o >> 6U] >> (o & 63U) & 1U) == 0) continue;
    const bool is_own = std::ranges::all_of(origins_[OriginId{o}].events, [&](std::uint32_t e) {
      const auto start = place_in_program(origins_.events()[e]);
      if (!start || start->first != id) return false;
      const ir::Instruction& call = body.instructions[start->second];
      return call.opcode == ir::Opcode::kInvoke && call.invocation() != ir::Invocation::kStatic &&
             body.values(call)[0] == value;
    });
    if (!is_own) return false;
  }
  return true;
}

void Joins::join_own_starts(InstanceId id, const Wait& wait, Bits& ended) {
  // Another thread in the same code waits for its own only.
  const auto runners = origins_.list(id);
  if (runners.size() != 1 || origins_[runners[0]].many) return;
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    const Origin& of = origins_[OriginId{o}];
    const bool is_own = !of.events.empty() && std::ranges::all_of(of.events, [&](std::uint32_t e) {
      return is_begun_by(origins_.events()[e], id, wait.instruction);
    });
    if (is_own) set(ended, OriginId{o});
  }
}

// Do the calls that lead to the start all come from that instruction of that instance?
bool Joins::is_begun_by(const StartEvent& event, InstanceId id, std::uint32_t instruction) const {
  constexpr unsigned kHighest = 6;
  InstanceId at = event.caller;
  for (unsigned up = 0; up < kHighest; ++up) {
    const auto callers = calls_.calls_to(at);
    if (callers.size() != 1) return false;
    if (callers[0].caller == id) return callers[0].instruction == instruction;
    at = callers[0].caller;
  }
  return false;
}

bool Joins::begins_at(const StartEvent& event, ir::MethodId method,
                      std::uint32_t instruction) const {
  const pointsto::Context& context =
      calls_.heap().state().contexts[calls_.at(event.caller).context];
  return context.is_model() && context.model_caller == method && context.instruction == instruction;
}

bool Joins::begins_only_at(OriginId origin, ir::MethodId method, std::uint32_t instruction) const {
  const Origin& of = origins_[origin];
  return !of.events.empty() && std::ranges::all_of(of.events, [&](std::uint32_t e) {
    return begins_at(origins_.events()[e], method, instruction);
  });
}

bool Joins::is_result_of(InstanceId at, ir::ValueId value, OriginId origin) const {
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(at).method;
  const ir::Body& body = *program.body(method);
  const ir::Instruction& get = body.at(value);
  if (get.opcode != ir::Opcode::kInvoke) return false;
  const ir::MethodId called = facts_.resolved(program.owner(method), get);
  if (base::is_none(called)) return false;
  return std::ranges::any_of(facts_.order(called), [&](const OrderFact* fact) {
    if (fact->kind != OrderFact::Kind::kJoinTask) return false;
    const ir::ValueId on = facts_.operand(body, get, fact->on);
    if (on == ir::kNoValue) return false;
    bool are_all = calls_.heap().value(at, on).size() != 0;
    calls_.heap().value(at, on).for_each(
        [&](ObjectId future) { are_all = are_all && is_future_of(future, origin); });
    return are_all;
  });
}

// Made where its task is handed over, at the same call, and completed by nobody else. What the
// platform begins there for itself is how it runs the task.
bool Joins::is_future_of(ObjectId future, OriginId origin) const {
  const pointsto::Site& site = calls_.heap().site(future);
  const auto completers = starts_.completers(future);
  if (site.kind != pointsto::SiteKind::kCreated || gates_.is_signalled(future) ||
      std::ranges::any_of(completers, [&](OriginId by) { return by != origin; }))
    return false;
  const auto maker = base::id_at<ir::MethodId>(site.a);
  return begins_only_at(origin, maker, site.b) &&
         std::ranges::none_of(origins_.events(), [&](const StartEvent& event) {
           return event.begins != origin && !calls_.is_platform(event.entry) &&
                  begins_at(event, maker, site.b);
         });
}

}  // namespace heddle::origins
