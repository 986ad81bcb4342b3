#include "rewrite/constants.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "classfile/constant_pool.h"

namespace heddle::rewrite {
namespace {

using classfile::Tag;

std::string content_of(Tag tag) { return std::string(1, static_cast<char>(tag)); }

void put_u2(std::string& out, std::uint32_t value) {
  out.push_back(static_cast<char>(value >> 8));
  out.push_back(static_cast<char>(value));
}

}  // namespace

std::uint16_t Constants::add(const std::string& content) {
  if (const auto found = known_.find(content); found != known_.end()) return found->second;
  if (next_ == 0xFFFF) is_full_ = true;
  if (is_full_) return 0;
  bytes_.insert(bytes_.end(), content.begin(), content.end());
  known_.emplace(content, next_);
  return next_++;
}

std::uint16_t Constants::integer(std::int32_t value) {
  std::string content = content_of(Tag::kInteger);
  put_u2(content, static_cast<std::uint32_t>(value) >> 16);
  put_u2(content, static_cast<std::uint32_t>(value) & 0xFFFF);
  return add(content);
}

std::uint16_t Constants::utf8(std::string_view text) {
  std::string content = content_of(Tag::kUtf8);
  put_u2(content, static_cast<std::uint32_t>(text.size()));
  return add(content.append(text));
}

std::uint16_t Constants::class_constant(std::string_view name) {
  const std::uint16_t text = utf8(name);
  std::string content = content_of(Tag::kClass);
  put_u2(content, text);
  return add(content);
}

std::uint16_t Constants::string(std::string_view text) {
  const std::uint16_t index = utf8(text);
  std::string content = content_of(Tag::kString);
  put_u2(content, index);
  return add(content);
}

std::uint16_t Constants::name_and_type(std::string_view name, std::string_view descriptor) {
  const std::uint16_t name_index = utf8(name);
  const std::uint16_t descriptor_index = utf8(descriptor);
  std::string content = content_of(Tag::kNameAndType);
  put_u2(content, name_index);
  put_u2(content, descriptor_index);
  return add(content);
}

std::uint16_t Constants::static_handle(std::string_view owner, std::string_view name,
                                       std::string_view descriptor, bool is_interface) {
  const std::uint16_t method =
      member(is_interface ? Tag::kInterfaceMethodref : Tag::kMethodref, owner, name, descriptor);
  std::string content = content_of(Tag::kMethodHandle);
  content.push_back(static_cast<char>(classfile::HandleKind::kInvokeStatic));
  put_u2(content, method);
  return add(content);
}

std::uint16_t Constants::invoke_dynamic(std::uint16_t bootstrap, std::string_view name,
                                        std::string_view descriptor) {
  const std::uint16_t pair = name_and_type(name, descriptor);
  std::string content = content_of(Tag::kInvokeDynamic);
  put_u2(content, bootstrap);
  put_u2(content, pair);
  return add(content);
}

std::uint16_t Constants::member(Tag tag, std::string_view owner, std::string_view name,
                                std::string_view descriptor) {
  const std::uint16_t owner_index = class_constant(owner);
  const std::uint16_t pair_index = name_and_type(name, descriptor);
  std::string content = content_of(tag);
  put_u2(content, owner_index);
  put_u2(content, pair_index);
  return add(content);
}

std::uint16_t Constants::method(std::string_view owner, std::string_view name,
                                std::string_view descriptor) {
  for (const Method& each : methods_)
    if (each.name == name && each.descriptor == descriptor && each.owner == owner)
      return each.index;
  const std::uint16_t index = member(Tag::kMethodref, owner, name, descriptor);
  methods_.push_back({std::string(owner), std::string(name), std::string(descriptor), index});
  return index;
}

std::uint16_t Constants::field(std::string_view owner, std::string_view name,
                               std::string_view descriptor) {
  return member(Tag::kFieldref, owner, name, descriptor);
}

}  // namespace heddle::rewrite
