#include "origins/spreads.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;
using ir::ValueId;

Spreads::Spreads(CallGraph& calls, Facts& facts) : calls_(calls), facts_(facts) {
  for (const ir::MethodId method : calls.heap().reachable_methods()) {
    if (calls.program().layer(calls.program().owner(method)) != ir::Layer::kPlatform &&
        calls.program().body(method) != nullptr)
      look_into(method);
  }
}

void Spreads::look_into(ir::MethodId method) {
  const ir::Body& body = *calls_.program().body(method);
  bool found = false;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& invoke = body.instructions[i];
    if (invoke.opcode != Opcode::kInvoke) continue;
    const ir::MethodId called = facts_.resolved(calls_.program().owner(method), invoke);
    if (base::is_none(called)) continue;
    for (const model::OrderFact* fact : facts_.order(called)) {
      if (fact->kind != model::OrderFact::Kind::kSpread) continue;
      if (!found) {
        streams_.assign(body.instructions.size(), 0);
        functions_.assign(body.instructions.size(), 0);
        found = true;
      }
      const ValueId on = facts_.operand(body, invoke, fact->on);
      if (fact->on.root == model::Path::Root::kReceiver) {
        streams_[i] = 1;
        package_ = package_of(method, i);
        note_before(body, on);
      } else if (on != ir::kNoValue) {
        functions_[index(on)] = 1;
      }
    }
  }
  if (!found) return;
  note_after(method, body);
  give(method);
}

// What was given to the stream on the way to where it was made parallel.
void Spreads::note_before(const ir::Body& body, ValueId stream) {
  while (stream != ir::kNoValue) {
    const ir::Instruction& made = body.at(ir::without_casts(body, stream));
    if (made.opcode != Opcode::kInvoke || made.c == 0) return;
    const auto arguments = body.values(made);
    for (const ValueId argument : arguments.subspan(1)) functions_[index(argument)] = 1;
    stream = made.invocation() == ir::Invocation::kStatic ? ir::kNoValue : arguments[0];
  }
}

// What is made from a stream is a stream if it is of a class beside the stream's own.
std::string_view Spreads::package_of(ir::MethodId method, std::uint32_t value) const {
  const ir::Type type = calls_.program().type_of(calls_.program().owner(method),
                                                 calls_.program().body(method)->types[value]);
  if (!type.exists() || !type.is_class()) return {};
  const std::string_view name = calls_.program().name(type.class_id());
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : name.substr(0, slash);
}

void Spreads::note_after(ir::MethodId method, const ir::Body& body) {
  for (bool grew = true; grew;) {
    grew = false;
    for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
      if (!takes_stream(body, body.instructions[i]) || streams_[i] != 0 || package_.empty() ||
          package_of(method, i) != package_)
        continue;
      streams_[i] = 1;
      grew = true;
    }
  }
}

bool Spreads::takes_stream(const ir::Body& body, const ir::Instruction& instruction) {
  const auto is_stream = [&](std::uint32_t value) {
    return value < streams_.size() && streams_[value] != 0;
  };
  switch (instruction.opcode) {
    case Opcode::kCheckCast: return is_stream(instruction.a);
    case Opcode::kPhi:
      return std::ranges::any_of(body.values(instruction),
                                 [&](ValueId part) { return is_stream(index(part)); });
    case Opcode::kPutField:
    case Opcode::kPutStatic:
    case Opcode::kArrayStore: gets_out_ |= is_stream(instruction.c); return false;
    case Opcode::kReturn: gets_out_ |= is_stream(instruction.a); return false;
    case Opcode::kInvokeDynamic:
      gets_out_ |= std::ranges::any_of(body.values(instruction),
                                       [&](ValueId part) { return is_stream(index(part)); });
      return false;
    case Opcode::kInvoke: break;
    default: return false;
  }
  const auto arguments = body.values(instruction);
  const bool is_on = !arguments.empty() && instruction.invocation() != ir::Invocation::kStatic &&
                     is_stream(index(arguments[0]));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (is_on && i > 0) functions_[index(arguments[i])] = 1;
    gets_out_ |= is_stream(index(arguments[i])) && !(is_on && i == 0);
  }
  return is_on;
}

void Spreads::give(ir::MethodId method) {
  for (const pointsto::InstanceId id : calls_.instances_of(method)) {
    const pointsto::Instance& instance = calls_.at(id);
    for (std::uint32_t i = 0; i < functions_.size(); ++i) {
      const bool is_known = functions_[i] != 0 && i < instance.shape->variable_of.size() &&
                            instance.shape->variable_of[i] != pointsto::kNoVariable;
      if (is_known) given_.push_back(instance.node(instance.shape->variable_of[i]));
    }
  }
}

}  // namespace heddle::origins
