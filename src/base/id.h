// Ids are types: a 32-bit enum per thing numbered, so that swapping two arguments does not compile.
//
//   enum class FieldId : std::uint32_t {};
//   fields_[base::index(field)]
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace heddle::base {

template <typename Id>
concept IsId = std::is_enum_v<Id> && std::is_same_v<std::underlying_type_t<Id>, std::uint32_t>;

template <IsId Id>
constexpr std::uint32_t index(Id id) {
  return static_cast<std::uint32_t>(id);
}

template <IsId Id>
constexpr Id id_at(std::size_t position) {
  return static_cast<Id>(static_cast<std::uint32_t>(position));
}

// The id that names nothing, for every kind of id.
template <IsId Id>
inline constexpr Id kNone = static_cast<Id>(0xFFFF'FFFFU);

template <IsId Id>
constexpr bool is_none(Id id) {
  return id == kNone<Id>;
}

}  // namespace heddle::base
