// The classes and members of a program, each loaded once and numbered densely.
//
// A class is loaded when it is first named; what it extends is not (hierarchy.h). A class that is
// asked for by `require` and is not there becomes a phantom: it has an id and a name, no code, and
// only those members that resolution had to invent for it. Invented members have ids like others,
// but are never found by `declared`: an answer must not depend on which question came first.
//
// Names and descriptors become selectors when a class is loaded, so that members are found by
// comparing numbers.
//
// A table restored from a snapshot (program_snapshot.h) knows names, members and flags at once and
// loads the code of a class when that is first asked for.
//
// Thread safety: one thread at a time while anything may be loaded or invented; const functions may
// be shared, in a restored table after load_all(). Lifetime: views and pointers live as long as the
// table. Cost: loading is linear in the members of the class; finding a declared member is a binary
// search among them.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "base/id.h"
#include "base/text_hash.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/ids.h"
#include "ir/symbols.h"

namespace heddle::ir {

// Something odd about the classes themselves, for the user.
struct Problem {
  enum class Kind : std::uint8_t {
    kMisnamed,         // the file of one class holds another
    kCycle,            // a class is its own ancestor
    kTooDeep,          // more ancestors above each other than we follow
    kWrongKind,        // extends an interface, implements a class, …
    kMissingAncestor,  // a superclass or superinterface is not there
  };
  Kind kind{};
  std::string what;  // the class, as in source: a.b.C
  std::string why;

  friend bool operator==(const Problem&, const Problem&) = default;
};

class ClassTable {
 public:
  explicit ClassTable(ClassSource& source) : source_(source) {}

  // The class of that internal name, loaded; none if it is missing.
  ClassId find(std::string_view internal_name);
  // The same, or a phantom.
  ClassId require(std::string_view internal_name);

  [[nodiscard]] std::size_t size() const { return classes_.size(); }
  [[nodiscard]] bool is_phantom(ClassId id) const { return at(id).phantom; }
  // Null for a phantom.
  [[nodiscard]] const Class* code(ClassId id) const { return loaded(id); }
  [[nodiscard]] std::string_view name(ClassId id) const { return at(id).name; }
  [[nodiscard]] Layer layer(ClassId id) const { return at(id).layer; }
  [[nodiscard]] PackageId package(ClassId id) const { return at(id).package; }
  // The class's access flags; public for a phantom.
  [[nodiscard]] std::uint32_t access(ClassId id) const;
  // Of a phantom: some use seen so far says so.
  [[nodiscard]] bool is_interface(ClassId id) const;
  void phantom_is_interface(ClassId id);

  // The type that `type` means in the bodies of `from`.
  Type type_of(ClassId from, TypeRef type);

  // The methods of a class that has code are the ids [first_method, first_method + method_count),
  // in the order of Class::methods. A phantom has none of these.
  [[nodiscard]] MethodId first_method(ClassId id) const {
    return base::id_at<MethodId>(at(id).first_method);
  }
  [[nodiscard]] std::uint32_t method_count(ClassId id) const { return at(id).method_count; }
  [[nodiscard]] FieldId first_field(ClassId id) const {
    return base::id_at<FieldId>(at(id).first_field);
  }
  [[nodiscard]] std::uint32_t field_count(ClassId id) const { return at(id).field_count; }
  // How many there are in all, invented ones included.
  [[nodiscard]] std::size_t methods() const { return methods_.size(); }
  [[nodiscard]] std::size_t fields() const { return fields_.size(); }

  struct MethodEntry {
    ClassId owner{};
    std::uint32_t index = 0;  // in Class::methods
    std::uint32_t access = 0;
    MethodSelector selector{};
    ClassId home{};  // whose symbols the signature is in: the owner, or the user of an invented one
    SignatureRef signature{};

    [[nodiscard]] bool is(std::uint32_t flags) const { return (access & flags) != 0; }
  };
  struct FieldEntry {
    ClassId owner{};
    std::uint32_t index = 0;  // in Class::fields
    std::uint32_t access = 0;
    FieldSelector selector{};
    ClassId home{};
    TypeRef type;

    [[nodiscard]] bool is(std::uint32_t flags) const { return (access & flags) != 0; }
  };
  [[nodiscard]] const MethodEntry& method(MethodId id) const { return methods_[base::index(id)]; }
  [[nodiscard]] const FieldEntry& field(FieldId id) const { return fields_[base::index(id)]; }
  // Null for invented members.
  [[nodiscard]] const Method* declaration(MethodId id) const;
  [[nodiscard]] const Field* declaration(FieldId id) const;

  // What `lower` of the source made of it, asked once; null: no code, or it could not be lowered.
  const Body* body(MethodId id);

  // The texts must live as long as the table, as those of its classes do.
  MethodSelector selector(std::string_view name, std::string_view descriptor);
  FieldSelector selector(const Symbols& symbols, std::string_view name, TypeRef type);
  // Nothing if no class has named such a method yet.
  [[nodiscard]] std::optional<MethodSelector> known_selector(std::string_view name,
                                                             std::string_view descriptor) const;
  [[nodiscard]] std::string_view name(MethodSelector selector) const {
    return method_names_[base::index(selector)].name;
  }
  [[nodiscard]] std::string_view descriptor(MethodSelector selector) const {
    return method_names_[base::index(selector)].descriptor;
  }
  [[nodiscard]] std::string_view name(FieldSelector selector) const {
    return field_names_[base::index(selector)].name;
  }

  // The member that the class itself declares, none if it does not.
  [[nodiscard]] MethodId declared(ClassId id, MethodSelector selector) const;
  [[nodiscard]] FieldId declared(ClassId id, FieldSelector selector) const;
  // The signature-polymorphic method of that name, if the class declares it and no other of the
  // name.
  [[nodiscard]] MethodId declared_polymorphic(ClassId id, std::string_view name) const;

  // A member of a phantom, as its use describes it; the same for the same description.
  MethodId invent_method(ClassId phantom, MethodSelector selector, bool is_static, ClassId home,
                         SignatureRef signature);
  FieldId invent_field(ClassId phantom, FieldSelector selector, bool is_static, ClassId home,
                       TypeRef type);

  [[nodiscard]] std::span<const Problem> problems() const { return problems_; }
  void report(Problem::Kind kind, ClassId what, std::string why);
  // a.b.C
  [[nodiscard]] std::string source_name(ClassId id) const;

  // Of a restored table: the code that nobody has asked for yet.
  void load_all() const;

 private:
  friend class ProgramSnapshot;
  // A name knows its hash: tables that grow need not read the texts again.
  struct MethodName {
    MethodName(std::string_view the_name, std::string_view the_descriptor);

    std::uint64_t hash;
    std::string_view name, descriptor;
    friend bool operator==(const MethodName&, const MethodName&) = default;
  };
  struct FieldName {
    std::string_view name, type;  // of the innermost elements
    std::uint32_t shape = 0;      // dimensions, and whether `type` is a class
    friend bool operator==(const FieldName&, const FieldName&) = default;
  };
  struct NameHash {
    using is_avalanching = void;
    std::size_t operator()(const MethodName& name) const { return name.hash; }
    std::size_t operator()(const FieldName& name) const;
  };
  struct Entry {
    std::string_view name;
    mutable std::unique_ptr<Class> code;  // null: a phantom, or restored and not asked for
    bool phantom = false;
    std::uint32_t access = 0;
    Layer layer = Layer::kApplication;
    PackageId package{};
    bool polymorphic = false;  // declares a signature-polymorphic method
    bool phantom_interface = false;
    std::uint32_t first_method = 0, method_count = 0;
    std::uint32_t first_field = 0, field_count = 0;
    std::vector<ClassId> bases;  // what its base types mean, as far as asked
  };
  template <typename Id, typename Selector>
  struct Declared {
    Selector selector{};
    Id id{};
    friend auto operator<=>(const Declared&, const Declared&) = default;
  };

  [[nodiscard]] const Entry& at(ClassId id) const { return classes_[base::index(id)]; }
  [[nodiscard]] Class* loaded(ClassId id) const {
    const Entry& entry = at(id);
    return entry.code || entry.phantom ? entry.code.get() : load_late(entry);
  }
  Class* load_late(const Entry& entry) const;
  ClassId load(std::string_view internal_name);
  ClassId add(std::string_view name, std::unique_ptr<Class> code, Layer layer);
  void add_methods(ClassId id);
  void add_fields(ClassId id);
  PackageId package_of(std::string_view name);

  ClassSource& source_;
  base::Arena names_;
  std::vector<Entry> classes_;
  boost::unordered_flat_map<std::string_view, ClassId, base::TextHash>
      by_name_;  // none: known missing
  boost::unordered_flat_map<std::string_view, PackageId, base::TextHash> packages_;

  std::vector<MethodEntry> methods_;
  std::vector<FieldEntry> fields_;
  // Of each class's range the same members, ascending by selector.
  std::vector<Declared<MethodId, MethodSelector>> methods_in_order_;
  std::vector<Declared<FieldId, FieldSelector>> fields_in_order_;
  std::vector<bool> lowered_;  // by MethodId

  boost::unordered_flat_map<MethodName, MethodSelector, NameHash> method_selectors_;
  boost::unordered_flat_map<FieldName, FieldSelector, NameHash> field_selectors_;
  std::vector<MethodName> method_names_;
  std::vector<FieldName> field_names_;
  // By phantom, selector and whether static.
  boost::unordered_flat_map<std::uint64_t, MethodId> invented_methods_;
  boost::unordered_flat_map<std::uint64_t, FieldId> invented_fields_;

  std::vector<Problem> problems_;
};

}  // namespace heddle::ir
