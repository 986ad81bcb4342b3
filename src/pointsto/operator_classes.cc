// Operations on objects and classes: what class something is, which class a name means, clones.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/made_as.h"
#include "pointsto/operator.h"

namespace heddle::pointsto {

using base::index;

namespace {

std::string internal_name(std::string_view dotted) {
  std::string name(dotted);
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

// Of arrays that reflection makes: in a loop it could make ever more.
constexpr std::uint32_t kMostDimensions = 4;

}  // namespace

// Which class it is matters where the call's value is locked at once, and of arrays, outside the
// platform: people make another array of the same type.
void Solver::Operator::class_of() {
  const bool locked = solver_.is_locked_at_once(by_.method, by_.instruction);
  const bool in_platform = program_.layer(program_.owner(by_.method)) == ir::Layer::kPlatform;
  bool some_other = in_platform && !locked && !graph_.points(receiver()).empty();
  for (const ObjectId object : some_other ? std::vector<ObjectId>() : new_receivers()) {
    const ir::Type type = state_.types.type(at(object).type);
    if (locked || type.is_array()) {
      give(state_.sites.class_object(type, state_.world.class_type()));
    } else {
      some_other = true;
    }
  }
  if (some_other) give(solver_.make_machine_object(state_.world.class_type()));
}

// Copies that the platform makes for itself are not told from what they copy: there are too many
// sorts of arrays in its hands. But for what holds nothing, which is copied to hold more.
void Solver::Operator::clone() {
  if (program_.layer(program_.owner(by_.method)) == ir::Layer::kPlatform) {
    for (const ObjectId object : new_receivers())
      give(solver_.stays_empty(object) ? make(state_.types.type(at(object).type)) : object);
    return;
  }
  for (const ObjectId object : new_receivers()) {
    const ir::Type type = state_.types.type(at(object).type);
    if (!state_.types.can_be_made(type)) continue;
    const ObjectId made = make(type);
    give(made);
    if (made == object || !once(object)) continue;
    const std::uint32_t slots = state_.types.slots(at(object).type);
    if (slots == 0) continue;
    const NodeId from = solver_.first_slot(object);
    const NodeId to = solver_.first_slot(made);
    for (std::uint32_t i = 0; i < slots; ++i) {
      graph_.add_edge(base::id_at<NodeId>(index(from) + i), base::id_at<NodeId>(index(to) + i));
    }
  }
}

void Solver::Operator::class_for_name() {
  for (std::size_t i = first_argument_; i < operation_.arguments.size(); ++i) {
    if (argument_type(i) != state_.world.string()) continue;
    if (const auto parts = parts_of(i)) {
      for (const std::string& name : names_of(*parts)) give_class_named(name);
      continue;
    }
    for (const ObjectId name : objects(parameter(i))) {
      const auto literal = text(name);
      if (literal && give_class_named(*literal)) continue;
      unknown();
      if (!literal && !in_platform()) give_classes_in_texts();
    }
  }
}

// With dots; false if there is no such class.
bool Solver::Operator::give_class_named(std::string_view name) {
  if (name.find('/') != std::string_view::npos) return false;
  const ir::ClassId named = program_.find(internal_name(name));
  if (base::is_none(named)) return false;
  give_class(named);
  return true;
}

// What the caller puts the operand together from, outside the platform.
std::optional<std::vector<NamePart>> Solver::Operator::parts_of(std::size_t position) {
  const ir::Instruction* instruction = in_platform() ? nullptr : call();
  if (instruction == nullptr || position >= instruction->c) return std::nullopt;
  const ir::Body& body = *program_.body(by_.method);
  return name_parts(state_.world, program_.owner(by_.method), body,
                    body.values(*instruction)[position]);
}

// All names that the parts make.
std::vector<std::string> Solver::Operator::names_of(const std::vector<NamePart>& parts) {
  std::vector<std::string> names{""};
  for (const NamePart& part : parts) {
    std::vector<std::string> endings{part.text};
    if (!base::is_none(part.of_class)) endings = class_names(part.of_class);
    std::vector<std::string> longer;
    for (const std::string& name : names)
      for (const std::string& ending : endings) longer.push_back(name + ending);
    names = std::move(longer);
  }
  return names;
}

// Of the class objects that a value of the caller holds.
std::vector<std::string> Solver::Operator::class_names(ir::ValueId value) {
  std::vector<std::string> names;
  const auto known =
      state_.instance_ids.find(std::uint64_t{index(by_.method)} << 32U | index(by_.context));
  if (known == state_.instance_ids.end()) return names;
  const Instance& asking = state_.instances[index(known->second)];
  const std::uint32_t variable = asking.shape->variable_of[index(value)];
  if (variable == kNoVariable) return names;
  const NodeId node = asking.node(variable);
  for (const ObjectId object : objects(node)) {
    const ir::Type type = class_type(object);
    if (type.is_class()) names.push_back(type_text(program_, type));
  }
  if (once(kNames, base::id_at<ObjectId>(index(value)))) solver_.watch(node, id_, number());
  return names;
}

// Of this operation among those of the method.
std::uint32_t Solver::Operator::number() const {
  return site_ - here_.first_call - static_cast<std::uint32_t>(here_.shape->calls.size());
}

void Solver::Operator::give_class(ir::ClassId id) {
  initialize(id);
  give(state_.sites.class_object(ir::Type(id), state_.world.class_type()));
}

// A name that the program does not spell out itself may be read from a file it brings along. Where
// the caller casts what it makes of the class, the class is one of that type.
void Solver::Operator::give_classes_in_texts() {
  if (!once(kTexts) || !solver_.surroundings_.classes_in_texts) return;
  std::vector<ir::Type> wanted;
  if (call() != nullptr)
    wanted = made_as(program_, program_.owner(by_.method), *program_.body(by_.method),
                     base::id_at<ir::ValueId>(by_.instruction));
  for (const std::string& name : solver_.surroundings_.classes_in_texts()) {
    const ir::ClassId named = program_.find(name);
    if (base::is_none(named)) continue;
    const auto fits = [&](ir::Type type) { return program_.is_subtype(ir::Type(named), type); };
    if (wanted.empty() || std::ranges::any_of(wanted, fits)) give_class(named);
  }
}

// Which text it is matters where the code asks a class that it names itself.
void Solver::Operator::class_name() {
  const bool matters = !in_platform() && is_constant_class(0);
  for (const ObjectId object : objects(receiver())) {
    const ir::Type type = class_type(object);
    if (matters && type.is_class()) {
      give(state_.sites.literal(type_text(program_, type), state_.world.string()));
    } else {
      give(state_.sites.merged(state_.world.string()));
    }
  }
}

void Solver::Operator::enum_constants() {
  for (const ObjectId object : objects(receiver())) {
    const ir::Type type = class_type(object);
    if (!type.exists()) unknown();
    if (!type.is_class() || program_.is_phantom(type.class_id()) || !once(object)) continue;
    const ir::ClassId of = type.class_id();
    const ir::ClassId above = program_.super(of);
    if (base::is_none(above) || program_.name(above) != "java/lang/Enum") continue;
    const ir::MethodId values =
        program_.declared_method(of, "values", "()[L" + std::string(program_.name(of)) + ";");
    if (!base::is_none(values) && program_.is(values, ir::Access::kStatic))
      call_static(values, {}, result());
  }
}

void Solver::Operator::new_array() {
  for (const ObjectId object : classes(first_argument_)) {
    const ir::Type type = class_type(object);
    if (!type.exists()) unknown();
    const bool can_be = type.exists() && type != ir::Type::primitive(ir::kVoidType) &&
                        type.dimensions() < kMostDimensions;
    if (can_be) give(make(type.array()));
  }
}

void Solver::Operator::component_type() {
  for (const ObjectId object : classes(0)) {
    const ir::Type type = class_type(object);
    if (!type.exists()) unknown();
    if (type.is_array()) give(state_.sites.class_object(type.element(), state_.world.class_type()));
  }
}

}  // namespace heddle::pointsto
