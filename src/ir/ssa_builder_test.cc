// Small graphs by hand, then random ones against programs that are run as they stand.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "ir/print.h"
#include "ir/slot_program_test_only.h"

namespace heddle::ir {
namespace {

using What = SlotStep::What;

SlotStep set(std::uint32_t to, std::int32_t number) {
  return {.what = What::kSet, .to = to, .number = number};
}
SlotStep observe(std::uint32_t from) { return {.what = What::kObserve, .from = from}; }
SlotStep add(std::uint32_t to, std::uint32_t from, std::uint32_t other) {
  return {.what = What::kAdd, .to = to, .from = from, .other = other};
}
SlotStep copy(std::uint32_t to, std::uint32_t from) {
  return {.what = What::kCopy, .to = to, .from = from};
}

std::string built(const SlotProgram& program) {
  SlotProgramBuilder builder;
  const auto body = builder.build(program);
  if (!body) return "error: " + body.error().what;
  EXPECT_EQ(builder.violations(program, **body), "");
  return "\n" +
         print_body(builder.in(), **body, {.offsets = false, .lines = false, .names = false});
}

std::size_t phis(const SlotProgram& program) {
  SlotProgramBuilder builder;
  const auto body = builder.build(program);
  EXPECT_TRUE(body) << body.error().what;
  EXPECT_EQ(builder.violations(program, **body), "");
  return phi_count(**body);
}

TEST(SsaBuilder, JoinsGetPhisWhereValuesDiffer) {
  EXPECT_EQ(built({.slots = 2,
                   .parameters = 2,
                   .blocks = {{.steps = {}, .successors = {1, 2}},
                              {.steps = {set(0, 7)}, .successors = {3}},
                              {.steps = {}, .successors = {3}},
                              {.steps = {observe(0), observe(1)}}}}),
            R"(
  b0:
    %0 = parameter 0 : int
    %1 = parameter 1 : int
    %2 = const_int 0
    switch %2 {0: b2} else b1
  b1:
    %4 = const_int 7
    goto b3
  b2:
    goto b3
  b3:
    %7 = phi (b1: %4, b2: %0) : int
    invoke static C.observe(int) : void (%7)
    invoke static C.observe(int) : void (%1)
    return
)");
}

TEST(SsaBuilder, NoPhiForWhatNobodyReads) {
  EXPECT_EQ(phis({.slots = 1,
                  .parameters = 1,
                  .blocks = {{.successors = {1, 2}},
                             {.steps = {set(0, 7)}, .successors = {2}},
                             {.steps = {set(0, 8), observe(0)}}}}),
            0U);
}

TEST(SsaBuilder, NoPhiForWhatALoopLeavesAlone) {
  EXPECT_EQ(phis({.slots = 2,
                  .parameters = 2,
                  .blocks = {{.successors = {1}},
                             {.steps = {observe(0), observe(1)}, .successors = {1, 2}},
                             {.steps = {observe(1)}}}}),
            0U);
  // A loop that writes what was there already.
  EXPECT_EQ(phis({.slots = 2,
                  .parameters = 1,
                  .blocks = {{.steps = {copy(1, 0)}, .successors = {1}},
                             {.steps = {observe(1), copy(1, 0)}, .successors = {1, 2}},
                             {.steps = {observe(1)}}}}),
            0U);
}

TEST(SsaBuilder, NestedLoops) {
  EXPECT_EQ(phis({.slots = 1,
                  .parameters = 1,
                  .blocks = {{.successors = {1}},
                             {.successors = {2, 3}},
                             {.steps = {add(0, 0, 0)}, .successors = {2, 1}},
                             {.steps = {observe(0)}}}}),
            2U);
}

// s1 is s0 wherever it is read, but three loops deep: the phis go away one after the other, each
// through the one before.
TEST(SsaBuilder, ChainsOfTrivialPhisGoAway) {
  EXPECT_EQ(phis({.slots = 2,
                  .parameters = 1,
                  .blocks = {{.steps = {copy(1, 0)}, .successors = {1}},
                             {.successors = {2}},
                             {.successors = {3}},
                             {.steps = {observe(1)}, .successors = {3, 4}},
                             {.steps = {copy(1, 1)}, .successors = {2, 5}},
                             {.steps = {copy(1, 1)}, .successors = {1, 6}},
                             {.steps = {observe(1)}}}}),
            0U);
}

TEST(SsaBuilder, TheFirstBlockMayBeALoop) {
  EXPECT_EQ(built({.slots = 1,
                   .parameters = 1,
                   .blocks = {{.steps = {add(0, 0, 0), observe(0)}, .successors = {0, 1}}, {}}}),
            R"(
  b0:
    %0 = parameter 0 : int
    goto b1
  b1:
    %2 = phi (b0: %0, b1: %3) : int
    %3 = add %2 %2 : int
    invoke static C.observe(int) : void (%3)
    %5 = const_int 0
    switch %5 {0: b2} else b1
  b2:
    return
)");
}

TEST(SsaBuilder, HandlersSeeTheStateOfTheThrow) {
  EXPECT_EQ(built({.slots = 1,
                   .parameters = 1,
                   .blocks = {{.steps = {set(0, 1), observe(0), set(0, 2)},
                               .successors = {1},
                               .handlers = {2}},
                              {.steps = {observe(0), observe(0)}, .handlers = {2}},
                              {.steps = {observe(0)}, .catches = true}}}),
            R"(
  b0:  handlers java.lang.Throwable b2
    %0 = parameter 0 : int
    %1 = const_int 1
    invoke static C.observe(int) : void (%1)
    %3 = const_int 2
    goto b1
  b1:  handlers java.lang.Throwable b2
    invoke static C.observe(int) : void (%3)
    invoke static C.observe(int) : void (%3)
    return
  b2:
    %8 = phi (b0: %1, b1: %3) : int
    %9 = catch : java.lang.Throwable
    invoke static C.observe(int) : void (%8)
    return
)");
}

TEST(SsaBuilder, HandlersOfWhatCannotThrowAreDropped) {
  EXPECT_EQ(built({.slots = 1,
                   .parameters = 1,
                   .blocks = {{.steps = {set(0, 1)}, .handlers = {1}}, {.catches = true}}}),
            R"(
  b0:
    %0 = parameter 0 : int
    %1 = const_int 1
    return
)");
}

TEST(SsaBuilder, ReadBeforeWritten) {
  const SlotProgram program{.slots = 1,
                            .parameters = 0,
                            .blocks = {{.successors = {1, 2}},
                                       {.steps = {set(0, 1)}, .successors = {2}},
                                       {.steps = {observe(0)}}}};
  EXPECT_EQ(built(program), "error: local 0 is read before it is written");
  EXPECT_TRUE(may_read_unset(program));
}

TEST(SsaBuilder, BuilderIsReusable) {
  SlotProgramBuilder builder;
  std::mt19937 random(1);
  for (unsigned i = 0; i < 50; ++i) {
    const SlotProgram program = random_program(random, {});
    const auto first = builder.build(program);
    ASSERT_TRUE(first);
    EXPECT_EQ(print_body(builder.in(), **first), [&] {
      SlotProgramBuilder fresh;
      return print_body(fresh.in(), **fresh.build(program));
    }());
  }
}

// ---- Random programs ----

class RandomPrograms : public testing::TestWithParam<ProgramShape> {};

TEST_P(RandomPrograms, RunAlikeBeforeAndAfter) {
  std::mt19937 random(7);
  SlotProgramBuilder builder;
  std::size_t observed_in_all = 0;
  for (unsigned i = 0; i < 1500; ++i) {
    const SlotProgram program = random_program(random, GetParam());
    const auto body = builder.build(program);
    ASSERT_TRUE(body) << body.error().what << "\n" << program.text();
    ASSERT_EQ(builder.violations(program, **body), "") << program.text();
    for (unsigned path = 0; path < 12; ++path) {
      std::vector<std::uint32_t> decisions(1 + random() % 40);
      for (std::uint32_t& decision : decisions) decision = static_cast<std::uint32_t>(random());
      const std::vector<std::int32_t> observed = run(program, decisions);
      observed_in_all += observed.size();
      ASSERT_EQ(run(program, **body, decisions), observed)
          << program.text() << print_body(builder.in(), **body);
    }
  }
  EXPECT_GT(observed_in_all, 10'000U);
}

TEST_P(RandomPrograms, HaveThePhisTheyNeedAndNoMore) {
  std::mt19937 random(11);
  SlotProgramBuilder builder;
  unsigned reducible = 0;
  for (unsigned i = 0; i < 1500; ++i) {
    const SlotProgram program = random_program(random, GetParam());
    const auto body = builder.build(program);
    ASSERT_TRUE(body) << body.error().what << "\n" << program.text();
    ASSERT_LE(phi_count(**body), needed_phis(program))
        << program.text() << print_body(builder.in(), **body);
    if (!is_reducible(program)) continue;
    reducible += phi_count(**body) > 0 ? 1 : 0;
    ASSERT_EQ(phi_count(**body), needed_phis(program))
        << program.text() << print_body(builder.in(), **body);
  }
  EXPECT_GT(reducible, 100U);
}

TEST_P(RandomPrograms, AreRefusedWhereSomePathReadsWhatIsUnset) {
  std::mt19937 random(13);
  SlotProgramBuilder builder;
  ProgramShape shape = GetParam();
  shape.all_set = false;
  unsigned refused = 0;
  for (unsigned i = 0; i < 1500; ++i) {
    const SlotProgram program = random_program(random, shape);
    const auto body = builder.build(program);
    ASSERT_EQ(!body.has_value(), may_read_unset(program)) << program.text();
    refused += body ? 0 : 1;
    if (!body) continue;
    ASSERT_EQ(builder.violations(program, **body), "") << program.text();
  }
  EXPECT_GT(refused, 100U);
  EXPECT_LT(refused, 1400U);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RandomPrograms,
                         testing::Values(ProgramShape{.most_blocks = 5, .most_slots = 2},
                                         ProgramShape{.most_blocks = 12, .most_slots = 4},
                                         ProgramShape{.most_blocks = 30, .most_slots = 3}));

}  // namespace
}  // namespace heddle::ir
