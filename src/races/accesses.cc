#include "races/accesses.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;
using pointsto::ObjectId;

Accesses::Accesses(origins::CallGraph& calls, const origins::Origins& origins,
                   origins::Facts& facts, const Sharing& sharing, Ownership& ownership)
    : calls_(calls), origins_(origins), facts_(facts), sharing_(sharing), ownership_(ownership) {
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    const auto running = origins.running(id);
    if (calls.is_application(id) &&
        std::ranges::any_of(running, [](std::uint64_t word) { return word != 0; }) &&
        !is_quiet_initializer(id))
      scan(id);
  }
}

bool Accesses::is_quiet_initializer(InstanceId id) {
  if (!calls_.is_class_initializer(id)) return false;
  std::vector<std::uint8_t> seen(calls_.size());
  std::vector<InstanceId> open{id};
  seen[index(id)] = 1;
  while (!open.empty()) {
    const InstanceId at = open.back();
    open.pop_back();
    for (const origins::StartEvent& event : origins_.events())
      if (event.caller == at && origins_[event.begins].runs_application) return false;
    for (const origins::Call& call : calls_.calls_from(at)) {
      if (seen[index(call.callee)] != 0) continue;
      seen[index(call.callee)] = 1;
      open.push_back(call.callee);
    }
  }
  return true;
}

void Accesses::scan(InstanceId id) {
  const ir::Body* body = calls_.program().body(calls_.at(id).method);
  if (body == nullptr) return;
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    const ir::Instruction& instruction = body->instructions[i];
    switch (instruction.opcode) {
      case Opcode::kGetField: field(id, i, instruction, false, false); break;
      case Opcode::kPutField: field(id, i, instruction, false, true); break;
      case Opcode::kGetStatic: field(id, i, instruction, true, false); break;
      case Opcode::kPutStatic: field(id, i, instruction, true, true); break;
      case Opcode::kArrayLoad:
      case Opcode::kArrayStore: {
        const ir::Instruction& at = body->instructions[instruction.b];
        const bool is_constant = at.opcode == Opcode::kConstInt;
        add({.instance = id,
             .instruction = i,
             .base = static_cast<ir::ValueId>(instruction.a),
             .subject = {.kind = Subject::Kind::kElements},
             .writes = instruction.opcode == Opcode::kArrayStore,
             .owned = {},
             .element = is_constant ? std::optional(at.a) : std::nullopt});
        break;
      }
      case Opcode::kInvoke: call(id, i, instruction); break;
      default: break;
    }
  }
}

void Accesses::field(InstanceId id, std::uint32_t at, const ir::Instruction& access, bool is_static,
                     bool writes) {
  ir::Program& program = calls_.program();
  const ir::ClassId from = program.owner(calls_.at(id).method);
  const auto found = program.resolve_field(from, static_cast<ir::FieldRef>(access.b), is_static);
  if (!found.runs() || program.is(found.member, ir::Access::kVolatile | ir::Access::kFinal)) return;
  add({.instance = id,
       .instruction = at,
       .base = is_static ? ir::kNoValue : static_cast<ir::ValueId>(access.a),
       .subject = {.kind = is_static ? Subject::Kind::kStatic : Subject::Kind::kField,
                   .field = found.member},
       .writes = writes});
}

// Library objects are one thing each, read or changed by their methods.
void Accesses::call(InstanceId id, std::uint32_t at, const ir::Instruction& invoke) {
  if (invoke.invocation() == ir::Invocation::kStatic || invoke.c == 0) return;
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(calls_.at(id).method);
  const ir::MethodId called = facts_.resolved(program.owner(calls_.at(id).method), invoke);
  if (base::is_none(called) || program.name(called) == "<init>") return;
  Access access{.instance = id,
                .instruction = at,
                .base = body.values(invoke)[0],
                .subject = {.kind = Subject::Kind::kState}};
  std::vector<ObjectId> read, changed;
  calls_.heap().value(id, access.base).for_each([&](ObjectId object) {
    const ir::Type type = calls_.heap().type(object);
    if (!type.is_class() || program.layer(type.class_id()) == ir::Layer::kApplication) return;
    const model::Effect effect = facts_.effect(type.class_id(), called);
    if (effect == model::Effect::kReads) read.push_back(object);
    if (effect == model::Effect::kMutates) changed.push_back(object);
  });
  if (read.empty() && changed.empty()) return;
  ++counts_.accesses;
  access.owned = ownership_.at(id, at, access.base);
  if (access.owned == Owned::kFresh) {
    ++counts_.owned;
    return;
  }
  for (const bool writes : {false, true}) {
    const std::vector<ObjectId>& objects = writes ? changed : read;
    if (objects.empty()) continue;
    access.writes = writes;
    const auto number = static_cast<std::uint32_t>(all_.size());
    all_.push_back(access);
    for (const ObjectId object : objects)
      if (sharing_.is_shared(object)) file(number, object);
  }
}

void Accesses::add(Access access) {
  ++counts_.accesses;
  const auto number = static_cast<std::uint32_t>(all_.size());
  if (access.base == ir::kNoValue) {
    all_.push_back(access);
    file(number, base::kNone<ObjectId>);
    return;
  }
  const pointsto::ObjectSet& objects = calls_.heap().value(access.instance, access.base);
  std::vector<ObjectId> shared;
  objects.for_each([&](ObjectId object) {
    if (sharing_.is_shared(object)) shared.push_back(object);
  });
  if (shared.empty()) return;
  access.owned = ownership_.at(access.instance, access.instruction, access.base);
  if (access.owned == Owned::kFresh) {
    ++counts_.owned;
    return;
  }
  ++counts_.shared;
  all_.push_back(access);
  for (const ObjectId object : shared) file(number, object);
}

void Accesses::file(std::uint32_t number, ObjectId object) {
  const Subject& subject = all_[number].subject;
  if (!base::is_none(object)) {
    // An object that the filter of the field's class lets not pass has no such field.
    const ir::Type type = calls_.heap().type(object);
    if (subject.kind == Subject::Kind::kElements && !type.is_array()) return;
    if (subject.kind == Subject::Kind::kField &&
        !calls_.program().is_subtype(type, ir::Type(calls_.program().owner(subject.field))))
      return;
  }
  const auto [place, fresh] = by_key_.try_emplace(
      {index(object), static_cast<std::uint32_t>(subject.kind), index(subject.field)},
      static_cast<std::uint32_t>(locations_.size()));
  if (fresh) locations_.push_back({.object = object, .subject = subject, .accesses = {}});
  locations_[place->second].accesses.push_back(number);
}

}  // namespace heddle::races
