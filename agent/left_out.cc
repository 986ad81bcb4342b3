#include "agent/left_out.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "recording/agent_options.h"
#include "recording/guide.h"

namespace heddle::agent {

std::vector<std::string> left_out_by_choice(const recording::AgentOptions& options,
                                            const std::optional<recording::Guide>& guide) {
  std::vector<std::string> notes;
  if (!options.attached.empty())
    notes.emplace_back(
        "the program ran before it was recorded: what it did until then is left out");
  if (!options.include.empty())
    notes.push_back(fmt::format("only code of {} is recorded", fmt::join(options.include, ", ")));
  if (!options.exclude.empty())
    notes.push_back(fmt::format("code of {} is left out", fmt::join(options.exclude, ", ")));
  if (options.accesses == recording::Accesses::kFields)
    notes.emplace_back("accesses to elements of arrays are left out");
  if (options.accesses == recording::Accesses::kNone)
    notes.emplace_back("accesses are left out, and only what synchronizes is recorded");
  const bool may_leave_out = options.attached.empty() && options.queues.empty();
  if (!options.has_early && may_leave_out && options.accesses != recording::Accesses::kNone)
    notes.emplace_back(
        "accesses made while there was only one thread are left out: they come before all that "
        "others do");
  if (!guide) return notes;
  std::string note =
      "guided: accesses that the whole-program analysis proved thread-local, ordered or locked are "
      "left out";
  if (guide->remarks() != 0)
    note +=
        fmt::format(", though it saw {} things with less than full knowledge", guide->remarks());
  notes.push_back(note);
  return notes;
}

std::vector<std::string> left_out_in_the_end(const LeftOut& counts) {
  std::vector<std::string> notes;
  const auto add = [&](std::uint64_t count, std::string note) {
    if (count != 0) notes.push_back(std::move(note));
  };
  add(counts.proven, fmt::format("guided: {} of {} accesses in the code were left out",
                                 counts.proven, counts.accesses));
  add(counts.unknown_classes,
      fmt::format("guided: {} classes were recorded wholly, which the analysis did not see",
                  counts.unknown_classes));
  add(counts.refused_methods,
      fmt::format("{} methods could not get all their probes, and some accesses in them are left out", counts.refused_methods));
  add(counts.unreadable_classes,
      fmt::format("{} classes could not be read and are left out", counts.unreadable_classes));
  add(counts.loaded_classes,
      fmt::format("{} classes that were loaded before could not be rewritten and are left out",
                  counts.loaded_classes));
  add(counts.waiting_threads,
      fmt::format("accesses of {} threads are left out, which never left the methods they were in "
                  "when the recording began",
                  counts.waiting_threads));
  return notes;
}

}  // namespace heddle::agent
