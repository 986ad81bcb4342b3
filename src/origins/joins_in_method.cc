// Starts and waits of one method: where between the two what was started may be under way.
#include <algorithm>
#include <array>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "origins/joins.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using ir::without_casts;
using model::OrderFact;
using model::When;
using pointsto::InstanceId;
using pointsto::ObjectId;

// From each start that has one place, up to the code of the program that does it.
void Joins::find_spans() {
  constexpr unsigned kHighest = 6;
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    const Origin& origin = origins_[OriginId{o}];
    if (!origin.runs_application || origin.events.empty()) continue;
    if (origin.events.size() != 1) {
      find_span_of_starts(OriginId{o});
      continue;
    }
    Begun begun{.at = origins_.events()[origin.events[0]].caller,
                .start = origins_.events()[origin.events[0]].instruction};
    std::span<const Call> callers;
    for (unsigned up = 0; up < kHighest && of(calls_.at(begun.at).method) == nullptr; ++up) {
      callers = calls_.calls_to(begun.at);
      if (callers.size() != 1) break;
      const bool is_result =
          !calls_.is_platform(begun.at) && gives_back(begun.at, begun.start, begun.is_result);
      begun = {.at = callers[0].caller,
               .start = callers[0].instruction,
               .is_result = is_result,
               .repeats = begun.repeats || may_repeat(begun, up == 0)};
    }
    if (begun.start == pointsto::kModelInstruction) continue;
    if (of(calls_.at(begun.at).method) != nullptr)
      find_span(OriginId{o}, begun);
    else if (callers.size() > 1 && !calls_.is_platform(begun.at) && !begun.is_result &&
             !begun.repeats)
      find_span_of_several(OriginId{o}, begun.at, begun.start);
  }
}

// Is the start in a loop of its own method, or one of a model that calls the program back?
bool Joins::may_repeat(const Begun& begun, bool is_event) const {
  if (begun.start == pointsto::kModelInstruction) return !is_event;
  return calls_.in_loop(begun.at, begun.start);
}

// Does each return of the method give what was begun there: the thread, or the future of the task?
bool Joins::gives_back(InstanceId at, std::uint32_t start, bool is_result) const {
  const ir::Body* body = calls_.program().body(calls_.at(at).method);
  if (body == nullptr || start >= body->instructions.size() ||
      body->instructions[start].opcode != ir::Opcode::kInvoke || calls_.in_loop(at, start))
    return false;
  const auto arguments = body->values(body->instructions[start]);
  bool returns = false;
  for (const ir::Instruction& end : body->instructions) {
    if (end.opcode != ir::Opcode::kReturn) continue;
    if (end.a == index(ir::kNoValue)) return false;
    const ir::ValueId value = without_casts(*body, static_cast<ir::ValueId>(end.a));
    const bool is_receiver =
        !is_result && !arguments.empty() && value == without_casts(*body, arguments[0]);
    if (!is_receiver && index(value) != start) return false;
    returns = true;
  }
  return returns;
}

// `Thread first = startWorker(); Thread second = startWorker(); first.join(); second.join();`
void Joins::find_span_of_several(OriginId origin, InstanceId starter, std::uint32_t start) {
  const auto callers = calls_.calls_to(starter);
  const InstanceId at = callers[0].caller;
  if (of(calls_.at(at).method) == nullptr || !gives_back(starter, start, false)) return;
  const auto runners = origins_.list(at);
  if (runners.size() != 1 || origins_[runners[0]].many) return;
  std::optional<Span> all;
  for (const Call& call : callers) {
    const auto is_other = [&](const Call& target) {
      return !target.initializes && target.callee != starter;
    };
    if (call.caller != at || call.instruction == pointsto::kModelInstruction ||
        std::ranges::any_of(calls_.calls_at(at, call.instruction), is_other))
      return;
    const Begun begun{.at = at, .start = call.instruction, .is_result = true};
    std::optional<Span> one;
    for (const Wait& wait : of(calls_.at(at).method)->waits)
      if (!one) one = single_wait(calls_.at(at).method, wait, origin, begun);
    if (!one) return;
    if (!all)
      all = one;
    else
      all->others.emplace_back(one->start, one->wait);
  }
  if (all) add_span(origin, {.at = at, .start = all->start}, std::move(*all));
}

// `Thread first = newWorker(), second = newWorker(); first.start(); second.start(); first.join();
// second.join();`
void Joins::find_span_of_starts(OriginId origin) {
  std::optional<Span> all;
  InstanceId at = base::kNone<InstanceId>;
  for (const std::uint32_t e : origins_[origin].events) {
    const auto start = place_in_program(origins_.events()[e]);
    if (!start || (all && start->first != at)) return;
    at = start->first;
    const ir::MethodId method = calls_.at(at).method;
    if (of(method) == nullptr) return;
    std::optional<Span> one;
    for (const Wait& wait : of(method)->waits)
      if (!one) one = single_wait(method, wait, origin, {.at = at, .start = start->second});
    if (!one) return;
    if (!all)
      all = one;
    else
      all->others.emplace_back(one->start, one->wait);
  }
  const auto runners = origins_.list(at);
  if (runners.size() == 1 && !origins_[runners[0]].many)
    add_span(origin, {.at = at, .start = all->start}, std::move(*all));
}

// Does the start give back the thread that it made, or the future of its task?
bool Joins::is_made_by(InstanceId at, std::uint32_t start) const {
  const ir::MethodId method = calls_.at(at).method;
  const pointsto::ObjectSet& made = calls_.heap().value(at, base::id_at<ir::ValueId>(start));
  bool is_made = made.size() != 0;
  made.for_each([&](ObjectId object) {
    const pointsto::Site& site = calls_.heap().site(object);
    is_made = is_made && site.kind == pointsto::SiteKind::kCreated && site.a == index(method) &&
              site.b == start;
  });
  return is_made;
}

std::optional<Joins::Span> Joins::single_wait(ir::MethodId method, const Wait& wait,
                                              OriginId origin, const Begun& begun) const {
  const ir::Body& body = *calls_.program().body(method);
  if (wait.on == ir::kNoValue || wait.when != When::kAlways) return std::nullopt;
  const ir::ValueId joined = without_casts(body, wait.on);
  const auto arguments = body.values(body.instructions[begun.start]);
  const bool is_result = index(joined) == begun.start;
  const bool is_receiver = !arguments.empty() && joined == without_casts(body, arguments[0]);
  const bool is_thread = wait.fact->kind == OrderFact::Kind::kJoinThread &&
                         (is_receiver || (begun.is_result && is_result));
  const bool is_task = wait.fact->kind == OrderFact::Kind::kJoinTask && is_result;
  if (!is_thread && !is_task) return std::nullopt;
  return Span{.origin = origin, .start = begun.start, .wait = wait.instruction};
}

void Joins::find_span(OriginId origin, const Begun& begun) {
  const InstanceId at = begun.at;
  const ir::MethodId method = calls_.at(at).method;
  const ir::Body& body = *calls_.program().body(method);
  const auto runners = origins_.list(at);
  if (runners.size() != 1 || origins_[runners[0]].many) return;
  if (body.instructions[begun.start].opcode != ir::Opcode::kInvoke) return;
  for (const Wait& wait : of(method)->waits) {
    if (wait.on == ir::kNoValue || wait.when != When::kAlways) continue;
    std::optional<Span> span = single_wait(method, wait, origin, begun);
    const bool waits_for_one = wait.fact->kind == OrderFact::Kind::kJoinThread ||
                               wait.fact->kind == OrderFact::Kind::kJoinTask;
    if (!span && waits_for_one) span = joined_in_loop(method, wait, origin, begun);
    if (!span && wait.fact->kind == OrderFact::Kind::kJoinTask)
      span = joined_as_one(method, wait, origin, begun);
    if (span) add_span(origin, begun, std::move(*span));
  }
}

void Joins::add_span(OriginId origin, const Begun& begun, Span span) {
  const InstanceId at = begun.at;
  const ir::Body& body = *calls_.program().body(calls_.at(at).method);
  // Runs of earlier runs of the method must be over too.
  bool leaves_running = false;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i)
    leaves_running |=
        body.instructions[i].opcode == ir::Opcode::kReturn && !is_outside(at, span, i);
  if (leaves_running && !origins_.is_once(at)) return;
  joined_where_begun_[index(origin)] = 1;
  const bool is_one_by_one = !begun.repeats && is_outside(at, span, span.start) &&
                             std::ranges::all_of(span.others, [&](const auto& other) {
                               return is_outside(at, span, other.first);
                             });
  if (is_one_by_one) one_by_one_[index(origin)] = 1;
  spans_[index(at)].push_back(std::move(span));
}

bool Joins::may_begin(InstanceId at, const Span& span, std::uint32_t instruction) const {
  BodyFlow& flow = *calls_.flow(at);
  const auto may = [&](std::uint32_t start) {
    return instruction == start || flow.reaches(instruction, start);
  };
  return may(span.start) ||
         std::ranges::any_of(span.others, [&](const auto& other) { return may(other.first); });
}

bool Joins::is_outside(InstanceId at, const Span& span, std::uint32_t instruction) const {
  const BodyFlow& flow = *calls_.flow(at);
  if (span.loop != 0 && flow.loop_of(instruction) == span.loop) return false;
  const auto& calm = untaken(at);
  return !flow.reaches_without(span.start, instruction, span.wait, calm) &&
         std::ranges::none_of(span.others, [&](const auto& other) {
           return flow.reaches_without(other.first, instruction, other.second, calm);
         });
}

bool Joins::is_over(InstanceId at, std::uint32_t start, OriginId origin,
                    std::uint32_t instruction) const {
  const auto spans = spans_.find(index(at));
  return spans != spans_.end() && std::ranges::any_of(spans->second, [&](const Span& span) {
           const bool is_its =
               span.start == start || std::ranges::any_of(span.others, [&](const auto& other) {
                 return other.first == start;
               });
           return span.origin == origin && is_its && is_outside(at, span, instruction);
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

// A loop around the wait that is left by one test, when all elements of a container were met.
std::optional<Joins::Round> Joins::round(ir::MethodId method, const Wait& wait) const {
  const ir::Body& body = *calls_.program().body(method);
  BodyFlow& flow = *calls_.flow(method);
  const std::uint32_t loop = flow.loop_of(wait.instruction);
  if (loop == 0) return std::nullopt;
  Round found{.loop = loop};
  std::uint32_t ways_out = 0;
  for (std::uint32_t b = 0; b < body.blocks.size(); ++b) {
    if (flow.loop_of_block(b) != loop) continue;
    for (const ir::BlockId next : body.successors_of(body.blocks[b])) {
      if (flow.loop_of_block(index(next)) == loop) continue;
      ++ways_out;
      found.test = body.blocks[b].end - 1;
      found.behind = next;
    }
  }
  if (ways_out != 1 || body.instructions[found.test].opcode != ir::Opcode::kIf ||
      !covers_all(flow, wait.on, found.test, found.container))
    return std::nullopt;
  return found;
}

// for (Thread t : threads) t.join(): all that were put into the array or list have ended behind it.
std::optional<Joins::Span> Joins::joined_in_loop(ir::MethodId method, const Wait& wait,
                                                 OriginId origin, const Begun& begun) {
  BodyFlow& flow = *calls_.flow(method);
  const auto round = this->round(method, wait);
  if (!round || flow.loop_of(begun.start) == round->loop) return std::nullopt;
  const Span span{.origin = origin, .start = begun.start, .wait = round->test, .loop = round->loop};
  if (wait.fact->kind == OrderFact::Kind::kJoinThread && !begun.is_result) {
    const ir::Body& body = flow.body();
    const auto arguments = body.values(body.instructions[begun.start]);
    const ir::ValueId from = arguments.empty() ? ir::kNoValue : container_of(method, arguments[0]);
    if (from != ir::kNoValue && is_same(method, from, round->container)) return span;
  }
  // What is started, or what stands for it, is put there where it is made or started.
  const bool is_result = wait.fact->kind == OrderFact::Kind::kJoinTask || begun.is_result ||
                         is_made_by(begun.at, begun.start);
  const pointsto::Site* site = base::is_none(origins_[origin].site)
                                   ? nullptr
                                   : &calls_.heap().state().sites[origins_[origin].site];
  if (!is_result && (site == nullptr || site->a != index(method))) return std::nullopt;
  const auto made = base::id_at<ir::ValueId>(is_result ? begun.start : site->b);
  if (!is_put_near(method, made, begun.start,
                   [&](ir::ValueId into) { return is_same(method, into, round->container); }))
    return std::nullopt;
  return span;
}

// allOf(futures).join(), of an array or list that each future is put into where its task begins.
std::optional<Joins::Span> Joins::joined_as_one(ir::MethodId method, const Wait& wait,
                                                OriginId origin, const Begun& begun) {
  const ir::ValueId container = gathered(method, wait.on);
  if (container == ir::kNoValue || calls_.flow(method)->in_loop(wait.instruction))
    return std::nullopt;
  if (!is_put_near(method, base::id_at<ir::ValueId>(begun.start), begun.start,
                   [&](ir::ValueId into) { return is_same(method, into, container); }))
    return std::nullopt;
  return Span{.origin = origin, .start = begun.start, .wait = wait.instruction};
}

// The container all of whose futures are done when this one is; `list.toArray(…)` is the list.
ir::ValueId Joins::gathered(ir::MethodId method, ir::ValueId future) const {
  const ir::Body& body = *calls_.program().body(method);
  const ir::ClassId owner = calls_.program().owner(method);
  const ir::Instruction& made = body.at(without_casts(body, future));
  if (made.opcode != ir::Opcode::kInvoke) return ir::kNoValue;
  const ir::MethodId called = facts_.resolved(owner, made);
  if (base::is_none(called)) return ir::kNoValue;
  for (const OrderFact* fact : facts_.order(called)) {
    if (fact->kind != OrderFact::Kind::kGather) continue;
    const ir::ValueId given = facts_.operand(body, made, fact->on);
    if (given == ir::kNoValue) continue;
    const ir::ValueId array = without_casts(body, given);
    const ir::Instruction& copy = body.at(array);
    if (copy.opcode != ir::Opcode::kInvoke) return array;
    const ir::MethodId copies = facts_.resolved(owner, copy);
    if (base::is_none(copies)) return ir::kNoValue;
    for (const OrderFact* elements : facts_.order(copies)) {
      if (elements->kind == OrderFact::Kind::kElements)
        return without_casts(body, facts_.operand(body, copy, elements->on));
    }
    return ir::kNoValue;
  }
  return ir::kNoValue;
}

// Is the value put into such a container where it is made or started?
bool Joins::is_put_near(ir::MethodId method, ir::ValueId made, std::uint32_t start,
                        const std::function<bool(ir::ValueId)>& is_container) const {
  const ir::Body& body = *calls_.program().body(method);
  const BodyFlow& flow = *calls_.flow(method);
  const auto is_made = [&](std::uint32_t value) {
    return without_casts(body, base::id_at<ir::ValueId>(value)) == without_casts(body, made);
  };
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& put = body.instructions[i];
    const bool is_near =
        flow.block_of(i) == flow.block_of(index(made)) || flow.block_of(i) == flow.block_of(start);
    if (!is_near) continue;
    if (put.opcode == ir::Opcode::kArrayStore && is_made(put.c) &&
        is_container(base::id_at<ir::ValueId>(put.a)))
      return true;
    if (put.opcode != ir::Opcode::kInvoke || put.c < 2) continue;
    const auto arguments = body.values(put);
    if (is_made(index(arguments[1])) && is_container(arguments[0])) return true;
  }
  return false;
}

// One value, or two reads of one final field of one object.
bool Joins::is_same(ir::MethodId method, ir::ValueId one, ir::ValueId other) const {
  constexpr unsigned kDeepest = 4;
  const ir::Body& body = *calls_.program().body(method);
  one = without_casts(body, one);
  other = without_casts(body, other);
  for (unsigned up = 0; up < kDeepest && one != other; ++up) {
    const auto field = final_field(method, one);
    if (!field || field != final_field(method, other)) return false;
    if (body.at(one).opcode == ir::Opcode::kGetStatic) return true;
    one = without_casts(body, static_cast<ir::ValueId>(body.at(one).a));
    other = without_casts(body, static_cast<ir::ValueId>(body.at(other).a));
  }
  return one == other;
}

std::optional<ir::FieldId> Joins::final_field(ir::MethodId method, ir::ValueId read) const {
  ir::Program& program = calls_.program();
  const ir::Instruction& from = program.body(method)->at(read);
  const bool is_static = from.opcode == ir::Opcode::kGetStatic;
  if (!is_static && from.opcode != ir::Opcode::kGetField) return std::nullopt;
  const auto field =
      program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(from.b), is_static);
  if (!field.runs() || !program.is(field.member, ir::Access::kFinal)) return std::nullopt;
  return field.member;
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
  if (operand(index(body.values(more)[0])) != operand(index(body.values(element)[0]))) return false;
  const ir::Instruction& made = body.at(operand(index(body.values(element)[0])));
  if (made.opcode != ir::Opcode::kInvoke || made.c != 1) return false;
  container = operand(index(body.values(made)[0]));
  return true;
}

// Of which array or collection is it an element, by an index or an iterator? None: of neither.
ir::ValueId Joins::container_of(ir::MethodId method, ir::ValueId value) const {
  const ir::Body& body = *calls_.program().body(method);
  const ir::Instruction& element = body.at(without_casts(body, value));
  if (element.opcode == ir::Opcode::kArrayLoad)
    return without_casts(body, static_cast<ir::ValueId>(element.a));
  if (element.opcode != ir::Opcode::kInvoke || element.c != 1) return ir::kNoValue;
  const ir::ValueId iterator = without_casts(body, body.values(element)[0]);
  const ir::Instruction& made = body.at(iterator);
  if (made.opcode != ir::Opcode::kInvoke || made.c != 1 ||
      calls_.named(method, index(iterator)) != "iterator")
    return ir::kNoValue;
  return without_casts(body, body.values(made)[0]);
}

}  // namespace heddle::origins
