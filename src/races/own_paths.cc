// A value is followed back to all it may come from: through casts and phis, to the arguments of
// every call that the origin makes, into what called methods return, and from a field to the object
// that holds it. If every way ends where a run has something of its own, so does the value; one way
// that ends elsewhere is enough to say no. Ways in a circle add nothing, so each place is looked at
// once.
//
// Why two runs then have two objects: no two runs are begun on one object (a thread is started
// once, and a task where it is made anew for each start); what one run made no other made; and a
// field that alone holds its objects, or one whose object was made for just its holder, leads from
// different holders to different objects; and what one run takes out of a queue no other does,
// unless it is given twice. What one run was begun on, or took, another may have made, so roots of
// different kinds say nothing, but that a pool which has none makes one. That who puts a thing back
// no longer uses it is believed where another method does either.
#include "races/own_paths.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using origins::Origin;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

class OwnPaths::Search {
 public:
  Search(OwnPaths& paths, OriginId origin) : paths_(paths), calls_(paths.calls_), origin_(origin) {}

  Root run(InstanceId id, std::uint32_t at, ir::ValueId value) {
    add(id, at, value);
    for (std::size_t next = 0; next < places_.size(); ++next)
      if (are_too_many() || is_nobodys_ || !follow(places_[next])) return Root::kNone;
    if (is_nobodys_) return Root::kNone;
    const bool is_taken_in_vain = is_given_back_ || (takes_shared_ && is_part_);
    return root_ == Root::kTaken && is_taken_in_vain ? Root::kNone : root_;
  }
  // Would another origin have got another answer?
  [[nodiscard]] bool depends_on_origin() const { return depends_on_origin_; }

 private:
  struct Place {
    InstanceId id{};
    std::uint32_t at = 0;  // where it is used
    ir::ValueId value{};
    friend bool operator==(const Place&, const Place&) = default;
  };
  // Values that come from more places are given up: then no more are looked at.
  static constexpr std::size_t kMost = 256;
  [[nodiscard]] bool are_too_many() const { return places_.size() > kMost; }

  void add(InstanceId id, std::uint32_t at, ir::ValueId value) {
    if (are_too_many() || is_nobodys_) return;
    const ir::Body* body = calls_.program().body(calls_.at(id).method);
    const Place place{.id = id, .at = at, .value = ir::without_casts(*body, value)};
    if (std::ranges::find(places_, place) != places_.end()) return;
    is_nobodys_ = !may_be_own(body->at(place.value).opcode);
    if (is_nobodys_) return;
    places_.push_back(place);
    is_given_back_ = is_given_back_ || paths_.ownership_.was_given(id, at, place.value);
  }

  // What follow() has a way for.
  static bool may_be_own(Opcode opcode) {
    switch (opcode) {
      case Opcode::kConstNull:
      case Opcode::kNew:
      case Opcode::kNewArray:
      case Opcode::kNewMultiArray:
      case Opcode::kPhi:
      case Opcode::kGetField:
      case Opcode::kParameter:
      case Opcode::kInvoke: return true;
      default: return false;
    }
  }

  bool ends_at(Root root) {
    if (root_ == Root::kNone || (root_ == Root::kMade && root == Root::kTaken)) root_ = root;
    return root_ == root || (root_ == Root::kTaken && root == Root::kMade);
  }

  // An element of what is taken by several is not the taker's own; whether the taken thing itself
  // is depends on which one it is.
  bool ends_at_taken(const Place& place) {
    calls_.heap().value(place.id, place.value).for_each([&](ObjectId object) {
      takes_shared_ = takes_shared_ || paths_.ownership_.is_given_twice(object);
    });
    return ends_at(Root::kTaken);
  }

  bool follow(const Place place) {
    const ir::Body& body = *calls_.program().body(calls_.at(place.id).method);
    const ir::Instruction& from = body.at(place.value);
    switch (from.opcode) {
      case Opcode::kConstNull: return true;
      case Opcode::kNew:
      case Opcode::kNewArray:
      case Opcode::kNewMultiArray: return ends_at(Root::kMade);
      case Opcode::kPhi:
        for (const ir::ValueId part : body.values(from)) add(place.id, place.at, part);
        return true;
      case Opcode::kGetField: return follow_field(place, from);
      case Opcode::kParameter: return follow_parameter(place.id, from.a);
      case Opcode::kInvoke:
        return paths_.ownership_.is_taken(place.id, place.value) ? ends_at_taken(place)
                                                                 : follow_result(place);
      default: return false;
    }
  }

  bool follow_field(const Place& place, const ir::Instruction& load) {
    ir::Program& program = calls_.program();
    const ir::ClassId owner = program.owner(calls_.at(place.id).method);
    const auto field = program.resolve_field(owner, static_cast<ir::FieldRef>(load.b), false);
    const auto holder = static_cast<ir::ValueId>(load.a);
    if (!field.runs()) return false;
    if (!paths_.fields_.is_exclusive(field.member) &&
        !are_given(calls_.heap().value(place.id, place.value),
                   calls_.heap().value(place.id, holder)))
      return false;
    is_part_ = true;
    add(place.id, place.at, holder);
    return true;
  }

  bool are_given(const pointsto::ObjectSet& held, const pointsto::ObjectSet& holders) {
    constexpr std::size_t kFew = 16;
    if (held.size() * holders.size() > kFew) return false;
    bool all = true;
    held.for_each([&](ObjectId object) {
      holders.for_each([&](ObjectId holder) {
        all = all && paths_.run_own_.is_given_once(object, calls_.heap().object(holder).site);
      });
    });
    return all;
  }

  bool follow_parameter(InstanceId id, std::uint32_t position) {
    const Origin& origin = paths_.origins_[origin_];
    depends_on_origin_ = true;
    bool is_reached = false;
    if (std::ranges::find(origin.entries, id) != origin.entries.end()) {
      if (!is_begun_on(id, position)) return false;
      is_reached = true;
    }
    for (const origins::Call& call : calls_.calls_to(id)) {
      if (are_too_many()) return false;
      if (!paths_.origins_.runs(origin_, call.caller)) continue;
      const auto arguments = calls_.arguments(call);
      if (position < arguments.size())
        add(call.caller, call.instruction, arguments[position]);
      else if (!follow_lambda(call, position))
        return false;
      is_reached = true;
    }
    return is_reached;
  }

  // What a lambda is given where it is called, or captured if the run itself made it, as nobody
  // else can reach it.
  bool follow_lambda(const origins::Call& call, std::uint32_t position) {
    const ir::Body* body = calls_.program().body(calls_.at(call.caller).method);
    if (body == nullptr || call.instruction >= body->instructions.size()) return false;
    const ir::Instruction& invoke = body->instructions[call.instruction];
    if (invoke.opcode != Opcode::kInvoke || invoke.c == 0) return false;
    const auto arguments = body->values(invoke);
    const bool constructs = calls_.program().name(calls_.at(call.callee).method) == "<init>";
    if (constructs && position == 0) return ends_at(Root::kMade);
    if (constructs) --position;
    const pointsto::ObjectSet& called_on = calls_.heap().value(call.caller, arguments[0]);
    const ir::MethodId called = calls_.at(call.callee).method;
    std::vector<ObjectId> lambdas(calls_.lambdas_of(called).begin(),
                                  calls_.lambdas_of(called).end());
    std::ranges::copy(calls_.lambdas_by_dispatch(called), std::back_inserter(lambdas));
    bool is_followed = false;
    for (const ObjectId object : lambdas) {
      if (!called_on.contains(object)) continue;
      is_followed = true;
      const std::uint32_t captured = capture_count(object);
      if (position < captured) {
        if (paths_.sharing_.is_shared(object) || !add_captured(object, position)) return false;
      } else if (position - captured + 1 < arguments.size()) {
        add(call.caller, call.instruction, arguments[position - captured + 1]);
      } else {
        return false;
      }
    }
    return is_followed;
  }

  std::uint32_t capture_count(ObjectId lambda) {
    const pointsto::Site& site = calls_.heap().site(lambda);
    return calls_.program().body(base::id_at<ir::MethodId>(site.a))->instructions[site.b].c;
  }

  bool add_captured(ObjectId lambda, std::uint32_t position) {
    const pointsto::Site& site = calls_.heap().site(lambda);
    const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
    const ir::Body& body = *calls_.program().body(maker);
    const auto captured = body.values(body.instructions[site.b]);
    if (position >= captured.size()) return false;
    for (const InstanceId id : calls_.instances_of(maker))
      if (paths_.origins_.runs(origin_, id)) add(id, site.b, captured[position]);
    return true;
  }

  // The receiver of the first method, or what the lambda that was started captured for it alone.
  bool is_begun_on(InstanceId id, std::uint32_t position) {
    if (!paths_.is_begun_on_own(origin_)) return false;
    const pointsto::Instance& instance = calls_.at(id);
    if (position >= instance.shape->parameters.size()) return false;
    const pointsto::SiteId site = paths_.origins_[origin_].site;
    const pointsto::ObjectSet& given =
        calls_.heap().state().graph.points(instance.node(instance.shape->parameters[position]));
    const bool is_it = position == 0 && paths_.is_receiver(id, {&site, 1});
    return (is_it || is_captured(site, given)) && ends_at(Root::kBegun);
  }

  bool is_captured(pointsto::SiteId site, const pointsto::ObjectSet& given) {
    bool all = given.size() != 0;
    given.for_each(
        [&](ObjectId object) { all = all && paths_.run_own_.is_given_once(object, site); });
    return all;
  }

  bool follow_result(const Place place) {
    const auto targets = calls_.calls_at(place.id, index(place.value));
    bool is_reached = false;
    for (const origins::Call& call : targets) {
      if (call.initializes) continue;
      const ir::Body* body = calls_.program().body(calls_.at(call.callee).method);
      if (body == nullptr) return false;
      for (const ir::Instruction& instruction : body->instructions)
        if (instruction.opcode == Opcode::kReturn && instruction.a != index(ir::kNoValue))
          add_returned(place, call, *body, instruction);
      is_reached = true;
    }
    return is_reached;
  }

  // What a method gives back of what it was given is this caller's.
  void add_returned(const Place& place, const origins::Call& call, const ir::Body& body,
                    const ir::Instruction& exit) {
    const auto value = static_cast<ir::ValueId>(exit.a);
    const ir::Instruction& from = body.at(ir::without_casts(body, value));
    const auto arguments = calls_.arguments(call);
    if (from.opcode == Opcode::kParameter && from.a < arguments.size())
      add(call.caller, place.at, arguments[from.a]);
    else
      add(call.callee, static_cast<std::uint32_t>(&exit - body.instructions.data()), value);
  }

  OwnPaths& paths_;
  origins::CallGraph& calls_;
  OriginId origin_;
  std::vector<Place> places_;
  Root root_ = Root::kNone;
  bool depends_on_origin_ = false;
  bool is_nobodys_ = false;  // it may be what no run has for itself, as a static field does
  bool is_part_ = false;     // a field leads there
  bool is_given_back_ = false;
  bool takes_shared_ = false;  // out of a queue that gives one object to several
};

OwnPaths::Root OwnPaths::root(OriginId origin, const Use& use) {
  return root(origin, use, roots(use));
}

OwnPaths::Roots& OwnPaths::roots(const Use& use) {
  const auto [place, fresh] = uses_.try_emplace({index(use.instance), use.at, index(use.value)},
                                                static_cast<std::uint32_t>(roots_.size()));
  if (fresh) {
    const Bits none(origins_.words(), 0);
    roots_.push_back({.known = none, .begun = none, .made = none, .taken = none});
  }
  return roots_[place->second];
}

OwnPaths::Root OwnPaths::root(OriginId origin, const Use& use, Roots& of) {
  const std::size_t word = index(origin) >> 6U;
  const std::uint64_t bit = std::uint64_t{1} << (index(origin) & 63U);
  if ((of.known[word] & bit) == 0) {
    Search search(*this, origin);
    const Root found = search.run(use.instance, use.at, use.value);
    if (found == Root::kNone && !search.depends_on_origin())
      std::ranges::fill(of.known, ~std::uint64_t{0});
    of.known[word] |= bit;
    if (found == Root::kBegun) of.begun[word] |= bit;
    if (found == Root::kMade) of.made[word] |= bit;
    if (found == Root::kTaken) of.taken[word] |= bit;
    return found;
  }
  if ((of.begun[word] & bit) != 0) return Root::kBegun;
  if ((of.made[word] & bit) != 0) return Root::kMade;
  return (of.taken[word] & bit) != 0 ? Root::kTaken : Root::kNone;
}

bool OwnPaths::leave_near(OriginId first, const Use& one, const Use& other, ObjectId object,
                          std::span<std::uint64_t> seconds) {
  if (one.value == ir::kNoValue || other.value == ir::kNoValue) return false;
  const Root by = root(first, one);
  if (by != Root::kMade && by != Root::kTaken) return false;
  if (by == Root::kTaken && !base::is_none(object) && ownership_.is_given_twice(object))
    return false;
  const Roots& others = roots(other);
  const Bits& apart = by == Root::kMade ? others.made : others.taken;
  std::uint64_t taken_out = 0;
  for (std::size_t word = 0; word < seconds.size(); ++word) {
    taken_out |= seconds[word] & apart[word];
    seconds[word] &= ~apart[word];
  }
  return taken_out != 0;
}

bool OwnPaths::is_begun_with(OriginId origin, ObjectId object) {
  const pointsto::SiteId site = origins_[origin].site;
  return is_begun_on_own(origin) &&
         (calls_.heap().object(object).site == site || run_own_.is_given_once(object, site));
}

bool OwnPaths::are_apart(OriginId first, const Use& one, OriginId second, const Use& other,
                         ObjectId object) {
  if (one.value == ir::kNoValue || other.value == ir::kNoValue) return false;
  const Root by = root(first, one);
  if (by == Root::kNone || by != root(second, other)) return false;
  // One object may be begun in two ways.
  if (by == Root::kBegun) return first == second;
  return by == Root::kMade || base::is_none(object) || !ownership_.is_given_twice(object);
}

bool OwnPaths::is_begun_on_own(OriginId origin) {
  const auto known = begun_on_own_.find(index(origin));
  if (known != begun_on_own_.end()) return known->second;
  const bool found = find_begun_on_own(origins_[origin]) || run_own_.is_begun_on_elements(origin);
  begun_on_own_.emplace(index(origin), found);
  return found;
}

// What starts itself as a thread is started once; of other things each start must have a new one.
bool OwnPaths::find_begun_on_own(const Origin& origin) {
  if (base::is_none(origin.site) || origin.events.empty()) return false;
  const auto starts_itself = [&](std::uint32_t event) {
    return is_started_by_itself(origins_.events()[event]);
  };
  if (origin.kind == Origin::Kind::kThread && std::ranges::all_of(origin.events, starts_itself))
    return true;
  const pointsto::Site& site = calls_.heap().state().sites[origin.site];
  std::optional<Started> only;
  for (const std::uint32_t event : origin.events) {
    const auto at = started(origins_.events()[event], origin.site);
    if (!at || (only && only != at)) return false;
    only = at;
  }
  return !calls_.flow(only->maker)->reaches_without(only->call, only->call, site.b);
}

// Is all that the method may run on of sites that it starts there? `start()` of threads of several
// kinds, which one array holds, begins each of them on itself.
bool OwnPaths::is_started_by_itself(const origins::StartEvent& start) const {
  std::vector<pointsto::SiteId> sites;
  for (const origins::StartEvent& other : origins_.events())
    if (other.caller == start.caller && other.instruction == start.instruction)
      sites.push_back(origins_[other.begins].site);
  return is_receiver(start.caller, sites);
}

// Are all that the method may run on of these sites?
bool OwnPaths::is_receiver(InstanceId id, std::span<const pointsto::SiteId> sites) const {
  const pointsto::Instance& instance = calls_.at(id);
  if (calls_.program().is(instance.method, ir::Access::kStatic)) return false;
  bool all = true;
  calls_.heap()
      .state()
      .graph.points(instance.node(instance.shape->parameters[0]))
      .for_each([&](ObjectId object) {
        all = all && std::ranges::find(sites, calls_.heap().object(object).site) != sites.end();
      });
  return all;
}

std::optional<OwnPaths::Started> OwnPaths::started(const origins::StartEvent& event,
                                                   pointsto::SiteId of) const {
  constexpr unsigned kHighest = 6;
  const pointsto::Site& site = calls_.heap().state().sites[of];
  if (site.kind != pointsto::SiteKind::kNew && site.kind != pointsto::SiteKind::kLambda)
    return std::nullopt;
  InstanceId at = event.caller;
  std::uint32_t call = event.instruction;
  for (unsigned up = 0; up < kHighest; ++up) {
    const ir::MethodId method = calls_.at(at).method;
    const ir::Body* body = calls_.program().body(method);
    if (!calls_.is_platform(at)) {
      if (body == nullptr || call >= body->instructions.size() ||
          body->instructions[call].opcode != Opcode::kInvoke)
        return std::nullopt;
      // The one argument that may be it.
      ir::ValueId started = ir::kNoValue;
      for (const ir::ValueId argument : body->values(body->instructions[call])) {
        bool may_be = false;
        calls_.heap().value(at, argument).for_each([&](ObjectId object) {
          may_be = may_be || calls_.heap().object(object).site == of;
        });
        if (!may_be) continue;
        const ir::ValueId value = ir::without_casts(*body, argument);
        if (started != ir::kNoValue && started != value) return std::nullopt;
        started = value;
      }
      if (started == ir::kNoValue) return std::nullopt;
      if (index(method) == site.a && index(started) == site.b)
        return Started{.maker = method, .call = call};
      if (body->at(started).opcode != Opcode::kParameter || calls_.in_loop(at, call))
        return std::nullopt;
    }
    // Callers that differ in contexts only are one place.
    const auto callers = calls_.calls_to(at);
    if (callers.empty() || std::ranges::any_of(callers, [&](const origins::Call& other) {
          return other.instruction != callers[0].instruction ||
                 calls_.at(other.caller).method != calls_.at(callers[0].caller).method;
        }))
      return std::nullopt;
    call = callers[0].instruction;
    at = callers[0].caller;
  }
  return std::nullopt;
}

}  // namespace heddle::races
