// One class as the analyses see it, whatever front end read it.
//
// A Class owns everything said about it: symbols and members, in one arena. It is built by one
// thread and then immutable, except for `bodies`: those are lowered one method at a time, when
// first asked for, into an arena the asker provides, and each is set once. Two threads may set the
// bodies of two different methods at the same time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/arena.h"
#include "ir/body.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {

// The JVM's access flags; dex has the same.
struct Access {
  static constexpr std::uint32_t kPublic = 0x0001, kPrivate = 0x0002, kProtected = 0x0004,
                                 kStatic = 0x0008, kFinal = 0x0010, kSynchronized = 0x0020,
                                 kSuper = 0x0020, kVolatile = 0x0040, kBridge = 0x0040,
                                 kTransient = 0x0080, kVarargs = 0x0080, kNative = 0x0100,
                                 kInterface = 0x0200, kAbstract = 0x0400, kStrict = 0x0800,
                                 kSynthetic = 0x1000, kAnnotation = 0x2000, kEnum = 0x4000,
                                 kMandated = 0x8000, kModule = 0x8000;
};

// An annotation as far as analyses use it: its type, and its elements as texts. Numbers and names
// are printed, classes are in internal form, arrays are their elements one after the other under
// one name.
struct AnnotationElement {
  std::string_view name;
  std::string_view value;
};
struct Annotation {
  TypeRef type;
  std::span<const AnnotationElement> elements;
  bool visible = false;  // at run time
};

struct Field {
  std::string_view name;
  TypeRef type;
  std::uint32_t access = 0;
  Constant value;            // the initial value of a constant static field
  std::string_view generic;  // its Signature attribute
  std::span<const Annotation> annotations;

  [[nodiscard]] bool is(std::uint32_t flags) const { return (access & flags) != 0; }
};

struct Method {
  std::string_view name;
  SignatureRef signature{};
  std::uint32_t access = 0;
  bool has_code = false;
  bool signature_polymorphic = false;  // MethodHandle.invokeExact and its kin
  std::string_view generic;
  std::span<const TypeRef> exceptions;
  std::span<const Annotation> annotations;
  std::span<const std::span<const Annotation>> parameter_annotations;

  [[nodiscard]] bool is(std::uint32_t flags) const { return (access & flags) != 0; }
  [[nodiscard]] bool is_initializer() const { return name == "<init>"; }
  [[nodiscard]] bool is_class_initializer() const { return name == "<clinit>"; }
};

struct RecordComponent {
  std::string_view name;
  TypeRef type;
};

struct InnerClass {
  TypeRef inner;
  TypeRef outer;          // absent for local and anonymous classes
  std::string_view name;  // empty for anonymous classes
  std::uint32_t access = 0;
};

struct Class {
  base::Arena arena;
  Symbols symbols;

  TypeRef self;
  TypeRef super;  // absent for java.lang.Object
  std::span<const TypeRef> interfaces;
  std::uint32_t access = 0;
  std::uint16_t major = 0;  // class-file version; 0 where there is none
  std::uint16_t minor = 0;

  std::span<const Field> fields;
  std::span<const Method> methods;
  std::span<const Body*> bodies;  // one for each method; null: no code, or not lowered yet

  TypeRef nest_host;  // absent: the class is its own host
  std::span<const TypeRef> nest_members;
  std::span<const TypeRef> permitted;  // permitted subclasses of a sealed class
  std::span<const RecordComponent> components;
  bool record = false;
  std::span<const InnerClass> inner_classes;
  TypeRef enclosing_class;  // of a local or anonymous class
  std::string_view enclosing_method, enclosing_descriptor;
  std::string_view source_file;
  std::string_view generic;
  std::span<const Annotation> annotations;

  [[nodiscard]] std::string_view name() const { return symbols.base_name(self); }  // a/b/C
  [[nodiscard]] bool is(std::uint32_t flags) const { return (access & flags) != 0; }
  [[nodiscard]] bool is_interface() const { return is(Access::kInterface); }
};

}  // namespace heddle::ir
