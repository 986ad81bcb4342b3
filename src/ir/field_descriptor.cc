#include "ir/field_descriptor.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "ir/program_snapshot.h"

namespace heddle::ir {

std::string field_descriptor(const Program& program, FieldId field) {
  constexpr std::array<std::string_view, 8> kPrimitives = {"boolean", "byte", "char",  "short",
                                                           "int",     "long", "float", "double"};
  constexpr std::string_view kLetters = "ZBCSIJFD";
  const ProgramSnapshot::FieldType type = ProgramSnapshot::type(program, field);
  std::string text(type.dimensions, '[');
  const auto* const primitive = std::ranges::find(kPrimitives, type.base);
  if (primitive != kPrimitives.end())
    return text + kLetters[static_cast<std::size_t>(primitive - kPrimitives.begin())];
  return text.append("L").append(type.base).append(";");
}

}  // namespace heddle::ir
