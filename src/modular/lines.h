// Which source line each instruction of a body is from, as a few bytes: pairs of numbers, seven
// bits to a byte, the lowest first. Each pair says how many instructions further another line
// begins, and how far that line is from the last one, with the sign in its lowest bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/body.h"

namespace heddle::modular {

std::vector<std::uint8_t> line_table(const ir::Body& body);

// 0 where unknown, and in a table that is broken.
std::uint32_t line_in(std::span<const std::uint8_t> table, std::uint32_t instruction);

}  // namespace heddle::modular
