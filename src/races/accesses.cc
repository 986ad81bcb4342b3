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
      origins_(origins),
      facts_(facts),
      sharing_(sharing),
      ownership_(ownership),
      locks_(locks),
      touches_(calls, facts),
      initialising_(calls, origins, sharing),
      indices_(calls) {
  find_starting(origins);
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
      case Opcode::kInvokeDynamic:
        concatenation(id, i, instruction);
        reference(id, i, instruction);
        break;
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
  referred(id, at, invoke, called);
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
  const auto* touches =
      touches_.of(calls_.heap().value(access.instance, access.base), method, invocation);
  if (touches == nullptr)
    return left_out_.push_back({.instance = access.instance, .instruction = access.instruction});
  std::vector<Touched> touched;
  tell(access, *touches, touched);
  add_touched(touched);
}

void Accesses::tell(const Access& access, std::span<const Touches::Touch> touches,
                    std::vector<Touched>& touched) {
  const bool has_wholes =
      std::ranges::any_of(touches, [](const Touches::Touch& touch) { return touch.is_whole; });
  const Maker by = has_wholes ? maker(access) : Maker{};
  for (const Touches::Touch& touch : touches)
    if (const auto as = as_told(access, touch, by))
      touched.push_back({.object = touch.object, .as = *as});
}

// Nothing: who made the part has read the whole.
std::optional<Access> Accesses::as_told(const Access& access, const Touches::Touch& touch,
                                        const Maker& maker) {
  Access told = access;
  told.writes = touch.writes;
  told.through = touch.through;
  told.mutex = touch.mutex;
  told.mutex_field = touch.mutex_field;
  if (!touch.is_whole) return told;
  // Who made it by way of a wrapper held the wrapper's monitor.
  if (!touch.writes && touch.mutex != Access::Mutex::kLeft && maker.holds_as_much)
    return std::nullopt;
  if (maker.of != ir::kNoValue) through_maker(told, touch.object, maker);
  return told;
}

// As if the collection itself were called, where the code says which it is.
void Accesses::through_maker(Access& access, ObjectId whole, const Maker& maker) {
  if (calls_.heap().value(access.instance, maker.of).contains(whole)) {
    access.base = maker.of;
    access.through = 0;
  } else if (access.mutex == Access::Mutex::kLeft) {
    if (const auto through = view_of(access.instance, maker.of, whole)) {
      access.base = maker.of;
      access.through = index(*through) + 1;
    }
  }
}

Accesses::Maker Accesses::maker(const Access& access) {
  const ir::Body& body = *calls_.program().body(calls_.at(access.instance).method);
  const ir::ValueId made = ir::without_casts(body, access.base);
  const ir::Instruction& invoke = body.at(made);
  if (invoke.opcode != Opcode::kInvoke) return {};
  const bool is_of = invoke.c != 0 && invoke.invocation() != ir::Invocation::kStatic;
  return {.of = is_of ? body.values(invoke)[0] : ir::kNoValue,
          .holds_as_much = holds_as_much(access, made)};
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
    const ir::ClassId type = touches_.library_class(object);
    const model::ObjectFact* fact = base::is_none(type) ? nullptr : facts_.object(type);
    if (fact == nullptr || fact->is_part) return;
    for (const ir::FieldId field : touches_.views(*fact)) {
      const pointsto::ObjectSet& inner_objects = touches_.held_in(object, field);
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

// Not where a method of the program holds a lock while it makes the part, and gives it out.
bool Accesses::holds_as_much(const Access& access, ir::ValueId made) {
  const auto here = locks_.at(access.instance, access.instruction);
  return are_among(locks_.at(access.instance, index(made)), here) &&
         is_made_bare(access.instance, made, kMostMakers);
}

bool Accesses::is_made_bare(InstanceId id, ir::ValueId made, unsigned deeper) {
  const auto calls = calls_.calls_at(id, index(made));
  return calls.size() <= kMostMade && std::ranges::all_of(calls, [&](const origins::Call& call) {
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
  const bool is_others = any.called_from.has_value();
  if (!is_others && ownership_.at(any.instance, any.instruction, any.base) == Owned::kFresh) {
    ++counts_.owned;
    return;
  }
  const auto first = static_cast<std::uint32_t>(all_.size());
  filed_.clear();
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
      if (!is_others) all_.back().owned = ownership_.at(as.instance, as.instruction, as.base);
    }
    // By several of the objects that are called.
    if (filed_.insert(std::uint64_t{index(object)} << 32U | number).second) file(number, object);
  }
}

void Accesses::described(InstanceId id, std::uint32_t at, const ir::Instruction& invoke,
                         const model::AccessFact& fact) {
  const ir::Body& body = *calls_.program().body(calls_.at(id).method);
  const ir::ValueId handle = fact.of ? facts_.operand(body, invoke, *fact.of) : ir::kNoValue;
  for (const bool writes : {false, true}) {
    const std::optional<model::Path>& path = writes ? fact.writes : fact.reads;
    if (!path) continue;
    const auto number = [&](const std::optional<model::Path>& of) {
      const ir::ValueId value = of ? facts_.operand(body, invoke, *of) : ir::kNoValue;
      return value != ir::kNoValue && body.type(value) == ir::kIntType ? value : ir::kNoValue;
    };
    const Access access{.instance = id,
                        .instruction = at,
                        .base = facts_.operand(body, invoke, *path),
                        .subject = {.kind = Subject::Kind::kElements},
                        .writes = writes,
                        .first = number(writes ? fact.writes_from : fact.reads_from),
                        .behind = number(fact.behind),
                        .count = number(fact.count),
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
  const pointsto::ObjectSet& given = calls_.heap().value(access.instance, access.base);
  std::vector<Touched> touched;
  given.for_each([&](ObjectId object) {
    if (!touches_.is_library(object)) return;
    const model::ObjectFact* said = facts_.object(touches_.library_class(object));
    if (said == nullptr || said->otherwise != model::Effect::kMutates) return;
    touched.push_back({.object = object, .as = access});
  });
  const ir::MethodId text = text_method();
  if (!access.writes && !base::is_none(text)) tell(access, touches_.viewed(given, text), touched);
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
