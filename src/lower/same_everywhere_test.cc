// The result of lowering is a function of the bytes: twice, and on several threads at once, gives
// the same text and the same hashes.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "ir/class.h"
#include "ir/content_hash.h"
#include "ir/print.h"
#include "lower/assembler_test_only.h"
#include "lower/class_lowering.h"

namespace heddle::lower {
namespace {

constexpr std::uint32_t kMethods = 24;

// # stands for the method's number.
constexpr std::string_view kCode = R"(
  start: iconst_0; istore_2
  head: iload_2; iload_0; if_icmpge end
  from: aload_1; iload_2; aaload; checkcast a/T#; invokevirtual a/T#.get ()I; istore_3
  to: iinc 2 #; jsr sub; goto head
  handler: pop; iinc 2 1; goto head
  sub: astore 4; getstatic a/C.f# I; pop; ret 4
  end: iload_2; ireturn
  last: nop
  .catch from to handler a/E#
  .local n I 0 start last
  .local i I 2 head last
)";

std::vector<std::uint8_t> some_class() {
  classfile::ClassWriter writer("a/C");
  for (std::uint32_t i = 0; i < kMethods; ++i) {
    const std::string number = std::to_string(i);
    std::string code;
    for (const char c : kCode) code += c == '#' ? number : std::string(1, c);
    writer.method(classfile::kAccStatic, "m" + number, "(I[Ljava/lang/Object;)I")
        .code(assemble(writer, code, {.stack = 4, .locals = 5}));
  }
  return writer.finish();
}

std::string everything(const ir::Class& code) {
  std::string text = ir::print_class(code);
  for (std::size_t i = 0; i < code.methods.size(); ++i)
    text += base::to_hex(ir::content_hash(code, code.methods[i], *code.bodies[i])) + "\n";
  return text + base::to_hex(ir::class_hash(code));
}

std::string lowered_alone(const std::vector<std::uint8_t>& bytes) {
  Workshop workshop;
  base::Arena arena;
  auto lowering = ClassLowering::read(bytes, workshop);
  for (std::uint32_t i = 0; i < kMethods; ++i) EXPECT_TRUE(lowering->lower(i, workshop, arena));
  return everything(lowering->code());
}

TEST(SameEverywhere, Twice) {
  const auto bytes = some_class();
  const std::string first = lowered_alone(bytes);
  EXPECT_GT(first.size(), 1000U);
  EXPECT_EQ(first, lowered_alone(bytes));
}

TEST(SameEverywhere, InAnyOrderWithOneWorkshop) {
  const auto bytes = some_class();
  Workshop workshop;
  base::Arena arena;
  for (unsigned round = 0; round < 2; ++round) {
    auto lowering = ClassLowering::read(bytes, workshop);
    ASSERT_TRUE(lowering);
    for (std::uint32_t i = kMethods; i-- > 0;) EXPECT_TRUE(lowering->lower(i, workshop, arena));
    EXPECT_EQ(everything(lowering->code()), lowered_alone(bytes));
  }
}

TEST(SameEverywhere, MethodsOfOneClassOnSeveralThreads) {
  const auto bytes = some_class();
  constexpr unsigned kWorkers = 4;
  std::vector<Workshop> workshops(kWorkers);
  std::vector<base::Arena> arenas(kWorkers);
  auto lowering = ClassLowering::read(bytes, workshops[0]);
  ASSERT_TRUE(lowering);
  base::parallel_for(kMethods, kWorkers, 1, [&](std::size_t method, unsigned worker) {
    EXPECT_TRUE(
        lowering->lower(static_cast<std::uint32_t>(method), workshops[worker], arenas[worker]));
  });
  EXPECT_EQ(everything(lowering->code()), lowered_alone(bytes));
}

TEST(SameEverywhere, OneClassByEachOfSeveralThreads) {
  const auto bytes = some_class();
  std::vector<std::string> texts(6);
  base::parallel_for(texts.size(), 3, 1,
                     [&](std::size_t i, unsigned) { texts[i] = lowered_alone(bytes); });
  for (const std::string& text : texts) EXPECT_EQ(text, texts[0]);
}

TEST(SameEverywhere, AfterAMethodThatCouldNotBeLowered) {
  classfile::ClassWriter writer("a/C");
  writer.method(classfile::kAccStatic, "bad", "(I)V")
      .code(assemble(writer, "iload_0; ifeq end; iconst_0; lstore_2; end: return"));
  writer.method(classfile::kAccStatic, "good", "(I)I").code(assemble(writer, "iload_0; ireturn"));
  LoweredClass lowered(writer);
  EXPECT_EQ(lowered.text("bad"),
            "error: method bad(I)V: the stack holds an int where a long is wanted at "
            "instruction 5");
  EXPECT_EQ(lowered.text("good"), "\nb0:\n  %0 = parameter 0 : int\n  return %0\n");
}

TEST(SameEverywhere, TheClassCanBeHandedOver) {
  const auto bytes = some_class();
  Workshop workshop;
  base::Arena arena;
  auto lowering = ClassLowering::read(bytes, workshop);
  ASSERT_TRUE(lowering);
  const auto owned = lowering->release();
  EXPECT_TRUE(lowering->lower(3, workshop, arena));
  EXPECT_NE(owned->bodies[3], nullptr);
}

}  // namespace
}  // namespace heddle::lower
