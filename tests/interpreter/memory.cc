// Objects come from chunks of zeroed memory. A class is laid out when first touched: the slots of
// its superclass, then one for each instance field; at the same time its constant static fields get
// their values, which is what the JVM calls preparation.
#include "memory.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "base/id.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20U;
constexpr std::uint64_t kMostInRun = std::uint64_t{64} << 20U;
constexpr std::uint32_t kLatin1 = 0, kUtf16 = 1;

}  // namespace

// --- objects -------------------------------------------------------------------------------------

Object* Memory::allocate(ir::Type type, std::uint64_t data_bytes) {
  const std::uint64_t bytes = sizeof(Object) + (data_bytes + 7) / 8 * 8;
  allocated_ += bytes;
  if (allocated_ > kMostInRun) throw Unsupported("too much memory");
  if (bytes > chunk_left_) {
    chunk_left_ = std::max(kChunk, static_cast<std::size_t>(bytes));
    chunks_.push_back(std::make_unique<std::byte[]>(chunk_left_));
    chunk_end_ = chunks_.back().get() + chunk_left_;
  }
  std::byte* at = chunk_end_ - chunk_left_;
  chunk_left_ -= static_cast<std::size_t>(bytes);
  auto* object = new (at) Object;
  object->type = type;
  object->data_bytes = static_cast<std::uint32_t>(data_bytes);
  return object;
}

Object* Memory::new_object(ir::ClassId type) {
  return allocate(ir::Type(type), std::uint64_t{layout(type)} * 8);
}

Object* Memory::new_array(ir::Type array, std::uint32_t length) {
  Object* object = allocate(array, std::uint64_t{length} * element_bytes(array.element()));
  object->length = length;
  return object;
}

Object* Memory::new_closure(ir::Type interface, Closure closure) {
  Object* object = allocate(interface, 0);
  closures_.push_back(std::make_unique<Closure>(std::move(closure)));
  object->closure = closures_.back().get();
  return object;
}

Object* Memory::copy(Object* original) {
  Object* object = allocate(original->type, original->data_bytes);
  object->length = original->length;
  std::memcpy(object->data(), original->data(), original->data_bytes);
  return object;
}

std::uint32_t Memory::identity(Object* object) {
  if (object->hash == 0) {
    next_identity_ = next_identity_ * 1664525U + 1013904223U;
    object->hash = (next_identity_ >> 1U) | 1U;
  }
  return object->hash;
}

// --- fields --------------------------------------------------------------------------------------

std::uint32_t Memory::layout(ir::ClassId type) {
  if (layouts_.size() <= base::index(type)) layouts_.resize(program_.class_count());
  if (layouts_[base::index(type)].ready) return layouts_[base::index(type)].slots;
  if (program_.is_phantom(type))
    throw Unsupported("missing class " + std::string(program_.name(type)));
  const ir::ClassId super = program_.super(type);
  std::uint32_t next = base::is_none(super) ? 0 : layout(super);
  const std::uint32_t first = base::index(program_.first_field(type));
  const std::uint32_t count = program_.field_count(type);
  if (slots_.size() < first + count) {
    slots_.resize(first + count);
    statics_.resize(first + count);
  }
  for (std::uint32_t i = first; i < first + count; ++i) {
    const auto field = base::id_at<ir::FieldId>(i);
    if (!program_.is(field, ir::Access::kStatic)) slots_[i] = next++;
  }
  if (layouts_.size() < program_.class_count()) layouts_.resize(program_.class_count());
  layouts_[base::index(type)] = {.ready = true, .slots = next};
  for (std::uint32_t i = first; i < first + count; ++i)
    prepare_static(type, base::id_at<ir::FieldId>(i));
  return next;
}

void Memory::prepare_static(ir::ClassId type, ir::FieldId field) {
  const ir::Field& declaration = *program_.declaration(field);
  if (!declaration.is(ir::Access::kStatic)) return;
  Value value;
  switch (declaration.value.kind) {
    case ir::ConstantKind::kNone: return;
    case ir::ConstantKind::kString: {
      const auto ref = static_cast<ir::StringRef>(declaration.value.bits);
      value = Value::of(constant(program_.code(type)->symbols.string(ref)));
      break;
    }
    default: value = Value::of_bits(declaration.value.bits); break;
  }
  statics_[base::index(field)] = value;
}

std::uint32_t Memory::slot(ir::FieldId field) {
  layout(program_.owner(field));
  return slots_[base::index(field)];
}

Value Memory::get_static(ir::FieldId field) {
  layout(program_.owner(field));
  return statics_[base::index(field)];
}

void Memory::set_static(ir::FieldId field, Value value) {
  layout(program_.owner(field));
  statics_[base::index(field)] = value;
}

ir::FieldId Memory::field_named(ir::ClassId type, std::string_view name) {
  for (; !base::is_none(type); type = program_.super(type)) {
    const std::uint32_t first = base::index(program_.first_field(type));
    for (std::uint32_t i = 0; i < program_.field_count(type); ++i) {
      const auto field = base::id_at<ir::FieldId>(first + i);
      if (program_.name(field) == name) return field;
    }
  }
  return base::kNone<ir::FieldId>;
}

// --- strings -------------------------------------------------------------------------------------

const Memory::StringFields& Memory::string_fields() {
  if (base::is_none(string_fields_.type)) {
    string_fields_.type = program_.require("java/lang/String");
    string_fields_.value = slot(field_named(string_fields_.type, "value"));
    string_fields_.coder = slot(field_named(string_fields_.type, "coder"));
  }
  return string_fields_;
}

Object* Memory::string(std::u16string_view text) {
  const StringFields& fields = string_fields();
  const bool compact = std::ranges::all_of(text, [](char16_t unit) { return unit < 256; });
  const auto units = static_cast<std::uint32_t>(text.size());
  Object* bytes =
      new_array(ir::Type::primitive(ir::kByteType).array(), compact ? units : units * 2);
  for (std::uint32_t i = 0; i < units; ++i) {
    if (compact)
      bytes->set_element(i, static_cast<std::uint8_t>(text[i]));
    else
      bytes->set_element(i, text[i]);
  }
  Object* string = new_object(fields.type);
  string->set_slot(fields.value, Value::of(bytes));
  string->set_slot(fields.coder, Value::of_int(compact ? kLatin1 : kUtf16));
  return string;
}

std::u16string Memory::text(Object* string) {
  const StringFields& fields = string_fields();
  HEDDLE_CHECK(string->type == ir::Type(fields.type), "no String");
  Object* bytes = string->slot(fields.value).as_object();
  const bool compact = string->slot(fields.coder).as_int() == kLatin1;
  std::u16string text(compact ? bytes->length : bytes->length / 2, u'\0');
  for (std::uint32_t i = 0; i < text.size(); ++i)
    text[i] = compact ? bytes->element<std::uint8_t>(i) : bytes->element<char16_t>(i);
  return text;
}

std::u16string Memory::decoded(std::string_view modified_utf8) {
  std::u16string text;
  for (std::size_t i = 0; i < modified_utf8.size();) {
    const auto byte = [&](std::size_t at) {
      return static_cast<unsigned>(static_cast<unsigned char>(modified_utf8[at]));
    };
    if (byte(i) < 0x80) {
      text.push_back(static_cast<char16_t>(byte(i)));
      i += 1;
    } else if (byte(i) < 0xE0) {
      text.push_back(static_cast<char16_t>((byte(i) & 0x1FU) << 6U | (byte(i + 1) & 0x3FU)));
      i += 2;
    } else {
      text.push_back(static_cast<char16_t>((byte(i) & 0x0FU) << 12U | (byte(i + 1) & 0x3FU) << 6U |
                                           (byte(i + 2) & 0x3FU)));
      i += 3;
    }
  }
  return text;
}

Object* Memory::interned(const std::u16string& text, Object* candidate) {
  const auto [at, fresh] = interned_.try_emplace(text, nullptr);
  if (fresh) at->second = candidate != nullptr ? candidate : string(text);
  return at->second;
}

// --- classes -------------------------------------------------------------------------------------

Object* Memory::mirror(ir::Type type) {
  const auto [at, fresh] = mirrors_.try_emplace(type.bits(), nullptr);
  if (!fresh) return at->second;
  Object* made = new_object(program_.require("java/lang/Class"));
  mirrors_[type.bits()] = made;
  made->mirrored = type;
  if (type.is_array()) set(made, "componentType", Value::of(mirror(type.element())));
  return made;
}

std::string Memory::name(ir::Type type) {
  constexpr std::string_view kPrimitives[] = {"void", "boolean", "byte",  "char",  "short",
                                              "int",  "long",    "float", "double"};
  constexpr std::string_view kLetters = "VZBCSIJFD";
  std::string text;
  const bool is_array = type.is_array();
  for (; type.is_array(); type = type.element()) text += '[';
  if (type.has_class()) {
    std::string dotted(program_.name(type.class_id()));
    std::ranges::replace(dotted, '/', '.');
    return is_array ? text + 'L' + dotted + ';' : dotted;
  }
  if (is_array) return text + kLetters[type.bits()];
  return std::string(kPrimitives[type.bits()]);
}

ir::Type Memory::type_named(std::string_view descriptor) {
  std::uint32_t dimensions = 0;
  while (descriptor.starts_with('[')) {
    ++dimensions;
    descriptor.remove_prefix(1);
  }
  ir::Type type;
  constexpr std::string_view kLetters = "VZBCSIJFD";
  if (descriptor.starts_with('L') && descriptor.ends_with(';')) {
    std::string internal(descriptor.substr(1, descriptor.size() - 2));
    std::ranges::replace(internal, '.', '/');
    const ir::ClassId found = program_.find(internal);
    if (base::is_none(found)) return {};
    type = ir::Type(found);
  } else if (descriptor.size() == 1 && kLetters.contains(descriptor[0])) {
    type = ir::Type::from_bits(static_cast<std::uint32_t>(kLetters.find(descriptor[0])));
  } else {
    return {};
  }
  for (; dimensions > 0; --dimensions) type = type.array();
  return type;
}

}  // namespace heddle::interpreter
