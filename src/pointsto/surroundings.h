// What the files say that classes come from. The solver asks; whoever has opened them answers.
//
// Class names are internal ones; each may be left empty, and is then nothing. The same question
// must always get the same answer.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::pointsto {

struct Surroundings {
  // Which classes provide a service; and those of them that the platform itself brings (left empty:
  // all), which is what platform code gets until the platform is solved.
  std::function<std::vector<std::string>(std::string_view)> services, platform_services;
  // The classes that lists of services and properties beside the classes name.
  std::function<std::vector<std::string>()> classes_in_texts;
  // The classes outside the platform that begin so.
  std::function<std::vector<std::string>(std::string_view)> classes_beginning;
};

}  // namespace heddle::pointsto
