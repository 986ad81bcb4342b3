// The twin: contexts by policy, and the making of objects.
#include <algorithm>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "pointsto/reference_twin_test_only.h"

namespace heddle::pointsto::twin {

// --- contexts
// -------------------------------------------------------------------------------------

Kind Twin::kind_of(ClassId id) {
  const Layer layer = program_.layer(id);
  if (layer == Layer::kApplication || (layer == Layer::kLibrary && steps_down_ < 2))
    return Kind::kApplication;
  switch (models_.context(program_.name(id))) {
    case model::ContextKind::kContainer: return Kind::kContainer;
    case model::ContextKind::kThread: return Kind::kThread;
    case model::ContextKind::kUnsaid:
    case model::ContextKind::kShared: break;
  }
  return Kind::kShared;
}

// The class, its superclasses and all superinterfaces.
std::vector<ClassId> Twin::with_supertypes(ClassId id) {
  std::vector<ClassId> all;
  for (ClassId at = id; !base::is_none(at); at = program_.super(at)) all.push_back(at);
  for (const ClassId interface : program_.all_interfaces(id)) all.push_back(interface);
  return all;
}

bool Twin::is_thread_like(ClassId id) {
  return std::ranges::any_of(with_supertypes(id), [&](ClassId above) {
    return models_.context(program_.name(above)) == model::ContextKind::kThread;
  });
}

// "Own containers". A type variable in a signature: drop the names of classes, look for a T.
bool Twin::keeps_anything(ClassId id) {
  for (ClassId at = id; !base::is_none(at); at = program_.super(at)) {
    const ir::Class* code = program_.code(at);
    if (kind_of(at) != Kind::kApplication || code == nullptr || code->is_interface()) return false;
    for (const ir::Field& field : code->fields) {
      const std::string types =
          std::regex_replace(std::string(field.generic), std::regex("[L.][^<;]*"), "");
      if (code->generic.starts_with('<') && !field.is(Access::kStatic) &&
          types.find('T') != std::string::npos)
        return true;
    }
    for (std::uint32_t i = 0; i < program_.method_count(at); ++i)
      if (puts_away(base::id_at<MethodId>(base::index(program_.first_method(at)) + i))) return true;
  }
  return false;
}

bool Twin::puts_away(MethodId method) {
  if (program_.is(method, Access::kStatic) || program_.name(method) == "<init>") return false;
  const ir::Body* body = program_.body(method);
  if (body == nullptr) return false;
  for (const ir::Instruction& store : body->instructions) {
    if (store.opcode != ir::Opcode::kArrayStore || store.element() != ir::Element::kReference)
      continue;
    const ir::Instruction& stored = body->instructions[store.c];
    if (stored.opcode == ir::Opcode::kParameter &&
        type_text(program_.type_of(program_.owner(method), body->types[store.c])) ==
            "java.lang.Object")
      return true;
  }
  return false;
}

bool Twin::is_own_container(ClassId id) {
  if (kind_of(id) != Kind::kApplication) return false;
  if (keeps_anything(id)) return true;
  std::string name(program_.name(id));
  while (name.find('$', 1) != std::string::npos) {
    name.resize(name.rfind('$'));
    const ClassId outer = program_.find(name);
    if (!base::is_none(outer) && keeps_anything(outer)) return true;
  }
  return false;
}

bool Twin::has_no_state(ClassId id) {
  if (kind_of(id) != Kind::kApplication) return false;
  for (ClassId at = id; at != program_.object(); at = program_.super(at)) {
    const ir::Class* code = program_.code(at);
    if (code == nullptr || code->is_interface()) return false;
    for (const ir::Field& field : code->fields)
      if (!field.is(Access::kStatic)) return false;
  }
  return true;
}

// Does the caller pass its locals on to who has none of its own?
bool Twin::works_for_container(const Place& place) {
  const ClassId caller = class_of(place);
  return kind_of(caller) == Kind::kApplication &&
         (is_own_container(caller) || has_no_state(caller) ||
          program_.is(place.site_method, Access::kStatic));
}

// Of an object of that type made by code of class `maker`.
Context Twin::heap(const Context& c, ClassId maker, Type type) {
  if (policy_ == "insensitive") return {};
  if (policy_ == "object" || policy_ == "call-site")
    return {.origins = {}, .locals = truncate(limit_ - 1, c.locals)};
  const bool by_application = kind_of(maker) == Kind::kApplication && !is_thread_like(maker);
  const bool told_apart = type.is_class() ? program_.layer(type.class_id()) == Layer::kPlatform ||
                                                is_own_container(type.class_id())
                                          : is_own_container(maker);
  if (policy_ == "recommended" && by_application && !told_apart)
    return {.origins = c.origins, .locals = {}};
  return c;
}

Context Twin::callee(const Place& place, MethodId method, const Object* o, bool starts) {
  const Context& c = place.context;
  if (policy_ == "insensitive") return {};
  if (policy_ == "origin") return c;
  if (policy_ == "call-site")
    return {.origins = {}, .locals = truncate(limit_, before(place.site, c.locals))};
  if (policy_ == "recommended") return recommended(place, method, o, starts);
  if (o == nullptr) return c;
  return {.origins = {}, .locals = truncate(limit_, before(o->site, o->heap.locals))};
}

Context Twin::recommended(const Place& place, MethodId method, const Object* o, bool starts) {
  const Context& c = place.context;
  const Kind caller = kind_of(class_of(place));
  const Kind kind = kind_of(program_.owner(method));
  const bool caller_is_fine = caller == Kind::kContainer || caller == Kind::kThread;
  switch (kind) {
    case Kind::kShared:
      if (starts || o == nullptr || steps_down_ >= 3 || !takes_more_than_strings(method) ||
          base::is_none(o->maker) || kind_of(o->maker) != Kind::kApplication)
        return {};
      return {.origins = o->heap.origins, .locals = {o->site}};
    case Kind::kContainer:
    case Kind::kThread:
      if (o == nullptr && caller == Kind::kShared) return {};
      if (o == nullptr)
        return caller_is_fine ? c : Context{.origins = c.origins, .locals = {place.site}};
      if (!starts && (base::is_none(o->maker) || kind_of(o->maker) == Kind::kShared)) return {};
      if (kind == Kind::kContainer && !base::is_none(o->maker) &&
          kind_of(o->maker) == Kind::kContainer && !o->heap.locals.empty())
        return o->heap;
      return {.origins = kind == Kind::kContainer ? o->heap.origins : c.origins,
              .locals = truncate(steps_down_ < 4 ? 2 : 1, before(o->site, o->heap.locals))};
    case Kind::kApplication: break;
  }
  const bool from_library = caller == Kind::kShared || caller == Kind::kContainer;
  Context result{.origins = from_library && o != nullptr ? o->heap.origins : c.origins,
                 .locals = {}};
  if (steps_down_ >= 1) result.origins = {};
  if (steps_down_ >= 3) return result;
  const ClassId owner = program_.owner(method);
  if ((program_.is(method, Access::kStatic) || has_no_state(owner)) && works_for_container(place)) {
    result.locals = c.locals;
  } else if (o != nullptr && is_own_container(owner) && !base::is_none(o->maker) &&
             is_own_container(o->maker) && !o->heap.locals.empty()) {
    result.locals = o->heap.locals;
  } else if (o != nullptr && (program_.name(method) == "<init>" || is_thread_like(owner) ||
                              is_own_container(owner))) {
    result.locals = {o->site};
  }
  return result;
}

bool Twin::takes_more_than_strings(MethodId method) {
  const std::string types = std::regex_replace(std::string(program_.descriptor(method)),
                                               std::regex("Ljava/lang/String;"), "");
  return program_.name(method) == "<init>" && types.find('L') != std::string::npos;
}

Context Twin::begins(const Place& place, MethodId method, const Object* o,
                     const std::string& sigma) {
  const std::string origin = sigma + "!" + method_text(method);
  if (policy_ == "origin")
    return {.origins = truncate(limit_, before(origin, place.context.origins)), .locals = {}};
  Context result = callee(place, method, o, true);
  if (policy_ == "recommended" && kind_of(program_.owner(method)) != Kind::kShared)
    result.origins = {origin};
  return result;
}

// --- making objects: rules 3, 12, 13, 16, 17
// ------------------------------------------------------

bool Twin::is_concrete(ClassId id) {
  const ir::Class* code = program_.code(id);
  return code != nullptr && !code->is(Access::kAbstract | Access::kInterface);
}

// Rule 17.
bool Twin::is_merged(ClassId type, ClassId maker) {
  bool merged = false;
  for (const ClassId above : with_supertypes(type)) {
    const model::Merge merge = models_.merge(program_.name(above));
    merged |= merge == model::Merge::kEverywhere ||
              (merge == model::Merge::kLibrary && program_.layer(maker) != Layer::kApplication);
  }
  return merged;
}

// Rule 3, for classes: the object, if there is one.
std::string Twin::make(ClassId type, const std::string& site, const Context& heap, ClassId maker) {
  const std::string object =
      is_merged(type, maker)
          ? merged(Type(type))
          : object_named({.site = site, .heap = heap, .type = Type(type), .maker = maker});
  register_finalizer(type, object);
  return object;
}

// Rule 12. Without a place: no edge leads there.
void Twin::initialise(const Place* place, ClassId type) {
  initialise_one(place, type);
  if (program_.is_interface(type)) return;
  for (ClassId at = program_.super(type); !base::is_none(at); at = program_.super(at))
    initialise_one(place, at);
  for (const ClassId interface : program_.all_interfaces(type))
    if (has_default_methods(interface)) initialise_one(place, interface);
}

bool Twin::has_default_methods(ClassId interface) {
  const ir::Class* code = program_.code(interface);
  return code != nullptr && std::ranges::any_of(code->methods, [](const ir::Method& method) {
           return !method.is(Access::kAbstract | Access::kStatic);
         });
}

void Twin::initialise_one(const Place* place, ClassId type) {
  if (program_.is_phantom(type)) return;
  const MethodId initialiser = program_.declared_method(type, "<clinit>", "()V");
  if (base::is_none(initialiser)) return;
  const Instance& initialised = instance(initialiser, {});
  if (place != nullptr) edge(*place, initialised);
}

// Rule 13.
void Twin::register_finalizer(ClassId type, const std::string& object) {
  const ClassId finalizer = program_.find("java/lang/ref/Finalizer");
  if (base::is_none(finalizer)) return;
  const MethodId method = program_.declared_method(finalizer, "register", "(Ljava/lang/Object;)V");
  if (base::is_none(method)) return;
  for (ClassId at = type; at != program_.object(); at = program_.super(at)) {
    if (program_.is_phantom(at) || base::is_none(program_.declared_method(at, "finalize", "()V")))
      continue;
    add(parameter(instance(method, {}), 0), object);
    return;
  }
}

// Rule 16.
std::optional<std::string> Twin::vm(Type type) {
  if (!type.is_array() && !(type.is_class() && is_concrete(type.class_id()))) return std::nullopt;
  const std::string object = plain_object("vm " + type_text(type), type);
  if (type.is_array() && type.element().is_reference())
    if (const auto element = vm(type.element())) add(object + "[]", *element);
  return object;
}

void Twin::add_vm(const std::string& pointer, Type type) {
  if (const auto object = vm(type)) add(pointer, *object);
}

}  // namespace heddle::pointsto::twin
