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

bool any(const std::vector<std::uint64_t>& bits) {
  return std::ranges::any_of(bits, [](std::uint64_t word) { return word != 0; });
}
void set(std::vector<std::uint64_t>& bits, OriginId origin) {
  bits[index(origin) >> 6U] |= std::uint64_t{1} << (index(origin) & 63U);
}
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

Joins::Joins(CallGraph& calls, Origins& origins, Facts& facts, const StartFacts& starts,
             const Gates& gates)
    : calls_(calls),
      origins_(origins),
      facts_(facts),
      interrupts_(calls, origins, facts),
      starts_(starts),
      gates_(gates),
      words_((origins.size() + gates.size() + 63) / 64),
      one_by_one_(origins.size()) {
  for (std::uint32_t i = 0; i < calls.heap().object_count(); ++i)
    ++objects_of_site_[index(calls.heap().object(ObjectId{i}).site)];
  for (const ir::MethodId method : calls.heap().reachable_methods()) {
    if (calls.program().layer(calls.program().owner(method)) != ir::Layer::kPlatform)
      find_waits(method);
  }
  for (const auto& [method, of] : methods_) {
    find_uninterrupted(base::id_at<ir::MethodId>(method));
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
          {.instruction = i, .fact = fact, .on = facts_.operand(*body, instruction, fact->on)});
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
    Bits quiet = joined_by(id, wait);
    if (!any(quiet)) continue;
    // A call that starts and waits may come again, and start again.
    const bool is_for_good = wait.fact->kind != OrderFact::Kind::kJoinTasks ||
                             (origins_.is_once(id) && !calls_.in_loop(id, wait.instruction));
    Bits ended = is_for_good ? quiet : Bits(words_, 0);
    Gain gain{
        .instruction = wait.instruction, .ended = std::move(ended), .quiet = std::move(quiet)};
    gain.is_future = wait.fact->kind == OrderFact::Kind::kJoinTask;
    if (wait.fact->when != When::kAlways) {
      const ir::Body& body = *calls_.program().body(calls_.at(id).method);
      gain.branches = branches_where(body, base::id_at<ir::ValueId>(wait.instruction),
                                     wait.fact->when == When::kFalse);
    }
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
  const bool is_test = wait.fact->when == When::kFalse;
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
      const pointsto::Instance& caller = calls_.at(origins_.events()[e].caller);
      if (caller.shape->parameters.empty() ||
          calls_.program().is(caller.method, ir::Access::kStatic))
        return false;
      const auto& receivers =
          calls_.heap().state().graph.points(caller.node(caller.shape->parameters[0]));
      return receivers.size() == 1 && receivers.contains(executor);
    });
    if (is_given_there) set(ended, OriginId{o});
  }
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

bool Joins::begins_only_at(OriginId origin, ir::MethodId method, std::uint32_t instruction) const {
  const Origin& of = origins_[origin];
  return !of.events.empty() && std::ranges::all_of(of.events, [&](std::uint32_t e) {
    const pointsto::Context& context =
        calls_.heap().state().contexts[calls_.at(origins_.events()[e].caller).context];
    return context.is_model() && context.model_caller == method &&
           context.instruction == instruction;
  });
}

// --- starts and waits of one method --------------------------------------------------------------

// From each start that has one place, up to the code of the program that does it.
void Joins::find_spans() {
  constexpr unsigned kHighest = 6;
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    const Origin& origin = origins_[OriginId{o}];
    if (origin.events.size() != 1 || !origin.runs_application) continue;
    InstanceId at = origins_.events()[origin.events[0]].caller;
    std::uint32_t instruction = origins_.events()[origin.events[0]].instruction;
    for (unsigned up = 0; up < kHighest && of(calls_.at(at).method) == nullptr; ++up) {
      const auto callers = calls_.calls_to(at);
      if (callers.size() != 1) break;
      instruction = callers[0].instruction;
      at = callers[0].caller;
    }
    if (of(calls_.at(at).method) != nullptr && instruction != pointsto::kModelInstruction)
      find_span(OriginId{o}, at, instruction);
  }
}

void Joins::find_span(OriginId origin, InstanceId at, std::uint32_t start) {
  const ir::MethodId method = calls_.at(at).method;
  const ir::Body& body = *calls_.program().body(method);
  const auto runners = origins_.list(at);
  if (runners.size() != 1 || origins_[runners[0]].many) return;
  if (body.instructions[start].opcode != ir::Opcode::kInvoke) return;
  const auto arguments = body.values(body.instructions[start]);
  for (const Wait& wait : of(method)->waits) {
    if (wait.on == ir::kNoValue || wait.fact->when != When::kAlways) continue;
    const ir::ValueId joined = without_casts(body, wait.on);
    const bool is_thread = wait.fact->kind == OrderFact::Kind::kJoinThread && !arguments.empty() &&
                           joined == without_casts(body, arguments[0]);
    const bool is_task = wait.fact->kind == OrderFact::Kind::kJoinTask && index(joined) == start;
    std::optional<Span> span;
    if (is_thread || is_task)
      span = Span{.origin = origin, .start = start, .wait = wait.instruction};
    else if (wait.fact->kind == OrderFact::Kind::kJoinThread ||
             wait.fact->kind == OrderFact::Kind::kJoinTask)
      span = joined_in_loop(method, wait, origin, start);
    if (!span) continue;
    // Runs of earlier runs of the method must be over too.
    bool leaves_running = false;
    for (std::uint32_t i = 0; i < body.instructions.size(); ++i)
      leaves_running |=
          body.instructions[i].opcode == ir::Opcode::kReturn && !is_outside(at, *span, i);
    if (leaves_running && !origins_.is_once(at)) continue;
    spans_[index(at)].push_back(*span);
    if (is_outside(at, *span, start)) one_by_one_[index(origin)] = 1;
  }
}

bool Joins::is_outside(InstanceId at, const Span& span, std::uint32_t instruction) const {
  const BodyFlow& flow = *calls_.flow(at);
  if (span.loop != 0 && flow.loop_of(instruction) == span.loop) return false;
  return !flow.reaches_without(span.start, instruction, span.wait, untaken(at));
}

bool Joins::is_over(InstanceId at, std::uint32_t start, OriginId origin,
                    std::uint32_t instruction) const {
  const auto spans = spans_.find(index(at));
  return spans != spans_.end() && std::ranges::any_of(spans->second, [&](const Span& span) {
           return span.origin == origin && span.start == start && is_outside(at, span, instruction);
         });
}

bool Joins::leaves_running(InstanceId at, std::uint32_t start, OriginId origin) const {
  const auto spans = spans_.find(index(at));
  if (spans == spans_.end()) return true;
  const ir::Body& body = calls_.flow(at)->body();
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    if (body.instructions[i].opcode == ir::Opcode::kReturn && !is_over(at, start, origin, i))
      return true;
  }
  return false;
}

// A handler of interrupts runs only if somebody interrupts, a block that does nothing but wait for
// a thread is left by its end, and a task that failed has ended, too.
void Joins::find_uninterrupted(ir::MethodId method) {
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(method);
  OfMethod& of = *methods_[index(method)];
  const std::array thrown = {program.find("java/lang/InterruptedException"),
                             program.find("java/util/concurrent/ExecutionException"),
                             program.find("java/util/concurrent/CompletionException")};
  for (const ir::Handler& handler : body.handlers) {
    const ir::Type type = program.type_of(program.owner(method), handler.type);
    const bool is_untaken =
        type.is_class() && std::ranges::find(thrown, type.class_id()) != thrown.end();
    of.uninterrupted.handlers.push_back(is_untaken ? 1 : 0);
  }
  for (const ir::Block& block : body.blocks) {
    std::uint32_t calls = 0, waits = 0;
    for (std::uint32_t i = block.first; i < block.end; ++i)
      calls += body.instructions[i].opcode == ir::Opcode::kInvoke ? 1 : 0;
    for (const Wait& wait : of.waits) {
      const bool is_here = wait.instruction >= block.first && wait.instruction < block.end;
      waits += is_here && wait.fact->kind == OrderFact::Kind::kJoinThread ? 1 : 0;
    }
    of.uninterrupted.blocks.push_back(waits == 1 && calls == 1 ? 1 : 0);
  }
}

const BodyFlow::Untaken& Joins::untaken(InstanceId at) const {
  static const BodyFlow::Untaken kNone;
  const OfMethod* method = of(calls_.at(at).method);
  const bool is_calm =
      method != nullptr && std::ranges::none_of(origins_.list(at), [&](OriginId origin) {
        return interrupts_.may_reach(origin);
      });
  return is_calm ? method->uninterrupted : kNone;
}

// for (Thread t : threads) t.join(): all that were put into the array or list have ended behind it.
std::optional<Joins::Span> Joins::joined_in_loop(ir::MethodId method, const Wait& wait,
                                                 OriginId origin, std::uint32_t start) {
  const ir::Body& body = *calls_.program().body(method);
  BodyFlow& flow = *calls_.flow(method);
  const std::uint32_t loop = flow.loop_of(wait.instruction);
  if (loop == 0 || flow.loop_of(start) == loop) return std::nullopt;
  // One way out of it, by a test.
  std::uint32_t test = 0, ways_out = 0;
  for (std::uint32_t b = 0; b < body.blocks.size(); ++b) {
    if (flow.loop_of_block(b) != loop) continue;
    for (const ir::BlockId next : body.successors_of(body.blocks[b])) {
      if (flow.loop_of_block(index(next)) == loop) continue;
      ++ways_out;
      test = body.blocks[b].end - 1;
    }
  }
  ir::ValueId container = ir::kNoValue;
  if (ways_out != 1 || body.instructions[test].opcode != ir::Opcode::kIf ||
      !covers_all(flow, wait.on, test, container))
    return std::nullopt;
  // What is started, or what stands for it, is put there where it is made or started.
  const bool is_task = wait.fact->kind == OrderFact::Kind::kJoinTask;
  const pointsto::Site* site = base::is_none(origins_[origin].site)
                                   ? nullptr
                                   : &calls_.heap().state().sites[origins_[origin].site];
  if (!is_task && (site == nullptr || site->a != index(method))) return std::nullopt;
  const auto made = base::id_at<ir::ValueId>(is_task ? start : site->b);
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& put = body.instructions[i];
    const bool is_near =
        flow.block_of(i) == flow.block_of(index(made)) || flow.block_of(i) == flow.block_of(start);
    if (!is_near) continue;
    const auto is = [&](std::uint32_t value, ir::ValueId wanted) {
      return without_casts(body, base::id_at<ir::ValueId>(value)) == without_casts(body, wanted);
    };
    bool is_put = put.opcode == ir::Opcode::kArrayStore && is(put.a, container) && is(put.c, made);
    if (put.opcode == ir::Opcode::kInvoke && put.c >= 2) {
      const auto arguments = body.values(put);
      is_put |= is(index(arguments[0]), container) && is(index(arguments[1]), made);
    }
    if (is_put) return Span{.origin = origin, .start = start, .wait = test, .loop = loop};
  }
  return std::nullopt;
}

// Does the loop's test end it only when every element of the container was met? By an iterator
// without more, or by an index that reaches the length or the number that the array was made with.
bool Joins::covers_all(BodyFlow& flow, ir::ValueId joined, std::uint32_t test,
                       ir::ValueId& container) const {
  const ir::Body& body = flow.body();
  const auto operand = [&](std::uint32_t value) {
    return without_casts(body, base::id_at<ir::ValueId>(value));
  };
  const ir::Instruction& element = body.at(without_casts(body, joined));
  const ir::Instruction& condition = body.instructions[test];
  if (element.opcode == ir::Opcode::kArrayLoad) {
    container = operand(element.a);
    if (!counts_from_zero(body, element.b)) return false;
    for (const std::uint32_t bound : {condition.a, condition.b}) {
      if (bound == index(ir::kNoValue)) continue;
      const ir::Instruction& limit = body.instructions[bound];
      if (limit.opcode == ir::Opcode::kArrayLength && operand(limit.a) == container) return true;
      const ir::Instruction& array = body.at(container);
      if (array.opcode != ir::Opcode::kNewArray) continue;
      const ir::Instruction& length = body.instructions[array.a];
      if (array.a == bound || (limit.opcode == ir::Opcode::kConstInt && limit == length))
        return true;
    }
    return false;
  }
  // next() of an iterator whose hasNext() is the test.
  if (element.opcode != ir::Opcode::kInvoke || element.c != 1) return false;
  const ir::Instruction& more = body.instructions[condition.a];
  if (more.opcode != ir::Opcode::kInvoke || more.c != 1) return false;
  const ir::ValueId iterator = operand(index(body.values(element)[0]));
  if (operand(index(body.values(more)[0])) != iterator) return false;
  const ir::Instruction& made = body.at(iterator);
  if (made.opcode != ir::Opcode::kInvoke || made.c != 1) return false;
  container = operand(index(body.values(made)[0]));
  return true;
}

// --- through calls -------------------------------------------------------------------------------

bool Joins::is_behind(InstanceId at, const Gain& gain, std::uint32_t instruction) const {
  const BodyFlow& flow = *calls_.flow(at);
  const OfMethod& of = *this->of(calls_.at(at).method);
  const ir::Body& body = flow.body();
  if (instruction >= body.instructions.size()) return false;
  const bool is_dominated = of.dominance->available(base::id_at<ir::ValueId>(gain.instruction),
                                                    base::id_at<ir::ValueId>(instruction));
  if (!is_dominated && (body.handlers.empty() || gain.instruction == instruction ||
                        !flow.always_passes(gain.instruction, instruction, untaken(at))))
    return false;
  if (!gain.branches) return true;
  const auto block = base::id_at<ir::BlockId>(flow.block_of(instruction));
  return std::ranges::any_of(
      *gain.branches, [&](ir::BlockId branch) { return of.dominance->dominates(branch, block); });
}

void Joins::add_local(InstanceId at, std::uint32_t instruction, Asked asked, Bits& bits) const {
  if (instruction == pointsto::kModelInstruction) return;
  if (const auto spans = spans_.find(index(at)); spans != spans_.end()) {
    BodyFlow& flow = *calls_.flow(at);
    for (const Span& span : spans->second) {
      if (!is_outside(at, span, instruction)) continue;
      // Ended for good: it cannot begin again behind this.
      const bool is_over = origins_.is_once(at) && !flow.reaches(instruction, span.start);
      if (asked == Asked::kQuiet || is_over) set(bits, span.origin);
    }
  }
  const auto gains = gains_.find(index(at));
  if (gains == gains_.end()) return;
  for (const Gain& gain : gains->second) {
    if (!is_behind(at, gain, instruction)) continue;
    for (std::size_t word = 0; word < bits.size(); ++word) bits[word] |= gain.of(asked)[word];
  }
}

Joins::Bits Joins::at_exit(InstanceId id, Asked asked) const {
  Bits all(words_, ~std::uint64_t{0});
  const ir::Body* body = calls_.program().body(calls_.at(id).method);
  bool returns = false;
  for (std::uint32_t i = 0; body != nullptr && i < body->instructions.size(); ++i) {
    if (body->instructions[i].opcode != ir::Opcode::kReturn) continue;
    returns = true;
    Bits here(words_, 0);
    add_local(id, i, asked, here);
    for (std::size_t word = 0; word < all.size(); ++word) all[word] &= here[word];
  }
  return returns ? all : Bits(words_, 0);
}

// Callers of what waits gain as much; up to a few levels.
void Joins::gain_from_callees() {
  constexpr int kMostLevels = 4;
  std::vector<InstanceId> fresh;
  for (const auto& [id, gains] : gains_) fresh.push_back(base::id_at<InstanceId>(id));
  for (const auto& [id, spans] : spans_) fresh.push_back(base::id_at<InstanceId>(id));
  for (int level = 0; level < kMostLevels && !fresh.empty(); ++level) {
    std::vector<InstanceId> callers;
    for (const InstanceId id : fresh) {
      if (!any(at_exit(id, Asked::kQuiet))) continue;
      for (const Call& call : calls_.calls_to(id))
        if (!call.initializes && calls_.program().body(calls_.at(call.caller).method) != nullptr)
          callers.push_back(call.caller);
    }
    std::ranges::sort(callers);
    callers.erase(std::ranges::unique(callers).begin(), callers.end());
    fresh.clear();
    for (const InstanceId caller : callers)
      if (gain_from_callees(caller)) fresh.push_back(caller);
  }
}

bool Joins::gain_from_callees(InstanceId id) {
  const auto calls = calls_.calls_from(id);
  std::vector<Gain> found;
  for (std::size_t i = 0; i < calls.size();) {
    const std::uint32_t instruction = calls[i].instruction;
    const Bits all(words_, ~std::uint64_t{0}), none(words_, 0);
    Gain gain{.instruction = instruction, .ended = all, .quiet = all};
    for (; i < calls.size() && calls[i].instruction == instruction; ++i) {
      if (calls[i].initializes) continue;
      const InstanceId callee = calls[i].callee;
      const bool waits = gains_.contains(index(callee)) || spans_.contains(index(callee));
      const Bits ended = waits ? at_exit(callee, Asked::kEnded) : none;
      const Bits quiet = waits ? at_exit(callee, Asked::kQuiet) : none;
      for (std::size_t word = 0; word < all.size(); ++word) {
        gain.ended[word] &= ended[word];
        gain.quiet[word] &= quiet[word];
      }
    }
    const bool is_call = instruction != pointsto::kModelInstruction;
    if (is_call && any(gain.quiet) && gain.quiet[0] != ~std::uint64_t{0})
      found.push_back(std::move(gain));
  }
  std::vector<Gain>& mine = gains_[index(id)];
  bool grew = false;
  with_dominance(calls_.at(id).method);
  for (Gain& gain : found) {
    const bool known = std::ranges::any_of(mine, [&](const Gain& other) {
      return other.instruction == gain.instruction && other.ended == gain.ended &&
             other.quiet == gain.quiet;
    });
    if (known) continue;
    mine.push_back(std::move(gain));
    grew = true;
  }
  return grew;
}

// From the roots on, what every way to an instance has in common. Ended ones first: they are all
// that a start hands on.
void Joins::spread(Asked asked) {
  const std::size_t words = words_;
  Bits& entry = at_entry(asked);
  entry.assign(calls_.size() * words, ~std::uint64_t{0});
  std::vector<std::uint8_t> seen(calls_.size());
  std::vector<InstanceId> open;
  const auto meet = [&](InstanceId id, const Bits& bits) {
    bool shrank = seen[index(id)] == 0;
    seen[index(id)] = 1;
    for (std::size_t word = 0; word < words; ++word) {
      std::uint64_t& mine = entry[index(id) * words + word];
      shrank |= (mine & ~bits[word]) != 0;
      mine &= bits[word];
    }
    if (shrank) open.push_back(id);
  };
  std::vector<std::vector<std::uint32_t>> events_from(calls_.size());
  for (std::uint32_t e = 0; e < origins_.events().size(); ++e)
    events_from[index(origins_.events()[e].caller)].push_back(e);
  const Bits none(words, 0);
  for (const InstanceId root : calls_.roots()) meet(root, none);
  for (std::uint32_t i = 0; i < calls_.size(); ++i)
    if (calls_.is_class_initializer(base::id_at<InstanceId>(i)))
      meet(base::id_at<InstanceId>(i), none);
  while (!open.empty()) {
    const InstanceId from = open.back();
    open.pop_back();
    for (const Call& call : calls_.calls_from(from))
      if (!call.initializes) meet(call.callee, at(from, call.instruction, asked));
    for (const std::uint32_t e : events_from[index(from)])
      meet(origins_.events()[e].entry, at_start(e));
  }
}

Joins::Bits Joins::at_start(std::uint32_t event) const {
  const StartEvent& start = origins_.events()[event];
  Bits bits = at(start.caller, start.instruction, Asked::kEnded);
  for (std::size_t word = 0; word < words_; ++word) bits[word] |= after_[event][word];
  return bits;
}

// A task whose future is done was begun: what had ended then has ended, and so has what it waited
// for on every way to its end.
void Joins::add_implied() {
  constexpr unsigned kMostRounds = 4;
  for (unsigned round = 0; round < kMostRounds; ++round) {
    bool grew = false;
    const auto imply = [&](Bits& bits) {
      for (std::uint32_t o = 1; o < origins_.size(); ++o) {
        if ((bits[o >> 6U] >> (o & 63U) & 1U) == 0) continue;
        for (const std::uint32_t e : origins_[OriginId{o}].events) {
          const Bits known = at_start(e);
          for (std::size_t word = 0; word < words_; ++word) {
            grew |= (known[word] & ~bits[word]) != 0;
            bits[word] |= known[word];
          }
        }
      }
    };
    for (auto& [id, gains] : gains_) {
      for (Gain& gain : gains) {
        if (!gain.is_future) continue;
        imply(gain.ended);
        for (std::size_t word = 0; word < words_; ++word) gain.quiet[word] |= gain.ended[word];
      }
    }
    for (Bits& bits : after_) imply(bits);
    if (!grew) return;
    spread(Asked::kEnded);
  }
}

Joins::Bits Joins::at(InstanceId id, std::uint32_t instruction, Asked asked) const {
  const Bits& entry = asked == Asked::kQuiet ? quiet_at_entry_ : ended_at_entry_;
  const auto first = entry.begin() + static_cast<std::ptrdiff_t>(index(id) * words_);
  Bits bits(first, first + static_cast<std::ptrdiff_t>(words_));
  add_local(id, instruction, asked, bits);
  return bits;
}

bool Joins::is_quiet(InstanceId id, std::uint32_t instruction, OriginId origin) const {
  if (quiet_at_entry_.empty()) return false;
  const Bits bits = at(id, instruction, Asked::kQuiet);
  return (bits[index(origin) >> 6U] >> (index(origin) & 63U) & 1U) != 0;
}

bool Joins::has_ended(InstanceId id, std::uint32_t instruction, OriginId origin) const {
  if (ended_at_entry_.empty()) return false;
  const Bits bits = at(id, instruction, Asked::kEnded);
  return (bits[index(origin) >> 6U] >> (index(origin) & 63U) & 1U) != 0;
}

std::vector<std::uint32_t> Joins::passed(InstanceId id, std::uint32_t instruction) const {
  std::vector<std::uint32_t> found;
  if (ended_at_entry_.empty() || gates_.size() == 0) return found;
  const Bits bits = at(id, instruction, Asked::kEnded);
  for (std::uint32_t g = 0; g < gates_.size(); ++g) {
    const std::size_t bit = origins_.size() + g;
    if ((bits[bit >> 6U] >> (bit & 63U) & 1U) != 0) found.push_back(g);
  }
  return found;
}

bool Joins::ended_at_start(OriginId first, OriginId second) const {
  const Origin& later = origins_[second];
  return !later.events.empty() && std::ranges::all_of(later.events, [&](std::uint32_t e) {
    const StartEvent& event = origins_.events()[e];
    return has_ended(event.caller, event.instruction, first) ||
           (!ended_at_entry_.empty() &&
            (at_start(e)[index(first) >> 6U] >> (index(first) & 63U) & 1U) != 0);
  });
}

}  // namespace heddle::origins
