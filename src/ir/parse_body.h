// Reads the blocks of a method in the text form.
//
// Only for the parser. Values and blocks may have any names and be used before they are made; they
// get their numbers from where they stand. Predecessors and the order of a phi's operands follow
// from the edges. Reads any body the text can spell, whether it keeps the contract or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "ir/body.h"
#include "ir/instruction.h"
#include "ir/parse_symbols.h"
#include "ir/symbols_builder.h"
#include "ir/text_scanner.h"
#include "ir/type.h"

namespace heddle::ir {

class BodyParser {
 public:
  BodyParser(TextScanner& scanner, SymbolParser& parser, SymbolsBuilder& symbols)
      : scan_(scanner), parse_(parser), symbols_(symbols) {}

  // The scanner stands at the first label; afterwards at the `}` behind the blocks. Null, and the
  // scanner has failed, where the text is wrong.
  const Body* parse(base::Arena& arena);

 private:
  // Something named in the text: its number is that of its first mention, until it is placed.
  struct Named {
    std::uint32_t place = kNowhere;
    std::uint32_t line = 0;  // of the first mention
    std::string_view name;
  };
  class Names {
   public:
    std::uint32_t mention(std::string_view name, std::uint32_t line);
    void clear();
    std::vector<Named> all;

   private:
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
  };
  struct PhiOperand {
    std::uint32_t label;
    std::uint32_t value;
  };
  struct Phi {
    std::uint32_t instruction = 0;
    std::uint32_t block = 0;
    std::uint32_t line = 0;
    std::vector<PhiOperand> operands;
  };
  struct OpenBlock {
    Block block;
    std::vector<std::uint32_t> successors;  // labels
    std::vector<Handler> handlers;          // blocks are labels
  };
  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;

  void label();
  void instruction();
  void operands(Instruction& in);
  void notes(std::uint32_t at);
  void place_value(std::uint32_t value, std::uint32_t at);

  std::uint32_t value();
  void value_list(Instruction& in);
  void target();
  template <typename Enum>
  void sub(Instruction& in, unsigned count, std::string_view (*name)(Enum),
           std::string_view wanted);
  void type_operand(std::uint32_t& word) { word = parse_.reference_type().bits(); }
  void words_of_long(Instruction& in, std::uint64_t bits);
  void call_site(Instruction& in);
  void phi(Instruction& in);
  void branch(Instruction& in);
  void switch_over(Instruction& in);
  void data(Instruction& in);

  void resolve_values();
  void resolve_blocks();
  void collect_predecessors();
  void order_phi(const Phi& phi);
  void collect_lines();
  const Body* place(base::Arena& arena);

  TextScanner& scan_;
  SymbolParser& parse_;
  SymbolsBuilder& symbols_;

  Names values_, labels_;
  std::vector<Instruction> code_;
  std::vector<TypeRef> types_;
  std::vector<std::uint32_t> operands_;
  std::vector<std::uint32_t> offsets_, line_numbers_;  // of each instruction
  std::vector<LocalName> local_names_;
  std::vector<Line> lines_;
  std::vector<OpenBlock> blocks_;
  std::vector<Phi> phis_;
  std::vector<Block> placed_;
  std::vector<BlockId> successors_, predecessors_;
  std::vector<Handler> handlers_;
  TypeRef type_;  // of the instruction being read
};

}  // namespace heddle::ir
