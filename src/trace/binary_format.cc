#include "trace/binary_format.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"
#include "base/hash.h"

namespace heddle::trace::binary {

std::array<std::uint8_t, kBlockHeaderSize> encode(const BlockHeader& header) {
  std::array<std::uint8_t, kBlockHeaderSize> bytes{};
  const auto kind = static_cast<std::uint32_t>(header.kind);
  std::memcpy(bytes.data(), &kBlockMagic, 4);
  std::memcpy(bytes.data() + 4, &kind, 4);
  std::memcpy(bytes.data() + 8, &header.stored_size, 4);
  std::memcpy(bytes.data() + 12, &header.raw_size, 4);
  std::memcpy(bytes.data() + 16, &header.count, 4);
  std::memcpy(bytes.data() + 20, &header.first, 8);
  std::memcpy(bytes.data() + 28, &header.checksum, 8);
  return bytes;
}

BlockHeader decode_block_header(const std::uint8_t* at) {
  return {.kind = static_cast<BlockKind>(at[4]),
          .stored_size = base::load_little<std::uint32_t>(at + 8),
          .raw_size = base::load_little<std::uint32_t>(at + 12),
          .count = base::load_little<std::uint32_t>(at + 16),
          .first = base::load_little<std::uint64_t>(at + 20),
          .checksum = base::load_little<std::uint64_t>(at + 28)};
}

std::uint64_t checksum_of(BlockHeader header, base::Bytes stored) {
  header.checksum = XXH3_64bits(stored.data(), stored.size());
  const auto bytes = encode(header);
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace heddle::trace::binary
