// Takes what the threads of a program write into their logs and makes a trace of it, as it comes.
//
// Each thread writes into chunks of memory that are its own and publishes how far it has come, with
// one store; a thread of the recorder reads them, merges, compresses and hands on bytes. A chunk:
//
//   bytes 0-7    up to where it may be read, from the chunk's beginning; the owner alone writes it
//   bytes 8-15   where the next word goes, if that is more: counts of ranges before it may still
//                grow, and it is read when the thread, or the recording, has come to its end
//   from 64 on   words of events (event.h)
//
// A thread that needs a new chunk waits while too much is still to be written: nothing is lost, and
// memory stays bounded. When bytes cannot be handed on, or as many as were allowed have been,
// recording stops: threads get no more chunks, and the summary says why.
//
// Thread safety: every function may be called from any thread, but a log belongs to one.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "recording/builder.h"
#include "recording/merger.h"
#include "recording/program.h"
#include "recording/stacks.h"
#include "trace/binary_sink.h"

namespace heddle::recording {

inline constexpr std::size_t kChunkHeader = 64;
inline constexpr std::size_t kFirstChunkBytes = 4 << 10;
inline constexpr std::size_t kChunkBytes = 32 << 10;
// Little enough to stay in a cache between the thread that wrote it and the one that reads it.
inline constexpr std::size_t kMostWaitingBytes = 8 << 20;
inline constexpr std::size_t kMostSpareChunks = 256;  // kept for the next thread that needs one

struct Chunk {
  std::unique_ptr<std::uint64_t[]> words;
  std::size_t bytes = 0;
  std::size_t taken = kChunkHeader;  // up to where it has been read

  [[nodiscard]] std::atomic_ref<std::uint64_t> published() const {
    return std::atomic_ref<std::uint64_t>(words[0]);
  }
  [[nodiscard]] std::uint64_t written() const {
    return std::max(published().load(std::memory_order_acquire),
                    std::atomic_ref<std::uint64_t>(words[1]).load(std::memory_order_acquire));
  }
};

// The events of one thread.
struct Log {
  std::uint64_t thread = 0;
  std::deque<Chunk> chunks;  // guarded by the recorder's mutex, but not what is in them
  bool is_closed = false;
};

struct Summary {
  std::uint64_t words = 0, operations = 0, threads = 0, bytes = 0;
  std::uint64_t lost_stamps = 0, unmatched_unlocks = 0;
  std::uint64_t writer_milliseconds = 0;  // of processor time
  std::string stopped;  // why recording stopped before the program; empty: it did not
};

class Recorder {
 public:
  // Hands on bytes of the trace, in order; an empty text when that went well, or why it did not.
  using Write = std::function<std::string(std::string_view bytes)>;

  // `program` outlives the recorder. The trace ends with the block that has more than `most_bytes`.
  Recorder(const Program& program, Write write, std::uint64_t most_bytes = ~std::uint64_t{0});
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // The log of a thread that begins; nullptr when recording has stopped.
  Log* open(std::uint64_t thread);
  struct Room {
    std::uint64_t* words = nullptr;
    std::size_t bytes = 0;
  };
  // A chunk for the thread to go on in; none when recording has stopped. May wait.
  Room next_chunk(Log& log);
  // The thread ends, which is stamped; the log is gone. Called by the thread itself.
  void close(Log& log);

  // A sentence that the trace carries, as what was left out and why.
  void note(std::string text);

  [[nodiscard]] Names& names() { return names_; }
  [[nodiscard]] Stacks& stacks() { return stacks_; }
  // The counter that stamps come from.
  [[nodiscard]] std::uint64_t& stamps() { return stamps_; }
  std::uint64_t stamp() { return std::atomic_ref(stamps_).fetch_add(1); }

  // Writes what is there and ends the trace. Threads may go on; what they do is not recorded.
  Summary finish();

 private:
  Chunk make_chunk(std::size_t bytes);
  void run();
  // With the last, also what may still grow.
  void take_all(bool is_last);
  void take(Log& log, Chunk& chunk, bool is_last);
  Chunk& chunk_at_front(Log& log);
  void drop_front(Log& log);
  void let_threads_go_on();
  void write_records(bool is_due);
  void write_notes();
  void hand_on();
  void end_trace();
  void stop(std::string why);

  const Program& program_;
  Write write_;
  const std::uint64_t most_bytes_;
  Names names_;
  Stacks stacks_;
  alignas(64) std::uint64_t stamps_ = 0;

  std::mutex mutex_;
  std::condition_variable wakes_writer_, wakes_threads_;
  std::vector<std::unique_ptr<Log>> logs_;  // guarded by mutex_
  std::vector<Chunk> spare_;                // likewise: of the usual size
  std::size_t waiting_bytes_ = 0;           // likewise: of chunks that nobody writes into
  std::size_t merging_bytes_ = 0;           // likewise: of events that were taken and wait
  bool is_finishing_ = false;               // likewise
  std::vector<std::string> notes_;          // likewise: not yet written
  std::atomic<bool> has_stopped_ = false;

  // Of the writer's thread.
  Builder builder_;
  Merger merger_;
  std::string bytes_;
  trace::BinarySink sink_;
  Summary summary_;
  std::jthread writer_;
};

}  // namespace heddle::recording
