// Every register has one kind for good and is written at the start, so whatever is drawn is well
// typed and initialised; where control goes is left to chance.
#include "ir/random_body_test_only.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "ir/class.h"
#include "ir/round_trip_test_only.h"

namespace heddle::ir {
namespace {

// What stands for a register in a pattern: 0-9 are literal.
constexpr std::string_view kPatterns[] = {
    "const I 0",
    "const I 7",
    "const F 0",
    "const R 0",
    "const A 0",
    "const-wide L 0",
    "const-wide D 1",
    "const-string R \"s\"",
    "const-class R C",
    "move I I",
    "move-wide L L",
    "move-object R R",
    "move-object R A",
    "add-int I I I",
    "add-int I I 3",
    "sub-int I I",
    "div-int I I I",
    "rem-long L L L",
    "mul-float F F F",
    "div-double D D D",
    "shl-long L L I",
    "ushr-int I I I",
    "neg-float F F",
    "not-int I I",
    "int-to-long L I",
    "double-to-int I D",
    "long-to-double D L",
    "float-to-int I F",
    "cmp-long I L L",
    "cmpl-float I F F",
    "instance-of I R C",
    "check-cast R C",
    "new-instance R C",
    "new-array A I int[]",
    "array-length I A",
    "aget I A I",
    "aput I A I",
    "fill-array-data A int {1, 2}",
    "iget I R C.i : int",
    "iput L R C.l : long",
    "sget D C.d : double",
    "sput R C.r : java.lang.Object",
    "iget R R C.c : C",
    "monitor-enter R",
    "monitor-exit R",
    "invoke-static () C.v() : void",
    "invoke-static (I, R) C.g(int, java.lang.Object) : void",
    "invoke-static (I) C.n(int) : int\n      move-result I",
    "invoke-virtual (R, F) C.w(float) : long\n      move-result-wide L",
    "filled-new-array (I, I) int[]\n      move-result-object A"};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string write() {
    const unsigned blocks = 1 + pick(10);
    handlers_ = pick(4);
    labels_ = blocks;
    text_ =
        "class C extends java.lang.Object {\n"
        "  method static f(int, long, java.lang.Object) : int registers 18 {\n";
    if (pick(4) != 0)
      start();  // else the first block may be a loop's head
    else
      start_in_parameters();
    for (unsigned block = 0; block < blocks; ++block) {
      text_ += fmt::format("    b{}:\n", block);
      code();
      if (block + 1 == blocks || pick(3) != 0) end(block + 1 < blocks);
    }
    for (unsigned handler = 0; handler < handlers_; ++handler) {
      text_ += fmt::format("    h{}:\n", handler);
      if (pick(3) != 0) line("move-exception R");
      code();
      end(false);
    }
    for (unsigned i = handlers_ == 0 ? 0 : pick(4); i > 0; --i) guard(blocks);
    return text_ + "  }\n}\n";
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }

  std::string_view one_of(std::span<const std::string_view> registers) {
    return registers[pick(static_cast<unsigned>(registers.size()))];
  }

  void draw(char kind) {
    constexpr std::array<std::string_view, 4> kInts = {"r0", "r1", "r2", "r14"};
    constexpr std::array<std::string_view, 3> kLongs = {"r3", "r5", "r15"};
    constexpr std::array<std::string_view, 2> kFloats = {"r7", "r8"};
    constexpr std::array<std::string_view, 1> kDoubles = {"r9"};
    constexpr std::array<std::string_view, 3> kReferences = {"r11", "r12", "r17"};
    switch (kind) {
      case 'I': text_ += one_of(kInts); return;
      case 'L': text_ += one_of(kLongs); return;
      case 'F': text_ += one_of(kFloats); return;
      case 'D': text_ += one_of(kDoubles); return;
      case 'R': text_ += one_of(kReferences); return;
      default: text_ += "r13"; return;
    }
  }

  // Capitals standing alone are registers of that kind; B is a label.
  void line(std::string_view pattern) {
    text_ += "      ";
    for (std::size_t at = 0; at < pattern.size(); ++at) {
      const auto stands_alone = [&](std::size_t neighbour) {
        return neighbour >= pattern.size() ||
               std::string_view(" (),:\n}").find(pattern[neighbour]) != std::string_view::npos;
      };
      const bool capital = std::string_view("ILFDRAB").find(pattern[at]) != std::string_view::npos;
      if (!capital || !stands_alone(at + 1) || !stands_alone(at - 1)) {
        text_ += pattern[at];
      } else if (pattern[at] == 'B') {
        text_ += fmt::format("b{}", pick(labels_));
      } else {
        draw(pattern[at]);
      }
    }
    text_ += '\n';
  }

  void start() {
    for (const std::string_view text :
         {"const r0 0", "const r1 1", "const r2 2", "const-wide r3 3", "const-wide r5 5",
          "const r7 0", "const r8 0x3F800000", "const-wide r9 0", "const r11 0", "const r12 0",
          "new-array r13 r0 int[]"})
      line(text);
  }

  // The first block can be a loop's head only if nothing stands before it.
  void start_in_parameters() {
    text_ += "    b_entry:\n";
    line("if-eqz r14 b_go");
    line("add-int r14 r14 1");
    line("goto b_entry");
    text_ += "    b_go:\n";
    start();
  }

  void code() {
    for (unsigned i = pick(6); i > 0; --i)
      line(kPatterns[pick(static_cast<unsigned>(std::size(kPatterns)))]);
  }

  void end(bool may_go_on) {
    switch (pick(may_go_on ? 7 : 4)) {
      case 0: return line("return I");
      case 1: return line("throw R");
      case 2:
      case 3: return line("goto B");
      case 4: return line("if-lt I I B");
      case 5: return line("if-nez R B");
      default: return line("packed-switch I {-1: B, 0: B, 7: B}");
    }
  }

  void guard(unsigned blocks) {
    const unsigned from = pick(blocks);
    const std::string to =
        from + 1 < blocks ? fmt::format("b{}", from + 1 + pick(blocks - from - 1)) : "h0";
    text_ += fmt::format("      try b{} {} handlers ", from, to);
    if (pick(2) == 0)
      text_ += fmt::format("{} h{}, ", pick(2) == 0 ? "java.io.IOException" : "C", pick(handlers_));
    text_ += fmt::format("* h{}\n", pick(handlers_));
  }

  std::mt19937_64 random_;
  std::string text_;
  unsigned labels_ = 0, handlers_ = 0;
};

}  // namespace

std::string random_class_text(std::uint64_t seed) { return Writer(seed).write(); }

std::unique_ptr<Class> random_class(std::uint64_t seed) {
  auto classes = parsed(random_class_text(seed));
  return classes.empty() ? nullptr : std::move(classes[0]);
}

}  // namespace heddle::ir
