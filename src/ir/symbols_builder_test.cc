#include "ir/symbols_builder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/id.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

class SymbolsBuilderTest : public testing::Test {
 protected:
  SymbolsBuilderTest() { builder_.begin(arena_); }

  base::Arena arena_;
  SymbolsBuilder builder_;
};

TEST_F(SymbolsBuilderTest, PrimitiveTypesArePredefined) {
  EXPECT_EQ(builder_.descriptor_type("V"), kVoidType);
  EXPECT_EQ(builder_.descriptor_type("Z"), kBooleanType);
  EXPECT_EQ(builder_.descriptor_type("B"), kByteType);
  EXPECT_EQ(builder_.descriptor_type("C"), kCharType);
  EXPECT_EQ(builder_.descriptor_type("S"), kShortType);
  EXPECT_EQ(builder_.descriptor_type("I"), kIntType);
  EXPECT_EQ(builder_.descriptor_type("J"), kLongType);
  EXPECT_EQ(builder_.descriptor_type("F"), kFloatType);
  EXPECT_EQ(builder_.descriptor_type("D"), kDoubleType);
  EXPECT_EQ(builder_.freeze().bases().size(), kFirstOwnBase);
}

TEST_F(SymbolsBuilderTest, KnownClassesArePredefined) {
  EXPECT_EQ(builder_.class_type("java/lang/Object"), kObjectType);
  EXPECT_EQ(builder_.descriptor_type("Ljava/lang/String;"), kStringType);
  EXPECT_EQ(builder_.class_type("java/lang/Class"), kClassType);
  EXPECT_EQ(builder_.class_type("java/lang/Throwable"), kThrowableType);
  EXPECT_EQ(builder_.class_type("java/lang/invoke/MethodHandle"), kMethodHandleType);
  EXPECT_EQ(builder_.class_type("java/lang/invoke/MethodType"), kMethodTypeType);
}

TEST_F(SymbolsBuilderTest, ClassesNamedLikeKeywordsAreClasses) {
  for (const char* name : {"void", "boolean", "int", "double", "null"}) {
    const TypeRef type = builder_.class_type(name);
    EXPECT_GE(type.base(), kFirstOwnBase) << name;
    EXPECT_EQ(builder_.base_name(type), name);
  }
}

TEST_F(SymbolsBuilderTest, ArraysShareTheirBase) {
  const TypeRef type = builder_.class_type("a/B");
  EXPECT_EQ(builder_.class_type("[La/B;"), type.array());
  EXPECT_EQ(builder_.descriptor_type("[[La/B;"), type.array().array());
  EXPECT_EQ(builder_.descriptor_type("[[La/B;").dimensions(), 2U);
  EXPECT_EQ(builder_.class_type("[I"), kIntType.array());
  EXPECT_EQ(builder_.descriptor_type(std::string(255, '[') + "J").dimensions(), 255U);
  EXPECT_EQ(builder_.freeze().bases().size(), kFirstOwnBase + 1);
}

TEST_F(SymbolsBuilderTest, Signatures) {
  const SignatureRef ref = builder_.signature("(I[JLa/B;Z)[[La/B;");
  EXPECT_EQ(builder_.signature("(I[JLa/B;Z)[[La/B;"), ref);
  EXPECT_NE(builder_.signature("(I[JLa/B;)[[La/B;"), ref);
  const Symbols symbols = builder_.freeze();
  const Signature& signature = symbols.signature(ref);
  const TypeRef type = symbols.signature(ref).parameters[2];
  EXPECT_EQ(signature.descriptor, "(I[JLa/B;Z)[[La/B;");
  EXPECT_EQ(std::vector(signature.parameters.begin(), signature.parameters.end()),
            (std::vector{kIntType, kLongType.array(), type, kBooleanType}));
  EXPECT_EQ(symbols.base_name(type), "a/B");
  EXPECT_EQ(signature.result, type.array().array());
  EXPECT_EQ(symbols.signature(SignatureRef{1}).parameters.size(), 3U);
}

TEST_F(SymbolsBuilderTest, MembersAreSharedOnlyWhereAllOfThemIsEqual) {
  const TypeRef owner = builder_.class_type("a/B");
  const FieldRef field = builder_.field({.owner = owner, .type = kIntType, .name = "f"});
  EXPECT_EQ(builder_.field({.owner = owner, .type = kIntType, .name = "f"}), field);
  EXPECT_NE(builder_.field({.owner = owner, .type = kLongType, .name = "f"}), field);
  EXPECT_NE(builder_.field({.owner = owner.array(), .type = kIntType, .name = "f"}), field);
  EXPECT_NE(builder_.field({.owner = owner, .type = kIntType, .name = "g"}), field);

  const SignatureRef none = builder_.signature("()V");
  const SignatureRef one = builder_.signature("(I)V");
  const MethodRef method = builder_.method({.owner = owner, .signature = none, .name = "m"});
  EXPECT_EQ(builder_.method({.owner = owner, .signature = none, .name = "m"}), method);
  EXPECT_NE(builder_.method({.owner = owner, .signature = one, .name = "m"}), method);
  EXPECT_NE(builder_.method({.owner = owner, .signature = none, .name = "n"}), method);
  EXPECT_NE(
      builder_.method({.owner = owner, .signature = none, .name = "m", .owner_is_interface = true}),
      method);

  const HandleRef handle =
      builder_.handle({.kind = HandleKind::kInvokeStatic, .member = base::index(method)});
  EXPECT_EQ(builder_.handle({.kind = HandleKind::kInvokeStatic, .member = base::index(method)}),
            handle);
  EXPECT_NE(builder_.handle({.kind = HandleKind::kInvokeVirtual, .member = base::index(method)}),
            handle);

  EXPECT_EQ(builder_.string("x"), builder_.string(std::string_view("xy").substr(0, 1)));
  EXPECT_NE(builder_.string("x"), builder_.string(""));

  const Symbols symbols = builder_.freeze();
  EXPECT_EQ(symbols.fields().size(), 4U);
  EXPECT_EQ(symbols.methods().size(), 4U);
  EXPECT_EQ(symbols.handles().size(), 2U);
  EXPECT_EQ(symbols.strings().size(), 2U);
}

TEST_F(SymbolsBuilderTest, CallSitesAreNeverShared) {
  EXPECT_NE(builder_.call_site({}), builder_.call_site({}));
}

TEST_F(SymbolsBuilderTest, ManySymbolsKeepTheirNumbers) {
  constexpr std::uint32_t kCount = 20'000;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < kCount; ++i) names.push_back("a/C" + std::to_string(i));
  for (std::uint32_t round = 0; round < 2; ++round)
    for (std::uint32_t i = 0; i < kCount; ++i) {
      ASSERT_EQ(builder_.class_type(names[i]).base(), kFirstOwnBase + i);
      ASSERT_EQ(base::index(builder_.string(names[i])), i);
    }
}

TEST_F(SymbolsBuilderTest, BeginForgets) {
  const std::vector<std::string> names = {"a/A", "a/B", "a/C"};
  for (unsigned round = 0; round < 3; ++round) {
    base::Arena arena;
    builder_.begin(arena);
    for (std::uint32_t i = 0; i < names.size(); ++i)
      EXPECT_EQ(builder_.class_type(names[(i + round) % 3]).base(), kFirstOwnBase + i);
    EXPECT_EQ(builder_.class_type("java/lang/Object"), kObjectType);
    EXPECT_EQ(base::index(builder_.string("x")), 0U);
    const Symbols symbols = builder_.freeze();
    EXPECT_EQ(symbols.bases().size(), kFirstOwnBase + names.size());
    EXPECT_EQ(symbols.bases()[kFirstOwnBase], names[round]);
  }
}

}  // namespace
}  // namespace heddle::ir
