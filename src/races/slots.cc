#include "races/slots.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "races/parts.h"
#include "races/rounds.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

// How far up a number is followed that is handed on.
constexpr unsigned kMostCallers = 4;

bool is_element_access(const ir::Instruction& at) {
  return at.opcode == Opcode::kArrayLoad || at.opcode == Opcode::kArrayStore;
}

}  // namespace

bool Slots::are_own(OriginId origin, const Access& a, const Access& b, ObjectId array) {
  if (a.subject.kind != Subject::Kind::kElements) return false;
  const auto is_own = [&](const Number& number) {
    const auto by = given(origin, number);
    return by && is_counted(*by);
  };
  for (const bool of_row : {false, true}) {
    const auto &first = number(a, of_row), &second = number(b, of_row);
    if (!first || !second || !first->is_like(*second)) continue;
    if (of_row && !is_row(array)) continue;
    if (is_own(*first) && is_own(*second)) return true;
  }
  return have_own_parts(origin, a, b);
}

bool Slots::are_of_numbers(const Access& a, const Access& b, ObjectId array) {
  if (a.subject.kind != Subject::Kind::kElements) return false;
  for (const bool of_row : {false, true}) {
    const auto &first = number(a, of_row), &second = number(b, of_row);
    if (!first || !second || !first->is_like(*second) || !first->capture) continue;
    if (of_row && !is_row(array)) continue;
    if (origins_.gets_each_once(first->lambda, *first->capture)) return true;
  }
  return false;
}

bool Slots::are_drawn(const Access& a, const Access& b) {
  if (a.subject.kind != Subject::Kind::kElements || b.subject.kind != a.subject.kind) return false;
  const std::optional<origins::Draw>& first = drawn(a);
  return first && first == drawn(b);
}

const std::optional<origins::Draw>& Slots::drawn(const Access& access) {
  const auto [place, fresh] = drawn_.try_emplace(key(access));
  if (!fresh) return place->second;
  const ir::Body& body = *calls_.program().body(calls_.at(access.instance).method);
  const ir::Instruction& at = body.instructions[access.instruction];
  if (is_element_access(at))
    place->second = origins_.drawn(access.instance, static_cast<ir::ValueId>(at.b));
  return place->second;
}

bool Slots::seem_numbered(const Access& a, const Access& b) {
  if (a.subject.kind != Subject::Kind::kElements) return false;
  const auto &first = number(a, false), &second = number(b, false);
  if (!first || !second || !first->field || !first->is_like(*second)) return false;
  return is_made_with_counter(*first) && is_made_with_counter(*second);
}

// Is all that the method may run on made in a loop, with the number of the round?
bool Slots::is_made_with_counter(const Number& number) {
  const pointsto::Instance& instance = calls_.at(number.instance);
  if (calls_.program().is(instance.method, ir::Access::kStatic)) return false;
  const auto& objects =
      calls_.heap().state().graph.points(instance.node(instance.shape->parameters[0]));
  bool are_all = objects.size() != 0;
  objects.for_each([&](ObjectId object) {
    const auto given = given_for(object, *number.field);
    are_all = are_all && given && is_counted(*given);
  });
  return are_all;
}

// A parameter of a method that is called at one place only is what is given there.
std::optional<Slots::Number> Slots::number(InstanceId id, ir::ValueId value) {
  ir::Program& program = calls_.program();
  for (unsigned up = 0; up < kMostCallers; ++up) {
    const ir::MethodId method = calls_.at(id).method;
    const ir::Body& body = *program.body(method);
    const ir::Instruction& made = body.at(value);
    if (made.opcode == Opcode::kParameter) {
      if (program.is(method, ir::Access::kSynthetic))
        return Number{.instance = id, .lambda = method, .capture = made.a, .field = {}};
      const auto callers = calls_.calls_to(id);
      if (callers.size() != 1 || calls_.is_begun(id) ||
          program.body(calls_.at(callers[0].caller).method) == nullptr)
        return std::nullopt;
      const auto arguments = calls_.arguments(callers[0]);
      if (made.a >= arguments.size()) return std::nullopt;
      id = callers[0].caller;
      value = arguments[made.a];
      continue;
    }
    if (made.opcode != Opcode::kGetField) return std::nullopt;
    const ir::Instruction& of = body.instructions[made.a];
    if (of.opcode != Opcode::kParameter || of.a != 0) return std::nullopt;
    const auto field =
        program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(made.b), false);
    if (!field.runs() || !fields_.is_stable(field.member)) return std::nullopt;
    return Number{.instance = id, .lambda = {}, .capture = {}, .field = field.member};
  }
  return std::nullopt;
}

const std::optional<Slots::Number>& Slots::number(const Access& access, bool of_row) {
  const auto [place, fresh] = (of_row ? row_numbers_ : numbers_).try_emplace(key(access));
  if (fresh) place->second = find_number(access, of_row);
  return place->second;
}

std::optional<Slots::Number> Slots::find_number(const Access& access, bool of_row) {
  const ir::Body& body = *calls_.program().body(calls_.at(access.instance).method);
  const ir::Instruction& at = body.instructions[access.instruction];
  if (!is_element_access(at)) return std::nullopt;
  if (!of_row) return number(access.instance, static_cast<ir::ValueId>(at.b));
  const ir::Instruction& row = body.at(ir::without_casts(body, static_cast<ir::ValueId>(at.a)));
  if (row.opcode != Opcode::kArrayLoad) return std::nullopt;
  return number(access.instance, static_cast<ir::ValueId>(row.b));
}

std::vector<Slots::Bounds> Slots::bounds(const Access& access) {
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Instruction& at = calls_.program().body(method)->instructions[access.instruction];
  std::vector<Bounds> found;
  if (access.first != ir::kNoValue && access.behind != ir::kNoValue) {
    const auto first = number(access.instance, access.first);
    const auto behind = number(access.instance, access.behind);
    if (first && behind) found.push_back({.first = *first, .behind = *behind});
  }
  if (!is_element_access(at)) return found;
  const auto parts =
      parts_of(*calls_.flow(method), static_cast<ir::ValueId>(at.b), access.instruction);
  for (const Part& part : parts) {
    const auto first = number(access.instance, part.first);
    const auto behind = number(access.instance, part.behind);
    if (first && behind) found.push_back({.first = *first, .behind = *behind});
  }
  return found;
}

bool Slots::have_own_parts(OriginId origin, const Access& a, const Access& b) {
  for (const Bounds& x : bounds(a)) {
    for (const Bounds& y : bounds(b)) {
      if (!x.first.is_like(y.first) || !x.behind.is_like(y.behind)) continue;
      if (are_parts(origin, x) && are_parts(origin, y)) return true;
    }
  }
  return false;
}

bool Slots::are_parts(OriginId origin, const Bounds& bounds) {
  const auto first = given(origin, bounds.first), behind = given(origin, bounds.behind);
  if (!first || !behind || first->maker != behind->maker || first->giver != behind->giver)
    return false;
  ir::Program& program = calls_.program();
  const ir::ClassId owner = program.owner(first->maker);
  const auto is_least = [&](const ir::Instruction& call) {
    const auto target =
        program.resolve_method(owner, static_cast<ir::MethodRef>(call.a), call.invocation());
    return target.runs() && program.name(target.member) == "min" &&
           program.name(program.owner(target.member)) == "java/lang/Math";
  };
  return are_apart(*calls_.flow(first->maker), is_least,
                   {.first = first->value, .behind = behind->value}, first->giver);
}

std::optional<Slots::Given> Slots::given(OriginId origin, const Number& number) {
  return number.capture ? given_to_lambda(origin, number) : given_to_maker(origin, number);
}

bool Slots::is_counted(const Given& given) {
  origins::BodyFlow& flow = *calls_.flow(given.maker);
  return counts_up(flow, given.value) &&
         !flow.reaches_without(given.giver, given.giver, index(given.value));
}

bool Slots::is_that_of_thread(OriginId origin, const Access& access,
                              const pointsto::ObjectSet& threads) {
  if (access.subject.kind != Subject::Kind::kElements) return false;
  const auto& own = number(access, false);
  const auto by = own ? given(origin, *own) : std::nullopt;
  if (!by || !is_counted(*by)) return false;
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

// What the lambda captures where the runs are started, all of them at one place.
std::optional<Slots::Given> Slots::given_to_lambda(OriginId origin, const Number& number) {
  ir::Program& program = calls_.program();
  const auto& events = origins_[origin].events;
  if (events.size() != 1) return std::nullopt;
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
    if (!target || target->method.member != number.lambda || *number.capture >= making.c) continue;
    bool is_own = true;
    calls_.heap().value(at, base::id_at<ir::ValueId>(made)).for_each([&](ObjectId object) {
      is_own =
          is_own && (own_paths_.is_begun_with(origin, object) || run_own_.is_own(origin, object));
    });
    if (!is_own) return std::nullopt;
    return Given{.maker = starter, .giver = made, .value = body->values(making)[*number.capture]};
  }
  return std::nullopt;
}

// What was given to that on which the method runs, the run's own, when it was made.
std::optional<Slots::Given> Slots::given_to_maker(OriginId origin, const Number& number) {
  const InstanceId id = number.instance;
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
        const auto given = given_for(object, *number.field);
        is_own = is_own && given && is_once(given->maker) && (!found || found == given) &&
                 (is_receiver_own || run_own_.is_own(origin, object));
        found = given;
      });
  return is_own ? found : std::nullopt;
}

bool Slots::is_once(ir::MethodId method) const {
  const auto instances = calls_.instances_of(method);
  return instances.size() == 1 && origins_.is_once(instances[0]);
}

std::optional<Slots::Given> Slots::given_for(ObjectId made, ir::FieldId field) {
  const pointsto::Site& site = calls_.heap().site(made);
  if (site.kind != pointsto::SiteKind::kNew) return std::nullopt;
  ir::Program& program = calls_.program();
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const ir::Body* body = program.body(maker);
  if (body == nullptr) return std::nullopt;
  const std::uint32_t giver = RunOwn::constructor(*body, site.b);
  if (giver == RunOwn::kNowhere) return std::nullopt;
  const ir::Instruction& invoke = body->instructions[giver];
  const auto target =
      program.special_target(program.owner(maker), static_cast<ir::MethodRef>(invoke.a));
  if (!target.runs()) return std::nullopt;
  const std::uint32_t position = paths_.parameter_for(target.member, field);
  if (position == 0 || position >= invoke.c) return std::nullopt;
  return Given{.maker = maker, .giver = giver, .value = body->values(invoke)[position]};
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
