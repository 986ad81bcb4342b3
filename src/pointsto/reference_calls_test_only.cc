// The twin: calls, of methods and of lambdas.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pointsto/reference_twin_test_only.h"

namespace heddle::pointsto::twin {

// --- calls: rules 7, 8, 10
// ------------------------------------------------------------------------

// Rule 8. The receiver is an object; arguments are pointers, empty where they are no references.
void Twin::call(const Place& place, MethodId method, const std::string* receiver,
                const std::vector<std::string>& arguments, const std::string& result,
                const Start& start, bool casts, const std::string* lambda) {
  const Object* o = receiver != nullptr ? &objects_.at(*receiver)
                    : lambda != nullptr ? &objects_.at(*lambda)
                                        : nullptr;
  const Context context =
      start ? begins(place, method, o, *start) : callee(place, method, o, false);
  const model::Method* model = model_of(method);
  const Instance j = model != nullptr
                         ? modelled_instance(place, method, *model, start ? context : place.context,
                                             arguments.size())
                         : instance(method, context);
  edge(place, j);
  std::size_t position = 0;
  if (receiver != nullptr) add(parameter(j, position++), *receiver);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool wanted =
        is_polymorphic(method) ||
        (i < program_.parameter_count(method) && program_.parameter_type(method, i).is_reference());
    if (!wanted) continue;
    if (casts && !is_polymorphic(method))
      flow_below(arguments[i], parameter(j, position + i), program_.parameter_type(method, i));
    else
      flow(arguments[i], parameter(j, position + i));
  }
  if (has_result(method) && !result.empty()) {
    const std::optional<std::size_t> given = returned_parameter(method);
    if (!given) {
      flow(result_of(j), result);
    } else if (receiver != nullptr && *given == 0) {
      add(result, *receiver);
    } else if (*given - position < arguments.size()) {
      const std::string& argument = arguments[*given - position];
      if (casts)
        flow_below(argument, result, program_.parameter_type(method, *given - position));
      else
        flow(argument, result);
    }
  }
  if (!start) place.thrown(thrown_of(j));
}

// All that is returned but null is one parameter, or comes from a call that gives it back.
std::optional<std::size_t> Twin::returned_parameter(MethodId method, int depth) {
  const Body* body = model_of(method) != nullptr ? nullptr : program_.body(method);
  if (body == nullptr || !program_.result_type(method).is_reference()) return std::nullopt;
  std::set<std::optional<std::size_t>> returned;
  for (const Instruction& instruction : body->instructions) {
    if (instruction.opcode != Opcode::kReturn) continue;
    std::size_t value = instruction.a;
    while (body->instructions[value].opcode == Opcode::kCheckCast)
      value = body->instructions[value].a;
    const Instruction& made = body->instructions[value];
    if (made.opcode == Opcode::kParameter)
      returned.insert(made.a);
    else if (made.opcode == Opcode::kInvoke)
      returned.insert(returned_by_call(method, *body, made, depth));
    else if (made.opcode != Opcode::kConstNull)
      returned.insert(std::nullopt);
  }
  return returned.size() == 1 ? *returned.begin() : std::nullopt;
}

std::optional<std::size_t> Twin::returned_by_call(MethodId method, const Body& body,
                                                  const Instruction& invoke, int depth) {
  if (depth == 0) return std::nullopt;
  const auto ref = static_cast<ir::MethodRef>(invoke.a);
  const bool is_special = invoke.invocation() == Invocation::kSpecial;
  const auto called =
      is_special ? program_.special_target(program_.owner(method), ref)
                 : program_.resolve_method(program_.owner(method), ref, invoke.invocation());
  if (!called.runs()) return std::nullopt;
  const ir::Class* owner = program_.code(program_.owner(called.member));
  const bool may_be_another = !is_special && invoke.invocation() != Invocation::kStatic &&
                              !program_.is(called.member, ir::Access::kFinal) &&
                              !program_.is(called.member, ir::Access::kPrivate) &&
                              !(owner != nullptr && owner->is(ir::Access::kFinal));
  if (may_be_another) return std::nullopt;
  const std::optional<std::size_t> given = returned_parameter(called.member, depth - 1);
  if (!given) return std::nullopt;
  std::size_t value = base::index(body.values(invoke)[*given]);
  while (body.instructions[value].opcode == Opcode::kCheckCast) value = body.instructions[value].a;
  const Instruction& argument = body.instructions[value];
  return argument.opcode == Opcode::kParameter ? std::optional<std::size_t>(argument.a)
                                               : std::nullopt;
}

// Rule 7: an invocation of `resolved` on one object, lambdas (rule 10) included.
void Twin::call_on(const Place& place, MethodId resolved, Invocation invocation,
                   const std::string& receiver, const std::vector<std::string>& arguments,
                   const std::string& result, const Start& start, bool casts) {
  const Object object = objects_.at(receiver);
  if (!program_.is_subtype(object.type, Type(program_.owner(resolved)))) return;
  if (!base::is_none(object.lambda) && names_lambda_method(object, resolved)) {
    call_lambda(place, receiver, arguments, result, start);
    return;
  }
  const ClassId type = object.type.is_array() ? program_.object() : object.type.class_id();
  const auto target = program_.select(type, resolved, invocation);
  if (object.is_proxy && (!target.runs() || is_of_every_proxy(target.member))) {
    call_proxy(place, resolved, receiver, arguments, result, start);
    return;
  }
  if (target.runs()) call(place, target.member, &receiver, arguments, result, start, casts);
  if (target.outcome == ir::Outcome::kAbstract && model_of(resolved) != nullptr)
    call(place, resolved, &receiver, arguments, result, start, casts);
}

const CallSite& Twin::call_site_of(const Object& lambda) {
  return program_.code(lambda.lambda_class)->symbols.call_site(lambda.lambda);
}

bool Twin::names_lambda_method(const Object& lambda, MethodId resolved) {
  const CallSite& site = call_site_of(lambda);
  const ir::Symbols& symbols = program_.code(lambda.lambda_class)->symbols;
  if (program_.name(resolved) != site.name) return false;
  if (program_.descriptor(resolved) == symbols.signature(site.erased).descriptor) return true;
  return std::ranges::any_of(site.bridges, [&](ir::SignatureRef bridge) {
    return program_.descriptor(resolved) == symbols.signature(bridge).descriptor;
  });
}

// Rule 10.
void Twin::call_lambda(const Place& place, const std::string& receiver,
                       const std::vector<std::string>& arguments, const std::string& result,
                       const Start& start) {
  const Object lambda = objects_.at(receiver);
  const auto target = program_.lambda_target(lambda.lambda_class, lambda.lambda);
  if (!target || !target->method.runs()) return;
  const MethodId method = target->method.member;
  const ir::Symbols& symbols = program_.code(lambda.lambda_class)->symbols;
  const auto captured = symbols.signature(call_site_of(lambda).signature).parameters;
  std::vector<std::string> row;
  for (std::size_t n = 0; n < captured.size(); ++n)
    row.push_back(ir::kind_of(captured[n]) == ir::Kind::kReference
                      ? fmt::format("{}{{{}}}", receiver, n)
                      : "");
  row.insert(row.end(), arguments.begin(), arguments.end());

  if (target->constructs) {
    const ClassId type = program_.owner(method);
    if (!is_concrete(type)) return;
    initialise(&place, type);
    const std::string made =
        make(type, lambda.site + ":" + type_text(Type(type)), lambda.heap, lambda.lambda_class);
    if (!result.empty()) add(result, made);
    call(place, method, &made, row, "", start, true);
    return;
  }
  if (target->invocation == Invocation::kStatic) {
    initialise(&place, program_.owner(method));
    call(place, method, nullptr, row, result, start, true, &receiver);
    return;
  }
  if (row.empty() || row[0].empty()) return;
  // A method reference may be bound to a lambda, in the end to itself.
  const std::string step = fmt::format("{} {}", receiver, fmt::join(row, " "));
  if (!open_lambdas_.insert(step).second) return;
  const std::vector<std::string> rest(row.begin() + 1, row.end());
  for (const std::string& object : at(row[0])) {
    if (target->invocation != Invocation::kSpecial)
      call_on(place, method, target->invocation, object, rest, result, start, true);
    else if (is_below(object, Type(program_.owner(method))))
      call(place, method, &object, rest, result, start, true);
  }
  open_lambdas_.erase(step);
}

bool Twin::is_of_every_proxy(MethodId method) {
  return program_.owner(method) == program_.object() &&
         (program_.name(method) == "toString" || program_.name(method) == "hashCode" ||
          program_.name(method) == "equals");
}

// docs/formats/models.md, Proxies.
void Twin::call_proxy(const Place& place, MethodId resolved, const std::string& receiver,
                      const std::vector<std::string>& arguments, const std::string& result,
                      const Start& start) {
  const ClassId handlers = program_.find("java/lang/reflect/InvocationHandler");
  if (base::is_none(handlers)) return;
  const MethodId invoke = program_.declared_method(
      handlers, "invoke",
      "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;");
  if (base::is_none(invoke)) return;
  const Object proxy = objects_.at(receiver);
  const Type array_type = Type(program_.object()).array();
  const std::string array =
      object_named({.site = proxy.site.substr(0, proxy.site.rfind(':')) + ":java.lang.Object[]",
                    .heap = proxy.heap,
                    .type = array_type,
                    .maker = proxy.maker});
  for (const std::string& argument : arguments) flow(argument, array + "[]");
  const auto holding = [&](const std::string& object) {
    add("?holds " + object, object);
    return "?holds " + object;
  };
  std::vector<std::string> row{holding(receiver), "", holding(array)};
  if (const ClassId type = program_.find("java/lang/reflect/Method"); !base::is_none(type))
    row[1] = holding(methods_object(proxy.type.class_id(), program_.name(resolved), Type(type)));
  const Type wanted = program_.result_type(resolved);
  const bool filters = wanted != Type(program_.object());
  const std::string value = result.empty() || !wanted.is_reference() ? ""
                            : filters
                                ? fmt::format("?{} of {} at {}", result, receiver, place.caller)
                                : result;
  const std::string step = fmt::format("{} {} {}", receiver, value, fmt::join(row, " "));
  if (!open_lambdas_.insert(step).second) return;
  for (const std::string& handler : at(receiver + "{0}"))
    call_on(place, invoke, Invocation::kInterface, handler, row, value, start);
  open_lambdas_.erase(step);
  if (filters) flow_below(value, result, wanted);
}

// A method of Object called virtually on all a pointer holds.
void Twin::call_object_method(const Place& place, std::string_view name,
                              std::string_view descriptor, const std::string& receivers,
                              const std::vector<std::string>& arguments) {
  const MethodId method = program_.declared_method(program_.object(), name, descriptor);
  if (base::is_none(method)) return;
  for (const std::string& object : at(receivers))
    call_on(place, method, Invocation::kVirtual, object, arguments, "", std::nullopt);
}

}  // namespace heddle::pointsto::twin
