// Walks attributes and reads their contents, wording what is wrong. Internal.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "classfile/fault.h"

namespace heddle::classfile {

// Walks the attributes of one owner while checking that each lies inside the reader's bytes, has a
// name, and does not repeat where it must not:
//
//   AttributeWalk walk(file, pool, major, owner, reader);
//   while (walk.next()) switch (walk.kind()) …
//   if (walk.fault()) return walk.take_fault();
//   member.attributes = walk.range();
//
// `reader` stands at attributes_count, reads from the beginning of the file, and is moved along.
// The owner outlives the walk.
class AttributeWalk {
 public:
  AttributeWalk(base::Bytes file, const ConstantPool& pool, std::uint16_t major, const Owner& owner,
                base::BigReader& reader);

  // False at the end or at a fault.
  bool next();

  [[nodiscard]] AttributeKind kind() const { return kind_; }
  [[nodiscard]] const Attribute& attribute() const { return attribute_; }
  [[nodiscard]] const Fault& fault() const { return fault_; }
  [[nodiscard]] Fault take_fault() { return std::move(fault_); }
  [[nodiscard]] AttributeRange range() const { return range_; }

  // For attributes whose content is one index: that index, a constant of the wanted kind.
  std::uint16_t single_index(Tag wanted);

  // What is wrong with the present attribute. The first fault stays.
  template <typename... Arguments>
  void fail(std::size_t offset, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fail_with(offset, fmt::format(text, std::forward<Arguments>(arguments)...));
  }

 private:
  bool stop_cut_short();
  [[gnu::cold]] void fail_with(std::size_t offset, const std::string& text);

  const ConstantPool& pool_;
  std::uint16_t major_;
  const Owner& owner_;
  base::BigReader& reader_;
  AttributeRange range_;
  std::uint16_t left_ = 0;
  std::uint32_t seen_ = 0;  // a bit per kind
  AttributeKind kind_ = AttributeKind::kUnknown;
  Attribute attribute_;
  Fault fault_;
};

// Reads the content of one attribute. The first thing wrong is kept; everything read after
// that is zero, so a decoder may read a whole structure and ask once, with finish().
class AttributeReader {
 public:
  AttributeReader(const ClassFile& file, AttributeKind kind, const Owner& owner,
                  const Attribute& attribute);

  std::uint8_t u1();
  std::uint16_t u2();
  base::Bytes take(std::size_t size);
  // `count` indices, each of a `wanted`.
  IndexList indices(std::size_t count, Tag wanted);
  // The index of a `wanted`; for the second, or 0.
  std::uint16_t index(Tag wanted);
  std::uint16_t index_or_zero(Tag wanted);
  // A count of things that take at least `size` bytes each, so that room may be reserved for them.
  std::uint16_t count(std::size_t size);

  [[nodiscard]] bool ok() const { return !fault_; }
  [[nodiscard]] std::size_t offset() const { return reader_.offset(); }
  [[nodiscard]] base::BigReader& raw() { return reader_; }

  template <typename... Arguments>
  void fail(std::size_t offset, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fail_with(offset, fmt::format(text, std::forward<Arguments>(arguments)...));
  }
  void fail_as(base::Malformed fault);

  // What went wrong; bytes left over are wrong too.
  Fault finish();

 private:
  [[gnu::cold]] void fail_with(std::size_t offset, const std::string& text);
  void note_end(std::size_t offset);
  [[nodiscard]] std::string wrong_constant(std::uint16_t found, Tag wanted) const;

  const ConstantPool& pool_;
  AttributeKind kind_;
  const Owner& owner_;
  base::BigReader reader_;  // of the file up to the attribute's end
  Fault fault_;
};

}  // namespace heddle::classfile
