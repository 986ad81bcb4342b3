#include "modular/lines.h"

#include "modular/varint.h"

namespace heddle::modular {

std::vector<std::uint8_t> line_table(const ir::Body& body) {
  std::vector<std::uint8_t> table;
  std::uint32_t last = 0, last_at = 0;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const std::uint32_t line = body.line_of(base::id_at<ir::ValueId>(i));
    if (line == last) continue;
    put_varint(table, i - last_at);
    put_varint(table, line >= last ? (line - last) << 1U : (last - line) << 1U | 1U);
    last = line;
    last_at = i;
  }
  return table;
}

std::uint32_t line_in(std::span<const std::uint8_t> table, std::uint32_t instruction) {
  VarintReader reader(table);
  std::uint32_t line = 0, at = 0;
  while (!reader.at_end() && !reader.failed()) {
    at += reader.u4();
    const std::uint32_t step = reader.u4();
    if (reader.failed() || at > instruction) break;
    line = (step & 1U) == 0 ? line + (step >> 1U) : line - (step >> 1U);
  }
  return line;
}

}  // namespace heddle::modular
