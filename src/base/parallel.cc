#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace heddle::base {

void parallel_for(std::size_t pieces, unsigned workers, std::size_t chunk,
                  const std::function<void(std::size_t piece, unsigned worker)>& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&](unsigned worker) {
    for (;;) {
      const std::size_t first = next.fetch_add(chunk, std::memory_order_relaxed);
      if (first >= pieces) return;
      const std::size_t last = std::min(first + chunk, pieces);
      for (std::size_t piece = first; piece < last; ++piece) work(piece, worker);
    }
  };
  const std::size_t useful = std::max<std::size_t>(1, (pieces + chunk - 1) / chunk);
  const auto count = static_cast<unsigned>(std::min<std::size_t>(workers, useful));
  std::vector<std::jthread> others;
  for (unsigned worker = 1; worker < count; ++worker) others.emplace_back(run, worker);
  run(0);
}

}  // namespace heddle::base
