#include "races/accesses.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;
using pointsto::ObjectId;

Accesses::Accesses(origins::CallGraph& calls, origins::Origins& origins, origins::Facts& facts,
                   const Sharing& sharing, Ownership& ownership, locks::Locks& locks)
    : calls_(calls),
      facts_(facts),
      sharing_(sharing),
      ownership_(ownership),
      locks_(locks),
      initialising_(calls, origins, sharing),
      indices_(calls) {
  find_starting(origins);
  list_library_classes();
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    const auto running = origins.running(id);
    if (calls.is_application(id) &&
        std::ranges::any_of(running, [](std::uint64_t word) { return word != 0; }) &&
        !is_quiet_initializer(id))
      scan(id);
  }
}

// From the starts up to all who call what leads there.
void Accesses::find_starting(const origins::Origins& origins) {
  starts_.resize(calls_.size());
  std::vector<InstanceId> open;
  const auto take = [&](InstanceId id) {
    if (starts_[index(id)] != 0) return;
    starts_[index(id)] = 1;
    open.push_back(id);
  };
  for (const origins::StartEvent& event : origins.events())
    if (origins[event.begins].runs_application && !origins.is_platforms(event)) take(event.caller);
  while (!open.empty()) {
    const InstanceId at = open.back();
    open.pop_back();
    for (const origins::Call& call : calls_.calls_to(at)) {
      // What the platform's shared code calls back, it calls for others.
      if (!calls_.is_platform(call.caller) || calls_.is_platform(at)) take(call.caller);
    }
  }
}

bool Accesses::is_quiet_initializer(InstanceId id) const {
  return calls_.is_class_initializer(id) && starts_[index(id)] == 0;
}

void Accesses::scan(InstanceId id) {
  const ir::Body* body = calls_.program().body(calls_.at(id).method);
  if (body == nullptr) return;
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    const ir::Instruction& instruction = body->instructions[i];
    switch (instruction.opcode) {
      case Opcode::kGetField: field(id, i, instruction, false, false); break;
      case Opcode::kPutField: field(id, i, instruction, false, true); break;
      case Opcode::kGetStatic: field(id, i, instruction, true, false); break;
      case Opcode::kPutStatic: field(id, i, instruction, true, true); break;
      case Opcode::kArrayLoad:
      case Opcode::kArrayStore: {
        add({.instance = id,
             .instruction = i,
             .base = static_cast<ir::ValueId>(instruction.a),
             .subject = {.kind = Subject::Kind::kElements},
             .writes = instruction.opcode == Opcode::kArrayStore,
             .owned = {},
             .elements = indices_.range(id, static_cast<ir::ValueId>(instruction.b), i)});
        break;
      }
      case Opcode::kInvoke: call(id, i, instruction); break;
      case Opcode::kInvokeDynamic: concatenation(id, i, instruction); break;
      default: break;
    }
  }
}

void Accesses::field(InstanceId id, std::uint32_t at, const ir::Instruction& access, bool is_static,
                     bool writes) {
  ir::Program& program = calls_.program();
  const ir::ClassId from = program.owner(calls_.at(id).method);
  const auto found = program.resolve_field(from, static_cast<ir::FieldRef>(access.b), is_static);
  if (!found.runs() || program.is(found.member, ir::Access::kVolatile | ir::Access::kFinal)) return;
  if (is_static && initialising_.is_first_to(id, found.member)) return;
  add({.instance = id,
       .instruction = at,
       .base = is_static ? ir::kNoValue : static_cast<ir::ValueId>(access.a),
       .subject = {.kind = is_static ? Subject::Kind::kStatic : Subject::Kind::kField,
                   .field = found.member},
       .writes = writes});
}

// Library objects are one thing each, read or changed by their methods.
void Accesses::call(InstanceId id, std::uint32_t at, const ir::Instruction& invoke) {
  ir::Program& program = calls_.program();
  const ir::MethodId called = facts_.resolved(program.owner(calls_.at(id).method), invoke);
  if (base::is_none(called)) return;
  if (const model::AccessFact* fact = facts_.access(called)) described(id, at, invoke, *fact);
  if (invoke.invocation() == ir::Invocation::kStatic || invoke.c == 0 ||
      program.name(called) == "<init>")
    return;
  touch_all({.instance = id,
             .instruction = at,
             .base = program.body(calls_.at(id).method)->values(invoke)[0],
             .subject = {.kind = Subject::Kind::kState}},
            called, invoke.invocation());
}

void Accesses::concatenation(InstanceId id, std::uint32_t at, const ir::Instruction& invoke) {
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(calls_.at(id).method);
  const ir::Class* code = program.code(program.owner(calls_.at(id).method));
  if (code == nullptr) return;
  const ir::CallSite& site = code->symbols.call_site(static_cast<ir::CallSiteRef>(invoke.a));
  if (site.kind != ir::CallSiteKind::kConcatenate) return;
  const ir::MethodId text = text_method();
  if (base::is_none(text)) return;
  for (const ir::ValueId value : body.values(invoke)) {
    touch_all({.instance = id,
               .instruction = at,
               .base = value,
               .subject = {.kind = Subject::Kind::kState}},
              text, ir::Invocation::kVirtual);
  }
}

void Accesses::touch_all(const Access& access, ir::MethodId method, ir::Invocation invocation) {
  std::vector<Touched> touched;
  const pointsto::ObjectSet& on = calls_.heap().value(access.instance, access.base);
  if (is_anything(on))
    return left_out_.push_back({.instance = access.instance, .instruction = access.instruction});
  on.for_each([&](ObjectId object) {
    if (is_library(object) && !is_overridden(object, method, invocation))
      touch(access, object, method, touched);
  });
  add_touched(touched);
}

// Thousands of calls touch the same objects: what a method does to one is found once, but where it
// is a part, of which the call says more.
void Accesses::touch(const Access& from, ObjectId object, ir::MethodId method,
                     std::vector<Touched>& touched) {
  const auto [place, fresh] = known_touches_.try_emplace(
      std::uint64_t{index(object)} << 32U | index(method), static_cast<std::uint32_t>(0));
  if (fresh) {
    met_part_ = false;
    const std::size_t first = touched.size();
    touch(from, object, method, touched, 0);
    place->second = met_part_ ? kNotKept : static_cast<std::uint32_t>(touches_.size());
    if (met_part_) return;
    touches_.emplace_back(touched.begin() + static_cast<std::ptrdiff_t>(first), touched.end());
    return;
  }
  if (place->second == kNotKept) return touch(from, object, method, touched, 0);
  for (const Touch& known : touches_[place->second]) {
    Access& as = touched.emplace_back(Touched{.object = known.object, .as = from}).as;
    as.writes = known.writes;
    as.through = known.through;
    as.mutex = known.mutex;
    as.mutex_field = known.mutex_field;
  }
}

// What may be any of so many the analysis knows nothing of, and nobody believes a pair of them.
bool Accesses::is_anything(const pointsto::ObjectSet& objects) const {
  constexpr std::size_t kMost = 256;
  if (objects.size() <= kMost) return false;
  std::size_t count = 0;
  objects.for_each([&](ObjectId object) { count += count <= kMost && is_library(object) ? 1 : 0; });
  return count > kMost;
}

namespace {

// An abstract class leaves to others what it keeps.
bool is_abstract(const ir::Program& program, ir::ClassId id) {
  const ir::Class* code = program.code(id);
  return code == nullptr || code->is(ir::Access::kAbstract);
}

}  // namespace

// Of each object, once: calls on what may be thousands of them ask again and again.
void Accesses::list_library_classes() {
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

ir::ClassId Accesses::library_class(ir::ClassId at) {
  const ir::Program& program = calls_.program();
  if (program.layer(at) != ir::Layer::kApplication) return at;
  while (!base::is_none(at) && program.layer(at) == ir::Layer::kApplication)
    at = calls_.program().super(at);
  if (base::is_none(at) || is_abstract(program, at)) return base::kNone<ir::ClassId>;
  const model::ObjectFact* fact = facts_.object(at);
  return fact != nullptr && fact->otherwise == model::Effect::kMutates ? at
                                                                       : base::kNone<ir::ClassId>;
}

bool Accesses::is_overridden(ObjectId object, ir::MethodId method, ir::Invocation invocation) {
  ir::Program& program = calls_.program();
  const ir::Type type = calls_.heap().type(object);
  if (!type.is_class() || program.layer(type.class_id()) != ir::Layer::kApplication) return false;
  if (invocation == ir::Invocation::kSpecial)
    return program.layer(program.owner(method)) == ir::Layer::kApplication;
  const auto selected = program.select(type.class_id(), method, invocation);
  return !selected.runs() ||
         program.layer(program.owner(selected.member)) == ir::Layer::kApplication;
}

const pointsto::ObjectSet& Accesses::held_in(ObjectId object, std::string_view name,
                                             ir::FieldId& field) {
  static const pointsto::ObjectSet kNothing{};
  field = facts_.field(name);
  const ir::Program& program = calls_.program();
  if (base::is_none(field) ||
      !calls_.program().is_subtype(calls_.heap().type(object), ir::Type(program.owner(field))))
    return kNothing;
  return calls_.heap().field(object, field);
}

// What the method does to the object itself, and to what it is a view of.
void Accesses::touch(const Access& from, ObjectId object, ir::MethodId method,
                     std::vector<Touched>& touched, unsigned depth) {
  constexpr unsigned kDeepest = 3;
  const ir::ClassId type = library_class(object);
  if (base::is_none(type) || depth > kDeepest) return;
  const model::ObjectFact* fact = facts_.object(type);
  if (fact == nullptr) return;
  model::Effect effect = facts_.effect(type, method);
  if (effect == model::Effect::kReads && facts_.mutates_if_made_so(type, method) &&
      facts_.is_made_with(calls_.heap().site(object), fact->made_with))
    effect = model::Effect::kMutates;
  if (effect == model::Effect::kReads || effect == model::Effect::kMutates) {
    touched.push_back({.object = object, .as = from});
    touched.back().as.writes = effect == model::Effect::kMutates;
  }
  touch_viewed(from, object, *fact, method, touched, depth);
}

// What it does to what the object is a view or a part of.
void Accesses::touch_viewed(const Access& from, ObjectId object, const model::ObjectFact& fact,
                            ir::MethodId method, std::vector<Touched>& touched, unsigned depth) {
  if (fact.views.empty()) return;
  if (fact.is_part) {
    met_part_ = true;
    return touch_whole(from, object, fact, method, touched);
  }
  Access inside = from;
  const std::string_view name = calls_.program().name(method);
  const bool is_outside = std::ranges::find(fact.outside, name) != fact.outside.end();
  if (!fact.under.empty() && is_outside) inside.mutex = Access::Mutex::kLeft;
  if (!fact.under.empty() && !is_outside) {
    // Whose monitor it is, is known only of what the call itself names.
    if (depth > 0) return;
    const pointsto::ObjectSet& mutex = held_in(object, fact.under, inside.mutex_field);
    // Those with a mutex of somebody else are views that the library hands out itself.
    const bool is_own = mutex.contains(object);
    inside.mutex = is_own ? Access::Mutex::kBase : Access::Mutex::kField;
  }
  for (const std::string& view : fact.views) {
    ir::FieldId field{};
    const pointsto::ObjectSet& inner_objects = held_in(object, view, field);
    if (is_anything(inner_objects)) continue;
    inner_objects.for_each([&](ObjectId inner) {
      inside.through = from.through * 31 + index(field) + 1;
      touch(inside, inner, method, touched, depth + 1);
    });
  }
}

// An iterator, or the keys of a map: the collection is read, or changed, through them.
void Accesses::touch_whole(const Access& from, ObjectId part, const model::ObjectFact& fact,
                           ir::MethodId method, std::vector<Touched>& touched) {
  const std::string_view name = calls_.program().name(method);
  const bool changes = std::ranges::find(fact.changes_whole, name) != fact.changes_whole.end();
  // Who made it by way of a wrapper held the wrapper's monitor.
  const bool is_left = from.mutex == Access::Mutex::kLeft;
  if (!changes && !is_left && is_said_by_maker(from, from.base)) return;
  const ir::Body& body = *calls_.program().body(calls_.at(from.instance).method);
  for (const std::string& view : fact.views) {
    ir::FieldId field{};
    const pointsto::ObjectSet& wholes = held_in(part, view, field);
    if (is_anything(wholes)) continue;
    wholes.for_each([&](ObjectId whole) {
      if (!is_library(whole)) return;
      Access access = from;
      access.writes = changes;
      access.through = index(field) + 1;
      // As if the collection itself were called, where the code says which it is.
      const ir::Instruction& made = body.at(ir::without_casts(body, from.base));
      if (made.opcode == Opcode::kInvoke && made.c != 0 &&
          made.invocation() != ir::Invocation::kStatic) {
        const ir::ValueId of = body.values(made)[0];
        if (calls_.heap().value(from.instance, of).contains(whole)) {
          access.base = of;
          access.through = 0;
        } else if (is_left) {
          if (const auto through = view_of(from.instance, of, whole)) {
            access.base = of;
            access.through = index(*through) + 1;
          }
        }
      }
      touched.push_back({.object = whole, .as = access});
    });
  }
}

// The field by which it is a view of that: `gauges.keySet().iterator()`, of a wrapped map.
std::optional<ir::FieldId> Accesses::view_of(InstanceId id, ir::ValueId wrapper, ObjectId inner) {
  const std::uint64_t key = std::uint64_t{index(id)} << 32U | index(wrapper);
  if (inside_of_ != key) {
    inside_of_ = key;
    find_inside(calls_.heap().value(id, wrapper));
  }
  const auto found = inside_.find(index(inner));
  return found == inside_.end() ? std::nullopt : std::optional(found->second);
}

void Accesses::find_inside(const pointsto::ObjectSet& wrappers) {
  inside_.clear();
  wrappers.for_each([&](ObjectId object) {
    const ir::ClassId type = library_class(object);
    const model::ObjectFact* fact = base::is_none(type) ? nullptr : facts_.object(type);
    if (fact == nullptr || fact->is_part) return;
    for (const std::string& view : fact->views) {
      ir::FieldId field{};
      const pointsto::ObjectSet& inner_objects = held_in(object, view, field);
      inner_objects.for_each([&](ObjectId inner) { inside_[index(inner)] = field; });
    }
  });
}

namespace {

bool are_among(std::span<const locks::Lock> locks, std::span<const locks::Lock> held) {
  return std::ranges::all_of(locks, [&](const locks::Lock& lock) {
    return std::ranges::any_of(held,
                               [&](const locks::Lock& other) { return other.key() == lock.key(); });
  });
}

}  // namespace

// Not by a method of the program that holds a lock while it makes the part, and gives it out.
bool Accesses::is_said_by_maker(const Access& access, ir::ValueId part) {
  const ir::Body& body = *calls_.program().body(calls_.at(access.instance).method);
  const ir::ValueId made = ir::without_casts(body, part);
  if (body.at(made).opcode != Opcode::kInvoke) return false;
  const auto here = locks_.at(access.instance, access.instruction);
  return are_among(locks_.at(access.instance, index(made)), here) &&
         is_made_bare(access.instance, made, kMostMakers);
}

bool Accesses::is_made_bare(InstanceId id, ir::ValueId made, unsigned deeper) {
  const auto calls = calls_.calls_at(id, index(made));
  return std::ranges::all_of(calls, [&](const origins::Call& call) {
    return call.initializes || calls_.is_platform(call.callee) ||
           (deeper != 0 && gives_bare(call.callee, deeper - 1));
  });
}

bool Accesses::gives_bare(InstanceId id, unsigned deeper) {
  const ir::Body* body = calls_.program().body(calls_.at(id).method);
  if (body == nullptr) return true;
  const auto at_entry = locks_.at_entry(id);
  return std::ranges::all_of(body->instructions, [&](const ir::Instruction& end) {
    if (end.opcode != Opcode::kReturn || end.a == index(ir::kNoValue)) return true;
    const ir::ValueId made = ir::without_casts(*body, static_cast<ir::ValueId>(end.a));
    if (body->at(made).opcode == Opcode::kConstNull) return true;
    return body->at(made).opcode == Opcode::kInvoke &&
           are_among(locks_.at(id, index(made)), at_entry) && is_made_bare(id, made, deeper);
  });
}

void Accesses::add_touched(const std::vector<Touched>& touched) {
  if (touched.empty()) return;
  ++counts_.accesses;
  const Access& any = touched.front().as;
  if (ownership_.at(any.instance, any.instruction, any.base) == Owned::kFresh) {
    ++counts_.owned;
    return;
  }
  const auto first = static_cast<std::uint32_t>(all_.size());
  for (const auto& [object, as] : touched) {
    if (!sharing_.is_shared(object) || initialising_.is_first_to(as.instance, object)) continue;
    const auto is_same = [&](const Access& other) {
      return other.writes == as.writes && other.base == as.base && other.through == as.through &&
             other.mutex == as.mutex && other.mutex_field == as.mutex_field;
    };
    const auto known = std::find_if(all_.begin() + first, all_.end(), is_same);
    const auto number = static_cast<std::uint32_t>(known - all_.begin());
    if (known == all_.end()) {
      all_.push_back(as);
      all_.back().owned = ownership_.at(as.instance, as.instruction, as.base);
    }
    file(number, object);
  }
}

void Accesses::described(InstanceId id, std::uint32_t at, const ir::Instruction& invoke,
                         const model::AccessFact& fact) {
  const ir::Body& body = *calls_.program().body(calls_.at(id).method);
  const ir::ValueId handle = fact.of ? facts_.operand(body, invoke, *fact.of) : ir::kNoValue;
  for (const bool writes : {false, true}) {
    const std::optional<model::Path>& path = writes ? fact.writes : fact.reads;
    if (!path) continue;
    const Access access{.instance = id,
                        .instruction = at,
                        .base = facts_.operand(body, invoke, *path),
                        .subject = {.kind = Subject::Kind::kElements},
                        .writes = writes,
                        .is_atomic = fact.mode != model::AccessFact::Mode::kPlain};
    if (fact.of) {
      described(access, handle);
      continue;
    }
    if (access.base == ir::kNoValue) continue;
    add(access);
    touch_given(access);
  }
}

// Not an array: a collection that is given as an argument. A view is read as by `toString`.
void Accesses::touch_given(Access access) {
  access.subject = {.kind = Subject::Kind::kState};
  const ir::MethodId text = text_method();
  std::vector<Touched> touched;
  calls_.heap().value(access.instance, access.base).for_each([&](ObjectId object) {
    if (!is_library(object)) return;
    const model::ObjectFact* said = facts_.object(library_class(object));
    if (said == nullptr) return;
    if (said->otherwise == model::Effect::kMutates)
      touched.push_back({.object = object, .as = access});
    if (!access.writes && !base::is_none(text)) touch_viewed(access, object, *said, text, touched);
  });
  add_touched(touched);
}

ir::MethodId Accesses::text_method() {
  ir::Program& program = calls_.program();
  return program.declared_method(program.object(), "toString", "()Ljava/lang/String;");
}

// The fields that a handle or an offset stands for.
void Accesses::described(Access access, ir::ValueId handle) {
  if (handle == ir::kNoValue) return;
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Instruction& said = program.body(method)->at(handle);
  std::vector<ir::FieldId> fields;
  bool is_element = false;
  calls_.heap().value(access.instance, handle).for_each([&](ObjectId object) {
    const pointsto::Site& site = calls_.heap().site(object);
    if (site.kind == pointsto::SiteKind::kField) {
      fields.push_back(base::id_at<ir::FieldId>(site.a));
    } else if (site.kind == pointsto::SiteKind::kCreated) {
      is_element = true;
    }
  });
  if (said.opcode == Opcode::kGetStatic && fields.empty() && !is_element) {
    const auto held =
        program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(said.b), true);
    if (held.runs()) fields = facts_.fields_of_offset(held.member);
  }
  for (const ir::FieldId field : fields) {
    if (program.is(field, ir::Access::kVolatile)) continue;
    const bool is_static = program.is(field, ir::Access::kStatic);
    Access one = access;
    one.subject = {.kind = is_static ? Subject::Kind::kStatic : Subject::Kind::kField,
                   .field = field};
    if (is_static) one.base = ir::kNoValue;
    if (is_static || one.base != ir::kNoValue) add(one);
  }
  if (is_element && access.base != ir::kNoValue) add(access);
}

void Accesses::add(Access access) {
  ++counts_.accesses;
  const auto number = static_cast<std::uint32_t>(all_.size());
  if (access.base == ir::kNoValue) {
    all_.push_back(access);
    file(number, base::kNone<ObjectId>);
    return;
  }
  const pointsto::ObjectSet& objects = calls_.heap().value(access.instance, access.base);
  std::vector<ObjectId> shared;
  objects.for_each([&](ObjectId object) {
    if (sharing_.is_shared(object) && !initialising_.is_first_to(access.instance, object))
      shared.push_back(object);
  });
  if (shared.empty()) return;
  access.owned = ownership_.at(access.instance, access.instruction, access.base);
  if (access.owned == Owned::kFresh) {
    ++counts_.owned;
    fresh_.push_back(access);
    return;
  }
  ++counts_.shared;
  all_.push_back(access);
  for (const ObjectId object : shared) file(number, object);
}

// `static final Name[] NONE = {};`, which a thousand places give back.
bool Accesses::has_no_elements(ObjectId array) const {
  const pointsto::Site& site = calls_.heap().site(array);
  if (site.kind != pointsto::SiteKind::kNew || site.level != 0) return false;
  const ir::Body* body = calls_.program().body(base::id_at<ir::MethodId>(site.a));
  if (body == nullptr || site.b >= body->instructions.size()) return false;
  const ir::Instruction& made = body->instructions[site.b];
  if (made.opcode != Opcode::kNewArray) return false;
  const ir::Instruction& length = body->instructions[made.a];
  return length.opcode == Opcode::kConstInt && length.a == 0;
}

void Accesses::file(std::uint32_t number, ObjectId object) {
  const Subject& subject = all_[number].subject;
  if (!base::is_none(object)) {
    // An object that the filter of the field's class lets not pass has no such field.
    const ir::Type type = calls_.heap().type(object);
    if (subject.kind == Subject::Kind::kElements && (!type.is_array() || has_no_elements(object)))
      return;
    if (subject.kind == Subject::Kind::kField &&
        !calls_.program().is_subtype(type, ir::Type(calls_.program().owner(subject.field))))
      return;
  }
  const auto [place, fresh] = by_key_.try_emplace(
      {index(object), static_cast<std::uint32_t>(subject.kind), index(subject.field)},
      static_cast<std::uint32_t>(locations_.size()));
  if (fresh) locations_.push_back({.object = object, .subject = subject, .accesses = {}});
  locations_[place->second].accesses.push_back(number);
}

}  // namespace heddle::races
