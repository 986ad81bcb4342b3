// What the models say of the methods of a program about locks, order and the state of objects,
// looked up through supertypes: a fact about `Lock.lock` is one about every lock's `lock`.
//
// Lifetime: program and models must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/program.h"
#include "model/concurrency.h"
#include "model/model.h"

namespace heddle::origins {

class Facts {
 public:
  Facts(ir::Program& program, const model::Models& models);

  // Of a method as a call names it; null and empty where nothing is said.
  const model::LockFact* lock(ir::MethodId method) { return of(method).lock; }
  std::span<const model::OrderFact* const> order(ir::MethodId method) { return of(method).order; }
  // The model of exactly that method; null where there is none.
  [[nodiscard]] const model::Method* model(ir::MethodId method) const;
  // What a method of that name does to an object of that class.
  model::Effect effect(ir::ClassId object, ir::MethodId method);
  // Is anything said of objects of that class?
  const model::ObjectFact* object(ir::ClassId object);

  // What an invoke in code of `from` resolves to; none if it does not.
  ir::MethodId resolved(ir::ClassId from, const ir::Instruction& invoke);
  // The value that a path of a fact names at an invoke: the receiver or an argument; kNoValue for
  // other paths.
  ir::ValueId operand(const ir::Body& body, const ir::Instruction& invoke,
                      const model::Path& path) const;

 private:
  struct OfMethod {
    const model::LockFact* lock = nullptr;
    std::vector<const model::OrderFact*> order;
  };
  const OfMethod& of(ir::MethodId method);
  bool ask(ir::ClassId owner, ir::MethodId method, OfMethod& found) const;

  ir::Program& program_;
  const model::Models& models_;
  boost::unordered_flat_set<std::string_view> names_;  // of methods that something is said of
  boost::unordered_flat_map<std::uint32_t, OfMethod> methods_;
  boost::unordered_flat_map<std::uint32_t, const model::ObjectFact*> objects_;
};

}  // namespace heddle::origins
