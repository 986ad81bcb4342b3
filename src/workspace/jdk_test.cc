#include "workspace/jdk.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "workspace/scratch_folder_test_only.h"

namespace heddle::workspace {
namespace {

using Texts = std::vector<std::string>;

Environment environment(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const char* name) -> std::optional<std::string> {
    const auto at = values.find(name);
    return at == values.end() ? std::nullopt : std::optional(at->second);
  };
}

const Environment kNothing = environment({});

class FindJdk : public testing::Test {
 protected:
  // A JDK of that layout; gives its home.
  std::string modern(const std::string& name, const std::string& version) {
    scratch_.write(name + "/lib/modules", "image");
    scratch_.write(name + "/release", "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    scratch_.write(name + "/bin/java", "");
    return scratch_.path(name);
  }

  ScratchFolder scratch_;
};

TEST_F(FindJdk, InItsFolder) {
  const auto found = find_jdk(modern("jdk17", "17.0.15"), kNothing);
  ASSERT_TRUE(found.jdk);
  EXPECT_EQ(found.jdk->files, Texts{scratch_.path("jdk17/lib/modules")});
  EXPECT_EQ(found.jdk->release, 17U);
}

TEST_F(FindJdk, ByItsImage) {
  modern("jdk25", "25");
  const auto found = find_jdk(scratch_.path("jdk25/lib/modules"), kNothing);
  ASSERT_TRUE(found.jdk);
  EXPECT_EQ(found.jdk->files, Texts{scratch_.path("jdk25/lib/modules")});
  EXPECT_EQ(found.jdk->release, 25U);
}

TEST_F(FindJdk, OfJmods) {
  scratch_.write("jdk/jmods/java.sql.jmod", "");
  scratch_.write("jdk/jmods/java.base.jmod", "");
  scratch_.write("jdk/jmods/readme", "");
  const Texts files = {scratch_.path("jdk/jmods/java.base.jmod"),
                       scratch_.path("jdk/jmods/java.sql.jmod")};
  for (const char* named : {"jdk", "jdk/jmods"}) {
    const auto found = find_jdk(scratch_.path(named), kNothing);
    ASSERT_TRUE(found.jdk) << named;
    EXPECT_EQ(found.jdk->files, files);
  }
}

TEST_F(FindJdk, OfJava8) {
  scratch_.write("jdk8/jre/lib/rt.jar", "");
  scratch_.write("jdk8/jre/lib/jce.jar", "");
  const Texts files = {scratch_.path("jdk8/jre/lib/rt.jar"), scratch_.path("jdk8/jre/lib/jce.jar")};
  for (const char* named : {"jdk8", "jdk8/jre", "jdk8/jre/lib/rt.jar"}) {
    const auto found = find_jdk(scratch_.path(named), kNothing);
    ASSERT_TRUE(found.jdk) << named;
    EXPECT_EQ(found.jdk->files, files);
    EXPECT_EQ(found.jdk->release, 8U);
  }
}

TEST_F(FindJdk, OptionThenHomeThenPath) {
  const std::string option = modern("one", "11.0.2");
  const std::string home = modern("two", "17");
  const std::string on_path = modern("three", "21-ea");
  const auto all = environment({{"JAVA_HOME", home}, {"PATH", "/none:" + on_path + "/bin"}});
  EXPECT_EQ(find_jdk(option, all).jdk->release, 11U);
  EXPECT_EQ(find_jdk("", all).jdk->release, 17U);
  EXPECT_EQ(find_jdk("", environment({{"PATH", "/none::" + on_path + "/bin"}})).jdk->release, 21U);
}

TEST_F(FindJdk, BehindLinks) {
  const std::string home = modern("jvm/jdk", "17");
  std::filesystem::create_directories(scratch_.path("alternatives"));
  std::filesystem::create_directories(scratch_.path("bin"));
  std::filesystem::create_symlink(home + "/bin/java", scratch_.path("alternatives/java"));
  std::filesystem::create_symlink("../alternatives/java", scratch_.path("bin/java"));
  const auto found = find_jdk("", environment({{"PATH", scratch_.path("bin")}}));
  ASSERT_TRUE(found.jdk);
  EXPECT_EQ(found.jdk->release, 17U);
}

TEST_F(FindJdk, SaysWhenWhatWasNamedIsNone) {
  const auto option = find_jdk("/none", environment({{"JAVA_HOME", modern("jdk", "17")}}));
  EXPECT_FALSE(option.jdk);
  EXPECT_EQ(option.error, "--jdk /none: no JDK there (wanted lib/modules, jmods or rt.jar)");
  const auto home = find_jdk("", environment({{"JAVA_HOME", "/none"}}));
  EXPECT_FALSE(home.jdk);
  EXPECT_EQ(home.error, "JAVA_HOME=/none: no JDK there (wanted lib/modules, jmods or rt.jar)");
}

TEST_F(FindJdk, NothingNamedAndNothingFoundIsNoError) {
  scratch_.write("bin/java", "#!/bin/sh");  // a script of someone's, no JDK around it
  for (const auto& known : {kNothing, environment({{"PATH", scratch_.path("bin")}})}) {
    const auto found = find_jdk("", known);
    EXPECT_FALSE(found.jdk);
    EXPECT_EQ(found.error, "");
  }
}

TEST(FeatureRelease, OfVersionTexts) {
  EXPECT_EQ(feature_release("17.0.15"), 17U);
  EXPECT_EQ(feature_release("1.8.0_392"), 8U);
  EXPECT_EQ(feature_release("25"), 25U);
  EXPECT_EQ(feature_release("26-ea"), 26U);
  EXPECT_EQ(feature_release(""), 0U);
  EXPECT_EQ(feature_release("x"), 0U);
}

}  // namespace
}  // namespace heddle::workspace
