// Vector clocks over chains.
//
// A chain is a sequence of tasks, each of which ended before the next one began in every schedule;
// it has one component in every clock. A moment is a chain and a time in it, and comes before
// whoever's clock has reached that time in that chain.
//
// The components are shared between clocks until one of them grows; a task's own component lies
// beside them, so that stepping forward copies nothing.
//
// With a window, what is old comes before everybody on a looper. A clock does not copy it: it names
// the version of that past, and its components say what it knows beyond.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "causality/clock_tree.h"
#include "causality/shared.h"

namespace heddle::causality {

enum class Chain : std::uint32_t {};
using Time = std::uint32_t;  // 0: before anything

inline constexpr Chain kNoChain{0xFFFF'FFFFU};

struct Moment {
  Chain chain = kNoChain;
  Time time = 0;
  friend bool operator==(const Moment&, const Moment&) = default;
};

// Sparse components are sorted pairs; dense ones an array with a place for every chain; many
// components of a tree are shared in parts (clock_tree.h), few are sorted pairs. An early tree has
// very few as pairs, for tests.
enum class ClockForm : std::uint8_t { kTree, kEarlyTree, kSparse, kDense };

class Components final : public Shared {
 public:
  using Entry = std::pair<Chain, Time>;

  Components(Heap& heap, ClockForm form) : Shared(heap), form_(form) {}
  // As pairs.
  Components(Heap& heap, ClockForm form, std::vector<Entry> entries)
      : Shared(heap), form_(form), sparse_(std::move(entries)) {}
  Components(Heap& heap, const Components& other)
      : Shared(heap),
        form_(other.form_),
        is_tree_(other.is_tree_),
        sparse_(other.sparse_),
        dense_(other.dense_),
        tree_(other.tree_) {}

  [[nodiscard]] Time at(Chain chain) const;
  void raise(Chain chain, Time time);
  // Is everything in the other one in this one, `but` that chain?
  [[nodiscard]] bool covers(const Components& other, Chain but) const;
  void join(const Components& other);
  // Forgets what the other one has reached as well.
  void subtract(const Components& other);
  [[nodiscard]] ClockForm form() const { return form_; }
  [[nodiscard]] bool is_tree() const { return is_tree_; }
  // How many, if they are pairs.
  [[nodiscard]] std::size_t pairs() const { return sparse_.size(); }
  void make_tree();
  // If there are few of them.
  void make_pairs();
  // Gives back memory that it does not use.
  void shrink();
  [[nodiscard]] const ClockTree& tree() const { return tree_; }
  void set_tree(ClockTree tree) { tree_ = std::move(tree); }
  // Calls visit(chain, time) until it gives true; in the order of the chains.
  template <typename Visit>
  bool any(const Visit& visit) const {
    for (const Entry& entry : sparse_)
      if (visit(entry.first, entry.second)) return true;
    for (std::size_t each = 0; each < dense_.size(); ++each)
      if (dense_[each] != 0 && visit(static_cast<Chain>(each), dense_[each])) return true;
    return tree_.any(
        [&](std::uint32_t chain, Time time) { return visit(static_cast<Chain>(chain), time); });
  }

 private:
  [[nodiscard]] std::size_t most_pairs() const;

  ClockForm form_;
  bool is_tree_ = false;
  std::vector<Entry> sparse_;
  std::vector<Time> dense_;
  ClockTree tree_;
};

// What was old on one looper at some time. A later version has all of an earlier one, together with
// the pasts it came with.
struct Past final : public Shared {
  using Shared::Shared;

  std::uint32_t version = 0;
  std::uint64_t until = 0;  // nothing in it happened later, on the wall
  Ref<Components> components;
};

// The pasts that a clock has reached; never changed.
struct Pasts final : public Shared {
  static constexpr std::size_t kMost = 32;
  using Shared::Shared;

  void set(std::size_t slot, const Ref<Past>& past);

  std::array<Ref<Past>, kMost> by_slot;  // a looper's each
  std::size_t slots = 0;                 // that are in use
  std::uint64_t until = 0;               // the latest of all
};

class Clock {
 public:
  Clock() = default;
  Clock(Heap& heap, ClockForm form) : components_(new Components(heap, form)), heap_(&heap) {}

  [[nodiscard]] Moment now() const { return own_; }
  [[nodiscard]] Time at(Chain chain) const {
    return chain == own_.chain ? own_.time : std::max(components_->at(chain), past_at(chain, 0));
  }
  [[nodiscard]] bool has_reached(Moment moment) const { return has_reached(moment, 0); }
  // The moment was not before `since`, on the wall.
  [[nodiscard]] bool has_reached(Moment moment, std::uint64_t since) const {
    if (moment.chain == own_.chain) return own_.time >= moment.time;
    return components_->at(moment.chain) >= moment.time ||
           past_at(moment.chain, since) >= moment.time;
  }
  [[nodiscard]] const Components& components() const { return *components_; }
  void count_work(std::size_t entries) const {
    if (heap_ != nullptr) heap_->count_work(entries);
  }

  // A clock of the same form, and nobody's own, with these components, in the order of chains.
  [[nodiscard]] Clock with(std::vector<Components::Entry> entries) const;
  [[nodiscard]] bool has_past() const { return static_cast<bool>(pasts_); }

  // Goes on as the task that has this moment.
  void become(Moment own);
  void step(Time time) { own_.time = time; }
  // True if anything is new.
  bool join(const Clock& other);

  // The clock of somebody who has reached that past, and those that this clock, which is nobody's
  // own, has; the past is made of the components of this one.
  [[nodiscard]] Clock as_past(std::size_t slot, std::uint32_t version, std::uint64_t until) const;
  // Forgets a past that its components have.
  void forget_past(std::size_t slot);
  // Forgets components that a past has.
  void trim();
  // From now on that does nothing. Two pasts that each left out what the other one has would lose
  // it.
  void keep_whole() { is_whole_ = true; }

 private:
  Components& own_components();
  bool join_components(const Components& other);
  bool join_tree(const ClockTree& other);
  bool join_pasts(const Clock& other);
  [[nodiscard]] Time past_at(Chain chain, std::uint64_t since) const {
    return pasts_ ? time_in_pasts(chain, since) : 0;
  }
  [[nodiscard]] Time time_in_pasts(Chain chain, std::uint64_t since) const;

  Ref<Components> components_;
  Ref<Pasts> pasts_;
  Heap* heap_ = nullptr;
  Moment own_;
  bool is_trim_ = true, is_whole_ = false;
};

}  // namespace heddle::causality
