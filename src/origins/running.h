// Which instances each origin runs.
//
// The platform's code, which all origins share, calls back whatever anybody gave it. An origin runs
// such a callback only if it gave it: the object is one that its own code passed to the platform,
// or that the platform's code comes to from there by its own fields and arrays. The same is asked
// of the program's containers where shared code uses them: from there on their elements are
// trusted.
//
// Origins mostly run the same code, so that 256 are followed at once: all that depends on the
// origin is a row with a bit for each. What an origin runs is the least set that the rules allow,
// whatever the order and the company in which it was found. So rows may be followed in several
// threads, each with a Running of its own.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "origins/heap_closure.h"
#include "origins/origins.h"
#include "origins/spreads.h"
#include "origins/sweep.h"
#include "pointsto/object_set.h"

namespace heddle::origins {

class Origins::Running {
 public:
  Running(Origins& origins, Facts& facts, const HeapClosure& closure, const CallOrder& order);

  // Sets the bits of the origins of this row, of every instance.
  void find(std::size_t row);
  // What was found to be spread (Origins::spread()); empty if it was not asked for.
  [[nodiscard]] std::span<const pointsto::NodeId> spread() const { return spread_; }

 private:
  friend class Origins;
  using Bits = HeapClosure::Row;  // by origin of the row at hand

  void begin(std::size_t row);
  [[nodiscard]] bool is_platforms_own(OriginId id) const;
  void run_lonely_initializers(Bits bits);
  void find_leads();
  void find_begun();
  void find_apart();
  void run(pointsto::InstanceId id, Bits bits);
  void save(std::size_t row);
  void work();
  void call(const Call& call, Bits bits);
  bool ask_again();
  void add_parameters(pointsto::InstanceId id, Bits bits);
  [[nodiscard]] bool forks_itself(OriginId id) const;
  void pass_spread(Bits bits);
  void find_spread();
  void pass(std::uint32_t passed, Bits bits);
  void hold(std::uint32_t held, Bits bits);
  std::uint32_t number_of_passed(pointsto::NodeId node);
  std::uint32_t number_of_held(pointsto::NodeId node);
  const std::vector<std::uint32_t>& holding(pointsto::InstanceId id);
  void find_made();
  [[nodiscard]] bool takes(pointsto::InstanceId id) const;
  const std::vector<std::uint32_t>& passed(pointsto::InstanceId id);
  [[nodiscard]] Bits begun_elsewhere(pointsto::InstanceId from, pointsto::InstanceId id) const;
  [[nodiscard]] Bits told_apart(pointsto::InstanceId id) const;
  [[nodiscard]] bool is_done_for_program(pointsto::InstanceId id) const;
  [[nodiscard]] Bits having(pointsto::InstanceId id) const;
  [[nodiscard]] bool runs_on(pointsto::ObjectId object, pointsto::InstanceId id) const;
  [[nodiscard]] Bits given(pointsto::ObjectId object) const;

  Origins& origins_;
  CallGraph& calls_;
  const HeapClosure& closure_;
  Spreads spreads_;

  // The same for all origins.
  //
  // What threads and tasks run on leads to all they know; who only has hold of one calls none of
  // it.
  boost::unordered_flat_set<std::uint32_t> is_started_;  // by site
  pointsto::Mask is_made_;                               // objects: by the platform
  // Pointers that may be to such an object have a number, as those that are given to the platform.
  static constexpr std::uint32_t kNotKnown = 0xFFFF'FFFF, kNoNumber = 0xFFFF'FFFE;
  std::vector<std::uint32_t> held_numbers_;                                 // by node
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> passed_numbers_;  // by node
  std::vector<std::vector<pointsto::ObjectId>> made_in_;  // by number of a pointer that holds
  std::vector<pointsto::NodeId> passed_nodes_;            // by number of one that is passed
  std::vector<std::optional<std::vector<std::uint32_t>>> holding_, passed_;  // by instance: numbers
  std::vector<std::uint8_t> leads_, begun_, hands_on_, is_apart_;            // by instance
  std::vector<std::uint8_t> initializes_;  // by instance: it is a class initialiser
  std::vector<pointsto::NodeId> spread_;

  // Of the row at hand.
  Bits main_, platforms_own_;
  boost::unordered_flat_map<std::uint32_t, Bits> begins_;  // by instance: whose entry it is
  // By object: given to the platform, handed over at the start, made by the platform and known to
  // own code.
  HeapClosure::ReachedBy<Bits> mine_{0};
  std::vector<Bits> handed_, held_;
  std::vector<Bits> is_passed_, is_held_;  // by number
  HeapClosure::AskedOf<Bits> to_pass_;     // not followed yet
  // By instance: who runs it, those of them not worked on yet, and who would call it once it is
  // known to have what it runs on.
  std::vector<Bits> runs_, fresh_, waiting_;
  Sweep open_;
  std::vector<pointsto::InstanceId> asked_;  // those that somebody waits for
};

}  // namespace heddle::origins
