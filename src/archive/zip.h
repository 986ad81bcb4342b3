// Zip files: jar, war, apk, the inside of a jmod.
//
// A Zip reads the central directory of bytes that someone else mapped or inflated, and that outlive
// it: names and stored contents are views into them. A jar inside a jar is an entry like any other;
// open its Content as a Zip again.
//
// Thread safety: immutable once open; any number of threads may find and read at the same time.
//
// Hostile input: nothing is believed. An entry that cannot be used, or that someone may have meant
// to be misread, stays in entries() and has its reason in problems(); read() repeats the reason.
// One bad entry never takes a good one with it. Nothing is allocated for an entry before its
// declared size was found possible and below the limit; no two readable entries share bytes, so all
// of them together inflate to at most 1032 times the file.
//
// Cost: open() is one pass over the directory, and does not touch the rest of the file unless
// entries overlap; no allocation per entry. find() is one hash and one comparison. read() of a
// stored entry is a view and a checksum, of a deflated one an allocation, inflating and a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "archive/content.h"
#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::archive {

// What the directory says about one entry, believed or not.
struct ZipEntry {
  std::string_view name;  // bytes as they are, whichever encoding they are in
  std::uint64_t compressed_size = 0;
  std::uint64_t size = 0;
  std::uint64_t header_offset = 0;  // of the local header, in the bytes given to open()
  std::uint64_t room_end = 0;       // where the next local header or the directory begins
  std::uint32_t crc = 0;
  std::uint16_t method = 0;
  std::uint16_t flags = 0;

  [[nodiscard]] bool is_directory() const { return name.ends_with('/'); }
};

struct ZipProblem {
  std::optional<std::uint32_t> entry;  // none: about the directory as a whole
  std::string what;
};

struct ZipLimits {
  std::uint64_t largest_entry = std::uint64_t{512} << 20U;
};

class Zip {
 public:
  // Fails only where no directory can be made out. A directory that is cut off, or that miscounts
  // its entries, gives the entries there are and a problem.
  static std::expected<Zip, base::Malformed> open(base::Bytes bytes, ZipLimits limits = {});

  Zip(Zip&&) noexcept = default;
  Zip& operator=(Zip&&) noexcept = default;

  // In the order of the directory.
  [[nodiscard]] std::span<const ZipEntry> entries() const { return entries_; }

  // Those of the directory first, then in the order of entries(), at most one for each entry.
  [[nodiscard]] std::span<const ZipProblem> problems() const { return problems_; }

  // The entry of exactly this name. Of several the last, which is the one java.util.zip.ZipFile and
  // so the JVM finds; the others are among the problems.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;

  // The content of entries()[entry], its size and checksum verified.
  [[nodiscard]] std::expected<Content, base::Malformed> read(std::uint32_t entry) const;

  // The bytes of entries()[entry] as they stand there, deflated or not. Fails as read() does, but
  // for what only the content itself can tell.
  [[nodiscard]] std::expected<base::Bytes, base::Malformed> stored(std::uint32_t entry) const;

 private:
  friend class ZipOpener;

  explicit Zip(base::Bytes bytes) : bytes_(bytes) {}

  [[nodiscard]] const ZipProblem* problem_of(std::uint32_t entry) const;
  [[nodiscard]] std::size_t first_slot(std::string_view name) const;

  base::Bytes bytes_;
  std::vector<ZipEntry> entries_;
  std::vector<ZipProblem> problems_;

  // Open addressing: a power of two of slots, at most half of them taken, each an entry's index
  // plus one.
  std::vector<std::uint32_t> slots_;
  std::uint64_t hash_seed_ = 0;
  unsigned hash_shift_ = 0;
};

}  // namespace heddle::archive
