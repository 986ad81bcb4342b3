// Each clause of docs/formats/ir.md is broken once, by hand, and must be named. What text can spell
// is written as text; what the parser would not let through is broken in a copy of a sound body.
#include "ir/verify.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/round_trip_test_only.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

// A body whose tables can be written to.
struct Copy {
  explicit Copy(const Body& from)
      : instructions(from.instructions.begin(), from.instructions.end()),
        types(from.types.begin(), from.types.end()),
        operands(from.operands.begin(), from.operands.end()),
        blocks(from.blocks.begin(), from.blocks.end()),
        successors(from.successors.begin(), from.successors.end()),
        predecessors(from.predecessors.begin(), from.predecessors.end()),
        handlers(from.handlers.begin(), from.handlers.end()),
        offsets(from.offsets.begin(), from.offsets.end()),
        lines(from.lines.begin(), from.lines.end()),
        names(from.names.begin(), from.names.end()) {}

  [[nodiscard]] Body body() const {
    return {.instructions = instructions,
            .types = types,
            .operands = operands,
            .blocks = blocks,
            .successors = successors,
            .predecessors = predecessors,
            .handlers = handlers,
            .offsets = offsets,
            .lines = lines,
            .names = names};
  }

  std::vector<Instruction> instructions;
  std::vector<TypeRef> types;
  std::vector<std::uint32_t> operands;
  std::vector<Block> blocks;
  std::vector<BlockId> successors;
  std::vector<BlockId> predecessors;
  std::vector<Handler> handlers;
  std::vector<std::uint32_t> offsets;
  std::vector<Line> lines;
  std::vector<LocalName> names;
};

std::set<unsigned> clauses(const std::vector<Violation>& violations) {
  std::set<unsigned> numbers;
  for (const Violation& violation : violations) numbers.insert(violation.clause);
  return numbers;
}

std::string described(const std::vector<Violation>& violations) {
  std::string all;
  for (const Violation& violation : violations) all += violation.describe() + "\n";
  return all;
}

// A loop with a handler: enough of everything to break.
constexpr std::string_view kSound = R"(
  class C {
    field int f
    method g(int) : int {
    b0:
      %0 = parameter 0 : C @0 line 5 "this"
      %1 = parameter 1 : int "n"
      %2 = const_int 0
      goto b1
    b1:
      %4 = phi (b0: %2, b2: %7) : int
      if less %4 %1 then b2 else b3
    b2: handlers java.lang.Exception b4, * b5
      %6 = const_int 1
      %7 = invoke virtual C.g(int) : int (%0, %6)
      goto b1
    b3:
      return %4
    b4:
      %10 = catch : java.lang.Exception
      return %6
    b5:
      %12 = catch : java.lang.Throwable
      throw %12
    }
  })";

void expect_broken(unsigned clause, const std::function<void(Copy&)>& change) {
  const auto classes = parsed(kSound);
  ASSERT_EQ(classes.size(), 1U);
  Copy copy(body_named(*classes[0], "g"));
  change(copy);
  const auto found = verify(*classes[0], method_named(*classes[0], "g"), copy.body());
  EXPECT_TRUE(clauses(found).contains(clause)) << "C" << clause << "\n" << described(found);
}

// Method f breaks this clause and no other.
void expect_broken(unsigned clause, std::string_view method) {
  const auto classes = parsed("class C extends java.lang.Object {\n" + std::string(method) + "\n}");
  ASSERT_EQ(classes.size(), 1U);
  const auto found =
      verify(*classes[0], method_named(*classes[0], "f"), body_named(*classes[0], "f"));
  EXPECT_EQ(clauses(found), std::set<unsigned>{clause}) << method << "\n" << described(found);
}

void expect_sound(std::string_view method) {
  const auto classes = parsed("class C extends java.lang.Object {\n" + std::string(method) + "\n}");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(violations_in(*classes[0]), "") << method;
}

// A static method f() : void of these lines.
std::string lines(std::string_view code) {
  return "method static f() : void {\n" + std::string(code) + "\n}";
}

TEST(Verify, SoundBodyHasNoViolations) {
  const auto classes = parsed(kSound);
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(violations_in(*classes[0]), "");
}

TEST(Verify, DescribesByNumberAndPlace) {
  const auto classes = parsed("class C {\n" + lines("b0:\n %0 = const_int 1\n throw %0") + "\n}");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(violations_in(*classes[0]),
            "f C16 at b0 %1: reads %0, which is of kind int, not reference\n");
}

TEST(Verify, C1RangesLieInsideTheirTables) {
  expect_broken(1, [](Copy& copy) { copy.types.pop_back(); });
  expect_broken(1, [](Copy& copy) { copy.blocks[1].successor_count = 99; });
  expect_broken(1, [](Copy& copy) { copy.blocks[1].predecessors = 0xFFFF'FFFF; });
  expect_broken(1, [](Copy& copy) { copy.blocks[2].handlers = 2; });
  expect_broken(1, [](Copy& copy) { copy.instructions[4].b = 0xFFFF'FFF0; });
  expect_broken(1, [](Copy& copy) {
    copy.blocks.clear();
    copy.instructions.clear();
    copy.types.clear();
  });
}

TEST(Verify, C2BlocksTileTheInstructions) {
  expect_broken(2, [](Copy& copy) { copy.blocks[1].first += 1; });
  expect_broken(2, [](Copy& copy) { copy.blocks[5].end -= 1; });
  expect_broken(2, [](Copy& copy) { copy.blocks[5].end += 1; });
  expect_broken(2, [](Copy& copy) { copy.blocks[0].first = copy.blocks[0].end = 0; });
}

TEST(Verify, C3FieldsAreUsedOrZero) {
  expect_broken(3, [](Copy& copy) { copy.instructions[2].b = 1; });
  expect_broken(3, [](Copy& copy) { copy.instructions[2].reserved = 1; });
  expect_broken(3, [](Copy& copy) { copy.instructions[5].sub = kConditionCount; });
  expect_broken(3, [](Copy& copy) { copy.instructions[3].opcode = static_cast<Opcode>(200); });
}

TEST(Verify, C4EntryHasNoPredecessors) { expect_broken(4, lines("b0:\n goto b0")); }

TEST(Verify, C5ParametersAreTheSignatures) {
  expect_broken(5, lines("b0:\n %0 = parameter 0 : int\n return"));
  expect_broken(5, "method f() : void {\nb0:\n return\n}");
  expect_broken(5, "method f() : void {\nb0:\n %0 = parameter 0 : java.lang.Object\n return\n}");
  expect_broken(5, "method static f(byte) : void {\nb0:\n %0 = parameter 0 : byte\n return\n}");
  expect_broken(5, "method static f(int) : void {\nb0:\n %0 = parameter 1 : int\n return\n}");
  expect_broken(5, lines("b0:\n goto b1\nb1:\n %0 = parameter 0 : int\n return"));
}

TEST(Verify, C6BlocksEndOnce) {
  expect_broken(6, lines("b0:\n %0 = const_int 1"));
  expect_broken(6, [](Copy& copy) { copy.instructions[6] = {.opcode = Opcode::kReturn}; });
}

TEST(Verify, C7SuccessorsFitTheTerminator) {
  expect_broken(7, [](Copy& copy) { copy.blocks[1].successor_count = 1; });
  expect_broken(7, [](Copy& copy) { copy.successors[0] = BlockId{99}; });
}

TEST(Verify, C8PredecessorsAreTheEdges) {
  expect_broken(8, [](Copy& copy) { copy.predecessors[1] = BlockId{3}; });
  expect_broken(8, [](Copy& copy) { std::swap(copy.predecessors[0], copy.predecessors[1]); });
  expect_broken(8, [](Copy& copy) { copy.blocks[1].predecessor_count = 1; });
  expect_broken(8, [](Copy& copy) { copy.successors[1] = BlockId{3}; });
}

TEST(Verify, C9BlocksAreInOrder) {
  expect_broken(9, lines("b0:\n return\nb1:\n return"));
  expect_broken(9, lines("b0:\n goto b2\nb1:\n return\nb2:\n goto b1"));
  // b1 is reached from before, but the edge from b2 closes no loop.
  expect_broken(9, lines(R"(b0:
      %0 = const_int 0
      if equal %0 0 then b1 else b2
    b1:
      return
    b2:
      goto b1)"));
}

TEST(Verify, C10HandlersGuardSomething) {
  expect_broken(
      10, lines("b0: handlers * b1\n return\nb1:\n %1 = catch : java.lang.Throwable\n throw %1"));
  expect_broken(10, lines(R"(b0: handlers * b1, java.lang.Error b1
      %0 = new C
      return
    b1:
      %1 = catch : java.lang.Throwable
      throw %1)"));
  expect_broken(10, [](Copy& copy) { copy.handlers[0].block = BlockId{99}; });
  expect_broken(10, [](Copy& copy) { copy.handlers[0].type = kIntType; });
  expect_broken(10, [](Copy& copy) { copy.handlers[0].type = TypeRef(9999); });
}

TEST(Verify, C11PhisComeFirst) {
  expect_broken(11, lines(R"(b0:
      %0 = const_int 0
      goto b1
    b1:
      %1 = const_int 1
      %2 = phi (b0: %0) : int
      return)"));
}

TEST(Verify, C12CatchesAndHandlersAgree) {
  expect_broken(12, lines("b0:\n goto b1\nb1:\n %0 = catch : java.lang.Throwable\n return"));
  expect_broken(12, lines("b0: handlers * b1\n %0 = new C\n return\nb1:\n return"));
  expect_broken(12, lines(R"(b0: handlers * b1
      %0 = new C
      goto b1
    b1:
      %1 = catch : java.lang.Throwable
      return)"));
  expect_broken(12, lines(R"(b0: handlers java.lang.Error b1
      %0 = new C
      return
    b1:
      %1 = catch : java.lang.Throwable
      return)"));
  expect_broken(12, lines(R"(b0: handlers * b1
      %0 = new C
      return
    b1:
      %1 = const_int 1
      %2 = catch : java.lang.Throwable
      return)"));
}

TEST(Verify, C13PhisFitTheirPredecessors) {
  expect_broken(13, [](Copy& copy) { copy.instructions[4].c = 1; });
  expect_broken(13, lines(R"(b0:
      %0 = const_int 0
      goto b1
    b1:
      %1 = phi (b0: %0) : float
      return)"));
}

TEST(Verify, C14OperandsAreValues) {
  expect_broken(14, [](Copy& copy) { copy.instructions[5].a = 99; });
  expect_broken(14, [](Copy& copy) { copy.instructions[5].a = 3; });
  expect_broken(14, [](Copy& copy) { copy.operands[0] = base::index(kNoValue); });
}

TEST(Verify, C15ValuesAreMadeOnEveryPath) {
  expect_broken(15, lines("b0:\n %0 = negate %1 : int\n %1 = const_int 1\n return"));
  expect_broken(15, lines(R"(b0:
      %0 = const_int 0
      if equal %0 0 then b1 else b2
    b1:
      %1 = const_int 1
      goto b2
    b2:
      %2 = negate %1 : int
      return)"));
  expect_broken(15, lines(R"(b0:
      %0 = const_int 0
      if equal %0 0 then b1 else b2
    b1:
      %1 = const_int 1
      goto b2
    b2:
      %2 = phi (b0: %1, b1: %0) : int
      return)"));
}

TEST(Verify, C15HandlersSeeOnlyWhatWasMadeBeforeTheThrow) {
  const auto guarded = [](std::string_view used) {
    return lines(R"(b0:
      goto b1
    b1: handlers * b2
      %before = const_int 1
      %made = invoke static C.g() : int ()
      %after = const_int 2
      return
    b2:
      %e = catch : java.lang.Throwable
      %n = negate %)" +
                 std::string(used) + " : int\n throw %e");
  };
  expect_sound(guarded("before"));
  expect_broken(15, guarded("made"));
  expect_broken(15, guarded("after"));

  const auto merged = [](std::string_view used) {
    return lines(R"(b0: handlers * b2
      %start = const_int 0
      %first = invoke static C.g() : int ()
      goto b1
    b1: handlers * b2
      %second = invoke static C.g() : int ()
      return
    b2:
      %p = phi (b0: %start, b1: %)" +
                 std::string(used) + R"() : int
      %e = catch : java.lang.Throwable
      throw %e)");
  };
  expect_sound(merged("first"));
  expect_broken(15, merged("second"));
}

TEST(Verify, C16OperandsAreOfTheRightKind) {
  const std::string values = R"(b0:
      %i = const_int 0
      %l = const_long 0
      %f = const_float 0
      %d = const_double 0
      %n = const_null
      %a = new_array byte[] %i
      %o = new_array java.lang.Object[] %i
)";
  for (const std::string_view bad : {"%x = add %i %l : int",
                                     "%x = and %l %i : long",
                                     "%x = shift_left %l %l : long",
                                     "%x = negate %f : double",
                                     "%x = convert int_to_long %l",
                                     "%x = compare long %l %i",
                                     "%x = compare double_less %f %f",
                                     "%x = instance_of %i C",
                                     "%x = check_cast %i C",
                                     "%x = new_array int[] %l",
                                     "%x = new_multi_array int[][] (%i, %n)",
                                     "%x = new_multi_array int[][] ()",
                                     "%x = array_length %i",
                                     "%x = array_load int %i %i",
                                     "%x = array_load byte %a %l",
                                     "%x = array_load int %a %i",
                                     "%x = array_load char %a %i",
                                     "%x = array_load int %o %i",
                                     "array_store byte %a %i %l",
                                     "array_store reference %o %i %i",
                                     "fill_array int %a {1}",
                                     "%x = get_field %i C.f : int",
                                     "put_field %n C.f : int, %l",
                                     "put_static C.f : long, %i",
                                     "monitor_enter %i",
                                     "monitor_exit %l"})
    expect_broken(16, lines(values + std::string(bad) + "\n return"));
  expect_broken(16, lines(values + "if less %n null then b1 else b1\nb1:\n return"));
  expect_broken(16, lines(values + "if equal %i %n then b1 else b1\nb1:\n return"));
  expect_broken(16, lines(values + "if equal %l 0 then b1 else b1\nb1:\n return"));
  expect_broken(16, lines(values + "switch %l {} else b1\nb1:\n return"));
  expect_broken(16, lines(values + "throw %i"));
  expect_sound(lines(values + R"(%x = array_load byte %a %i
      %y = array_load int %n %i
      %z = array_load reference %o %i : java.lang.Object
      if equal %n %a then b1 else b1
    b1:
      return)"));
}

TEST(Verify, C17ResultsHaveTheirType) {
  const std::string values = R"(b0:
      %i = const_int 0
      %f = const_float 0
      %n = const_null
      %o = new_array java.lang.String[] %i
)";
  for (const std::string_view bad :
       {"%x = const_int 0 : long", "%x = const_string \"\" : C", "%x = const_null : C",
        "%x = const_class C : C", "%x = and %f %f : float", "%x = add %n %n : null",
        "%x = convert int_to_byte %i : byte", "%x = instance_of %n C : boolean",
        "%x = check_cast %n C : java.lang.Object", "%x = new C : java.lang.Object",
        "%x = new_array int[] %i : long[]", "%x = array_load byte %n %i : byte",
        "%x = array_load reference %o %i : java.lang.Object", "%x = get_static C.f : byte : byte",
        "%x = invoke static C.g() : boolean () : boolean", "%x = monitor_enter %n : int"})
    expect_broken(17, lines(values + std::string(bad) + "\n return"));
  expect_broken(17, lines(values + "goto b1\nb1:\n %x = phi (b0: %i) : byte\n return"));
}

TEST(Verify, C18SymbolsExist) {
  expect_broken(18, lines("b0:\n %i = const_int 1\n %x = new_array C %i\n return"));
  expect_broken(18, lines("b0:\n %x = new C[]\n return"));
  expect_broken(18, lines("b0:\n %i = const_int 1\n %x = new_multi_array int[] (%i, %i)\n return"));
  expect_broken(18, [](Copy& copy) { copy.instructions[7].a = 99; });
  expect_broken(18, [](Copy& copy) { copy.types[4] = TypeRef(9999); });
  expect_broken(18, [](Copy& copy) { copy.types[4] = TypeRef(); });
  expect_broken(18, [](Copy& copy) { copy.types[4] = TypeRef(kNullType.base(), 1); });
  for (const Opcode opcode : {Opcode::kConstString, Opcode::kConstClass, Opcode::kConstMethodType,
                              Opcode::kConstMethodHandle, Opcode::kConstDynamic, Opcode::kNew})
    expect_broken(18, [&](Copy& copy) { copy.instructions[2] = {.opcode = opcode, .a = 9999}; });
  expect_broken(
      18, [](Copy& copy) { copy.instructions[2] = {.opcode = Opcode::kGetStatic, .b = 9999}; });
  const std::string site = "call_site #0 constant c() : int {\n bootstrap get_static C.b : C\n}\n";
  expect_broken(18, site + lines("b0:\n %x = invoke_dynamic #0 c() : int ()\n return"));
  expect_sound(site + lines("b0:\n %x = const_dynamic #0 c() : int\n return"));
}

TEST(Verify, C19ArgumentsFitTheSignature) {
  const std::string values = "b0:\n %i = const_int 0\n %n = const_null\n";
  for (const std::string_view bad :
       {"%x = invoke static C.g(int) : int ()", "%x = invoke static C.g(int) : int (%i, %i)",
        "%x = invoke static C.g(int) : int (%n)", "%x = invoke virtual C.g(int) : int (%i)",
        "%x = invoke virtual C.g(int) : int (%i, %i)"})
    expect_broken(19, lines(values + std::string(bad) + "\n return"));
  expect_sound(lines(values + "%x = invoke virtual C.g(int) : int (%n, %i)\n return"));
}

TEST(Verify, C20KeysAscend) {
  const std::string start = "b0:\n %i = const_int 0\n";
  expect_sound(lines(start + "switch %i {-5: b1, 3: b1} else b1\nb1:\n return"));
  expect_broken(20, lines(start + "switch %i {3: b1, -5: b1} else b1\nb1:\n return"));
  expect_broken(20, lines(start + "switch %i {3: b1, 3: b1} else b1\nb1:\n return"));
}

TEST(Verify, C21ReturnsFitTheSignature) {
  expect_broken(21, lines("b0:\n %i = const_int 0\n return %i"));
  expect_broken(21, "method static f() : long {\nb0:\n return\n}");
  expect_broken(21, "method static f() : long {\nb0:\n %i = const_int 0\n return %i\n}");
  expect_sound("method static f() : byte {\nb0:\n %i = const_int 0\n return %i\n}");
}

TEST(Verify, C22ArrayDataAreElements) {
  const auto filled = [](std::string_view type, std::string_view data) {
    return lines("b0:\n %i = const_int 0\n %a = new_array " + std::string(type) +
                 "[] %i\n fill_array " + std::string(data) + "\n return");
  };
  expect_sound(filled("byte", "byte %a {-128, 127}"));
  expect_sound(filled("char", "char %a {65535}"));
  expect_sound(filled("double", "double %a {1.5}"));
  expect_broken(22, filled("byte", "byte %a {128}"));
  expect_broken(22, filled("char", "char %a {-1}"));
  expect_broken(22, filled("short", "short %a {32768}"));
  expect_broken(22, filled("C", "reference %a {1}"));
  expect_broken(22, [](Copy& copy) {
    copy.instructions[6] = {
        .opcode = Opcode::kFillArray, .sub = static_cast<std::uint8_t>(Element::kLong), .c = 1};
    copy.types[6] = kVoidType;
  });
}

TEST(Verify, C23To25SideTablesFit) {
  expect_broken(23, [](Copy& copy) { copy.offsets.pop_back(); });
  expect_broken(24, [](Copy& copy) { copy.lines.push_back(copy.lines.back()); });
  expect_broken(25, [](Copy& copy) { std::swap(copy.names[0], copy.names[1]); });
  expect_broken(25, [](Copy& copy) { copy.names[1].value = ValueId{3}; });
  expect_broken(25, [](Copy& copy) { copy.names[1].value = ValueId{99}; });
}

TEST(Verify, TellsAtMostSoMany) {
  std::string code = "b0:\n %i = const_int 0\n";
  for (int i = 0; i < 200; ++i) code += "monitor_enter %i\n";
  const auto classes = parsed("class C {\n" + lines(code + "return") + "\n}");
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(verify(*classes[0], classes[0]->methods[0], *classes[0]->bodies[0]).size(),
            kMostViolations);
}

}  // namespace
}  // namespace heddle::ir
