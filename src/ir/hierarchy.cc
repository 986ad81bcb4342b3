// Linking is Tarjan's search for strongly connected components over "names as a supertype", without
// recursion, since a hostile input is as deep as it likes. Components come out ancestors first. One
// of a single class is settled as it stands; the classes of a larger one name each other in a
// circle, and every link between two of them is cut.
//
// Superclasses are tested by depth: if `super` is above `sub`, it is the ancestor of `sub` at its
// own depth. To climb there quickly each class knows, besides its parent, one ancestor further up,
// so spaced that following them takes logarithmically many steps (Myers, "An applicative
// random-access stack", 1983): it is the jump of the parent's jump if the last two jumps were
// equally long, else the parent. Interfaces are tested by binary search, behind a 64-bit filter
// that answers most of the negative questions.
#include "ir/hierarchy.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/class_table.h"
#include "ir/ids.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr std::string_view kObjectName = "java/lang/Object";

std::uint64_t filter_bit(ClassId id) { return std::uint64_t{1} << (base::index(id) % 64); }

// "a circle of 5: a.A, a.B, a.C, …"
std::string circle_text(const ClassTable& classes, std::vector<ClassId> members) {
  constexpr std::size_t kShown = 3;
  std::ranges::sort(members, {}, [&](ClassId id) { return classes.name(id); });
  std::string text = "a circle of " + std::to_string(members.size());
  for (std::size_t at = 0; at < std::min(kShown, members.size()); ++at)
    text += (at == 0 ? ": " : ", ") + classes.source_name(members[at]);
  return members.size() > kShown ? text + ", …" : text;
}

}  // namespace

// One search; see the top of the file.
class Hierarchy::Linking {
 public:
  explicit Linking(Hierarchy& hierarchy) : hierarchy_(hierarchy) {}

  void run(ClassId root) {
    enter(root);
    while (!path_.empty()) {
      Visit& visit = path_.back();
      if (visit.next == visit.supertypes.size()) {
        leave();
        continue;
      }
      const ClassId supertype = visit.supertypes[visit.next++];
      if (hierarchy_.is_linked(supertype)) continue;
      if (is_open(supertype))
        visit.low = std::min(visit.low, position(supertype));
      else
        enter(supertype);
    }
  }

 private:
  struct Visit {
    std::uint32_t position = 0;  // in open_
    std::uint32_t low = 0;       // the smallest position known to be reachable
    std::size_t next = 0;
    std::vector<ClassId> supertypes;
  };
  struct Open {
    ClassId id{};
    Claim claim;
  };

  [[nodiscard]] std::uint32_t position(ClassId id) const { return hierarchy_.node(id).position; }
  [[nodiscard]] bool is_open(ClassId id) const {
    return base::index(id) < hierarchy_.nodes_.size() && position(id) != kNotOpen;
  }

  void enter(ClassId id) {
    Open open{.id = id, .claim = hierarchy_.claim(id)};
    const auto at = static_cast<std::uint32_t>(open_.size());
    Visit visit{.position = at, .low = at, .next = 0, .supertypes = open.claim.interfaces};
    if (!base::is_none(open.claim.super)) visit.supertypes.push_back(open.claim.super);
    hierarchy_.make_node(id).position = at;
    open_.push_back(std::move(open));
    path_.push_back(std::move(visit));
  }

  void leave() {
    const std::uint32_t first = path_.back().position;
    const std::uint32_t low = path_.back().low;
    path_.pop_back();
    if (low < first) {
      path_.back().low = std::min(path_.back().low, low);
      return;
    }
    // What is open from `first` on is one component.
    cut_circle(first);
    for (std::size_t at = first; at < open_.size(); ++at) {
      hierarchy_.settle(open_[at].id, open_[at].claim);
      hierarchy_.make_node(open_[at].id).position = kNotOpen;
    }
    open_.resize(first);
  }

  void cut_circle(std::uint32_t first) {
    const auto in_circle = [&](ClassId id) { return is_open(id) && position(id) >= first; };
    std::string circle;
    for (std::size_t at = first; at < open_.size(); ++at) {
      Claim& claim = open_[at].claim;
      const bool circular_super = !base::is_none(claim.super) && in_circle(claim.super);
      if (circular_super) claim.super = hierarchy_.object_;
      if (std::erase_if(claim.interfaces, in_circle) == 0 && !circular_super) continue;
      if (circle.empty()) circle = circle_from(first);
      hierarchy_.classes_.report(Problem::Kind::kCycle, open_[at].id,
                                 "is its own ancestor, in " + circle);
    }
  }

  [[nodiscard]] std::string circle_from(std::uint32_t first) const {
    std::vector<ClassId> members;
    for (std::size_t at = first; at < open_.size(); ++at) members.push_back(open_[at].id);
    return circle_text(hierarchy_.classes_, std::move(members));
  }

  Hierarchy& hierarchy_;
  std::vector<Visit> path_;
  std::vector<Open> open_;
};

void Hierarchy::link(ClassId id) {
  if (is_linked(id)) return;
  object();
  if (!is_linked(id)) Linking(*this).run(id);
}

ClassId Hierarchy::object() {
  if (base::is_none(object_)) {
    object_ = classes_.require(kObjectName);
    settle(object_, claim(object_));
  }
  return object_;
}

Hierarchy::Claim Hierarchy::claim(ClassId id) {
  Claim claim;
  const Class* code = classes_.code(id);
  if (id == object_) {
    if (code != nullptr && (code->super.exists() || !code->interfaces.empty()))
      classes_.report(Problem::Kind::kWrongKind, id, "has a supertype");
    return claim;
  }
  claim.super = object();
  if (code == nullptr) return claim;
  claim_super(id, claim);
  claim_interfaces(id, claim);
  return claim;
}

void Hierarchy::claim_super(ClassId id, Claim& claim) {
  const Class& code = *classes_.code(id);
  if (!code.super.exists() || code.super.is_array()) {
    classes_.report(Problem::Kind::kWrongKind, id, "has no superclass");
    return;
  }
  const ClassId super = named(id, code.super, "the superclass");
  if (super == object_) return;
  if (code.is_interface()) {
    classes_.report(Problem::Kind::kWrongKind, id,
                    "is an interface and extends " + classes_.source_name(super));
  } else if (!classes_.is_phantom(super) && classes_.is_interface(super)) {
    classes_.report(Problem::Kind::kWrongKind, id,
                    "has an interface as its superclass: " + classes_.source_name(super));
    claim.interfaces.push_back(super);
  } else {
    if (!classes_.is_phantom(super) && classes_.code(super)->is(Access::kFinal))
      classes_.report(Problem::Kind::kWrongKind, id,
                      "extends the final class " + classes_.source_name(super));
    claim.super = super;
  }
}

void Hierarchy::claim_interfaces(ClassId id, Claim& claim) {
  for (const TypeRef type : classes_.code(id)->interfaces) {
    if (type.is_array()) continue;
    const ClassId interface = named(id, type, "an interface");
    classes_.phantom_is_interface(interface);
    if (classes_.is_interface(interface))
      claim.interfaces.push_back(interface);
    else
      classes_.report(Problem::Kind::kWrongKind, id,
                      "has a class among its interfaces: " + classes_.source_name(interface));
  }
}

ClassId Hierarchy::named(ClassId from, TypeRef type, std::string_view role) {
  const ClassId id = classes_.type_of(from, type).class_id();
  if (classes_.is_phantom(id))
    classes_.report(Problem::Kind::kMissingAncestor, id,
                    "is missing, " + std::string(role) + " of " + classes_.source_name(from));
  return id;
}

Hierarchy::Node& Hierarchy::make_node(ClassId id) {
  if (nodes_.size() < classes_.size()) nodes_.resize(classes_.size());
  return nodes_[base::index(id)];
}

void Hierarchy::settle(ClassId id, const Claim& claim) {
  Node& node = make_node(id);
  const std::uint32_t longest = generations(claim);
  if (longest > kDeepest) {
    classes_.report(Problem::Kind::kTooDeep, id,
                    "has more than " + std::to_string(kDeepest) + " generations above it");
    return settle(id, Claim{.super = object_, .interfaces = {}});
  }
  node.linked = true;
  node.longest = longest;
  if (!base::is_none(claim.super)) settle_super(node, claim.super);
  settle_interfaces(node, claim);
  if (classes_.is_phantom(id)) node.phantom = id;
}

std::uint32_t Hierarchy::generations(const Claim& claim) const {
  std::uint32_t longest = 0;
  if (!base::is_none(claim.super)) longest = node(claim.super).longest + 1;
  for (const ClassId interface : claim.interfaces)
    longest = std::max(longest, node(interface).longest + 1);
  return longest;
}

void Hierarchy::settle_super(Node& node, ClassId super) {
  const Node& parent = this->node(super);
  node.super = super;
  node.depth = parent.depth + 1;
  node.phantom = parent.phantom;
  node.jump = super;
  if (base::is_none(parent.jump)) return;
  const Node& jump = this->node(parent.jump);
  if (base::is_none(jump.jump)) return;
  if (parent.depth - jump.depth == jump.depth - this->node(jump.jump).depth) node.jump = jump.jump;
}

void Hierarchy::settle_interfaces(Node& node, const Claim& claim) {
  if (!base::is_none(claim.super)) {
    const Node& parent = this->node(claim.super);
    node.mask = parent.mask;
    node.all_interfaces = parent.all_interfaces;
    node.sorted_interfaces = parent.sorted_interfaces;
  }
  if (claim.interfaces.empty()) return;

  std::vector<ClassId> all(node.all_interfaces.begin(), node.all_interfaces.end());
  ++round_;
  for (const ClassId interface : all) nodes_[base::index(interface)].round = round_;
  const auto add = [&](ClassId interface) {
    if (std::exchange(nodes_[base::index(interface)].round, round_) == round_) return;
    all.push_back(interface);
    node.mask |= filter_bit(interface);
    if (base::is_none(node.phantom) && classes_.is_phantom(interface)) node.phantom = interface;
  };
  for (const ClassId interface : claim.interfaces)
    for (const ClassId above : this->node(interface).all_interfaces) add(above);
  for (const ClassId interface : claim.interfaces) add(interface);
  std::vector<ClassId> sorted = all;
  std::ranges::sort(sorted);

  node.interfaces = lists_.copy(std::span<const ClassId>(claim.interfaces));
  node.all_interfaces = lists_.copy(std::span<const ClassId>(all));
  node.sorted_interfaces = lists_.copy(std::span<const ClassId>(sorted));
}

bool Hierarchy::extends(ClassId sub, ClassId super) const {
  const std::uint32_t depth = node(super).depth;
  ClassId at = sub;
  while (node(at).depth > depth) {
    const ClassId jump = node(at).jump;
    at = node(jump).depth >= depth ? jump : node(at).super;
  }
  return at == super;
}

bool Hierarchy::is_subclass(ClassId sub, ClassId super) const {
  const Node& below = node(sub);
  if ((below.mask & filter_bit(super)) != 0 &&
      std::ranges::binary_search(below.sorted_interfaces, super))
    return true;
  return extends(sub, super);
}

bool Hierarchy::is_above_arrays(ClassId id) {
  if (base::is_none(cloneable_)) {
    cloneable_ = classes_.require("java/lang/Cloneable");
    serializable_ = classes_.require("java/io/Serializable");
  }
  return id == object() || id == cloneable_ || id == serializable_;
}

bool Hierarchy::is_subtype(Type sub, Type super) {
  if (sub == super) return true;
  if (!sub.is_reference() || !super.is_reference() || super.is_null()) return false;
  if (sub.is_null()) return true;
  const std::uint32_t dimensions = super.dimensions();
  if (!super.has_class() || sub.dimensions() < dimensions) return false;
  if (sub.dimensions() > dimensions) return is_above_arrays(super.class_id());
  if (!sub.has_class()) return false;
  link(sub.class_id());
  link(super.class_id());
  return is_subclass(sub.class_id(), super.class_id());
}

}  // namespace heddle::ir
