// Makes the records of a trace from the events of a program, which come in one order for all
// threads (merger.h).
//
// Locks are counted: what takes a lock again, or gives it back while still holding it, is no
// operation of the trace, and a lock that is given back and was never taken is left out and
// counted.
//
// Not thread safe, but the names may come from other threads (Names).
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "recording/event.h"
#include "recording/field_locations.h"
#include "recording/program.h"
#include "recording/stacks.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::recording {

// Names of threads and classes, by the numbers that events use. Any thread may ask and tell.
class Names {
 public:
  void name_thread(std::uint64_t thread, std::string name);
  void name_class(std::uint32_t number, std::string name);
  void name_queue(std::uint32_t number, std::string name);
  [[nodiscard]] std::string thread(std::uint64_t thread) const;
  [[nodiscard]] std::string class_name(std::uint32_t number) const;
  [[nodiscard]] std::string queue(std::uint32_t number) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::uint32_t, std::string> queues_;
  std::map<std::uint64_t, std::string> threads_;
  std::map<std::uint32_t, std::string> classes_;
};

class Builder {
 public:
  Builder(const Program& program, const Names& names, const Stacks& stacks)
      : program_(program), names_(names), stacks_(stacks) {}

  // The next events, all of one thread; `thread` is the number that events use.
  void add(std::uint64_t thread, std::span<const std::uint64_t> events);

  // A sentence that the trace carries.
  void note(std::string text) { tables_.notes.push_back(std::move(text)); }

  // But for locations, which are those that are new since they were last forgotten: there are many.
  [[nodiscard]] const trace::Tables& tables() const { return tables_; }
  void forget_locations() { tables_.locations.clear(); }
  // What was made since they were last cleared.
  [[nodiscard]] std::vector<trace::Record>& records() { return records_; }
  // What the sends among the records say; to be cleared with them.
  [[nodiscard]] std::vector<trace::Send>& sends() { return sends_; }
  [[nodiscard]] std::uint64_t unmatched_unlocks() const { return unmatched_; }

 private:
  struct LocationKey {
    std::uint32_t field = 0, object = 0;
    std::uint64_t index = 0;
    friend bool operator==(const LocationKey&, const LocationKey&) = default;
    friend std::size_t hash_value(const LocationKey& key) {
      std::uint64_t mixed = (std::uint64_t{key.field} << 32 | key.object) * 0x9E37'79B9'7F4A'7C15;
      mixed ^= (key.index + 0x7F4A'7C15) * 0xC2B2'AE3D'27D4'EB4F;
      return mixed ^ (mixed >> 29);
    }
  };
  // Locations of neighbouring elements: loops go from one to the next.
  static constexpr std::uint32_t kPageElements = 32;
  struct Page {
    std::array<std::uint32_t, kPageElements> ids;
  };
  struct SiteIds {
    trace::PlaceId place{0xFFFF'FFFFU};
    trace::SiteId site{};
    std::uint32_t field = kUnresolved;
    FieldState state = FieldState::kUnknown;
    bool is_initial = false;
    bool is_read = false;       // of a group's member
    std::uint32_t members = 0;  // of a group
  };
  struct Held {
    trace::LockId lock{};
    std::uint32_t exclusive = 0, shared = 0;
  };
  struct Entered {
    What what{};
    trace::LockId lock{};
    std::uint32_t site = 0;
    Held held;  // before a wait
  };
  struct Thread {
    std::uint64_t number = 0;
    std::vector<Held> held;  // few: the last is looked for first
    std::vector<Entered> entered;
    std::vector<trace::EventId> events;  // that run, one inside the other; none: nobody saw it sent
    std::vector<std::uint32_t> loops;    // the queues whose events it has run
  };

  static constexpr std::uint32_t kUnresolved = ~std::uint32_t{0};

  void add(trace::ThreadId thread, const Event& event);
  void group(trace::ThreadId thread, const Event& event);
  trace::ThreadId thread_id(std::uint64_t number);
  SiteIds& site(std::uint32_t number) {
    if (number < sites_.size() && !base::is_none(sites_[number].place)) return sites_[number];
    return new_site(number);
  }
  SiteIds& new_site(std::uint32_t number);
  std::uint32_t array_field(std::uint32_t array_class);
  trace::LockId lock_id(const Event& event);
  trace::LockId new_or_known_lock(const Event& event);
  // Where the thread's lock stands among those it holds; their number: it does not hold it.
  static std::size_t find_held(const Thread& thread, trace::LockId lock);
  trace::HandleId handle_id(std::uint64_t key, const std::string& name);
  std::uint32_t field_id(const std::string& class_name, const std::string& name,
                         trace::FieldKind kind);
  trace::LocationId field_location(std::uint32_t field, std::uint32_t object);
  trace::LocationId element_location(std::uint32_t field, std::uint32_t object,
                                     std::uint32_t index);
  std::uint32_t new_location(std::uint32_t field, std::uint32_t object, std::uint64_t index);
  [[nodiscard]] std::string object_name(const Event& event) const;

  void access(trace::ThreadId thread, const Event& event);
  void null_test(trace::ThreadId thread, const Event& event);
  void element(trace::ThreadId thread, const Event& event, trace::Operation operation);
  // An object of the platform that is accessed as one: an atomic, a collection.
  void whole(trace::ThreadId thread, const Event& event, std::string_view name,
             trace::Operation operation);
  void send(trace::ThreadId thread, const Event& event);
  void run(trace::ThreadId thread, const Event& event);
  void ran(trace::ThreadId thread);
  trace::QueueId queue_id(std::uint32_t number);
  trace::HandlerId handler_id(std::uint32_t event_class);
  void stack(trace::ThreadId thread, const Event& event);
  trace::PlaceId caller_place(std::uint32_t stack);
  trace::PlaceId place_of(trace::ThreadId thread, std::uint32_t site);
  trace::PlaceId place_id(trace::SiteId site, trace::PlaceId caller);
  void lock(trace::ThreadId thread, trace::LockId lock, std::uint32_t site, bool is_shared);
  void unlock(trace::ThreadId thread, trace::LockId lock, std::uint32_t site, bool is_shared);
  void give_up(trace::ThreadId thread, const Event& event);
  void leave(trace::ThreadId thread);
  trace::Record& put(trace::ThreadId thread, trace::Operation operation, std::uint32_t subject,
                     std::uint32_t site);

  const Program& program_;
  const Names& names_;
  const Stacks& stacks_;
  trace::Tables tables_;
  std::vector<trace::Record> records_;
  std::vector<trace::Send> sends_;
  std::vector<SiteIds> sites_;
  std::vector<Thread> threads_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> thread_ids_, lock_ids_, handle_ids_;
  std::map<std::pair<std::string, std::string>, std::uint32_t> field_ids_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> array_fields_, object_fields_;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> queue_ids_, handler_ids_;
  boost::unordered_flat_map<std::uint64_t, trace::EventId> sent_;  // by queue and object
  std::uint32_t next_event_ = 0;
  FieldLocations field_locations_;
  boost::unordered_flat_map<std::uint64_t, trace::PlaceId> stack_places_;  // by thread and site
  boost::unordered_flat_map<std::uint64_t, trace::PlaceId> place_ids_;     // by site and caller
  boost::unordered_flat_map<std::uint32_t, trace::SiteId> frame_sites_;
  boost::unordered_flat_map<std::uint32_t, trace::PlaceId> caller_places_;  // by stack
  boost::unordered_flat_map<LocationKey, std::uint32_t> page_numbers_;
  std::deque<Page> pages_;
  // What the last lookups found, for the next.
  std::uint32_t last_array_class_ = 0, last_array_field_ = kUnresolved;
  static constexpr std::size_t kRecentPages = 512;
  struct RecentPage {
    LocationKey key{.field = kUnresolved, .object = 0, .index = 0};
    Page* page = nullptr;
  };
  std::array<RecentPage, kRecentPages> recent_pages_;
  static constexpr std::size_t kRecentLocks = 256;
  struct RecentLock {
    std::uint64_t key = ~std::uint64_t{0};
    trace::LockId id{};
  };
  std::array<RecentLock, kRecentLocks> recent_locks_;
  // As many as stay in a cache that is near: most accesses are to what was accessed just before.
  static constexpr std::size_t kRecentFields = 1 << 13;
  static constexpr std::uint32_t kFieldStep = 0x9E3;
  struct RecentField {
    std::uint32_t field = kUnresolved, object = 0;
    trace::LocationId id{};
  };
  std::vector<RecentField> recent_fields_ = std::vector<RecentField>(kRecentFields);
  // Where threads come from, by thread and site.
  static constexpr std::size_t kRecentPlaces = 1 << 12;
  struct RecentPlace {
    std::uint64_t key = ~std::uint64_t{0};
    trace::PlaceId place{};
  };
  RecentPlace& recent_place(std::uint64_t key) {
    return recent_places_[(key ^ (key >> 32) * kFieldStep) % kRecentPlaces];
  }
  std::vector<RecentPlace> recent_places_ = std::vector<RecentPlace>(kRecentPlaces);
  std::uint32_t location_count_ = 0;
  std::uint64_t last_thread_number_ = ~std::uint64_t{0};
  trace::ThreadId last_thread_{};
  std::uint64_t unmatched_ = 0;
};

}  // namespace heddle::recording
