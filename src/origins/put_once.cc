#include "origins/put_once.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;

namespace {

// Others may hand out the same element many times, as nCopies does.
bool adds_one(ir::Program& program, ir::MethodId method) {
  constexpr std::array<std::string_view, 7> kAdds = {"add", "addFirst",  "addLast",      "asList",
                                                     "of",  "singleton", "singletonList"};
  return program.layer(program.owner(method)) == ir::Layer::kPlatform &&
         std::ranges::find(kAdds, program.name(method)) != kAdds.end();
}

// As an operand, other than to call a method on it.
bool is_taken_by(const ir::Body& body, const ir::Instruction& user, ir::ValueId made) {
  if (user.opcode == Opcode::kCheckCast) return false;
  const bool has_receiver =
      user.opcode == Opcode::kInvoke && user.invocation() != ir::Invocation::kStatic;
  bool is_taken = false;
  std::size_t position = 0;
  ir::for_each_operand(body, user, [&](ir::ValueId operand) {
    const bool is_receiver = position++ == 0 && has_receiver;
    is_taken |= !is_receiver && ir::without_casts(body, operand) == made;
  });
  return is_taken;
}

}  // namespace

bool is_put_once(CallGraph& calls, Facts& facts, pointsto::InstanceId maker, ir::ValueId made) {
  ir::Program& program = calls.program();
  const ir::MethodId method = calls.at(maker).method;
  const ir::Body* body = program.body(method);
  if (body == nullptr || index(made) >= body->instructions.size()) return false;
  bool found = false;
  for (std::uint32_t at = 0; at < body->instructions.size(); ++at) {
    const ir::Instruction& user = body->instructions[at];
    if (!is_taken_by(*body, user, made)) continue;
    if (found || calls.in_loop(maker, at)) return false;
    found = true;
    if (user.opcode == Opcode::kArrayStore && user.c == index(made)) continue;
    if (user.opcode != Opcode::kInvoke) return false;
    const ir::MethodId called = facts.resolved(program.owner(method), user);
    if (base::is_none(called) || !adds_one(program, called)) return false;
  }
  return found;
}

}  // namespace heddle::origins
