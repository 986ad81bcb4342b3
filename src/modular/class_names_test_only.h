// For tests on programs of text.
#pragma once

#include <string>
#include <vector>

namespace heddle::modular {

// The internal names of the classes that a program of text declares.
std::vector<std::string> classes_in(const std::string& text);

}  // namespace heddle::modular
