#include "modular/engine.h"

#include <algorithm>

#include "base/parallel.h"
#include "modular/summarise.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;

namespace {

constexpr unsigned kMostRounds = 3;

}  // namespace

Engine::Engine(const Code& code, unsigned workers) : code_(code) {
  find_callees();
  find_components();
  owned_.resize(number_.size());
  summaries_.resize(number_.size());
  for (const std::vector<Component>& level : levels_)
    base::parallel_for(level.size(), workers, 16,
                       [&](std::size_t piece, unsigned) { summarise(level[piece]); });
}

void Engine::find_callees() {
  const auto methods = code_.methods();
  callees_.resize(methods.size());
  for (std::uint32_t i = 0; i < methods.size(); ++i) {
    if (number_.size() <= index(methods[i])) number_.resize(index(methods[i]) + 1);
    number_[index(methods[i])] = i + 1;
  }
  for (std::uint32_t i = 0; i < methods.size(); ++i) {
    std::vector<ir::MethodId>& callees = callees_[i];
    for (const ir::Instruction& instruction : code_.body(methods[i])->instructions) {
      if (instruction.opcode == Opcode::kInvoke) {
        const Call* call = code_.call(methods[i], instruction);
        if (call == nullptr) continue;
        callees.insert(callees.end(), call->targets.begin(), call->targets.end());
      } else if (instruction.opcode == Opcode::kInvokeDynamic) {
        const Lambda lambda = code_.lambda(methods[i], instruction);
        if (!base::is_none(lambda.target)) callees.push_back(lambda.target);
      } else if (instruction.opcode == Opcode::kNew) {
        // It may be a task.
        const ir::ClassId made = code_.class_of(methods[i], ir::TypeRef::from_bits(instruction.a));
        if (base::is_none(made)) continue;
        for (const auto& [name, descriptor] :
             {std::pair{"run", "()V"}, std::pair{"call", "()Ljava/lang/Object;"}})
          if (const ir::MethodId run = code_.find_method(made, name, descriptor);
              !base::is_none(run))
            callees.push_back(run);
      }
    }
    std::ranges::sort(callees);
    callees.erase(std::ranges::unique(callees).begin(), callees.end());
  }
}

// Tarjan's components, without recursion; a component's level is one above its highest callee.
void Engine::find_components() {
  const auto methods = code_.methods();
  const auto count = static_cast<std::uint32_t>(methods.size());
  constexpr std::uint32_t kUnseen = 0;
  std::vector<std::uint32_t> order(count, kUnseen), low(count), level(count);
  std::vector<std::uint8_t> is_open(count);
  std::vector<std::uint32_t> open;
  struct Frame {
    std::uint32_t at;
    std::uint32_t next;
  };
  std::vector<Frame> frames;
  std::uint32_t next_order = 1;
  const auto enter = [&](std::uint32_t at) {
    order[at] = low[at] = next_order++;
    is_open[at] = 1;
    open.push_back(at);
    frames.push_back({.at = at, .next = 0});
  };
  const auto close = [&](std::uint32_t root) {
    Component component;
    std::uint32_t highest = 0;
    std::vector<std::uint32_t> members;
    for (std::uint32_t member = kUnseen;;) {
      member = open.back();
      open.pop_back();
      is_open[member] = 0;
      members.push_back(member);
      component.push_back(methods[member]);
      if (member == root) break;
    }
    for (const std::uint32_t member : members)
      for (const ir::MethodId callee : callees_[member]) {
        const std::uint32_t to = number_[index(callee)] - 1;
        if (std::ranges::find(members, to) == members.end())
          highest = std::max(highest, level[to] + 1);
      }
    for (const std::uint32_t member : members) level[member] = highest;
    std::ranges::sort(component);
    if (levels_.size() <= highest) levels_.resize(highest + 1);
    levels_[highest].push_back(std::move(component));
  };
  for (std::uint32_t start = 0; start < count; ++start) {
    if (order[start] != kUnseen) continue;
    enter(start);
    while (!frames.empty()) {
      const std::uint32_t at = frames.back().at;
      if (frames.back().next < callees_[at].size()) {
        const std::uint32_t to = number_[index(callees_[at][frames.back().next++])] - 1;
        if (order[to] == kUnseen)
          enter(to);
        else if (is_open[to] != 0)
          low[at] = std::min(low[at], order[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().at] = std::min(low[frames.back().at], low[at]);
      if (low[at] == order[at]) close(at);
    }
  }
}

void Engine::summarise(const Component& component) {
  const bool is_circle =
      component.size() > 1 ||
      std::ranges::binary_search(callees_[number_[index(component[0])] - 1], component[0]);
  for (unsigned round = 0; round < (is_circle ? kMostRounds : 1); ++round) {
    for (const ir::MethodId method : component) {
      auto made = std::make_unique<Summary>(modular::summarise(code_, summaries_, method));
      if (is_circle)
        for (Access& access : made->accesses) access.is_exact &= base::is_none(access.callee);
      // The old one may still be read by the others of the circle until theirs are made anew.
      summaries_[index(method)] = made.get();
      owned_[index(method)].swap(made);
    }
  }
}

std::uint64_t Engine::access_count() const {
  std::uint64_t count = 0;
  for (const Summary* each : summaries_) count += each == nullptr ? 0 : each->accesses.size();
  return count;
}

std::uint64_t Engine::cut_summaries() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      summaries_, [](const Summary* each) { return each != nullptr && each->was_cut; }));
}

}  // namespace heddle::modular
