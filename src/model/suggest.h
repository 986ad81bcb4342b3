// What someone who misspelt a word may have meant.
//
// Pure. Quadratic in the length of the word; long words are not looked at.
#pragma once

#include <span>
#include <string_view>

namespace heddle::model {

// The candidate nearest to the word, the earlier of two; empty if none is near.
std::string_view suggest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace heddle::model
