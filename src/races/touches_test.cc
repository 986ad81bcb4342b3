// What calls on library objects touch: once for all calls of the same objects.
#include "races/touches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "pointsto/random_program_test_only.h"
#include "races/detection_test_only.h"

namespace heddle::races {
namespace {

using base::index;
using pointsto::InstanceId;

// Two iterators of one list, either of which `run` and `main` call.
constexpr std::string_view kProgram = R"(// ---- platform
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
class java.util.List extends java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.util.List
    return
  }
}
class java.util.Iterator extends java.lang.Object {
  access public super
  field public java.util.List whole
  method public <init>(java.util.List) : void {
  b0:
    %0 = parameter 0 : java.util.Iterator
    %1 = parameter 1 : java.util.List
    put_field %0 java.util.Iterator.whole : java.util.List, %1
    return
  }
  method public next() : void {
  b0:
    %0 = parameter 0 : java.util.Iterator
    return
  }
  method public remove() : void {
  b0:
    %0 = parameter 0 : java.util.Iterator
    return
  }
}
// ---- application
class app.Main extends java.lang.Object {
  access public super
  field public static java.util.Iterator any
  method public static main() : void {
  b0:
    %0 = new java.util.List
    invoke special java.util.List.<init>() : void (%0)
    %2 = new java.util.Iterator
    invoke special java.util.Iterator.<init>(java.util.List) : void (%2, %0)
    put_static app.Main.any : java.util.Iterator, %2
    %5 = new java.util.Iterator
    invoke special java.util.Iterator.<init>(java.util.List) : void (%5, %0)
    put_static app.Main.any : java.util.Iterator, %5
    %8 = new app.T
    invoke special app.T.<init>() : void (%8)
    invoke virtual java.lang.Thread.start() : void (%8)
    %11 = get_static app.Main.any : java.util.Iterator
    invoke virtual java.util.Iterator.next() : void (%11)
    %13 = get_static app.Main.any : java.util.Iterator
    invoke virtual java.util.Iterator.next() : void (%13)
    return
  }
}
class app.T extends java.lang.Thread {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : app.T
    return
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : app.T
    %1 = get_static app.Main.any : java.util.Iterator
    invoke virtual java.util.Iterator.remove() : void (%1)
    return
  }
}
// ---- models
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]

[[object]]
class = ["java.util.List"]
otherwise = "mutates"

[[object]]
class = ["java.util.Iterator"]
otherwise = "mutates"
part-of = ["java.util.Iterator.whole"]
changes-whole = ["remove"]
)";

struct Call {
  const pointsto::ObjectSet* on = nullptr;
  ir::MethodId method{};
};

// Virtual calls of that name by the application.
std::vector<Call> calls_of(Detection& in, std::string_view name) {
  std::vector<Call> found;
  ir::Program& program = in.calls.program();
  for (std::uint32_t i = 0; i < in.calls.size(); ++i) {
    const auto id = base::id_at<InstanceId>(i);
    if (!in.calls.is_application(id)) continue;
    const ir::MethodId method = in.calls.at(id).method;
    const ir::Body& body = *program.body(method);
    for (const ir::Instruction& invoke : body.instructions) {
      if (invoke.opcode != ir::Opcode::kInvoke) continue;
      const ir::MethodId called = in.facts.resolved(program.owner(method), invoke);
      if (program.name(called) == name)
        found.push_back({&in.calls.heap().value(id, body.values(invoke)[0]), called});
    }
  }
  return found;
}

TEST(Touches, OfBothIteratorsTheListIsOne) {
  pointsto::TextProgram world(kProgram);
  Detection in(world);
  Touches touches(in.calls, in.facts);
  const std::vector<Call> next = calls_of(in, "next"), remove = calls_of(in, "remove");
  ASSERT_EQ(next.size(), 2U);
  ASSERT_EQ(remove.size(), 1U);
  const auto* first = touches.of(*next[0].on, next[0].method, ir::Invocation::kVirtual);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first, touches.of(*next[1].on, next[1].method, ir::Invocation::kVirtual));
  ASSERT_EQ(first->size(), 3U);  // two iterators and the list
  EXPECT_EQ(std::ranges::count(*first, true, &Touches::Touch::is_whole), 1);
  const auto* changed = touches.of(*remove[0].on, remove[0].method, ir::Invocation::kVirtual);
  ASSERT_NE(changed, nullptr);
  const auto whole = std::ranges::find(*changed, true, &Touches::Touch::is_whole);
  ASSERT_NE(whole, changed->end());
  EXPECT_TRUE(whole->writes);
  EXPECT_FALSE(std::ranges::find(*first, true, &Touches::Touch::is_whole)->writes);
}

TEST(Touches, AnAccessIsFiledOnce) {
  pointsto::TextProgram world(kProgram);
  Detection in(world);
  ASSERT_FALSE(in.accesses.locations().empty());
  bool is_list_met = false;
  for (const Location& location : in.accesses.locations()) {
    const std::set<std::uint32_t> once(location.accesses.begin(), location.accesses.end());
    EXPECT_EQ(once.size(), location.accesses.size());
    if (location.subject.kind != Subject::Kind::kState) continue;
    const ir::Type type = in.calls.heap().type(location.object);
    is_list_met |= in.calls.program().name(type.class_id()) == "java/util/List" &&
                   location.accesses.size() == 3;
  }
  EXPECT_TRUE(is_list_met);
}

}  // namespace
}  // namespace heddle::races
