// Everything is appended to byte strings as it comes; only branch distances wait for their labels.
#include "classfile/class_writer_test_only.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"

namespace heddle::classfile {

ByteWriter& ByteWriter::raw(base::Bytes bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

ByteWriter& ByteWriter::patch(std::size_t offset, std::uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i) {
    bytes_[offset + i] = static_cast<std::uint8_t>(value >> (8 * (size - 1 - i)));
  }
  return *this;
}

ByteWriter& ByteWriter::number(std::uint64_t value, unsigned size) {
  bytes_.resize(bytes_.size() + size);
  return patch(bytes_.size() - size, value, size);
}

CodeWriter& CodeWriter::op(Opcode opcode, std::int64_t first, std::int64_t second) {
  const auto a = static_cast<std::uint64_t>(first);
  const auto b = static_cast<std::uint64_t>(second);
  bytecode_.u1(static_cast<std::uint8_t>(opcode));
  switch (shape(opcode).operands) {
    case Operands::kNone:
    case Operands::kTableSwitch:
    case Operands::kLookupSwitch:
    case Operands::kWide: break;
    case Operands::kByte:
    case Operands::kConstant1:
    case Operands::kLocal:
    case Operands::kArrayType: bytecode_.u1(a); break;
    case Operands::kShort:
    case Operands::kConstant2:
    case Operands::kBranch2: bytecode_.u2(a); break;
    case Operands::kBranch4: bytecode_.u4(a); break;
    case Operands::kIncrement: bytecode_.u1(a).u1(b); break;
    case Operands::kMultiArray: bytecode_.u2(a).u1(b); break;
    case Operands::kInvokeInterface: bytecode_.u2(a).u1(b).u1(0); break;
    case Operands::kInvokeDynamic: bytecode_.u2(a).u2(0); break;
  }
  return *this;
}

CodeWriter& CodeWriter::wide(Opcode opcode, std::uint16_t slot, std::int16_t amount) {
  op(Opcode::kWide);
  bytecode_.u1(static_cast<std::uint8_t>(opcode)).u2(slot);
  if (opcode == Opcode::kIinc) bytecode_.u2(static_cast<std::uint16_t>(amount));
  return *this;
}

CodeWriter& CodeWriter::branch(Opcode opcode, const std::string& label) {
  const std::size_t instruction = bytecode_.size();
  bytecode_.u1(static_cast<std::uint8_t>(opcode));
  distance(instruction, shape(opcode).operands == Operands::kBranch4 ? 4 : 2, label);
  return *this;
}

CodeWriter& CodeWriter::table_switch(std::int32_t low, const std::vector<std::string>& labels,
                                     const std::string& otherwise) {
  const std::size_t instruction = bytecode_.size();
  op(Opcode::kTableswitch);
  pad();
  distance(instruction, 4, otherwise);
  const auto first = static_cast<std::uint32_t>(low);
  bytecode_.u4(first).u4(first + static_cast<std::uint32_t>(labels.size()) - 1);
  for (const std::string& label : labels) distance(instruction, 4, label);
  return *this;
}

CodeWriter& CodeWriter::lookup_switch(
    const std::vector<std::pair<std::int32_t, std::string>>& labels, const std::string& otherwise) {
  const std::size_t instruction = bytecode_.size();
  op(Opcode::kLookupswitch);
  pad();
  distance(instruction, 4, otherwise);
  bytecode_.u4(labels.size());
  for (const auto& [key, label] : labels) {
    bytecode_.u4(static_cast<std::uint32_t>(key));
    distance(instruction, 4, label);
  }
  return *this;
}

CodeWriter& CodeWriter::raw(std::initializer_list<std::uint8_t> bytes) {
  bytecode_.raw(base::Bytes(bytes.begin(), bytes.size()));
  return *this;
}

CodeWriter& CodeWriter::label(const std::string& name) {
  HEDDLE_CHECK(labels_.emplace(name, bytecode_.size()).second, "label placed twice: " + name);
  return *this;
}

CodeWriter& CodeWriter::line(std::uint16_t number) {
  lines_.emplace_back(static_cast<std::uint16_t>(bytecode_.size()), number);
  return *this;
}

CodeWriter& CodeWriter::handler(const std::string& from, const std::string& to,
                                const std::string& handler, std::uint16_t catch_type) {
  handlers_.push_back({from, to, handler, catch_type, {}});
  return *this;
}

CodeWriter& CodeWriter::raw_handler(std::uint16_t start, std::uint16_t end, std::uint16_t handler,
                                    std::uint16_t catch_type) {
  handlers_.push_back({"", "", "", 0, ByteWriter().u2(start).u2(end).u2(handler).u2(catch_type)});
  return *this;
}

CodeWriter& CodeWriter::local(const std::string& name, const std::string& descriptor,
                              std::uint16_t slot, const std::string& from, const std::string& to) {
  locals_.push_back({name, descriptor, from, to, slot});
  return *this;
}

CodeWriter& CodeWriter::attribute(const std::string& name, const ByteWriter& content) {
  attributes_.emplace_back(name, content);
  return *this;
}

ByteWriter CodeWriter::finish(ClassWriter& owner) const {
  ByteWriter bytecode = bytecode_;
  for (const Branch& branch : branches_) {
    const std::uint64_t distance = std::uint64_t{offset_of(branch.label)} - branch.instruction;
    bytecode.patch(branch.at, distance, branch.size);
  }
  ByteWriter out;
  out.u2(max_stack_).u2(max_locals_).u4(bytecode.size()).raw(bytecode.bytes());
  out.u2(handlers_.size());
  for (const Handler& handler : handlers_) {
    if (handler.raw.size() != 0) {
      out.raw(handler.raw.bytes());
      continue;
    }
    out.u2(offset_of(handler.from)).u2(offset_of(handler.to)).u2(offset_of(handler.handler));
    out.u2(handler.catch_type);
  }
  std::vector<std::pair<std::string, ByteWriter>> attributes = attributes_;
  if (!lines_.empty()) {
    ByteWriter table;
    table.u2(lines_.size());
    for (const auto& [start, line] : lines_) table.u2(start).u2(line);
    attributes.emplace_back("LineNumberTable", table);
  }
  if (!locals_.empty()) {
    ByteWriter table;
    table.u2(locals_.size());
    for (const Local& local : locals_) {
      const std::uint16_t start = offset_of(local.from);
      table.u2(start).u2(offset_of(local.to) - std::uint64_t{start});
      table.u2(owner.utf8(local.name)).u2(owner.utf8(local.descriptor)).u2(local.slot);
    }
    attributes.emplace_back("LocalVariableTable", table);
  }
  out.u2(attributes.size());
  for (const auto& [name, content] : attributes) {
    out.u2(owner.utf8(name)).u4(content.size()).raw(content.bytes());
  }
  return out;
}

void CodeWriter::distance(std::size_t instruction, unsigned size, const std::string& label) {
  branches_.push_back({bytecode_.size(), instruction, size, label});
  for (unsigned i = 0; i < size; ++i) bytecode_.u1(0);
}

void CodeWriter::pad() {
  while (bytecode_.size() % 4 != 0) bytecode_.u1(0);
}

std::uint16_t CodeWriter::offset_of(const std::string& label) const {
  const auto found = labels_.find(label);
  HEDDLE_CHECK(found != labels_.end(), "label never placed: " + label);
  return static_cast<std::uint16_t>(found->second);
}

MemberWriter& MemberWriter::attribute(std::string_view name, const ByteWriter& content) {
  return raw_attribute(owner_.utf8(name), static_cast<std::uint32_t>(content.size()), content);
}

MemberWriter& MemberWriter::raw_attribute(std::uint16_t name, std::uint32_t length,
                                          const ByteWriter& content) {
  ++attribute_count_;
  attributes_.u2(name).u4(length).raw(content.bytes());
  return *this;
}

MemberWriter& MemberWriter::code(const CodeWriter& code) {
  return attribute("Code", code.finish(owner_));
}

ClassWriter::ClassWriter(std::string_view name, std::string_view super)
    : this_class_(class_constant(name)),
      super_class_(super.empty() ? std::uint16_t{0} : class_constant(super)) {}

ClassWriter& ClassWriter::magic(std::uint32_t magic) {
  magic_ = magic;
  return *this;
}

ClassWriter& ClassWriter::version(std::uint16_t major, std::uint16_t minor) {
  major_ = major;
  minor_ = minor;
  return *this;
}

ClassWriter& ClassWriter::access(std::uint16_t flags) {
  access_ = flags;
  return *this;
}

ClassWriter& ClassWriter::raw_this_class(std::uint16_t index) {
  this_class_ = index;
  return *this;
}

ClassWriter& ClassWriter::raw_super_class(std::uint16_t index) {
  super_class_ = index;
  return *this;
}

ClassWriter& ClassWriter::interface(std::string_view name) {
  return raw_interface(class_constant(name));
}

ClassWriter& ClassWriter::raw_interface(std::uint16_t index) {
  interfaces_.push_back(index);
  return *this;
}

ClassWriter& ClassWriter::constant_count(std::uint16_t count) {
  stated_count_ = count;
  return *this;
}

std::uint16_t ClassWriter::utf8(std::string_view text) {
  return constant(Tag::kUtf8, ByteWriter().u2(text.size()).raw(text));
}
std::uint16_t ClassWriter::class_constant(std::string_view name) {
  return constant(Tag::kClass, ByteWriter().u2(utf8(name)));
}
std::uint16_t ClassWriter::string(std::string_view text) {
  return constant(Tag::kString, ByteWriter().u2(utf8(text)));
}
std::uint16_t ClassWriter::integer(std::int32_t value) {
  return constant(Tag::kInteger, ByteWriter().u4(static_cast<std::uint32_t>(value)));
}
std::uint16_t ClassWriter::float_bits(std::uint32_t bits) {
  return constant(Tag::kFloat, ByteWriter().u4(bits));
}
std::uint16_t ClassWriter::long_value(std::int64_t value) {
  return constant(Tag::kLong, ByteWriter().u8(static_cast<std::uint64_t>(value)));
}
std::uint16_t ClassWriter::double_bits(std::uint64_t bits) {
  return constant(Tag::kDouble, ByteWriter().u8(bits));
}
std::uint16_t ClassWriter::name_and_type(std::string_view name, std::string_view descriptor) {
  const std::uint16_t name_index = utf8(name);
  return constant(Tag::kNameAndType, ByteWriter().u2(name_index).u2(utf8(descriptor)));
}
std::uint16_t ClassWriter::field_ref(std::string_view owner, std::string_view name,
                                     std::string_view descriptor) {
  return member_ref(Tag::kFieldref, owner, name, descriptor);
}
std::uint16_t ClassWriter::method_ref(std::string_view owner, std::string_view name,
                                      std::string_view descriptor) {
  return member_ref(Tag::kMethodref, owner, name, descriptor);
}
std::uint16_t ClassWriter::interface_method_ref(std::string_view owner, std::string_view name,
                                                std::string_view descriptor) {
  return member_ref(Tag::kInterfaceMethodref, owner, name, descriptor);
}
std::uint16_t ClassWriter::method_handle(HandleKind kind, std::uint16_t reference) {
  return constant(Tag::kMethodHandle,
                  ByteWriter().u1(static_cast<std::uint8_t>(kind)).u2(reference));
}
std::uint16_t ClassWriter::method_type(std::string_view descriptor) {
  return constant(Tag::kMethodType, ByteWriter().u2(utf8(descriptor)));
}
std::uint16_t ClassWriter::dynamic(std::uint16_t bootstrap, std::string_view name,
                                   std::string_view descriptor) {
  return constant(Tag::kDynamic, ByteWriter().u2(bootstrap).u2(name_and_type(name, descriptor)));
}
std::uint16_t ClassWriter::invoke_dynamic(std::uint16_t bootstrap, std::string_view name,
                                          std::string_view descriptor) {
  return constant(Tag::kInvokeDynamic,
                  ByteWriter().u2(bootstrap).u2(name_and_type(name, descriptor)));
}
std::uint16_t ClassWriter::module_constant(std::string_view name) {
  return constant(Tag::kModule, ByteWriter().u2(utf8(name)));
}
std::uint16_t ClassWriter::package_constant(std::string_view name) {
  return constant(Tag::kPackage, ByteWriter().u2(utf8(name)));
}

std::uint16_t ClassWriter::raw_constant(std::uint8_t tag, const ByteWriter& content) {
  constants_.u1(tag).raw(content.bytes());
  const std::uint16_t index = next_constant_++;
  if (Tag{tag} == Tag::kLong || Tag{tag} == Tag::kDouble) ++next_constant_;
  return index;
}

std::uint16_t ClassWriter::constant(Tag tag, const ByteWriter& content) {
  const auto number = static_cast<std::uint8_t>(tag);
  const std::string key = static_cast<char>(number) + std::string(base::as_text(content.bytes()));
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  const std::uint16_t index = raw_constant(number, content);
  known_.emplace(key, index);
  return index;
}

std::uint16_t ClassWriter::member_ref(Tag tag, std::string_view owner, std::string_view name,
                                      std::string_view descriptor) {
  const std::uint16_t owner_index = class_constant(owner);
  return constant(tag, ByteWriter().u2(owner_index).u2(name_and_type(name, descriptor)));
}

MemberWriter& ClassWriter::field(std::uint16_t access, std::string_view name,
                                 std::string_view descriptor) {
  const std::uint16_t name_index = utf8(name);
  return raw_field(access, name_index, utf8(descriptor));
}

MemberWriter& ClassWriter::method(std::uint16_t access, std::string_view name,
                                  std::string_view descriptor) {
  const std::uint16_t name_index = utf8(name);
  return raw_method(access, name_index, utf8(descriptor));
}

MemberWriter& ClassWriter::raw_field(std::uint16_t access, std::uint16_t name,
                                     std::uint16_t descriptor) {
  fields_.push_back(MemberWriter(*this, access, name, descriptor));
  return fields_.back();
}

MemberWriter& ClassWriter::raw_method(std::uint16_t access, std::uint16_t name,
                                      std::uint16_t descriptor) {
  methods_.push_back(MemberWriter(*this, access, name, descriptor));
  return methods_.back();
}

std::uint16_t ClassWriter::bootstrap(std::uint16_t handle,
                                     const std::vector<std::uint16_t>& arguments) {
  bootstraps_.u2(handle).u2(arguments.size());
  for (const std::uint16_t argument : arguments) bootstraps_.u2(argument);
  return bootstrap_count_++;
}

ClassWriter& ClassWriter::attribute(std::string_view name, const ByteWriter& content) {
  return raw_attribute(utf8(name), static_cast<std::uint32_t>(content.size()), content);
}

ClassWriter& ClassWriter::raw_attribute(std::uint16_t name, std::uint32_t length,
                                        const ByteWriter& content) {
  ++attribute_count_;
  attributes_.u2(name).u4(length).raw(content.bytes());
  return *this;
}

std::vector<std::uint8_t> ClassWriter::finish() {
  if (bootstrap_count_ != 0) {
    attribute("BootstrapMethods", ByteWriter().u2(bootstrap_count_).raw(bootstraps_.bytes()));
    bootstrap_count_ = 0;
  }
  ByteWriter out;
  out.u4(magic_).u2(minor_).u2(major_);
  out.u2(stated_count_ != 0 ? stated_count_ : next_constant_).raw(constants_.bytes());
  out.u2(access_).u2(this_class_).u2(super_class_).u2(interfaces_.size());
  for (const std::uint16_t index : interfaces_) out.u2(index);
  write_members(out, fields_);
  write_members(out, methods_);
  out.u2(attribute_count_).raw(attributes_.bytes());
  return out.bytes();
}

void ClassWriter::write_members(ByteWriter& out, const std::deque<MemberWriter>& members) {
  out.u2(members.size());
  for (const MemberWriter& member : members) {
    out.u2(member.access_).u2(member.name_).u2(member.descriptor_);
    out.u2(member.attribute_count_).raw(member.attributes_.bytes());
  }
}

}  // namespace heddle::classfile
