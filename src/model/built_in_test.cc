#include "model/built_in.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "model/name.h"
#include "model/read.h"

namespace heddle::model {
namespace {

TEST(BuiltInTest, EveryFileReads) {
  const auto models = read(built_in_files());
  if (!models)
    for (const auto& line : models.error()) ADD_FAILURE() << line;
  ASSERT_TRUE(models);
  EXPECT_FALSE(models->methods().empty());
  EXPECT_FALSE(models->classes().empty());
  EXPECT_FALSE(models->vm_roots().empty());
  EXPECT_FALSE(models->vm_exceptions().empty());
}

TEST(BuiltInTest, FilesComeByName) {
  EXPECT_TRUE(std::ranges::is_sorted(built_in_files(), {}, &File::name));
  EXPECT_TRUE(std::ranges::any_of(built_in_files(),
                                  [](const File& file) { return file.name == "threads.toml"; }));
}

// Two files that describe one method would silently take the later one.
TEST(BuiltInTest, NoMethodIsDescribedTwice) {
  const auto models = read(built_in_files());
  ASSERT_TRUE(models);
  for (const Method& method : models->methods()) {
    const auto& [owner, name, descriptor] = method.name;
    EXPECT_EQ(models->method(owner, name, descriptor), &method) << method.origin;
  }
}

TEST(BuiltInTest, DescriptorsAreWellFormed) {
  const auto models = read(built_in_files());
  ASSERT_TRUE(models);
  for (const Method& method : models->methods())
    EXPECT_TRUE(method.name.descriptor.empty() || parameter_count(method.name.descriptor))
        << method.origin;
}

TEST(BuiltInTest, AThreadStarts) {
  const auto models = read(built_in_files());
  ASSERT_TRUE(models);
  const Method* start = models->method("java/lang/Thread", "start", "()V");
  ASSERT_NE(start, nullptr);
  ASSERT_EQ(start->starts.size(), 1U);
  EXPECT_EQ(start->starts[0].kind, StartKind::kThread);
}

}  // namespace
}  // namespace heddle::model
