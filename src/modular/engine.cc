#include "modular/engine.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <deque>
#include <mutex>
#include <span>
#include <utility>

#include "base/parallel.h"
#include "modular/callees.h"
#include "modular/circle.h"
#include "modular/schedule.h"
#include "modular/summarise.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;

Engine::Engine(const Code& code, unsigned workers) : code_(code), workers_(workers) {
  number_methods();
  base::parallel_for(callees_.size(), workers, 256, [&](std::size_t place, unsigned) {
    callees_[place] = find_callees(code, code.methods()[place]);
  });
  note_called();
  components_ = find_components(calls());
  owned_.resize(number_.size());
  pasts_.resize(number_.size());
  summaries_.resize(number_.size());
  if (workers == 1) {
    for (const Component& component : components_.all) summarise(component);
  } else {
    Schedule schedule(calls(), components_,
                      [&](const Component& component) { summarise(component); });
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
      callees_[i] = find_callees(code, method);
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
void Engine::find_regrouped(const std::vector<std::vector<ir::MethodId>>& were) {
  components_ = find_components(calls());
  is_regrouped_.resize(components_.all.size());
  if (were == callees_) return;
  Components old = find_components({code_.methods(), were, number_});
  const auto was_in = [&](ir::MethodId method) { return old.of[number_[index(method)] - 1]; };
  for (std::size_t i = 0; i < components_.all.size(); ++i) {
    const Component& now = components_.all[i];
    const std::uint32_t first = was_in(now.front());
    is_regrouped_[i] =
        old.all[first].size() != now.size() ||
        std::ranges::any_of(now, [&](ir::MethodId each) { return was_in(each) != first; });
  }
  old_component_of_ = std::move(old.of);
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
    return (components_.of[from] == components_.of[to]) !=
           (old_component_of_[from] == old_component_of_[to]);
  });
}

// Callees first.
void Engine::propagate() {
  find_wanted();
  for (std::size_t i = 0; i < components_.all.size() && !is_broken_; ++i) {
    const Component& component = components_.all[i];
    if (is_regrouped_[i] != 0 ||
        std::ranges::any_of(component, [&](ir::MethodId method) { return is_reached(method); }))
      do_again(component);
  }
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

// ---- Components ----

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
