#include "locks/tokens.h"

#include <algorithm>
#include <iterator>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::locks {

using base::index;
using ir::Opcode;
using model::LockFact;
using pointsto::InstanceId;
using pointsto::ObjectId;

Tokens::Tokens(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts)
    : calls_(calls), origins_(origins), facts_(facts) {
  for (const ir::MethodId method : calls.heap().reachable_methods()) {
    if (calls.program().layer(calls.program().owner(method)) != ir::Layer::kPlatform &&
        calls.program().body(method) != nullptr)
      find_steps(method);
  }
  for (const auto& [id, steps] : steps_) follow(id, steps);
  if (one_ != nullptr) count_permits();
}

// Does the call give a permit, or take one? None: it does neither, or not always.
std::optional<bool> Tokens::is_release(ir::MethodId method, const ir::Instruction& invoke) {
  const ir::MethodId called = facts_.resolved(calls_.program().owner(method), invoke);
  const LockFact* fact = base::is_none(called) ? nullptr : facts_.lock(called);
  if (fact == nullptr || !fact->is_conditional || fact->made_with.size() != 1 ||
      fact->made_with[0].value != 1 || fact->on.root != model::Path::Root::kReceiver)
    return std::nullopt;
  one_ = fact;
  if (fact->kind == LockFact::Kind::kAcquire && fact->when == model::When::kAlways) return false;
  // More permits at once are none that goes around.
  if (fact->kind == LockFact::Kind::kRelease || fact->kind == LockFact::Kind::kSpoil) return true;
  return std::nullopt;
}

void Tokens::find_steps(ir::MethodId method) {
  const ir::Body& body = *calls_.program().body(method);
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& invoke = body.instructions[i];
    if (invoke.opcode != Opcode::kInvoke || invoke.c == 0) continue;
    const auto release = is_release(method, invoke);
    if (!release) continue;
    for (const InstanceId id : calls_.instances_of(method)) {
      const pointsto::ObjectSet& on = calls_.heap().value(id, body.values(invoke)[0]);
      const ObjectId only = origins_.only_single(on);
      if (base::is_none(only) || (*release && invoke.c != 1)) {
        on.for_each([&](ObjectId object) { is_bad_[object] = true; });
      } else {
        steps_[id].emplace(i, Step{.semaphore = only, .is_release = *release});
        joined_.try_emplace(only, only);
      }
    }
  }
}

// Block by block until nothing changes; who has taken on some ways only has not.
void Tokens::follow(InstanceId id, const Steps& steps) {
  const ir::Body& body = *calls_.program().body(calls_.at(id).method);
  std::vector<std::optional<Taken>> in(body.blocks.size());
  in[0].emplace();
  std::vector<std::uint32_t> open{0};
  const auto enter = [&](std::uint32_t block, const Taken& taken) {
    if (!in[block]) {
      in[block] = taken;
    } else {
      Taken both;
      std::ranges::set_intersection(*in[block], taken, std::back_inserter(both));
      if (both == *in[block]) return;
      in[block] = std::move(both);
    }
    open.push_back(block);
  };
  while (!open.empty()) {
    const ir::Block& block = body.blocks[open.back()];
    Taken taken = *in[open.back()];
    open.pop_back();
    const auto to_handlers = [&] {
      for (const ir::Handler& handler : body.handlers_of(block)) enter(index(handler.block), taken);
    };
    to_handlers();
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const auto step = steps.find(i);
      if (step == steps.end()) continue;
      apply(step->second, taken);
      to_handlers();
    }
    for (const ir::BlockId next : body.successors_of(block)) enter(index(next), taken);
  }
  auto& at = taken_[id];
  for (std::uint32_t b = 0; b < body.blocks.size(); ++b) {
    if (!in[b]) continue;
    Taken taken = *in[b];
    for (std::uint32_t i = body.blocks[b].first; i < body.blocks[b].end; ++i) {
      if (!taken.empty()) at.emplace(i, taken);
      const auto step = steps.find(i);
      if (step == steps.end()) continue;
      settle(step->second, taken);
      apply(step->second, taken);
    }
  }
}

// What is given to another one than it was taken from was the only one that was taken.
void Tokens::apply(const Step& step, Taken& taken) {
  const auto own = std::ranges::lower_bound(taken, step.semaphore);
  const bool is_own = own != taken.end() && *own == step.semaphore;
  if (!step.is_release) {
    if (!is_own) taken.insert(own, step.semaphore);
  } else if (is_own) {
    taken.erase(own);
  } else {
    taken.clear();
  }
}

void Tokens::settle(const Step& step, const Taken& before) {
  const bool is_own = std::ranges::binary_search(before, step.semaphore);
  if (!step.is_release) {
    // A second one is another permit.
    if (is_own) is_bad_[step.semaphore] = true;
    return;
  }
  if (is_own) return;
  if (before.size() == 1)
    join(before[0], step.semaphore);
  else
    is_bad_[step.semaphore] = true;
}

void Tokens::join(ObjectId one, ObjectId other) {
  const ObjectId first = group(one), second = group(other);
  joined_[std::max(first, second)] = std::min(first, second);
}

ObjectId Tokens::group(ObjectId semaphore) const {
  for (;;) {
    const auto next = joined_.find(semaphore);
    if (next == joined_.end() || next->second == semaphore) return semaphore;
    semaphore = next->second;
  }
}

void Tokens::count_permits() {
  std::vector<model::Constant> none = one_->made_with;
  none[0].value = 0;
  std::map<ObjectId, unsigned> permits;
  std::map<ObjectId, bool> are_bad;
  for (const auto& [semaphore, next] : joined_) {
    const pointsto::Site& site = calls_.heap().site(semaphore);
    const ObjectId of = group(semaphore);
    if (facts_.is_made_with(site, one_->made_with))
      ++permits[of];
    else if (!facts_.is_made_with(site, none))
      are_bad[of] = true;
  }
  for (const auto& [semaphore, is_bad] : is_bad_) are_bad[group(semaphore)] = true;
  for (const auto& [semaphore, next] : joined_)
    if (permits[group(semaphore)] != 1) are_bad[group(semaphore)] = true;
  is_bad_ = std::move(are_bad);
}

std::vector<Tokens::Token> Tokens::at(InstanceId id, std::uint32_t instruction) const {
  std::vector<Token> found;
  const auto of = taken_.find(id);
  if (of == taken_.end()) return found;
  const auto here = of->second.find(instruction);
  if (here == of->second.end()) return found;
  for (const ObjectId semaphore : here->second) {
    const ObjectId group = this->group(semaphore);
    if (is_bad_.contains(group)) continue;
    const auto taken = std::ranges::find_if(steps_.at(id), [&](const auto& step) {
      return !step.second.is_release && step.second.semaphore == semaphore;
    });
    found.push_back({.group = group, .taken_at = taken->first});
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace heddle::locks
