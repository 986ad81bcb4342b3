// The threads, tasks and events of a program: where each begins, what code it may run, and whether
// several runs of one may overlap.
//
// An origin is what the points-to analysis minted as one: an object that was started and the method
// that runs on it. All that runs before and beside any start is the main thread. Which instances an
// origin runs is reachability over calls that are no starts; code that several share is in several.
// Library code that leads to no code of the program is left out.
//
// Lifetime: the call graph must outlive it. Constant once built.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/ids.h"
#include "model/model.h"
#include "origins/call_graph.h"
#include "origins/draws.h"
#include "origins/facts.h"
#include "pointsto/ids.h"

namespace heddle::origins {

enum class OriginId : std::uint32_t {};
inline constexpr OriginId kMainOrigin{0};

// A place that begins an origin. Places of models are inside the modelled method's instance, which
// the program's own code calls.
struct StartEvent {
  pointsto::InstanceId caller{};
  std::uint32_t instruction = 0;
  OriginId begins{};
  pointsto::InstanceId entry{};
};

struct Origin {
  enum class Kind : std::uint8_t { kMain, kThread, kTask, kEvent };
  Kind kind = Kind::kMain;
  pointsto::SiteId site = base::kNone<pointsto::SiteId>;  // of what it was started on
  ir::MethodId entry = base::kNone<ir::MethodId>;
  std::vector<pointsto::InstanceId> entries;
  std::vector<std::uint32_t> events;  // that begin it: indices of Origins::events()
  bool at_exit = false;               // it runs while the program ends
  bool at_failure = false;            // it runs when a thread has failed
  bool many = true;                   // there may be several runs, also at once
  bool comes_again = false;           // one after the other, if it is started once
  bool runs_application = false;      // some code of the application is among what it runs
  bool leads_there = false;           // that, or it starts one that does, by any number of steps
};

class Origins {
 public:
  Origins(CallGraph& calls, Facts& facts);

  [[nodiscard]] std::size_t size() const { return origins_.size(); }
  [[nodiscard]] const Origin& operator[](OriginId id) const { return origins_[base::index(id)]; }
  [[nodiscard]] std::span<const StartEvent> events() const { return events_; }
  // What the program gave to calls that the platform does in pieces, in several threads.
  [[nodiscard]] std::span<const pointsto::NodeId> spread() const { return spread_; }
  // Are its runs pieces of such a job, which run what was spread?
  [[nodiscard]] bool runs_spread(OriginId id) const { return runs_spread_[base::index(id)] != 0; }

  // Is the start done by the platform's own code, not by a call of the program?
  [[nodiscard]] bool is_platforms(const StartEvent& event) const;

  // Bits by origin, in words of 64.
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::span<const std::uint64_t> running(pointsto::InstanceId id) const {
    return {running_.data() + std::size_t{base::index(id)} * words_, words_};
  }
  // Those that run the instance, ascending.
  [[nodiscard]] std::span<const OriginId> list(pointsto::InstanceId id) const;
  // Instances of the same number are run by the same origins; numbers are small.
  [[nodiscard]] std::uint32_t list_number(pointsto::InstanceId id) const {
    return list_of_[base::index(id)];
  }
  [[nodiscard]] std::span<const std::vector<OriginId>> lists() const { return lists_; }
  // By number of list: is the origin in it? Searches that ask of every call ask this: the lists are
  // few.
  [[nodiscard]] std::vector<std::uint8_t> lists_with(OriginId origin) const;
  [[nodiscard]] bool runs(OriginId origin, pointsto::InstanceId id) const {
    return (running(id)[base::index(origin) >> 6U] >> (base::index(origin) & 63U) & 1U) != 0;
  }

  // Does the platform give the parameter of that function, a lambda's, each number once among those
  // that are run at the same time?
  [[nodiscard]] bool gets_each_once(ir::MethodId function, std::uint32_t parameter) const {
    return counted_.contains(std::uint64_t{base::index(function)} << 32U | parameter);
  }
  // Of which counter, a single object, the value is a number that nobody else draws.
  std::optional<Draw> drawn(pointsto::InstanceId id, ir::ValueId value) {
    const auto found = draws_.draw(id, value);
    return found && is_single(found->counter) ? found : std::nullopt;
  }
  // Does the instance run at most once in the life of the program?
  [[nodiscard]] bool is_once(pointsto::InstanceId id) const { return once_[base::index(id)] != 0; }
  // Does the abstract object stand for at most one real one?
  bool is_single(pointsto::ObjectId id);
  // The only instance that makes it; none if it is not single, or code does not make it.
  pointsto::InstanceId maker(pointsto::ObjectId id);
  // The one object of a set, if it is single; none otherwise.
  pointsto::ObjectId only_single(const pointsto::ObjectSet& objects);

 private:
  void find_events();
  OriginId origin_of(const Call& start);
  model::StartKind start_kind(const Call& start) const;
  class Running;
  void find_running(Facts& facts);
  void list_running();
  void find_leads();
  void find_once(Facts& facts);
  void find_counted(Facts& facts);
  [[nodiscard]] bool are_in_one_thread(std::span<const pointsto::InstanceId> instances) const;
  [[nodiscard]] bool is_for_all_threads(const StartEvent& event) const;
  [[nodiscard]] bool is_single_thread(const Origin& origin) const;
  bool is_element_once(const Origin& origin, Facts& facts);
  [[nodiscard]] bool gives_only_platform(const Call& call) const;
  [[nodiscard]] bool is_made_by_reference(const pointsto::Site& site) const;
  [[nodiscard]] bool find_single(pointsto::ObjectId id) const;
  [[nodiscard]] pointsto::InstanceId find_maker(pointsto::ObjectId id) const;

  CallGraph& calls_;
  Draws draws_;
  std::vector<Origin> origins_;
  std::vector<StartEvent> events_;
  std::vector<pointsto::NodeId> spread_;
  std::vector<std::uint8_t> runs_spread_;  // by origin
  boost::unordered_flat_map<std::uint64_t, OriginId> by_key_;
  std::size_t words_ = 1;
  std::vector<std::uint64_t> running_;
  // Distinct masks as lists, and which of them an instance has.
  std::vector<std::vector<OriginId>> lists_;
  std::vector<std::uint32_t> list_of_;
  std::vector<std::uint8_t> once_;
  boost::unordered_flat_set<std::uint64_t> counted_;  // by function and parameter
  std::vector<std::uint8_t> single_;                  // by object: 0 not known, 1 no, 2 yes
};

}  // namespace heddle::origins
