// What BodyFlow says of random bodies, against a walk from instruction to instruction.
#include "origins/body_flow.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/random_body_test_only.h"

namespace heddle::origins {
namespace {

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kBodies = 60;
#else
constexpr std::uint64_t kBodies = 600;
#endif

constexpr std::uint32_t kNothing = 0xFFFF'FFFF;

// Breadth first, one instruction at a time. An exception may come at every instruction of a block
// with handlers, also at one that thereby does not run.
class NaiveFlow {
 public:
  explicit NaiveFlow(const ir::Body& body) : body_(body), block_of_(body.instructions.size()) {
    for (std::uint32_t b = 0; b < body.blocks.size(); ++b)
      for (std::uint32_t i = body.blocks[b].first; i < body.blocks[b].end; ++i) block_of_[i] = b;
  }

  // All that may run once `from` has run, without running `avoid`; the latter may be met.
  [[nodiscard]] std::vector<bool> behind(std::uint32_t from, std::uint32_t avoid) const {
    Search search(body_.instructions.size(), avoid != kNothing);
    step(from, search);
    return finish(search, avoid);
  }
  [[nodiscard]] std::vector<bool> from_entry(std::uint32_t avoid) const {
    Search search(body_.instructions.size(), true);
    search.meet(body_.blocks[0].first);
    return finish(search, avoid);
  }

 private:
  struct Search {
    Search(std::size_t size, bool knows) : met(size), knows_null(knows) {}
    void meet(std::uint32_t instruction) {
      if (met[instruction]) return;
      met[instruction] = true;
      queue.push_back(instruction);
    }
    std::vector<bool> met;
    std::vector<std::uint32_t> queue;
    bool knows_null;  // that what was just made is not
  };

  void throw_from(std::uint32_t instruction, Search& search) const {
    for (const ir::Handler& handler : body_.handlers_of(body_.blocks[block_of_[instruction]]))
      search.meet(body_.block(handler.block).first);
  }
  void step(std::uint32_t instruction, Search& search) const {
    const ir::Block& block = body_.blocks[block_of_[instruction]];
    throw_from(instruction, search);
    if (instruction + 1 < block.end) return search.meet(instruction + 1);
    const auto next = body_.successors_of(block);
    const ir::Instruction& last = body_.instructions[instruction];
    const bool is_known = search.knows_null && last.opcode == ir::Opcode::kIf &&
                          last.b == base::index(ir::kNoValue) &&
                          body_.instructions[last.a].opcode == ir::Opcode::kNew;
    if (is_known) {
      const bool is_equal = last.condition() == ir::Condition::kEqual;
      return search.meet(body_.block(next[is_equal ? 1 : 0]).first);
    }
    for (const ir::BlockId to : next) search.meet(body_.block(to).first);
  }
  [[nodiscard]] std::vector<bool> finish(Search& search, std::uint32_t avoid) const {
    for (std::size_t i = 0; i < search.queue.size(); ++i) {
      if (search.queue[i] == avoid)
        throw_from(avoid, search);
      else
        step(search.queue[i], search);
    }
    return search.met;
  }

  const ir::Body& body_;
  std::vector<std::uint32_t> block_of_;
};

TEST(BodyFlow, ReachesWhatAWalkMeets) {
  std::size_t yes = 0, no = 0;
  for (std::uint64_t seed = 0; seed < kBodies; ++seed) {
    const auto code = ir::random_class(seed);
    const ir::Body& body = *code->bodies[0];
    BodyFlow flow(body);
    const NaiveFlow naive(body);
    for (std::uint32_t from = 0; from < body.instructions.size(); ++from) {
      const std::vector<bool> met = naive.behind(from, kNothing);
      for (std::uint32_t to = 0; to < body.instructions.size(); ++to) {
        ASSERT_EQ(flow.reaches(from, to), met[to]) << seed << ": " << from << " to " << to;
        ++(met[to] ? yes : no);
      }
      ASSERT_EQ(flow.in_loop(from), met[from]) << seed << ": " << from;
    }
  }
  EXPECT_GT(yes, 10 * kBodies);
  EXPECT_GT(no, 10 * kBodies);
}

TEST(BodyFlow, ReachesWithoutWhatAWalkAvoids) {
  std::size_t cut = 0;
  for (std::uint64_t seed = 0; seed < kBodies; ++seed) {
    const auto code = ir::random_class(seed);
    const ir::Body& body = *code->bodies[0];
    const auto size = static_cast<std::uint32_t>(body.instructions.size());
    BodyFlow flow(body);
    const NaiveFlow naive(body);
    std::mt19937_64 random(seed);
    for (unsigned tries = 0; tries < 30; ++tries) {
      const auto from = static_cast<std::uint32_t>(random() % size);
      const auto avoid = static_cast<std::uint32_t>(random() % size);
      const std::vector<bool> met = naive.behind(from, avoid);
      for (std::uint32_t to = 0; to < size; ++to) {
        ASSERT_EQ(flow.reaches_without(from, to, avoid), met[to])
            << seed << ": " << from << " to " << to << " without " << avoid;
        cut += !met[to] && flow.reaches(from, to) ? 1U : 0U;
      }
    }
  }
  EXPECT_GT(cut, kBodies);
}

TEST(BodyFlow, AlwaysPassesWhatNoWalkAvoids) {
  std::size_t always = 0;
  for (std::uint64_t seed = 0; seed < kBodies; ++seed) {
    const auto code = ir::random_class(seed);
    const ir::Body& body = *code->bodies[0];
    const BodyFlow flow(body);
    const NaiveFlow naive(body);
    for (std::uint32_t through = 0; through < body.instructions.size(); ++through) {
      const std::vector<bool> met = naive.from_entry(through);
      for (std::uint32_t to = 0; to < body.instructions.size(); ++to) {
        if (to == through) continue;
        ASSERT_EQ(flow.always_passes(through, to, {}), !met[to])
            << seed << ": " << through << " before " << to;
        always += met[to] ? 0U : 1U;
      }
    }
  }
  EXPECT_GT(always, 10 * kBodies);
}

TEST(BodyFlow, HandlersThatAreNotTakenLeadNowhere) {
  for (std::uint64_t seed = 0; seed < kBodies; ++seed) {
    const auto code = ir::random_class(seed);
    const ir::Body& body = *code->bodies[0];
    const BodyFlow flow(body);
    const BodyFlow::Untaken all{.handlers = std::vector<std::uint8_t>(body.handlers.size(), 1),
                                .blocks = {}};
    const BodyFlow::Untaken same{.handlers = {},
                                 .blocks = std::vector<std::uint8_t>(body.blocks.size(), 1)};
    for (std::uint32_t to = 0; to < body.instructions.size(); ++to) {
      const bool is_caught =
          body.instructions[body.blocks[flow.block_of(to)].first].opcode == ir::Opcode::kCatch;
      const bool reached = flow.reaches_without(0, to, kNothing, all);
      EXPECT_FALSE(is_caught && reached) << seed << ": " << to;
      EXPECT_EQ(reached, flow.reaches_without(0, to, kNothing, same)) << seed << ": " << to;
    }
  }
}

}  // namespace
}  // namespace heddle::origins
