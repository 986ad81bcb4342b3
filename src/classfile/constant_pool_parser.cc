// Two passes: the first finds where each constant begins and checks texts, the second follows
// references, which may point forward.
//
// Texts are shared: one Utf8 is the name of many members and the descriptor of many more. What it
// is known to be is kept as bits beside it, so each text is scanned once per role. The first
// character tells a method's descriptor from a field's, so a reference to a NameAndType needs to
// look only there: that the rest is well-formed is established when the NameAndType's own turn
// comes.
#include "classfile/constant_pool_parser.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "classfile/constant_pool.h"
#include "classfile/descriptor.h"
#include "classfile/fault.h"
#include "classfile/modified_utf8.h"

namespace heddle::classfile {
namespace {

// The size of a constant's content after the tag; 0 if there is no such tag, or for Utf8.
std::size_t content_size(Tag tag) {
  switch (tag) {
    case Tag::kClass:
    case Tag::kString:
    case Tag::kMethodType:
    case Tag::kModule:
    case Tag::kPackage: return 2;
    case Tag::kMethodHandle: return 3;
    case Tag::kInteger:
    case Tag::kFloat:
    case Tag::kFieldref:
    case Tag::kMethodref:
    case Tag::kInterfaceMethodref:
    case Tag::kNameAndType:
    case Tag::kDynamic:
    case Tag::kInvokeDynamic: return 4;
    case Tag::kLong:
    case Tag::kDouble: return 8;
    case Tag::kNone:
    case Tag::kUtf8: break;
  }
  return 0;
}

// The major version that brought the tag.
std::uint16_t since(Tag tag) {
  switch (tag) {
    case Tag::kMethodHandle:
    case Tag::kMethodType:
    case Tag::kInvokeDynamic: return 51;
    case Tag::kModule:
    case Tag::kPackage: return 53;
    case Tag::kDynamic: return 55;
    default: return 45;
  }
}

}  // namespace

template <typename... Arguments>
Fault ConstantPoolParser::fault(std::uint16_t index, fmt::format_string<Arguments...> text,
                                Arguments&&... arguments) const {
  const Entry& entry = entries_[index];
  return malformed(entry.offset - (entry.tag == Tag::kUtf8 ? 3U : 1U), "constant {} ({}): {}",
                   index, tag_name(entry.tag),
                   fmt::format(text, std::forward<Arguments>(arguments)...));
}

Fault ConstantPoolParser::parse(base::BigReader& reader) {
  if (Fault bad = locate(reader)) return bad;
  for (std::uint16_t index = 1; index < pool_.size(); ++index) {
    if (Fault bad = check(index)) return bad;
  }
  return {};
}

Fault ConstantPoolParser::locate(base::BigReader& reader) {
  const std::size_t start = reader.offset();
  const std::uint16_t count = reader.u2();
  if (count == 0) return malformed(start, "the constant pool has a count of 0");
  entries_ = std::make_unique_for_overwrite<Entry[]>(count);
  entries_[0] = Entry{};
  pool_.file_ = file_.data();
  pool_.entries_ = entries_.get();
  pool_.size_ = count;
  for (std::uint16_t index = 1; index < count; ++index) {
    if (Fault bad = locate_one(reader, index)) return bad;
    const Tag tag = entries_[index].tag;
    if (tag != Tag::kLong && tag != Tag::kDouble) continue;
    if (++index == count) {
      return fault(static_cast<std::uint16_t>(index - 1), "no room for its second half");
    }
    entries_[index] = Entry{};
  }
  return {};
}

Fault ConstantPoolParser::locate_one(base::BigReader& reader, std::uint16_t index) {
  const std::size_t start = reader.offset();
  const Tag tag{reader.u1()};
  entries_[index] = {.offset = static_cast<std::uint32_t>(start + 1), .tag = tag};
  if (tag == Tag::kUtf8) return locate_text(reader, index);
  reader.skip(content_size(tag));
  if (reader.failed()) {
    return malformed(start, "the file ends in constant {} of {}", index, pool_.size() - 1);
  }
  if (content_size(tag) == 0) {
    return malformed(start, "constant {} has the unknown tag {}", index,
                     static_cast<unsigned>(tag));
  }
  if (major_ < since(tag)) {
    return fault(index, "needs class-file version {}, this is {}", since(tag), major_);
  }
  return {};
}

Fault ConstantPoolParser::locate_text(base::BigReader& reader, std::uint16_t index) {
  Entry& entry = entries_[index];
  entry.length = reader.u2();
  const base::Bytes text = reader.take(entry.length);
  if (reader.failed()) {
    return malformed(entry.offset - 1, "the file ends in constant {} of {}", index,
                     pool_.size() - 1);
  }
  entry.offset += 2;
  if (!is_modified_utf8(text, major_ <= 47 ? Overlong::kAccepted : Overlong::kRejected)) {
    return fault(index, "not modified UTF-8");
  }
  return {};
}

Fault ConstantPoolParser::check(std::uint16_t index) {
  switch (entries_[index].tag) {
    case Tag::kClass: return check_class(index);
    case Tag::kString: return check_reference(index, 0, Tag::kUtf8, "text");
    case Tag::kFieldref:
    case Tag::kMethodref:
    case Tag::kInterfaceMethodref: return check_member(index);
    case Tag::kNameAndType: return check_name_and_type(index);
    case Tag::kMethodHandle: return check_method_handle(index);
    case Tag::kMethodType: return check_method_type(index);
    case Tag::kDynamic:
    case Tag::kInvokeDynamic: return check_dynamic(index);
    case Tag::kModule:
    case Tag::kPackage: return check_module_or_package(index);
    default: return {};
  }
}

Fault ConstantPoolParser::check_class(std::uint16_t index) {
  if (Fault bad = check_reference(index, 0, Tag::kUtf8, "name")) return bad;
  const std::uint16_t name = reference(index, 0);
  if (!holds(name, Text::kClassReference)) {
    return fault(index, "\"{}\" is not a class name", printable(pool_.utf8(name)));
  }
  return {};
}

Fault ConstantPoolParser::check_name_and_type(std::uint16_t index) {
  if (Fault bad = check_reference(index, 0, Tag::kUtf8, "name")) return bad;
  if (Fault bad = check_reference(index, 2, Tag::kUtf8, "descriptor")) return bad;
  const std::uint16_t name = reference(index, 0);
  const std::uint16_t descriptor = reference(index, 2);
  const bool method = has_method_descriptor(index);
  if (!holds(name, method ? Text::kMethodName : Text::kUnqualifiedName)) {
    return fault(index, "\"{}\" is not a {} name", printable(pool_.utf8(name)),
                 method ? "method" : "field");
  }
  if (!holds(descriptor, method ? Text::kMethodDescriptor : Text::kFieldDescriptor)) {
    return fault(index, "\"{}\" is not a descriptor", printable(pool_.utf8(descriptor)));
  }
  if (method && pool_.utf8(name) == "<init>" && return_type(pool_.utf8(descriptor)) != "V") {
    return fault(index, "<init> returns a value, by {}", printable(pool_.utf8(descriptor)));
  }
  return {};
}

Fault ConstantPoolParser::check_member(std::uint16_t index) {
  if (Fault bad = check_reference(index, 0, Tag::kClass, "class")) return bad;
  if (Fault bad = check_reference(index, 2, Tag::kNameAndType, "name and type")) return bad;
  const std::uint16_t what = reference(index, 2);
  const bool wants_method = pool_.tag(index) != Tag::kFieldref;
  // The NameAndType may come later in the pool and be wrong itself; its own check then says so.
  if (pool_.tag(reference(what, 0)) != Tag::kUtf8) return {};
  if (has_method_descriptor(what) != wants_method) {
    return fault(index, "constant {} has the descriptor of a {}", what,
                 wants_method ? "field" : "method");
  }
  const std::string_view name = pool_.utf8(reference(what, 0));
  if (wants_method && name.starts_with('<') &&
      (name != "<init>" || pool_.tag(index) == Tag::kInterfaceMethodref)) {
    return fault(index, "\"{}\" cannot be referred to", printable(name));
  }
  return {};
}

Fault ConstantPoolParser::check_method_handle(std::uint16_t index) {
  const std::uint8_t kind = file_[entries_[index].offset];
  const std::uint16_t target = reference(index, 1);
  const Tag tag = pool_.tag(target);
  bool suits = false;
  switch (HandleKind{kind}) {
    case HandleKind::kGetField:
    case HandleKind::kGetStatic:
    case HandleKind::kPutField:
    case HandleKind::kPutStatic: suits = tag == Tag::kFieldref; break;
    case HandleKind::kInvokeVirtual:
    case HandleKind::kNewInvokeSpecial: suits = tag == Tag::kMethodref; break;
    case HandleKind::kInvokeStatic:
    case HandleKind::kInvokeSpecial:
      suits = tag == Tag::kMethodref || (tag == Tag::kInterfaceMethodref && major_ >= 52);
      break;
    case HandleKind::kInvokeInterface: suits = tag == Tag::kInterfaceMethodref; break;
    default: return fault(index, "unknown kind {}", kind);
  }
  if (!suits) {
    return fault(index, "kind {} cannot go with constant {} ({})", kind, target, tag_name(tag));
  }
  const std::uint16_t what = reference(target, 2);
  if (pool_.tag(what) != Tag::kNameAndType) return {};
  if (kind < static_cast<std::uint8_t>(HandleKind::kInvokeVirtual)) return {};
  if (pool_.tag(reference(what, 0)) != Tag::kUtf8) return {};
  const bool constructs = pool_.utf8(reference(what, 0)) == "<init>";
  if (constructs != (HandleKind{kind} == HandleKind::kNewInvokeSpecial)) {
    return fault(index, "kind {} cannot go with a method {}", kind,
                 constructs ? "<init>" : "other than <init>");
  }
  return {};
}

Fault ConstantPoolParser::check_method_type(std::uint16_t index) {
  if (Fault bad = check_reference(index, 0, Tag::kUtf8, "descriptor")) return bad;
  if (!holds(reference(index, 0), Text::kMethodDescriptor)) {
    return fault(index, "\"{}\" is not a method descriptor",
                 printable(pool_.utf8(reference(index, 0))));
  }
  return {};
}

Fault ConstantPoolParser::check_dynamic(std::uint16_t index) {
  if (Fault bad = check_reference(index, 2, Tag::kNameAndType, "name and type")) return bad;
  const bool wants_method = pool_.tag(index) == Tag::kInvokeDynamic;
  has_dynamic_constant_ |= !wants_method;
  if (greediest_dynamic_ == 0 || reference(index, 0) > reference(greediest_dynamic_, 0)) {
    greediest_dynamic_ = index;
  }
  const std::uint16_t what = reference(index, 2);
  if (pool_.tag(reference(what, 0)) != Tag::kUtf8) return {};
  if (has_method_descriptor(what) != wants_method) {
    return fault(index, "constant {} has the descriptor of a {}", what,
                 wants_method ? "field" : "method");
  }
  const std::string_view name = pool_.utf8(reference(what, 0));
  if (wants_method && name.starts_with('<')) {
    return fault(index, "\"{}\" cannot be called dynamically", printable(name));
  }
  return {};
}

Fault ConstantPoolParser::check_module_or_package(std::uint16_t index) {
  if (first_module_constant_ == 0) first_module_constant_ = index;
  if (Fault bad = check_reference(index, 0, Tag::kUtf8, "name")) return bad;
  const std::string_view name = pool_.utf8(reference(index, 0));
  const bool module = pool_.tag(index) == Tag::kModule;
  if (!(module ? is_module_name(name) : is_class_name(name))) {
    return fault(index, "\"{}\" is not a {} name", printable(name), module ? "module" : "package");
  }
  return {};
}

Fault ConstantPoolParser::check_reference(std::uint16_t index, std::uint16_t skip, Tag wanted,
                                          const char* role) {
  const std::uint16_t target = reference(index, skip);
  if (pool_.tag(target) == wanted) [[likely]]
    return {};
  if (target == 0 || target >= pool_.size()) {
    return fault(index, "its {} is constant {} of {}", role, target, pool_.size() - 1);
  }
  return fault(index, "its {}, constant {}, is {}, not {}", role, target,
               tag_name(pool_.tag(target)), tag_name(wanted));
}

std::uint16_t ConstantPoolParser::reference(std::uint16_t index, std::uint16_t skip) const {
  return base::load_big<std::uint16_t>(file_.data() + entries_[index].offset + skip);
}

bool ConstantPoolParser::has_method_descriptor(std::uint16_t name_and_type) const {
  const std::uint16_t descriptor = reference(name_and_type, 2);
  return pool_.tag(descriptor) == Tag::kUtf8 && pool_.utf8(descriptor).starts_with('(');
}

bool ConstantPoolParser::holds(std::uint16_t utf8, Text kind) {
  std::uint8_t& known = entries_[utf8].known;
  const auto bit = static_cast<std::uint8_t>(kind);
  if ((known & bit) != 0) return true;
  const std::string_view text = pool_.utf8(utf8);
  bool yes = false;
  switch (kind) {
    case Text::kFieldDescriptor: yes = is_field_descriptor(text); break;
    case Text::kMethodDescriptor: yes = is_method_descriptor(text); break;
    case Text::kUnqualifiedName: yes = is_unqualified_name(text); break;
    case Text::kMethodName: yes = is_method_name(text); break;
    case Text::kClassReference: yes = is_class_reference(text); break;
  }
  if (yes) known = static_cast<std::uint8_t>(known | bit);
  return yes;
}

}  // namespace heddle::classfile
