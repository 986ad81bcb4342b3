// Fills a State: from the roots on, until nothing new follows. Internal to this module; solve.h is
// the way in.
//
// In two steps, each to a fixed point: what the virtual machine starts in the platform, which is
// the same for every program, and then the program. The state between the two can be kept
// (snapshot.h).
//
// Thread safety: one thread, so that numbers never depend on a race.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "pointsto/call_groups.h"
#include "pointsto/state.h"
#include "pointsto/surroundings.h"

namespace heddle::pointsto {

class Solver {
 public:
  Solver(State& state, Surroundings surroundings);

  // First the platform, then the program on top of it. False: stopped after `budget` units of work,
  // or because it will take more.
  // `progress` is called now and then.
  bool run_platform(std::uint64_t budget, const std::function<void()>& progress);
  bool run(std::span<const ir::MethodId> entries, std::uint64_t budget,
           const std::function<void()>& progress);
  [[nodiscard]] std::uint64_t work() const;
  // The part of it that no context changed: a simpler policy will take about as much for it.
  [[nodiscard]] std::uint64_t work_without_contexts() const { return steps_without_contexts_; }
  // Where that is more than one part in so many of the budget, no more of it is spent: in fourteen
  // programs that ended within it, it was a fourteenth at most.
  static constexpr std::uint64_t kPartWithoutContexts = 8;
  // Have contexts changed so little that a simpler policy would do no better? Where that part is
  // more than one in so many of all that was spent, once that is enough to judge by; in those
  // programs it was never more than a fifth. Not of policies that nobody stepped down to.
  [[nodiscard]] bool is_in_vain() const;
  static constexpr std::uint64_t kShareWithoutContexts = 4;
  static constexpr std::uint64_t kEnoughToJudge = 6'000'000;

 private:
  friend class Snapshot;
  // A call whose receivers come from a node of their own: through a method handle or reflection.
  struct Request {
    InstanceId caller{};
    std::uint32_t site = 0;  // the number of the call site
    std::uint32_t instruction = 0;
    ir::MethodId method{};
    ir::Invocation invocation{};
    bool starts = false;
    bool casts = false;                    // arguments are cast to the parameters' types
    SiteId started = base::kNone<SiteId>;  // of a start: the site of the object it is on
    std::vector<NodeId> arguments;         // behind the receiver
    NodeId result = base::kNone<NodeId>;
    NodeId thrown = base::kNone<NodeId>;
  };
  struct LambdaFacts {
    ir::ClassId home{};
    std::uint32_t captures = 0;
    const ir::CallSite* call_site = nullptr;
    std::optional<ir::HandleTarget> target;
  };
  // A service that platform code loads.
  struct ServiceLoad {
    InstanceId id{};
    std::uint32_t operation = 0;
    ir::ClassId service{};
    ObjectId loader{};
  };
  // An operation of platform code that asks about the program.
  struct Waiting {
    InstanceId id{};
    std::uint32_t operation = 0;
  };
  struct CalleeOfType {
    std::uint32_t stamp = 0;
    ir::MethodId target{};
    InstanceId callee{};  // none: depends on the object
  };

  // --- the loop: solver.cc ---
  void add_machine();
  void add_root(ir::MethodId method);
  [[nodiscard]] bool is_over(std::uint64_t budget) const;
  bool finish(std::uint64_t budget, const std::function<void()>& progress);
  void begin(InstanceId id);
  void work_on(NodeId node);
  void use(NodeId member, const ObjectSet& news);
  void use_variable(InstanceId id, std::uint32_t variable, const ObjectSet& news);

  // --- things: solver_things.cc ---
  ObjectId object(SiteId site, ContextId heap);
  ObjectId fixed_object(SiteId site) { return object(site, kEmptyContext); }
  InstanceId instance(ir::MethodId method, ContextId context);
  void add_monitor_of(ir::MethodId method);
  void share_thrown(InstanceId id);
  NodeId field_node(ObjectId id, const FieldAccess& access);
  NodeId field_node(ObjectId id, ir::FieldId field);
  NodeId first_slot(ObjectId id);
  NodeId element_node(ObjectId id) { return first_slot(id); }
  NodeId static_node(ir::FieldId field);
  NodeId own_node(std::uint32_t owner);
  bool stays_empty(ObjectId id);
  bool holds_references(ObjectId id);
  // Those that may hold references, and no others.
  const Mask* reference_arrays();
  FilterId element_filter(ObjectId id);
  void initialize(ir::ClassId id);
  // The same, with a call edge: for what cannot be read off a shape.
  void initialize_from(InstanceId from, std::uint32_t site, std::uint32_t instruction,
                       ir::ClassId id);
  void allocate(InstanceId id);
  ObjectId make_machine_object(ir::Type type);

  // --- calls: solver_calls.cc ---
  Caller caller(InstanceId id, std::uint32_t instruction);
  InstanceId callee(InstanceId from, std::uint32_t instruction, ir::MethodId method,
                    const Receiver* receiver, SiteId started = base::kNone<SiteId>);
  void call_static(InstanceId id, std::uint32_t ordinal);
  void call_on(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers);
  void call_virtual(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers);
  // Connects the call to it when first asked under a stamp.
  CalleeOfType callee_of_type(InstanceId id, std::uint32_t ordinal, TypeIndex type,
                              std::uint32_t stamp);
  void call_special(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers);
  void call_object(InstanceId id, std::uint32_t ordinal, ObjectId receiver, ir::MethodId target);
  ir::MethodId dispatch(ir::MethodId resolved, ir::Invocation invocation, TypeIndex type);
  [[nodiscard]] bool is_known(std::uint32_t site, InstanceId callee) const {
    return known_edges_.contains(std::uint64_t{site} << 32U | base::index(callee));
  }
  // True the first time.
  bool note_edge(InstanceId from, std::uint32_t site, std::uint32_t instruction, InstanceId to,
                 bool starts);
  void connect(InstanceId id, const CallSite& site, InstanceId to);
  void connect(InstanceId to, std::span<const NodeId> arguments, NodeId result, NodeId thrown,
               bool casts = false);
  void connect_result(const Instance& callee, std::span<const NodeId> arguments, NodeId result,
                      bool casts);
  FilterId cast_filter(ir::MethodId method, std::size_t position);
  void hand_over(InstanceId callee, ObjectId receiver);
  // Of a callee that always returns its receiver.
  void give_back(InstanceId callee, ObjectId receiver, NodeId result);
  [[nodiscard]] NodeId result_of(InstanceId id, const CallSite& site) const;

  // --- calls on many receivers: solver_groups.cc ---
  [[nodiscard]] bool are_many(const ObjectSet& receivers) const {
    return receivers.size() >= state_.techniques.grouping_starts_at;
  }
  // The group of a call; nothing where that is not worth it.
  std::optional<std::uint32_t> group_of(InstanceId id, std::uint32_t ordinal,
                                        const ObjectSet& receivers);
  void call_in_group(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers,
                     std::uint32_t group);
  void call_on_few(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers,
                   std::uint32_t group);
  // What such a call meets on the receivers, who are handed over.
  const CallGroup::Meeting& meeting(InstanceId id, const CallSite& site, const ObjectSet& receivers,
                                    std::uint32_t group);
  void meet(InstanceId id, const CallSite& site, std::uint32_t group, const ObjectSet& receivers,
            CallGroup::Meeting& meeting);
  void call_apart(InstanceId id, std::uint32_t ordinal, std::uint32_t group,
                  std::span<const ObjectId> receivers);
  void hand_over_all(InstanceId id, const CallSite& site, std::uint32_t group,
                     const ObjectSet& receivers);
  std::uint32_t target_of(InstanceId id, const CallSite& site, std::uint32_t group, TypeIndex type);
  CallTarget find_target(InstanceId id, const CallSite& site, ir::MethodId method);
  InstanceId connect_modelled(InstanceId id, std::uint32_t ordinal, ir::MethodId method);
  void reach(InstanceId id, std::uint32_t ordinal, std::uint32_t group, std::uint32_t row,
             std::uint32_t callees);
  // Has the call reached all that the row's junction leads to, much of it just now?
  bool is_worth_joining(const CallSite& site, std::uint32_t group, std::uint32_t row,
                        std::uint32_t reached, std::uint32_t fresh);
  // Connects the call to the row's junction, which leads to callees that it all reaches.
  void join(InstanceId id, const CallSite& site, std::uint32_t group, std::uint32_t row);
  void make_junction(const CallSite& site, std::uint32_t group, std::uint32_t row);

  // --- lambdas and their kin: solver_lambdas.cc ---
  Request request(InstanceId id, std::uint32_t ordinal, ObjectId receiver);
  const LambdaFacts& lambda_facts(SiteId site);
  bool is_lambda_method(const LambdaFacts& facts, ir::MethodId resolved);
  // Of a lambda or a proxy.
  void call_classless(const Request& request, ObjectId receiver);
  void run_handle(const Request& request, ObjectId lambda, const ir::HandleTarget& target);
  bool is_new_run(const Request& request, ObjectId lambda, std::vector<NodeId>& arguments);
  void construct(const Request& request, ObjectId lambda);
  bool is_of_every_proxy(ir::MethodId method);
  // A node that holds just this one.
  NodeId holder_of(ObjectId object);
  void call_proxy(const Request& request, ObjectId proxy);
  void ask_later(Request request, NodeId receivers);
  void use_late(std::uint32_t number, const ObjectSet& news);
  void answer(const Request& request, ObjectId receiver, ir::MethodId target);
  InstanceId note_answer(const Request& request, ObjectId receiver, ir::MethodId target);
  void connect(const Request& request, InstanceId to);

  // --- what models cannot say in paths: solver_operations.cc ---
  void begin_operation(InstanceId id, const SpecialOperation& operation);
  // `news`: what has come to the first operand; null: nobody knows.
  void operate(InstanceId id, std::uint32_t number, const ObjectSet* news = nullptr);
  bool is_locked_at_once(ir::MethodId method, std::uint32_t instruction);
  void watch(NodeId node, InstanceId id, std::uint32_t number);
  void give_what_waited();
  class Operator;

  // --- raw memory: solver_memory.cc ---
  const std::vector<ir::FieldId>& offset_fields(ir::MethodId method, std::uint32_t instruction);
  std::vector<ir::FieldId> fields_of_offset(ir::FieldId held);

  State& state_;
  ir::Program& program_;
  Graph& graph_;
  // By node: the instance or, with kLate, the request that has uses of it; kNobody: none has.
  std::vector<std::uint32_t> owners_;
  static constexpr std::uint32_t kNobody = 0xFFFF'FFFF;
  static constexpr std::uint32_t kLate = 0x8000'0000;
  static constexpr std::uint32_t kRequested =
      0x8000'0000;                                      // marks call sites: connected by answer()
  static constexpr std::uint32_t kWatch = 0xFFFF'FFFE;  // the instruction of a request to operate
  std::size_t begun_ = 0;                               // instances
  std::uint32_t call_sites_ = 0;
  // By call site and callee; but for what groups know to be reached (call_groups.h).
  boost::unordered_flat_set<std::uint64_t> known_edges_;
  boost::unordered_flat_map<std::uint64_t, ir::MethodId> dispatched_;  // by method and type
  std::vector<CalleeOfType> by_type_;  // of the call site being worked on
  CallGroups groups_;
  std::vector<InstanceId> modelled_;  // by target of that group: the call's own callees
  std::uint32_t stamp_ = 0;
  std::vector<std::uint8_t> initialized_;  // by class
  std::vector<NodeId> thrown_;             // by method, where its instances share it
  std::vector<Request> requests_;
  boost::unordered_flat_map<std::uint32_t, LambdaFacts> lambdas_;  // by site
  std::vector<FilterId> element_filters_;                          // by type
  ir::MethodId register_finalizer_ = base::kNone<ir::MethodId>;
  boost::unordered_flat_set<std::uint64_t> handle_runs_;       // by call site, lambda and arguments
  boost::unordered_flat_set<std::uint64_t> operated_;          // what an operation did already
  boost::unordered_flat_map<std::uint32_t, NodeId> gathered_;  // by node: elements of its arrays
  boost::unordered_flat_map<std::uint64_t, std::vector<ir::FieldId>> offsets_;  // by call
  boost::unordered_flat_map<std::uint64_t, bool> locked_at_once_;  // by call of getClass
  boost::unordered_flat_map<std::uint64_t, bool> has_methods_;     // by class and name
  boost::unordered_flat_map<std::uint32_t, NodeId> holders_;       // by object
  Surroundings surroundings_;
  bool in_platform_ = false;                  // the first of the two steps
  std::vector<ServiceLoad> services_loaded_;  // in it
  std::vector<Waiting> waiting_;              // for its end
  std::vector<NodeId> members_;               // scratch
  std::uint64_t steps_ = 0;
  std::uint64_t steps_without_contexts_ = 0;  // of them, those of calls in groups
};

}  // namespace heddle::pointsto
