// Opening walks the directory once and decides, from the directory alone, which entries to refuse.
// Local headers are looked at when an entry is read, so that opening a jar does not page it in.
//
// Overlap. A small file can unpack to petabytes if many entries share one piece of compressed data;
// it is what all such bombs have in common. So entries are put in the order of their local headers,
// and each gets the room up to the next one:
//
//     A: header data      B: header data          C: header data    directory
//     |<-- room of A ---->|<-- room of B -------->|<-- room of C -->|
//
// An entry that needs more room than it has overlaps its neighbour and is refused; its neighbour is
// not. Opening knows the least an entry needs (header, name, data); reading knows exactly, and
// checks again. An entry whose offset merely points into another would spoil that other's room:
// where two seem to overlap their local headers are looked at, and one that has none, or somebody
// else's, is the only one refused. Sorting dominates: O(n log n), and linear for the usual
// directory that is sorted already.
#include "archive/zip.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "archive/inflate.h"
#include "archive/zip_format.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/malformed.h"

namespace heddle::archive {
namespace {

using base::Bytes;
using base::LittleReader;
using base::Malformed;

constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 31U;

bool has_drive_letter(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return name.size() >= 2 && name[1] == ':' && is_letter(name[0]);
}

bool climbs(std::string_view name) {
  while (true) {
    const std::size_t slash = name.find('/');
    if (name.substr(0, slash) == "..") return true;
    if (slash == std::string_view::npos) return false;
    name.remove_prefix(slash + 1);
  }
}

// Why the name may be meant to be misread; empty if it is a plain relative path.
std::string_view fault_in_name(std::string_view name) {
  if (name.empty()) return "name is empty";
  if (name.find('\0') != std::string_view::npos) return "name holds a NUL byte";
  if (name.find('\\') != std::string_view::npos) return "name holds a backslash";
  if (name.front() == '/' || has_drive_letter(name)) return "name is an absolute path";
  if (climbs(name)) return "name climbs out of the archive";
  return {};
}

// Whether the least that the entry takes (local header, name, data) ends by `end`.
bool fits(const ZipEntry& entry, std::uint64_t end) {
  if (entry.header_offset > end) return false;
  const std::uint64_t room = end - entry.header_offset;
  const std::uint64_t header = kLocalHeaderSize + entry.name.size();
  return header <= room && entry.compressed_size <= room - header;
}

// Why the directory alone is enough to refuse the entry; empty if it is not.
std::string fault_in_entry(const ZipEntry& entry, const ZipLimits& limits) {
  if (const std::string_view fault = fault_in_name(entry.name); !fault.empty())
    return std::string(fault);
  if ((entry.flags & kEncryptedFlags) != 0) return "entry is encrypted";
  if (entry.method != kStored && entry.method != kDeflated)
    return fmt::format("compression method {} is not supported", entry.method);
  if (entry.size > limits.largest_entry)
    return fmt::format("declares {} bytes, more than the limit of {}", entry.size,
                       limits.largest_entry);
  if (entry.method == kStored && entry.size != entry.compressed_size)
    return fmt::format("stored in {} bytes but declares {}", entry.compressed_size, entry.size);
  if (entry.method == kDeflated && !may_inflate_to(entry.compressed_size, entry.size))
    return fmt::format("declares {} bytes, more than {} compressed bytes can become", entry.size,
                       entry.compressed_size);
  return {};
}

}  // namespace

// Builds a Zip; lives no longer than open().
class ZipOpener {
 public:
  ZipOpener(Zip& zip, const ZipDirectory& directory) : zip_(zip), directory_(directory) {}

  void open(const ZipLimits& limits) {
    read_directory(limits);
    index_names();
    give_room();
    std::ranges::sort(zip_.problems_, {}, &ZipProblem::entry);
  }

 private:
  void read_directory(const ZipLimits& limits);
  void add(ZipEntry entry, const ZipLimits& limits);
  void index_names();
  void give_room();
  [[nodiscard]] std::vector<std::uint32_t> entries_by_offset() const;
  bool is_liar(std::uint32_t entry);

  void refuse(std::uint32_t entry, std::string what) {
    if (is_refused_[entry]) return;
    is_refused_[entry] = true;
    zip_.problems_.push_back({entry, std::move(what)});
  }

  Zip& zip_;
  const ZipDirectory& directory_;
  std::vector<bool> is_refused_;
};

void ZipOpener::read_directory(const ZipLimits& limits) {
  constexpr std::uint64_t kSmallestHeader = 46;
  zip_.entries_.reserve(std::min(directory_.count, directory_.size / kSmallestHeader));
  LittleReader reader(zip_.bytes_.subspan(directory_.begin, directory_.size));
  while (!reader.at_end()) {
    const std::optional<ZipEntry> entry = next_entry(reader);
    if (!entry || zip_.entries_.size() == kMostEntries) {
      zip_.problems_.push_back({std::nullopt, fmt::format("directory is cut off after {} entries",
                                                          zip_.entries_.size())});
      return;
    }
    add(*entry, limits);
  }
  const std::uint64_t found = zip_.entries_.size();
  const std::uint64_t countable = directory_.is_count_modulo_65536 ? found % 65536 : found;
  if (directory_.count != countable)
    zip_.problems_.push_back({std::nullopt, fmt::format("directory declares {} entries and has {}",
                                                        directory_.count, found)});
}

void ZipOpener::add(ZipEntry entry, const ZipLimits& limits) {
  const auto index = static_cast<std::uint32_t>(zip_.entries_.size());
  is_refused_.push_back(false);
  if (std::string fault = fault_in_entry(entry, limits); !fault.empty())
    refuse(index, std::move(fault));
  const bool is_inside = entry.header_offset <= directory_.begin - directory_.shift;
  entry.header_offset = is_inside ? entry.header_offset + directory_.shift : directory_.begin;
  entry.room_end = directory_.begin;
  if (!fits(entry, directory_.begin)) refuse(index, "entry runs into the directory");
  zip_.entries_.push_back(entry);
}

// A later entry takes the slot of an earlier one of the same name. The hash depends on the whole
// directory, so that names cannot be prepared to collide.
void ZipOpener::index_names() {
  const std::size_t slots = std::bit_ceil(std::max<std::size_t>(2, zip_.entries_.size() * 2));
  const Bytes directory = zip_.bytes_.subspan(directory_.begin, directory_.size);
  zip_.slots_.assign(slots, 0);
  zip_.hash_seed_ = base::hash_text(base::as_text(directory)) | 1U;
  zip_.hash_shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));

  for (std::uint32_t entry = 0; entry < zip_.entries_.size(); ++entry) {
    const std::string_view name = zip_.entries_[entry].name;
    std::size_t slot = zip_.first_slot(name);
    while (zip_.slots_[slot] != 0 && zip_.entries_[zip_.slots_[slot] - 1].name != name)
      slot = (slot + 1) & (slots - 1);
    if (zip_.slots_[slot] != 0) refuse(zip_.slots_[slot] - 1, "a later entry has the same name");
    zip_.slots_[slot] = entry + 1;
  }
}

// From the last local header to the first; `behind` holds the entries further back, nearest last.
void ZipOpener::give_room() {
  std::vector<std::uint32_t> behind;
  const std::vector<std::uint32_t> order = entries_by_offset();
  behind.reserve(order.size());
  for (std::size_t position = order.size(); position-- > 0;) {
    const std::uint32_t index = order[position];
    ZipEntry& entry = zip_.entries_[index];
    if (!fits(entry, directory_.begin)) continue;
    const auto overlaps_next = [&] {
      return !behind.empty() && !fits(entry, zip_.entries_[behind.back()].header_offset);
    };
    if (overlaps_next() && is_liar(index)) continue;
    while (overlaps_next() && is_liar(behind.back())) behind.pop_back();
    if (overlaps_next())
      refuse(index, fmt::format("entry overlaps {}", zip_.entries_[behind.back()].name));
    if (!behind.empty()) entry.room_end = zip_.entries_[behind.back()].header_offset;
    behind.push_back(index);
  }
}

std::vector<std::uint32_t> ZipOpener::entries_by_offset() const {
  std::vector<std::uint32_t> order(zip_.entries_.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto offset = [&](std::uint32_t entry) {
    return std::pair(zip_.entries_[entry].header_offset, entry);
  };
  if (!std::ranges::is_sorted(order, {}, offset)) std::ranges::sort(order, {}, offset);
  return order;
}

// Whether nothing at the entry's offset says that the entry is there.
bool ZipOpener::is_liar(std::uint32_t entry) {
  const auto data = data_offset(zip_.bytes_, zip_.entries_[entry]);
  if (data) return false;
  refuse(entry, data.error().what);
  return true;
}

std::expected<Zip, Malformed> Zip::open(Bytes bytes, ZipLimits limits) {
  const auto directory = find_directory(bytes);
  if (!directory) return std::unexpected(directory.error());
  Zip zip(bytes);
  ZipOpener(zip, *directory).open(limits);
  return zip;
}

std::size_t Zip::first_slot(std::string_view name) const {
  return ((base::hash_text(name) ^ hash_seed_) * hash_seed_) >> hash_shift_;
}

std::optional<std::uint32_t> Zip::find(std::string_view name) const {
  for (std::size_t slot = first_slot(name); slots_[slot] != 0;
       slot = (slot + 1) & (slots_.size() - 1)) {
    if (entries_[slots_[slot] - 1].name == name) return slots_[slot] - 1;
  }
  return std::nullopt;
}

const ZipProblem* Zip::problem_of(std::uint32_t entry) const {
  const auto at = std::ranges::lower_bound(problems_, std::optional(entry), {}, &ZipProblem::entry);
  return at != problems_.end() && at->entry == entry ? &*at : nullptr;
}

std::expected<Bytes, Malformed> Zip::stored(std::uint32_t index) const {
  HEDDLE_CHECK(index < entries_.size(), "the zip has no such entry");
  const ZipEntry& entry = entries_[index];
  const auto refuse = [&](std::string what) {
    return std::unexpected(Malformed(std::move(what), entry.header_offset));
  };
  if (const ZipProblem* problem = problem_of(index)) return refuse(problem->what);

  const auto begin = data_offset(bytes_, entry);
  if (!begin) return std::unexpected(begin.error());
  if (*begin > entry.room_end || entry.compressed_size > entry.room_end - *begin)
    return refuse("entry overlaps what follows it");
  return bytes_.subspan(*begin, entry.compressed_size);
}

std::expected<Content, Malformed> Zip::read(std::uint32_t index) const {
  const auto data = stored(index);
  if (!data) return std::unexpected(data.error());
  const ZipEntry& entry = entries_[index];
  const auto refuse = [&](std::string what) {
    return std::unexpected(Malformed(std::move(what), entry.header_offset));
  };
  std::expected<Content, Malformed> content = entry.method == kStored
                                                  ? Content::view(*data)
                                                  : inflate(*data, entry.size, DeflateFrame::kNone);
  if (!content) return refuse(content.error().what);
  if (crc32(content->bytes()) != entry.crc) return refuse("checksum is wrong");
  return content;
}

}  // namespace heddle::archive
