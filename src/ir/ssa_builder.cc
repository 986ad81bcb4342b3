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
#include <functional>
#include <string>
#include <string_view>

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

void SsaBuilder::find_live_slots() {
  live_.assign(std::size_t{words_} * nodes_.size(), 0);
  bool changed = true;
  while (changed) {
    changed = false;
    for (std::size_t i = order_.size(); i-- > 0;) changed |= flow_live_slots(order_[i]);
  }
}

// live in = read first, or live after and not written; for handlers, not written before the throw.
bool SsaBuilder::flow_live_slots(std::uint32_t block) {
  const Node& node = nodes_[block];
  bool changed = false;
  for (std::uint32_t word = 0; word < words_; ++word) {
    std::uint64_t after = 0;
    std::uint64_t thrown = 0;
    for (std::uint32_t e = node.first_successor; e != kNowhere; e = edges_[e].next)
      after |= bits(live_, edges_[e].to)[word];
    for (std::uint32_t e = node.first_handler; e != kNowhere; e = edges_[e].next)
      thrown |= bits(live_, edges_[e].to)[word];
    const std::uint64_t in = bits(reads_, block)[word] | (after & ~bits(writes_, block)[word]) |
                             (thrown & ~bits(early_writes_, block)[word]);
    changed |= in != bits(live_, block)[word];
    bits(live_, block)[word] = in;
  }
  return changed;
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
  names_.push_back({.value = value, .name = name});
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
  if (nodes_.size() * (std::size_t{slots_} + 1) > kMostCells)
    return malformed("too complex: " + std::to_string(nodes_.size()) + " blocks over " +
                     std::to_string(slots_) + " locals");
  order_blocks();
  collect_predecessors();
  if (merges_) find_live_slots();
  state_ = entry;
  for (const std::uint32_t block : order_)
    if (const Status status = translate_block(block, translator); !status)
      return std::unexpected(status.error());
  if (const Status status = fill_phis(); !status) return std::unexpected(status.error());
  remove_trivial_phis();
  own_code_ = static_cast<std::uint32_t>(code_.size());
  own_phis_ = static_cast<std::uint32_t>(phis_.size());
  if (any_untyped_)
    if (const Status status = resolve_untyped(); !status) return std::unexpected(status.error());
  infer_types();
  return freeze(arena);
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
    if (depth != kNowhere && depth != found)
      return malformed("stack depth is " + std::to_string(depth - slots_) + " or " +
                       std::to_string(found - slots_) + " where paths meet");
    depth = found;
  }
  HEDDLE_CHECK(depth != kNowhere, "a block is walked before all of its predecessors");
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
      if (state_depth(predecessor, node.catches) <= phi.slot)
        return malformed("stack depth differs where paths meet");
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

std::uint32_t SsaBuilder::resolve(std::uint32_t id) const {
  while (id != kNone && is_phi(id) && phis_[id & ~kPhiBit].replacement != kNowhere)
    id = phis_[id & ~kPhiBit].replacement;
  return id;
}

// The one value a phi merges, besides itself; kNowhere if there are two.
std::uint32_t SsaBuilder::trivial_value(const Phi& phi) const {
  const Node& node = nodes_[phi.block];
  const std::uint32_t count = node.predecessor_count + (phi.block == 0 ? 1 : 0);
  const auto self = kPhiBit | static_cast<std::uint32_t>(&phi - phis_.data());
  std::uint32_t single = kNowhere;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t value = resolve(phi_operands_[phi.operands + i]);
    if (value == self || value == single) continue;
    if (single != kNowhere) return kNowhere;
    single = value;
  }
  return single;
}

// A phi that goes away may make the phis that use it trivial: those are looked at again.
void SsaBuilder::remove_trivial_phis() {
  if (phis_.empty()) return;
  const auto count = static_cast<std::uint32_t>(phis_.size());
  const auto operand_count = [&](std::uint32_t phi) {
    return nodes_[phis_[phi].block].predecessor_count + (phis_[phi].block == 0 ? 1U : 0U);
  };
  phi_user_starts_.assign(count + 1, 0);
  const auto each_phi_operand = [&](const auto& visit) {
    for (std::uint32_t user = 0; user < count; ++user)
      for (std::uint32_t i = 0; i < operand_count(user); ++i) {
        const std::uint32_t value = phi_operands_[phis_[user].operands + i];
        if (is_phi(value)) visit(value & ~kPhiBit, user);
      }
  };
  each_phi_operand([&](std::uint32_t used, std::uint32_t) { ++phi_user_starts_[used + 1]; });
  for (std::uint32_t i = 0; i < count; ++i) phi_user_starts_[i + 1] += phi_user_starts_[i];
  phi_users_.resize(phi_user_starts_[count]);
  worklist_.assign(phi_user_starts_.begin(), phi_user_starts_.end() - 1);
  each_phi_operand(
      [&](std::uint32_t used, std::uint32_t user) { phi_users_[worklist_[used]++] = user; });

  worklist_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) worklist_[i] = count - 1 - i;
  while (!worklist_.empty()) {
    const std::uint32_t phi = worklist_.back();
    worklist_.pop_back();
    if (phis_[phi].replacement != kNowhere) continue;
    const std::uint32_t value = trivial_value(phis_[phi]);
    if (value == kNowhere) continue;
    phis_[phi].replacement = value;
    for (std::uint32_t i = phi_user_starts_[phi]; i < phi_user_starts_[phi + 1]; ++i)
      worklist_.push_back(phi_users_[i]);
  }
}

// ---- Types ----

TypeRef SsaBuilder::resolved_type(std::uint32_t id) const {
  return type(static_cast<ValueId>(resolve(id)));
}

namespace {

// The least type we can name without knowing the classes: equal ones stay, others are Object.
TypeRef join(TypeRef left, TypeRef right) {
  if (left == SsaBuilder::kInferred || left == kNullType) {
    return right == SsaBuilder::kInferred ? left : right;
  }
  if (right == SsaBuilder::kInferred || right == kNullType || left == right) return left;
  return kObjectType;
}

}  // namespace

// References only: types grow from unknown over null to a class to Object, so this ends.
void SsaBuilder::infer_types() {
  bool changed = !phis_.empty() || !inferred_.empty();
  while (changed) {
    changed = false;
    for (Phi& phi : phis_) {
      if (phi.kind != Kind::kReference || phi.replacement != kNowhere) continue;
      TypeRef joined = phi.type;
      const std::uint32_t count = nodes_[phi.block].predecessor_count + (phi.block == 0 ? 1U : 0U);
      for (std::uint32_t i = 0; i < count; ++i)
        joined = join(joined, resolved_type(phi_operands_[phi.operands + i]));
      changed |= joined != phi.type;
      phi.type = joined;
    }
    for (const std::uint32_t load : inferred_) {
      const TypeRef array = resolved_type(code_[load].a);
      TypeRef element = array == kInferred || array == kNullType ? array : kObjectType;
      if (array.is_array() && kind_of(array.element()) == Kind::kReference)
        element = array.element();
      const TypeRef joined = join(types_[load], element);
      changed |= joined != types_[load];
      types_[load] = joined;
    }
  }
  for (Phi& phi : phis_)
    if (phi.kind == Kind::kReference && phi.type == kInferred) phi.type = kNullType;
  for (const std::uint32_t load : inferred_)
    if (types_[load] == kInferred) types_[load] = kNullType;
}

}  // namespace heddle::ir
