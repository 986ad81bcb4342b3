// The records of a zip file, as they lie in the bytes. Private to this module.
//
//   local header, name, extra, data [, data descriptor]     for each entry
//   directory header, name, extra, comment                  for each entry
//   [zip64 end record, zip64 locator]                       where 16 or 32 bits are not enough
//   end record, comment
//
// Every function looks before it reads; views point into the bytes given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>

#include "archive/zip.h"
#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::archive {

inline constexpr std::uint16_t kStored = 0;
inline constexpr std::uint16_t kDeflated = 8;
inline constexpr std::uint16_t kEncryptedFlags = 0x2041;  // encrypted, strongly, masked headers
inline constexpr std::uint16_t kDescriptorFlag = 0x0008;  // sizes and checksum follow the data
inline constexpr std::size_t kLocalHeaderSize = 30;

// Where the directory lies. Entries give offsets from where the zip was thought to begin; `shift`
// is how far from there the bytes begin: the length of a prefix that was put in front later.
struct ZipDirectory {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  std::uint64_t count = 0;
  std::uint64_t shift = 0;
  bool is_count_modulo_65536 = true;
};

std::expected<ZipDirectory, base::Malformed> find_directory(base::Bytes bytes);

// The entry at the reader, which moves behind it; none when the header is cut off or not there.
// The entry's offset is still without the shift.
std::optional<ZipEntry> next_entry(base::LittleReader& reader);

// Where the data of an entry begins; fails when the local header is not that of the entry.
std::expected<std::uint64_t, base::Malformed> data_offset(base::Bytes bytes, const ZipEntry& entry);

}  // namespace heddle::archive
