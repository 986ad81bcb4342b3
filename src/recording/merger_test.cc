#include "recording/merger.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "recording/event.h"

namespace heddle::recording {
namespace {

Event plain(std::uint32_t site) {
  Event event;
  event.what = What::kRead;
  event.site = site;
  return event;
}

Event stamped(std::uint64_t stamp, std::uint32_t site = 0) {
  Event event;
  event.what = What::kStampedRead;
  event.stamp = stamp;
  event.site = site;
  return event;
}

using Out = std::vector<std::pair<std::uint64_t, Event>>;

Merger into(Out& out) {
  return {0, [&out](std::uint64_t thread, Merger::Words events) {
            const std::uint64_t* at = events.data();
            while (at < events.data() + events.size()) out.emplace_back(thread, take_event(at));
          }};
}

std::vector<std::uint64_t> words(const Event& event) {
  std::vector<std::uint64_t> all = {static_cast<std::uint64_t>(event.what) |
                                    std::uint64_t{event.site} << 8};
  if (has_stamp(event.what)) all.push_back(event.stamp);
  return all;
}

TEST(Merger, KeepsTheOrderOfThreadsAndOfStamps) {
  std::mt19937 random(7);
  for (int run = 0; run < 200; ++run) {
    const std::size_t threads = 1 + random() % 5, count = random() % 200;
    std::vector<std::vector<Event>> events(threads);
    std::uint64_t stamp = 0;
    for (std::uint32_t each = 0; each < count; ++each) {
      auto& own = events[random() % threads];
      const auto site = static_cast<std::uint32_t>(own.size());
      own.push_back(random() % 3 == 0 ? stamped(stamp++, site) : plain(site));
    }
    Out out;
    Merger merger = into(out);
    std::vector<std::size_t> given(threads);
    for (std::size_t left = count; left != 0;) {
      const std::size_t thread = random() % threads;
      for (std::size_t some = random() % 9; some != 0 && given[thread] < events[thread].size();
           --some) {
        merger.add(thread + 50, words(events[thread][given[thread]++]));
        --left;
      }
      if (random() % 3 == 0) merger.merge();
    }
    merger.merge();
    EXPECT_FALSE(merger.is_waiting());
    EXPECT_EQ(merger.pending(), 0U);
    ASSERT_EQ(out.size(), count);
    std::map<std::uint64_t, std::uint32_t> next;
    std::uint64_t last = 0;
    for (const auto& [thread, event] : out) {
      EXPECT_EQ(event.site, next[thread]++);
      if (!has_stamp(event.what)) continue;
      EXPECT_EQ(event.stamp, last++);
    }
  }
}

// Whose stamps have the same remainder by however many places there are.
TEST(Merger, TellsWaitingThreadsApartWhoseStampsAreFarApart) {
  constexpr std::uint64_t kFar = 1 << 14;
  Out out;
  Merger merger = into(out);
  merger.add(1, words(stamped(2 * kFar)));
  merger.add(2, words(stamped(kFar)));
  merger.add(3, words(stamped(3 * kFar)));
  for (std::uint64_t stamp = 0; stamp < 3 * kFar; ++stamp)
    if (stamp % kFar != 0 || stamp == 0) merger.add(4, words(stamped(stamp)));
  merger.merge();
  EXPECT_FALSE(merger.is_waiting());
  EXPECT_EQ(merger.lost(), 0U);
  ASSERT_EQ(out.size(), 3 * kFar + 1);
  for (std::uint64_t stamp = 0; stamp <= 3 * kFar; ++stamp)
    ASSERT_EQ(out[stamp].second.stamp, stamp);
}

TEST(Merger, GoesOnWithoutALostStamp) {
  Out out;
  Merger merger = into(out);
  merger.add(1, words(stamped(0)));
  merger.add(2, words(stamped(3)));
  merger.add(1, words(stamped(2)));
  merger.merge();
  EXPECT_EQ(out.size(), 1U);
  EXPECT_TRUE(merger.is_waiting());
  merger.skip_lost();
  EXPECT_EQ(out.size(), 3U);
  EXPECT_EQ(merger.lost(), 1U);
  merger.add(3, words(stamped(1)));
  merger.merge();
  EXPECT_EQ(out.size(), 4U);
}

}  // namespace
}  // namespace heddle::recording
