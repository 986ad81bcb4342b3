// The file, all words little-endian on the machines we know:
//
//     magic, version, flags, resource count, table length, size of locations, size of texts
//     redirects   table length signed words
//     offsets     table length words
//     locations   attributes: a byte kind << 3 | (length - 1), then a big-endian value of that
//                 length; ended by kind 0
//     texts       modified UTF-8, ended by NUL; offset 0 is the empty text
//     resources
//
// Lookup is a minimal perfect hash in two steps. The path's hash, modulo the table length, picks a
// redirect: negative names the slot itself (-1 - slot), positive is the seed for a second hash that
// picks the slot, zero means that there is no such path. What is found is compared with the path,
// for a path that is not in the table leads somewhere too.
//
// A compressed resource starts with a header that names its decompressor in the texts; inside
// may be another such header. "zip" is a zlib stream. "compact-cp" takes a class's texts out into
// the shared table; jlink uses it only when asked to, and then we say so and pass.
#include "archive/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "archive/content.h"
#include "archive/inflate.h"
#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::archive {
namespace {

using base::Bytes;
using base::LittleReader;
using base::Malformed;

constexpr std::uint32_t kMagic = 0xCAFEDADA;
constexpr std::uint32_t kSwappedMagic = 0xDADAFECA;

constexpr std::uint32_t kPackedMagic = 0xCAFEFAFA;
constexpr std::size_t kPackedHeaderSize = 29;
constexpr int kMostLayers = 4;

// With its NUL; bounds what a location costs, whatever the table holds.
constexpr std::size_t kLongestText = std::size_t{64} << 10U;

enum class Attribute : std::uint8_t {
  kEnd,
  kModule,
  kParent,
  kBase,
  kExtension,
  kOffset,
  kCompressed,
  kSize,
  kCount
};

std::uint32_t hash_path(std::string_view path, std::uint32_t seed) {
  constexpr std::uint32_t kMultiplier = 0x01000193;
  for (const char c : path) seed = (seed * kMultiplier) ^ static_cast<std::uint8_t>(c);
  return seed & 0x7FFF'FFFFU;
}

constexpr std::uint32_t kFirstSeed = 0x01000193;

template <typename Word>
Word word_at(Bytes table, std::uint32_t index) {
  return base::load_little<Word>(table.data() + std::size_t{index} * sizeof(Word));
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool is_path_of(std::string_view path, const Image::Location& location) {
  if (!location.module.empty() &&
      !(take_prefix(path, "/") && take_prefix(path, location.module) && take_prefix(path, "/")))
    return false;
  if (!location.parent.empty() && !(take_prefix(path, location.parent) && take_prefix(path, "/")))
    return false;
  if (!take_prefix(path, location.base)) return false;
  if (!location.extension.empty() &&
      !(take_prefix(path, ".") && take_prefix(path, location.extension)))
    return false;
  return path.empty();
}

struct PackedHeader {
  std::uint64_t packed_size = 0;
  std::uint64_t size = 0;
  std::uint32_t decompressor = 0;
};

// None when there is no such header, which means that the bytes are the resource itself.
std::optional<PackedHeader> packed_header(Bytes bytes) {
  LittleReader reader(bytes);
  if (reader.u4() != kPackedMagic || bytes.size() < kPackedHeaderSize) return std::nullopt;
  PackedHeader header;
  header.packed_size = reader.u8();
  header.size = reader.u8();
  header.decompressor = reader.u4();
  return header;
}

}  // namespace

std::expected<Image, Malformed> Image::open(Bytes bytes) {
  LittleReader reader(bytes);
  const std::uint32_t magic = reader.u4();
  if (magic == kSwappedMagic)
    return std::unexpected(Malformed("run-time image was made for big-endian machines", 0));
  if (magic != kMagic) return std::unexpected(Malformed("not a run-time image: wrong magic", 0));
  const std::uint16_t minor = reader.u2();
  const std::uint16_t major = reader.u2();
  if (!reader.failed() && (major != 1 || minor != 0))
    return std::unexpected(
        Malformed(fmt::format("run-time image version {}.{} is not 1.0", major, minor), 4));
  reader.skip(4 + 4);

  Image image;
  image.table_length_ = reader.u4();
  const std::uint32_t locations_size = reader.u4();
  const std::uint32_t texts_size = reader.u4();
  const std::uint64_t table_size = std::uint64_t{image.table_length_} * 4;
  image.redirects_ = reader.take(table_size);
  image.offsets_ = reader.take(table_size);
  image.locations_ = reader.take(locations_size);
  image.texts_ = reader.take(texts_size);
  if (reader.failed()) return std::unexpected(Malformed("run-time image is cut off", bytes.size()));
  image.resources_begin_ = reader.offset();
  image.resources_ = reader.take(reader.left());
  return image;
}

std::optional<std::string_view> Image::text(std::uint64_t offset) const {
  if (offset >= texts_.size()) return std::nullopt;
  const std::string_view rest = base::as_text(texts_).substr(offset, kLongestText);
  const std::size_t end = rest.find('\0');
  if (end == std::string_view::npos) return std::nullopt;
  return rest.substr(0, end);
}

std::expected<Image::Location, Malformed> Image::location(std::uint32_t index) const {
  const auto refuse = [&](std::string_view what) {
    return std::unexpected(Malformed(fmt::format("location {} {}", index, what)));
  };
  if (index >= table_length_) return refuse("is out of range");
  std::uint64_t values[std::to_underlying(Attribute::kCount)] = {};
  base::BigReader reader(locations_, word_at<std::uint32_t>(offsets_, index));
  while (const std::uint8_t head = reader.u1()) {
    const unsigned kind = head >> 3U;
    if (kind == std::to_underlying(Attribute::kEnd)) break;
    if (kind >= std::to_underlying(Attribute::kCount)) return refuse("has an unknown attribute");
    std::uint64_t value = 0;
    for (const std::uint8_t byte : reader.take((head & 7U) + 1U)) value = value << 8U | byte;
    values[kind] = value;
  }
  if (reader.failed()) return refuse("is cut off");

  const auto value_of = [&](Attribute kind) { return values[std::to_underlying(kind)]; };
  const auto module = text(value_of(Attribute::kModule));
  const auto parent = text(value_of(Attribute::kParent));
  const auto base = text(value_of(Attribute::kBase));
  const auto extension = text(value_of(Attribute::kExtension));
  if (!module || !parent || !base || !extension) return refuse("has a name outside the texts");
  return Location{.module = *module,
                  .parent = *parent,
                  .base = *base,
                  .extension = *extension,
                  .offset = value_of(Attribute::kOffset),
                  .compressed = value_of(Attribute::kCompressed),
                  .size = value_of(Attribute::kSize)};
}

std::optional<std::uint32_t> Image::find(std::string_view path) const {
  if (table_length_ == 0) return std::nullopt;
  const auto redirect =
      word_at<std::int32_t>(redirects_, hash_path(path, kFirstSeed) % table_length_);
  if (redirect == 0) return std::nullopt;
  const std::uint32_t index =
      redirect < 0 ? ~static_cast<std::uint32_t>(redirect)
                   : hash_path(path, static_cast<std::uint32_t>(redirect)) % table_length_;
  const auto found = location(index);
  if (!found || !is_path_of(path, *found)) return std::nullopt;
  return index;
}

// The content is a list of modules that know the package: a word that is not zero where the package
// is empty in that module, then the module's name.
std::optional<std::string_view> Image::module_of_package(std::string_view package) const {
  std::string path("/packages/");
  path += package;
  std::ranges::replace(path.begin() + 10, path.end(), '/', '.');
  const std::optional<std::uint32_t> index = find(path);
  if (!index) return std::nullopt;
  const auto modules = read(*index);
  if (!modules) return std::nullopt;
  LittleReader reader(modules->bytes());
  while (reader.left() >= 8) {
    const bool is_empty = reader.u4() != 0;
    const std::uint32_t name = reader.u4();
    if (!is_empty) return text(name);
  }
  return std::nullopt;
}

std::expected<Content, Malformed> Image::read(std::uint32_t index) const {
  const auto found = location(index);
  if (!found) return std::unexpected(found.error());
  const bool is_packed = found->compressed != 0;
  const std::uint64_t length = is_packed ? found->compressed : found->size;
  if (found->offset > resources_.size() || length > resources_.size() - found->offset)
    return std::unexpected(Malformed(
        fmt::format("resource of {} bytes at {} lies outside the image", length, found->offset)));
  const Bytes stored = resources_.subspan(found->offset, length);
  if (!is_packed) return Content::view(stored);
  auto content = decompress(stored, found->size);
  if (!content) content.error().offset = resources_begin_ + found->offset;
  return content;
}

std::expected<Content, Malformed> Image::decompress(Bytes packed, std::uint64_t size) const {
  Content content = Content::view(packed);
  for (int layer = 0; layer < kMostLayers; ++layer) {
    const std::optional<PackedHeader> header = packed_header(content.bytes());
    if (!header) break;
    const std::optional<std::string_view> name = text(header->decompressor);
    if (name != "zip")
      return std::unexpected(Malformed(fmt::format("compression \"{}\" is not supported",
                                                   name.value_or("(outside the texts)"))));
    const Bytes body = content.bytes().subspan(kPackedHeaderSize);
    if (header->packed_size > body.size() || header->size > kLargestResource)
      return std::unexpected(
          Malformed(fmt::format("compressed resource declares {} bytes packed into {}",
                                header->size, header->packed_size)));
    auto inflated = inflate(body.first(header->packed_size), header->size, DeflateFrame::kZlib);
    if (!inflated) return std::unexpected(inflated.error());
    content = std::move(*inflated);
  }
  if (content.bytes().size() != size)
    return std::unexpected(Malformed(fmt::format("resource inflates to {} bytes and declares {}",
                                                 content.bytes().size(), size)));
  return content;
}

}  // namespace heddle::archive
