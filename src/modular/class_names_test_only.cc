#include "modular/class_names_test_only.h"

#include <cstddef>
#include <utility>

namespace heddle::modular {

std::vector<std::string> classes_in(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find("\nclass "); at != std::string::npos;
       at = text.find("\nclass ", at + 1)) {
    const std::size_t first = at + std::string("\nclass ").size();
    std::string name = text.substr(first, text.find(' ', first) - first);
    for (char& letter : name) letter = letter == '.' ? '/' : letter;
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace heddle::modular
