// What extends and implements what, and so which type is a subtype of which.
//
// A class is linked when first asked about: its ancestors are loaded, then its direct supertypes
// are fixed for good. Whatever the input claims, the result is a finite tree of superclasses under
// Object with acyclic interfaces beside it:
//
//   - missing ancestors are phantoms, and phantoms extend Object;
//   - classes on a cycle lose the links of that cycle and extend Object, each of them, so that it
//     does not matter which was asked first;
//   - a superclass that is an interface becomes a superinterface, a class among the interfaces is
//     left out, and more than kDeepest generations above one another are cut.
//
// Each is reported to ClassTable::problems().
//
// Thread safety: as ClassTable; const functions need linked classes and may be shared.
// Cost: linking is linear in the number of superinterfaces, is_subclass logarithmic in depth or in
// the number of superinterfaces; both are small.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/id.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/type.h"

namespace heddle::ir {

class Hierarchy {
 public:
  static constexpr std::uint32_t kDeepest = 1024;

  explicit Hierarchy(ClassTable& classes) : classes_(classes) {}

  // Links the class and all its ancestors.
  void link(ClassId id);
  [[nodiscard]] bool is_linked(ClassId id) const {
    return base::index(id) < nodes_.size() && node(id).linked;
  }

  // java.lang.Object, a phantom if need be; linked.
  ClassId object();

  // The rest asks about linked classes.

  // None for Object only.
  [[nodiscard]] ClassId super(ClassId id) const { return node(id).super; }
  [[nodiscard]] std::span<const ClassId> interfaces(ClassId id) const {
    return node(id).interfaces;
  }
  // All interfaces that the class or interface has above it, each once, each after those it
  // extends: those of the superclass, then those of the direct interfaces in turn, then these
  // themselves. This is HotSpot's order, which shows where the specification lets it choose.
  [[nodiscard]] std::span<const ClassId> all_interfaces(ClassId id) const {
    return node(id).all_interfaces;
  }
  // Neither the class nor any of its ancestors is a phantom.
  [[nodiscard]] bool is_complete(ClassId id) const { return base::is_none(node(id).phantom); }
  // The first phantom at or above the class, superclasses first; none if there is none.
  [[nodiscard]] ClassId first_phantom(ClassId id) const { return node(id).phantom; }

  // Is `super` the same as `sub`, or one of its superclasses? (An interface's superclass is
  // Object.)
  [[nodiscard]] bool extends(ClassId sub, ClassId super) const;
  // The same, through interfaces too.
  [[nodiscard]] bool is_subclass(ClassId sub, ClassId super) const;

  // May a value of type `sub` be assigned to `super` without a cast, as the JVM's checkcast sees
  // it? Links what it needs to.
  bool is_subtype(Type sub, Type super);

 private:
  friend class ProgramSnapshot;
  static constexpr std::uint32_t kNotOpen = 0xFFFF'FFFF;
  struct Node {
    bool linked = false;
    std::uint32_t position = kNotOpen;  // while it is being linked
    std::uint32_t round = 0;            // the last list of interfaces it was put in
    ClassId super = base::kNone<ClassId>;
    ClassId jump = base::kNone<ClassId>;  // an ancestor further up, see the source
    ClassId phantom = base::kNone<ClassId>;
    std::uint32_t depth = 0;    // superclasses above
    std::uint32_t longest = 0;  // generations above, interfaces included
    std::uint64_t mask = 0;     // a bit for each of all_interfaces, by its hash
    std::span<const ClassId> interfaces;
    std::span<const ClassId> all_interfaces;
    std::span<const ClassId> sorted_interfaces;
  };
  // What the class file claims, loaded.
  struct Claim {
    ClassId super = base::kNone<ClassId>;
    std::vector<ClassId> interfaces;
  };
  class Linking;

  [[nodiscard]] const Node& node(ClassId id) const { return nodes_[base::index(id)]; }
  Node& make_node(ClassId id);
  Claim claim(ClassId id);
  void claim_super(ClassId id, Claim& claim);
  void claim_interfaces(ClassId id, Claim& claim);
  ClassId named(ClassId from, TypeRef type, std::string_view role);
  void settle(ClassId id, const Claim& claim);
  void settle_super(Node& node, ClassId super);
  void settle_interfaces(Node& node, const Claim& claim);
  [[nodiscard]] std::uint32_t generations(const Claim& claim) const;
  bool is_above_arrays(ClassId id);

  ClassTable& classes_;
  base::Arena lists_;
  std::vector<Node> nodes_;
  std::uint32_t round_ = 0;
  ClassId object_ = base::kNone<ClassId>;
  ClassId cloneable_ = base::kNone<ClassId>;
  ClassId serializable_ = base::kNone<ClassId>;
};

}  // namespace heddle::ir
