// Vector clocks over chains.
//
// A chain is a sequence of tasks, each of which ended before the next one began in every schedule;
// it has one component in every clock. A moment is a chain and a time in it, and comes before
// whoever's clock has reached that time in that chain.
//
// The components are shared between clocks until one of them grows; a task's own component lies
// beside them, so that stepping forward copies nothing.
#pragma once

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

// Sparse components are sorted pairs; dense ones an array with a place for every chain; those of a
// tree are shared in parts (clock_tree.h).
enum class ClockForm : std::uint8_t { kTree, kSparse, kDense };

class Components final : public Shared {
 public:
  using Entry = std::pair<Chain, Time>;

  Components(Heap& heap, ClockForm form) : Shared(heap), form_(form) {}
  Components(Heap& heap, const Components& other)
      : Shared(heap),
        form_(other.form_),
        sparse_(other.sparse_),
        dense_(other.dense_),
        tree_(other.tree_) {}

  [[nodiscard]] Time at(Chain chain) const;
  void raise(Chain chain, Time time);
  // Is everything in the other one in this one, `but` that chain?
  [[nodiscard]] bool covers(const Components& other, Chain but) const;
  void join(const Components& other);
  [[nodiscard]] ClockForm form() const { return form_; }
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
  ClockForm form_;
  std::vector<Entry> sparse_;
  std::vector<Time> dense_;
  ClockTree tree_;
};

class Clock {
 public:
  Clock() = default;
  Clock(Heap& heap, ClockForm form) : components_(new Components(heap, form)), heap_(&heap) {}

  [[nodiscard]] Moment now() const { return own_; }
  [[nodiscard]] Time at(Chain chain) const {
    return chain == own_.chain ? own_.time : components_->at(chain);
  }
  [[nodiscard]] bool has_reached(Moment moment) const { return at(moment.chain) >= moment.time; }
  [[nodiscard]] const Components& components() const { return *components_; }

  // Goes on as the task that has this moment.
  void become(Moment own);
  void step(Time time) { own_.time = time; }
  // True if anything is new.
  bool join(const Clock& other);

 private:
  Components& own_components();
  bool join_tree(const ClockTree& other);

  Ref<Components> components_;
  Heap* heap_ = nullptr;
  Moment own_;
};

}  // namespace heddle::causality
