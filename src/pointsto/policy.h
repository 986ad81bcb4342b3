// Policies: which context a method is analysed in, and which one its objects get.
// docs/analysis/points-to.md has the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ir/ids.h"
#include "pointsto/contexts.h"
#include "pointsto/ids.h"
#include "pointsto/world.h"

namespace heddle::pointsto {

struct Policy {
  enum class Kind : std::uint8_t { kInsensitive, kOrigin, kObject, kCallSite, kRecommended };
  Kind kind = Kind::kRecommended;
  unsigned depth = 1;  // k
  // Of the recommended policy, less and less of it: methods of the application have no origins in
  // their context; library classes are shared; constructors, thread classes and containers of the
  // application have no receiver in it; containers have one element instead of two.
  unsigned steps_down = 0;

  [[nodiscard]] bool application_origins() const { return steps_down < 1; }
  [[nodiscard]] bool libraries_are_shared() const { return steps_down >= 2; }
  [[nodiscard]] bool application_locals() const { return steps_down < 3; }
  [[nodiscard]] unsigned container_depth() const { return steps_down < 4 ? 2 : 1; }

  friend bool operator==(const Policy&, const Policy&) = default;
};

// "insensitive", "origin", "origin(2)", "object(2)", "call-site(1)", "recommended".
std::optional<Policy> parse_policy(std::string_view text);
// The same; a policy that stepped down says so: "recommended, 2 steps down".
std::string policy_name(const Policy& policy);
// What to try when this one takes too much work; nothing after `insensitive`.
std::optional<Policy> step_down(const Policy& policy);

// Who calls: of a modelled method's instance, those who called that one.
struct Caller {
  ir::MethodId method{};
  std::uint32_t instruction = 0;
  ContextId context{};
};
struct Receiver {
  SiteId site{};
  ContextId heap{};
};

class ContextChooser {
 public:
  ContextChooser(const Policy& policy, World& world, const SiteTable& sites, ContextTable& contexts)
      : policy_(policy), world_(world), sites_(sites), contexts_(contexts) {}

  // `receiver` null: a static method.
  ContextId callee(const Caller& caller, ir::MethodId method, const Receiver* receiver);
  // The same where the call begins an origin at the object of site `started`.
  ContextId start(const Caller& caller, ir::MethodId method, const Receiver* receiver,
                  SiteId started);
  // Of objects of a type that code of a method makes in a context.
  ContextId heap(ir::MethodId maker, ContextId context, ir::Type made);
  // Do all instances of a method that no model describes throw the same?
  [[nodiscard]] bool shares_thrown() const { return policy_.kind == Policy::Kind::kRecommended; }
  // May callee() differ for two receivers?
  bool receiver_matters(const Caller& caller, ir::MethodId method);
  // For callers of the same number, the receiver matters for the same methods, and the others are
  // called in the same context. Nothing if that cannot be said.
  std::optional<std::uint32_t> likeness(const Caller& caller);

 private:
  ContextId recommended(const Caller& caller, ir::MethodId method, const Receiver* receiver,
                        const ListId* new_origin);
  // What recommended() says by the kind of the method's class.
  Context of_shared(ir::MethodId method, const Receiver* receiver, bool is_start);
  Context of_container(MethodKind kind, const Caller& caller, const Receiver* receiver,
                       bool is_start);
  Context of_application(const Caller& caller, ir::MethodId method, const Receiver* receiver);
  ListId application_locals(const Caller& caller, ir::MethodId method, const Receiver* receiver);
  // Is what a method of the application runs on a part of its context?
  bool has_receiver_in_context(ir::MethodId method);
  // Are the caller's locals those of a container it works for?
  bool works_for_container(const Caller& caller);
  // Of the code that makes the objects of a site.
  MethodKind maker_kind(SiteId site);
  // Made by a container that is told apart from others.
  bool is_part_of_container(const Receiver& receiver);
  bool is_part_of_own_container(const Receiver& receiver);
  bool keeps_locals(ir::ClassId maker, ir::Type made);
  ListId locals_with(const Receiver& receiver, unsigned most);

  Policy policy_;
  World& world_;
  const SiteTable& sites_;
  ContextTable& contexts_;
};

}  // namespace heddle::pointsto
