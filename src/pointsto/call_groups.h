// What virtual calls of one method by callers that are alike have in common: which instance a
// receiver of a type runs, which receivers were handed over, and junctions.
//
// A junction stands between the calls that reach many callees and those callees. It has a node for
// each argument, the result and what is thrown; a call that reaches all callees of a junction has
// edges to and from it alone. So calls and callees, both in the thousands, are not connected each
// with each, and nothing flows where it did not: whoever is at a junction has all of its callees.
//
// Internal to the solver. Thread safety: one thread.
#pragma once

#include <array>
#include <bit>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"
#include "pointsto/ids.h"
#include "pointsto/object_set.h"

namespace heddle::pointsto {

// What such a call runs on receivers of a type.
struct CallTarget {
  enum class Kind : std::uint8_t {
    kNothing,
    kPlain,       // the same instance at every such call
    kOfCall,      // an instance for each call: a modelled method
    kOfReceiver,  // an instance that depends on the receiver
  };
  Kind kind{};
  bool gives_receiver_back = false;
  bool gives_argument_back = false;  // its result is of the call's own arguments, receiver or other
  ir::MethodId method{};
  InstanceId callee = base::kNone<InstanceId>;  // of kPlain
  std::uint32_t ordinal = 0;                    // of kPlain: its place among those of the group
};

struct CallGroup {
  struct Row {
    NodeId junction = base::kNone<NodeId>;  // the first of its nodes; none: not made
    std::uint32_t through = 0;              // a bit for each callee that the junction leads to
  };

  std::vector<CallTarget> targets;
  // The plain ones, by ordinal; none behind the last one of a row that was closed.
  std::vector<InstanceId> callees;
  std::vector<Row> rows;               // of callees, so many in each as CallGroups says
  std::uint32_t arguments = 0;         // that a junction has nodes for
  std::vector<std::uint32_t> by_type;  // once there are many: one more than the place in targets
  std::uint32_t types = 0;             // that were asked for
  ObjectSet handed_over;               // receivers that are in the first parameters of the callees
  // Receivers of a call, a bit for each plain callee that they have, and those of them for which
  // that does not say all.
  struct Meeting {
    ObjectSet receivers;
    std::vector<std::uint32_t> met;  // by row
    std::vector<ObjectId> apart;
  };
  static constexpr std::uint32_t kMeetings = 8;
  std::array<Meeting, kMeetings> meetings;  // of the latest calls
  std::uint32_t next_meeting = 0;           // the one to be forgotten next
};

// All groups, by method and likeness (policy.h) of the callers.
class CallGroups {
 public:
  // Rows have two to the power of `row_bits` callees, at most 32.
  explicit CallGroups(std::uint32_t row_bits) : row_bits_(row_bits) {}

  std::uint32_t number_of(ir::MethodId method, std::uint32_t likeness);
  CallGroup& operator[](std::uint32_t number) { return groups_[number]; }

  // The place in targets of what a type runs, if known.
  static constexpr std::uint32_t kUnknown = 0xFFFF'FFFF;
  [[nodiscard]] std::uint32_t find(std::uint32_t group, TypeIndex type) const;
  // The same of a method, or none, that a type was found to run.
  [[nodiscard]] std::uint32_t find(std::uint32_t group, ir::MethodId method) const;
  std::uint32_t add(std::uint32_t group, CallTarget target);
  void learn(std::uint32_t group, TypeIndex type, std::uint32_t place);
  // No callee that is not there yet will stand in the last row.
  void close_last_row(std::uint32_t group);

  // Where a plain callee stands.
  [[nodiscard]] std::uint32_t row_of(std::uint32_t ordinal) const { return ordinal >> row_bits_; }
  [[nodiscard]] std::uint32_t bit_of(std::uint32_t ordinal) const {
    return std::uint32_t{1} << (ordinal & (row_size() - 1));
  }
  [[nodiscard]] std::uint32_t row_size() const { return std::uint32_t{1} << row_bits_; }
  // Calls visit(callee, bit) for those of a row whose bits are given.
  template <typename Visit>
  void for_each(std::uint32_t group, std::uint32_t row, std::uint32_t bits, Visit&& visit) const {
    for (; bits != 0; bits &= bits - 1) {
      const auto place = static_cast<std::uint32_t>(std::countr_zero(bits));
      visit(groups_[group].callees[(row << row_bits_) + place], bits & -bits);
    }
  }

  // Which callees of a row a call site is known to reach, a bit each. It is a member from then on.
  std::uint32_t& reached(std::uint32_t site, std::uint32_t row) {
    make_member(site);
    return reached_[std::uint64_t{site} << 32U | row];
  }
  [[nodiscard]] bool is_member(std::uint32_t site) const {
    return site < members_.size() && members_[site];
  }

 private:
  friend class Snapshot;
  // More types than that, and a group has a table of its own, filled anew.
  static constexpr std::uint32_t kMostListed = 128;

  void make_member(std::uint32_t site) {
    if (site >= members_.size()) members_.resize(site + 4096);
    members_[site] = true;
  }

  std::uint32_t row_bits_;
  std::deque<CallGroup> groups_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> numbers_;    // by method and likeness
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> by_type_;    // by group and type
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> by_method_;  // by group and method
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> reached_;    // by call site and row
  std::vector<bool> members_;                                          // by call site
};

}  // namespace heddle::pointsto
