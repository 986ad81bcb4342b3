#include "races/stripes.h"

#include <algorithm>
#include <string_view>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using locks::Path;
using locks::PathId;

std::optional<Stripes::Stripe> Stripes::stripe_of(const Access& access, PathId held) {
  if (access.subject.kind != Subject::Kind::kElements) return std::nullopt;
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::Instruction& at = body.instructions[access.instruction];
  if (at.opcode != Opcode::kArrayLoad && at.opcode != Opcode::kArrayStore) return std::nullopt;
  const Path lock =
      paths_[paths_.is_explicit_lock(held) ? base::id_at<PathId>(paths_[held].a) : held];
  if (lock.kind != Path::Kind::kValue || lock.a != index(method)) return std::nullopt;
  const ir::Instruction& load = body.instructions[lock.b];
  if (load.opcode != Opcode::kArrayLoad) return std::nullopt;
  const PathId array = paths_.of(method, static_cast<ir::ValueId>(load.a));
  const Path of = paths_[array];
  if (of.kind != Path::Kind::kField && of.kind != Path::Kind::kStatic) return std::nullopt;
  const auto field = base::id_at<ir::FieldId>(of.kind == Path::Kind::kField ? of.b : of.a);
  const auto how = follows(method, body, load.b, at.b, array);
  if (!how || !keeps_elements(field)) return std::nullopt;
  return Stripe{.array = array, .how = *how};
}

// `i`, `i % 16`, `i & 15`, `i >>> 4`, `i % locks.length`. The number is never 0 for those with an
// operation, whose opcode is not.
std::optional<std::uint64_t> Stripes::follows(ir::MethodId method, const ir::Body& body,
                                              std::uint32_t lock, std::uint32_t element,
                                              PathId array) {
  if (lock == element) return 0;
  const ir::Instruction& made = body.instructions[lock];
  switch (made.opcode) {
    case Opcode::kRemainder:
    case Opcode::kDivide:
    case Opcode::kAnd:
    case Opcode::kShiftRight:
    case Opcode::kShiftRightUnsigned: break;
    default: return std::nullopt;
  }
  if (made.a != element) return std::nullopt;
  const ir::Instruction& by = body.instructions[made.b];
  const auto how = [&](std::uint64_t number) {
    return number << 8U | static_cast<std::uint64_t>(made.opcode);
  };
  constexpr std::uint64_t kLength = std::uint64_t{1} << 32U;
  if (by.opcode == Opcode::kConstInt) return how(by.a);
  const bool is_length = by.opcode == Opcode::kArrayLength &&
                         paths_.of(method, static_cast<ir::ValueId>(by.a)) == array;
  return is_length ? std::optional(how(kLength)) : std::nullopt;
}

bool Stripes::keeps_elements(ir::FieldId field) {
  const auto [place, fresh] = keeps_.try_emplace(index(field), false);
  if (fresh) place->second = find_keeps_elements(field);
  return place->second;
}

bool Stripes::find_keeps_elements(ir::FieldId field) const {
  if (!fields_.is_stable(field) || !fields_.is_exclusive(field)) return false;
  const ir::Program& program = calls_.program();
  return std::ranges::all_of(calls_.heap().reachable_methods(), [&](ir::MethodId method) {
    const std::string_view name = program.name(method);
    const bool is_maker =
        program.owner(method) == program.owner(field) && (name == "<init>" || name == "<clinit>");
    return is_maker || program.layer(program.owner(method)) == ir::Layer::kPlatform ||
           is_only_read(method, field);
  });
}

// Whatever is read out of the field is looked into, and nothing else is done with it.
bool Stripes::is_only_read(ir::MethodId method, ir::FieldId field) const {
  ir::Program& program = calls_.program();
  const ir::Body* body = program.body(method);
  if (body == nullptr) return true;
  const auto is_the_array = [&](std::uint32_t value) {
    const ir::Instruction& get = body->instructions[value];
    if (get.opcode != Opcode::kGetField && get.opcode != Opcode::kGetStatic) return false;
    const auto found = program.resolve_field(
        program.owner(method), static_cast<ir::FieldRef>(get.b), get.opcode == Opcode::kGetStatic);
    return found.runs() && found.member == field;
  };
  return std::ranges::none_of(body->instructions, [&](const ir::Instruction& user) {
    if (ir::has_value_list(user.opcode))
      return std::ranges::any_of(body->values(user), [&](ir::ValueId value) {
        return value != ir::kNoValue && is_the_array(index(value));
      });
    if (user.opcode == Opcode::kArrayLoad || user.opcode == Opcode::kArrayLength) return false;
    bool is_used = false;
    ir::for_each_plain_operand(
        user, [&](std::uint32_t value) { is_used = is_used || is_the_array(value); });
    return is_used;
  });
}

}  // namespace heddle::races
