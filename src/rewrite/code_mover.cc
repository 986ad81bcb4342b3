// First every instruction gets its place, again and again until no jump has to grow any more: a
// `goto` that no longer reaches becomes a `goto_w`, and a switch takes the padding of where it
// stands. Then the code is written, then the tables.
#include "rewrite/code_mover.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "classfile/attribute.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/opcode.h"
#include "rewrite/constants.h"
#include "rewrite/stack_map.h"

namespace heddle::rewrite {
namespace {

using classfile::AttributeKind;
using classfile::AttributePlace;
using classfile::Opcode;
using classfile::Operands;

constexpr std::uint32_t kMostCode = 65'535;
constexpr std::uint16_t kFirstMajorWithFrames = 50;

struct Instruction {
  std::uint32_t old_at = 0, old_size = 0;
  const Edit* edit = nullptr;
  bool is_long = false;      // a goto or jsr in its four-byte form
  std::uint32_t target = 0;  // where a jump arrives
  std::uint32_t at = 0;      // the instruction itself
  std::uint32_t behind = 0;  // what comes after the instruction itself
  std::uint32_t next = 0;    // behind all that belongs to it
};

std::int32_t load_s2(const std::uint8_t* at) {
  return static_cast<std::int16_t>(base::load_big<std::uint16_t>(at));
}

std::int32_t load_s4(const std::uint8_t* at) {
  return static_cast<std::int32_t>(base::load_big<std::uint32_t>(at));
}

void put_u2(Bytecode& out, std::uint32_t value) {
  out.push_back(static_cast<std::uint8_t>(value >> 8));
  out.push_back(static_cast<std::uint8_t>(value));
}

void put_u4(Bytecode& out, std::uint32_t value) {
  put_u2(out, value >> 16);
  put_u2(out, value & 0xFFFF);
}

void put(Bytecode& out, const Bytecode& bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

void put_attribute(Bytecode& out, std::uint16_t name, const Bytecode& content) {
  put_u2(out, name);
  put_u4(out, static_cast<std::uint32_t>(content.size()));
  put(out, content);
}

class CodeMover {
 public:
  CodeMover(const classfile::ClassFile& file, const classfile::Code& code, const Edits& edits,
            Constants& constants)
      : file_(file), code_(code), edits_(edits), constants_(constants) {}

  std::expected<Bytecode, std::string> move() {
    if (!find_instructions() || !lay_out() || !write_code()) return std::unexpected(fault_);
    const Bytecode exceptions = exception_table();
    const Bytecode attributes = all_attributes();
    if (constants_.is_full()) fault_ = "the class has no room for more constants";
    if (!fault_.empty()) return std::unexpected(fault_);
    Bytecode out;
    put_u2(out, std::min<std::uint32_t>(0xFFFF, code_.max_stack + edits_.extra_stack));
    put_u2(out, code_.max_locals);
    put_u4(out, static_cast<std::uint32_t>(written_.size()));
    put(out, written_);
    put(out, exceptions);
    put(out, attributes);
    return out;
  }

 private:
  bool fail(std::string why) {
    if (fault_.empty()) fault_ = std::move(why);
    return false;
  }

  bool find_instructions() {
    const base::Bytes bytes = code_.bytecode;
    position_.assign(bytes.size() + 1, kNowhere);
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = classfile::instruction_length(bytes, at);
      if (size == 0) return fail("the code has something that is no instruction");
      position_[at] = static_cast<std::uint32_t>(instructions_.size());
      Instruction instruction;
      instruction.old_at = static_cast<std::uint32_t>(at);
      instruction.old_size = static_cast<std::uint32_t>(size);
      const auto found = edits_.edits.find(instruction.old_at);
      if (found != edits_.edits.end()) instruction.edit = &found->second;
      instructions_.push_back(instruction);
      at += size;
    }
    return true;
  }

  [[nodiscard]] Opcode opcode(const Instruction& instruction) const {
    return static_cast<Opcode>(code_.bytecode[instruction.old_at]);
  }
  [[nodiscard]] Operands operands(const Instruction& instruction) const {
    return classfile::shape(opcode(instruction)).operands;
  }
  [[nodiscard]] const std::uint8_t* bytes_of(const Instruction& instruction) const {
    return code_.bytecode.data() + instruction.old_at;
  }

  // Where the old offset is now; kNowhere if it is no instruction's. The end counts as one.
  [[nodiscard]] std::uint32_t target_of(std::uint32_t old_at) const {
    if (old_at == code_.bytecode.size()) return body_end_;
    if (old_at > code_.bytecode.size() || position_[old_at] == kNowhere) return kNowhere;
    return instructions_[position_[old_at]].target;
  }
  [[nodiscard]] std::uint32_t instruction_of(std::uint32_t old_at) const {
    if (old_at >= code_.bytecode.size() || position_[old_at] == kNowhere) return kNowhere;
    return instructions_[position_[old_at]].at;
  }

  [[nodiscard]] std::uint32_t size_at(const Instruction& instruction, std::uint32_t at) const {
    if (instruction.edit != nullptr && !instruction.edit->instead.empty())
      return static_cast<std::uint32_t>(instruction.edit->instead.size());
    if (instruction.is_long) return 5;
    const Operands shape = operands(instruction);
    if (shape != Operands::kTableSwitch && shape != Operands::kLookupSwitch)
      return instruction.old_size;
    return instruction.old_size - padding(instruction.old_at) + padding(at);
  }

  static std::uint32_t padding(std::uint32_t at) { return 3 - at % 4; }

  void place_all() {
    auto at = static_cast<std::uint32_t>(edits_.prologue.size());
    for (Instruction& each : instructions_) {
      each.target = at;
      if (each.edit != nullptr) at += static_cast<std::uint32_t>(each.edit->before.size());
      each.at = at;
      at += size_at(each, at);
      each.behind = at;
      if (each.edit != nullptr) at += static_cast<std::uint32_t>(each.edit->after.size());
      each.next = at;
    }
    body_end_ = at;
  }

  bool lay_out() {
    for (bool has_grown = true; has_grown;) {
      place_all();
      has_grown = false;
      for (Instruction& each : instructions_) {
        if (operands(each) != Operands::kBranch2 || each.is_long) continue;
        const std::int64_t distance = distance_of(each, load_s2(bytes_of(each) + 1));
        if (!fault_.empty()) return false;
        if (distance >= INT16_MIN && distance <= INT16_MAX) continue;
        if (opcode(each) != Opcode::kGoto && opcode(each) != Opcode::kJsr)
          return fail("a conditional jump would not reach its target any more");
        each.is_long = has_grown = true;
      }
    }
    return true;
  }

  std::int64_t distance_of(const Instruction& from, std::int32_t old_distance) {
    const std::int64_t old_target = std::int64_t{from.old_at} + old_distance;
    const std::uint32_t target = old_target < 0 || old_target >= std::ssize(code_.bytecode)
                                     ? kNowhere
                                     : target_of(static_cast<std::uint32_t>(old_target));
    if (target == kNowhere) fail("a jump leads to no instruction");
    return std::int64_t{target} - from.at;
  }

  bool write_code() {
    put(written_, edits_.prologue);
    for (const Instruction& each : instructions_) {
      if (each.edit != nullptr) put(written_, each.edit->before);
      write_instruction(each);
      if (each.edit != nullptr) put(written_, each.edit->after);
    }
    put(written_, edits_.on_throw);
    if (!edits_.on_throw.empty()) written_.push_back(static_cast<std::uint8_t>(Opcode::kAthrow));
    if (written_.size() > kMostCode) return fail("the code would be longer than 65,535 bytes");
    return fault_.empty();
  }

  void write_instruction(const Instruction& each) {
    if (each.edit != nullptr && !each.edit->instead.empty())
      return put(written_, each.edit->instead);
    const std::uint8_t* const bytes = bytes_of(each);
    switch (operands(each)) {
      case Operands::kBranch2: {
        const std::int64_t distance = distance_of(each, load_s2(bytes + 1));
        return write_branch(each, distance);
      }
      case Operands::kBranch4: {
        const std::int64_t distance = distance_of(each, load_s4(bytes + 1));
        written_.push_back(bytes[0]);
        return put_u4(written_, static_cast<std::uint32_t>(distance));
      }
      case Operands::kTableSwitch: return write_switch(each, true);
      case Operands::kLookupSwitch: return write_switch(each, false);
      default: written_.insert(written_.end(), bytes, bytes + each.old_size);
    }
  }

  void write_branch(const Instruction& each, std::int64_t distance) {
    if (!each.is_long) {
      written_.push_back(static_cast<std::uint8_t>(opcode(each)));
      return put_u2(written_, static_cast<std::uint32_t>(distance) & 0xFFFF);
    }
    const Opcode wide = opcode(each) == Opcode::kGoto ? Opcode::kGotoW : Opcode::kJsrW;
    written_.push_back(static_cast<std::uint8_t>(wide));
    put_u4(written_, static_cast<std::uint32_t>(distance));
  }

  void write_switch(const Instruction& each, bool is_table) {
    const std::uint8_t* at = bytes_of(each);
    const std::uint8_t* const end = at + each.old_size;
    written_.push_back(*at);
    written_.insert(written_.end(), padding(each.at), 0);
    at += 1 + padding(each.old_at);
    const auto copy = [&] {
      put_u4(written_, base::load_big<std::uint32_t>(at));
      at += 4;
    };
    const auto jump = [&] {
      const std::int64_t distance = distance_of(each, load_s4(at));
      put_u4(written_, static_cast<std::uint32_t>(distance));
      at += 4;
    };
    jump();
    copy();
    if (is_table) copy();
    while (at < end) {
      if (!is_table) copy();
      jump();
    }
  }

  Bytecode exception_table() {
    Bytecode out;
    const unsigned count = code_.exception_count + (edits_.on_throw.empty() ? 0U : 1U);
    put_u2(out, count);
    for (unsigned each = 0; each < code_.exception_count; ++each) {
      const classfile::ExceptionEntry entry = code_.exception(each);
      put_offset(out, range_start(entry.start));
      put_offset(out, target_of(entry.end));
      put_offset(out, target_of(entry.handler));
      put_u2(out, entry.catch_type);
    }
    if (edits_.on_throw.empty()) return out;
    put_u2(out, static_cast<std::uint32_t>(edits_.prologue.size()));
    put_u2(out, body_end_);
    put_u2(out, body_end_);
    put_u2(out, 0);
    return out;
  }

  [[nodiscard]] std::uint32_t range_start(std::uint32_t old_at) const {
    const std::uint32_t start = target_of(old_at);
    if (start == kNowhere || position_[old_at] == 0 || old_at == code_.bytecode.size())
      return start;
    const Instruction& before = instructions_[position_[old_at] - 1];
    return before.edit != nullptr && before.edit->is_guarded ? before.behind : start;
  }

  void put_offset(Bytecode& out, std::uint32_t offset) {
    if (offset == kNowhere) fail("a table names an offset that is no instruction's");
    put_u2(out, offset & 0xFFFF);
  }

  Bytecode all_attributes() {
    Bytecode out;
    unsigned count = 0;
    bool has_frames = false;
    for (const classfile::Attribute& attribute : code_.attributes) {
      const AttributeKind kind = classfile::attribute_kind(file_.pool().utf8(attribute.name),
                                                           AttributePlace::kCode, file_.major());
      Bytecode content;
      if (kind == AttributeKind::kLineNumberTable)
        content = lines(attribute.content);
      else if (kind == AttributeKind::kLocalVariableTable ||
               kind == AttributeKind::kLocalVariableTypeTable)
        content = variables(attribute.content);
      else if (kind == AttributeKind::kStackMapTable) {
        content = frames(attribute.content);
        has_frames = true;
      } else
        continue;
      put_attribute(out, attribute.name, content);
      ++count;
    }
    if (!has_frames && !edits_.on_throw.empty() && file_.major() >= kFirstMajorWithFrames) {
      put_attribute(out, constants_.utf8("StackMapTable"), frames({}));
      ++count;
    }
    Bytecode counted;
    put_u2(counted, count);
    put(counted, out);
    return counted;
  }

  Bytecode lines(base::Bytes content) {
    Bytecode out;
    base::BigReader reader(content);
    const std::uint32_t count = reader.u2();
    put_u2(out, count);
    for (std::uint32_t each = 0; each < count; ++each) {
      put_offset(out, target_of(reader.u2()));
      put_u2(out, reader.u2());
    }
    return out;
  }

  Bytecode variables(base::Bytes content) {
    Bytecode out;
    base::BigReader reader(content);
    const std::uint32_t count = reader.u2();
    put_u2(out, count);
    for (std::uint32_t each = 0; each < count; ++each) {
      const std::uint32_t old_start = reader.u2();
      const std::uint32_t old_end = old_start + reader.u2();
      const std::uint32_t start = target_of(old_start), end = target_of(old_end);
      put_offset(out, start);
      put_offset(out, end == kNowhere ? kNowhere : end - start);
      for (int rest = 0; rest < 3; ++rest) put_u2(out, reader.u2());
    }
    return out;
  }

  Bytecode frames(base::Bytes content) {
    const Moved moved{.target = [this](std::uint32_t at) { return target_of(at); },
                      .instruction = [this](std::uint32_t at) { return instruction_of(at); }};
    HandlerFrame handler;
    if (!edits_.on_throw.empty()) {
      handler.offset = body_end_;
      handler.class_constant = constants_.class_constant("java/lang/Throwable");
    }
    auto written = move_stack_map(content, moved, edits_.on_throw.empty() ? nullptr : &handler);
    if (written) return std::move(*written);
    fail(written.error());
    return {};
  }

  const classfile::ClassFile& file_;
  const classfile::Code& code_;
  const Edits& edits_;
  Constants& constants_;
  std::vector<Instruction> instructions_;
  std::vector<std::uint32_t> position_;  // in `instructions_`, by old offset
  std::uint32_t body_end_ = 0;
  Bytecode written_;
  std::string fault_;
};

}  // namespace

std::expected<Bytecode, std::string> move_code(const classfile::ClassFile& file,
                                               const classfile::Code& code, const Edits& edits,
                                               Constants& constants) {
  return CodeMover(file, code, edits, constants).move();
}

}  // namespace heddle::rewrite
