// Where control may come after the places that start origins, in the runs that start them.
//
// Behind the start in its own instance, then behind each call that led there, and into all that is
// called from there on. What runs once and has begun does not begin again, though the platform's
// shared code may seem to call it back. Of the platform's own code only the instance is told, not
// the instruction; where it starts something itself nothing is known of what comes after.
//
// What one place starts comes after the same: places are followed, not starts. Most of them lead
// through the same code, so that 256 are followed at once, when one of them is first asked for.
//
// Lifetime: the call graph and the origins must outlive it. Thread safety: one thread, which uses
// others for rows that are followed together.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/bit_row.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "origins/point.h"

namespace heddle::origins {

class AfterStarts {
 public:
  AfterStarts(CallGraph& calls, const Origins& origins);

  // Follows all of these starts, bits by event, on all threads there are: they will be asked for.
  void follow(std::span<const std::uint64_t> starts);

  // Of some of the sixty-four starts of this word those behind which the point may be passed.
  [[nodiscard]] std::uint64_t behind(std::size_t word, std::uint64_t starts, Point point);
  // Those that are done by the instance, or by what it calls.
  [[nodiscard]] std::uint64_t inside(std::size_t word, std::uint64_t starts,
                                     pointsto::InstanceId id);

  // Whom an instance calls of those that some origin runs, each once.
  [[nodiscard]] std::span<const pointsto::InstanceId> callees(pointsto::InstanceId id) const {
    const std::uint32_t begin = first_callee_[base::index(id)],
                        end = first_callee_[base::index(id) + 1];
    return {callees_.data() + begin, end - begin};
  }

 private:
  using Bits = base::BitRow<4>;  // by place of a row
  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
  struct Row {
    bool is_known = false;
    std::vector<Bits> behind;  // by point: control has come to be behind it
    std::vector<Bits> whole;   // by instance: any instruction
  };
  void list_points(std::span<const Point> places);
  std::vector<Point> find_places();
  void list_callees();
  void list_callers();
  [[nodiscard]] std::uint32_t point_at(Point point) const;
  // Those of the row's places behind which the point may be passed.
  [[nodiscard]] Bits places_before(std::size_t row, Point point);
  // Those that are in the instance, or in what it calls.
  [[nodiscard]] Bits places_inside(std::size_t row, pointsto::InstanceId id);
  const Row& known(std::size_t row);
  void follow_rows(std::span<const std::size_t> numbers);
  class Walk;

  CallGraph& calls_;
  const Origins& origins_;
  std::vector<pointsto::InstanceId> callees_;
  std::vector<std::uint32_t> first_callee_;
  // Where control may come to be behind something: calls, and places that start something.
  // Ascending by instance and instruction.
  std::vector<Point> points_;
  std::vector<std::uint32_t> first_point_;  // by instance
  std::vector<std::uint32_t> callers_;      // points, by instance that they call
  std::vector<std::uint32_t> first_caller_;
  std::vector<std::uint32_t> place_of_;  // by start; kNowhere: the platform does it
  std::vector<std::uint32_t> places_;    // points that start something
  std::vector<Row> rows_;
  // The last point that was asked for: by row, what is behind which places, and if that is known.
  Point asked_{.instance = base::kNone<pointsto::InstanceId>, .instruction = 0};
  std::vector<std::pair<bool, Bits>> answers_;
};

}  // namespace heddle::origins
