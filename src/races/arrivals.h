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
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
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
  using Points = std::vector<origins::Point>;
  Points way(origins::OriginId origin, const Access& access, pointsto::ObjectId object);
  // The first one that suits, if any does: one caller may hand it on at several calls.
  Points way(origins::OriginId origin, const Access& access, pointsto::ObjectId object,
             const std::function<bool(const Points&)>& suits);

 private:
  // A value of an instance.
  struct Place {
    pointsto::InstanceId instance{};
    ir::ValueId value{};
  };
  // An object as such a value, in a search, and for what it is wanted.
  struct Hand {
    std::uint32_t place = 0;
    pointsto::ObjectId object{};
    std::uint32_t for_whom = 0;     // the place in the list of what led here
    std::uint32_t instruction = 0;  // where the instance passes it on
  };
  // One step up from there.
  struct Step {
    enum class Kind : std::uint8_t {
      kHand,     // whoever has this one
      kAnybody,  // nothing leads there: who runs the instance may have it
      kOrigin,   // this origin begins with it
      kCaller,   // what is given is not known: as if this instance had made it
    };
    Kind kind{};
    std::uint32_t to = 0;           // a place, an origin or an instance
    pointsto::ObjectId object{};    // there
    std::uint32_t instruction = 0;  // where the caller passes it on; kWithin: in the same instance
  };
  static constexpr std::uint32_t kWithin = 0xFFFF'FFFE;
  // Where a search may end: an instance, or only this origin of those that run it.
  struct End {
    std::uint32_t hand = 0;
    pointsto::InstanceId instance{};
    std::uint32_t instruction = 0;
    std::optional<origins::OriginId> only{};
  };
  // Without the access itself.
  Points find_way(origins::OriginId origin, const Access& access, pointsto::ObjectId object);
  [[nodiscard]] bool is_of(const End& end, origins::OriginId origin) const;
  [[nodiscard]] Points points_from(const End& end) const;
  // All that leads to the object, the nearest first, until `ends` says so of one of them. Each hand
  // is met once; or once for each instruction that passes it on.
  enum class Meets : std::uint8_t { kHands, kCalls };
  template <typename Ends>
  void search(const Access& access, pointsto::ObjectId object, Meets meets, Ends&& ends);
  void take(const Hand& hand, Meets meets);
  std::uint32_t place_of(pointsto::InstanceId instance, ir::ValueId value);
  static std::uint64_t key(std::uint32_t place, pointsto::ObjectId object) {
    return std::uint64_t{place} << 32U | base::index(object);
  }
  [[nodiscard]] pointsto::InstanceId instance_of(const Hand& hand) const {
    return places_[hand.place].instance;
  }
  void find_steps(const Hand& of);
  // A call, and what it gives as one argument; null: not known.
  struct Giver {
    pointsto::InstanceId caller{};
    std::uint32_t instruction = 0;
    std::uint32_t place = 0;
    const pointsto::ObjectSet* objects = nullptr;
  };
  // Those of all calls of the instance: asked of each object that may be given.
  const std::vector<Giver>& givers(pointsto::InstanceId id, std::uint32_t position);
  void step_up(const Hand& of, std::uint32_t position);
  void step_out(const Hand& of, ir::ValueId holder, ir::FieldId field);

  origins::CallGraph& calls_;
  const origins::Origins& origins_;
  Initialising initialising_;
  std::vector<std::vector<origins::OriginId>> begins_;  // by instance: whose entry it is
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> place_ids_;  // by instance and value
  std::vector<Place> places_;
  boost::unordered_flat_map<std::uint64_t, std::vector<Giver>> givers_;  // by instance and position
  boost::unordered_flat_map<std::uint64_t, std::vector<std::uint64_t>> answers_;  // by hand
  // By hand and origin: the calls of the way.
  std::map<std::pair<std::uint64_t, origins::OriginId>, Points> ways_;
  // Of the search at hand.
  std::vector<Hand> hands_;
  boost::unordered_flat_set<std::uint64_t> met_;                       // by hand
  boost::unordered_flat_set<std::array<std::uint32_t, 3>> met_calls_;  // and instruction
  std::vector<Step> steps_;  // from the one that is looked at
};

}  // namespace heddle::races
