// The field alone holds what is in it (locks/fields.h): an object that was put there is found
// nowhere else, is never put back, and its holder is the only one. So of all who read it out under
// one lock, none comes after the one who has put something else there before the lock was given
// back; and who still holds the lock comes before.
//
// Only methods that do this to a field of their own object, or to a static one: there a lock's
// name means the same to all of them. What is handed to another method is followed four calls deep,
// where it is known what each caller gives.
#include "races/swapped.h"

#include <algorithm>
#include <iterator>

#include "base/id.h"

namespace heddle::races {

using base::index;
using ir::Opcode;

namespace {

constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
constexpr unsigned kMostCalls = 4;
constexpr std::size_t kMostCallers = 8;

bool have_common(const std::vector<std::uint64_t>& one, const std::vector<std::uint64_t>& other) {
  return std::ranges::find_first_of(one, other) != one.end();
}

}  // namespace

bool Swapped::are_apart(const Access& x, const Access& y) {
  const std::vector<Access>& first = given_at(x);
  if (first.empty()) return false;
  const std::vector<Access>& second = given_at(y);
  return !second.empty() && std::ranges::all_of(first, [&](const Access& one) {
    return std::ranges::all_of(second,
                               [&](const Access& other) { return are_apart_here(one, other); });
  });
}

const std::vector<Access>& Swapped::given_at(const Access& access) {
  static const std::vector<Access> kNone;
  if (access.base == ir::kNoValue || access.through != 0) return kNone;
  const auto [place, fresh] =
      given_.try_emplace({index(access.instance), access.instruction, index(access.base)});
  if (fresh) place->second = find_given(access, kMostCalls);
  return place->second;
}

std::vector<Access> Swapped::find_given(const Access& access, unsigned up) {
  const ir::Body& body = *calls_.program().body(calls_.at(access.instance).method);
  const ir::Instruction& given = body.at(ir::without_casts(body, access.base));
  if (given.opcode != Opcode::kParameter)
    return read_of(access) ? std::vector{access} : std::vector<Access>();
  const auto calls = calls_.calls_to(access.instance);
  if (up == 0 || calls.empty() || calls.size() > kMostCallers) return {};
  std::vector<Access> found;
  for (const origins::Call& call : calls) {
    const auto arguments = calls_.arguments(call);
    if (call.initializes || given.a >= arguments.size() || calls_.is_platform(call.caller))
      return {};
    Access seen = access;
    seen.instance = call.caller;
    seen.instruction = call.instruction;
    seen.base = arguments[given.a];
    const std::vector<Access> above = find_given(seen, up - 1);
    if (above.empty()) return {};
    found.insert(found.end(), above.begin(), above.end());
  }
  return found;
}

bool Swapped::are_apart_here(const Access& x, const Access& y) {
  const auto &read_by_x = read_of(x), &read_by_y = read_of(y);
  if (!read_by_x || !read_by_y || read_by_x->field != read_by_y->field) return false;
  const auto out_by_x = taken_out_under(x, *read_by_x), out_by_y = taken_out_under(y, *read_by_y);
  return have_common(out_by_x, out_by_y) || have_common(out_by_x, kept_under(y, *read_by_y)) ||
         have_common(out_by_y, kept_under(x, *read_by_x));
}

const std::optional<Swapped::Read>& Swapped::read_of(const Access& access) {
  static const std::optional<Read> kNone;
  if (access.base == ir::kNoValue || access.through != 0) return kNone;
  const auto [place, fresh] =
      reads_.try_emplace(std::uint64_t{index(access.instance)} << 32U | index(access.base));
  if (fresh) place->second = find_read(access);
  return place->second;
}

std::optional<Swapped::Read> Swapped::find_read(const Access& access) const {
  ir::Program& program = calls_.program();
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *program.body(method);
  const ir::ValueId at = ir::without_casts(body, access.base);
  const ir::Instruction& load = body.at(at);
  const bool is_static = load.opcode == Opcode::kGetStatic;
  if (!is_static && load.opcode != Opcode::kGetField) return std::nullopt;
  const auto field =
      program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(load.b), is_static);
  if (!field.runs() || !fields_.is_exclusive(field.member)) return std::nullopt;
  Read read{.instruction = index(at), .field = field.member, .holder = kNowhere};
  if (is_static) return read;
  read.holder = index(ir::without_casts(body, static_cast<ir::ValueId>(load.a)));
  const ir::Instruction& holder = body.instructions[read.holder];
  const bool is_own = holder.opcode == Opcode::kParameter && holder.a == 0 &&
                      !program.is(method, ir::Access::kStatic);
  return is_own ? std::optional(read) : std::nullopt;
}

std::vector<std::uint64_t> Swapped::taken_out_under(const Access& access, const Read& read) {
  const std::uint32_t put = put_behind(access, read);
  if (put == kNowhere) return {};
  return held_at_both(access, read.instruction, put);
}

std::vector<std::uint64_t> Swapped::kept_under(const Access& access, const Read& read) {
  return held_at_both(access, read.instruction, access.instruction);
}

// Straight behind the read, so that the lock that is held at both is held in between; and no way
// leads from the read to the access but through it.
std::uint32_t Swapped::put_behind(const Access& access, const Read& read) const {
  const ir::MethodId method = calls_.at(access.instance).method;
  const ir::Body& body = *calls_.program().body(method);
  origins::BodyFlow& flow = *calls_.flow(method);
  constexpr std::uint32_t kFarthest = 64;
  std::uint32_t at = read.instruction;
  for (std::uint32_t step = 0; step < kFarthest; ++step) {
    const auto next = body.successors_of(body.blocks[flow.block_of(at)]);
    const bool is_last = at + 1 == body.blocks[flow.block_of(at)].end;
    if (is_last && next.size() != 1) return kNowhere;
    at = is_last ? body.block(next[0]).first : at + 1;
    if (at == access.instruction) return kNowhere;
    if (!puts_another(method, body.instructions[at], read)) continue;
    const bool is_passed = !flow.reaches_without(read.instruction, access.instruction, at);
    return is_passed ? at : kNowhere;
  }
  return kNowhere;
}

bool Swapped::puts_another(ir::MethodId method, const ir::Instruction& put,
                           const Read& read) const {
  const bool is_static = read.holder == kNowhere;
  if (put.opcode != (is_static ? Opcode::kPutStatic : Opcode::kPutField)) return false;
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(method);
  if (!is_static && index(ir::without_casts(body, static_cast<ir::ValueId>(put.a))) != read.holder)
    return false;
  const auto field =
      program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(put.b), is_static);
  return field.runs() && field.member == read.field;
}

std::vector<std::uint64_t> Swapped::held_at_both(const Access& access, std::uint32_t first,
                                                 std::uint32_t second) {
  const auto at_first = locks_.at(access.instance, first);
  const auto at_second = locks_.at(access.instance, second);
  const auto names_same = [&](const locks::Lock& lock) {
    if (lock.kind != locks::Lock::Kind::kPath) return true;
    auto path = base::id_at<locks::PathId>(lock.id);
    if (paths_.is_global(path)) return true;
    while (paths_[path].kind == locks::Path::Kind::kField)
      path = base::id_at<locks::PathId>(paths_[path].a);
    const bool is_static =
        calls_.program().is(calls_.at(access.instance).method, ir::Access::kStatic);
    return !is_static && paths_[path].kind == locks::Path::Kind::kParameter && paths_[path].a == 0;
  };
  std::vector<std::uint64_t> found;
  for (const locks::Lock& lock : at_first) {
    const bool is_still_held = std::ranges::any_of(at_second, [&](const locks::Lock& other) {
      return other.key() == lock.key() && other.mode == lock.mode &&
             other.taken_in == lock.taken_in && other.taken_at == lock.taken_at;
    });
    if (is_still_held && lock.mode == model::LockMode::kExclusive && names_same(lock))
      found.push_back(lock.key());
  }
  return found;
}

}  // namespace heddle::races
