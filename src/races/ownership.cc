#include "races/ownership.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "races/ownership_of_method.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using origins::Call;
using pointsto::InstanceId;

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
// More may be anything.
constexpr std::size_t kMostTargets = 6;

}  // namespace

Ownership::Ownership(origins::CallGraph& calls, origins::Facts& facts, const locks::Fields& fields,
                     const model::Models& models)
    : calls_(calls), facts_(facts), fields_(fields), models_(models) {
  owned_.assign(calls.size(), 0);
  for (const ir::MethodId id : calls.heap().reachable_methods()) {
    if (calls.program().layer(calls.program().owner(id)) != ir::Layer::kPlatform &&
        calls.program().body(id) != nullptr && !calls.instances_of(id).empty())
      method(id);
  }
  is_settled_ = true;
  give_through_calls();
  std::ranges::stable_sort(given_, {}, &Handed::method);
  find_given_twice();
  put_first_values();
  find_not_confined();
  spread();
  if (not_confined_.empty()) return;
  // What callers own is known now, and lets fewer count as shared.
  find_not_confined();
  spread();
}

// `pool.giveBack(buffer)` hands over what it hands on to a queue.
void Ownership::give_through_calls() {
  std::set<std::array<std::uint32_t, 3>> known;
  for (const Handed& give : given_)
    known.insert({index(give.method), give.instruction, index(give.value)});
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const Handed give = given_[i];
    if (give.value == ir::kNoValue) continue;
    const ir::Body& body = *calls_.program().body(give.method);
    const ir::Instruction& given = body.at(ir::without_casts(body, give.value));
    if (given.opcode != Opcode::kParameter) continue;
    for (const InstanceId id : calls_.instances_of(give.method)) {
      for (const Call& call : calls_.calls_to(id)) {
        const auto arguments = calls_.arguments(call);
        if (calls_.is_platform(call.caller) || given.a >= arguments.size()) continue;
        const Handed by{calls_.at(call.caller).method, call.instruction, arguments[given.a]};
        if (known.insert({index(by.method), by.instruction, index(by.value)}).second)
          given_.push_back(by);
      }
    }
  }
}

// What one call hands over and another, or the same in the next round, hands over once more: a
// message for all queues. Its takers are several.
void Ownership::find_given_twice() {
  const auto value_of = [&](const Handed& give) {
    return ir::without_casts(*calls_.program().body(give.method), give.value);
  };
  for (const Handed& give : given_) {
    if (give.value == ir::kNoValue) continue;
    const bool is_again = std::ranges::any_of(given_, [&](const Handed& other) {
      return other.method == give.method && other.value != ir::kNoValue &&
             value_of(other) == value_of(give) &&
             method(give.method)
                 .comes_without(give.instruction, other.instruction, index(value_of(give)));
    });
    if (!is_again) continue;
    for (const InstanceId id : calls_.instances_of(give.method))
      calls_.heap().value(id, give.value).for_each([&](pointsto::ObjectId object) {
        given_twice_.insert(index(object));
      });
  }
}

// What a thread's own place holds at first: the results of methods that override the one that makes
// it, or are called by the platform's that does.
void Ownership::put_first_values() {
  const auto makes = [&](ir::MethodId id) {
    return std::ranges::any_of(facts_.order(id), [](const model::OrderFact* fact) {
      return fact->kind == model::OrderFact::Kind::kConfine &&
             fact->on.root == model::Path::Root::kResult;
    });
  };
  const auto is_put = [&](ir::MethodId id) {
    if (makes(id)) return true;
    return std::ranges::any_of(calls_.instances_of(id), [&](InstanceId instance) {
      return std::ranges::any_of(calls_.calls_to(instance), [&](const Call& call) {
        return calls_.is_platform(call.caller) && makes(calls_.at(call.caller).method);
      });
    });
  };
  for (const ir::MethodId id : calls_.heap().reachable_methods()) {
    if (calls_.program().layer(calls_.program().owner(id)) == ir::Layer::kPlatform) continue;
    const ir::Body* const body = calls_.program().body(id);
    if (body == nullptr || calls_.instances_of(id).empty() || !is_put(id)) continue;
    for (std::uint32_t at = 0; at < body->instructions.size(); ++at) {
      const ir::Instruction& instruction = body->instructions[at];
      if (instruction.opcode == Opcode::kReturn)
        put_in_own_.push_back({id, at, static_cast<ir::ValueId>(instruction.a)});
    }
  }
}

// What is put into a place of the thread's own, and was not the thread's own before.
void Ownership::find_not_confined() {
  std::set<std::uint32_t> found;
  // Methods that are met on the way add to the list.
  for (std::size_t i = 0; i < put_in_own_.size(); ++i) {
    const Handed put = put_in_own_[i];
    if (put.value == ir::kNoValue) continue;
    for (const InstanceId id : calls_.instances_of(put.method)) {
      if (at(id, put.instruction, put.value) == Owned::kFresh) continue;
      calls_.heap().value(id, put.value).for_each([&](pointsto::ObjectId object) {
        found.insert(index(object));
      });
    }
  }
  not_confined_ = std::move(found);
}

bool Ownership::is_confined(InstanceId id, ir::ValueId value) const {
  bool is_own = true;
  calls_.heap().value(id, value).for_each([&](pointsto::ObjectId object) {
    is_own = is_own && !not_confined_.contains(index(object));
  });
  return is_own;
}

Ownership::~Ownership() = default;

Ownership::Method& Ownership::method(ir::MethodId id) {
  const auto known = methods_.find(index(id));
  if (known != methods_.end()) return *known->second;
  auto made = std::make_unique<Method>(*this, id, *calls_.program().body(id));
  made->analyse();
  return *(methods_[index(id)] = std::move(made));
}

const Ownership::Summary& Ownership::summary(ir::MethodId id) {
  const auto known = summaries_.find(index(id));
  if (known == summaries_.end()) {
    summarise(id);
    return *summaries_.at(index(id));
  }
  has_met_open_ = has_met_open_ || is_open_[index(id)] != 0;
  return *known->second;
}

// Callees first, without recursion: chains of calls are thousands of methods long. What is still
// being worked out lets nothing out at first; who met such a one is looked at again.
void Ownership::summarise(ir::MethodId root) {
  struct Frame {
    ir::MethodId method{};
    std::vector<ir::MethodId> callees;
    std::size_t next = 0;
  };
  std::vector<Frame> frames;
  std::vector<ir::MethodId> again;
  const auto enter = [&](ir::MethodId id) {
    summaries_[index(id)] = std::make_unique<Summary>();
    is_open_[index(id)] = 1;
    frames.push_back({.method = id, .callees = callees(id), .next = 0});
  };
  enter(root);
  while (!frames.empty()) {
    Frame& frame = frames.back();
    if (frame.next < frame.callees.size()) {
      const ir::MethodId callee = frame.callees[frame.next++];
      if (!summaries_.contains(index(callee))) enter(callee);
      continue;
    }
    const ir::MethodId done = frame.method;
    frames.pop_back();
    has_met_open_ = false;
    *summaries_.at(index(done)) = find_summary(done);
    if (has_met_open_) again.push_back(done);
    is_open_[index(done)] = 0;
  }
  settle(std::move(again));
}

// Until nothing lets out more than is known.
void Ownership::settle(std::vector<ir::MethodId> open) {
  std::set<std::uint32_t> waiting;
  for (const ir::MethodId id : open) waiting.insert(index(id));
  while (!open.empty()) {
    const ir::MethodId id = open.back();
    open.pop_back();
    waiting.erase(index(id));
    Summary& known = *summaries_.at(index(id));
    Summary found = find_summary(id);
    found.merge(known);
    if (found.says_as_much_as(known)) continue;
    known = std::move(found);
    for (const InstanceId instance : calls_.instances_of(id)) {
      for (const Call& call : calls_.calls_to(instance)) {
        const ir::MethodId caller = calls_.at(call.caller).method;
        if (summaries_.contains(index(caller)) && waiting.insert(index(caller)).second)
          open.push_back(caller);
      }
    }
  }
}

const model::Method* Ownership::model(ir::MethodId id) const {
  const ir::Program& program = calls_.program();
  return models_.method(program.name(program.owner(id)), program.name(id), program.descriptor(id));
}

// Those whose summaries its own is made of.
std::vector<ir::MethodId> Ownership::callees(ir::MethodId id) {
  std::vector<ir::MethodId> found;
  const ir::Body* body = calls_.program().body(id);
  const model::Method* said = model(id);
  if (body == nullptr || (said != nullptr && said->replaces)) return found;
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    if (body->instructions[i].opcode != Opcode::kInvoke) continue;
    const std::vector<ir::MethodId> at = targets(id, i);
    if (at.size() <= kMostTargets) found.insert(found.end(), at.begin(), at.end());
  }
  return found;
}

Ownership::Summary Ownership::find_summary(ir::MethodId id) {
  Summary found;
  ir::Program& program = calls_.program();
  const model::Method* said = model(id);
  if (program.body(id) != nullptr && (said == nullptr || !said->replaces)) {
    Method own(*this, id, *program.body(id));
    own.analyse();
    found = own.summarise();
  }
  if (said == nullptr) return found;
  const Summary more = model_summary(*said, 64);
  found.leaks |= more.leaks;
  found.returned |= more.returned;
  found.kept.insert(found.kept.end(), more.kept.begin(), more.kept.end());
  return found;
}

void Ownership::Summary::merge(const Summary& other) {
  leaks |= other.leaks;
  returned |= other.returned;
  returns_local = returns_local && other.returns_local;
  for (const Kept& one : other.kept)
    if (std::ranges::find(kept, one) == kept.end()) kept.push_back(one);
}

bool Ownership::Summary::says_as_much_as(const Summary& other) const {
  return leaks == other.leaks && returned == other.returned &&
         returns_local == other.returns_local && std::ranges::all_of(kept, [&](const Kept& one) {
           return std::ranges::find(other.kept, one) != other.kept.end();
         });
}

Ownership::Summary Ownership::model_summary(const model::Method& model,
                                            std::uint32_t parameters) const {
  Summary made;
  const bool quiet = model.operation == model::Operation::kNone ||
                     model.operation == model::Operation::kClassOf ||
                     model.operation == model::Operation::kClone ||
                     model.operation == model::Operation::kCurrentThread;
  if (!model.starts.empty() || !model.calls.empty() || !quiet) {
    made.leaks = kAll;
    return made;
  }
  // Arguments of a static method count from 0, those of others from 1; both may be meant.
  const auto positions = [&](const model::Path& path) {
    std::vector<std::uint32_t> at;
    if (path.root == model::Path::Root::kReceiver) at.push_back(0);
    if (path.root == model::Path::Root::kArgument && path.argument + 1 < parameters) {
      at.push_back(path.argument);
      at.push_back(path.argument + 1);
    }
    return at;
  };
  for (const model::Move& move : model.moves) {
    for (const std::uint32_t from : positions(move.from)) {
      if (move.to.root == model::Path::Root::kStatic) made.leaks |= parameter_bit(from);
      if (move.to.root == model::Path::Root::kResult) made.returned |= parameter_bit(from);
      for (const std::uint32_t to : positions(move.to))
        if (from != to) made.kept.push_back({.what = from, .in = to});
    }
  }
  return made;
}

// What all instances of the method call there; more than kMostTargets if it is more.
std::vector<ir::MethodId> Ownership::targets(ir::MethodId id, std::uint32_t instruction) const {
  std::vector<ir::MethodId> found;
  for (const InstanceId instance : calls_.instances_of(id)) {
    for (const Call& call : calls_.calls_at(instance, instruction)) {
      if (call.initializes) continue;
      const ir::MethodId target = calls_.at(call.callee).method;
      if (std::ranges::find(found, target) != found.end()) continue;
      found.push_back(target);
      if (found.size() > kMostTargets) return found;
    }
  }
  return found;
}

Ownership::Summary Ownership::call_summary(ir::MethodId id, const ir::Body& body,
                                           std::uint32_t instruction) {
  ir::Program& program = calls_.program();
  const ir::MethodSymbol& symbol =
      program.code(program.owner(id))
          ->symbols.method(static_cast<ir::MethodRef>(body.instructions[instruction].a));
  const ir::Instruction& invoke = body.instructions[instruction];
  const bool is_interface = invoke.invocation() == ir::Invocation::kInterface;
  const ir::MethodId named = facts_.resolved(program.owner(id), invoke);
  const std::vector<ir::MethodId> called = targets(id, instruction);
  Summary all;
  all.returns_local = !called.empty();
  if (called.size() > kMostTargets) {
    all.leaks = kAll;
    all.returns_local = false;
    return all;
  }
  for (const ir::MethodId target : called) {
    // Not the method that is named: a lambda runs it, on what it captured.
    const bool is_other =
        base::is_none(named) ||
        !program.is_subtype(ir::Type(program.owner(target)), ir::Type(program.owner(named)));
    if (program.name(target) != symbol.name || (is_interface && is_other)) {
      all.leaks = kAll;
      all.returns_local = false;
      continue;
    }
    const Summary one = summary(target);
    all.leaks |= one.leaks;
    all.returned |= one.returned;
    all.returns_local &= one.returns_local;
    all.kept.insert(all.kept.end(), one.kept.begin(), one.kept.end());
  }
  return all;
}

std::uint64_t Ownership::owned_parameters(InstanceId id) const { return owned_[index(id)]; }

// From what starts by itself on: a parameter is owned if every caller owns what it gives.
// A constructor that is called by another name (`Room::new`, reflection) runs on what was made for
// it.
std::uint64_t Ownership::made_for(const Call& call) const {
  const bool constructs = calls_.program().name(calls_.at(call.callee).method) == "<init>";
  return constructs ? parameter_bit(0) : 0;
}

void Ownership::spread() {
  owned_.assign(calls_.size(), kAll);
  std::vector<std::uint8_t> seen(calls_.size());
  std::vector<InstanceId> open;
  const auto meet = [&](InstanceId at, std::uint64_t owned) {
    const std::uint64_t both = owned_[index(at)] & owned;
    if (seen[index(at)] != 0 && both == owned_[index(at)]) return;
    seen[index(at)] = 1;
    owned_[index(at)] = both;
    open.push_back(at);
  };
  for (const InstanceId root : calls_.roots()) meet(root, 0);
  for (const Call& start : calls_.starts()) meet(start.callee, 0);
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const InstanceId id = base::id_at<InstanceId>(i);
    if (calls_.is_platform(id)) {
      owned_[i] = 0;
      for (const Call& call : calls_.calls_from(id))
        if (!calls_.is_platform(call.callee)) meet(call.callee, made_for(call));
    } else if (calls_.is_class_initializer(id)) {
      meet(id, 0);
    }
  }
  while (!open.empty()) {
    const InstanceId from = open.back();
    open.pop_back();
    std::uint32_t known = pointsto::kModelInstruction;
    std::uint64_t given = 0;
    for (const Call& call : calls_.calls_from(from)) {
      if (call.initializes || calls_.is_platform(call.callee)) continue;
      const auto arguments = calls_.arguments(call);
      // Whatever is called there is given the same.
      if (!arguments.empty() && call.instruction != known) {
        known = call.instruction;
        given = owned_among(from, known, arguments);
      }
      meet(call.callee, arguments.empty() ? made_for(call) : given);
    }
  }
}

std::uint64_t Ownership::owned_among(InstanceId id, std::uint32_t instruction,
                                     std::span<const ir::ValueId> arguments) {
  std::uint64_t owned = 0;
  for (std::size_t i = 0; i < arguments.size() && i < 64; ++i)
    if (at(id, instruction, arguments[i]) == Owned::kFresh) owned |= parameter_bit(i);
  return owned;
}

Owned Ownership::at(InstanceId id, std::uint32_t instruction, ir::ValueId value) {
  const ir::MethodId of = calls_.at(id).method;
  if (calls_.program().body(of) == nullptr) return Owned::kNo;
  Method& analysed = method(of);
  if (analysed.is_owned(index(value), instruction, owned_parameters(id)) ||
      (analysed.is_confined(index(value)) && is_confined(id, value)))
    return Owned::kFresh;
  const bool is_its_own = analysed.is_taken(index(value)) && !was_given(id, instruction, value);
  return is_its_own ? Owned::kTaken : Owned::kNo;
}

bool Ownership::is_taken(InstanceId id, ir::ValueId value) {
  const ir::MethodId of = calls_.at(id).method;
  return !calls_.is_platform(id) && method(of).is_taken(index(value));
}

bool Ownership::was_given(InstanceId id, std::uint32_t at, ir::ValueId value) {
  const ir::MethodId of = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(of);
  const ir::ValueId used = ir::without_casts(body, value);
  const auto [first, last] = std::ranges::equal_range(given_, of, {}, &Handed::method);
  return std::any_of(first, last, [&](const Handed& give) {
    return give.value != ir::kNoValue && ir::without_casts(body, give.value) == used &&
           method(of).comes_without(give.instruction, at, index(used));
  });
}

bool Ownership::keeps(ir::MethodId method, std::uint32_t invoke, std::size_t argument) {
  const Summary summary = call_summary(method, *calls_.program().body(method), invoke);
  return argument >= 64 || (summary.leaks & parameter_bit(argument)) != 0 ||
         std::ranges::find(summary.kept, argument, &Summary::Kept::what) != summary.kept.end();
}

bool Ownership::is_new_each_time(InstanceId id, std::uint32_t instruction, ir::ValueId made) {
  if (at(id, instruction, made) != Owned::kFresh) return false;
  return !method(calls_.at(id).method).comes_without(instruction, instruction, index(made));
}

}  // namespace heddle::races
