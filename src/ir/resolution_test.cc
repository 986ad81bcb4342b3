// One test for each rule of JVMS 17, 5.4.3.2, 5.4.3.3, 5.4.3.4, 5.4.4 and 6.5.invokespecial. The
// classes of each are added to a world, then asked about from p/User or the class named.
#include "ir/resolution.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "ir/class.h"
#include "ir/class_builder_test_only.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/symbols.h"

namespace heddle::ir {
namespace {

constexpr std::uint32_t kAbstractMethod = Access::kPublic | Access::kAbstract;

// A world and a class that refers to its classes, `p/User` unless another is given.
class ResolutionTest : public testing::Test {
 protected:
  std::string field(std::string_view owner, bool static_access) {
    return field_from(ClassBuilder("p/User"), owner, static_access);
  }
  std::string field_from(ClassBuilder user, std::string_view owner, bool static_access) {
    const FieldRef ref = user.names_field(owner, "f", "I");
    return world_.text(world_.program.resolve_field(add(user), ref, static_access));
  }
  std::string method(std::string_view owner, Invocation invocation) {
    return method_from(ClassBuilder("p/User"), owner, invocation);
  }
  std::string method_from(ClassBuilder user, std::string_view owner, Invocation invocation) {
    const MethodRef ref =
        user.names_method(owner, "m", "()V", invocation == Invocation::kInterface);
    return world_.text(world_.program.resolve_method(add(user), ref, invocation));
  }
  std::string special_from(ClassBuilder user, std::string_view owner, bool is_interface = false) {
    const MethodRef ref = user.names_method(owner, "m", "()V", is_interface);
    return world_.text(world_.program.special_target(add(user), ref));
  }
  ClassId add(ClassBuilder& user) {
    std::unique_ptr<Class> code = user.build();
    const std::string name(code->name());
    world_.source.add(std::move(code));
    return world_.id(name);
  }

  World world_;
};

// --- fields --------------------------------------------------------------------------------------

using FieldResolution = ResolutionTest;

TEST_F(FieldResolution, ClassThenInterfacesThenSuperclass) {
  world_.add(ClassBuilder("p/A").field("f", "I"));
  world_.add(interface_builder("p/I").field("f", "I", Access::kPublic | Access::kStatic));
  world_.add(interface_builder("p/J").implements("p/I"));
  world_.add(ClassBuilder("p/B").extends("p/A").implements("p/J"));
  world_.add(ClassBuilder("p/C").extends("p/B").field("f", "J"));
  EXPECT_EQ(field("p/B", true), "p/I.f found");
}

TEST_F(FieldResolution, TheTypeCounts) {
  world_.add(ClassBuilder("p/A").field("f", "I"));
  world_.add(ClassBuilder("p/B").extends("p/A").field("f", "J").field("f", "[I"));
  EXPECT_EQ(field("p/B", false), "p/A.f found");
}

TEST_F(FieldResolution, MissingAndWrongStaticness) {
  world_.add(ClassBuilder("p/A").field("f", "I"));
  world_.add(ClassBuilder("p/B"));
  EXPECT_EQ(field("p/A", true), "p/A.f incompatible");
  EXPECT_EQ(field_from(ClassBuilder("p/User2"), "p/B", false), "none missing");
}

TEST_F(FieldResolution, AccessIsCheckedBeforeStaticness) {
  world_.add(ClassBuilder("q/A").field("f", "I", 0));
  EXPECT_EQ(field("q/A", true), "q/A.f illegal access");
}

// --- access --------------------------------------------------------------------------------------

using AccessRules = ResolutionTest;

TEST_F(AccessRules, ClassesThatAreNotPublicAreOfTheirPackage) {
  world_.add(ClassBuilder("q/A", Access::kSuper).field("f", "I"));
  EXPECT_EQ(field("q/A", false), "q/A.f illegal access");
  EXPECT_EQ(field_from(ClassBuilder("q/User"), "q/A", false), "q/A.f found");
}

TEST_F(AccessRules, PackagePrivate) {
  world_.add(ClassBuilder("q/A").method("m", "()V", 0));
  EXPECT_EQ(method("q/A", Invocation::kVirtual), "q/A.m()V illegal access");
  EXPECT_EQ(method_from(ClassBuilder("q/User"), "q/A", Invocation::kVirtual), "q/A.m()V found");
}

TEST_F(AccessRules, PackagesAreNotNested) {
  world_.add(ClassBuilder("p/q/A").method("m", "()V", 0));
  EXPECT_EQ(method("p/q/A", Invocation::kVirtual), "p/q/A.m()V illegal access");
}

TEST_F(AccessRules, ProtectedThroughOnesOwnLine) {
  world_.add(ClassBuilder("q/A").method("m", "()V", Access::kProtected));
  world_.add(ClassBuilder("p/Below").extends("p/User"));
  world_.add(ClassBuilder("p/Beside").extends("q/A"));
  const auto user = [] {
    ClassBuilder builder("p/User");
    builder.extends("q/A");
    return builder;
  };
  ClassBuilder from = user();
  const MethodRef above = from.names_method("q/A", "m", "()V");
  const MethodRef self = from.names_method("p/User", "m", "()V");
  const MethodRef below = from.names_method("p/Below", "m", "()V");
  const MethodRef beside = from.names_method("p/Beside", "m", "()V");
  const ClassId id = add(from);
  for (const MethodRef ref : {above, self, below})
    EXPECT_EQ(world_.text(world_.program.resolve_method(id, ref, Invocation::kVirtual)),
              "q/A.m()V found");
  EXPECT_EQ(world_.text(world_.program.resolve_method(id, beside, Invocation::kVirtual)),
            "q/A.m()V illegal access");
}

TEST_F(AccessRules, ProtectedStaticThroughAnyLine) {
  world_.add(ClassBuilder("q/A").method("m", "()V", Access::kProtected | Access::kStatic));
  world_.add(ClassBuilder("p/Beside").extends("q/A"));
  ClassBuilder user("p/User");
  user.extends("q/A");
  EXPECT_EQ(method_from(std::move(user), "p/Beside", Invocation::kStatic), "q/A.m()V found");
  EXPECT_EQ(method_from(ClassBuilder("p/Stranger"), "p/Beside", Invocation::kStatic),
            "q/A.m()V illegal access");
}

TEST_F(AccessRules, PrivateWithinTheNest) {
  world_.add(ClassBuilder("p/Host").nest_member("p/Host$A").nest_member("p/Host$B"));
  world_.add(ClassBuilder("p/Host$A").nest_host("p/Host").method("m", "()V", Access::kPrivate));
  ClassBuilder mate("p/Host$B");
  mate.nest_host("p/Host");
  EXPECT_EQ(method_from(std::move(mate), "p/Host$A", Invocation::kVirtual), "p/Host$A.m()V found");
  ClassBuilder liar("p/Host$C");  // the host does not know it
  liar.nest_host("p/Host");
  EXPECT_EQ(method_from(std::move(liar), "p/Host$A", Invocation::kVirtual),
            "p/Host$A.m()V illegal access");
  EXPECT_EQ(method("p/Host$A", Invocation::kVirtual), "p/Host$A.m()V illegal access");
}

TEST_F(AccessRules, ANestIsInOnePackageAndItsHostIsThere) {
  world_.add(ClassBuilder("q/Host").nest_member("p/A").nest_member("p/User"));
  world_.add(ClassBuilder("p/A").nest_host("q/Host").method("m", "()V", Access::kPrivate));
  world_.add(ClassBuilder("p/B").nest_host("p/Gone").method("m", "()V", Access::kPrivate));
  ClassBuilder user("p/User");
  user.nest_host("q/Host");
  EXPECT_EQ(method_from(std::move(user), "p/A", Invocation::kVirtual), "p/A.m()V illegal access");
  ClassBuilder orphan("p/Orphan");
  orphan.nest_host("p/Gone");
  EXPECT_EQ(method_from(std::move(orphan), "p/B", Invocation::kVirtual), "p/B.m()V illegal access");
}

// --- methods -------------------------------------------------------------------------------------

using MethodResolution = ResolutionTest;

TEST_F(MethodResolution, SuperclassBeforeInterface) {
  world_.add(ClassBuilder("p/A").method("m", "()V", kAbstractMethod));
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(ClassBuilder("p/B").extends("p/A").implements("p/I"));
  EXPECT_EQ(method("p/B", Invocation::kVirtual), "p/A.m()V found");
}

TEST_F(MethodResolution, PrivateMethodOfASuperclassIsFoundAndRefused) {
  world_.add(ClassBuilder("p/A").method("m", "()V"));
  world_.add(ClassBuilder("p/B").extends("p/A").method("m", "()V", Access::kPrivate));
  world_.add(ClassBuilder("p/C").extends("p/B"));
  EXPECT_EQ(method("p/C", Invocation::kVirtual), "p/B.m()V illegal access");
}

TEST_F(MethodResolution, TheOneConcreteMaximallySpecificMethod) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(interface_builder("p/J").implements("p/I").method("m", "()V"));
  world_.add(interface_builder("p/K").method("m", "()V", kAbstractMethod));
  world_.add(ClassBuilder("p/A").implements("p/I").implements("p/J").implements("p/K"));
  EXPECT_EQ(method("p/A", Invocation::kVirtual), "p/J.m()V found");
}

TEST_F(MethodResolution, AnyOneIfThatIsAmbiguous) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(interface_builder("p/J").method("m", "()V"));
  world_.add(ClassBuilder("p/A").implements("p/I").implements("p/J"));
  EXPECT_EQ(method("p/A", Invocation::kVirtual), "p/I.m()V found");
}

TEST_F(MethodResolution, StaticAndPrivateMethodsOfInterfacesAreNotInherited) {
  world_.add(interface_builder("p/I").method("m", "()V", Access::kPublic | Access::kStatic));
  world_.add(interface_builder("p/J").method("m", "()V", Access::kPrivate));
  world_.add(interface_builder("p/K").implements("p/I").implements("p/J"));
  world_.add(ClassBuilder("p/A").implements("p/K"));
  EXPECT_EQ(method("p/A", Invocation::kStatic), "none missing");
  EXPECT_EQ(method_from(ClassBuilder("p/User2"), "p/A", Invocation::kVirtual), "none missing");
  EXPECT_EQ(method_from(ClassBuilder("p/User3"), "p/K", Invocation::kInterface), "none missing");
  ClassBuilder user("p/User4");
  const MethodRef ref = user.names_method("p/I", "m", "()V", true);
  EXPECT_EQ(world_.text(world_.program.resolve_method(add(user), ref, Invocation::kStatic)),
            "p/I.m()V found");
}

TEST_F(MethodResolution, AStaticMethodDoesNotHideTheDefaultAbove) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(interface_builder("p/J").implements("p/I").method("m", "()V",
                                                               Access::kPublic | Access::kStatic));
  world_.add(ClassBuilder("p/A").implements("p/J"));
  EXPECT_EQ(method("p/A", Invocation::kVirtual), "p/I.m()V found");
  EXPECT_EQ(method_from(ClassBuilder("p/User2"), "p/J", Invocation::kInterface),
            "p/J.m()V incompatible");
}

TEST_F(MethodResolution, WrongStaticness) {
  world_.add(ClassBuilder("p/A").method("m", "()V", Access::kPublic | Access::kStatic));
  world_.add(ClassBuilder("p/B").method("m", "()V"));
  EXPECT_EQ(method("p/A", Invocation::kVirtual), "p/A.m()V incompatible");
  EXPECT_EQ(method_from(ClassBuilder("p/User2"), "p/B", Invocation::kStatic),
            "p/B.m()V incompatible");
}

TEST_F(MethodResolution, ClassReferenceToAnInterfaceAndTheReverse) {
  world_.add(ClassBuilder("p/A").method("m", "()V"));
  world_.add(interface_builder("p/I").method("m", "()V"));
  EXPECT_EQ(method("p/I", Invocation::kVirtual), "p/I.m()V incompatible");
  EXPECT_EQ(method_from(ClassBuilder("p/User2"), "p/A", Invocation::kInterface),
            "p/A.m()V incompatible");
  EXPECT_EQ(method_from(ClassBuilder("p/User3"), "p/I", Invocation::kStatic),
            "p/I.m()V incompatible");
}

TEST_F(MethodResolution, InterfacesHaveThePublicMethodsOfObject) {
  world_.add(interface_builder("p/I"));
  ClassBuilder user("p/User");
  const MethodRef hash_code = user.names_method("p/I", "hashCode", "()I", true);
  const MethodRef clone = user.names_method("p/I", "clone", "()Ljava/lang/Object;", true);
  const MethodRef hidden = user.names_method("p/I", "registerNatives", "()V", true);
  const ClassId from = add(user);
  EXPECT_EQ(world_.text(world_.program.resolve_method(from, hash_code, Invocation::kInterface)),
            "java/lang/Object.hashCode()I found");
  EXPECT_EQ(world_.text(world_.program.resolve_method(from, clone, Invocation::kInterface)),
            "none missing");
  EXPECT_EQ(world_.text(world_.program.resolve_method(from, hidden, Invocation::kStatic)),
            "none missing");
}

TEST_F(MethodResolution, ArraysHaveObjectsMethodsAndAPublicClone) {
  world_.add(ClassBuilder("q/Hidden", Access::kSuper));
  ClassBuilder user("p/User");
  const MethodRef clone = user.names_method("[I", "clone", "()Ljava/lang/Object;");
  const MethodRef hash_code = user.names_method("[[Lp/User;", "hashCode", "()I");
  const MethodRef finalize = user.names_method("[I", "finalize", "()V");
  const MethodRef of_hidden = user.names_method("[Lq/Hidden;", "hashCode", "()I");
  const ClassId from = add(user);
  const auto resolve = [&](MethodRef ref) {
    return world_.text(world_.program.resolve_method(from, ref, Invocation::kVirtual));
  };
  EXPECT_EQ(resolve(clone), "java/lang/Object.clone()Ljava/lang/Object; found");
  EXPECT_EQ(resolve(hash_code), "java/lang/Object.hashCode()I found");
  EXPECT_EQ(resolve(finalize), "java/lang/Object.finalize()V illegal access");
  EXPECT_EQ(resolve(of_hidden), "java/lang/Object.hashCode()I illegal access");
}

TEST_F(MethodResolution, SignaturePolymorphicMethodsAreFoundByName) {
  ClassBuilder handle("java/lang/invoke/MethodHandle");
  handle.polymorphic_method("invokeExact").method("bindTo", "(Ljava/lang/Object;)V");
  world_.add(handle);
  ClassBuilder user("p/User");
  const MethodRef exact =
      user.names_method("java/lang/invoke/MethodHandle", "invokeExact", "(IJ)D");
  const MethodRef other = user.names_method("java/lang/invoke/MethodHandle", "bindTo", "(I)V");
  const ClassId from = add(user);
  const auto resolved = world_.program.resolve_method(from, exact, Invocation::kVirtual);
  EXPECT_EQ(world_.text(resolved),
            "java/lang/invoke/MethodHandle.invokeExact([Ljava/lang/Object;)Ljava/lang/Object; "
            "found");
  EXPECT_EQ(world_.text(world_.program.resolve_method(from, other, Invocation::kVirtual)),
            "none missing");
  const ClassId receiver = world_.id("java/lang/invoke/MethodHandle");
  EXPECT_EQ(world_.program.select(receiver, resolved.member, Invocation::kVirtual), resolved);
}

TEST_F(MethodResolution, AnOverloadedNameIsNotPolymorphic) {
  ClassBuilder handle("java/lang/invoke/VarHandle");
  handle.polymorphic_method("get").method("get", "()V");
  world_.add(handle);
  ClassBuilder user("p/User");
  const MethodRef ref = user.names_method("java/lang/invoke/VarHandle", "get", "(I)V");
  EXPECT_EQ(world_.text(world_.program.resolve_method(add(user), ref, Invocation::kVirtual)),
            "none missing");
}

// --- invokespecial -------------------------------------------------------------------------------

using SpecialCall = ResolutionTest;

TEST_F(SpecialCall, ConstructorsAreNotInherited) {
  world_.add(ClassBuilder("p/A").method("<init>", "(I)V"));
  world_.add(ClassBuilder("p/B").extends("p/A"));
  ClassBuilder user("p/User");
  const MethodRef there = user.names_method("p/A", "<init>", "(I)V");
  const MethodRef inherited = user.names_method("p/B", "<init>", "(I)V");
  const ClassId from = add(user);
  EXPECT_EQ(world_.text(world_.program.special_target(from, there)), "p/A.<init>(I)V found");
  EXPECT_EQ(world_.program.special_target(from, inherited).outcome, Outcome::kMissing);
}

TEST_F(SpecialCall, SuperCallStartsAtTheDirectSuperclass) {
  world_.add(ClassBuilder("p/A").method("m", "()V"));
  world_.add(ClassBuilder("p/B").extends("p/A").method("m", "()V"));
  ClassBuilder user("p/User");
  user.extends("p/B").method("m", "()V");
  EXPECT_EQ(special_from(std::move(user), "p/A"), "p/B.m()V found");
}

TEST_F(SpecialCall, OwnMethodIfTheReferenceNamesTheClassItself) {
  world_.add(ClassBuilder("p/A").method("m", "()V"));
  ClassBuilder user("p/User");
  user.extends("p/A").method("m", "()V", Access::kPrivate);
  EXPECT_EQ(special_from(std::move(user), "p/User"), "p/User.m()V found");
}

TEST_F(SpecialCall, StaticMethodsOnTheWayAreSkipped) {
  world_.add(ClassBuilder("p/A").method("m", "()V"));
  world_.add(
      ClassBuilder("p/B").extends("p/A").method("m", "()V", Access::kPublic | Access::kStatic));
  ClassBuilder user("p/User");
  user.extends("p/B");
  EXPECT_EQ(special_from(std::move(user), "p/A"), "p/A.m()V found");
}

TEST_F(SpecialCall, AbstractMethods) {
  world_.add(ClassBuilder("p/A").method("m", "()V", kAbstractMethod));
  ClassBuilder user("p/User");
  user.extends("p/A");
  EXPECT_EQ(special_from(std::move(user), "p/A"), "p/A.m()V abstract");
}

TEST_F(SpecialCall, DefaultOfADirectInterfaceOnly) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(interface_builder("p/J").implements("p/I"));
  ClassBuilder direct("p/Direct");
  direct.implements("p/I");
  ClassBuilder indirect("p/Indirect");
  indirect.implements("p/J");
  ClassBuilder through("p/Through");
  through.implements("p/J");
  EXPECT_EQ(special_from(std::move(direct), "p/I", true), "p/I.m()V found");
  EXPECT_EQ(special_from(std::move(indirect), "p/I", true), "p/I.m()V incompatible");
  EXPECT_EQ(special_from(std::move(through), "p/J", true), "p/I.m()V found");
}

TEST_F(SpecialCall, ConflictsAmongTheSuperclassesInterfaces) {
  world_.add(interface_builder("p/I").method("m", "()V"));
  world_.add(interface_builder("p/J").method("m", "()V"));
  world_.add(ClassBuilder("p/A").implements("p/I").implements("p/J"));
  ClassBuilder user("p/User");
  user.extends("p/A");
  EXPECT_EQ(special_from(std::move(user), "p/A"), "none incompatible");
}

TEST_F(SpecialCall, NothingToRunIsAbstract) {
  world_.add(interface_builder("p/I").method("m", "()V", kAbstractMethod));
  world_.add(ClassBuilder("p/A").implements("p/I"));
  ClassBuilder user("p/User");
  user.extends("p/A");
  EXPECT_EQ(special_from(std::move(user), "p/A"), "none abstract");
}

}  // namespace
}  // namespace heddle::ir
