// How one method names an object without knowing the heap: from a parameter, a static field or an
// object it made, along fields.
//
// A path is a value of 20 bytes; two paths of one method that are equal name the same object as
// long as nobody assigns a field on the way. Paths that grow longer than kLongest end in kUnknown:
// nothing is said of what lies behind.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/id.h"
#include "ir/ids.h"

namespace heddle::modular {

// Steps that are no field: the elements of an array, what a library object keeps inside.
inline constexpr auto kElements = static_cast<ir::FieldId>(0xFFFF'FFFEU);
inline constexpr auto kContent = static_cast<ir::FieldId>(0xFFFF'FFFDU);

struct Path {
  enum class Root : std::uint8_t {
    kUnknown,    // nothing is known, not even whether two of them are the same
    kParameter,  // `base`: its position, the receiver first
    kStatic,     // `base`: the FieldId
    kClass,      // the class object of the ClassId `base`
    kOwned,      // an object that this call made: `base`, the instruction
    kLocal,      // some other value of this method: `base`, the instruction
  };
  static constexpr std::size_t kLongest = 3;
  static constexpr std::uint32_t kNameless = 0xFFFF'FFFFU;  // of kLocal: no instruction's value

  Root root = Root::kUnknown;
  std::uint8_t length = 0;
  std::uint32_t base = 0;
  std::array<ir::FieldId, kLongest> fields{};

  static Path parameter(std::uint32_t position) {
    return {.root = Root::kParameter, .base = position};
  }
  static Path static_field(ir::FieldId field) {
    return {.root = Root::kStatic, .base = heddle::base::index(field)};
  }
  static Path class_object(ir::ClassId of) {
    return {.root = Root::kClass, .base = heddle::base::index(of)};
  }
  static Path owned(std::uint32_t instruction) {
    return {.root = Root::kOwned, .base = instruction};
  }
  static Path local(std::uint32_t instruction) {
    return {.root = Root::kLocal, .base = instruction};
  }

  [[nodiscard]] bool is_known() const { return root != Root::kUnknown; }
  // Can somebody outside of this call name it?
  [[nodiscard]] bool is_outside() const {
    return root == Root::kParameter || root == Root::kStatic || root == Root::kClass;
  }
  [[nodiscard]] std::span<const ir::FieldId> steps() const { return {fields.data(), length}; }
  // Only where there is one.
  [[nodiscard]] ir::FieldId last() const { return fields[length - 1U]; }

  // One step further; unknown if that is too far.
  [[nodiscard]] Path then(ir::FieldId field) const {
    if (!is_known() || length == kLongest) return {};
    Path longer = *this;
    longer.fields[longer.length++] = field;
    return longer;
  }
  // With all steps of `more`, from number `first` on.
  [[nodiscard]] Path then(const Path& more, std::size_t first = 0) const;
  // Without the last `count` steps.
  [[nodiscard]] Path without_last(std::size_t count = 1) const;
  // Its last field, of an object that has no name; unknown if there is none.
  [[nodiscard]] Path tail() const;
  [[nodiscard]] bool is_tail() const { return root == Root::kLocal && base == kNameless; }
  // Is it `prefix`, or further along it?
  [[nodiscard]] bool begins_with(const Path& prefix) const;

  [[nodiscard]] std::uint64_t hash() const;

  friend bool operator==(const Path&, const Path&) = default;
  friend auto operator<=>(const Path&, const Path&) = default;
};

}  // namespace heddle::modular
