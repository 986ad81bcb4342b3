#include "workspace/cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "workspace/identity.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::workspace {
namespace {

namespace fs = std::filesystem;

constexpr base::Hash128 kKey{.high = 1, .low = 2};
constexpr base::Hash128 kOther{.high = 3, .low = 4};

class CacheTest : public testing::Test {
 protected:
  [[nodiscard]] Cache cache(std::uint64_t limit = Cache::kDefaultLimit) const {
    return Cache(folder_, limit);
  }
  static bool store(const Cache& cache, base::Hash128 key, std::string_view text) {
    return cache.store(key, [&](const Cache::Sink& sink) { sink(base::as_bytes(text)); });
  }
  static std::optional<std::string> find(const Cache& cache, base::Hash128 key) {
    const auto entry = cache.find(key);
    if (!entry) return std::nullopt;
    return std::string(base::as_text(entry->bytes()));
  }
  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder_)) files.push_back(entry.path());
    return files;
  }
  [[nodiscard]] std::string only_file() const {
    const auto all = files();
    EXPECT_EQ(all.size(), 1U);
    std::ifstream in(all.front(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void overwrite(std::string_view bytes) const {
    std::ofstream(files().front(), std::ios::binary) << bytes;
  }

  ScratchFolder scratch_;
  std::string folder_ = scratch_.path("deep/down/cache");
};

TEST_F(CacheTest, KeepsWhatItIsGiven) {
  EXPECT_EQ(find(cache(), kKey), std::nullopt);
  EXPECT_FALSE(fs::exists(folder_));
  EXPECT_TRUE(store(cache(), kKey, "an answer"));
  EXPECT_EQ(find(cache(), kKey), "an answer");
  EXPECT_EQ(find(cache(), kOther), std::nullopt);
  EXPECT_TRUE(store(cache(), kKey, "the same, newer"));
  EXPECT_EQ(find(cache(), kKey), "the same, newer");
  EXPECT_EQ(files().size(), 1U);
  EXPECT_TRUE(store(cache(), kOther, ""));
  EXPECT_EQ(find(cache(), kOther), "");
}

TEST_F(CacheTest, IsForItsOwnerAlone) {
  store(cache(), kKey, "x");
  struct stat status{};
  ASSERT_EQ(::stat(folder_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(CacheTest, AFolderThatOthersWriteToIsNotBelieved) {
  store(cache(), kKey, "x");
  fs::permissions(folder_, fs::perms::others_write, fs::perm_options::add);
  EXPECT_EQ(find(cache(), kKey), std::nullopt);
  EXPECT_FALSE(store(cache(), kKey, "y"));
  fs::permissions(folder_, fs::perms::others_write, fs::perm_options::remove);
  EXPECT_EQ(find(cache(), kKey), "x");
}

TEST_F(CacheTest, DamageIsAbsenceAndGoes) {
  store(cache(), kKey, "an answer of some length");
  const std::string sound = only_file();
  for (std::size_t size = 0; size < sound.size(); size += 5) {
    overwrite(sound.substr(0, size));
    EXPECT_EQ(find(cache(), kKey), std::nullopt) << size;
    EXPECT_TRUE(files().empty());
    store(cache(), kKey, "an answer of some length");
  }
  for (std::size_t at = 0; at < sound.size(); ++at) {
    std::string damaged = sound;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    overwrite(damaged);
    EXPECT_EQ(find(cache(), kKey), std::nullopt) << at;
    store(cache(), kKey, "an answer of some length");
  }
  overwrite(sound + "more");
  EXPECT_EQ(find(cache(), kKey), std::nullopt);
}

TEST_F(CacheTest, AFileUnderAnotherNameIsNotBelieved) {
  store(cache(), kKey, "one");
  const fs::path first = files().front();
  store(cache(), kOther, "other");
  for (const fs::path& file : files())
    if (file != first) fs::copy_file(first, file, fs::copy_options::overwrite_existing);
  EXPECT_EQ(find(cache(), kOther), std::nullopt);
  EXPECT_EQ(find(cache(), kKey), "one");
}

TEST_F(CacheTest, TheLeastRecentlyUsedGoFirst) {
  const std::string content(1000, 'x');
  const Cache small = cache(3500);
  for (std::uint64_t i = 1; i <= 3; ++i) {
    store(small, {.high = i, .low = 0}, content);
    // A file's time has the grain of the kernel's clock.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  EXPECT_TRUE(find(small, {.high = 1, .low = 0}));  // used, so the second is the oldest
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  store(small, {.high = 4, .low = 0}, content);
  EXPECT_TRUE(find(small, {.high = 1, .low = 0}));
  EXPECT_FALSE(find(small, {.high = 2, .low = 0}));
  EXPECT_TRUE(find(small, {.high = 3, .low = 0}));
  EXPECT_TRUE(find(small, {.high = 4, .low = 0}));
}

TEST_F(CacheTest, WhatNobodyFinishedGoesAndOtherFilesStay) {
  store(cache(), kKey, "x");
  const fs::path old = fs::path(folder_) / "1-0.part", fresh = fs::path(folder_) / "2-0.part",
                 foreign = fs::path(folder_) / "README";
  for (const fs::path& file : {old, fresh, foreign}) std::ofstream(file) << "half";
  for (const fs::path& file : {old, foreign})
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(2));
  store(cache(1), kOther, "y");
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(fresh));
  EXPECT_TRUE(fs::exists(foreign));
}

TEST_F(CacheTest, AFolderThatCannotBeIsNoError) {
  const Cache nowhere(scratch_.write("file", "") + "/cache");
  EXPECT_FALSE(store(nowhere, kKey, "x"));
  EXPECT_EQ(find(nowhere, kKey), std::nullopt);
  EXPECT_FALSE(store(Cache(), kKey, "x"));
  EXPECT_EQ(find(Cache(), kKey), std::nullopt);
}

TEST_F(CacheTest, ManyAtOnceSeeAWholeFileOrNone) {
  const auto work = [&](char letter) {
    for (int i = 0; i < 200; ++i) {
      store(cache(), kKey, std::string(static_cast<std::size_t>(1000 + i), letter));
      const auto found = find(cache(), kKey);
      if (!found) continue;
      EXPECT_EQ(found->find_first_not_of(found->front()), std::string::npos);
    }
  };
  std::thread one(work, 'a'), two(work, 'b');
  one.join();
  two.join();
  EXPECT_TRUE(find(cache(), kKey));
  EXPECT_EQ(files().size(), 1U);
}

TEST(CacheFolder, IsWhereTheEnvironmentSays) {
  const auto folder = [](std::map<std::string, std::string> variables) {
    return Cache::folder([=](const char* name) -> std::optional<std::string> {
      const auto found = variables.find(name);
      if (found == variables.end()) return std::nullopt;
      return found->second;
    });
  };
  EXPECT_EQ(folder({{"HOME", "/home/a"}}), "/home/a/.cache/heddle");
  EXPECT_EQ(folder({{"HOME", "/home/a"}, {"XDG_CACHE_HOME", "/c"}}), "/c/heddle");
  EXPECT_EQ(folder({{"HOME", "/home/a"}, {"XDG_CACHE_HOME", "c"}}), "/home/a/.cache/heddle");
  EXPECT_EQ(folder({{"HOME", "/home/a"}, {"HEDDLE_CACHE", "here"}}), "here");
  EXPECT_EQ(folder({{"HOME", "/home/a"}, {"HEDDLE_CACHE", "off"}}), "");
  EXPECT_EQ(folder({{"HOME", "/home/a"}, {"HEDDLE_CACHE", ""}}), "/home/a/.cache/heddle");
  EXPECT_EQ(folder({}), "");
}

TEST(Identity, FollowsContentAndNothingElse) {
  const ScratchFolder scratch;
  const std::string one = scratch.write("a/one", "1"), same = scratch.write("b/one", "1");
  EXPECT_EQ(content_identity(one), content_identity(same));
  EXPECT_EQ(content_identity(scratch.path("a")), content_identity(scratch.path("b")));
  const auto before = content_identity(scratch.path("a"));
  scratch.write("a/c/two", "");
  const auto with_two = content_identity(scratch.path("a"));
  EXPECT_NE(with_two, before);
  scratch.write("a/c/two", "2");
  EXPECT_NE(content_identity(scratch.path("a")), with_two);
  EXPECT_NE(content_identity(scratch.path("gone")), content_identity(scratch.write("empty", "")));
}

TEST(Identity, OfStatusChangesWithTheFile) {
  const ScratchFolder scratch;
  const std::string file = scratch.write("x", "1");
  const auto before = status_identity(file);
  EXPECT_EQ(status_identity(file), before);
  scratch.write("x", "12");
  EXPECT_NE(status_identity(file), before);
}

}  // namespace
}  // namespace heddle::workspace
