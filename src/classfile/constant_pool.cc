// Constants made of other constants, followed in place.
#include "classfile/constant_pool.h"

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "base/check.h"
#include "classfile/descriptor.h"

namespace heddle::classfile {
namespace {

[[maybe_unused]] bool is_member_reference(Tag tag) {
  return tag == Tag::kFieldref || tag == Tag::kMethodref || tag == Tag::kInterfaceMethodref;
}

[[maybe_unused]] bool is_dynamic(Tag tag) {
  return tag == Tag::kDynamic || tag == Tag::kInvokeDynamic;
}

}  // namespace

std::string_view tag_name(Tag tag) {
  switch (tag) {
    case Tag::kNone: return "nothing";
    case Tag::kUtf8: return "Utf8";
    case Tag::kInteger: return "Integer";
    case Tag::kFloat: return "Float";
    case Tag::kLong: return "Long";
    case Tag::kDouble: return "Double";
    case Tag::kClass: return "Class";
    case Tag::kString: return "String";
    case Tag::kFieldref: return "Fieldref";
    case Tag::kMethodref: return "Methodref";
    case Tag::kInterfaceMethodref: return "InterfaceMethodref";
    case Tag::kNameAndType: return "NameAndType";
    case Tag::kMethodHandle: return "MethodHandle";
    case Tag::kMethodType: return "MethodType";
    case Tag::kDynamic: return "Dynamic";
    case Tag::kInvokeDynamic: return "InvokeDynamic";
    case Tag::kModule: return "Module";
    case Tag::kPackage: return "Package";
  }
  return "unknown";
}

std::uint16_t ConstantPool::member_owner_index(std::uint16_t index) const {
  return base::load_big<std::uint16_t>(content(index, tag(index)));
}

std::uint16_t ConstantPool::member_name_index(std::uint16_t index) const {
  HEDDLE_DCHECK(is_member_reference(tag(index)), "not a member reference");
  return first_index(name_and_type_index(index), Tag::kNameAndType);
}

std::uint16_t ConstantPool::member_descriptor_index(std::uint16_t index) const {
  HEDDLE_DCHECK(is_member_reference(tag(index)), "not a member reference");
  return base::load_big<std::uint16_t>(content(name_and_type_index(index), Tag::kNameAndType) + 2);
}

std::uint16_t ConstantPool::dynamic_name_index(std::uint16_t index) const {
  HEDDLE_DCHECK(is_dynamic(tag(index)), "not a dynamic constant");
  return first_index(name_and_type_index(index), Tag::kNameAndType);
}

std::uint16_t ConstantPool::dynamic_descriptor_index(std::uint16_t index) const {
  HEDDLE_DCHECK(is_dynamic(tag(index)), "not a dynamic constant");
  return base::load_big<std::uint16_t>(content(name_and_type_index(index), Tag::kNameAndType) + 2);
}

MemberRef ConstantPool::member(std::uint16_t index) const {
  HEDDLE_DCHECK(is_member_reference(tag(index)), "not a member reference");
  const NameAndType what = name_and_type(name_and_type_index(index));
  return {.owner = first_index(index, tag(index)),
          .name = what.name,
          .descriptor = what.descriptor,
          .tag = tag(index)};
}

MethodHandle ConstantPool::method_handle(std::uint16_t index) const {
  const std::uint8_t* at = content(index, Tag::kMethodHandle);
  return {.kind = at[0], .reference = base::load_big<std::uint16_t>(at + 1)};
}

DynamicRef ConstantPool::dynamic(std::uint16_t index) const {
  HEDDLE_DCHECK(is_dynamic(tag(index)), "not a dynamic constant");
  const NameAndType what = name_and_type(name_and_type_index(index));
  return {.bootstrap = first_index(index, tag(index)),
          .name = what.name,
          .descriptor = what.descriptor};
}

bool ConstantPool::is_loadable(std::uint16_t index) const {
  switch (tag(index)) {
    case Tag::kInteger:
    case Tag::kFloat:
    case Tag::kLong:
    case Tag::kDouble:
    case Tag::kClass:
    case Tag::kString:
    case Tag::kMethodHandle:
    case Tag::kMethodType:
    case Tag::kDynamic: return true;
    default: return false;
  }
}

bool ConstantPool::holds_field_descriptor(std::uint16_t index) const {
  if (tag(index) != Tag::kUtf8) return false;
  const bool known = (entries_[index].known & static_cast<unsigned>(Text::kFieldDescriptor)) != 0;
  return known || is_field_descriptor(utf8(index));
}

bool ConstantPool::holds_unqualified_name(std::uint16_t index) const {
  if (tag(index) != Tag::kUtf8) return false;
  const bool known = (entries_[index].known & static_cast<unsigned>(Text::kUnqualifiedName)) != 0;
  return known || is_unqualified_name(utf8(index));
}

}  // namespace heddle::classfile
