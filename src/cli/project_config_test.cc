#include "cli/project_config.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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
