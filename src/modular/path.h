// How one method names an object without knowing the heap: from a parameter, a static field or an
// object it made, along fields.
//
// A path is a value of 20 bytes; two paths of one method that are equal name the same object as
// long as nobody assigns a field on the way. Paths that grow longer than kLongest end in kUnknown:
// nothing is said of what lies behind.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/id.h"
#include "ir/ids.h"
#include "modular/key_hash.h"

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
  std::uint16_t filler = 0;  // so that all bytes count
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
    // Field by field: so it never leaves the registers, of which whole paths could not be read back
    // at once.
    return {.root = root,
            .length = static_cast<std::uint8_t>(length + 1),
            .base = base,
            .fields = {length == 0 ? field : fields[0], length == 1 ? field : fields[1],
                       length == 2 ? field : fields[2]}};
  }
  // With all steps of `more`, from number `first` on.
  [[nodiscard]] Path then(const Path& more, std::size_t first = 0) const {
    if (first >= more.length) return *this;
    if (!is_known() || length + more.length - first > kLongest) return {};
    Path longer = then(more.fields[first]);
    while (++first < more.length) longer = longer.then(more.fields[first]);
    return longer;
  }
  // Without the last `count` steps.
  [[nodiscard]] Path without_last(std::size_t count = 1) const {
    Path shorter = *this;
    for (; count != 0 && shorter.length != 0; --count) shorter.fields[--shorter.length] = {};
    return shorter;
  }
  // Its last field, of an object that has no name; unknown if there is none.
  [[nodiscard]] Path tail() const;
  [[nodiscard]] bool is_tail() const { return root == Root::kLocal && base == kNameless; }
  // Is it `prefix`, or further along it?
  [[nodiscard]] bool begins_with(const Path& prefix) const;

  [[nodiscard]] std::uint64_t hash() const {
    KeyHash hasher;
    hasher.add(static_cast<std::uint64_t>(root) | std::uint64_t{length} << 8U |
               std::uint64_t{base} << 32U);
    for (const ir::FieldId field : fields) hasher.add(field);
    return hasher.finish();
  }

  friend bool operator==(const Path& left, const Path& right) {
    const auto one = std::bit_cast<Words>(left), other = std::bit_cast<Words>(right);
    return ((one[0] ^ other[0]) | (one[1] ^ other[1]) | (one[2] ^ other[2]) | (one[3] ^ other[3]) |
            (one[4] ^ other[4])) == 0;
  }
  friend auto operator<=>(const Path&, const Path&) = default;

 private:
  using Words = std::array<std::uint32_t, 5>;
};

// A few paths that are in hand for a moment; what is beyond them is left out.
class FewPaths {
 public:
  static constexpr std::size_t kMost = 9;

  void push_back(const Path& path) {
    if (size_ != kMost) paths_[size_++] = path;
  }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Path& operator[](std::size_t at) const { return paths_[at]; }
  [[nodiscard]] const Path* begin() const { return paths_.data(); }
  [[nodiscard]] const Path* end() const { return paths_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<Path, kMost> paths_;
};

}  // namespace heddle::modular
