// Random programs in which almost everybody calls everybody. One class becomes another one: what is
// made of the old summaries is what is made from the start.
#include "modular/circle.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "modular/annotations.h"
#include "modular/check.h"
#include "modular/class_names_test_only.h"
#include "modular/engine.h"
#include "modular/summary_file.h"
#include "origins/facts.h"
#include "pointsto/random_program_test_only.h"

namespace heddle::modular {
namespace {

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 60;
#else
constexpr std::uint64_t kPrograms = 1500;
#endif

constexpr unsigned kClasses = 6, kMethods = 3;

constexpr std::string_view kNode = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
// ---- application
class app.Node extends java.lang.Object {
  access public super
  field public int number
  field public app.Node next
  field public app.Node other
  field public static app.Node known
  method public <init>() : void {
  b0:
    %0 = parameter 0 : app.Node
    invoke special java.lang.Object.<init>() : void (%0)
    return
  }
}
)";

// One class of methods that call each other and those of other classes.
class ClassWriter {
 public:
  explicit ClassWriter(std::uint64_t seed) : random_(seed) {}

  std::string write(unsigned number) {
    std::string text =
        fmt::format("class app.C{} extends java.lang.Object {{\n  access public super\n", number);
    for (unsigned i = 0; i < kMethods; ++i) text += method(i);
    return text + "}\n";
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  const std::string& any() { return hand_[below(static_cast<unsigned>(hand_.size()))]; }
  std::string link() { return below(2) == 0 ? "next" : "other"; }
  std::string value(std::string_view text) {
    body_ += fmt::format("    %{} = {}\n", next_, text);
    return fmt::format("%{}", next_++);
  }
  void effect(std::string_view text) {
    body_ += fmt::format("    {}\n", text);
    ++next_;
  }

  std::string method(unsigned number) {
    body_.clear();
    hand_.clear();
    next_ = 0;
    for (unsigned i = 0; i < 2; ++i)
      hand_.push_back(value(fmt::format("parameter {} : app.Node", i)));
    for (unsigned left = 1 + below(6); left != 0; --left) grow();
    effect("return " + any());
    return fmt::format(
        "  method public static {}m{}(app.Node, app.Node) : app.Node {{\n  b0:\n{}  }}\n",
        below(6) == 0 ? "synchronized " : "", number, body_);
  }

  void grow() {
    switch (below(12)) {
      case 0:
        hand_.push_back(value("new app.Node"));
        effect(fmt::format("invoke special app.Node.<init>() : void ({})", hand_.back()));
        break;
      case 1:
        hand_.push_back(value(fmt::format("get_field {} app.Node.{} : app.Node", any(), link())));
        break;
      case 2: hand_.push_back(value("get_static app.Node.known : app.Node")); break;
      case 3:
        effect(fmt::format("put_field {} app.Node.{} : app.Node, {}", any(), link(), any()));
        break;
      case 4: effect(fmt::format("put_static app.Node.known : app.Node, {}", any())); break;
      case 5: {
        const std::string one = value("const_int 1 : int");
        effect(fmt::format("put_field {} app.Node.number : int, {}", any(), one));
        break;
      }
      case 6: effect("monitor_enter " + any()); break;
      case 7: effect("monitor_exit " + any()); break;
      default:
        hand_.push_back(
            value(fmt::format("invoke static app.C{}.m{}(app.Node, app.Node) : app.Node ({}, {})",
                              below(kClasses), below(kMethods), any(), any())));
    }
  }

  std::mt19937_64 random_;
  std::string body_;
  std::vector<std::string> hand_;
  unsigned next_ = 0;
};

struct Edit {
  std::string before, after;
  unsigned changed = 0;  // class
};

Edit random_edit(std::uint64_t seed) {
  Edit edit{.before = std::string(kNode), .after = std::string(kNode)};
  edit.changed = static_cast<unsigned>(seed % kClasses);
  for (unsigned i = 0; i < kClasses; ++i) {
    const std::string text = ClassWriter(seed * 100 + i).write(i);
    edit.before += text;
    edit.after += i == edit.changed ? ClassWriter(seed * 100 + kClasses).write(i) : text;
  }
  return edit;
}

// A program of text, and all of its summaries.
struct World {
  explicit World(const std::string& text) : program(text), facts(program.program, program.models) {
    for (const std::string& name : classes_in(text)) program.program.find(name);
  }
  pointsto::TextProgram program;
  origins::Facts facts;
};

struct Counts {
  std::size_t compared = 0, changed = 0, left_alone = 0, given_up = 0;
};

// The summary of a method from what an earlier run left, wherever it is now.
std::optional<Summary> summary(const Engine& engine, const SummaryFile& before, std::size_t at) {
  const Summary* made = engine.summary(engine.code().methods()[at]);
  return made != nullptr ? std::optional(*made) : before.summary(at);
}

void compare(const Edit& edit, std::uint64_t seed, Counts& counts) {
  const AnnotationNames names = AnnotationNames::usual();
  const std::vector<std::string> classes = classes_in(edit.before);
  World before(edit.before), after(edit.after);
  Leavings left;
  (void)check(before.program.program, before.program.models, names, classes, {}, &left);
  const Code all(after.program.program, after.program.models, after.facts, names, classes);
  const Engine full(all, 1);
  const auto file = SummaryFile::open(left.summaries, left.symbols);
  ASSERT_TRUE(file) << seed;
  const std::vector<ir::ClassId> changed = {
      after.program.program.find(fmt::format("app/C{}", edit.changed))};
  Code code(after.program.program, after.program.models, after.facts, names, left.outline, changed);
  if (code.is_too_different()) {
    ++counts.given_up;
    return;
  }
  const Engine again(code, left.outline, *file, 1);
  ASSERT_FALSE(again.is_broken()) << seed;
  for (std::size_t i = 0; i < file->size(); ++i) {
    const ir::MethodId method = code.methods()[i];
    const auto made = summary(again, *file, i);
    // Nobody calls it.
    if (!made) continue;
    ASSERT_EQ(*made, *full.summary(method)) << seed << ' ' << code.program().name(method);
    const auto was = file->summary(i);
    ++counts.compared;
    counts.changed += was && *was != *made ? 1 : 0;
  }
  counts.left_alone += file->size() - again.reanalysed();
}

TEST(Circle, IsLookedAtAgainInPartAsIfFromTheStart) {
  Counts counts;
  for (std::uint64_t seed = 0; seed < kPrograms && !HasFatalFailure(); ++seed)
    compare(random_edit(seed), seed, counts);
  EXPECT_GT(counts.changed, counts.compared / 20);
  EXPECT_GT(counts.left_alone, counts.compared / 20);
  EXPECT_LT(counts.given_up, kPrograms / 2);
}

// Reads nothing outside of what is there, and does not go on for ever (under ASan: at all).
TEST(Circle, EndsOnWhatIsDamaged) {
  const Edit edit = random_edit(1);
  const AnnotationNames names = AnnotationNames::usual();
  World world(edit.before);
  Leavings left;
  (void)check(world.program.program, world.program.models, names, classes_in(edit.before), {},
              &left);
  const std::size_t step = left.summaries.size() / 800 + 1;
  const std::vector<ir::ClassId> changed = {world.program.program.find("app/C1")};
  for (std::size_t at = 0; at < left.summaries.size(); at += step) {
    for (const unsigned flip : {0x01U, 0x7EU}) {
      std::vector<std::uint8_t> damaged = left.summaries;
      damaged[at] = static_cast<std::uint8_t>(damaged[at] ^ flip);
      // Whatever is said then, it ends.
      (void)check_again(world.program.program, world.program.models, names, left.outline,
                        left.symbols, damaged, changed, 1);
    }
  }
}

}  // namespace
}  // namespace heddle::modular
