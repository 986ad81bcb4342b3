// Phis that merge one value with itself go away: each is replaced by that value.
//
// A phi that goes away may make the phis that use it trivial, so those are looked at again. Who
// used it uses its replacement from then on, and is looked at once more when that goes away:
//
//   p = phi(p, q)   q = phi(p, a)   r = phi(p, a)      p is q, then q is a, and so r is a
//
// Without loops that are entered at two places, what stays is minimal. That is quadratic in how
// deep loops are nested, so looking again has an end: only code made to be awkward needs more, and
// a phi too many is not wrong.
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "base/id.h"
#include "ir/instruction.h"
#include "ir/ssa_builder.h"

namespace heddle::ir {
namespace {

constexpr std::uint32_t kNone = base::index(kNoValue);
constexpr std::size_t kPatience = std::size_t{1} << 24U;
constexpr std::size_t kPatienceForEach = 16;

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

// A list for each phi of the places where it is an operand. Places are positions in
// phi_operands_; users_ says whose they are, user_next_ links them.
void SsaBuilder::collect_phi_users() {
  user_first_.assign(phis_.size(), kNowhere);
  user_last_.assign(phis_.size(), kNowhere);
  users_.resize(phi_operands_.size());
  user_next_.resize(phi_operands_.size());
  for (std::uint32_t user = 0; user < phis_.size(); ++user)
    for (std::uint32_t i = 0; i < operand_count(phis_[user]); ++i) {
      const std::uint32_t place = phis_[user].operands + i;
      users_[place] = user;
      if (is_phi(phi_operands_[place])) add_phi_use(phi_operands_[place] & ~kPhiBit, place);
    }
}

void SsaBuilder::add_phi_use(std::uint32_t phi, std::uint32_t place) {
  user_next_[place] = kNowhere;
  (user_first_[phi] == kNowhere ? user_first_[phi] : user_next_[user_last_[phi]]) = place;
  user_last_[phi] = place;
}

// Those who used the phi use its replacement from now on, and are to be looked at again.
void SsaBuilder::replace_phi(std::uint32_t phi, std::uint32_t value) {
  phis_[phi].replacement = value;
  for (std::uint32_t place = user_first_[phi]; place != kNowhere;) {
    const std::uint32_t next = user_next_[place];
    wait(1);
    if (phis_[users_[place]].replacement == kNowhere) {
      worklist_.push_back(users_[place]);
      if (is_phi(value)) add_phi_use(value & ~kPhiBit, place);
    }
    place = next;
  }
}

void SsaBuilder::remove_trivial_phis() {
  if (phis_.empty()) return;
  collect_phi_users();
  const auto count = static_cast<std::uint32_t>(phis_.size());
  worklist_.resize(count);
  std::iota(worklist_.rbegin(), worklist_.rend(), 0U);
  patience_ = kPatience + kPatienceForEach * phi_operands_.size();
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
