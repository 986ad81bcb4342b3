// What a task knows at a moment: the moments before it (a clock), and the events whose ends it has
// to come after once a queue says so.
//
// For each queue, class of tags and sending chain it keeps the latest event sent before this
// moment: the paper's AsyncClock. Events with a time (delays, moments) and those sent to the front
// hang in a list behind the latest one, because a later one does not stand for all before it. For
// each looper it keeps the spans that began before this moment and are not known to have ended
// (rule ATOMIC).
//
// Copies are owners of their own: reference counts of events count them.
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "causality/clock.h"
#include "causality/shared.h"
#include "trace/operation.h"

namespace heddle::causality {

struct Event;
struct Span;
struct Node;
class Packed;

// Tags of an event, Table 3.1 of the thesis.
enum class TagClass : std::uint8_t {
  kDelayedAsync,
  kDelayedSync,
  kAtTimeAsync,
  kAtTimeSync,
  kFrontAsync,
  kFrontSync,
};
inline constexpr std::size_t kTagClassCount = 6;

TagClass class_of(const trace::Send& send);
inline bool is_front(TagClass tags) { return tags >= TagClass::kFrontAsync; }
// May an event of the first class, sent before one of the second, come before it by rule PRIORITY
// (if its time is not the later one)?
bool may_precede(TagClass first, TagClass second);

// The latest event of one class that one chain sent to one queue.
class Latest {
 public:
  Latest() = default;
  Latest(std::uint64_t key, Ref<Node> list) : head(std::move(list)), word_(key << 1) {}

  [[nodiscard]] std::uint64_t key() const { return word_ >> 1; }  // see key_of
  // Had the task it from its own send?
  [[nodiscard]] bool is_inherited() const { return (word_ & 1) != 0; }
  void set_inherited(bool is_so) { word_ = (word_ & ~std::uint64_t{1}) | (is_so ? 1U : 0U); }

  [[nodiscard]] Node* node() const { return head.get(); }

  Ref<Node> head;

 private:
  std::uint64_t word_ = 0;
};
static_assert(sizeof(Latest) == 16, "a knowledge has hundreds");

// The same without a share in it.
class KnownSend {
 public:
  KnownSend(std::uint64_t key, Node* node) : key_(key), node_(node) {}
  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] Node* node() const { return node_; }

 private:
  std::uint64_t key_;
  Node* node_;
};

// Queues are fewer than 2^28.
std::uint64_t key_of(trace::QueueId queue, TagClass tags, Chain chain);
std::uint64_t first_key(trace::QueueId queue, TagClass tags);
inline constexpr std::uint64_t kKeysOfClass = std::uint64_t{1} << 32;

template <typename Vector, typename Test>
void drop_if(Vector& vector, const Test& test) {
  vector.erase(std::remove_if(vector.begin(), vector.end(), test), vector.end());
}

class Knowledge {
 public:
  Knowledge() = default;
  Knowledge(Heap& heap, ClockForm form) : clock(heap, form) {}

  // True if the clock has grown. Wants that `other` is no part of what it frees.
  bool join(const Knowledge& other);
  bool join(const Packed& other);
  // Forgets events and spans whose ends it has reached, and old ones.
  void prune();
  // Forgets old ones.
  void prune_old();
  Latest& latest(std::uint64_t key);

  Clock clock;
  boost::container::small_vector<Latest, 2> sent;     // by key
  boost::container::small_vector<Ref<Span>, 2> open;  // by age; no two of one chain

 private:
  template <typename Sent>
  void join_sent(const Clock& before, const Clock& other, const Sent& others);
  void join_open(Span& span);
};

// A stretch of a looper's time that nothing interrupts: an event, the part of one before or after a
// pause, or idle code.
struct Span final : public Shared {
  explicit Span(Heap& heap);
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;
  ~Span() override;
  void forget() override;
  [[nodiscard]] bool can_hold_itself() const override { return true; }

  trace::ThreadId looper{};
  bool is_atomic = false;  // calls from other processes are not
  bool has_ended = false;
  bool is_old = false;  // out of the window: everything new on its looper comes after it
  bool is_event = false;
  bool is_forgotten = false;  // what was known at its end: nobody will ask
  Moment begin, end;
  std::uint64_t end_time = 0;      // on the wall
  std::uint64_t end_position = 0;  // in the trace
  Knowledge at_end;                // nothing, when it is packed
  Ref<Packed> packed;
  Event* event = nullptr;  // whose first one it is; none: nobody asks for the event
  // For collections alone: in which one it was last asked for, and by how many.
  std::uint32_t asked_in = 0;
  std::uint32_t askers = 0;
};

// How a task came to be: what sent it, and what sent that.
struct Origin final : public Shared {
  using Shared::Shared;
  void forget() override { parent = Ref<Origin>(); }

  trace::HandlerId handler{0xFFFF'FFFFU};
  trace::ThreadId sender{};  // the thread that sent it
  trace::PlaceId place{0xFFFF'FFFFU};
  bool is_input = false;
  std::uint32_t depth = 0;
  Ref<Origin> parent;  // of the sender; none: it was a thread, or too far away
};

struct Event final : public Shared {
  using Shared::Shared;
  ~Event() override { set_first({}); }
  void forget() override {
    at_send.reset();
    send_clock.reset();
    set_first({});
    sending = Ref<Span>();
    sibling = Ref<Event>();
    origin = Ref<Origin>();
  }
  void set_first(const Ref<Span>& span) {
    if (first) first->event = nullptr;
    first = span;
    if (first) first->event = this;
  }
  [[nodiscard]] bool can_hold_itself() const override { return true; }

  enum class State : std::uint8_t { kPending, kBegun, kRemoved };

  trace::EventId id{};
  trace::QueueId queue{};
  TagClass tags{};
  State state{};
  bool is_ordinary = false;
  bool has_ended = false, is_old = false;  // as its first span
  std::uint64_t time = 0;
  Moment send;
  std::uint64_t send_position = 0;  // in the trace
  std::uint32_t visit = 0;
  std::unique_ptr<Knowledge> at_send;  // until it begins; of a removed one for good
  std::unique_ptr<Clock> send_clock;   // of one sent to the front
  Ref<Span> first;                     // what others come after
  Ref<Span> sending;                   // that it was sent from, until it begins
  Ref<Event> sibling;                  // or, until then, the one its thread sent before
  Moment end;                          // of that, and when on the wall
  std::uint64_t end_time = 0;
  Ref<Origin> origin;
};

struct End {
  Moment moment;
  std::uint64_t time = 0;  // on the wall
};

// Events sent to the front that have run: what was known at their ends, and the ends that none of
// the others comes after.
struct Merged {
  Knowledge at_ends;
  std::vector<End> ends;
  std::uint64_t last_end_time = 0;
  bool is_old = false;
};

// A place in the list of events of one queue, class and chain, latest first.
struct Node final : public Shared {
  using Shared::Shared;
  void forget() override {
    event = Ref<Event>();
    before = Ref<Node>();
    merged.reset();
  }
  [[nodiscard]] bool can_hold_itself() const override { return true; }

  Ref<Event> event;  // none: it is merged
  Ref<Node> before;
  Moment send;
  std::uint64_t time = 0;
  std::uint64_t most_before = 0;  // the latest time of all before it
  std::unique_ptr<Merged> merged;
};

// Has everyone with that knowledge already come after the event, or can nobody ask for it any more?
bool is_settled(const Knowledge& knowledge, const Event& event);
bool is_settled(const Knowledge& knowledge, const Span& span);
bool is_settled(const Knowledge& knowledge, const Node& node);
// Is it out of the window, so that nobody asks for it?
bool is_old(const Node& node);

}  // namespace heddle::causality
