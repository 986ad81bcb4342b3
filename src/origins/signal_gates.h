// Gates that calls open and calls pass: what models say `signals`, `awaits` and `barrier` of.
//
// How many signals are needed is what the constructor was given, as its model says (`needs`,
// `permits`); of an object whose constructor says nothing there is no gate.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "origins/gates.h"

namespace heddle::origins {

class SignalGates {
 public:
  SignalGates(CallGraph& calls, Origins& origins, Facts& facts, Times& times, Gates& gates)
      : calls_(calls), origins_(origins), facts_(facts), times_(times), gates_(gates) {}

  // The gates of these objects, too.
  void find(const std::set<pointsto::ObjectId>& awaited);

 private:
  struct Wait {
    std::uint32_t instruction = 0;
    const model::OrderFact* fact = nullptr;
    ir::ValueId on = ir::kNoValue;
    model::When when{};
  };
  struct Given {
    Signal signal;
    bool is_barrier = false;
    const pointsto::ObjectSet* on = nullptr;
  };

  std::vector<Wait> waits_of(ir::MethodId method);
  void find_signals();
  void pass_inside();
  void resolve(pointsto::InstanceId id, const std::vector<Wait>& waits);
  std::optional<std::uint32_t> gate(pointsto::InstanceId id, const Wait& wait,
                                    pointsto::ObjectId object);
  std::optional<std::uint32_t> gate(pointsto::ObjectId object, std::int64_t awaited);
  std::optional<std::uint32_t> barrier(pointsto::InstanceId id, const Wait& wait,
                                       const std::vector<Wait>& waits, pointsto::ObjectId object);
  [[nodiscard]] bool counts(pointsto::InstanceId id, const Wait& wait) const;
  std::vector<Signal> signals_on(pointsto::ObjectId object, bool& are_barriers) const;
  Number needed(pointsto::ObjectId object, std::int64_t awaited);

  CallGraph& calls_;
  Origins& origins_;
  Facts& facts_;
  Times& times_;
  Gates& gates_;
  std::vector<Given> given_;
  // By object and how many are awaited at once.
  std::map<std::pair<std::uint32_t, std::int64_t>, std::optional<std::uint32_t>> known_;
};

}  // namespace heddle::origins
