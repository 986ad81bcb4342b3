// First shapes: what a method returns, stores, lets escape, starts and locks. A look at a
// method adds to what earlier looks found, and who calls one that was added to is looked at again.
// Lists only grow, and no further than a few elements; of what must hold, a method may say another
// thing a few times and after that only less: so it ends. By then every method was looked at with
// the shapes that its callees have at the end. What it assigns changes nothing of that, and is
// passed on to callers behind all else.
//
// Then accesses, all methods side by side, nearest first: what is n calls away from a method is
// what is n - 1 calls away from its callees. Nothing has to be looked at twice, nobody waits for
// somebody, and what is left out of a list that is full does not depend on the order of the
// methods.
//
//     void even(int n) { a++; if (n > 0) odd(n - 1); }
//     void odd(int n) { b++; if (n > 0) even(n - 1); }
//
// Level 0: even has a, odd has b. Level 1: even has b by odd, odd has a by even. Level 2: even
// would have a by odd by even, which it has.
//
// Where the circle is known from an earlier run, most of this need not be done again, though what
// comes out depends on all that went before: in which round a member's shape changed, and to what,
// is kept. Members whose code is the same follow that. Once somebody has another shape than he had
// then in the same round, those who call him are looked at from there on, as they would have been
// had all of it been done; and so it goes with accesses, level by level.
#include "modular/circle.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

#include "modular/builder.h"

namespace heddle::modular {
namespace {

using base::index;

class Circle {
 public:
  Circle(const Code& code, std::span<const ir::MethodId> methods, std::span<const Summary*> all,
         const std::function<Summaries(ir::MethodId)>& callees_of, EarlierCircle* earlier)
      : code_(code), methods_(methods), all_(all), callees_of_(callees_of), earlier_(earlier) {
    nothing_.locksets.emplace_back();
    members_.resize(methods.size());
    for (std::uint32_t i = 0; i < methods.size(); ++i) number_.emplace(methods[i], i);
    for (std::uint32_t i = 0; i < methods.size(); ++i) {
      all_[index(methods[i])] = &nothing_;
      for (const ir::MethodId callee : callees_of(methods[i]).callees)
        if (const auto found = number_.find(callee); found != number_.end()) {
          members_[found->second].callers.push_back(i);
          members_[i].callees.push_back(found->second);
        }
    }
  }

  std::vector<CircleMember> summarise() {
    find_past();
    if (!is_broken_) find_shapes();
    if (!is_broken_) find_accesses();
    if (!is_broken_) find_assigned();
    std::vector<CircleMember> made(members_.size());
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      all_[index(methods_[i])] = nullptr;
      if (!is_broken_) made[i] = take(members_[i]);
    }
    if (is_broken_) made.clear();
    return made;
  }

 private:
  struct Member {
    std::vector<std::uint32_t> callers, callees;  // within the circle
    std::uint32_t looks = 0;
    bool is_live = true;  // it has to be looked at, from now on
    bool is_open = true, is_next = false;
    std::unique_ptr<Builder> builder;  // of the last look
    Builder::Beside beside{};
    Past past{};

    // ---- With an earlier run ----
    const Past* then = nullptr;  // null: it was not in this circle
    std::size_t changes = 0;     // of those so many have come to pass
    std::size_t compared = 0;    // so many accesses are what they were then
    bool has_other_accesses = false;
    std::unique_ptr<Summary> seen{};     // by others, of one that is not live
    std::unique_ptr<Summary> changed{};  // of one that is not live: it assigns other things now
  };

  // ---- What was ----

  // Whoever is another one now is looked at; what happens to others is known.
  void find_past() {
    if (earlier_ == nullptr) return;
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      Member& member = members_[i];
      member.is_live = earlier_->is_other(methods_[i]);
      member.then = earlier_->past(methods_[i]);
      if (member.then == nullptr && !member.is_live) return fail();
      if (member.then != nullptr && !member.then->changes.empty())
        last_round_ = std::max(last_round_, member.then->changes.back().round);
    }
  }

  void fail() { is_broken_ = true; }

  const Summary& summary_then(std::uint32_t number) {
    const Summary* summary = earlier_->summary(methods_[number]);
    if (summary == nullptr) fail();
    return summary == nullptr ? nothing_ : *summary;
  }

  const Shape& shape_then(std::uint32_t number) {
    const Member& member = members_[number];
    if (member.changes == 0) return nothing_;
    if (member.changes == member.then->changes.size()) return summary_then(number);
    return member.then->changes[member.changes - 1].shape;
  }

  // Lets callers find it as it is now.
  void show(std::uint32_t number) {
    Member& member = members_[number];
    if (member.is_live) return;
    const Summary*& shown = all_[index(methods_[number])];
    if (member.changes == 0) return;
    if (member.changes == member.then->changes.size()) {
      shown = &summary_then(number);
      return;
    }
    if (member.seen == nullptr) member.seen = std::make_unique<Summary>(nothing_);
    static_cast<Shape&>(*member.seen) = shape_then(number);
    shown = member.seen.get();
  }

  // From now on it is looked at.
  void wake(std::uint32_t number) {
    show(number);
    members_[number].is_live = true;
  }

  // ---- Shapes ----

  // In rounds, each in the order of the members.
  void find_shapes() {
    for (bool has_changed = true; (has_changed || round_ <= last_round_) && !is_broken_; ++round_) {
      has_changed = false;
      for (std::uint32_t i = 0; i < members_.size(); ++i)
        if (take_turn(i)) has_changed |= open_callers(i);
      for (Member& member : members_) member.is_open |= std::exchange(member.is_next, false);
    }
    for (const Member& member : members_)
      if (!member.is_live && member.changes != member.then->changes.size()) return fail();
  }

  // Those that come later are looked at in this round.
  bool open_callers(std::uint32_t number) {
    for (const std::uint32_t caller : members_[number].callers)
      (caller > number ? members_[caller].is_open : members_[caller].is_next) = true;
    return !members_[number].callers.empty();
  }

  // Has its shape changed?
  bool take_turn(std::uint32_t number) {
    Member& member = members_[number];
    const bool is_open = std::exchange(member.is_open, false);
    if (earlier_ == nullptr) return is_open && look_at(number);
    const bool was_changed = member.then != nullptr && is_changed_then(member);
    if (was_changed) ++member.changes;
    if (!member.is_live) {
      if (was_changed && !is_open) fail();
      member.looks += is_open ? 1 : 0;
      return was_changed;
    }
    const bool has_changed = is_open && look_at(number);
    if (member.then == nullptr || shape_then(number) != *all_[index(methods_[number])])
      for (const std::uint32_t caller : member.callers) wake(caller);
    return has_changed;
  }

  bool is_changed_then(const Member& member) const {
    return member.changes != member.then->changes.size() &&
           member.then->changes[member.changes].round == round_;
  }

  bool look_at(std::uint32_t number) {
    constexpr std::uint32_t kFreeLooks = 4;
    Member& member = members_[number];
    const Summary& before = *all_[index(methods_[number])];
    auto made = build(number);
    made->join_shape(before, member.looks++ >= kFreeLooks);
    const bool has_changed = static_cast<const Shape&>(before) != made->summary();
    if (has_changed && earlier_ == nullptr)
      member.past.changes.push_back({.round = round_, .shape = made->summary()});
    use(number, std::move(made));
    return has_changed;
  }

  // With its callees as they are now.
  std::unique_ptr<Builder> build(std::uint32_t number) {
    const ir::MethodId method = methods_[number];
    if (earlier_ != nullptr) {
      if (members_[number].builder == nullptr) earlier_->need(method);
      for (const std::uint32_t callee : members_[number].callees) show(callee);
    }
    auto made = std::make_unique<Builder>(code_, callees_of_(method), method, *code_.body(method));
    made->find_shape();
    return made;
  }

  void use(std::uint32_t number, std::unique_ptr<Builder> builder) {
    Member& member = members_[number];
    all_[index(methods_[number])] = &builder->summary();
    member.builder = std::move(builder);
    member.beside = {.summary = &member.builder->summary(),
                     .in_circle = &member.builder->in_circle()};
  }

  // ---- Accesses ----

  void find_accesses() {
    std::vector<std::uint32_t> live;
    for (std::uint32_t i = 0; i < members_.size(); ++i)
      if (members_[i].is_live) live.push_back(i);
    for (const std::uint32_t number : live) begin(number);
    bool has_more = true;
    for (std::uint32_t level = 0; has_more && !is_broken_; ++level) {
      if (earlier_ != nullptr) wake_by_accesses(level, live);
      has_more = false;
      for (const std::uint32_t number : live) {
        has_more |= members_[number].builder->go_on(level);
        has_more |= earlier_ != nullptr && has_more_to_compare(number);
      }
    }
  }

  void begin(std::uint32_t number) {
    // Its last look was in the earlier run.
    if (members_[number].builder == nullptr) {
      const Shape shape = *all_[index(methods_[number])];
      auto made = build(number);
      made->set_shape(shape);
      use(number, std::move(made));
    }
    members_[number].builder->begin([&](ir::MethodId callee) -> const Builder::Beside* {
      const auto found = number_.find(callee);
      return found == number_.end() ? nullptr : beside(found->second);
    });
  }

  const Builder::Beside* beside(std::uint32_t number) {
    Member& member = members_[number];
    if (!member.is_live && member.beside.summary == nullptr) {
      const Summary& summary = summary_then(number);
      member.beside = {.summary = &summary, .in_circle = &member.then->in_circle};
      if (summary.accesses.size() != member.then->in_circle.size()) {
        fail();
        member.beside.summary = &nothing_;
      }
    }
    return &member.beside;
  }

  // Where what is `level` calls away is not what it was, those who call have to do it again.
  void wake_by_accesses(std::uint32_t level, std::vector<std::uint32_t>& live) {
    for (std::size_t i = 0; i < live.size(); ++i) {
      Member& member = members_[live[i]];
      if (member.has_other_accesses || are_as_then(live[i], level)) continue;
      member.has_other_accesses = true;
      for (const std::uint32_t caller : member.callers) {
        if (members_[caller].is_live) continue;
        wake(caller);
        begin(caller);
        for (std::uint32_t nearer = 0; nearer < level; ++nearer)
          members_[caller].builder->go_on(nearer);
        live.push_back(caller);
      }
    }
  }

  bool are_as_then(std::uint32_t number, std::uint32_t level) {
    Member& member = members_[number];
    if (member.then == nullptr) return false;
    const Summary& now = member.builder->summary();
    const Summary& was = summary_then(number);
    for (;; ++member.compared) {
      const std::size_t at = member.compared;
      const bool is_now = at < now.accesses.size() && now.accesses[at].steps <= level;
      const bool was_then = at < was.accesses.size() && was.accesses[at].steps <= level;
      if (!is_now || !was_then) return is_now == was_then;
      if (now.accesses[at] != was.accesses[at] || at >= member.then->in_circle.size() ||
          member.builder->in_circle()[at] != member.then->in_circle[at] ||
          now.locksets[now.accesses[at].locks] != was.locksets[was.accesses[at].locks])
        return false;
    }
  }

  bool has_more_to_compare(std::uint32_t number) {
    const Member& member = members_[number];
    return !member.has_other_accesses && member.compared < summary_then(number).accesses.size();
  }

  // ---- What they assign ----

  void find_assigned() {
    bool is_as_then = earlier_ != nullptr;
    for (Member& member : members_) {
      if (!member.is_live) continue;
      member.past.alone = member.builder->summary();
      std::ranges::sort(member.past.alone.assigned);
      member.past.assigns_by = member.builder->assigns_by();
      is_as_then &= member.then != nullptr && member.then->alone == member.past.alone &&
                    member.then->assigns_by == member.past.assigns_by;
    }
    if (is_as_then) {
      for (std::uint32_t i = 0; i < members_.size(); ++i)
        if (members_[i].is_live) members_[i].builder->set_assigned(summary_then(i));
    } else {
      assign_anew();
    }
  }

  void assign_anew() {
    const std::vector<Assigned> all = assigned_together();
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      Member& member = members_[i];
      if (member.is_live) {
        member.builder->set_assigned(all[i]);
      } else if (all[i] != static_cast<const Assigned&>(summary_then(i))) {
        member.changed = std::make_unique<Summary>(summary_then(i));
        static_cast<Assigned&>(*member.changed) = all[i];
      }
    }
  }

  static const Past& past(const Member& member) {
    return member.is_live ? member.past : *member.then;
  }

  // Each what it and those by whom it assigns do. Sets that only grow: the order is all the same.
  std::vector<Assigned> assigned_together() const {
    std::vector<Assigned> all;
    std::vector<std::vector<std::uint32_t>> assigning(members_.size());
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      all.push_back(past(members_[i]).alone);
      for (const ir::MethodId by : past(members_[i]).assigns_by)
        if (const auto found = number_.find(by); found != number_.end())
          assigning[found->second].push_back(i);
    }
    std::vector<std::uint8_t> is_open(members_.size(), 1);
    std::vector<std::uint32_t> open(members_.size());
    std::iota(open.begin(), open.end(), 0U);
    while (!open.empty()) {
      const std::uint32_t from = open.back();
      open.pop_back();
      is_open[from] = 0;
      for (const std::uint32_t to : assigning[from])
        if (all[to].add(all[from]) && std::exchange(is_open[to], 1) == 0) open.push_back(to);
    }
    for (Assigned& each : all) std::ranges::sort(each.assigned);
    return all;
  }

  // ---- What comes of it ----

  CircleMember take(Member& member) {
    CircleMember made;
    if (!member.is_live) {
      made.summary = std::move(member.changed);
      return made;
    }
    if (earlier_ == nullptr) {
      made.past = std::make_unique<Past>(std::move(member.past));
      made.past->in_circle = member.builder->in_circle();
      // The summary has it.
      if (!made.past->changes.empty()) made.past->changes.back().shape = {};
    }
    made.summary = std::make_unique<Summary>(member.builder->take());
    return made;
  }

  const Code& code_;
  std::span<const ir::MethodId> methods_;
  std::span<const Summary*> all_;
  const std::function<Summaries(ir::MethodId)>& callees_of_;
  EarlierCircle* earlier_;
  Summary nothing_;
  std::vector<Member> members_;  // as methods
  boost::unordered_flat_map<ir::MethodId, std::uint32_t> number_;
  std::uint32_t round_ = 0, last_round_ = 0;  // the last one in which somebody changed then
  bool is_broken_ = false;
};

}  // namespace

std::vector<CircleMember> summarise_circle(const Code& code, std::span<const ir::MethodId> members,
                                           std::span<const Summary*> all,
                                           const std::function<Summaries(ir::MethodId)>& callees_of,
                                           EarlierCircle* earlier) {
  return Circle(code, members, all, callees_of, earlier).summarise();
}

}  // namespace heddle::modular
