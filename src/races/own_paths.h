// Values behind which each run of an origin surely has an object of its own, though others may
// reach that object too, and the analysis knows all of its kind as one: what the run was begun on,
// what it made itself, and what a field of such holds alone.
//
// `Client.run` touches `this.lines`, and all clients are in a list that every thread may read: two
// runs never meet on `lines`, though they may on what they take out of the list.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "ir/body.h"
#include "locks/fields.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "races/ownership.h"
#include "races/run_own.h"
#include "races/sharing.h"

namespace heddle::races {

class OwnPaths {
 public:
  OwnPaths(origins::CallGraph& calls, origins::Origins& origins, const locks::Fields& fields,
           const Sharing& sharing, Ownership& ownership, RunOwn& run_own)
      : calls_(calls),
        origins_(origins),
        fields_(fields),
        sharing_(sharing),
        ownership_(ownership),
        run_own_(run_own) {}

  enum class Root : std::uint8_t {
    kNone,   // it may be anybody's
    kBegun,  // what the run was begun on, or was made for that
    kMade,   // what the run made
    kTaken,  // what the run took out of a queue, or made because there was none
  };
  // A value, and the instruction that does something with it.
  struct Use {
    pointsto::InstanceId instance{};
    std::uint32_t at = 0;
    ir::ValueId value = ir::kNoValue;
  };
  // What it is in each run of the origin.
  Root root(origins::OriginId origin, const Use& use);
  // Is it what each run was begun on, another for each, or made for just that?
  bool is_begun_with(origins::OriginId origin, pointsto::ObjectId object);
  // Do runs of the two origins, two runs if it is one, surely have different objects there, though
  // the analysis knows both as that one?
  bool are_apart(origins::OriginId first, const Use& one, origins::OriginId second,
                 const Use& other, pointsto::ObjectId object);
  // Takes those out of `seconds`, bits by origin, of which that was found out before; false: none.
  bool leave_near(origins::OriginId first, const Use& one, const Use& other,
                  pointsto::ObjectId object, std::span<std::uint64_t> seconds);

 private:
  class Search;
  using Bits = std::vector<std::uint64_t>;  // by origin
  // What is known of a use so far: those that were asked, and of them who has which root.
  struct Roots {
    Bits known, begun, made, taken;
  };
  Roots& roots(const Use& use);
  Root root(origins::OriginId origin, const Use& use, Roots& of);
  // Is each run begun on another object?
  bool is_begun_on_own(origins::OriginId origin);
  [[nodiscard]] bool find_begun_on_own(const origins::Origin& origin);
  [[nodiscard]] bool is_started_by_itself(const origins::StartEvent& start) const;
  [[nodiscard]] bool is_receiver(pointsto::InstanceId id,
                                 std::span<const pointsto::SiteId> sites) const;
  // The call in the method that makes an object which starts just that object.
  struct Started {
    ir::MethodId maker{};
    std::uint32_t call = 0;
    friend bool operator==(const Started&, const Started&) = default;
  };
  [[nodiscard]] std::optional<Started> started(const origins::StartEvent& event,
                                               pointsto::SiteId site) const;

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  const locks::Fields& fields_;
  const Sharing& sharing_;
  Ownership& ownership_;
  RunOwn& run_own_;
  boost::unordered_flat_map<std::uint32_t, bool> begun_on_own_;                  // by origin
  boost::unordered_flat_map<std::array<std::uint32_t, 3>, std::uint32_t> uses_;  // in roots_
  std::deque<Roots> roots_;
};

}  // namespace heddle::races
