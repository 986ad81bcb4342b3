// The parts of heddle trace, timed one by one: trace_bench COMMAND FILE [OPTION…] prints pairs of a
// name and a number. `run` beside this file puts them together.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <ios>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "causality/clock.h"
#include "causality/graph_test_only.h"
#include "causality/options.h"
#include "causality/relaxed_order.h"
#include "generate.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "witness/race.h"
#include "witness/strict_races.h"

namespace {

using heddle::trace::Batch;
using heddle::trace::Operation;
using heddle::trace::Record;

// Seconds of the processor: one thread that waits for nothing, whatever else the machine does.
double now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Of this program alone: what getrusage tells begins with what forked it.
double peak_megabytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (double kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
  return 0;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::string bytes(static_cast<std::size_t>(file.tellg()), '\0');
  file.seekg(0);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

heddle::trace::Form form_of(const std::string& path) {
  const auto form = heddle::trace::form_of(path);
  if (!form) std::exit(2);
  return *form;
}

struct Size {
  std::uint64_t operations = 0, events = 0;
};

Size size_of(const std::string& path, const std::string& bytes) {
  Size size;
  for (auto source = heddle::trace::open(form_of(path), heddle::base::as_bytes(bytes)); source;) {
    const auto batch = (*source)->next();
    if (!batch || batch->empty()) break;
    size.operations += batch->size();
    for (const Record& record : *batch)
      size.events += record.operation == Operation::kBegin ? 1U : 0U;
  }
  return size;
}

// Feeds every batch, and prints what was read in which time, and the second half of it.
void feed(const std::string& path,
          const std::function<void(heddle::trace::Source&, Batch, bool)>& use) {
  const std::string bytes = read_file(path);
  const Size size = size_of(path, bytes);
  const double start = now();
  auto source = heddle::trace::open(form_of(path), heddle::base::as_bytes(bytes));
  if (!source) std::exit(3);
  std::uint64_t operations = 0;
  double half = start;
  while (true) {
    const auto batch = (*source)->next();
    if (!batch) std::exit(3);
    if (batch->empty()) break;
    operations += batch->size();
    const bool is_late = operations > size.operations / 2;
    if (!is_late) half = now();
    use(**source, *batch, is_late);
  }
  const double end = now();
  fmt::print("seconds {:.4f} late_seconds {:.4f} operations {} bytes {} events {} file_mb {:.1f} ",
             end - start, end - half, operations, bytes.size(), size.events,
             static_cast<double>(bytes.size()) / 1048576);
}

void run_read(const std::string& path) {
  std::uint64_t sum = 0;
  feed(path, [&](heddle::trace::Source&, Batch batch, bool /*is_late*/) {
    for (const Record& record : batch) sum += record.subject;
  });
  fmt::print("sum {}\n", sum);
}

void run_strict(const std::string& path) {
  heddle::witness::Races races;
  heddle::witness::StrictRaces strict(races);
  feed(path, [&](heddle::trace::Source& source, Batch batch, bool /*is_late*/) {
    strict.apply(source.tables(), batch, source.sends());
  });
  fmt::print("racy {} peak_mb {:.1f}\n", strict.racy_locations(), peak_megabytes());
}

// What the order alone costs: accesses only ask who runs, as a detector would.
void run_relaxed(const std::string& path, const heddle::causality::RelaxedOptions& options) {
  heddle::causality::RelaxedOrder order(options);
  std::uint64_t sum = 0, half_work = 0;
  feed(path, [&](heddle::trace::Source& source, Batch batch, bool is_late) {
    if (!is_late) half_work = order.statistics().work;
    for (const Record& record : batch) {
      if (heddle::trace::is_access(record.operation))
        sum += order.task(record.thread).serial;
      else
        order.apply(source.tables(), record, source.sends());
    }
  });
  const auto statistics = order.statistics();
  fmt::print("chains {} live {} reclaimed {} reduced {} late_work {} peak_mb {:.1f} sum {}\n",
             statistics.chains, statistics.live_spans, statistics.reclaimed,
             statistics.reduced_paths, statistics.work - half_work, peak_megabytes(), sum);
}

void run_graph(const std::string& path) {
  heddle::causality::GraphOrder order;
  feed(path, [&](heddle::trace::Source& source, Batch batch, bool /*is_late*/) {
    for (const Record& record : batch)
      if (!heddle::trace::is_access(record.operation))
        order.apply(source.tables(), record, source.sends());
  });
  fmt::print("nodes {} visited {} peak_mb {:.1f}\n", order.nodes(), order.visited(),
             peak_megabytes());
}

// Bytes a second that one thread reads from memory.
void run_bandwidth() {
  std::vector<std::uint64_t> words(std::size_t{64} << 20, 1);
  double best = 1e9;
  std::uint64_t sum = 0;
  for (int round = 0; round < 4; ++round) {
    const double start = now();
    std::uint64_t sums[4] = {};
    for (std::size_t at = 0; at < words.size(); at += 4)
      for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += words[at + lane];
    sum += sums[0] + sums[1] + sums[2] + sums[3];
    best = std::min(best, now() - start);
  }
  fmt::print("bytes_per_second {:.0f} sum {}\n",
             static_cast<double>(words.size() * sizeof(std::uint64_t)) / best, sum);
}

heddle::causality::RelaxedOptions options_of(int argc, char** argv, int from) {
  using heddle::causality::Chains;
  heddle::causality::RelaxedOptions options;
  for (int each = from; each < argc; ++each) {
    const std::string_view name = argv[each];
    if (name == "sparse") options.clocks = heddle::causality::ClockForm::kSparse;
    if (name == "dense") options.clocks = heddle::causality::ClockForm::kDense;
    if (name == "greedy") options.chains = Chains::kGreedy;
    if (name == "trivial") options.chains = Chains::kTrivial;
    if (name == "keep") options.reclaims = false;
    if (name == "all-paths") options.reduces_paths = false;
    if (name == "all-sends") options.reduces_sends = false;
    if (name == "no-stop") options.stops_early = false;
    if (name == "whole") options.packs = false;
    if (name == "remember") options.forgets_unasked = false;
    if (name.starts_with("window="))
      options.window = static_cast<std::uint64_t>(
          std::strtod(argv[each] + std::strlen("window="), nullptr) * 1e9);
  }
  return options;
}

std::uint64_t number(const char* text) { return std::strtoull(text, nullptr, 10); }

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  if (command == "bandwidth") return run_bandwidth(), 0;
  if (argc < 3) return 2;
  const std::string path = argv[2];
  if (command == "read") return run_read(path), 0;
  if (command == "strict") return run_strict(path), 0;
  if (command == "relaxed") return run_relaxed(path, options_of(argc, argv, 3)), 0;
  if (command == "graph") return run_graph(path), 0;
  if (command == "write-threads" && argc == 6)
    return heddle::bench::write_threads({.operations = number(argv[3]),
                                         .threads = static_cast<unsigned>(number(argv[4])),
                                         .synchronization = static_cast<unsigned>(number(argv[5]))},
                                        path)
               ? 0
               : 1;
  if ((command == "write-events" || command == "write-settled") && argc == 8) {
    const heddle::bench::EventShape shape{.events = number(argv[3]),
                                          .loopers = static_cast<unsigned>(number(argv[4])),
                                          .binders = static_cast<unsigned>(number(argv[5])),
                                          .workers = static_cast<unsigned>(number(argv[6])),
                                          .accesses = static_cast<unsigned>(number(argv[7]))};
    const bool is_written = command == "write-events"
                                ? heddle::bench::write_events(shape, path)
                                : heddle::bench::write_settled_events(shape, path);
    return is_written ? 0 : 1;
  }
  return 2;
}
