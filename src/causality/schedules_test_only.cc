// A run is the list of choices made: who goes on next, or that time passes. After each run the last
// choice that has an alternative is changed and the program run again from its start.
#include "causality/schedules_test_only.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "base/id.h"
#include "trace/convert_test_only.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::causality {
namespace {

using trace::Operation;

constexpr std::uint32_t kLooper = TinyProgram::kThreads;

std::uint64_t mixed(std::uint64_t who, std::uint64_t step) {
  std::uint64_t hash = (who ^ (step + 1)) * 0x9E37'79B9'7F4A'7C15U;
  return hash ^ (hash >> 29);
}

struct Activity {
  std::size_t body = 0, next = 0;
  std::uint64_t who = 0;
};

struct Message {
  std::uint32_t event = 0, due = 0;  // 0: at the front
  Activity activity;
};

class Machine {
 public:
  explicit Machine(const TinyProgram& program) : program_(program) {
    trace::Tables& tables = run_.trace.tables;
    tables.threads = {"one", "two", "looper"};
    tables.queues.push_back({.name = "queue"});
    tables.handles.push_back({.name = "handle"});
    tables.fields.push_back({.class_name = "A", .name = "f"});
    tables.locations.emplace_back();
    emit(kLooper, Operation::kLoopEnter, 0, 0);
    for (std::size_t each = 0; each < TinyProgram::kThreads; ++each)
      threads_.push_back({each, 0, mixed(0, each + 1)});
  }

  // Who can go on: threads, the looper, the clock.
  [[nodiscard]] std::vector<std::uint32_t> options() const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t each = 0; each < threads_.size(); ++each)
      if (can_go_on(threads_[each])) result.push_back(each);
    if (is_in_event_ ? can_go_on(event_) || is_over(event_)
                     : !queue_.empty() && queue_.front().due <= now_)
      result.push_back(kLooper);
    if (std::any_of(queue_.begin(), queue_.end(),
                    [&](const Message& message) { return message.due > now_; }))
      result.push_back(kLooper + 1);
    return result;
  }

  void go_on(std::uint32_t actor) {
    if (actor < kLooper) return step(actor, threads_[actor]);
    if (actor > kLooper) {
      ++now_;
    } else if (!is_in_event_) {
      const Message message = queue_.front();
      queue_.erase(queue_.begin());
      event_ = message.activity;
      event_id_ = message.event;
      is_in_event_ = true;
      emit(kLooper, Operation::kBegin, event_id_, 0);
    } else if (is_over(event_)) {
      is_in_event_ = false;
      emit(kLooper, Operation::kEnd, event_id_, 0);
    } else {
      step(kLooper, event_);
    }
  }

  Run take() { return std::move(run_); }

 private:
  [[nodiscard]] bool is_over(const Activity& activity) const {
    return activity.next >= program_.bodies[activity.body].size();
  }
  [[nodiscard]] bool can_go_on(const Activity& activity) const {
    if (is_over(activity)) return false;
    const ProgramStep& next = program_.bodies[activity.body][activity.next];
    return next.kind != StepKind::kAwait || is_signalled_ || (next.only_if_set && !is_set_);
  }

  void step(std::uint32_t thread, Activity& activity) {
    const ProgramStep& step = program_.bodies[activity.body][activity.next];
    const std::uint64_t name = mixed(activity.who, activity.next++);
    if (step.only_if_set && !is_set_) return;
    switch (step.kind) {
      case StepKind::kAccess: return emit(thread, Operation::kWrite, 0, name);
      case StepKind::kSet: is_set_ = true; return;
      case StepKind::kSend:
      case StepKind::kFront: return send(thread, step, name);
      case StepKind::kSignal:
        is_signalled_ = true;
        return emit(thread, Operation::kSignal, 0, name);
      case StepKind::kAwait: return emit(thread, Operation::kAwait, 0, name);
      case StepKind::kRemove: return remove(thread, name);
    }
  }

  void send(std::uint32_t thread, const ProgramStep& step, std::uint64_t name) {
    const bool is_front = step.kind == StepKind::kFront;
    const auto event = base::id_at<trace::EventId>(sent_);
    run_.trace.sends.push_back(is_front ? trace::send_at_front(event)
                                        : trace::send_delayed(event, std::int64_t{step.delay}));
    emit(thread, Operation::kSend, 0, name, run_.trace.sends.size() - 1);
    const Message message{sent_++, is_front ? 0 : now_ + step.delay, {step.body, 0, name}};
    auto place = queue_.begin();
    while (!is_front && place != queue_.end() && place->due <= message.due) ++place;
    queue_.insert(place, message);
  }

  void remove(std::uint32_t thread, std::uint64_t name) {
    const auto found = std::find_if(queue_.begin(), queue_.end(), [&](const Message& message) {
      return message.event + 1 == sent_;
    });
    if (found == queue_.end()) return;
    emit(thread, Operation::kRemove, found->event, name);
    queue_.erase(found);
  }

  void emit(std::uint32_t thread, Operation operation, std::uint32_t subject, std::uint64_t name,
            std::uint64_t value = 0) {
    trace::Record record;
    record.operation = operation;
    record.thread = base::id_at<trace::ThreadId>(thread);
    record.subject = subject;
    record.value = value;
    run_.trace.records.push_back(record);
    run_.steps.push_back(name);
  }

  const TinyProgram& program_;
  Run run_;
  std::vector<Activity> threads_;
  Activity event_;
  std::uint32_t event_id_ = 0, sent_ = 0, now_ = 1;
  bool is_in_event_ = false, is_set_ = false, is_signalled_ = false;
  std::vector<Message> queue_;
};

}  // namespace

TinyProgram random_program(std::uint64_t seed) {
  std::mt19937_64 random(seed * 0x9E37'79B9'7F4A'7C15U + 7);
  const auto below = [&](std::size_t limit) { return random() % limit; };
  TinyProgram program;
  program.bodies.resize(TinyProgram::kThreads + 3);
  for (std::size_t body = 0; body < program.bodies.size(); ++body) {
    const bool is_thread = body < TinyProgram::kThreads;
    if (!is_thread) program.bodies[body].push_back({});
    const std::size_t count = is_thread ? 2 + below(2) : below(3);
    for (std::size_t each = 0; each < count; ++each) {
      ProgramStep step;
      const std::size_t first = is_thread ? TinyProgram::kThreads : body + 1;
      const bool may_send = first < program.bodies.size();
      const std::size_t kind = below(is_thread ? 8 : 10);
      if (kind < 6 && may_send) {
        step.kind = kind == 5 ? StepKind::kFront : StepKind::kSend;
        step.body = static_cast<std::uint32_t>(first + below(program.bodies.size() - first));
        step.delay = static_cast<std::uint32_t>(below(3) == 0 ? 1 : 0);
      } else if (kind == 6) {
        step.kind = StepKind::kSet;
      } else if (kind == 7) {
        step.kind = StepKind::kRemove;
      }
      step.only_if_set = step.kind != StepKind::kSet && below(5) == 0;
      program.bodies[body].push_back(step);
    }
  }
  // One signal and one await: who wakes whom is the same in every run.
  if (below(2) == 0) {
    const auto put = [&](std::size_t body, StepKind kind) {
      auto& steps = program.bodies[body];
      steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(below(steps.size() + 1)),
                   ProgramStep{.kind = kind});
    };
    put(0, StepKind::kSignal);
    put(1, StepKind::kAwait);
  }
  return program;
}

std::vector<Run> runs_of(const TinyProgram& program, std::size_t most) {
  std::vector<Run> runs;
  std::vector<std::pair<std::size_t, std::size_t>> choices;  // chosen, of how many
  while (runs.size() < most) {
    Machine machine(program);
    for (std::size_t at = 0;; ++at) {
      const auto options = machine.options();
      if (options.empty()) break;
      if (at == choices.size()) choices.emplace_back(0, options.size());
      machine.go_on(options[choices[at].first]);
    }
    runs.push_back(machine.take());
    while (!choices.empty() && choices.back().first + 1 == choices.back().second)
      choices.pop_back();
    if (choices.empty()) break;
    ++choices.back().first;
  }
  return runs;
}

}  // namespace heddle::causality
