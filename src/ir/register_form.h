// A method written over reused registers, shaped as Dalvik gives it, and how it becomes a body.
//
// Hand-written tests use it, to hold the SSA builder to what dex will need: untyped constants,
// register pairs, moves, results that are fetched, casts in place, array payloads, try ranges. The
// instructions are listed in docs/formats/ir.md.
//
//   method static count(int[]) : int registers 3 {
//       const r0 0                       // int, float or null: its uses decide
//     loop:
//       array-length r1 r2               // r2 is the parameter: they are in the last registers
//       if-ge r0 r1 done
//       add-int r0 r0 1
//       goto loop
//     done:
//       return r0
//   }
//
// Parse, then build once the class's symbols are frozen. Borrows nothing of the text. A long or
// double is in two registers and named by the first; writing either ends it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/malformed.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/parse_symbols.h"
#include "ir/ssa_builder.h"
#include "ir/symbols_builder.h"
#include "ir/text_scanner.h"
#include "ir/type.h"

namespace heddle::ir {

inline constexpr std::uint32_t kMostRegisters = 0xFFFF;

class RegisterForm {
 public:
  explicit RegisterForm(std::uint32_t registers) : registers_(registers) {}

  // The scanner stands at the first line of code; afterwards at the `}` behind it.
  void parse(TextScanner& scanner, SymbolParser& parser, SymbolsBuilder& symbols);
  // The body, in the class's arena.
  std::expected<const Body*, base::Malformed> build(Class& in, const Method& method);
  // The line of the text that was looked at last, for when build fails.
  [[nodiscard]] std::uint32_t line() const { return line_; }

 private:
  friend class RegisterParser;
  friend class RegisterTranslator;

  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;

  enum class Form : std::uint8_t {
    kPlain,    // `in`, reading `sources`
    kNothing,  // a place only
    kMove,
    kMoveException,
    kArray,  // an array access whose element depends on the array's type
    kFilledNewArray,
  };

  // One instruction. `in` has its symbols already; the values read from `sources` go to its
  // operands in order. A literal is the operand behind them, or before them where it is `reversed`.
  struct Step {
    Form form = Form::kPlain;
    bool wide = false;  // what it writes is a pair
    bool has_literal = false, reversed = false;
    Instruction in;
    TypeRef type = kVoidType;
    std::uint32_t literal = 0;
    std::uint32_t destination = kNowhere;
    std::vector<std::uint32_t> sources;
    std::vector<std::uint32_t> words;    // keys, or data
    std::vector<std::uint32_t> targets;  // labels
    std::uint32_t text_line = 0;
    std::uint32_t source_line = 0;
  };
  struct Label {
    std::string name;
    std::uint32_t step = kNowhere;
    std::uint32_t text_line = 0;
    std::uint32_t block = kNowhere;
  };
  struct Try {
    std::uint32_t from, to;         // labels
    std::vector<Handler> handlers;  // blocks are labels
  };
  struct Range {
    std::uint32_t first, end;  // steps
  };

  [[nodiscard]] std::uint32_t result_slot() const { return registers_; }
  [[nodiscard]] static bool throws(const Step& step);
  [[nodiscard]] static bool falls_through(const Step& step);
  [[nodiscard]] bool is_guarded(std::uint32_t step) const;
  void cut_blocks();
  SsaBuilder::Status describe(SsaBuilder& builder);
  void describe_effects(SsaBuilder& builder, std::uint32_t block);
  SsaBuilder::Status describe_edges(SsaBuilder& builder, std::uint32_t block);
  [[nodiscard]] std::uint32_t target_block(std::uint32_t label) const {
    return labels_[label].block;
  }

  std::uint32_t registers_ = 0;
  std::uint32_t line_ = 0;
  std::vector<Step> steps_;
  std::vector<Label> labels_;
  std::vector<Try> tries_;
  std::vector<Range> blocks_;
  std::vector<bool> catches_;  // of each block
};

}  // namespace heddle::ir
