#include "pointsto/world.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::pointsto {

using base::index;

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

void World::learn(ir::ClassId id) {
  ClassFacts facts;
  facts.known = true;
  const ir::Layer layer = program_.layer(id);
  const bool application =
      layer == ir::Layer::kApplication || (layer == ir::Layer::kLibrary && !libraries_are_shared_);
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
  for (ir::ClassId above = id; above != program_.object(); above = program_.super(above)) {
    facts.finalizer |= !program_.is_phantom(above) &&
                       !base::is_none(program_.declared_method(above, "finalize", "()V"));
  }
  if (index(id) >= classes_.size()) classes_.resize(index(id) + 1024);
  classes_[index(id)] = std::move(facts);
}

MethodKind World::kind(ir::ClassId id) { return facts(id).kind; }
bool World::is_below_thread(ir::ClassId id) { return facts(id).below_thread; }
bool World::has_finalizer(ir::ClassId id) { return facts(id).finalizer; }

bool World::is_merged(ir::ClassId made, ir::ClassId by) {
  const model::Merge merge = facts(made).merge;
  return merge == model::Merge::kEverywhere ||
         (merge == model::Merge::kLibrary && program_.layer(by) != ir::Layer::kApplication);
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
