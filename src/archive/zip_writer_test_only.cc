#include "archive/zip_writer_test_only.h"

#include <libdeflate.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/inflate.h"
#include "base/bytes.h"
#include "base/check.h"

namespace heddle::archive {
namespace {

class Output {
 public:
  template <std::unsigned_integral Word>
  void put(Word word) {
    for (std::size_t i = 0; i < sizeof word; ++i)
      bytes_.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  }
  void put(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }

  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

std::string deflated(std::string_view content) {
  libdeflate_compressor* const compressor = libdeflate_alloc_compressor(6);
  std::string out(libdeflate_deflate_compress_bound(compressor, content.size()), '\0');
  const std::size_t size = libdeflate_deflate_compress(compressor, content.data(), content.size(),
                                                       out.data(), out.size());
  libdeflate_free_compressor(compressor);
  HEDDLE_CHECK(size != 0, "the bound was too small");
  out.resize(size);
  return out;
}

struct Placed {
  const WrittenEntry* entry;
  std::string data;
  std::uint64_t offset;

  [[nodiscard]] std::uint64_t size() const { return entry->size.value_or(entry->content.size()); }
  [[nodiscard]] std::uint64_t compressed_size() const {
    return entry->compressed_size.value_or(data.size());
  }
  [[nodiscard]] std::uint32_t crc() const {
    return entry->crc.value_or(crc32(base::as_bytes(entry->content)));
  }
};

std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value); }
std::uint16_t short_size(std::string_view text) { return static_cast<std::uint16_t>(text.size()); }

void put_local(Output& out, const Placed& placed) {
  const WrittenEntry& entry = *placed.entry;
  const std::string& name = entry.local_name ? *entry.local_name : entry.name;
  const bool is_later = (entry.flags & 8U) != 0;
  const bool is_wide = entry.is_zip64 && !is_later;
  const auto narrow = [&](std::uint64_t value) {
    return is_later ? 0U : is_wide ? 0xFFFF'FFFFU : low(value);
  };
  out.put(std::uint32_t{0x04034b50});
  out.put(std::uint16_t{20});
  out.put(entry.local_flags.value_or(entry.flags));
  out.put(entry.local_method.value_or(entry.method));
  out.put(std::uint32_t{0});
  out.put(entry.local_crc.value_or(is_later ? 0U : placed.crc()));
  out.put(entry.local_compressed_size.value_or(narrow(placed.compressed_size())));
  out.put(entry.local_size.value_or(narrow(placed.size())));
  out.put(short_size(name));
  out.put(entry.local_extra_size.value_or(is_wide ? std::uint16_t{20} : std::uint16_t{0}));
  out.put(name);
  if (is_wide) {
    out.put(std::uint16_t{1});
    out.put(std::uint16_t{16});
    out.put(placed.size());
    out.put(placed.compressed_size());
  }
  out.put(placed.data);
  if (!is_later) return;
  out.put(std::uint32_t{0x08074b50});
  out.put(placed.crc());
  out.put(low(placed.compressed_size()));
  out.put(low(placed.size()));
}

void put_directory_header(Output& out, const Placed& placed) {
  const WrittenEntry& entry = *placed.entry;
  const std::uint64_t offset = entry.directory_header_offset.value_or(placed.offset);
  const auto narrow = [&](std::uint64_t value) {
    return entry.is_zip64 ? 0xFFFF'FFFFU : low(value);
  };
  out.put(std::uint32_t{0x02014b50});
  out.put(std::uint16_t{20});
  out.put(std::uint16_t{20});
  out.put(entry.flags);
  out.put(entry.method);
  out.put(std::uint32_t{0});
  out.put(placed.crc());
  out.put(narrow(placed.compressed_size()));
  out.put(narrow(placed.size()));
  out.put(short_size(entry.name));
  out.put(entry.is_zip64 ? std::uint16_t{34} : std::uint16_t{0});
  out.put(std::uint16_t{0});  // comment
  out.put(std::uint16_t{0});
  out.put(std::uint16_t{0});
  out.put(std::uint32_t{0});
  out.put(narrow(offset));
  out.put(entry.name);
  if (!entry.is_zip64) return;
  out.put(std::uint16_t{0x5455});  // some other field in front
  out.put(std::uint16_t{2});
  out.put(std::uint16_t{0});
  out.put(std::uint16_t{1});
  out.put(std::uint16_t{24});
  out.put(placed.size());
  out.put(placed.compressed_size());
  out.put(offset);
}

struct End {
  std::uint64_t count;
  std::uint64_t directory_size;
  std::uint64_t directory_offset;
  std::uint64_t record_offset;
};

void put_zip64_end(Output& out, const End& end) {
  out.put(std::uint32_t{0x06064b50});
  out.put(std::uint64_t{44});
  out.put(std::uint16_t{45});
  out.put(std::uint16_t{45});
  out.put(std::uint32_t{0});
  out.put(std::uint32_t{0});
  out.put(end.count);
  out.put(end.count);
  out.put(end.directory_size);
  out.put(end.directory_offset);

  out.put(std::uint32_t{0x07064b50});
  out.put(std::uint32_t{0});
  out.put(end.record_offset);
  out.put(std::uint32_t{1});
}

void put_end(Output& out, const WrittenZip& zip, const End& end) {
  const auto count = static_cast<std::uint16_t>(zip.is_zip64 ? 0xFFFF : end.count);
  out.put(std::uint32_t{0x06054b50});
  out.put(zip.disk.value_or(0));
  out.put(std::uint16_t{0});
  out.put(count);
  out.put(count);
  out.put(zip.is_zip64 ? 0xFFFF'FFFFU : low(end.directory_size));
  out.put(zip.is_zip64 ? 0xFFFF'FFFFU : low(end.directory_offset));
  out.put(zip.comment_size.value_or(short_size(zip.comment)));
  out.put(zip.comment);
  out.put(zip.padding);
}

}  // namespace

std::vector<std::uint8_t> write(const WrittenZip& zip) {
  Output out;
  out.put(zip.prefix);
  const std::uint64_t origin = zip.offsets_know_prefix ? 0 : zip.prefix.size();
  std::vector<Placed> placed;
  for (const WrittenEntry& entry : zip.entries) {
    placed.push_back({.entry = &entry,
                      .data = entry.method == 8 ? deflated(entry.content) : entry.content,
                      .offset = out.size() - origin});
    put_local(out, placed.back());
  }
  const std::uint64_t directory = out.size();
  for (const Placed& entry : placed) put_directory_header(out, entry);
  const End end{.count = zip.count.value_or(zip.entries.size()),
                .directory_size = zip.directory_size.value_or(out.size() - directory),
                .directory_offset = zip.directory_offset.value_or(directory - origin),
                .record_offset = out.size() - origin};
  if (zip.is_zip64) put_zip64_end(out, end);
  put_end(out, zip, end);
  return out.take();
}

}  // namespace heddle::archive
