// The paths of model files: `this`, `0[]`, `return.(java.util.concurrent.FutureTask.outcome)`,
// `static(java.lang.System.out)`.
//
// Values and pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/name.h"

namespace heddle::model {

// Where a reference is found, seen from a call of the modelled method.
struct Path {
  enum class Root : std::uint8_t { kReceiver, kArgument, kResult, kStatic };
  Root root{};
  std::uint32_t argument = 0;  // of kArgument: its position, the receiver not counted
  Selector field = {};         // of kStatic
  std::vector<Selector> selectors = {};
};

struct Move {
  Path from, to;
};

Parsed<Path> parse_path(std::string_view text);

// `from -> to`.
Parsed<Move> parse_move(std::string_view text);

// As it would be written; parses back to the same.
std::string print(const Path& path);

}  // namespace heddle::model
