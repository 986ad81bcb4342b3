// Ids for names and contents as they are first met, in the order they are met.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace heddle::trace {

struct TextHash {
  using is_transparent = void;
  using is_avalanching = void;
  std::size_t operator()(std::string_view text) const { return base::hash_text(text); }
};

using NameMap = boost::unordered_flat_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;

}  // namespace heddle::trace
