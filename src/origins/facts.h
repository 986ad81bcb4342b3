// What the models say of the methods of a program about locks, order and the state of objects,
// looked up through supertypes: a fact about `Lock.lock` is one about every lock's `lock`.
//
// Lifetime: program and models must outlive it. Thread safety: one thread; answers are kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_hash.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/program.h"
#include "model/concurrency.h"
#include "model/model.h"
#include "pointsto/sites.h"

namespace heddle::origins {

class Facts {
 public:
  Facts(ir::Program& program, const model::Models& models);

  // Of a method as a call names it; null and empty where nothing is said.
  const model::LockFact* lock(ir::MethodId method) { return of(method).lock; }
  std::span<const model::OrderFact* const> order(ir::MethodId method) { return of(method).order; }
  // The model of exactly that method; null where there is none.
  [[nodiscard]] const model::Method* model(ir::MethodId method) const;
  const model::AccessFact* access(ir::MethodId method);
  // What a method of that name does to an object of that class.
  model::Effect effect(ir::ClassId object, ir::MethodId method);
  // Does it change an object of that class that was made with the constants of the fact?
  bool mutates_if_made_so(ir::ClassId object, ir::MethodId method);
  // Was the object of the site, made by `new`, given these constants by its constructor?
  bool is_made_with(const pointsto::Site& site, std::span<const model::Constant> constants);
  // Are these the arguments of the invoke?
  static bool are_given(const ir::Body& body, const ir::Instruction& invoke,
                        std::span<const model::Constant> constants);
  // After which results of that invoke in code of `from` the fact holds.
  model::When holds_when(ir::ClassId from, const ir::Body& body, const ir::Instruction& invoke,
                         const model::OrderFact& fact);
  // The field that a fact names as java/util/Map.f; none if the program has no such class or field.
  ir::FieldId field(std::string_view name);
  // The fields whose offset a static field holds: those named by the constants it is set from.
  std::vector<ir::FieldId> fields_of_offset(ir::FieldId held);
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
  bool is_made_with(ir::MethodId method, std::uint32_t made, bool is_this,
                    std::span<const model::Constant> constants, unsigned depth);

  ir::Program& program_;
  const model::Models& models_;
  // Of methods that something is said of, and of those with an access fact.
  boost::unordered_flat_set<std::string_view, base::TextHash> names_, access_names_;
  boost::unordered_flat_map<std::uint32_t, OfMethod> methods_;
  boost::unordered_flat_map<std::uint32_t, const model::ObjectFact*> objects_;
  boost::unordered_flat_map<std::uint32_t, const model::AccessFact*> accesses_;
  boost::unordered_flat_map<std::string, ir::FieldId> fields_;
};

}  // namespace heddle::origins
