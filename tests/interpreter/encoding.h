// How the oracle writes values down, one text without blanks or tabs each, and back.
//
//   n                        null
//   I-5 J7 Z1 B0 C65 S3      whole numbers, by their type's letter
//   F3f800000 D…             floating-point numbers by their bits, NaN always the same
//   bI5                      a box
//   "a\u000ab"               a String, by UTF-16 units
//   a[I(aI(I1),n)            an array of these elements
//   l("a","b")               a java.util.ArrayList
//   xa/b/C() xa/b/C("t")     a new object: its constructor without argument, or of a String
//
// Results only:
//
//   v                        void
//   !java.lang.Error         this was thrown
//   oa.b.C"text"             an object, by its class and what toString says
//   oa.b.C                   one that says nothing of its own
//   lambda                   a lambda
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "interpreter.h"
#include "ir/ids.h"
#include "value.h"

namespace heddle::interpreter {

// Builds the value; Unsupported where that ends in an exception.
Value decode(Interpreter& interpreter, std::string_view text);
// The oracle's text of a value of that type. Unsupported where toString throws.
std::string encode(Interpreter& interpreter, ir::Type type, Value value);
std::string encode_exception(Interpreter& interpreter, const Object* exception);

// A quoted text, unescaped.
std::u16string unquoted(std::string_view text);

}  // namespace heddle::interpreter
