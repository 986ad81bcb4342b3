// The names of a trace: what its ids stand for. Entries are only ever added, so a reader's tables
// grow as it reads, and an id that was valid stays so.
//
// Not thread safe. Ids handed in must be valid; readers check before they add (see source.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "trace/operation.h"

namespace heddle::trace {

enum class HandleKind : std::uint8_t {
  kListener,   // each signal comes before every later await
  kNotify,     // a signal comes before the next await only
  kSemaphore,  // a signal gives a permit, an await takes the oldest
};
inline constexpr std::size_t kHandleKindCount = 3;

enum class QueueKind : std::uint8_t {
  kLooper,  // one thread, one event at a time
  kBinder,  // calls from other processes: any thread of a pool, in no order
};

enum class FieldKind : std::uint8_t { kInstance, kStatic, kArray };
inline constexpr std::size_t kFieldKindCount = 3;

struct Handle {
  std::string name;
  HandleKind kind{};
  std::uint32_t permits = 0;  // of a semaphore, at the start
  friend bool operator==(const Handle&, const Handle&) = default;
};

struct Queue {
  std::string name;
  QueueKind kind{};
  friend bool operator==(const Queue&, const Queue&) = default;
};

// The name of the field that stands for all that an object of a library holds.
inline constexpr std::string_view kContents = "contents";

// Of an array: its type as class, and "[]" as name.
struct Field {
  std::string class_name, name;
  FieldKind kind{};
  friend bool operator==(const Field&, const Field&) = default;
};

inline constexpr std::uint64_t kNoIndex = ~std::uint64_t{0};

struct Location {
  FieldId field{};
  std::uint64_t object = 0;
  std::uint64_t index = kNoIndex;  // of an array's element
  friend bool operator==(const Location&, const Location&) = default;
};

inline constexpr std::uint32_t kNoNumber = ~std::uint32_t{0};

struct Site {
  std::string class_name, method, file;
  std::uint32_t line = kNoNumber;
  std::uint32_t offset = kNoNumber;  // in the method's bytecode
  friend bool operator==(const Site&, const Site&) = default;
};

struct Place {
  SiteId site{};
  PlaceId caller = base::kNone<PlaceId>;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Tables {
  std::vector<std::string> threads, locks, handlers;
  std::vector<Handle> handles;
  std::vector<Queue> queues;
  std::vector<Field> fields;
  std::vector<Location> locations;
  std::vector<Site> sites;
  std::vector<Place> places;
  std::vector<std::string> notes;  // what the recorder has to say, above all what it left out

  [[nodiscard]] const Location& operator[](LocationId id) const {
    return locations[base::index(id)];
  }
  [[nodiscard]] const Field& operator[](FieldId id) const { return fields[base::index(id)]; }
  [[nodiscard]] const Site& operator[](SiteId id) const { return sites[base::index(id)]; }
  [[nodiscard]] const Place& operator[](PlaceId id) const { return places[base::index(id)]; }

  // How many ids there are of what an operation's subject names; 2^32 where any number will do.
  [[nodiscard]] std::uint64_t count(Subject subject) const;

  friend bool operator==(const Tables&, const Tables&) = default;
};

}  // namespace heddle::trace
