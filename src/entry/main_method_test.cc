#include "entry/main_method.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/class_builder_test_only.h"
#include "ir/ids.h"
#include "ir/program.h"

namespace heddle::entry {
namespace {

using ir::Access;
using ir::ClassBuilder;
using ir::World;

constexpr std::uint32_t kPublicStatic = Access::kPublic | Access::kStatic;
constexpr const char* kArguments = "([Ljava/lang/String;)V";

class MainMethodTest : public testing::Test {
 protected:
  // "a.B.main", or why there is none.
  std::string main_of(const std::string& name) {
    const auto method = main_method(world_.program, name);
    if (!method) return method.error();
    EXPECT_EQ(world_.program.descriptor(*method), kArguments);
    return std::string(world_.program.name(world_.program.owner(*method))) + "." +
           std::string(world_.program.name(*method));
  }

  World world_;
};

TEST_F(MainMethodTest, IsDeclaredOrInherited) {
  world_.add(ClassBuilder("a/Base").method("main", kArguments, kPublicStatic));
  world_.add(ClassBuilder("a/Sub").extends("a/Base"));
  EXPECT_EQ(main_of("a.Base"), "a/Base.main");
  EXPECT_EQ(main_of("a/Base"), "a/Base.main");
  EXPECT_EQ(main_of("a.Sub"), "a/Base.main");
}

TEST_F(MainMethodTest, MayBeInAnInterfaceButIsNotInheritedFromOne) {
  world_.add(
      ClassBuilder("a/Face", ClassBuilder::kInterface).method("main", kArguments, kPublicStatic));
  world_.add(ClassBuilder("a/User").implements("a/Face"));
  EXPECT_EQ(main_of("a.Face"), "a/Face.main");
  EXPECT_EQ(main_of("a.User"), "a.User has no public static void main(String[])");
}

TEST_F(MainMethodTest, SaysWhyThereIsNone) {
  world_.add(ClassBuilder("a/Plain").method("main", "()V", kPublicStatic));
  world_.add(ClassBuilder("a/Instance").method("main", kArguments, Access::kPublic));
  world_.add(
      ClassBuilder("a/Private").method("main", kArguments, Access::kPrivate | Access::kStatic));
  world_.add(ClassBuilder("a/Torn").extends("gone/Base"));
  EXPECT_EQ(main_of("a.Gone"), "no class a.Gone in the inputs, the class path or the JDK");
  EXPECT_EQ(main_of("a.Plain"), "a.Plain has no public static void main(String[])");
  EXPECT_EQ(main_of("a.Instance"), "a.Instance.main(String[]) is not static");
  EXPECT_EQ(main_of("a.Private"), "a.Private.main(String[]) is not public");
  EXPECT_EQ(main_of("a.Torn"),
            "a.Torn has no public static void main(String[]), and a class above it is missing");
}

TEST_F(MainMethodTest, EndsInAHierarchyTiedInAKnot) {
  world_.add(ClassBuilder("k/A").extends("k/B"));
  world_.add(ClassBuilder("k/B").extends("k/A").method("main", kArguments, kPublicStatic));
  EXPECT_EQ(main_of("k.B"), "k/B.main");
  EXPECT_FALSE(main_of("k.A").empty());
}

TEST_F(MainMethodTest, OfSeveralClassesThoseThatDeclareOneInTheirOrder) {
  world_.add(ClassBuilder("a/One").method("main", kArguments, kPublicStatic));
  world_.add(ClassBuilder("a/Two").method("main", kArguments, kPublicStatic));
  world_.add(ClassBuilder("a/Sub").extends("a/One"));
  const std::vector<std::string> names = {"a/Two", "a/Gone", "a/Sub", "a/One"};
  const std::vector<ir::MethodId> found = main_methods(world_.program, names);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(world_.program.owner(found[0]), world_.id("a/Two"));
  EXPECT_EQ(world_.program.owner(found[1]), world_.id("a/One"));
}

}  // namespace
}  // namespace heddle::entry
