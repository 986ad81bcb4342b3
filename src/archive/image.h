// The JDK's run-time image, `lib/modules` since JDK 9 (jimage 1.0).
//
// An Image finds resources such as "/java.base/java/lang/Object.class" in bytes that someone else
// mapped and that outlive it; texts and uncompressed contents are views into them. Resources lie in
// a table; an index into it names one for the life of the file. The table also holds the entries
// below "/modules" and "/packages" that describe the tree, which are not resources of a module.
//
// Thread safety: immutable; any number of threads may ask at the same time.
//
// Cost: open() checks the header and the bounds of the tables, microseconds whatever the size.
// find() is one or two hashes of the path, without allocation; location() decodes some ten bytes.
//
// Hostile input: every index and offset in the file is checked when it is followed, and a declared
// size before memory is taken for it. Resources may share bytes, as they may in the JDK's own
// reader: who reads all of a stranger's image bounds the sum.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>

#include "archive/content.h"
#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::archive {

class Image {
 public:
  // "/java.base/java/lang/Object.class" is module "java.base", parent "java/lang", base "Object",
  // extension "class".
  struct Location {
    std::string_view module;
    std::string_view parent;
    std::string_view base;
    std::string_view extension;
    std::uint64_t offset = 0;      // from the end of the index
    std::uint64_t compressed = 0;  // zero: not compressed
    std::uint64_t size = 0;

    // Whether it is a file of a module, not one of the entries that describe the tree.
    [[nodiscard]] bool is_resource() const {
      return !module.empty() && module != "modules" && module != "packages";
    }
  };

  // Larger resources are refused.
  static constexpr std::uint64_t kLargestResource = std::uint64_t{512} << 20U;

  static std::expected<Image, base::Malformed> open(base::Bytes bytes);

  // The length of the table: indices are below it.
  [[nodiscard]] std::uint32_t location_count() const { return table_length_; }

  // Fails when the index is not below location_count() or what it names is damaged.
  [[nodiscard]] std::expected<Location, base::Malformed> location(std::uint32_t index) const;

  // By the full path, as in "/java.base/java/lang/Object.class".
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view path) const;

  // The module that has classes or resources in the package: "java.base" for "java.lang" or
  // "java/lang". Allocates where the name is long.
  [[nodiscard]] std::optional<std::string_view> module_of_package(std::string_view package) const;

  // A view, or the inflated content where the resource is zip-compressed (jlink --compress).
  [[nodiscard]] std::expected<Content, base::Malformed> read(std::uint32_t index) const;

 private:
  Image() = default;

  [[nodiscard]] std::optional<std::string_view> text(std::uint64_t offset) const;
  [[nodiscard]] std::expected<Content, base::Malformed> decompress(base::Bytes packed,
                                                                   std::uint64_t size) const;

  std::uint32_t table_length_ = 0;
  base::Bytes redirects_;  // table_length_ signed words
  base::Bytes offsets_;    // table_length_ words: where in locations_
  base::Bytes locations_;  // attributes, see image.cc
  base::Bytes texts_;      // ended by NUL
  base::Bytes resources_;
  std::uint64_t resources_begin_ = 0;
};

}  // namespace heddle::archive
