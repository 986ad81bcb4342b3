#include "origins/interrupts.h"

#include "base/id.h"
#include "ir/body.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

namespace {

bool makes_exception(ir::Program& program, ir::ClassId owner, const ir::Instruction& instruction) {
  if (instruction.opcode != ir::Opcode::kNew) return false;
  const ir::Type made = program.type_of(owner, static_cast<ir::TypeRef>(instruction.a));
  return made.is_class() && program.name(made.class_id()) == "java/lang/InterruptedException";
}

}  // namespace

Interrupts::Interrupts(CallGraph& calls, const Origins& origins, Facts& facts) : origins_(origins) {
  for (const ir::MethodId method : calls.heap().reachable_methods()) {
    if (calls.program().layer(calls.program().owner(method)) != ir::Layer::kPlatform)
      look_into(calls, facts, method);
  }
}

void Interrupts::look_into(CallGraph& calls, Facts& facts, ir::MethodId method) {
  const ir::Body* body = calls.program().body(method);
  if (body == nullptr) return;
  const ir::ClassId owner = calls.program().owner(method);
  for (const ir::Instruction& instruction : body->instructions) {
    are_thrown_by_hand_ |= makes_exception(calls.program(), owner, instruction);
    if (instruction.opcode != ir::Opcode::kInvoke) continue;
    const ir::MethodId called = facts.resolved(owner, instruction);
    if (base::is_none(called)) continue;
    for (const model::OrderFact* fact : facts.order(called)) {
      if (fact->kind != model::OrderFact::Kind::kInterrupt) continue;
      const ir::ValueId on = facts.operand(*body, instruction, fact->on);
      if (on == ir::kNoValue) continue;
      const ir::ValueId thread = ir::without_casts(*body, on);
      // Its own: the result of a call without arguments.
      const ir::Instruction& made = body->at(thread);
      if (made.opcode == ir::Opcode::kInvoke && made.c == 0) continue;
      for (const InstanceId id : calls.instances_of(method)) {
        calls.heap().value(id, thread).for_each([&](pointsto::ObjectId object) {
          const pointsto::Site& site = calls.heap().site(object);
          sites_.insert(index(calls.heap().object(object).site));
          reaches_main_ |= site.kind != pointsto::SiteKind::kNew;
        });
      }
    }
  }
}

bool Interrupts::may_reach(OriginId origin) const {
  const Origin& of = origins_[origin];
  switch (of.kind) {
    case Origin::Kind::kMain: return reaches_main_;
    case Origin::Kind::kThread: return base::is_none(of.site) || sites_.contains(index(of.site));
    // Whoever has their pool or future may interrupt them.
    case Origin::Kind::kTask:
    case Origin::Kind::kEvent: return true;
  }
  return true;
}

}  // namespace heddle::origins
