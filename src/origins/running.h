// Which instances each origin runs.
//
// The platform's code, which all origins share, calls back whatever anybody gave it. An origin runs
// such a callback only if it gave it: the object is one that its own code passed to the platform,
// or that the platform's code comes to from there by its own fields and arrays. The same is asked
// of the program's containers where shared code uses them: from there on their elements are
// trusted.
//
// Origins mostly run the same code, so that sixty-four are followed at once: all that depends on
// the origin is a word with a bit for each. What an origin runs is the least set that the rules
// allow, whatever the order and the company in which it was found. So words may be followed in
// several threads, each with a Running of its own.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "origins/heap_closure.h"
#include "origins/origins.h"
#include "origins/spreads.h"

namespace heddle::origins {

class Origins::Running {
 public:
  Running(Origins& origins, Facts& facts);

  // Sets the bits of the origins that this word of every instance is for.
  void find(std::size_t word);
  // What was found to be spread (Origins::spread()); empty if it was not asked for.
  [[nodiscard]] std::span<const pointsto::NodeId> spread() const { return spread_; }

 private:
  using Bits = std::uint64_t;  // by origin of the word at hand

  void begin(std::size_t word);
  [[nodiscard]] bool is_platforms_own(OriginId id) const;
  void run_lonely_initializers(Bits bits);
  void find_leads();
  void find_begun();
  void find_apart();
  void run(pointsto::InstanceId id, Bits bits);
  void work();
  void call(const Call& call, Bits bits);
  bool ask_again();
  void add_parameters(pointsto::InstanceId id, Bits bits);
  [[nodiscard]] bool forks_itself(OriginId id) const;
  void pass_spread(Bits bits);
  void find_spread();
  void pass(pointsto::NodeId node, Bits bits);
  void hold(std::uint32_t node, Bits bits);
  const std::vector<pointsto::ObjectId>& made_in(std::uint32_t node);
  const std::vector<std::uint32_t>& holding(pointsto::InstanceId id);
  void find_made();
  [[nodiscard]] bool takes(pointsto::InstanceId id) const;
  const std::vector<pointsto::NodeId>& passed(pointsto::InstanceId id);
  [[nodiscard]] Bits begun_elsewhere(pointsto::InstanceId from, pointsto::InstanceId id) const;
  [[nodiscard]] Bits told_apart(pointsto::InstanceId id) const;
  [[nodiscard]] bool is_done_for_program(pointsto::InstanceId id) const;
  [[nodiscard]] Bits having(pointsto::InstanceId id) const;
  [[nodiscard]] bool runs_on(pointsto::ObjectId object, pointsto::InstanceId id) const;
  [[nodiscard]] Bits given(pointsto::ObjectId object) const;

  Origins& origins_;
  CallGraph& calls_;
  HeapClosure closure_;
  Spreads spreads_;

  // The same for all origins.
  //
  // What threads and tasks run on leads to all they know; who only has hold of one calls none of
  // it.
  boost::unordered_flat_set<std::uint32_t> is_started_;  // by site
  std::vector<std::uint8_t> is_made_;                    // by object: by the platform
  std::vector<std::uint8_t> is_looked_at_;               // by node
  boost::unordered_flat_map<std::uint32_t, std::vector<pointsto::ObjectId>> made_in_;  // by node
  std::vector<std::optional<std::vector<std::uint32_t>>> holding_;    // by instance: nodes
  std::vector<std::uint8_t> leads_;                                   // by instance
  std::vector<std::optional<std::vector<pointsto::NodeId>>> passed_;  // by instance
  std::vector<std::uint8_t> begun_, hands_on_, is_apart_;             // by instance
  std::vector<pointsto::NodeId> spread_;

  // Of the word at hand.
  Bits main_ = 0, platforms_own_ = 0;
  boost::unordered_flat_map<std::uint32_t, Bits> begins_;  // by instance: whose entry it is
  // By object: given to the platform, handed over at the start, made by the platform and known to
  // own code.
  HeapClosure::Reached mine_{0};
  std::vector<Bits> handed_, held_;
  std::vector<Bits> is_passed_, is_held_;  // by node
  HeapClosure::Asked to_pass_;             // not followed yet
  // By instance: who runs it, those of them not worked on yet, and who would call it once it is
  // known to have what it runs on.
  std::vector<Bits> runs_, fresh_, waiting_;
  std::deque<pointsto::InstanceId> open_;
  std::vector<pointsto::InstanceId> asked_;  // those that somebody waits for
};

}  // namespace heddle::origins
