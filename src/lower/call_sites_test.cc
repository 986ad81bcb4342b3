// What an invokedynamic is known to do, from the bootstrap method it names.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_writer_test_only.h"
#include "classfile/constant_pool.h"
#include "ir/class.h"
#include "ir/symbols.h"
#include "lower/assembler_test_only.h"

namespace heddle::lower {
namespace {

using classfile::ClassWriter;
using classfile::HandleKind;
using ir::CallSite;
using ir::CallSiteKind;

constexpr std::string_view kLambdas = "java/lang/invoke/LambdaMetafactory";
constexpr std::string_view kStrings = "java/lang/invoke/StringConcatFactory";
constexpr std::string_view kRecords = "java/lang/runtime/ObjectMethods";
constexpr std::string_view kSwitches = "java/lang/runtime/SwitchBootstraps";

class CallSites : public testing::Test {
 protected:
  using Constants = std::vector<std::uint16_t>;

  std::uint16_t static_handle(std::string_view owner, std::string_view name) {
    return writer_.method_handle(HandleKind::kInvokeStatic,
                                 writer_.method_ref(owner, name, "()Ljava/lang/Object;"));
  }
  std::uint16_t getter(std::string_view name) {
    return writer_.method_handle(HandleKind::kGetField, writer_.field_ref("C", name, "I"));
  }
  // An invokedynamic of that bootstrap.
  std::uint16_t add(std::string_view owner, std::string_view name, const Constants& arguments,
                    std::string_view descriptor = "()La/I;") {
    return writer_.invoke_dynamic(writer_.bootstrap(static_handle(owner, name), arguments), "run",
                                  descriptor);
  }
  const std::vector<CallSite>& sites() {
    if (!class_) {
      class_ = std::make_unique<LoweredClass>(writer_);
      EXPECT_EQ(class_->error(), "");
      const auto found = class_->code().symbols.call_sites();
      sites_.assign(found.begin(), found.end());
    }
    return sites_;
  }
  CallSiteKind only_kind() {
    EXPECT_EQ(sites().size(), 1U);
    return sites()[0].kind;
  }
  const ir::Symbols& symbols() { return class_->code().symbols; }
  std::string_view method_of(ir::HandleRef handle) {
    return symbols().method(symbols().handle(handle).method()).name;
  }
  std::string_view descriptor(ir::SignatureRef signature) {
    return symbols().signature(signature).descriptor;
  }

  ClassWriter writer_{"C"};

 private:
  std::unique_ptr<LoweredClass> class_;
  std::vector<CallSite> sites_;
};

TEST_F(CallSites, Lambda) {
  add(kLambdas, "metafactory",
      {writer_.method_type("(Ljava/lang/Object;)V"), static_handle("C", "lambda$0"),
       writer_.method_type("(La/B;)V")},
      "(I)La/I;");
  ASSERT_EQ(only_kind(), CallSiteKind::kLambda);
  const CallSite& site = sites()[0];
  EXPECT_EQ(site.name, "run");
  EXPECT_EQ(descriptor(site.signature), "(I)La/I;");
  EXPECT_EQ(descriptor(site.erased), "(Ljava/lang/Object;)V");
  EXPECT_EQ(descriptor(site.instantiated), "(La/B;)V");
  EXPECT_EQ(method_of(site.handle), "lambda$0");
  EXPECT_FALSE(site.serializable);
  EXPECT_TRUE(site.extra_interfaces.empty());
  EXPECT_TRUE(site.bridges.empty());
  EXPECT_FALSE(site.constant);
  EXPECT_EQ(site.arguments.size(), 3U);
}

TEST_F(CallSites, LambdaWithMarkersAndBridges) {
  add(kLambdas, "altMetafactory",
      {writer_.method_type("()V"), static_handle("C", "g"), writer_.method_type("()V"),
       writer_.integer(7), writer_.integer(2), writer_.class_constant("a/M"),
       writer_.class_constant("a/N"), writer_.integer(1), writer_.method_type("(I)V")});
  ASSERT_EQ(only_kind(), CallSiteKind::kLambda);
  const CallSite& site = sites()[0];
  EXPECT_TRUE(site.serializable);
  ASSERT_EQ(site.extra_interfaces.size(), 2U);
  EXPECT_EQ(symbols().base_name(site.extra_interfaces[1]), "a/N");
  ASSERT_EQ(site.bridges.size(), 1U);
  EXPECT_EQ(descriptor(site.bridges[0]), "(I)V");
}

TEST_F(CallSites, LambdaWithBridgesOnly) {
  add(kLambdas, "altMetafactory",
      {writer_.method_type("()V"), static_handle("C", "g"), writer_.method_type("()V"),
       writer_.integer(4), writer_.integer(1), writer_.method_type("(I)V")});
  ASSERT_EQ(only_kind(), CallSiteKind::kLambda);
  EXPECT_FALSE(sites()[0].serializable);
  EXPECT_TRUE(sites()[0].extra_interfaces.empty());
  EXPECT_EQ(sites()[0].bridges.size(), 1U);
}

TEST_F(CallSites, IllFormedLambdas) {
  const auto type = writer_.method_type("()V");
  const auto handle = static_handle("C", "g");
  add(kLambdas, "metafactory", {});
  add(kLambdas, "metafactory", {type, handle});
  add(kLambdas, "metafactory", {handle, type, type});
  add(kLambdas, "metafactory", {type, getter("f"), type});
  add(kLambdas, "altMetafactory", {type, handle, type});
  add(kLambdas, "altMetafactory", {type, handle, type, writer_.string("flags")});
  add(kLambdas, "altMetafactory", {type, handle, type, writer_.integer(2)});
  add(kLambdas, "altMetafactory",
      {type, handle, type, writer_.integer(2), writer_.integer(2), writer_.class_constant("a/M")});
  add(kLambdas, "altMetafactory",
      {type, handle, type, writer_.integer(3), writer_.integer(1), type});
  add(kLambdas, "altMetafactory", {type, handle, type, writer_.integer(4), writer_.integer(-1)});
  for (const CallSite& site : sites()) {
    EXPECT_EQ(site.kind, CallSiteKind::kUnknown);
    EXPECT_FALSE(site.serializable);
    EXPECT_TRUE(site.extra_interfaces.empty());
  }
}

TEST_F(CallSites, ConcatenationWithConstants) {
  add(kStrings, "makeConcatWithConstants",
      {writer_.string("a\1b\2c\1"), writer_.class_constant("a/B")}, "(IJ)Ljava/lang/String;");
  ASSERT_EQ(only_kind(), CallSiteKind::kConcatenate);
  EXPECT_EQ(sites()[0].recipe, "a\1b\2c\1");
  ASSERT_EQ(sites()[0].recipe_constants.size(), 1U);
  EXPECT_EQ(sites()[0].recipe_constants[0].kind, ir::ConstantKind::kClass);
}

TEST_F(CallSites, PlainConcatenation) {
  add(kStrings, "makeConcat", {}, "(IJLa/B;)Ljava/lang/String;");
  ASSERT_EQ(only_kind(), CallSiteKind::kConcatenate);
  EXPECT_EQ(sites()[0].recipe, "\1\1\1");
  EXPECT_TRUE(sites()[0].recipe_constants.empty());
}

TEST_F(CallSites, IllFormedConcatenations) {
  const std::string_view descriptor = "(I)Ljava/lang/String;";
  add(kStrings, "makeConcatWithConstants", {}, descriptor);
  add(kStrings, "makeConcatWithConstants", {writer_.integer(1)}, descriptor);
  add(kStrings, "makeConcatWithConstants", {writer_.string("none")}, descriptor);
  add(kStrings, "makeConcatWithConstants", {writer_.string("\1\1")}, descriptor);
  add(kStrings, "makeConcatWithConstants", {writer_.string("\1\2")}, descriptor);
  add(kStrings, "makeConcatWithConstants", {writer_.string("\1"), writer_.integer(1)}, descriptor);
  for (const CallSite& site : sites()) EXPECT_EQ(site.kind, CallSiteKind::kUnknown);
}

TEST_F(CallSites, RecordMethods) {
  add(kRecords, "bootstrap",
      {writer_.class_constant("C"), writer_.string("a;b"), getter("a"), getter("b")});
  ASSERT_EQ(only_kind(), CallSiteKind::kRecordMethod);
  const CallSite& site = sites()[0];
  EXPECT_EQ(symbols().base_name(site.record), "C");
  ASSERT_EQ(site.record_fields.size(), 2U);
  EXPECT_EQ(symbols().field(symbols().handle(site.record_fields[1]).field()).name, "b");
}

TEST_F(CallSites, IllFormedRecordMethods) {
  const auto record = writer_.class_constant("C");
  const auto names = writer_.string("a");
  add(kRecords, "bootstrap", {});
  add(kRecords, "bootstrap", {record});
  add(kRecords, "bootstrap", {names, record, getter("a")});
  add(kRecords, "bootstrap", {record, names, names});
  add(kRecords, "bootstrap", {record, names, static_handle("C", "a")});
  for (const CallSite& site : sites()) EXPECT_EQ(site.kind, CallSiteKind::kUnknown);
}

TEST_F(CallSites, Switches) {
  add(kSwitches, "typeSwitch", {writer_.class_constant("a/B"), writer_.string("x")},
      "(Ljava/lang/Object;I)I");
  add(kSwitches, "enumSwitch", {}, "(La/E;I)I");
  add(kSwitches, "otherSwitch", {}, "(La/E;I)I");
  EXPECT_EQ(sites()[0].kind, CallSiteKind::kSwitch);
  EXPECT_EQ(sites()[0].arguments.size(), 2U);
  EXPECT_EQ(sites()[1].kind, CallSiteKind::kSwitch);
  EXPECT_EQ(sites()[2].kind, CallSiteKind::kUnknown);
}

TEST_F(CallSites, OtherBootstrapsAreUnknown) {
  add("a/Bootstraps", "metafactory", {writer_.integer(1)});
  add(kLambdas, "other", {});
  const auto constructor = writer_.method_handle(HandleKind::kNewInvokeSpecial,
                                                 writer_.method_ref(kStrings, "<init>", "()V"));
  writer_.invoke_dynamic(writer_.bootstrap(constructor, {}), "run", "()V");
  for (const CallSite& site : sites()) EXPECT_EQ(site.kind, CallSiteKind::kUnknown);
  EXPECT_EQ(sites()[0].arguments[0], (ir::Constant{ir::ConstantKind::kInt, 1}));
}

TEST_F(CallSites, ConstantsAreNotCalls) {
  const auto type = writer_.method_type("()V");
  const auto bootstrap = writer_.bootstrap(static_handle(kLambdas, "metafactory"),
                                           {type, static_handle("C", "g"), type});
  writer_.dynamic(bootstrap, "value", "La/I;");
  writer_.invoke_dynamic(bootstrap, "run", "()La/I;");
  ASSERT_EQ(sites().size(), 2U);
  EXPECT_TRUE(sites()[0].constant);
  EXPECT_EQ(sites()[0].kind, CallSiteKind::kUnknown);
  EXPECT_EQ(descriptor(sites()[0].signature), "()La/I;");
  EXPECT_EQ(sites()[1].kind, CallSiteKind::kLambda);
}

TEST_F(CallSites, ConstantsMayBeArgumentsOfOneAnother) {
  const auto make = static_handle("C", "make");
  const auto inner = writer_.dynamic(writer_.bootstrap(make, {}), "inner", "I");
  writer_.dynamic(writer_.bootstrap(make, {inner}), "outer", "I");
  ASSERT_EQ(sites().size(), 2U);
  EXPECT_EQ(sites()[1].arguments[0], (ir::Constant{ir::ConstantKind::kDynamic, 0}));
}

TEST_F(CallSites, CallsOfOneBootstrapShareItsArguments) {
  const auto bootstrap =
      writer_.bootstrap(static_handle(kRecords, "bootstrap"),
                        {writer_.class_constant("C"), writer_.string("a"), getter("a")});
  writer_.invoke_dynamic(bootstrap, "hashCode", "(LC;)I");
  writer_.invoke_dynamic(bootstrap, "toString", "(LC;)Ljava/lang/String;");
  ASSERT_EQ(sites().size(), 2U);
  EXPECT_EQ(sites()[0].arguments.data(), sites()[1].arguments.data());
  EXPECT_EQ(sites()[0].record_fields.data(), sites()[1].record_fields.data());
  EXPECT_EQ(sites()[1].kind, CallSiteKind::kRecordMethod);
  EXPECT_EQ(sites()[1].name, "toString");
  EXPECT_EQ(descriptor(sites()[1].signature), "(LC;)Ljava/lang/String;");
}

TEST_F(CallSites, OneRecipeForTwoSignatures) {
  const auto bootstrap = writer_.bootstrap(static_handle(kStrings, "makeConcatWithConstants"),
                                           {writer_.string("x\1")});
  writer_.invoke_dynamic(bootstrap, "one", "(I)Ljava/lang/String;");
  writer_.invoke_dynamic(bootstrap, "two", "(II)Ljava/lang/String;");
  EXPECT_EQ(sites()[0].kind, CallSiteKind::kConcatenate);
  EXPECT_EQ(sites()[1].kind, CallSiteKind::kUnknown);
}

TEST_F(CallSites, TheCallItself) {
  const auto site = add(kStrings, "makeConcat", {}, "(IJ)Ljava/lang/String;");
  EXPECT_EQ(operations(writer_, "(IJ)Ljava/lang/String;",
                       "iload_0; lload_1; invokedynamic #" + std::to_string(site) + "; areturn"),
            "%2 = invoke_dynamic #0 run(int, long) : java.lang.String (%0, %1)");
}

}  // namespace
}  // namespace heddle::lower
