// Values and blocks are spelled by number: those are positions, the same wherever the code is the
// same. Everything that names a symbol is spelled out.
//
// Constants may name call sites whose arguments are constants again; class files allow cycles
// there, so that is followed eight deep and no further.
#include "ir/canonical.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr unsigned kDeepest = 8;

}  // namespace

void Canonical::add_word(std::uint32_t word) {
  const char little[] = {static_cast<char>(word), static_cast<char>(word >> 8U),
                         static_cast<char>(word >> 16U), static_cast<char>(word >> 24U)};
  bytes_.append(little, sizeof little);
}

void Canonical::add_text(std::string_view text) {
  add_word(static_cast<std::uint32_t>(text.size()));
  bytes_ += text;
}

void Canonical::add_type(TypeRef type) {
  if (!type.exists()) return add_word(0xFFFF'FFFF);
  const bool predefined = type.base() < kObjectType.base();  // a class may be called `int`
  add_word(type.dimensions() << 8U | (predefined ? type.base() + 1 : 0));
  if (!predefined) add_text(symbols_.base_name(type));
}

void Canonical::add_types(std::span<const TypeRef> types) {
  add_word(static_cast<std::uint32_t>(types.size()));
  for (const TypeRef type : types) add_type(type);
}

void Canonical::add_field(FieldRef ref) {
  const FieldSymbol& field = symbols_.field(ref);
  add_type(field.owner);
  add_text(field.name);
  add_type(field.type);
}

void Canonical::add_method(MethodRef ref) {
  const MethodSymbol& method = symbols_.method(ref);
  add_type(method.owner);
  add_text(method.name);
  add_signature(method.signature);
  add_word(method.owner_is_interface ? 1 : 0);
}

void Canonical::add_handle(HandleRef ref) {
  const HandleSymbol& handle = symbols_.handle(ref);
  add_word(static_cast<std::uint32_t>(handle.kind));
  is_field_handle(handle.kind) ? add_field(handle.field()) : add_method(handle.method());
}

void Canonical::add_constant(const Constant& constant) {
  const auto word = static_cast<std::uint32_t>(constant.bits);
  add_word(static_cast<std::uint32_t>(constant.kind));
  switch (constant.kind) {
    case ConstantKind::kString: return add_text(symbols_.string(static_cast<StringRef>(word)));
    case ConstantKind::kClass: return add_type(TypeRef::from_bits(word));
    case ConstantKind::kMethodType: return add_signature(static_cast<SignatureRef>(word));
    case ConstantKind::kMethodHandle: return add_handle(static_cast<HandleRef>(word));
    case ConstantKind::kDynamic: return add_call_site(static_cast<CallSiteRef>(word));
    default: add_word(word); return add_word(static_cast<std::uint32_t>(constant.bits >> 32U));
  }
}

void Canonical::add_call_site(CallSiteRef ref) {
  if (depth_ == kDeepest) return;
  ++depth_;
  const CallSite& site = symbols_.call_site(ref);
  add_text(site.name);
  add_signature(site.signature);
  add_handle(site.bootstrap);
  add_word(site.constant ? 1 : 0);
  add_word(static_cast<std::uint32_t>(site.arguments.size()));
  for (const Constant& argument : site.arguments) add_constant(argument);
  add_resolved(site);
  --depth_;
}

void Canonical::add_resolved(const CallSite& site) {
  add_word(static_cast<std::uint32_t>(site.kind));
  switch (site.kind) {
    case CallSiteKind::kLambda:
      add_handle(site.handle);
      add_signature(site.erased);
      add_signature(site.instantiated);
      add_types(site.extra_interfaces);
      add_word(static_cast<std::uint32_t>(site.bridges.size()));
      for (const SignatureRef bridge : site.bridges) add_signature(bridge);
      return add_word(site.serializable ? 1 : 0);
    case CallSiteKind::kConcatenate:
      add_text(site.recipe);
      add_word(static_cast<std::uint32_t>(site.recipe_constants.size()));
      for (const Constant& constant : site.recipe_constants) add_constant(constant);
      return;
    case CallSiteKind::kRecordMethod:
      add_type(site.record);
      add_word(static_cast<std::uint32_t>(site.record_fields.size()));
      for (const HandleRef field : site.record_fields) add_handle(field);
      return;
    case CallSiteKind::kUnknown:
    case CallSiteKind::kSwitch: return;
  }
}

// ---- Code ----

void Canonical::add_statement(const Body& body, ValueId at) {
  const Instruction& in = body.at(at);
  add_word(static_cast<std::uint32_t>(in.opcode) << 8U | in.sub);
  add_type(body.type(at));
  switch (in.opcode) {
    case Opcode::kParameter:
    case Opcode::kConstInt:
    case Opcode::kConstFloat: return add_word(in.a);
    case Opcode::kConstLong:
    case Opcode::kConstDouble: add_word(in.a); return add_word(in.b);
    case Opcode::kConstString: return add_text(symbols_.string(static_cast<StringRef>(in.a)));
    case Opcode::kConstClass:
    case Opcode::kNew:
    case Opcode::kNewMultiArray: return add_type(TypeRef::from_bits(in.a));
    case Opcode::kConstMethodType: return add_signature(static_cast<SignatureRef>(in.a));
    case Opcode::kConstMethodHandle: return add_handle(static_cast<HandleRef>(in.a));
    case Opcode::kConstDynamic:
    case Opcode::kInvokeDynamic: return add_call_site(static_cast<CallSiteRef>(in.a));
    case Opcode::kInstanceOf:
    case Opcode::kCheckCast:
    case Opcode::kNewArray: return add_type(TypeRef::from_bits(in.b));
    case Opcode::kGetField:
    case Opcode::kPutField:
    case Opcode::kGetStatic:
    case Opcode::kPutStatic: return add_field(static_cast<FieldRef>(in.b));
    case Opcode::kInvoke: return add_method(static_cast<MethodRef>(in.a));
    case Opcode::kFillArray:
    case Opcode::kSwitch:
      add_word(in.c);
      for (const std::uint32_t word : body.list(in)) add_word(word);
      return;
    default: return;
  }
}

void Canonical::add_body(const Body& body) {
  add_word(static_cast<std::uint32_t>(body.blocks.size()));
  for (const Block& block : body.blocks) {
    add_word(block.end - block.first);
    add_word(block.successor_count);
    for (const BlockId next : body.successors_of(block)) add_word(base::index(next));
    add_word(block.handler_count);
    for (const Handler& handler : body.handlers_of(block)) {
      add_word(base::index(handler.block));
      add_type(handler.type);
    }
    for (std::uint32_t at = block.first; at < block.end; ++at) {
      const Instruction& in = body.instructions[at];
      add_statement(body, static_cast<ValueId>(at));
      if (in.opcode == Opcode::kIf || in.opcode == Opcode::kReturn) {  // operands may be absent
        add_word(in.a);
        add_word(in.b);
        continue;
      }
      if (has_value_list(in.opcode)) add_word(in.c);
      for_each_operand(body, in, [&](ValueId value) { add_word(base::index(value)); });
    }
  }
}

// ---- Members and classes ----

void Canonical::add_annotations(std::span<const Annotation> annotations) {
  add_word(static_cast<std::uint32_t>(annotations.size()));
  for (const Annotation& annotation : annotations) {
    add_type(annotation.type);
    add_word(annotation.visible ? 1 : 0);
    add_word(static_cast<std::uint32_t>(annotation.elements.size()));
    for (const AnnotationElement& element : annotation.elements) {
      add_text(element.name);
      add_text(element.value);
    }
  }
}

void Canonical::add_header(const Field& field) {
  add_text(field.name);
  add_type(field.type);
  add_word(field.access);
  add_constant(field.value);
  add_text(field.generic);
  add_annotations(field.annotations);
}

void Canonical::add_header(const Method& method) {
  add_text(method.name);
  add_signature(method.signature);
  add_word(method.access);
  add_word((method.has_code ? 1U : 0U) | (method.signature_polymorphic ? 2U : 0U));
  add_text(method.generic);
  add_types(method.exceptions);
  add_annotations(method.annotations);
  add_word(static_cast<std::uint32_t>(method.parameter_annotations.size()));
  for (const auto& annotations : method.parameter_annotations) add_annotations(annotations);
}

void Canonical::add_header(const Class& in) {
  add_type(in.self);
  add_type(in.super);
  add_types(in.interfaces);
  add_word(in.access);
  add_word(std::uint32_t{in.major} << 16U | in.minor);
  add_type(in.nest_host);
  add_types(in.nest_members);
  add_types(in.permitted);
  add_word(in.record ? 1 : 0);
  add_word(static_cast<std::uint32_t>(in.components.size()));
  for (const RecordComponent& component : in.components) {
    add_text(component.name);
    add_type(component.type);
  }
  add_word(static_cast<std::uint32_t>(in.inner_classes.size()));
  for (const InnerClass& inner : in.inner_classes) {
    add_type(inner.inner);
    add_type(inner.outer);
    add_text(inner.name);
    add_word(inner.access);
  }
  add_type(in.enclosing_class);
  add_text(in.enclosing_method);
  add_text(in.enclosing_descriptor);
  add_text(in.generic);
  add_annotations(in.annotations);
}

bool same(const Class& left_class, const Body& left, const Class& right_class, const Body& right) {
  Canonical first(left_class.symbols), second(right_class.symbols);
  first.add_body(left);
  second.add_body(right);
  return first.bytes() == second.bytes();
}

}  // namespace heddle::ir
