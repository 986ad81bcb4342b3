// `latch::countDown`, where `latch` is on the stack, becomes `heddle$0`:
//
//   private static void heddle$0(CountDownLatch latch) { HeddleTable.countDown(latch, site); }
//
// The metafactory wants what it is given before the call to have exactly the types of the method's
// first parameters: they are taken from the invokedynamic.
#include "rewrite/bridges.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "classfile/descriptor.h"
#include "classfile/opcode.h"

namespace heddle::rewrite {
namespace {

using classfile::HandleKind;
using classfile::Opcode;
using classfile::ParameterTypes;
using classfile::Tag;

constexpr std::string_view kFactory = "java/lang/invoke/LambdaMetafactory";
constexpr unsigned kMethod = 1;  // among the factory's arguments

void put2(Bytecode& out, std::size_t number) {
  out.push_back(static_cast<std::uint8_t>(number >> 8));
  out.push_back(static_cast<std::uint8_t>(number));
}

void put4(Bytecode& out, std::size_t number) {
  put2(out, number >> 16);
  put2(out, number & 0xFFFF);
}

// Of an instruction that differs by type, from that for int on.
Opcode of_type(Opcode for_int, char type) {
  const unsigned kind = type == 'J'                  ? 1
                        : type == 'F'                ? 2
                        : type == 'D'                ? 3
                        : type == 'L' || type == '[' ? 4
                                                     : 0;
  return static_cast<Opcode>(static_cast<unsigned>(for_int) + kind);
}

Opcode return_of(std::string_view type) {
  return type == "V" ? Opcode::kReturn : of_type(Opcode::kIreturn, type.front());
}

// Without the last parameter, which is the site.
std::string_view without_site(std::string_view call) { return call.substr(1, call.find(')') - 2); }

}  // namespace

std::optional<Bridges::Reference> Bridges::reference(std::uint16_t number) const {
  const classfile::ConstantPool& pool = file_.pool();
  if (pool.tag(number) != Tag::kInvokeDynamic) return std::nullopt;
  const std::uint16_t position = pool.dynamic(number).bootstrap;
  if (position >= file_.bootstrap_count()) return std::nullopt;
  const classfile::BootstrapMethod bootstrap = file_.bootstrap(position);
  const classfile::MemberRef factory = pool.member(pool.method_handle(bootstrap.handle).reference);
  if (pool.class_name(factory.owner) != kFactory || factory.name != "metafactory")
    return std::nullopt;
  if (bootstrap.argument_count != 3 || pool.tag(bootstrap.argument(kMethod)) != Tag::kMethodHandle)
    return std::nullopt;
  const classfile::MethodHandle handle = pool.method_handle(bootstrap.argument(kMethod));
  const auto kind = static_cast<HandleKind>(handle.kind);
  const bool is_static = kind == HandleKind::kInvokeStatic;
  if (!is_static && kind != HandleKind::kInvokeVirtual && kind != HandleKind::kInvokeInterface)
    return std::nullopt;
  const classfile::MemberRef method = pool.member(handle.reference);
  return Reference{number, pool.class_name(method.owner), method.name, method.descriptor,
                   is_static};
}

std::uint16_t Bridges::add(const Reference& reference, const Call& call, std::uint32_t site) {
  const classfile::DynamicRef dynamic = file_.pool().dynamic(reference.number);
  const std::string name = "heddle$" + std::to_string(count_);
  const std::string descriptor = add_method(reference, call, site, name);
  const classfile::BootstrapMethod known = file_.bootstrap(dynamic.bootstrap);
  put2(bootstraps_, known.handle);
  put2(bootstraps_, known.argument_count);
  for (unsigned each = 0; each < known.argument_count; ++each)
    put2(bootstraps_, each == kMethod ? constants_.static_handle(file_.name(), name, descriptor,
                                                                 file_.is_interface())
                                      : known.argument(each));
  const auto position = static_cast<std::uint16_t>(file_.bootstrap_count() + count_++);
  return constants_.invoke_dynamic(position, dynamic.name, dynamic.descriptor);
}

std::string Bridges::add_method(const Reference& reference, const Call& call, std::uint32_t site,
                                std::string_view name) {
  std::string parameters(without_site(call.descriptor));
  const std::string_view given = file_.pool().dynamic(reference.number).descriptor;
  const ParameterTypes types(given);
  if (!types.empty()) {
    const std::size_t first = classfile::field_descriptor_length(parameters);
    parameters.replace(0, first, *types.begin());
  }
  std::string descriptor = "(" + parameters + ")";
  descriptor += classfile::return_type(call.descriptor);
  put2(methods_, classfile::kAccPrivate | classfile::kAccStatic | classfile::kAccSynthetic);
  put2(methods_, constants_.utf8(name));
  put2(methods_, constants_.utf8(descriptor));
  put2(methods_, 1);
  add_code(descriptor, call, site);
  return descriptor;
}

void Bridges::add_code(std::string_view descriptor, const Call& call, std::uint32_t site) {
  Bytecode code;
  std::size_t local = 0;
  for (const std::string_view type : ParameterTypes(descriptor)) {
    code.push_back(static_cast<std::uint8_t>(of_type(Opcode::kIload, type.front())));
    code.push_back(static_cast<std::uint8_t>(local));
    local += classfile::slots(type);
  }
  put_number(code, site);
  code.push_back(static_cast<std::uint8_t>(Opcode::kInvokestatic));
  put2(code, constants_.method(call.owner, call.name, call.descriptor));
  code.push_back(static_cast<std::uint8_t>(return_of(classfile::return_type(descriptor))));
  put2(methods_, constants_.utf8("Code"));
  put4(methods_, 12 + code.size());
  put2(methods_, local + 2);  // the arguments and the site, or a result of two words
  put2(methods_, local);
  put4(methods_, code.size());
  methods_.insert(methods_.end(), code.begin(), code.end());
  put4(methods_, 0);  // handlers, attributes
}

void Bridges::put_number(Bytecode& out, std::uint32_t number) {
  out.push_back(static_cast<std::uint8_t>(Opcode::kLdcW));
  put2(out, constants_.integer(static_cast<std::int32_t>(number)));
}

}  // namespace heddle::rewrite
