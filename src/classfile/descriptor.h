// Names and descriptors inside class files (JVMS 4.2.2, 4.3): are they well-formed, what do they
// say.
//
// Everything works on the text in place, allocates nothing, and is linear in the text. The is_…
// questions take any text; the others want one that is well-formed, as every descriptor in a parsed
// ClassFile is.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

namespace heddle::classfile {

inline constexpr unsigned kMaxArrayDimensions = 255;
inline constexpr unsigned kMaxArgumentSlots = 255;

// A name of a field, local variable or formal parameter: not empty, none of . ; [ /
bool is_unqualified_name(std::string_view name);
// The same without < and >, or one of <init> and <clinit>.
bool is_method_name(std::string_view name);
// Unqualified names separated by slashes: a/b/C.
bool is_class_name(std::string_view name);
// What a Class constant may hold: a class name, or the descriptor of an array.
bool is_class_reference(std::string_view name);
// A module's name: no control characters; : @ \ only after a backslash.
bool is_module_name(std::string_view name);

bool is_field_descriptor(std::string_view descriptor);
// With at most 255 slots of arguments, not counting the receiver.
bool is_method_descriptor(std::string_view descriptor);

// The length of the field descriptor at the front of `text`, or 0 if there is none.
std::size_t field_descriptor_length(std::string_view text);

// The types in a method descriptor's parentheses:
//   for (std::string_view type : ParameterTypes("(I[Ljava/lang/String;)V")) …
class ParameterTypes {
 public:
  class Iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    explicit Iterator(std::string_view rest) : rest_(rest), length_(next_length(rest)) {}

    std::string_view operator*() const { return rest_.substr(0, length_); }
    Iterator& operator++() { return *this = Iterator(rest_.substr(length_)); }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.rest_.size() == b.rest_.size();
    }
    friend bool operator==(const Iterator& a, std::default_sentinel_t) { return a.length_ == 0; }

    // From this type to the end of the descriptor.
    [[nodiscard]] std::string_view rest() const { return rest_; }

   private:
    static std::size_t next_length(std::string_view rest);

    std::string_view rest_;
    std::size_t length_ = 0;
  };

  explicit ParameterTypes(std::string_view method_descriptor) : descriptor_(method_descriptor) {}

  [[nodiscard]] Iterator begin() const { return Iterator(descriptor_.substr(1)); }
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }
  [[nodiscard]] bool empty() const { return begin() == end(); }

 private:
  std::string_view descriptor_;
};

static_assert(std::forward_iterator<ParameterTypes::Iterator>);

// "V" for void.
std::string_view return_type(std::string_view method_descriptor);

// How many local-variable or stack slots a value takes: 2 for J and D, 0 for V, else 1.
inline unsigned slots(std::string_view type) {
  return type == "J" || type == "D" ? 2 : type == "V" ? 0 : 1;
}

// The slots all arguments take, not counting the receiver.
unsigned argument_slots(std::string_view method_descriptor);

}  // namespace heddle::classfile
