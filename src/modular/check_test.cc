#include "modular/check.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "modular/annotations.h"
#include "pointsto/random_program_test_only.h"
#include "report/finish.h"
#include "report/json.h"

namespace heddle::modular {
namespace {

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 40;
#else
constexpr std::uint64_t kPrograms = 400;
#endif

// The internal names of the classes that a program of text declares.
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

report::Report checked(const std::string& text, unsigned workers) {
  pointsto::TextProgram world(text);
  report::Report report =
      check(world.program, world.models, AnnotationNames::usual(), classes_in(text), workers);
  report::finish(report);
  return report;
}

TEST(Modular, SaysTheSameOnAnyNumberOfThreads) {
  std::size_t summarised = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = pointsto::random_program(seed);
    const report::Report one = checked(text, 1);
    ASSERT_EQ(report::to_json(one), report::to_json(checked(text, 2))) << seed;
    summarised += one.analysed.counts.at(0).second;
  }
  EXPECT_GT(summarised, kPrograms);
}

}  // namespace
}  // namespace heddle::modular
