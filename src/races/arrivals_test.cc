// Who comes to an access with an object, against a slow twin that keeps nothing between questions.
#include "races/arrivals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "pointsto/random_program_test_only.h"
#include "races/detection_test_only.h"
#include "races/initialising.h"
#include "races/threaded_program_test_only.h"

namespace heddle::races {
namespace {

using base::index;
using ir::Opcode;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 10;
#else
constexpr std::uint64_t kPrograms = 150;
#endif

bool is_same(const origins::Point& x, const origins::Point& y) {
  return x.instance == y.instance && x.instruction == y.instruction;
}

// From the access up, breadth first; every question begins anew. Without the bounds of the
// original: programs here are small.
class SlowArrivals {
 public:
  explicit SlowArrivals(Detection& of) : of_(of), initialising_(of.calls, of.origins, of.sharing) {}

  std::set<OriginId> having(const Access& access, ObjectId object) {
    std::set<OriginId> found;
    search(access, object, [&](const Hand& at, std::optional<OriginId> only) {
      for (const OriginId origin : of_.origins.list(access.instance))
        if (only ? *only == origin : of_.origins.runs(origin, at.instance)) found.insert(origin);
      return false;
    });
    return found;
  }

  std::vector<origins::Point> way(OriginId origin, const Access& access, ObjectId object) {
    std::vector<origins::Point> points;
    search(access, object, [&](const Hand& end, std::optional<OriginId> only) {
      if (only ? *only != origin : !of_.origins.runs(origin, end.instance)) return false;
      for (Hand at = end; !at.is_first; at = hands_[at.for_whom])
        if (at.instance != hands_[at.for_whom].instance)
          points.push_back({.instance = at.instance, .instruction = at.instruction});
      return true;
    });
    points.push_back({.instance = access.instance, .instruction = access.instruction});
    return points;
  }

 private:
  struct Hand {
    InstanceId instance{};
    ir::ValueId value{};
    ObjectId object{};
    std::size_t for_whom = 0;
    std::uint32_t instruction = 0;
    bool is_first = false;
  };
  using Ends = std::function<bool(const Hand&, std::optional<OriginId>)>;

  void search(const Access& access, ObjectId object, const Ends& ends) {
    hands_.assign(
        1, {.instance = access.instance, .value = access.base, .object = object, .is_first = true});
    if (!of_.calls.heap().value(access.instance, access.base).contains(object)) {
      ends(hands_[0], std::nullopt);
      return;
    }
    for (std::size_t at = 0; at < hands_.size(); ++at) {
      if (initialising_.is_first_to(hands_[at].instance, object)) continue;
      if (step(at, ends)) return;
    }
  }

  bool step(std::size_t at, const Ends& ends) {
    const Hand hand = hands_[at];
    ir::Program& program = of_.calls.program();
    const ir::MethodId method = of_.calls.at(hand.instance).method;
    const ir::Body* body = program.body(method);
    if (body == nullptr) return ends(hand, std::nullopt);
    const ir::Instruction& made = body->at(ir::without_casts(*body, hand.value));
    if (made.opcode == Opcode::kParameter) return up(at, made.a, ends);
    if (made.opcode == Opcode::kPhi) {
      for (const ir::ValueId part : body->values(made)) take(at, part, hand.object);
      return false;
    }
    const auto holder = base::id_at<ir::ValueId>(made.a);
    const pointsto::Heap& heap = of_.calls.heap();
    if (made.opcode == Opcode::kArrayLoad) {
      heap.value(hand.instance, holder).for_each([&](ObjectId array) {
        if (heap.type(array).is_array() && heap.elements(array).contains(hand.object))
          take(at, holder, array);
      });
      return false;
    }
    if (made.opcode != Opcode::kGetField) return ends(hand, std::nullopt);
    const auto field =
        program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(made.b), false);
    if (!field.runs()) return ends(hand, std::nullopt);
    heap.value(hand.instance, holder).for_each([&](ObjectId owner) {
      if (program.is_subtype(heap.type(owner), ir::Type(program.owner(field.member))) &&
          heap.field(owner, field.member).contains(hand.object))
        take(at, holder, owner);
    });
    return false;
  }

  bool up(std::size_t at, std::uint32_t position, const Ends& ends) {
    const Hand hand = hands_[at];
    for (std::uint32_t o = 0; o < of_.origins.size(); ++o) {
      const auto& entries = of_.origins[OriginId{o}].entries;
      if (std::ranges::find(entries, hand.instance) != entries.end() && ends(hand, OriginId{o}))
        return true;
    }
    for (const origins::Call& call : of_.calls.calls_to(hand.instance)) {
      if (call.initializes) continue;
      const auto arguments = of_.calls.arguments(call);
      Hand caller{.instance = call.caller,
                  .object = hand.object,
                  .for_whom = at,
                  .instruction = call.instruction};
      if (position >= arguments.size()) {
        if (ends(caller, std::nullopt)) return true;
        continue;
      }
      caller.value = arguments[position];
      if (of_.calls.heap().value(caller.instance, caller.value).contains(caller.object))
        add(caller);
    }
    return false;
  }

  // In the same instance.
  void take(std::size_t at, ir::ValueId value, ObjectId object) {
    Hand next = hands_[at];
    next.value = value;
    next.object = object;
    next.for_whom = at;
    next.is_first = false;
    if (of_.calls.heap().value(next.instance, value).contains(object)) add(next);
  }

  void add(const Hand& hand) {
    const auto key = [](const Hand& of) { return std::tuple(of.instance, of.value, of.object); };
    if (std::ranges::find(hands_, key(hand), key) == hands_.end()) hands_.push_back(hand);
  }

  Detection& of_;
  Initialising initialising_;
  std::vector<Hand> hands_;
};

std::set<OriginId> as_set(std::span<const std::uint64_t> bits) {
  std::set<OriginId> found;
  for (std::uint32_t o = 0; o < bits.size() * 64; ++o)
    if ((bits[o >> 6U] >> (o & 63U) & 1U) != 0) found.insert(OriginId{o});
  return found;
}

// Twice, for what is kept; returns how many do not have it, and how many calls ways have.
struct Seen {
  std::size_t without = 0, calls = 0;
};
void compare(const std::string& text, Seen& seen) {
  pointsto::TextProgram world(text);
  Detection of(world);
  Arrivals arrivals(of.calls, of.origins, of.sharing);
  SlowArrivals slow(of);
  for (const Location& location : of.accesses.locations()) {
    if (base::is_none(location.object)) continue;
    for (const std::uint32_t a : location.accesses) {
      const Access& access = of.accesses.all()[a];
      if (access.base == ir::kNoValue) continue;
      const std::set<OriginId> expected = slow.having(access, location.object);
      ASSERT_EQ(as_set(arrivals.having(access, location.object)), expected) << text;
      ASSERT_EQ(as_set(arrivals.having(access, location.object)), expected) << text;
      seen.without += of.origins.list(access.instance).size() - expected.size();
      for (const OriginId origin : expected) {
        const auto way = slow.way(origin, access, location.object);
        ASSERT_TRUE(std::ranges::equal(arrivals.way(origin, access, location.object), way, is_same))
            << text;
        seen.calls += way.size() - 1;
      }
    }
  }
}

TEST(Arrivals, AreThoseOfTheSlowTwin) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < kPrograms && !HasFatalFailure(); ++seed) {
    compare(threaded_program(seed), seen);
    compare(pointsto::random_program(seed), seen);
  }
  EXPECT_GT(seen.without, 0U);
  EXPECT_GT(seen.calls, 0U);
}

}  // namespace
}  // namespace heddle::races
