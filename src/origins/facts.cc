#include "origins/facts.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/symbols.h"

namespace heddle::origins {

using base::index;

Facts::Facts(ir::Program& program, const model::Models& models)
    : program_(program), models_(models) {
  for (const model::LockFact& fact : models.locks()) names_.insert(fact.method.name);
  for (const model::OrderFact& fact : models.orders()) names_.insert(fact.method.name);
  for (const model::AccessFact& fact : models.accesses()) access_names_.insert(fact.method.name);
}

const model::Method* Facts::model(ir::MethodId method) const {
  return models_.method(program_.name(program_.owner(method)), program_.name(method),
                        program_.descriptor(method));
}

bool Facts::ask(ir::ClassId owner, ir::MethodId method, OfMethod& found) const {
  const std::string_view class_name = program_.name(owner);
  const std::string_view name = program_.name(method);
  const std::string_view descriptor = program_.descriptor(method);
  if (found.lock == nullptr) found.lock = models_.lock(class_name, name, descriptor);
  if (found.order.empty()) {
    const auto facts = models_.order(class_name, name, descriptor);
    found.order.assign(facts.begin(), facts.end());
  }
  return found.lock != nullptr || !found.order.empty();
}

const Facts::OfMethod& Facts::of(ir::MethodId method) {
  static const OfMethod kNothing;
  if (!names_.contains(program_.name(method))) return kNothing;
  const auto known = methods_.find(index(method));
  if (known != methods_.end()) return known->second;
  OfMethod found;
  const ir::ClassId owner = program_.owner(method);
  bool is_said = false;
  for (ir::ClassId at = owner; !base::is_none(at) && !is_said; at = program_.super(at))
    is_said = ask(at, method, found);
  if (!is_said) {
    for (const ir::ClassId above : program_.all_interfaces(owner))
      if (ask(above, method, found)) break;
  }
  return methods_.emplace(index(method), std::move(found)).first->second;
}

const model::ObjectFact* Facts::object(ir::ClassId object) {
  const auto [place, fresh] = objects_.try_emplace(index(object), nullptr);
  if (!fresh) return place->second;
  const model::ObjectFact* found = nullptr;
  for (ir::ClassId at = object; !base::is_none(at) && found == nullptr; at = program_.super(at))
    found = models_.object(program_.name(at));
  if (found == nullptr) {
    for (const ir::ClassId above : program_.all_interfaces(object)) {
      found = models_.object(program_.name(above));
      if (found != nullptr) break;
    }
  }
  return objects_[index(object)] = found;
}

model::Effect Facts::effect(ir::ClassId of, ir::MethodId method) {
  // `queue.notifyAll()`: what nobody overrides and the root of all classes does knows of no state.
  if (program_.is(method, ir::Access::kFinal) &&
      base::is_none(program_.super(program_.owner(method))))
    return model::Effect::kSafe;
  const model::ObjectFact* fact = object(of);
  if (fact == nullptr) return model::Effect::kUnsaid;
  const auto [place, fresh] =
      effects_.try_emplace(std::uint64_t{index(of)} << 32U | index(method), model::Effect::kUnsaid);
  if (fresh)
    place->second = model::effect(*fact, program_.name(method), program_.descriptor(method));
  return place->second;
}

bool Facts::mutates_if_made_so(ir::ClassId of, ir::MethodId method) {
  const model::ObjectFact* fact = object(of);
  return fact != nullptr &&
         std::ranges::find(fact->then_mutates, program_.name(method)) != fact->then_mutates.end();
}

const model::AccessFact* Facts::access(ir::MethodId method) {
  if (!access_names_.contains(program_.name(method))) return nullptr;
  const auto [place, fresh] = accesses_.try_emplace(index(method), nullptr);
  if (!fresh) return place->second;
  const model::AccessFact* found = nullptr;
  const auto ask = [&](ir::ClassId owner) {
    if (found == nullptr)
      found =
          models_.access(program_.name(owner), program_.name(method), program_.descriptor(method));
  };
  const ir::ClassId owner = program_.owner(method);
  for (ir::ClassId at = owner; !base::is_none(at); at = program_.super(at)) ask(at);
  for (const ir::ClassId above : program_.all_interfaces(owner)) ask(above);
  return accesses_[index(method)] = found;
}

bool Facts::are_given(const ir::Body& body, const ir::Instruction& invoke,
                      std::span<const model::Constant> constants) {
  const auto values = body.values(invoke);
  const std::size_t receivers = invoke.invocation() == ir::Invocation::kStatic ? 0 : 1;
  return std::ranges::all_of(constants, [&](const model::Constant& wanted) {
    if (wanted.argument + receivers >= values.size()) return wanted.value == 0;
    const ir::Instruction& value = body.at(values[wanted.argument + receivers]);
    if (value.opcode == ir::Opcode::kConstNull) return wanted.value == 0;
    return value.opcode == ir::Opcode::kConstInt &&
           value.a == static_cast<std::uint32_t>(wanted.value);
  });
}

model::When Facts::holds_when(ir::ClassId from, const ir::Body& body, const ir::Instruction& invoke,
                              const model::OrderFact& fact) {
  const auto values = body.values(invoke);
  const std::size_t receivers = invoke.invocation() == ir::Invocation::kStatic ? 0 : 1;
  const auto is_so_long = [&](const model::Patience& patience) {
    const std::size_t position = patience.argument + receivers;
    if (position >= values.size()) return false;
    const ir::Instruction& time = body.at(values[position]);
    if (time.opcode != ir::Opcode::kConstLong) return false;
    const auto number = static_cast<std::int64_t>(std::uint64_t{time.b} << 32U | time.a);
    if (number < patience.least || patience.unit.empty()) return number >= patience.least;
    if (position + 1 >= values.size()) return false;
    const ir::Instruction& unit = body.at(values[position + 1]);
    if (unit.opcode != ir::Opcode::kGetStatic) return false;
    const auto read = program_.resolve_field(from, static_cast<ir::FieldRef>(unit.b), true);
    return read.runs() && read.member == field(patience.unit);
  };
  return std::ranges::any_of(fact.patience, is_so_long) ? model::When::kAlways : fact.when;
}

bool Facts::is_made_with(const pointsto::Site& site, std::span<const model::Constant> constants) {
  return site.kind == pointsto::SiteKind::kNew &&
         is_made_with(base::id_at<ir::MethodId>(site.a), site.b, false, constants, 0);
}

namespace {

constexpr std::uint32_t kThis = 0xFFFF'FFFF;

// The call of a constructor on what is made there, or on `this`; null: there is none.
const ir::Instruction* construction(Facts& facts, ir::Program& program, ir::MethodId method,
                                    std::uint32_t made) {
  const ir::Body* body = program.body(method);
  if (body == nullptr) return nullptr;
  for (const ir::Instruction& invoke : body->instructions) {
    if (invoke.opcode != ir::Opcode::kInvoke || invoke.invocation() != ir::Invocation::kSpecial ||
        invoke.c == 0)
      continue;
    const std::uint32_t on = index(body->values(invoke)[0]);
    const ir::Instruction& object = body->instructions[on];
    const bool is_it =
        made == kThis ? object.opcode == ir::Opcode::kParameter && object.a == 0 : on == made;
    if (!is_it) continue;
    const ir::MethodId called = facts.resolved(program.owner(method), invoke);
    if (!base::is_none(called) && program.name(called) == "<init>") return &invoke;
  }
  return nullptr;
}

// What a constructor must be given so that the one it calls on is given these constants: that of an
// anonymous class hands on what it gets.
std::optional<std::vector<model::Constant>> handed_on(const ir::Body& body,
                                                      const ir::Instruction& invoke,
                                                      std::span<const model::Constant> constants) {
  std::vector<model::Constant> wanted;
  const auto values = body.values(invoke);
  for (const model::Constant& each : constants) {
    const std::size_t place = each.argument + 1;
    const bool is_handed =
        place < values.size() && body.at(values[place]).opcode == ir::Opcode::kParameter;
    if (is_handed && body.at(values[place]).a > 0) {
      wanted.push_back(each);
      wanted.back().argument = body.at(values[place]).a - 1;
    } else if (!Facts::are_given(body, invoke, {&each, 1})) {
      return std::nullopt;
    }
  }
  return wanted;
}

}  // namespace

// The constructor that is called on it; that of a class which extends the library's calls on.
bool Facts::is_made_with(ir::MethodId method, std::uint32_t made, bool is_this,
                         std::span<const model::Constant> constants, unsigned depth) {
  constexpr unsigned kDeepest = 4;
  const ir::Body* body = program_.body(method);
  if (body == nullptr || depth > kDeepest) return false;
  const ir::Instruction* invoke = construction(*this, program_, method, is_this ? kThis : made);
  if (invoke == nullptr) return false;
  const ir::MethodId called = resolved(program_.owner(method), *invoke);
  const auto is_platform = [&](ir::MethodId id) {
    return program_.layer(program_.owner(id)) == ir::Layer::kPlatform;
  };
  if (is_platform(called)) return are_given(*body, *invoke, constants);
  const ir::Instruction* next = construction(*this, program_, called, kThis);
  if (next == nullptr) return false;
  if (!is_platform(resolved(program_.owner(called), *next)))
    return is_made_with(called, 0, true, constants, depth + 1);
  const auto wanted = handed_on(*program_.body(called), *next, constants);
  return wanted && are_given(*body, *invoke, *wanted);
}

ir::FieldId Facts::field(std::string_view name) {
  const auto [place, fresh] = fields_.try_emplace(std::string(name), base::kNone<ir::FieldId>);
  if (!fresh) return place->second;
  const std::size_t dot = name.rfind('.');
  const ir::ClassId owner = program_.find(name.substr(0, dot));
  if (base::is_none(owner) || program_.is_phantom(owner)) return place->second;
  for (std::uint32_t i = 0; i < program_.field_count(owner); ++i) {
    const ir::FieldId field = base::id_at<ir::FieldId>(index(program_.first_field(owner)) + i);
    if (program_.name(field) == name.substr(dot + 1)) place->second = field;
  }
  return place->second;
}

namespace {

// The last class and text among the constants that a value is worked out from.
struct Named {
  std::uint32_t type = 0, text = 0;
  bool has_type = false, has_text = false;
};

void look_for_names(const ir::Body& body, ir::ValueId value, unsigned depth, Named& found) {
  constexpr unsigned kDeepest = 3;
  const ir::Instruction& made = body.at(value);
  if (made.opcode == ir::Opcode::kConstClass) {
    found.type = made.a;
    found.has_type = true;
  } else if (made.opcode == ir::Opcode::kConstString) {
    found.text = made.a;
    found.has_text = true;
  } else if (made.opcode == ir::Opcode::kInvoke && depth < kDeepest) {
    for (const ir::ValueId argument : body.values(made))
      look_for_names(body, argument, depth + 1, found);
  }
}

}  // namespace

std::vector<ir::FieldId> Facts::fields_of_offset(ir::FieldId held) {
  std::vector<ir::FieldId> found;
  const ir::ClassId owner = program_.owner(held);
  if (program_.is_phantom(owner)) return found;
  const ir::MethodId initializer = program_.declared_method(owner, "<clinit>", "()V");
  const ir::Body* body = base::is_none(initializer) ? nullptr : program_.body(initializer);
  if (body == nullptr) return found;
  for (const ir::Instruction& put : body->instructions) {
    if (put.opcode != ir::Opcode::kPutStatic) continue;
    const auto set = program_.resolve_field(owner, static_cast<ir::FieldRef>(put.b), true);
    if (!set.runs() || set.member != held) continue;
    Named names;
    look_for_names(*body, static_cast<ir::ValueId>(put.c), 0, names);
    if (!names.has_type || !names.has_text) continue;
    const ir::Type type = program_.type_of(owner, ir::TypeRef::from_bits(names.type));
    if (!type.is_class() || program_.is_phantom(type.class_id())) continue;
    const std::string_view name =
        program_.code(owner)->symbols.string(static_cast<ir::StringRef>(names.text));
    for (std::uint32_t i = 0; i < program_.field_count(type.class_id()); ++i) {
      const auto field = base::id_at<ir::FieldId>(index(program_.first_field(type.class_id())) + i);
      if (program_.name(field) == name) found.push_back(field);
    }
  }
  return found;
}

ir::MethodId Facts::resolved(ir::ClassId from, const ir::Instruction& invoke) {
  const auto ref = static_cast<ir::MethodRef>(invoke.a);
  const auto found = invoke.invocation() == ir::Invocation::kSpecial
                         ? program_.special_target(from, ref)
                         : program_.resolve_method(from, ref, invoke.invocation());
  return found.runs() ? found.member : base::kNone<ir::MethodId>;
}

ir::ValueId Facts::operand(const ir::Body& body, const ir::Instruction& invoke,
                           const model::Path& path) const {
  if (!path.selectors.empty()) return ir::kNoValue;
  const auto values = body.values(invoke);
  const std::size_t receivers = invoke.invocation() == ir::Invocation::kStatic ? 0 : 1;
  switch (path.root) {
    case model::Path::Root::kReceiver:
      return receivers == 1 && !values.empty() ? values[0] : ir::kNoValue;
    case model::Path::Root::kArgument:
      return path.argument + receivers < values.size() ? values[path.argument + receivers]
                                                       : ir::kNoValue;
    case model::Path::Root::kResult:
    case model::Path::Root::kStatic: break;
  }
  return ir::kNoValue;
}

}  // namespace heddle::origins
