// The numbers of blocks of fields of objects (field_locations.h), found by both.
//
// Open addressing, by the object alone: the blocks of one object are neighbours, and whoever looks
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
  static constexpr std::uint32_t kNew = ~std::uint32_t{0}, kEmpty = kNew - 1;
  static constexpr std::uint32_t kMostBlock = (1U << 29) - 1;

  LocationTable() : entries_(kFirstEntries) {}

  struct Entry {
    std::uint32_t block : 29 = 0;
    std::uint32_t count : 3 = 0;  // how many numbers there are, from `number` on
    std::uint32_t object = 0;
    std::uint32_t number = kEmpty;
  };

  // Of the block of the object; its number is kNew: the caller is to set it, and the count.
  Entry& at(std::uint32_t block, std::uint32_t object) {
    std::size_t slot = slot_of(block, object);
    while (entries_[slot].number != kEmpty) {
      if (entries_[slot].block == block && entries_[slot].object == object) return entries_[slot];
      slot = (slot + 1) & (entries_.size() - 1);
    }
    if (2 * ++count_ > entries_.size()) {
      grow();
      --count_;
      return at(block, object);
    }
    entries_[slot] = {.block = block & kMostBlock, .count = 0, .object = object, .number = kNew};
    return entries_[slot];
  }

  void prefetch(std::uint32_t object) const { __builtin_prefetch(&entries_[slot_of(0, object)]); }

 private:
  static constexpr std::size_t kFirstEntries = 1 << 12;

  using Entries = std::vector<Entry, LargePages<Entry>>;

  // Static fields are of no object.
  [[nodiscard]] std::size_t slot_of(std::uint32_t block, std::uint32_t object) const {
    const std::uint64_t key = object != 0 ? object : std::uint64_t{block} << 32;
    return (key * 0x9E37'79B9'7F4A'7C15 >> 20) & (entries_.size() - 1);
  }

  void grow() {
    Entries before(2 * entries_.size());
    before.swap(entries_);
    for (const Entry& entry : before) {
      if (entry.number == kEmpty) continue;
      std::size_t slot = slot_of(entry.block, entry.object);
      while (entries_[slot].number != kEmpty) slot = (slot + 1) & (entries_.size() - 1);
      entries_[slot] = entry;
    }
  }

  Entries entries_;
  std::size_t count_ = 0;
};

}  // namespace heddle::recording
