// Reads types, members, handles and constants of the text form into a class's symbols.
//
// Only for the parser. Texts are copied into the arena. After a failure (the scanner's) results are
// placeholders that must not be used; the symbols of a class that failed to parse are thrown away.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "ir/class.h"
#include "ir/symbols.h"
#include "ir/symbols_builder.h"
#include "ir/text_names.h"
#include "ir/text_scanner.h"
#include "ir/type.h"

namespace heddle::ir {

class SymbolParser {
 public:
  SymbolParser(TextScanner& scanner, SymbolsBuilder& symbols, base::Arena& arena)
      : scan_(scanner), symbols_(symbols), arena_(arena) {}

  TypeRef any_type();                  // of a register: `null` and `void` too
  TypeRef value_type();                // of a field or parameter
  TypeRef class_type();                // a class
  TypeRef reference_type();            // a class or an array
  std::vector<TypeRef> class_types();  // one or more, commas between them

  SignatureRef signature();  // "(int) : void"
  FieldRef field();          // "a.b.C.count : int"
  MethodRef method(bool expect_interface);
  HandleRef handle();
  Constant constant();
  void call_site();             // the whole entry; its number must be the next
  CallSiteRef call_site_ref();  // "#3"; must exist by the end of the class
  // Complains where a constant names a call site that never came.
  void check_call_sites();

  [[nodiscard]] std::uint32_t call_site_count() const { return call_sites_; }

  std::uint32_t flags(FlagsOf of);
  std::string_view keep(std::string_view text) { return arena_.copy(text); }
  std::string_view name() { return keep(scan_.name()); }
  std::string_view quoted() { return keep(scan_.quoted()); }
  Annotation annotation();

  // The numbers behind the instruction words; `wanted` is for people.
  std::uint32_t int_bits();
  std::uint64_t long_bits();
  std::uint32_t float_bits();
  std::uint64_t double_bits();

  template <typename T>
  std::span<const T> keep(const std::vector<T>& all) {
    return arena_.copy(std::span<const T>(all));
  }

 private:
  struct Member {
    TypeRef owner;
    std::string_view name;
  };

  TypeRef type();
  TypeRef named_type(std::string_view path);
  TypeRef quoted_type();
  TypeRef dimensions(TypeRef type);
  Member member();
  Member owned_member();
  std::string_view descriptor_of(std::span<const TypeRef> parameters, TypeRef result);
  void append_descriptor(std::string& text, TypeRef type);
  bool call_site_item(CallSite& site);

  TextScanner& scan_;
  SymbolsBuilder& symbols_;
  base::Arena& arena_;
  std::uint32_t call_sites_ = 0;
  std::uint32_t call_sites_named_ = 0;  // one more than the highest
  std::uint32_t named_on_line_ = 0;
  // Of the call site being read.
  std::vector<Constant> arguments_, pieces_;
  std::vector<TypeRef> interfaces_;
  std::vector<SignatureRef> bridges_;
  std::vector<HandleRef> components_;
};

}  // namespace heddle::ir
