#include "rewrite/rewrite.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/code.h"
#include "classfile/opcode.h"

namespace heddle::rewrite {
namespace {

using classfile::ClassFile;
using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Opcode;

class Numbered final : public Sites {
 public:
  std::uint32_t add(const ClassFile& /*file*/, const Site& site) override {
    fields.emplace_back(site.field);
    lines.push_back(site.line);
    proven.push_back(site.is_proven);
    return first + static_cast<std::uint32_t>(fields.size() - 1);
  }
  std::uint32_t first = 0;
  std::vector<std::string> fields;
  std::vector<std::uint32_t> lines;
  std::vector<bool> proven;
};

// The instructions of a method's code, with the names of what they call: "aload_0 dup getfield …".
std::string text_of(const std::vector<std::uint8_t>& bytes, std::size_t method = 0) {
  const auto file = ClassFile::parse(bytes);
  EXPECT_TRUE(file) << file.error().describe();
  const auto code = classfile::parse_code(*file, file->methods()[method]);
  EXPECT_TRUE(code) << code.error().describe();
  std::string text;
  for (std::size_t at = 0; at < code->bytecode.size();
       at += classfile::instruction_length(code->bytecode, at)) {
    const auto opcode = static_cast<Opcode>(code->bytecode[at]);
    text += (text.empty() ? "" : " ") + std::string(classfile::mnemonic(opcode));
    if (opcode == Opcode::kInvokestatic) {
      const auto constant = base::load_big<std::uint16_t>(code->bytecode.data() + at + 1);
      text += ":" + std::string(file->pool().member(constant).name);
    }
  }
  return text;
}

TEST(Rewrite, TellsWhatReferencesReferTo) {
  ClassWriter writer("a/B");
  const auto next = writer.field_ref("a/B", "next", "La/B;");
  const auto call = writer.method_ref("a/B", "call", "(J)V"),
             far = writer.method_ref("a/B", "far", "(JI)V");
  writer.method(0, "m", "(La/B;)V")
      .code(CodeWriter(6, 2)
                .op(Opcode::kAload1)
                .op(Opcode::kGetfield, next)
                .op(Opcode::kLconst0)
                .op(Opcode::kInvokevirtual, call)
                .op(Opcode::kAload0)
                .op(Opcode::kLconst0)
                .op(Opcode::kIconst0)
                .op(Opcode::kInvokevirtual, far)
                .op(Opcode::kAload0)
                .op(Opcode::kAconstNull)
                .op(Opcode::kPutfield, next)
                .op(Opcode::kAload1)
                .branch(Opcode::kIfnull, "end")
                .label("end")
                .op(Opcode::kReturn));
  const auto bytes = writer.finish();
  Numbered sites;
  Options options;
  options.has_values = true;
  const Rewritten rewritten = rewrite(*ClassFile::parse(bytes), options, sites);
  EXPECT_EQ(text_of(rewritten.bytes),
            "aload_1 dup aload_0 sipush invokestatic:dereference dup getfield dup_x1 sipush "
            "invokestatic:readReference lconst_0 "
            "dup2_x1 pop2 dup aload_0 sipush invokestatic:dereference dup_x2 pop invokevirtual "
            "aload_0 lconst_0 iconst_0 invokevirtual "
            "aload_0 aconst_null dup2 pop aload_0 sipush invokestatic:dereference "
            "dup2 sipush invokestatic:writeReference putfield "
            "aload_1 dup sipush invokestatic:testedForNull ifnull return");
}

TEST(Rewrite, PutsProbesAroundAccesses) {
  ClassWriter writer("a/B");
  const auto count = writer.field_ref("a/B", "count", "I"),
             sum = writer.field_ref("a/B", "sum", "J");
  writer.method(0, "m", "()V")
      .code(CodeWriter(4, 1)
                .line(7)
                .op(Opcode::kAload0)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, count)
                .op(Opcode::kPutfield, count)
                .line(8)
                .op(Opcode::kAload0)
                .op(Opcode::kLconst0)
                .op(Opcode::kPutfield, sum)
                .op(Opcode::kReturn));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  Numbered sites;
  const Rewritten rewritten = rewrite(*file, {}, sites);
  EXPECT_EQ(rewritten.probes, 3U);
  EXPECT_EQ(sites.fields, (std::vector<std::string>{"count", "count", "sum"}));
  EXPECT_EQ(sites.lines, (std::vector<std::uint32_t>{7, 7, 8}));
  EXPECT_EQ(
      text_of(rewritten.bytes),
      "aload_0 aload_0 dup getfield swap sipush invokestatic:read "
      "dup2 pop sipush invokestatic:write putfield "
      "aload_0 lconst_0 dup2_x1 pop2 dup sipush invokestatic:write dup_x2 pop putfield return");
}

TEST(Rewrite, LeavesOutFinalFieldsOfItsOwn) {
  ClassWriter writer("a/B");
  writer.field(classfile::kAccFinal, "id", "I");
  writer.field(0, "count", "I");
  const auto id = writer.field_ref("a/B", "id", "I"), of_other = writer.field_ref("a/C", "id", "I"),
             of_other_type = writer.field_ref("a/B", "id", "F"),
             count = writer.field_ref("a/B", "count", "I");
  writer.method(0, "m", "(La/C;)V")
      .code(CodeWriter(4, 2)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, id)
                .op(Opcode::kAload1)
                .op(Opcode::kGetfield, of_other)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, of_other_type)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, count)
                .op(Opcode::kReturn));
  const auto bytes = writer.finish();
  Numbered sites;
  const Rewritten rewritten = rewrite(*ClassFile::parse(bytes), {}, sites);
  EXPECT_EQ(text_of(rewritten.bytes),
            "aload_0 getfield aload_1 dup getfield swap sipush invokestatic:read "
            "aload_0 dup getfield swap sipush invokestatic:read "
            "aload_0 dup getfield swap sipush invokestatic:read return");
  EXPECT_EQ(rewritten.accesses, 3U);
}

TEST(Rewrite, LeavesOutWhatIsProven) {
  ClassWriter writer("a/B");
  const auto count = writer.field_ref("a/B", "count", "I"),
             total = writer.field_ref("a/B", "total", "I");
  writer.method(0, "m", "([I)V")
      .code(CodeWriter(4, 2)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, count)   // at 1
                .op(Opcode::kPutstatic, total)  // at 4
                .op(Opcode::kAload1)
                .op(Opcode::kIconst0)
                .op(Opcode::kIaload)  // at 9
                .op(Opcode::kPop)
                .op(Opcode::kAload0)
                .op(Opcode::kGetfield, count)  // at 12
                .op(Opcode::kPop)
                .op(Opcode::kReturn));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  Numbered sites;
  Options options;
  options.is_proven = [](std::string_view method, std::uint32_t offset) {
    return method == "m([I)V" && offset < 12;
  };
  const Rewritten rewritten = rewrite(*file, options, sites);
  EXPECT_EQ(rewritten.accesses, 4U);
  EXPECT_EQ(rewritten.proven, 3U);
  EXPECT_EQ(sites.fields, (std::vector<std::string>{"total", "count"}));
  EXPECT_EQ(sites.proven, (std::vector<bool>{true, false})) << "a static field's class is told";
  EXPECT_EQ(text_of(rewritten.bytes),
            "aload_0 getfield sipush invokestatic:writeStatic putstatic sipush "
            "invokestatic:wroteStatic aload_1 iconst_0 iaload pop "
            "aload_0 dup getfield swap sipush invokestatic:read pop return");
}

TEST(Rewrite, LeavesThisAloneBeforeTheSuperclass) {
  ClassWriter writer("a/B");
  const auto outer = writer.field_ref("a/B", "outer", "I");
  const auto super = writer.method_ref("java/lang/Object", "<init>", "()V");
  writer.method(0, "<init>", "()V")
      .code(CodeWriter(4, 1)
                .op(Opcode::kAload0)
                .op(Opcode::kIconst1)
                .op(Opcode::kPutfield, outer)
                .op(Opcode::kNew, writer.class_constant("java/lang/Object"))
                .op(Opcode::kInvokespecial, super)
                .op(Opcode::kAload0)
                .op(Opcode::kInvokespecial, super)
                .op(Opcode::kAload0)
                .op(Opcode::kIconst1)
                .op(Opcode::kPutfield, outer)
                .op(Opcode::kReturn));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  Numbered sites;
  const Rewritten rewritten = rewrite(*file, {}, sites);
  EXPECT_EQ(rewritten.probes, 1U);
  EXPECT_EQ(text_of(rewritten.bytes),
            "aload_0 iconst_1 putfield new invokespecial aload_0 invokespecial "
            "aload_0 iconst_1 dup2 pop sipush invokestatic:write putfield return");
}

TEST(Rewrite, LeavesSynchronizedMethodsInEveryWay) {
  ClassWriter writer("a/B");
  writer.method(classfile::kAccSynchronized, "m", "()V").code(CodeWriter(0, 1).op(Opcode::kReturn));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  Numbered sites;
  sites.first = 100'000;
  const Rewritten rewritten = rewrite(*file, {}, sites);
  EXPECT_EQ(text_of(rewritten.bytes),
            "aload_0 ldc_w invokestatic:enter ldc_w invokestatic:leave return "
            "ldc_w invokestatic:leave athrow");
  const auto again = ClassFile::parse(rewritten.bytes);
  const auto code = classfile::parse_code(*again, again->methods()[0]);
  ASSERT_EQ(code->exception_count, 1U);
  EXPECT_EQ(code->exception(0).start, 7U);
  EXPECT_EQ(code->exception(0).end, 14U);
  EXPECT_EQ(code->exception(0).handler, 14U);
  EXPECT_FALSE(code->stack_map.empty());
}

TEST(Rewrite, LetsAHandlerBeginRightBehindMonitorenter) {
  ClassWriter writer("a/B");
  writer.method(0, "m", "()V")
      .code(CodeWriter(2, 1)
                .op(Opcode::kAload0)
                .op(Opcode::kMonitorenter)
                .label("from")
                .op(Opcode::kAload0)
                .op(Opcode::kMonitorexit)
                .label("to")
                .op(Opcode::kReturn)
                .label("handler")
                .op(Opcode::kAthrow)
                .handler("from", "to", "handler"));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  Numbered sites;
  const Rewritten rewritten = rewrite(*file, {}, sites);
  EXPECT_EQ(
      text_of(rewritten.bytes),
      "aload_0 dup dup invokestatic:numberOf dup_x2 pop monitorenter sipush invokestatic:entered "
      "aload_0 dup sipush invokestatic:leaving monitorexit return athrow");
  const auto again = ClassFile::parse(rewritten.bytes);
  const auto code = classfile::parse_code(*again, again->methods()[0]);
  EXPECT_EQ(code->exception(0).start, 9U);
}

TEST(Rewrite, WaitsInsteadOfTheProgram) {
  ClassWriter writer("a/B");
  writer.method(0, "m", "()V")
      .code(CodeWriter(4, 1)
                .op(Opcode::kAload0)
                .op(Opcode::kLconst1)
                .op(Opcode::kInvokevirtual, writer.method_ref("a/B", "wait", "(J)V"))
                .op(Opcode::kReturn));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  Numbered sites;
  EXPECT_EQ(text_of(rewrite(*file, {}, sites).bytes),
            "aload_0 lconst_1 sipush invokestatic:waitOn return");
}

TEST(Rewrite, ListsMethodsThatItCannotRewrite) {
  ClassWriter writer("a/B");
  const auto count = writer.field_ref("a/B", "count", "I");
  writer.field(classfile::kAccStatic, "count", "I");
  CodeWriter code(4, 1);
  for (int each = 0; each < 9'000; ++each) code.op(Opcode::kGetstatic, count).op(Opcode::kPop);
  writer.method(classfile::kAccStatic, "long", "()V").code(code.op(Opcode::kReturn));
  writer.method(classfile::kAccStatic, "good", "()V")
      .code(CodeWriter(1, 1).op(Opcode::kGetstatic, count).op(Opcode::kPop).op(Opcode::kReturn));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  Numbered sites;
  const Rewritten rewritten = rewrite(*file, {}, sites);
  ASSERT_EQ(rewritten.refused.size(), 1U);
  EXPECT_EQ(rewritten.refused[0].method, "long()V");
  EXPECT_EQ(rewritten.methods, 2U);
  EXPECT_EQ(text_of(rewritten.bytes, 0).substr(0, 68),
            "getstatic sipush invokestatic:readStatic pop getstatic pop getstatic");
  EXPECT_EQ(text_of(rewritten.bytes, 1), "getstatic sipush invokestatic:readStatic pop return");
}

TEST(Rewrite, HooksMethodsOfThePlatform) {
  ClassWriter writer("java/lang/Thread");
  writer.method(0, "tryIt", "()Z").code(CodeWriter(1, 1).op(Opcode::kIconst1).op(Opcode::kIreturn));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  const auto hook = [](std::string_view name, HookWhen when, std::int16_t action) {
    Hook made;
    made.class_name = name;
    made.method = "tryIt";
    made.when = when;
    made.action = action;
    return made;
  };
  const Hook hooks[] = {hook("java/lang/Thread", HookWhen::kEntry, 1),
                        hook("java/lang/Thread", HookWhen::kReturnIfTrue, 2),
                        hook("a/Other", HookWhen::kEntry, 3)};
  Options options;
  options.has_code_probes = false;
  options.hooks = hooks;
  Numbered sites;
  EXPECT_EQ(text_of(rewrite(*file, options, sites).bytes),
            "aload_0 sipush invokestatic:hook iconst_1 dup aload_0 sipush invokestatic:hookIf "
            "ireturn");
}

TEST(Rewrite, HooksCallsInsideMethodsOfThePlatform) {
  ClassWriter writer("java/util/Pool");
  const auto run = writer.interface_method_ref("java/lang/Runnable", "run", "()V");
  writer.method(0, "runAll", "()V")
      .code(CodeWriter(1, 1)
                .op(Opcode::kAconstNull)
                .op(Opcode::kInvokeinterface, run, 1)
                .op(Opcode::kReturn));
  const auto bytes = writer.finish();
  const auto file = ClassFile::parse(bytes);
  Hook before;
  before.class_name = "java/util/Pool";
  before.method = "runAll";
  before.when = HookWhen::kBeforeCall;
  before.subject = HookSubject::kReceiver;
  before.called = "run";
  Hook after = before;
  after.when = HookWhen::kAfterCall;
  after.subject = HookSubject::kThread;
  Hook other = before;
  other.called = "walk";
  const Hook hooks[] = {before, after, other};
  Options options;
  options.has_code_probes = false;
  options.hooks = hooks;
  Numbered sites;
  EXPECT_EQ(text_of(rewrite(*file, options, sites).bytes),
            "aconst_null dup sipush invokestatic:hook invokeinterface "
            "invokestatic:currentThread sipush invokestatic:hook return");
}

// A method that makes `sink::add`, where `sink` is its argument.
std::vector<std::uint8_t> class_with_reference(std::string_view factory_method) {
  ClassWriter writer("a/B");
  const auto factory = writer.method_handle(
      classfile::HandleKind::kInvokeStatic,
      writer.method_ref("java/lang/invoke/LambdaMetafactory", factory_method, "()V"));
  const auto add = writer.method_handle(classfile::HandleKind::kInvokeVirtual,
                                        writer.method_ref("c/Sink", "add", "(JI)D"));
  const auto type = writer.method_type("(JI)D");
  const auto made = writer.invoke_dynamic(writer.bootstrap(factory, {type, add, type}), "apply",
                                          "(Lc/Derived;)Lc/Function;");
  writer.field(0, "count", "I");
  writer.method(classfile::kAccStatic, "m", "(Lc/Derived;)V")
      .code(CodeWriter(1, 1)
                .op(Opcode::kAload0)
                .op(Opcode::kInvokedynamic, made)
                .op(Opcode::kPop)
                .op(Opcode::kReturn));
  return writer.finish();
}

Rewritten rewrite_reference(const std::vector<std::uint8_t>& bytes, bool may_add_methods) {
  const Calls calls{{call_key("c/Sink", "add", "(JI)D"), {"d/Calls", "add", "(Lc/Sink;JII)D"}}};
  Options options;
  options.calls = &calls;
  options.may_add_methods = may_add_methods;
  Numbered sites;
  return rewrite(*ClassFile::parse(bytes), options, sites);
}

TEST(Rewrite, BridgesReferencesToReplacedCalls) {
  const Rewritten rewritten = rewrite_reference(class_with_reference("metafactory"), true);
  EXPECT_EQ(rewritten.probes, 1U);
  const auto file = ClassFile::parse(rewritten.bytes);
  ASSERT_TRUE(file) << file.error().describe();
  ASSERT_EQ(file->methods().size(), 2U);
  const classfile::Member& bridge = file->methods()[1];
  EXPECT_EQ(bridge.name, "heddle$0");
  EXPECT_EQ(bridge.descriptor, "(Lc/Derived;JI)D");
  EXPECT_EQ(text_of(rewritten.bytes, 1), "aload lload iload ldc_w invokestatic:add dreturn");
  const auto code = classfile::parse_code(*file, file->methods()[0]);
  const auto constant = base::load_big<std::uint16_t>(code->bytecode.data() + 2);
  EXPECT_EQ(file->bootstrap_count(), 2U);
  const auto made = file->bootstrap(file->pool().dynamic(constant).bootstrap);
  const auto handle = file->pool().method_handle(made.argument(1));
  EXPECT_EQ(file->pool().member(handle.reference).name, "heddle$0");
}

TEST(Rewrite, LeavesReferencesOfLoadedClassesAndThoseThatAreSerialized) {
  EXPECT_EQ(rewrite_reference(class_with_reference("metafactory"), false).probes, 0U);
  EXPECT_EQ(rewrite_reference(class_with_reference("altMetafactory"), true).probes, 0U);
}

}  // namespace
}  // namespace heddle::rewrite
