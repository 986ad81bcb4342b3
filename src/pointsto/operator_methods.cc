// Operations on methods and constructors: found by name, invoked by reflection or by handle.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/operator.h"

namespace heddle::pointsto {

using base::index;

Solver::Request Solver::Operator::request(ir::MethodId method, ir::Invocation invocation) {
  return {.caller = id_,
          .site = site_,
          .instruction = kModelInstruction,
          .method = method,
          .invocation = invocation,
          .starts = false,
          .started = base::kNone<SiteId>,
          .arguments = {},
          .result = base::kNone<NodeId>,
          .thrown = here_.node(here_.shape->thrown)};
}

void Solver::Operator::new_instance() {
  for (std::size_t i = 0; i < operation_.arguments.size(); ++i) {
    if (i >= first_argument_ && argument_type(i) != state_.world.class_type()) continue;
    for (const ObjectId object : classes(i)) {
      const ir::Type type = class_type(object);
      if (!type.exists()) unknown();
      if (type.is_array()) give(make(type));
      if (!type.is_class() || !once(object)) continue;
      if (const auto made = construct_plainly(type.class_id())) give(*made);
    }
  }
}

void Solver::Operator::find_methods() {
  for (const ObjectId object : classes(holder_position())) {
    const ir::Type type = class_type(object);
    if (!type.is_class()) {
      unknown();
      give_some_method();
      continue;
    }
    for (const ObjectId name : objects(parameter(position_of(state_.world.string())))) {
      const auto literal = text(name);
      if (!literal) {
        unknown();
        if (is_outside_platform(type.class_id()))
          give(state_.sites.methods(type.class_id(), "", program_.result_type(here_.method)));
        continue;
      }
      if (literal->starts_with('<') || !has_method(type.class_id(), *literal)) continue;
      give(state_.sites.methods(type.class_id(), *literal, program_.result_type(here_.method)));
    }
  }
}

// Which one may be told by what it is invoked on.
void Solver::Operator::give_some_method() {
  const ir::Type given = program_.result_type(here_.method);
  if (!in_platform() && state_.types.can_be_made(given)) give(solver_.make_machine_object(given));
}

bool Solver::Operator::is_outside_platform(ir::ClassId id) {
  return !program_.is_phantom(id) && program_.layer(id) != ir::Layer::kPlatform;
}

void Solver::Operator::find_constructors() {
  for (const ObjectId object : classes(holder_position())) {
    const ir::Type type = class_type(object);
    if (!type.is_class()) {
      unknown();
      continue;
    }
    give(state_.sites.methods(type.class_id(), "<init>", program_.result_type(here_.method)));
  }
}

// The first argument of a type; behind the last if there is none.
std::size_t Solver::Operator::position_of(ir::Type type) {
  std::size_t position = first_argument_;
  while (position < operation_.arguments.size() && argument_type(position) != type) ++position;
  return position;
}

// Of the class whose members are looked for: a lookup is told it, a class object is it.
std::size_t Solver::Operator::holder_position() {
  const std::size_t told = position_of(state_.world.class_type());
  return told < operation_.arguments.size() ? told : 0;
}

// Who asks for all of them picks by means we do not follow: any of them may be picked.
void Solver::Operator::all_members(std::string_view name) {
  if (graph_.points(receiver()).empty()) return;
  unknown();
  const ir::Type given = program_.result_type(here_.method);
  if (!given.is_array()) return;
  const ObjectId array = make(given);
  const NodeId elements = solver_.element_node(array);
  if (state_.types.can_be_made(given.element()))
    graph_.add_object(elements, solver_.make_machine_object(given.element()));
  give(array);
  if (in_platform()) return;
  for (const ObjectId object : objects(receiver())) {
    const ir::Type type = class_type(object);
    if (!type.is_class() || !is_outside_platform(type.class_id())) continue;
    const SiteId members = state_.sites.methods(type.class_id(), name, given.element());
    graph_.add_object(elements, solver_.fixed_object(members));
  }
}

bool Solver::Operator::has_method(ir::ClassId of, std::string_view name) {
  const std::uint64_t key = std::uint64_t{index(of)} << 32U ^ base::hash_text(name);
  const auto [place, fresh] = solver_.has_methods_.try_emplace(key, false);
  if (fresh) place->second = !methods_named(of, name).empty();
  return place->second;
}

// Of the class and, but for constructors, of all above it.
std::vector<ir::MethodId> Solver::Operator::methods_named(ir::ClassId of, std::string_view name) {
  std::vector<ir::ClassId> classes{of};
  if (name != "<init>") {
    for (ir::ClassId above = program_.super(of); !base::is_none(above);
         above = program_.super(above))
      classes.push_back(above);
    for (const ir::ClassId above : program_.all_interfaces(of)) classes.push_back(above);
  }
  std::vector<ir::MethodId> found;
  for (const ir::ClassId id : classes) {
    if (program_.is_phantom(id)) continue;
    if (name.empty() && id == program_.object()) continue;
    for (std::uint32_t i = 0; i < program_.method_count(id); ++i) {
      const ir::MethodId method = base::id_at<ir::MethodId>(index(program_.first_method(id)) + i);
      const std::string_view called = program_.name(method);
      if (name.empty() ? called.front() != '<' : called == name) found.push_back(method);
    }
  }
  return found;
}

// A node for each parameter of the method, fed from the elements of the arrays in `from`.
std::vector<NodeId> Solver::Operator::spread(NodeId from, ir::MethodId method) {
  std::vector<NodeId> parameters;
  for (std::size_t i = 0; i < program_.parameter_count(method); ++i) {
    const ir::Type type = program_.parameter_type(method, i);
    if (!type.is_reference()) {
      parameters.push_back(base::kNone<NodeId>);
      continue;
    }
    const NodeId node = solver_.own_node(kNobody);
    graph_.add_edge(elements(from), node, state_.types.filter(type));
    parameters.push_back(node);
  }
  return parameters;
}

// One node with what is in the arrays so far; later arrays are added when they come.
NodeId Solver::Operator::elements(NodeId from) {
  const auto [place, fresh] = solver_.gathered_.try_emplace(index(from), base::kNone<NodeId>);
  if (fresh) place->second = solver_.own_node(kNobody);
  return place->second;
}

void Solver::Operator::gather(NodeId from) {
  const NodeId gathered = elements(from);
  for (const ObjectId array : objects(from)) {
    if (solver_.holds_references(array) && once(array, array))
      graph_.add_edge(solver_.element_node(array), gathered);
  }
}

// The sites of the receiver's method objects that come for the first time.
std::vector<Site> Solver::Operator::new_methods() {
  std::vector<Site> found;
  for (const ObjectId object : objects(receiver())) {
    const Site from = site(object);
    if (from.kind != SiteKind::kMethods) {
      unknown();
    } else if (once(object)) {
      found.push_back(from);
    }
  }
  return found;
}

void Solver::Operator::invoke_method() {
  gather(argument(1));
  for (const Site& from : new_methods()) {
    const std::string_view name = state_.sites.text(from.b);
    if (name == "<init>") continue;
    for (const ir::MethodId method : methods_named(base::id_at<ir::ClassId>(from.a), name))
      if (!name.empty() || may_be_guessed(method, true)) invoke(method);
  }
  invoke_guessed();
}

// Some method that nobody knows, on what the caller says is of a class of the program: any that
// is public there.
void Solver::Operator::invoke_guessed() {
  const ir::Type said = said_type(first_argument_);
  if (in_platform() || !said.is_class() || !is_outside_platform(said.class_id()) ||
      !holds_some_method(receiver()))
    return;
  for (const ObjectId object : objects(argument(0))) {
    const ir::Type type = state_.types.type(at(object).type);
    if (!type.is_class() || !state_.types.is_subtype(at(object).type, said) ||
        !once(object, kGuessed))
      continue;
    for (const ir::MethodId method : methods_named(type.class_id(), "")) {
      if (may_be_guessed(method, false) && once(kGuessed, base::id_at<ObjectId>(index(method))))
        invoke(method);
    }
  }
}

// A program that comes upon its own main by accident would run everything twice.
bool Solver::Operator::may_be_guessed(ir::MethodId method, bool is_static) {
  return program_.is(method, ir::Access::kPublic) &&
         program_.is(method, ir::Access::kStatic) == is_static &&
         is_outside_platform(program_.owner(method)) && program_.name(method) != "main";
}

// One of which the name is not known.
bool Solver::Operator::holds_some_method(NodeId node) {
  const std::vector<ObjectId> held = objects(node);
  return std::any_of(held.begin(), held.end(), [&](ObjectId one) {
    const Site from = site(one);
    return from.kind == SiteKind::kMachine ||
           (from.kind == SiteKind::kMethods && state_.sites.text(from.b).empty());
  });
}

// The type that an operand has in the caller.
ir::Type Solver::Operator::said_type(std::size_t position) {
  const ir::Instruction* instruction = call();
  if (instruction == nullptr || position >= instruction->c) return {};
  const ir::Body& body = *program_.body(by_.method);
  const ir::TypeRef ref = body.types[index(body.values(*instruction)[position])];
  return ref == ir::kNullType ? ir::Type() : program_.type_of(program_.owner(by_.method), ref);
}

void Solver::Operator::invoke(ir::MethodId method) {
  const bool is_static = program_.is(method, ir::Access::kStatic);
  const ir::Invocation invocation = is_static ? ir::Invocation::kStatic
                                    : program_.is_interface(program_.owner(method))
                                        ? ir::Invocation::kInterface
                                        : ir::Invocation::kVirtual;
  Request asked = request(method, invocation);
  asked.arguments = spread(argument(1), method);
  if (program_.result_type(method).is_reference()) asked.result = result();
  if (!is_static) {
    solver_.ask_later(std::move(asked), argument(0));
    return;
  }
  call_static(method, asked.arguments, asked.result);
}

void Solver::Operator::call_static(ir::MethodId method, std::span<const NodeId> arguments,
                                   NodeId value) {
  initialize(program_.owner(method));
  const InstanceId to = solver_.callee(id_, kModelInstruction, method, nullptr);
  solver_.note_edge(id_, site_, kModelInstruction, to, false);
  solver_.connect(to, arguments, value, here_.node(here_.shape->thrown));
}

void Solver::Operator::invoke_constructor() {
  gather(argument(0));
  for (const Site& from : new_methods()) {
    if (state_.sites.text(from.b) != "<init>") continue;
    construct(base::id_at<ir::ClassId>(from.a),
              [&](ir::MethodId constructor) { return spread(argument(0), constructor); });
  }
}

// The arguments of the call from that position on, in a row.
std::vector<NodeId> Solver::Operator::row(std::size_t from) {
  std::vector<NodeId> nodes;
  for (std::size_t i = from; i < operation_.arguments.size(); ++i) nodes.push_back(parameter(i));
  return nodes;
}

void Solver::Operator::invoke_handle() {
  for (const Site& from : new_methods()) {
    const ir::ClassId of = base::id_at<ir::ClassId>(from.a);
    const std::string_view name = state_.sites.text(from.b);
    if (name == "<init>") {
      construct(of, [&](ir::MethodId) { return row(1); });
      continue;
    }
    if (name.empty()) continue;
    for (const ir::MethodId method : methods_named(of, name)) run_handle(method);
  }
}

void Solver::Operator::run_handle(ir::MethodId method) {
  const NodeId value = program_.result_type(method).is_reference() ? result() : base::kNone<NodeId>;
  if (program_.is(method, ir::Access::kStatic)) {
    call_static(method, row(1), value);
    return;
  }
  Request asked =
      request(method, program_.is_interface(program_.owner(method)) ? ir::Invocation::kInterface
                                                                    : ir::Invocation::kVirtual);
  asked.arguments = row(2);
  asked.result = value;
  if (!base::is_none(parameter(1))) solver_.ask_later(std::move(asked), parameter(1));
}

}  // namespace heddle::pointsto
