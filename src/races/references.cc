// Method references to the library's own methods: `numbers.parallel().forEach(list::add)`.
//
// There is no code of the program that calls `add`: the library calls it, through the object that
// the reference makes. The access is told where that is made. Two kinds of origins come to it:
//
//   who makes it         as if it called the method there, with the locks it holds there: most
//                        references run inside of the call they are given to
//   who else calls it    the pieces of a parallel stream, or the thread or task that begins on it;
//                        no lock of the maker is theirs
//
// Who else calls it is found by the calls of the library on an object that the reference may be.
// They count where the function was spread, or where the caller is code that the analysis has of
// one thread or task alone. What is kept and called by shared code of the platform much later, in
// another thread, is missed.
//
// References without a receiver of their own (`List::clear`) name the first argument of whoever
// calls them. Where that is code of the program (`action.accept(names)`), the access is there, as
// of any call, with the locks that are held there; where it is the platform's, it is missed.
#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/state.h"
#include "races/accesses.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

bool may_be_one(const pointsto::ObjectSet& values, const pointsto::ObjectSet& lambdas) {
  bool is_one = false;
  lambdas.for_each([&](ObjectId object) { is_one = is_one || values.contains(object); });
  return is_one;
}

}  // namespace

void Accesses::referred(InstanceId id, std::uint32_t at, const ir::Instruction& invoke,
                        ir::MethodId called) {
  if (invoke.invocation() != ir::Invocation::kInterface || invoke.c < 2) return;
  const auto values = calls_.program().body(calls_.at(id).method)->values(invoke);
  std::vector<ir::MethodId> seen;
  calls_.heap().value(id, values[0]).for_each([&](ObjectId object) {
    const auto target = without_receiver(object, called);
    if (!target || std::ranges::find(seen, target->method.member) != seen.end()) return;
    seen.push_back(target->method.member);
    touch_all({.instance = id,
               .instruction = at,
               .base = values[1],
               .subject = {.kind = Subject::Kind::kState}},
              target->method.member, target->invocation);
  });
}

// What the object, if it is one, has the library do with its first argument when this is called.
std::optional<ir::HandleTarget> Accesses::without_receiver(ObjectId object, ir::MethodId called) {
  const pointsto::Site& site = calls_.heap().site(object);
  if (site.kind != pointsto::SiteKind::kLambda) return std::nullopt;
  ir::Program& program = calls_.program();
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const ir::Body* body = program.body(maker);
  if (body == nullptr || site.b >= body->instructions.size()) return std::nullopt;
  const ir::Instruction& making = body->instructions[site.b];
  const auto ref = static_cast<ir::CallSiteRef>(making.a);
  const ir::Class* code = program.code(program.owner(maker));
  if (making.c != 0 || code->symbols.call_site(ref).name != program.name(called))
    return std::nullopt;
  const auto target = program.lambda_target(program.owner(maker), ref);
  if (!target || !target->method.runs() || target->constructs ||
      target->invocation == ir::Invocation::kStatic ||
      program.layer(program.owner(target->method.member)) == ir::Layer::kApplication)
    return std::nullopt;
  return target;
}

void Accesses::reference(InstanceId id, std::uint32_t at, const ir::Instruction& making) {
  ir::Program& program = calls_.program();
  const ir::ClassId from = program.owner(calls_.at(id).method);
  const auto target = program.lambda_target(from, static_cast<ir::CallSiteRef>(making.a));
  if (!target || !target->method.runs() || target->constructs || making.c == 0 ||
      target->invocation == ir::Invocation::kStatic ||
      program.layer(program.owner(target->method.member)) == ir::Layer::kApplication)
    return;
  const ir::ValueId on = program.body(calls_.at(id).method)->values(making)[0];
  bool is_shared = false;
  calls_.heap().value(id, on).for_each([&](ObjectId object) {
    is_shared = is_shared || (touches_.is_library(object) && sharing_.is_shared(object));
  });
  if (!is_shared) return;
  Access access{
      .instance = id, .instruction = at, .base = on, .subject = {.kind = Subject::Kind::kState}};
  const Callers callers = callers_of(id, at, making, *target);
  if (!callers.is_begun_on) touch_all(access, target->method.member, target->invocation);
  if (!callers.from) return;
  access.called_from = callers.from;
  access.callers = static_cast<std::uint32_t>(callers_.size());
  callers_.push_back(callers.bits);
  touch_all(access, target->method.member, target->invocation);
}

Accesses::Callers Accesses::callers_of(InstanceId id, std::uint32_t at,
                                       const ir::Instruction& making,
                                       const ir::HandleTarget& target) {
  ir::Program& program = calls_.program();
  const pointsto::Heap& heap = calls_.heap();
  const pointsto::ObjectSet& lambdas = heap.value(id, base::id_at<ir::ValueId>(at));
  const bool spread = is_spread(lambdas);
  Callers found{.bits = std::vector<std::uint64_t>(origins_.running(id).size())};
  const auto add = [&](const origins::Call& call) {
    const ir::Body* body = program.body(calls_.at(call.caller).method);
    if (!calls_.is_platform(call.caller) || body == nullptr ||
        call.instruction >= body->instructions.size())
      return;
    const ir::Instruction& invoke = body->instructions[call.instruction];
    if (invoke.opcode != Opcode::kInvoke || invoke.c == 0 ||
        !may_be_one(heap.value(call.caller, body->values(invoke)[0]), lambdas))
      return;
    const pointsto::Context& context = heap.state().contexts[calls_.at(call.caller).context];
    const bool is_of_origin = context.origins != pointsto::kEmptyList;
    if (!spread && !is_of_origin) return;
    bool are_others = false;
    for (const origins::OriginId origin : origins_.list(call.caller)) {
      if (origins_.runs(origin, id) || (!is_of_origin && !origins_.runs_spread(origin))) continue;
      found.bits[index(origin) >> 6U] |= std::uint64_t{1} << (index(origin) & 63U);
      are_others = true;
    }
    if (!are_others) return;
    found.is_begun_on |= is_of_origin && !spread;
    if (!found.from) found.from = {.instance = call.caller, .instruction = call.instruction};
  };
  const ir::Body& body = *program.body(calls_.at(id).method);
  std::vector<ir::MethodId> seen;
  heap.value(id, body.values(making)[0]).for_each([&](ObjectId object) {
    const ir::Type type = heap.type(object);
    if (!type.is_class() || !touches_.is_library(object)) return;
    const auto run = program.select(type.class_id(), target.method.member, target.invocation);
    if (!run.runs() || std::ranges::find(seen, run.member) != seen.end()) return;
    seen.push_back(run.member);
    for (const InstanceId callee : calls_.instances_of(run.member))
      std::ranges::for_each(calls_.calls_to(callee), add);
  });
  return found;
}

bool Accesses::is_spread(const pointsto::ObjectSet& lambdas) const {
  return std::ranges::any_of(origins_.spread(), [&](pointsto::NodeId node) {
    return may_be_one(calls_.heap().state().graph.points(node), lambdas);
  });
}

}  // namespace heddle::races
