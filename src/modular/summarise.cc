#include "modular/summarise.h"

#include <algorithm>

#include "modular/builder.h"

namespace heddle::modular {
namespace {

bool is_wait(const model::OrderFact* fact) {
  using Kind = model::OrderFact::Kind;
  return fact->kind == Kind::kJoinThread || fact->kind == Kind::kJoinTask ||
         fact->kind == Kind::kJoinTasks || fact->kind == Kind::kJoinExecutor ||
         fact->kind == Kind::kAwait || fact->kind == Kind::kBarrier;
}

}  // namespace

bool waits_for_others(const Call& call) {
  const bool is_signalled = call.lock != nullptr && call.lock->kind == model::LockFact::Kind::kWait;
  return is_signalled || std::ranges::any_of(call.order, is_wait);
}

std::vector<std::uint32_t> waits_in(const Code& code, const Summaries& summaries,
                                    ir::MethodId method) {
  const auto instructions = code.body(method)->instructions;
  const auto surely_waits = [&](ir::MethodId target) {
    const Summary* summary = summary_of_target(summaries, target);
    return summary != nullptr && summary->waits;
  };
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < instructions.size(); ++i) {
    if (instructions[i].opcode != ir::Opcode::kInvoke) continue;
    const Call* call = code.call(method, instructions[i]);
    if (call == nullptr) continue;
    const bool is_all = !call->targets.empty() && !call->was_cut;
    if (std::ranges::any_of(call->order, is_wait) ||
        (is_all && std::ranges::all_of(call->targets, surely_waits)))
      found.push_back(i);
  }
  return found;
}

Summary summarise(const Code& code, const Summaries& summaries, ir::MethodId method) {
  Builder builder(code, summaries, method, *code.body(method));
  builder.find_shape();
  builder.begin();
  for (std::uint32_t level = 0; builder.go_on(level); ++level) {
  }
  return builder.take();
}

}  // namespace heddle::modular
