#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

#include "base/id.h"
#include "origins/set_before.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;

namespace {

constexpr std::size_t kMostSteps = 20'000;  // of one search

}  // namespace

// Up through callers and starts, to where the program begins. Of the points still to be looked at
// those first that are closest to it: where there is a way at all that nobody has set it on, it is
// found soon, and what lies on it need not be looked for again.
class SetBefore::Climb {
 public:
  Climb(SetBefore& of, Cell cell) : of_(of), known_(of.known(cell)) {}

  // Is it set on all ways there? No, too, if they are too many.
  bool is_set_at(Point point, OriginId origin) {
    add(point, origin);
    while (!open_.empty()) {
      at_ = next();
      if (met_.size() > kMostSteps) {
        note_unset(0);
        return false;
      }
      const Met here = met_[at_];
      if (of_.is_set_here(here.point, known_)) continue;
      if (!of_.entered_unset_.contains(entered(here)) && climb(here)) continue;
      note_unset(0);
      for (std::uint32_t on = at_; on != 0; on = met_[on].led_to) note_unset(on);
      return false;
    }
    return true;
  }

 private:
  struct Met {
    Point point;
    OriginId origin{};
    std::uint32_t led_to = 0;  // place in met_
  };

  void add(Point point, OriginId origin) {
    if (!seen_.insert({index(point.instance), point.instruction, index(origin)}).second) return;
    const auto place = static_cast<std::uint32_t>(met_.size());
    met_.push_back({.point = point, .origin = origin, .led_to = at_});
    open_[{of_.depths_.starts_before(origin), origin}].fresh.push_back(place);
  }
  // Of those that are far the one that was met first.
  std::uint32_t next() {
    const auto first = open_.begin();
    auto& [fresh, by_depth] = first->second;
    for (const std::uint32_t place : fresh)
      by_depth.emplace(of_.depths_.calls_before(first->first.second, met_[place].point.instance),
                       place);
    fresh.clear();
    const std::uint32_t place = by_depth.top().second;
    by_depth.pop();
    if (by_depth.empty()) open_.erase(first);
    return place;
  }
  [[nodiscard]] Entered entered(const Met& at) const {
    return {index(at.point.instance), index(at.origin), known_.cell.object, known_.cell.field};
  }
  void note_unset(std::uint32_t place) { of_.entered_unset_.insert(entered(met_[place])); }

  // False: the program begins there, as far as is known.
  bool climb(const Met& here) {
    bool is_called = false;
    for (const Call& call : of_.calls_.calls_to(here.point.instance)) {
      if (!of_.origins_.runs(here.origin, call.caller)) continue;
      add({.instance = call.caller, .instruction = call.instruction}, here.origin);
      is_called = true;
    }
    const Origin& origin = of_.origins_[here.origin];
    if (std::ranges::find(origin.entries, here.point.instance) == origin.entries.end())
      return is_called;
    return !origin.events.empty() && std::ranges::all_of(origin.events, [&](std::uint32_t e) {
      const StartEvent& start = of_.origins_.events()[e];
      const auto starters = of_.origins_.list(start.caller);
      for (const OriginId starter : starters)
        add({.instance = start.caller, .instruction = start.instruction}, starter);
      return !starters.empty();
    });
  }

  SetBefore& of_;
  Known& known_;
  boost::unordered_flat_set<std::array<std::uint32_t, 3>> seen_;
  std::vector<Met> met_;
  std::uint32_t at_ = 0;  // that is looked at
  struct Open {
    std::vector<std::uint32_t> fresh;  // of which the distance was not asked yet
    using Each = std::pair<std::uint32_t, std::uint32_t>;  // the distance, and the place
    std::priority_queue<Each, std::vector<Each>, std::greater<>> by_depth;
  };
  std::map<std::pair<std::uint32_t, OriginId>, Open> open_;
};

bool SetBefore::find_is_set(Point point, OriginId origin, Cell cell) {
  return Climb(*this, cell).is_set_at(point, origin);
}

bool SetBefore::is_set(Point point, OriginId origin, Cell cell) {
  const std::pair key{std::array{index(point.instance), point.instruction, index(origin)}, cell};
  const auto known = is_set_.find(key);
  if (known != is_set_.end()) return known->second;
  return is_set_[key] = find_is_set(point, origin, cell);
}

}  // namespace heddle::origins
