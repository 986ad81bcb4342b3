#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/class_builder_test_only.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

std::vector<std::string> names(World& world, std::span<const ClassId> ids) {
  std::vector<std::string> result;
  for (const ClassId id : ids) result.emplace_back(world.program.name(id));
  return result;
}

std::vector<std::string> problem_texts(const World& world) {
  std::vector<std::string> result;
  for (const Problem& problem : world.program.problems())
    result.push_back(problem.what + " " + problem.why);
  std::ranges::sort(result);
  return result;
}

using Texts = std::vector<std::string>;

TEST(Hierarchy, NothingAboveIsLoadedUntilAskedFor) {
  World world;
  world.add(ClassBuilder("p/A"));
  world.add(ClassBuilder("p/B").extends("p/A"));
  const ClassId b = world.id("p/B");
  EXPECT_EQ(world.source.loads, 1);
  EXPECT_EQ(world.program.name(world.program.super(b)), "p/A");
  EXPECT_TRUE(base::is_none(world.program.super(world.program.object())));
}

TEST(Hierarchy, InterfacesAreListedAfterThoseTheyExtend) {
  World world;
  world.add(interface_builder("p/I"));
  world.add(interface_builder("p/J").implements("p/I"));
  world.add(interface_builder("p/K").implements("p/I"));
  world.add(ClassBuilder("p/A").implements("p/K"));
  world.add(ClassBuilder("p/B").extends("p/A").implements("p/J").implements("p/K"));
  EXPECT_EQ(names(world, world.program.all_interfaces(world.id("p/B"))),
            (Texts{"p/I", "p/K", "p/J"}));
  EXPECT_EQ(names(world, world.program.interfaces(world.id("p/B"))), (Texts{"p/J", "p/K"}));
}

TEST(Subtype, ClassesAndInterfaces) {
  World world;
  world.add(interface_builder("p/I"));
  world.add(interface_builder("p/J").implements("p/I"));
  world.add(ClassBuilder("p/A").implements("p/J"));
  world.add(ClassBuilder("p/B").extends("p/A"));
  world.add(ClassBuilder("p/C"));
  const auto is_subtype = [&](std::string_view sub, std::string_view super) {
    return world.program.is_subtype(world.type(sub), world.type(super));
  };
  EXPECT_TRUE(is_subtype("p/B", "p/B"));
  EXPECT_TRUE(is_subtype("p/B", "p/A"));
  EXPECT_TRUE(is_subtype("p/B", "p/I"));
  EXPECT_TRUE(is_subtype("p/J", "p/I"));
  EXPECT_TRUE(is_subtype("p/I", "java/lang/Object"));
  EXPECT_FALSE(is_subtype("p/A", "p/B"));
  EXPECT_FALSE(is_subtype("p/C", "p/I"));
  EXPECT_FALSE(is_subtype("p/I", "p/J"));
  EXPECT_FALSE(is_subtype("java/lang/Object", "p/I"));
}

TEST(Subtype, Arrays) {
  World world;
  world.add(interface_builder("p/I"));
  world.add(ClassBuilder("p/A").implements("p/I"));
  const Type object = world.type("java/lang/Object");
  const Type cloneable = world.type("java/lang/Cloneable");
  const Type serializable = world.type("java/io/Serializable");
  const Type a = world.type("p/A");
  const Type i = world.type("p/I");
  const Type ints = Type::primitive(kIntType).array();
  const Type longs = Type::primitive(kLongType).array();
  const auto is_subtype = [&](Type sub, Type super) {
    return world.program.is_subtype(sub, super);
  };

  EXPECT_TRUE(is_subtype(a.array(), i.array()));
  EXPECT_FALSE(is_subtype(i.array(), a.array()));
  EXPECT_TRUE(is_subtype(a.array().array(), i.array().array()));
  EXPECT_FALSE(is_subtype(a.array().array(), i.array()));
  EXPECT_FALSE(is_subtype(a.array(), i));
  EXPECT_FALSE(is_subtype(a, a.array()));
  for (const Type top : {object, cloneable, serializable}) {
    EXPECT_TRUE(is_subtype(ints, top));
    EXPECT_TRUE(is_subtype(a.array(), top));
    EXPECT_TRUE(is_subtype(ints.array(), top.array()));
    EXPECT_FALSE(is_subtype(ints, top.array()));
    EXPECT_FALSE(is_subtype(top, ints));
  }
  EXPECT_TRUE(is_subtype(a.array(), object.array()));
  EXPECT_FALSE(is_subtype(a.array(), cloneable.array()));
  EXPECT_TRUE(is_subtype(ints, ints));
  EXPECT_FALSE(is_subtype(ints, longs));
}

TEST(Subtype, PrimitivesAndNull) {
  World world;
  const Type object = world.type("java/lang/Object");
  const Type integer = Type::primitive(kIntType);
  const Type null = Type::primitive(kNullType);
  const auto is_subtype = [&](Type sub, Type super) {
    return world.program.is_subtype(sub, super);
  };
  EXPECT_TRUE(is_subtype(integer, integer));
  EXPECT_FALSE(is_subtype(integer, object));
  EXPECT_FALSE(is_subtype(object, integer));
  EXPECT_FALSE(is_subtype(integer, Type::primitive(kLongType)));
  EXPECT_TRUE(is_subtype(null, object));
  EXPECT_TRUE(is_subtype(null, integer.array()));
  EXPECT_FALSE(is_subtype(object, null));
  EXPECT_FALSE(is_subtype(null, integer));
}

TEST(Subtype, DeepChains) {
  World world;
  constexpr int kDepth = 300;
  world.add(ClassBuilder("p/C0"));
  for (int i = 1; i < kDepth; ++i)
    world.add(ClassBuilder("p/C" + std::to_string(i)).extends("p/C" + std::to_string(i - 1)));
  std::vector<ClassId> ids;
  ids.reserve(kDepth);
  for (int i = 0; i < kDepth; ++i) ids.push_back(world.id("p/C" + std::to_string(i)));
  for (std::size_t sub = 0; sub < ids.size(); ++sub)
    for (std::size_t super = 0; super < ids.size(); ++super)
      ASSERT_EQ(world.program.is_subtype(Type(ids[sub]), Type(ids[super])), super <= sub);
  EXPECT_TRUE(world.program.problems().empty());
}

TEST(Cycle, EachClassOnItExtendsObjectWhoeverIsAskedFirst) {
  for (const std::string_view first : {"p/A", "p/B", "p/C", "p/D"}) {
    World world;
    world.add(ClassBuilder("p/A").extends("p/B"));
    world.add(ClassBuilder("p/B").extends("p/C"));
    world.add(ClassBuilder("p/C").extends("p/A"));
    world.add(ClassBuilder("p/D").extends("p/A"));
    world.program.super(world.id(first));
    for (const std::string_view name : {"p/A", "p/B", "p/C"})
      EXPECT_EQ(world.program.super(world.id(name)), world.program.object());
    EXPECT_EQ(world.program.super(world.id("p/D")), world.id("p/A"));
    EXPECT_EQ(problem_texts(world),
              (Texts{"p.A is its own ancestor, in a circle of 3: p.A, p.B, p.C",
                     "p.B is its own ancestor, in a circle of 3: p.A, p.B, p.C",
                     "p.C is its own ancestor, in a circle of 3: p.A, p.B, p.C"}));
  }
}

TEST(Cycle, OfOneAndThroughInterfaces) {
  World world;
  world.add(ClassBuilder("p/A").extends("p/A"));
  world.add(interface_builder("p/I").implements("p/J").implements("p/K"));
  world.add(interface_builder("p/J").implements("p/I"));
  world.add(interface_builder("p/K"));
  EXPECT_EQ(world.program.super(world.id("p/A")), world.program.object());
  EXPECT_EQ(names(world, world.program.interfaces(world.id("p/I"))), Texts{"p/K"});
  EXPECT_TRUE(world.program.interfaces(world.id("p/J")).empty());
  EXPECT_EQ(problem_texts(world), (Texts{"p.A is its own ancestor, in a circle of 1: p.A",
                                         "p.I is its own ancestor, in a circle of 2: p.I, p.J",
                                         "p.J is its own ancestor, in a circle of 2: p.I, p.J"}));
}

TEST(Oddities, AreNoticedAndTolerated) {
  World world;
  world.add(interface_builder("p/I"));
  world.add(ClassBuilder("p/A"));
  world.add(ClassBuilder("p/B").extends("p/I"));
  world.add(ClassBuilder("p/C").implements("p/A"));
  world.add(interface_builder("p/J").extends("p/A"));
  world.add(ClassBuilder("p/D").extends_nothing());
  EXPECT_EQ(world.program.super(world.id("p/B")), world.program.object());
  EXPECT_TRUE(world.program.is_subtype(world.type("p/B"), world.type("p/I")));
  EXPECT_TRUE(world.program.interfaces(world.id("p/C")).empty());
  EXPECT_EQ(world.program.super(world.id("p/J")), world.program.object());
  EXPECT_EQ(world.program.super(world.id("p/D")), world.program.object());
  EXPECT_EQ(problem_texts(world),
            (Texts{"p.B has an interface as its superclass: p.I",
                   "p.C has a class among its interfaces: p.A", "p.D has no superclass",
                   "p.J is an interface and extends p.A"}));
}

TEST(Oddities, MissingAncestorsAreNotedWithWhoNamesThem) {
  World world;
  world.add(ClassBuilder("p/A").extends("p/Gone").implements("p/Lost"));
  world.program.super(world.id("p/A"));
  EXPECT_EQ(problem_texts(world), (Texts{"p.Gone is missing, the superclass of p.A",
                                         "p.Lost is missing, an interface of p.A"}));
  for (const Problem& problem : world.program.problems())
    EXPECT_EQ(problem.kind, Problem::Kind::kMissingAncestor);
  EXPECT_TRUE(world.program.is_interface(world.id("p/Lost")));
}

TEST(Oddities, EndlessHierarchiesAreCut) {
  World world;
  constexpr int kDepth = 2500;
  world.add(ClassBuilder("p/C0"));
  for (int i = 1; i < kDepth; ++i)
    world.add(ClassBuilder("p/C" + std::to_string(i)).extends("p/C" + std::to_string(i - 1)));
  world.program.super(world.id("p/C" + std::to_string(kDepth - 1)));
  ASSERT_EQ(world.program.problems().size(), 2U);
  EXPECT_EQ(problem_texts(world)[0], "p.C1024 has more than 1024 generations above it");
}

}  // namespace
}  // namespace heddle::ir
