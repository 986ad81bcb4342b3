// The last step of the SSA builder: values get their final numbers, and everything moves from the
// builder's growing vectors into exact arrays of the arena.
//
// Final order: blocks in reverse postorder; in each its phis, then its code. Where control can come
// back to the first block, a block holding only the parameters is put before it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "base/arena.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/instruction.h"
#include "ir/ssa_builder.h"
#include "ir/type.h"

namespace heddle::ir {

struct SsaBuilder::Layout {
  bool own_entry = false;  // the parameters have a block of their own
  std::uint32_t instruction_count = 0;
  std::uint32_t operand_count = 0;
  std::span<Instruction> instructions;
  std::span<TypeRef> types;
  std::span<std::uint32_t> operands;
  std::span<std::uint32_t> offsets;
  std::span<Block> blocks;
  std::uint32_t next_operand = 0;
};

const Body* SsaBuilder::freeze(base::Arena& arena) {
  Layout layout;
  layout.own_entry = nodes_[0].predecessor_count > 0;
  number_values(layout);
  Body& body = arena.allocate<Body>(1)[0];
  body = Body{};
  place_code(layout, arena, body);
  place_edges(layout, arena, body);
  place_names(layout, arena, body);
  body.lines = arena.copy(std::span<const Line>(lines_));
  return &body;
}

std::uint32_t SsaBuilder::new_id(std::uint32_t id) const {
  if (id == base::index(kNoValue)) return id;
  id = resolve(id);
  return is_phi(id) ? new_phi_ids_[id & ~kPhiBit] : new_ids_[id];
}

// The phis of a block that stay, those added for a second kind last; these were added in block
// order.
template <typename Visit>
void SsaBuilder::for_each_phi(std::uint32_t block, const Visit& visit) const {
  for (std::uint32_t phi = nodes_[block].phi_first; phi < nodes_[block].phi_end; ++phi)
    if (phis_[phi].replacement == kNowhere) visit(phi);
  if (own_phis_ == phis_.size()) return;
  const auto added =
      std::ranges::equal_range(std::span(phis_).subspan(own_phis_), nodes_[block].order, {},
                               [&](const Phi& phi) { return nodes_[phi.block].order; });
  for (const Phi& phi : added) visit(static_cast<std::uint32_t>(&phi - phis_.data()));
}

void SsaBuilder::number_values(Layout& layout) {
  new_ids_.resize(code_.size());
  new_phi_ids_.resize(phis_.size());
  std::uint32_t next = 0;
  std::uint32_t operands = 0;
  for (const std::uint32_t block : order_) {
    const Node& node = nodes_[block];
    std::uint32_t code = node.code_first;
    if (block == 0) {
      while (code < parameters_) new_ids_[code++] = next++;
      for (std::uint32_t added = own_code_; added < code_.size(); ++added) new_ids_[added] = next++;
      if (layout.own_entry) ++next;  // the goto of the entry block
    }
    for_each_phi(block, [&](std::uint32_t phi) {
      new_phi_ids_[phi] = next++;
      operands += node.predecessor_count + (block == 0 ? 1 : 0);
    });
    for (; code < node.code_end; ++code) {
      new_ids_[code] = next++;
      const Opcode opcode = code_[code].opcode;
      if (has_value_list(opcode) || has_word_list(opcode)) operands += code_[code].c;
    }
  }
  layout.instruction_count = next;
  layout.operand_count = operands;
}

void SsaBuilder::place_code(Layout& layout, base::Arena& arena, Body& body) {
  layout.instructions = arena.allocate<Instruction>(layout.instruction_count);
  layout.types = arena.allocate<TypeRef>(layout.instruction_count);
  layout.offsets = arena.allocate<std::uint32_t>(layout.instruction_count);
  layout.operands = arena.allocate<std::uint32_t>(layout.operand_count);
  layout.blocks = arena.allocate<Block>(order_.size() + (layout.own_entry ? 1 : 0));
  std::uint32_t at = 0;
  std::uint32_t block_number = 0;
  for (const std::uint32_t block : order_) {
    const Node& node = nodes_[block];
    std::uint32_t code = node.code_first;
    const std::uint32_t first = at;
    if (block == 0) {
      while (code < parameters_) place_instruction(layout, code++, at);
      for (std::uint32_t added = own_code_; added < code_.size(); ++added)
        place_instruction(layout, added, at);
    }
    if (block == 0 && layout.own_entry) {
      layout.instructions[at] = {.opcode = Opcode::kGoto};
      layout.types[at] = kVoidType;
      layout.offsets[at++] = 0;
      layout.blocks[block_number++] = {.first = 0, .end = at};
    }
    Block& placed = layout.blocks[block_number++];
    placed = {.first = layout.own_entry ? at : first};
    for_each_phi(block,
                 [&](std::uint32_t phi) { place_phi(layout, phis_[phi], offsets_[code], at); });
    while (code < node.code_end) place_instruction(layout, code++, at);
    placed.end = at;
  }
  body.instructions = layout.instructions;
  body.types = layout.types;
  body.offsets = layout.offsets;
  body.operands = layout.operands;
}

void SsaBuilder::place_phi(Layout& layout, const Phi& phi, std::uint32_t offset,
                           std::uint32_t& at) {
  const std::uint32_t count = operand_count(phi);
  layout.instructions[at] = {.opcode = Opcode::kPhi, .b = layout.next_operand, .c = count};
  for (std::uint32_t i = 0; i < count; ++i)
    layout.operands[layout.next_operand++] = new_id(phi_operands_[phi.operands + i]);
  layout.types[at] = phi.type;
  layout.offsets[at++] = offset;
}

void SsaBuilder::place_instruction(Layout& layout, std::uint32_t code, std::uint32_t& at) {
  Instruction instruction = code_[code];
  const auto renumber = [&](std::uint32_t& operand) { operand = new_id(operand); };
  if (has_value_list(instruction.opcode) || has_word_list(instruction.opcode)) {
    const bool values = has_value_list(instruction.opcode);
    const std::uint32_t first = instruction.b;
    instruction.b = layout.next_operand;
    for (std::uint32_t i = 0; i < instruction.c; ++i) {
      const std::uint32_t word = operands_[first + i];
      layout.operands[layout.next_operand++] = values ? new_id(word) : word;
    }
    if (!values) renumber(instruction.a);
  } else {
    for_each_plain_operand(instruction, renumber);
  }
  layout.instructions[at] = instruction;
  layout.types[at] = types_[code];
  layout.offsets[at++] = offsets_[code];
}

void SsaBuilder::place_edges(Layout& layout, base::Arena& arena, Body& body) {
  const std::uint32_t shift = layout.own_entry ? 1 : 0;
  const auto number = [&](std::uint32_t block) {
    return static_cast<BlockId>(nodes_[block].order + shift);
  };
  std::size_t successor_count = shift;
  std::size_t handler_count = 0;
  for (const std::uint32_t block : order_) {
    for (std::uint32_t e = nodes_[block].first_successor; e != kNowhere; e = edges_[e].next)
      ++successor_count;
    for (std::uint32_t e = nodes_[block].first_handler; e != kNowhere; e = edges_[e].next)
      ++handler_count;
  }
  const auto successors = arena.allocate<BlockId>(successor_count);
  const auto predecessors = arena.allocate<BlockId>(predecessors_.size() + shift);
  std::vector<Handler>& handlers = handlers_;
  handlers.clear();
  handlers.reserve(handler_count);
  std::uint32_t next_successor = 0;
  std::uint32_t next_predecessor = 0;
  std::span<const Handler> last;  // the handlers of the block before, often the same
  if (layout.own_entry) {
    layout.blocks[0].successor_count = 1;
    successors[next_successor++] = BlockId{1};
  }
  for (const std::uint32_t block : order_) {
    const Node& node = nodes_[block];
    Block& placed = layout.blocks[node.order + shift];
    placed.successors = next_successor;
    for (std::uint32_t e = node.first_successor; e != kNowhere; e = edges_[e].next)
      successors[next_successor++] = number(edges_[e].to);
    placed.successor_count = next_successor - placed.successors;

    placed.predecessors = next_predecessor;
    if (block == 0 && layout.own_entry) predecessors[next_predecessor++] = BlockId{0};
    for (std::uint32_t i = 0; i < node.predecessor_count; ++i)
      predecessors[next_predecessor++] = number(predecessors_[node.predecessors + i]);
    placed.predecessor_count = next_predecessor - placed.predecessors;

    const auto first = static_cast<std::uint32_t>(handlers.size());
    for (std::uint32_t e = node.first_handler; e != kNowhere; e = edges_[e].next)
      handlers.push_back({.block = number(edges_[e].to), .type = edges_[e].type});
    const std::span<const Handler> own = std::span(handlers).subspan(first);
    placed.handlers = first;
    placed.handler_count = static_cast<std::uint32_t>(own.size());
    if (own.empty()) {
      placed.handlers = 0;
    } else if (std::ranges::equal(own, last)) {
      placed.handlers = static_cast<std::uint32_t>(last.data() - handlers.data());
      handlers.resize(first);
    } else {
      last = own;
    }
  }
  body.blocks = layout.blocks;
  body.successors = successors;
  body.predecessors = predecessors.first(next_predecessor);
  body.handlers = arena.copy(std::span<const Handler>(handlers));
}

void SsaBuilder::place_names(Layout&, base::Arena& arena, Body& body) {
  if (names_.empty()) return;
  for (GivenName& name : names_) {
    name.value = static_cast<ValueId>(new_id(base::index(name.value)));
  }
  // A value's names stay in the order in which they were given, each once.
  std::ranges::sort(names_, {}, [](const GivenName& name) {
    return std::tie(name.value, name.name, name.position);
  });
  const auto again = std::ranges::unique(
      names_, {}, [](const GivenName& name) { return std::tie(name.value, name.name); });
  names_.erase(again.begin(), again.end());
  std::ranges::sort(names_, {},
                    [](const GivenName& name) { return std::tie(name.value, name.position); });
  const auto placed = arena.allocate<LocalName>(names_.size());
  for (std::size_t i = 0; i < placed.size(); ++i)
    placed[i] = {.value = names_[i].value, .name = names_[i].name};
  body.names = placed;
}

}  // namespace heddle::ir
