#include "origins/facts.h"

#include "base/id.h"
#include "ir/class.h"

namespace heddle::origins {

using base::index;

Facts::Facts(ir::Program& program, const model::Models& models)
    : program_(program), models_(models) {
  for (const model::LockFact& fact : models.locks()) names_.insert(fact.method.name);
  for (const model::OrderFact& fact : models.orders()) names_.insert(fact.method.name);
}

const model::Method* Facts::model(ir::MethodId method) const {
  return models_.method(program_.name(program_.owner(method)), program_.name(method),
                        program_.descriptor(method));
}

bool Facts::ask(ir::ClassId owner, ir::MethodId method, OfMethod& found) const {
  const std::string_view class_name = program_.name(owner);
  const std::string_view name = program_.name(method);
  const std::string_view descriptor = program_.descriptor(method);
  if (found.lock == nullptr) found.lock = models_.lock(class_name, name, descriptor);
  if (found.order.empty()) {
    const auto facts = models_.order(class_name, name, descriptor);
    found.order.assign(facts.begin(), facts.end());
  }
  return found.lock != nullptr || !found.order.empty();
}

const Facts::OfMethod& Facts::of(ir::MethodId method) {
  static const OfMethod kNothing;
  if (!names_.contains(program_.name(method))) return kNothing;
  const auto known = methods_.find(index(method));
  if (known != methods_.end()) return known->second;
  OfMethod found;
  const ir::ClassId owner = program_.owner(method);
  bool is_said = false;
  for (ir::ClassId at = owner; !base::is_none(at) && !is_said; at = program_.super(at))
    is_said = ask(at, method, found);
  if (!is_said) {
    for (const ir::ClassId above : program_.all_interfaces(owner))
      if (ask(above, method, found)) break;
  }
  return methods_.emplace(index(method), std::move(found)).first->second;
}

const model::ObjectFact* Facts::object(ir::ClassId object) {
  const auto [place, fresh] = objects_.try_emplace(index(object), nullptr);
  if (!fresh) return place->second;
  const model::ObjectFact* found = nullptr;
  for (ir::ClassId at = object; !base::is_none(at) && found == nullptr; at = program_.super(at))
    found = models_.object(program_.name(at));
  if (found == nullptr) {
    for (const ir::ClassId above : program_.all_interfaces(object)) {
      found = models_.object(program_.name(above));
      if (found != nullptr) break;
    }
  }
  return objects_[index(object)] = found;
}

model::Effect Facts::effect(ir::ClassId of, ir::MethodId method) {
  const model::ObjectFact* fact = object(of);
  return fact == nullptr ? model::Effect::kUnsaid
                         : model::effect(*fact, program_.name(method), program_.descriptor(method));
}

ir::MethodId Facts::resolved(ir::ClassId from, const ir::Instruction& invoke) {
  const auto ref = static_cast<ir::MethodRef>(invoke.a);
  const auto found = invoke.invocation() == ir::Invocation::kSpecial
                         ? program_.special_target(from, ref)
                         : program_.resolve_method(from, ref, invoke.invocation());
  return found.runs() ? found.member : base::kNone<ir::MethodId>;
}

ir::ValueId Facts::operand(const ir::Body& body, const ir::Instruction& invoke,
                           const model::Path& path) const {
  if (!path.selectors.empty()) return ir::kNoValue;
  const auto values = body.values(invoke);
  const std::size_t receivers = invoke.invocation() == ir::Invocation::kStatic ? 0 : 1;
  switch (path.root) {
    case model::Path::Root::kReceiver:
      return receivers == 1 && !values.empty() ? values[0] : ir::kNoValue;
    case model::Path::Root::kArgument:
      return path.argument + receivers < values.size() ? values[path.argument + receivers]
                                                       : ir::kNoValue;
    case model::Path::Root::kResult:
    case model::Path::Root::kStatic: break;
  }
  return ir::kNoValue;
}

}  // namespace heddle::origins
