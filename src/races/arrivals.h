// Which origins come to a place with a given object in hand.
//
// A method is analysed once for all who call it, so that its `this` seems to be any of their
// objects in whichever thread it runs. Where the object is a parameter of the method it came by a
// call, and the caller must have had it; where it was read out of a field or an array, somebody
// came with what holds it. This is followed up, call by call, to where the object is neither:
// there, whoever runs the code may have it.
//
//   void add() { count++; }      // the thread of `left.add()` never adds to `right`
//
// Not counted is who has it while the initialiser of a class that made it is under way
// (initialising.h).
//
// Leans to yes: behind lambdas, models, starts and too many holders any origin may have it.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "origins/call_graph.h"
#include "origins/origins.h"
#include "origins/point.h"
#include "pointsto/ids.h"
#include "races/accesses.h"
#include "races/initialising.h"
#include "races/sharing.h"

namespace heddle::races {

class Arrivals {
 public:
  Arrivals(origins::CallGraph& calls, origins::Origins& origins, const Sharing& sharing);

  // Bits of the origins of which a run may be at the access with that object. Valid until the next
  // question.
  std::span<const std::uint64_t> having(const Access& access, pointsto::ObjectId object);
  // How it gets it: the calls from where it has it on, and the access, which may be all of it.
  std::vector<origins::Point> way(origins::OriginId origin, const Access& access,
                                  pointsto::ObjectId object);

 private:
  // An object as a value of an instance, and for what it is wanted.
  struct Hand {
    pointsto::InstanceId instance{};
    ir::ValueId value{};
    pointsto::ObjectId object{};
    std::uint32_t for_whom = 0;     // the place in the list of what led here
    std::uint32_t instruction = 0;  // where the instance passes it on
  };
  // All that leads to the object, the nearest first, until `ends` says so of one of them.
  template <typename Ends>
  void search(const Access& access, pointsto::ObjectId object, Ends&& ends);
  template <typename Ends>
  bool step(std::uint32_t at, Ends&& ends);
  template <typename Ends>
  bool up(std::uint32_t at, std::uint32_t position, Ends&& ends);
  template <typename Ends>
  bool out_of(std::uint32_t at, ir::ValueId holder, ir::FieldId field, Ends&& ends);
  void take(const Hand& hand);

  origins::CallGraph& calls_;
  const origins::Origins& origins_;
  Initialising initialising_;
  std::vector<std::vector<origins::OriginId>> begins_;             // by instance: whose entry it is
  std::vector<Hand> hands_;                                        // of the search at hand
  boost::unordered_flat_set<std::array<std::uint32_t, 3>> known_;  // among them
  // By instance, value and object: bits of origins.
  boost::unordered_flat_map<std::array<std::uint32_t, 3>, std::vector<std::uint64_t>> answers_;
};

}  // namespace heddle::races
