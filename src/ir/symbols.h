// The names through which the bodies of one class speak of the rest of the world.
//
// A body never holds a global id or a string: it holds small numbers into its class's Symbols.
// So a class is lowered from its bytes alone, by any thread, to the same result; which class, field
// or method a symbol means is worked out later (resolution.h), in an order the asker chooses.
//
// Texts are in the JVM's own form: class names internal (`a/b/C`), text in modified UTF-8. All
// views live as long as the Class that owns the table. Immutable once the class is built.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/id.h"
#include "ir/type.h"

namespace heddle::ir {

enum class FieldRef : std::uint32_t {};
enum class MethodRef : std::uint32_t {};
enum class StringRef : std::uint32_t {};
enum class SignatureRef : std::uint32_t {};
enum class HandleRef : std::uint32_t {};
enum class CallSiteRef : std::uint32_t {};

struct Signature {
  std::string_view descriptor;
  std::span<const TypeRef> parameters;  // without the receiver
  TypeRef result;
};

struct FieldSymbol {
  TypeRef owner;
  TypeRef type;
  std::string_view name;
};

struct MethodSymbol {
  TypeRef owner;
  SignatureRef signature{};
  std::string_view name;
  bool owner_is_interface = false;  // as the reference claims
};

// A method handle constant; the kinds are the JVM's.
enum class HandleKind : std::uint8_t {
  kGetField = 1,
  kGetStatic,
  kPutField,
  kPutStatic,
  kInvokeVirtual,
  kInvokeStatic,
  kInvokeSpecial,
  kNewInvokeSpecial,
  kInvokeInterface
};

constexpr bool is_field_handle(HandleKind kind) { return kind <= HandleKind::kPutStatic; }

struct HandleSymbol {
  HandleKind kind{};
  std::uint32_t member = 0;  // a FieldRef where is_field_handle, else a MethodRef

  [[nodiscard]] FieldRef field() const { return static_cast<FieldRef>(member); }
  [[nodiscard]] MethodRef method() const { return static_cast<MethodRef>(member); }
};

// A constant as a bootstrap argument or a field's initial value. `kDynamic` is a CallSiteRef.
enum class ConstantKind : std::uint8_t {
  kNone,
  kInt,
  kLong,
  kFloat,
  kDouble,
  kString,
  kClass,
  kMethodType,
  kMethodHandle,
  kDynamic
};

struct Constant {
  ConstantKind kind = ConstantKind::kNone;
  std::uint64_t bits = 0;  // the number's bits, or the ref / TypeRef bits

  friend bool operator==(const Constant&, const Constant&) = default;
};

// What an invokedynamic (or dynamic constant) does, as far as its bootstrap method is known.
enum class CallSiteKind : std::uint8_t {
  kUnknown,       // a bootstrap method we do not know
  kLambda,        // makes an object whose `name` runs `handle` on captured + given arguments
  kConcatenate,   // makes a String from its arguments: `recipe`
  kRecordMethod,  // equals, hashCode or toString of a record, over `record_fields`
  kSwitch,        // pattern switch: picks a case index for its argument
};

struct CallSite {
  std::string_view name;
  SignatureRef signature{};  // of the call: captured arguments to result; of a constant: ()T
  HandleRef bootstrap{};
  std::span<const Constant> arguments;  // of the bootstrap, all of them
  bool constant = false;                // a dynamic constant, not a call
  CallSiteKind kind = CallSiteKind::kUnknown;

  // kLambda: the object implements `interface` and `extra_interfaces`; its method `name` with
  // descriptor `erased` (and `bridges`) runs `handle`, arguments cast to `instantiated`.
  HandleRef handle = base::kNone<HandleRef>;
  SignatureRef erased = base::kNone<SignatureRef>;
  SignatureRef instantiated = base::kNone<SignatureRef>;
  std::span<const TypeRef> extra_interfaces;
  std::span<const SignatureRef> bridges;
  bool serializable = false;

  // kConcatenate: \1 stands for the next argument, \2 for the next of `recipe_constants`, every
  // other character for itself. A plain `makeConcat` has one \1 for each argument.
  std::string_view recipe;
  std::span<const Constant> recipe_constants;

  // kRecordMethod: the record and its components' fields, in order.
  TypeRef record;
  std::span<const HandleRef> record_fields;
};

class Symbols {
 public:
  [[nodiscard]] std::string_view base_name(TypeRef type) const { return bases_[type.base()]; }
  [[nodiscard]] const FieldSymbol& field(FieldRef ref) const { return fields_[base::index(ref)]; }
  [[nodiscard]] const MethodSymbol& method(MethodRef ref) const {
    return methods_[base::index(ref)];
  }
  [[nodiscard]] const Signature& signature(SignatureRef ref) const {
    return signatures_[base::index(ref)];
  }
  [[nodiscard]] const Signature& signature_of(MethodRef ref) const {
    return signature(method(ref).signature);
  }
  [[nodiscard]] std::string_view string(StringRef ref) const { return strings_[base::index(ref)]; }
  [[nodiscard]] const HandleSymbol& handle(HandleRef ref) const {
    return handles_[base::index(ref)];
  }
  [[nodiscard]] const CallSite& call_site(CallSiteRef ref) const {
    return call_sites_[base::index(ref)];
  }

  [[nodiscard]] std::span<const std::string_view> bases() const { return bases_; }
  [[nodiscard]] std::span<const FieldSymbol> fields() const { return fields_; }
  [[nodiscard]] std::span<const MethodSymbol> methods() const { return methods_; }
  [[nodiscard]] std::span<const Signature> signatures() const { return signatures_; }
  [[nodiscard]] std::span<const std::string_view> strings() const { return strings_; }
  [[nodiscard]] std::span<const HandleSymbol> handles() const { return handles_; }
  [[nodiscard]] std::span<const CallSite> call_sites() const { return call_sites_; }

 private:
  friend class SymbolsBuilder;

  std::span<const std::string_view> bases_;  // the predefined ones first
  std::span<const FieldSymbol> fields_;
  std::span<const MethodSymbol> methods_;
  std::span<const Signature> signatures_;
  std::span<const std::string_view> strings_;
  std::span<const HandleSymbol> handles_;
  std::span<const CallSite> call_sites_;
};

// "int", "java.lang.String[]": for people.
std::string type_text(const Symbols& symbols, TypeRef type);
// "I", "[Ljava/lang/String;": as in a descriptor.
std::string type_descriptor(const Symbols& symbols, TypeRef type);

}  // namespace heddle::ir
