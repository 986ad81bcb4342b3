#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "modular/annotations.h"
#include "modular/check.h"
#include "modular/class_names_test_only.h"
#include "modular/summary_file.h"
#include "pointsto/random_program_test_only.h"
#include "report/finish.h"
#include "report/json.h"

namespace heddle::modular {
namespace {

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 20;
#else
constexpr std::uint64_t kPrograms = 150;
#endif

std::string told(report::Report report) {
  std::erase_if(report.analysed.counts,
                [](const auto& count) { return count.first == "methods_reanalysed"; });
  report::finish(report);
  return report::to_json(report);
}

void read_all(base::Bytes bytes, const SymbolIds& symbols) {
  const auto file = SummaryFile::open(bytes, symbols);
  if (!file) return;
  for (std::size_t i = 0; i < file->size(); ++i) {
    (void)file->summary(i);
    (void)file->outside(i);
    (void)file->past(i);
  }
}

TEST(SummaryForm, IsReadByNamesInAnotherProgram) {
  std::size_t read = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = pointsto::random_program(seed);
    std::vector<std::string> names = classes_in(text);
    pointsto::TextProgram world(text);
    Leavings left;
    (void)check(world.program, world.models, AnnotationNames::usual(), names, {}, &left);
    const auto file = SummaryFile::open(left.summaries, left.symbols);
    ASSERT_TRUE(file) << seed;
    pointsto::TextProgram other(text);
    for (auto name = names.rbegin(); name != names.rend(); ++name) other.program.find(*name);
    const auto symbols = find_symbols(left.summaries, other.program);
    // Members of missing classes have no place to be looked up at.
    const auto is_missing = [&](ir::ClassId id) { return world.program.is_phantom(id); };
    if (std::ranges::any_of(left.symbols.classes, is_missing)) continue;
    ASSERT_TRUE(symbols) << seed;
    const auto there = SummaryFile::open(left.summaries, *symbols);
    ASSERT_TRUE(there) << seed;
    for (std::size_t i = 0; i < file->size(); ++i) {
      ASSERT_EQ(world.program.name(file->method(i)), other.program.name(there->method(i)));
      ASSERT_EQ(file->summary(i).has_value(), file->has_summary(i));
      ASSERT_EQ(there->summary(i).has_value(), file->has_summary(i));
      ASSERT_TRUE(there->outside(i));
      read += there->outside(i)->accesses.size();
    }
  }
  EXPECT_GT(read, kPrograms / 2);
}

TEST(SummaryForm, IsTheSameForTheSameProgram) {
  const std::string text = pointsto::random_program(3);
  std::vector<std::uint8_t> bytes;
  for (const unsigned workers : {1U, 2U}) {
    pointsto::TextProgram world(text);
    Leavings left;
    (void)check(world.program, world.models, AnnotationNames::usual(), classes_in(text),
                {.workers = workers}, &left);
    ASSERT_FALSE(left.summaries.empty());
    if (workers == 2) {
      EXPECT_EQ(bytes, left.summaries);
    }
    bytes = left.summaries;
  }
}

// Bytes that are damaged are not a file, or one whose records are not there: nothing else happens.
TEST(SummaryForm, ReadsNothingOutsideOfDamagedBytes) {
  const std::string text = pointsto::random_program(1);
  pointsto::TextProgram world(text);
  Leavings left;
  (void)check(world.program, world.models, AnnotationNames::usual(), classes_in(text), {}, &left);
  const std::vector<std::uint8_t> whole = left.summaries;
  const std::size_t step = whole.size() / 600 + 1;
  for (std::size_t at = 0; at < whole.size(); at += step) {
    const std::vector<std::uint8_t> cut(whole.begin(),
                                        whole.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_FALSE(SummaryFile::open(cut, left.symbols)) << at;
    for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
      std::vector<std::uint8_t> damaged = whole;
      damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ flip);
      read_all(damaged, left.symbols);
      (void)find_symbols(damaged, world.program);
    }
  }
}

// From what a run left, whichever classes are looked at anew, the same is said.
TEST(Modular, SaysTheSameFromWhatARunLeft) {
  std::size_t reused = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string text = pointsto::random_program(seed);
    pointsto::TextProgram world(text);
    const AnnotationNames names = AnnotationNames::usual();
    Leavings left;
    const std::string full =
        told(check(world.program, world.models, names, classes_in(text), {}, &left));
    std::vector<ir::ClassId> changed;
    for (const Outline::ClassRow& row : left.outline.classes) {
      if (row.is_odd != 0) continue;
      changed = {row.id};
      const auto again = check_again(world.program, world.models, names, left.outline, left.symbols,
                                     left.summaries, changed, 1 + seed % 2);
      ASSERT_TRUE(again) << seed;
      ASSERT_EQ(told(*again), full) << seed;
      reused += again->analysed.counts.at(1).second < again->analysed.counts.at(0).second ? 1 : 0;
    }
  }
  EXPECT_GT(reused, 0U);
}

// Methods of as many classes, each of which calls the next; the last one writes a field and may
// call the first.
std::string ring(bool is_closed) {
  constexpr unsigned kLast = 7;
  std::string text = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
// ---- application
)";
  for (unsigned i = 0; i <= kLast; ++i) {
    const bool calls = i != kLast || is_closed;
    text += fmt::format("class app.C{} extends java.lang.Object {{\n  access public super\n", i);
    text += "  field public int number\n  method public static run(app.C7) : void {\n  b0:\n";
    text += "    %0 = parameter 0 : app.C7\n";
    if (i == kLast) text += "    %1 = const_int 1\n    put_field %0 app.C7.number : int, %1\n";
    if (calls)
      text += fmt::format("    invoke static app.C{}.run(app.C7) : void (%0)\n",
                          i == kLast ? 0 : i + 1);
    text += "    return\n  }\n}\n";
  }
  return text;
}

// Of what is more than a few calls away within a circle its members know nothing. Without the call
// that closes it they do, though the summary of the method that changed is what it was.
TEST(Modular, LooksAgainAtACircleThatAChangeHasOpened) {
  const AnnotationNames names = AnnotationNames::usual();
  for (const bool was_closed : {true, false}) {
    const std::vector<std::string> classes = classes_in(ring(was_closed));
    pointsto::TextProgram before(ring(was_closed)), after(ring(!was_closed));
    for (pointsto::TextProgram* each : {&before, &after})
      for (const std::string& name : classes) each->program.find(name);
    Leavings left, unused;
    const std::string old = told(check(before.program, before.models, names, classes, {}, &left));
    const std::string full = told(check(after.program, after.models, names, classes, {}, &unused));
    ASSERT_NE(old, full);
    const std::vector<ir::ClassId> changed = {after.program.find("app/C7")};
    const auto again = check_again(after.program, after.models, names, left.outline, left.symbols,
                                   left.summaries, changed, 1);
    ASSERT_TRUE(again);
    EXPECT_EQ(told(*again), full);
  }
}

}  // namespace
}  // namespace heddle::modular
