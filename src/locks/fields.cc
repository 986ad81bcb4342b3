#include "locks/fields.h"

#include <algorithm>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::locks {

using base::index;
using ir::Opcode;

Fields::Fields(origins::CallGraph& calls, origins::Facts& facts)
    : program_(calls.program()), facts_(facts) {
  for (const ir::MethodId method : calls.heap().reachable_methods()) {
    if (program_.layer(program_.owner(method)) != ir::Layer::kPlatform) scan(method);
  }
}

void Fields::scan(ir::MethodId method) {
  const ir::Body* body = program_.body(method);
  if (body == nullptr) return;
  for (const ir::Instruction& instruction : body->instructions) {
    if (instruction.opcode == Opcode::kPutField || instruction.opcode == Opcode::kPutStatic)
      note_put(method, *body, instruction);
  }
}

void Fields::note_put(ir::MethodId method, const ir::Body& body, const ir::Instruction& put) {
  const bool is_static = put.opcode == Opcode::kPutStatic;
  const ir::ClassId from = program_.owner(method);
  const auto field = program_.resolve_field(from, static_cast<ir::FieldRef>(put.b), is_static);
  if (!field.runs()) return;
  Use& use = uses_[index(field.member)];
  const bool same_class = program_.owner(field.member) == from;
  const std::string_view name = program_.name(method);
  const bool early =
      same_class &&
      (is_static ? name == "<clinit>"
                 : name == "<init>" && body.instructions[put.a].opcode == Opcode::kParameter &&
                       body.instructions[put.a].a == 0);
  if (!early) use.is_set_late = true;
  const auto value = static_cast<ir::ValueId>(put.c);
  if (body.at(value).opcode == Opcode::kInvoke && early && !use.is_set)
    use.view = view_of(method, body, value);
  else if (use.is_set)
    use.view.reset();
  use.is_set = true;
  ++use.sets;
  use.is_view_made_for_it = is_view(method, body, value) && !is_kept_elsewhere(body, value, put);
  if (!is_fresh(body, value, put, 0)) use.holds_shared = true;
}

bool Fields::is_fresh(const ir::Body& body, ir::ValueId value, const ir::Instruction& put,
                      unsigned depth) const {
  constexpr unsigned kDeepest = 4;
  const ir::Instruction& made = body.at(value);
  switch (made.opcode) {
    case Opcode::kConstNull: return true;
    case Opcode::kNew:
    case Opcode::kNewArray:
    case Opcode::kNewMultiArray:
    case Opcode::kInvokeDynamic: return !is_kept_elsewhere(body, value, put);
    case Opcode::kCheckCast:
      return depth < kDeepest && is_fresh(body, static_cast<ir::ValueId>(made.a), put, depth + 1);
    case Opcode::kPhi:
      return depth < kDeepest && std::ranges::all_of(
                                     body.values(made),
                                     [&](ir::ValueId part) {
                                       return part == value || is_fresh(body, part, put, depth + 1);
                                     });
    default: return false;
  }
}

// Is it handed to anybody but by this put: stored, returned, given as an argument?
bool Fields::is_kept_elsewhere(const ir::Body& body, ir::ValueId value,
                               const ir::Instruction& put) const {
  for (const ir::Instruction& user : body.instructions) {
    switch (user.opcode) {
      case Opcode::kPutField:
      case Opcode::kPutStatic:
      case Opcode::kArrayStore:
        if (&user != &put && user.c == index(value)) return true;
        break;
      case Opcode::kReturn:
      case Opcode::kThrow:
        if (user.a == index(value)) return true;
        break;
      case Opcode::kInvoke:
      case Opcode::kInvokeDynamic: {
        const auto arguments = body.values(user);
        const bool has_receiver =
            user.opcode == Opcode::kInvoke && user.invocation() != ir::Invocation::kStatic;
        for (std::size_t i = has_receiver ? 1 : 0; i < arguments.size(); ++i)
          if (arguments[i] == value) return true;
        break;
      }
      default: break;
    }
  }
  return false;
}

std::optional<FieldView> Fields::view_of(ir::MethodId method, const ir::Body& body,
                                         ir::ValueId value) {
  const ir::Instruction& invoke = body.at(value);
  const ir::MethodId called = facts_.resolved(program_.owner(method), invoke);
  const model::LockFact* fact = base::is_none(called) ? nullptr : facts_.lock(called);
  if (fact == nullptr || fact->kind != model::LockFact::Kind::kView) return std::nullopt;
  const ir::ValueId on = facts_.operand(body, invoke, fact->on);
  if (on == ir::kNoValue) return std::nullopt;
  // Either read back from the field, or the very value that was put there.
  const ir::Instruction& lock = body.at(on);
  const auto resolve = [&](const ir::Instruction& access) {
    return program_.resolve_field(
        program_.owner(method), static_cast<ir::FieldRef>(access.b),
        access.opcode == Opcode::kGetStatic || access.opcode == Opcode::kPutStatic);
  };
  if (lock.opcode == Opcode::kGetField || lock.opcode == Opcode::kGetStatic) {
    const auto field = resolve(lock);
    if (field.runs()) return FieldView{.of = field.member, .mode = fact->mode};
  }
  for (const ir::Instruction& put : body.instructions) {
    if ((put.opcode != Opcode::kPutField && put.opcode != Opcode::kPutStatic) || put.c != index(on))
      continue;
    const auto field = resolve(put);
    if (field.runs()) return FieldView{.of = field.member, .mode = fact->mode};
  }
  return std::nullopt;
}

bool Fields::is_stable(ir::FieldId field) const {
  if (program_.is(field, ir::Access::kFinal)) return true;
  if (program_.layer(program_.owner(field)) == ir::Layer::kPlatform) return false;
  const auto use = uses_.find(index(field));
  return use != uses_.end() && !use->second.is_set_late;
}

bool Fields::is_exclusive(ir::FieldId field) const {
  if (program_.layer(program_.owner(field)) == ir::Layer::kPlatform) return false;
  const auto use = uses_.find(index(field));
  return use != uses_.end() && !use->second.holds_shared;
}

bool Fields::is_made_for(ir::FieldId field) const {
  const auto use = uses_.find(index(field));
  return use != uses_.end() && use->second.sets == 1 && !use->second.is_set_late &&
         use->second.is_view_made_for_it;
}

bool Fields::is_view(ir::MethodId method, const ir::Body& body, ir::ValueId value) {
  const ir::Instruction& invoke = body.at(value);
  if (invoke.opcode != Opcode::kInvoke) return false;
  const ir::MethodId called = facts_.resolved(program_.owner(method), invoke);
  const model::LockFact* fact = base::is_none(called) ? nullptr : facts_.lock(called);
  return fact != nullptr && fact->kind == model::LockFact::Kind::kView;
}

std::optional<FieldView> Fields::view(ir::FieldId field) const {
  const auto use = uses_.find(index(field));
  return use == uses_.end() ? std::nullopt : use->second.view;
}

}  // namespace heddle::locks
