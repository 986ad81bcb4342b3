// One actor after the other does something at random. A queue is a list of messages by the time
// they are due, as in android.os.MessageQueue: an ordinary message goes behind those due no later,
// one for the front goes first, a barrier holds back synchronous messages behind it.
#include "causality/simulator_test_only.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "base/id.h"
#include "trace/convert_test_only.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::causality {
namespace {

using trace::Operation;
using trace::Record;
using trace::When;

constexpr std::uint64_t kMillisecond = 1'000'000;

struct Message {
  std::uint32_t event = 0;
  std::uint64_t due = 0;
  bool is_asynchronous = false, is_barrier = false;
};

struct Queue {
  std::vector<Message> messages;
  bool has_quit = false, is_pool = false;
};

enum class Role : std::uint8_t { kWorker, kLooper, kPool };

struct Thread {
  Role role{};
  std::uint32_t queue = 0;
  bool is_running = false, has_ended = false, was_forked = false;
  bool is_looping = false, has_looped = false;
  std::vector<std::uint32_t> events;
  bool is_paused = false;
  std::vector<std::uint32_t> held;
};

class Simulator {
 public:
  explicit Simulator(const SimulatorOptions& options)
      : options_(options), random_(options.seed * 0x9E37'79B9'7F4A'7C15U + 1) {
    make_world();
  }

  trace::WholeTrace run() {
    for (std::size_t step = 0; step < options_.steps; ++step) {
      pass_time();
      this->step();
    }
    return std::move(trace_);
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }

  void make_world() {
    const std::size_t loopers = 1 + below(2), workers = 1 + below(4), pools = below(3) == 0 ? 1 : 0;
    const auto add_thread = [&](Role role, std::uint32_t queue, const std::string& name) {
      Thread thread;
      thread.role = role;
      thread.queue = queue;
      threads_.push_back(thread);
      trace_.tables.threads.push_back(name);
    };
    for (std::size_t each = 0; each < workers; ++each)
      add_thread(Role::kWorker, 0, "worker" + std::to_string(each));
    for (std::size_t each = 0; each < loopers + pools; ++each) {
      const bool is_pool = each >= loopers;
      trace_.tables.queues.push_back(
          {.name = "queue" + std::to_string(each),
           .kind = is_pool ? trace::QueueKind::kBinder : trace::QueueKind::kLooper});
      queues_.push_back({});
      queues_.back().is_pool = is_pool;
      add_thread(is_pool ? Role::kPool : Role::kLooper, static_cast<std::uint32_t>(each),
                 "looper" + std::to_string(each));
    }
    // Some run from the start; the others wait for a fork.
    threads_[0].is_running = true;
    for (Thread& thread : threads_) thread.is_running |= thread.role == Role::kPool || chance(60);
    for (std::uint32_t each = 0; each < 3; ++each) {
      trace_.tables.handles.push_back({.name = "handle" + std::to_string(each),
                                       .kind = static_cast<trace::HandleKind>(each),
                                       .permits = each == 2 ? 1U : 0U});
      trace_.tables.locks.push_back("lock" + std::to_string(each));
      trace_.tables.fields.push_back({.class_name = "A", .name = "f" + std::to_string(each)});
      trace::Location location;
      location.field = base::id_at<trace::FieldId>(each);
      trace_.tables.locations.push_back(location);
    }
    trace_.tables.handlers.push_back("H");
    for (std::uint32_t each = 0; each < 12; ++each) {
      trace::Site site;
      site.class_name = "A";
      site.method = "m()V";
      site.line = each + 1;
      trace_.tables.sites.push_back(site);
      trace_.tables.places.push_back({.site = base::id_at<trace::SiteId>(each)});
    }
    locks_.assign(3, {});
    permits_ = 1;
  }

  void emit(std::size_t thread, Operation operation, std::uint32_t subject = 0,
            std::uint8_t flags = 0, std::uint64_t value = 0) {
    Record record;
    record.operation = operation;
    record.thread = base::id_at<trace::ThreadId>(thread);
    record.subject = subject;
    record.flags = flags;
    record.value = value;
    record.place = base::id_at<trace::PlaceId>(below(12));
    trace_.records.push_back(record);
  }

  void pass_time() {
    if (!chance(40)) return;
    now_ += below(3) * kMillisecond + 1;
    emit(0, Operation::kTime, 0, 0, now_);
  }

  void step() {
    if (chance(4) && queues_[0].messages.size() < 6) return input();
    const std::size_t index = below(threads_.size());
    Thread& thread = threads_[index];
    if (!thread.is_running || thread.has_ended) return;
    if (!thread.events.empty() && !thread.is_paused) return in_event(index);
    if (thread.is_looping || thread.is_paused) return in_loop(index);
    if (thread.role == Role::kPool) return in_pool(index);
    if (thread.role == Role::kLooper && !thread.has_looped && chance(60)) {
      thread.is_looping = true;
      return emit(index, Operation::kLoopEnter, thread.queue);
    }
    const bool may_end = thread.role == Role::kWorker || thread.has_looped;
    if (index != 0 && may_end && thread.held.empty() && chance(4)) {
      thread.has_ended = true;
      return emit(index, Operation::kThreadEnd);
    }
    act(index);
  }

  void in_event(std::size_t index) {
    Thread& thread = threads_[index];
    if (thread.held.empty() && chance(35)) {
      emit(index, Operation::kEnd, thread.events.back());
      thread.events.pop_back();
      thread.is_paused = !thread.events.empty();
      return;
    }
    const bool may_pause =
        options_.has_nesting && thread.role == Role::kLooper && thread.events.size() < 3;
    if (may_pause && thread.held.empty() && chance(4)) {
      emit(index, Operation::kPause, thread.events.back());
      thread.is_paused = true;
      return;
    }
    act(index);
  }

  void in_loop(std::size_t index) {
    Thread& thread = threads_[index];
    if (thread.is_paused && thread.held.empty() && chance(30)) {
      thread.is_paused = false;
      return emit(index, Operation::kResume, thread.events.back());
    }
    Queue& queue = queues_[thread.queue];
    if (queue.has_quit && thread.events.empty() && thread.held.empty()) {
      thread.is_looping = false;
      thread.has_looped = true;
      return emit(index, Operation::kLoopExit, thread.queue);
    }
    const std::size_t due = next_due(queue);
    if (due < queue.messages.size() && thread.held.empty() && !chance(10))
      return dispatch(index, due);
    if (options_.has_nesting && chance(15)) act(index);  // idle code
  }

  void in_pool(std::size_t index) {
    Queue& queue = queues_[threads_[index].queue];
    if (!queue.messages.empty()) dispatch(index, below(queue.messages.size()));
  }

  void dispatch(std::size_t index, std::size_t position) {
    Thread& thread = threads_[index];
    Queue& queue = queues_[thread.queue];
    const std::uint32_t event = queue.messages[position].event;
    queue.messages.erase(queue.messages.begin() + static_cast<std::ptrdiff_t>(position));
    thread.events.push_back(event);
    thread.is_paused = false;
    emit(index, Operation::kBegin, event);
  }

  // The message that would run now; none: as many as there are.
  [[nodiscard]] std::size_t next_due(const Queue& queue) const {
    std::size_t position = 0;
    if (!queue.messages.empty() && queue.messages[0].is_barrier)
      while (position < queue.messages.size() && !queue.messages[position].is_asynchronous)
        ++position;
    const bool is_due = position < queue.messages.size() && queue.messages[position].due <= now_;
    return is_due ? position : queue.messages.size();
  }

  static void enqueue(Queue& queue, const Message& message) {
    auto position = queue.messages.begin();
    if (message.due != 0)
      while (position != queue.messages.end() && position->due <= message.due) ++position;
    queue.messages.insert(position, message);
  }

  void input() {
    trace::Send send = trace::send_delayed(base::id_at<trace::EventId>(next_event_), 0);
    send.is_input = true;
    post(0, 0, send);
  }

  trace::Send random_send() {
    const auto event = base::id_at<trace::EventId>(next_event_);
    trace::Send send;
    switch (below(6)) {
      case 0:
      case 1: send = trace::send_delayed(event, 0); break;
      case 2:
        send = trace::send_delayed(event, static_cast<std::int64_t>(below(4) * 2 * kMillisecond));
        break;
      case 3:
      case 4: {
        const auto time = static_cast<std::int64_t>(now_ + below(5) * kMillisecond) -
                          static_cast<std::int64_t>(2 * kMillisecond);
        send =
            trace::send_at_time(event, time - time % static_cast<std::int64_t>(kMillisecond) + 1);
        break;
      }
      default: send = trace::send_at_front(event);
    }
    send.is_asynchronous = chance(40);
    return send;
  }

  void post(std::size_t index, std::uint32_t queue_index, trace::Send send) {
    Queue& queue = queues_[queue_index];
    send.is_refused = queue.has_quit;
    if (chance(50)) send.handler = base::id_at<trace::HandlerId>(0);
    emit(index, Operation::kSend, queue_index, 0, trace_.sends.size());
    trace_.sends.push_back(send);
    if (send.is_refused) return;
    Message message;
    message.event = next_event_++;
    message.is_asynchronous = send.is_asynchronous;
    message.due = send.when == When::kDelayed ? now_ + send.time : send.time;
    enqueue(queue, message);
  }

  void act(std::size_t index) {
    Thread& thread = threads_[index];
    const auto thing = static_cast<std::uint32_t>(below(3));
    switch (below(22)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5: return post(index, static_cast<std::uint32_t>(below(queues_.size())), random_send());
      case 6:
      case 7:
        if (thing == 2) ++permits_;
        return emit(index, Operation::kSignal, thing);
      case 8:
      case 9:
        if (thing == 2 && permits_ == 0) return;
        if (thing == 2) --permits_;
        return emit(index, Operation::kAwait, thing);
      case 10: return fork_or_join(index);
      case 11: return remove(index);
      case 12:
        return chance(50) ? emit(index, Operation::kVolatileRead, thing)
                          : emit(index, chance(60) ? Operation::kVolatileWrite : Operation::kUpdate,
                                 thing);
      case 13:
        return chance(50) ? emit(index, Operation::kNotify, thing,
                                 chance(40) ? trace::flag::kAll : std::uint8_t{0})
                          : emit(index, Operation::kWait, thing);
      case 14: return barrier(index);
      case 15: return lock(index, thing);
      case 16:
        if (thread.is_looping && chance(12)) return quit(index);
        [[fallthrough]];
      default:
        if (!options_.has_accesses) return;
        emit(index, chance(50) ? Operation::kRead : Operation::kWrite, thing);
    }
  }

  void lock(std::size_t index, std::uint32_t thing) {
    Thread& thread = threads_[index];
    if (!thread.held.empty()) {
      const std::uint32_t held = thread.held.back();
      thread.held.pop_back();
      locks_[held] = 0;
      return emit(index, Operation::kUnlock, held);
    }
    if (locks_[thing] != 0) return;
    locks_[thing] = 1;
    thread.held.push_back(thing);
    emit(index, Operation::kLock, thing);
  }

  void fork_or_join(std::size_t index) {
    const std::size_t other = below(threads_.size());
    if (other == index) return;
    Thread& thread = threads_[other];
    if (!thread.is_running && !thread.was_forked) {
      thread.is_running = thread.was_forked = true;
      emit(index, Operation::kFork, static_cast<std::uint32_t>(other));
    } else if (thread.has_ended) {
      emit(index, Operation::kJoin, static_cast<std::uint32_t>(other));
    }
  }

  void remove(std::size_t index) {
    Queue& queue = queues_[below(queues_.size())];
    if (queue.messages.empty() || queue.is_pool) return;
    const std::size_t position = below(queue.messages.size());
    emit(index, Operation::kRemove, queue.messages[position].event);
    queue.messages.erase(queue.messages.begin() + static_cast<std::ptrdiff_t>(position));
  }

  void barrier(std::size_t index) {
    const std::size_t queue_index = below(queues_.size());
    Queue& queue = queues_[queue_index];
    if (queue.is_pool || queue.has_quit) return;
    const auto standing = std::find_if(queue.messages.begin(), queue.messages.end(),
                                       [](const Message& message) { return message.is_barrier; });
    if (standing != queue.messages.end()) {
      emit(index, Operation::kRemove, standing->event);
      queue.messages.erase(standing);
      return;
    }
    Message message;
    message.event = next_event_++;
    message.is_barrier = true;
    message.due = now_;
    emit(index, Operation::kBarrier, static_cast<std::uint32_t>(queue_index), 0, message.event);
    enqueue(queue, message);
  }

  void quit(std::size_t index) {
    Queue& queue = queues_[threads_[index].queue];
    emit(index, Operation::kQuit, threads_[index].queue);
    queue.has_quit = true;
    queue.messages.clear();
  }

  SimulatorOptions options_;
  std::mt19937_64 random_;
  trace::WholeTrace trace_;
  std::vector<Thread> threads_;
  std::vector<Queue> queues_;
  std::vector<std::uint8_t> locks_;
  std::uint32_t next_event_ = 0, permits_ = 0;
  std::uint64_t now_ = 5 * kMillisecond;
};

}  // namespace

trace::WholeTrace simulate(const SimulatorOptions& options) { return Simulator(options).run(); }

}  // namespace heddle::causality
