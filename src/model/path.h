// The paths of model files: `this`, `0[]`, `return.(java.util.concurrent.FutureTask.outcome)`,
// `static(java.lang.System.out)`.
//
// Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"
#include "model/name.h"

namespace heddle::model {

Parsed<Path> parse_path(std::string_view text);

// `from -> to`.
Parsed<Move> parse_move(std::string_view text);

// As it would be written; parses back to the same.
std::string print(const Path& path);

}  // namespace heddle::model
