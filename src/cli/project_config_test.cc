#include "cli/project_config.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "recording/agent_options.h"
#include "report/finding.h"
#include "report/suppress.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::cli {
namespace {

using Texts = std::vector<std::string>;

TEST(ProjectConfigTest, NamesModelFilesRelativeToItself) {
  const auto config = read_project_config(
      "some/where/heddle.toml", "models = [\"pool.toml\", \"../queue.toml\", \"/abs/a.toml\"]\n");
  ASSERT_TRUE(config);
  EXPECT_EQ(config->models, (Texts{"some/where/pool.toml", "some/queue.toml", "/abs/a.toml"}));
  EXPECT_TRUE(read_project_config("heddle.toml", "")->models.empty());
}

TEST(ProjectConfigTest, SaysAllThatIsWrongAndWhere) {
  const auto config =
      read_project_config("heddle.toml", "model = []\nmodels = [\"a.toml\", 3]\nzebra = 1\n");
  ASSERT_FALSE(config);
  EXPECT_EQ(config.error(),
            (Texts{"heddle.toml:1:1: unknown key `model`; did you mean `models`?",
                   "heddle.toml:2:21: a file's path is wanted, as in \"models/pool.toml\"",
                   "heddle.toml:3:1: unknown key `zebra`"}));
  EXPECT_EQ(read_project_config("h.toml", "models = \"a.toml\"").error(),
            Texts{"h.toml:1:10: `models` must be a list of files"});
  const auto broken = read_project_config("h.toml", "models = [\n");
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error().front().starts_with("h.toml:")) << broken.error().front();
}

TEST(ProjectConfigTest, DescribesQueues) {
  const auto config = read_project_config("h.toml",
                                          "[[queue]]\n"
                                          "sends = \"a.Loop.post\"\n"
                                          "begins = \"a.Loop.run\"\n"
                                          "event = \"this\"\n");
  ASSERT_TRUE(config);
  ASSERT_EQ(config->queues.size(), 1U);
  EXPECT_EQ(config->queues[0],
            (recording::QueueOption{"a.Loop", "a.Loop.post", "a.Loop.run", "a.Loop.run", "this"}));
  EXPECT_EQ(read_project_config("h.toml", "[[queue]]\nsend = \"a.b\"\n").error(),
            (Texts{"h.toml:1:1: a queue has a method that `sends` and one that `begins`",
                   "h.toml:2:1: unknown key `send`; did you mean `sends`?"}));
}

TEST(ProjectConfigTest, HasRulesThatSuppress) {
  const auto config = read_project_config("some/heddle.toml",
                                          "suppress-annotations = [\"Racy\"]\n"
                                          "[[suppress]]\n"
                                          "kind = \"data-race\"\n"
                                          "class = \"bank.*\"\n"
                                          "field = \"hits\"\n"
                                          "why = \"only shown\"\n"
                                          "\n"
                                          "[[suppress]]\n"
                                          "id = \"d-0a1b2c3d\"\n"
                                          "[[suppress]]\n"
                                          "method = \"run()V\"\n");
  ASSERT_TRUE(config) << config.error().front();
  EXPECT_EQ(config->suppress_annotations, Texts{"Racy"});
  ASSERT_EQ(config->suppress.size(), 3U);
  const report::SuppressionRule& first = config->suppress[0];
  EXPECT_EQ(first.where, "heddle.toml:2");
  EXPECT_EQ(first.kind, report::Kind::kDataRace);
  EXPECT_EQ(first.class_name, "bank.*");
  EXPECT_EQ(first.field, "hits");
  EXPECT_EQ(first.method + first.id, "");
  EXPECT_EQ(first.why, "only shown");
  EXPECT_EQ(config->suppress[1].where, "heddle.toml:8");
  EXPECT_EQ(config->suppress[1].id, "d-0a1b2c3d");
  EXPECT_EQ(config->suppress[2].method, "run()V");
}

TEST(ProjectConfigTest, SaysWhatIsWrongWithARule) {
  const auto errors = [](const std::string& text) {
    const auto config = read_project_config("h.toml", text);
    return config ? Texts{"nothing is wrong"} : config.error();
  };
  EXPECT_EQ(errors("[[suppress]]\n"),
            Texts{"h.toml:1:1: this rule would hide everything; say `kind`, `id`, `class`, `field` "
                  "or `method`"});
  EXPECT_EQ(errors("[[suppress]]\nwhy = \"so\"\n").size(), 1U);
  EXPECT_EQ(errors("[[suppress]]\nkind = \"data-rice\"\nfields = \"x\"\nclass = \"\"\nid = 3\n"),
            (Texts{"h.toml:2:8: `data-rice` is no kind of finding; did you mean `data-race`?",
                   "h.toml:3:1: unknown key `fields`; did you mean `field`?",
                   "h.toml:4:9: `class` must be a text, and not empty",
                   "h.toml:5:6: `id` must be a text, and not empty"}));
  EXPECT_EQ(errors("[suppress]\nid = \"r-1\"\n"),
            Texts{"h.toml:1:1: rules are written as `[[suppress]]`"});
  EXPECT_EQ(errors("suppress = [3]"), Texts{"h.toml:1:13: rules are written as `[[suppress]]`"});
  EXPECT_EQ(errors("supress = []"),
            Texts{"h.toml:1:1: unknown key `supress`; did you mean `suppress`?"});
  EXPECT_EQ(
      errors("suppress-annotations = [\"a.b.Racy\", 1]"),
      (Texts{"h.toml:1:25: a simple name is wanted, as in \"SuppressHeddle\"; packages do not "
             "count",
             "h.toml:1:37: a simple name is wanted, as in \"SuppressHeddle\"; packages do not "
             "count"}));
  EXPECT_EQ(errors("suppress-annotations = \"Racy\""),
            Texts{"h.toml:1:24: `suppress-annotations` must be a list of names"});
}

TEST(ProjectConfigTest, ReadsNamesOfAnnotations) {
  const auto config = read_project_config(
      "h.toml",
      "[annotations]\nthread_safe = [\"Shared\"]\nmain_thread_tests = [\"Threads.isMain\"]\n"
      "shared_types = [\"com.acme.Handler\"]\n");
  ASSERT_TRUE(config);
  const auto& names = config->annotations;
  EXPECT_EQ(names.marks[static_cast<unsigned>(modular::Mark::kThreadSafe)],
            (Texts{"ThreadSafe", "Shared"}));
  EXPECT_EQ(names.main_thread_tests.back(), "Threads.isMain");
  EXPECT_EQ(names.shared_types.back(), "com.acme.Handler");

  const auto errors = [](std::string_view text) {
    const auto read = read_project_config("h.toml", text);
    return read ? Texts{"nothing is wrong"} : read.error();
  };
  EXPECT_EQ(errors("annotations = 3"),
            Texts{"h.toml:1:15: a table is wanted: `[annotations]`, then thread_safe = [\"…\"]"});
  EXPECT_EQ(errors("[annotations]\nthread_save = [\"A\"]\n"),
            Texts{"h.toml:2:1: unknown key `thread_save`; did you mean `thread_safe`?"});
  EXPECT_EQ(errors("[annotations]\nthread_safe = [\"a.B\"]\nmain_thread_tests = [\"isMain\"]\n"),
            (Texts{"h.toml:2:16: a simple name is wanted, as in \"MyThreadSafe\"",
                   "h.toml:3:22: a simple name is wanted, as in \"Threads.isMain\""}));
  EXPECT_EQ(errors("[annotations]\nshared_types = [\"com/acme/Handler\"]\n"),
            Texts{"h.toml:2:17: a class's whole name is wanted, as in \"com.acme.web.Handler\""});
}

TEST(ProjectConfigTest, IsTheNearestAboveTheInput) {
  const workspace::ScratchFolder scratch;
  const std::string jar = scratch.write("project/build/libs/app.jar", "");
  const std::string outer = scratch.write("heddle.toml", "");
  EXPECT_EQ(find_project_config(jar), outer);
  const std::string inner = scratch.write("project/heddle.toml", "");
  EXPECT_EQ(find_project_config(jar), inner);
  EXPECT_EQ(find_project_config(scratch.path("project")), inner);
  EXPECT_EQ(find_project_config(scratch.path("project/build/")), inner);
  EXPECT_EQ(find_project_config(scratch.path("project/none/such.jar")), inner);
}

}  // namespace
}  // namespace heddle::cli
