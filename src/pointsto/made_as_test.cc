// What a class object is wanted for, told by the lines that use it.
#include "pointsto/made_as.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "pointsto/random_program_test_only.h"

namespace heddle::pointsto {
namespace {

constexpr std::string_view kProgram = R"(// ---- platform
class java.lang.Object {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }}
}}
class java.lang.Class extends java.lang.Object {{
  access public super
  method public native newInstance() : java.lang.Object
  method public native getName() : java.lang.Object
  method public native getMethods() : java.lang.Object
}}
// ---- application
class app.Codec extends java.lang.Object {{
  access public super
  field public static java.lang.Object kept
  method public static main() : void {{
  b0:
    return
  }}
  method public static make(java.lang.Class) : void {{
  b0:
    %0 = parameter 0 : java.lang.Class
{}    return
  }}
}}
)";

constexpr std::string_view kMake =
    "    %1 = invoke virtual java.lang.Class.newInstance() : java.lang.Object (%0)\n";

// The types that are told of the parameter.
std::vector<std::string> told(std::string_view lines) {
  TextProgram world(fmt::format(kProgram, lines));
  ir::Program& program = world.program;
  std::vector<std::string> names;
  const ir::ClassId codec = program.find("app/Codec");
  for (std::uint32_t m = 0; m < program.method_count(codec); ++m) {
    const auto method = base::id_at<ir::MethodId>(base::index(program.first_method(codec)) + m);
    if (program.name(method) != "make") continue;
    for (const ir::Type type :
         made_as(program, program.owner(method), *program.body(method), ir::ValueId{0}))
      names.emplace_back(program.name(type.class_id()));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(MadeAs, IsWhatTheInstanceIsCastTo) {
  EXPECT_EQ(told(fmt::format("{}    %2 = check_cast %1 app.Codec\n", kMake)), Names{"app/Codec"});
}

TEST(MadeAs, ANameSaysNothing) {
  EXPECT_EQ(told(fmt::format("{}    %2 = check_cast %1 app.Codec\n"
                             "    %3 = invoke virtual java.lang.Class.getName() : "
                             "java.lang.Object (%0)\n",
                             kMake)),
            Names{"app/Codec"});
}

TEST(MadeAs, AnythingIfItIsKeptUncast) {
  EXPECT_EQ(told(fmt::format("{}    %2 = check_cast %1 app.Codec\n"
                             "    put_static app.Codec.kept : java.lang.Object, %1\n",
                             kMake)),
            Names{});
}

TEST(MadeAs, AnythingIfTheClassIsAskedForMore) {
  EXPECT_EQ(told(fmt::format("{}    %2 = check_cast %1 app.Codec\n"
                             "    %3 = invoke virtual java.lang.Class.getMethods() : "
                             "java.lang.Object (%0)\n",
                             kMake)),
            Names{});
}

TEST(MadeAs, ACastToObjectSaysNothing) {
  EXPECT_EQ(told(fmt::format("{}    %2 = check_cast %1 java.lang.Object\n", kMake)), Names{});
}

}  // namespace
}  // namespace heddle::pointsto
