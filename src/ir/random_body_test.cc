// What holds of every body, tried on thousands of random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/dominance.h"
#include "ir/instruction.h"
#include "ir/print.h"
#include "ir/random_body_test_only.h"
#include "ir/round_trip_test_only.h"
#include "ir/type.h"
#include "ir/verify.h"

namespace heddle::ir {
namespace {

TEST(RandomBody, VerifiesAndComesBackFromText) {
  std::size_t blocks = 0, handlers = 0, phis = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto in = random_class(seed);
    ASSERT_NE(in, nullptr) << seed;
    ASSERT_EQ(violations_in(*in), "") << seed << "\n" << print_class(*in);
    expect_round_trip(*in);
    const Body& body = *in->bodies[0];
    blocks += body.blocks.size();
    handlers += body.handlers.size();
    phis += static_cast<std::size_t>(
        std::ranges::count(body.instructions, Opcode::kPhi, &Instruction::opcode));
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  // The generator must go on making what the test is about.
  EXPECT_GT(blocks, 9000U);
  EXPECT_GT(handlers, 1000U);
  EXPECT_GT(phis, 3000U);
}

// The slow twin of Dominance: can `use` be reached without passing `value`, one instruction at a
// time, leaving for the handlers before each instruction that may throw?
bool available_by_search(const Body& body, std::uint32_t value, std::uint32_t use) {
  std::vector<bool> seen(body.instructions.size());
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (at == use) return false;
    const auto block = std::ranges::find_if(
        body.blocks, [&](const Block& candidate) { return at < candidate.end; });
    if (may_throw(body.instructions[at].opcode, kind_of(body.types[at])))
      for (const Handler& handler : body.handlers_of(*block))
        open.push_back(body.block(handler.block).first);
    if (at == value) continue;
    if (at + 1 < block->end) {
      open.push_back(at + 1);
    } else {
      for (const BlockId next : body.successors_of(*block)) open.push_back(body.block(next).first);
    }
  }
  return true;
}

TEST(RandomBody, DominanceAgreesWithSearch) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const auto in = random_class(seed);
    ASSERT_NE(in, nullptr);
    const Body& body = *in->bodies[0];
    const Dominance dominance(body);
    const auto count = static_cast<std::uint32_t>(body.instructions.size());
    for (std::uint32_t value = 0; value < count; value += 1 + value % 3)
      for (std::uint32_t use = 0; use < count; ++use)
        ASSERT_EQ(dominance.available(static_cast<ValueId>(value), static_cast<ValueId>(use)),
                  available_by_search(body, value, use))
            << seed << " %" << value << " at %" << use << "\n"
            << print_class(*in);
  }
}

// Whatever bytes a body holds, the verifier says so and does not fall over (the sanitizers watch).
TEST(RandomBody, VerifierSurvivesAnyDamage) {
  std::mt19937_64 random(1);
  std::size_t noticed = 0;
  constexpr std::uint32_t kWords[] = {0, 1, 2, 5, 17, 40, 0x00FF'FFFF, 0x7FFF'FFFF, 0xFFFF'FFFF};
  std::unique_ptr<Class> in;
  for (std::uint64_t round = 0; round < 20000; ++round) {
    if (round % 20 == 0) in = random_class(round);
    ASSERT_NE(in, nullptr);
    const Body& sound = *in->bodies[0];
    std::vector<Instruction> instructions(sound.instructions.begin(), sound.instructions.end());
    std::vector<TypeRef> types(sound.types.begin(), sound.types.end());
    std::vector<std::uint32_t> operands(sound.operands.begin(), sound.operands.end());
    std::vector<Block> blocks(sound.blocks.begin(), sound.blocks.end());
    std::vector<BlockId> successors(sound.successors.begin(), sound.successors.end());
    std::vector<BlockId> predecessors(sound.predecessors.begin(), sound.predecessors.end());
    std::vector<Handler> handlers(sound.handlers.begin(), sound.handlers.end());
    const auto damage = [&]<typename T>(std::vector<T>& table) {
      if (table.empty()) return;
      const auto words = std::span(reinterpret_cast<std::uint32_t*>(table.data()),
                                   table.size() * sizeof(T) / sizeof(std::uint32_t));
      words[random() % words.size()] = kWords[random() % std::size(kWords)];
    };
    switch (random() % 8) {
      case 0: damage(types); break;
      case 1: damage(operands); break;
      case 2: damage(blocks); break;
      case 3: damage(successors); break;
      case 4: damage(predecessors); break;
      case 5: damage(handlers); break;
      default: damage(instructions); break;
    }
    Body body = sound;
    body.instructions = instructions;
    body.types = types;
    body.operands = operands;
    body.blocks = blocks;
    body.successors = successors;
    body.predecessors = predecessors;
    body.handlers = handlers;
    noticed += verify(*in, in->methods[0], body).empty() ? 0 : 1;
  }
  EXPECT_GT(noticed, 10000U);
}

}  // namespace
}  // namespace heddle::ir
