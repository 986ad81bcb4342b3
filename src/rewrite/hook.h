// A probe at the beginning or the end of a method of the platform whose code is not looked into:
// that it locks, signals or hands over is known, not seen.
#pragma once

#include <cstdint>
#include <string_view>

namespace heddle::rewrite {

enum class HookWhen : std::uint8_t {
  kEntry,          // hook(subject, action)
  kReturn,         // hook(subject, action), before each return
  kReturnIfTrue,   // hookIf(result, subject, action): the method returns a boolean
  kReturnIfFalse,  // likewise, for methods whose boolean says the opposite
  kLeave,          // ended(action), before each return and when something is thrown
};

enum class HookSubject : std::uint8_t {
  kThis,
  kThisField,  // what a field of `this` refers to
  kArgument,   // the first argument
  kSecondArgument,
  kResult,  // of a method that returns a reference; only with kReturn
};

struct Hook {
  std::string_view class_name;  // internal
  std::string_view method;
  std::string_view descriptor;  // empty: all methods of the name
  HookWhen when{};
  HookSubject subject{};
  std::int16_t action = 0;                                // what the probe is told
  std::string_view field, field_descriptor, field_owner;  // of kThisField
};

}  // namespace heddle::rewrite
