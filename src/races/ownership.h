// Which objects nobody else can reach yet: what a method made, or was given by a caller that made
// it, up to where it is stored or handed on.
//
// Flow-sensitive inside a method and per iteration: an object is new each time its `new` runs.
// Through calls by summaries: which parameters a method lets escape, which it stores in others,
// whether it returns something new.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; methods are analysed
// when first met.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "locks/fields.h"
#include "model/model.h"
#include "origins/call_graph.h"
#include "origins/facts.h"

namespace heddle::races {

enum class Owned : std::uint8_t {
  kNo,
  kTaken,  // handed over by another thread, which let it go
  kFresh,  // nobody else has ever seen it
};

class Ownership {
 public:
  Ownership(origins::CallGraph& calls, origins::Facts& facts, const locks::Fields& fields,
            const model::Models& models);

  // Of what a value refers to, just before the instruction runs.
  Owned at(pointsto::InstanceId id, std::uint32_t instruction, ir::ValueId value);
  // Was it taken out of a queue by that very instruction?
  bool is_taken(pointsto::InstanceId id, ir::ValueId value);
  // Did the method hand this very value to a queue on a way to the instruction?
  bool was_given(pointsto::InstanceId id, std::uint32_t at, ir::ValueId value);
  // May several take it, as it is handed over more than once?
  [[nodiscard]] bool is_given_twice(pointsto::ObjectId object) const {
    return given_twice_.contains(base::index(object));
  }
  // Is it made anew, and still owned, each time the instruction runs?
  bool is_new_each_time(pointsto::InstanceId id, std::uint32_t instruction, ir::ValueId made);
  // May the call keep that argument, or let others reach it?
  bool keeps(ir::MethodId method, std::uint32_t invoke, std::size_t argument);

 private:
  struct Summary {
    std::uint64_t leaks = 0;     // bits by parameter: may be reached by others afterwards
    std::uint64_t returned = 0;  // the result may be it, or hold it
    bool returns_local = false;  // the result is new, or one of `returned`
    struct Kept {
      std::uint32_t what = 0, in = 0;  // parameters: the first is kept in the second
      friend bool operator==(const Kept&, const Kept&) = default;
    };
    std::vector<Kept> kept;

    void merge(const Summary& other);
    [[nodiscard]] bool says_as_much_as(const Summary& other) const;
  };
  class Method;

  Method& method(ir::MethodId id);
  const Summary& summary(ir::MethodId id);
  void summarise(ir::MethodId root);
  void settle(std::vector<ir::MethodId> open);
  Summary find_summary(ir::MethodId id);
  std::vector<ir::MethodId> callees(ir::MethodId id);
  [[nodiscard]] std::vector<ir::MethodId> targets(ir::MethodId id, std::uint32_t instruction) const;
  [[nodiscard]] const model::Method* model(ir::MethodId id) const;
  Summary model_summary(const model::Method& model, std::uint32_t parameters) const;
  // What calls at an instruction may do to their arguments; all the worst if that is not known.
  Summary call_summary(ir::MethodId id, const ir::Body& body, std::uint32_t instruction);
  void spread();
  // Bits by argument.
  std::uint64_t owned_among(pointsto::InstanceId id, std::uint32_t instruction,
                            std::span<const ir::ValueId> arguments);
  [[nodiscard]] std::uint64_t made_for(const origins::Call& call) const;
  // A call that hands a value over: to a queue, or to where only the running thread looks.
  struct Handed {
    ir::MethodId method{};
    std::uint32_t instruction = 0;
    ir::ValueId value = ir::kNoValue;
  };
  void give_through_calls();
  void find_given_twice();
  void put_first_values();
  void find_not_confined();
  [[nodiscard]] bool is_confined(pointsto::InstanceId id, ir::ValueId value) const;
  [[nodiscard]] std::uint64_t owned_parameters(pointsto::InstanceId id) const;

  origins::CallGraph& calls_;
  origins::Facts& facts_;
  const locks::Fields& fields_;
  const model::Models& models_;
  boost::unordered_flat_map<std::uint32_t, std::unique_ptr<Method>> methods_;
  boost::unordered_flat_map<std::uint32_t, std::unique_ptr<Summary>> summaries_;
  std::vector<std::uint64_t> owned_;  // by instance: parameters that every caller owns
  std::vector<Handed> put_in_own_, given_;
  bool is_settled_ = false;               // all that the program hands over is in given_, by method
  std::set<std::uint32_t> given_twice_;   // objects
  std::set<std::uint32_t> not_confined_;  // objects
  boost::unordered_flat_map<std::uint32_t, std::uint8_t> is_open_;  // summaries at work
  bool has_met_open_ = false;

 public:
  ~Ownership();
};

}  // namespace heddle::races
