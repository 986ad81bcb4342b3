#include "races/ownership.h"

#include <algorithm>
#include <utility>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using origins::Call;
using pointsto::InstanceId;

namespace {

constexpr std::uint32_t kNobody = 0xFFFF'FFFF;
constexpr std::uint64_t kAll = ~std::uint64_t{0};
// What gets out or is kept somewhere, in one method.
constexpr std::size_t kMostNotes = 512;
// More may be anything.
constexpr std::size_t kMostTargets = 6;

std::uint64_t bit(std::size_t position) { return position < 64 ? std::uint64_t{1} << position : 0; }

}  // namespace

// One body: which values are local, what holds what, and where things get out.
class Ownership::Method {
 public:
  Method(Ownership& all, ir::MethodId id, const ir::Body& body)
      : all_(all), id_(id), body_(body), flow_(*all.calls_.flow(id)) {}

  void analyse() {
    const std::size_t count = body_.instructions.size();
    local_.assign(count, 0);
    parent_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) parent_[i] = i;
    find_calls();
    find_local();
    join_aliases();
    for (std::uint32_t i = 0; i < count; ++i) note(i);
    // Initialisers of large tables: nothing is known to be owned, rather than known slowly.
    if (events_.size() + kept_.size() > kMostNotes) local_.assign(count, 0);
  }

  Summary summarise() {
    Summary made;
    bool returns_local = true, returns = false;
    const std::uint32_t parameters = std::min(body_.parameter_count(), 64U);
    for (std::uint32_t p = 0; p < parameters; ++p) {
      const std::uint32_t group = find(parameter_value(p));
      if (group == kNobody) continue;
      if (is_let_out(group)) made.leaks |= bit(p);
      for (const Kept& kept : kept_) {
        if (kept.what != group) continue;
        for (std::uint32_t q = 0; q < parameters; ++q)
          if (parameter_value(q) != kNobody && find(parameter_value(q)) == kept.in)
            made.kept.push_back({.what = p, .in = q});
      }
    }
    for (const ir::Instruction& instruction : body_.instructions) {
      if (instruction.opcode != Opcode::kReturn || instruction.a == index(ir::kNoValue)) continue;
      returns = true;
      if (local_[instruction.a] == 0 || is_let_out(find(instruction.a))) {
        returns_local = false;
        continue;
      }
      for (std::uint32_t p = 0; p < parameters; ++p)
        if (parameter_value(p) != kNobody && holds(find(instruction.a), find(parameter_value(p))))
          made.returned |= bit(p);
    }
    made.returns_local = returns && returns_local;
    return made;
  }

  // Given the parameters that the caller owns.
  [[nodiscard]] bool is_owned(std::uint32_t value, std::uint32_t at, std::uint64_t owned) {
    if (local_[value] == 0) return false;
    std::vector<std::uint32_t> visited;
    return !has_escaped(find(value), maker(value), at, owned, visited);
  }
  [[nodiscard]] bool is_taken(std::uint32_t value) const {
    value = uncast(value);
    return std::ranges::find(taken_, value) != taken_.end();
  }
  // Of this thread alone, by what the models say.
  [[nodiscard]] bool is_confined(std::uint32_t value) const {
    value = uncast(value);
    return std::ranges::find(confined_, value) != confined_.end();
  }
  [[nodiscard]] bool comes_without(std::uint32_t from, std::uint32_t to, std::uint32_t made) const {
    return reaches(from, to, made);
  }

 private:
  struct Kept {
    std::uint32_t what = 0, in = 0;  // groups
    std::uint32_t at = 0;
  };
  struct Event {
    std::uint32_t group = 0, at = 0;
  };

  [[nodiscard]] bool is_reference(std::uint32_t value) const {
    const ir::TypeRef type = body_.types[value];
    return type.is_array() || (type.exists() && type.base() >= ir::kNullType.base());
  }
  [[nodiscard]] std::uint32_t find(std::uint32_t value) const {
    if (value == kNobody) return kNobody;
    while (parent_[value] != value) value = parent_[value];
    return value;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t x = find(a), y = find(b);
    parent_[std::max(x, y)] = std::min(x, y);
  }
  [[nodiscard]] std::uint32_t parameter_value(std::uint32_t position) const {
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
      const ir::Instruction& instruction = body_.instructions[i];
      if (instruction.opcode != Opcode::kParameter) break;
      if (instruction.a == position) return is_reference(i) ? i : kNobody;
    }
    return kNobody;
  }
  [[nodiscard]] std::uint32_t uncast(std::uint32_t value) const {
    return index(ir::without_casts(body_, base::id_at<ir::ValueId>(value)));
  }
  // The instruction that makes this very value new, none for what is mixed.
  [[nodiscard]] std::uint32_t maker(std::uint32_t value) const {
    value = uncast(value);
    const Opcode opcode = body_.instructions[value].opcode;
    const bool makes = opcode == Opcode::kNew || opcode == Opcode::kNewArray ||
                       opcode == Opcode::kNewMultiArray || opcode == Opcode::kInvokeDynamic ||
                       (opcode == Opcode::kInvoke && calls_.at(value).returned == 0);
    return makes ? value : kNobody;
  }

  void find_calls() {
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
      const ir::Instruction& instruction = body_.instructions[i];
      if (instruction.opcode != Opcode::kInvoke) continue;
      calls_.emplace(i, all_.call_summary(id_, body_, i));
      const ir::MethodId called =
          all_.facts_.resolved(all_.calls_.program().owner(id_), instruction);
      if (base::is_none(called)) continue;
      for (const model::OrderFact* fact : all_.facts_.order(called)) {
        if (fact->kind == model::OrderFact::Kind::kTake) taken_.push_back(i);
        if (fact->kind == model::OrderFact::Kind::kGive && !all_.is_settled_)
          all_.given_.push_back({id_, i, all_.facts_.operand(body_, instruction, fact->on)});
        if (fact->kind != model::OrderFact::Kind::kConfine) continue;
        if (fact->on.root == model::Path::Root::kResult) {
          confined_.push_back(i);
        } else {
          all_.put_in_own_.push_back({id_, i, all_.facts_.operand(body_, instruction, fact->on)});
        }
      }
    }
  }

  [[nodiscard]] bool is_exclusive_load(const ir::Instruction& load) const {
    const auto field = all_.calls_.program().resolve_field(
        all_.calls_.program().owner(id_), static_cast<ir::FieldRef>(load.b), false);
    return field.runs() && all_.fields_.is_exclusive(field.member);
  }

  // Phis are taken to be local until a part of them is not.
  void find_local() {
    std::vector<std::uint32_t> late;
    for (std::uint32_t i = 0; i < local_.size(); ++i) {
      const ir::Instruction& instruction = body_.instructions[i];
      switch (instruction.opcode) {
        case Opcode::kParameter:
        case Opcode::kConstNull:
        case Opcode::kNew:
        case Opcode::kNewArray:
        case Opcode::kNewMultiArray:
        case Opcode::kInvokeDynamic: local_[i] = is_reference(i) ? 1 : 0; break;
        case Opcode::kPhi:
        case Opcode::kCheckCast:
          local_[i] = is_reference(i) ? 1 : 0;
          late.push_back(i);
          break;
        case Opcode::kInvoke:
          local_[i] = is_reference(i) && calls_.at(i).returns_local ? 1 : 0;
          late.push_back(i);
          break;
        case Opcode::kGetField:
          local_[i] = is_reference(i) && is_exclusive_load(instruction) ? 1 : 0;
          late.push_back(i);
          break;
        default: break;
      }
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::uint32_t i : late) {
        if (local_[i] == 0 || sources_are_local(i)) continue;
        local_[i] = 0;
        changed = true;
      }
    }
  }

  bool sources_are_local(std::uint32_t at) {
    const ir::Instruction& instruction = body_.instructions[at];
    switch (instruction.opcode) {
      case Opcode::kPhi:
        return std::ranges::all_of(body_.values(instruction),
                                   [&](ir::ValueId part) { return local_[index(part)] != 0; });
      case Opcode::kInvoke: {
        const auto arguments = body_.values(instruction);
        for (std::size_t i = 0; i < arguments.size(); ++i)
          if ((calls_.at(at).returned & bit(i)) != 0 && local_[index(arguments[i])] == 0)
            return false;
        return true;
      }
      default: return local_[instruction.a] != 0;
    }
  }

  void join_aliases() {
    for (std::uint32_t i = 0; i < local_.size(); ++i) {
      if (local_[i] == 0) continue;
      const ir::Instruction& instruction = body_.instructions[i];
      if (instruction.opcode == Opcode::kCheckCast || instruction.opcode == Opcode::kGetField)
        join(i, instruction.a);
      if (instruction.opcode == Opcode::kPhi)
        for (const ir::ValueId part : body_.values(instruction)) join(i, index(part));
      if (instruction.opcode != Opcode::kInvoke) continue;
      const auto arguments = body_.values(instruction);
      for (std::size_t k = 0; k < arguments.size(); ++k)
        if ((calls_.at(i).returned & bit(k)) != 0) join(i, index(arguments[k]));
    }
  }

  void keep(std::uint32_t what, std::uint32_t in, std::uint32_t at) {
    const std::uint32_t group = taken_from(what);
    if (group == kNobody) return;
    if (local_[in] == 0) {
      events_.push_back({.group = group, .at = at});
    } else if (group != find(in)) {
      kept_.push_back({.what = group, .in = find(in), .at = at});
    }
  }
  void let_out(std::uint32_t what, std::uint32_t at) {
    if (what == index(ir::kNoValue)) return;
    const std::uint32_t group = taken_from(what);
    if (group != kNobody) events_.push_back({.group = group, .at = at});
  }
  // The group of a local value, or of the local array it was read out of: `workers[i].start()` lets
  // out what the array keeps.
  [[nodiscard]] std::uint32_t taken_from(std::uint32_t value) const {
    if (local_[value] != 0) return find(value);
    value = uncast(value);
    const ir::Instruction& load = body_.instructions[value];
    const bool is_element =
        load.opcode == Opcode::kArrayLoad && is_reference(value) && local_[load.a] != 0;
    return is_element ? find(load.a) : kNobody;
  }

  void note(std::uint32_t at) {
    const ir::Instruction& instruction = body_.instructions[at];
    switch (instruction.opcode) {
      case Opcode::kPutField:
      case Opcode::kArrayStore: keep(instruction.c, instruction.a, at); break;
      case Opcode::kPutStatic: let_out(instruction.c, at); break;
      case Opcode::kThrow: let_out(instruction.a, at); break;
      case Opcode::kInvokeDynamic:
        for (const ir::ValueId captured : body_.values(instruction))
          if (local_[at] != 0) keep(index(captured), at, at);
        break;
      case Opcode::kInvoke: note_call(at, instruction); break;
      default: break;
    }
  }

  void note_call(std::uint32_t at, const ir::Instruction& invoke) {
    const Summary& summary = calls_.at(at);
    const auto arguments = body_.values(invoke);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if ((summary.leaks & bit(i)) != 0 || i >= 64) let_out(index(arguments[i]), at);
      if ((summary.returned & bit(i)) != 0) {
        if (is_reference(at)) keep(index(arguments[i]), at, at);
      }
    }
    for (const auto& [what, in] : summary.kept)
      if (what < arguments.size() && in < arguments.size())
        keep(index(arguments[what]), index(arguments[in]), at);
  }

  // Does it get out at all, parameters being owned by somebody?
  [[nodiscard]] bool is_let_out(std::uint32_t group) const {
    std::vector<std::uint32_t> visited;
    return is_let_out(group, visited);
  }
  bool is_let_out(std::uint32_t group, std::vector<std::uint32_t>& visited) const {
    if (std::ranges::find(visited, group) != visited.end()) return false;
    visited.push_back(group);
    if (std::ranges::any_of(events_, [&](const Event& event) { return event.group == group; }))
      return true;
    return std::ranges::any_of(kept_, [&](const Kept& kept) {
      return kept.what == group && is_let_out(kept.in, visited);
    });
  }
  // Is `what` the group itself or kept in it, by any number of steps?
  [[nodiscard]] bool holds(std::uint32_t group, std::uint32_t what) const {
    std::vector<std::uint32_t> open{group}, seen{group};
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at == what) return true;
      for (const Kept& kept : kept_) {
        if (kept.in != at || std::ranges::find(seen, kept.what) != seen.end()) continue;
        seen.push_back(kept.what);
        open.push_back(kept.what);
      }
    }
    return false;
  }

  bool has_escaped(std::uint32_t group, std::uint32_t made, std::uint32_t at, std::uint64_t owned,
                   std::vector<std::uint32_t>& visited) {
    if (std::ranges::find(visited, group) != visited.end()) return false;
    visited.push_back(group);
    if (is_foreign(group, owned)) return true;
    for (const Event& event : events_)
      if (event.group == group && reaches(event.at, at, made)) return true;
    for (const Kept& kept : kept_) {
      if (kept.what != group || !reaches(kept.at, at, made)) continue;
      if (has_escaped(kept.in, kNobody, at, owned, visited)) return true;
    }
    return false;
  }
  // Is a parameter in it that the caller does not own?
  [[nodiscard]] bool is_foreign(std::uint32_t group, std::uint64_t owned) const {
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
      if (body_.instructions[i].opcode != Opcode::kParameter) break;
      if (is_reference(i) && find(i) == group && (owned & bit(body_.instructions[i].a)) == 0)
        return true;
    }
    return false;
  }

  // May control come from behind `from` to `to` without running `avoid`?
  [[nodiscard]] bool reaches(std::uint32_t from, std::uint32_t to, std::uint32_t avoid) const {
    return flow_.reaches_without(from, to, avoid);
  }

  Ownership& all_;
  ir::MethodId id_;
  const ir::Body& body_;
  origins::BodyFlow& flow_;
  std::vector<std::uint8_t> local_;
  std::vector<std::uint32_t> parent_;
  boost::unordered_flat_map<std::uint32_t, Summary> calls_;  // by instruction
  std::vector<std::uint32_t> taken_, confined_;
  std::vector<Kept> kept_;
  std::vector<Event> events_;
};

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
  std::ranges::stable_sort(given_, {}, &Handed::method);
  find_given_twice();
  find_not_confined();
  spread();
  if (not_confined_.empty()) return;
  // What callers own is known now, and lets fewer count as shared.
  find_not_confined();
  spread();
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
      if (move.to.root == model::Path::Root::kStatic) made.leaks |= bit(from);
      if (move.to.root == model::Path::Root::kResult) made.returned |= bit(from);
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
      if (std::ranges::find(found, target) == found.end()) found.push_back(target);
    }
    if (found.size() > kMostTargets) break;
  }
  return found;
}

Ownership::Summary Ownership::call_summary(ir::MethodId id, const ir::Body& body,
                                           std::uint32_t instruction) {
  ir::Program& program = calls_.program();
  const ir::MethodSymbol& symbol =
      program.code(program.owner(id))
          ->symbols.method(static_cast<ir::MethodRef>(body.instructions[instruction].a));
  const std::vector<ir::MethodId> called = targets(id, instruction);
  Summary all;
  all.returns_local = !called.empty();
  if (called.size() > kMostTargets) {
    all.leaks = kAll;
    all.returns_local = false;
    return all;
  }
  for (const ir::MethodId target : called) {
    if (program.name(target) != symbol.name) {
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
  return constructs ? bit(0) : 0;
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
    for (const Call& call : calls_.calls_from(from)) {
      if (call.initializes || calls_.is_platform(call.callee)) continue;
      const auto arguments = calls_.arguments(call);
      std::uint64_t owned = arguments.empty() ? made_for(call) : 0;
      for (std::size_t i = 0; i < arguments.size() && i < 64; ++i)
        if (at(from, call.instruction, arguments[i]) == Owned::kFresh) owned |= bit(i);
      meet(call.callee, owned);
    }
  }
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
  return argument >= 64 || (summary.leaks & bit(argument)) != 0 ||
         std::ranges::find(summary.kept, argument, &Summary::Kept::what) != summary.kept.end();
}

bool Ownership::is_new_each_time(InstanceId id, std::uint32_t instruction, ir::ValueId made) {
  if (at(id, instruction, made) != Owned::kFresh) return false;
  return !method(calls_.at(id).method).comes_without(instruction, instruction, index(made));
}

}  // namespace heddle::races
