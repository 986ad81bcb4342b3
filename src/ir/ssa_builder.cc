// The idea: walk the blocks in reverse postorder carrying the value of every slot. Where paths
// meet, a slot that is still needed and whose value differs (or may differ, because a path round a
// loop has not been walked yet) gets a phi. When all blocks are done the phis' operands are read
// off the states saved at each block's end, and phis that turn out to merge one value with itself
// go away.
//
//   i = 0; while (i < n) i = i + 1;      at the loop's head: i2 = phi(i0, i1), but no phi for n,
//                                        which no block writes.
//
// Liveness keeps phis away from slots nobody reads again, which is also what makes reused slots
// (an int here, a reference there) harmless. Exceptional edges take the state before the first
// instruction of the block that may throw.
//
// On graphs no loop of which is entered at two places the result is minimal; on others a few
// redundant phis may stay.
#include "ir/ssa_builder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/check.h"
#include "base/id.h"
#include "base/malformed.h"
#include "ir/body.h"
#include "ir/instruction.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::uint32_t kNone = base::index(kNoValue);

std::string_view kind_word(Kind kind) {
  constexpr std::string_view kWords[] = {"nothing", "an int",   "a long",
                                         "a float", "a double", "a reference"};
  return kWords[static_cast<unsigned>(kind)];
}

std::unexpected<base::Malformed> malformed(std::string what) {
  return std::unexpected(base::Malformed(std::move(what)));
}

}  // namespace

// ---- The graph ----

void SsaBuilder::begin(const Symbols& symbols, std::uint32_t slots, TypeRef result) {
  symbols_ = &symbols;
  result_ = result;
  slots_ = slots;
  words_ = (slots + 63) / 64;
  parameters_ = 0;
  merges_ = any_untyped_ = false;
  current_ = kNowhere;
  nodes_.clear();
  edges_.clear();
  order_.clear();
  predecessors_.clear();
  reads_.clear();
  writes_.clear();
  early_writes_.clear();
  live_.clear();
  written_.assign(words_, 0);
  states_.clear();
  phis_.clear();
  phi_operands_.clear();
  code_.clear();
  types_.clear();
  offsets_.clear();
  operands_.clear();
  inferred_.clear();
  array_accesses_.clear();
  lines_.clear();
  names_.clear();
}

std::uint32_t SsaBuilder::add_block() {
  nodes_.emplace_back();
  reads_.resize(reads_.size() + words_);
  writes_.resize(writes_.size() + words_);
  early_writes_.resize(early_writes_.size() + words_);
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void SsaBuilder::link_edge(std::uint32_t& first, std::uint32_t& last, std::uint32_t to,
                           TypeRef type) {
  const auto edge = static_cast<std::uint32_t>(edges_.size());
  edges_.push_back({.to = to, .next = kNowhere, .type = type});
  (first == kNowhere ? first : edges_[last].next) = edge;
  last = edge;
}

void SsaBuilder::add_successor(std::uint32_t block, std::uint32_t successor) {
  link_edge(nodes_[block].first_successor, nodes_[block].last_successor, successor, {});
}

void SsaBuilder::add_handler(std::uint32_t block, std::uint32_t handler, TypeRef type) {
  link_edge(nodes_[block].first_handler, nodes_[block].last_handler, handler, type);
}

void SsaBuilder::read_slot(std::uint32_t block, std::uint32_t slot) {
  const std::uint64_t bit = std::uint64_t{1} << slot % 64;
  if ((bits(writes_, block)[slot / 64] & bit) == 0) bits(reads_, block)[slot / 64] |= bit;
}

void SsaBuilder::write_slot(std::uint32_t block, std::uint32_t slot) {
  const std::uint64_t bit = std::uint64_t{1} << slot % 64;
  bits(writes_, block)[slot / 64] |= bit;
  written_[slot / 64] |= bit;
  if (!nodes_[block].throws) bits(early_writes_, block)[slot / 64] |= bit;
}

void SsaBuilder::ends_with_next(std::uint32_t slot) {
  const std::uint32_t next = slot + 1;
  const std::uint64_t next_written = written_[next / 64] >> next % 64 & 1U;
  written_[slot / 64] |= next_written << slot % 64;
}

void SsaBuilder::copy_effects(std::uint32_t block, std::uint32_t from) {
  std::copy_n(bits(reads_, from), words_, bits(reads_, block));
  std::copy_n(bits(writes_, from), words_, bits(writes_, block));
  std::copy_n(bits(early_writes_, from), words_, bits(early_writes_, block));
  nodes_[block].throws = nodes_[from].throws;
}

// Depth first, higher-numbered children first, so that reverse postorder follows the source where
// it can. The stack holds blocks to enter and, complemented, blocks to leave.
void SsaBuilder::order_blocks() {
  stack_.assign(1, 0);
  while (!stack_.empty()) {
    const std::uint32_t top = stack_.back();
    stack_.pop_back();
    if (is_phi(top)) {
      order_.push_back(~top);
    } else if (nodes_[top].order == kNowhere) {
      visit_block(top);
    }
  }
  std::ranges::reverse(order_);
  for (std::uint32_t i = 0; i < order_.size(); ++i) nodes_[order_[i]].order = i;
}

void SsaBuilder::visit_block(std::uint32_t block) {
  Node& node = nodes_[block];
  node.order = 0;
  if (!node.throws) node.first_handler = kNowhere;
  stack_.push_back(~block);
  children_.clear();
  for (std::uint32_t e = node.first_successor; e != kNowhere; e = edges_[e].next)
    children_.push_back(edges_[e].to);
  for (std::uint32_t e = node.first_handler; e != kNowhere; e = edges_[e].next)
    children_.push_back(edges_[e].to);
  if (children_.size() > 1) std::ranges::sort(children_);
  for (const std::uint32_t child : children_)
    if (nodes_[child].order == kNowhere) stack_.push_back(child);
}

// What a handler catches is one type where all who come there say so, else any Throwable.
void SsaBuilder::note_caught(Node& handler, TypeRef type) {
  if (!type.exists()) type = kThrowableType;
  handler.caught = handler.caught.exists() && handler.caught != type ? kThrowableType : type;
}

// Predecessors come out ascending and unique because blocks are walked in order.
void SsaBuilder::collect_predecessors() {
  const auto each_edge = [&](const auto& visit) {
    for (const std::uint32_t block : order_) {
      const Node& node = nodes_[block];
      for (std::uint32_t e = node.first_successor; e != kNowhere; e = edges_[e].next)
        visit(block, nodes_[edges_[e].to]);
      for (std::uint32_t e = node.first_handler; e != kNowhere; e = edges_[e].next) {
        visit(block, nodes_[edges_[e].to]);
        note_caught(nodes_[edges_[e].to], edges_[e].type);
      }
    }
  };
  each_edge([](std::uint32_t, Node& target) { ++target.predecessor_count; });
  std::uint32_t total = 0;
  for (const std::uint32_t block : order_) {
    nodes_[block].predecessors = total;
    total += nodes_[block].predecessor_count;
    nodes_[block].predecessor_count = 0;
  }
  predecessors_.resize(total);
  each_edge([&](std::uint32_t block, Node& target) {
    std::uint32_t* const first = predecessors_.data() + target.predecessors;
    if (target.predecessor_count > 0 && first[target.predecessor_count - 1] == block) return;
    first[target.predecessor_count++] = block;
  });
  // Into block 0 leads, besides its predecessors, the way in.
  merges_ = nodes_[0].predecessor_count > 0 ||
            std::ranges::any_of(
                order_, [&](std::uint32_t block) { return nodes_[block].predecessor_count > 1; });
}

// ---- Liveness ----

// Each block hands what has newly become live in it to its predecessors, last blocks first. So
// every slot crosses an edge once at most, however the loops are nested.
void SsaBuilder::find_live_slots() {
  live_ = reads_;
  fresh_ = reads_;
  worklist_ = order_;
  is_waiting_.assign(nodes_.size(), true);
  while (!worklist_.empty()) {
    const std::uint32_t block = worklist_.back();
    worklist_.pop_back();
    is_waiting_[block] = false;
    flow_live_slots(block);
  }
}

// live in = read first, or live after and not written; for handlers, not written before the throw.
void SsaBuilder::flow_live_slots(std::uint32_t block) {
  const Node& node = nodes_[block];
  std::uint64_t* const fresh = bits(fresh_, block);
  std::vector<std::uint64_t>& killed = node.catches ? early_writes_ : writes_;
  for (std::uint32_t i = 0; i < node.predecessor_count; ++i) {
    const std::uint32_t predecessor = predecessors_[node.predecessors + i];
    bool changed = false;
    for (std::uint32_t word = 0; word < words_; ++word) {
      const std::uint64_t added =
          fresh[word] & ~bits(killed, predecessor)[word] & ~bits(live_, predecessor)[word];
      if (added == 0) continue;
      bits(live_, predecessor)[word] |= added;
      bits(fresh_, predecessor)[word] |= added;
      changed = true;
    }
    if (!changed || is_waiting_[predecessor]) continue;
    is_waiting_[predecessor] = true;
    worklist_.push_back(predecessor);
  }
  std::fill_n(fresh, words_, 0);
}

// ---- Walking the blocks ----

ValueId SsaBuilder::add_parameter(TypeRef type) {
  return emit({.opcode = Opcode::kParameter, .a = parameters_++}, register_type(type), 0);
}

ValueId SsaBuilder::emit(Instruction instruction, TypeRef type, std::uint32_t offset) {
  const auto id = static_cast<std::uint32_t>(code_.size());
  if (current_ != kNowhere && nodes_[current_].first_handler != kNowhere &&
      nodes_[current_].throw_state == kNowhere && may_throw(instruction.opcode, kind_of(type)))
    save_throw_state();
  code_.push_back(instruction);
  types_.push_back(type);
  offsets_.push_back(offset);
  if (type == kInferred) inferred_.push_back(id);
  if (instruction.opcode == Opcode::kArrayLoad || instruction.opcode == Opcode::kArrayStore ||
      instruction.opcode == Opcode::kFillArray)
    array_accesses_.push_back(id);
  any_untyped_ |= type == kUntyped || type == kUntypedWide;
  return static_cast<ValueId>(id);
}

Kind SsaBuilder::kind(ValueId value) const {
  const std::uint32_t id = base::index(value);
  return is_phi(id) ? phis_[id & ~kPhiBit].kind : kind_of(types_[id]);
}

TypeRef SsaBuilder::type(ValueId value) const {
  const std::uint32_t id = base::index(value);
  return is_phi(id) ? phis_[id & ~kPhiBit].type : types_[id];
}

void SsaBuilder::name_value(ValueId value, std::string_view name) {
  names_.push_back(
      {.value = value, .position = static_cast<std::uint32_t>(names_.size()), .name = name});
}

std::uint32_t SsaBuilder::save_state(std::size_t size) {
  const auto at = static_cast<std::uint32_t>(states_.size());
  for (std::size_t i = 0; i < size; ++i) states_.push_back(base::index(state_[i]));
  return at;
}

void SsaBuilder::save_throw_state() { nodes_[current_].throw_state = save_state(slots_); }

std::expected<const Body*, base::Malformed> SsaBuilder::build(const State& entry,
                                                              Translator& translator,
                                                              base::Arena& arena) {
  if (const Status status = check_size(nodes_.size()); !status)
    return std::unexpected(status.error());
  order_blocks();
  collect_predecessors();
  state_ = entry;
  cells_ = predecessors_.size() * (std::size_t{slots_} + 1);
  if (cells_ > kMostMergedCells) return too_complex();
  if (merges_) find_live_slots();
  for (const std::uint32_t block : order_)
    if (const Status status = translate_block(block, translator); !status)
      return std::unexpected(status.error());
  if (const Status status = check_depths(); !status) return std::unexpected(status.error());
  if (const Status status = fill_phis(); !status) return std::unexpected(status.error());
  remove_trivial_phis();
  own_code_ = static_cast<std::uint32_t>(code_.size());
  own_phis_ = static_cast<std::uint32_t>(phis_.size());
  if (any_untyped_)
    if (const Status status = resolve_untyped(); !status) return std::unexpected(status.error());
  infer_types();
  if (const Status status = check_array_accesses(); !status) return std::unexpected(status.error());
  return freeze(arena);
}

SsaBuilder::Status SsaBuilder::check_size(std::size_t blocks) const {
  if (blocks * (std::size_t{slots_} + 1) <= kMostCells) return {};
  return malformed("too complex: " + std::to_string(blocks) + " blocks over " +
                   std::to_string(slots_) + " locals");
}

std::unexpected<base::Malformed> SsaBuilder::too_complex() const {
  return malformed("too complex: " + std::to_string(predecessors_.size()) +
                   " edges between blocks, over " + std::to_string(state_.size()) +
                   " locals and stack entries");
}

SsaBuilder::Status SsaBuilder::translate_block(std::uint32_t block, Translator& translator) {
  current_ = block;
  nodes_[block].code_first = block == 0 ? 0 : static_cast<std::uint32_t>(code_.size());
  nodes_[block].phi_first = static_cast<std::uint32_t>(phis_.size());
  if (const Status status = enter_block(block); !status) return status;
  if (const Status status = translator.translate(block, state_); !status) return status;
  Node& node = nodes_[block];
  node.code_end = static_cast<std::uint32_t>(code_.size());
  node.phi_end = static_cast<std::uint32_t>(phis_.size());
  node.done = true;
  node.exit_size = static_cast<std::uint32_t>(state_.size());
  cells_ += state_.size() - slots_;
  if (cells_ > kMostMergedCells) return too_complex();
  if (node.first_successor != kNowhere) node.exit_state = save_state(state_.size());
  HEDDLE_CHECK(node.code_end > node.code_first && is_terminator(code_.back().opcode),
               "a block must end with a terminator");
  if (node.catches) offsets_[node.code_first] = offsets_[node.code_first + 1];
  return {};
}

SsaBuilder::Status SsaBuilder::enter_block(std::uint32_t block) {
  const Node& node = nodes_[block];
  if (block == 0 && node.predecessor_count == 0) return {};
  if (const Status status = merge_states(block); !status) return status;
  if (node.catches) {
    state_.resize(slots_);
    state_.push_back(emit({.opcode = Opcode::kCatch}, node.caught, 0));
  }
  return {};
}

std::uint32_t SsaBuilder::state_depth(std::uint32_t predecessor, bool exceptional) const {
  return exceptional ? slots_ : nodes_[predecessor].exit_size;
}

std::uint32_t SsaBuilder::value_from(std::uint32_t predecessor, bool exceptional,
                                     std::uint32_t slot) const {
  const Node& node = nodes_[predecessor];
  const std::uint32_t state = exceptional ? node.throw_state : node.exit_state;
  HEDDLE_CHECK(state != kNowhere, "a predecessor has no saved state");
  return states_[state + slot];
}

// Block 0 may be the head of a loop; then the state in which control enters counts as one more
// path.
SsaBuilder::Status SsaBuilder::merge_states(std::uint32_t block) {
  const Node& node = nodes_[block];
  const auto incoming = std::span(predecessors_).subspan(node.predecessors, node.predecessor_count);
  const bool is_entry = block == 0;
  bool complete = true;
  std::uint32_t depth = is_entry ? static_cast<std::uint32_t>(state_.size()) : kNowhere;
  for (const std::uint32_t predecessor : incoming) {
    if (!nodes_[predecessor].done) {
      complete = false;
      continue;
    }
    const std::uint32_t found = state_depth(predecessor, node.catches);
    if (depth != kNowhere && depth != found) return depths_differ(depth, found);
    depth = found;
  }
  HEDDLE_CHECK(depth != kNowhere, "a block is walked before all of its predecessors");
  nodes_[block].entry_size = depth;
  cells_ += std::size_t{node.predecessor_count} * (depth - slots_);
  if (cells_ > kMostMergedCells) return too_complex();
  if (incoming.size() == 1 && !is_entry) {
    state_.resize(depth);
    for (std::uint32_t slot = 0; slot < depth; ++slot)
      state_[slot] = static_cast<ValueId>(value_from(incoming[0], node.catches, slot));
    return {};
  }
  state_.resize(depth, kNoValue);
  for (std::uint32_t slot = 0; slot < depth; ++slot)
    if (const Status status = merge_slot(block, slot, complete); !status) return status;
  return {};
}

SsaBuilder::Status SsaBuilder::merge_slot(std::uint32_t block, std::uint32_t slot, bool complete) {
  const Node& node = nodes_[block];
  const bool is_local = slot < slots_;
  const std::uint64_t bit = std::uint64_t{1} << slot % 64;
  if (is_local && (bits(live_, block)[slot / 64] & bit) == 0) {
    if (block != 0) state_[slot] = kNoValue;
    return {};
  }
  std::uint32_t common = block == 0 ? base::index(state_[slot]) : kNowhere;
  bool first = block != 0;
  bool differs = false;
  for (std::uint32_t i = 0; i < node.predecessor_count; ++i) {
    const std::uint32_t predecessor = predecessors_[node.predecessors + i];
    if (!nodes_[predecessor].done) continue;
    const std::uint32_t value = value_from(predecessor, node.catches, slot);
    if (first) common = value;
    if (value == kNone || common == kNone)
      return malformed("local " + std::to_string(slot) + " is read before it is written");
    differs |= value != common;
    first = false;
  }
  if (common == kNone)
    return malformed("local " + std::to_string(slot) + " is read before it is written");
  const bool may_change = !is_local || (written_[slot / 64] & bit) != 0;
  if (differs || (!complete && may_change)) common = add_phi(block, slot, common);
  state_[slot] = static_cast<ValueId>(common);
  return {};
}

std::uint32_t SsaBuilder::add_phi(std::uint32_t block, std::uint32_t slot, std::uint32_t value) {
  Phi phi;
  phi.block = block;
  phi.slot = slot;
  phi.kind = kind(static_cast<ValueId>(value));
  const TypeRef first = type(static_cast<ValueId>(value));
  phi.type = phi.kind != Kind::kReference || first == kUntyped || first == kUntypedWide ? first
                                                                                        : kInferred;
  phi.operands = value;  // of the entry state, until fill_phis
  phis_.push_back(phi);
  return kPhiBit | static_cast<std::uint32_t>(phis_.size() - 1);
}

// ---- Phis ----

// Loops come back to where they began with as much on the stack.
SsaBuilder::Status SsaBuilder::check_depths() const {
  if (!merges_) return {};
  for (const std::uint32_t block : order_) {
    const Node& node = nodes_[block];
    for (std::uint32_t i = 0; i < node.predecessor_count; ++i) {
      const std::uint32_t found = state_depth(predecessors_[node.predecessors + i], node.catches);
      if (found != node.entry_size) return depths_differ(node.entry_size, found);
    }
  }
  return {};
}

std::unexpected<base::Malformed> SsaBuilder::depths_differ(std::uint32_t one,
                                                           std::uint32_t other) const {
  return malformed("stack depth is " + std::to_string(one - slots_) + " or " +
                   std::to_string(other - slots_) + " where paths meet");
}

// If block 0 has predecessors, freeze() puts a block of its own before it; its phis then have one
// operand more, the entry state's, which comes first.
SsaBuilder::Status SsaBuilder::fill_phis() {
  for (Phi& phi : phis_) {
    const Node& node = nodes_[phi.block];
    const auto at = static_cast<std::uint32_t>(phi_operands_.size());
    if (phi.block == 0) phi_operands_.push_back(phi.operands);
    phi.operands = at;
    for (std::uint32_t i = 0; i < node.predecessor_count; ++i) {
      const std::uint32_t predecessor = predecessors_[node.predecessors + i];
      const std::uint32_t value = value_from(predecessor, node.catches, phi.slot);
      if (value == kNone)
        return malformed("local " + std::to_string(phi.slot) + " is read before it is written");
      const Kind found = kind(static_cast<ValueId>(value));
      const TypeRef found_type = type(static_cast<ValueId>(value));
      const bool untyped = found_type == kUntyped || found_type == kUntypedWide ||
                           phi.type == kUntyped || phi.type == kUntypedWide;
      if (found != phi.kind && !untyped)
        return malformed((phi.slot < slots_ ? "local " + std::to_string(phi.slot)
                                            : "stack entry " + std::to_string(phi.slot - slots_)) +
                         " holds " + std::string(kind_word(phi.kind)) + " or " +
                         std::string(kind_word(found)) + " where paths meet");
      phi_operands_.push_back(value);
    }
  }
  return {};
}

}  // namespace heddle::ir
