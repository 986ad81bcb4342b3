// Turns code over reused slots into a Body in SSA form. Class files and dex both come through here.
//
// A front end describes its block graph, says which slots each block reads and writes, and then
// translates blocks one at a time in the order the builder asks for them: it is given the value in
// every slot at the block's start, emits instructions, and leaves the values at the block's end.
// A slot is a local variable or a Dalvik register; on top of the slots a state may carry an operand
// stack, all of which is live.
//
// Promises: phis only where values really differ and are still needed (pruned by liveness, trivial
// ones removed); blocks in reverse postorder; unreachable blocks dropped; the entry block has no
// predecessors. The result keeps the contract of docs/formats/ir.md, provided that
//   - in a block with handlers no slot changes between two instructions that may throw
//     (front ends split blocks there), so that a handler sees one value per slot;
//   - a block that catches is reached through handlers only.
//
// Reusable: `begin` forgets the last body and keeps the memory. Not thread-safe; one per worker.
// Cost: near linear in instructions plus edges times slots and stack; what exceeds kMostCells or
// kMostMergedCells is refused as too complex.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/malformed.h"
#include "ir/body.h"
#include "ir/instruction.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {

class SsaBuilder {
 public:
  using State = std::vector<ValueId>;  // slots, then the operand stack; kNoValue where unset
  using Status = std::expected<void, base::Malformed>;

  // Of slots in blocks; of values that come along edges. No method of the JDK or of 700 jars has
  // more than some 300,000 of the latter.
  static constexpr std::size_t kMostCells = std::size_t{1} << 24U;
  static constexpr std::size_t kMostMergedCells = std::size_t{1} << 24U;

  class Translator {
   public:
    virtual ~Translator() = default;
    virtual Status translate(std::uint32_t block, State& state) = 0;
  };

  // The type of a constant that may be int, float or null (or, wide: long or double): Dalvik's.
  // Each use decides; a constant used in several ways becomes several constants.
  static constexpr TypeRef kUntyped{TypeRef::kLargestBase - 1};
  static constexpr TypeRef kUntypedWide{TypeRef::kLargestBase};
  // The type of a reference loaded from an array, when the array's type is not known yet.
  static constexpr TypeRef kInferred{};

  // 1. The graph. Block 0 is where control enters.
  void begin(const Symbols& symbols, std::uint32_t slots, TypeRef result);
  std::uint32_t add_block();
  void add_successor(std::uint32_t block, std::uint32_t successor);  // in the terminator's order
  void add_handler(std::uint32_t block, std::uint32_t handler, TypeRef type);  // in order asked
  // Whether that many blocks are within bounds; ask before adding them.
  [[nodiscard]] Status check_size(std::size_t blocks) const;
  void set_catches(std::uint32_t block) { nodes_[block].catches = true; }
  void set_throws(std::uint32_t block) { nodes_[block].throws = true; }
  // Slot effects, told in the order of the block's instructions, before and after the first
  // instruction that may throw (set_throws).
  void read_slot(std::uint32_t block, std::uint32_t slot);
  void write_slot(std::uint32_t block, std::uint32_t slot);
  // The parameter in this slot fills the next one too: whatever writes that ends it.
  void ends_with_next(std::uint32_t slot);
  // The same effects as another block of the graph (a clone of it).
  void copy_effects(std::uint32_t block, std::uint32_t from);

  // 2. The code. Parameters first; `state` gives the slots they are in.
  ValueId add_parameter(TypeRef type);
  std::expected<const Body*, base::Malformed> build(const State& entry, Translator& translator,
                                                    base::Arena& arena);

  // 3. For use inside translate().
  ValueId emit(Instruction instruction, TypeRef type, std::uint32_t offset);
  // Appends to the operand pool; use the pool's size before as `b` and the count as `c`.
  [[nodiscard]] std::uint32_t pool_size() const {
    return static_cast<std::uint32_t>(operands_.size());
  }
  void push_operand(std::uint32_t word) { operands_.push_back(word); }
  void push_operand(ValueId value) { operands_.push_back(base::index(value)); }
  // The kind and type of a value so far; a phi's reference type is kInferred until the end.
  [[nodiscard]] Kind kind(ValueId value) const;
  [[nodiscard]] TypeRef type(ValueId value) const;
  // A phi of the block being translated, so that the front end can name it.
  [[nodiscard]] bool is_phi_here(ValueId value) const {
    const std::uint32_t id = base::index(value);
    return is_phi(id) && phis_[id & ~kPhiBit].block == current_;
  }
  [[nodiscard]] bool ends_with_terminator() const {
    return !code_.empty() && is_terminator(code_.back().opcode) &&
           code_.size() > nodes_[current_].code_first;
  }
  void name_value(ValueId value, std::string_view name);
  void add_line(Line line) { lines_.push_back(line); }

 private:
  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
  static constexpr std::uint32_t kPhiBit = 0x8000'0000;

  struct Edge {
    std::uint32_t to = 0;
    std::uint32_t next = kNowhere;  // the next edge of the same block
    TypeRef type;                   // of a handler
  };
  struct Node {
    std::uint32_t first_successor = kNowhere, last_successor = kNowhere;
    std::uint32_t first_handler = kNowhere, last_handler = kNowhere;
    std::uint32_t order = kNowhere;  // in reverse postorder
    std::uint32_t predecessors = 0, predecessor_count = 0;
    std::uint32_t code_first = 0, code_end = 0;
    std::uint32_t phi_first = 0, phi_end = 0;
    std::uint32_t exit_state = kNowhere, exit_size = 0;  // in states_
    std::uint32_t entry_size = 0;
    std::uint32_t throw_state = kNowhere;
    TypeRef caught;  // by a block that catches
    bool catches = false, throws = false, done = false;
  };
  struct Phi {
    std::uint32_t block = 0;
    std::uint32_t slot = 0;      // position in the state
    std::uint32_t operands = 0;  // in phi_operands_, one for each predecessor
    TypeRef type;
    Kind kind{};
    std::uint32_t replacement = kNowhere;  // the value that stands for a trivial phi
  };

  struct GivenName {
    ValueId value{};
    std::uint32_t position = 0;  // among all that were given
    std::string_view name;
  };

  [[nodiscard]] static bool is_phi(std::uint32_t id) { return (id & kPhiBit) != 0; }
  [[nodiscard]] std::uint64_t* bits(std::vector<std::uint64_t>& set, std::uint32_t block) {
    return set.data() + std::size_t{block} * words_;
  }

  void order_blocks();
  static void note_caught(Node& handler, TypeRef type);
  void collect_predecessors();
  void find_live_slots();
  void visit_block(std::uint32_t block);
  void link_edge(std::uint32_t& first, std::uint32_t& last, std::uint32_t to, TypeRef type);
  void flow_live_slots(std::uint32_t block);
  Status translate_block(std::uint32_t block, Translator& translator);
  Status enter_block(std::uint32_t block);
  Status merge_states(std::uint32_t block);
  Status merge_slot(std::uint32_t block, std::uint32_t slot, bool complete);
  [[nodiscard]] std::uint32_t value_from(std::uint32_t predecessor, bool exceptional,
                                         std::uint32_t slot) const;
  [[nodiscard]] std::uint32_t state_depth(std::uint32_t predecessor, bool exceptional) const;
  std::uint32_t add_phi(std::uint32_t block, std::uint32_t slot, std::uint32_t value);
  std::uint32_t save_state(std::size_t size);
  void save_throw_state();
  [[nodiscard]] Status check_depths() const;
  [[nodiscard]] std::unexpected<base::Malformed> depths_differ(std::uint32_t one,
                                                               std::uint32_t other) const;
  [[nodiscard]] std::unexpected<base::Malformed> too_complex() const;
  Status fill_phis();
  [[nodiscard]] std::uint32_t operand_count(const Phi& phi) const {
    return nodes_[phi.block].predecessor_count + (phi.block == 0 ? 1U : 0U);
  }

  // Phis that are not needed, in ssa_phis.cc.
  void remove_trivial_phis();
  void collect_phi_users();
  void add_phi_use(std::uint32_t phi, std::uint32_t place);
  void replace_phi(std::uint32_t phi, std::uint32_t value);
  [[nodiscard]] std::uint32_t trivial_value(std::uint32_t phi);
  std::uint32_t resolve_and_shorten(std::uint32_t id);
  void wait(std::size_t steps) { patience_ -= std::min(patience_, steps); }
  [[nodiscard]] std::uint32_t resolve(std::uint32_t id) const;

  // Types, in ssa_types.cc and ssa_untyped.cc.
  void infer_types();
  void collect_typed_users();
  bool grow_type(std::uint32_t node, TypeRef input);
  [[nodiscard]] std::uint32_t typed_node(std::uint32_t id) const;
  template <typename Visit>
  void for_each_typed_input(std::uint32_t node, const Visit& visit) const;
  [[nodiscard]] TypeRef resolved_type(std::uint32_t id) const;
  [[nodiscard]] Status check_array_accesses() const;
  Status resolve_untyped();
  friend class UntypedResolver;

  // The last step, in ssa_freeze.cc.
  struct Layout;
  template <typename Visit>
  void for_each_phi(std::uint32_t block, const Visit& visit) const;
  const Body* freeze(base::Arena& arena);
  void number_values(Layout& layout);
  void place_code(Layout& layout, base::Arena& arena, Body& body);
  void place_phi(Layout& layout, const Phi& phi, std::uint32_t offset, std::uint32_t& at);
  void place_instruction(Layout& layout, std::uint32_t code, std::uint32_t& at);
  void place_edges(Layout& layout, base::Arena& arena, Body& body);
  void place_names(Layout& layout, base::Arena& arena, Body& body);
  [[nodiscard]] std::uint32_t new_id(std::uint32_t id) const;

  const Symbols* symbols_ = nullptr;
  TypeRef result_;
  std::uint32_t slots_ = 0;
  std::uint32_t words_ = 0;
  std::uint32_t parameters_ = 0;
  bool merges_ = false;  // some block has several predecessors
  bool any_untyped_ = false;
  // What lies beyond was added by resolve_untyped, outside the blocks' own ranges.
  std::uint32_t own_code_ = 0, own_phis_ = 0;
  std::uint32_t current_ = kNowhere;  // the block being translated
  std::size_t cells_ = 0;             // values merged so far, at most kMostMergedCells

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> order_;         // reachable blocks in reverse postorder
  std::vector<std::uint32_t> predecessors_;  // blocks, ascending in order
  std::vector<std::uint64_t> reads_, writes_, early_writes_, live_, fresh_;
  std::vector<std::uint64_t> written_;  // slots any block writes

  State state_;
  std::vector<std::uint32_t> states_;  // saved states, one after the other
  std::vector<Phi> phis_;
  std::vector<std::uint32_t> phi_operands_;
  std::vector<Instruction> code_;
  std::vector<TypeRef> types_;
  std::vector<std::uint32_t> offsets_;
  std::vector<std::uint32_t> operands_;
  std::vector<std::uint32_t> inferred_;  // array loads whose type is not known yet
  std::vector<std::uint32_t> array_accesses_;
  std::vector<Line> lines_;
  std::vector<GivenName> names_;

  // Scratch of single steps.
  std::vector<std::uint32_t> stack_, children_;
  std::vector<std::uint32_t> new_ids_, new_phi_ids_;
  std::vector<Handler> handlers_;
  std::vector<std::uint32_t> user_starts_, users_, worklist_;
  std::vector<std::uint32_t> user_first_, user_last_, user_next_;
  std::size_t patience_ = 0;
  std::vector<std::uint8_t> is_waiting_;
};

}  // namespace heddle::ir
