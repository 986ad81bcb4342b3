// The numbers of fields of objects, found by both.
//
// Open addressing, by the object alone: the fields of one object are neighbours, and whoever looks
// at one has the others in the cache.
//
// Not thread safe. Cost: constant, and a missing cache line; prefetch() brings it in early.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "recording/large_pages.h"

namespace heddle::recording {

class LocationTable {
 public:
  static constexpr std::uint32_t kNew = ~std::uint32_t{0};

  LocationTable() : entries_(kFirstEntries) {}

  // The number of the field of the object; kNew: the caller is to set it.
  std::uint32_t& at(std::uint32_t field, std::uint32_t object) {
    std::size_t slot = slot_of(field, object);
    while (entries_[slot].number != kEmpty) {
      if (entries_[slot].field == field && entries_[slot].object == object)
        return entries_[slot].number;
      slot = (slot + 1) & (entries_.size() - 1);
    }
    if (2 * ++count_ > entries_.size()) {
      grow();
      --count_;
      return at(field, object);
    }
    entries_[slot] = {field, object, kNew};
    return entries_[slot].number;
  }

  void prefetch(std::uint32_t object) const { __builtin_prefetch(&entries_[slot_of(0, object)]); }

 private:
  static constexpr std::uint32_t kEmpty = kNew - 1;
  static constexpr std::size_t kFirstEntries = 1 << 12;
  struct Entry {
    std::uint32_t field = 0, object = 0;
    std::uint32_t number = kEmpty;
  };

  using Entries = std::vector<Entry, LargePages<Entry>>;

  // Static fields are of no object.
  [[nodiscard]] std::size_t slot_of(std::uint32_t field, std::uint32_t object) const {
    const std::uint64_t key = object != 0 ? object : std::uint64_t{field} << 32;
    return (key * 0x9E37'79B9'7F4A'7C15 >> 20) & (entries_.size() - 1);
  }

  void grow() {
    Entries before(2 * entries_.size());
    before.swap(entries_);
    for (const Entry& entry : before) {
      if (entry.number == kEmpty) continue;
      std::size_t slot = slot_of(entry.field, entry.object);
      while (entries_[slot].number != kEmpty) slot = (slot + 1) & (entries_.size() - 1);
      entries_[slot] = entry;
    }
  }

  Entries entries_;
  std::size_t count_ = 0;
};

}  // namespace heddle::recording
