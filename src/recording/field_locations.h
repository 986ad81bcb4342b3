// The numbers of fields of objects, as a trace has them.
//
// Fields of one class are mostly accessed together: a few of them make a block, and an object's
// fields of a block get numbers one behind the other when the first of them is accessed. So there
// is one entry for all, which also those that come later find in the cache. A field that was not
// known yet when the object's block got its numbers has an entry of its own for that object.
//
// Not thread safe. Cost: constant, and a missing cache line; prefetch() brings it in early.
#pragma once

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "recording/location_table.h"

namespace heddle::recording {

class FieldLocations {
 public:
  // The next field, from 0 on. Static ones are of no object, and stand alone.
  void add_field(const std::string& class_name, bool is_static) {
    const auto field = static_cast<std::uint32_t>(fields_.size());
    if (is_static) {
      fields_.push_back({kAlone | field, 0});
      return;
    }
    const auto [open, is_new] =
        open_blocks_.try_emplace(class_name, static_cast<std::uint32_t>(blocks_.size()));
    if (!is_new && blocks_[open->second].size == kMostInBlock)
      open->second = static_cast<std::uint32_t>(blocks_.size());
    if (open->second == blocks_.size()) blocks_.emplace_back();
    Block& block = blocks_[open->second];
    fields_.push_back({open->second, block.size});
    block.fields[block.size++] = field;
  }

  // `make` gives the number of a location that is new, from its field and object; those that are
  // made by one call get numbers that follow each other.
  template <typename Make>
  std::uint32_t at(std::uint32_t field, std::uint32_t object, const Make& make) {
    const Field& known = fields_[field];
    LocationTable::Entry& entry = table_.at(known.block, object);
    if (entry.number == LocationTable::kNew) make_all(entry, field, object, make);
    if (known.index < entry.count) return entry.number + known.index;
    LocationTable::Entry& alone = table_.at(kAlone | field, object);
    if (alone.number == LocationTable::kNew) make_all(alone, field, object, make);
    return alone.number;
  }

  void prefetch(std::uint32_t object) const { table_.prefetch(object); }

 private:
  static constexpr std::uint32_t kAlone = 1 << 28;  // among numbers of blocks: of one field
  static constexpr std::size_t kMostInBlock = 4;
  struct Field {
    std::uint32_t block = 0, index = 0;
  };
  struct Block {
    std::array<std::uint32_t, kMostInBlock> fields{};
    std::uint32_t size = 0;
  };

  template <typename Make>
  void make_all(LocationTable::Entry& entry, std::uint32_t field, std::uint32_t object,
                const Make& make) {
    const std::uint32_t number = entry.block;
    if ((number & kAlone) != 0) {
      entry.number = make(field, object);
      entry.count = 1;
      return;
    }
    const Block& block = blocks_[number];
    entry.number = make(block.fields[0], object);
    for (std::uint32_t each = 1; each < block.size; ++each) make(block.fields[each], object);
    entry.count = block.size & 7U;
  }

  LocationTable table_;
  std::vector<Field> fields_;
  std::vector<Block> blocks_;
  boost::unordered_flat_map<std::string, std::uint32_t> open_blocks_;  // the last of each class
};

}  // namespace heddle::recording
