#include "rewrite/ordering.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"
#include "rewrite/hook.h"
#include "rewrite/rewrite.h"

namespace heddle::rewrite {
namespace {

using classfile::MemberRef;
using classfile::Opcode;
using classfile::Tag;

bool is_own_volatile(const classfile::ClassFile& file, const MemberRef& member) {
  if (file.pool().class_name(member.owner) != file.name()) return false;
  return std::ranges::any_of(file.fields(), [&](const classfile::Member& field) {
    return (field.access & classfile::kAccVolatile) != 0 && field.name == member.name &&
           field.descriptor == member.descriptor;
  });
}

bool call_may_order(const classfile::ClassFile& file, const MemberRef& member, const Calls& calls) {
  const std::string_view owner = file.pool().class_name(member.owner);
  return member.name == "wait" || owner == "java/lang/invoke/VarHandle" ||
         calls.contains(call_key(owner, member.name, member.descriptor));
}

bool instruction_may_order(const classfile::ClassFile& file, base::Bytes code, std::size_t at,
                           const Calls& calls) {
  const auto opcode = static_cast<Opcode>(code[at]);
  if (opcode == Opcode::kMonitorenter) return true;
  const bool is_write = opcode == Opcode::kPutfield || opcode == Opcode::kPutstatic;
  const bool is_call = opcode == Opcode::kInvokevirtual || opcode == Opcode::kInvokeinterface;
  if (!is_write && !is_call) return false;
  const auto constant = base::load_big<std::uint16_t>(code.data() + at + 1);
  const Tag tag = file.pool().tag(constant);
  if (is_write) return tag == Tag::kFieldref && is_own_volatile(file, file.pool().member(constant));
  return (tag == Tag::kMethodref || tag == Tag::kInterfaceMethodref) &&
         call_may_order(file, file.pool().member(constant), calls);
}

}  // namespace

bool may_order(const classfile::ClassFile& file, const classfile::Member& method,
               const Calls& calls) {
  if (!method.has_code) return false;
  if ((method.access & classfile::kAccSynchronized) != 0) return true;
  const auto code = classfile::parse_code(file, method);
  if (!code) return false;
  std::size_t length = 0;
  for (std::size_t at = 0; at < code->bytecode.size(); at += length) {
    length = classfile::instruction_length(code->bytecode, at);
    if (length == 0) return false;
    if (instruction_may_order(file, code->bytecode, at, calls)) return true;
  }
  return false;
}

bool tells_at_return(const classfile::ClassFile& file, const classfile::Member& method,
                     std::span<const Hook> hooks) {
  return std::ranges::any_of(hooks, [&](const Hook& hook) {
    return hook.class_name == file.name() && hook.method == method.name &&
           (hook.descriptor.empty() || hook.descriptor == method.descriptor) &&
           (hook.when == HookWhen::kReturn || hook.when == HookWhen::kReturnIfTrue ||
            hook.when == HookWhen::kReturnIfFalse);
  });
}

}  // namespace heddle::rewrite
