#include "pointsto/contexts.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "pointsto/ids.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/sites.h"

namespace heddle::pointsto {
namespace {

constexpr std::string_view kProgram = R"(// ---- platform
class java.lang.Object {
  access public super
}
// ---- application
class a.B extends java.lang.Object {
  access public super
  method public static main() : void {
  b0:
    return
  }
}
)";

struct Fixture : testing::Test {
  TextProgram world{kProgram};
  SiteTable sites;
  ContextTable contexts;
  ir::MethodId main = world.entries.at(0);
  ElementId element(std::uint32_t instruction) { return contexts.call(main, instruction); }
};
using ContextsTest = Fixture;

TEST_F(ContextsTest, EqualOnesAreOne) {
  EXPECT_EQ(contexts.intern(Context{}), kEmptyContext);
  const ListId list = contexts.push(element(1), kEmptyList, 2);
  EXPECT_EQ(contexts.push(element(1), kEmptyList, 5), list);
  const ContextId local = contexts.intern(Context{.locals = list});
  EXPECT_EQ(contexts.intern(Context{.locals = list}), local);
  EXPECT_NE(contexts.intern(Context{.origins = list}), local);
}

TEST_F(ContextsTest, ListsKeepTheNewest) {
  ListId list = kEmptyList;
  for (std::uint32_t i = 0; i < 5; ++i) list = contexts.push(element(i), list, 3);
  EXPECT_EQ(contexts.elements(list), (std::vector{element(4), element(3), element(2)}));
  EXPECT_EQ(contexts.elements(contexts.truncate(list, 2)), (std::vector{element(4), element(3)}));
  EXPECT_EQ(contexts.truncate(list, 7), list);
  EXPECT_EQ(contexts.truncate(list, 0), kEmptyList);
  EXPECT_EQ(contexts.push(element(9), list, 0), kEmptyList);
}

TEST_F(ContextsTest, Names) {
  const ir::Type type(world.program.object());
  const SiteId made = sites.at(SiteKind::kNew, main, 3, type);
  const ListId origins = contexts.push(contexts.origin(made, main), kEmptyList, 1);
  const ListId locals =
      contexts.push(element(7), contexts.push(contexts.site(made), kEmptyList, 2), 2);
  const auto name = [&](ContextId id) { return contexts.name(id, sites, world.program); };
  EXPECT_EQ(name(kEmptyContext), "");
  const ContextId both = contexts.intern(Context{.origins = origins, .locals = locals});
  EXPECT_EQ(name(both), "[a.B.main()V@3!a.B.main()V | a.B.main()V@7, a.B.main()V@3]");
  EXPECT_EQ(name(contexts.intern(Context{.origins = origins})), "[a.B.main()V@3!a.B.main()V | ]");
  const ContextId model = contexts.model(both, main, 5);
  EXPECT_EQ(name(model), "[model a.B.main()V@5 of " + name(both) + "]");
  EXPECT_EQ(contexts.effective(model), both);
  EXPECT_EQ(contexts.effective(both), both);
  EXPECT_EQ(name(contexts.model(kEmptyContext, main, kModelInstruction)),
            "[model a.B.main()V@model]");
}

TEST_F(ContextsTest, NamesOfSites) {
  const ir::Type type(world.program.object());
  const auto name = [&](SiteId id) { return sites.name(id, world.program); };
  EXPECT_EQ(name(sites.at(SiteKind::kNew, main, 3, type.array(), 1)), "a.B.main()V@3/1");
  EXPECT_EQ(name(sites.at(SiteKind::kCreated, main, 3, type)), "a.B.main()V@3:java.lang.Object");
  EXPECT_EQ(name(sites.merged(type)), "merged java.lang.Object");
  EXPECT_EQ(name(sites.machine(type.array())), "vm java.lang.Object[]");
  EXPECT_EQ(name(sites.literal("x y", type)), "\"x y\"");
  EXPECT_EQ(name(sites.class_object(type.array(), type)), "class java.lang.Object[]");
  EXPECT_EQ(name(sites.methods(world.program.object(), "m", type)),
            "methods java.lang.Object.m:java.lang.Object");
  EXPECT_EQ(sites.literal("x", type), sites.literal("x", type));
  EXPECT_NE(sites.literal("x", type), sites.literal("y", type));
}

}  // namespace
}  // namespace heddle::pointsto
