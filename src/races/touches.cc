#include "races/touches.h"

#include <algorithm>

#include "ir/class.h"

namespace heddle::races {

using base::index;
using pointsto::ObjectId;

namespace {

std::uint64_t mix(std::uint64_t left, std::uint64_t right) {
  const std::uint64_t both = (left ^ right * 0x9E37'79B9'7F4A'7C15U) * 0xD6E8'FEB8'6659'FD93U;
  return both ^ both >> 32U;
}

// An abstract class leaves to others what it keeps.
bool is_abstract(const ir::Program& program, ir::ClassId id) {
  const ir::Class* code = program.code(id);
  return code == nullptr || code->is(ir::Access::kAbstract);
}

}  // namespace

std::size_t Touches::Hash::operator()(const Called& called) const {
  return mix(mix(called.on->hash(), index(called.method)),
             static_cast<std::uint64_t>(called.invocation));
}

std::size_t Touches::Hash::operator()(const Touch& touch) const {
  const std::uint64_t how = std::uint64_t{static_cast<std::uint8_t>(touch.mutex)} << 2U |
                            (touch.writes ? 2U : 0U) | (touch.is_whole ? 1U : 0U);
  return mix(mix(std::uint64_t{index(touch.object)} << 32U | touch.through, how),
             index(touch.mutex_field));
}

Touches::Touches(origins::CallGraph& calls, origins::Facts& facts) : calls_(calls), facts_(facts) {
  list_library_classes();
}

// Of each object, once: calls on what may be thousands of them ask again and again.
void Touches::list_library_classes() {
  const std::size_t count = calls_.heap().object_count();
  boost::unordered_flat_map<std::uint32_t, ir::ClassId> known;  // by class
  library_classes_.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const ir::Type type = calls_.heap().type(base::id_at<ObjectId>(i));
    if (!type.is_class()) {
      library_classes_.push_back(base::kNone<ir::ClassId>);
      continue;
    }
    const auto [place, fresh] = known.try_emplace(index(type.class_id()));
    if (fresh) place->second = library_class(type.class_id());
    library_classes_.push_back(place->second);
  }
}

ir::ClassId Touches::library_class(ir::ClassId at) {
  const ir::Program& program = calls_.program();
  if (program.layer(at) != ir::Layer::kApplication) return at;
  while (!base::is_none(at) && program.layer(at) == ir::Layer::kApplication)
    at = calls_.program().super(at);
  if (base::is_none(at) || is_abstract(program, at)) return base::kNone<ir::ClassId>;
  const model::ObjectFact* fact = facts_.object(at);
  return fact != nullptr && fact->otherwise == model::Effect::kMutates ? at
                                                                       : base::kNone<ir::ClassId>;
}

const std::vector<Touches::Touch>* Touches::of(const pointsto::ObjectSet& on, ir::MethodId method,
                                               ir::Invocation invocation) {
  const Called called{.on = &on, .method = method, .invocation = invocation};
  const auto [place, fresh] = known_.try_emplace(called, nullptr);
  if (fresh) place->second = &answers_.emplace_back(find(called));
  return place->second->is_anything ? nullptr : &place->second->touches;
}

Touches::Answer Touches::find(const Called& called) {
  if (is_anything(*called.on)) return {.is_anything = true};
  taken_.clear();
  met_.clear();
  found_.clear();
  called.on->for_each([&](ObjectId object) {
    if (is_library(object) && !is_overridden(object, called))
      touch({.object = object}, called.method, 0);
  });
  return {.touches = found_};
}

std::vector<Touches::Touch> Touches::viewed(const pointsto::ObjectSet& on, ir::MethodId method) {
  taken_.clear();
  met_.clear();
  found_.clear();
  if (is_anything(on)) return {};
  on.for_each([&](ObjectId object) {
    if (!is_library(object)) return;
    const model::ObjectFact* fact = facts_.object(library_class(object));
    if (fact != nullptr) touch_viewed({.object = object}, *fact, method, 0);
  });
  return found_;
}

void Touches::add(const Touch& touch) {
  if (met_.insert(touch).second) found_.push_back(touch);
}

// What may be any of so many the analysis knows nothing of, and nobody believes a pair of them.
bool Touches::is_anything(const pointsto::ObjectSet& objects) const {
  constexpr std::size_t kMost = 256;
  if (objects.size() <= kMost) return false;
  std::size_t count = 0;
  objects.for_each([&](ObjectId object) { count += count <= kMost && is_library(object) ? 1 : 0; });
  return count > kMost;
}

bool Touches::is_overridden(ObjectId object, const Called& called) {
  ir::Program& program = calls_.program();
  const ir::Type type = calls_.heap().type(object);
  if (!type.is_class() || program.layer(type.class_id()) != ir::Layer::kApplication) return false;
  if (called.invocation == ir::Invocation::kSpecial)
    return program.layer(program.owner(called.method)) == ir::Layer::kApplication;
  const auto selected = program.select(type.class_id(), called.method, called.invocation);
  return !selected.runs() ||
         program.layer(program.owner(selected.member)) == ir::Layer::kApplication;
}

const Touches::Fields& Touches::fields(const model::ObjectFact& fact) {
  const auto [place, fresh] = fields_.try_emplace(&fact);
  if (!fresh) return place->second;
  for (const std::string& view : fact.views) place->second.views.push_back(facts_.field(view));
  if (!fact.under.empty()) place->second.under = facts_.field(fact.under);
  return place->second;
}

const pointsto::ObjectSet& Touches::held_in(ObjectId object, ir::FieldId field) {
  static const pointsto::ObjectSet kNothing{};
  ir::Program& program = calls_.program();
  const bool has_field =
      !base::is_none(field) &&
      program.is_subtype(calls_.heap().type(object), ir::Type(program.owner(field)));
  return has_field ? calls_.heap().field(object, field) : kNothing;
}

// Thousands of iterators are of the same maps.
bool Touches::is_taken(const pointsto::ObjectSet& objects, const Touch& how, unsigned depth) {
  const void* const which = objects.identity() != nullptr ? objects.identity() : &objects;
  const std::uint64_t rest = std::uint64_t{depth} << 16U |
                             std::uint64_t{static_cast<std::uint8_t>(how.mutex)} << 8U |
                             (how.writes ? 2U : 0U) | (how.is_whole ? 1U : 0U);
  return !taken_
              .insert({reinterpret_cast<std::uintptr_t>(which),
                       std::uint64_t{how.through} << 32U | index(how.mutex_field), rest})
              .second;
}

// What the method does to the object itself, and to what it is a view of.
void Touches::touch(const Touch& from, ir::MethodId method, unsigned depth) {
  constexpr unsigned kDeepest = 3;
  const ir::ClassId type = library_class(from.object);
  if (base::is_none(type) || depth > kDeepest) return;
  const model::ObjectFact* fact = facts_.object(type);
  if (fact == nullptr) return;
  model::Effect effect = facts_.effect(type, method);
  if (effect == model::Effect::kReads && facts_.mutates_if_made_so(type, method) &&
      facts_.is_made_with(calls_.heap().site(from.object), fact->made_with))
    effect = model::Effect::kMutates;
  if (effect == model::Effect::kReads || effect == model::Effect::kMutates) {
    Touch itself = from;
    itself.writes = effect == model::Effect::kMutates;
    add(itself);
  }
  touch_viewed(from, *fact, method, depth);
}

void Touches::touch_viewed(const Touch& from, const model::ObjectFact& fact, ir::MethodId method,
                           unsigned depth) {
  if (fact.views.empty()) return;
  if (fact.is_part) return touch_whole(from, fact, method);
  Touch inside = from;
  const std::string_view name = calls_.program().name(method);
  const bool is_outside = std::ranges::find(fact.outside, name) != fact.outside.end();
  if (!fact.under.empty() && is_outside) inside.mutex = Mutex::kLeft;
  if (!fact.under.empty() && !is_outside) {
    // Whose monitor it is, is known only of what the call itself names.
    if (depth > 0) return;
    inside.mutex_field = fields(fact).under;
    const pointsto::ObjectSet& mutex = held_in(from.object, inside.mutex_field);
    // Those with a mutex of somebody else are views that the library hands out itself.
    const bool is_own = mutex.contains(from.object);
    inside.mutex = is_own ? Mutex::kBase : Mutex::kField;
  }
  for (const ir::FieldId field : views(fact)) {
    const pointsto::ObjectSet& inner_objects = held_in(from.object, field);
    inside.through = from.through * 31 + index(field) + 1;
    if (is_taken(inner_objects, inside, depth) || is_anything(inner_objects)) continue;
    inner_objects.for_each([&](ObjectId inner) {
      inside.object = inner;
      touch(inside, method, depth + 1);
    });
  }
}

// An iterator, or the keys of a map: the collection is read, or changed, through them.
void Touches::touch_whole(const Touch& part, const model::ObjectFact& fact, ir::MethodId method) {
  const std::string_view name = calls_.program().name(method);
  Touch touch = part;
  touch.is_whole = true;
  touch.writes = std::ranges::find(fact.changes_whole, name) != fact.changes_whole.end();
  for (const ir::FieldId field : views(fact)) {
    const pointsto::ObjectSet& wholes = held_in(part.object, field);
    touch.through = index(field) + 1;
    if (is_taken(wholes, touch, 0) || is_anything(wholes)) continue;
    wholes.for_each([&](ObjectId whole) {
      touch.object = whole;
      if (is_library(whole)) add(touch);
    });
  }
}

}  // namespace heddle::races
