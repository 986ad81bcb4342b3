#include "races/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/field_descriptor.h"

namespace heddle::races {

using base::index;
using ir::Opcode;

report::Finding Findings::finding(const Race& race) {
  report::Finding made;
  made.kind = report::Kind::kDataRace;
  made.support.push_back(
      {.engine = report::Engine::kWholeProgram, .evidence = report::Evidence::kPossible});
  made.subject = subject(race);
  if (!base::is_none(race.object)) made.object = describe_.object(race.object);
  const Come one = come(race.first, race.object, race.second.origin);
  const Come other = come(race.second, race.object, race.first.origin);
  made.sides.push_back(side(race.first, one));
  made.sides.push_back(side(race.second, other));
  if (made.sides[1].operation == report::Operation::kWrite &&
      made.sides[0].operation != report::Operation::kWrite)
    std::swap(made.sides[0], made.sides[1]);
  made.instances = race.instances;
  const bool same = race.first.origin == race.second.origin;
  made.unordered = same ? "several runs of it may be under way at once"
                        : "neither waits for the other, on every path, before it comes here";
  made.reasons = reasons_.of(race);
  add_doubts(race, one, other, made.doubts);
  return made;
}

Findings::Come Findings::come(const RaceSide& of, pointsto::ObjectId object,
                              origins::OriginId beside) {
  const Access& access = accesses_.all()[of.access];
  if (access.called_from) {
    Come come{.way = describe_.way(of.origin, beside, *access.called_from), .held = {}};
    come.way.frames.push_back({.instance = access.instance, .instruction = access.instruction});
    return come;
  }
  const Arrivals::Points points = races_.way(of, object, [&](const Arrivals::Points& calls) {
    return describe_.comes_beside(calls, of.origin, beside);
  });
  Come come{.way = describe_.way(of.origin, beside, points.front()), .held = {}};
  come.way.frames.insert(come.way.frames.end(), points.begin() + 1, points.end());
  come.held = locks_.along(come.way.frames);
  return come;
}

void Findings::add_doubts(const Race& race, const Come& first, const Come& second,
                          std::vector<std::string>& doubts) {
  // The last frame of these is not one that the frame before it calls.
  if (accesses_.all()[race.first.access].called_from ||
      accesses_.all()[race.second.access].called_from)
    return;
  describe_.add_doubts(race.first.origin, race.second.origin, first.way, doubts);
  describe_.add_doubts(race.second.origin, race.first.origin, second.way, doubts);
  const origins::Arrival one = arrival(race.first, first, race.object);
  const origins::Arrival other = arrival(race.second, second, race.object);
  if (!comes(one) || !comes(other))
    doubts.emplace_back("on the way shown one of the two would have other objects in hand");
  if (!base::is_none(race.object) && !origins_.is_single(race.object)) {
    doubts.emplace_back("the object is one of many: the two may have different ones");
  } else if (const std::size_t others = std::max(choices(race.first), choices(race.second));
             others > kMostChoices) {
    doubts.push_back(fmt::format("one of the two may be on any of {} objects", others));
  }
  if (are_named_apart(race.first, race.second))
    doubts.emplace_back("the two elements are those of two constants with different names");
  if (races_.seem_numbered(race))
    doubts.emplace_back("each has the element of a number of its own, given in a loop");
  if (has_replaced(race.first, race.object) || has_replaced(race.second, race.object))
    doubts.emplace_back("one of them has just put another object where it reads this one from");
  if (is_under_construction(race.first, race.object, first.way) ||
      is_under_construction(race.second, race.object, second.way))
    doubts.emplace_back("one of them is still making the object: the other must have got it early");
  if (races_.are_guarded(race, first.held, second.held))
    doubts.emplace_back("on the ways shown both hold a common lock, though not on every way");
  if (doubts.empty()) describe_.add_doubts(one, other, doubts);
}

// Of a view, or of what a field of it holds, the object itself is not in hand.
origins::Arrival Findings::arrival(const RaceSide& side, const Come& come,
                                   pointsto::ObjectId object) const {
  const Access& access = accesses_.all()[side.access];
  const bool is_in_hand = access.base != ir::kNoValue && !base::is_none(object) &&
                          calls_.heap().value(access.instance, access.base).contains(object);
  return {.origin = side.origin,
          .way = &come.way,
          .value = is_in_hand ? access.base : ir::kNoValue,
          .object = object};
}

bool Findings::comes(const origins::Arrival& side) {
  return describe_.can_have(side.origin, *side.way, side.value, side.object);
}

// How many objects the access may be on, as far as is known.
std::size_t Findings::choices(const RaceSide& side) const {
  const Access& access = accesses_.all()[side.access];
  if (access.base == ir::kNoValue) return 1;
  return calls_.heap().value(access.instance, access.base).size();
}

// `indices[HEAD]` and `indices[TAIL]`, of which the compiler did not know the numbers.
bool Findings::are_named_apart(const RaceSide& one, const RaceSide& other) const {
  const ir::FieldId first = constant_index(one), second = constant_index(other);
  return !base::is_none(first) && !base::is_none(second) && first != second;
}

// The final static field that the index of an element was read from; none if it was not.
ir::FieldId Findings::constant_index(const RaceSide& side) const {
  const Access& access = accesses_.all()[side.access];
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *program.body(method);
  const ir::Instruction& element = body.instructions[access.instruction];
  if (element.opcode != Opcode::kArrayLoad && element.opcode != Opcode::kArrayStore)
    return base::kNone<ir::FieldId>;
  const ir::Instruction& read = body.instructions[element.b];
  if (read.opcode != Opcode::kGetStatic) return base::kNone<ir::FieldId>;
  const auto field =
      program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(read.b), true);
  return field.runs() && program.is(field.member, ir::Access::kFinal) ? field.member
                                                                      : base::kNone<ir::FieldId>;
}

// `list = list.clone(); list[i] = …`: nothing in between could put another one back but a second
// thread, and that is a race on the field.
bool Findings::has_replaced(const RaceSide& side, pointsto::ObjectId object) const {
  const Access& access = accesses_.all()[side.access];
  if (access.base == ir::kNoValue || base::is_none(object)) return false;
  origins::BodyFlow& flow = *calls_.flow(access.instance);
  const ir::Body& body = flow.body();
  const std::uint32_t read = index(ir::without_casts(body, access.base));
  const ir::Instruction& get = body.instructions[read];
  const bool is_static = get.opcode == Opcode::kGetStatic;
  if (!is_static && get.opcode != Opcode::kGetField) return false;
  const std::uint32_t begin = body.blocks[flow.block_of(read)].first;
  for (std::uint32_t i = read; i-- > begin;) {
    const ir::Instruction& at = body.instructions[i];
    const bool puts = at.opcode == (is_static ? Opcode::kPutStatic : Opcode::kPutField);
    if (at.opcode == Opcode::kInvoke || at.opcode == Opcode::kInvokeDynamic ||
        at.opcode == Opcode::kMonitorEnter || at.opcode == Opcode::kMonitorExit)
      return false;
    if (!puts || at.b != get.b) continue;
    return (is_static || at.a == get.a) &&
           !calls_.heap().value(access.instance, static_cast<ir::ValueId>(at.c)).contains(object);
  }
  return false;
}

// Does the way go through a constructor that runs on the object?
bool Findings::is_under_construction(const RaceSide& of, pointsto::ObjectId object,
                                     const origins::Way& way) const {
  const bool is_of_object =
      accesses_.all()[of.access].subject.kind == Subject::Kind::kField && !base::is_none(object);
  return is_of_object && std::ranges::any_of(way.frames, [&](const origins::Point& frame) {
           const pointsto::Instance& instance = calls_.at(frame.instance);
           return calls_.program().name(instance.method) == "<init>" &&
                  calls_.heap()
                      .state()
                      .graph.points(instance.node(instance.shape->parameters[0]))
                      .contains(object);
         });
}

report::Subject Findings::subject(const Race& race) {
  const Subject& of = accesses_.all()[race.first.access].subject;
  std::string type;
  if (of.kind != Subject::Kind::kStatic && of.kind != Subject::Kind::kField)
    type = describe_.type_name(calls_.heap().type(race.object));
  switch (of.kind) {
    case Subject::Kind::kField:
    case Subject::Kind::kStatic: return subject(of.field);
    case Subject::Kind::kElements:
      return {.class_name = std::move(type), .field = "[]", .type = {}};
    case Subject::Kind::kState: break;
  }
  const ir::FieldId field = holder(race);
  if (!base::is_none(field)) return subject(field);
  return {.class_name = std::move(type), .field = {}, .type = {}};
}

report::Subject Findings::subject(ir::FieldId field) {
  ir::Program& program = calls_.program();
  return {.class_name = describe_.class_name(program.owner(field)),
          .field = std::string(program.name(field)),
          .type = ir::field_descriptor(program, field)};
}

ir::FieldId Findings::holder(const Race& race) {
  for (const RaceSide& side : {race.first, race.second}) {
    const ir::FieldId field = read_from(accesses_.all()[side.access]);
    if (!base::is_none(field)) return field;
  }
  return holders_.of(race.object);
}

ir::FieldId Findings::read_from(const Access& access) {
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *program.body(method);
  const ir::Instruction& made = body.at(ir::without_casts(body, access.base));
  if (made.opcode != Opcode::kGetField && made.opcode != Opcode::kGetStatic)
    return base::kNone<ir::FieldId>;
  const auto field = program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(made.b),
                                           made.opcode == Opcode::kGetStatic);
  const bool has_name = field.runs() && !program.is(field.member, ir::Access::kSynthetic);
  return has_name ? field.member : base::kNone<ir::FieldId>;
}

report::Lock Findings::lock(const locks::Lock& held) {
  report::Lock made;
  if (const auto name = locks_.lasting_name(held)) {
    made.name = *name;
  } else if (held.kind != locks::Lock::Kind::kPath) {
    made.name = describe_.type_name(calls_.heap().type(base::id_at<pointsto::ObjectId>(held.id)));
  } else {
    made.name = paths_.name(base::id_at<locks::PathId>(held.id));
  }
  made.mode = held.mode == model::LockMode::kShared ? report::LockMode::kShared
                                                    : report::LockMode::kExclusive;
  made.acquired = describe_.place(held.taken_in, held.taken_at);
  return made;
}

report::Side Findings::side(const RaceSide& of, const Come& come) {
  const Access& access = accesses_.all()[of.access];
  report::Side made = describe_.side(
      access.writes ? report::Operation::kWrite : report::Operation::kRead, of.origin, come.way);
  // The same lock may be known in two ways: say each acquisition once, by its path if it has one.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> said;
  const auto say = [&](const std::vector<locks::Lock>& held, std::vector<report::Lock>& in) {
    for (const locks::Lock& each : held) {
      const std::pair place{index(each.taken_in), each.taken_at};
      if (std::ranges::find(said, place) != said.end()) continue;
      said.push_back(place);
      in.push_back(lock(each));
    }
  };
  if (!access.called_from) say(locks_.at(access.instance, access.instruction), made.locks);
  say(come.held, made.maybe_locks);
  return made;
}

}  // namespace heddle::races
