// Annotations of every sort (JVMS 4.7.16 to 4.7.22), decoded on demand.
//
// Results own their shape and borrow their text from the class file's bytes. Nesting of arrays and
// annotations deeper than kMaxAnnotationDepth is refused, so a hostile file cannot exhaust the
// stack. Cost: linear in the attribute; a place without annotations costs one look at its
// attributes' names.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/class_file.h"
#include "classfile/code.h"

namespace heddle::classfile {

inline constexpr unsigned kMaxAnnotationDepth = 64;

struct Annotation;
struct Element;

// The value of an annotation's element. `tag` is the class file's: B C D F I J S Z and s name a
// constant, e an enum constant, c a class, @ an annotation, [ an array.
struct ElementValue {
  char tag = 0;
  std::uint16_t constant = 0;       // B C D F I J S Z: a number constant; s: a Utf8
  std::string_view type;            // e: the enum's descriptor; c: a return descriptor, or V
  std::string_view name;            // e: the enum constant's name; s: the text, modified UTF-8
  std::vector<ElementValue> array;  // [
  std::vector<Annotation> nested;   // @: exactly one
};

struct Annotation {
  std::string_view type;  // a field descriptor
  bool visible = false;   // at run time
  std::vector<Element> elements;
};

struct Element {
  std::string_view name;
  ElementValue value;
};

// A type inside a declaration or a body, and what is said about it. Which of the fields after
// `target` count depends on it (JVMS tables 4.7.20-A and -B).
struct TypeAnnotation {
  struct Range {
    std::uint16_t start = 0;
    std::uint16_t length = 0;
    std::uint16_t slot = 0;
  };
  struct Step {
    std::uint8_t kind = 0;      // 0 array element, 1 nested type, 2 wildcard bound, 3 type argument
    std::uint8_t argument = 0;  // which type argument
  };

  std::uint8_t target = 0;       // target_type
  std::uint8_t parameter = 0;    // 0x00 0x01 0x11 0x12: type parameter; 0x16: formal parameter
  std::uint8_t bound = 0;        // 0x11 0x12
  std::uint16_t index = 0;       // 0x10: supertype; 0x17: throws; 0x42: exception table entry
  std::uint16_t offset = 0;      // 0x43 to 0x4B: of the instruction
  std::uint8_t argument = 0;     // 0x47 to 0x4B: type argument
  std::vector<Range> variables;  // 0x40 0x41
  std::vector<Step> path;
  Annotation annotation;
};

template <typename T>
using Decoded = std::expected<T, base::Malformed>;

// Visible ones first, each kind in file order.
Decoded<std::vector<Annotation>> annotations(const ClassFile& file);
Decoded<std::vector<Annotation>> annotations(const ClassFile& file, const Member& member);
Decoded<std::vector<Annotation>> annotations(const ClassFile& file,
                                             const RecordComponent& component);

// One list per parameter that the attributes count, which may be fewer than the descriptor has:
// compilers leave out synthetic ones. Visible and invisible counts may differ; the longer decides.
Decoded<std::vector<std::vector<Annotation>>> parameter_annotations(const ClassFile& file,
                                                                    const Member& method);

Decoded<std::vector<TypeAnnotation>> type_annotations(const ClassFile& file);
Decoded<std::vector<TypeAnnotation>> type_annotations(const ClassFile& file, const Member& member);
Decoded<std::vector<TypeAnnotation>> type_annotations(const ClassFile& file,
                                                      const RecordComponent& component);
// On types inside the body of `method`, whose code is `code`.
Decoded<std::vector<TypeAnnotation>> type_annotations(const ClassFile& file, const Member& method,
                                                      const Code& code);

// The default of an annotation interface's element.
Decoded<std::optional<ElementValue>> annotation_default(const ClassFile& file,
                                                        const Member& method);

}  // namespace heddle::classfile
