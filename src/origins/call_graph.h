// The calls of a solved program, by caller and by callee, with the control flow of the bodies.
//
// Calls that begin an origin are kept apart from those that run in the caller's own thread. A class
// initialiser is called by the instructions that may have it run.
//
// Lifetime: the heap must outlive it. Thread safety: one thread; bodies' flow is worked out when
// first asked for. Several may ask what is constant and for made_flow().
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "origins/body_flow.h"
#include "pointsto/heap.h"

namespace heddle::origins {

struct Call {
  pointsto::InstanceId caller{};
  std::uint32_t instruction = 0;  // kModelInstruction: a model's doing
  pointsto::InstanceId callee{};
  bool initializes = false;  // a class initialiser, run if it has not been
};

class CallGraph {
 public:
  CallGraph(const pointsto::Heap& heap, ir::Program& program, unsigned workers = 1);

  // How many threads may work on what is asked about it.
  [[nodiscard]] unsigned workers() const { return workers_; }
  [[nodiscard]] const pointsto::Heap& heap() const { return heap_; }
  [[nodiscard]] ir::Program& program() const { return program_; }
  [[nodiscard]] std::size_t size() const { return heap_.instances().size(); }
  [[nodiscard]] const pointsto::Instance& at(pointsto::InstanceId id) const {
    return heap_.instances()[base::index(id)];
  }

  // Ascending by instruction.
  [[nodiscard]] std::span<const Call> calls_from(pointsto::InstanceId id) const {
    return list(calls_, first_from_, id);
  }
  [[nodiscard]] std::span<const Call> calls_at(pointsto::InstanceId id,
                                               std::uint32_t instruction) const;
  [[nodiscard]] std::span<const Call> calls_to(pointsto::InstanceId id) const {
    return list(reverse_, first_to_, id);
  }
  // Calls that begin an origin, in no particular order.
  [[nodiscard]] std::span<const Call> starts() const { return starts_; }
  [[nodiscard]] std::span<const pointsto::InstanceId> roots() const { return roots_; }
  [[nodiscard]] std::span<const pointsto::InstanceId> instances_of(ir::MethodId method) const;

  // What all instances of the method together call at an instruction, if it is one method; none if
  // there are several.
  [[nodiscard]] ir::MethodId only_target(ir::MethodId method, std::uint32_t instruction) const;
  // The name that an invoke gives what it calls.
  [[nodiscard]] std::string_view named(ir::MethodId method, std::uint32_t invoke) const;

  [[nodiscard]] bool is_application(pointsto::InstanceId id) const {
    return is_application_[base::index(id)] != 0;
  }
  [[nodiscard]] bool is_platform(pointsto::InstanceId id) const {
    return is_platform_[base::index(id)] != 0;
  }
  // What a call gives to the parameters of its callee, in their order; nothing where they are not
  // the callee's: behind a lambda, or where a model calls.
  [[nodiscard]] std::span<const ir::ValueId> arguments(const Call& call) const;
  // The objects, made by lambdas, whose one method it is.
  [[nodiscard]] std::span<const pointsto::ObjectId> lambdas_of(ir::MethodId method) const;
  // Those that may run it in place of the method they name, which it overrides.
  [[nodiscard]] std::span<const pointsto::ObjectId> lambdas_by_dispatch(ir::MethodId method) const;
  [[nodiscard]] bool is_class_initializer(pointsto::InstanceId id) const;
  // Does anything but a call begin it?
  [[nodiscard]] bool is_begun(pointsto::InstanceId id) const;
  // Null: the method has no code.
  BodyFlow* flow(ir::MethodId method);
  BodyFlow* flow(pointsto::InstanceId id) { return flow(at(id).method); }
  // Works out the flow of all code outside of the platform.
  void make_flows();
  // Once that is done; null: the method has no code, or it is the platform's.
  [[nodiscard]] const BodyFlow* made_flow(ir::MethodId method) const {
    return base::index(method) < flows_.size() ? flows_[base::index(method)].get() : nullptr;
  }
  // May the instruction run twice in one run of the instance?
  bool in_loop(pointsto::InstanceId id, std::uint32_t instruction);

 private:
  static std::span<const Call> list(const std::vector<Call>& calls,
                                    const std::vector<std::uint32_t>& first,
                                    pointsto::InstanceId id) {
    const std::uint32_t begin = first[base::index(id)], end = first[base::index(id) + 1];
    return {calls.data() + begin, end - begin};
  }
  void add_initializers(std::vector<Call>& calls) const;
  void sort(std::vector<Call> calls);
  void find_lambdas();
  void add_overriding(ir::MethodId named, std::span<const ir::MethodId> reachable);
  [[nodiscard]] bool may_be_of_lambda(const pointsto::ObjectSet& receivers,
                                      ir::MethodId called) const;

  const pointsto::Heap& heap_;
  ir::Program& program_;
  unsigned workers_;
  std::vector<Call> calls_, reverse_, starts_;
  std::vector<std::uint32_t> first_from_, first_to_;
  std::vector<pointsto::InstanceId> roots_;
  std::vector<std::uint8_t> is_application_, is_platform_;
  std::vector<pointsto::InstanceId> by_method_;
  std::vector<std::uint32_t> first_of_method_;
  // By method.
  boost::unordered_flat_map<std::uint32_t, std::vector<pointsto::ObjectId>> lambdas_, by_dispatch_;
  std::vector<std::unique_ptr<BodyFlow>> flows_;  // by method
  bool are_flows_made_ = false;
};

}  // namespace heddle::origins
