// Who waits for whom: locks that are taken while others are held, in circles.
//
// Two locks are taken for the same if they are the same static or class, or hang in the same way on
// objects of the same class; two different objects of a class are told apart only where one method
// names them both.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "modular/describe.h"
#include "modular/engine.h"
#include "modular/reaches.h"
#include "report/finding.h"

namespace heddle::modular {

class LockOrder {
 public:
  LockOrder(const Engine& engine, const Reaches& reaches, const Describe& describe);

  // Circles of two and three, and two objects of one class taken in either order.
  [[nodiscard]] std::vector<report::Finding> find() const;
  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }

 private:
  // A lock in general: of whichever object of the class.
  struct Kind {
    Path path;
    ir::ClassId of = base::kNone<ir::ClassId>;  // of a parameter itself
    friend auto operator<=>(const Kind&, const Kind&) = default;
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;  // kinds
    const Reach* reach = nullptr;
    const HeldLock* held = nullptr;
    std::vector<std::uint32_t> gates{};  // what else is held
  };

  void add(const Reach& reach);
  [[nodiscard]] Kind kind(const Path& path, ir::MethodId entry) const;
  std::uint32_t number(const Kind& kind);
  [[nodiscard]] static bool have_gate(const Edge& left, const Edge& right);
  [[nodiscard]] bool is_chosen(const Edge& edge) const;
  struct Wait {
    const Reach* taken = nullptr;  // by the task
    const Reach* reach = nullptr;  // who waits for it
    const HeldLock* held = nullptr;
  };
  using Site = std::pair<ir::MethodId, std::uint32_t>;

  void add_wait(const Reach& reach);
  [[nodiscard]] bool is_waited_for(const Reach& task, const Reach& wait) const;
  [[nodiscard]] report::Finding finding(const Wait& wait) const;
  [[nodiscard]] report::Finding finding(const std::vector<const Edge*>& circle) const;

  const Engine& engine_;
  const Describe& describe_;
  std::map<Kind, std::uint32_t> numbers_;
  std::vector<Edge> edges_;                                                 // ascending
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> by_ends_;  // the first of each
  std::vector<Edge> own_;                               // two objects of one kind
  std::multimap<ir::MethodId, const Reach*> in_tasks_;  // taken by what the entry starts
  std::map<std::pair<Site, Site>, Wait> waits_;
};

}  // namespace heddle::modular
