// How often something happens at most: an instruction in one run of an origin, the runs of an
// origin themselves. Numbers that the code computes are compared by where they come from: the
// length that a loop counts to and the count of a latch may be the same value.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <span>

#include "base/hash.h"
#include "ir/body.h"
#include "origins/call_graph.h"
#include "origins/origins.h"

namespace heddle::origins {

// A number that is known, one that is known to be the same wherever its name is met, or neither.
struct Number {
  enum class Kind : std::uint8_t { kUnknown, kConstant, kNamed };
  Kind kind = Kind::kUnknown;
  std::int64_t value = 0;
  base::Hash128 name{};

  [[nodiscard]] bool is(std::int64_t constant) const {
    return kind == Kind::kConstant && value == constant;
  }
  friend bool operator==(const Number&, const Number&) = default;
};
inline Number constant(std::int64_t value) {
  return {.kind = Number::Kind::kConstant, .value = value};
}

// i = 0; …; i + 1
bool counts_from_zero(const ir::Body& body, std::uint32_t value);

class Times {
 public:
  static constexpr std::uint32_t kMany = 1'000'000;

  Times(CallGraph& calls, const Origins& origins) : calls_(calls), origins_(origins) {}

  // What a value of an instance is.
  Number number(pointsto::InstanceId id, ir::ValueId value) { return number(id, value, 0); }
  // At most so many runs begin.
  Number runs(OriginId origin);
  // At most so often, in one run of the origin, one of these instructions of the instance runs.
  std::uint32_t in_run(OriginId origin, pointsto::InstanceId id,
                       std::span<const std::uint32_t> instructions);

 private:
  Number number(pointsto::InstanceId id, ir::ValueId value, unsigned depth);
  Number find_runs(OriginId origin);
  Number rounds(pointsto::InstanceId id, std::uint32_t instruction);
  std::uint32_t in_run(OriginId origin, pointsto::InstanceId id);
  // At most so many of them, one behind the other, in one run of the body.
  std::uint32_t in_body(pointsto::InstanceId id, std::span<const std::uint32_t> instructions);

  CallGraph& calls_;
  const Origins& origins_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> in_run_;  // by origin and instance
  boost::unordered_flat_map<std::uint32_t, Number> runs_;           // by origin
};

}  // namespace heddle::origins
