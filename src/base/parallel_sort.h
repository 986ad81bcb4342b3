// Sorts on a few threads: each sorts a part, and the parts are merged.
//
// Elements that compare equal may come in any order, another one for another number of workers:
// the comparison must tell apart all that is not interchangeable.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/parallel.h"

namespace heddle::base {

template <typename Value, typename Before>
void parallel_sort(std::vector<Value>& values, unsigned workers, const Before& is_before) {
  constexpr std::size_t kWorthAThread = 1024;
  const std::size_t parts =
      std::clamp<std::size_t>(values.size() / kWorthAThread, 1, std::max(workers, 1U));
  const auto at = [&](std::size_t part) {
    return values.begin() + static_cast<std::ptrdiff_t>(values.size() * part / parts);
  };
  parallel_for(parts, workers, 1,
               [&](std::size_t part, unsigned) { std::sort(at(part), at(part + 1), is_before); });
  for (std::size_t part = 1; part < parts; ++part)
    std::inplace_merge(values.begin(), at(part), at(part + 1), is_before);
}

}  // namespace heddle::base
