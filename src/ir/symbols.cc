#include "ir/symbols.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::array<std::string_view, 9> kPrimitiveNames = {
    "void", "boolean", "byte", "char", "short", "int", "long", "float", "double"};
constexpr std::string_view kPrimitiveDescriptors = "VZBCSIJFD";

}  // namespace

std::string type_text(const Symbols& symbols, TypeRef type) {
  if (!type.exists()) return "none";
  std::string text;
  if (type.base() < kPrimitiveNames.size()) {
    text = kPrimitiveNames[type.base()];
  } else {
    text = symbols.base_name(type);
    std::ranges::replace(text, '/', '.');
  }
  for (std::uint32_t i = 0; i < type.dimensions(); ++i) text += "[]";
  return text;
}

std::string type_descriptor(const Symbols& symbols, TypeRef type) {
  std::string text(type.dimensions(), '[');
  if (type.base() < kPrimitiveDescriptors.size()) {
    text += kPrimitiveDescriptors[type.base()];
  } else {
    text += 'L';
    text += symbols.base_name(type);
    text += ';';
  }
  return text;
}

}  // namespace heddle::ir
