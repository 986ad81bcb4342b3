#include "origins/origins.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::SiteKind;

Origins::Origins(CallGraph& calls) : calls_(calls) {
  origins_.emplace_back();
  origins_[0].entries.assign(calls.roots().begin(), calls.roots().end());
  find_events();
  words_ = (origins_.size() + 63) / 64;
  find_running();
  find_leads();
  find_once();
}

model::StartKind Origins::start_kind(const Call& start) const {
  const ir::Program& program = calls_.program();
  const ir::MethodId callee = calls_.at(start.callee).method;
  model::StartKind kind = model::StartKind::kTask;
  for (const pointsto::CallSite& site : calls_.at(start.caller).shape->calls) {
    if (!site.starts || site.instruction != start.instruction) continue;
    kind = site.start_kind;
    if (program.name(site.method) == program.name(callee)) break;
  }
  return kind;
}

OriginId Origins::origin_of(const Call& start) {
  const pointsto::State& state = calls_.heap().state();
  const pointsto::Context& context = state.contexts[calls_.at(start.callee).context];
  const auto elements = state.contexts.elements(context.origins);
  // Policies without origins: every callee is one.
  const std::uint64_t key = elements.empty() ? std::uint64_t{1} << 32U | index(start.callee)
                                             : std::uint64_t{index(elements[0])};
  const auto [place, fresh] = by_key_.try_emplace(key, base::id_at<OriginId>(origins_.size()));
  if (!fresh) return place->second;
  Origin& made = origins_.emplace_back();
  made.entry = calls_.at(start.callee).method;
  if (!elements.empty()) {
    const pointsto::Element& element = state.contexts.element(elements[0]);
    made.site = base::id_at<pointsto::SiteId>(element.a);
    made.entry = base::id_at<ir::MethodId>(element.b);
  }
  switch (start_kind(start)) {
    case model::StartKind::kThread: made.kind = Origin::Kind::kThread; break;
    case model::StartKind::kTask: made.kind = Origin::Kind::kTask; break;
    case model::StartKind::kEvent: made.kind = Origin::Kind::kEvent; break;
  }
  return place->second;
}

void Origins::find_events() {
  for (const Call& start : calls_.starts()) {
    const OriginId begun = origin_of(start);
    Origin& origin = origins_[index(begun)];
    if (std::ranges::find(origin.entries, start.callee) == origin.entries.end())
      origin.entries.push_back(start.callee);
    origin.events.push_back(static_cast<std::uint32_t>(events_.size()));
    events_.push_back({.caller = start.caller,
                       .instruction = start.instruction,
                       .begins = begun,
                       .entry = start.callee});
  }
}

// All origins at once: masks flow along calls until nothing is new.
void Origins::find_running() {
  running_.assign(calls_.size() * words_, 0);
  std::vector<std::uint8_t> waiting(calls_.size());
  std::vector<InstanceId> open;
  const auto wake = [&](InstanceId id) {
    if (waiting[index(id)] != 0) return;
    waiting[index(id)] = 1;
    open.push_back(id);
  };
  for (std::uint32_t o = 0; o < origins_.size(); ++o) {
    for (const InstanceId entry : origins_[o].entries) {
      running_[index(entry) * words_ + (o >> 6U)] |= std::uint64_t{1} << (o & 63U);
      wake(entry);
    }
  }
  // What only lambdas and operations initialise has no call; it runs in the main thread.
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (!calls_.calls_to(id).empty() || !calls_.is_class_initializer(id)) continue;
    running_[i * words_] |= 1;
    wake(id);
  }
  while (!open.empty()) {
    const InstanceId from = open.back();
    open.pop_back();
    waiting[index(from)] = 0;
    for (const Call& call : calls_.calls_from(from)) {
      bool grew = false;
      for (std::size_t word = 0; word < words_; ++word) {
        const std::uint64_t mine = running_[index(from) * words_ + word];
        std::uint64_t& theirs = running_[index(call.callee) * words_ + word];
        grew |= (mine & ~theirs) != 0;
        theirs |= mine;
      }
      if (grew) wake(call.callee);
    }
  }
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (!calls_.is_application(id)) continue;
    for (std::uint32_t o = 0; o < origins_.size(); ++o)
      if (runs(OriginId{o}, id)) origins_[o].runs_application = true;
  }
}

void Origins::find_leads() {
  for (Origin& origin : origins_) origin.leads_there = origin.runs_application;
  for (bool changed = true; changed;) {
    changed = false;
    for (const StartEvent& event : events_) {
      if (!origins_[index(event.begins)].leads_there) continue;
      for (std::uint32_t o = 0; o < origins_.size(); ++o) {
        if (origins_[o].leads_there || !runs(OriginId{o}, event.caller)) continue;
        origins_[o].leads_there = true;
        changed = true;
      }
    }
  }
}

// From the roots on: what is called from one place, out of any loop, by what runs once.
void Origins::find_once() {
  once_.assign(calls_.size(), 0);
  std::vector<std::uint32_t> ways(calls_.size());
  for (std::uint32_t i = 0; i < calls_.size(); ++i)
    ways[i] = static_cast<std::uint32_t>(calls_.calls_to(base::id_at<InstanceId>(i)).size());
  for (const InstanceId root : calls_.roots()) ++ways[index(root)];
  for (const StartEvent& event : events_) ++ways[index(event.entry)];

  std::vector<InstanceId> open;
  const auto settle = [&](InstanceId id) {
    if (once_[index(id)] != 0) return;
    once_[index(id)] = 1;
    open.push_back(id);
  };
  for (const InstanceId root : calls_.roots())
    if (ways[index(root)] == 1) settle(root);
  for (std::uint32_t i = 0; i < calls_.size(); ++i)
    if (calls_.is_class_initializer(base::id_at<InstanceId>(i))) settle(base::id_at<InstanceId>(i));
  std::vector<std::vector<std::uint32_t>> events_from(calls_.size());
  for (std::uint32_t e = 0; e < events_.size(); ++e)
    events_from[index(events_[e].caller)].push_back(e);

  origins_[0].many = false;
  while (!open.empty()) {
    const InstanceId from = open.back();
    open.pop_back();
    for (const Call& call : calls_.calls_from(from)) {
      if (ways[index(call.callee)] == 1 && !calls_.in_loop(from, call.instruction))
        settle(call.callee);
    }
    for (const std::uint32_t e : events_from[index(from)]) {
      Origin& begun = origins_[index(events_[e].begins)];
      if (begun.events.size() != 1 || calls_.in_loop(from, events_[e].instruction)) continue;
      begun.many = false;
      if (ways[index(events_[e].entry)] == 1) settle(events_[e].entry);
    }
  }
}

bool Origins::is_single(pointsto::ObjectId id) {
  if (index(id) >= single_.size()) single_.resize(calls_.heap().object_count());
  std::uint8_t& known = single_[index(id)];
  if (known == 0) known = find_single(id) ? 2 : 1;
  return known == 2;
}

bool Origins::find_single(pointsto::ObjectId id) {
  const pointsto::Site& site = calls_.heap().site(id);
  switch (site.kind) {
    case SiteKind::kClass:
    case SiteKind::kLiteral:
    case SiteKind::kField: return true;
    case SiteKind::kMerged:
    case SiteKind::kMachine:
    case SiteKind::kMethods: return false;
    case SiteKind::kNew:
    case SiteKind::kLambda:
    case SiteKind::kCreated:
    case SiteKind::kProxy: break;
  }
  if (site.level != 0 || site.b == pointsto::kModelInstruction) return false;
  const auto makers = calls_.instances_of(base::id_at<ir::MethodId>(site.a));
  InstanceId maker = base::kNone<InstanceId>;
  for (const InstanceId candidate : makers) {
    const bool makes =
        makers.size() == 1 ||
        calls_.heap().value(candidate, base::id_at<ir::ValueId>(site.b)).contains(id);
    if (!makes) continue;
    if (!base::is_none(maker)) return false;
    maker = candidate;
  }
  return !base::is_none(maker) && is_once(maker) && !calls_.in_loop(maker, site.b);
}

}  // namespace heddle::origins
