#include "generate.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <fstream>
#include <ios>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "trace/operation.h"
#include "trace/sink.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::bench {
namespace {

using trace::Operation;
using trace::Record;

constexpr std::uint64_t kMillisecond = 1'000'000;
constexpr std::size_t kPlaces = 1'000;

// Gathers records and writes them out, a batch at a time.
class Output {
 public:
  explicit Output(const std::string& path)
      : file_(path, std::ios::binary), sink_(trace::write(trace::Form::kBinary, bytes_)) {
    for (std::uint32_t each = 0; each < kPlaces; ++each) {
      trace::Site site;
      site.class_name = "app.C" + std::to_string(each / 50);
      site.method = "m" + std::to_string(each / 5) + "()V";
      site.file = "C.java";
      site.line = each + 1;
      tables.sites.push_back(site);
      trace::Place place;
      place.site = base::id_at<trace::SiteId>(each);
      tables.places.push_back(place);
    }
  }

  void add(std::uint32_t thread, Operation operation, std::uint32_t subject = 0,
           std::uint32_t place = 0, std::uint64_t value = 0) {
    Record record;
    record.operation = operation;
    record.thread = base::id_at<trace::ThreadId>(thread);
    record.subject = subject;
    record.place = base::id_at<trace::PlaceId>(place);
    record.value = value;
    records_.push_back(record);
    ++count_;
    if (records_.size() >= 16'384) flush();
  }
  void add_send(std::uint32_t thread, std::uint32_t queue, const trace::Send& send,
                std::uint32_t place) {
    sends_.push_back(send);
    add(thread, Operation::kSend, queue, place, sends_.size() - 1);
  }
  bool finish() {
    flush();
    sink_->finish();
    file_ << bytes_;
    return static_cast<bool>(file_.flush());
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }

  trace::Tables tables;

 private:
  void flush() {
    (void)sink_->add(tables, records_, sends_);
    records_.clear();
    sends_.clear();
    file_ << bytes_;
    bytes_.clear();
  }

  std::ofstream file_;
  std::string bytes_;
  std::unique_ptr<trace::Sink> sink_;
  std::vector<Record> records_;
  std::vector<trace::Send> sends_;
  std::uint64_t count_ = 0;
};

void add_locations(trace::Tables& tables, std::uint32_t count) {
  for (std::uint32_t each = 0; each < count; ++each) {
    if (each % 100 == 0)
      tables.fields.push_back({.class_name = "app.Data" + std::to_string(each / 1000),
                               .name = "f" + std::to_string(each / 100)});
    trace::Location location;
    location.field = base::id_at<trace::FieldId>(tables.fields.size() - 1);
    location.object = each;
    tables.locations.push_back(location);
  }
}

}  // namespace

bool write_threads(const ThreadShape& shape, const std::string& path) {
  constexpr std::uint32_t kOwn = 2'000, kLocks = 64, kPerLock = 100, kRead = 2'000;
  Output out(path);
  std::mt19937_64 random(shape.threads * 1000 + shape.synchronization);
  for (unsigned each = 0; each < shape.threads; ++each)
    out.tables.threads.push_back("T" + std::to_string(each));
  for (unsigned each = 0; each < kLocks; ++each)
    out.tables.locks.push_back("L" + std::to_string(each));
  const std::uint32_t guarded = shape.threads * kOwn, read = guarded + kLocks * kPerLock;
  add_locations(out.tables, read + kRead);
  std::vector<int> owner(kLocks, -1);
  std::vector<int> held(shape.threads, -1);
  for (std::uint32_t each = 0; each < kRead; ++each) out.add(0, Operation::kWrite, read + each, 1);
  for (std::uint32_t each = 1; each < shape.threads; ++each) out.add(0, Operation::kFork, each, 2);
  while (out.count() < shape.operations) {
    const std::uint64_t bits = random();
    const auto thread = static_cast<std::uint32_t>(bits % shape.threads);
    const auto place = static_cast<std::uint32_t>((bits >> 20) % kPlaces);
    const bool is_write = (bits >> 32) % 4 == 0;
    if ((bits >> 40) % 100 < shape.synchronization) {
      if (held[thread] >= 0) {
        out.add(thread, Operation::kUnlock, static_cast<std::uint32_t>(held[thread]), place);
        owner[static_cast<std::size_t>(held[thread])] = -1;
        held[thread] = -1;
        continue;
      }
      const std::size_t lock = (bits >> 48) % kLocks;
      if (owner[lock] < 0) {
        owner[lock] = static_cast<int>(thread);
        held[thread] = static_cast<int>(lock);
        out.add(thread, Operation::kLock, static_cast<std::uint32_t>(lock), place);
        continue;
      }
    }
    const auto which = static_cast<std::uint32_t>(bits >> 44);
    if (held[thread] >= 0 && which % 2 == 0)
      out.add(thread, is_write ? Operation::kWrite : Operation::kRead,
              guarded + static_cast<std::uint32_t>(held[thread]) * kPerLock + which % kPerLock,
              place);
    else if (which % 10 == 1)
      out.add(thread, Operation::kRead, read + which % kRead, place);
    else
      out.add(thread, is_write ? Operation::kWrite : Operation::kRead, thread * kOwn + which % kOwn,
              place);
  }
  return out.finish();
}

namespace {

struct Message {
  std::uint64_t due = 0, order = 0;
  std::uint32_t event = 0;
  std::uint32_t depth = 0;
  bool operator>(const Message& other) const {
    return std::pair(due, order) > std::pair(other.due, other.order);
  }
};

// Workers, input and calls send events; events send events. An event runs from its begin to its
// end without others in between, which does not matter to the order.
class Application {
 public:
  Application(const EventShape& shape, Output& out)
      : shape_(shape), out_(out), random_(shape.events + shape.loopers), queues_(shape.loopers) {
    trace::Tables& tables = out.tables;
    for (unsigned each = 0; each < shape.loopers; ++each) {
      tables.threads.push_back("looper" + std::to_string(each));
      tables.queues.push_back({.name = "queue" + std::to_string(each)});
    }
    tables.queues.push_back({.name = "calls", .kind = trace::QueueKind::kBinder});
    for (unsigned each = 0; each < shape.binders; ++each)
      tables.threads.push_back("binder" + std::to_string(each));
    for (unsigned each = 0; each < shape.workers; ++each) {
      tables.threads.push_back("worker" + std::to_string(each));
      tables.handles.push_back(
          {.name = "h" + std::to_string(each), .kind = trace::HandleKind::kNotify});
    }
    tables.threads.push_back("system");
    system_ = static_cast<std::uint32_t>(tables.threads.size() - 1);
    for (unsigned each = 0; each < 50; ++each)
      tables.handlers.push_back("app.Handler" + std::to_string(each));
    add_locations(tables, kLocations);
  }

  void run() {
    for (std::uint32_t each = 0; each < shape_.loopers; ++each)
      out_.add(each, Operation::kLoopEnter, each);
    while (ran_ < shape_.events) {
      now_ += 1 + random_() % (20 * kMillisecond);
      if (random_() % 8 == 0) out_.add(0, Operation::kTime, 0, 0, now_);
      const std::size_t waiting = waiting_;
      const std::uint64_t kind = random_() % 100;
      if (waiting > 200 + 4 * shape_.loopers || kind < 50) {
        dispatch();
      } else if (kind < 80) {
        work();
      } else if (kind < 92) {
        input();
      } else {
        call();
      }
    }
  }

 private:
  static constexpr std::uint32_t kLocations = 4'000;

  [[nodiscard]] std::uint32_t place() { return static_cast<std::uint32_t>(random_() % kPlaces); }
  std::uint32_t worker() {
    return shape_.loopers + shape_.binders + static_cast<std::uint32_t>(random_() % shape_.workers);
  }

  void touch(std::uint32_t thread, unsigned count) {
    for (unsigned each = 0; each < count; ++each) {
      const std::uint64_t bits = random_();
      // Mostly data of its own; some that all share.
      const auto shared = static_cast<std::uint32_t>(bits % 400);
      const auto own = static_cast<std::uint32_t>(400 + thread * 37 % 3'000 + bits % 600);
      out_.add(thread, bits % 5 == 0 ? Operation::kWrite : Operation::kRead,
               bits % 50 == 0 ? shared : own % kLocations, place());
    }
  }

  void send(std::uint32_t thread, std::uint32_t queue, std::uint32_t depth, bool is_input) {
    const auto event = base::id_at<trace::EventId>(next_event_);
    const std::uint64_t kind = is_input ? 0 : random_() % 100;
    trace::Send send = trace::send_delayed(event, 0);
    if (kind >= 76 && kind < 88)
      send = trace::send_delayed(
          event, static_cast<std::int64_t>((1 + random_() % 6) * 16 * kMillisecond));
    else if (kind >= 88 && kind < 97)
      send = trace::send_at_time(event,
                                 static_cast<std::int64_t>(now_ + random_() % 50 * kMillisecond));
    else if (kind >= 97)
      send = trace::send_at_front(event);
    send.is_asynchronous = !is_input && random_() % 30 == 0;
    send.is_input = is_input;
    send.handler = base::id_at<trace::HandlerId>(random_() % 50);
    out_.add_send(thread, queue, send, place());
    Message message;
    message.due = send.when == trace::When::kDelayed ? now_ + send.time : send.time;
    message.order = send.when == trace::When::kAtFront ? ~std::uint64_t{next_event_} : next_event_;
    message.event = next_event_++;
    message.depth = depth;
    auto& heap = queues_[queue];
    heap.push_back(message);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
    ++waiting_;
  }

  // Most events go to the main looper.
  std::uint32_t some_queue() {
    return random_() % 10 < 7 ? 0 : static_cast<std::uint32_t>(random_() % shape_.loopers);
  }

  void dispatch() {
    const std::uint32_t start = some_queue();
    for (std::uint32_t each = 0; each < shape_.loopers; ++each) {
      const std::uint32_t looper = (start + each) % shape_.loopers;
      auto& heap = queues_[looper];
      if (heap.empty() || heap.front().due > now_) continue;
      std::pop_heap(heap.begin(), heap.end(), std::greater<>());
      const Message message = heap.back();
      heap.pop_back();
      --waiting_;
      ++ran_;
      out_.add(looper, Operation::kBegin, message.event, place());
      touch(looper, shape_.accesses);
      if (message.depth < 6 && random_() % 100 < 45)
        send(looper, random_() % 10 < 8 ? looper : some_queue(), message.depth + 1, false);
      if (random_() % 30 == 0 && shape_.workers > 0)
        out_.add(looper, Operation::kSignal,
                 static_cast<std::uint32_t>(random_() % shape_.workers));
      out_.add(looper, Operation::kEnd, message.event);
      return;
    }
  }

  void work() {
    if (shape_.workers == 0) return;
    const std::uint32_t thread = worker();
    if (random_() % 4 == 0)
      out_.add(thread, Operation::kAwait, thread - shape_.loopers - shape_.binders);
    touch(thread, shape_.accesses / 2);
    send(thread, some_queue(), 0, false);
  }

  void input() { send(system_, 0, 0, true); }

  void call() {
    if (shape_.binders == 0) return;
    const auto binder = static_cast<std::uint32_t>(shape_.loopers + random_() % shape_.binders);
    trace::Send asked = trace::send_delayed(base::id_at<trace::EventId>(next_event_), 0);
    out_.add_send(system_, shape_.loopers, asked, place());
    const std::uint32_t event = next_event_++;
    out_.add(binder, Operation::kBegin, event, place());
    touch(binder, shape_.accesses / 4);
    send(binder, some_queue(), 1, false);
    out_.add(binder, Operation::kEnd, event);
  }

  EventShape shape_;
  Output& out_;
  std::mt19937_64 random_;
  std::vector<std::vector<Message>> queues_;
  std::uint32_t system_ = 0, next_event_ = 0;
  std::uint64_t now_ = 1'000 * kMillisecond, ran_ = 0;
  std::size_t waiting_ = 0;
};

}  // namespace

bool write_events(const EventShape& shape, const std::string& path) {
  Output out(path);
  Application(shape, out).run();
  return out.finish();
}

bool write_settled_events(const EventShape& shape, const std::string& path) {
  constexpr std::uint32_t kLocations = 4'000, kRoom = 64;
  Output out(path);
  std::mt19937_64 random(shape.events + shape.workers);
  for (unsigned each = 0; each < shape.loopers; ++each) {
    out.tables.threads.push_back("looper" + std::to_string(each));
    out.tables.queues.push_back({.name = "queue" + std::to_string(each)});
  }
  for (unsigned each = 0; each < shape.workers; ++each)
    out.tables.threads.push_back("worker" + std::to_string(each));
  add_locations(out.tables, kLocations);
  struct Waiting {
    std::uint64_t due = 0;
    std::uint32_t event = 0;
    bool is_passed_on = false;
  };
  std::vector<std::deque<Waiting>> ordinary(shape.loopers), delayed(shape.loopers);
  std::uint32_t next = 0;
  std::uint64_t now = 1'000 * kMillisecond, ran = 0;
  const auto send = [&](std::uint32_t thread, std::uint32_t queue, bool is_passed_on) {
    const std::uint64_t delay = !is_passed_on && random() % 4 == 0 ? 16 * kMillisecond : 0;
    const trace::Send sent =
        trace::send_delayed(base::id_at<trace::EventId>(next), static_cast<std::int64_t>(delay));
    out.add_send(thread, queue, sent, static_cast<std::uint32_t>(random() % kPlaces));
    (delay == 0 ? ordinary : delayed)[queue].push_back({now + delay, next++, is_passed_on});
  };
  const auto touch = [&](std::uint32_t thread) {
    for (unsigned each = 0; each < shape.accesses; ++each)
      out.add(thread, random() % 5 == 0 ? Operation::kWrite : Operation::kRead,
              static_cast<std::uint32_t>(random() % kLocations),
              static_cast<std::uint32_t>(random() % kPlaces));
  };
  for (std::uint32_t each = 0; each < shape.loopers; ++each)
    out.add(each, Operation::kLoopEnter, each);
  while (ran < shape.events) {
    now += kMillisecond;
    const auto worker = static_cast<std::uint32_t>(random() % shape.workers);
    if (next < ran + kRoom) send(shape.loopers + worker, worker % shape.loopers, false);
    for (std::uint32_t looper = 0; looper < shape.loopers; ++looper) {
      auto& first = delayed[looper];
      auto& queue = !first.empty() && first.front().due <= now ? first : ordinary[looper];
      if (queue.empty()) continue;
      const Waiting event = queue.front();
      queue.pop_front();
      ++ran;
      out.add(looper, Operation::kBegin, event.event);
      touch(looper);
      if (!event.is_passed_on) send(looper, (looper + 1) % shape.loopers, true);
      out.add(looper, Operation::kEnd, event.event);
    }
  }
  return out.finish();
}

}  // namespace heddle::bench
