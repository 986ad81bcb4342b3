#include "origins/made_with.h"

#include "base/id.h"
#include "ir/class.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;

bool MadeWith::holds_given(ir::FieldId field) {
  ir::Program& program = calls_.program();
  const ir::ClassId owner = program.owner(field);
  if (program.layer(owner) != ir::Layer::kPlatform) {
    look_at_application();
    return !others_.contains(index(field));
  }
  const auto [place, fresh] = platforms_.try_emplace(index(field), false);
  if (!fresh || !program.is(field, ir::Access::kPrivate)) return place->second;
  for (std::uint32_t i = 0; i < program.method_count(owner); ++i)
    look_at(base::id_at<ir::MethodId>(index(program.first_method(owner)) + i));
  return platforms_[index(field)] = !others_.contains(index(field));
}

void MadeWith::look_at_application() {
  if (knows_application_) return;
  knows_application_ = true;
  const ir::Program& program = calls_.program();
  for (const ir::MethodId method : calls_.heap().reachable_methods())
    if (program.layer(program.owner(method)) != ir::Layer::kPlatform) look_at(method);
}

void MadeWith::look_at(ir::MethodId method) {
  ir::Program& program = calls_.program();
  const ir::Body* body = program.body(method);
  if (body == nullptr) return;
  const bool in_constructor = program.name(method) == "<init>";
  for (const ir::Instruction& put : body->instructions) {
    if (put.opcode != Opcode::kPutField || is_given(*body, put, in_constructor)) continue;
    const auto field =
        program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(put.b), false);
    if (field.runs()) others_.insert(index(field.member));
  }
}

bool MadeWith::is_given(const ir::Body& body, const ir::Instruction& put, bool in_constructor) {
  const ir::Instruction& value = body.at(ir::without_casts(body, static_cast<ir::ValueId>(put.c)));
  if (value.opcode == Opcode::kConstNull) return true;
  const ir::Instruction& on = body.at(ir::without_casts(body, static_cast<ir::ValueId>(put.a)));
  return in_constructor && value.opcode == Opcode::kParameter && value.a != 0 &&
         on.opcode == Opcode::kParameter && on.a == 0;
}

std::vector<ir::ValueId> MadeWith::given(const ir::Body& body, ir::MethodId method,
                                         std::uint32_t made) const {
  std::vector<ir::ValueId> found;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& invoke = body.instructions[i];
    if (invoke.opcode != Opcode::kInvoke || invoke.invocation() != ir::Invocation::kSpecial)
      continue;
    const auto values = body.values(invoke);
    if (values.empty() || index(values[0]) != made || calls_.named(method, i) != "<init>") continue;
    for (const ir::ValueId value : values.subspan(1))
      if (ir::kind_of(body.type(value)) == ir::Kind::kReference) found.push_back(value);
  }
  return found;
}

}  // namespace heddle::origins
