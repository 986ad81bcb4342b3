#include "witness/race.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/hash.h"
#include "base/id.h"
#include "trace/operation.h"
#include "trace/tables.h"

namespace heddle::witness {
namespace {

// What tells one side from another: where it is, and what it does. Without places, the thread.
std::uint64_t site_key(const trace::Tables& tables, const RaceSide& side) {
  const std::uint64_t site = base::is_none(side.place)
                                 ? (std::uint64_t{1} << 40) | base::index(side.thread)
                                 : base::index(tables[side.place].site);
  return site << 2 | static_cast<std::uint64_t>(side.access);
}

}  // namespace

void Races::add(const trace::Tables& tables, Race race) {
  std::uint64_t one = site_key(tables, race.first), other = site_key(tables, race.second);
  if (other < one) std::swap(one, other);
  base::Hasher hasher;
  hasher.add(race.kind).add(tables[race.location].field).add(one).add(other);
  const auto [found, is_new] = by_hash_.emplace(hasher.finish().low, races_.size());
  if (is_new) {
    races_.push_back(std::move(race));
    return;
  }
  Race& known = races_[found->second];
  ++known.instances;
  known.proof = std::max(known.proof, race.proof);
}

}  // namespace heddle::witness
