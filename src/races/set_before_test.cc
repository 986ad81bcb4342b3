// What is set before it is looked at, in random programs: the search that begins near where the
// program does, and keeps what it found, against a plain one through all callers.
#include "origins/set_before.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "pointsto/random_program_test_only.h"
#include "races/detection_test_only.h"

namespace heddle::races {
namespace {

using origins::OriginId;
using origins::Point;
using origins::SetBefore;
using pointsto::InstanceId;

constexpr std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
class java.lang.Thread extends java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public native start() : void
}
// ---- application
)";

constexpr std::string_view kModels = R"toml(// ---- models
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
)toml";

constexpr unsigned kMethods = 6, kFields = 2, kThreads = 2;

// One body of calls, stores, tests of fields and starts.
class RandomBody {
 public:
  RandomBody(std::mt19937& random, unsigned first_callee, std::string_view parameter)
      : random_(random), first_callee_(first_callee) {
    text_ = "  b0:\n";
    if (!parameter.empty()) add("%{} = parameter 0 : {}", at_, parameter);
  }

  std::string text(unsigned statements) {
    for (unsigned i = 0; i < statements; ++i) statement();
    return text_ + "    return\n";
  }

 private:
  unsigned any(unsigned below) { return static_cast<unsigned>(random_()) % below; }
  template <typename... Values>
  void add(std::string_view line, const Values&... values) {
    text_ += "    " + fmt::vformat(line, fmt::make_format_args(values...)) + "\n";
    ++at_;
  }
  void statement() {
    switch (any(5)) {
      case 0: return start();
      case 1: return store();
      case 2: {
        add("%{} = get_static app.S.f{} : int", at_, any(kFields));
        const unsigned unset = ++blocks_, on = ++blocks_;
        add("if equal %{} 0 then b{} else b{}", at_ - 1, unset, on);
        text_ += fmt::format("  b{}:\n", unset);
        call();
        if (any(2) == 0) store();
        add("goto b{}", on);
        text_ += fmt::format("  b{}:\n", on);
        return;
      }
      default: return call();
    }
  }
  void call() {
    if (first_callee_ < kMethods)
      add("invoke static app.S.m{}() : void ()", first_callee_ + any(kMethods - first_callee_));
  }
  void store() {
    add("%{} = const_int 1", at_);
    add("put_static app.S.f{} : int, %{}", any(kFields), at_ - 1);
  }
  void start() {
    const unsigned thread = any(kThreads), made = at_;
    add("%{} = new app.T{}", made, thread);
    add("invoke special app.T{}.<init>() : void (%{})", thread, made);
    add("invoke virtual java.lang.Thread.start() : void (%{})", made);
  }

  std::mt19937& random_;
  unsigned first_callee_;
  std::string text_;
  unsigned at_ = 0, blocks_ = 0;
};

std::string random_program(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::string text(kPlatform);
  text += "class app.Main extends java.lang.Object {\n  access public super\n";
  text +=
      "  method public static main() : void {\n" + RandomBody(random, 0, "").text(5) + "  }\n}\n";
  text += "class app.S extends java.lang.Object {\n  access public super\n";
  for (unsigned f = 0; f < kFields; ++f) text += fmt::format("  field public static int f{}\n", f);
  for (unsigned m = 0; m < kMethods; ++m)
    text += fmt::format("  method public static m{}() : void {{\n{}  }}\n", m,
                        RandomBody(random, m + 1, "").text(3));
  text += "}\n";
  for (unsigned t = 0; t < kThreads; ++t) {
    const std::string name = fmt::format("app.T{}", t);
    text += fmt::format(R"(class {0} extends java.lang.Thread {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : {0}
    return
  }}
  method public run() : void {{
{1}  }}
}}
)",
                        name, RandomBody(random, 0, name).text(2));
  }
  return text + std::string(kModels);
}

// The same by searching anew for each question, without an order.
class Plain {
 public:
  Plain(Detection& in, SetBefore& set) : in_(in), set_(set) {}

  bool never_comes(Point point, OriginId origin) {
    return !comes_to(origin).contains(point.instance) || is_dead(point, origin);
  }

 private:
  using Place = std::array<std::uint32_t, 3>;

  bool is_dead(Point point, OriginId origin) {
    return std::ranges::any_of(set_.tests_at(point), [&](const SetBefore::Test& test) {
      std::set<Place> seen;
      return is_set({.instance = point.instance, .instruction = test.read}, origin, test.cell,
                    seen);
    });
  }
  bool is_set(Point point, OriginId origin, SetBefore::Cell cell, std::set<Place>& seen) {
    const Place place{base::index(point.instance), point.instruction, base::index(origin)};
    if (!seen.insert(place).second || set_.is_set_here(point, cell)) return true;
    bool is_called = false;
    for (const origins::Call& call : in_.calls.calls_to(point.instance)) {
      if (!in_.origins.runs(origin, call.caller)) continue;
      is_called = true;
      if (!is_set({.instance = call.caller, .instruction = call.instruction}, origin, cell, seen))
        return false;
    }
    const origins::Origin& of = in_.origins[origin];
    if (std::ranges::find(of.entries, point.instance) == of.entries.end()) return is_called;
    return !of.events.empty() && std::ranges::all_of(of.events, [&](std::uint32_t event) {
      const origins::StartEvent& start = in_.origins.events()[event];
      const auto by = in_.origins.list(start.caller);
      return !by.empty() && std::ranges::all_of(by, [&](OriginId each) {
        return is_set({.instance = start.caller, .instruction = start.instruction}, each, cell,
                      seen);
      });
    });
  }
  std::set<InstanceId> comes_to(OriginId origin) {
    std::set<InstanceId> found;
    for (const InstanceId entry : in_.origins[origin].entries) go_on(entry, origin, found);
    return found;
  }
  void go_on(InstanceId id, OriginId origin, std::set<InstanceId>& found) {
    if (!found.insert(id).second) return;
    for (const origins::Call& call : in_.calls.calls_from(id))
      if (in_.origins.runs(origin, call.callee) &&
          !is_dead({.instance = id, .instruction = call.instruction}, origin))
        go_on(call.callee, origin, found);
  }

  Detection& in_;
  SetBefore& set_;
};

TEST(SetBefore, TheOrderOfTheSearchChangesNoAnswer) {
  unsigned never = 0, asked = 0;
  for (std::uint32_t seed = 1; seed <= 150; ++seed) {
    pointsto::TextProgram world(random_program(seed));
    Detection in(world);
    SetBefore set(in.calls, in.origins, in.order);
    Plain plain(in, set);
    std::vector<std::pair<Point, OriginId>> questions;
    for (std::uint32_t i = 0; i < in.calls.size(); ++i) {
      const auto id = base::id_at<InstanceId>(i);
      if (!in.calls.is_application(id)) continue;
      const auto size = static_cast<std::uint32_t>(
          in.calls.program().body(in.calls.at(id).method)->instructions.size());
      for (const OriginId origin : in.origins.list(id))
        for (std::uint32_t at = 0; at < size; ++at)
          questions.push_back({{.instance = id, .instruction = at}, origin});
    }
    std::ranges::shuffle(questions, std::mt19937(seed));
    for (const auto& [point, origin] : questions) {
      const bool is_never = set.never_comes(point, origin);
      ASSERT_EQ(is_never, plain.never_comes(point, origin)) << seed << "\n" << random_program(seed);
      never += is_never ? 1 : 0;
      ++asked;
    }
  }
  EXPECT_GT(never, asked / 100) << "of " << asked << ": too few to say anything";
}

}  // namespace
}  // namespace heddle::races
