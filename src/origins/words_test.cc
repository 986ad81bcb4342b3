// Origins are followed 256 at a time, and each such row in any thread: what is found must
// not depend on how many threads there are.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "origins/after_starts.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/origins.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/solve.h"

namespace heddle::origins {
namespace {

using pointsto::InstanceId;

constexpr std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
class java.lang.Thread extends java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public native start() : void
}
// ---- application
)";

constexpr std::string_view kModels = R"toml(// ---- models
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
)toml";

constexpr unsigned kMethods = 8, kThreads = 600;

// Calls and starts, one after the other.
std::string random_body(std::mt19937& random, unsigned first_callee, std::string_view parameter) {
  std::string text = "  b0:\n";
  unsigned at = 0;
  if (!parameter.empty()) text += fmt::format("    %{} = parameter 0 : {}\n", at++, parameter);
  for (unsigned i = 0; i < 4; ++i) {
    const auto number = static_cast<unsigned>(random());
    if (number % 3 != 0) {
      const unsigned thread = number / 3 % kThreads, made = at;
      text += fmt::format("    %{} = new app.T{}\n", made, thread);
      text += fmt::format("    invoke special app.T{}.<init>() : void (%{})\n", thread, made);
      text += fmt::format("    invoke virtual java.lang.Thread.start() : void (%{})\n", made);
      at += 3;
    } else if (first_callee < kMethods) {
      text += fmt::format("    invoke static app.S.m{}() : void ()\n",
                          first_callee + number / 3 % (kMethods - first_callee));
      ++at;
    }
  }
  return text + "    return\n";
}

std::string random_program(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string text(kPlatform);
  text += "class app.Main extends java.lang.Object {\n  access public super\n";
  text += fmt::format("  method public static main() : void {{\n{}  }}\n}}\n",
                      random_body(random, 0, ""));
  text += "class app.S extends java.lang.Object {\n  access public super\n";
  for (unsigned m = 0; m < kMethods; ++m)
    text += fmt::format("  method public static m{}() : void {{\n{}  }}\n", m,
                        random_body(random, m + 1, ""));
  text += "}\n";
  for (unsigned t = 0; t < kThreads; ++t) {
    const std::string name = fmt::format("app.T{}", t);
    text +=
        fmt::format(R"(class {0} extends java.lang.Thread {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : {0}
    return
  }}
  method public run() : void {{
{1}  }}
}}
)",
                    name, random_body(random, static_cast<unsigned>(random()) % kMethods, name));
  }
  return text + std::string(kModels);
}

// Who runs what, and behind which starts each place may be passed.
std::vector<std::uint64_t> found_with(unsigned workers, pointsto::TextProgram& world,
                                      const pointsto::Heap& heap) {
  CallGraph calls(heap, world.program, workers);
  Facts facts(world.program, world.models);
  const Origins origins(calls, facts);
  std::vector<std::uint64_t> found;
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const auto running = origins.running(base::id_at<InstanceId>(i));
    found.insert(found.end(), running.begin(), running.end());
  }
  AfterStarts after(calls, origins);
  std::vector<std::uint64_t> starts((origins.events().size() + 63) / 64);
  for (std::size_t e = 0; e < origins.events().size(); ++e)
    starts[e >> 6U] |= std::uint64_t{1} << (e & 63U);
  after.follow(starts);
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const auto id = base::id_at<InstanceId>(i);
    for (const Call& call : calls.calls_from(id))
      for (std::size_t word = 0; word < starts.size(); ++word)
        found.push_back(
            after.behind(word, starts[word], {.instance = id, .instruction = call.instruction}));
  }
  return found;
}

TEST(Words, AnyNumberOfThreadsFindsTheSame) {
  for (std::uint32_t seed = 1; seed <= 3; ++seed) {
    pointsto::TextProgram world(random_program(seed));
    const pointsto::Solved solved = pointsto::solve(world.program, world.models, world.entries, {});
    const std::vector<std::uint64_t> alone = found_with(1, world, *solved.heap);
    for (const unsigned workers : {2U, 5U})
      ASSERT_EQ(found_with(workers, world, *solved.heap), alone) << seed << ", " << workers;
  }
}

TEST(Words, ThereAreSeveral) {
  pointsto::TextProgram world(random_program(1));
  const pointsto::Solved solved = pointsto::solve(world.program, world.models, world.entries, {});
  CallGraph calls(*solved.heap, world.program);
  Facts facts(world.program, world.models);
  const Origins origins(calls, facts);
  EXPECT_GT(origins.words(), 4U);
  EXPECT_GT(origins.events().size(), 256U);
}

}  // namespace
}  // namespace heddle::origins
