#include "origins/uninterrupted.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/program.h"

namespace heddle::origins {

bool Uninterrupted::never_comes(Point point, OriginId origin) {
  if (interrupts_.may_be_thrown_in(origin) || calls_.is_platform(point.instance)) return false;
  const ir::MethodId method = calls_.at(point.instance).method;
  const std::vector<ir::BlockId>& interrupted = handlers(method);
  if (interrupted.empty()) return false;
  const BodyFlow& flow = *calls_.flow(method);
  if (point.instruction >= flow.body().instructions.size()) return false;
  const auto here = base::id_at<ir::BlockId>(flow.block_of(point.instruction));
  const auto& dominance = dominances_.try_emplace(method, flow.body()).first->second;
  return std::ranges::any_of(
      interrupted, [&](ir::BlockId handler) { return dominance.dominates(handler, here); });
}

const std::vector<ir::BlockId>& Uninterrupted::handlers(ir::MethodId method) {
  const auto known = handlers_.find(method);
  if (known != handlers_.end()) return known->second;
  return handlers_[method] = find_handlers(method);
}

// One block may handle several types.
std::vector<ir::BlockId> Uninterrupted::find_handlers(ir::MethodId method) const {
  std::vector<ir::BlockId> found, others;
  const BodyFlow* flow = calls_.flow(method);
  if (flow == nullptr || flow->body().handlers.empty()) return found;
  ir::Program& program = calls_.program();
  const ir::ClassId interrupt = program.find("java/lang/InterruptedException");
  for (const ir::Handler& handler : flow->body().handlers) {
    const ir::Type type = program.type_of(program.owner(method), handler.type);
    const bool is_interrupt = type.is_class() && type.class_id() == interrupt;
    (is_interrupt ? found : others).push_back(handler.block);
  }
  std::erase_if(
      found, [&](ir::BlockId block) { return std::ranges::find(others, block) != others.end(); });
  return found;
}

}  // namespace heddle::origins
