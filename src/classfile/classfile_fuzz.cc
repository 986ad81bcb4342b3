// Any bytes as a class file: parse, then ask every question there is. Crashes, hangs and leaks
// count.
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "base/malformed.h"
#include "classfile/annotation.h"
#include "classfile/attribute.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/descriptor.h"
#include "classfile/modified_utf8.h"
#include "classfile/module.h"
#include "classfile/opcode.h"

namespace heddle::classfile {
namespace {

// Reads everything so that sanitizers see it.
std::size_t touched = 0;

void touch(std::string_view text) {
  for (const char c : text) touched += static_cast<unsigned char>(c);
}

void touch_text(std::string_view text) {
  touch(to_utf8(text));
  touched += to_utf16(text).size();
  // Overlong forms shrink on the way, so only the second trip must come back equal.
  const std::string once = to_modified_utf8(to_utf8(text));
  HEDDLE_CHECK(to_modified_utf8(to_utf8(once)) == once, "text changes on its way there and back");
}

void touch_constant(const ClassFile& file, std::uint16_t index) {
  const ConstantPool& pool = file.pool();
  switch (pool.tag(index)) {
    case Tag::kNone: break;
    case Tag::kUtf8: touch_text(pool.utf8(index)); break;
    case Tag::kInteger: touched += static_cast<std::size_t>(pool.integer(index)); break;
    case Tag::kFloat: touched += pool.float_bits(index); break;
    case Tag::kLong: touched += static_cast<std::size_t>(pool.long_value(index)); break;
    case Tag::kDouble: touched += pool.double_bits(index); break;
    case Tag::kClass: touch(pool.class_name(index)); break;
    case Tag::kString: touch(pool.string(index)); break;
    case Tag::kFieldref:
    case Tag::kMethodref:
    case Tag::kInterfaceMethodref:
      touch(pool.class_name(pool.member(index).owner));
      touch(pool.utf8(pool.member_name_index(index)));
      touch(pool.utf8(pool.member_descriptor_index(index)));
      break;
    case Tag::kNameAndType: touch(pool.name_and_type(index).name); break;
    case Tag::kMethodHandle: touch(pool.member(pool.method_handle(index).reference).name); break;
    case Tag::kMethodType: touched += argument_slots(pool.method_type(index)); break;
    case Tag::kDynamic:
    case Tag::kInvokeDynamic: {
      const DynamicRef dynamic = pool.dynamic(index);
      touch(dynamic.name);
      for (const std::uint16_t argument : file.bootstrap(dynamic.bootstrap).arguments) {
        HEDDLE_CHECK(pool.is_loadable(argument), "a bootstrap argument cannot be loaded");
      }
      break;
    }
    case Tag::kModule: touch(pool.module_name(index)); break;
    case Tag::kPackage: touch(pool.package_name(index)); break;
  }
}

void touch_annotation(const Annotation& annotation);

void touch_value(const ElementValue& value) {
  touch(value.type);
  touch(value.name);
  for (const ElementValue& element : value.array) touch_value(element);
  for (const Annotation& nested : value.nested) touch_annotation(nested);
}

void touch_annotation(const Annotation& annotation) {
  touch(annotation.type);
  for (const Element& element : annotation.elements) {
    touch(element.name);
    touch_value(element.value);
  }
}

template <typename Answer>
void touch_annotations(const Answer& answer) {
  if (!answer) return touch(answer.error().what);
  for (const auto& item : *answer) {
    if constexpr (requires { item.annotation; }) {
      touch_annotation(item.annotation);
    } else if constexpr (requires { item.elements; }) {
      touch_annotation(item);
    } else {
      for (const Annotation& annotation : item) touch_annotation(annotation);
    }
  }
}

void touch_classes(const ClassFile& file, const std::expected<IndexList, base::Malformed>& list) {
  if (!list) return touch(list.error().what);
  for (const std::uint16_t index : *list) touch(file.pool().class_name(index));
}

void touch_code(const ClassFile& file, const Member& method) {
  const auto code = parse_code(file, method);
  if (!code) return touch(code.error().what);
  for (unsigned i = 0; i < code->exception_count; ++i) {
    const ExceptionEntry entry = code->exception(i);
    touched += code->bytecode[entry.handler] + std::size_t{code->bytecode[entry.end - 1U]};
    if (entry.catch_type != 0) touch(file.pool().class_name(entry.catch_type));
  }
  for (const LineNumber line : code->lines) touched += code->bytecode[line.start];
  for (const LocalVariable local : code->locals) {
    touch(local.name);
    touched += slots(local.descriptor);
  }
  for (const LocalVariable local : code->local_types) touch(local.descriptor);
  for (const std::uint8_t byte : code->stack_map) touched += byte;
  for (std::size_t at = 0, length = 1; length != 0; at += length) {
    length = instruction_length(code->bytecode, at);
    HEDDLE_CHECK(at + length <= code->bytecode.size(), "an instruction runs off the end");
  }
  touch_annotations(type_annotations(file, method, *code));
}

void touch_member(const ClassFile& file, const Member& member) {
  touch(member.name);
  for (const Attribute attribute : member.attributes) {
    for (const std::uint8_t byte : attribute.content) touched += byte;
  }
  touch_annotations(annotations(file, member));
  touch_annotations(type_annotations(file, member));
  if (!member.is_method()) return;
  for (const std::string_view type : ParameterTypes(member.descriptor)) {
    HEDDLE_CHECK(is_field_descriptor(type), "a parameter has no type");
  }
  const std::string_view result = return_type(member.descriptor);
  HEDDLE_CHECK(result == "V" || is_field_descriptor(result), "a result has no type");
  touch_annotations(parameter_annotations(file, member));
  if (const auto value = annotation_default(file, member); value && *value) touch_value(**value);
  touch_classes(file, file.exceptions(member));
  if (const auto parameters = file.method_parameters(member)) touched += parameters->size();
  if (member.has_code) touch_code(file, member);
}

void touch_module(const ClassFile& file) {
  const auto module = file.module();
  if (!module || !*module) return;
  touch(file.pool().module_name((*module)->name));
  for (const ModuleExport& open : (*module)->opens) touch(file.pool().package_name(open.package));
  for (const ModuleProvide& provide : (*module)->provides) {
    for (const std::uint16_t with : provide.with) touch(file.pool().class_name(with));
  }
  for (const std::uint16_t package : (*module)->packages) touch(file.pool().package_name(package));
}

void touch_class(const ClassFile& file) {
  for (std::uint16_t index = 0; index < file.pool().size(); ++index) touch_constant(file, index);
  for (std::size_t i = 0; i < file.interfaces().size(); ++i) touch(file.interface_name(i));
  touch(file.super_name());
  touch(file.source_file());
  touch(file.signature());
  touch(file.nest_host());
  if (const auto inner = file.inner_classes()) touched += inner->size();
  if (const auto enclosing = file.enclosing_method(); enclosing && *enclosing) {
    touch(file.pool().class_name((*enclosing)->owner));
  }
  touch_classes(file, file.nest_members());
  touch_classes(file, file.permitted_subclasses());
  if (const auto components = file.record_components(); components && *components) {
    for (const RecordComponent& component : **components) {
      touch_annotations(annotations(file, component));
      touch_annotations(type_annotations(file, component));
    }
  }
  touch_module(file);
  touch_annotations(annotations(file));
  touch_annotations(type_annotations(file));
  for (const Member& field : file.fields()) touch_member(file, field);
  for (const Member& method : file.methods()) touch_member(file, method);
}

}  // namespace
}  // namespace heddle::classfile

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy of exactly this size, so that one byte too far is seen.
  const std::vector<std::uint8_t> bytes(data, data + size);
  const auto file = heddle::classfile::ClassFile::parse(bytes);
  if (file) heddle::classfile::touch_class(*file);
  return 0;
}
