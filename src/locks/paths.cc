#include "locks/paths.h"

#include <fmt/format.h>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/sites.h"

namespace heddle::locks {

using base::index;
using ir::Opcode;

PathId Paths::intern(Path path) {
  const auto [place, fresh] = ids_.try_emplace(path, base::id_at<PathId>(paths_.size()));
  if (fresh) paths_.push_back(path);
  return place->second;
}

PathId Paths::of(ir::MethodId method, ir::ValueId value) {
  const std::uint64_t key = std::uint64_t{index(method)} << 32U | index(value);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  // Who asks again on the way, round a loop, gets the value itself.
  known_[key] = intern({Path::Kind::kValue, index(method), index(value)});
  const PathId found = find(method, *program_.body(method), value, 0);
  return known_[key] = found;
}

PathId Paths::find(ir::MethodId method, const ir::Body& body, ir::ValueId value, unsigned depth) {
  constexpr unsigned kDeepest = 8;
  const ir::Instruction& made = body.at(value);
  const Path own{.kind = Path::Kind::kValue, .a = index(method), .b = index(value)};
  if (depth > kDeepest) return intern(own);
  const auto resolved = [&](bool is_static) {
    return program_.resolve_field(program_.owner(method), static_cast<ir::FieldRef>(made.b),
                                  is_static);
  };
  switch (made.opcode) {
    case Opcode::kParameter: return parameter(made.a);
    case Opcode::kCheckCast: return find(method, body, static_cast<ir::ValueId>(made.a), depth + 1);
    case Opcode::kConstClass:
      return class_object(program_.type_of(program_.owner(method), ir::TypeRef::from_bits(made.a)));
    case Opcode::kGetStatic: {
      const auto field = resolved(true);
      if (!field.runs() || !fields_.is_stable(field.member)) break;
      return intern({Path::Kind::kStatic, index(field.member), 0});
    }
    case Opcode::kGetField: {
      const auto field = resolved(false);
      if (!field.runs() || !fields_.is_stable(field.member)) break;
      const PathId from = find(method, body, static_cast<ir::ValueId>(made.a), depth + 1);
      return this->field(from, field.member);
    }
    case Opcode::kPhi: {
      std::optional<PathId> common;
      for (const ir::ValueId part : body.values(made)) {
        if (part == value) continue;
        if (body.at(part).opcode == Opcode::kPhi) return intern(own);
        const PathId path = find(method, body, part, depth + 1);
        if (common && *common != path) return intern(own);
        common = path;
      }
      if (common) return *common;
      break;
    }
    case Opcode::kInvoke:
      if (const auto same = result(method, body, value, depth)) return *same;
      break;
    default: break;
  }
  return intern(own);
}

std::optional<PathId> Paths::result(ir::MethodId method, const ir::Body& body, ir::ValueId invoke,
                                    unsigned depth) {
  const ir::MethodId target = calls_.only_target(method, index(invoke));
  if (base::is_none(target) || target == method ||
      program_.layer(program_.owner(target)) == ir::Layer::kPlatform ||
      calls_.named(method, index(invoke)) != program_.name(target))
    return std::nullopt;
  const ir::Body* called = program_.body(target);
  if (called == nullptr) return std::nullopt;
  std::optional<PathId> common;
  for (const ir::Instruction& last : called->instructions) {
    if (last.opcode != Opcode::kReturn || last.a == index(ir::kNoValue)) continue;
    const PathId path = find(target, *called, static_cast<ir::ValueId>(last.a), depth + 1);
    if (common && *common != path) return std::nullopt;
    common = path;
  }
  if (!common || is_global(*common)) return common;
  const auto arguments = body.values(body.at(invoke));
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    const PathId here = find(method, body, arguments[i], depth + 1);
    if (const auto moved = rebase(*common, parameter(i), here)) return moved;
  }
  return std::nullopt;
}

PathId Paths::field(PathId from, ir::FieldId field) {
  const Path made = paths_[index(from)];
  if (made.kind == Path::Kind::kValue && field != kExplicitLock) {
    if (const auto same = given(made, field)) return *same;
  }
  return intern({Path::Kind::kField, index(from), index(field)});
}

const ir::Instruction* Paths::construction(const Path& made, ir::MethodId& constructor) {
  if (made.kind != Path::Kind::kValue || made.a == 0xFFFF'FFFF) return nullptr;
  const ir::MethodId method = base::id_at<ir::MethodId>(made.a);
  const ir::Body& body = *program_.body(method);
  if (body.instructions[made.b].opcode != Opcode::kNew) return nullptr;
  for (const ir::Instruction& invoke : body.instructions) {
    if (invoke.opcode != Opcode::kInvoke || invoke.invocation() != ir::Invocation::kSpecial ||
        invoke.c < 2 || index(body.values(invoke)[0]) != made.b)
      continue;
    const auto target =
        program_.special_target(program_.owner(method), static_cast<ir::MethodRef>(invoke.a));
    if (!target.runs() || program_.name(target.member) != "<init>") continue;
    constructor = target.member;
    return &invoke;
  }
  return nullptr;
}

std::optional<PathId> Paths::given(const Path& made, ir::FieldId field) {
  ir::MethodId constructor{};
  const ir::Instruction* call = construction(made, constructor);
  if (call == nullptr) return std::nullopt;
  const ir::MethodId method = base::id_at<ir::MethodId>(made.a);
  const std::uint32_t position = parameter_for(constructor, field);
  const auto arguments = program_.body(method)->values(*call);
  if (position == 0 || position >= arguments.size()) return std::nullopt;
  return of(method, arguments[position]);
}

std::vector<Paths::Given> Paths::all_given(PathId made) {
  const Path path = paths_[index(made)];
  ir::MethodId constructor{};
  std::vector<Given> found;
  if (construction(path, constructor) == nullptr) return found;
  const ir::Body* body = program_.body(constructor);
  if (body == nullptr) return found;
  for (const ir::Instruction& put : body->instructions) {
    if (put.opcode != Opcode::kPutField) continue;
    const auto set = program_.resolve_field(program_.owner(constructor),
                                            static_cast<ir::FieldRef>(put.b), false);
    if (!set.runs()) continue;
    if (const auto value = given(path, set.member))
      found.push_back({.field = set.member, .path = *value});
  }
  return found;
}

std::uint32_t Paths::parameter_for(ir::MethodId constructor, ir::FieldId field) {
  const std::uint64_t key = std::uint64_t{index(constructor)} << 32U | index(field);
  const auto [place, fresh] = parameters_.try_emplace(key, 0);
  const ir::Body* body = program_.body(constructor);
  if (!fresh || body == nullptr || !fields_.is_stable(field)) return place->second;
  std::uint32_t found = 0, puts = 0;
  for (const ir::Instruction& put : body->instructions) {
    if (put.opcode != Opcode::kPutField) continue;
    const auto set = program_.resolve_field(program_.owner(constructor),
                                            static_cast<ir::FieldRef>(put.b), false);
    if (!set.runs() || set.member != field) continue;
    ++puts;
    const ir::Instruction& on = body->instructions[put.a];
    const ir::Instruction& value =
        body->at(ir::without_casts(*body, static_cast<ir::ValueId>(put.c)));
    if (on.opcode == Opcode::kParameter && on.a == 0 && value.opcode == Opcode::kParameter)
      found = value.a;
  }
  if (puts == 0) return parameters_[key] = parameter_handed_on(constructor, field);
  return parameters_[key] = puts == 1 ? found : 0;
}

// `this(number)`, as constructors do that the compiler adds for those of inner classes.
std::uint32_t Paths::parameter_handed_on(ir::MethodId constructor, ir::FieldId field) {
  const ir::Body& body = *program_.body(constructor);
  std::uint32_t found = 0, calls = 0;
  for (const ir::Instruction& call : body.instructions) {
    if (call.opcode != Opcode::kInvoke || call.invocation() != ir::Invocation::kSpecial) continue;
    const ir::Instruction& on = body.at(body.values(call)[0]);
    if (on.opcode != Opcode::kParameter || on.a != 0) continue;
    const auto target =
        program_.special_target(program_.owner(constructor), static_cast<ir::MethodRef>(call.a));
    if (!target.runs() || program_.name(target.member) != "<init>") continue;
    ++calls;
    if (program_.owner(target.member) != program_.owner(constructor)) continue;
    const std::uint32_t position = parameter_for(target.member, field);
    if (position == 0 || position >= call.c) continue;
    const ir::Instruction& given = body.at(body.values(call)[position]);
    if (given.opcode == Opcode::kParameter) found = given.a;
  }
  return calls == 1 ? found : 0;
}

bool Paths::is_global(PathId id) const {
  for (;;) {
    const Path& path = paths_[index(id)];
    switch (path.kind) {
      case Path::Kind::kStatic:
      case Path::Kind::kClass: return true;
      case Path::Kind::kParameter:
      case Path::Kind::kValue: return false;
      case Path::Kind::kField: id = base::id_at<PathId>(path.a);
    }
  }
}

std::optional<PathId> Paths::rebase(PathId id, PathId from, PathId to) {
  if (id == from) return to;
  const Path path = paths_[index(id)];
  if (path.kind != Path::Kind::kField) return std::nullopt;
  const auto above = rebase(base::id_at<PathId>(path.a), from, to);
  if (!above) return std::nullopt;
  return field(*above, base::id_at<ir::FieldId>(path.b));
}

std::string Paths::name(PathId id) const {
  const Path& path = paths_[index(id)];
  const auto field_name = [&](std::uint32_t field) {
    const ir::FieldId of = base::id_at<ir::FieldId>(field);
    return fmt::format("{}.{}", pointsto::type_text(program_, ir::Type(program_.owner(of))),
                       program_.name(of));
  };
  switch (path.kind) {
    case Path::Kind::kParameter: return path.a == 0 ? "this" : fmt::format("argument {}", path.a);
    case Path::Kind::kStatic: return field_name(path.a);
    case Path::Kind::kClass:
      return pointsto::type_text(program_, ir::Type::from_bits(path.a)) + ".class";
    case Path::Kind::kValue: return "a local object";
    case Path::Kind::kField:
      return path.b == index(kExplicitLock) ? name(base::id_at<PathId>(path.a))
                                            : field_name(path.b);
  }
  return {};
}

std::optional<std::string> Paths::lasting_name(PathId id) const {
  if (base::is_none(id)) return std::nullopt;
  if (is_explicit_lock(id)) return lasting_name(base::id_at<PathId>(paths_[index(id)].a));
  const Path::Kind kind = paths_[index(id)].kind;
  if (kind == Path::Kind::kParameter || kind == Path::Kind::kValue) return std::nullopt;
  return name(id);
}

}  // namespace heddle::locks
