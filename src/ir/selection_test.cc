// One test for each rule of JVMS 17, 5.4.5 and 5.4.6, and for what 6.5.invokevirtual and
// 6.5.invokeinterface say of the result.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/class.h"
#include "ir/class_builder_test_only.h"
#include "ir/ids.h"
#include "ir/instruction.h"

namespace heddle::ir {
namespace {

constexpr std::uint32_t kAbstractMethod = Access::kPublic | Access::kAbstract;

class SelectionTest : public testing::Test {
 protected:
  // What m()V of `declaring` is on an object of class `receiver`.
  std::string select(std::string_view receiver, std::string_view declaring,
                     Invocation invocation = Invocation::kVirtual) {
    const MethodId resolved = world_.program.declared_method(world_.id(declaring), "m", "()V");
    return world_.text(world_.program.select(world_.id(receiver), resolved, invocation));
  }

  World world_;
};

TEST_F(SelectionTest, TheLowestOverridingMethod) {
  world_.add(ClassBuilder("p/A").method("m", "()V"));
  world_.add(ClassBuilder("p/B").extends("p/A").method("m", "()V"));
  world_.add(ClassBuilder("p/C").extends("p/B"));
  EXPECT_EQ(select("p/C", "p/A"), "p/B.m()V found");
  EXPECT_EQ(select("p/A", "p/A"), "p/A.m()V found");
}

TEST_F(SelectionTest, PrivateMethodsAreNeitherOverriddenNorOverriding) {
  world_.add(ClassBuilder("p/A").method("m", "()V", Access::kPrivate));
  world_.add(ClassBuilder("p/B").extends("p/A").method("m", "()V"));
  world_.add(ClassBuilder("p/C").extends("p/B").method("m", "()V", Access::kPrivate));
  EXPECT_EQ(select("p/C", "p/A"), "p/A.m()V found");
  EXPECT_EQ(select("p/C", "p/B"), "p/B.m()V found");
}

TEST_F(SelectionTest, StaticMethodsDoNotOverride) {
  world_.add(ClassBuilder("p/A").method("m", "()V"));
  world_.add(
      ClassBuilder("p/B").extends("p/A").method("m", "()V", Access::kPublic | Access::kStatic));
  EXPECT_EQ(select("p/B", "p/A"), "p/A.m()V found");
}

TEST_F(SelectionTest, PackagePrivateIsOverriddenFromItsPackage) {
  world_.add(ClassBuilder("p/A").method("m", "()V", 0));
  world_.add(ClassBuilder("q/B").extends("p/A").method("m", "()V"));
  world_.add(ClassBuilder("p/C").extends("q/B").method("m", "()V", 0));
  EXPECT_EQ(select("q/B", "p/A"), "p/A.m()V found");
  EXPECT_EQ(select("p/C", "p/A"), "p/C.m()V found");
  EXPECT_EQ(select("p/C", "q/B"), "p/C.m()V found");
}

TEST_F(SelectionTest, PackagePrivateIsOverriddenThroughAnother) {
  world_.add(ClassBuilder("p/A").method("m", "()V", 0));
  world_.add(ClassBuilder("p/B").extends("p/A").method("m", "()V"));
  world_.add(ClassBuilder("q/C").extends("p/B").method("m", "()V"));
  EXPECT_EQ(select("q/C", "p/A"), "q/C.m()V found");
}

TEST_F(SelectionTest, ThroughAProtectedOneOfAThirdPackageOnlyIfThatOverrides) {
  world_.add(ClassBuilder("p/A").method("m", "()V", 0));
  world_.add(ClassBuilder("q/B").extends("p/A").method("m", "()V", Access::kProtected));
  world_.add(ClassBuilder("r/C").extends("q/B").method("m", "()V"));
  EXPECT_EQ(select("r/C", "p/A"), "p/A.m()V found");
  EXPECT_EQ(select("r/C", "q/B"), "r/C.m()V found");
}

TEST_F(SelectionTest, DefaultIfNoClassHasIt) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(interface_builder("p/J").implements("p/I").method("m", "()V"));
  world_.add(ClassBuilder("p/A").implements("p/J").implements("p/I"));
  EXPECT_EQ(select("p/A", "p/I", Invocation::kInterface), "p/J.m()V found");
}

TEST_F(SelectionTest, AnAbstractMethodOfAClassBeatsADefault) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(ClassBuilder("p/A").method("m", "()V", kAbstractMethod));
  world_.add(ClassBuilder("p/B").extends("p/A").implements("p/I"));
  EXPECT_EQ(select("p/B", "p/I", Invocation::kInterface), "p/A.m()V abstract");
}

TEST_F(SelectionTest, AReabstractedDefault) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(interface_builder("p/J").implements("p/I").method("m", "()V", kAbstractMethod));
  world_.add(ClassBuilder("p/A").implements("p/J"));
  EXPECT_EQ(select("p/A", "p/I", Invocation::kInterface), "none abstract");
}

TEST_F(SelectionTest, OneDefaultAmongUnrelatedAbstractMethods) {
  world_.add(interface_builder("p/I").method("m", "()V", kAbstractMethod));
  world_.add(interface_builder("p/J").method("m", "()V"));
  world_.add(ClassBuilder("p/A").implements("p/I").implements("p/J"));
  EXPECT_EQ(select("p/A", "p/I", Invocation::kInterface), "p/J.m()V found");
}

TEST_F(SelectionTest, ConflictingDefaults) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(interface_builder("p/J").method("m", "()V"));
  world_.add(ClassBuilder("p/A").implements("p/I").implements("p/J"));
  EXPECT_EQ(select("p/A", "p/I", Invocation::kInterface), "none incompatible");
}

TEST_F(SelectionTest, InterfaceCallsNeedAPublicMethod) {
  world_.add(interface_builder("p/I").method("m", "()V", kAbstractMethod));
  world_.add(ClassBuilder("p/A").implements("p/I").method("m", "()V", Access::kProtected));
  EXPECT_EQ(select("p/A", "p/I", Invocation::kInterface), "p/A.m()V illegal access");
  EXPECT_EQ(select("p/A", "p/I", Invocation::kVirtual), "p/A.m()V found");
}

TEST_F(SelectionTest, PrivateMethodOfAnInterface) {
  world_.add(interface_builder("p/I").method("m", "()V", Access::kPrivate));
  world_.add(ClassBuilder("p/A").implements("p/I").method("m", "()V"));
  EXPECT_EQ(select("p/A", "p/I", Invocation::kInterface), "p/I.m()V found");
}

TEST_F(SelectionTest, TheReceiverMustImplementTheInterface) {
  world_.add(interface_builder("p/I").method("m", "()V", kAbstractMethod));
  world_.add(ClassBuilder("p/A").method("m", "()V"));
  EXPECT_EQ(select("p/A", "p/I", Invocation::kInterface), "none incompatible");
}

TEST_F(SelectionTest, BridgesAreOrdinaryMethods) {
  world_.add(ClassBuilder("p/A").method("m", "()Ljava/lang/Object;").method("m", "()V"));
  world_.add(ClassBuilder("p/B").extends("p/A").method(
      "m", "()V", Access::kPublic | Access::kBridge | Access::kSynthetic));
  EXPECT_EQ(select("p/B", "p/A"), "p/B.m()V found");
}

}  // namespace
}  // namespace heddle::ir
