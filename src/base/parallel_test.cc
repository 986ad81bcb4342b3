#include "base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "base/parallel_sort.h"

namespace heddle::base {
namespace {

TEST(ParallelFor, RunsEveryPieceOnce) {
  for (unsigned workers = 1; workers <= 8; ++workers)
    for (const std::size_t pieces : {0U, 1U, 2U, 7U, 64U, 1000U})
      for (const std::size_t chunk : {1U, 3U, 64U, 5000U}) {
        std::vector<unsigned> runs(pieces);
        std::vector<unsigned> ran_on(pieces);
        parallel_for(pieces, workers, chunk, [&](std::size_t piece, unsigned worker) {
          ++runs[piece];  // its own place, so nobody else writes it
          ran_on[piece] = worker;
        });
        EXPECT_EQ(runs, std::vector<unsigned>(pieces, 1)) << workers << " workers";
        for (const unsigned worker : ran_on) EXPECT_LT(worker, workers);
      }
}

TEST(ParallelFor, WorkersHaveScratchOfTheirOwn) {
  constexpr unsigned kWorkers = 4;
  std::vector<std::size_t> sums(kWorkers);
  parallel_for(10'000, kWorkers, 8,
               [&](std::size_t piece, unsigned worker) { sums[worker] += piece; });
  std::size_t sum = 0;
  for (const std::size_t part : sums) sum += part;
  EXPECT_EQ(sum, std::size_t{9'999} * 10'000 / 2);
}

TEST(ParallelFor, OneWorkerIsTheCallerInOrder) {
  std::vector<std::size_t> order;
  parallel_for(100, 1, 7, [&](std::size_t piece, unsigned worker) {
    EXPECT_EQ(worker, 0U);
    order.push_back(piece);
  });
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], i);
  EXPECT_EQ(order.size(), 100U);
}

TEST(ParallelFor, WorkerZeroIsTheCaller) {
  const std::thread::id caller = std::this_thread::get_id();
  parallel_for(500, 4, 1, [&](std::size_t, unsigned worker) {
    EXPECT_EQ(worker == 0, std::this_thread::get_id() == caller);
  });
}

TEST(ParallelSort, SortsAsOneThreadDoes) {
  for (unsigned workers = 1; workers <= 5; ++workers)
    for (const std::size_t size : {0U, 1U, 2U, 1023U, 1024U, 5000U, 20'001U}) {
      std::vector<std::uint64_t> values(size);
      std::uint64_t state = 7;
      for (std::uint64_t& value : values) value = (state = state * 6364136223846793005U + 1) >> 40U;
      std::vector<std::uint64_t> sorted = values;
      std::ranges::sort(sorted);
      parallel_sort(values, workers, std::less<>());
      EXPECT_EQ(values, sorted) << workers << " workers";
    }
}

}  // namespace
}  // namespace heddle::base
