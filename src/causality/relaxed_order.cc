// One vector clock per running task, and beside it what the queues will want to know (knowledge.h).
// An operation that lets others go on (fork, signal, send, end) leaves a copy of that knowledge
// behind and steps its chain forward; one that goes on because of others joins their copies.
//
// Where an event begins it comes after its send, after the loop was entered, after the events its
// queue had to run first (relaxed_events.cc), and then, by rules ATFRONT and ATOMIC, after whatever
// that makes it come after, until nothing changes. Rule ATOMIC also applies inside an event
// whenever its clock grows: another event of the looper that had begun before must have ended
// before.
//
// Everything joined lies earlier in the trace and has ended, so one pass is enough.
#include "causality/relaxed_order.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/options.h"
#include "causality/relaxed_state.h"
#include "causality/shared.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::causality {
namespace {

using trace::Operation;
using trace::Record;
using trace::Tables;
using trace::ThreadId;

constexpr std::array<std::string_view, kOddityCount> kOddities{
    "an event begins that nobody sent",
    "an event ends that is not running",
    "an event begins twice",
    "an event begins inside another one that was not paused",
    "an event is resumed that was not paused",
    "a loop is left that was not entered",
    "a thread ends, or enters a loop, inside its loop",
    "a thread is forked twice",
    "a thread is forked after it began",
    "a thread is joined that was never seen",
    "a thread is joined before it ended",
    "an event is sent twice",
    "a semaphore is passed without a permit",
};

void add(std::unique_ptr<Knowledge>& sum, Knowledge knowledge) {
  if (sum) {
    sum->join(knowledge);
    return;
  }
  sum = std::make_unique<Knowledge>(std::move(knowledge));
  sum->clock.become({});  // from here on nobody's own
}

}  // namespace

std::string_view describe(Oddity oddity) { return kOddities[static_cast<std::size_t>(oddity)]; }

RelaxedOrder::RelaxedOrder(const RelaxedOptions& options)
    : options_(options), next_collection_(options.collects_from), oddities_(kOddityCount) {}

RelaxedOrder::~RelaxedOrder() = default;

void RelaxedOrder::odd(Oddity oddity) {
  OddityCount& count = oddities_[static_cast<std::size_t>(oddity)];
  if (count.count++ == 0) count.first = position_;
}

void RelaxedOrder::mark(const Task& task) {
  last_moment_ = task.knowledge.clock.now();
  last_clock_ = task.knowledge.clock;
}

RelaxedOrder::ThreadState& RelaxedOrder::state(ThreadId thread) {
  const std::size_t index = base::index(thread);
  if (index >= threads_.size()) threads_.resize(index + 1);
  if (!threads_[index]) threads_[index] = std::make_unique<ThreadState>();
  return *threads_[index];
}

Task& RelaxedOrder::thread_task(ThreadState& state, ThreadId thread) {
  if (state.has_begun) return state.task;
  state.has_begun = true;
  Task& task = state.task;
  task.kind = TaskKind::kThread;
  task.thread = thread;
  task.knowledge = state.forked ? *state.forked : Knowledge(heap_, options_.clocks);
  task.knowledge.clock.become({});
  start(task, kNoChain);
  return task;
}

Task& RelaxedOrder::running(ThreadId thread) {
  ThreadState& now = state(thread);
  if (Task* const event = now.event()) return *event;
  const bool is_idle = now.loop.is_active || now.is_paused;
  if (!is_idle || options_.mistake == Mistake::kIdleInProgramOrder) return thread_task(now, thread);
  if (!now.idle) start_idle(now, thread);
  return *now.idle;
}

const Task& RelaxedOrder::task(ThreadId thread) { return running(thread); }

bool RelaxedOrder::may_extend(Chain chain, Time known) const {
  const ChainState& state = chains_[static_cast<std::size_t>(chain)];
  if (state.is_open)
    return options_.mistake == Mistake::kExtendOpenChain && known != 0 && known + 2 >= state.next;
  return known + 1 >= state.next;
}

// Whatever is old on a looper comes before every new task there: the chains that ended so are at
// hand. Among others one is looked for.
Chain RelaxedOrder::choose_chain(const Task& task, Chain preferred) {
  const Clock& clock = task.knowledge.clock;
  if (options_.chains != Chains::kTrivial) {
    if (preferred != kNoChain && may_extend(preferred, clock.at(preferred))) return preferred;
    if (options_.window != 0) {
      std::vector<Chain>& old = state(task.thread).loop.old_chains;
      while (!old.empty()) {
        const Chain chain = old.back();
        old.pop_back();
        chains_[static_cast<std::size_t>(chain)].is_old = false;
        if (may_extend(chain, clock.at(chain))) return chain;
      }
    }
    Chain found = kNoChain;
    clock.components().any([&](Chain chain, Time known) {
      if (!may_extend(chain, known)) return false;
      found = chain;
      return true;
    });
    if (found != kNoChain) return found;
  }
  chains_.emplace_back();
  return static_cast<Chain>(chains_.size() - 1);
}

// The task takes its place in a chain; its knowledge is that of what it comes after.
void RelaxedOrder::start(Task& task, Chain preferred) {
  task.serial = ++next_serial_;
  const Chain chain = choose_chain(task, preferred);
  ChainState& state = chains_[static_cast<std::size_t>(chain)];
  state.is_open = true;
  task.knowledge.clock.become({chain, state.next++});
}

Knowledge RelaxedOrder::snapshot(const Task& task) const {
  Knowledge copy = task.knowledge;
  for (Latest& latest : copy.sent) latest.set_inherited(false);
  return copy;
}

void RelaxedOrder::release(Task& task) {
  ChainState& state = chains_[static_cast<std::size_t>(task.knowledge.clock.now().chain)];
  task.knowledge.clock.step(state.next++);
}

void RelaxedOrder::acquire(Task& task, const Knowledge& from) {
  if (!task.knowledge.join(from)) return;
  task.has_grown = true;
  settle(task);
}

void RelaxedOrder::settle(Task& task) {
  if (task.is_on_looper && options_.mistake != Mistake::kAtomicAtBeginOnly)
    join_atomic(task.knowledge, task.thread, task.span.get());
  task.knowledge.prune();
}

bool RelaxedOrder::join_atomic(Knowledge& knowledge, ThreadId looper, const Span* own) {
  const auto is_due = [&](const Span& span) {
    return span.looper == looper && &span != own && span.has_ended && !span.is_old &&
           !knowledge.clock.has_reached(span.end, span.end_time);
  };
  bool has_grown = false;
  while (true) {
    // The latest first: it tends to know of the others.
    Ref<Span> latest;
    for (const Ref<Span>& span : knowledge.open)
      if (is_due(*span) && (!latest || span->end_position > latest->end_position)) latest = span;
    if (!latest) return has_grown;
    has_grown |= join_end(knowledge, *latest);
  }
}

void RelaxedOrder::apply(const Tables& tables, const Record& record,
                         std::span<const trace::Send> sends) {
  ++position_;
  ended_.clear();
  if (record.operation == Operation::kTime) {
    now_ = record.value > now_ ? record.value : now_;
    return;
  }
  switch (record.operation) {
    case Operation::kLoopEnter: return enter_loop(record);
    case Operation::kLoopExit: return exit_loop(record.thread);
    case Operation::kBegin: return begin(tables, record);
    case Operation::kEnd: return end(record);
    case Operation::kPause: return pause(record);
    case Operation::kResume: return resume(record);
    default: break;
  }
  if (record.operation == Operation::kThreadEnd && state(record.thread).loop.is_active) {
    odd(Oddity::kLoopNotExited);
    exit_loop(record.thread);
  }
  const bool is_input = record.operation == Operation::kSend && sends[record.value].is_input &&
                        options_.mistake != Mistake::kInputFromItsThread;
  if (is_input && outside_.serial == 0) {
    outside_.kind = TaskKind::kOutside;
    outside_.knowledge = Knowledge(heap_, options_.clocks);
    start(outside_, kNoChain);
  }
  Task& task = is_input ? outside_ : running(record.thread);
  last_moment_ = task.knowledge.clock.now();
  if (record.operation == Operation::kSend)
    send(record, sends[record.value], task);
  else
    synchronize(tables, record, task);
  last_clock_ = task.knowledge.clock;
}

void RelaxedOrder::synchronize(const Tables& tables, const Record& record, Task& task) {
  switch (record.operation) {
    case Operation::kThreadEnd: {
      ThreadState& ended = state(record.thread);
      ended.has_ended = true;
      chains_[static_cast<std::size_t>(task.knowledge.clock.now().chain)].is_open = false;
      return;
    }
    case Operation::kFork: return fork(static_cast<ThreadId>(record.subject), task);
    case Operation::kJoin: return join_thread(static_cast<ThreadId>(record.subject), task);
    case Operation::kNotify: return notify(record, task);
    case Operation::kWait: return wait(record, task);
    case Operation::kSignal: return signal(tables, record, task);
    case Operation::kAwait: return await(tables, record, task);
    case Operation::kVolatileRead:
    case Operation::kUpdate:
      if (const auto found = volatiles_.find(record.subject); found != volatiles_.end())
        acquire(task, *found->second);
      if (record.operation == Operation::kVolatileRead) return;
      [[fallthrough]];
    case Operation::kVolatileWrite:
      volatiles_[record.subject] = std::make_unique<Knowledge>(snapshot(task));
      return release(task);
    case Operation::kRemove: return remove(static_cast<trace::EventId>(record.subject));
    case Operation::kQuit:
      return quit(static_cast<trace::QueueId>(record.subject),
                  (record.flags & trace::flag::kSafely) != 0);
    default: return;
  }
}

void RelaxedOrder::fork(ThreadId child, Task& task) {
  ThreadState& forked = state(child);
  if (forked.forked) odd(Oddity::kForkedTwice);
  if (forked.has_begun)
    odd(Oddity::kForkedAfterBegin);
  else
    forked.forked = std::make_unique<Knowledge>(snapshot(task));
  release(task);
}

void RelaxedOrder::join_thread(ThreadId child, Task& task) {
  ThreadState& joined = state(child);
  if (!joined.has_begun) {
    if (joined.forked)
      acquire(task, *joined.forked);
    else
      odd(Oddity::kJoinedBeforeFork);
    return;
  }
  if (&joined.task == &task) return;
  if (!joined.has_ended) odd(Oddity::kJoinedBeforeEnd);
  acquire(task, snapshot(joined.task));
  if (!joined.has_ended) release(joined.task);
}

void RelaxedOrder::notify(const Record& record, Task& task) {
  if (record.subject >= monitors_.size()) monitors_.resize(record.subject + 1);
  MonitorState& monitor = monitors_[record.subject];
  if ((record.flags & trace::flag::kAll) != 0) {
    monitor.every = std::make_unique<Knowledge>(snapshot(task));
  } else {
    monitor.every.reset();
    add(monitor.one, snapshot(task));
  }
  release(task);
}

void RelaxedOrder::wait(const Record& record, Task& task) {
  if (record.subject >= monitors_.size()) return;
  MonitorState& monitor = monitors_[record.subject];
  if (monitor.one) acquire(task, *monitor.one);
  if (monitor.every) acquire(task, *monitor.every);
  monitor.one.reset();
}

void RelaxedOrder::signal(const Tables& tables, const Record& record, Task& task) {
  if (record.subject >= handles_.size()) handles_.resize(record.subject + 1);
  HandleState& handle = handles_[record.subject];
  if (tables.handles[record.subject].kind == trace::HandleKind::kSemaphore)
    handle.permits.push_back(std::make_unique<Knowledge>(snapshot(task)));
  else
    add(handle.all, snapshot(task));
  release(task);
}

void RelaxedOrder::await(const Tables& tables, const Record& record, Task& task) {
  if (record.subject >= handles_.size()) handles_.resize(record.subject + 1);
  HandleState& handle = handles_[record.subject];
  const trace::Handle& entry = tables.handles[record.subject];
  if (entry.kind == trace::HandleKind::kSemaphore) {
    if (!handle.is_known) handle.initial = entry.permits;
    handle.is_known = true;
    if (handle.initial > 0) {
      --handle.initial;
    } else if (handle.permits.empty()) {
      odd(Oddity::kNoPermit);
    } else {
      acquire(task, *handle.permits.front());
      handle.permits.pop_front();
    }
    return;
  }
  if (!handle.all) return;
  acquire(task, *handle.all);
  const bool goes_on = options_.mistake == Mistake::kSignalForEveryAwait;
  if (entry.kind == trace::HandleKind::kNotify && !goes_on) handle.all.reset();
}

RelaxedStatistics RelaxedOrder::statistics() const {
  RelaxedStatistics result = statistics_;
  result.operations = position_;
  result.chains = chains_.size();
  result.work = heap_.work();
  result.live_spans = spans_.size();
  result.live_events = events_.size() + kept_.size();
  return result;
}

}  // namespace heddle::causality
