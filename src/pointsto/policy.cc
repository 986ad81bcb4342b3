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
  constexpr unsigned kMostSteps = 3;
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
  const Context from = contexts_[caller.context];
  const MethodKind caller_kind = world_.kind(world_.program().owner(caller.method));
  const ir::ClassId owner = world_.program().owner(method);
  const MethodKind kind = world_.kind(owner);
  Context to;
  switch (kind) {
    case MethodKind::kShared: return kEmptyContext;
    case MethodKind::kContainer:
    case MethodKind::kThread:
      if (receiver == nullptr) {
        if (caller_kind == MethodKind::kContainer || caller_kind == MethodKind::kThread)
          return caller.context;
        if (caller_kind == MethodKind::kShared) return kEmptyContext;
        to.origins = from.origins;
        to.locals =
            contexts_.push(contexts_.call(caller.method, caller.instruction), kEmptyList, 1);
        break;
      }
      if (new_origin == nullptr && maker_kind(receiver->site) == MethodKind::kShared)
        return kEmptyContext;
      to.origins =
          kind == MethodKind::kContainer ? contexts_[receiver->heap].origins : from.origins;
      to.locals = kind == MethodKind::kContainer && is_part_of_container(*receiver)
                      ? contexts_[receiver->heap].locals
                      : locals_with(*receiver, policy_.container_depth());
      break;
    case MethodKind::kApplication: {
      const bool from_library =
          caller_kind == MethodKind::kShared || caller_kind == MethodKind::kContainer;
      to.origins =
          !from_library || receiver == nullptr ? from.origins : contexts_[receiver->heap].origins;
      const bool local =
          receiver != nullptr && policy_.application_locals() &&
          (world_.program().name(method) == "<init>" || world_.is_below_thread(owner));
      if (local) to.locals = contexts_.push(contexts_.site(receiver->site), kEmptyList, 1);
      break;
    }
  }
  if (new_origin != nullptr) to.origins = *new_origin;
  return contexts_.intern(to);
}

bool ContextChooser::is_part_of_container(const Receiver& receiver) {
  return contexts_[receiver.heap].locals != kEmptyList &&
         maker_kind(receiver.site) == MethodKind::kContainer;
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
// is the platform's: a container, a lock, a thread.
bool ContextChooser::keeps_locals(ir::ClassId maker, ir::Type made) {
  if (world_.kind(maker) != MethodKind::kApplication || world_.is_below_thread(maker)) return true;
  return made.is_class() && world_.program().layer(made.class_id()) == ir::Layer::kPlatform;
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
  return context << 1U | (is_library ? 1U : 0U);
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
    case MethodKind::kShared: return false;
    case MethodKind::kContainer:
    case MethodKind::kThread: return true;
    case MethodKind::kApplication: break;
  }
  const MethodKind from = world_.kind(world_.program().owner(caller.method));
  return from == MethodKind::kShared || from == MethodKind::kContainer ||
         (policy_.application_locals() &&
          (world_.program().name(method) == "<init>" || world_.is_below_thread(owner)));
}

}  // namespace heddle::pointsto
