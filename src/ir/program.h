// A whole program: classes from one source, met by name, with the JVM's answers to what a reference
// means, which type is below which and which method runs.
//
//   Program program(class_path);
//   const ClassId main = program.find("app/Main");
//   const Resolved<MethodId> callee = program.resolve_method(main, ref, Invocation::kVirtual);
//   const Resolved<MethodId> target = program.select(receiver, callee.member,
//   Invocation::kVirtual);
//
// Everything happens when first asked for: a class is loaded when it is named, linked when its
// ancestors matter, a body lowered when it is wanted; each once. Missing classes become phantoms.
//
// Thread safety: one thread asks, so that ids are minted in the order of its questions and never
// depend on a race. Const functions may be shared between threads while nobody asks the others; so
// may classes() and hierarchy(), which tell what is known already.
// Lifetime: whatever is handed out lives as long as the program; the source must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/class_table.h"
#include "ir/hierarchy.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/lookup.h"
#include "ir/resolution.h"
#include "ir/selection.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {

class Program {
 public:
  explicit Program(ClassSource& source);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // --- classes -----------------------------------------------------------------------------------

  // Loads the class of that internal name (`a/b/C`); none if it is missing.
  ClassId find(std::string_view internal_name) { return classes_.find(internal_name); }
  // The same, or a phantom.
  ClassId require(std::string_view internal_name) { return classes_.require(internal_name); }
  ClassId object() { return hierarchy_.object(); }

  [[nodiscard]] std::size_t class_count() const { return classes_.size(); }
  [[nodiscard]] bool is_phantom(ClassId id) const { return classes_.is_phantom(id); }
  [[nodiscard]] const Class* code(ClassId id) const { return classes_.code(id); }  // null: phantom
  [[nodiscard]] std::string_view name(ClassId id) const { return classes_.name(id); }
  [[nodiscard]] Layer layer(ClassId id) const { return classes_.layer(id); }
  [[nodiscard]] bool is_interface(ClassId id) const { return classes_.is_interface(id); }

  // None for Object only.
  ClassId super(ClassId id) { return linked(id).super(id); }
  std::span<const ClassId> interfaces(ClassId id) { return linked(id).interfaces(id); }
  // All superinterfaces, each once, each after those it extends.
  std::span<const ClassId> all_interfaces(ClassId id) { return linked(id).all_interfaces(id); }
  // No ancestor is a phantom.
  bool is_complete(ClassId id) { return linked(id).is_complete(id); }

  // What a type of a class's bodies means here.
  Type type_of(ClassId from, TypeRef type) { return classes_.type_of(from, type); }
  // Can a value of `sub` be used as `super`, as checkcast sees it?
  bool is_subtype(Type sub, Type super) { return hierarchy_.is_subtype(sub, super); }

  // --- members -----------------------------------------------------------------------------------

  // The members of a class with code are numbered [first, first + count), as in Class. Members
  // invented for phantoms have numbers too, in no such range.
  [[nodiscard]] MethodId first_method(ClassId id) const { return classes_.first_method(id); }
  [[nodiscard]] std::uint32_t method_count(ClassId id) const { return classes_.method_count(id); }
  [[nodiscard]] FieldId first_field(ClassId id) const { return classes_.first_field(id); }
  [[nodiscard]] std::uint32_t field_count(ClassId id) const { return classes_.field_count(id); }

  [[nodiscard]] ClassId owner(MethodId id) const { return classes_.method(id).owner; }
  [[nodiscard]] ClassId owner(FieldId id) const { return classes_.field(id).owner; }
  [[nodiscard]] std::uint32_t index(MethodId id) const { return classes_.method(id).index; }
  [[nodiscard]] std::uint32_t index(FieldId id) const { return classes_.field(id).index; }
  [[nodiscard]] bool is(MethodId id, std::uint32_t flags) const {
    return classes_.method(id).is(flags);
  }
  [[nodiscard]] bool is(FieldId id, std::uint32_t flags) const {
    return classes_.field(id).is(flags);
  }
  [[nodiscard]] std::string_view name(MethodId id) const {
    return classes_.name(classes_.method(id).selector);
  }
  [[nodiscard]] std::string_view descriptor(MethodId id) const {
    return classes_.descriptor(classes_.method(id).selector);
  }
  [[nodiscard]] std::string_view name(FieldId id) const {
    return classes_.name(classes_.field(id).selector);
  }
  [[nodiscard]] const Method* declaration(MethodId id) const {  // null: of a phantom
    return classes_.declaration(id);
  }
  [[nodiscard]] const Field* declaration(FieldId id) const {  // null: of a phantom
    return classes_.declaration(id);
  }
  // Its parameters, without the receiver, and its result; the field's type.
  [[nodiscard]] std::size_t parameter_count(MethodId id) const;
  Type parameter_type(MethodId id, std::size_t position);
  Type result_type(MethodId id);
  Type type(FieldId id);

  // The method that the class itself declares, none if it does not.
  [[nodiscard]] MethodId declared_method(ClassId id, std::string_view name,
                                         std::string_view descriptor) const;

  // The method's code, lowered when first asked for; null: it has none, or could not be lowered.
  const Body* body(MethodId id) { return classes_.body(id); }

  // --- what references mean (resolution.h, selection.h) ------------------------------------------

  Resolved<FieldId> resolve_field(ClassId from, FieldRef ref, bool static_access) {
    return resolution_.field(from, ref, static_access);
  }
  Resolved<MethodId> resolve_method(ClassId from, MethodRef ref, Invocation invocation) {
    return resolution_.method(from, ref, invocation);
  }
  // What an invokespecial runs.
  Resolved<MethodId> special_target(ClassId from, MethodRef ref) {
    return resolution_.special_target(from, ref);
  }
  // What an invokevirtual or invokeinterface of `resolved` runs on an object of that class; for an
  // array the class is Object.
  Resolved<MethodId> select(ClassId receiver, MethodId resolved, Invocation invocation) {
    return selection_.select(receiver, resolved, invocation);
  }
  std::optional<HandleTarget> handle_target(ClassId from, HandleRef ref) {
    return resolution_.handle_target(from, ref);
  }
  // What the object made at a call site of kind kLambda runs; nothing for other kinds. A virtual
  // target is still to be selected by the object it is called on.
  std::optional<HandleTarget> lambda_target(ClassId from, CallSiteRef ref);

  // --- what is known -----------------------------------------------------------------------------

  [[nodiscard]] const ClassTable& classes() const { return classes_; }
  [[nodiscard]] const Hierarchy& hierarchy() const { return hierarchy_; }
  // Oddities met so far, in the order of questions: sort before printing.
  [[nodiscard]] std::span<const Problem> problems() const { return classes_.problems(); }

 private:
  friend class ProgramSnapshot;
  Hierarchy& linked(ClassId id) {
    hierarchy_.link(id);
    return hierarchy_;
  }
  [[nodiscard]] const Signature& signature(MethodId id) const;

  ClassTable classes_;
  Hierarchy hierarchy_;
  Lookup lookup_;
  Resolution resolution_;
  Selection selection_;
};

}  // namespace heddle::ir
