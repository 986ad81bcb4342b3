// What can be reached from some pointers through the fields of the program's own objects.
//
// The platform's own objects, those that its shared code made, are not looked into: the analysis
// tells them apart so little that each of them leads to everything. Containers that the program
// made are, with what is inside of them.
//
//   HeapClosure closure(heap);
//   HeapClosure::Reached reached = closure.from_statics();
//   closure.add(node, reached);
//
// Many questions can be asked at once: what is reached from which of them is told by bits.
//
// Constant once built: the answers are the caller's, and several threads may ask. Lifetime: the
// heap must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "base/bit_row.h"
#include "base/id.h"
#include "ir/program.h"
#include "pointsto/heap.h"
#include "pointsto/ids.h"

namespace heddle::origins {

class HeapClosure {
 public:
  HeapClosure(const pointsto::Heap& heap, ir::Program& program);

  template <typename Questions>
  struct ReachedBy {
    explicit ReachedBy(std::size_t count) : objects(count) {}
    std::vector<Questions> objects;  // by object: by which questions
    std::vector<Questions> fresh{};  // the same, of those not looked into yet; empty: none
    // The same of large sets that many pointers share.
    boost::unordered_flat_map<const void*, Questions> sets{};
  };
  // Pointers, and the questions in which they are given.
  template <typename Questions>
  using AskedOf = std::vector<std::pair<pointsto::NodeId, Questions>>;
  using Reached = ReachedBy<std::uint64_t>;
  using Asked = AskedOf<std::uint64_t>;
  // What a static field of the program or its libraries leads to.
  [[nodiscard]] Reached from_statics() const;
  // All that the pointer leads to is reached as well. True if something was new.
  bool add(pointsto::NodeId node, Reached& reached) const;
  void add(const pointsto::ObjectSet& objects, Reached& reached) const;
  // What the pointer may be to: as the graph says it, but constant.
  [[nodiscard]] const pointsto::ObjectSet& points(pointsto::NodeId node) const {
    return heap_.state().graph.points(root(node));
  }
  // The one of all pointers known to be the same that stands for them.
  [[nodiscard]] pointsto::NodeId root(pointsto::NodeId node) const {
    return roots_[base::index(node)];
  }
  using Sites = boost::unordered_flat_set<std::uint32_t>;
  // Only what the platform's code can come to by itself: it reads the fields of its own classes and
  // arrays, never those that the program declared. Objects of the sites in `closed` are reached,
  // and not looked into.
  void add_for_platform(const Asked& asked, const Sites& closed, Reached& reached) const;
  using Row = base::BitRow<4>;
  void add_for_platform(const AskedOf<Row>& asked, const Sites& closed,
                        ReachedBy<Row>& reached) const;

 private:
  enum class Through : std::uint8_t { kAll, kPlatformsFields };
  // Objects with questions that are fresh, the oldest first: until then more may come to them.
  using Open = std::deque<pointsto::ObjectId>;
  static constexpr std::uint64_t kFirst = 1;
  template <typename Questions>
  bool add(const AskedOf<Questions>& asked, Through through, const Sites& closed,
           ReachedBy<Questions>& reached) const;
  template <typename Questions>
  static void take(const pointsto::ObjectSet& objects, Questions questions,
                   ReachedBy<Questions>& reached, Open& open);
  template <typename Questions>
  void take(pointsto::NodeId node, const Questions& questions, ReachedBy<Questions>& reached,
            Open& open) const;
  template <typename Questions>
  void follow(Open& open, Through through, const Sites& closed,
              ReachedBy<Questions>& reached) const;
  [[nodiscard]] std::uint32_t slots(const pointsto::Object& object, Through through) const;
  std::uint32_t find_platforms_slots(ir::ClassId id);

  // Is it looked into?
  [[nodiscard]] bool is_open(const pointsto::Object& object) const;

  const pointsto::Heap& heap_;
  ir::Program& program_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> captures_;         // how many, by site
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> platforms_slots_;  // by class
  boost::unordered_flat_map<std::uint32_t, std::vector<pointsto::NodeId>> phantoms_;  // by object
  std::vector<pointsto::NodeId> roots_;                                               // by node
};

}  // namespace heddle::origins
