// Runs the real heddle on every case of the corpus and compares the answer with the one written
// down. Cases and answers are both globbed: one without the other is an error.
//
// A wrong answer is shown in the form of the .expected files. When it is the better one, run with
// HEDDLE_ACCEPT=1 in the environment, which writes the answers down, and read the diff.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "answer.h"
#include "run_program.h"

namespace heddle::malformed {
namespace {

namespace fs = std::filesystem;

#if defined(HEDDLE_SANITIZED)
constexpr std::size_t kMostMemory = 0;  // sanitizers reserve terabytes
constexpr std::chrono::seconds kPatience(120);
#else
constexpr std::size_t kMostMemory = std::size_t{2} << 30U;
constexpr std::chrono::seconds kPatience(20);
#endif

struct Case {
  fs::path folder;
  std::vector<std::string> arguments;
};

// By topic and name.
using Corpus = std::map<std::string, std::map<std::string, Case>>;

// The corpus, made for this process and gone with it.
class Malformed : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    root = fs::temp_directory_path() / fmt::format("heddle_malformed_{}", ::getpid());
    const std::string script = std::string(HEDDLE_FIXTURES) + "/make_cases.py";
    const Finished made = run({.command = {"/usr/bin/env", "PATH=/usr/bin:/bin:/usr/local/bin",
                                           "python3", "-B", script, root.string()},
                               .folder = fs::temp_directory_path(),
                               .patience = std::chrono::seconds(120)});
    ASSERT_EQ(made.exit_code, 0) << made.errors;
    for (const auto& entry : fs::recursive_directory_iterator(root))
      if (entry.path().extension() == ".arguments" && entry.is_regular_file()) add(entry.path());
  }

  static void TearDownTestSuite() {
    std::error_code ignored;
    fs::remove_all(root, ignored);
  }

  static void add(const fs::path& arguments) {
    Case one{.folder = fs::path(arguments).replace_extension(), .arguments = {}};
    std::ifstream file(arguments);
    for (std::string line; std::getline(file, line);) one.arguments.push_back(line);
    corpus[arguments.parent_path().filename()][arguments.stem()] = one;
  }

  static std::string answer(const Case& one) {
    std::vector<std::string> command = {HEDDLE_PROGRAM, "ir", "--summary"};
    const std::set<std::string> given(one.arguments.begin(), one.arguments.end());
    if (!given.contains("--format")) command.insert(command.end(), {"--format", "json"});
    if (!given.contains("--jdk")) command.insert(command.end(), {"--jdk", "../../jdk"});
    command.insert(command.end(), one.arguments.begin(), one.arguments.end());
    return answer_of(run({.command = command,
                          .folder = one.folder,
                          .patience = kPatience,
                          .most_memory = kMostMemory}),
                     !given.contains("--format"));
  }

  static inline fs::path root;
  static inline Corpus corpus;
};

TEST_F(Malformed, EveryCaseGetsTheAnswerWrittenDown) {
  const bool accept = std::getenv("HEDDLE_ACCEPT") != nullptr;  // NOLINT: one thread
  ASSERT_GE(corpus.size(), 8U);
  for (const auto& [topic, cases] : corpus) {
    const fs::path file = fs::path(HEDDLE_FIXTURES) / (topic + ".expected");
    auto expected = expected_answers(file);
    std::string accepted;
    for (const auto& [name, one] : cases) {
      const std::string given = answer(one);
      EXPECT_EQ(given.find("wrong: "), std::string::npos) << topic << " " << name << "\n" << given;
      accepted += fmt::format("{}== {}\n{}", accepted.empty() ? "" : "\n", name, given);
      EXPECT_TRUE(accept || given == expected[name]) << "== " << topic << " " << name << "\n"
                                                     << given << "-- expected\n"
                                                     << expected[name];
      expected.erase(name);
    }
    for (const auto& [name, lines] : expected)
      EXPECT_TRUE(accept) << topic << " has an answer for " << name << ", which is no case";
    if (accept) std::ofstream(file) << accepted;
  }
}

}  // namespace
}  // namespace heddle::malformed
