// First shapes: what a method returns, stores, lets escape, starts and locks. A look at a
// method adds to what earlier looks found, and who calls one that was added to is looked at again.
// Lists only grow, and no further than a few elements; of what must hold, a method may say another
// thing a few times and after that only less: so it ends. By then every method was looked at with
// the shapes that its callees have at the end. What it assigns changes nothing of that, and is
// passed on to callers behind it.
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
#include "modular/circle.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

#include "modular/builder.h"

namespace heddle::modular {
namespace {

using base::index;

auto shape(const Summary& summary) {
  return std::tie(summary.returns, summary.stores, summary.escapes, summary.starts,
                  summary.left_held, summary.let_go, summary.waits);
}

class Circle {
 public:
  Circle(const Code& code, std::span<const ir::MethodId> members, std::span<const Summary*> all,
         const std::function<Summaries(ir::MethodId)>& callees_of)
      : code_(code), members_(members), all_(all), callees_of_(callees_of) {
    nothing_.locksets.emplace_back();
    builders_.resize(members.size());
    looks_.resize(members.size());
    callers_.resize(members.size());
    for (std::uint32_t i = 0; i < members.size(); ++i) number_.emplace(members[i], i);
    for (std::uint32_t i = 0; i < members.size(); ++i) {
      all_[index(members[i])] = &nothing_;
      for (const ir::MethodId callee : callees_of(members[i]).callees)
        if (const auto found = number_.find(callee); found != number_.end())
          callers_[found->second].push_back(i);
    }
  }

  std::vector<std::unique_ptr<Summary>> summarise() {
    find_shapes();
    find_assigned();
    find_accesses();
    std::vector<std::unique_ptr<Summary>> made;
    for (std::uint32_t i = 0; i < members_.size(); ++i) {
      all_[index(members_[i])] = nullptr;
      made.push_back(std::make_unique<Summary>(builders_[i]->take()));
    }
    return made;
  }

 private:
  // In rounds, each in the order of the members.
  void find_shapes() {
    std::vector<std::uint8_t> is_open(members_.size(), 1), is_next(members_.size());
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::uint32_t i = 0; i < members_.size(); ++i) {
        if (is_open[i] == 0) continue;
        is_open[i] = 0;
        if (!look_at(i)) continue;
        for (const std::uint32_t caller : callers_[i]) {
          // Those that come later are looked at in this round.
          (caller > i ? is_open : is_next)[caller] = 1;
          has_changed = true;
        }
      }
      for (std::uint32_t i = 0; i < members_.size(); ++i) is_open[i] |= is_next[i];
      is_next.assign(members_.size(), 0);
    }
  }

  // Has its shape changed?
  bool look_at(std::uint32_t number) {
    constexpr std::uint32_t kFreeLooks = 4;
    const ir::MethodId method = members_[number];
    auto made = std::make_unique<Builder>(code_, callees_of_(method), method, *code_.body(method));
    made->find_shape();
    const Summary& before = *all_[index(method)];
    made->join_shape(before, looks_[number]++ >= kFreeLooks);
    const bool has_changed = shape(before) != shape(made->summary());
    all_[index(method)] = &made->summary();
    builders_[number] = std::move(made);
    return has_changed;
  }

  void find_assigned() {
    std::vector<std::uint32_t> open;
    std::vector<std::uint8_t> is_open(members_.size(), 1);
    for (std::uint32_t i = 0; i < members_.size(); ++i) open.push_back(i);
    while (!open.empty()) {
      const std::uint32_t number = open.back();
      open.pop_back();
      is_open[number] = 0;
      if (!builders_[number]->add_assigned()) continue;
      for (const std::uint32_t caller : callers_[number])
        if (std::exchange(is_open[caller], 1) == 0) open.push_back(caller);
    }
  }

  void find_accesses() {
    for (const auto& builder : builders_)
      builder->begin([&](ir::MethodId callee) -> const Builder* {
        const auto found = number_.find(callee);
        return found == number_.end() ? nullptr : builders_[found->second].get();
      });
    bool has_more = true;
    for (std::uint32_t level = 0; has_more; ++level) {
      has_more = false;
      for (const auto& builder : builders_) has_more |= builder->go_on(level);
    }
  }

  const Code& code_;
  std::span<const ir::MethodId> members_;
  std::span<const Summary*> all_;
  const std::function<Summaries(ir::MethodId)>& callees_of_;
  Summary nothing_;
  std::vector<std::unique_ptr<Builder>> builders_;   // as members
  std::vector<std::uint32_t> looks_;                 // the same
  std::vector<std::vector<std::uint32_t>> callers_;  // the same, within the circle
  boost::unordered_flat_map<ir::MethodId, std::uint32_t> number_;
};

}  // namespace

std::vector<std::unique_ptr<Summary>> summarise_circle(
    const Code& code, std::span<const ir::MethodId> members, std::span<const Summary*> all,
    const std::function<Summaries(ir::MethodId)>& callees_of) {
  return Circle(code, members, all, callees_of).summarise();
}

}  // namespace heddle::modular
