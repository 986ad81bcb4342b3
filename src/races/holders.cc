#include "races/holders.h"

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;

ir::FieldId Holders::of(pointsto::ObjectId object) {
  if (!is_known_) find();
  const auto found = fields_.find(index(object));
  return found == fields_.end() ? base::kNone<ir::FieldId> : found->second;
}

void Holders::find() {
  is_known_ = true;
  ir::Program& program = calls_.program();
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (!calls_.is_application(id)) continue;
    const ir::MethodId method = calls_.at(id).method;
    const ir::Body* body = program.body(method);
    if (body == nullptr) continue;
    for (const ir::Instruction& put : body->instructions) {
      const bool is_static = put.opcode == Opcode::kPutStatic;
      if (!is_static && put.opcode != Opcode::kPutField) continue;
      const auto field =
          program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(put.b), is_static);
      // What the compiler captures for an inner class has no name in the source.
      if (field.runs() && !program.is(field.member, ir::Access::kSynthetic))
        note(id, field.member, static_cast<ir::ValueId>(put.c));
    }
  }
}

void Holders::note(InstanceId id, ir::FieldId field, ir::ValueId value) {
  calls_.heap().value(id, value).for_each([&](pointsto::ObjectId object) {
    const auto [place, fresh] = fields_.try_emplace(index(object), field);
    if (!fresh && place->second != field) place->second = base::kNone<ir::FieldId>;
  });
}

}  // namespace heddle::races
