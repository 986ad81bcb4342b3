#include "model/built_in.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "model/concurrency.h"
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

TEST(BuiltInTest, NoFactIsSaidTwice) {
  const auto models = read(built_in_files());
  ASSERT_TRUE(models);
  for (const LockFact& fact : models->locks()) {
    const auto& [owner, name, descriptor] = fact.method;
    EXPECT_EQ(models->lock(owner, name, descriptor), &fact) << fact.origin;
  }
  for (const OrderFact& fact : models->orders()) {
    const auto& [owner, name, descriptor] = fact.method;
    const auto found = models->order(owner, name, descriptor);
    EXPECT_NE(std::ranges::find(found, &fact), found.end()) << fact.origin;
  }
  std::set<std::string> owners;
  for (const ObjectFact& fact : models->objects())
    EXPECT_TRUE(owners.insert(fact.owner).second) << fact.origin;
}

TEST(BuiltInTest, LocksAndOrder) {
  const auto models = read(built_in_files());
  ASSERT_TRUE(models);
  const LockFact* attempt = models->lock("java/util/concurrent/locks/Lock", "tryLock", "()Z");
  ASSERT_NE(attempt, nullptr);
  EXPECT_EQ(attempt->when, When::kTrue);
  EXPECT_EQ(models->lock("java/util/concurrent/locks/StampedLock", "tryOptimisticRead", "()J"),
            nullptr);
  // Only for those who wait long enough.
  const auto timed = models->order("java/lang/Thread", "join", "(J)V");
  ASSERT_EQ(timed.size(), 1U);
  EXPECT_NE(timed[0]->when, When::kAlways);
  EXPECT_FALSE(timed[0]->patience.empty());
  EXPECT_EQ(models->order("java/lang/Thread", "join", "()V").size(), 1U);
}

TEST(BuiltInTest, Objects) {
  const auto models = read(built_in_files());
  ASSERT_TRUE(models);
  const auto of = [&](std::string_view name, std::string_view method,
                      std::string_view descriptor = {}) {
    const ObjectFact* fact = models->object(name);
    return fact == nullptr ? Effect::kUnsaid : effect(*fact, method, descriptor);
  };
  EXPECT_EQ(of("java/util/HashMap", "get"), Effect::kReads);
  EXPECT_EQ(of("java/util/HashMap", "put"), Effect::kMutates);
  EXPECT_EQ(of("java/util/WeakHashMap", "size"), Effect::kMutates);
  EXPECT_EQ(of("java/util/concurrent/ConcurrentHashMap", "put"), Effect::kSafe);
  EXPECT_EQ(of("java/text/SimpleDateFormat", "format"), Effect::kMutates);
  EXPECT_EQ(of("java/time/LocalDate", "plusDays"), Effect::kSafe);
  EXPECT_EQ(of("java/time/format/DateTimeFormatterBuilder", "append"), Effect::kMutates);
  EXPECT_EQ(of("java/nio/ByteBuffer", "get", "(I)B"), Effect::kReads);
  EXPECT_EQ(of("java/nio/ByteBuffer", "get", "()B"), Effect::kMutates);
  EXPECT_EQ(of("java/util/Date", "setTime"), Effect::kMutates);
  EXPECT_EQ(of("java/util/Date", "toString"), Effect::kUnsaid);
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
