#include "witness/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "causality/knowledge.h"
#include "causality/relaxed_order.h"
#include "report/finding.h"
#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/locksets.h"
#include "witness/quiet.h"
#include "witness/quiet_ids.h"
#include "witness/race.h"

namespace heddle::witness {
namespace {

using causality::TaskKind;
using trace::PlaceId;

report::Place place_of(const trace::Site& site) {
  report::Place place;
  place.class_name = site.class_name;
  place.method = site.method;
  place.file = site.file;
  place.line = site.line == trace::kNoNumber ? 0 : site.line;
  return place;
}

std::optional<report::Place> place_of(const trace::Tables& tables, PlaceId id) {
  if (base::is_none(id)) return std::nullopt;
  return place_of(tables[tables[id].site]);
}

class Teller {
 public:
  Teller(const trace::Tables& tables, const Locksets& locksets, const std::vector<PlaceId>& forked,
         const QuietList& quiet)
      : tables_(tables), locksets_(locksets), forked_(forked), quiet_(quiet) {}

  std::vector<report::Finding> tell(const std::vector<Race>& races) {
    std::vector<report::Finding> told;
    told.reserve(races.size());
    for (const Race& race : races) told.push_back(finding_of(race));
    return told;
  }

 private:
  [[nodiscard]] report::Finding finding_of(const Race& race) {
    report::Finding finding;
    finding.kind = race.kind == RaceKind::kDataRace         ? report::Kind::kDataRace
                   : race.kind == RaceKind::kOrderViolation ? report::Kind::kOrderViolation
                                                            : report::Kind::kUseFreeRace;
    const report::Evidence evidence = race.proof == Proof::kWitnessed ? report::Evidence::kWitnessed
                                      : race.proof == Proof::kPredicted
                                          ? report::Evidence::kPredicted
                                          : report::Evidence::kPossible;
    finding.evidence = evidence;
    finding.support.push_back({report::Engine::kTrace, evidence});
    const trace::Field& field = tables_[tables_[race.location].field];
    report::Subject subject;
    subject.class_name = field.class_name;
    if (race.is_caused) {
      report::Object object;
      object.class_name = field.class_name;
      finding.object = object;
    } else {
      subject.field = field.name;
    }
    finding.subject = subject;
    finding.sides = {side_of(race.first), side_of(race.second)};
    finding.instances = race.instances;
    finding.unordered = why_unordered(race);
    return finding;
  }

  [[nodiscard]] report::Side side_of(const RaceSide& side) {
    report::Side told;
    told.operation = side.access == AccessKind::kRead    ? report::Operation::kRead
                     : side.access == AccessKind::kWrite ? report::Operation::kWrite
                     : side.access == AccessKind::kUse   ? report::Operation::kUse
                                                         : report::Operation::kFree;
    const PlaceId at = quiet_.user_frame(tables_, side.place);
    if (!base::is_none(at)) told.at = *place_of(tables_, at);
    for (PlaceId frame = side.place; !base::is_none(frame); frame = tables_[frame].caller)
      told.stack.push_back(*place_of(tables_, frame));
    std::reverse(told.stack.begin(), told.stack.end());
    for (const HeldLock& held : locksets_.locks(side.locks)) {
      report::Lock lock;
      lock.name = tables_.locks[base::index(held.lock)];
      lock.mode = held.is_shared ? report::LockMode::kShared : report::LockMode::kExclusive;
      lock.acquired = place_of(tables_, held.acquired);
      told.locks.push_back(lock);
    }
    told.thread = thread_of(side);
    return told;
  }

  [[nodiscard]] std::string thread_name(trace::ThreadId thread) const {
    return tables_.threads[base::index(thread)];
  }

  [[nodiscard]] std::string event_name(const causality::Origin* origin) const {
    if (origin == nullptr || base::is_none(origin->handler)) return "event";
    return tables_.handlers[base::index(origin->handler)];
  }

  [[nodiscard]] report::Thread thread_of(const RaceSide& side) const {
    report::Thread thread;
    const std::string name = thread_name(side.thread);
    if (side.task == TaskKind::kThread) {
      thread.kind = name == "main" ? report::ThreadKind::kMain : report::ThreadKind::kThread;
      thread.name = name;
      if (base::index(side.thread) < forked_.size())
        thread.started = place_of(tables_, forked_[base::index(side.thread)]);
      return thread;
    }
    thread.kind = report::ThreadKind::kEvent;
    thread.runs_on = name;
    if (side.task == TaskKind::kIdle) {
      thread.name = "idle code of " + name;
      return thread;
    }
    const causality::Origin* const origin = side.origin.get();
    thread.name = event_name(origin);
    if (origin == nullptr) return thread;
    thread.started = place_of(tables_, origin->place);
    for (const causality::Origin* each = origin; each != nullptr; each = each->parent.get()) {
      report::Send send;
      send.from = each->is_input ? "the user"
                  : each->parent ? event_name(each->parent.get())
                                 : thread_name(each->sender);
      send.at = place_of(tables_, each->place);
      thread.sends.push_back(send);
    }
    std::reverse(thread.sends.begin(), thread.sends.end());
    return thread;
  }

  [[nodiscard]] std::string why_unordered(const Race& race) const {
    if (race.proof == Proof::kWitnessed)
      return "in this run no lock, volatile, fork, join or send lies between the two accesses";
    const auto sender = [&](const RaceSide& side) {
      const causality::Origin* const origin = side.origin.get();
      if (origin == nullptr) return std::string("nobody known");
      if (origin->is_input) return std::string("the user");
      return origin->parent ? event_name(origin->parent.get()) : thread_name(origin->sender);
    };
    const bool are_events = race.first.origin && race.second.origin;
    if (race.proof == Proof::kPredicted && are_events)
      return fmt::format(
          "{} runs both, in the order their messages are due; what {} and {} send, with these "
          "delays, may come either way round",
          thread_name(race.first.thread), sender(race.first), sender(race.second));
    if (race.proof == Proof::kPredicted)
      return fmt::format("{} runs both, and no send or signal says which comes first",
                         thread_name(race.first.thread));
    return "no fork, join, signal or send orders the two, and no lock is held by both";
  }

  const trace::Tables& tables_;
  const Locksets& locksets_;
  const std::vector<PlaceId>& forked_;
  QuietIds quiet_;
};

}  // namespace

std::vector<report::Finding> tell(const trace::Tables& tables, const std::vector<Race>& races,
                                  const Locksets& locksets, const std::vector<PlaceId>& forked,
                                  const QuietList& quiet) {
  return Teller(tables, locksets, forked, quiet).tell(races);
}

}  // namespace heddle::witness
