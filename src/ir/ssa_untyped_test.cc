// Constants that have no type until they are used, as Dalvik has them.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/id.h"
#include "ir/class.h"
#include "ir/class_builder_test_only.h"
#include "ir/instruction.h"
#include "ir/print.h"
#include "ir/ssa_builder.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "ir/verify.h"

namespace heddle::ir {
namespace {

// Blocks of one slot (or more), described by functions.
class Untyped : public SsaBuilder::Translator {
 public:
  using Code = std::function<void(Untyped&, SsaBuilder::State&)>;
  struct BlockOf {
    Code code;
    std::vector<std::uint32_t> successors = {};
  };

  // A static method f of that signature.
  explicit Untyped(std::string_view descriptor = "()V") {
    ClassBuilder builder("C");
    builder.method("f", descriptor, Access::kStatic);
    for (const char kind : std::string_view("IFJD"))
      take_[static_cast<unsigned char>(kind)] =
          builder.names_method("C", "take", std::string("(") + kind + ")V");
    take_['L'] = builder.names_method("C", "take", "(Ljava/lang/Object;)V");
    class_ = builder.build();
  }

  std::string built(const std::vector<BlockOf>& blocks, std::uint32_t slots = 1) {
    blocks_ = &blocks;
    const Signature& signature = class_->symbols.signature(class_->methods[0].signature);
    builder_.begin(class_->symbols, slots, signature.result);
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
      builder_.add_block();
      // All slots are kept alive: read, then written.
      for (std::uint32_t slot = 0; slot < slots; ++slot) {
        if (i > 0) builder_.read_slot(i, slot);
        builder_.write_slot(i, slot);
      }
    }
    for (std::uint32_t i = 0; i < blocks.size(); ++i)
      for (const std::uint32_t to : blocks[i].successors) builder_.add_successor(i, to);
    SsaBuilder::State entry(slots, kNoValue);
    for (std::uint32_t i = 0; i < signature.parameters.size(); ++i)
      entry[i] = builder_.add_parameter(signature.parameters[i]);
    const auto body = builder_.build(entry, *this, arena_);
    if (!body) return "error: " + body.error().what;
    for (const Violation& violation : verify(*class_, class_->methods[0], **body))
      ADD_FAILURE() << violation.describe() << "\n" << print_body(*class_, **body);
    return "\n" + print_body(*class_, **body, {.offsets = false, .lines = false, .names = false});
  }

  SsaBuilder::Status translate(std::uint32_t block, SsaBuilder::State& state) override {
    (*blocks_)[block].code(*this, state);
    return {};
  }

  ValueId constant(std::uint32_t bits) {
    return emit({.opcode = Opcode::kConstInt, .a = bits}, SsaBuilder::kUntyped);
  }
  ValueId wide_constant(std::uint64_t bits) {
    return emit({.opcode = Opcode::kConstLong,
                 .a = static_cast<std::uint32_t>(bits),
                 .b = static_cast<std::uint32_t>(bits >> 32U)},
                SsaBuilder::kUntypedWide);
  }
  void take(char kind, ValueId value) {
    const std::uint32_t first = builder_.pool_size();
    builder_.push_operand(value);
    emit({.opcode = Opcode::kInvoke,
          .sub = static_cast<std::uint8_t>(Invocation::kStatic),
          .a = base::index(take_[static_cast<unsigned char>(kind)]),
          .b = first,
          .c = 1},
         kVoidType);
  }
  void if_equal(ValueId left, ValueId right = kNoValue) {
    emit({.opcode = Opcode::kIf, .a = base::index(left), .b = base::index(right)}, kVoidType);
  }
  void go() { emit({.opcode = Opcode::kGoto}, kVoidType); }
  void give(ValueId value = kNoValue) {
    emit({.opcode = Opcode::kReturn, .a = base::index(value)}, kVoidType);
  }
  ValueId emit(const Instruction& instruction, TypeRef type) {
    return builder_.emit(instruction, type, 0);
  }

 private:
  std::unique_ptr<Class> class_;
  MethodRef take_[128]{};
  SsaBuilder builder_;
  base::Arena arena_;
  const std::vector<BlockOf>* blocks_ = nullptr;
};

using State = SsaBuilder::State;
const std::uint32_t kOne = std::bit_cast<std::uint32_t>(1.0F);

TEST(SsaUntyped, OneUseDecides) {
  EXPECT_EQ(Untyped().built({{.code =
                                  [](Untyped& in, State&) {
                                    in.take('I', in.constant(7));
                                    in.take('F', in.constant(kOne));
                                    in.take('L', in.constant(0));
                                    in.take('J', in.wide_constant(7));
                                    in.take('D',
                                            in.wide_constant(std::bit_cast<std::uint64_t>(1.0)));
                                    in.give();
                                  }}}),
            R"(
  b0:
    %0 = const_int 7
    invoke static C.take(int) : void (%0)
    %2 = const_float 1.0
    invoke static C.take(float) : void (%2)
    %4 = const_null
    invoke static C.take(java.lang.Object) : void (%4)
    %6 = const_long 7
    invoke static C.take(long) : void (%6)
    %8 = const_double 1.0
    invoke static C.take(double) : void (%8)
    return
)");
}

TEST(SsaUntyped, UnusedIsAnInt) {
  EXPECT_EQ(Untyped().built({{.code =
                                  [](Untyped& in, State&) {
                                    in.constant(7);
                                    in.wide_constant(7);
                                    in.give();
                                  }}}),
            "\n  b0:\n    %0 = const_int 7\n    %1 = const_long 7\n    return\n");
}

TEST(SsaUntyped, SeveralKindsOfUseMakeSeveralConstants) {
  EXPECT_EQ(Untyped().built({{.code =
                                  [](Untyped& in, State&) {
                                    const ValueId zero = in.constant(0);
                                    in.take('F', zero);
                                    in.take('L', zero);
                                    in.take('I', zero);
                                    in.give();
                                  }}}),
            R"(
  b0:
    %0 = const_float 0.0
    %1 = const_null
    %2 = const_int 0
    invoke static C.take(float) : void (%0)
    invoke static C.take(java.lang.Object) : void (%1)
    invoke static C.take(int) : void (%2)
    return
)");
}

TEST(SsaUntyped, TheResultDecides) {
  EXPECT_EQ(
      Untyped("()F").built({{.code = [](Untyped& in, State&) { in.give(in.constant(kOne)); }}}),
      "\n  b0:\n    %0 = const_float 1.0\n    return %0\n");
}

TEST(SsaUntyped, PhisHandTheirDemandOn) {
  EXPECT_EQ(
      Untyped("(I)V").built({{.code =
                                  [](Untyped& in, State& state) {
                                    const ValueId zero = in.constant(0);
                                    in.if_equal(state[0]);
                                    state[0] = zero;
                                  },
                              .successors = {1, 2}},
                             {.code =
                                  [](Untyped& in, State& state) {
                                    state[0] = in.constant(kOne);
                                    in.go();
                                  },
                              .successors = {3}},
                             {.code = [](Untyped& in, State&) { in.go(); }, .successors = {3}},
                             {.code =
                                  [](Untyped& in, State& state) {
                                    in.take('F', state[0]);
                                    in.give();
                                  }}}),
      R"(
  b0:
    %0 = parameter 0 : int
    %1 = const_float 0.0
    if equal %0 0 then b1 else b2
  b1:
    %3 = const_float 1.0
    goto b3
  b2:
    goto b3
  b3:
    %6 = phi (b1: %3, b2: %1) : float
    invoke static C.take(float) : void (%6)
    return
)");
}

TEST(SsaUntyped, PhisWantedAsTwoKindsBecomeTwo) {
  EXPECT_EQ(Untyped("(I)V").built({{.code =
                                        [](Untyped& in, State& state) {
                                          const ValueId zero = in.constant(0);
                                          in.if_equal(state[0]);
                                          state[0] = zero;
                                        },
                                    .successors = {1, 2}},
                                   {.code =
                                        [](Untyped& in, State& state) {
                                          state[0] = in.constant(0);
                                          in.go();
                                        },
                                    .successors = {2}},
                                   {.code =
                                        [](Untyped& in, State& state) {
                                          in.take('I', state[0]);
                                          in.take('L', state[0]);
                                          in.give();
                                        }}}),
            R"(
  b0:
    %0 = parameter 0 : int
    %1 = const_null
    %2 = const_null
    %3 = const_int 0
    if equal %0 0 then b1 else b2
  b1:
    %5 = const_int 0
    goto b2
  b2:
    %7 = phi (b0: %3, b1: %5) : int
    %8 = phi (b0: %1, b1: %2) : null
    invoke static C.take(int) : void (%7)
    invoke static C.take(java.lang.Object) : void (%8)
    return
)");
}

TEST(SsaUntyped, PhisThatMergeATypedValueHaveItsType) {
  EXPECT_EQ(Untyped("(Ljava/lang/String;)V")
                .built({{.code =
                             [](Untyped& in, State& state) {
                               const ValueId zero = in.constant(0);
                               in.if_equal(state[0]);
                               state[1] = zero;
                             },
                         .successors = {1, 2}},
                        {.code =
                             [](Untyped& in, State& state) {
                               state[1] = state[0];
                               in.go();
                             },
                         .successors = {2}},
                        {.code =
                             [](Untyped& in, State& state) {
                               in.take('L', state[1]);
                               in.give();
                             }}},
                       2),
            R"(
  b0:
    %0 = parameter 0 : java.lang.String
    %1 = const_null
    if equal %0 null then b1 else b2
  b1:
    goto b2
  b2:
    %4 = phi (b0: %1, b1: %0) : java.lang.String
    invoke static C.take(java.lang.Object) : void (%4)
    return
)");
}

TEST(SsaUntyped, LoopsOfUntypedPhis) {
  EXPECT_EQ(
      Untyped("(I)V").built({{.code =
                                  [](Untyped& in, State& state) {
                                    state[0] = in.constant(0);
                                    in.go();
                                  },
                              .successors = {1}},
                             {.code =
                                  [](Untyped& in, State& state) {
                                    in.take('L', state[0]);
                                    const ValueId zero = in.constant(0);
                                    in.if_equal(state[0]);
                                    state[0] = zero;
                                  },
                              .successors = {2, 3}},
                             {.code = [](Untyped& in, State&) { in.go(); }, .successors = {1}},
                             {.code = [](Untyped& in, State&) { in.give(); }}}),
      R"(
  b0:
    %0 = parameter 0 : int
    %1 = const_null
    goto b1
  b1:
    %3 = phi (b0: %1, b2: %5) : null
    invoke static C.take(java.lang.Object) : void (%3)
    %5 = const_null
    if equal %3 null then b2 else b3
  b2:
    goto b1
  b3:
    return
)");
}

// A register holds zero; it is compared with a reference and added to an int.
TEST(SsaUntyped, ComparedWithAReferenceAndUsedAsAnInt) {
  EXPECT_EQ(Untyped("(Ljava/lang/Object;)I")
                .built({{.code =
                             [](Untyped& in, State& state) {
                               const ValueId zero = in.constant(0);
                               in.if_equal(state[0], zero);
                               state[0] = zero;
                             },
                         .successors = {1, 1}},
                        {.code = [](Untyped& in, State& state) { in.give(state[0]); }}}),
            R"(
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = const_null
    %2 = const_int 0
    if equal %0 %1 then b1 else b1
  b1:
    return %2
)");
}

TEST(SsaUntyped, TwoUntypedComparedAreInts) {
  EXPECT_EQ(Untyped().built({{.code =
                                  [](Untyped& in, State& state) {
                                    state[0] = in.constant(0);
                                    in.if_equal(in.constant(1), state[0]);
                                  },
                              .successors = {1, 1}},
                             {.code =
                                  [](Untyped& in, State& state) {
                                    in.take('L', state[0]);
                                    in.give();
                                  }}}),
            R"(
  b0:
    %0 = const_null
    %1 = const_int 0
    %2 = const_int 1
    if equal %2 %1 then b1 else b1
  b1:
    invoke static C.take(java.lang.Object) : void (%0)
    return
)");
}

TEST(SsaUntyped, ComparedWithZeroAndUsedAsAFloat) {
  EXPECT_EQ(Untyped().built({{.code =
                                  [](Untyped& in, State& state) {
                                    state[0] = in.constant(0);
                                    in.if_equal(state[0]);
                                  },
                              .successors = {1, 1}},
                             {.code =
                                  [](Untyped& in, State& state) {
                                    in.take('F', state[0]);
                                    in.give();
                                  }}}),
            R"(
  b0:
    %0 = const_float 0.0
    %1 = const_int 0
    if equal %1 0 then b1 else b1
  b1:
    invoke static C.take(float) : void (%0)
    return
)");
}

TEST(SsaUntyped, SizesMustAgree) {
  EXPECT_EQ(Untyped().built({{.code =
                                  [](Untyped& in, State&) {
                                    in.take('J', in.constant(0));
                                    in.give();
                                  }}}),
            "error: a constant of one size is used as one of another");
  EXPECT_EQ(Untyped().built({{.code =
                                  [](Untyped& in, State&) {
                                    in.take('L', in.wide_constant(0));
                                    in.give();
                                  }}}),
            "error: a constant of one size is used as one of another");
}

TEST(SsaUntyped, KindsMustAgreeOncePhisAreTyped) {
  // On one path an int, on the other a constant; taken for a float.
  EXPECT_EQ(Untyped("(I)V").built({{.code =
                                        [](Untyped& in, State& state) {
                                          state[1] = in.constant(0);
                                          in.if_equal(state[0]);
                                        },
                                    .successors = {1, 2}},
                                   {.code =
                                        [](Untyped& in, State& state) {
                                          state[1] = state[0];
                                          in.go();
                                        },
                                    .successors = {2}},
                                   {.code =
                                        [](Untyped& in, State& state) {
                                          in.take('F', state[1]);
                                          in.give();
                                        }}},
                                  2),
            "error: a value of one kind is used as one of another");
}

}  // namespace
}  // namespace heddle::ir
