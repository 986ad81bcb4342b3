// Reads model files (docs/formats/models.md).
//
// Stateless. Linear in the texts.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <vector>

#include "model/model.h"

namespace heddle::model {

// All files as one, later ones over earlier ones; or everything that is wrong with them, each
// "threads.toml:12:3: unknown key `stats`; did you mean `starts`?".
std::expected<Models, std::vector<std::string>> read(std::span<const File> files);

}  // namespace heddle::model
