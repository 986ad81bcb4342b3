// Everything a class names goes through here once, so this is hot: four million symbols for a whole
// JDK. Hence open addressing over positions, no node allocation, and memory kept between classes.
#include "ir/symbols_builder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "base/check.h"
#include "base/hash.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::array<std::string_view, kFirstOwnBase> kPredefined = {
    "void",
    "boolean",
    "byte",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "null",
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Throwable",
    "java/lang/invoke/MethodHandle",
    "java/lang/invoke/MethodType"};

constexpr TypeRef primitive_type(char letter) {
  switch (letter) {
    case 'V': return kVoidType;
    case 'Z': return kBooleanType;
    case 'B': return kByteType;
    case 'C': return kCharType;
    case 'S': return kShortType;
    case 'I': return kIntType;
    case 'J': return kLongType;
    case 'F': return kFloatType;
    case 'D': return kDoubleType;
    default: return {};
  }
}

std::uint64_t mix(std::uint64_t left, std::uint64_t right) {
  return (left ^ right * 0x9E37'79B9'7F4A'7C15U) * 0xD6E8'FEB8'6659'FD93U;
}

// The length of the type that begins the descriptor.
std::size_t type_length(std::string_view descriptor) {
  std::size_t length = 0;
  while (descriptor[length] == '[') ++length;
  if (descriptor[length] != 'L') return length + 1;
  return descriptor.find(';', length) + 1;
}

template <typename T>
std::span<const T> freeze_into(base::Arena& arena, const std::vector<T>& from) {
  return arena.copy(std::span<const T>(from));
}

}  // namespace

void SymbolsBuilder::Index::clear() {
  used_ = 0;
  if (++generation_ != 0) return;
  std::ranges::fill(slots_, Slot{});  // after four thousand million classes
  generation_ = 1;
}

void SymbolsBuilder::Index::grow() {
  std::vector<Slot> old(std::max<std::size_t>(64, slots_.size() * 2));
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.generation != generation_) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].generation == generation_) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

template <typename Equal>
std::uint32_t SymbolsBuilder::Index::find_or_add(std::uint64_t hash, std::uint32_t next,
                                                 const Equal& equal) {
  if ((used_ + 1) * 2 > slots_.size()) grow();
  const auto tag = static_cast<std::uint32_t>(hash ^ hash >> 32U);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = tag & mask;; at = (at + 1) & mask) {
    Slot& slot = slots_[at];
    if (slot.generation != generation_) {
      slot = {.generation = generation_, .position = next, .hash = tag};
      ++used_;
      return next;
    }
    if (slot.hash == tag && equal(slot.position)) return slot.position;
  }
}

SymbolsBuilder::SymbolsBuilder() = default;

void SymbolsBuilder::begin(base::Arena& arena) {
  arena_ = &arena;
  fields_.clear();
  methods_.clear();
  signatures_.clear();
  strings_.clear();
  handles_.clear();
  call_sites_.clear();
  bases_.clear();
  for (Index* index : {&base_index_, &field_index_, &method_index_, &signature_index_,
                       &string_index_, &handle_index_})
    index->clear();
  // Classes named like keywords ("int", "null") are legal in the JVM, so only the real classes
  // among the predefined types can be found by name.
  for (const std::string_view name : kPredefined) {
    const auto position = static_cast<std::uint32_t>(bases_.size());
    bases_.push_back(name);
    if (position < kObjectType.base()) continue;
    base_index_.find_or_add(base::hash_text(name), position, [](std::uint32_t) { return false; });
  }
}

TypeRef SymbolsBuilder::base_type(std::string_view name) {
  const auto next = static_cast<std::uint32_t>(bases_.size());
  const std::uint32_t position = base_index_.find_or_add(
      base::hash_text(name), next, [&](std::uint32_t at) { return bases_[at] == name; });
  if (position == next) bases_.push_back(name);
  HEDDLE_CHECK(position <= TypeRef::kLargestBase, "too many types in one class");
  return TypeRef(position);
}

TypeRef SymbolsBuilder::class_type(std::string_view name) {
  return name.starts_with('[') ? descriptor_type(name) : base_type(name);
}

TypeRef SymbolsBuilder::descriptor_type(std::string_view descriptor) {
  std::uint32_t dimensions = 0;
  while (descriptor[dimensions] == '[') ++dimensions;
  const std::string_view element = descriptor.substr(dimensions);
  const TypeRef base = element[0] == 'L' ? base_type(element.substr(1, element.size() - 2))
                                         : primitive_type(element[0]);
  return TypeRef(base.base(), dimensions);
}

SignatureRef SymbolsBuilder::signature(std::string_view descriptor) {
  const auto next = static_cast<std::uint32_t>(signatures_.size());
  const std::uint32_t position = signature_index_.find_or_add(
      base::hash_text(descriptor), next,
      [&](std::uint32_t at) { return signatures_[at].descriptor == descriptor; });
  if (position != next) return base::id_at<SignatureRef>(position);
  parameters_.clear();
  std::string_view rest = descriptor.substr(1);
  while (rest[0] != ')') {
    const std::size_t length = type_length(rest);
    parameters_.push_back(descriptor_type(rest.substr(0, length)));
    rest.remove_prefix(length);
  }
  signatures_.push_back({.descriptor = descriptor,
                         .parameters = arena_->copy(std::span<const TypeRef>(parameters_)),
                         .result = descriptor_type(rest.substr(1))});
  return base::id_at<SignatureRef>(position);
}

FieldRef SymbolsBuilder::field(const FieldSymbol& symbol) {
  const auto next = static_cast<std::uint32_t>(fields_.size());
  const std::uint64_t hash = mix(base::hash_text(symbol.name),
                                 std::uint64_t{symbol.owner.bits()} << 32U | symbol.type.bits());
  const std::uint32_t position = field_index_.find_or_add(hash, next, [&](std::uint32_t at) {
    const FieldSymbol& other = fields_[at];
    return other.owner == symbol.owner && other.type == symbol.type && other.name == symbol.name;
  });
  if (position == next) fields_.push_back(symbol);
  return base::id_at<FieldRef>(position);
}

MethodRef SymbolsBuilder::method(const MethodSymbol& symbol) {
  const auto next = static_cast<std::uint32_t>(methods_.size());
  const std::uint64_t hash =
      mix(base::hash_text(symbol.name), std::uint64_t{symbol.owner.bits()} << 32U |
                                            base::index(symbol.signature) << 1U |
                                            static_cast<std::uint32_t>(symbol.owner_is_interface));
  const std::uint32_t position = method_index_.find_or_add(hash, next, [&](std::uint32_t at) {
    const MethodSymbol& other = methods_[at];
    return other.owner == symbol.owner && other.signature == symbol.signature &&
           other.owner_is_interface == symbol.owner_is_interface && other.name == symbol.name;
  });
  if (position == next) methods_.push_back(symbol);
  return base::id_at<MethodRef>(position);
}

StringRef SymbolsBuilder::string(std::string_view text) {
  const auto next = static_cast<std::uint32_t>(strings_.size());
  const std::uint32_t position = string_index_.find_or_add(
      base::hash_text(text), next, [&](std::uint32_t at) { return strings_[at] == text; });
  if (position == next) strings_.push_back(text);
  return base::id_at<StringRef>(position);
}

HandleRef SymbolsBuilder::handle(const HandleSymbol& symbol) {
  const auto next = static_cast<std::uint32_t>(handles_.size());
  const std::uint64_t hash = mix(symbol.member, static_cast<std::uint64_t>(symbol.kind));
  const std::uint32_t position = handle_index_.find_or_add(hash, next, [&](std::uint32_t at) {
    return handles_[at].kind == symbol.kind && handles_[at].member == symbol.member;
  });
  if (position == next) handles_.push_back(symbol);
  return base::id_at<HandleRef>(position);
}

CallSiteRef SymbolsBuilder::call_site(const CallSite& site) {
  call_sites_.push_back(site);
  return base::id_at<CallSiteRef>(call_sites_.size() - 1);
}

Symbols SymbolsBuilder::freeze() {
  Symbols symbols;
  symbols.bases_ = freeze_into(*arena_, bases_);
  symbols.fields_ = freeze_into(*arena_, fields_);
  symbols.methods_ = freeze_into(*arena_, methods_);
  symbols.signatures_ = freeze_into(*arena_, signatures_);
  symbols.strings_ = freeze_into(*arena_, strings_);
  symbols.handles_ = freeze_into(*arena_, handles_);
  symbols.call_sites_ = freeze_into(*arena_, call_sites_);
  return symbols;
}

}  // namespace heddle::ir
