// A zip is read from its end: the end record, at most a comment away from the last byte, says how
// long the directory is. The directory is taken to end where the end record begins, never to begin
// where the record says it does: so a shell script in front of a Spring Boot jar does no harm,
// whether or not somebody corrected the offsets for it. This is how the JDK does it.
//
//     #!/bin/sh ...   local headers and data   directory   end record
//     |<-- shift -->|<------ offset ------>|<-- size -->|
//
// A comment may hold something that looks like an end record. Searching backwards, the first
// candidate wins whose comment reaches exactly the last byte, or, for files with padding behind,
// whose directory starts with a directory header.
#include "archive/zip_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "archive/zip.h"
#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::archive {
namespace {

using base::Bytes;
using base::LittleReader;
using base::Malformed;

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryHeader = 0x02014b50;
constexpr std::uint32_t kEndRecord = 0x06054b50;
constexpr std::uint32_t kZip64EndRecord = 0x06064b50;
constexpr std::uint32_t kZip64Locator = 0x07064b50;

constexpr std::size_t kEndRecordSize = 22;
constexpr std::size_t kZip64EndRecordSize = 56;
constexpr std::size_t kZip64LocatorSize = 20;
constexpr std::size_t kLongestComment = 0xFFFF;

// "Look it up in the zip64 record."
constexpr std::uint16_t kElsewhere16 = 0xFFFF;
constexpr std::uint32_t kElsewhere32 = 0xFFFF'FFFF;
constexpr std::uint16_t kZip64Extra = 0x0001;

bool has_signature(Bytes bytes, std::uint64_t offset, std::uint32_t signature) {
  LittleReader reader(bytes, offset);
  return reader.u4() == signature && !reader.failed();
}

struct EndRecord {
  std::uint64_t begin = 0;  // the first byte behind the directory
  std::uint32_t disk = 0;
  std::uint64_t count = 0;
  std::uint64_t directory_size = 0;
  std::uint64_t directory_offset = 0;
  std::uint64_t comment_size = 0;
  bool is_zip64 = false;
};

EndRecord end_record_at(Bytes bytes, std::uint64_t offset) {
  LittleReader reader(bytes, offset);
  EndRecord end{.begin = offset};
  reader.skip(4);
  end.disk = reader.u2();
  reader.skip(2 + 2);
  end.count = reader.u2();
  end.directory_size = reader.u4();
  end.directory_offset = reader.u4();
  end.comment_size = reader.u2();
  return end;
}

// The zip64 end record: where the locator in front of the end record says, or, when a prefix has
// moved it, right in front of the locator.
std::optional<std::uint64_t> find_zip64_end_record(Bytes bytes, std::uint64_t end_record) {
  if (end_record < kZip64LocatorSize + kZip64EndRecordSize) return std::nullopt;
  const std::uint64_t locator = end_record - kZip64LocatorSize;
  if (!has_signature(bytes, locator, kZip64Locator)) return std::nullopt;
  const auto declared = base::load_little<std::uint64_t>(bytes.data() + locator + 8);
  const std::uint64_t adjacent = locator - kZip64EndRecordSize;
  for (const std::uint64_t offset : {declared, adjacent})
    if (offset <= adjacent && has_signature(bytes, offset, kZip64EndRecord)) return offset;
  return std::nullopt;
}

EndRecord zip64_end_record_at(Bytes bytes, std::uint64_t offset, const EndRecord& plain) {
  LittleReader reader(bytes, offset);
  EndRecord end{.begin = offset, .comment_size = plain.comment_size, .is_zip64 = true};
  reader.skip(4 + 8 + 2 + 2);
  end.disk = reader.u4();
  reader.skip(4 + 8);
  end.count = reader.u8();
  end.directory_size = reader.u8();
  end.directory_offset = reader.u8();
  return end;
}

EndRecord widened(Bytes bytes, const EndRecord& plain) {
  const bool is_elsewhere = plain.count == kElsewhere16 || plain.directory_size == kElsewhere32 ||
                            plain.directory_offset == kElsewhere32;
  if (!is_elsewhere) return plain;
  const std::optional<std::uint64_t> offset = find_zip64_end_record(bytes, plain.begin);
  return offset ? zip64_end_record_at(bytes, *offset, plain) : plain;
}

bool starts_with_directory_header(Bytes bytes, const EndRecord& end) {
  return end.directory_size <= end.begin &&
         has_signature(bytes, end.begin - end.directory_size, kDirectoryHeader);
}

std::optional<EndRecord> find_end_record(Bytes bytes) {
  if (bytes.size() < kEndRecordSize) return std::nullopt;
  const std::uint64_t last = bytes.size() - kEndRecordSize;
  const std::uint64_t tries = std::min<std::uint64_t>(last, kLongestComment) + 1;
  for (std::uint64_t back = 0; back < tries; ++back) {
    if (base::load_little<std::uint32_t>(bytes.data() + last - back) != kEndRecord) continue;
    const EndRecord plain = end_record_at(bytes, last - back);
    const EndRecord end = widened(bytes, plain);
    if (end.comment_size == back || starts_with_directory_header(bytes, end)) return end;
  }
  return std::nullopt;
}

// Replaces the sizes and the offset that did not fit into 32 bits.
void widen(ZipEntry& entry, Bytes extra) {
  LittleReader fields(extra);
  while (fields.left() >= 4) {
    const std::uint16_t kind = fields.u2();
    const std::uint16_t size = fields.u2();
    LittleReader field(fields.take(size));
    if (kind != kZip64Extra) continue;
    for (std::uint64_t* value : {&entry.size, &entry.compressed_size, &entry.header_offset})
      if (*value == kElsewhere32 && field.left() >= 8) *value = field.u8();
    return;
  }
}

}  // namespace

std::expected<ZipDirectory, Malformed> find_directory(Bytes bytes) {
  const std::optional<EndRecord> end = find_end_record(bytes);
  if (!end) return std::unexpected(Malformed("no end record: cut off, or not a zip"));
  if (end->disk != 0 && end->disk != kElsewhere16)
    return std::unexpected(Malformed("zip is split over several files", end->begin));
  if (end->directory_size > end->begin)
    return std::unexpected(
        Malformed(fmt::format("zip directory of {} bytes is longer than what precedes its end",
                              end->directory_size),
                  end->begin));
  const std::uint64_t begin = end->begin - end->directory_size;
  if (end->directory_offset > begin)
    return std::unexpected(Malformed(
        fmt::format("zip directory at {} is said to be at {}", begin, end->directory_offset),
        end->begin));
  if (end->directory_size != 0 && !has_signature(bytes, begin, kDirectoryHeader))
    return std::unexpected(Malformed("no zip directory where the end record says", begin));
  return ZipDirectory{.begin = begin,
                      .size = end->directory_size,
                      .count = end->count,
                      .shift = begin - end->directory_offset,
                      .is_count_modulo_65536 = !end->is_zip64};
}

std::optional<ZipEntry> next_entry(LittleReader& reader) {
  if (reader.u4() != kDirectoryHeader) return std::nullopt;
  ZipEntry entry;
  reader.skip(2 + 2);
  entry.flags = reader.u2();
  entry.method = reader.u2();
  reader.skip(4);
  entry.crc = reader.u4();
  entry.compressed_size = reader.u4();
  entry.size = reader.u4();
  const std::uint16_t name_size = reader.u2();
  const std::uint16_t extra_size = reader.u2();
  const std::uint16_t comment_size = reader.u2();
  reader.skip(2 + 2 + 4);
  entry.header_offset = reader.u4();
  entry.name = base::as_text(reader.take(name_size));
  widen(entry, reader.take(extra_size));
  reader.skip(comment_size);
  if (reader.failed()) return std::nullopt;
  return entry;
}

std::expected<std::uint64_t, Malformed> data_offset(Bytes bytes, const ZipEntry& entry) {
  const auto refuse = [&](std::string_view what) {
    return std::unexpected(Malformed(std::string(what), entry.header_offset));
  };
  LittleReader reader(bytes, entry.header_offset);
  if (reader.u4() != kLocalHeader) return refuse("no local header where the directory says");
  reader.skip(2);
  const std::uint16_t flags = reader.u2();
  const std::uint16_t method = reader.u2();
  reader.skip(4);
  const std::uint32_t crc = reader.u4();
  const std::uint32_t compressed_size = reader.u4();
  const std::uint32_t size = reader.u4();
  const std::uint16_t name_size = reader.u2();
  const std::uint16_t extra_size = reader.u2();
  const std::string_view name = base::as_text(reader.take(name_size));
  reader.skip(extra_size);
  if (reader.failed()) return refuse("local header is cut off");

  if (name != entry.name) return refuse("local header has another name");
  if (method != entry.method) return refuse("local header has another compression method");
  if (((flags ^ entry.flags) & kEncryptedFlags) != 0)
    return refuse("local header disagrees about encryption");
  if ((flags & kDescriptorFlag) != 0) return reader.offset();
  if (size != kElsewhere32 && size != entry.size) return refuse("local header has another size");
  if (compressed_size != kElsewhere32 && compressed_size != entry.compressed_size)
    return refuse("local header has another compressed size");
  if (crc != entry.crc) return refuse("local header has another checksum");
  return reader.offset();
}

}  // namespace heddle::archive
