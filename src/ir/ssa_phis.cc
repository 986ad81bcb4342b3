// Phis that merge one value with itself go away: each is replaced by that value.
//
// A phi that goes away may make the phis that use it trivial, so those are looked at again. Who
// used a phi uses its replacement from then on; so phis that stand for one another form a group,
// and the users of a group are those of all its members:
//
//   p = phi(q, a)   q = phi(q, a)   r = phi(p, a)      q is a, hence p is a, hence r is a
//
// Without loops that are entered at two places, what stays is minimal. Looking again is given up
// after kPatience times the size of the problem: only code made to be awkward needs more, and a
// phi too many is not wrong.
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "base/id.h"
#include "ir/instruction.h"
#include "ir/ssa_builder.h"

namespace heddle::ir {
namespace {

constexpr std::uint32_t kNone = base::index(kNoValue);
constexpr std::size_t kPatience = 64;

}  // namespace

std::uint32_t SsaBuilder::resolve(std::uint32_t id) const {
  while (id != kNone && is_phi(id) && phis_[id & ~kPhiBit].replacement != kNowhere)
    id = phis_[id & ~kPhiBit].replacement;
  return id;
}

// Halves the way for whoever asks next.
std::uint32_t SsaBuilder::resolve_and_shorten(std::uint32_t id) {
  while (is_phi(id) && phis_[id & ~kPhiBit].replacement != kNowhere) {
    std::uint32_t& next = phis_[id & ~kPhiBit].replacement;
    if (is_phi(next) && phis_[next & ~kPhiBit].replacement != kNowhere)
      next = phis_[next & ~kPhiBit].replacement;
    id = next;
  }
  return id;
}

// The one value a phi merges, besides itself; kNowhere if there are two.
std::uint32_t SsaBuilder::trivial_value(std::uint32_t phi) {
  const std::uint32_t first = phis_[phi].operands;
  const std::uint32_t count = operand_count(phis_[phi]);
  wait(count);
  std::uint32_t single = kNowhere;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t value = resolve_and_shorten(phi_operands_[first + i]);
    if (value == (kPhiBit | phi) || value == single) continue;
    if (single != kNowhere) return kNowhere;
    single = value;
  }
  return single;
}

// users_ lists, phi after phi, the phis that have it as an operand.
void SsaBuilder::collect_phi_users() {
  const auto count = static_cast<std::uint32_t>(phis_.size());
  const auto each_use = [&](const auto& visit) {
    for (std::uint32_t user = 0; user < count; ++user)
      for (std::uint32_t i = 0; i < operand_count(phis_[user]); ++i) {
        const std::uint32_t value = phi_operands_[phis_[user].operands + i];
        if (is_phi(value)) visit(value & ~kPhiBit, user);
      }
  };
  user_starts_.assign(count + 1, 0);
  each_use([&](std::uint32_t used, std::uint32_t) { ++user_starts_[used + 1]; });
  for (std::uint32_t i = 0; i < count; ++i) user_starts_[i + 1] += user_starts_[i];
  users_.resize(user_starts_[count]);
  worklist_.assign(user_starts_.begin(), user_starts_.end() - 1);
  each_use([&](std::uint32_t used, std::uint32_t user) { users_[worklist_[used]++] = user; });
}

// Replaces it, asks for its group's users to be looked at again, and joins the group of the phi
// that now stands for it.
void SsaBuilder::replace_phi(std::uint32_t phi, std::uint32_t value) {
  phis_[phi].replacement = value;
  for (std::uint32_t member = phi; member != kNowhere; member = group_next_[member]) {
    wait(1 + user_starts_[member + 1] - user_starts_[member]);
    for (std::uint32_t i = user_starts_[member]; i < user_starts_[member + 1]; ++i)
      if (phis_[users_[i]].replacement == kNowhere) worklist_.push_back(users_[i]);
  }
  if (!is_phi(value)) return;
  const std::uint32_t leader = value & ~kPhiBit;
  group_next_[group_last_[leader]] = phi;
  group_last_[leader] = group_last_[phi];
}

void SsaBuilder::remove_trivial_phis() {
  if (phis_.empty()) return;
  collect_phi_users();
  const auto count = static_cast<std::uint32_t>(phis_.size());
  group_next_.assign(count, kNowhere);
  group_last_.resize(count);
  std::iota(group_last_.begin(), group_last_.end(), 0U);
  worklist_.resize(count);
  std::iota(worklist_.rbegin(), worklist_.rend(), 0U);
  patience_ = kPatience * (count + phi_operands_.size());
  while (!worklist_.empty() && patience_ > 0) {
    const std::uint32_t phi = worklist_.back();
    worklist_.pop_back();
    if (phis_[phi].replacement != kNowhere) continue;
    const std::uint32_t value = trivial_value(phi);
    if (value != kNowhere) replace_phi(phi, value);
  }
  for (Phi& phi : phis_)
    if (phi.replacement != kNowhere) phi.replacement = resolve_and_shorten(phi.replacement);
}

}  // namespace heddle::ir
