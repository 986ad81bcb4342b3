// Texts beside the classes that tell a program which classes to load: lists of services and
// properties. Programs read them in ways of their own, so every word that could be the name of a
// class counts.
//
// Stateless; linear in the bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::workspace {

// Whether a file of that path may name classes: META-INF/services/…, ….properties.
bool may_name_classes(std::string_view path);

// The words of a text that look like a.b.C, as internal names, in the order of the text.
std::vector<std::string> words_like_classes(std::string_view text);

}  // namespace heddle::workspace
