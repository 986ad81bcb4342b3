#include "races/reasons.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/id.h"
#include "ir/class.h"
#include "ir/program.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using report::ReasonKind;

namespace {

bool is_of_field(const Access& access) {
  return access.subject.kind == Subject::Kind::kField ||
         access.subject.kind == Subject::Kind::kStatic;
}

// The instruction that puts the value, not a call that does.
bool is_put(const ir::Instruction& instruction) {
  return instruction.opcode == Opcode::kPutField || instruction.opcode == Opcode::kPutStatic;
}

// Does it read what the instruction puts?
bool is_read_of(const ir::Instruction& read, const ir::Instruction& put) {
  const bool is_static = put.opcode == Opcode::kPutStatic;
  if (read.opcode != (is_static ? Opcode::kGetStatic : Opcode::kGetField)) return false;
  return read.b == put.b && (is_static || read.a == put.a);
}

// Is one of the words a name is put together from, as in `cacheHits` or `CACHE_HITS`, one of these?
bool has_word(std::string_view name, std::span<const std::string_view> words) {
  std::string word;
  const auto is_one = [&] { return std::ranges::find(words, word) != words.end(); };
  bool was_lower = false;
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool begins = std::isalpha(byte) == 0 || (was_lower && std::isupper(byte) != 0);
    if (begins && is_one()) return true;
    if (begins) word.clear();
    was_lower = std::islower(byte) != 0;
    if (std::isalpha(byte) != 0) word.push_back(static_cast<char>(std::tolower(byte)));
  }
  return is_one();
}

std::string_view without_package(std::string_view class_name) {
  return class_name.substr(class_name.rfind('/') + 1);
}

// Calls that put a number into a text.
bool tells(std::string_view method) {
  constexpr std::array<std::string_view, 6> kTells = {"append", "print",    "println",
                                                      "format", "toString", "valueOf"};
  return std::ranges::find(kTells, method) != kTells.end();
}

}  // namespace

std::vector<report::Reason> Reasons::of(const Race& race) {
  std::vector<report::Reason> reasons;
  const auto add = [&](ReasonKind kind) { reasons.push_back({.kind = kind, .why = {}}); };
  const Access& first = accesses_.all()[race.first.access];
  const Access& second = accesses_.all()[race.second.access];
  const auto either = [&](auto&& is) {
    return (first.writes && is(first)) || (second.writes && is(second));
  };
  if (first.subject.kind == Subject::Kind::kState) add(ReasonKind::kCorruptedCollection);
  const bool updates = either([&](const Access& write) { return is_read_back(write); });
  const auto is_part = [&](const Access& access) { return is_part_of_update(access); };
  const bool loses =
      first.writes && second.writes ? updates : is_part(first.writes ? second : first);
  if (loses) add(ReasonKind::kLostUpdate);
  if (!is_of_field(first)) return reasons;
  const ir::FieldId field = first.subject.field;
  if (!updates && either([&](const Access& write) { return is_checked(write); }))
    add(ReasonKind::kCheckThenAct);
  const bool is_read = !first.writes || !second.writes;
  if (is_read && either([&](const Access& write) { return is_new(write); }))
    add(ReasonKind::kUnsafePublication);
  if (is_read && is_awaited(first.writes ? second : first)) add(ReasonKind::kStaleRead);
  if (either([&](const Access& write) { return is_idempotent(write); }))
    add(ReasonKind::kIdempotentInitialise);
  if (updates && is_statistics(field)) add(ReasonKind::kStatisticsCounter);
  return reasons;
}

const ir::Body& Reasons::body(const Access& access) const {
  return *calls_.program().body(calls_.at(access.instance).method);
}

bool Reasons::is_read_back(const Access& write) const {
  if (!write.writes || write.subject.kind == Subject::Kind::kState) return false;
  const ir::Body& code = body(write);
  const ir::Instruction& put = code.instructions[write.instruction];
  if (put.opcode == Opcode::kInvoke) return false;
  std::uint32_t value = put.c;
  for (unsigned step = 0; step < 3; ++step) {
    const ir::Instruction& made = code.instructions[value];
    if (made.opcode == Opcode::kConvert) {
      value = made.a;
      continue;
    }
    if (made.opcode < Opcode::kAdd || made.opcode > Opcode::kXor) return false;
    return std::ranges::any_of(std::array{made.a, made.b}, [&](std::uint32_t operand) {
      const ir::Instruction& read = code.instructions[operand];
      if ((read.opcode == Opcode::kGetField || read.opcode == Opcode::kGetStatic) &&
          read.b == put.b)
        return true;
      return read.opcode == Opcode::kArrayLoad && put.opcode == Opcode::kArrayStore &&
             read.a == put.a;
    });
  }
  return false;
}

bool Reasons::is_part_of_update(const Access& read) const {
  const ir::Body& code = body(read);
  for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
    const ir::Instruction& put = code.instructions[i];
    const ir::Instruction& get = code.instructions[read.instruction];
    const bool is_element =
        put.opcode == Opcode::kArrayStore && get.opcode == Opcode::kArrayLoad && put.a == get.a;
    if (!is_element && (!is_put(put) || !is_read_of(get, put))) continue;
    Access write = read;
    write.writes = true;
    write.instruction = i;
    if (is_read_back(write)) return true;
  }
  return false;
}

bool Reasons::is_checked(const Access& write) {
  const ir::Body& code = body(write);
  const ir::Instruction& put = code.instructions[write.instruction];
  if (!is_put(put)) return false;
  const auto is_read = [&](std::uint32_t value) {
    return value < code.instructions.size() && is_read_of(code.instructions[value], put);
  };
  for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
    const ir::Instruction& test = code.instructions[i];
    if (test.opcode != Opcode::kIf || (!is_read(test.a) && !is_read(test.b))) continue;
    origins::BodyFlow& flow = *calls_.flow(write.instance);
    if (flow.always_passes(i, write.instruction, {})) return true;
  }
  return false;
}

bool Reasons::is_new(const Access& write) const {
  const ir::Body& code = body(write);
  const ir::Instruction& put = code.instructions[write.instruction];
  if (!is_put(put)) return false;
  const ir::ValueId value = ir::without_casts(code, base::id_at<ir::ValueId>(put.c));
  return code.at(value).opcode == Opcode::kNew;
}

// A lock that is taken meanwhile would make it look anew.
bool Reasons::is_awaited(const Access& read) {
  const ir::Body& code = body(read);
  origins::BodyFlow& flow = *calls_.flow(read.instance);
  const std::uint32_t loop = flow.loop_of(read.instruction);
  if (loop == 0) return false;
  const auto is_asked = [&](std::uint32_t value) {
    if (value >= code.instructions.size()) return false;
    const ir::Instruction& made = code.instructions[value];
    return value == read.instruction ||
           (made.opcode == Opcode::kCompare &&
            (made.a == read.instruction || made.b == read.instruction));
  };
  bool is_tested = false;
  for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
    if (flow.loop_of(i) != loop) continue;
    const ir::Instruction& at = code.instructions[i];
    if (at.opcode == Opcode::kMonitorEnter) return false;
    is_tested |= at.opcode == Opcode::kIf && (is_asked(at.a) || is_asked(at.b));
  }
  return is_tested;
}

// A text or a hash, worked out where there was none: both are safe to hand on as they are.
bool Reasons::is_idempotent(const Access& write) {
  constexpr std::array<std::string_view, 2> kHash = {"hash", "hashcode"};
  ir::Program& program = calls_.program();
  const ir::FieldId field = write.subject.field;
  const ir::Type type = program.type(field);
  const bool is_text = type.is_class() && program.name(type.class_id()) == "java/lang/String";
  const bool is_hash =
      type == ir::Type::primitive(ir::kIntType) && has_word(program.name(field), kHash);
  if (!is_text && !is_hash) return false;
  return std::ranges::all_of(accesses_to(field), [&](std::uint32_t a) {
    const Access& access = accesses_.all()[a];
    return !access.writes || (is_checked(access) && !is_read_back(access));
  });
}

bool Reasons::is_statistics(ir::FieldId field) {
  constexpr std::array<std::string_view, 12> kWords = {
      "stat",   "stats",  "statistic", "statistics", "hit",     "hits",
      "misses", "metric", "metrics",   "requests",   "profile", "profiler"};
  ir::Program& program = calls_.program();
  const bool is_named = has_word(program.name(field), kWords) ||
                        has_word(without_package(program.name(program.owner(field))), kWords);
  return is_named && std::ranges::all_of(accesses_to(field), [&](std::uint32_t a) {
           const Access& access = accesses_.all()[a];
           return access.writes ? is_read_back(access) : is_only_told(access);
         });
}

// Written back, returned, or put into a text, perhaps after some arithmetic.
bool Reasons::is_only_told(const Access& read) const {
  const ir::Body& code = body(read);
  const ir::Symbols& symbols =
      calls_.program().code(calls_.program().owner(calls_.at(read.instance).method))->symbols;
  std::vector<std::uint32_t> values{read.instruction};
  const auto is_fine = [&](std::uint32_t at) {
    const ir::Instruction& user = code.instructions[at];
    switch (user.opcode) {
      case Opcode::kReturn:
      case Opcode::kInvokeDynamic: return true;
      case Opcode::kPutField:
      case Opcode::kPutStatic: return is_read_of(code.instructions[read.instruction], user);
      case Opcode::kInvoke: return tells(symbols.method(static_cast<ir::MethodRef>(user.a)).name);
      default: break;
    }
    if (user.opcode != Opcode::kConvert &&
        !(user.opcode >= Opcode::kAdd && user.opcode <= Opcode::kXor))
      return false;
    if (std::ranges::find(values, at) == values.end()) values.push_back(at);
    return true;
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::uint32_t at = 0; at < code.instructions.size(); ++at) {
      bool uses = false;
      ir::for_each_operand(code, code.instructions[at],
                           [&](ir::ValueId value) { uses |= index(value) == values[i]; });
      if (uses && !is_fine(at)) return false;
    }
  }
  return true;
}

const std::vector<std::uint32_t>& Reasons::accesses_to(ir::FieldId field) {
  if (by_field_.empty()) {
    for (std::uint32_t a = 0; a < accesses_.all().size(); ++a)
      if (is_of_field(accesses_.all()[a]))
        by_field_[index(accesses_.all()[a].subject.field)].push_back(a);
  }
  return by_field_[index(field)];
}

}  // namespace heddle::races
