// Writes small zip files for tests, true ones and ones that lie.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::archive {

// What is left unset is written as it should be. A lie is told in the local header and in the
// directory alike, unless its name says where.
struct WrittenEntry {
  std::string name = {};
  std::string content = {};
  std::uint16_t method = 0;  // 8 deflates
  std::uint16_t flags = 0;   // bit 3 writes a data descriptor, and zeroes into the local header
  bool is_zip64 = false;

  std::optional<std::uint64_t> size = {};
  std::optional<std::uint64_t> compressed_size = {};
  std::optional<std::uint32_t> crc = {};
  std::optional<std::uint64_t> directory_header_offset = {};
  std::optional<std::string> local_name = {};
  std::optional<std::uint16_t> local_method = {};
  std::optional<std::uint16_t> local_flags = {};
  std::optional<std::uint32_t> local_size = {};
  std::optional<std::uint32_t> local_compressed_size = {};
  std::optional<std::uint32_t> local_crc = {};
  std::optional<std::uint16_t> local_extra_size = {};  // of an extra field that is not there
};

struct WrittenZip {
  std::vector<WrittenEntry> entries = {};
  std::string prefix = {};
  bool offsets_know_prefix = false;
  std::string comment = {};
  std::string padding = {};
  bool is_zip64 = false;

  std::optional<std::uint64_t> count = {};
  std::optional<std::uint64_t> directory_size = {};
  std::optional<std::uint64_t> directory_offset = {};
  std::optional<std::uint16_t> disk = {};
  std::optional<std::uint16_t> comment_size = {};
};

std::vector<std::uint8_t> write(const WrittenZip& zip);

}  // namespace heddle::archive
