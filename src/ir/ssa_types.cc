// Types of references that no single instruction gives: of phis, and of what is loaded from arrays
// that are phis. They grow from unknown over null to a class to Object, three steps at most, and
// what grew is told to those whose types are made from it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <utility>

#include "base/malformed.h"
#include "ir/instruction.h"
#include "ir/ssa_builder.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

// The least type we can name without knowing the classes: equal ones stay, others are Object.
TypeRef join(TypeRef left, TypeRef right) {
  if (left == SsaBuilder::kInferred || left == kNullType) {
    return right == SsaBuilder::kInferred ? left : right;
  }
  if (right == SsaBuilder::kInferred || right == kNullType || left == right) return left;
  return kObjectType;
}

TypeRef element_of(TypeRef array) {
  if (array == SsaBuilder::kInferred || array == kNullType) return array;
  const bool known = array.is_array() && kind_of(array.element()) == Kind::kReference;
  return known ? array.element() : kObjectType;
}

bool holds(TypeRef array, Element element) {
  const TypeRef type = array.element();
  switch (element) {
    case Element::kByte: return type == kByteType || type == kBooleanType;
    case Element::kChar: return type == kCharType;
    case Element::kShort: return type == kShortType;
    case Element::kInt: return type == kIntType;
    default: return kind_of(type) == kind_of(element);
  }
}

}  // namespace

TypeRef SsaBuilder::resolved_type(std::uint32_t id) const {
  return type(static_cast<ValueId>(resolve(id)));
}

// What has an inferred type is a node: the phis under their own numbers, then the loads. Calls
// visit(value) for each value whose type that of `node` is made from.
template <typename Visit>
void SsaBuilder::for_each_typed_input(std::uint32_t node, const Visit& visit) const {
  if (node >= phis_.size()) return visit(code_[inferred_[node - phis_.size()]].a);
  const Phi& phi = phis_[node];
  if (phi.kind != Kind::kReference || phi.replacement != kNowhere) return;
  for (std::uint32_t i = 0; i < operand_count(phi); ++i) visit(phi_operands_[phi.operands + i]);
}

// The node that makes the value; kNowhere where its type is no question.
std::uint32_t SsaBuilder::typed_node(std::uint32_t id) const {
  id = resolve(id);
  if (is_phi(id)) return id & ~kPhiBit;
  if (inferred_.empty()) return kNowhere;
  const auto found = std::ranges::lower_bound(inferred_, id);
  if (found == inferred_.end() || *found != id) return kNowhere;
  return static_cast<std::uint32_t>(phis_.size() +
                                    static_cast<std::size_t>(found - inferred_.begin()));
}

// users_ lists, node after node, those whose types are made from it.
void SsaBuilder::collect_typed_users() {
  const auto count = static_cast<std::uint32_t>(phis_.size() + inferred_.size());
  const auto each_use = [&](const auto& visit) {
    for (std::uint32_t user = 0; user < count; ++user)
      for_each_typed_input(user, [&](std::uint32_t id) {
        if (const std::uint32_t used = typed_node(id); used != kNowhere) visit(used, user);
      });
  };
  user_starts_.assign(count + 1, 0);
  each_use([&](std::uint32_t used, std::uint32_t) { ++user_starts_[used + 1]; });
  for (std::uint32_t i = 0; i < count; ++i) user_starts_[i + 1] += user_starts_[i];
  users_.resize(user_starts_[count]);
  worklist_.assign(user_starts_.begin(), user_starts_.end() - 1);
  each_use([&](std::uint32_t used, std::uint32_t user) { users_[worklist_[used]++] = user; });
}

// Joins the type of an input into the type of a node; true if that grew.
bool SsaBuilder::grow_type(std::uint32_t node, TypeRef input) {
  const bool is_load = node >= phis_.size();
  TypeRef& type = is_load ? types_[inferred_[node - phis_.size()]] : phis_[node].type;
  const TypeRef joined = join(type, is_load ? element_of(input) : input);
  return std::exchange(type, joined) != joined;
}

void SsaBuilder::infer_types() {
  const auto phis = static_cast<std::uint32_t>(phis_.size());
  const auto count = static_cast<std::uint32_t>(phis_.size() + inferred_.size());
  if (count == 0) return;
  collect_typed_users();
  worklist_.clear();
  for (std::uint32_t node = 0; node < count; ++node) {
    bool grew = false;
    for_each_typed_input(node,
                         [&](std::uint32_t id) { grew |= grow_type(node, resolved_type(id)); });
    if (grew) worklist_.push_back(node);
  }
  while (!worklist_.empty()) {
    const std::uint32_t node = worklist_.back();
    worklist_.pop_back();
    const TypeRef type = node < phis ? phis_[node].type : types_[inferred_[node - phis]];
    for (std::uint32_t i = user_starts_[node]; i < user_starts_[node + 1]; ++i)
      if (grow_type(users_[i], type)) worklist_.push_back(users_[i]);
  }
  for (Phi& phi : phis_)
    if (phi.kind == Kind::kReference && phi.type == kInferred) phi.type = kNullType;
  for (const std::uint32_t load : inferred_)
    if (types_[load] == kInferred) types_[load] = kNullType;
}

// Only now are the types of all arrays known.
SsaBuilder::Status SsaBuilder::check_array_accesses() const {
  for (const std::uint32_t access : array_accesses_) {
    const TypeRef array = resolved_type(code_[access].a);
    const Element element = code_[access].element();
    if (!array.is_array() || holds(array, element)) continue;
    return std::unexpected(base::Malformed("takes a " + type_text(*symbols_, array) +
                                           " for an array of " +
                                           std::string(element_name(element)) + " at instruction " +
                                           std::to_string(offsets_[access])));
  }
  return {};
}

}  // namespace heddle::ir
