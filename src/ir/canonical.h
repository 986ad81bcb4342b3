// Spells classes and bodies as bytes in which every symbol is written out.
//
// Two spellings are equal exactly where the things are, whatever tables of symbols they came with.
// So hashing and comparing are each one line over them. Side tables (offsets, lines, local names,
// source file) are left out. The bytes never leave the process; there is no promise between
// versions. Linear; a body takes some 40 bytes an instruction.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {

class Canonical {
 public:
  explicit Canonical(const Symbols& symbols) : symbols_(symbols) {}

  void add_word(std::uint32_t word);
  void add_text(std::string_view text);  // behind its length
  void add_type(TypeRef type);
  void add_types(std::span<const TypeRef> types);
  void add_field(FieldRef ref);
  void add_method(MethodRef ref);
  void add_handle(HandleRef ref);
  void add_constant(const Constant& constant);
  void add_call_site(CallSiteRef ref);

  // What an instruction says by itself: opcode, symbols, constants, type; not which values it
  // reads.
  void add_statement(const Body& body, ValueId at);
  void add_body(const Body& body);
  void add_header(const Method& method);
  void add_header(const Field& field);
  void add_header(const Class& in);

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  void add_signature(SignatureRef ref) { add_text(symbols_.signature(ref).descriptor); }
  void add_annotations(std::span<const Annotation> annotations);
  void add_resolved(const CallSite& site);

  const Symbols& symbols_;
  std::string bytes_;
  unsigned depth_ = 0;  // of call sites among the arguments of call sites
};

// Are two bodies, of two classes perhaps, the same code? Side tables aside.
bool same(const Class& left_class, const Body& left, const Class& right_class, const Body& right);

}  // namespace heddle::ir
