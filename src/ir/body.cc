#include "ir/body.h"

#include <algorithm>
#include <cstdint>

#include "base/id.h"
#include "ir/instruction.h"

namespace heddle::ir {

std::uint32_t Body::line_of(ValueId instruction) const {
  if (base::index(instruction) >= offsets.size()) return 0;
  const std::uint32_t offset = offsets[base::index(instruction)];
  const auto after =
      std::upper_bound(lines.begin(), lines.end(), offset,
                       [](std::uint32_t at, const Line& line) { return at < line.offset; });
  return after == lines.begin() ? 0 : (after - 1)->line;
}

std::uint32_t Body::parameter_count() const {
  std::uint32_t count = 0;
  while (count < instructions.size() && instructions[count].opcode == Opcode::kParameter) ++count;
  return count;
}

}  // namespace heddle::ir
