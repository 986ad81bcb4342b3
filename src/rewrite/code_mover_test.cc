// Random code, with random things put between its instructions: whatever an offset meant before, it
// means after.
#include "rewrite/code_mover.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/code.h"
#include "classfile/opcode.h"
#include "rewrite/constants.h"

namespace heddle::rewrite {
namespace {

using classfile::ByteWriter;
using classfile::ClassFile;
using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Opcode;
using classfile::Operands;

// A class with one method, moved.
struct Case {
  std::vector<std::uint8_t> bytes;
  Edits edits;
};

constexpr auto kBefore = static_cast<std::uint8_t>(Opcode::kNop);  // what is put before
constexpr auto kAfter = static_cast<std::uint8_t>(Opcode::kPop);   // and behind; no code has either

std::string label(std::size_t number) { return "L" + std::to_string(number); }

Case random_case(std::mt19937& random) {
  const auto pick = [&](std::size_t below) { return random() % below; };
  const std::size_t count = 3 + pick(30);
  CodeWriter code(4, 4);
  std::vector<std::size_t> starts;
  for (std::size_t each = 0; each < count; ++each) {
    code.label(label(each)).line(static_cast<std::uint16_t>(each + 1));
    const auto target = [&] { return label(pick(count)); };
    switch (pick(7)) {
      case 0: code.branch(Opcode::kGoto, target()); break;
      case 1: code.branch(Opcode::kIfeq, target()); break;
      case 2: code.table_switch(3, {target(), target(), target()}, target()); break;
      case 3: code.lookup_switch({{1, target()}, {9, target()}}, target()); break;
      case 4: code.branch(Opcode::kGotoW, target()); break;
      case 5: code.op(Opcode::kSipush, 300); break;
      default: code.op(Opcode::kIconst1); break;
    }
  }
  code.label(label(count)).op(Opcode::kReturn).label("end");
  for (std::size_t each = pick(3); each != 0; --each) {
    const std::size_t from = pick(count), to = from + 1 + pick(count - from);
    code.handler(label(from), label(to), label(pick(count)));
    code.local("v" + std::to_string(each), "I", 1, label(from), label(to));
  }
  ClassWriter writer("a/B");
  writer.method(classfile::kAccStatic, "m", "()V").code(code);
  Case made;
  made.bytes = writer.finish();
  const auto file = ClassFile::parse(made.bytes);
  const auto parsed = classfile::parse_code(*file, file->methods()[0]);
  for (std::size_t at = 0; at < parsed->bytecode.size();
       at += classfile::instruction_length(parsed->bytecode, at)) {
    Edit edit;
    edit.before.assign(pick(3) == 0 ? pick(6) : 0, kBefore);
    edit.after.assign(pick(3) == 0 ? pick(6) : 0, kAfter);
    if (!edit.before.empty() || !edit.after.empty())
      made.edits.edits[static_cast<std::uint32_t>(at)] = edit;
  }
  made.edits.prologue.assign(pick(4), static_cast<std::uint8_t>(Opcode::kIconst2));
  made.edits.extra_stack = 2;
  return made;
}

// The instructions of some code that are not ours, and where a jump to each may arrive.
struct Walk {
  std::vector<std::size_t> at, target;
};

Walk walk(base::Bytes code, std::size_t from) {
  Walk found;
  std::size_t target = from;
  for (std::size_t at = from; at < code.size(); at += classfile::instruction_length(code, at)) {
    if (code[at] == kAfter) target = at + 1;
    if (code[at] == kBefore || code[at] == kAfter) continue;
    found.at.push_back(at);
    found.target.push_back(target);
    target = at + classfile::instruction_length(code, at);
  }
  return found;
}

std::vector<std::size_t> jumps_of(base::Bytes code, std::size_t at) {
  const auto s4 = [&](std::size_t where) {
    return at + static_cast<std::size_t>(
                    static_cast<std::int32_t>(base::load_big<std::uint32_t>(code.data() + where)));
  };
  switch (classfile::shape(static_cast<Opcode>(code[at])).operands) {
    case Operands::kBranch2:
      return {at + static_cast<std::size_t>(static_cast<std::int16_t>(
                       base::load_big<std::uint16_t>(code.data() + at + 1)))};
    case Operands::kBranch4: return {s4(at + 1)};
    case Operands::kTableSwitch: {
      const std::size_t body = (at + 4) / 4 * 4;
      return {s4(body), s4(body + 12), s4(body + 16), s4(body + 20)};
    }
    case Operands::kLookupSwitch: {
      const std::size_t body = (at + 4) / 4 * 4;
      return {s4(body), s4(body + 12), s4(body + 20)};
    }
    default: return {};
  }
}

// Where the old offset is among the instructions; one past the last for the end.
std::size_t number_of(const std::vector<std::size_t>& offsets, std::size_t end, std::size_t at) {
  if (at == end) return offsets.size();
  const auto found = std::ranges::find(offsets, at);
  return found == offsets.end() ? ~std::size_t{0}
                                : static_cast<std::size_t>(found - offsets.begin());
}

class Moved {
 public:
  Moved(const ClassFile& file, const Edits& edits) : constants_(file.pool()) {
    auto code = classfile::parse_code(file, file.methods()[0]);
    moved_ = move_code(file, *code, edits, constants_);
  }
  [[nodiscard]] const std::expected<Bytecode, std::string>& content() const { return moved_; }

 private:
  Constants constants_;
  std::expected<Bytecode, std::string> moved_;
};

// The same class with the moved code, as something to parse. No constants were added.
std::vector<std::uint8_t> with_code(const std::vector<std::uint8_t>& bytes,
                                    const Bytecode& content) {
  const auto file = ClassFile::parse(bytes);
  const base::Bytes old = file->methods()[0].code;
  const auto at = static_cast<std::size_t>(old.data() - bytes.data());
  std::vector<std::uint8_t> out(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at - 4));
  for (int shift = 24; shift >= 0; shift -= 8)
    out.push_back(static_cast<std::uint8_t>(content.size() >> shift));
  out.insert(out.end(), content.begin(), content.end());
  out.insert(out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at + old.size()), bytes.end());
  return out;
}

void expect_same(const classfile::Code& old_code, const classfile::Code& new_code,
                 std::size_t prologue) {
  const Walk before = walk(old_code.bytecode, 0), after = walk(new_code.bytecode, prologue);
  ASSERT_EQ(before.at.size(), after.at.size());
  const std::size_t old_end = old_code.bytecode.size(), new_end = new_code.bytecode.size();
  const auto same = [&](std::size_t old_at, std::size_t new_at) {
    EXPECT_EQ(number_of(before.at, old_end, old_at), number_of(after.target, new_end, new_at));
  };
  for (std::size_t each = 0; each < before.at.size(); ++each) {
    EXPECT_EQ(old_code.bytecode[before.at[each]], new_code.bytecode[after.at[each]]);
    const auto old_jumps = jumps_of(old_code.bytecode, before.at[each]);
    const auto new_jumps = jumps_of(new_code.bytecode, after.at[each]);
    ASSERT_EQ(old_jumps.size(), new_jumps.size());
    for (std::size_t jump = 0; jump < old_jumps.size(); ++jump)
      same(old_jumps[jump], new_jumps[jump]);
  }
  ASSERT_EQ(old_code.exception_count, new_code.exception_count);
  for (unsigned each = 0; each < old_code.exception_count; ++each) {
    same(old_code.exception(each).start, new_code.exception(each).start);
    same(old_code.exception(each).end, new_code.exception(each).end);
    same(old_code.exception(each).handler, new_code.exception(each).handler);
  }
  auto new_line = new_code.lines.begin();
  for (const classfile::LineNumber line : old_code.lines) {
    EXPECT_EQ(line.line, (*new_line).line);
    same(line.start, (*new_line).start);
    ++new_line;
  }
  auto new_local = new_code.locals.begin();
  for (const classfile::LocalVariable local : old_code.locals) {
    same(local.start, (*new_local).start);
    same(local.start + local.length, (*new_local).start + (*new_local).length);
    ++new_local;
  }
}

TEST(CodeMover, KeepsWhatOffsetsMean) {
  std::mt19937 random(1);
  for (int run = 0; run < 500; ++run) {
    const Case each = random_case(random);
    const auto file = ClassFile::parse(each.bytes);
    ASSERT_TRUE(file) << file.error().describe();
    const Moved moved(*file, each.edits);
    ASSERT_TRUE(moved.content()) << moved.content().error();
    const auto bytes = with_code(each.bytes, *moved.content());
    const auto again = ClassFile::parse(bytes);
    ASSERT_TRUE(again) << again.error().describe();
    const auto old_code = classfile::parse_code(*file, file->methods()[0]);
    const auto new_code = classfile::parse_code(*again, again->methods()[0]);
    ASSERT_TRUE(new_code) << new_code.error().describe();
    expect_same(*old_code, *new_code, each.edits.prologue.size());
    if (HasFailure()) return;
  }
}

std::vector<std::uint8_t> far_jump(Opcode opcode, std::size_t between) {
  CodeWriter code(4, 4);
  code.branch(opcode, "far");
  for (std::size_t each = 0; each < between; ++each) code.op(Opcode::kIconst1);
  code.label("far").op(Opcode::kReturn);
  ClassWriter writer("a/B");
  writer.method(classfile::kAccStatic, "m", "()V").code(code);
  return writer.finish();
}

TEST(CodeMover, WidensJumpsThatNoLongerReach) {
  const auto bytes = far_jump(Opcode::kGoto, 32'000);
  const auto file = ClassFile::parse(bytes);
  Edits edits;
  edits.edits[10].before.assign(1'000, kBefore);
  const Moved moved(*file, edits);
  ASSERT_TRUE(moved.content()) << moved.content().error();
  const auto wide = with_code(bytes, *moved.content());
  const auto again = ClassFile::parse(wide);
  const auto code = classfile::parse_code(*again, again->methods()[0]);
  ASSERT_TRUE(code);
  EXPECT_EQ(code->bytecode[0], static_cast<std::uint8_t>(Opcode::kGotoW));
  EXPECT_EQ(jumps_of(code->bytecode, 0)[0], code->bytecode.size() - 1);
}

TEST(CodeMover, RefusesWhatCannotBeMoved) {
  Edits edits;
  edits.edits[10].before.assign(1'000, kBefore);
  const auto conditional = far_jump(Opcode::kIfeq, 32'000);
  const auto file = ClassFile::parse(conditional);
  EXPECT_FALSE(Moved(*file, edits).content());
  const auto full = far_jump(Opcode::kGotoW, 65'000);
  const auto full_file = ClassFile::parse(full);
  const Moved moved(*full_file, edits);
  ASSERT_FALSE(moved.content());
  EXPECT_NE(moved.content().error().find("65,535"), std::string::npos);
}

}  // namespace
}  // namespace heddle::rewrite
