#include "origins/running.h"

#include <algorithm>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using pointsto::InstanceId;
using pointsto::SiteKind;

Origins::Running::Running(Origins& origins, Facts& facts, const HeapClosure& closure,
                          const CallOrder& order)
    : origins_(origins),
      calls_(origins.calls_),
      closure_(closure),
      spreads_(calls_, facts),
      held_numbers_(calls_.heap().state().graph.size(), kNotKnown),
      holding_(calls_.size()),
      passed_(calls_.size()),
      leads_(calls_.size()),
      open_(order, Sweep::Towards::kCallees) {
  for (const Origin& origin : origins.origins_)
    if (!base::is_none(origin.site)) is_started_.insert(index(origin.site));
  find_made();
  find_leads();
  find_begun();
  find_apart();
}

// ---- The same for all origins ----

// Started by the platform for itself. What it runs for the program the models start on its own.
bool Origins::Running::is_platforms_own(OriginId id) const {
  const Origin& origin = origins_.origins_[index(id)];
  const ir::Program& program = calls_.program();
  const auto is_of_platform = [&](std::uint32_t method) {
    return program.layer(program.owner(base::id_at<ir::MethodId>(method))) == ir::Layer::kPlatform;
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

// Objects that the platform made.
void Origins::Running::find_made() {
  const ir::Program& program = calls_.program();
  for (std::uint32_t i = 0; i < calls_.heap().object_count(); ++i) {
    const auto object = base::id_at<pointsto::ObjectId>(i);
    const pointsto::Site& site = calls_.heap().site(object);
    const bool is_made =
        (site.kind == SiteKind::kCreated || site.kind == SiteKind::kProxy) &&
        program.layer(program.owner(base::id_at<ir::MethodId>(site.a))) == ir::Layer::kPlatform;
    if (is_made) is_made_.set(object);
  }
}

// Library code from which the application's is called, by any number of steps.
void Origins::Running::find_leads() {
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

// Methods that origins begin with, and what those of the platform (Thread.run) hand on to.
void Origins::Running::find_begun() {
  boost::unordered_flat_set<ir::MethodId> begun;
  std::vector<ir::MethodId> hands_on;
  for (const StartEvent& event : origins_.events_) {
    const ir::MethodId method = calls_.at(event.entry).method;
    if (begun.insert(method).second && calls_.is_platform(event.entry)) hands_on.push_back(method);
  }
  hands_on_.assign(calls_.size(), 0);
  for (const ir::MethodId method : hands_on) {
    for (const InstanceId id : calls_.instances_of(method)) {
      hands_on_[index(id)] = 1;
      for (const Call& call : calls_.calls_from(id))
        if (!call.initializes) begun.insert(calls_.at(call.callee).method);
    }
  }
  for (std::uint32_t i = 0; i < calls_.size(); ++i)
    begun_.push_back(begun.contains(calls_.at(base::id_at<InstanceId>(i)).method) ? 1 : 0);
}

void Origins::Running::find_apart() {
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    const pointsto::Context& context = calls_.heap().state().contexts[calls_.at(id).context];
    const bool is_apart = context.origins != pointsto::kEmptyList || is_done_for_program(id);
    is_apart_.push_back(is_apart ? 1 : 0);
    initializes_.push_back(calls_.is_class_initializer(id) ? 1 : 0);
  }
}

// Is it a piece of a larger job: a task that is started by a method of its own?
bool Origins::Running::forks_itself(OriginId id) const {
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

void Origins::Running::find_spread() {
  spread_.assign(spreads_.given().begin(), spreads_.given().end());
  if (!spreads_.gets_out()) return;
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (calls_.is_platform(id)) continue;
    for (const std::uint32_t given : passed(id)) spread_.push_back(passed_nodes_[given]);
  }
}

// Of a pointer that may be to objects which the platform made.
std::uint32_t Origins::Running::number_of_held(pointsto::NodeId node) {
  std::uint32_t& number = held_numbers_[index(node)];
  if (number != kNotKnown) return number;
  std::vector<pointsto::ObjectId> found;
  closure_.points(node).for_each_in(&is_made_,
                                    [&](pointsto::ObjectId object) { found.push_back(object); });
  number = found.empty() ? kNoNumber : static_cast<std::uint32_t>(made_in_.size());
  if (!found.empty()) made_in_.push_back(std::move(found));
  return number;
}

std::uint32_t Origins::Running::number_of_passed(pointsto::NodeId node) {
  const auto [place, fresh] =
      passed_numbers_.try_emplace(index(node), static_cast<std::uint32_t>(passed_nodes_.size()));
  if (fresh) passed_nodes_.push_back(node);
  return place->second;
}

// The pointers of the instance that may be to such objects.
const std::vector<std::uint32_t>& Origins::Running::holding(InstanceId id) {
  std::optional<std::vector<std::uint32_t>>& known = holding_[index(id)];
  if (known) return *known;
  known.emplace();
  const pointsto::Instance& instance = calls_.at(id);
  for (std::uint32_t v = 0; v < instance.shape->variables; ++v) {
    const std::uint32_t number = number_of_held(closure_.root(instance.node(v)));
    if (number != kNoNumber) known->push_back(number);
  }
  std::ranges::sort(*known);
  known->erase(std::ranges::unique(*known).begin(), known->end());
  return *known;
}

// Is it a method of the platform that may do something with what it is given, other than to copy
// elements, as System.arraycopy does, or to say what it is?
bool Origins::Running::takes(InstanceId id) const {
  const pointsto::Shape& shape = *calls_.at(id).shape;
  return calls_.is_platform(id) && (shape.has_code || !shape.calls.empty() ||
                                    !shape.stores.empty() || !shape.statics.empty());
}

// What the instance gives to the platform's code: arguments, its own result, values of fields.
const std::vector<std::uint32_t>& Origins::Running::passed(InstanceId id) {
  std::optional<std::vector<std::uint32_t>>& known = passed_[index(id)];
  if (known) return *known;
  known.emplace();
  const pointsto::Instance& instance = calls_.at(id);
  const auto add = [&](std::uint32_t variable) {
    if (variable != pointsto::kNoVariable)
      known->push_back(number_of_passed(closure_.root(instance.node(variable))));
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

// Is it a method of the platform as one place of the program calls it?
bool Origins::Running::is_done_for_program(InstanceId id) const {
  const pointsto::Context& context = calls_.heap().state().contexts[calls_.at(id).context];
  const ir::Program& program = calls_.program();
  return context.is_model() &&
         program.layer(program.owner(context.model_caller)) != ir::Layer::kPlatform;
}

// Is it this instance that the platform's code calls on the object? Others of the method have the
// object, too, from other calls.
bool Origins::Running::runs_on(pointsto::ObjectId object, InstanceId id) const {
  const pointsto::State& state = calls_.heap().state();
  if (state.policy.kind != pointsto::Policy::Kind::kRecommended) return true;
  if (!state.policy.application_origins() && !calls_.is_platform(id)) return true;
  return state.contexts[state.objects[index(object)].heap].origins ==
         state.contexts[calls_.at(id).context].origins;
}

// ---- One row of origins ----

void Origins::Running::find(std::size_t row) {
  begin(row);
  const std::size_t first = row * Bits::kBits,
                    end = std::min(first + Bits::kBits, origins_.origins_.size());
  for (std::size_t o = first; o < end; ++o) {
    const Bits bit = Bits::only(o - first);
    for (const InstanceId entry : origins_.origins_[o].entries) {
      begins_[index(entry)] |= bit;
      add_parameters(entry, bit);
      run(entry, bit);
    }
    const auto id = base::id_at<OriginId>(o);
    if (is_platforms_own(id)) {
      platforms_own_ |= bit;
      if (forks_itself(id)) {
        origins_.runs_spread_[o] = 1;
        pass_spread(bit);
      }
    }
  }
  run_lonely_initializers(main_);
  do work();
  while (ask_again());
  save(row);
}

void Origins::Running::save(std::size_t row) {
  const std::size_t first = row * Bits::kWords,
                    count = std::min(Bits::kWords, origins_.words_ - first);
  for (std::size_t i = 0; i < runs_.size(); ++i)
    for (std::size_t word = 0; word < count; ++word)
      origins_.running_[i * origins_.words_ + first + word] = runs_[i].word(word);
}

void Origins::Running::begin(std::size_t row) {
  main_ = row == 0 ? Bits::only(0) : Bits();
  platforms_own_ = Bits();
  begins_.clear();
  const std::size_t objects = calls_.heap().object_count();
  mine_ = HeapClosure::ReachedBy<Bits>(objects);
  handed_.assign(objects, {});
  held_.assign(objects, {});
  is_passed_.clear();
  is_held_.clear();
  runs_.assign(calls_.size(), {});
  fresh_.assign(calls_.size(), {});
  waiting_.assign(calls_.size(), {});
  asked_.clear();
  to_pass_.clear();
}

void Origins::Running::run(InstanceId id, Bits bits) {
  Bits& known = runs_[index(id)];
  bits &= ~known;
  if (bits.is_empty()) return;
  known |= bits;
  fresh_[index(id)] |= bits;
  open_.add(id);
}

// What only lambdas and operations initialise has no call; it runs in the main thread.
void Origins::Running::run_lonely_initializers(Bits bits) {
  if (bits.is_empty()) return;
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (calls_.calls_to(id).empty() && initializes_[i] != 0) run(id, bits);
  }
}

void Origins::Running::add_parameters(InstanceId id, Bits bits) {
  const pointsto::Instance& instance = calls_.at(id);
  for (const std::uint32_t parameter : instance.shape->parameters) {
    if (parameter == pointsto::kNoVariable) continue;
    closure_.points(instance.node(parameter)).for_each([&](pointsto::ObjectId object) {
      handed_[index(object)] |= bits;
    });
  }
}

// What the platform made to do a piece of what the program asked for runs what it was given.
void Origins::Running::pass_spread(Bits bits) {
  if (spread_.empty()) find_spread();
  for (const pointsto::NodeId node : spread_) pass(number_of_passed(closure_.root(node)), bits);
}

void Origins::Running::pass(std::uint32_t passed, Bits bits) {
  if (passed >= is_passed_.size()) is_passed_.resize(passed_nodes_.size());
  Bits& known = is_passed_[passed];
  bits &= ~known;
  if (bits.is_empty()) return;
  known |= bits;
  to_pass_.emplace_back(passed_nodes_[passed], bits);
}

// Of what own code knows it matters only what the platform made.
void Origins::Running::hold(std::uint32_t held, Bits bits) {
  if (held >= is_held_.size()) is_held_.resize(made_in_.size());
  bits &= ~is_held_[held];
  if (bits.is_empty()) return;
  is_held_[held] |= bits;
  for (const pointsto::ObjectId object : made_in_[held]) held_[index(object)] |= bits;
}

void Origins::Running::work() {
  while (!open_.is_empty()) {
    const InstanceId id = open_.next();
    const Bits bits = std::exchange(fresh_[index(id)], {});
    if (!calls_.is_platform(id)) {
      for (const std::uint32_t held : holding(id)) hold(held, bits);
      for (const std::uint32_t given : passed(id)) pass(given, bits);
    }
    for (const Call& next : calls_.calls_from(id))
      if (leads_[index(next.callee)] != 0) call(next, bits);
  }
}

void Origins::Running::call(const Call& call, Bits bits) {
  if (!calls_.is_platform(call.caller)) return run(call.callee, bits);
  bits &= ~begun_elsewhere(call.caller, call.callee);
  Bits sure = told_apart(call.caller);
  if (calls_.is_platform(call.callee)) sure |= ~told_apart(call.callee);
  run(call.callee, bits & sure);
  bits &= ~sure;
  if (bits.is_empty()) return;
  // Shared code that looks up classes by name may initialise any: the main thread does it, once.
  if (initializes_[index(call.callee)] != 0) {
    run(call.callee, is_done_for_program(call.caller) ? bits : bits & main_);
    return;
  }
  if (waiting_[index(call.callee)].is_empty()) asked_.push_back(call.callee);
  waiting_[index(call.callee)] |= bits;
}

// Those who have come to have what is called on by now; false: nobody. What was passed is followed
// only here, where it matters: for many instances at once.
bool Origins::Running::ask_again() {
  closure_.add_for_platform(to_pass_, is_started_, mine_);
  to_pass_.clear();
  std::vector<InstanceId> asked;
  std::swap(asked, asked_);
  for (const InstanceId id : asked) {
    const Bits having_it = waiting_[index(id)] & having(id);
    run(id, having_it);
    waiting_[index(id)] &= ~having_it;
    if (!waiting_[index(id)].is_empty()) asked_.push_back(id);
  }
  return !open_.is_empty();
}

// The platform runs what was given to a thread or pool there: that some list of its own may hold
// it too, as far as the analysis can tell, does not make it run it elsewhere.
Origins::Running::Bits Origins::Running::begun_elsewhere(InstanceId from, InstanceId id) const {
  if (hands_on_[index(from)] != 0 || begun_[index(id)] == 0) return {};
  const auto here = begins_.find(index(id));
  return here == begins_.end() ? Bits::all() : ~here->second;
}

// Code of the platform that is analysed for this origin, this container or this call of the
// program: it calls what belongs there.
Origins::Running::Bits Origins::Running::told_apart(InstanceId id) const {
  return is_apart_[index(id)] != 0 ? ~platforms_own_ : Bits();
}

// Who has what the method runs on, or the lambda it is the body of, within reach?
Origins::Running::Bits Origins::Running::having(InstanceId id) const {
  const pointsto::Instance& instance = calls_.at(id);
  const auto lambdas = calls_.lambdas_of(instance.method);
  Bits found;
  if (!lambdas.empty()) {
    for (const pointsto::ObjectId object : lambdas) found |= given(object);
    return found;
  }
  if (calls_.program().is(instance.method, ir::Access::kStatic)) return ~platforms_own_;
  if (instance.shape->parameters.empty()) return found;
  closure_.points(instance.node(instance.shape->parameters[0]))
      .for_each([&](pointsto::ObjectId object) {
        if (runs_on(object, id)) found |= given(object);
      });
  return found;
}

// What the platform makes for the program, the program gets.
Origins::Running::Bits Origins::Running::given(pointsto::ObjectId object) const {
  return mine_.objects[index(object)] | handed_[index(object)] | held_[index(object)];
}

}  // namespace heddle::origins
