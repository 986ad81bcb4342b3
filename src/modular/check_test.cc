#include "modular/check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "modular/annotations.h"
#include "modular/class_names_test_only.h"
#include "modular/code.h"
#include "modular/held_locks.h"
#include "modular/values.h"
#include "origins/facts.h"
#include "pointsto/random_program_test_only.h"
#include "report/finish.h"
#include "report/json.h"

namespace heddle::modular {
namespace {

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 40;
#else
constexpr std::uint64_t kPrograms = 400;
#endif

report::Report checked(const std::string& text, unsigned workers) {
  pointsto::TextProgram world(text);
  report::Report report = check(world.program, world.models, AnnotationNames::usual(),
                                classes_in(text), {.workers = workers});
  report::finish(report);
  return report;
}

// Classes of a platform, and a method of app.Code with that body.
std::string program_of(std::string_view body) {
  return fmt::format(R"(// ---- platform
class java.lang.Object {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }}
}}
class java.lang.Thread extends java.lang.Object {{
  access public super
  method public native <init>(java.lang.Object) : void
  method public native start() : void
}}
// ---- application
class app.Code extends java.lang.Object {{
  access public super
  field public static int number
  method public static run() : void {{
  b0:
{}    return
  }}
}}
// ---- models
[[method]]
name = "java.lang.Thread.start()V"
starts = [{{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }}]
)",
                     body);
}

// No compiler writes that: two threads that are each made with the other.
TEST(Modular, EndsOnTasksThatAreMadeOfEachOther) {
  const report::Report report = checked(program_of(R"(    %0 = new java.lang.Thread
    %1 = new java.lang.Thread
    invoke special java.lang.Thread.<init>(java.lang.Object) : void (%0, %1)
    invoke special java.lang.Thread.<init>(java.lang.Object) : void (%1, %0)
    invoke virtual java.lang.Thread.start() : void (%0)
)"),
                                        1);
  EXPECT_TRUE(report.findings.empty());
}

// Nor that: each lock makes the states behind it larger.
TEST(Modular, TakesNoMoreThanTheLocksAnybodyHolds) {
  std::string body;
  constexpr unsigned kLocks = 500;
  for (unsigned i = 0; i < 2 * kLocks; i += 2)
    body += fmt::format("    %{} = new java.lang.Object\n    monitor_enter %{}\n", i, i);
  const std::string text = program_of(body);
  pointsto::TextProgram world(text);
  origins::Facts facts(world.program, world.models);
  const AnnotationNames names = AnnotationNames::usual();
  const Code code(world.program, world.models, facts, names, classes_in(text));
  const ir::MethodId method = code.methods().back();
  const ir::Body& of = *code.body(method);
  const Values values(code, {}, method, of);
  const HeldLocks held(code, {}, values, method, of);
  EXPECT_EQ(held.at(2 * kLocks).size(), HeldLocks::kMostHeld);
  EXPECT_EQ(held.at(20).size(), 10U);
}

TEST(Modular, SaysTheSameOnAnyNumberOfThreads) {
  std::size_t summarised = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = pointsto::random_program(seed);
    const report::Report one = checked(text, 1);
    ASSERT_EQ(report::to_json(one), report::to_json(checked(text, 2))) << seed;
    summarised += one.analysed.counts.at(0).second;
  }
  EXPECT_GT(summarised, kPrograms);
}

}  // namespace
}  // namespace heddle::modular
