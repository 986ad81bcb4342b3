// Runs numbered, independent pieces of work on a few threads.
//
// Every piece runs exactly once; which thread runs it is not fixed, so a piece writes only to its
// own place in the output. The caller's thread is worker 0. Exceptions must not leave a piece.
#pragma once

#include <cstddef>
#include <functional>

namespace heddle::base {

// Calls work(piece, worker) for each piece in [0, pieces), worker in [0, workers). Threads take
// `chunk` pieces at a time, lowest first. Returns when all are done.
void parallel_for(std::size_t pieces, unsigned workers, std::size_t chunk,
                  const std::function<void(std::size_t piece, unsigned worker)>& work);

}  // namespace heddle::base
