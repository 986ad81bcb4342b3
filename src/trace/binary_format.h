// The bytes of the binary form; docs/formats/trace.md is their page. Everything is little-endian.
//
//   header | block… | index block | trailer
//
// A block stands alone: it names its size and kind, carries a checksum, and nothing in it refers to
// another block but through tables. So a file that ends in the middle is good up to its last whole
// block, and an index at the end lets a reader seek.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace heddle::trace::binary {

inline constexpr std::string_view kMagic = "HEDDLETR";
inline constexpr std::string_view kTrailerMagic = "HEDDLEND";
inline constexpr std::uint16_t kVersion = 2;
inline constexpr std::size_t kHeaderSize = 16;
inline constexpr std::size_t kTrailerSize = 16;
inline constexpr std::uint32_t kBlockMagic = 0x4B4C'4248;  // "HBLK"
inline constexpr std::size_t kBlockHeaderSize = 36;

inline constexpr std::size_t kMostRecords = 16'384;    // in a block
inline constexpr std::size_t kMostRawBytes = 1 << 22;  // of a block, before compression
inline constexpr std::size_t kMostThreads = 1 << 20;
inline constexpr std::size_t kMostNameBytes = 1 << 16;

enum class BlockKind : std::uint8_t { kTables = 1, kOperations = 2, kIndex = 3 };

struct BlockHeader {
  BlockKind kind{};
  std::uint32_t stored_size = 0;
  std::uint32_t raw_size = 0;
  std::uint32_t count = 0;     // operations, table entries or index entries
  std::uint64_t first = 0;     // operations before this block
  std::uint64_t checksum = 0;  // XXH3 of the other fields and what is stored
};

// The header's bytes, checksum included when it is set.
std::array<std::uint8_t, kBlockHeaderSize> encode(const BlockHeader& header);
BlockHeader decode_block_header(const std::uint8_t* at);
std::uint64_t checksum_of(BlockHeader header, base::Bytes stored);

// The first byte of an operation.
inline constexpr std::uint8_t kOperationMask = 0x1F;
inline constexpr std::uint8_t kSameThread = 0x20;
inline constexpr std::uint8_t kSamePlace = 0x40;
inline constexpr std::uint8_t kHasFlags = 0x80;
// An operation's bytes never exceed this, so a decoder with as much room behind the end may read
// one unchecked.
inline constexpr std::size_t kMostOperationBytes = 64;

// The byte of a send.
inline constexpr std::uint8_t kWhenMask = 3;
inline constexpr std::uint8_t kAsynchronous = 4;
inline constexpr std::uint8_t kInput = 8;
inline constexpr std::uint8_t kRefused = 16;

// Where a place accessed memory last, in a block: loops go from one location to the next, and what
// is written is how far. Places that share an entry only cost bytes.
class LastLocations {
 public:
  void clear() { all_.fill(0); }
  std::uint32_t& operator[](std::uint32_t place) { return all_[place % kEntries]; }

 private:
  static constexpr std::size_t kEntries = 1024;
  std::array<std::uint32_t, kEntries> all_{};
};

// Entries of tables begin with one of these.
enum class Entry : std::uint8_t {
  kThread,
  kLock,
  kHandler,
  kHandle,
  kQueue,
  kField,
  kLocation,
  kSite,
  kPlace,
  kNote,
};

inline std::uint64_t zigzag(std::int64_t number) {
  return (static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63);
}
inline std::int64_t unzigzag(std::uint64_t number) {
  return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

inline void put(std::string& out, std::uint64_t number) {
  while (number >= 0x80) {
    out.push_back(static_cast<char>(number | 0x80));
    number >>= 7;
  }
  out.push_back(static_cast<char>(number));
}

// Writes at most ten bytes and moves behind them.
inline void put(char*& at, std::uint64_t number) {
  while (number >= 0x80) {
    *at++ = static_cast<char>(number | 0x80);
    number >>= 7;
  }
  *at++ = static_cast<char>(number);
}

// Reads at most ten bytes, whatever they are.
inline std::uint64_t take(const std::uint8_t*& at) {
  std::uint64_t number = *at++;
  if (number < 0x80) [[likely]]
    return number;
  number &= 0x7F;
  for (unsigned shift = 7; shift < 70; shift += 7) {
    const std::uint64_t byte = *at++;
    if (shift < 64) number |= (byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  return number;
}

}  // namespace heddle::trace::binary
