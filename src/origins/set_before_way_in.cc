#include <algorithm>
#include <span>
#include <utility>

#include "base/id.h"
#include "origins/set_before.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

// Up from an instance, by calls that are not dead, to an entry of the origin, or to what nobody is
// known to call. Most of what an origin seems to run it does run, and one way in is soon found: by
// calls of methods without tests, as long as there are any, since tests are dear to ask. What lies
// on the way is run, too; where there is no way, neither is there one from all that was met.
class SetBefore::WayIn {
 public:
  explicit WayIn(SetBefore& of) : of_(of), met_in_(of.calls_.size()) {
    for (std::uint32_t o = 0; o < of.origins_.size(); ++o)
      for (const InstanceId entry : of.origins_[OriginId{o}].entries)
        entries_.insert(key(OriginId{o}, entry));
  }

  bool is_there(OriginId origin, InstanceId id) {
    const auto known = known_.find(key(origin, id));
    if (known != known_.end()) return known->second;
    ++searches_;
    met_.clear();
    open_.clear();
    tested_.clear();
    origin_ = origin;
    take(id, kNobody);
    while (const auto place = next()) {
      if (!begins(*place)) continue;
      for (std::uint32_t at = *place; at != kNobody; at = met_[at].led_to) note(met_[at].id, true);
      return true;
    }
    for (const Met& met : met_) note(met.id, false);
    return false;
  }

 private:
  static constexpr std::uint32_t kNobody = 0xFFFF'FFFF;
  struct Met {
    InstanceId id{};
    std::uint32_t led_to = kNobody;  // place in met_
  };
  // A call that depends on a test, of the instance at that place.
  struct Tested {
    Point call;
    std::uint32_t calls = 0;
  };

  static std::uint64_t key(OriginId origin, InstanceId id) {
    return std::uint64_t{index(origin)} << 32U | index(id);
  }
  void note(InstanceId id, bool is_run) { known_.insert_or_assign(key(origin_, id), is_run); }

  void take(InstanceId id, std::uint32_t led_to) {
    if (std::exchange(met_in_[index(id)], searches_) == searches_) return;
    open_.push_back(static_cast<std::uint32_t>(met_.size()));
    met_.push_back({.id = id, .led_to = led_to});
  }

  std::optional<std::uint32_t> next() {
    while (open_.empty() && !tested_.empty()) {
      const Tested last = tested_.back();
      tested_.pop_back();
      if (met_in_[index(last.call.instance)] != searches_ && !of_.is_dead(last.call, origin_))
        take(last.call.instance, last.calls);
    }
    if (open_.empty()) return std::nullopt;
    const std::uint32_t place = open_.back();
    open_.pop_back();
    return place;
  }

  // Is it known to be run? If not, those who call it are looked at next.
  bool begins(std::uint32_t place) {
    const InstanceId id = met_[place].id;
    const auto known = known_.find(key(origin_, id));
    if (known != known_.end()) return known->second;
    if (entries_.contains(key(origin_, id))) return true;
    bool is_called = false;
    for (const Call& call : of_.calls_.calls_to(id)) {
      if (!of_.origins_.runs(origin_, call.caller)) continue;
      is_called = true;
      if (met_in_[index(call.caller)] == searches_) continue;
      if (of_.branches_in(call.caller).empty())
        take(call.caller, place);
      else
        tested_.push_back(
            {.call = {.instance = call.caller, .instruction = call.instruction}, .calls = place});
    }
    return !is_called;
  }

  SetBefore& of_;
  boost::unordered_flat_set<std::uint64_t> entries_;      // by origin and instance
  boost::unordered_flat_map<std::uint64_t, bool> known_;  // the same: is it run?
  // Of the search at hand.
  OriginId origin_{};
  std::vector<Met> met_;
  std::vector<std::uint32_t> open_;    // places in met_
  std::vector<Tested> tested_;         // looked at when nothing else is left
  std::vector<std::uint32_t> met_in_;  // by instance: the number of the last search
  std::uint32_t searches_ = 0;
};

SetBefore::SetBefore(CallGraph& calls, Origins& origins, Order& order, Values values)
    : calls_(calls), origins_(origins), order_(order), values_(values), depths_(calls, origins) {}
SetBefore::~SetBefore() = default;

bool SetBefore::never_comes(Point point, OriginId origin) {
  return is_never_run(origin, point.instance) || is_dead(point, origin);
}

// Would the origin have to find unset there what is set?
bool SetBefore::is_dead(Point point, OriginId origin) {
  const std::vector<Test> tests = tests_at(point);
  return std::ranges::any_of(tests, [&](const Test& test) {
    return is_set({.instance = point.instance, .instruction = test.read}, origin, test.cell);
  });
}

bool SetBefore::is_never_run(OriginId origin, InstanceId id) {
  if (!origins_.runs(origin, id)) return false;
  if (way_in_ == nullptr) way_in_ = std::make_unique<WayIn>(*this);
  return !way_in_->is_there(origin, id);
}

}  // namespace heddle::origins
