// What cannot run any more, since it looks for something that is unset, and that is set by then.
//
// `if (registry == null) fill();` runs once, though many may call it. Of a field that is never
// taken back (whatever is stored is neither null nor zero) it is known where it is surely set: on
// every way there, through callers and starts, it was stored, or was found to be set. A branch that
// is taken only where the field was read as unset is then never taken; and where the field is set
// before a thread is started, whoever starts it is behind that test only before.
//
// Fields are static ones, and those of single objects. What a static method of the platform gives
// that returns its own class (`SecureRandom.getInstance`) is believed not to be null.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
// Cost: a search through callers for each question; those for where something is set are cut off,
// on the side of no, where they grow large.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "ir/body.h"
#include "ir/dominance.h"
#include "origins/call_graph.h"
#include "origins/depths.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "origins/point.h"

namespace heddle::origins {

class SetBefore {
 public:
  // Which values count as set: those that surely are, or, for what is only doubted, all references
  // that are not null by name.
  enum class Values : std::uint8_t { kSure, kBelieved };
  SetBefore(CallGraph& calls, Origins& origins, Order& order, Values values = Values::kSure);
  ~SetBefore();

  // Does no run of the origin come to the point, since it would have to find unset what is set?
  bool never_comes(Point point, OriginId origin);
  // Is the only run of the origin at the point only before all starts that lead to the other?
  bool is_before_starts(Point point, OriginId origin, OriginId other);

  // A field, of a single object if it is not static.
  struct Cell {
    std::uint32_t object = 0;  // all bits: none
    std::uint32_t field = 0;
    auto operator<=>(const Cell&) const = default;
  };
  struct Test {
    Cell cell;
    std::uint32_t read = 0;
  };
  // The point runs only where these were read as unset, by the same run of its method.
  std::vector<Test> tests_at(Point point);
  // Is it set there on every way in the method, whatever was before?
  bool is_set_here(Point point, Cell cell);
  // May a start be done, in what the instance does, before the point, and behind `read`, if given?
  bool may_start_before(const Order::Starts& starts, Point point,
                        std::optional<std::uint32_t> read);

 private:
  // A body as one cell sees it; empty: nothing is known.
  struct Blocks {
    std::vector<std::uint8_t> at_begin;  // by block: is it surely set there?
    std::vector<std::uint32_t> first;    // by block: the instruction that sets it; kNotKnown: none
  };
  struct Stores {
    std::vector<std::pair<ir::MethodId, std::uint32_t>> all;
    std::vector<ir::MethodId> tested_in;
    std::optional<bool> are_final;
    // By instance; empty: not known yet. It stores, or calls what does; or it tests the field.
    std::vector<std::uint8_t> leads, tests;
  };
  // A cell, and what was asked about it: searches ask of one thousands of times.
  struct Known {
    Cell cell;
    const Stores* stores = nullptr;
    boost::unordered_flat_map<std::uint32_t, Blocks> at_blocks{};  // by instance
    boost::unordered_flat_map<std::uint32_t, bool> by_calls{};     // by instance

    [[nodiscard]] bool leads(pointsto::InstanceId id) const {
      return stores->leads[base::index(id)] != 0;
    }
    // Is there anything in the instance by which it could be known to be set?
    [[nodiscard]] bool tells(pointsto::InstanceId id) const {
      return leads(id) || stores->tests[base::index(id)] != 0;
    }
  };

  // Only where the test finds its cell unset control comes to the block, by that branch alone.
  struct Branch {
    ir::BlockId unset{};
    Test test;
  };
  const std::vector<Branch>& branches_in(pointsto::InstanceId id);
  std::vector<Branch> find_branches(pointsto::InstanceId id);
  std::optional<Cell> cell(pointsto::InstanceId id, const ir::Instruction& access);
  bool is_never_taken_back(ir::FieldId field);
  void list_stores();
  bool is_first(ir::MethodId method, const ir::Instruction& put, ir::FieldId field);
  bool is_set_value(ir::MethodId method, ir::ValueId value, unsigned depth);
  bool is_given_set(ir::MethodId method, std::uint32_t position, unsigned depth);
  [[nodiscard]] bool is_believed(const ir::Body& body, ir::ValueId value) const;
  bool gives_set_value(ir::MethodId method, const ir::Instruction& invoke, std::uint32_t at,
                       unsigned depth);

  Known& known(Cell cell);
  const Stores& find_leads(ir::FieldId field);
  bool is_set_here(Point point, Known& of);
  const Blocks& set_at_blocks(pointsto::InstanceId id, Known& of);
  Blocks find_set_at_blocks(pointsto::InstanceId id, Known& of);
  bool sets(pointsto::InstanceId id, std::uint32_t instruction, Known& of);
  bool is_set_by_call(pointsto::InstanceId callee, Known& of);
  bool is_seen_set(pointsto::InstanceId id, const ir::Instruction& branch, bool is_yes, Cell of);
  // On every way from the begin of the program.
  bool is_set(Point point, OriginId origin, Cell cell);
  bool find_is_set(Point point, OriginId origin, Cell cell);
  class Climb;
  // By instance and origin, and the cell.
  using Entered = std::array<std::uint32_t, 4>;
  bool is_dead(Point point, OriginId origin);
  // Does the origin only seem to run it?
  bool is_never_run(OriginId origin, pointsto::InstanceId id);
  class WayIn;
  bool find_is_before(Point point, OriginId origin, OriginId other);
  bool is_set_at(const Order::Starts& starts, OriginId origin, Cell cell);

  CallGraph& calls_;
  Origins& origins_;
  Order& order_;
  Values values_;
  Depths depths_;
  std::map<std::uint32_t, Stores> stores_;              // by field: they stay where they are
  boost::unordered_flat_set<std::uint32_t> reflected_;  // fields
  bool is_listed_ = false;
  std::map<ir::MethodId, ir::Dominance> dominances_;
  static constexpr std::uint32_t kNotKnown = 0xFFFF'FFFF;
  std::vector<std::uint32_t> branch_ids_;         // by instance: place in branches_
  std::deque<std::vector<Branch>> branches_{{}};  // the first has none
  std::map<Cell, Known> known_;
  std::map<std::pair<std::array<std::uint32_t, 3>, Cell>, bool> is_set_;  // by point and origin
  // The origin may come to the begin of the instance before it is set, or so many ways lead there
  // that nobody looked at all.
  boost::unordered_flat_set<Entered> entered_unset_;
  std::unique_ptr<WayIn> way_in_;
  // By point and both origins.
  boost::unordered_flat_map<std::array<std::uint32_t, 4>, bool> is_before_;
  // The same: may a start be done before it, in what its instance does?
  boost::unordered_flat_map<std::array<std::uint32_t, 4>, bool> starts_before_;
};

}  // namespace heddle::origins
