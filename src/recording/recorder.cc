#include "recording/recorder.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "recording/event.h"
#include "recording/program.h"

namespace heddle::recording {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kLook = 20ms;         // at logs that nobody announced
constexpr auto kBlockEvery = 250ms;  // so that little is lost when the program is killed
constexpr auto kLostAfter = 2s;      // a stamp that is not there by then never comes
constexpr auto kLostAtTheEnd = 50ms;
constexpr std::size_t kMostBuffered = 1 << 20;
constexpr std::size_t kMostAtOnce = 16;  // chunks of one log

constexpr std::size_t kMostRecords = 1'024;  // before they are encoded, while they are in the cache

// Of the thread that calls.
std::uint64_t processor_milliseconds() {
  timespec spent{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return static_cast<std::uint64_t>(spent.tv_sec) * 1000 +
         static_cast<std::uint64_t>(spent.tv_nsec) / 1'000'000;
}

}  // namespace

Recorder::Recorder(const Program& program, Write write, std::uint64_t most_bytes)
    : program_(program),
      write_(std::move(write)),
      most_bytes_(most_bytes),
      builder_(program_, names_, stacks_),
      merger_(0,
              [this](std::uint64_t thread, Merger::Words events) {
                summary_.words += events.size();
                builder_.add(thread, events);
                if (builder_.records().size() > kMostRecords) write_records(false);
              }),
      sink_(bytes_),
      writer_([this] { run(); }) {}

Recorder::~Recorder() { finish(); }

Log* Recorder::open(std::uint64_t thread) {
  auto log = std::make_unique<Log>();
  log->thread = thread;
  Log* const opened = log.get();
  const std::lock_guard lock(mutex_);
  if (has_stopped_ || is_finishing_) return nullptr;
  ++summary_.threads;
  logs_.push_back(std::move(log));
  return opened;
}

Recorder::Room Recorder::next_chunk(Log& log) {
  std::unique_lock lock(mutex_);
  wakes_threads_.wait(lock, [this] {
    return waiting_bytes_ + merging_bytes_ < kMostWaitingBytes || has_stopped_ || is_finishing_;
  });
  if (has_stopped_ || is_finishing_) return {};
  const std::size_t bytes = log.chunks.empty() ? kFirstChunkBytes : kChunkBytes;
  if (!log.chunks.empty()) waiting_bytes_ += log.chunks.back().bytes;
  log.chunks.push_back(make_chunk(bytes));
  if (waiting_bytes_ > kMostBuffered) wakes_writer_.notify_one();
  return {log.chunks.back().words.get(), bytes};
}

// Memory that the system gave and took back again would cost more than what is done with it.
Chunk Recorder::make_chunk(std::size_t bytes) {
  Chunk chunk;
  if (bytes == kChunkBytes && !spare_.empty()) {
    chunk = std::move(spare_.back());
    spare_.pop_back();
  } else {
    chunk.words = std::make_unique_for_overwrite<std::uint64_t[]>(bytes / sizeof(std::uint64_t));
    chunk.bytes = bytes;
  }
  chunk.taken = kChunkHeader;
  chunk.words[0] = kChunkHeader;
  chunk.words[1] = kChunkHeader;
  return chunk;
}

void Recorder::close(Log& log) {
  constexpr std::size_t kEndBytes = 2 * sizeof(std::uint64_t);
  Chunk* last = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (!log.chunks.empty()) last = &log.chunks.back();
  }
  if (last != nullptr && last->written() + kEndBytes > last->bytes) {
    last = nullptr;
    if (next_chunk(log).words != nullptr) {
      const std::lock_guard lock(mutex_);
      last = &log.chunks.back();
    }
  }
  if (last != nullptr) {
    const std::uint64_t at = last->written();
    last->words[at / sizeof(std::uint64_t)] = static_cast<std::uint64_t>(What::kEnd);
    last->words[at / sizeof(std::uint64_t) + 1] = stamp();
    last->published().store(at + kEndBytes, std::memory_order_release);
  }
  const std::lock_guard lock(mutex_);
  if (!log.chunks.empty()) waiting_bytes_ += log.chunks.back().bytes;
  log.is_closed = true;
}

void Recorder::note(std::string text) {
  const std::lock_guard lock(mutex_);
  notes_.push_back(std::move(text));
}

Summary Recorder::finish() {
  {
    const std::lock_guard lock(mutex_);
    is_finishing_ = true;
  }
  wakes_writer_.notify_one();
  wakes_threads_.notify_all();
  if (writer_.joinable()) writer_.join();
  return summary_;
}

void Recorder::run() {
  auto last_block = Clock::now(), last_progress = last_block;
  while (true) {
    bool is_last = false;
    {
      std::unique_lock lock(mutex_);
      wakes_writer_.wait_for(lock, kLook,
                             [this] { return is_finishing_ || waiting_bytes_ > kMostBuffered; });
      is_last = is_finishing_;
    }
    const std::uint64_t before = summary_.words;
    take_all(is_last);
    merger_.merge();
    const auto now = Clock::now();
    if (summary_.words != before || !merger_.is_waiting()) last_progress = now;
    const bool is_lost =
        now - last_progress > (is_last ? Clock::duration(kLostAtTheEnd) : kLostAfter);
    if (is_lost) merger_.skip_lost();
    const bool is_block_due = now - last_block > kBlockEvery;
    write_records(is_block_due);
    let_threads_go_on();
    if (is_block_due) last_block = now;
    if (is_last && !merger_.is_waiting()) break;
  }
  write_notes();
  end_trace();
  summary_.writer_milliseconds = processor_milliseconds();
  summary_.lost_stamps = merger_.lost();
  summary_.unmatched_unlocks = builder_.unmatched_unlocks();
}

// The chunks of one log are only ever added to by its thread, and taken away here. What comes while
// this looks is left for the next time, or a busy thread would keep it from the others.
void Recorder::take_all(bool is_last) {
  struct Found {
    Log* log;
    std::size_t chunks;
    bool is_last_done;  // nobody writes into the last of them
  };
  std::vector<Found> found;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& log : logs_) {
      const std::size_t chunks = std::min(log->chunks.size(), kMostAtOnce);
      const bool is_all = chunks == log->chunks.size();
      found.push_back({log.get(), chunks, !is_all || log->is_closed});
    }
  }
  for (const Found& each : found) {
    for (std::size_t left = each.chunks; left != 0; --left) {
      const bool is_done = left > 1 || each.is_last_done;
      take(*each.log, chunk_at_front(*each.log), is_last || is_done);
      if (is_done) drop_front(*each.log);
    }
  }
  const std::lock_guard lock(mutex_);
  std::erase_if(logs_, [](const auto& log) { return log->is_closed && log->chunks.empty(); });
}

Chunk& Recorder::chunk_at_front(Log& log) {
  const std::lock_guard lock(mutex_);
  return log.chunks.front();
}

void Recorder::drop_front(Log& log) {
  const std::lock_guard lock(mutex_);
  Chunk& done = log.chunks.front();
  waiting_bytes_ -= done.bytes;
  if (done.bytes == kChunkBytes && spare_.size() < kMostSpareChunks)
    spare_.push_back(std::move(done));
  log.chunks.pop_front();
}

void Recorder::take(Log& log, Chunk& chunk, bool is_last) {
  const std::size_t end =
      is_last ? chunk.written() : chunk.published().load(std::memory_order_acquire);
  const std::size_t first = chunk.taken / sizeof(std::uint64_t);
  merger_.add(log.thread, {chunk.words.get() + first, end / sizeof(std::uint64_t) - first});
  chunk.taken = end;
}

// A thread that has taken a stamp has room to write it, so what waits here never waits for a thread
// that waits for room.
void Recorder::let_threads_go_on() {
  const std::lock_guard lock(mutex_);
  merging_bytes_ = merger_.pending() * sizeof(std::uint64_t);
  wakes_threads_.notify_all();
}

void Recorder::write_records(bool is_due) {
  std::vector<trace::Record>& records = builder_.records();
  if (has_stopped_) {
    builder_.sends().clear();
    builder_.forget_locations();
    return records.clear();
  }
  write_notes();
  if (!records.empty()) {
    summary_.operations += records.size();
    // The binary form has words for everything.
    static_cast<void>(sink_.add(builder_.tables(), records, builder_.sends()));
    records.clear();
    builder_.sends().clear();
  }
  builder_.forget_locations();
  sink_.forget_locations();
  if (is_due) sink_.end_block();
  if (is_due || bytes_.size() > kMostBuffered) hand_on();
  if (has_stopped_ || summary_.bytes + bytes_.size() < most_bytes_) return;
  const std::string why = "the trace has the " + std::to_string(most_bytes_) + " bytes it may have";
  builder_.note("recording stopped: " + why);
  end_trace();
  stop(why);
}

void Recorder::write_notes() {
  {
    const std::lock_guard lock(mutex_);
    for (std::string& note : notes_) builder_.note(std::move(note));
    notes_.clear();
  }
  static_cast<void>(sink_.add(builder_.tables(), {}, {}));
}

void Recorder::end_trace() {
  static_cast<void>(sink_.add(builder_.tables(), {}, {}));
  sink_.finish();
  hand_on();
}

void Recorder::hand_on() {
  if (has_stopped_ || bytes_.empty()) return;
  const std::string trouble = write_(bytes_);
  if (trouble.empty())
    summary_.bytes += bytes_.size();
  else
    stop(trouble);
  bytes_.clear();
}

void Recorder::stop(std::string why) {
  if (summary_.stopped.empty()) summary_.stopped = std::move(why);
  const std::lock_guard lock(mutex_);
  has_stopped_ = true;
  wakes_threads_.notify_all();
}

}  // namespace heddle::recording
