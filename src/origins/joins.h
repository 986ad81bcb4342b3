// Which origins have surely ended, at a point: they were joined on every path to it.
//
// A join counts only where it is surely of that origin: the one object it waits on stands for one
// thread, or the call waits for the very tasks it started. Waits that may time out count where
// their result was tested.
//
// Constant once built. Lifetime: all that is handed in must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ir/dominance.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/origins.h"

namespace heddle::origins {

class Joins {
 public:
  Joins(CallGraph& calls, Origins& origins, Facts& facts);

  // Has every run of the origin ended before the instruction runs?
  [[nodiscard]] bool has_ended(pointsto::InstanceId at, std::uint32_t instruction,
                               OriginId origin) const;
  // Has every run of `first` ended before any of `second` begins?
  [[nodiscard]] bool ended_at_start(OriginId first, OriginId second) const;

 private:
  using Bits = std::vector<std::uint64_t>;

  // An instruction after which some have ended.
  struct Wait {
    std::uint32_t instruction = 0;
    const model::OrderFact* fact = nullptr;
    ir::ValueId on = ir::kNoValue;
  };
  struct OfMethod {
    std::vector<Wait> waits;
    std::unique_ptr<ir::Dominance> dominance;
  };
  // What an instance waits for by itself or through what it calls.
  struct Gain {
    std::uint32_t instruction = 0;
    model::When when{};
    Bits ended;
  };

  void find_waits(ir::MethodId method);
  void resolve(pointsto::InstanceId id);
  Bits joined_by(pointsto::InstanceId id, const Wait& wait);
  void join_thread(pointsto::InstanceId id, const Wait& wait, Bits& ended);
  void join_future(pointsto::InstanceId id, const Wait& wait, Bits& ended);
  void join_executor(pointsto::InstanceId id, const Wait& wait, Bits& ended);
  void join_own_starts(pointsto::InstanceId id, const Wait& wait, Bits& ended);
  bool begins_only_at(OriginId origin, ir::MethodId method, std::uint32_t instruction) const;
  pointsto::ObjectId only_object(pointsto::InstanceId id, ir::ValueId value);
  void gain_from_callees();
  bool gain_from_callees(pointsto::InstanceId id);
  [[nodiscard]] Bits at_exit(pointsto::InstanceId id) const;
  void spread();
  void add_local(pointsto::InstanceId at, std::uint32_t instruction, Bits& bits) const;
  [[nodiscard]] bool is_behind(const OfMethod& of, const ir::Body& body, const Gain& gain,
                               std::uint32_t instruction) const;
  [[nodiscard]] const OfMethod* of(ir::MethodId method) const;
  OfMethod& with_dominance(ir::MethodId method);

  CallGraph& calls_;
  Origins& origins_;
  Facts& facts_;
  boost::unordered_flat_map<std::uint32_t, std::unique_ptr<OfMethod>> methods_;
  boost::unordered_flat_map<std::uint32_t, std::vector<Gain>> gains_;  // by instance
  std::vector<std::uint64_t> at_entry_;  // bits by instance; empty: nobody joins anything
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> objects_of_site_;
};

}  // namespace heddle::origins
