#include "origins/counted.h"

#include <algorithm>

#include "base/id.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;
using ir::ValueId;
using model::OrderFact;
using model::Path;

namespace {

bool has_receiver(const ir::Instruction& invoke) {
  return invoke.c > 0 && invoke.invocation() != ir::Invocation::kStatic;
}

// The one instruction that has the value; none if there are others.
std::optional<std::uint32_t> only_use(const ir::Body& body, ValueId value) {
  std::optional<std::uint32_t> found;
  unsigned uses = 0;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    ir::for_each_operand(body, body.instructions[i], [&](ValueId used) {
      if (used != value) return;
      ++uses;
      found = i;
    });
  }
  return uses == 1 ? found : std::nullopt;
}

}  // namespace

Counted::Counted(CallGraph& calls, Facts& facts) : calls_(calls), facts_(facts) {
  for (const ir::MethodId method : calls.heap().reachable_methods()) {
    if (calls.program().layer(calls.program().owner(method)) != ir::Layer::kPlatform &&
        calls.program().body(method) != nullptr)
      look_into(method);
  }
}

void Counted::look_into(ir::MethodId method) {
  const ir::Body& body = *calls_.program().body(method);
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& invoke = body.instructions[i];
    if (invoke.opcode != Opcode::kInvoke) continue;
    const auto arguments = body.values(invoke);
    for (std::uint32_t at = has_receiver(invoke) ? 1 : 0; at < arguments.size(); ++at) {
      const std::uint32_t position = at - (has_receiver(invoke) ? 1 : 0);
      if (!says(method, invoke, OrderFact::Kind::kCount, Path::Root::kArgument, position)) continue;
      if (has_receiver(invoke) && !is_stream_of_numbers(method, body, arguments[0])) continue;
      const auto function = function_made(method, body, arguments[at]);
      if (function && is_gone_through(method, body, i)) functions_.push_back(*function);
    }
  }
}

bool Counted::says(ir::MethodId method, const ir::Instruction& invoke, OrderFact::Kind kind,
                   Path::Root root, std::uint32_t argument) {
  const ir::MethodId called = facts_.resolved(calls_.program().owner(method), invoke);
  if (base::is_none(called)) return false;
  return std::ranges::any_of(facts_.order(called), [&](const OrderFact* fact) {
    return fact->kind == kind && fact->on.root == root && fact->on.selectors.empty() &&
           (root != Path::Root::kArgument || fact->on.argument == argument);
  });
}

bool Counted::is_stream_of_numbers(ir::MethodId method, const ir::Body& body, ValueId stream) {
  for (;;) {
    const ir::Instruction& made = body.at(ir::without_casts(body, stream));
    if (made.opcode != Opcode::kInvoke ||
        !says(method, made, OrderFact::Kind::kCount, Path::Root::kResult))
      return false;
    if (!has_receiver(made)) return true;
    stream = body.values(made)[0];
  }
}

// A call that returns when all is done, or that gives a stream to the only one who has it.
bool Counted::is_gone_through(ir::MethodId method, const ir::Body& body, std::uint32_t invoke) {
  for (;;) {
    const ir::Instruction& at = body.instructions[invoke];
    for (const Path::Root root : {Path::Root::kReceiver, Path::Root::kArgument}) {
      const std::uint32_t most = root == Path::Root::kReceiver ? 1 : at.c;
      for (std::uint32_t i = 0; i < most; ++i)
        if (says(method, at, OrderFact::Kind::kJoinTasks, root, i)) return true;
    }
    const auto next = only_use(body, base::id_at<ValueId>(invoke));
    if (!next || *next <= invoke) return false;
    const ir::Instruction& use = body.instructions[*next];
    const bool is_on =
        use.opcode == Opcode::kCheckCast || (use.opcode == Opcode::kInvoke && has_receiver(use) &&
                                             index(body.values(use)[0]) == invoke);
    if (!is_on) return false;
    invoke = *next;
  }
}

// A lambda that goes nowhere else.
std::optional<Counted::Function> Counted::function_made(ir::MethodId method, const ir::Body& body,
                                                        ValueId value) {
  const ir::Instruction& making = body.at(value);
  if (making.opcode != Opcode::kInvokeDynamic || !only_use(body, value)) return std::nullopt;
  ir::Program& program = calls_.program();
  const auto target =
      program.lambda_target(program.owner(method), static_cast<ir::CallSiteRef>(making.a));
  if (!target || !target->method.runs() ||
      !program.is(target->method.member, ir::Access::kSynthetic))
    return std::nullopt;
  return Function{.maker = method, .method = target->method.member, .parameter = making.c};
}

}  // namespace heddle::origins
