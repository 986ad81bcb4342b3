// Attributes (JVMS 4.7), found in place: nothing is copied, nothing allocated.
//
// The views here borrow the class file's bytes. Their lengths were checked when the class was
// parsed; what an attribute says inside is decoded, and checked, by whoever asks for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "base/bytes.h"
#include "base/check.h"

namespace heddle::classfile {

// The attributes that carry meaning here, in the order of JVMS table 4.7-A.
enum class AttributeKind : std::uint8_t {
  kUnknown,
  kConstantValue,
  kCode,
  kStackMapTable,
  kExceptions,
  kInnerClasses,
  kEnclosingMethod,
  kSynthetic,
  kSignature,
  kSourceFile,
  kSourceDebugExtension,
  kLineNumberTable,
  kLocalVariableTable,
  kLocalVariableTypeTable,
  kDeprecated,
  kRuntimeVisibleAnnotations,
  kRuntimeInvisibleAnnotations,
  kRuntimeVisibleParameterAnnotations,
  kRuntimeInvisibleParameterAnnotations,
  kRuntimeVisibleTypeAnnotations,
  kRuntimeInvisibleTypeAnnotations,
  kAnnotationDefault,
  kBootstrapMethods,
  kMethodParameters,
  kModule,
  kModulePackages,
  kModuleMainClass,
  kNestHost,
  kNestMembers,
  kRecord,
  kPermittedSubclasses,
};

// Where an attribute stands.
enum class AttributePlace : std::uint8_t { kClass, kField, kMethod, kCode, kRecordComponent };

std::string_view attribute_name(AttributeKind kind);

// The kind of an attribute by name alone.
AttributeKind attribute_kind(std::string_view name);

// The kind of an attribute as a JVM sees it: kUnknown where the attribute has no meaning at this
// place or in class files of this major version (JVMS 4.7 has it skipped silently).
AttributeKind attribute_kind(std::string_view name, AttributePlace place, std::uint16_t major);

// May the attribute occur only once at a place? Tables of lines and local variables may be split;
// Synthetic and Deprecated say nothing new the second time.
bool occurs_once(AttributeKind kind);

struct Attribute {
  std::uint16_t name = 0;  // a Utf8 constant
  base::Bytes content;
  std::size_t offset = 0;  // of the content, in the class file
};

// The attributes of one class, member, code or record component, in file order.
class AttributeRange {
 public:
  class Iterator {
   public:
    using value_type = Attribute;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const std::uint8_t* file, const std::uint8_t* at, std::uint16_t left)
        : file_(file), at_(at), left_(left) {}

    Attribute operator*() const {
      const std::uint8_t* content = at_ + 6;
      return {.name = base::load_big<std::uint16_t>(at_),
              .content = {content, base::load_big<std::uint32_t>(at_ + 2)},
              .offset = static_cast<std::size_t>(content - file_)};
    }
    Iterator& operator++() {
      at_ += 6 + std::size_t{base::load_big<std::uint32_t>(at_ + 2)};
      --left_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.left_ == b.left_; }

   private:
    const std::uint8_t* file_ = nullptr;
    const std::uint8_t* at_ = nullptr;
    std::uint16_t left_ = 0;
  };

  AttributeRange() = default;
  // `at` is the first of `count` attributes whose extents have been checked.
  AttributeRange(const std::uint8_t* file, const std::uint8_t* at, std::uint16_t count)
      : file_(file), at_(at), count_(count) {}

  [[nodiscard]] Iterator begin() const { return {file_, at_, count_}; }
  [[nodiscard]] Iterator end() const { return {}; }
  [[nodiscard]] std::uint16_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }

 private:
  const std::uint8_t* file_ = nullptr;
  const std::uint8_t* at_ = nullptr;
  std::uint16_t count_ = 0;
};

// Constant-pool indices side by side in the class file, read in place.
class IndexList {
 public:
  class Iterator {
   public:
    using value_type = std::uint16_t;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    explicit Iterator(const std::uint8_t* at) : at_(at) {}

    std::uint16_t operator*() const { return base::load_big<std::uint16_t>(at_); }
    Iterator& operator++() {
      at_ += 2;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const std::uint8_t* at_ = nullptr;
  };

  IndexList() = default;
  explicit IndexList(base::Bytes bytes) : bytes_(bytes) {}

  [[nodiscard]] std::size_t size() const { return bytes_.size() / 2; }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  std::uint16_t operator[](std::size_t position) const {
    HEDDLE_DCHECK(position < size(), "past the end of a list of indices");
    return base::load_big<std::uint16_t>(bytes_.data() + 2 * position);
  }
  [[nodiscard]] Iterator begin() const { return Iterator(bytes_.data()); }
  [[nodiscard]] Iterator end() const { return Iterator(bytes_.data() + bytes_.size()); }

 private:
  base::Bytes bytes_;
};

static_assert(std::forward_iterator<AttributeRange::Iterator>);
static_assert(std::forward_iterator<IndexList::Iterator>);

}  // namespace heddle::classfile
