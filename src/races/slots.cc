#include "races/slots.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "races/rounds.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

bool Slots::are_own(OriginId origin, const Access& a, const Access& b, ObjectId array) {
  if (a.subject.kind != Subject::Kind::kElements) return false;
  for (const bool of_row : {false, true}) {
    const auto first = number(a, of_row), second = number(b, of_row);
    if (!first || first != second) continue;
    if (first->capture && calls_.at(a.instance).method != calls_.at(b.instance).method) continue;
    if (of_row && !is_row(array)) continue;
    if (given(origin, a, *first) && given(origin, b, *second)) return true;
  }
  return false;
}

std::optional<Slots::Number> Slots::number(ir::MethodId method, const ir::Body& body,
                                           std::uint32_t value) {
  const ir::Instruction& made = body.instructions[value];
  if (made.opcode == Opcode::kParameter) return Number{.capture = made.a, .field = {}};
  if (made.opcode != Opcode::kGetField) return std::nullopt;
  const ir::Instruction& of = body.instructions[made.a];
  if (of.opcode != Opcode::kParameter || of.a != 0) return std::nullopt;
  const auto field = calls_.program().resolve_field(calls_.program().owner(method),
                                                    static_cast<ir::FieldRef>(made.b), false);
  if (!field.runs() || !fields_.is_stable(field.member)) return std::nullopt;
  return Number{.capture = {}, .field = field.member};
}

std::optional<Slots::Number> Slots::number(const Access& access, bool of_row) {
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::Instruction& at = body.instructions[access.instruction];
  if (at.opcode != Opcode::kArrayLoad && at.opcode != Opcode::kArrayStore) return std::nullopt;
  if (!of_row) return number(method, body, at.b);
  const ir::Instruction& row = body.at(ir::without_casts(body, static_cast<ir::ValueId>(at.a)));
  return row.opcode == Opcode::kArrayLoad ? number(method, body, row.b) : std::nullopt;
}

std::optional<Slots::Given> Slots::given(OriginId origin, const Access& access,
                                         const Number& number) {
  if (number.field) return given_to_maker(origin, access.instance, *number.field);
  const auto [lambda, capture] = handed_down(access.instance, *number.capture);
  return given_to_lambda(origin, lambda, capture);
}

// From `work(id)` up to the lambda that calls it with what it captured, where only that does.
std::pair<ir::MethodId, std::uint32_t> Slots::handed_down(InstanceId id,
                                                          std::uint32_t position) const {
  constexpr unsigned kHighest = 4;
  const ir::Program& program = calls_.program();
  for (unsigned up = 0; up < kHighest; ++up) {
    const ir::MethodId method = calls_.at(id).method;
    const auto callers = calls_.calls_to(id);
    if (program.is(method, ir::Access::kSynthetic) || callers.size() != 1 ||
        calls_.instances_of(method).size() != 1)
      break;
    const auto arguments = calls_.arguments(callers[0]);
    if (position >= arguments.size()) break;
    const ir::Body& body = *calls_.program().body(calls_.at(callers[0].caller).method);
    const ir::Instruction& given = body.at(arguments[position]);
    if (given.opcode != Opcode::kParameter) break;
    id = callers[0].caller;
    position = given.a;
  }
  return {calls_.at(id).method, position};
}

bool Slots::is_that_of_thread(OriginId origin, const Access& access,
                              const pointsto::ObjectSet& threads) {
  if (access.subject.kind != Subject::Kind::kElements) return false;
  const auto own = number(access, false);
  const auto by = own ? given(origin, access, *own) : std::nullopt;
  if (!by) return false;
  const ir::Body& body = *calls_.program().body(by->maker);
  bool is_that = threads.size() != 0;
  threads.for_each([&](ObjectId thread) {
    const pointsto::Site& site = calls_.heap().site(thread);
    const bool is_kept =
        site.a == index(by->maker) &&
        std::ranges::any_of(body.instructions, [&](const ir::Instruction& store) {
          return store.opcode == Opcode::kArrayStore && store.b == index(by->value) &&
                 index(ir::without_casts(body, static_cast<ir::ValueId>(store.c))) == site.b;
        });
    is_that = is_that && is_kept && run_own_.is_put_once(thread);
  });
  return is_that;
}

// Does the lambda capture there, in each round of the one loop that starts it, another number?
std::optional<Slots::Given> Slots::given_to_lambda(OriginId origin, ir::MethodId lambda,
                                                   std::uint32_t capture) {
  ir::Program& program = calls_.program();
  const auto& events = origins_[origin].events;
  if (events.size() != 1 || !program.is(lambda, ir::Access::kSynthetic)) return std::nullopt;
  InstanceId at = origins_.events()[events[0]].caller;
  for (unsigned up = 0; up < 6 && !origins_.is_once(at); ++up) {
    const auto callers = calls_.calls_to(at);
    if (callers.size() != 1) return std::nullopt;
    at = callers[0].caller;
  }
  const ir::MethodId starter = calls_.at(at).method;
  const ir::Body* body = program.body(starter);
  if (!origins_.is_once(at) || body == nullptr) return std::nullopt;
  for (std::uint32_t made = 0; made < body->instructions.size(); ++made) {
    const ir::Instruction& making = body->instructions[made];
    if (making.opcode != Opcode::kInvokeDynamic) continue;
    const auto target =
        program.lambda_target(program.owner(starter), static_cast<ir::CallSiteRef>(making.a));
    if (!target || target->method.member != lambda || capture >= making.c) continue;
    const ir::ValueId given = body->values(making)[capture];
    const bool is_counted = counts_up(*calls_.flow(starter), given) &&
                            !calls_.flow(starter)->reaches_without(made, made, index(given));
    bool is_own = is_counted;
    calls_.heap().value(at, base::id_at<ir::ValueId>(made)).for_each([&](ObjectId object) {
      is_own =
          is_own && (own_paths_.is_begun_with(origin, object) || run_own_.is_own(origin, object));
    });
    if (!is_own) return std::nullopt;
    return Given{.maker = starter, .value = given};
  }
  return std::nullopt;
}

// Is what the method runs on the run's own, and was another number given to each when it was made?
std::optional<Slots::Given> Slots::given_to_maker(OriginId origin, InstanceId id,
                                                  ir::FieldId field) {
  const pointsto::Instance& instance = calls_.at(id);
  if (calls_.program().is(instance.method, ir::Access::kStatic)) return std::nullopt;
  std::optional<Given> found;
  const bool is_receiver_own =
      own_paths_.root(origin, {.instance = id, .at = 0, .value = ir::ValueId{0}}) ==
      OwnPaths::Root::kBegun;
  bool is_own = true;
  calls_.heap()
      .state()
      .graph.points(instance.node(instance.shape->parameters[0]))
      .for_each([&](ObjectId object) {
        const auto given = counted_for(object, field);
        is_own = is_own && given && (!found || found == given) &&
                 (is_receiver_own || run_own_.is_own(origin, object));
        found = given;
      });
  return is_own ? found : std::nullopt;
}

std::optional<Slots::Given> Slots::counted_for(ObjectId made, ir::FieldId field) {
  const pointsto::Site& site = calls_.heap().site(made);
  if (site.kind != pointsto::SiteKind::kNew) return std::nullopt;
  ir::Program& program = calls_.program();
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const auto makers = calls_.instances_of(maker);
  const ir::Body* body = program.body(maker);
  if (body == nullptr || makers.size() != 1 || !origins_.is_once(makers[0])) return std::nullopt;
  const std::uint32_t giver = RunOwn::constructor(*body, site.b);
  if (giver == RunOwn::kNowhere) return std::nullopt;
  const ir::Instruction& invoke = body->instructions[giver];
  const auto target =
      program.special_target(program.owner(maker), static_cast<ir::MethodRef>(invoke.a));
  if (!target.runs()) return std::nullopt;
  const std::uint32_t position = paths_.parameter_for(target.member, field);
  if (position == 0 || position >= invoke.c) return std::nullopt;
  const ir::ValueId given = body->values(invoke)[position];
  origins::BodyFlow& flow = *calls_.flow(maker);
  if (!counts_up(flow, given) || flow.reaches_without(giver, giver, index(given)))
    return std::nullopt;
  return Given{.maker = maker, .value = given};
}

bool Slots::is_row(ObjectId array) {
  if (base::is_none(array)) return false;
  if (run_own_.is_put_once(array)) return true;
  if (!stored_) find_stored();
  return calls_.heap().site(array).level != 0 && !stored_->contains(index(array));
}

void Slots::find_stored() {
  stored_.emplace();
  ir::Program& program = calls_.program();
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    const ir::Body* body = calls_.is_platform(id) ? nullptr : program.body(calls_.at(id).method);
    if (body == nullptr) continue;
    for (const ir::Instruction& store : body->instructions) {
      if (store.opcode != Opcode::kArrayStore || store.element() != ir::Element::kReference)
        continue;
      calls_.heap().value(id, static_cast<ir::ValueId>(store.c)).for_each([&](ObjectId object) {
        stored_->insert(index(object));
      });
    }
  }
}

}  // namespace heddle::races
