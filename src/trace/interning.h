// Ids for names and contents as they are first met, in the order they are met; and back, words of
// their own for ids.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace heddle::trace {

struct TextHash {
  using is_transparent = void;
  using is_avalanching = void;
  std::size_t operator()(std::string_view text) const { return base::hash_text(text); }
};

using NameMap = boost::unordered_flat_map<std::string, std::uint32_t, TextHash, std::equal_to<>>;

// The words for the entries of one table.
struct Words {
  std::vector<std::string> by_id;
  NameMap used;

  // The word if nobody has it yet, else with ~ and the id behind it.
  const std::string& add(std::string word) {
    const auto id = static_cast<std::uint32_t>(by_id.size());
    while (!used.emplace(word, id).second) word += "~" + std::to_string(id);
    return by_id.emplace_back(std::move(word));
  }
};

}  // namespace heddle::trace
