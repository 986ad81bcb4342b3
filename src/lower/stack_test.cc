// The stack leaves no trace in the IR, so what duplication does is seen by what consumes it: each
// test hands the whole stack, bottom first, to a call.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

// Pushes %0, %1, … of the given kinds ('I' or 'J'), runs the instruction and passes what is on the
// stack then, of kinds `after`, to a method: "%0 %1 %0".
std::string rearranged(const std::string& before, const std::string& instruction,
                       const std::string& after) {
  std::string code;
  unsigned slot = 0;
  for (const char kind : before) {
    code += std::string(kind == 'I' ? "iload " : "lload ") + std::to_string(slot) + "; ";
    slot += kind == 'I' ? 1 : 2;
  }
  code += instruction + "; invokestatic C.all (" + after + ")V; return";
  const std::string text = operations("(" + before + ")V", code,
                                      {.stack = 16, .locals = static_cast<std::uint16_t>(slot)});
  const std::size_t open = text.rfind('(');
  std::string values;
  for (const char c : text.substr(open == std::string::npos ? 0 : open + 1))
    if (c != ',' && c != ')') values += c;
  return values;
}

TEST(Stack, Pop) {
  EXPECT_EQ(rearranged("II", "pop", "I"), "%0");
  EXPECT_EQ(rearranged("III", "pop2", "I"), "%0");
  EXPECT_EQ(rearranged("IJ", "pop2", "I"), "%0");
  EXPECT_EQ(rearranged("J", "pop2", ""), "");
}

TEST(Stack, Swap) { EXPECT_EQ(rearranged("III", "swap", "III"), "%0 %2 %1"); }

TEST(Stack, Dup) { EXPECT_EQ(rearranged("II", "dup", "III"), "%0 %1 %1"); }

TEST(Stack, DupBelowOneOrTwo) {
  EXPECT_EQ(rearranged("III", "dup_x1", "IIII"), "%0 %2 %1 %2");
  EXPECT_EQ(rearranged("IIII", "dup_x2", "IIIII"), "%0 %3 %1 %2 %3");
  EXPECT_EQ(rearranged("IJI", "dup_x2", "IIJI"), "%0 %2 %1 %2");
}

TEST(Stack, DupTwo) {
  EXPECT_EQ(rearranged("III", "dup2", "IIIII"), "%0 %1 %2 %1 %2");
  EXPECT_EQ(rearranged("IJ", "dup2", "IJJ"), "%0 %1 %1");
}

TEST(Stack, DupTwoBelowOne) {
  EXPECT_EQ(rearranged("IIII", "dup2_x1", "IIIIII"), "%0 %2 %3 %1 %2 %3");
  EXPECT_EQ(rearranged("IIJ", "dup2_x1", "IJIJ"), "%0 %2 %1 %2");
}

TEST(Stack, DupTwoBelowTwo) {
  EXPECT_EQ(rearranged("IIIII", "dup2_x2", "IIIIIII"), "%0 %3 %4 %1 %2 %3 %4");  // form 1
  EXPECT_EQ(rearranged("IIIJ", "dup2_x2", "IJIIJ"), "%0 %3 %1 %2 %3");           // form 2
  EXPECT_EQ(rearranged("IJII", "dup2_x2", "IIIJII"), "%0 %2 %3 %1 %2 %3");       // form 3
  EXPECT_EQ(rearranged("IJJ", "dup2_x2", "IJJJ"), "%0 %2 %1 %2");                // form 4
}

TEST(Stack, HalvesOfLongsAreNotTorn) {
  const std::string refused =
      "error: method f(J)V: the stack does not hold what is to be duplicated at instruction 2";
  EXPECT_EQ(lowered("(J)V", "lload 0; dup; return"), refused);
  EXPECT_EQ(lowered("(JI)V", "lload_0; iload_2; dup2; return"),
            "error: method f(JI)V: the stack does not hold what is to be duplicated at "
            "instruction 2");
  EXPECT_EQ(rejection("(JI)V", "lload_0; iload_2; dup_x1; return"),
            "the stack does not hold what is to be duplicated at instruction 2");
  EXPECT_EQ(rejection("(IJI)V", "iload_0; lload_1; iload_3; dup2_x1; return"),
            "the stack does not hold what is to be duplicated at instruction 3");
  EXPECT_EQ(rejection("(J)V", "lload_0; pop; return"),
            "the stack does not hold what is to be popped at instruction 1");
  EXPECT_EQ(rejection("(JI)V", "lload_0; iload_2; pop2; return"),
            "the stack does not hold what is to be popped at instruction 2");
  EXPECT_EQ(rejection("(JI)V", "lload_0; iload_2; swap; return"),
            "swap of a long or double at instruction 2");
}

}  // namespace
}  // namespace heddle::lower
