// Raw memory: which fields an offset stands for.
//
// The platform's own classes get at their fields by offsets, which they work out once:
//
//   static final long NEXT = U.objectFieldOffset(Node.class, "next");
//   U.compareAndSetReference(node, NEXT, expected, next);
//
// A number has no points-to set, so the way back is read off the code: the static field that the
// call's offset comes from, and the constants that the class initialiser worked it out from. An
// offset that comes from elsewhere stands for no field, which is counted where it is used.
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/solver.h"

namespace heddle::pointsto {

using base::index;

// The fields an Unsafe call at an instruction may mean: its offset is a static field that a class
// initialiser sets to the offset of a field named by constants.
const std::vector<ir::FieldId>& Solver::offset_fields(ir::MethodId method,
                                                      std::uint32_t instruction) {
  const std::uint64_t key = std::uint64_t{index(method)} << 32U | instruction;
  const auto [place, fresh] = offsets_.try_emplace(key);
  if (!fresh) return place->second;
  std::vector<ir::FieldId> fields;
  const ir::Body* body = program_.body(method);
  if (body != nullptr && instruction < body->instructions.size() &&
      body->instructions[instruction].opcode == ir::Opcode::kInvoke) {
    const auto values = body->values(body->instructions[instruction]);
    if (values.size() > 2) {
      const ir::Instruction& offset = body->at(values[2]);
      if (offset.opcode == ir::Opcode::kGetStatic) {
        const auto held = program_.resolve_field(program_.owner(method),
                                                 static_cast<ir::FieldRef>(offset.b), true);
        if (held.runs()) fields = fields_of_offset(held.member);
      }
    }
  }
  return offsets_[key] = std::move(fields);
}

std::vector<ir::FieldId> Solver::fields_of_offset(ir::FieldId held) {
  std::vector<ir::FieldId> found;
  const ir::ClassId owner = program_.owner(held);
  if (program_.is_phantom(owner)) return found;
  const ir::MethodId initializer = program_.declared_method(owner, "<clinit>", "()V");
  const ir::Body* body = base::is_none(initializer) ? nullptr : program_.body(initializer);
  if (body == nullptr) return found;
  const ir::Symbols& symbols = program_.code(owner)->symbols;
  for (const ir::Instruction& instruction : body->instructions) {
    if (instruction.opcode != ir::Opcode::kPutStatic) continue;
    const auto set = program_.resolve_field(owner, static_cast<ir::FieldRef>(instruction.b), true);
    if (!set.runs() || set.member != held) continue;
    const ir::Instruction& value = body->at(static_cast<ir::ValueId>(instruction.c));
    if (value.opcode != ir::Opcode::kInvoke) continue;
    ir::ClassId of = base::kNone<ir::ClassId>;
    std::string_view name;
    for (const ir::ValueId argument : body->values(value)) {
      const ir::Instruction& given = body->at(argument);
      if (given.opcode == ir::Opcode::kConstClass) {
        const ir::Type type = program_.type_of(owner, ir::TypeRef::from_bits(given.a));
        if (type.is_class()) of = type.class_id();
      }
      if (given.opcode == ir::Opcode::kConstString)
        name = symbols.string(static_cast<ir::StringRef>(given.a));
    }
    if (base::is_none(of) || program_.is_phantom(of)) continue;
    for (std::uint32_t i = 0; i < program_.field_count(of); ++i) {
      const ir::FieldId field = base::id_at<ir::FieldId>(index(program_.first_field(of)) + i);
      if (program_.name(field) == name) found.push_back(field);
    }
  }
  return found;
}

}  // namespace heddle::pointsto
