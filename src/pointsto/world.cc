#include "pointsto/world.h"

#include <algorithm>
#include <string>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::pointsto {

using base::index;

namespace {

// Is a type variable a part of the type that a Signature attribute tells?
bool names_variable(std::string_view generic) {
  for (std::size_t i = 0; i < generic.size(); ++i) {
    if (generic[i] == 'T') return true;
    // The name of a class, up to its arguments.
    if (generic[i] == 'L' || generic[i] == '.') i = generic.find_first_of("<;", i);
    if (i == std::string_view::npos) return false;
  }
  return false;
}

bool holds_variable(const ir::Field& field) {
  return !field.is(ir::Access::kStatic) && names_variable(field.generic);
}

}  // namespace

World::World(ir::Program& program, const model::Models& models, bool libraries_are_shared)
    : program_(program),
      models_(models),
      libraries_are_shared_(libraries_are_shared),
      string_(program.require("java/lang/String")),
      class_(program.require("java/lang/Class")),
      throwable_(program.require("java/lang/Throwable")) {
  const ir::ClassId object = program.object();
  to_string_ = program.declared_method(object, "toString", "()Ljava/lang/String;");
  hash_code_ = program.declared_method(object, "hashCode", "()I");
  equals_ = program.declared_method(object, "equals", "(Ljava/lang/Object;)Z");
}

const model::Method* World::model(ir::MethodId method) {
  if (index(method) >= method_models_.size()) method_models_.resize(index(method) + 4096);
  std::optional<const model::Method*>& known = method_models_[index(method)];
  if (!known) {
    const std::string_view owner = program_.name(program_.owner(method));
    known = models_.knows_class(owner)
                ? models_.method(owner, program_.name(method), program_.descriptor(method))
                : nullptr;
  }
  return *known;
}

World::ClassFacts& World::facts(ir::ClassId id) {
  if (index(id) >= classes_.size()) classes_.resize(index(id) + 1024);
  if (!classes_[index(id)].known) learn(id);
  return classes_[index(id)];
}

bool World::is_application(ir::ClassId id) const {
  const ir::Layer layer = program_.layer(id);
  return layer == ir::Layer::kApplication ||
         (layer == ir::Layer::kLibrary && !libraries_are_shared_);
}

void World::learn(ir::ClassId id) {
  ClassFacts facts;
  facts.known = true;
  const bool application = is_application(id);
  if (application) {
    facts.kind = MethodKind::kApplication;
  } else {
    switch (models_.context(program_.name(id))) {
      case model::ContextKind::kContainer: facts.kind = MethodKind::kContainer; break;
      case model::ContextKind::kThread: facts.kind = MethodKind::kThread; break;
      case model::ContextKind::kShared:
      case model::ContextKind::kUnsaid: facts.kind = MethodKind::kShared; break;
    }
  }
  const auto look = [&](ir::ClassId above) {
    const std::string_view name = program_.name(above);
    facts.merge = std::max(facts.merge, models_.merge(name));
    facts.below_thread |= models_.context(name) == model::ContextKind::kThread;
  };
  for (ir::ClassId above = id; !base::is_none(above); above = program_.super(above)) look(above);
  for (const ir::ClassId above : program_.all_interfaces(id)) look(above);
  facts.below_thread &= application;
  facts.own_container = keeps_anything(id) || (application && is_nested_in_container(id));
  facts.no_state = application && finds_no_state(id);
  for (ir::ClassId above = id; above != program_.object(); above = program_.super(above)) {
    facts.finalizer |= !program_.is_phantom(above) &&
                       !base::is_none(program_.declared_method(above, "finalize", "()V"));
  }
  if (index(id) >= classes_.size()) classes_.resize(index(id) + 1024);
  classes_[index(id)] = std::move(facts);
}

MethodKind World::kind(ir::ClassId id) { return facts(id).kind; }
bool World::is_below_thread(ir::ClassId id) { return facts(id).below_thread; }
bool World::is_own_container(ir::ClassId id) { return facts(id).own_container; }
bool World::has_no_state(ir::ClassId id) { return facts(id).no_state; }
bool World::has_finalizer(ir::ClassId id) { return facts(id).finalizer; }

bool World::is_merged(ir::ClassId made, ir::ClassId by) {
  const model::Merge merge = facts(made).merge;
  return merge == model::Merge::kEverywhere ||
         (merge == model::Merge::kLibrary && program_.layer(by) != ir::Layer::kApplication);
}

// Asks the classes above alone: a class may be nested in one that extends it.
bool World::keeps_anything(ir::ClassId id) {
  if (index(id) >= keeps_anything_.size()) keeps_anything_.resize(index(id) + 1024);
  if (!keeps_anything_[index(id)]) {
    const bool keeps = is_application(id) && finds_that_it_keeps(id);
    if (index(id) >= keeps_anything_.size()) keeps_anything_.resize(index(id) + 1024);
    keeps_anything_[index(id)] = keeps;
  }
  return *keeps_anything_[index(id)];
}

// It is generic and holds things of the type it is given, one of its methods puts a parameter of
// type Object into an array, or a class above it is such a one.
bool World::finds_that_it_keeps(ir::ClassId id) {
  const ir::Class* code = program_.code(id);
  if (code == nullptr || code->is_interface()) return false;
  const ir::ClassId super = program_.super(id);
  if (!base::is_none(super) && keeps_anything(super)) return true;
  if (code->generic.starts_with('<') && std::ranges::any_of(code->fields, holds_variable))
    return true;
  const std::uint32_t first = index(program_.first_method(id));
  for (std::uint32_t i = 0; i < code->methods.size(); ++i)
    if (stores_parameter(base::id_at<ir::MethodId>(first + i))) return true;
  return false;
}

// By name, a$b in a: old classes have no other sign of it.
bool World::is_nested_in_container(ir::ClassId id) {
  const std::string name(program_.name(id));
  for (std::size_t end = name.find('$', 1); end != std::string::npos;
       end = name.find('$', end + 1)) {
    const ir::ClassId outer = program_.find(name.substr(0, end));
    if (!base::is_none(outer) && keeps_anything(outer)) return true;
  }
  return false;
}

bool World::stores_parameter(ir::MethodId method) {
  const std::string_view name = program_.name(method);
  if (program_.is(method, ir::Access::kStatic) || name == "<init>" ||
      program_.descriptor(method).find("Ljava/lang/Object;") == std::string_view::npos)
    return false;
  const ir::Body* body = program_.body(method);
  if (body == nullptr) return false;
  const auto is_anything = [&](std::uint32_t value) {
    return body->instructions[value].opcode == ir::Opcode::kParameter &&
           program_.type_of(program_.owner(method), body->types[value]) ==
               ir::Type(program_.object());
  };
  return std::ranges::any_of(body->instructions, [&](const ir::Instruction& instruction) {
    return instruction.opcode == ir::Opcode::kArrayStore &&
           instruction.element() == ir::Element::kReference && is_anything(instruction.c);
  });
}

bool World::finds_no_state(ir::ClassId id) {
  if (id == program_.object()) return true;
  const ir::Class* code = program_.code(id);
  if (code == nullptr || code->is_interface()) return false;
  const bool is_static = std::ranges::all_of(
      code->fields, [](const ir::Field& field) { return field.is(ir::Access::kStatic); });
  return is_static && finds_no_state(program_.super(id));
}

bool World::is_given_something(ir::MethodId method) {
  if (program_.name(method) != "<init>") return false;
  constexpr std::string_view kString = "Ljava/lang/String;";
  std::string_view rest = program_.descriptor(method);
  for (std::size_t at = rest.find('L'); at != std::string_view::npos; at = rest.find('L')) {
    rest.remove_prefix(at);
    if (!rest.starts_with(kString)) return true;
    rest.remove_prefix(kString.size());
  }
  return false;
}

bool World::declares_default(ir::ClassId interface) {
  const ir::Class* code = program_.code(interface);
  return code != nullptr &&
         std::any_of(code->methods.begin(), code->methods.end(), [](const ir::Method& method) {
           return !method.is(ir::Access::kAbstract | ir::Access::kStatic);
         });
}

std::span<const ir::MethodId> World::initializers(ir::ClassId id) {
  if (facts(id).has_initializers) return facts(id).initializers;
  std::vector<ir::ClassId> line;
  const auto add = [&](ir::ClassId of) {
    if (std::find(line.begin(), line.end(), of) == line.end()) line.push_back(of);
  };
  // JVMS 5.5: an interface has nothing above it initialised.
  if (!program_.is_interface(id)) {
    for (const ir::ClassId above : program_.all_interfaces(id)) {
      if (declares_default(above)) add(above);
    }
    std::vector<ir::ClassId> supers;
    for (ir::ClassId above = id; !base::is_none(above); above = program_.super(above))
      supers.push_back(above);
    for (std::size_t i = supers.size(); i-- > 0;) add(supers[i]);
  } else {
    add(id);
  }
  std::vector<ir::MethodId> initializers;
  for (const ir::ClassId of : line) {
    if (program_.is_phantom(of)) continue;
    const ir::MethodId method = program_.declared_method(of, "<clinit>", "()V");
    if (!base::is_none(method)) initializers.push_back(method);
  }
  ClassFacts& kept = facts(id);
  kept.has_initializers = true;
  kept.initializers = std::move(initializers);
  return kept.initializers;
}

}  // namespace heddle::pointsto
