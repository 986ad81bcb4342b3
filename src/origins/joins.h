// Which origins have surely ended, at a point: they were joined on every path to it. And which
// gates have been passed on every path to it.
//
// A join counts only where it is surely of that origin: the one object it waits on stands for one
// thread, or the call waits for the very tasks it started. Waits that may time out count where
// their result was tested.
//
// Constant once built. Lifetime: all that is handed in must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ir/dominance.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/gates.h"
#include "origins/interrupts.h"
#include "origins/origins.h"
#include "origins/point.h"
#include "origins/start_facts.h"

namespace heddle::origins {

class Joins {
 public:
  Joins(CallGraph& calls, Origins& origins, Facts& facts, const StartFacts& starts,
        const Gates& gates);

  // The origins of which no run is under way when the instruction runs: not begun, or ended. Bits
  // by origin, followed by bits of no meaning; empty: there are none. Good until the next question.
  [[nodiscard]] std::span<const std::uint64_t> quiet(pointsto::InstanceId at,
                                                     std::uint32_t instruction);
  // Has every run of the origin ended before the instruction runs?
  [[nodiscard]] bool has_ended(pointsto::InstanceId at, std::uint32_t instruction,
                               OriginId origin) const;
  // The origins all of whose runs have ended before any run of this one begins, and those that
  // begin only when all runs of this one have ended. Bits as above.
  [[nodiscard]] std::span<const std::uint64_t> apart_by_joins(OriginId origin);
  // Has the origin, begun at `start` of this very run of the instance, ended at the instruction?
  [[nodiscard]] bool is_over(pointsto::InstanceId at, std::uint32_t start, OriginId origin,
                             std::uint32_t instruction) const;
  // Is it for some start? Otherwise the next never says no, and this one never yes.
  [[nodiscard]] bool is_joined_where_begun(OriginId origin) const {
    return joined_where_begun_[base::index(origin)] != 0;
  }
  // May the run of the instance that began the origin at `start` leave it under way?
  [[nodiscard]] bool leaves_running(pointsto::InstanceId at, std::uint32_t start,
                                    OriginId origin) const;
  // Is the value what a run of the origin, and of no other, gave its future as its result?
  [[nodiscard]] bool is_result_of(pointsto::InstanceId at, ir::ValueId value,
                                  OriginId origin) const;
  // Does every way from where the value is made to the instruction pass a wait for just that thread
  // or task?
  [[nodiscard]] bool is_waited_for(pointsto::InstanceId at, ir::ValueId value,
                                   std::uint32_t instruction) const;
  // The calls that begin runs of the origin, if each is waited for by the very run of the method
  // that made the call, before that returns or calls again; else none.
  [[nodiscard]] std::span<const Point> nested(OriginId origin) const {
    return nested_[base::index(origin)];
  }
  // What the call began in a run of the method: has it ended when that run comes to the
  // instruction?
  [[nodiscard]] bool is_over_at(Point start, std::uint32_t instruction) const;
  // The gates that are passed whenever the instruction runs, ascending.
  [[nodiscard]] std::vector<std::uint32_t> passed(pointsto::InstanceId at,
                                                  std::uint32_t instruction) const;
  // Does each run end before the next one begins?
  [[nodiscard]] bool runs_one_by_one(OriginId origin) const {
    return one_by_one_[base::index(origin)] != 0;
  }

  [[nodiscard]] const Interrupts& interrupts() const { return interrupts_; }

 private:
  using Bits = std::vector<std::uint64_t>;  // by origin; behind them by gate

  // What is asked of an origin at a point. What has ended is quiet, also for what is started there;
  // what has not begun yet may still begin beside that.
  enum class Asked : std::uint8_t { kQuiet, kEnded };

  // An instruction after which some have ended.
  struct Wait {
    std::uint32_t instruction = 0;
    const model::OrderFact* fact = nullptr;
    ir::ValueId on = ir::kNoValue;
    model::When when{};
  };
  struct OfMethod {
    std::vector<Wait> waits;
    std::unique_ptr<ir::Dominance> dominance;
    BodyFlow::Untaken uninterrupted;  // where nobody interrupts the thread
  };
  // What an instance waits for by itself or through what it calls.
  struct Gain {
    std::uint32_t instruction = 0;
    // Only where one of these blocks was entered; none: wherever the instruction has run.
    std::optional<std::vector<ir::BlockId>> branches{};
    Bits ended, quiet;
    bool is_future = false;  // what has ended was surely begun
    // Where this is null nothing was begun; none: no such value.
    ir::ValueId begun_by = ir::kNoValue;
    [[nodiscard]] const Bits& of(Asked asked) const {
      return asked == Asked::kQuiet ? quiet : ended;
    }
  };

  // A start and the wait for it in one run of one method: the origin is under way only where
  // control may come from the start without passing the wait.
  struct Span {
    OriginId origin{};
    std::uint32_t start = 0;
    std::uint32_t wait = 0;
    std::uint32_t loop = 0;  // the wait is this loop, and over behind it; 0: a single instruction
    // Other calls of the method that starts, and the wait for what each of them began.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> others{};
  };
  // The start of an origin as its caller sees it.
  struct Begun {
    pointsto::InstanceId at{};
    std::uint32_t start = 0;
    bool is_result = false;  // of a call that gives back what it began
    bool repeats = false;    // the call may start several: `threads.forEach(Thread::start)`
  };
  static bool any(const Bits& bits);
  static void set(Bits& bits, OriginId origin);
  void find_spans();
  void find_span(OriginId origin, const Begun& begun);
  void find_span_of_several(OriginId origin, pointsto::InstanceId starter, std::uint32_t start);
  void find_span_of_starts(OriginId origin);
  void add_span(OriginId origin, const Begun& begun, Span span);
  [[nodiscard]] bool may_repeat(const Begun& begun, bool is_event) const;
  [[nodiscard]] std::optional<Span> single_wait(ir::MethodId method, const Wait& wait,
                                                OriginId origin, const Begun& begun) const;
  [[nodiscard]] bool is_made_by(pointsto::InstanceId at, std::uint32_t start) const;
  [[nodiscard]] bool gives_back(pointsto::InstanceId at, std::uint32_t start, bool is_result) const;
  [[nodiscard]] ir::ValueId gathered(ir::MethodId method, ir::ValueId future) const;
  std::optional<Span> joined_in_loop(ir::MethodId method, const Wait& wait, OriginId origin,
                                     const Begun& begun);
  std::optional<Span> joined_as_one(ir::MethodId method, const Wait& wait, OriginId origin,
                                    const Begun& begun);
  // A loop that waits for all elements of a container: `test` leads out of it, to `behind`.
  struct Round {
    std::uint32_t loop = 0, test = 0;
    ir::BlockId behind{};
    ir::ValueId container = ir::kNoValue;
  };
  [[nodiscard]] std::optional<Round> round(ir::MethodId method, const Wait& wait) const;
  bool is_put_near(ir::MethodId method, ir::ValueId made, std::uint32_t start,
                   const std::function<bool(ir::ValueId)>& is_container) const;
  [[nodiscard]] bool is_same(ir::MethodId method, ir::ValueId one, ir::ValueId other) const;
  [[nodiscard]] std::optional<ir::FieldId> final_field(ir::MethodId method, ir::ValueId read) const;
  // A real array or collection: by its object, or by the final field that holds it, a static one or
  // that of one single object; or by both.
  struct Container {
    pointsto::ObjectId object = base::kNone<pointsto::ObjectId>;
    ir::FieldId field = base::kNone<ir::FieldId>;
    pointsto::ObjectId holder = base::kNone<pointsto::ObjectId>;
    [[nodiscard]] bool is_known() const { return !base::is_none(object) || !base::is_none(field); }
    [[nodiscard]] bool is_same(const Container& other) const;
  };
  void join_kept(pointsto::InstanceId id, const Wait& wait);
  Container container(pointsto::InstanceId id, ir::ValueId value);
  bool keeps(OriginId origin, std::uint32_t event, const Wait& wait, const Container& container);
  bool are_made_for(const pointsto::ObjectSet& threads, OriginId origin,
                    const Container& container);
  bool is_put_into(pointsto::InstanceId at, ir::ValueId made, std::uint32_t start,
                   const Container& container);
  bool is_made_for(pointsto::ObjectId thread, const Container& container);
  // Is what the method makes there put into the container, by itself or by all who call it?
  bool is_result_kept(ir::MethodId method, ir::ValueId made, const Container& container,
                      unsigned up);
  static bool returns_only(const ir::Body& body, ir::ValueId value);
  [[nodiscard]] bool is_cut_short(pointsto::InstanceId id, const Wait& wait) const;
  [[nodiscard]] bool is_outside(pointsto::InstanceId at, const Span& span,
                                std::uint32_t instruction) const;
  // May one of the starts of the span be done at the instruction, or behind it?
  [[nodiscard]] bool may_begin(pointsto::InstanceId at, const Span& span,
                               std::uint32_t instruction) const;
  [[nodiscard]] ir::ValueId container_of(ir::MethodId method, ir::ValueId value) const;
  [[nodiscard]] bool covers_all(BodyFlow& flow, ir::ValueId joined, std::uint32_t test,
                                ir::ValueId& container) const;
  void find_waits(ir::MethodId method);
  void resolve(pointsto::InstanceId id);
  void add_passes();
  Bits joined_by(pointsto::InstanceId id, const Wait& wait);
  void join_thread(pointsto::InstanceId id, const Wait& wait, Bits& ended);
  bool is_started_before(pointsto::InstanceId id, const Wait& wait, OriginId origin);
  std::optional<std::pair<pointsto::InstanceId, std::uint32_t>> place_in_program(
      const StartEvent& event) const;
  void join_future(pointsto::InstanceId id, const Wait& wait, Bits& ended);
  void add_done(pointsto::ObjectId future, unsigned depth, Bits& ended);
  void add_gathered(pointsto::ObjectId future, unsigned depth, Bits& ended);
  // joins_nested.cc
  void find_nested();
  bool add_places(const StartEvent& event, std::vector<Point>& places) const;
  [[nodiscard]] bool is_joined_there(Point at) const;
  [[nodiscard]] bool is_waited_for(Point at,
                                   const std::function<bool(std::uint32_t)>& is_good_wait) const;
  [[nodiscard]] bool lies_on_all_ways(Point start, std::uint32_t wait) const;
  void add_nested(Bits& ended) const;
  void add_implied();
  [[nodiscard]] Bits ended_before(OriginId later) const;
  void find_apart();
  [[nodiscard]] Bits at_start(std::uint32_t event) const;
  void join_executor(pointsto::InstanceId id, const Wait& wait, Bits& ended);
  [[nodiscard]] bool are_begun_by(pointsto::InstanceId id, ir::ValueId value,
                                  const Bits& origins) const;
  void join_own_starts(pointsto::InstanceId id, const Wait& wait, Bits& ended);
  [[nodiscard]] bool is_begun_by(const StartEvent& event, pointsto::InstanceId id,
                                 std::uint32_t instruction) const;
  [[nodiscard]] bool is_future_of(pointsto::ObjectId future, OriginId origin) const;
  [[nodiscard]] bool begins_at(const StartEvent& event, ir::MethodId method,
                               std::uint32_t instruction) const;
  bool begins_only_at(OriginId origin, ir::MethodId method, std::uint32_t instruction) const;
  pointsto::ObjectId only_object(pointsto::InstanceId id, ir::ValueId value);
  void gain_from_callees();
  bool gain_from_callees(pointsto::InstanceId id);
  [[nodiscard]] Bits at_exit(pointsto::InstanceId id, Asked asked) const;
  [[nodiscard]] Bits& at_entry(Asked asked) {
    return asked == Asked::kQuiet ? quiet_at_entry_ : ended_at_entry_;
  }
  void spread(Asked asked);
  [[nodiscard]] Bits at(pointsto::InstanceId id, std::uint32_t instruction, Asked asked) const;
  void add_local(pointsto::InstanceId at, std::uint32_t instruction, Asked asked, Bits& bits) const;
  [[nodiscard]] bool is_behind(pointsto::InstanceId at, const Gain& gain,
                               std::uint32_t instruction) const;
  [[nodiscard]] bool always_passes(pointsto::InstanceId at, const Gain& gain,
                                   std::uint32_t instruction) const;
  // Which handlers of the body are entered while the instance runs.
  [[nodiscard]] const BodyFlow::Untaken& untaken(pointsto::InstanceId at) const;
  void find_uninterrupted(ir::MethodId method);
  [[nodiscard]] const OfMethod* of(ir::MethodId method) const;
  OfMethod& with_dominance(ir::MethodId method);

  CallGraph& calls_;
  Origins& origins_;
  Facts& facts_;
  Interrupts interrupts_;
  const StartFacts& starts_;
  const Gates& gates_;
  std::size_t words_;
  boost::unordered_flat_map<std::uint32_t, std::unique_ptr<OfMethod>> methods_;
  boost::unordered_flat_map<std::uint32_t, std::vector<Gain>> gains_;  // by instance
  boost::unordered_flat_map<std::uint32_t, std::vector<Span>> spans_;  // by instance
  // By origin: all its starts, if each is waited for in the method that does it; else none.
  std::vector<std::vector<Point>> nested_;
  std::vector<std::uint8_t> one_by_one_, joined_where_begun_;  // by origin
  std::vector<Bits> after_;               // by event: what the futures it waits for say
  Bits quiet_at_entry_, ended_at_entry_;  // by instance; empty: nobody joins anything
  // By point, of instances that wait; by origin.
  boost::unordered_flat_map<std::uint64_t, Bits> quiet_;
  std::vector<Bits> apart_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> objects_of_site_;
};

}  // namespace heddle::origins
