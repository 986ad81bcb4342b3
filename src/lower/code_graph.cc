// A handler sees the locals as they were when the exception was thrown. SSA wants one value per
// local and edge, so inside a try range a block ends before an instruction that may throw if a
// local was written since the block's first such instruction:
//
//   try { a = f(); b = g(); }      blocks: [f()  a =] [g()  b =], as g may throw when a is written
//
#include "lower/code_graph.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"

namespace heddle::lower {
namespace {

using classfile::Opcode;
using classfile::Operands;

std::unexpected<base::Malformed> error(std::string what, std::uint32_t offset) {
  return std::unexpected(code_error(std::move(what), offset));
}

// Lengths of the instructions that have only one, 0 for the others.
constexpr std::array<std::uint8_t, 256> kLengths = [] {
  std::array<std::uint8_t, 256> lengths{};
  const auto set = [&](unsigned first, unsigned last, std::uint8_t length) {
    for (unsigned i = first; i <= last; ++i) lengths[i] = length;
  };
  set(0, 201, 1);
  set(16, 16, 2);    // bipush
  set(17, 17, 3);    // sipush
  set(18, 18, 2);    // ldc
  set(19, 20, 3);    // ldc_w, ldc2_w
  set(21, 25, 2);    // loads
  set(54, 58, 2);    // stores
  set(132, 132, 3);  // iinc
  set(153, 168, 3);  // branches
  set(169, 169, 2);  // ret
  set(170, 171, 0);  // switches
  set(178, 184, 3);  // fields, calls
  set(185, 186, 5);  // invokeinterface, invokedynamic
  set(187, 187, 3);  // new
  set(188, 188, 2);  // newarray
  set(189, 189, 3);  // anewarray
  set(192, 193, 3);  // checkcast, instanceof
  set(196, 196, 0);  // wide
  set(197, 197, 4);  // multianewarray
  set(198, 199, 3);  // ifnull, ifnonnull
  set(200, 201, 5);  // goto_w, jsr_w
  return lengths;
}();

enum class Throws : std::uint8_t { kNo, kYes, kByConstant };

constexpr std::array<Throws, 256> kThrows = [] {
  std::array<Throws, 256> throws{};
  const auto set = [&](unsigned first, unsigned last, Throws value) {
    for (unsigned i = first; i <= last; ++i) throws[i] = value;
  };
  set(18, 20, Throws::kByConstant);
  set(46, 53, Throws::kYes);    // array loads
  set(79, 86, Throws::kYes);    // array stores
  set(108, 109, Throws::kYes);  // idiv, ldiv
  set(112, 113, Throws::kYes);  // irem, lrem
  set(178, 192, Throws::kYes);  // fields, calls, allocations, arraylength, athrow, checkcast
  set(194, 195, Throws::kYes);  // monitors
  set(197, 197, Throws::kYes);  // multianewarray
  return throws;
}();

std::uint32_t padded(std::uint32_t offset) { return (offset + 4) & ~3U; }

}  // namespace

base::Malformed code_error(std::string what, std::uint32_t offset) {
  return base::Malformed(std::move(what) + " at instruction " + std::to_string(offset));
}

bool is_conditional_branch(Opcode opcode) {
  return (opcode >= Opcode::kIfeq && opcode <= Opcode::kIfAcmpne) || opcode == Opcode::kIfnull ||
         opcode == Opcode::kIfnonnull;
}

bool ends_flow(Opcode opcode) {
  return (opcode >= Opcode::kGoto && opcode <= Opcode::kReturn) || opcode == Opcode::kAthrow ||
         opcode == Opcode::kGotoW || opcode == Opcode::kJsrW;
}

LocalEffect local_effect(base::Bytes code, std::uint32_t offset) {
  const bool wide_form = static_cast<Opcode>(code[offset]) == Opcode::kWide;
  const std::uint32_t at = wide_form ? offset + 1 : offset;
  const unsigned byte = code[at];
  const auto operand = [&]() -> std::uint32_t {
    return wide_form ? base::load_big<std::uint16_t>(&code[at + 1]) : code[at + 1];
  };
  constexpr auto kNumber = [](Opcode opcode) { return static_cast<unsigned>(opcode); };
  constexpr auto kIsWide = [](unsigned family) { return family == 1 || family == 3; };
  LocalEffect effect;
  if (byte >= kNumber(Opcode::kIload) && byte <= kNumber(Opcode::kAload)) {
    effect = {.reads = true, .wide = kIsWide(byte - kNumber(Opcode::kIload)), .slot = operand()};
  } else if (byte >= kNumber(Opcode::kIload0) && byte <= kNumber(Opcode::kAload3)) {
    const unsigned form = byte - kNumber(Opcode::kIload0);
    effect = {.reads = true, .wide = kIsWide(form / 4), .slot = form % 4};
  } else if (byte >= kNumber(Opcode::kIstore) && byte <= kNumber(Opcode::kAstore)) {
    effect = {.writes = true, .wide = kIsWide(byte - kNumber(Opcode::kIstore)), .slot = operand()};
  } else if (byte >= kNumber(Opcode::kIstore0) && byte <= kNumber(Opcode::kAstore3)) {
    const unsigned form = byte - kNumber(Opcode::kIstore0);
    effect = {.writes = true, .wide = kIsWide(form / 4), .slot = form % 4};
  } else if (byte == kNumber(Opcode::kIinc)) {
    effect = {.reads = true, .writes = true, .slot = operand()};
  }
  return effect;
}

Status CodeGraph::scan(const classfile::Code& code, const classfile::ConstantPool& pool) {
  code_ = &code;
  pool_ = &pool;
  bytes_ = code.bytecode;
  has_subroutines_ = false;
  marks_.assign(bytes_.size() + 1, 0);
  block_at_.resize(bytes_.size() + 1);
  blocks_.clear();
  regions_.assign(1, Region{});
  region_handlers_.clear();
  if (code.exception_count > 0) caught_at_.assign(pool.size(), 0);
  if (const Status status = find_instructions(); !status) return status;
  if (const Status status = mark_exception_table(); !status) return status;
  if (const Status status = find_regions_and_blocks(); !status) return status;
  mark_normal_targets();
  return {};
}

// Of an instruction whose boundaries find_instructions has checked.
std::uint32_t CodeGraph::length_at(std::uint32_t offset) const {
  const std::uint32_t length = kLengths[bytes_[offset]];
  if (length != 0) return length;
  return static_cast<std::uint32_t>(classfile::instruction_length(bytes_, offset));
}

Status CodeGraph::find_instructions() {
  marks_[0] = kLeader;
  const auto size = static_cast<std::uint32_t>(bytes_.size());
  for (std::uint32_t offset = 0; offset < size;) {
    marks_[offset] |= kStart;
    std::uint32_t length = kLengths[bytes_[offset]];
    if (length == 0 || length > size - offset)
      length = static_cast<std::uint32_t>(classfile::instruction_length(bytes_, offset));
    if (length == 0) {
      if (!classfile::is_opcode(bytes_[offset]))
        return error("unknown opcode " + std::to_string(bytes_[offset]), offset);
      return error("malformed or truncated " + std::string(mnemonic(opcode(offset))), offset);
    }
    const Opcode op = opcode(offset);
    if (is_conditional_branch(op) || ends_flow(op)) {
      marks_[offset + length] |= kLeader;
      if (const Status status = mark_branch(offset); !status) return status;
    } else if (op == Opcode::kWide && static_cast<Opcode>(bytes_[offset + 1]) == Opcode::kRet) {
      marks_[offset + length] |= kLeader;
      has_subroutines_ = true;
    }
    offset += length;
  }
  for (std::uint32_t offset = 0; offset < size; ++offset)
    if ((marks_[offset] & (kLeader | kStart)) == kLeader)
      return error("a branch leads into the middle of an instruction", offset);
  return {};
}

Status CodeGraph::mark_branch(std::uint32_t offset) {
  const Opcode op = opcode(offset);
  has_subroutines_ |= op == Opcode::kJsr || op == Opcode::kJsrW || op == Opcode::kRet;
  targets_.clear();
  branch_targets(offset, targets_);
  for (const std::uint32_t target : targets_) {
    if (target >= bytes_.size()) return error("a branch leads out of the code", offset);
    marks_[target] |= kLeader;
  }
  return {};
}

void CodeGraph::branch_targets(std::uint32_t offset, std::vector<std::uint32_t>& targets) const {
  // Modular arithmetic: a target before the code comes out far behind its end.
  const auto short_target = [&](std::uint32_t at) {
    return offset + static_cast<std::uint32_t>(
                        static_cast<std::int16_t>(base::load_big<std::uint16_t>(&bytes_[at])));
  };
  const auto long_target = [&](std::uint32_t at) {
    return offset + base::load_big<std::uint32_t>(&bytes_[at]);
  };
  const Opcode op = opcode(offset);
  switch (op) {
    case Opcode::kGotoW:
    case Opcode::kJsrW: targets.push_back(long_target(offset + 1)); return;
    case Opcode::kTableswitch: {
      const std::uint32_t at = padded(offset);
      const auto low = base::load_big<std::uint32_t>(&bytes_[at + 4]);
      const auto high = base::load_big<std::uint32_t>(&bytes_[at + 8]);
      targets.push_back(long_target(at));
      for (std::uint32_t i = 0; i <= high - low; ++i)
        targets.push_back(long_target(at + 12 + 4 * i));
      return;
    }
    case Opcode::kLookupswitch: {
      const std::uint32_t at = padded(offset);
      const auto count = base::load_big<std::uint32_t>(&bytes_[at + 4]);
      targets.push_back(long_target(at));
      for (std::uint32_t i = 0; i < count; ++i) targets.push_back(long_target(at + 12 + 8 * i));
      return;
    }
    default:
      if (is_conditional_branch(op) || op == Opcode::kGoto || op == Opcode::kJsr)
        targets.push_back(short_target(offset + 1));
      return;
  }
}

void CodeGraph::switch_keys(std::uint32_t offset, std::vector<std::int32_t>& keys) const {
  const std::uint32_t at = padded(offset);
  const auto word = [&](std::uint32_t position) {
    return static_cast<std::int32_t>(base::load_big<std::uint32_t>(&bytes_[position]));
  };
  if (opcode(offset) == Opcode::kTableswitch) {
    for (std::int64_t key = word(at + 4); key <= word(at + 8); ++key)
      keys.push_back(static_cast<std::int32_t>(key));
  } else {
    const auto count = static_cast<std::uint32_t>(word(at + 4));
    for (std::uint32_t i = 0; i < count; ++i) keys.push_back(word(at + 8 + 8 * i));
  }
}

Status CodeGraph::mark_exception_table() {
  std::size_t boundaries = 0;
  const auto boundary = [&](std::uint32_t offset) {
    boundaries += (marks_[offset] & kBoundary) == 0 ? 1U : 0U;
    marks_[offset] |= kLeader | kBoundary;
  };
  marks_[bytes_.size()] |= kStart;
  for (unsigned i = 0; i < code_->exception_count; ++i) {
    const classfile::ExceptionEntry entry = code_->exception(i);
    for (const std::uint32_t offset :
         {std::uint32_t{entry.start}, std::uint32_t{entry.end}, std::uint32_t{entry.handler}})
      if ((marks_[offset] & kStart) == 0)
        return error(
            "exception table entry " + std::to_string(i) + " names the middle of an instruction",
            offset);
    if (entry.catch_type != 0 && pool_->class_name(entry.catch_type).starts_with('['))
      return error("exception table entry " + std::to_string(i) + " catches an array", entry.start);
    boundary(entry.start);
    boundary(entry.end);
    marks_[entry.handler] |= kLeader;
  }
  if (boundaries * code_->exception_count > kMostRegionSteps)
    return std::unexpected(base::Malformed(
        "too complex: " + std::to_string(code_->exception_count) + " exception table entries"));
  return {};
}

bool CodeGraph::may_throw(std::uint32_t offset) const {
  const Throws throws = kThrows[bytes_[offset]];
  if (throws != Throws::kByConstant) return throws == Throws::kYes;
  const std::uint16_t constant = opcode(offset) == Opcode::kLdc
                                     ? bytes_[offset + 1]
                                     : base::load_big<std::uint16_t>(&bytes_[offset + 1]);
  switch (pool_->tag(constant)) {
    case classfile::Tag::kClass:
    case classfile::Tag::kMethodType:
    case classfile::Tag::kMethodHandle:
    case classfile::Tag::kDynamic: return true;
    default: return false;
  }
}

Status CodeGraph::find_regions_and_blocks() {
  const auto size = static_cast<std::uint32_t>(bytes_.size());
  std::uint32_t region = 0;
  bool written_since_throw = false;
  for (std::uint32_t offset = 0; offset < size;) {
    if ((marks_[offset] & kBoundary) != 0) region = region_at(offset);
    if (region_handlers_.size() > kMostHandlerEdges)
      return error("too complex: more than " + std::to_string(kMostHandlerEdges) + " handlers",
                   offset);
    const bool throws = may_throw(offset);
    const bool splits = region != 0 && throws && written_since_throw;
    if ((marks_[offset] & kLeader) != 0 || splits) {
      if (!blocks_.empty()) blocks_.back().end = offset;
      block_at_[offset] = static_cast<std::uint32_t>(blocks_.size());
      blocks_.push_back({.start = offset, .end = size, .last = offset, .region = region});
      written_since_throw = false;
    }
    Block& block = blocks_.back();
    block.last = offset;
    block.throws |= throws;
    if (region != 0 && block.throws && local_effect(bytes_, offset).writes)
      written_since_throw = true;
    offset += length_at(offset);
  }
  return link_handlers();
}

std::uint32_t CodeGraph::region_at(std::uint32_t offset) {
  const auto first = static_cast<std::uint32_t>(region_handlers_.size());
  const auto stamp = static_cast<std::uint32_t>(offset + 1);
  for (unsigned i = 0; i < code_->exception_count; ++i) {
    const classfile::ExceptionEntry entry = code_->exception(i);
    if (offset < entry.start || offset >= entry.end) continue;
    // Of two entries that catch the same type the second is never asked.
    if (caught_at_[entry.catch_type] != stamp)
      region_handlers_.push_back({.block = entry.handler, .catch_type = entry.catch_type});
    caught_at_[entry.catch_type] = stamp;
    if (entry.catch_type == 0) break;
  }
  const auto count = static_cast<std::uint32_t>(region_handlers_.size()) - first;
  if (count == 0) return 0;
  regions_.push_back({.first = first, .count = count});
  return static_cast<std::uint32_t>(regions_.size() - 1);
}

Status CodeGraph::link_handlers() {
  for (RegionHandler& handler : region_handlers_) handler.block = block_at_[handler.block];
  std::size_t edges = 0;
  for (const Block& block : blocks_) edges += block.throws ? regions_[block.region].count : 0;
  if (edges > kMostHandlerEdges)
    return std::unexpected(
        base::Malformed("too complex: " + std::to_string(edges) + " edges to handlers"));
  return {};
}

void CodeGraph::mark_normal_targets() {
  blocks_[0].reached_normally = true;
  for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
    const Opcode op = opcode(blocks_[i].last);
    targets_.clear();
    branch_targets(blocks_[i].last, targets_);
    for (const std::uint32_t target : targets_) blocks_[block_at_[target]].reached_normally = true;
    // Control comes back behind a jsr, too.
    const bool is_call = op == Opcode::kJsr || op == Opcode::kJsrW;
    if ((!ends_flow(op) || is_call) && next(i) != kNowhere) blocks_[i + 1].reached_normally = true;
  }
}

}  // namespace heddle::lower
