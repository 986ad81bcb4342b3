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

using trace::PlaceId;

// What tells one side from another: where it is, and what it does. Without places, the thread.
std::uint64_t site_key(const trace::Tables& tables, const RaceSide& side) {
  const std::uint64_t site = base::is_none(side.place)
                                 ? (std::uint64_t{1} << 40) | base::index(side.thread)
                                 : base::index(tables[side.place].site);
  return site << 2 | static_cast<std::uint64_t>(side.access);
}

std::uint64_t hash_of_pair(base::Hasher& hasher, std::uint64_t one, std::uint64_t other) {
  return hasher.add(std::min(one, other)).add(std::max(one, other)).finish().low;
}

}  // namespace

bool Races::is_quiet(const trace::Tables& tables, const Race& race) {
  const auto is_librarys = [&](const RaceSide& side) {
    return !base::is_none(side.place) && base::is_none(quiet_.user_frame(tables, side.place));
  };
  if (is_librarys(race.first) || is_librarys(race.second)) return true;
  if (race.kind != RaceKind::kOrderViolation) return false;
  const auto is_quiet_side = [&](const RaceSide& side) {
    return side.origin && quiet_.is_quiet_event(tables, side.origin->handler);
  };
  return quiet_.is_commutative(tables, tables[race.location].field) || is_quiet_side(race.first) ||
         is_quiet_side(race.second);
}

std::uint64_t Races::hash_of(const trace::Tables& tables, const Race& race) {
  base::Hasher hasher;
  hasher.add(race.kind).add(race.is_caused);
  if (!race.is_caused) {
    hasher.add(tables[race.location].field);
    return hash_of_pair(hasher, site_key(tables, race.first), site_key(tables, race.second));
  }
  const auto key = [&](const RaceSide& side) -> std::uint64_t {
    const PlaceId frame = quiet_.user_frame(tables, side.place);
    return base::is_none(frame) ? site_key(tables, side) : base::index(tables[frame].site);
  };
  return hash_of_pair(hasher, key(race.first), key(race.second));
}

void Races::add(const trace::Tables& tables, Race race) {
  if (is_quiet(tables, race)) {
    ++left_out_;
    return;
  }
  race.is_caused = quiet_.user_frame(tables, race.first.place) != race.first.place ||
                   quiet_.user_frame(tables, race.second.place) != race.second.place ||
                   quiet_.is_contents(tables, tables[race.location].field);
  const std::uint64_t hash = hash_of(tables, race);
  if (const auto found = by_hash_.find(hash); found != by_hash_.end()) {
    Race& known = races_[found->second];
    ++known.instances;
    known.proof = std::max(known.proof, race.proof);
    return;
  }
  const std::uint64_t field = base::index(tables[race.location].field);
  std::size_t& count = of_field_[field << 2 | static_cast<std::uint64_t>(race.kind)];
  const std::size_t most = races_.size() < limits_.in_all ? limits_.of_field : 1;
  if (count >= most) {
    ++too_many_;
    return;
  }
  ++count;
  by_hash_.emplace(hash, races_.size());
  races_.push_back(std::move(race));
}

}  // namespace heddle::witness
