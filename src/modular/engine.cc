#include "modular/engine.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "modular/circle.h"
#include "modular/summarise.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;

// Which components can be done now; those that call them follow. Those with far more above them
// come first: a large circle with long ways to it would else be left for the end, for one thread
// alone. The others follow each other as on one thread: what one has touched the next one finds
// near.
class Engine::Schedule {
 public:
  explicit Schedule(Engine& engine) : engine_(engine), missing_(engine.components_.size()) {
    find_callers();
    find_order();
    for (const std::uint32_t component : order_)
      if (missing_[component] == 0) first_.push_back(place_[component]);
    left_ = order_.size();
  }

  // Takes a few at a time until all are done.
  void work() {
    std::vector<std::uint32_t> mine, freed;
    std::unique_lock lock(mutex_);
    while (left_ != 0) {
      const std::size_t ready = ready_.size() + first_.size() - next_first_;
      if (ready == 0) {
        changed_.wait(lock);
        continue;
      }
      const std::size_t most = std::clamp<std::size_t>(ready / 4, 1, 64);
      mine.clear();
      while (mine.size() < most) mine.push_back(take());
      lock.unlock();
      for (const std::uint32_t component : mine) engine_.summarise(engine_.components_[component]);
      find_freed(mine, freed);
      lock.lock();
      left_ -= mine.size();
      for (const std::uint32_t component : freed) add(component);
      changed_.notify_all();
    }
  }

 private:
  void find_callers() {
    first_caller_.resize(missing_.size() + 1);
    for_each_call([&](std::uint32_t, std::uint32_t called) { ++first_caller_[called + 1]; });
    std::partial_sum(first_caller_.begin(), first_caller_.end(), first_caller_.begin());
    callers_.resize(first_caller_.back());
    std::vector<std::uint32_t> end(first_caller_);
    for_each_call([&](std::uint32_t caller, std::uint32_t called) {
      callers_[end[called]++] = caller;
      missing_[caller].fetch_add(1, std::memory_order_relaxed);
    });
  }

  template <typename Visit>
  void for_each_call(const Visit& visit) const {
    for (std::uint32_t from = 0; from < engine_.component_of_.size(); ++from)
      for (const ir::MethodId callee : engine_.callees_[from]) {
        const std::uint32_t caller = engine_.component_of_[from];
        const std::uint32_t called = engine_.component_of_[engine_.number_[index(callee)] - 1];
        if (caller != called) visit(caller, called);
      }
  }

  [[nodiscard]] std::span<const std::uint32_t> callers(std::uint32_t component) const {
    return std::span(callers_).subspan(first_caller_[component],
                                       first_caller_[component + 1] - first_caller_[component]);
  }

  // By how many methods there are on the longest way up, roughly. Callers come behind their
  // callees.
  void find_order() {
    std::vector<std::size_t> heights(missing_.size());
    for (auto i = static_cast<std::uint32_t>(heights.size()); i-- != 0;) {
      for (const std::uint32_t caller : callers(i))
        heights[i] = std::max(heights[i], heights[caller]);
      heights[i] += engine_.components_[i].size();
    }
    order_.resize(heights.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::ranges::stable_sort(order_, std::ranges::greater(), [&](std::uint32_t component) {
      return std::bit_width(heights[component]);
    });
    place_.resize(order_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
  }

  // Those for which the last callee was among what is done now.
  void find_freed(const std::vector<std::uint32_t>& done, std::vector<std::uint32_t>& freed) {
    freed.clear();
    for (const std::uint32_t component : done)
      for (const std::uint32_t caller : callers(component))
        if (missing_[caller].fetch_sub(1, std::memory_order_acq_rel) == 1) freed.push_back(caller);
  }

  void add(std::uint32_t component) {
    ready_.push_back(place_[component]);
    std::ranges::push_heap(ready_, std::ranges::greater());
  }
  std::uint32_t take() {
    if (ready_.empty() || (next_first_ < first_.size() && first_[next_first_] < ready_.front()))
      return order_[first_[next_first_++]];
    std::ranges::pop_heap(ready_, std::ranges::greater());
    const std::uint32_t place = ready_.back();
    ready_.pop_back();
    return order_[place];
  }

  Engine& engine_;
  std::vector<std::uint32_t> first_caller_, callers_;  // by component, once for each call
  std::vector<std::uint32_t> order_, place_;           // components in order; where each is in it
  std::vector<std::atomic<std::uint32_t>> missing_;    // by component: callees that are not done
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::uint32_t> first_;  // places in order_ of those without callees, lowest first
  std::size_t next_first_ = 0;
  std::vector<std::uint32_t> ready_;  // the same of those that were freed, a heap
  std::size_t left_ = 0;
};

Engine::Engine(const Code& code, unsigned workers) : code_(code), workers_(workers) {
  number_methods();
  base::parallel_for(callees_.size(), workers, 256, [&](std::size_t number, unsigned) {
    find_callees(static_cast<std::uint32_t>(number));
  });
  note_called();
  find_components();
  owned_.resize(number_.size());
  pasts_.resize(number_.size());
  summaries_.resize(number_.size());
  if (workers == 1) {
    for (const Component& component : components_) summarise(component);
  } else {
    Schedule schedule(*this);
    base::parallel_for(workers, workers, 1, [&](std::size_t, unsigned) { schedule.work(); });
  }
  outside_ = summaries_;
  is_anew_.assign(code.methods().size(), 1);
  reanalysed_ = code.methods().size();
  count();
}

// Giving back so many summaries takes its time, too.
Engine::~Engine() {
  for (auto* all : {&owned_, &old_outsides_})
    base::parallel_for(all->size(), workers_, 1024,
                       [&](std::size_t at, unsigned) { (*all)[at].reset(); });
}

void Engine::number_methods() {
  const auto methods = code_.methods();
  callees_.resize(methods.size());
  for (std::uint32_t i = 0; i < methods.size(); ++i) {
    if (number_.size() <= index(methods[i])) number_.resize(index(methods[i]) + 1);
    number_[index(methods[i])] = i + 1;
  }
}

void Engine::find_callees(std::uint32_t number) {
  const ir::MethodId method = code_.methods()[number];
  std::vector<ir::MethodId>& callees = callees_[number];
  for (const ir::Instruction& instruction : code_.body(method)->instructions) {
    if (instruction.opcode == Opcode::kInvoke) {
      add_callees(method, instruction, callees);
    } else if (instruction.opcode == Opcode::kInvokeDynamic) {
      const Lambda lambda = code_.lambda(method, instruction);
      if (!base::is_none(lambda.target)) callees.push_back(lambda.target);
    } else if (instruction.opcode == Opcode::kNew) {
      add_tasks(code_.class_of(method, ir::TypeRef::from_bits(instruction.a)), callees);
    }
  }
  std::ranges::sort(callees);
  callees.erase(std::ranges::unique(callees).begin(), callees.end());
}

void Engine::note_called() {
  is_called_.assign(callees_.size(), 0);
  for (const auto& callees : callees_)
    for (const ir::MethodId callee : callees) is_called_[number_[index(callee)] - 1] = 1;
}

void Engine::count() {
  for (const ir::MethodId method : code_.methods()) {
    const std::uint32_t number = number_[index(method)] - 1;
    if (is_anew_[number] == 0) {
      access_count_ += before_->access_count(number);
      cut_summaries_ += before_->was_cut(number) ? 1 : 0;
      continue;
    }
    access_count_ += summary(method)->accesses.size();
    cut_summaries_ += summary(method)->was_cut ? 1 : 0;
  }
}

// ---- With summaries of an earlier run ----

Engine::Engine(Code& code, const Outline& outline, const SummaryFile& before, unsigned workers)
    : code_(code), workers_(workers), late_(&code), before_(&before) {
  if (before.size() != code.methods().size()) {
    is_broken_ = true;
    return;
  }
  number_methods();
  std::vector<std::vector<ir::MethodId>> were(callees_.size());
  for (std::uint32_t i = 0; i < callees_.size(); ++i) {
    const ir::MethodId method = code.methods()[i];
    if (before.method(i) != method) is_broken_ = true;
    were[i].assign(outline.callees[i].begin(), outline.callees[i].end());
    std::ranges::sort(were[i]);
    if (code.is_linked(code.program().owner(method)))
      find_callees(i);
    else
      callees_[i] = were[i];
    is_broken_ |= !are_known(callees_[i]) || !are_known(were[i]);
  }
  if (is_broken_) return;
  note_called();
  find_regrouped(were);
  owned_.resize(number_.size());
  pasts_.resize(number_.size());
  summaries_.resize(number_.size());
  is_anew_.resize(callees_.size());
  has_changed_.resize(callees_.size());
  is_complete_.resize(callees_.size());
  propagate();
  complete_classes();
  use_old_outsides();
  if (!is_broken_) count();
}

bool Engine::are_known(std::span<const ir::MethodId> methods) const {
  return std::ranges::all_of(methods, [&](ir::MethodId method) {
    return index(method) < number_.size() && number_[index(method)] != 0;
  });
}

// `were`: the callees in the earlier run. What the members of a circle know of each other depends
// on who they are: if a call less makes two circles of one, both are looked at again, though nobody
// in them has changed.
void Engine::find_regrouped(std::vector<std::vector<ir::MethodId>>& were) {
  const bool is_same = were == callees_;
  std::vector<Component> old_components;
  if (!is_same) {
    callees_.swap(were);
    find_components();
    old_component_of_ = std::exchange(component_of_, {});
    old_components = std::exchange(components_, {});
    callees_.swap(were);
  }
  find_components();
  is_regrouped_.resize(components_.size());
  for (std::size_t i = 0; i < components_.size() && !is_same; ++i) {
    const auto old = [&](ir::MethodId method) {
      return old_component_of_[number_[index(method)] - 1];
    };
    const std::uint32_t first = old(components_[i].front());
    is_regrouped_[i] =
        old_components[first].size() != components_[i].size() ||
        std::ranges::any_of(components_[i], [&](ir::MethodId each) { return old(each) != first; });
  }
}

// Those that changed, and whoever they ask for whom nobody asked before.
void Engine::find_wanted() {
  std::vector<std::uint8_t> is_changed(callees_.size());
  for (std::uint32_t i = 0; i < callees_.size(); ++i)
    if (code_.body(code_.methods()[i]) != nullptr) is_changed[i] = 1;
  is_wanted_ = is_changed;
  for (std::uint32_t i = 0; i < callees_.size(); ++i)
    for (const ir::MethodId callee : callees_[i])
      if (is_changed[i] != 0 && !before_->has_summary(number_[index(callee)] - 1))
        is_wanted_[number_[index(callee)] - 1] = 1;
}

// Is it wanted, or is another thing true now of somebody that it calls?
bool Engine::is_reached(ir::MethodId method) const {
  const std::uint32_t number = number_[index(method)] - 1;
  return is_wanted_[number] != 0 || std::ranges::any_of(callees_[number], [&](ir::MethodId callee) {
           return has_changed_[number_[index(callee)] - 1] != 0;
         });
}

// Than it did in the earlier run?
bool Engine::calls_others_of_circle(ir::MethodId method) const {
  if (old_component_of_.empty()) return false;
  const std::uint32_t from = number_[index(method)] - 1;
  return std::ranges::any_of(callees_[from], [&](ir::MethodId callee) {
    const std::uint32_t to = number_[index(callee)] - 1;
    return (component_of_[from] == component_of_[to]) !=
           (old_component_of_[from] == old_component_of_[to]);
  });
}

// Callees first.
void Engine::propagate() {
  find_wanted();
  for (std::size_t i = 0; i < components_.size() && !is_broken_; ++i)
    if (is_regrouped_[i] != 0 || std::ranges::any_of(components_[i], [&](ir::MethodId method) {
          return is_reached(method);
        }))
      do_again(components_[i]);
}

// What an earlier run knows of a circle.
class Engine::Earlier : public EarlierCircle {
 public:
  explicit Earlier(Engine& engine) : engine_(engine) {}

  [[nodiscard]] bool is_other(ir::MethodId member) const override {
    return engine_.is_reached(member) || engine_.calls_others_of_circle(member) ||
           !engine_.before_->has_past(number(member));
  }
  const Past* past(ir::MethodId member) override {
    if (!engine_.before_->has_past(number(member))) return nullptr;
    auto read = engine_.before_->past(number(member));
    if (!read) {
      engine_.is_broken_ = true;
      return nullptr;
    }
    return &pasts_.emplace_back(std::move(*read));
  }
  const Summary* summary(ir::MethodId member) override {
    const auto [place, is_new] = summaries_.try_emplace(member);
    if (is_new)
      if (auto read = engine_.before_->summary(number(member)))
        place->second = std::make_unique<Summary>(std::move(*read));
    return place->second.get();
  }
  void need(ir::MethodId member) override { engine_.need(member); }

  // What summary() gave; null: nobody asked.
  std::unique_ptr<Summary> take(ir::MethodId member) {
    const auto found = summaries_.find(member);
    return found == summaries_.end() ? nullptr : std::move(found->second);
  }

 private:
  [[nodiscard]] std::uint32_t number(ir::MethodId method) const {
    return engine_.number_[index(method)] - 1;
  }

  Engine& engine_;
  std::deque<Past> pasts_;
  boost::unordered_flat_map<ir::MethodId, std::unique_ptr<Summary>> summaries_;
};

void Engine::do_again(const Component& component) {
  if (is_circle(component)) {
    Earlier earlier(*this);
    return summarise_members(component, &earlier);
  }
  need(component[0]);
  if (is_broken_) return;
  make(component[0]);
  note_again(component[0]);
}

// Its summary has been made; was that in vain?
void Engine::note_again(ir::MethodId method) {
  const std::uint32_t number = number_[index(method)] - 1;
  ++reanalysed_;
  has_changed_[number] = is_changed(method) ? 1 : 0;
  is_anew_[number] = is_wanted_[number] | has_changed_[number];
}

bool Engine::is_changed(ir::MethodId method) const {
  const auto was = before_->summary(number_[index(method)] - 1);
  return !was || !(*was == *summaries_[index(method)]);
}

const Summary* Engine::load(ir::MethodId method) const {
  if (summaries_[index(method)] != nullptr || before_ == nullptr) return summaries_[index(method)];
  const std::uint32_t number = number_[index(method)] - 1;
  if (!before_->has_summary(number)) return nullptr;
  auto read = before_->summary(number);
  if (!read) {
    is_broken_ = true;
    return nullptr;
  }
  owned_[index(method)] = std::make_unique<Summary>(std::move(*read));
  return summaries_[index(method)] = owned_[index(method)].get();
}

void Engine::need(ir::MethodId method) const {
  if (late_ == nullptr || !are_known(std::span(&method, 1))) return;
  late_->link_late(code_.program().owner(method));
  for (const ir::MethodId callee : callees_[number_[index(method)] - 1]) load(callee);
}

const Call* Engine::call_at(ir::MethodId method, std::uint32_t at) const {
  need(method);
  if (!has_instruction(method, at)) return nullptr;
  const ir::Instruction& invoke = code_.body(method)->instructions[at];
  return invoke.opcode == Opcode::kInvoke ? code_.call(method, invoke) : nullptr;
}

// What was left out of a method because another one of its class does the same is wanted again
// where that other one is made anew.
void Engine::complete_classes() {
  const auto methods = code_.methods();
  const ir::Program& program = code_.program();
  for (std::size_t first = 0, end = 0; first < methods.size() && !is_broken_; first = end) {
    bool is_any_anew = false;
    for (end = first;
         end < methods.size() && program.owner(methods[end]) == program.owner(methods[first]);
         ++end)
      is_any_anew |= is_anew_[end] != 0;
    for (std::size_t i = first; i < end && is_any_anew; ++i) {
      is_complete_[i] = 1;
      if (is_anew_[i] != 0 || load(methods[i]) != nullptr || is_broken_) continue;
      // Nobody calls it, so that it is in no circle.
      need(methods[i]);
      make(methods[i]);
      ++reanalysed_;
      is_anew_[i] = 1;
    }
  }
}

void Engine::use_old_outsides() {
  outside_.resize(number_.size());
  nothing_.locksets.resize(1);
  old_outsides_.resize(callees_.size());
  base::parallel_for(callees_.size(), workers_, 512, [&](std::size_t at, unsigned) {
    if (is_anew_[at] != 0 || is_complete_[at] != 0 || before_->is_outside_empty(at)) return;
    if (auto read = before_->outside(at))
      old_outsides_[at] = std::make_unique<Summary>(std::move(*read));
  });
  for (std::uint32_t i = 0; i < callees_.size(); ++i) {
    const std::uint32_t method = index(code_.methods()[i]);
    const bool is_whole = is_anew_[i] != 0 || is_complete_[i] != 0;
    outside_[method] = is_whole                       ? summaries_[method]
                       : before_->is_outside_empty(i) ? &nothing_
                                                      : old_outsides_[i].get();
    is_broken_ |= outside_[method] == nullptr;
  }
}

// ---- Callees ----

// What runs if somebody starts an object of that class.
void Engine::add_tasks(ir::ClassId of, std::vector<ir::MethodId>& callees) const {
  if (base::is_none(of)) return;
  for (const auto& [name, descriptor] :
       {std::pair{"run", "()V"}, std::pair{"call", "()Ljava/lang/Object;"}})
    if (const ir::MethodId run = code_.find_method(of, name, descriptor); !base::is_none(run))
      callees.push_back(run);
}

// As Builder::run_at_once finds it: of an object that was made here, or of this one.
void Engine::add_run_at_once(ir::MethodId method, const Call& call, const ir::Instruction& invoke,
                             std::vector<ir::MethodId>& callees) const {
  const model::Call* runs = modular::run_at_once(call);
  if (runs == nullptr) return;
  const ir::Body& body = *code_.body(method);
  const ir::ValueId handed = operand(call, body.values(invoke), *runs->on);
  if (handed == ir::kNoValue) return;
  const ir::Instruction& made = body.at(ir::without_casts(body, handed));
  ir::ClassId of = base::kNone<ir::ClassId>;
  if (made.opcode == Opcode::kNew) of = code_.class_of(method, ir::TypeRef::from_bits(made.a));
  if (made.opcode == Opcode::kParameter && made.a == 0) of = code_.program().owner(method);
  if (base::is_none(of)) return;
  const ir::MethodId run = code_.find_method(of, runs->method.name, runs->method.descriptor);
  if (!base::is_none(run)) callees.push_back(run);
}

void Engine::add_callees(ir::MethodId method, const ir::Instruction& invoke,
                         std::vector<ir::MethodId>& callees) const {
  const Call* call = code_.call(method, invoke);
  if (call == nullptr || base::is_none(call->resolved)) return;
  callees.insert(callees.end(), call->targets.begin(), call->targets.end());
  add_run_at_once(method, *call, invoke, callees);
  const ir::Body& body = *code_.body(method);
  for (const ir::ValueId value : body.values(invoke)) {
    const ir::Instruction& made = body.at(ir::without_casts(body, value));
    if (made.opcode == Opcode::kNew) {
      const ir::ClassId of = code_.class_of(method, ir::TypeRef::from_bits(made.a));
      const ir::MethodId exact =
          base::is_none(of) ? base::kNone<ir::MethodId> : code_.exact_target(of, call->resolved);
      if (!base::is_none(exact)) callees.push_back(exact);
      continue;
    }
    if (const ir::ClassId of = code_.class_in_field(method, body, value); !base::is_none(of)) {
      const ir::MethodId exact = code_.exact_target(of, call->resolved);
      if (!base::is_none(exact)) callees.push_back(exact);
    }
    if (call->starts.empty()) {
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
    std::ranges::sort(component, {}, [&](ir::MethodId method) { return number_[index(method)]; });
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

bool Engine::is_circle(const Component& component) const {
  return component.size() > 1 ||
         std::ranges::binary_search(callees_[number_[index(component[0])] - 1], component[0]);
}

void Engine::make(ir::MethodId method) {
  auto made = std::make_unique<Summary>(modular::summarise(code_, callees_of(method), method));
  summaries_[index(method)] = made.get();
  owned_[index(method)] = std::move(made);
}

void Engine::summarise(const Component& component) {
  if (is_circle(component))
    summarise_members(component, nullptr);
  else
    make(component[0]);
}

void Engine::summarise_members(const Component& component, Earlier* earlier) {
  auto made = summarise_circle(
      code_, component, summaries_, [&](ir::MethodId method) { return callees_of(method); },
      earlier);
  if (made.empty()) is_broken_ = true;
  for (std::size_t i = 0; i < made.size(); ++i) {
    const ir::MethodId method = component[i];
    const bool is_new = made[i].summary != nullptr;
    auto summary = is_new ? std::move(made[i].summary) : earlier->take(method);
    summaries_[index(method)] = summary.get();
    owned_[index(method)] = std::move(summary);
    pasts_[index(method)] = std::move(made[i].past);
    if (earlier != nullptr && is_new) note_again(method);
  }
}

const Access* Engine::next(const Access& access) const {
  if (base::is_none(access.callee)) return nullptr;
  const Summary* callee = nullptr;
  if (before_ == nullptr) {
    callee = summaries_[index(access.callee)];
  } else {
    const std::scoped_lock lock(loading_);
    callee = load(access.callee);
  }
  if (callee == nullptr || access.next >= callee->accesses.size()) return nullptr;
  return &callee->accesses[access.next];
}

}  // namespace heddle::modular
