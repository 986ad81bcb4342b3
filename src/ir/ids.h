// The numbers by which a whole program is spoken of, once its classes have met.
//
// Symbols (symbols.h) are numbers inside one class; these hold in the whole Program and mean
// nothing outside it. They are minted in the order of questions, so they never decide an order in
// output.
#pragma once

#include <cstdint>

#include "base/id.h"
#include "ir/type.h"

namespace heddle::ir {

enum class ClassId : std::uint32_t {};
enum class MethodId : std::uint32_t {};
enum class FieldId : std::uint32_t {};

// A method's name and descriptor; a field's name and type. Equal texts have equal numbers.
enum class MethodSelector : std::uint32_t {};
enum class FieldSelector : std::uint32_t {};
enum class PackageId : std::uint32_t {};

// Where a class came from: what is analysed, what it was built against, what it runs on.
enum class Layer : std::uint8_t { kApplication, kLibrary, kPlatform };

// A type in the whole program: a primitive, null, or a class, and array dimensions on it.
// Primitive types have the bits of their TypeRef.
class Type {
 public:
  constexpr Type() = default;  // no type
  constexpr explicit Type(ClassId element, std::uint32_t dimensions = 0)
      : bits_(dimensions << 24U | (base::index(element) + kFirstClass)) {}
  // Of a TypeRef whose base is predefined and no class.
  static constexpr Type primitive(TypeRef type) { return from_bits(type.bits()); }
  static constexpr Type from_bits(std::uint32_t bits) {
    Type type;
    type.bits_ = bits;
    return type;
  }

  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  [[nodiscard]] constexpr bool exists() const { return bits_ != kAbsent; }
  [[nodiscard]] constexpr std::uint32_t dimensions() const { return bits_ >> 24U; }
  [[nodiscard]] constexpr bool is_array() const { return exists() && dimensions() > 0; }
  [[nodiscard]] constexpr bool is_null() const { return bits_ == kNullType.bits(); }
  // A class or interface, no array.
  [[nodiscard]] constexpr bool is_class() const {
    return exists() && dimensions() == 0 && base() >= kFirstClass;
  }
  [[nodiscard]] constexpr bool is_reference() const {
    return exists() && (dimensions() > 0 || base() >= kNullType.base());
  }
  // Of an array: its innermost elements are objects.
  [[nodiscard]] constexpr bool has_class() const { return exists() && base() >= kFirstClass; }
  // The class, or that of an array's innermost elements. Only where has_class().
  [[nodiscard]] constexpr ClassId class_id() const {
    return base::id_at<ClassId>(base() - kFirstClass);
  }

  [[nodiscard]] constexpr Type array() const { return from_bits(bits_ + (1U << 24U)); }
  [[nodiscard]] constexpr Type element() const { return from_bits(bits_ - (1U << 24U)); }

  friend constexpr bool operator==(Type, Type) = default;
  friend constexpr auto operator<=>(Type, Type) = default;

  static constexpr std::uint32_t kFirstClass = kObjectType.base();
  static constexpr std::uint32_t kMostClasses = 0x00FF'FFFF - kFirstClass;

 private:
  static constexpr std::uint32_t kAbsent = 0xFFFF'FFFF;
  [[nodiscard]] constexpr std::uint32_t base() const { return bits_ & 0x00FF'FFFFU; }

  std::uint32_t bits_ = kAbsent;
};

}  // namespace heddle::ir
