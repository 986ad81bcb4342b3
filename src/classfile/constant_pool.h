// The constant pool of a class file (JVMS 4.4), checked once and then read in place.
//
// A ConstantPool is a view: copying it is cheap, and copies stay valid for as long as the ClassFile
// they came from (moved or not) and its bytes. Immutable, so it may be shared between threads.
//
// Invariants, checked when the class was parsed: every reference between constants leads to a
// constant of the right kind; every Utf8 is modified UTF-8; class names, member names and
// descriptors are well-formed; a Fieldref or Dynamic has a field descriptor, a method reference or
// InvokeDynamic a method descriptor; method handles have a kind that suits what they name.
//
// Cost: every question is a few loads. Indices other than those that tag() answers for are
// the caller's mistake and are checked in debug builds only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/check.h"

namespace heddle::classfile {

enum class Tag : std::uint8_t {
  kNone = 0,  // index 0, the second half of a long or double, and anything out of range
  kUtf8 = 1,
  kInteger = 3,
  kFloat = 4,
  kLong = 5,
  kDouble = 6,
  kClass = 7,
  kString = 8,
  kFieldref = 9,
  kMethodref = 10,
  kInterfaceMethodref = 11,
  kNameAndType = 12,
  kMethodHandle = 15,
  kMethodType = 16,
  kDynamic = 17,
  kInvokeDynamic = 18,
  kModule = 19,
  kPackage = 20,
};

// "Methodref", as the specification spells it; "nothing" for kNone.
std::string_view tag_name(Tag tag);

struct NameAndType {
  std::string_view name;
  std::string_view descriptor;
};

struct MemberRef {
  std::uint16_t owner = 0;  // a kClass constant, possibly an array
  std::string_view name;
  std::string_view descriptor;
  Tag tag = Tag::kNone;  // kFieldref, kMethodref or kInterfaceMethodref
};

// The kinds of a method handle (JVMS table 5.4.3.5-A).
enum class HandleKind : std::uint8_t {
  kGetField = 1,
  kGetStatic = 2,
  kPutField = 3,
  kPutStatic = 4,
  kInvokeVirtual = 5,
  kInvokeStatic = 6,
  kInvokeSpecial = 7,
  kNewInvokeSpecial = 8,
  kInvokeInterface = 9,
};

struct MethodHandle {
  std::uint8_t kind = 0;        // 1 to 9, see HandleKind
  std::uint16_t reference = 0;  // a member reference
};

struct DynamicRef {
  std::uint16_t bootstrap = 0;  // for ClassFile::bootstrap
  std::string_view name;
  std::string_view descriptor;
};

class ConstantPool {
 public:
  // The class file's constant_pool_count: one more than the largest index.
  [[nodiscard]] std::uint16_t size() const { return size_; }
  [[nodiscard]] Tag tag(std::uint16_t index) const {
    return index < size_ ? entries_[index].tag : Tag::kNone;
  }

  // Each of these wants a constant of the kind it is named for.
  [[nodiscard]] std::string_view utf8(std::uint16_t index) const;
  [[nodiscard]] std::string_view class_name(std::uint16_t index) const;  // a/b/C or [La/b/C;
  [[nodiscard]] std::string_view string(std::uint16_t index) const;      // modified UTF-8
  [[nodiscard]] std::string_view method_type(std::uint16_t index) const;
  [[nodiscard]] std::string_view module_name(std::uint16_t index) const;
  [[nodiscard]] std::string_view package_name(std::uint16_t index) const;
  [[nodiscard]] std::int32_t integer(std::uint16_t index) const;
  [[nodiscard]] std::uint32_t float_bits(std::uint16_t index) const;
  [[nodiscard]] std::int64_t long_value(std::uint16_t index) const;
  [[nodiscard]] std::uint64_t double_bits(std::uint16_t index) const;
  [[nodiscard]] NameAndType name_and_type(std::uint16_t index) const;
  [[nodiscard]] MemberRef member(std::uint16_t index) const;
  [[nodiscard]] MethodHandle method_handle(std::uint16_t index) const;
  [[nodiscard]] DynamicRef dynamic(std::uint16_t index) const;  // kDynamic and kInvokeDynamic

  // The Utf8 or NameAndType behind a constant, for callers that remember answers by index. The
  // same text may sit at several indices.
  [[nodiscard]] std::uint16_t class_name_index(std::uint16_t index) const;
  [[nodiscard]] std::uint16_t string_index(std::uint16_t index) const;
  [[nodiscard]] std::uint16_t method_type_index(std::uint16_t index) const;
  [[nodiscard]] std::uint16_t member_owner_index(std::uint16_t index) const;
  [[nodiscard]] std::uint16_t member_name_index(std::uint16_t index) const;
  [[nodiscard]] std::uint16_t member_descriptor_index(std::uint16_t index) const;
  [[nodiscard]] std::uint16_t dynamic_name_index(std::uint16_t index) const;
  [[nodiscard]] std::uint16_t dynamic_descriptor_index(std::uint16_t index) const;

  // Can `ldc` or a bootstrap argument name this constant?
  [[nodiscard]] bool is_loadable(std::uint16_t index) const;

  // Is this a Utf8, and what kind of text is it? For what attributes name.
  [[nodiscard]] bool holds_field_descriptor(std::uint16_t index) const;
  [[nodiscard]] bool holds_unqualified_name(std::uint16_t index) const;

  // Where the constant's content, after its tag, begins in the class file.
  [[nodiscard]] std::size_t offset(std::uint16_t index) const { return entries_[index].offset; }

 private:
  friend class ClassFile;
  friend class ClassParser;
  friend class ConstantPoolParser;

  // What the text of a Utf8 is known to be, as bits, so that each is checked once.
  enum class Text : std::uint8_t {
    kFieldDescriptor = 1,
    kMethodDescriptor = 2,
    kUnqualifiedName = 4,
    kMethodName = 8,
    kClassReference = 16,
  };

  struct Entry {
    std::uint32_t offset = 0;  // of the content, after the tag; for Utf8, of the text
    std::uint16_t length = 0;  // of the text
    Tag tag = Tag::kNone;
    std::uint8_t known = 0;
  };
  static_assert(sizeof(Entry) == 8);

  [[nodiscard]] const std::uint8_t* content(std::uint16_t index,
                                            [[maybe_unused]] Tag wanted) const {
    HEDDLE_DCHECK(tag(index) == wanted, "a constant of another kind was asked for");
    return file_ + entries_[index].offset;
  }
  [[nodiscard]] std::uint16_t first_index(std::uint16_t index, Tag wanted) const {
    return base::load_big<std::uint16_t>(content(index, wanted));
  }
  // The second index of a member reference or dynamic constant: a NameAndType.
  [[nodiscard]] std::uint16_t name_and_type_index(std::uint16_t index) const {
    return base::load_big<std::uint16_t>(file_ + entries_[index].offset + 2);
  }

  const std::uint8_t* file_ = nullptr;
  const Entry* entries_ = nullptr;
  std::uint16_t size_ = 0;
};

inline std::string_view ConstantPool::utf8(std::uint16_t index) const {
  const auto* text = reinterpret_cast<const char*>(content(index, Tag::kUtf8));
  return {text, entries_[index].length};
}

inline std::uint16_t ConstantPool::class_name_index(std::uint16_t index) const {
  return first_index(index, Tag::kClass);
}
inline std::uint16_t ConstantPool::string_index(std::uint16_t index) const {
  return first_index(index, Tag::kString);
}
inline std::uint16_t ConstantPool::method_type_index(std::uint16_t index) const {
  return first_index(index, Tag::kMethodType);
}

inline std::string_view ConstantPool::class_name(std::uint16_t index) const {
  return utf8(class_name_index(index));
}
inline std::string_view ConstantPool::string(std::uint16_t index) const {
  return utf8(string_index(index));
}
inline std::string_view ConstantPool::method_type(std::uint16_t index) const {
  return utf8(method_type_index(index));
}
inline std::string_view ConstantPool::module_name(std::uint16_t index) const {
  return utf8(first_index(index, Tag::kModule));
}
inline std::string_view ConstantPool::package_name(std::uint16_t index) const {
  return utf8(first_index(index, Tag::kPackage));
}

inline std::int32_t ConstantPool::integer(std::uint16_t index) const {
  return static_cast<std::int32_t>(base::load_big<std::uint32_t>(content(index, Tag::kInteger)));
}
inline std::uint32_t ConstantPool::float_bits(std::uint16_t index) const {
  return base::load_big<std::uint32_t>(content(index, Tag::kFloat));
}
inline std::int64_t ConstantPool::long_value(std::uint16_t index) const {
  return static_cast<std::int64_t>(base::load_big<std::uint64_t>(content(index, Tag::kLong)));
}
inline std::uint64_t ConstantPool::double_bits(std::uint16_t index) const {
  return base::load_big<std::uint64_t>(content(index, Tag::kDouble));
}

inline NameAndType ConstantPool::name_and_type(std::uint16_t index) const {
  const std::uint8_t* at = content(index, Tag::kNameAndType);
  return {.name = utf8(base::load_big<std::uint16_t>(at)),
          .descriptor = utf8(base::load_big<std::uint16_t>(at + 2))};
}

}  // namespace heddle::classfile
