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
    joined_where_begun_[index(origin)] = 1;
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

}  // namespace heddle::origins
