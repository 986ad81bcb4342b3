// Types as the body of one class speaks of them.
//
// A TypeRef is 32 bits: the number of a base type in the class's own symbol table, and how many
// array dimensions stand on it. It means something only together with the class it belongs to;
// the first base types are the same in every class, so primitive types compare everywhere.
//
// Registers hold one of five kinds. boolean, byte, char and short live in registers as int; they
// remain themselves as array elements and in descriptors.
#pragma once

#include <cstdint>

namespace heddle::ir {

enum class Kind : std::uint8_t { kVoid, kInt, kLong, kFloat, kDouble, kReference };

class TypeRef {
 public:
  static constexpr std::uint32_t kLargestBase = 0x00FF'FFFE;

  constexpr TypeRef() = default;  // no type
  constexpr explicit TypeRef(std::uint32_t base, std::uint32_t dimensions = 0)
      : bits_(dimensions << 24U | base) {}
  static constexpr TypeRef from_bits(std::uint32_t bits) {
    TypeRef type;
    type.bits_ = bits;
    return type;
  }

  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }
  [[nodiscard]] constexpr std::uint32_t base() const { return bits_ & 0x00FF'FFFFU; }
  [[nodiscard]] constexpr std::uint32_t dimensions() const { return bits_ >> 24U; }
  [[nodiscard]] constexpr bool is_array() const { return exists() && dimensions() > 0; }
  [[nodiscard]] constexpr bool exists() const { return bits_ != kAbsent; }

  // The type of an array of this, and of this array's elements.
  [[nodiscard]] constexpr TypeRef array() const { return from_bits(bits_ + (1U << 24U)); }
  [[nodiscard]] constexpr TypeRef element() const { return from_bits(bits_ - (1U << 24U)); }

  friend constexpr bool operator==(TypeRef, TypeRef) = default;
  friend constexpr auto operator<=>(TypeRef, TypeRef) = default;

 private:
  static constexpr std::uint32_t kAbsent = 0xFFFF'FFFF;
  std::uint32_t bits_ = kAbsent;
};

// The base types every class's table begins with, in this order.
inline constexpr TypeRef kVoidType{0};
inline constexpr TypeRef kBooleanType{1};
inline constexpr TypeRef kByteType{2};
inline constexpr TypeRef kCharType{3};
inline constexpr TypeRef kShortType{4};
inline constexpr TypeRef kIntType{5};
inline constexpr TypeRef kLongType{6};
inline constexpr TypeRef kFloatType{7};
inline constexpr TypeRef kDoubleType{8};
inline constexpr TypeRef kNullType{9};  // the type of `null`, which is in every reference type
inline constexpr TypeRef kObjectType{10};
inline constexpr TypeRef kStringType{11};
inline constexpr TypeRef kClassType{12};
inline constexpr TypeRef kThrowableType{13};
inline constexpr TypeRef kMethodHandleType{14};
inline constexpr TypeRef kMethodTypeType{15};
inline constexpr std::uint32_t kFirstOwnBase = 16;

// What a register holding a value of this type is.
constexpr Kind kind_of(TypeRef type) {
  if (type.dimensions() > 0 || type.base() >= kNullType.base()) return Kind::kReference;
  constexpr Kind kKinds[] = {Kind::kVoid, Kind::kInt,  Kind::kInt,   Kind::kInt,   Kind::kInt,
                             Kind::kInt,  Kind::kLong, Kind::kFloat, Kind::kDouble};
  return kKinds[type.base()];
}

// The type a register has when a value of this type is put into it: small integers widen to int.
constexpr TypeRef register_type(TypeRef type) {
  return kind_of(type) == Kind::kInt ? kIntType : type;
}

// The type of a register of this kind; none for references, which have many.
constexpr TypeRef register_type(Kind kind) {
  constexpr TypeRef kTypes[] = {kVoidType, kIntType, kLongType, kFloatType, kDoubleType, TypeRef()};
  return kTypes[static_cast<unsigned>(kind)];
}

}  // namespace heddle::ir
