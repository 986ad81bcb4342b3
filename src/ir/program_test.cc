#include "ir/program.h"

#include <gtest/gtest.h>

#include "base/id.h"
#include "ir/class.h"
#include "ir/class_builder_test_only.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

TEST(Program, LoadsAClassOnceWhenItIsNamed) {
  World world;
  world.add(ClassBuilder("p/A"));
  const int before = world.source.loads;
  const ClassId a = world.program.find("p/A");
  EXPECT_EQ(world.program.name(a), "p/A");
  EXPECT_EQ(world.program.require("p/A"), a);
  EXPECT_EQ(world.program.find("p/A"), a);
  EXPECT_EQ(world.source.loads, before + 1);
}

TEST(Program, MissingClassIsNotFoundEvenAsAPhantom) {
  World world;
  EXPECT_TRUE(base::is_none(world.program.find("p/Gone")));
  const ClassId phantom = world.program.require("p/Gone");
  EXPECT_TRUE(world.program.is_phantom(phantom));
  EXPECT_EQ(world.program.code(phantom), nullptr);
  EXPECT_EQ(world.program.name(phantom), "p/Gone");
  EXPECT_TRUE(base::is_none(world.program.find("p/Gone")));
  EXPECT_EQ(world.program.require("p/Gone"), phantom);
  EXPECT_EQ(world.program.super(phantom), world.program.object());
  EXPECT_EQ(world.source.loads, 2);  // Object and p/Gone
}

TEST(Program, AFileThatHoldsAnotherClassIsReported) {
  World world;
  world.source.add_as("p/A", ClassBuilder("q/B").build());
  EXPECT_TRUE(world.program.is_phantom(world.id("p/A")));
  ASSERT_EQ(world.program.problems().size(), 1U);
  EXPECT_EQ(world.program.problems()[0].kind, Problem::Kind::kMisnamed);
  EXPECT_EQ(world.program.problems()[0].what, "p.A");
  EXPECT_EQ(world.program.problems()[0].why, "holds q.B instead");
}

TEST(Program, MembersAreNumberedInARow) {
  World world;
  world.add(ClassBuilder("p/A")
                .field("x", "I")
                .field("y", "[Lp/B;")
                .method("m", "(ILp/B;)J")
                .method("n", "()V", Access::kStatic));
  world.add(ClassBuilder("p/B"));
  const ClassId a = world.id("p/A");
  ASSERT_EQ(world.program.method_count(a), 2U);
  ASSERT_EQ(world.program.field_count(a), 2U);
  const MethodId m = world.program.first_method(a);
  const MethodId n = base::id_at<MethodId>(base::index(m) + 1);
  EXPECT_EQ(world.program.name(m), "m");
  EXPECT_EQ(world.program.descriptor(m), "(ILp/B;)J");
  EXPECT_EQ(world.program.owner(n), a);
  EXPECT_EQ(world.program.index(n), 1U);
  EXPECT_TRUE(world.program.is(n, Access::kStatic));
  EXPECT_EQ(world.program.declaration(n), &world.program.code(a)->methods[1]);
  EXPECT_EQ(world.program.parameter_count(m), 2U);
  EXPECT_EQ(world.program.parameter_type(m, 0), Type::primitive(kIntType));
  EXPECT_EQ(world.program.parameter_type(m, 1), world.type("p/B"));
  EXPECT_EQ(world.program.result_type(m), Type::primitive(kLongType));
  const FieldId y = base::id_at<FieldId>(base::index(world.program.first_field(a)) + 1);
  EXPECT_EQ(world.program.name(y), "y");
  EXPECT_EQ(world.program.type(y), world.type("p/B").array());
  EXPECT_EQ(world.program.declared_method(a, "n", "()V"), n);
  EXPECT_TRUE(base::is_none(world.program.declared_method(a, "n", "(I)V")));
}

TEST(Program, AMethodIsLoweredOnce) {
  World world;
  world.add(ClassBuilder("p/A")
                .method("m", "()V")
                .method("broken", "()V")
                .method("n", "()V", Access::kAbstract));
  const MethodId m = world.program.declared_method(world.id("p/A"), "m", "()V");
  EXPECT_NE(world.program.body(m), nullptr);
  EXPECT_EQ(world.program.body(m), world.program.body(m));
  EXPECT_EQ(world.source.lowerings, 1);
  const MethodId broken = world.program.declared_method(world.id("p/A"), "broken", "()V");
  EXPECT_EQ(world.program.body(broken), nullptr);
  EXPECT_EQ(world.program.body(broken), nullptr);
  EXPECT_EQ(world.source.lowerings, 2);
  EXPECT_EQ(world.program.body(world.program.declared_method(world.id("p/A"), "n", "()V")),
            nullptr);
  EXPECT_EQ(world.source.lowerings, 2);
}

TEST(Program, LambdaRunsWhatItsHandleNames) {
  World world;
  ClassBuilder a("p/A");
  a.method("lambda$0", "()V", Access::kPrivate | Access::kStatic)
      .method("lambda$1", "()V", Access::kPrivate)
      .method("<init>", "()V");
  const CallSiteRef of_static = a.names_lambda(
      a.names_handle(HandleKind::kInvokeStatic, a.names_method("p/A", "lambda$0", "()V")));
  const CallSiteRef of_private = a.names_lambda(
      a.names_handle(HandleKind::kInvokeSpecial, a.names_method("p/A", "lambda$1", "()V")));
  const CallSiteRef of_constructor = a.names_lambda(
      a.names_handle(HandleKind::kNewInvokeSpecial, a.names_method("p/A", "<init>", "()V")));
  const CallSiteRef of_interface = a.names_lambda(
      a.names_handle(HandleKind::kInvokeInterface, a.names_method("p/I", "go", "()V", true)));
  world.add(a);
  world.add(interface_builder("p/I").method("go", "()V", Access::kPublic | Access::kAbstract));
  const ClassId from = world.id("p/A");

  const auto by_static = world.program.lambda_target(from, of_static);
  ASSERT_TRUE(by_static.has_value());
  EXPECT_EQ(world.text(by_static->method), "p/A.lambda$0()V found");
  EXPECT_EQ(by_static->invocation, Invocation::kStatic);
  EXPECT_EQ(world.text(world.program.lambda_target(from, of_private)->method),
            "p/A.lambda$1()V found");
  const auto made = world.program.lambda_target(from, of_constructor);
  EXPECT_EQ(world.text(made->method), "p/A.<init>()V found");
  EXPECT_TRUE(made->constructs);
  const auto called = world.program.lambda_target(from, of_interface);
  EXPECT_EQ(world.text(called->method), "p/I.go()V found");
  EXPECT_EQ(called->invocation, Invocation::kInterface);
}

// --- phantoms ------------------------------------------------------------------------------------

TEST(Phantom, MembersAreAsTheirUsesTell) {
  World world;
  ClassBuilder a("p/A");
  const MethodRef call = a.names_method("p/Gone", "m", "(I)Lp/A;");
  const MethodRef inherited = a.names_method("p/Gone", "hashCode", "()I");
  const MethodRef constructor = a.names_method("p/Gone", "<init>", "()V");
  const FieldRef field = a.names_field("p/Gone", "f", "J");
  world.add(a);
  const ClassId from = world.id("p/A");

  const auto as_static = world.program.resolve_method(from, call, Invocation::kStatic);
  const auto as_virtual = world.program.resolve_method(from, call, Invocation::kVirtual);
  EXPECT_EQ(world.text(as_static), "p/Gone.m(I)Lp/A; phantom");
  EXPECT_EQ(world.text(as_virtual), "p/Gone.m(I)Lp/A; phantom");
  EXPECT_NE(as_static.member, as_virtual.member);
  EXPECT_TRUE(world.program.is(as_static.member, Access::kStatic));
  EXPECT_FALSE(world.program.is(as_virtual.member, Access::kStatic));
  EXPECT_EQ(world.program.declaration(as_virtual.member), nullptr);
  EXPECT_EQ(world.program.body(as_virtual.member), nullptr);
  EXPECT_EQ(world.program.result_type(as_virtual.member), Type(from));

  EXPECT_EQ(world.text(world.program.resolve_method(from, inherited, Invocation::kVirtual)),
            "java/lang/Object.hashCode()I found");
  EXPECT_EQ(world.text(world.program.resolve_method(from, constructor, Invocation::kSpecial)),
            "p/Gone.<init>()V phantom");
  const auto got = world.program.resolve_field(from, field, false);
  EXPECT_EQ(world.text(got), "p/Gone.f phantom");
  EXPECT_EQ(world.program.type(got.member), Type::primitive(kLongType));
}

TEST(Phantom, InterfaceIfAReferenceSaysSo) {
  World world;
  ClassBuilder a("p/A");
  const MethodRef call = a.names_method("p/Gone", "m", "()V", true);
  world.add(a);
  const ClassId from = world.id("p/A");
  EXPECT_FALSE(world.program.is_interface(world.id("p/Gone")));
  EXPECT_EQ(world.text(world.program.resolve_method(from, call, Invocation::kInterface)),
            "p/Gone.m()V phantom");
  EXPECT_TRUE(world.program.is_interface(world.id("p/Gone")));
}

TEST(Phantom, WhatIsNotFoundBelowAMissingSuperclassIsTakenToBeThere) {
  World world;
  ClassBuilder b("p/B");
  b.extends("p/Gone").implements("p/I");
  const MethodRef own = b.names_method("p/B", "m", "()V");
  const MethodRef from_interface = b.names_method("p/B", "go", "()V");
  const MethodRef constructor = b.names_method("p/B", "<init>", "(I)V");
  const MethodRef super_call = b.names_method("p/Gone", "m", "()V");
  const FieldRef field = b.names_field("p/B", "f", "I");
  world.add(b);
  world.add(interface_builder("p/I").method("go", "()V"));
  const ClassId id = world.id("p/B");
  EXPECT_EQ(world.text(world.program.resolve_method(id, own, Invocation::kVirtual)),
            "p/Gone.m()V phantom");
  EXPECT_EQ(world.text(world.program.resolve_method(id, from_interface, Invocation::kVirtual)),
            "p/I.go()V found");
  EXPECT_EQ(world.text(world.program.resolve_method(id, constructor, Invocation::kSpecial)),
            "none missing");
  EXPECT_EQ(world.text(world.program.special_target(id, super_call)), "p/Gone.m()V phantom");
  EXPECT_EQ(world.text(world.program.resolve_field(id, field, true)), "p/Gone.f phantom");
  EXPECT_FALSE(world.program.is_complete(id));
}

TEST(Phantom, InventedMembersDoNotChangeOtherAnswers) {
  // The default method is found whether or not p/Gone.go was invented before.
  for (const bool invent_first : {false, true}) {
    World world;
    ClassBuilder user("p/User");
    const MethodRef invents = user.names_method("p/Gone", "go", "()V");
    const MethodRef asks = user.names_method("p/I", "go", "()V", true);
    world.add(user);
    world.add(interface_builder("p/I").method("go", "()V"));
    world.add(ClassBuilder("p/B").extends("p/Gone").implements("p/I"));
    const ClassId from = world.id("p/User");
    if (invent_first) world.program.resolve_method(from, invents, Invocation::kVirtual);
    const auto resolved = world.program.resolve_method(from, asks, Invocation::kInterface);
    EXPECT_EQ(
        world.text(world.program.select(world.id("p/B"), resolved.member, Invocation::kInterface)),
        "p/I.go()V found");
  }
}

TEST(Phantom, SelectionFallsBackToTheMissingPart) {
  World world;
  ClassBuilder user("p/User");
  const MethodRef asks = user.names_method("p/I", "go", "()V", true);
  world.add(user);
  world.add(interface_builder("p/I").method("go", "()V", Access::kPublic | Access::kAbstract));
  world.add(ClassBuilder("p/B").extends("p/Gone").implements("p/I"));
  const auto resolved =
      world.program.resolve_method(world.id("p/User"), asks, Invocation::kInterface);
  const auto selected =
      world.program.select(world.id("p/B"), resolved.member, Invocation::kInterface);
  EXPECT_EQ(world.text(selected), "p/Gone.go()V phantom");
  EXPECT_EQ(world.program.result_type(selected.member), Type::primitive(kVoidType));
}

TEST(Phantom, EvenObjectMayBeMissing) {
  ClassesInMemory source;
  ClassBuilder a("p/A");
  a.method("m", "()V");
  const MethodRef own = a.names_method("p/A", "m", "()V");
  const MethodRef gone = a.names_method("p/A", "hashCode", "()I");
  source.add(a.build());
  Program program(source);
  const ClassId from = program.require("p/A");
  EXPECT_TRUE(program.is_phantom(program.object()));
  EXPECT_TRUE(program.resolve_method(from, own, Invocation::kVirtual).runs());
  const auto resolved = program.resolve_method(from, gone, Invocation::kVirtual);
  EXPECT_EQ(resolved.outcome, Outcome::kPhantom);
  EXPECT_EQ(program.owner(resolved.member), program.object());
}

}  // namespace
}  // namespace heddle::ir
