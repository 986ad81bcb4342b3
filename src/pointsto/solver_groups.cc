// Calls on many receivers. A call like `o.hashCode()` has thousands of receivers at thousands of
// places, and finds hundreds of callees at each. What a type of receiver runs is found once for all
// such calls; a receiver that another of them handed to its callee is there already; and callees
// that many calls have in common are connected with each call through a junction (call_groups.h).
//
// Callees are numbered as the group finds them, and stand in rows of 32. A call that has met all of
// a row, at least 16 of it just now, joins the row's junction; where it met fewer it is connected
// with each. What comes together first will come together again, so most rows are met as a whole.
// A row is closed when its junction is made, full or not: the last row of most groups never fills.
// An edge may so be there twice, directly and through the junction, which changes nothing.
//
// A call may begin with few receivers, one by one; those edges are in the set of all that are
// known. Once it is in its group it stays there, and its edges are known by a word for each row.
#include <bit>
#include <boost/container/small_vector.hpp>

#include "base/id.h"
#include "pointsto/solver.h"

namespace heddle::pointsto {

using base::index;

// A call that has made edges in a group stays there: they are known to the group alone.
std::optional<std::uint32_t> Solver::group_of(InstanceId id, std::uint32_t ordinal,
                                              const ObjectSet& receivers) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  if (site.starts) return std::nullopt;
  if (!are_many(receivers) && !groups_.is_member(state_.instances[index(id)].first_call + ordinal))
    return std::nullopt;
  const std::optional<std::uint32_t> likeness =
      state_.chooser.likeness(caller(id, site.instruction));
  if (!likeness) return std::nullopt;
  return groups_.number_of(site.method, *likeness);
}

void Solver::call_in_group(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers,
                           std::uint32_t group) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  if (!are_many(receivers)) {
    call_on_few(id, ordinal, receivers, group);
    return;
  }
  if (state_.instances[index(id)].context == kEmptyContext)
    steps_without_contexts_ += receivers.size();
  const CallGroup::Meeting& found = meeting(id, site, receivers, group);
  call_apart(id, ordinal, group, found.apart);
  for (std::uint32_t row = 0; row < found.met.size(); ++row) {
    if (found.met[row] != 0) reach(id, ordinal, group, row, found.met[row]);
  }
}

// The same receivers often come again: many variables have the same set and hand it on.
const CallGroup::Meeting& Solver::meeting(InstanceId id, const CallSite& site,
                                          const ObjectSet& receivers, std::uint32_t group) {
  CallGroup& of = groups_[group];
  if (receivers.identity() != nullptr) {
    for (const CallGroup::Meeting& known : of.meetings) {
      if (known.receivers.identity() == receivers.identity()) return known;
    }
  }
  CallGroup::Meeting& fresh = of.meetings[of.next_meeting];
  meet(id, site, group, receivers, fresh);
  hand_over_all(id, site, group, receivers);
  graph_.release(fresh.receivers);
  if (receivers.identity() == nullptr) return fresh;
  fresh.receivers.share(receivers, graph_.pool());
  of.next_meeting = (of.next_meeting + 1) % CallGroup::kMeetings;
  return fresh;
}

void Solver::call_on_few(InstanceId id, std::uint32_t ordinal, const ObjectSet& receivers,
                         std::uint32_t group) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  boost::container::small_vector<ObjectId, 32> all;
  receivers.for_each([&](ObjectId receiver) {
    all.push_back(receiver);
    const Object& object = state_.objects[index(receiver)];
    if (object.kind == SiteKind::kLambda || object.kind == SiteKind::kProxy) return;
    const CallTarget& target = groups_[group].targets[target_of(id, site, group, object.type)];
    if (target.kind != CallTarget::Kind::kPlain) return;
    hand_over(target.callee, receiver);
    reach(id, ordinal, group, groups_.row_of(target.ordinal), groups_.bit_of(target.ordinal));
  });
  call_apart(id, ordinal, group, all);
}

// Notes in the group which plain callees these receivers have, and which of them have something
// that is not the same for every call like it.
void Solver::meet(InstanceId id, const CallSite& site, std::uint32_t group,
                  const ObjectSet& receivers, CallGroup::Meeting& meeting) {
  std::vector<std::uint32_t>& met = meeting.met;
  met.assign(groups_[group].rows.size(), 0);
  std::vector<ObjectId>& apart = meeting.apart;
  apart.clear();
  const FilterId owner = state_.types.filter(ir::Type(program_.owner(site.method)));
  receivers.for_each_in(state_.types.mask(owner), [&](ObjectId receiver) {
    const Object& object = state_.objects[index(receiver)];
    if (object.kind == SiteKind::kLambda || object.kind == SiteKind::kProxy) {
      apart.push_back(receiver);
      return;
    }
    const CallTarget& target = groups_[group].targets[target_of(id, site, group, object.type)];
    if (target.kind == CallTarget::Kind::kNothing) return;
    if (target.kind != CallTarget::Kind::kPlain || target.gives_receiver_back)
      apart.push_back(receiver);
    if (target.kind != CallTarget::Kind::kPlain) return;
    const std::uint32_t row = groups_.row_of(target.ordinal);
    if (row >= met.size()) met.resize(row + 1);
    met[row] |= groups_.bit_of(target.ordinal);
  });
}

// Does what is left to do for receivers whose plain callees are known: what such a callee gives
// back, and all other calls.
void Solver::call_apart(InstanceId id, std::uint32_t ordinal, std::uint32_t group,
                        std::span<const ObjectId> receivers) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  const NodeId result = result_of(id, site);
  modelled_.assign(groups_[group].targets.size(), base::kNone<InstanceId>);
  for (const ObjectId receiver : receivers) {
    const Object& object = state_.objects[index(receiver)];
    if (object.kind == SiteKind::kLambda || object.kind == SiteKind::kProxy) {
      call_classless(request(id, ordinal, receiver), receiver);
      continue;
    }
    const std::uint32_t place = target_of(id, site, group, object.type);
    const CallTarget& target = groups_[group].targets[place];
    if (target.kind == CallTarget::Kind::kNothing) continue;
    if (target.kind == CallTarget::Kind::kPlain) {
      give_back(target.callee, receiver, result);
    } else if (target.kind == CallTarget::Kind::kOfReceiver) {
      call_object(id, ordinal, receiver, target.method);
    } else {
      InstanceId& to = modelled_[place];
      if (base::is_none(to)) to = connect_modelled(id, ordinal, target.method);
      hand_over(to, receiver);
      give_back(to, receiver, result);
    }
  }
}

// To the plain callees, what no such call has handed over.
void Solver::hand_over_all(InstanceId id, const CallSite& site, std::uint32_t group,
                           const ObjectSet& receivers) {
  ObjectSet fresh;
  groups_[group].handed_over.unite(receivers, nullptr, fresh, graph_.pool());
  fresh.for_each([&](ObjectId receiver) {
    const Object& object = state_.objects[index(receiver)];
    if (object.kind == SiteKind::kLambda || object.kind == SiteKind::kProxy) return;
    const CallTarget& target = groups_[group].targets[target_of(id, site, group, object.type)];
    if (target.kind == CallTarget::Kind::kPlain) hand_over(target.callee, receiver);
  });
  graph_.release(fresh);
}

std::uint32_t Solver::target_of(InstanceId id, const CallSite& site, std::uint32_t group,
                                TypeIndex type) {
  if (const std::uint32_t known = groups_.find(group, type); known != CallGroups::kUnknown)
    return known;
  const ir::MethodId method = dispatch(site.method, site.invocation, type);
  std::uint32_t place = groups_.find(group, method);
  if (place == CallGroups::kUnknown) place = groups_.add(group, find_target(id, site, method));
  groups_.learn(group, type, place);
  return place;
}

CallTarget Solver::find_target(InstanceId id, const CallSite& site, ir::MethodId method) {
  CallTarget target{.kind = CallTarget::Kind::kNothing, .method = method};
  if (base::is_none(method)) return target;
  if (state_.world.model(method) != nullptr) {
    target.kind = CallTarget::Kind::kOfCall;
  } else if (state_.chooser.receiver_matters(caller(id, site.instruction), method)) {
    target.kind = CallTarget::Kind::kOfReceiver;
  } else {
    target.kind = CallTarget::Kind::kPlain;
    target.callee = callee(id, site.instruction, method, nullptr);
    const std::uint32_t given_back = state_.instances[index(target.callee)].shape->given_back;
    target.gives_receiver_back = given_back == 0;
    target.gives_argument_back = given_back != kNoVariable;
  }
  return target;
}

InstanceId Solver::connect_modelled(InstanceId id, std::uint32_t ordinal, ir::MethodId method) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  const InstanceId to = callee(id, site.instruction, method, nullptr);
  if (note_edge(id, state_.instances[index(id)].first_call + ordinal, site.instruction, to, false))
    connect(id, site, to);
  return to;
}

void Solver::reach(InstanceId id, std::uint32_t ordinal, std::uint32_t group, std::uint32_t row,
                   std::uint32_t callees) {
  const CallSite& site = state_.instances[index(id)].shape->calls[ordinal];
  const std::uint32_t number = state_.instances[index(id)].first_call + ordinal;
  std::uint32_t& reached = groups_.reached(number, row);
  std::uint32_t fresh = 0;
  groups_.for_each(group, row, callees & ~reached, [&](InstanceId to, std::uint32_t bit) {
    if (is_known(number, to)) return;  // from before the call was in the group
    state_.call_edges.push_back(
        {.caller = id, .instruction = site.instruction, .callee = to, .starts = false});
    fresh |= bit;
  });
  reached |= callees;
  if (is_worth_joining(site, group, row, reached, fresh)) {
    join(id, site, group, row);
    fresh &= ~groups_[group].rows[row].through;
  }
  groups_.for_each(group, row, fresh, [&](InstanceId to, std::uint32_t) { connect(id, site, to); });
}

bool Solver::is_worth_joining(const CallSite& site, std::uint32_t group, std::uint32_t row,
                              std::uint32_t reached, std::uint32_t fresh) {
  const CallGroup& of = groups_[group];
  const std::uint32_t through = of.rows[row].through;
  return state_.techniques.share_calls && (through & ~reached) == 0 &&
         static_cast<unsigned>(std::popcount(fresh & through)) * 2 >= groups_.row_size() &&
         (of.arguments == 0 || site.arguments.size() <= of.arguments);
}

// The nodes of a junction: the arguments', the receiver's unused, then result and what is thrown.
void Solver::join(InstanceId id, const CallSite& site, std::uint32_t group, std::uint32_t row) {
  if (base::is_none(groups_[group].rows[row].junction)) make_junction(site, group, row);
  const Instance& from = state_.instances[index(id)];
  const std::uint32_t first = index(groups_[group].rows[row].junction);
  const std::uint32_t result = first + groups_[group].arguments;
  for (std::uint32_t i = 1; i < site.arguments.size(); ++i) {
    if (site.arguments[i] != kNoVariable)
      graph_.add_edge(from.node(site.arguments[i]), base::id_at<NodeId>(first + i));
  }
  if (site.result != kNoVariable)
    graph_.add_edge(base::id_at<NodeId>(result), from.node(site.result));
  if (site.thrown != kNoVariable)
    graph_.add_edge(base::id_at<NodeId>(result + 1), from.node(site.thrown));
}

void Solver::make_junction(const CallSite& site, std::uint32_t group, std::uint32_t row) {
  CallGroup& of = groups_[group];
  if (row + 1 == of.rows.size()) groups_.close_last_row(group);
  if (of.arguments == 0) of.arguments = static_cast<std::uint32_t>(site.arguments.size());
  const NodeId first = graph_.add_nodes(of.arguments + 2);
  owners_.resize(graph_.size(), kNobody);
  of.rows[row].junction = first;
  ++state_.junctions;
  std::vector<NodeId> nodes(of.arguments, base::kNone<NodeId>);
  for (std::uint32_t i = 1; i < of.arguments; ++i) nodes[i] = base::id_at<NodeId>(index(first) + i);
  const NodeId result = base::id_at<NodeId>(index(first) + of.arguments);
  const NodeId thrown = base::id_at<NodeId>(index(result) + 1);
  groups_.for_each(group, row, of.rows[row].through,
                   [&](InstanceId to, std::uint32_t) { connect(to, nodes, result, thrown); });
}

}  // namespace heddle::pointsto
