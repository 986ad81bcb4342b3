#include "pointsto/given_back.h"

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::pointsto {

using ir::Opcode;

namespace {

// How many methods it may be handed through.
constexpr unsigned kDeepest = 3;

class GivenBack {
 public:
  explicit GivenBack(World& world) : world_(world), program_(world.program()) {}

  std::optional<std::uint32_t> of(ir::MethodId method, unsigned depth) {
    if (world_.model(method) != nullptr || !program_.result_type(method).is_reference())
      return std::nullopt;
    const ir::Body* body = program_.body(method);
    if (body == nullptr) return std::nullopt;
    std::optional<std::uint32_t> found;
    for (const ir::Instruction& instruction : body->instructions) {
      if (instruction.opcode != Opcode::kReturn) continue;
      const ir::ValueId value = ir::without_casts(*body, static_cast<ir::ValueId>(instruction.a));
      if (body->at(value).opcode == Opcode::kConstNull) continue;
      const std::optional<std::uint32_t> one = parameter(method, *body, value, depth);
      if (!one || (found && found != one)) return std::nullopt;
      found = one;
    }
    return found;
  }

 private:
  // Which parameter the value is.
  std::optional<std::uint32_t> parameter(ir::MethodId method, const ir::Body& body,
                                         ir::ValueId value, unsigned depth) {
    const ir::Instruction& made = body.at(value);
    if (made.opcode == Opcode::kParameter) return made.a;
    if (made.opcode != Opcode::kInvoke || depth == 0) return std::nullopt;
    const ir::MethodId called = only_target(method, made);
    if (base::is_none(called)) return std::nullopt;
    const std::optional<std::uint32_t> position = of(called, depth - 1);
    if (!position || *position >= made.c) return std::nullopt;
    const ir::ValueId given = ir::without_casts(body, body.values(made)[*position]);
    if (body.at(given).opcode != Opcode::kParameter) return std::nullopt;
    return body.at(given).a;
  }

  // What the call runs, whatever it is called on.
  ir::MethodId only_target(ir::MethodId from, const ir::Instruction& invoke) {
    const auto ref = static_cast<ir::MethodRef>(invoke.a);
    const ir::ClassId owner = program_.owner(from);
    if (invoke.invocation() == ir::Invocation::kSpecial) {
      const auto target = program_.special_target(owner, ref);
      return target.runs() ? target.member : base::kNone<ir::MethodId>;
    }
    const auto target = program_.resolve_method(owner, ref, invoke.invocation());
    const bool is_only =
        target.runs() && (invoke.invocation() == ir::Invocation::kStatic ||
                          program_.is(target.member, ir::Access::kFinal | ir::Access::kPrivate) ||
                          is_final(program_.owner(target.member)));
    return is_only ? target.member : base::kNone<ir::MethodId>;
  }

  [[nodiscard]] bool is_final(ir::ClassId id) const {
    const ir::Class* code = program_.code(id);
    return code != nullptr && code->is(ir::Access::kFinal);
  }

  World& world_;
  ir::Program& program_;
};

}  // namespace

std::optional<std::uint32_t> given_back(World& world, ir::MethodId method) {
  return GivenBack(world).of(method, kDeepest);
}

}  // namespace heddle::pointsto
