#include "origins/origins.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <map>
#include <optional>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "origins/heap_closure.h"
#include "origins/put_once.h"
#include "origins/spreads.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::SiteKind;

Origins::Origins(CallGraph& calls, Facts& facts) : calls_(calls) {
  origins_.emplace_back();
  origins_[0].entries.assign(calls.roots().begin(), calls.roots().end());
  find_events();
  words_ = (origins_.size() + 63) / 64;
  find_running(facts);
  list_running();
  find_leads();
  find_once(facts);
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
    case model::StartKind::kHook:
      made.kind = Origin::Kind::kThread;
      made.at_exit = true;
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

// The platform's code, which all origins share, calls back whatever anybody gave it. An origin runs
// such a callback only if it gave it: the object is one that its own code passed to the platform,
// or that the platform's code comes to from there by its own fields and arrays. The same is asked
// of the program's containers where shared code uses them: from there on their elements are
// trusted.
class Origins::Running {
 public:
  Running(Origins& origins, Facts& facts)
      : origins_(origins),
        calls_(origins.calls_),
        closure_(calls_.heap(), calls_.program()),
        spreads_(calls_, facts),
        is_looked_at_(calls_.heap().state().graph.size()),
        leads_(calls_.size()),
        passed_(calls_.size()) {
    for (const Origin& origin : origins.origins_)
      if (!base::is_none(origin.site)) is_started_.insert(index(origin.site));
    find_lambdas();
    find_leads();
    find_begun();
  }

  void find(OriginId origin) {
    origin_ = origin;
    mine_ = HeapClosure::Reached(calls_.heap().object_count());
    held_.assign(calls_.heap().object_count(), 0);
    handed_.assign(calls_.heap().object_count(), 0);
    seen_.assign(calls_.heap().state().graph.size(), 0);
    waiting_.clear();
    is_platform_ = is_platform(origin);
    for (const InstanceId entry : origins_.origins_[index(origin)].entries) {
      add_parameters(entry);
      run(entry);
    }
    if (is_platform_ && forks_itself(origin)) pass_spread();
    if (origin == kMainOrigin) run_lonely_initializers();
    for (;;) {
      work();
      std::vector<Call> still;
      std::swap(still, waiting_);
      bool grew = false;
      for (const Call& call : still) {
        if (is_mine(call)) {
          grew |= run(call.callee);
        } else {
          waiting_.push_back(call);
        }
      }
      if (!grew) return;
    }
  }

 private:
  // Started by the platform for itself. What it runs for the program the models start on its own.
  [[nodiscard]] bool is_platform(OriginId id) const {
    const Origin& origin = origins_.origins_[index(id)];
    const ir::Program& program = calls_.program();
    const auto is_of_platform = [&](std::uint32_t method) {
      return program.layer(program.owner(base::id_at<ir::MethodId>(method))) ==
             ir::Layer::kPlatform;
    };
    if (id == kMainOrigin) return false;
    if (base::is_none(origin.site)) {
      if (!is_of_platform(index(origin.entry))) return false;
    } else {
      const pointsto::Site& site = calls_.heap().state().sites[origin.site];
      const bool is_made = site.kind == SiteKind::kNew || site.kind == SiteKind::kCreated ||
                           site.kind == SiteKind::kLambda || site.kind == SiteKind::kProxy;
      if (is_made && !is_of_platform(site.a)) return false;
    }
    return std::ranges::all_of(
        origin.events, [&](std::uint32_t e) { return origins_.is_platforms(origins_.events_[e]); });
  }

  // What only lambdas and operations initialise has no call; it runs in the main thread.
  void run_lonely_initializers() {
    for (std::uint32_t i = 0; i < calls_.size(); ++i) {
      const InstanceId id = base::id_at<InstanceId>(i);
      if (calls_.calls_to(id).empty() && calls_.is_class_initializer(id)) run(id);
    }
  }

  // Which objects have a method as their one method.
  void find_lambdas() {
    ir::Program& program = calls_.program();
    for (std::uint32_t i = 0; i < calls_.heap().object_count(); ++i) {
      const pointsto::ObjectId id = base::id_at<pointsto::ObjectId>(i);
      const pointsto::Site& site = calls_.heap().site(id);
      if (site.kind != SiteKind::kLambda) continue;
      const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
      const ir::Body* body = program.body(maker);
      if (body == nullptr || site.b >= body->instructions.size()) continue;
      const auto target = program.lambda_target(
          program.owner(maker), static_cast<ir::CallSiteRef>(body->instructions[site.b].a));
      if (target && target->method.runs()) lambdas_[index(target->method.member)].push_back(id);
    }
  }

  // Library code from which the application's is called, by any number of steps.
  void find_leads() {
    std::vector<InstanceId> open;
    for (std::uint32_t i = 0; i < calls_.size(); ++i) {
      const InstanceId id = base::id_at<InstanceId>(i);
      if (calls_.is_platform(id)) continue;
      leads_[i] = 1;
      open.push_back(id);
    }
    for (const StartEvent& event : origins_.events_) {
      if (leads_[index(event.caller)] != 0) continue;
      leads_[index(event.caller)] = 1;
      open.push_back(event.caller);
    }
    while (!open.empty()) {
      const InstanceId id = open.back();
      open.pop_back();
      for (const Call& call : calls_.calls_to(id)) {
        if (leads_[index(call.caller)] != 0) continue;
        leads_[index(call.caller)] = 1;
        open.push_back(call.caller);
      }
    }
  }

  bool run(InstanceId id) {
    std::uint64_t& word = origins_.running_[index(id) * origins_.words_ + (index(origin_) >> 6U)];
    const std::uint64_t bit = std::uint64_t{1} << (index(origin_) & 63U);
    if ((word & bit) != 0) return false;
    word |= bit;
    open_.push_back(id);
    return true;
  }

  void add_parameters(InstanceId id) {
    const pointsto::Instance& instance = calls_.at(id);
    for (const std::uint32_t parameter : instance.shape->parameters)
      if (parameter != pointsto::kNoVariable) give(instance.node(parameter));
  }
  // Is it a piece of a larger job: a task that is started by a method of its own?
  [[nodiscard]] bool forks_itself(OriginId id) const {
    const Origin& origin = origins_.origins_[index(id)];
    if (origin.kind != Origin::Kind::kTask) return false;
    return std::ranges::any_of(origin.events, [&](std::uint32_t e) {
      const StartEvent& event = origins_.events_[e];
      const pointsto::Instance& starter = calls_.at(event.caller);
      if (starter.shape->parameters.empty() ||
          calls_.program().is(starter.method, ir::Access::kStatic))
        return false;
      return std::ranges::any_of(starter.shape->calls, [&](const pointsto::CallSite& site) {
        return site.starts && !site.arguments.empty() &&
               site.arguments[0] == starter.shape->parameters[0] &&
               calls_.program().name(site.method) ==
                   calls_.program().name(calls_.at(event.entry).method);
      });
    });
  }
  // What the platform made to do a piece of what the program asked for runs what it was given.
  void pass_spread() {
    if (origins_.spread_.empty()) find_spread();
    for (const pointsto::NodeId node : origins_.spread_) pass(node);
  }
  void find_spread() {
    origins_.spread_.assign(spreads_.given().begin(), spreads_.given().end());
    if (!spreads_.gets_out()) return;
    for (std::uint32_t i = 0; i < calls_.size(); ++i) {
      const InstanceId id = base::id_at<InstanceId>(i);
      if (calls_.is_platform(id)) continue;
      const std::vector<pointsto::NodeId>& given = passed(id);
      origins_.spread_.insert(origins_.spread_.end(), given.begin(), given.end());
    }
  }
  void give(pointsto::NodeId node) {
    calls_.heap().state().graph.points(node).for_each(
        [&](pointsto::ObjectId object) { handed_[index(object)] = 1; });
  }

  void pass(pointsto::NodeId node) {
    std::uint8_t& seen = seen_[index(calls_.heap().state().graph.find(node))];
    if ((seen & kPassed) == 0) closure_.add_for_platform(node, is_started_, mine_);
    seen |= kPassed;
  }
  // Of what own code knows it matters only what the platform made.
  void hold(pointsto::NodeId node) {
    const std::uint32_t at = index(calls_.heap().state().graph.find(node));
    std::uint8_t& seen = seen_[at];
    if ((seen & kHeld) != 0) return;
    seen |= kHeld;
    for (const pointsto::ObjectId object : made_in(at)) held_[index(object)] = 1;
  }
  // Which objects that the platform made a pointer may be to; the same for all origins.
  const std::vector<pointsto::ObjectId>& made_in(std::uint32_t node) {
    static const std::vector<pointsto::ObjectId> kNothing;
    if (is_looked_at_[node] == 0) {
      is_looked_at_[node] = 1;
      std::vector<pointsto::ObjectId> found;
      calls_.heap()
          .state()
          .graph.points(base::id_at<pointsto::NodeId>(node))
          .for_each([&](pointsto::ObjectId object) {
            if (is_made(object)) found.push_back(object);
          });
      if (!found.empty()) made_in_.emplace(node, std::move(found));
    }
    const auto known = made_in_.find(node);
    return known == made_in_.end() ? kNothing : known->second;
  }
  [[nodiscard]] bool is_made(pointsto::ObjectId object) const {
    const pointsto::Site& site = calls_.heap().site(object);
    if (site.kind != SiteKind::kCreated && site.kind != SiteKind::kProxy) return false;
    const ir::Program& program = calls_.program();
    return program.layer(program.owner(base::id_at<ir::MethodId>(site.a))) == ir::Layer::kPlatform;
  }

  // Is it a method of the platform that may do something with what it is given, other than to copy
  // elements, as System.arraycopy does, or to say what it is?
  [[nodiscard]] bool takes(InstanceId id) const {
    const pointsto::Shape& shape = *calls_.at(id).shape;
    return calls_.is_platform(id) && (shape.has_code || !shape.calls.empty() ||
                                      !shape.stores.empty() || !shape.statics.empty());
  }
  // What the instance gives to the platform's code: arguments, its own result, values of fields.
  const std::vector<pointsto::NodeId>& passed(InstanceId id) {
    std::optional<std::vector<pointsto::NodeId>>& known = passed_[index(id)];
    if (known) return *known;
    known.emplace();
    const pointsto::Instance& instance = calls_.at(id);
    const auto add = [&](std::uint32_t variable) {
      if (variable != pointsto::kNoVariable) known->push_back(instance.node(variable));
    };
    for (const pointsto::CallSite& site : instance.shape->calls) {
      const bool is_platforms = std::ranges::any_of(
          calls_.calls_at(id, site.instruction),
          [&](const Call& call) { return !call.initializes && takes(call.callee); });
      if (is_platforms) std::ranges::for_each(site.arguments, add);
    }
    for (const pointsto::FieldAccess& store : instance.shape->stores) {
      if (calls_.program().layer(calls_.program().owner(store.field)) == ir::Layer::kPlatform)
        add(store.variable);
    }
    const bool is_called_back = std::ranges::any_of(
        calls_.calls_to(id), [&](const Call& call) { return calls_.is_platform(call.caller); });
    if (is_called_back) add(instance.shape->result);
    return *known;
  }

  void work() {
    while (!open_.empty()) {
      const InstanceId id = open_.back();
      open_.pop_back();
      const bool is_own = !calls_.is_platform(id);
      if (is_own) {
        const pointsto::Instance& instance = calls_.at(id);
        for (std::uint32_t v = 0; v < instance.shape->variables; ++v) hold(instance.node(v));
        for (const pointsto::NodeId node : passed(id)) pass(node);
      }
      for (const Call& call : calls_.calls_from(id)) {
        if (leads_[index(call.callee)] == 0) continue;
        if (!is_own && is_begun_elsewhere(id, call.callee)) continue;
        const bool is_shared = calls_.is_platform(call.callee) && !is_told_apart(call.callee);
        if (is_own || is_shared || is_told_apart(id) || is_mine(call)) {
          run(call.callee);
        } else {
          waiting_.push_back(call);
        }
      }
    }
  }

  // The platform runs what was given to a thread or pool there: that some list of its own may hold
  // it too, as far as the analysis can tell, does not make it run it elsewhere.
  [[nodiscard]] bool is_begun_elsewhere(InstanceId from, InstanceId id) const {
    if (hands_on_[index(from)] != 0) return false;
    const auto& entries = origins_.origins_[index(origin_)].entries;
    return begun_[index(calls_.at(id).method)] != 0 &&
           std::ranges::find(entries, id) == entries.end();
  }

  // Methods that origins begin with, and what those of the platform (Thread.run) hand on to.
  void find_begun() {
    std::uint32_t most = 0;
    for (std::uint32_t i = 0; i < calls_.size(); ++i)
      most = std::max(most, index(calls_.at(base::id_at<InstanceId>(i)).method));
    begun_.assign(std::size_t{most} + 1, 0);
    std::vector<ir::MethodId> hands_on;
    for (const StartEvent& event : origins_.events_) {
      const ir::MethodId method = calls_.at(event.entry).method;
      if (begun_[index(method)] == 0 && calls_.is_platform(event.entry)) hands_on.push_back(method);
      begun_[index(method)] = 1;
    }
    hands_on_.assign(calls_.size(), 0);
    for (const ir::MethodId method : hands_on) {
      for (const InstanceId id : calls_.instances_of(method)) {
        hands_on_[index(id)] = 1;
        for (const Call& call : calls_.calls_from(id))
          if (!call.initializes) begun_[index(calls_.at(call.callee).method)] = 1;
      }
    }
  }

  // Code of the platform that is analysed for this origin, this container or this call of the
  // program: it calls what belongs there.
  [[nodiscard]] bool is_told_apart(InstanceId id) const {
    if (is_platform_) return false;
    const pointsto::Context& context = calls_.heap().state().contexts[calls_.at(id).context];
    return context.origins != pointsto::kEmptyList || is_done_for_program(id);
  }
  bool is_mine(const Call& call) const {
    // Shared code that looks up classes by name may initialise any: the main thread does it, once.
    if (calls_.is_class_initializer(call.callee))
      return origin_ == kMainOrigin || is_done_for_program(call.caller);
    return is_mine(call.callee);
  }
  // Is it a method of the platform as one place of the program calls it?
  [[nodiscard]] bool is_done_for_program(InstanceId id) const {
    const pointsto::Context& context = calls_.heap().state().contexts[calls_.at(id).context];
    const ir::Program& program = calls_.program();
    return context.is_model() &&
           program.layer(program.owner(context.model_caller)) != ir::Layer::kPlatform;
  }
  // Is what the method runs on, or the lambda it is the body of, within reach?
  bool is_mine(InstanceId id) const {
    const pointsto::Instance& instance = calls_.at(id);
    bool found = false;
    const bool is_static = calls_.program().is(instance.method, ir::Access::kStatic);
    if (!is_static && !instance.shape->parameters.empty()) {
      calls_.heap()
          .state()
          .graph.points(instance.node(instance.shape->parameters[0]))
          .for_each([&](pointsto::ObjectId object) {
            found = found || (is_given(object) && runs_on(object, id));
          });
    }
    const auto lambdas = lambdas_.find(index(instance.method));
    if (lambdas == lambdas_.end()) return found || (is_static && !is_platform_);
    return std::ranges::any_of(lambdas->second,
                               [&](pointsto::ObjectId object) { return is_given(object); });
  }
  // Is it this instance that the platform's code calls on the object? Others of the method have the
  // object, too, from other calls.
  [[nodiscard]] bool runs_on(pointsto::ObjectId object, InstanceId id) const {
    const pointsto::State& state = calls_.heap().state();
    if (state.policy.kind != pointsto::Policy::Kind::kRecommended) return true;
    if (!state.policy.application_origins() && !calls_.is_platform(id)) return true;
    return state.contexts[state.objects[index(object)].heap].origins ==
           state.contexts[calls_.at(id).context].origins;
  }
  // What the platform makes for the program, the program gets.
  [[nodiscard]] bool is_given(pointsto::ObjectId object) const {
    if (mine_.objects[index(object)] != 0 || handed_[index(object)] != 0) return true;
    return held_[index(object)] != 0;
  }

  Origins& origins_;
  CallGraph& calls_;
  HeapClosure closure_;
  Spreads spreads_;
  // What threads and tasks run on leads to all they know; who only has hold of one calls none of
  // it.
  boost::unordered_flat_set<std::uint32_t> is_started_;  // by site
  static constexpr std::uint8_t kPassed = 1, kHeld = 2;
  // By object: given to the platform, handed over at the start, made by the platform and known to
  // own code.
  HeapClosure::Reached mine_{0};
  std::vector<std::uint8_t> handed_, held_;
  std::vector<std::uint8_t> seen_, is_looked_at_;                                      // by node
  boost::unordered_flat_map<std::uint32_t, std::vector<pointsto::ObjectId>> made_in_;  // by node
  std::vector<std::uint8_t> leads_;                                   // by instance
  std::vector<std::optional<std::vector<pointsto::NodeId>>> passed_;  // by instance
  std::vector<std::uint8_t> begun_;                                   // by method
  std::vector<std::uint8_t> hands_on_;                                // by instance
  boost::unordered_flat_map<std::uint32_t, std::vector<pointsto::ObjectId>> lambdas_;  // by method
  OriginId origin_{};
  bool is_platform_ = false;
  std::vector<InstanceId> open_;
  std::vector<Call> waiting_;
};

void Origins::find_running(Facts& facts) {
  running_.assign(calls_.size() * words_, 0);
  Running running(*this, facts);
  for (std::uint32_t o = 0; o < origins_.size(); ++o) running.find(OriginId{o});
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (!calls_.is_application(id)) continue;
    for (std::uint32_t o = 0; o < origins_.size(); ++o)
      if (runs(OriginId{o}, id)) origins_[o].runs_application = true;
  }
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
        begin_once(begun, events_[e].entry);
      }
    }
  };
  work();
  for (Origin& begun : origins_) {
    if (!begun.many || !is_element_once(begun, facts)) continue;
    begin_once(begun, events_[begun.events[0]].entry);
    work();
  }
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
  const InstanceId maker = find_maker(id);
  return !base::is_none(maker) && is_once(maker) && !calls_.in_loop(maker, site.b);
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
