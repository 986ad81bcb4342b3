// Deflate's best is one bit for a length of 258 and one bit for a distance: 258 bytes out of two
// bits, 1032 out of a byte. Whoever declares more lies, and is found out before memory is taken.
#include "archive/inflate.h"

#include <fmt/format.h>
#include <libdeflate.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <utility>

#include "archive/content.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/malformed.h"

namespace heddle::archive {
namespace {

using base::Bytes;
using base::Malformed;

constexpr std::uint64_t kBestRatio = 1032;

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const {
    libdeflate_free_decompressor(decompressor);
  }
};

libdeflate_decompressor* decompressor_of_this_thread() {
  thread_local const std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor(
      libdeflate_alloc_decompressor());
  HEDDLE_CHECK(decompressor != nullptr, "no memory for a decompressor");
  return decompressor.get();
}

libdeflate_result decompress(Bytes from, std::uint8_t* to, std::size_t size, DeflateFrame frame) {
  libdeflate_decompressor* const decompressor = decompressor_of_this_thread();
  switch (frame) {
    case DeflateFrame::kNone:
      return libdeflate_deflate_decompress(decompressor, from.data(), from.size(), to, size,
                                           nullptr);
    case DeflateFrame::kZlib:
      return libdeflate_zlib_decompress(decompressor, from.data(), from.size(), to, size, nullptr);
  }
  std::unreachable();
}

}  // namespace

bool may_inflate_to(std::uint64_t compressed, std::uint64_t size) {
  return size / kBestRatio < compressed ||
         (size / kBestRatio == compressed && size % kBestRatio == 0);
}

std::expected<Content, Malformed> inflate(Bytes compressed, std::uint64_t size,
                                          DeflateFrame frame) {
  if (!may_inflate_to(compressed.size(), size))
    return std::unexpected(
        Malformed(fmt::format("{} compressed bytes cannot become {}", compressed.size(), size)));

  auto memory = std::make_unique_for_overwrite<std::uint8_t[]>(size);
  switch (decompress(compressed, memory.get(), size, frame)) {
    case LIBDEFLATE_SUCCESS: return Content::own(std::move(memory), size);
    case LIBDEFLATE_SHORT_OUTPUT:
      return std::unexpected(Malformed(fmt::format("inflates to fewer than {} bytes", size)));
    case LIBDEFLATE_INSUFFICIENT_SPACE:
      return std::unexpected(Malformed(fmt::format("inflates to more than {} bytes", size)));
    case LIBDEFLATE_BAD_DATA: break;
  }
  return std::unexpected(Malformed("compressed data is damaged"));
}

std::uint32_t crc32(Bytes bytes) { return libdeflate_crc32(0, bytes.data(), bytes.size()); }

}  // namespace heddle::archive
