// Threads that do what probes do, and the trace that comes of it.
#include "recording/recorder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/bytes.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "recording/event.h"
#include "recording/feasible_test_only.h"
#include "recording/program.h"
#include "rewrite/rewrite.h"
#include "trace/operation.h"
#include "trace/source.h"

namespace heddle::recording {
namespace {

// One thread's side of a log, as the probes have it.
class Writer {
 public:
  Writer(Recorder& recorder, std::uint64_t thread)
      : recorder_(recorder), log_(recorder.open(thread)) {
    put(What::kBegin);
  }
  ~Writer() {
    if (log_ != nullptr) recorder_.close(*log_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void put(What what, std::uint32_t object = 0, std::uint64_t argument = 0,
           std::uint32_t site = 0) {
    const std::size_t bytes = 8 * words_of(what);
    if (log_ == nullptr || (at_ + bytes > room_.bytes && !go_on())) return;
    std::uint64_t* words = room_.words + at_ / 8;
    *words++ =
        static_cast<std::uint64_t>(what) | std::uint64_t{site} << 8 | std::uint64_t{object} << 32;
    if (has_stamp(what)) *words++ = recorder_.stamp();
    if (has_argument(what)) *words++ = argument;
    at_ += bytes;
    std::atomic_ref(room_.words[0]).store(at_, std::memory_order_release);
  }

 private:
  bool go_on() {
    room_ = recorder_.next_chunk(*log_);
    at_ = kChunkHeader;
    return room_.words != nullptr;
  }

  Recorder& recorder_;
  Log* log_;
  Recorder::Room room_;
  std::size_t at_ = 0;
};

constexpr int kTimes = 20'000;

// Some threads take a lock in turn; the first forks and joins the others.
void run_threads(Recorder& recorder) {
  std::mutex mutex;
  Writer main(recorder, 1);
  std::vector<std::thread> threads;
  for (std::uint64_t number = 2; number < 5; ++number) {
    main.put(What::kFork, 0, number);
    threads.emplace_back([&, number] {
      Writer writer(recorder, number);
      for (int each = 0; each < kTimes; ++each) {
        const std::lock_guard lock(mutex);
        writer.put(What::kLock, 17, 3);
        writer.put(What::kWriteElement, 9, std::uint64_t{4} << 32 | 1);
        writer.put(What::kUnlock, 17, 3);
      }
    });
  }
  for (std::size_t each = 0; each < threads.size(); ++each) {
    threads[each].join();
    main.put(What::kJoin, 0, each + 2);
  }
}

TEST(Recorder, MakesATraceThatCanHaveHappened) {
  const Program program;
  std::string file;
  Summary summary;
  {
    Recorder recorder(program, [&](std::string_view bytes) {
      file += bytes;
      return std::string();
    });
    recorder.names().name_thread(1, "main");
    run_threads(recorder);
    summary = recorder.finish();
  }
  EXPECT_EQ(summary.lost_stamps, 0U);
  EXPECT_EQ(summary.unmatched_unlocks, 0U);
  EXPECT_EQ(summary.threads, 4U);
  EXPECT_EQ(summary.operations, 3U * 3 * kTimes + 6 + 8);
  EXPECT_EQ(summary.bytes, file.size());
  auto source = trace::open(trace::Form::kBinary, base::as_bytes(file));
  ASSERT_TRUE(source) << source.error().describe();
  EXPECT_EQ(infeasibilities(**source), std::vector<std::string>{});
  EXPECT_EQ((*source)->tables().threads[0], "main");
  EXPECT_EQ((*source)->cut_short(), "");
}

TEST(Recorder, StopsWhenNothingCanBeWritten) {
  const Program program;
  Recorder recorder(program, [](std::string_view) { return std::string("no space left"); });
  run_threads(recorder);
  const Summary summary = recorder.finish();
  EXPECT_EQ(summary.stopped, "no space left");
  EXPECT_EQ(summary.bytes, 0U);
  EXPECT_EQ(recorder.open(77), nullptr);
}

std::vector<std::string> notes_in(const std::string& file) {
  auto source = trace::open(trace::Form::kBinary, base::as_bytes(file));
  if (!source) return {source.error().describe()};
  while (true) {
    const auto batch = (*source)->next();
    if (!batch) return {batch.error().describe()};
    if (batch->empty()) break;
  }
  if (!(*source)->cut_short().empty()) return {(*source)->cut_short()};
  return (*source)->tables().notes;
}

TEST(Recorder, CarriesNotes) {
  const Program program;
  std::string file;
  Recorder recorder(program, [&](std::string_view bytes) {
    file += bytes;
    return std::string();
  });
  recorder.note("first");
  Writer(recorder, 1).put(What::kLock, 5, 3);
  recorder.note("last");
  recorder.finish();
  EXPECT_EQ(notes_in(file), (std::vector<std::string>{"first", "last"}));
}

TEST(Recorder, EndsTheTraceAtItsLimit) {
  const Program program;
  std::string file;
  constexpr std::uint64_t kLimit = 2'000;
  Recorder recorder(
      program,
      [&](std::string_view bytes) {
        file += bytes;
        return std::string();
      },
      kLimit);
  {
    Writer writer(recorder, 1);
    for (std::uint32_t each = 1; each < 300'000; ++each) {
      writer.put(What::kLock, each * 2'654'435'761U, 3);
      writer.put(What::kUnlock, each * 2'654'435'761U, 3);
    }
  }
  const Summary summary = recorder.finish();
  EXPECT_EQ(summary.stopped, "the trace has the 2000 bytes it may have");
  EXPECT_EQ(summary.bytes, file.size());
  EXPECT_GE(file.size(), kLimit);
  EXPECT_EQ(notes_in(file), std::vector<std::string>{
                                "recording stopped: the trace has the 2000 bytes it may have"});
}

TEST(Recorder, CountsLocksThatAreTakenAgain) {
  const Program program;
  std::string file;
  Recorder recorder(program, [&](std::string_view bytes) {
    file += bytes;
    return std::string();
  });
  {
    Writer writer(recorder, 1);
    writer.put(What::kUnlock, 5, 3);  // of nobody
    writer.put(What::kEnter, 5, 3);
    writer.put(What::kLock, 5, 3);
    writer.put(What::kWait, 5, 3);
    writer.put(What::kLeave);
    writer.put(What::kUnlock, 5, 3);
    writer.put(What::kLeave);
  }
  EXPECT_EQ(recorder.finish().unmatched_unlocks, 1U);
  auto source = trace::open(trace::Form::kBinary, base::as_bytes(file));
  ASSERT_TRUE(source);
  const auto batch = (*source)->next();
  ASSERT_TRUE(batch);
  std::vector<trace::Operation> operations;
  for (const trace::Record& record : *batch) operations.push_back(record.operation);
  using enum trace::Operation;
  EXPECT_EQ(operations, (std::vector<trace::Operation>{kThreadBegin, kLock, kUnlock, kWait, kUnlock,
                                                       kThreadEnd}));
}

TEST(Recorder, TellsOfEachAccessOfAGroup) {
  classfile::ClassWriter writer("a/B");
  for (const char* const name : {"x", "y"}) writer.field(0, name, "I");
  const auto bytes = writer.finish();
  const auto parsed = classfile::ClassFile::parse(bytes);
  Program program;
  program.add_class(*parsed);
  rewrite::Site site;
  site.action = rewrite::Action::kRead;
  site.method = "m";
  site.descriptor = "()V";
  site.owner = "a/B";
  site.field = "x";
  site.field_descriptor = "I";
  program.add(*parsed, site);
  site.action = rewrite::Action::kWrite;
  site.field = "y";
  program.add(*parsed, site);
  site.action = rewrite::Action::kGroup;
  site.members = 2;
  const std::uint32_t group = program.add(*parsed, site);

  std::string file;
  Recorder recorder(program, [&](std::string_view more) {
    file += more;
    return std::string();
  });
  Writer(recorder, 1).put(What::kGroup, 7, 0, group);
  recorder.finish();
  auto source = trace::open(trace::Form::kBinary, base::as_bytes(file));
  ASSERT_TRUE(source);
  const auto batch = (*source)->next();
  ASSERT_TRUE(batch);
  std::vector<std::string> told;
  for (const trace::Record& record : *batch) {
    if (record.operation != trace::Operation::kRead && record.operation != trace::Operation::kWrite)
      continue;
    const trace::Tables& tables = (*source)->tables();
    const trace::Location& location = tables.locations[record.subject];
    told.push_back((record.operation == trace::Operation::kRead ? "read " : "write ") +
                   tables[location.field].name + " of " + std::to_string(location.object));
  }
  EXPECT_EQ(told, (std::vector<std::string>{"read x of 7", "write y of 7"}));
}

}  // namespace
}  // namespace heddle::recording
