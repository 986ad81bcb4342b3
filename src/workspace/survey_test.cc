#include "workspace/survey.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/print.h"
#include "ir/program.h"
#include "workspace/class_path.h"
#include "workspace/container.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::workspace {
namespace {

using Texts = std::vector<std::string>;

std::unique_ptr<ClassPath> open(const ScratchFolder& scratch, const Texts& inputs) {
  return ClassPath::open(
      {.inputs = inputs, .class_path = {}, .jdk = scratch.path("jdk"), .release = std::nullopt},
      [](const char*) { return std::optional<std::string>(); });
}

// Many classes, some broken, some twice, some below what is missing or in a circle.
Texts write_program(const ScratchFolder& scratch) {
  scratch.write("jdk/lib/rt.jar", stored_jar(platform_contents()));
  Contents contents;
  for (int i = 0; i < 400; ++i) {
    const std::string name = "a/C" + std::to_string(i);
    std::string super = "java/lang/Object";
    if (i % 7 == 0) super = "a/C" + std::to_string((i + 7) % 399);
    if (i % 31 == 0) super = "gone/G" + std::to_string(i);
    contents.emplace_back(name + ".class", i % 11 == 0 ? broken_class_bytes(name)
                                           : i % 13 == 0
                                               ? "text"
                                               : class_bytes(name, "m" + std::to_string(i), super));
  }
  const std::string app = scratch.write("app.jar", deflated_jar(contents));
  return {app, scratch.write("more.jar", stored_jar({contents[1], contents[2], contents[3]}))};
}

std::string text_of(const Survey& survey) {
  std::string text;
  for (const std::size_t count : {survey.archives, survey.classes, survey.methods, survey.bodies,
                                  survey.instructions, survey.blocks})
    text += std::to_string(count) + "\n";
  for (const auto* remarks : {&survey.skipped, &survey.notes})
    for (const Remark& remark : *remarks) text += remark.what + ": " + remark.why + "\n";
  return text;
}

TEST(Survey, SaysTheSameForAnyNumberOfThreads) {
  const ScratchFolder scratch;
  const Texts inputs = write_program(scratch);
  const std::string expected = text_of(survey(*open(scratch, inputs), {.workers = 1}));
  EXPECT_NE(expected.find("gone.G31: is missing"), std::string::npos);
  for (const unsigned workers : {2U, 8U})
    EXPECT_EQ(text_of(survey(*open(scratch, inputs), {.workers = workers})), expected) << workers;
}

TEST(Survey, GivesTheSameBodiesForAnyNumberOfThreads) {
  const ScratchFolder scratch;
  const Texts inputs = write_program(scratch);
  const auto printed = [&](unsigned workers) {
    const auto path = open(scratch, inputs);
    std::string text;
    for (const ClassPath::Unit& unit : path->decode_all(workers, nullptr))
      text += unit.code == nullptr ? "skipped\n" : ir::print_class(*unit.code);
    return text;
  };
  const std::string expected = printed(1);
  for (const unsigned workers : {2U, 8U}) EXPECT_EQ(printed(workers), expected) << workers;
}

// Lowered ahead by others, or when somebody asks: what is broken included.
TEST(Survey, GivesTheSameBodiesAheadAsOnDemand) {
  const ScratchFolder scratch;
  const Texts inputs = write_program(scratch);
  const auto printed = [&](unsigned workers) {
    const auto path = open(scratch, inputs);
    if (workers != 0) path->decode_inputs(workers);
    ir::Program program(*path);
    std::string text;
    for (const std::string& name : path->input_class_names()) {
      const ir::ClassId id = program.find(name);
      if (base::is_none(id)) continue;
      for (std::uint32_t i = 0; i < program.method_count(id); ++i)
        program.body(base::id_at<ir::MethodId>(base::index(program.first_method(id)) + i));
      text += ir::print_class(*program.code(id));
    }
    for (const Remark& remark : path->skipped()) text += remark.what + ": " + remark.why + "\n";
    return text;
  };
  const std::string expected = printed(0);
  for (const unsigned workers : {1U, 2U, 8U}) EXPECT_EQ(printed(workers), expected) << workers;
}

TEST(Survey, CountsTheInputsOnly) {
  const ScratchFolder scratch;
  scratch.write("jdk/lib/rt.jar", stored_jar(platform_contents()));
  const std::string library = stored_jar({{"l/L.class", class_bytes("l/L")}});
  const std::string app =
      scratch.write("app.jar", stored_jar({{"BOOT-INF/classes/a/A.class", class_bytes("a/A")},
                                           {"BOOT-INF/lib/l.jar", library},
                                           {"bad/B.class", broken_class_bytes("bad/B")}}));
  const Survey result = survey(*open(scratch, {app}), {.workers = 2});
  EXPECT_EQ(result.archives, 2U);
  EXPECT_EQ(result.classes, 2U);
  EXPECT_EQ(result.methods, 2U);
  EXPECT_EQ(result.bodies, 2U);
  EXPECT_EQ(result.instructions, 2U);
  EXPECT_EQ(result.blocks, 2U);
  EXPECT_EQ(result.skipped.size(), 1U);
  EXPECT_TRUE(result.notes.empty());
}

TEST(Survey, TimesEveryPhase) {
  const ScratchFolder scratch;
  const Survey result = survey(*open(scratch, write_program(scratch)), {.workers = 2});
  Texts phases;
  for (const auto& [phase, seconds] : result.seconds) {
    phases.push_back(phase);
    EXPECT_GE(seconds, 0) << phase;
    EXPECT_LT(seconds, 600) << phase;
  }
  EXPECT_EQ(phases, (Texts{"read", "decode", "lower", "verify", "all_classes", "link"}));
}

}  // namespace
}  // namespace heddle::workspace
