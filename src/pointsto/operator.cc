// Which operation it is, and what it is given.
#include "pointsto/operator.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::pointsto {

using base::index;
using model::Operation;

Solver::Operator::Operator(Solver& solver, InstanceId id, std::uint32_t number,
                           const ObjectSet* news)
    : solver_(solver),
      state_(solver.state_),
      program_(solver.program_),
      graph_(solver.graph_),
      id_(id),
      here_(state_.instances[index(id)]),
      operation_(here_.shape->specials[number]),
      news_(news),
      site_(here_.first_call + static_cast<std::uint32_t>(here_.shape->calls.size()) + number),
      by_(solver.caller(id, kModelInstruction)),
      first_argument_(program_.is(here_.method, ir::Access::kStatic) ? 0 : 1) {}

void Solver::Operator::run() {
  switch (operation_.operation) {
    case Operation::kNone:
    case Operation::kCurrentThread: return;
    case Operation::kClassOf: class_of(); return;
    case Operation::kClone: clone(); return;
    case Operation::kClassForName: class_for_name(); return;
    case Operation::kNewInstance: new_instance(); return;
    case Operation::kFindMethod: find_methods(); return;
    case Operation::kFindConstructor: find_constructors(); return;
    case Operation::kAllMethods: all_members(""); return;
    case Operation::kAllConstructors: all_members("<init>"); return;
    case Operation::kInvokeMethod: invoke_method(); return;
    case Operation::kInvokeConstructor: invoke_constructor(); return;
    case Operation::kFindField: find_field(0, argument(0)); return;
    case Operation::kFindHandle: find_handle(); return;
    case Operation::kFindUpdater: find_field(first_argument_, last_argument()); return;
    case Operation::kReadField: access_field(true, false); return;
    case Operation::kWriteField: access_field(false, true); return;
    case Operation::kExchangeField: access_field(true, true); return;
    case Operation::kReadMemory: access_memory(true, false); return;
    case Operation::kWriteMemory: access_memory(false, true); return;
    case Operation::kExchangeMemory: access_memory(true, true); return;
    case Operation::kLoadService: load_service(); return;
    case Operation::kProxy: make_proxies(); return;
    case Operation::kNewArray: new_array(); return;
    case Operation::kComponentType: component_type(); return;
    case Operation::kClassName: class_name(); return;
    case Operation::kEnumConstants: enum_constants(); return;
    case Operation::kInvokeHandle: invoke_handle(); return;
    case Operation::kLoadBundle: load_bundle(); return;
  }
}

NodeId Solver::Operator::parameter(std::size_t position) const {
  if (position >= operation_.arguments.size()) return base::kNone<NodeId>;
  const std::uint32_t variable = operation_.arguments[position];
  return variable == kNoVariable ? base::kNone<NodeId> : here_.node(variable);
}

NodeId Solver::Operator::argument(std::size_t position) const {
  return parameter(position + first_argument_);
}

NodeId Solver::Operator::result() const {
  return operation_.result == kNoVariable ? base::kNone<NodeId> : here_.node(operation_.result);
}

const ir::Instruction* Solver::Operator::call() const {
  const ir::Body* body = program_.body(by_.method);
  if (body == nullptr || by_.instruction >= body->instructions.size()) return nullptr;
  const ir::Instruction& instruction = body->instructions[by_.instruction];
  return instruction.opcode == ir::Opcode::kInvoke ? &instruction : nullptr;
}

// What the call gives last; a signature-polymorphic method is given as much as the call likes.
NodeId Solver::Operator::last_argument() const {
  const ir::Method* declared = program_.declaration(here_.method);
  const bool polymorphic = declared != nullptr && declared->signature_polymorphic;
  const ir::Instruction* instruction = polymorphic ? call() : nullptr;
  const std::size_t count = instruction != nullptr
                                ? std::min<std::size_t>(instruction->c, operation_.arguments.size())
                                : operation_.arguments.size();
  return count == 0 ? base::kNone<NodeId> : parameter(count - 1);
}

// Objects are listed before anything is done with them: doing may move sets.
std::vector<ObjectId> Solver::Operator::objects(NodeId node) const {
  std::vector<ObjectId> list;
  if (!base::is_none(node))
    graph_.points(node).for_each([&](ObjectId object) { list.push_back(object); });
  return list;
}

std::vector<ObjectId> Solver::Operator::new_receivers() const {
  if (news_ == nullptr) return objects(receiver());
  std::vector<ObjectId> list;
  news_->for_each([&](ObjectId object) { list.push_back(object); });
  return list;
}

// True the first time for these two.
bool Solver::Operator::once(ObjectId a, ObjectId b) {
  const std::uint64_t words[] = {std::uint64_t{site_} << 32U | index(a), index(b)};
  return solver_.operated_.insert(XXH3_64bits(words, sizeof words)).second;
}

void Solver::Operator::give(ObjectId object) {
  if (!base::is_none(result())) graph_.add_object(result(), object);
}

ObjectId Solver::Operator::make(ir::Type type) {
  if (type.is_class()) initialize(type.class_id());
  const ContextId heap = state_.chooser.heap(by_.method, by_.context, type);
  return solver_.object(state_.sites.at(SiteKind::kCreated, by_.method, by_.instruction, type),
                        heap);
}

void Solver::Operator::unknown() {
  if (!once(kNoObject)) return;
  state_.unmodelled.push_back({.kind = Unmodelled::Kind::kReflection,
                               .method = by_.method,
                               .instruction = by_.instruction,
                               .what = method_text(program_, here_.method)});
}

// The type a class object is of; none if it is not known.
ir::Type Solver::Operator::class_type(ObjectId object) {
  const Site from = site(object);
  return from.kind == SiteKind::kClass ? ir::Type::from_bits(from.a) : ir::Type();
}

// Of a parameter by its position; the receiver has none.
ir::Type Solver::Operator::argument_type(std::size_t position) {
  const bool counts = position >= first_argument_ &&
                      position - first_argument_ < program_.parameter_count(here_.method);
  return counts ? program_.parameter_type(here_.method, position - first_argument_) : ir::Type();
}

// The classes that reflection is followed on. Platform code is handed classes from everywhere:
// there only a class that the very method names counts.
std::vector<ObjectId> Solver::Operator::classes(std::size_t position) {
  const NodeId node = parameter(position);
  if (!in_platform() || is_named_here(position)) return objects(node);
  if (!base::is_none(node) && !graph_.points(node).empty()) unknown();
  return {};
}

bool Solver::Operator::in_platform() const {
  return program_.layer(program_.owner(by_.method)) == ir::Layer::kPlatform;
}

// The instruction that gives the operand, in the caller; null if no call is made there.
const ir::Instruction* Solver::Operator::given(std::size_t position) const {
  const ir::Instruction* instruction = call();
  if (instruction == nullptr || position >= instruction->c) return nullptr;
  const ir::Body& body = *program_.body(by_.method);
  return &body.at(body.values(*instruction)[position]);
}

bool Solver::Operator::is_constant_class(std::size_t position) const {
  const ir::Instruction* operand = given(position);
  return operand != nullptr && operand->opcode == ir::Opcode::kConstClass;
}

bool Solver::Operator::is_named_here(std::size_t position) const {
  if (is_constant_class(position)) return true;
  const ir::Instruction* operand = given(position);
  if (operand == nullptr || operand->opcode != ir::Opcode::kInvoke) return false;
  const auto resolved = program_.resolve_method(
      program_.owner(by_.method), static_cast<ir::MethodRef>(operand->a), operand->invocation());
  const model::Method* model = resolved.runs() ? state_.world.model(resolved.member) : nullptr;
  return model != nullptr && model->operation == Operation::kClassForName;
}

// A literal's text; nothing for other strings.
std::optional<std::string_view> Solver::Operator::text(ObjectId object) {
  const Site from = site(object);
  if (from.kind != SiteKind::kLiteral) return std::nullopt;
  return state_.sites.text(from.a);
}

}  // namespace heddle::pointsto
