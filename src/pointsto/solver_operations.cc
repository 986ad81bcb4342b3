// What operations of models ask of the solver: operator.h has them, one by one.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "pointsto/operator.h"

namespace heddle::pointsto {

using base::index;

void Solver::operate(InstanceId id, std::uint32_t number, const ObjectSet* news) {
  Operator(*this, id, number, news).run();
}

void Solver::give_what_waited() {
  for (const ServiceLoad& load : services_loaded_)
    Operator(*this, load.id, load.operation).provide_rest(load.service, load.loader);
  for (const Waiting& one : waiting_) operate(one.id, one.operation);
}

void Solver::begin_operation(InstanceId id, const SpecialOperation& operation) {
  if (operation.operation != model::Operation::kCurrentThread || operation.result == kNoVariable)
    return;
  graph_.add_edge(state_.threads, state_.instances[index(id)].node(operation.result));
}

// Runs the operation again when the node has news.
void Solver::watch(NodeId node, InstanceId id, std::uint32_t number) {
  const auto request_number = static_cast<std::uint32_t>(requests_.size());
  Request again;
  again.caller = id;
  again.site = number;
  again.instruction = kWatch;
  requests_.push_back(std::move(again));
  graph_.add_edge(node, own_node(kLate | request_number));
}

// Is the value of that call the operand of a monitor_enter?
bool Solver::is_locked_at_once(ir::MethodId method, std::uint32_t instruction) {
  const std::uint64_t key = std::uint64_t{index(method)} << 32U | instruction;
  const auto known = locked_at_once_.find(key);
  if (known != locked_at_once_.end()) return known->second;
  const ir::Body* body = program_.body(method);
  const bool wanted =
      body != nullptr && std::any_of(body->instructions.begin(), body->instructions.end(),
                                     [&](const ir::Instruction& user) {
                                       return user.opcode == ir::Opcode::kMonitorEnter &&
                                              user.a == instruction;
                                     });
  locked_at_once_.emplace(key, wanted);
  return wanted;
}

}  // namespace heddle::pointsto
