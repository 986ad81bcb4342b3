// Recursive descent over element values, its depth counted.
//
// What is checked is what decoding needs: extents, counts, kinds of constants. Whether a type named
// here exists or an element suits its annotation is nobody's business in a class file; a JVM does
// not look either.
#include "classfile/annotation.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "classfile/attribute.h"
#include "classfile/attribute_reader.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/fault.h"

namespace heddle::classfile {
namespace {

// The smallest encodings: no elements; a tag and a constant; an empty array.
constexpr std::size_t kSmallestAnnotation = 4;
constexpr std::size_t kSmallestElement = 5;
constexpr std::size_t kSmallestValue = 3;

// The kind of number constant behind a tag, or kNone.
Tag number_kind(char tag) {
  switch (tag) {
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z': return Tag::kInteger;
    case 'D': return Tag::kDouble;
    case 'F': return Tag::kFloat;
    case 'J': return Tag::kLong;
    default: return Tag::kNone;
  }
}

class AnnotationDecoder {
 public:
  AnnotationDecoder(const ClassFile& file, AttributeReader& reader, bool visible)
      : pool_(file.pool()), reader_(reader), visible_(visible) {}

  std::vector<Annotation> annotations() {
    const std::uint16_t count = reader_.count(kSmallestAnnotation);
    std::vector<Annotation> list;
    list.reserve(count);
    for (std::uint16_t i = 0; i < count && reader_.ok(); ++i) list.push_back(annotation(0));
    return list;
  }

  std::vector<TypeAnnotation> type_annotations() {
    const std::uint16_t count = reader_.count(kSmallestAnnotation + 2);
    std::vector<TypeAnnotation> list;
    list.reserve(count);
    for (std::uint16_t i = 0; i < count && reader_.ok(); ++i) list.push_back(type_annotation());
    return list;
  }

  ElementValue value(unsigned depth) {
    ElementValue result;
    const std::size_t start = reader_.offset();
    result.tag = static_cast<char>(reader_.u1());
    if (const Tag kind = number_kind(result.tag); kind != Tag::kNone) {
      result.constant = reader_.index(kind);
      return result;
    }
    switch (result.tag) {
      case 's':
        result.constant = reader_.index(Tag::kUtf8);
        result.name = text(result.constant);
        break;
      case 'e':
        result.type = text(reader_.index(Tag::kUtf8));
        result.name = text(reader_.index(Tag::kUtf8));
        break;
      case 'c': result.type = text(reader_.index(Tag::kUtf8)); break;
      case '@':
      case '[': compound(result, depth + 1, start); break;
      default:
        reader_.fail(start, "a value has the unknown tag {}",
                     static_cast<unsigned>(static_cast<unsigned char>(result.tag)));
    }
    return result;
  }

 private:
  void compound(ElementValue& result, unsigned depth, std::size_t start) {
    if (depth > kMaxAnnotationDepth) {
      return reader_.fail(start, "values are nested more than {} deep", kMaxAnnotationDepth);
    }
    if (result.tag == '@') {
      result.nested.push_back(annotation(depth));
      return;
    }
    const std::uint16_t count = reader_.count(kSmallestValue);
    result.array.reserve(count);
    for (std::uint16_t i = 0; i < count && reader_.ok(); ++i) result.array.push_back(value(depth));
  }

  Annotation annotation(unsigned depth) {
    Annotation result;
    result.visible = visible_;
    result.type = text(reader_.index(Tag::kUtf8));
    const std::uint16_t count = reader_.count(kSmallestElement);
    result.elements.reserve(count);
    for (std::uint16_t i = 0; i < count && reader_.ok(); ++i) {
      const std::string_view name = text(reader_.index(Tag::kUtf8));
      result.elements.push_back({.name = name, .value = value(depth)});
    }
    return result;
  }

  TypeAnnotation type_annotation() {
    TypeAnnotation result;
    target(result);
    const std::uint8_t steps = reader_.u1();
    for (std::uint8_t i = 0; i < steps && reader_.ok(); ++i) {
      const std::uint8_t kind = reader_.u1();
      result.path.push_back({.kind = kind, .argument = reader_.u1()});
    }
    result.annotation = annotation(0);
    return result;
  }

  void target(TypeAnnotation& result) {
    const std::size_t start = reader_.offset();
    result.target = reader_.u1();
    switch (result.target) {
      case 0x00:
      case 0x01:
      case 0x16: result.parameter = reader_.u1(); break;
      case 0x10:
      case 0x17:
      case 0x42: result.index = reader_.u2(); break;
      case 0x11:
      case 0x12:
        result.parameter = reader_.u1();
        result.bound = reader_.u1();
        break;
      case 0x13:
      case 0x14:
      case 0x15: break;
      case 0x40:
      case 0x41: variables(result); break;
      case 0x43:
      case 0x44:
      case 0x45:
      case 0x46: result.offset = reader_.u2(); break;
      case 0x47:
      case 0x48:
      case 0x49:
      case 0x4A:
      case 0x4B:
        result.offset = reader_.u2();
        result.argument = reader_.u1();
        break;
      default: reader_.fail(start, "unknown target type {}", static_cast<unsigned>(result.target));
    }
  }

  void variables(TypeAnnotation& result) {
    const std::uint16_t count = reader_.count(6);
    result.variables.reserve(count);
    for (std::uint16_t i = 0; i < count && reader_.ok(); ++i) {
      const std::uint16_t start = reader_.u2();
      const std::uint16_t length = reader_.u2();
      result.variables.push_back({.start = start, .length = length, .slot = reader_.u2()});
    }
  }

  [[nodiscard]] std::string_view text(std::uint16_t index) const {
    return reader_.ok() ? pool_.utf8(index) : std::string_view();
  }

  const ConstantPool& pool_;
  AttributeReader& reader_;
  bool visible_;
};

struct VisibleAndNot {
  AttributeKind visible;
  AttributeKind invisible;
};
constexpr VisibleAndNot kPlain = {AttributeKind::kRuntimeVisibleAnnotations,
                                  AttributeKind::kRuntimeInvisibleAnnotations};
constexpr VisibleAndNot kOnParameters = {AttributeKind::kRuntimeVisibleParameterAnnotations,
                                         AttributeKind::kRuntimeInvisibleParameterAnnotations};
constexpr VisibleAndNot kOnTypes = {AttributeKind::kRuntimeVisibleTypeAnnotations,
                                    AttributeKind::kRuntimeInvisibleTypeAnnotations};

// Calls decode(decoder, reader) for the visible and then for the invisible attribute, if present.
template <typename Decode>
Fault decode_both(const ClassFile& file, const Owner& owner, AttributeRange attributes,
                  VisibleAndNot kinds, Decode decode) {
  for (const AttributeKind kind : {kinds.visible, kinds.invisible}) {
    const std::optional<Attribute> attribute = file.find(attributes, owner.place, kind);
    if (!attribute) continue;
    AttributeReader reader(file, kind, owner, *attribute);
    AnnotationDecoder decoder(file, reader, kind == kinds.visible);
    decode(decoder, reader);
    if (Fault bad = reader.finish()) return bad;
  }
  return {};
}

template <typename T>
void append(std::vector<T>& list, std::vector<T>&& more) {
  if (list.empty()) {
    list = std::move(more);
  } else {
    list.insert(list.end(), std::make_move_iterator(more.begin()),
                std::make_move_iterator(more.end()));
  }
}

Decoded<std::vector<Annotation>> plain(const ClassFile& file, const Owner& owner,
                                       AttributeRange attributes) {
  std::vector<Annotation> all;
  Fault bad = decode_both(
      file, owner, attributes, kPlain,
      [&](AnnotationDecoder& decoder, AttributeReader&) { append(all, decoder.annotations()); });
  if (bad) return std::unexpected(std::move(*bad));
  return all;
}

Decoded<std::vector<TypeAnnotation>> on_types(const ClassFile& file, const Owner& owner,
                                              AttributeRange attributes) {
  std::vector<TypeAnnotation> all;
  Fault bad = decode_both(file, owner, attributes, kOnTypes,
                          [&](AnnotationDecoder& decoder, AttributeReader&) {
                            append(all, decoder.type_annotations());
                          });
  if (bad) return std::unexpected(std::move(*bad));
  return all;
}

}  // namespace

Decoded<std::vector<Annotation>> annotations(const ClassFile& file) {
  return plain(file, Owner::of_class(), file.attributes());
}

Decoded<std::vector<Annotation>> annotations(const ClassFile& file, const Member& member) {
  return plain(file, Owner::of(member), member.attributes);
}

Decoded<std::vector<Annotation>> annotations(const ClassFile& file,
                                             const RecordComponent& component) {
  return plain(file, Owner::of(component), component.attributes);
}

Decoded<std::vector<std::vector<Annotation>>> parameter_annotations(const ClassFile& file,
                                                                    const Member& method) {
  std::vector<std::vector<Annotation>> all;
  Fault bad = decode_both(file, Owner::of(method), method.attributes, kOnParameters,
                          [&](AnnotationDecoder& decoder, AttributeReader& reader) {
                            const std::uint8_t count = reader.u1();
                            if (all.size() < count) all.resize(count);
                            for (std::uint8_t i = 0; i < count && reader.ok(); ++i) {
                              append(all[i], decoder.annotations());
                            }
                          });
  if (bad) return std::unexpected(std::move(*bad));
  return all;
}

Decoded<std::vector<TypeAnnotation>> type_annotations(const ClassFile& file) {
  return on_types(file, Owner::of_class(), file.attributes());
}

Decoded<std::vector<TypeAnnotation>> type_annotations(const ClassFile& file, const Member& member) {
  return on_types(file, Owner::of(member), member.attributes);
}

Decoded<std::vector<TypeAnnotation>> type_annotations(const ClassFile& file,
                                                      const RecordComponent& component) {
  return on_types(file, Owner::of(component), component.attributes);
}

Decoded<std::vector<TypeAnnotation>> type_annotations(const ClassFile& file, const Member& method,
                                                      const Code& code) {
  return on_types(file, Owner::of_code(method), code.attributes);
}

Decoded<std::optional<ElementValue>> annotation_default(const ClassFile& file,
                                                        const Member& method) {
  constexpr AttributeKind kKind = AttributeKind::kAnnotationDefault;
  const Owner owner = Owner::of(method);
  const std::optional<Attribute> attribute = file.find(method.attributes, owner.place, kKind);
  if (!attribute) return std::nullopt;
  AttributeReader reader(file, kKind, owner, *attribute);
  ElementValue value = AnnotationDecoder(file, reader, true).value(0);
  if (Fault bad = reader.finish()) return std::unexpected(std::move(*bad));
  return value;
}

}  // namespace heddle::classfile
