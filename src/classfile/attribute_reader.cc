// Readers here always run over the file from its first byte, cut off where the enclosing structure
// ends. So their offsets are offsets in the file, and nothing can be read from beyond the
// structure.
#include "classfile/attribute_reader.h"

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

AttributeWalk::AttributeWalk(base::Bytes file, const ConstantPool& pool, std::uint16_t major,
                             const Owner& owner, base::BigReader& reader)
    : pool_(pool), major_(major), owner_(owner), reader_(reader), left_(reader.u2()) {
  if (reader_.failed()) {
    fault_ = malformed(reader_.offset(), "the attributes of {} are cut short", describe(owner_));
  }
  range_ = AttributeRange(file.data(), file.data() + reader_.offset(), left_);
}

bool AttributeWalk::next() {
  if (fault_ || left_ == 0) return false;
  --left_;
  const std::size_t start = reader_.offset();
  const std::uint16_t name = reader_.u2();
  const std::uint32_t length = reader_.u4();
  if (reader_.failed()) return stop_cut_short();
  if (pool_.tag(name) != Tag::kUtf8) {
    fault_ = malformed(start, "an attribute of {} is named by constant {} ({})", describe(owner_),
                       name, tag_name(pool_.tag(name)));
    return false;
  }
  attribute_ = {.name = name, .content = reader_.take(length), .offset = start + 6};
  if (reader_.failed()) {
    fail(start, "is {} long, which is {} too many", counted(length, "byte"),
         length - (reader_.offset() - attribute_.offset));
    return false;
  }
  kind_ = attribute_kind(pool_.utf8(name), owner_.place, major_);
  const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned>(kind_);
  if ((seen_ & bit) != 0 && occurs_once(kind_)) {
    fail(start, "occurs a second time");
    return false;
  }
  seen_ |= bit;
  return true;
}

std::uint16_t AttributeWalk::single_index(Tag wanted) {
  if (attribute_.content.size() != 2) {
    fail(attribute_.offset, "is {} long, not 2", counted(attribute_.content.size(), "byte"));
    return 0;
  }
  const auto index = base::load_big<std::uint16_t>(attribute_.content.data());
  if (pool_.tag(index) == wanted) return index;
  fail(attribute_.offset, "names constant {} ({}), not a {}", index, tag_name(pool_.tag(index)),
       tag_name(wanted));
  return 0;
}

bool AttributeWalk::stop_cut_short() {
  fault_ = malformed(reader_.offset(), "the attributes of {} are cut short", describe(owner_));
  return false;
}

void AttributeWalk::fail_with(std::size_t offset, const std::string& text) {
  if (fault_) return;
  fault_ = malformed(offset, "{}: {}", describe(pool_.utf8(attribute_.name), owner_), text);
}

AttributeReader::AttributeReader(const ClassFile& file, AttributeKind kind, const Owner& owner,
                                 const Attribute& attribute)
    : pool_(file.pool()),
      kind_(kind),
      owner_(owner),
      reader_(file.bytes().first(attribute.offset + attribute.content.size()), attribute.offset) {}

std::uint8_t AttributeReader::u1() {
  const std::size_t start = reader_.offset();
  const std::uint8_t value = reader_.u1();
  note_end(start);
  return ok() ? value : std::uint8_t{0};
}

std::uint16_t AttributeReader::u2() {
  const std::size_t start = reader_.offset();
  const std::uint16_t value = reader_.u2();
  note_end(start);
  return ok() ? value : std::uint16_t{0};
}

base::Bytes AttributeReader::take(std::size_t size) {
  const std::size_t start = reader_.offset();
  const base::Bytes taken = reader_.take(size);
  note_end(start);
  return ok() ? taken : base::Bytes();
}

IndexList AttributeReader::indices(std::size_t count, Tag wanted) {
  const std::size_t start = reader_.offset();
  const IndexList list(take(2 * count));
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (pool_.tag(list[i]) == wanted) continue;
    fail(start + 2 * i, "entry {} {}", i, wrong_constant(list[i], wanted));
    return {};
  }
  return list;
}

std::uint16_t AttributeReader::index(Tag wanted) {
  const std::size_t start = reader_.offset();
  const std::uint16_t found = u2();
  if (!ok() || pool_.tag(found) == wanted) return found;
  fail(start, "{}", wrong_constant(found, wanted));
  return 0;
}

std::uint16_t AttributeReader::index_or_zero(Tag wanted) {
  const std::size_t start = reader_.offset();
  const std::uint16_t found = u2();
  if (found == 0 || pool_.tag(found) == wanted) return found;
  fail(start, "{}", wrong_constant(found, wanted));
  return 0;
}

std::uint16_t AttributeReader::count(std::size_t size) {
  const std::size_t start = reader_.offset();
  const std::uint16_t stated = u2();
  if (stated * size <= reader_.left()) return stated;
  fail(start, "has room for fewer than the {} entries it counts", stated);
  return 0;
}

void AttributeReader::fail_as(base::Malformed fault) {
  if (!fault_) fault_ = std::move(fault);
}

Fault AttributeReader::finish() {
  if (ok() && !reader_.at_end())
    fail(reader_.offset(), "has {} left over", counted(reader_.left(), "byte"));
  return std::move(fault_);
}

void AttributeReader::fail_with(std::size_t offset, const std::string& text) {
  if (fault_) return;
  fault_ = malformed(offset, "{}: {}", describe(attribute_name(kind_), owner_), text);
}

void AttributeReader::note_end(std::size_t offset) {
  if (reader_.failed()) [[unlikely]]
    fail(offset, "is cut short");
}

std::string AttributeReader::wrong_constant(std::uint16_t found, Tag wanted) const {
  return fmt::format("names constant {} ({}), not a {}", found, tag_name(pool_.tag(found)),
                     tag_name(wanted));
}

}  // namespace heddle::classfile
