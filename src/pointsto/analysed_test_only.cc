#include "pointsto/analysed_test_only.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>

#include "pointsto/policy.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/reference_test_only.h"
#include "pointsto/solve.h"

namespace heddle::pointsto {

namespace {

constexpr std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public toString() : java.lang.String {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = const_string "object"
    return %1
  }
}
class java.lang.String extends java.lang.Object {
  access public super
}
class java.lang.Class extends java.lang.Object {
  access public super
  method public static native forName(java.lang.String) : java.lang.Class
  method public native newInstance() : java.lang.Object
}
class java.lang.Throwable extends java.lang.Object {
  access public super
}
class java.lang.Exception extends java.lang.Throwable {
  access public super
}
class java.lang.Runnable extends java.lang.Object {
  access public interface abstract
  method public abstract run() : void
}
class java.lang.Thread extends java.lang.Object {
  access public super
  field public java.lang.Runnable target
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    %1 = get_field %0 java.lang.Thread.target : java.lang.Runnable
    invoke interface java.lang.Runnable.run() : void (%1)
    return
  }
  method public native start() : void
  method public static native current() : java.lang.Thread
}
class util.Fun extends java.lang.Object {
  access public interface abstract
  method public abstract apply(java.lang.Object) : java.lang.Object
}
class util.Box extends java.lang.Object {
  access public super
  field public java.lang.Object item
  method public set(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : util.Box
    %1 = parameter 1 : java.lang.Object
    put_field %0 util.Box.item : java.lang.Object, %1
    return
  }
  method public static of() : util.Box {
  b0:
    %0 = new util.Box
    return %0
  }
}
)";

constexpr std::string_view kModels = R"toml(
// ---- models
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
[[method]]
name = "java.lang.Thread.current()Ljava/lang/Thread;"
operation = "current-thread"
[[method]]
name = "java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;"
operation = "class-for-name"
[[method]]
name = "java.lang.Class.newInstance()Ljava/lang/Object;"
operation = "new-instance"
[[class]]
name = "util.Box"
context = "container"
[[class]]
name = "java.lang.Thread"
context = "thread"
)toml";

constexpr std::string_view kShapes = R"(
class app.A extends java.lang.Object {
  access public super
  field public java.lang.Object f
  method public <init>() : void {
  b0:
    %0 = parameter 0 : app.A
    return
  }
  method public m(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : app.A
    %1 = parameter 1 : java.lang.Object
    return %1
  }
}
class app.B extends app.A implements java.lang.Runnable {
  access public super
  method public m(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : app.B
    %1 = parameter 1 : java.lang.Object
    return %0
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : app.B
    return
  }
}
)";

}  // namespace

Facts Analysed::run(std::string_view members, std::string_view policy, std::string_view more_models,
                    std::string_view more_classes) {
  const std::string text =
      std::string(kPlatform) + std::string(more_classes) + "// ---- application\n" +
      std::string(kShapes) + "class app.Main extends java.lang.Object {\n  access public super\n" +
      std::string(members) + "}\n" + std::string(kModels) + std::string(more_models);
  TextProgram world(text), again(text);
  Facts facts = reference_facts(world.program, world.models, world.entries, policy);
  Options options;
  options.policy = *parse_policy(policy);
  const Solved solved = solve(again.program, again.models, again.entries, options);
  EXPECT_EQ(difference(facts, facts_of(*solved.heap)), "");
  return facts;
}

std::string main_text(std::string_view body) {
  constexpr std::string_view kReturn = "    return\n";
  std::string reads;
  for (std::size_t at = body.find("    %"); at != std::string_view::npos;
       at = body.find("    %", at + 1)) {
    const std::string_view value = body.substr(at + 4, body.find(' ', at + 4) - at - 4);
    const std::string_view rest = body.substr(at + 4 + value.size());
    // Only the first and the last block's are made on every path to the end.
    const bool is_made = at < body.find("\n  b") || at > body.rfind("\n  b") + 1;
    if (is_made && !rest.starts_with(" = const_int"))
      reads += fmt::format("    %9{} = instance_of {} app.A\n", value.substr(1), value);
  }
  std::string text(body);
  text.insert(text.rfind(kReturn), reads);
  return "  method public static main() : void {\n  b0:\n" + text + "  }\n";
}

}  // namespace heddle::pointsto
