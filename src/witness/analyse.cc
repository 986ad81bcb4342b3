#include "witness/analyse.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/malformed.h"
#include "causality/relaxed_order.h"
#include "report/report.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"
#include "witness/findings.h"
#include "witness/locksets.h"
#include "witness/quiet.h"
#include "witness/race.h"
#include "witness/relaxed_races.h"
#include "witness/strict_races.h"
#include "witness/use_free.h"

namespace heddle::witness {
namespace {

using base::Malformed;
using trace::Operation;
using trace::Record;

constexpr std::uint64_t kMostClockBytes = std::uint64_t{4} << 30;

// The relaxed order with its detectors.
class RelaxedAnalysis {
 public:
  RelaxedAnalysis(const causality::RelaxedOptions& options, const QuietList& quiet)
      : order_(options), found_(quiet), races_(found_, locksets_), use_free_(found_, locksets_) {}

  void apply(const trace::Tables& tables, trace::Batch batch, std::span<const trace::Send> sends) {
    held_.resize(tables.threads.size(), kNoLocks);
    for (const Record& record : batch) apply(tables, record, sends);
  }

  void finish(const trace::Tables& tables) { use_free_.finish(tables); }

  [[nodiscard]] const Races& found() const { return found_; }
  [[nodiscard]] const Locksets& locksets() const { return locksets_; }
  [[nodiscard]] const causality::RelaxedOrder& order() const { return order_; }

 private:
  void apply(const trace::Tables& tables, const Record& record,
             std::span<const trace::Send> sends) {
    const std::size_t thread = base::index(record.thread);
    switch (record.operation) {
      case Operation::kRead:
      case Operation::kWrite: {
        order_.pass();
        const causality::Task& task = order_.task(record.thread);
        races_.apply(tables, record, task, held_[thread]);
        if ((record.flags & (trace::flag::kNull | trace::flag::kNotNull)) != 0)
          use_free_.apply(tables, record, task, held_[thread]);
        return;
      }
      case Operation::kDereference:
      case Operation::kNullTest:
        order_.pass();
        return use_free_.apply(tables, record, order_.task(record.thread), held_[thread]);
      case Operation::kLock:
      case Operation::kUnlock:
      case Operation::kWait: held_[thread] = locksets_.apply(record); break;
      default: break;
    }
    order_.apply(tables, record, sends);
    for (const std::uint32_t task : order_.ended()) use_free_.end(tables, task);
  }

  causality::RelaxedOrder order_;  // first: what others keep of its tasks lies in its heap
  Locksets locksets_;
  Races found_;
  RelaxedRaces races_;
  UseFreeRaces use_free_;
  std::vector<LocksetId> held_;  // by thread
};

void note_oddities(const causality::RelaxedOrder& order, std::string_view name,
                   report::Report& report) {
  const auto oddities = order.oddities();
  for (std::size_t each = 0; each < oddities.size(); ++each) {
    if (oddities[each].count == 0) continue;
    report.analysed.notes.push_back(
        {std::string(name), fmt::format("{} ({} times, first at operation {})",
                                        causality::describe(static_cast<causality::Oddity>(each)),
                                        oddities[each].count, oddities[each].first)});
  }
}

void note_locks(const Locksets& locksets, std::string_view name, report::Report& report) {
  const auto note = [&](std::uint64_t count, std::string_view what) {
    if (count != 0)
      report.analysed.notes.push_back(
          {std::string(name), fmt::format("{} ({} times)", what, count)});
  };
  note(locksets.taken_twice(), "a lock is taken that another thread holds");
  note(locksets.released_unheld(), "a lock is released that is not held");
}

// What both orders count along the way.
struct Counts {
  std::uint64_t operations = 0, accesses = 0, events = 0;
  std::vector<trace::PlaceId> forked;

  void add(const trace::Tables& tables, trace::Batch batch) {
    operations += batch.size();
    forked.resize(tables.threads.size(), base::kNone<trace::PlaceId>);
    for (const Record& record : batch) {
      if (trace::is_access(record.operation)) ++accesses;
      if (record.operation == Operation::kBegin) ++events;
      if (record.operation == Operation::kFork) forked[record.subject] = record.place;
    }
  }
};

// Feeds every batch to `apply` until it gives false.
template <typename Apply>
std::expected<void, Malformed> read_all(trace::Source& source, const Options& options,
                                        Counts& counts, const Apply& apply) {
  while (true) {
    const auto batch = source.next();
    if (!batch) return std::unexpected(batch.error());
    if (batch->empty()) return {};
    counts.add(source.tables(), *batch);
    if (!apply(*batch)) return {};
    if (options.progress) options.progress(counts.operations);
  }
}

void fill(report::Report& report, const trace::Source& source, std::string_view name,
          const Counts& counts, const Races& races) {
  report.analysed.origins = source.tables().threads.size() + counts.events;
  report.analysed.counts = {{"operations", counts.operations},
                            {"accesses", counts.accesses},
                            {"events", counts.events},
                            {"threads", source.tables().threads.size()},
                            {"locations", source.tables().locations.size()},
                            {"left_out", races.left_out()}};
  for (const std::string& note : source.tables().notes)
    report.analysed.notes.push_back({std::string(name), note});
  if (const std::string cut = source.cut_short(); !cut.empty())
    report.analysed.notes.push_back({std::string(name), "cut short: " + cut});
  if (races.too_many() != 0)
    report.analysed.notes.push_back(
        {std::string(name), fmt::format("{} more races of fields that have very many are not told",
                                        races.too_many())});
  if (counts.operations == 0)
    report.analysed.notes.push_back({std::string(name), "the trace has no operations"});
}

}  // namespace

std::expected<report::Report, Malformed> analyse(trace::Source& source, std::string_view name,
                                                 const QuietList& quiet, const Options& options) {
  report::Report report;
  Counts counts;
  if (options.order == Order::kStrict) {
    Races races(quiet);
    StrictRaces strict(races);
    const auto read = read_all(source, options, counts, [&](trace::Batch batch) {
      strict.apply(source.tables(), batch, source.sends());
      if (strict.clock_bytes() < kMostClockBytes) return true;
      report.analysed.notes.push_back(
          {std::string(name),
           fmt::format("stopped after {} operations: the clocks of {} threads are too large",
                       counts.operations, source.tables().threads.size())});
      return false;
    });
    if (!read) return std::unexpected(read.error());
    report.findings = tell(source.tables(), races.all(), strict.locksets(), counts.forked, quiet);
    fill(report, source, name, counts, races);
    note_locks(strict.locksets(), name, report);
    return report;
  }
  RelaxedAnalysis relaxed(options.relaxed, quiet);
  const auto read = read_all(source, options, counts, [&](trace::Batch batch) {
    relaxed.apply(source.tables(), batch, source.sends());
    return true;
  });
  if (!read) return std::unexpected(read.error());
  relaxed.finish(source.tables());
  report.findings =
      tell(source.tables(), relaxed.found().all(), relaxed.locksets(), counts.forked, quiet);
  fill(report, source, name, counts, relaxed.found());
  note_oddities(relaxed.order(), name, report);
  note_locks(relaxed.locksets(), name, report);
  return report;
}

}  // namespace heddle::witness
