#include "pointsto/policy.h"

#include <fmt/format.h>

#include <charconv>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::pointsto {

namespace {

struct Named {
  std::string_view name;
  Policy::Kind kind;
  unsigned depth;  // unless said; 0: has none
};
constexpr Named kPolicies[] = {{"insensitive", Policy::Kind::kInsensitive, 0},
                               {"origin", Policy::Kind::kOrigin, 1},
                               {"object", Policy::Kind::kObject, 2},
                               {"call-site", Policy::Kind::kCallSite, 1},
                               {"recommended", Policy::Kind::kRecommended, 0}};
constexpr unsigned kMostDepth = 9;

std::string_view kind_name(Policy::Kind kind) {
  for (const Named& named : kPolicies) {
    if (named.kind == kind) return named.name;
  }
  return {};
}

}  // namespace

std::optional<Policy> parse_policy(std::string_view text) {
  for (const Named& named : kPolicies) {
    if (!text.starts_with(named.name)) continue;
    const std::string_view rest = text.substr(named.name.size());
    Policy policy{.kind = named.kind, .depth = named.depth};
    if (rest.empty()) return policy;
    if (named.depth == 0 || rest.size() != 3 || rest.front() != '(' || rest.back() != ')') continue;
    if (rest[1] < '1' || rest[1] > static_cast<char>('0' + kMostDepth)) continue;
    policy.depth = static_cast<unsigned>(rest[1] - '0');
    return policy;
  }
  return std::nullopt;
}

std::string policy_name(const Policy& policy) {
  std::string name(kind_name(policy.kind));
  if (policy.depth != 0) name += fmt::format("({})", policy.depth);
  if (policy.steps_down != 0) {
    name +=
        fmt::format(", {} {} down", policy.steps_down, policy.steps_down == 1 ? "step" : "steps");
  }
  return name;
}

std::optional<Policy> step_down(const Policy& policy) {
  constexpr unsigned kMostSteps = 4;
  if (policy.kind == Policy::Kind::kInsensitive) return std::nullopt;
  Policy next = policy;
  if (policy.kind == Policy::Kind::kRecommended && policy.steps_down < kMostSteps) {
    ++next.steps_down;
    return next;
  }
  if (policy.kind != Policy::Kind::kRecommended && policy.depth > 1) {
    --next.depth;
    return next;
  }
  return Policy{.kind = Policy::Kind::kInsensitive, .depth = 0};
}

ListId ContextChooser::locals_with(const Receiver& receiver, unsigned most) {
  return contexts_.push(contexts_.site(receiver.site), contexts_[receiver.heap].locals, most);
}

ContextId ContextChooser::callee(const Caller& caller, ir::MethodId method,
                                 const Receiver* receiver) {
  switch (policy_.kind) {
    case Policy::Kind::kInsensitive: return kEmptyContext;
    case Policy::Kind::kOrigin: return caller.context;
    case Policy::Kind::kObject:
      if (receiver == nullptr) return caller.context;
      return contexts_.intern(Context{.locals = locals_with(*receiver, policy_.depth)});
    case Policy::Kind::kCallSite:
      return contexts_.intern(
          Context{.locals = contexts_.push(contexts_.call(caller.method, caller.instruction),
                                           contexts_[caller.context].locals, policy_.depth)});
    case Policy::Kind::kRecommended: break;
  }
  return recommended(caller, method, receiver, nullptr);
}

ContextId ContextChooser::start(const Caller& caller, ir::MethodId method, const Receiver* receiver,
                                SiteId started) {
  const ElementId origin = contexts_.origin(started, method);
  if (policy_.kind == Policy::Kind::kOrigin) {
    return contexts_.intern(Context{
        .origins = contexts_.push(origin, contexts_[caller.context].origins, policy_.depth)});
  }
  if (policy_.kind != Policy::Kind::kRecommended) return callee(caller, method, receiver);
  const ListId origins = contexts_.push(origin, kEmptyList, 1);
  return recommended(caller, method, receiver, &origins);
}

ContextId ContextChooser::recommended(const Caller& caller, ir::MethodId method,
                                      const Receiver* receiver, const ListId* new_origin) {
  const bool is_start = new_origin != nullptr;
  const MethodKind kind = world_.kind(world_.program().owner(method));
  Context to;
  switch (kind) {
    case MethodKind::kShared: to = of_shared(method, receiver, is_start); break;
    case MethodKind::kContainer:
    case MethodKind::kThread: to = of_container(kind, caller, receiver, is_start); break;
    case MethodKind::kApplication: to = of_application(caller, method, receiver); break;
  }
  // Starts of shared methods begin no context of their own.
  if (is_start && kind != MethodKind::kShared) to.origins = *new_origin;
  return contexts_.intern(to);
}

// What the platform's objects are given when the program makes them, such as the stream that
// another one wraps, is theirs alone.
Context ContextChooser::of_shared(ir::MethodId method, const Receiver* receiver, bool is_start) {
  const bool is_holder = receiver != nullptr && !is_start && policy_.application_locals() &&
                         world_.is_given_something(method) &&
                         maker_kind(receiver->site) == MethodKind::kApplication;
  if (!is_holder) return {};
  return {.origins = contexts_[receiver->heap].origins, .locals = locals_with(*receiver, 1)};
}

Context ContextChooser::of_container(MethodKind kind, const Caller& caller,
                                     const Receiver* receiver, bool is_start) {
  const Context from = contexts_[caller.context];
  if (receiver == nullptr) {
    const MethodKind caller_kind = world_.kind(world_.program().owner(caller.method));
    if (caller_kind == MethodKind::kContainer || caller_kind == MethodKind::kThread) return from;
    if (caller_kind == MethodKind::kShared) return {};
    const ElementId place = contexts_.call(caller.method, caller.instruction);
    return {.origins = from.origins, .locals = contexts_.push(place, kEmptyList, 1)};
  }
  if (!is_start && maker_kind(receiver->site) == MethodKind::kShared) return {};
  if (kind == MethodKind::kThread) {
    return {.origins = from.origins, .locals = locals_with(*receiver, policy_.container_depth())};
  }
  const Context made_in = contexts_[receiver->heap];
  return {.origins = made_in.origins,
          .locals = is_part_of_container(*receiver)
                        ? made_in.locals
                        : locals_with(*receiver, policy_.container_depth())};
}

Context ContextChooser::of_application(const Caller& caller, ir::MethodId method,
                                       const Receiver* receiver) {
  Context to{.locals = application_locals(caller, method, receiver)};
  if (!policy_.application_origins()) return to;
  const MethodKind caller_kind = world_.kind(world_.program().owner(caller.method));
  const bool from_library =
      caller_kind == MethodKind::kShared || caller_kind == MethodKind::kContainer;
  to.origins = from_library && receiver != nullptr ? contexts_[receiver->heap].origins
                                                   : contexts_[caller.context].origins;
  return to;
}

ListId ContextChooser::application_locals(const Caller& caller, ir::MethodId method,
                                          const Receiver* receiver) {
  if (!policy_.application_locals()) return kEmptyList;
  // Who has no state cannot be told apart by it: the comparator of a map serves the map.
  const bool serves = world_.program().is(method, ir::Access::kStatic) ||
                      world_.has_no_state(world_.program().owner(method));
  if (serves && works_for_container(caller)) return contexts_[caller.context].locals;
  if (receiver == nullptr || !has_receiver_in_context(method)) return kEmptyList;
  if (is_part_of_own_container(*receiver) &&
      world_.is_own_container(world_.program().owner(method)))
    return contexts_[receiver->heap].locals;
  return contexts_.push(contexts_.site(receiver->site), kEmptyList, 1);
}

bool ContextChooser::has_receiver_in_context(ir::MethodId method) {
  const ir::ClassId owner = world_.program().owner(method);
  return world_.program().name(method) == "<init>" || world_.is_below_thread(owner) ||
         world_.is_own_container(owner);
}

bool ContextChooser::works_for_container(const Caller& caller) {
  const ir::ClassId owner = world_.program().owner(caller.method);
  if (world_.kind(owner) != MethodKind::kApplication) return false;
  return world_.is_own_container(owner) || world_.has_no_state(owner) ||
         world_.program().is(caller.method, ir::Access::kStatic);
}

bool ContextChooser::is_part_of_container(const Receiver& receiver) {
  return contexts_[receiver.heap].locals != kEmptyList &&
         maker_kind(receiver.site) == MethodKind::kContainer;
}

bool ContextChooser::is_part_of_own_container(const Receiver& receiver) {
  if (contexts_[receiver.heap].locals == kEmptyList ||
      maker_kind(receiver.site) != MethodKind::kApplication)
    return false;
  const ir::MethodId maker = base::id_at<ir::MethodId>(sites_[receiver.site].a);
  return world_.is_own_container(world_.program().owner(maker));
}

MethodKind ContextChooser::maker_kind(SiteId id) {
  const Site& site = sites_[id];
  switch (site.kind) {
    case SiteKind::kNew:
    case SiteKind::kLambda:
    case SiteKind::kCreated:
    case SiteKind::kProxy: break;
    case SiteKind::kMerged:
    case SiteKind::kMachine:
    case SiteKind::kLiteral:
    case SiteKind::kClass:
    case SiteKind::kField:
    case SiteKind::kMethods: return MethodKind::kShared;
  }
  return world_.kind(world_.program().owner(base::id_at<ir::MethodId>(site.a)));
}

ContextId ContextChooser::heap(ir::MethodId maker, ContextId context, ir::Type made) {
  switch (policy_.kind) {
    case Policy::Kind::kInsensitive: return kEmptyContext;
    case Policy::Kind::kOrigin: return context;
    case Policy::Kind::kRecommended: {
      const Context in = contexts_[context];
      if (in.locals == kEmptyList || keeps_locals(world_.program().owner(maker), made))
        return context;
      return contexts_.intern(Context{.origins = in.origins});
    }
    case Policy::Kind::kObject:
    case Policy::Kind::kCallSite: break;
  }
  const ListId locals = contexts_.truncate(contexts_[context].locals, policy_.depth - 1);
  return contexts_.intern(Context{.locals = locals});
}

// What a constructor of the application makes is told apart by the constructed object only where it
// is the platform's (a container, a lock, a thread) or a container of the program's own. Of such a
// one so are the arrays, too.
bool ContextChooser::keeps_locals(ir::ClassId maker, ir::Type made) {
  if (world_.kind(maker) != MethodKind::kApplication || world_.is_below_thread(maker)) return true;
  if (!made.is_class()) return world_.is_own_container(maker);
  return world_.program().layer(made.class_id()) == ir::Layer::kPlatform ||
         world_.is_own_container(made.class_id());
}

std::optional<std::uint32_t> ContextChooser::likeness(const Caller& caller) {
  const std::uint32_t context = base::index(caller.context);
  switch (policy_.kind) {
    case Policy::Kind::kInsensitive: return 0;
    case Policy::Kind::kOrigin: return context;
    case Policy::Kind::kObject:
    case Policy::Kind::kCallSite: return std::nullopt;
    case Policy::Kind::kRecommended: break;
  }
  const MethodKind kind = world_.kind(world_.program().owner(caller.method));
  const bool is_library = kind == MethodKind::kShared || kind == MethodKind::kContainer;
  return context << 2U | (works_for_container(caller) ? 2U : 0U) | (is_library ? 1U : 0U);
}

bool ContextChooser::receiver_matters(const Caller& caller, ir::MethodId method) {
  switch (policy_.kind) {
    case Policy::Kind::kInsensitive:
    case Policy::Kind::kOrigin:
    case Policy::Kind::kCallSite: return false;
    case Policy::Kind::kObject: return true;
    case Policy::Kind::kRecommended: break;
  }
  const ir::ClassId owner = world_.program().owner(method);
  switch (world_.kind(owner)) {
    case MethodKind::kShared:
      return policy_.application_locals() && world_.is_given_something(method);
    case MethodKind::kContainer:
    case MethodKind::kThread: return true;
    case MethodKind::kApplication: break;
  }
  const MethodKind from = world_.kind(world_.program().owner(caller.method));
  return from == MethodKind::kShared || from == MethodKind::kContainer ||
         (policy_.application_locals() && has_receiver_in_context(method));
}

}  // namespace heddle::pointsto
