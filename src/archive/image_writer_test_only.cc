#include "archive/image_writer_test_only.h"

#include <libdeflate.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::archive {
namespace {

constexpr std::uint32_t kMultiplier = 0x01000193;

void put(std::string& out, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i) out.push_back(static_cast<char>(value >> (8 * i) & 0xFFU));
}

void put_attribute(std::string& out, unsigned kind, std::uint64_t value) {
  if (value == 0) return;
  unsigned size = 1;
  while (size < 8 && value >> (8 * size) != 0) ++size;
  out.push_back(static_cast<char>(kind << 3U | (size - 1)));
  while (size-- > 0) out.push_back(static_cast<char>(value >> (8 * size) & 0xFFU));
}

std::string deflated(std::string_view content) {
  libdeflate_compressor* const compressor = libdeflate_alloc_compressor(6);
  std::string out(libdeflate_zlib_compress_bound(compressor, content.size()), '\0');
  out.resize(
      libdeflate_zlib_compress(compressor, content.data(), content.size(), out.data(), out.size()));
  libdeflate_free_compressor(compressor);
  return out;
}

// Takes `separator` and what is behind its last occurrence off the path.
std::string_view cut_last(std::string_view& path, char separator) {
  const std::size_t at = path.rfind(separator);
  if (at == std::string_view::npos) return {};
  const std::string_view tail = path.substr(at + 1);
  path = path.substr(0, at);
  return tail;
}

std::uint32_t hash(std::string_view path, std::uint32_t seed) {
  for (const char c : path) seed = (seed * kMultiplier) ^ static_cast<std::uint8_t>(c);
  return seed & 0x7FFF'FFFFU;
}

// The two tables of the perfect hash: for each bucket a redirect, for each slot a resource.
struct Tables {
  std::vector<std::int32_t> redirects;
  std::vector<std::size_t> slots;
};

using Paths = std::vector<std::string_view>;
constexpr std::size_t kFree = ~std::size_t{0};

std::optional<std::vector<std::size_t>> slots_for(const std::vector<std::size_t>& bucket,
                                                  const Paths& paths, const Tables& tables,
                                                  std::uint32_t seed) {
  std::vector<std::size_t> slots;
  for (const std::size_t resource : bucket) {
    const std::size_t slot = hash(paths[resource], seed) % paths.size();
    if (tables.slots[slot] != kFree || std::ranges::count(slots, slot) != 0) return std::nullopt;
    slots.push_back(slot);
  }
  return slots;
}

Tables perfect_hash(const Paths& paths) {
  std::vector<std::vector<std::size_t>> buckets(paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i)
    buckets[hash(paths[i], kMultiplier) % paths.size()].push_back(i);
  std::vector<std::size_t> order(buckets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::ranges::greater(),
                    [&](std::size_t i) { return std::pair(buckets[i].size(), i); });

  Tables tables{.redirects = std::vector<std::int32_t>(paths.size(), 0),
                .slots = std::vector<std::size_t>(paths.size(), kFree)};
  for (const std::size_t bucket : order) {
    const std::vector<std::size_t>& members = buckets[bucket];
    if (members.empty()) break;
    if (members.size() == 1) {
      const auto free = std::ranges::find(tables.slots, kFree);
      tables.redirects[bucket] = -1 - static_cast<std::int32_t>(free - tables.slots.begin());
      *free = members[0];
      continue;
    }
    std::int32_t seed = 1;
    std::optional<std::vector<std::size_t>> slots;
    while (!(slots = slots_for(members, paths, tables, static_cast<std::uint32_t>(seed)))) ++seed;
    tables.redirects[bucket] = seed;
    for (std::size_t i = 0; i < members.size(); ++i) tables.slots[(*slots)[i]] = members[i];
  }
  return tables;
}

}  // namespace

std::uint32_t ImageWriter::text(std::string_view text) {
  if (text.empty()) return 0;
  const std::string ended = '\0' + std::string(text) + '\0';
  std::size_t at = texts_.find(ended);
  if (at == std::string::npos) {
    at = texts_.size() - 1;
    texts_ += ended.substr(1);
  }
  return static_cast<std::uint32_t>(at + 1);
}

void ImageWriter::add(std::string_view path, std::string_view content) {
  add_packed(path, content, content.size());
}

void ImageWriter::add_packed(std::string_view path, std::string_view packed, std::uint64_t size) {
  const bool is_package = path.starts_with("/packages/");
  std::string_view rest = path.substr(1);
  const std::string_view module = rest.substr(0, rest.find('/'));
  rest.remove_prefix(module.size() + 1);
  const std::string_view extension = is_package ? "" : cut_last(rest, '.');
  const std::size_t slash = rest.rfind('/');
  const bool has_parent = slash != std::string_view::npos;
  std::string location;
  put_attribute(location, 1, text(module));
  put_attribute(location, 2, has_parent ? text(rest.substr(0, slash)) : 0);
  put_attribute(location, 3, text(has_parent ? rest.substr(slash + 1) : rest));
  put_attribute(location, 4, text(extension));
  put_attribute(location, 5, contents_.size());
  put_attribute(location, 6, packed.size() == size ? 0 : packed.size());
  put_attribute(location, 7, size);
  location.push_back('\0');
  contents_ += packed;
  add_raw(path, location);
}

std::string ImageWriter::packed(std::string_view content, std::string_view decompressor) {
  const std::string body = decompressor == "zip" ? deflated(content) : std::string(content);
  std::string out;
  put(out, 0xCAFEFAFA, 4);
  put(out, body.size(), 8);
  put(out, content.size(), 8);
  put(out, text(decompressor), 4);
  put(out, 0, 4);
  put(out, 1, 1);
  return out + body;
}

void ImageWriter::add_raw(std::string_view path, std::string_view location) {
  resources_.push_back({.path = std::string(path), .location = std::string(location)});
}

std::vector<std::uint8_t> ImageWriter::write() const {
  Paths paths;
  std::vector<std::size_t> offsets;
  std::string locations(1, '\0');
  for (const Resource& resource : resources_) {
    paths.push_back(resource.path);
    offsets.push_back(locations.size());
    locations += resource.location;
  }
  const Tables tables = perfect_hash(paths);

  std::string out;
  put(out, 0xCAFEDADA, 4);
  put(out, 0x0001'0000, 4);
  put(out, 0, 4);
  put(out, paths.size(), 4);
  put(out, paths.size(), 4);
  put(out, locations.size(), 4);
  put(out, texts_.size(), 4);
  for (const std::int32_t redirect : tables.redirects)
    put(out, static_cast<std::uint32_t>(redirect), 4);
  for (const std::size_t resource : tables.slots) put(out, offsets[resource], 4);
  out += locations + texts_ + contents_;
  return {out.begin(), out.end()};
}

}  // namespace heddle::archive
