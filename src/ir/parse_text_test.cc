// Text in, classes out: every item, every opcode, every complaint.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/print.h"
#include "ir/round_trip_test_only.h"
#include "ir/symbols.h"

namespace heddle::ir {
namespace {

// Every header item and every opcode, as the printer spells them: what is parsed prints again.
constexpr std::string_view kEverything =
    R"(class a.b.C extends java.lang.Object implements java.lang.Runnable, java.io.Serializable {
  version 61.3
  access public final super 0x10000
  source "C.java"
  generic "<T:Ljava/lang/Object;>Ljava/lang/Object;"
  nest_host a.b.Outer
  nest_members a.b.C$1, a.b.C$2
  permits a.b.D, a.b.E
  record int x, java.lang.String[] "class"
  inner private static a.b.C$1 outer a.b.C name "interface"
  inner a.b.C$2
  enclosing a.b.Outer "run" "(I)V"
  annotation visible java.lang.Deprecated (since = "9", forRemoval = "true")
  annotation a.b.Plain

  call_site #0 call run(a.b.C) : java.lang.Runnable {
    bootstrap invoke_static java.lang.invoke.LambdaMetafactory.metafactory() : java.lang.invoke.CallSite
    argument method_type () : void
    argument method_handle invoke_special interface a.b.I.lambda$0(a.b.C) : void
    argument int -5
    argument long 9223372036854775807
    argument float 0x7FA00001
    argument double -0.0
    argument string "a\n\"\\\xC0\x80é"
    argument class int[][]
    argument dynamic #3
    argument none
    lambda invoke_static a.b.C.lambda$0(a.b.C) : void
    erased () : void
    instantiated () : void
    also java.io.Serializable
    bridge (java.lang.Object) : java.lang.Object
    serializable
  }

  call_site #1 call makeConcatWithConstants(int) : java.lang.String {
    bootstrap invoke_static java.lang.invoke.StringConcatFactory.make() : java.lang.invoke.CallSite
    concatenate "\x01 and \x02"
    piece string "x"
  }

  call_site #2 call hashCode(a.b.C) : int {
    bootstrap invoke_static java.lang.runtime.ObjectMethods.bootstrap() : java.lang.Object
    record a.b.C
    component get_field a.b.C.x : int
  }

  call_site #3 constant "odd name"() : long {
    bootstrap invoke_interface a.b.I.make() : java.lang.Object
  }

  call_site #4 call typeSwitch(java.lang.Object, int) : int {
    bootstrap invoke_static java.lang.runtime.SwitchBootstraps.typeSwitch() : java.lang.Object
    switch
  }

  field private volatile int x
  field public static final long "long" = long 7
  field static final java.lang.String "a b" = string "text" {
    generic "TT;"
    annotation visible a.b.GuardedBy (value = "this")
  }

  method public abstract nothing() : void

  method native "native"(int, java.lang.String[]) : java.lang.Object throws java.io.IOException, a.b.X {
    generic "sig"
    signature_polymorphic
    annotation a.b.A
    parameter 0
    annotation a.b.B
    annotation a.b.D
    parameter 1
  }

  method later() : void {
    code_not_lowered
  }

  method synchronized everything(int, long, float, double, java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : a.b.C                                     @0 line 12 "this"
    %1 = parameter 1 : int                                       @0 line 12 "i" "j"
    %2 = parameter 2 : long                                      @0 line 12
    %3 = parameter 3 : float                                     @0 line 12
    %4 = parameter 4 : double                                    @0 line 12
    %5 = parameter 5 : java.lang.Object                          @0 line 12
    %6 = const_int -2147483648                                   @0 line 12
    %7 = const_long 9223372036854775807                          @0 line 12
    %8 = const_float 1.5                                         @1 line 13
    %9 = const_float nan                                         @1 line 13
    %10 = const_float 0xFFC00000                                 @1 line 13
    %11 = const_double 1e+300                                    @1 line 13
    %12 = const_double -infinity                                 @1 line 13
    %13 = const_null                                             @1 line 13
    %14 = const_string "quote \" // no comment"                  @1 line 13
    %15 = const_class int[]                                      @1 line 13
    %16 = const_method_type (int, a.b.C) : void                  @2
    %17 = const_method_handle put_static a.b.C."odd.name" : int  @2
    %18 = const_dynamic #3 "odd name"() : long                   @2
    %19 = add %1 %6 : int                                        @2
    %20 = subtract %2 %7 : long                                  @2
    %21 = multiply %3 %8 : float                                 @2
    %22 = divide %4 %11 : double                                 @2
    %23 = remainder %1 %19 : int                                 @2
    %24 = shift_left %2 %1 : long                                @2
    %25 = shift_right %1 %1 : int                                @2
    %26 = shift_right_unsigned %1 %1 : int                       @2
    %27 = and %1 %1 : int                                        @2
    %28 = or %2 %2 : long                                        @2
    %29 = xor %1 %1 : int                                        @2
    %30 = negate %4 : double                                     @2
    %31 = convert double_to_long %4                              @2
    %32 = convert int_to_char %1                                 @2
    %33 = compare float_greater %3 %3                            @2
    %34 = instance_of %5 a.b.C[]                                 @2
    %35 = check_cast %5 a.b.C[]                                  @2
    %36 = new a.b.C                                              @2
    %37 = new_array int[] %1                                     @2
    %38 = new_multi_array long[][][] (%1, %1)                    @2
    %39 = array_length %37                                       @2
    %40 = array_load int %37 %1                                  @2
    %41 = array_load reference %35 %1 : a.b.C                    @2
    array_store int %37 %1 %1                                    @2
    fill_array int %37 {1, -2}                                   @2
    %44 = get_field %0 a.b.C.x : int                             @2
    put_field %0 a.b.C.x : int, %44                              @2
    %46 = get_static "é c/int".y : boolean                           @2
    put_static a.b.C.z : short, %46                              @2
    %48 = invoke virtual int[].clone() : java.lang.Object (%37)  @2
    invoke special a.b.C.<init>() : void (%36)                   @2
    %50 = invoke static interface java.util.List.of() : java.util.List () @2
    invoke interface java.lang.Runnable.run() : void (%5)        @2
    %52 = invoke_dynamic #0 run(a.b.C) : java.lang.Runnable (%0) @2
    monitor_enter %5                                             @2
    monitor_exit %5                                              @2
    if less %1 %6 then b1 else b2                                @2
  b1:  handlers java.io.IOException b5, * b6
    %56 = get_field %0 a.b.C.x : int                             @3
    switch %56 {-1: b2, 5: b3} else b4                           @4
  b2:
    if equal %5 null then b3 else b3                             @5
  b3:
    if not_equal %1 0 then b4 else b3                            @6
  b4:
    %60 = phi (b1: %0, b3: %5) : java.lang.Object                @7 "p"
    return %60                                                   @8
  b5:
    %62 = catch : java.io.IOException                            @9
    throw %62                                                    @9
  b6:
    %64 = catch : java.lang.Throwable                            @10
    throw %64                                                    @10
  }
}
)";

// Columns aside, which long statements shift.
std::string squeezed(std::string_view text) {
  std::string out;
  for (const char character : text)
    if (character != ' ' || (!out.empty() && out.back() != ' ')) out += character;
  return out;
}

TEST(ParseText, EveryItemAndOpcodeComesBack) {
  const auto classes = parsed(kEverything);
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(squeezed(print_class(*classes[0])), squeezed(kEverything));
  expect_round_trip(*classes[0]);
  EXPECT_EQ(violations_in(*classes[0]), "");
}

TEST(ParseText, ReadsWhatTheHeaderSays) {
  const auto classes = parsed(kEverything);
  ASSERT_EQ(classes.size(), 1U);
  const Class& in = *classes[0];
  EXPECT_EQ(in.name(), "a/b/C");
  EXPECT_EQ(in.major, 61);
  EXPECT_EQ(in.minor, 3);
  EXPECT_EQ(in.access, Access::kPublic | Access::kFinal | Access::kSuper | 0x10000U);
  EXPECT_EQ(in.components[1].name, "class");
  EXPECT_TRUE(in.record);
  EXPECT_EQ(in.inner_classes[1].outer.exists(), false);
  EXPECT_EQ(in.fields[1].name, "long");
  EXPECT_EQ(in.fields[1].value, (Constant{ConstantKind::kLong, 7}));
  EXPECT_EQ(in.methods[1].parameter_annotations.size(), 2U);
  EXPECT_EQ(in.methods[1].parameter_annotations[0].size(), 2U);
  EXPECT_TRUE(in.methods[2].has_code);
  EXPECT_EQ(in.bodies[2], nullptr);
  const CallSite& lambda = in.symbols.call_site(CallSiteRef{0});
  EXPECT_EQ(in.symbols.string(static_cast<StringRef>(lambda.arguments[6].bits)),
            std::string_view("a\n\"\\\xC0\x80\xC3\xA9", 8));
  EXPECT_EQ(lambda.arguments[4].bits, 0x7FA00001U);
  const Body& body = body_named(in, "everything");
  EXPECT_EQ(body.instructions[10].a, 0xFFC00000U);
  EXPECT_EQ(body.line_of(ValueId{3}), 12U);
  EXPECT_EQ(body.line_of(ValueId{9}), 13U);
  EXPECT_EQ(body.line_of(ValueId{20}), 0U);
  EXPECT_EQ(body.names.size(), 4U);
}

TEST(ParseText, LeavesNamesAndNumbersToTheWriter) {
  const auto classes = parsed(R"(
    // any order of values, any names, no side tables
    class C {
      method static f(int) : int {
      start:
        %n = parameter 0 : int
        %zero = const_int 0
        goto head
      head:
        %i = phi (body: %next, start: %zero) : int
        if less %i %n then body else out
      body:
        %one = const_int 1
        %next = add %i %one : int
        invoke static C.f(int) : int (%next)   // its result is not wanted
        goto head
      out:
        return %i
      }
    }
    class D extends C {
    })");
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(violations_in(*classes[0]), "");
  expect_round_trip(*classes[0]);
  expect_round_trip(*classes[1]);
  EXPECT_EQ(print_body(*classes[0], *classes[0]->bodies[0],
                       {.offsets = false, .lines = false, .names = false}),
            R"(  b0:
    %0 = parameter 0 : int
    %1 = const_int 0
    goto b1
  b1:
    %3 = phi (b0: %1, b2: %6) : int
    if less %3 %0 then b2 else b3
  b2:
    %5 = const_int 1
    %6 = add %3 %5 : int
    %7 = invoke static C.f(int) : int (%6)
    goto b1
  b3:
    return %3
)");
}

TEST(ParseText, QuotesWhatIsNotPlain) {
  for (const std::string_view name :
       {"\"int\"", "\"a b/C\"", "\"a/ /C\"", "\"a/b/\"", "\"(\"", "\"class\"", "\"\xED\xA0\x80\"",
        "\"null\"", "\"\\x01\"", "\"0x5\"", "package-info", "a.int.C", "1", "-"}) {
    const std::string text = "class " + std::string(name) + " {\n  field " + std::string(name) +
                             "[] \"a.b;c\"\n  method \"\\x22\"(" + std::string(name) +
                             ") : " + std::string(name) + "\n}\n";
    const auto classes = parsed(text);
    ASSERT_EQ(classes.size(), 1U) << text;
    EXPECT_EQ(classes[0]->fields[0].name, "a.b;c");
    EXPECT_EQ(classes[0]->methods[0].name, "\"");
    expect_round_trip(*classes[0]);
  }
}

std::string in_body(std::string_view lines) {
  return "class C {\n  method static f() : void {\n" + std::string(lines) + "\n  }\n}\n";
}

TEST(ParseText, SaysWhatIsWrongAndWhere) {
  const auto expect = [](std::string_view text, std::string_view error) {
    EXPECT_EQ(parse_error(text), error) << text;
  };
  expect("klass C {\n}", "line 1: expected `class`, found `klass`");
  expect("class C", "line 1: expected `{`, found the end of the line");
  expect("class int {\n}", "line 1: this is no class");
  expect("class \"a;b\" {\n}", "line 1: this is no class name");
  expect("class C {\n", "line 2: expected `}`, found the end of the line");
  expect("class C {\n  fold int x\n}", "line 2: `fold` is no item of a class");
  expect("class C {\n  access public x\n}", "line 2: expected the end of the line, found `x`");
  expect("class C {\n  field void x\n}", "line 2: there is no value of this type");
  expect("class C {\n  field void[] x\n}", "line 2: there are no such arrays");
  expect("class C {\n  field int x = 5\n}", "line 2: expected a kind of constant, found `5`");
  expect("class C {\n  field int x = int 5x\n}", "line 2: `5x` is no int");
  expect("class C {\n  field int x = int 3000000000\n}", "line 2: `3000000000` is no int");
  expect("class C {\n  field int x = float inf\n}", "line 2: `inf` is no float");
  expect("class C {\n  source \"C\n}", "line 2: quotes are not closed");
  expect("class C {\n  source \"\\q\"\n}", "line 2: an unknown escape in quotes");
  expect("class C {\n  source \"\\xZ0\"\n}", "line 2: an unknown escape in quotes");
  expect("class C {\n  version 70000.1\n}", "line 2: expected a version, found `70000`");
  expect("class C {\n  field int x = dynamic #2\n}", "line 2: there is no call_site #2");
  expect("class C {\n  call_site #1 call f() : void {\n  }\n}", "line 2: the next call site is #0");
  expect("class C {\n  call_site #0 call f() : void {\n  }\n}",
         "line 3: a call site needs its bootstrap");
  expect("class C {\n  call_site #0 call f() : void {\n    boot\n  }\n}",
         "line 3: `boot` is no item of a call site");
  expect("class C {\n  method f(void) : void\n}", "line 2: there is no value of this type");
  expect("class C {\n  method f() void\n}", "line 2: expected `:`, found `void`");
  expect("class C {\n  method f() : void {\n  parameter 1\n  }\n}",
         "line 3: the next parameter is 0");

  expect(in_body("    return"), "line 3: expected a label, found `return`");
  expect(in_body("b0:\n    retrun"), "line 4: `retrun` is no instruction");
  expect(in_body("b0:\nb0:\n    return"), "line 4: there are two blocks b0");
  expect(in_body("b0:\n    goto b1"), "line 4: there is no block b1");
  expect(in_body("b0:\n    throw %1"), "line 4: %1 is never made");
  expect(in_body("b0:\n    %1 = const_int 1\n    %1 = const_int 2"), "line 5: %1 is made twice");
  expect(in_body("b0:\n    %1 = return"), "line 4: this makes no value");
  expect(in_body("b0:\n    %1 = catch"), "line 4: the type of the result is missing");
  expect(in_body("b0:\n    %1 = phi (b0: %1) : int\n    return"),
         "line 4: the phi needs one value for each predecessor of its block");
  expect(in_body("b0:\n    %1 = convert long_to_byte %2"),
         "line 4: expected a conversion, found `long_to_byte`");
  expect(in_body("b0:\n    %1 = get_static x : int"), "line 4: a member needs its class before it");
  expect(in_body("b0:\n    %1 = get_static int.x : int"),
         "line 4: only classes and arrays have members");
  expect(in_body("b0:\n    %1 = invoke_dynamic #0 f() : int ()"),
         "line 4: there is no call_site #0");
  expect(in_body("b0:\n    %1 = const_int 1 @3 line 5\n    return @3 line 6"),
         "line 6: offset 3 is on two lines");
  expect(in_body("b0:\n    return \"x\""), "line 4: what makes no value has no name");
  expect(in_body("b0:\n    if less %1 %1 b0"), "line 4: expected `then`, found `b0`");
}

}  // namespace
}  // namespace heddle::ir
