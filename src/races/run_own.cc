#include "races/run_own.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/state.h"
#include "races/rounds.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

bool RunOwn::is_own(OriginId origin, ObjectId object) {
  const std::uint64_t key = std::uint64_t{index(origin)} << 32U | index(object);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  known_.emplace(key, false);
  const bool found = find_own(origin, object);
  known_[key] = found;
  return found;
}

bool RunOwn::find_own(OriginId origin, ObjectId object) {
  if (is_made_by_run(origin, object) || is_made_for_holders(origin, object)) return true;
  if (is_made_for_each_start(origin, object)) return !may_be_found(origin, object, {});
  return is_begun_on_element(origin, object) && is_collected_in_private(object) &&
         !may_be_found(origin, object, *handed_over(origins_[origin]));
}

// `room.join(this)`: a run hands on what it was begun on.
bool RunOwn::may_be_found(OriginId origin, ObjectId object, HandedOver handed_over) {
  return let_out_.is_let_out(object, [&](const LetOut::Put& put) {
    if (put.instance == handed_over.instance && put.at == handed_over.at) return false;
    if (put.holder == ir::kNoValue) return true;
    bool is_found = false;
    calls_.heap().value(put.instance, put.holder).for_each([&](ObjectId holder) {
      is_found = is_found || (sharing_.is_shared(holder) && !is_own(origin, holder));
    });
    return is_found;
  });
}

// At each start: is it among what the starting code just made?
bool RunOwn::is_made_for_each_start(OriginId origin, ObjectId object) {
  const pointsto::Site& site = calls_.heap().site(object);
  if (!is_made_by_code(site)) return false;
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const origins::Origin& of = origins_[origin];
  return !of.events.empty() && std::ranges::all_of(of.events, [&](std::uint32_t e) {
    // The call in the maker that leads to the start.
    InstanceId at = origins_.events()[e].caller;
    std::uint32_t instruction = origins_.events()[e].instruction;
    for (unsigned up = 0; up < 6 && calls_.at(at).method != maker; ++up) {
      // What starts several on one object shares it between them.
      const auto callers = calls_.calls_to(at);
      if (callers.size() != 1 || calls_.in_loop(at, instruction)) return false;
      instruction = callers[0].instruction;
      at = callers[0].caller;
    }
    return calls_.at(at).method == maker && instruction != pointsto::kModelInstruction &&
           ownership_.is_new_each_time(at, instruction, base::id_at<ir::ValueId>(site.b));
  });
}

// For a field that alone holds it, of something of the run's own.
bool RunOwn::is_made_by_run(OriginId origin, ObjectId object) {
  const pointsto::Site& site = calls_.heap().site(object);
  if (site.kind != pointsto::SiteKind::kNew) return false;
  ir::Program& program = calls_.program();
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const ir::Body* body = program.body(maker);
  if (body == nullptr) return false;
  const auto made = base::id_at<ir::ValueId>(site.b);
  const auto put = std::ranges::find_if(body->instructions, [&](const ir::Instruction& one) {
    if (one.opcode != Opcode::kPutField || one.c != index(made)) return false;
    const auto field =
        program.resolve_field(program.owner(maker), static_cast<ir::FieldRef>(one.b), false);
    return field.runs() && fields_.is_exclusive(field.member);
  });
  if (put == body->instructions.end()) return false;
  return std::ranges::all_of(
             calls_.instances_of(maker),
             [&](InstanceId id) {
               if (!calls_.heap().value(id, made).contains(object)) return true;
               bool all_own = true;
               calls_.heap()
                   .value(id, static_cast<ir::ValueId>(put->a))
                   .for_each([&](ObjectId holder) { all_own = all_own && is_own(origin, holder); });
               return all_own;
             }) &&
         is_held_by_run(origin, object);
}

// For what holds it and is the run's own: made anew each time for the lambda that captures it, or
// for the constructor it is given to. What no other thread can reach may hold it as well.
bool RunOwn::is_made_for_holders(OriginId origin, ObjectId object) {
  if (holders_.empty()) find_holders();
  bool is_held = false;
  for (const ObjectId holder : holders_[index(object)]) {
    if (base::is_none(holder)) return false;
    if (!sharing_.is_shared(holder)) continue;
    if (!is_own(origin, holder) || !is_made_for(object, holder)) return false;
    is_held = true;
  }
  return is_held;
}

bool RunOwn::is_made_for(ObjectId object, ObjectId holder) {
  const pointsto::Site& site = calls_.heap().site(holder);
  if (!is_made_by_code(site)) return false;
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const std::uint32_t giver = giver_to(site);
  if (giver == kNowhere) return false;
  const ir::Body* body = calls_.program().body(maker);
  const std::size_t first = site.kind == pointsto::SiteKind::kLambda ? 0 : 1;
  bool is_given = false;
  for (const InstanceId id : calls_.instances_of(maker)) {
    const auto arguments = body->values(body->instructions[giver]).subspan(first);
    for (const ir::ValueId argument : arguments) {
      if (!calls_.heap().value(id, argument).contains(object)) continue;
      const bool is_new =
          ownership_.is_new_each_time(id, giver, ir::without_casts(*body, argument)) &&
          !is_kept_elsewhere(maker, argument, giver);
      if (!is_new && !(is_put_once(object) && is_next_each_time(id, giver, argument))) return false;
      is_given = true;
    }
  }
  return is_given;
}

bool RunOwn::is_given_once(ObjectId object, pointsto::SiteId holder) {
  const pointsto::Site& to = calls_.heap().state().sites[holder];
  const pointsto::Site& of = calls_.heap().site(object);
  if (!is_made_by_code(to) || !is_made_by_code(of)) return false;
  const ir::MethodId maker = base::id_at<ir::MethodId>(to.a);
  const std::uint32_t giver = giver_to(to);
  if (giver == kNowhere) return false;
  const ir::Body& body = *calls_.program().body(maker);
  const bool is_lambda = to.kind == pointsto::SiteKind::kLambda;
  const auto arguments = body.values(body.instructions[giver]).subspan(is_lambda ? 0 : 1);
  const auto is_another = [&](InstanceId id, ir::ValueId argument) {
    if (is_given_itself(to, maker, giver, ir::without_casts(body, argument))) return true;
    const bool is_new = of.a == to.a && index(ir::without_casts(body, argument)) == of.b;
    if (is_new)
      return !is_kept_elsewhere(maker, argument, giver) &&
             !calls_.flow(maker)->reaches_without(giver, giver, of.b);
    return is_put_once(object) && is_next_each_time(id, giver, argument);
  };
  bool is_given = false;
  for (const InstanceId id : calls_.instances_of(maker)) {
    for (const ir::ValueId argument : arguments) {
      if (!calls_.heap().value(id, argument).contains(object)) continue;
      if (!is_another(id, argument)) return false;
      is_given = true;
    }
  }
  return is_given;
}

// `thread = new Thread(this)` in a constructor, which runs once on each object: no two threads get
// one. What holds it must be of the platform, which puts it nowhere else.
bool RunOwn::is_given_itself(const pointsto::Site& holder, ir::MethodId maker, std::uint32_t giver,
                             ir::ValueId argument) {
  ir::Program& program = calls_.program();
  const ir::Instruction& given = program.body(maker)->at(argument);
  return given.opcode == Opcode::kParameter && given.a == 0 && program.name(maker) == "<init>" &&
         holder.type.is_class() && program.layer(holder.type.class_id()) == ir::Layer::kPlatform &&
         !calls_.flow(maker)->reaches_without(giver, giver, kNowhere);
}

bool RunOwn::is_made_by_code(const pointsto::Site& site) {
  return site.kind == pointsto::SiteKind::kNew || site.kind == pointsto::SiteKind::kLambda;
}

// What makes the lambda, or constructs the object: there its parts are given to it.
std::uint32_t RunOwn::giver_to(const pointsto::Site& holder) {
  const ir::Body* body = calls_.program().body(base::id_at<ir::MethodId>(holder.a));
  if (body == nullptr || holder.b >= body->instructions.size()) return kNowhere;
  return holder.kind == pointsto::SiteKind::kLambda ? holder.b : constructor(*body, holder.b);
}

// The one call of a constructor on what is made there.
std::uint32_t RunOwn::constructor(const ir::Body& body, std::uint32_t made) {
  std::uint32_t found = kNowhere;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const ir::Instruction& invoke = body.instructions[i];
    if (invoke.opcode != Opcode::kInvoke || invoke.invocation() != ir::Invocation::kSpecial ||
        invoke.c == 0 || index(body.values(invoke)[0]) != made)
      continue;
    if (found != kNowhere) return kNowhere;
    found = i;
  }
  return found;
}

// Does anything but that instruction keep the value, other than in a collection?
bool RunOwn::is_kept_elsewhere(ir::MethodId method, ir::ValueId value, std::uint32_t giver) {
  const ir::Body& body = *calls_.program().body(method);
  const ir::ValueId kept = ir::without_casts(body, value);
  const auto is_it = [&](std::uint32_t operand) {
    return operand < body.instructions.size() &&
           ir::without_casts(body, base::id_at<ir::ValueId>(operand)) == kept;
  };
  const auto keeps = [&](std::uint32_t at) {
    const ir::Instruction& user = body.instructions[at];
    switch (user.opcode) {
      case Opcode::kPutField:
      case Opcode::kPutStatic: return is_it(user.c);
      case Opcode::kReturn:
      case Opcode::kThrow: return is_it(user.a);
      case Opcode::kPhi:
      case Opcode::kInvokeDynamic:
        return std::ranges::any_of(body.values(user),
                                   [&](ir::ValueId part) { return is_it(index(part)); });
      case Opcode::kInvoke: break;
      default: return false;
    }
    if (puts(method, user, kept)) return false;
    const auto arguments = body.values(user);
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (is_it(index(arguments[i])) && ownership_.keeps(method, at, i)) return true;
    return false;
  };
  for (std::uint32_t at = 0; at < body.instructions.size(); ++at)
    if (at != giver && keeps(at)) return true;
  return false;
}

bool RunOwn::is_begun_on_elements(OriginId origin) {
  const pointsto::Heap& heap = calls_.heap();
  bool is_any = false;
  for (std::uint32_t o = 0; o < heap.object_count(); ++o) {
    const auto object = base::id_at<ObjectId>(o);
    if (heap.object(object).site != origins_[origin].site) continue;
    if (!is_begun_on_element(origin, object)) return false;
    is_any = true;
  }
  return is_any;
}

bool RunOwn::is_begun_on_element(OriginId origin, ObjectId object) {
  const origins::Origin& of = origins_[origin];
  if (of.kind != origins::Origin::Kind::kTask || of.site != calls_.heap().object(object).site ||
      of.events.size() != 1 || !is_put_once(object))
    return false;
  const auto handed = handed_over(of);
  if (!handed) return false;
  const auto [at, instruction, takes_all] = *handed;
  if (takes_all) return !calls_.in_loop(at, instruction);
  const ir::Body& body = *calls_.program().body(calls_.at(at).method);
  if (body.instructions[instruction].opcode != Opcode::kInvoke) return false;
  const auto arguments = body.values(body.instructions[instruction]);
  return std::ranges::any_of(arguments,
                             [&](ir::ValueId argument) {
                               return calls_.heap().value(at, argument).contains(object);
                             }) &&
         std::ranges::all_of(arguments, [&](ir::ValueId argument) {
           return !calls_.heap().value(at, argument).contains(object) ||
                  is_next_each_time(at, instruction, argument);
         });
}

// Once, for the only start of the origin.
std::optional<RunOwn::HandedOver> RunOwn::handed_over(const origins::Origin& origin) {
  constexpr unsigned kHighest = 6;
  const origins::StartEvent& start = origins_.events()[origin.events[0]];
  HandedOver found{.instance = start.caller, .at = start.instruction};
  for (unsigned up = 0; calls_.is_platform(found.instance); ++up) {
    const auto callers = calls_.calls_to(found.instance);
    if (callers.size() != 1 || up == kHighest) return std::nullopt;
    found.all |=
        found.at != pointsto::kModelInstruction && calls_.in_loop(found.instance, found.at);
    found.instance = callers[0].caller;
    found.at = callers[0].instruction;
  }
  if (!origins_.is_once(found.instance) || found.at == pointsto::kModelInstruction)
    return std::nullopt;
  return found;
}

// Does nobody but the thread that makes them come to what it puts them into?
bool RunOwn::is_collected_in_private(ObjectId object) {
  const pointsto::Site& site = calls_.heap().site(object);
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const ir::Body& body = *calls_.program().body(maker);
  const auto is_private = [&](const ir::Instruction& put) {
    const auto into =
        put.opcode == Opcode::kArrayStore ? static_cast<ir::ValueId>(put.a) : body.values(put)[0];
    bool all = true;
    for (const InstanceId id : calls_.instances_of(maker))
      calls_.heap().value(id, into).for_each(
          [&](ObjectId holder) { all = all && !sharing_.is_shared(holder); });
    return all;
  };
  return std::ranges::all_of(body.instructions, [&](const ir::Instruction& one) {
    return !puts(maker, one, base::id_at<ir::ValueId>(site.b)) || is_private(one);
  });
}

bool RunOwn::is_next_each_time(InstanceId id, std::uint32_t at, ir::ValueId value) {
  const ir::MethodId method = calls_.at(id).method;
  origins::BodyFlow& flow = *calls_.flow(method);
  const ir::ValueId fetched = ir::without_casts(*calls_.program().body(method), value);
  const ir::Symbols& symbols = calls_.program().code(calls_.program().owner(method))->symbols;
  return origins_.is_once(id) && is_next_element(flow, symbols, fetched) &&
         !flow.reaches_without(at, at, index(fetched));
}

// Is it a call of the platform that adds one element, or makes a list of some, or a store into an
// array?
bool RunOwn::puts(ir::MethodId method, const ir::Instruction& user, ir::ValueId made) {
  const ir::Body& body = *calls_.program().body(method);
  if (user.opcode == Opcode::kArrayStore)
    return ir::without_casts(body, static_cast<ir::ValueId>(user.c)) == made;
  if (user.opcode != Opcode::kInvoke) return false;
  const ir::Symbols& symbols = calls_.program().code(calls_.program().owner(method))->symbols;
  const ir::MethodSymbol& called = symbols.method(static_cast<ir::MethodRef>(user.a));
  const auto is_it = [&](ir::ValueId value) { return ir::without_casts(body, value) == made; };
  if (called.name == "of" && user.invocation() == ir::Invocation::kStatic)
    return ir::type_descriptor(symbols, called.owner) == "Ljava/util/List;" &&
           std::ranges::count_if(body.values(user), is_it) == 1;
  return called.name == "add" && user.c >= 2 && is_it(body.values(user).back());
}

bool RunOwn::is_put_once(ObjectId object) {
  const pointsto::Site& site = calls_.heap().site(object);
  if (!is_made_by_code(site)) return false;
  const ir::MethodId maker = base::id_at<ir::MethodId>(site.a);
  const ir::Body* body = calls_.program().body(maker);
  if (body == nullptr) return false;
  const auto made = base::id_at<ir::ValueId>(site.b);
  std::uint32_t put = kNowhere;
  for (std::uint32_t at = 0; at < body->instructions.size(); ++at) {
    if (!puts(maker, body->instructions[at], made)) continue;
    if (put != kNowhere) return false;
    put = at;
  }
  return put != kNowhere && !is_kept_elsewhere(maker, made, put) &&
         std::ranges::all_of(calls_.instances_of(maker), [&](InstanceId id) {
           return ownership_.is_new_each_time(id, put, made);
         });
}

// Is all that holds it the run's own?
bool RunOwn::is_held_by_run(OriginId origin, ObjectId object) {
  if (holders_.empty()) find_holders();
  const std::vector<ObjectId>& holders = holders_[index(object)];
  return std::ranges::all_of(
      holders, [&](ObjectId holder) { return !base::is_none(holder) && is_own(origin, holder); });
}

// By object, those with a field or element that may hold it; none among them: a static field, or
// something that holds many.
void RunOwn::find_holders() {
  constexpr std::size_t kMany = 64;
  const pointsto::State& state = calls_.heap().state();
  holders_.resize(calls_.heap().object_count());
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> captures;  // by site of a lambda
  for (const pointsto::Instance& instance : state.instances)
    for (const pointsto::LambdaSite& lambda : instance.shape->lambdas)
      captures[index(lambda.site)] = static_cast<std::uint32_t>(lambda.captures.size());
  // Many fields share the sets of very many objects: these are looked at once.
  boost::unordered_flat_set<const void*> met;
  const auto hold = [&](ObjectId holder, pointsto::NodeId node) {
    const pointsto::ObjectSet& held = state.graph.points(state.graph.find(node));
    const ObjectId by = held.size() > kMany ? base::kNone<ObjectId> : holder;
    if (base::is_none(by) && held.identity() != nullptr && !met.insert(held.identity()).second)
      return;
    held.for_each([&](ObjectId object) {
      std::vector<ObjectId>& holders = holders_[index(object)];
      if (holders.empty() || (holders.back() != by && !base::is_none(holders[0])))
        holders.push_back(by);
      if (base::is_none(by)) holders.assign(1, by);
    });
  };
  for (const pointsto::NodeId node : state.statics)
    if (!base::is_none(node)) hold(base::kNone<ObjectId>, node);
  for (const auto& [key, node] : state.phantom_fields) hold(base::kNone<ObjectId>, node);
  for (std::uint32_t o = 0; o < state.objects.size(); ++o) {
    const pointsto::Object& object = state.objects[o];
    if (base::is_none(object.fields)) continue;
    const auto captured = captures.find(index(object.site));
    const std::uint32_t slots =
        captured != captures.end() ? captured->second : state.types.known_slots(object.type);
    for (std::uint32_t i = 0; i < slots; ++i)
      hold(base::id_at<ObjectId>(o), base::id_at<pointsto::NodeId>(index(object.fields) + i));
  }
}

}  // namespace heddle::races
