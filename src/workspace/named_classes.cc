#include "workspace/named_classes.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::workspace {
namespace {

bool is_of_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' || letter == '_' ||
         letter == '$';
}

}  // namespace

bool may_name_classes(std::string_view path) {
  return path.ends_with(".properties") || path.find("META-INF/services/") != std::string_view::npos;
}

std::vector<std::string> words_like_classes(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const char* const begin = text.data() + at;
    const char* const end = std::find_if_not(begin, text.data() + text.size(), is_of_name);
    std::string word(begin, end);
    at += word.size() + 1;
    if (word.find('.') == std::string::npos || word.front() == '.' || word.back() == '.') continue;
    std::ranges::replace(word, '.', '/');
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace heddle::workspace
