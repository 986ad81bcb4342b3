#include "origins/origins.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "base/id.h"
#include "base/parallel.h"
#include "ir/body.h"
#include "ir/class.h"
#include "origins/counted.h"
#include "origins/put_once.h"
#include "origins/running.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::SiteKind;

Origins::Origins(CallGraph& calls, Facts& facts) : calls_(calls), draws_(calls, facts) {
  origins_.emplace_back();
  origins_[0].entries.assign(calls.roots().begin(), calls.roots().end());
  find_events();
  words_ = (origins_.size() + 63) / 64;
  find_running(facts);
  list_running();
  find_leads();
  find_once(facts);
  find_counted(facts);
}

model::StartKind Origins::start_kind(const Call& start) const {
  ir::Program& program = calls_.program();
  const ir::MethodId callee = calls_.at(start.callee).method;
  const ir::Type owner(program.owner(callee));
  model::StartKind kind = model::StartKind::kTask;
  for (const pointsto::CallSite& site : calls_.at(start.caller).shape->calls) {
    if (!site.starts || site.instruction != start.instruction) continue;
    kind = site.start_kind;
    // A lambda's body has another name: then the last one has to do.
    if (program.name(site.method) == program.name(callee) &&
        program.is_subtype(owner, ir::Type(program.owner(site.method))))
      break;
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
    case model::StartKind::kListener:
      made.kind = Origin::Kind::kEvent;
      made.comes_again = true;
      break;
    case model::StartKind::kPeriodic:
      made.kind = Origin::Kind::kTask;
      made.comes_again = true;
      break;
    case model::StartKind::kHook:
      made.kind = Origin::Kind::kThread;
      made.at_exit = true;
      break;
    case model::StartKind::kHandler:
      made.kind = Origin::Kind::kTask;
      made.at_failure = true;
      break;
  }
  return place->second;
}

// The platform's lists of threads lead everywhere, as far as the analysis can tell: where the
// program starts an origin itself, what the platform seems to start does not count.
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
  for (Origin& origin : origins_) {
    const bool is_started = std::ranges::any_of(
        origin.events, [&](std::uint32_t e) { return !is_platforms(events_[e]); });
    if (is_started)
      std::erase_if(origin.events, [&](std::uint32_t e) { return is_platforms(events_[e]); });
  }
}

// Done by the platform's own code, not by a call of the program that a model describes.
bool Origins::is_platforms(const StartEvent& event) const {
  const pointsto::Instance& caller = calls_.at(event.caller);
  const pointsto::Context& context = calls_.heap().state().contexts[caller.context];
  const ir::Program& program = calls_.program();
  const ir::MethodId by = context.is_model() ? context.model_caller : caller.method;
  return program.layer(program.owner(by)) == ir::Layer::kPlatform;
}

void Origins::find_running(Facts& facts) {
  running_.assign(calls_.size() * words_, 0);
  runs_spread_.assign(origins_.size(), 0);
  const std::size_t rows = (origins_.size() + Running::Bits::kBits - 1) / Running::Bits::kBits;
  const HeapClosure closure(calls_.heap(), calls_.program());
  const CallOrder order(calls_);
  std::deque<Running> running;  // by worker
  for (std::size_t i = 0; i < std::min<std::size_t>(calls_.workers(), rows); ++i)
    running.emplace_back(*this, facts, closure, order);
  base::parallel_for(rows, calls_.workers(), 1,
                     [&](std::size_t row, unsigned worker) { running[worker].find(row); });
  for (const Running& each : running)
    if (!each.spread().empty()) spread_.assign(each.spread().begin(), each.spread().end());
  std::vector<std::uint64_t> running_application(words_, 0);
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    if (!calls_.is_application(base::id_at<InstanceId>(i))) continue;
    for (std::size_t word = 0; word < words_; ++word)
      running_application[word] |= running_[i * words_ + word];
  }
  // What was spread may be a reference to a method of the library, which no code here calls.
  for (std::uint32_t o = 0; o < origins_.size(); ++o)
    origins_[o].runs_application = (running_application[o >> 6U] >> (o & 63U) & 1U) != 0 ||
                                   (runs_spread_[o] != 0 && !spread_.empty());
}

std::vector<std::uint8_t> Origins::lists_with(OriginId origin) const {
  std::vector<std::uint8_t> found;
  for (const std::vector<OriginId>& list : lists_)
    found.push_back(std::ranges::binary_search(list, origin) ? 1 : 0);
  return found;
}

void Origins::list_running() {
  std::map<std::vector<std::uint64_t>, std::uint32_t> known;
  list_of_.resize(calls_.size());
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const auto bits = running(base::id_at<InstanceId>(i));
    const auto [place, fresh] =
        known.try_emplace(std::vector<std::uint64_t>(bits.begin(), bits.end()),
                          static_cast<std::uint32_t>(lists_.size()));
    list_of_[i] = place->second;
    if (!fresh) continue;
    std::vector<OriginId>& list = lists_.emplace_back();
    for (std::uint32_t o = 0; o < origins_.size(); ++o)
      if ((bits[o >> 6U] >> (o & 63U) & 1U) != 0) list.push_back(OriginId{o});
  }
}

std::span<const OriginId> Origins::list(InstanceId id) const { return lists_[list_of_[index(id)]]; }

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
void Origins::find_once(Facts& facts) {
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
  const auto begin_once = [&](Origin& begun, InstanceId entry) {
    begun.many = false;
    if (ways[index(entry)] == 1) settle(entry);
  };
  const auto work = [&] {
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
        if (begun.comes_again) continue;
        if (begun.at_failure && is_for_all_threads(events_[e])) continue;
        begin_once(begun, events_[e].entry);
      }
    }
  };
  work();
  for (bool changed = true; std::exchange(changed, false);) {
    for (Origin& begun : origins_) {
      if (!begun.many || (!is_element_once(begun, facts) && !is_single_thread(begun))) continue;
      begin_once(begun, events_[begun.events[0]].entry);
      work();
      changed = true;
    }
  }
}

// `for (Thread each : all) each.start()`: a thread starts once, whoever may start it and how often.
bool Origins::is_single_thread(const Origin& origin) const {
  if (origin.kind != Origin::Kind::kThread || base::is_none(origin.site) || origin.events.empty())
    return false;
  const pointsto::State& state = calls_.heap().state();
  auto only = base::kNone<pointsto::ObjectId>;
  const auto starts_itself = [&](std::uint32_t e) {
    const pointsto::Instance& caller = calls_.at(events_[e].caller);
    if (events_[e].instruction != pointsto::kModelInstruction ||
        calls_.program().is(caller.method, ir::Access::kStatic))
      return false;
    bool is_it = false, are_others = false;
    state.graph.points(caller.node(caller.shape->parameters[0])).for_each([&](auto object) {
      if (state.objects[index(object)].site != origin.site) return;
      are_others = are_others || (!base::is_none(only) && only != object);
      only = object;
      is_it = true;
    });
    return is_it && !are_others;
  };
  return std::ranges::all_of(origin.events, starts_itself) && find_single(only);
}

// `setDefaultUncaughtExceptionHandler`: whichever thread fails runs it, and two may fail at once.
bool Origins::is_for_all_threads(const StartEvent& event) const {
  const pointsto::Instance& caller = calls_.at(event.caller);
  const bool is_given_to_one = !calls_.program().is(caller.method, ir::Access::kStatic);
  const auto is_thread = [](const Origin& origin) { return !origin.at_failure; };
  return !is_given_to_one && std::ranges::any_of(std::span(origins_).subspan(1), is_thread);
}

// Where one thread alone makes the function, those that it made before have been run.
void Origins::find_counted(Facts& facts) {
  const Counted counted(calls_, facts);
  for (const Counted::Function& function : counted.functions()) {
    const auto makers = calls_.instances_of(function.maker);
    if ((makers.size() == 1 && is_once(makers[0])) || are_in_one_thread(makers))
      counted_.insert(std::uint64_t{index(function.method)} << 32U | function.parameter);
  }
}

bool Origins::are_in_one_thread(std::span<const InstanceId> instances) const {
  return std::ranges::all_of(instances, [&](InstanceId id) {
    return list(id).size() == 1 && list(id)[0] == list(instances[0])[0] &&
           !origins_[index(list(id)[0])].many;
  });
}

// Is all that the call gives besides its receiver the platform's own? A collection of the program
// may show what it holds more than once.
bool Origins::gives_only_platform(const Call& call) const {
  const pointsto::Heap& heap = calls_.heap();
  bool is_only = true;
  const auto arguments = calls_.arguments(call);
  for (const ir::ValueId argument : arguments.subspan(std::min<std::size_t>(1, arguments.size())))
    heap.value(call.caller, argument).for_each([&](pointsto::ObjectId object) {
      const ir::Type type = heap.type(object);
      is_only = is_only && (!type.is_class() ||
                            calls_.program().layer(type.class_id()) == ir::Layer::kPlatform);
    });
  return is_only;
}

// Did the program put the task once into what it gave to a call of the platform, and is that call
// done once? The platform runs each element once.
bool Origins::is_element_once(const Origin& origin, Facts& facts) {
  constexpr unsigned kHighest = 6;
  if (origin.kind != Origin::Kind::kTask || origin.events.size() != 1 || base::is_none(origin.site))
    return false;
  InstanceId at = events_[origin.events[0]].caller;
  if (!calls_.is_platform(at)) return false;
  for (unsigned up = 0; calls_.is_platform(at); ++up) {
    const auto callers = calls_.calls_to(at);
    if (callers.size() != 1 || up == kHighest) return false;
    at = callers[0].caller;
    if (!calls_.is_platform(at) &&
        (calls_.in_loop(at, callers[0].instruction) || !gives_only_platform(callers[0])))
      return false;
  }
  if (!is_once(at)) return false;
  const pointsto::Site& site = calls_.heap().state().sites[origin.site];
  if (site.kind != SiteKind::kNew && site.kind != SiteKind::kLambda) return false;
  const auto makers = calls_.instances_of(base::id_at<ir::MethodId>(site.a));
  return makers.size() == 1 && is_once(makers[0]) && !calls_.in_loop(makers[0], site.b) &&
         is_put_once(calls_, facts, makers[0], base::id_at<ir::ValueId>(site.b));
}

pointsto::ObjectId Origins::only_single(const pointsto::ObjectSet& objects) {
  if (objects.size() != 1) return base::kNone<pointsto::ObjectId>;
  pointsto::ObjectId only{};
  objects.for_each([&](pointsto::ObjectId object) { only = object; });
  return is_single(only) ? only : base::kNone<pointsto::ObjectId>;
}

bool Origins::is_single(pointsto::ObjectId id) {
  if (index(id) >= single_.size()) single_.resize(calls_.heap().object_count());
  std::uint8_t& known = single_[index(id)];
  if (known == 0) known = find_single(id) ? 2 : 1;
  return known == 2;
}

bool Origins::find_single(pointsto::ObjectId id) const {
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
  const InstanceId maker = find_maker(id);
  return !base::is_none(maker) && is_once(maker) && !calls_.in_loop(maker, site.b) &&
         !is_made_by_reference(site);
}

// `Fork::new`, which makes one each time that somebody calls it.
bool Origins::is_made_by_reference(const pointsto::Site& site) const {
  const ir::Body* body = calls_.program().body(base::id_at<ir::MethodId>(site.a));
  return site.kind == SiteKind::kCreated && body != nullptr && site.b < body->instructions.size() &&
         body->instructions[site.b].opcode == ir::Opcode::kInvokeDynamic;
}

InstanceId Origins::find_maker(pointsto::ObjectId id) const {
  const pointsto::Site& site = calls_.heap().site(id);
  const auto makers = calls_.instances_of(base::id_at<ir::MethodId>(site.a));
  InstanceId maker = base::kNone<InstanceId>;
  for (const InstanceId candidate : makers) {
    const bool makes =
        makers.size() == 1 ||
        calls_.heap().value(candidate, base::id_at<ir::ValueId>(site.b)).contains(id);
    if (!makes) continue;
    if (!base::is_none(maker)) return base::kNone<InstanceId>;
    maker = candidate;
  }
  return maker;
}

InstanceId Origins::maker(pointsto::ObjectId id) {
  switch (calls_.heap().site(id).kind) {
    case SiteKind::kNew:
    case SiteKind::kLambda:
    case SiteKind::kCreated:
    case SiteKind::kProxy: break;
    default: return base::kNone<InstanceId>;
  }
  return is_single(id) ? find_maker(id) : base::kNone<InstanceId>;
}

}  // namespace heddle::origins
