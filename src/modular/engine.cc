#include "modular/engine.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "base/parallel.h"
#include "modular/summarise.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;

namespace {

constexpr unsigned kMostRounds = 3;

}  // namespace

// Which components can be done now; those that call them follow.
class Engine::Schedule {
 public:
  explicit Schedule(Engine& engine) : engine_(engine) {
    const std::size_t count = engine.components_.size();
    callers_.resize(count);
    missing_.resize(count);
    left_ = count;
    for (std::uint32_t from = 0; from < engine.component_of_.size(); ++from)
      for (const ir::MethodId callee : engine.callees_[from]) {
        const std::uint32_t caller = engine.component_of_[from];
        const std::uint32_t called = engine.component_of_[engine.number_[index(callee)] - 1];
        if (caller == called) continue;
        callers_[called].push_back(caller);
        ++missing_[caller];
      }
    for (std::uint32_t i = 0; i < count; ++i)
      if (missing_[i] == 0) ready_.push_back(i);
  }

  // Takes a few at a time until all are done.
  void work() {
    std::vector<std::uint32_t> mine;
    std::unique_lock lock(mutex_);
    while (left_ != 0) {
      if (ready_.empty()) {
        changed_.wait(lock);
        continue;
      }
      const std::size_t most = std::clamp<std::size_t>(ready_.size() / 4, 1, 64);
      mine.assign(ready_.end() - static_cast<std::ptrdiff_t>(most), ready_.end());
      ready_.resize(ready_.size() - most);
      lock.unlock();
      for (const std::uint32_t component : mine) engine_.summarise(engine_.components_[component]);
      lock.lock();
      finish(mine);
    }
  }

 private:
  void finish(const std::vector<std::uint32_t>& done) {
    left_ -= done.size();
    for (const std::uint32_t component : done)
      for (const std::uint32_t caller : callers_[component])
        if (--missing_[caller] == 0) ready_.push_back(caller);
    changed_.notify_all();
  }

  Engine& engine_;
  std::vector<std::vector<std::uint32_t>> callers_;  // by component, once for each call
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint32_t> missing_, ready_;
  std::size_t left_ = 0;
};

Engine::Engine(const Code& code, unsigned workers) : code_(code) {
  find_callees();
  find_components();
  owned_.resize(number_.size());
  summaries_.resize(number_.size());
  if (workers == 1) {
    for (const Component& component : components_) summarise(component);
    return;
  }
  Schedule schedule(*this);
  base::parallel_for(workers, workers, 1, [&](std::size_t, unsigned) { schedule.work(); });
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
        add_callees(methods[i], instruction, callees);
      } else if (instruction.opcode == Opcode::kInvokeDynamic) {
        const Lambda lambda = code_.lambda(methods[i], instruction);
        if (!base::is_none(lambda.target)) callees.push_back(lambda.target);
      } else if (instruction.opcode == Opcode::kNew) {
        add_tasks(code_.class_of(methods[i], ir::TypeRef::from_bits(instruction.a)), callees);
      }
    }
    std::ranges::sort(callees);
    callees.erase(std::ranges::unique(callees).begin(), callees.end());
  }
}

// What runs if somebody starts an object of that class.
void Engine::add_tasks(ir::ClassId of, std::vector<ir::MethodId>& callees) const {
  if (base::is_none(of)) return;
  for (const auto& [name, descriptor] :
       {std::pair{"run", "()V"}, std::pair{"call", "()Ljava/lang/Object;"}})
    if (const ir::MethodId run = code_.find_method(of, name, descriptor); !base::is_none(run))
      callees.push_back(run);
}

void Engine::add_callees(ir::MethodId method, const ir::Instruction& invoke,
                         std::vector<ir::MethodId>& callees) const {
  const Call* call = code_.call(method, invoke);
  if (call == nullptr || base::is_none(call->resolved)) return;
  callees.insert(callees.end(), call->targets.begin(), call->targets.end());
  const ir::Body& body = *code_.body(method);
  for (const ir::ValueId value : body.values(invoke)) {
    const ir::Instruction& made = body.at(ir::without_casts(body, value));
    if (made.opcode == Opcode::kNew) {
      const ir::ClassId of = code_.class_of(method, ir::TypeRef::from_bits(made.a));
      const ir::MethodId exact =
          base::is_none(of) ? base::kNone<ir::MethodId> : code_.exact_target(of, call->resolved);
      if (!base::is_none(exact)) callees.push_back(exact);
    } else if (call->starts.empty()) {
      continue;
    } else if (made.opcode == Opcode::kGetField || made.opcode == Opcode::kGetStatic) {
      const ir::FieldId field = code_.field(method, made);
      if (!base::is_none(field)) add_tasks(code_.facts(field).made, callees);
    } else if (made.opcode == Opcode::kParameter && made.a == 0) {
      add_tasks(code_.program().owner(method), callees);
    }
  }
}

// Tarjan's components, without recursion: they come callees first.
void Engine::find_components() {
  const auto methods = code_.methods();
  const auto count = static_cast<std::uint32_t>(methods.size());
  constexpr std::uint32_t kUnseen = 0;
  std::vector<std::uint32_t> order(count, kUnseen), low(count);
  std::vector<std::uint8_t> is_open(count);
  component_of_.resize(count);
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
      component_of_[member] = static_cast<std::uint32_t>(components_.size());
    std::ranges::sort(component);
    components_.push_back(std::move(component));
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
      auto made = std::make_unique<Summary>(modular::summarise(code_, callees_of(method), method));
      if (is_circle)
        for (Access& access : made->accesses) access.is_exact &= base::is_none(access.callee);
      // The old one may still be read by the others of the circle until theirs are made anew.
      summaries_[index(method)] = made.get();
      owned_[index(method)].swap(made);
    }
  }
}

// In a circle the callee's summary may have been made anew since, with its accesses elsewhere.
const Access* Engine::next(const Access& access) const {
  if (base::is_none(access.callee)) return nullptr;
  const Summary* callee = summary(access.callee);
  if (callee == nullptr) return nullptr;
  const auto is_same = [&](const Access& theirs) {
    return theirs.site == access.site && theirs.instruction == access.instruction &&
           theirs.action == access.action;
  };
  if (access.next < callee->accesses.size() && is_same(callee->accesses[access.next]))
    return &callee->accesses[access.next];
  const auto found = std::ranges::find_if(callee->accesses, is_same);
  return found == callee->accesses.end() ? nullptr : &*found;
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
