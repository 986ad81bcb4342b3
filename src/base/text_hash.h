// For tables whose keys are texts.
//
//   boost::unordered_flat_map<std::string_view, ClassId, base::TextHash> by_name;
#pragma once

#include <cstddef>
#include <string_view>

#include "base/hash.h"

namespace heddle::base {

struct TextHash {
  using is_avalanching = void;
  std::size_t operator()(std::string_view text) const { return hash_text(text); }
};

}  // namespace heddle::base
