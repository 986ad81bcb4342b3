// The lowering, checked by running it: methods of real libraries, of the JDK and of our fixtures on
// random arguments, in the JVM and as IR, must come to the same end. Once as lowered, once printed
// to text and parsed back.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "comparison.h"
#include "ir/program.h"
#include "text_source.h"
#include "workspace/class_path.h"
#include "workspace/jdk.h"

namespace heddle::interpreter {
namespace {

namespace files = std::filesystem;

constexpr std::string_view kSeed = "20240229";
constexpr unsigned kCallsEach = 5;
constexpr unsigned kCallsOfFixtures = 100;
constexpr std::size_t kFewestMethods = 500;  // from jars, each compared at least once

struct Library {
  std::string_view label, file, packages;
};
constexpr Library kLibraries[] = {
    {"commons-lang3", "/usr/share/java/commons-lang3.jar", "org.apache.commons.lang3."},
    {"commons-codec", "/usr/share/java/commons-codec.jar", "org.apache.commons.codec."},
    {"guava", "/usr/share/java/guava.jar",
     "com.google.common.base.,com.google.common.primitives.,com.google.common.math.,"
     "com.google.common.escape.,com.google.common.html.,com.google.common.xml.,"
     "com.google.common.net.,com.google.common.collect."},
    {"xalan2", "/usr/share/java/xalan2.jar",
     "org.apache.xpath.,org.apache.xalan.lib.,org.apache.xalan.templates.,"
     "org.apache.xalan.xsltc.runtime.,org.apache.xalan.xsltc.util.,"
     "org.apache.xalan.xsltc.compiler.util.,org.apache.xml."},
};
constexpr std::string_view kPlatformClasses =
    "java.lang.Math,java.lang.StrictMath,java.lang.Boolean,java.lang.Byte,java.lang.Short,"
    "java.lang.Integer,java.lang.Long,java.lang.Float,java.lang.Double,java.lang.Character,"
    "java.lang.String,java.lang.StringBuilder,java.lang.StringBuffer,java.util.Arrays,"
    "java.util.BitSet,java.util.Objects,java.util.Optional,java.util.ArrayList,"
    "java.util.ArrayDeque,java.util.HashMap,java.util.TreeMap,java.util.LinkedList,"
    "java.util.HexFormat,java.util.StringJoiner,java.util.StringTokenizer,java.util.UUID,"
    "java.util.Collections,java.util.regex.Pattern,java.math.BigInteger,java.math.BigDecimal,"
    "java.util.zip.CRC32C,java.util.zip.Adler32,java.net.URLEncoder,java.time.Duration,"
    "java.time.LocalDate,java.time.Year";

// A folder of its own, gone when the test is.
class Workplace {
 public:
  Workplace()
      : folder_(files::path(testing::TempDir()) / fmt::format("heddle_interpreter.{}", getpid())) {
    files::create_directories(folder_ / "classes");
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() { files::remove_all(folder_); }

  [[nodiscard]] std::string at(std::string_view name) const { return folder_ / name; }

 private:
  files::path folder_;
};

std::string shell_word(std::string_view text) { return fmt::format("'{}'", text); }

bool succeeds(const std::string& command) { return std::system(command.c_str()) == 0; }

std::vector<std::string> java_files(const files::path& folder) {
  std::vector<std::string> found;
  for (const auto& entry : files::directory_iterator(folder))
    if (entry.path().extension() == ".java") found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

std::string library_path() {
  std::string path;
  for (const Library& library : kLibraries) path += fmt::format(":{}", library.file);
  return path;
}

// Fixtures are compiled, or written by the program among them that writes what no compiler would.
bool build_fixtures(const Workplace& place, const std::string& bin) {
  const std::string exports = "--add-exports java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED";
  std::string sources = shell_word(HEDDLE_FIXTURES "/Oracle.java");
  for (const std::string& file : java_files(HEDDLE_FIXTURES "/fixtures"))
    sources += " " + shell_word(file);
  const std::string classes = shell_word(place.at("classes"));
  return succeeds(fmt::format("{}/javac -nowarn -encoding UTF-8 {} -d {} {}", shell_word(bin),
                              exports, classes, sources)) &&
         succeeds(fmt::format("{}/java {} -cp {} fixtures.OldCodeWriter {}", shell_word(bin),
                              exports, classes, classes));
}

// Every class of the fixtures, the program that writes some of them aside.
std::string fixture_classes(const Workplace& place) {
  std::vector<std::string> names;
  const files::path folder = place.at("classes/fixtures");
  for (const auto& entry : files::directory_iterator(folder)) {
    const std::string name = entry.path().stem();
    if (entry.path().extension() == ".class" && !name.starts_with("OldCodeWriter"))
      names.push_back("fixtures." + name);
  }
  std::ranges::sort(names);
  return fmt::format("{}", fmt::join(names, ","));
}

bool ask_oracle(const Workplace& place, const std::string& bin) {
  std::string command = fmt::format(
      "{}/java -Xmx192m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Duser.language=en "
      "-Duser.country=US -Dfile.encoding=UTF-8 "
      "-cp {} Oracle {} {}",
      shell_word(bin), shell_word(place.at("classes") + library_path()), kSeed,
      shell_word(place.at("answers")));
  for (const Library& library : kLibraries)
    command += fmt::format(" --jar {} {} {} {}", library.label, kCallsEach, library.file,
                           library.packages);
  command += fmt::format(" --class jdk {} {}", kCallsEach, kPlatformClasses);
  command +=
      fmt::format(" --all fixtures {} {}", kCallsOfFixtures, shell_word(fixture_classes(place)));
  // What the methods themselves print is of no interest; why the oracle failed is.
  const std::string errors = shell_word(place.at("errors"));
  if (succeeds(command + " >/dev/null 2>" + errors)) return true;
  succeeds("grep -a '^unusable: fixtures\\|^too slow: fixtures\\|Error\\|Exception' " + errors +
           " | tail -30 >&2");
  return false;
}

std::unique_ptr<workspace::ClassPath> open_classes(const Workplace& place) {
  workspace::ClassPathOptions options{
      .inputs = {place.at("classes")}, .class_path = {}, .jdk = {}, .release = {}};
  for (const Library& library : kLibraries) options.class_path.emplace_back(library.file);
  return workspace::ClassPath::open(options, workspace::process_environment);
}

std::size_t from_libraries(const Tally& tally) {
  std::size_t count = 0;
  for (const Library& library : kLibraries) {
    const auto found = tally.methods.find(std::string(library.label));
    if (found != tally.methods.end()) count += found->second.size();
  }
  return count;
}

void print(std::string_view title, const Tally& tally) {
  fmt::print("{}: {} calls agree, {} disagree, {} unsupported, {:.0f} million instructions\n",
             title, tally.equal, tally.disagreements.size(), tally.unsupported,
             static_cast<double>(tally.steps) / 1e6);
  for (const auto& [label, methods] : tally.methods)
    fmt::print("  {} methods of {}\n", methods.size(), label);
}

void print_causes(const Tally& tally) {
  std::vector<std::pair<std::size_t, std::string>> causes;
  for (const auto& [cause, count] : tally.causes) causes.emplace_back(count, cause);
  std::ranges::sort(causes, std::greater<>());
  for (const auto& [count, cause] : causes) fmt::print("  unsupported {}: {}\n", count, cause);
}

void expect_agreement(std::string_view title, const Tally& tally) {
  print(title, tally);
  EXPECT_LT(tally.unsupported * 5, tally.equal) << "too much is left unsaid";
  EXPECT_FALSE(tally.unsupported_by_label.contains("fixtures")) << "fixtures are all followed";
  for (const auto& [cause, count] : tally.causes)
    EXPECT_FALSE(cause.starts_with("no code")) << cause << ", in " << count << " calls";
  for (const std::string& disagreement : tally.disagreements) ADD_FAILURE() << disagreement;
  EXPECT_GE(from_libraries(tally), kFewestMethods)
      << "methods of commons-lang3, commons-codec, guava and xalan2 (tools/packages/test.txt)";
}

TEST(Interpreter, AgreesWithTheJvm) {
  const auto search = workspace::find_jdk("", workspace::process_environment);
  if (!search.jdk || !files::exists(search.jdk->home + "/bin/javac"))
    GTEST_SKIP() << "there is no JDK with a javac";
  const std::string bin = search.jdk->home + "/bin";
  const Workplace place;
  ASSERT_TRUE(build_fixtures(place, bin));
  ASSERT_TRUE(ask_oracle(place, bin));
  const Answers answers = read_answers(place.at("answers"));

  const auto direct_classes = open_classes(place);
  ir::Program direct_program(*direct_classes);
  const Tally direct = compare(direct_program, answers);
  expect_agreement("as lowered", direct);
  print_causes(direct);

  const auto text_classes = open_classes(place);
  TextSource text(*text_classes);
  ir::Program text_program(text);
  const Tally parsed = compare(text_program, answers);
  expect_agreement("printed and parsed", parsed);
  EXPECT_EQ(parsed.causes, direct.causes);
  EXPECT_GT(text.classes(), 0U);
  for (const std::string& failure : text.failures()) ADD_FAILURE() << failure;
}

}  // namespace
}  // namespace heddle::interpreter
