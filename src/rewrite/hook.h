// A probe in a method of the platform whose code is not looked into, at its beginning, its end, or
// around a call that it makes: that it locks, signals or hands over is known, not seen.
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
  kBeforeCall,     // hook(subject, action), before each call of the method `called`
  kAfterCall,      // likewise, behind it
  kAfterRead,  // hook(receiver, action), behind each read of the field `called`, which is one word
  kBeforeWrite,  // likewise, before each write
};

enum class HookSubject : std::uint8_t {
  kThis,
  kThisField,  // what a field of `this` refers to
  kArgument,   // the first argument
  kSecondArgument,
  kResult,    // of a method that returns a reference; only with kReturn
  kReceiver,  // of the field, or of a call without arguments; only with kBeforeCall and such
  kThread,    // that runs the method
};

struct Hook {
  std::string_view class_name;  // internal
  std::string_view method;      // empty: all
  std::string_view descriptor;  // empty: all methods of the name
  HookWhen when{};
  HookSubject subject{};
  std::int16_t action = 0;                                // what the probe is told
  std::string_view field, field_descriptor, field_owner;  // of kThisField
  std::string_view called;  // what kBeforeCall and those behind it name
};

}  // namespace heddle::rewrite
