#include "cli/jvm_attach.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace heddle::cli {
namespace {

// A file of performance data with one text in it.
std::vector<std::uint8_t> performance_data(std::string_view name, std::string_view text) {
  constexpr std::size_t kHeader = 32, kEntry = 20;
  std::vector<std::uint8_t> bytes(kHeader + kEntry);
  const auto put = [&](std::size_t at, std::size_t number) {
    const auto word = static_cast<std::uint32_t>(number);
    std::memcpy(bytes.data() + at, &word, sizeof word);
  };
  put(24, kHeader);
  put(28, 1);
  put(kHeader, kEntry + name.size() + text.size() + 2);
  put(kHeader + 4, kEntry);
  put(kHeader + 16, kEntry + name.size() + 1);
  for (const std::string_view each : {name, text}) {
    bytes.insert(bytes.end(), each.begin(), each.end());
    bytes.push_back(0);
  }
  return bytes;
}

TEST(JvmAttach, ReadsWhetherAJvmForbidsIt) {
  EXPECT_TRUE(forbids_attaching(performance_data("sun.rt.jvmCapabilities", "0100")));
  EXPECT_FALSE(forbids_attaching(performance_data("sun.rt.jvmCapabilities", "1100")));
  EXPECT_FALSE(forbids_attaching(performance_data("sun.rt.other", "0")));
}

TEST(JvmAttach, BelievesNoLengths) {
  const std::vector<std::uint8_t> whole = performance_data("sun.rt.jvmCapabilities", "0");
  for (std::size_t size = 0; size < whole.size(); ++size)
    forbids_attaching(std::span(whole).first(size));
  for (std::size_t at = 0; at < 52; ++at) {
    std::vector<std::uint8_t> wrong = whole;
    wrong[at] = 0xFF;
    forbids_attaching(wrong);
  }
}

TEST(JvmAttach, UnderstandsWhatJvmsAnswer) {
  EXPECT_EQ(trouble_in("0\nreturn code: 0\n"), "");
  EXPECT_EQ(trouble_in("0\n0\n"), "");
  EXPECT_EQ(trouble_in("0\nreturn code: -1\n"), "return code: -1");
  EXPECT_EQ(trouble_in("0\nno such library\n"), "no such library");
  EXPECT_EQ(trouble_in("100\n"), "its JVM says 100");
}

TEST(JvmAttach, SendsNothingToWhatIsNoJvm) {
  EXPECT_EQ(why_not_attached(::getpid()), "it is no JVM");
  EXPECT_EQ(why_not_attached(0x7FFF'FFFF), "there is no such process");
  EXPECT_EQ(why_not_attached(0), "there is no such process");
}

}  // namespace
}  // namespace heddle::cli
