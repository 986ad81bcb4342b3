#include "races/ownership_of_method.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "origins/gates.h"

namespace heddle::races {

using base::index;
using ir::Opcode;

namespace {

constexpr std::uint32_t kNobody = 0xFFFF'FFFF;
// What gets out or is kept somewhere, in one method.
constexpr std::size_t kMostNotes = 512;

}  // namespace

void Ownership::Method::analyse() {
  const std::size_t count = body_.instructions.size();
  local_.assign(count, 0);
  parent_.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) parent_[i] = i;
  if (!is_apart_) find_calls();
  find_local();
  if (is_apart_) part_phis();
  join_aliases();
  for (std::uint32_t i = 0; i < count; ++i) note(i);
  // Initialisers of large tables: nothing is known to be owned, rather than known slowly.
  if (events_.size() + kept_.size() > kMostNotes) local_.assign(count, 0);
}

void Ownership::Method::analyse_apart(const Method& together) {
  is_apart_ = true;
  calls_ = together.calls_;
  taken_ = together.taken_;
  confined_ = together.confined_;
  published_ = together.published_;
  analyse();
}

Ownership::Summary Ownership::Method::summarise() {
  Summary made;
  bool returns_local = true, returns = false;
  const std::uint32_t parameters = std::min(body_.parameter_count(), 64U);
  for (std::uint32_t p = 0; p < parameters; ++p) {
    const std::uint32_t group = find(parameter_value(p));
    if (group == kNobody) continue;
    if (is_let_out(group)) made.leaks |= parameter_bit(p);
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
    if (local_[instruction.a] == 0 || is_let_out(find(instruction.a))) returns_local = false;
    for (const std::uint32_t group : groups_of(instruction.a))
      for (std::uint32_t p = 0; p < parameters; ++p)
        if (parameter_value(p) != kNobody && holds(group, find(parameter_value(p))))
          made.returned |= parameter_bit(p);
  }
  made.returns_local = returns && returns_local;
  return made;
}

bool Ownership::Method::is_owned(std::uint32_t value, std::uint32_t at, std::uint64_t owned) {
  if (local_[value] == 0) return false;
  std::vector<std::uint32_t> visited;
  const std::uint32_t made = maker(value);
  if (!has_escaped(find(value), made, at, owned, visited)) return true;
  if (is_apart_ || made == kNobody) return false;
  // `if (table == null) { table = new Table(); table.fill(); this.table = table; }`: what was read
  // from outside on the other way has nothing to do with what is filled.
  if (apart_ == nullptr) {
    apart_ = std::make_unique<Method>(all_, id_, body_);
    apart_->analyse_apart(*this);
  }
  return apart_->is_owned(value, at, owned);
}

bool Ownership::Method::is_taken(std::uint32_t value) const {
  value = uncast(value);
  return std::ranges::find(taken_, value) != taken_.end();
}

bool Ownership::Method::is_confined(std::uint32_t value) const {
  value = uncast(value);
  return std::ranges::find(confined_, value) != confined_.end();
}

bool Ownership::Method::comes_without(std::uint32_t from, std::uint32_t to,
                                      std::uint32_t made) const {
  return reaches(from, to, made);
}

bool Ownership::Method::is_reference(std::uint32_t value) const {
  const ir::TypeRef type = body_.types[value];
  return type.is_array() || (type.exists() && type.base() >= ir::kNullType.base());
}

std::uint32_t Ownership::Method::find(std::uint32_t value) const {
  if (value == kNobody) return kNobody;
  while (parent_[value] != value) value = parent_[value];
  return value;
}

void Ownership::Method::join(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t x = find(a), y = find(b);
  parent_[std::max(x, y)] = std::min(x, y);
}

std::uint32_t Ownership::Method::parameter_value(std::uint32_t position) const {
  for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
    const ir::Instruction& instruction = body_.instructions[i];
    if (instruction.opcode != Opcode::kParameter) break;
    if (instruction.a == position) return is_reference(i) ? i : kNobody;
  }
  return kNobody;
}

std::uint32_t Ownership::Method::uncast(std::uint32_t value) const {
  return index(ir::without_casts(body_, base::id_at<ir::ValueId>(value)));
}

std::uint32_t Ownership::Method::maker(std::uint32_t value) const {
  value = uncast(value);
  // What a field alone holds is new with the object that has the field.
  while (body_.instructions[value].opcode == Opcode::kGetField && local_[value] != 0)
    value = uncast(body_.instructions[value].a);
  const Opcode opcode = body_.instructions[value].opcode;
  const bool makes = opcode == Opcode::kNew || opcode == Opcode::kNewArray ||
                     opcode == Opcode::kNewMultiArray || opcode == Opcode::kInvokeDynamic ||
                     (opcode == Opcode::kInvoke && calls_.at(value).returned == 0);
  return makes ? value : kNobody;
}

void Ownership::Method::find_calls() {
  for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
    const ir::Instruction& instruction = body_.instructions[i];
    if (instruction.opcode != Opcode::kInvoke) continue;
    calls_.emplace(i, all_.call_summary(id_, body_, i));
    const ir::MethodId called = all_.facts_.resolved(all_.calls_.program().owner(id_), instruction);
    if (base::is_none(called)) continue;
    for (const model::OrderFact* fact : all_.facts_.order(called)) {
      if (fact->kind == model::OrderFact::Kind::kTake) taken_.push_back(i);
      keep_given(*fact, instruction, calls_.at(i));
      if (fact->kind == model::OrderFact::Kind::kGive && !all_.is_settled_)
        all_.given_.push_back({id_, i, all_.facts_.operand(body_, instruction, fact->on)});
      if (fact->kind == model::OrderFact::Kind::kPublish && fact->when == model::When::kTrue)
        find_published(i, index(all_.facts_.operand(body_, instruction, fact->on)));
      if (fact->kind != model::OrderFact::Kind::kConfine) continue;
      if (fact->on.root == model::Path::Root::kResult) {
        confined_.push_back(i);
      } else {
        all_.put_in_own_.push_back({id_, i, all_.facts_.operand(body_, instruction, fact->on)});
      }
    }
  }
}

// What is handed on is where it was handed to, whatever the platform's code seems to do with it.
void Ownership::Method::keep_given(const model::OrderFact& fact, const ir::Instruction& invoke,
                                   Summary& called) const {
  using Kind = model::OrderFact::Kind;
  if (fact.kind != Kind::kGive && fact.kind != Kind::kPublish) return;
  if (fact.on.root != model::Path::Root::kArgument ||
      fact.at.root != model::Path::Root::kReceiver ||
      invoke.invocation() == ir::Invocation::kStatic)
    return;
  called.kept.push_back({.what = fact.on.argument + 1, .in = 0});
}

// `while (!top.compareAndSet(old, node))`: who came too late still has the node for itself. Only
// where nothing is done between the call and the test of its result: there others may have it.
void Ownership::Method::find_published(std::uint32_t call, std::uint32_t value) {
  const std::uint32_t from = flow_.block_of(call);
  const ir::Block& block = body_.blocks[from];
  for (std::uint32_t i = call + 1; i + 1 < block.end; ++i) {
    const Opcode opcode = body_.instructions[i].opcode;
    if (opcode < Opcode::kConstInt || opcode > Opcode::kConstNull) return;
  }
  bool is_tested_at_once = false;
  Published found{.call = call, .value = value, .at = {}};
  for (const ir::BlockId branch :
       origins::branches_where(body_, base::id_at<ir::ValueId>(call), false)) {
    found.at.push_back(body_.block(branch).first);
    is_tested_at_once |= index(body_.predecessors_of(body_.block(branch))[0]) == from;
  }
  if (is_tested_at_once) published_.push_back(std::move(found));
}

bool Ownership::Method::is_exclusive_load(const ir::Instruction& load) const {
  const auto field = all_.calls_.program().resolve_field(all_.calls_.program().owner(id_),
                                                         static_cast<ir::FieldRef>(load.b), false);
  return field.runs() && all_.fields_.is_exclusive(field.member);
}

void Ownership::Method::find_local() {
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
  drop_local(late);
}

void Ownership::Method::drop_local(std::span<const std::uint32_t> late) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t i : late) {
      if (local_[i] == 0 || sources_are_local(i)) continue;
      local_[i] = 0;
      changed = true;
    }
  }
}

// No phi stays local that may be what was made here and what was not.
void Ownership::Method::part_phis() {
  constexpr std::uint8_t kMade = 1, kForeign = 2;
  std::vector<std::uint8_t> from(local_.size());
  std::vector<std::uint32_t> late;
  for (std::uint32_t i = 0; i < local_.size(); ++i) {
    if (local_[i] == 0) continue;
    const Opcode opcode = body_.instructions[i].opcode;
    if (opcode == Opcode::kParameter) from[i] = kForeign;
    if (maker(i) == i) from[i] = kMade;
    if (opcode == Opcode::kPhi || opcode == Opcode::kCheckCast || opcode == Opcode::kGetField ||
        opcode == Opcode::kInvoke)
      late.push_back(i);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t i : late) {
      std::uint8_t all = from[i];
      for_each_alias(i, [&](std::uint32_t of) { all |= from[of]; });
      changed |= all != from[i];
      from[i] = all;
    }
  }
  for (const std::uint32_t i : late)
    if (body_.instructions[i].opcode == Opcode::kPhi && from[i] == (kMade | kForeign))
      local_[i] = 0;
  drop_local(late);
}

// What a value that is not made by its instruction may be, or be a part of.
template <typename Note>
void Ownership::Method::for_each_alias(std::uint32_t value, Note&& note) const {
  const ir::Instruction& instruction = body_.instructions[value];
  switch (instruction.opcode) {
    case Opcode::kCheckCast: note(instruction.a); break;
    case Opcode::kGetField:
      if (is_exclusive_load(instruction)) note(instruction.a);
      break;
    case Opcode::kPhi:
      for (const ir::ValueId part : body_.values(instruction)) note(index(part));
      break;
    case Opcode::kInvoke: {
      const auto arguments = body_.values(instruction);
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if ((calls_.at(value).returned & parameter_bit(i)) != 0) note(index(arguments[i]));
      break;
    }
    default: break;
  }
}

bool Ownership::Method::sources_are_local(std::uint32_t at) {
  const ir::Instruction& instruction = body_.instructions[at];
  switch (instruction.opcode) {
    case Opcode::kPhi:
      return std::ranges::all_of(body_.values(instruction),
                                 [&](ir::ValueId part) { return local_[index(part)] != 0; });
    case Opcode::kInvoke: {
      const auto arguments = body_.values(instruction);
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if ((calls_.at(at).returned & parameter_bit(i)) != 0 && local_[index(arguments[i])] == 0)
          return false;
      return true;
    }
    default: return local_[instruction.a] != 0;
  }
}

void Ownership::Method::join_aliases() {
  for (std::uint32_t i = 0; i < local_.size(); ++i)
    if (local_[i] != 0) for_each_alias(i, [&](std::uint32_t of) { join(i, of); });
}

void Ownership::Method::keep(std::uint32_t what, std::uint32_t in, std::uint32_t at) {
  if (local_[in] == 0) return let_out(what, at);
  for (const std::uint32_t group : groups_of(what)) {
    if (group == find(in)) continue;
    at_effect(at, what, [&](std::uint32_t where, bool is_by_then) {
      kept_.push_back({.what = group, .in = find(in), .at = where, .is_by_then = is_by_then});
    });
  }
}

void Ownership::Method::let_out(std::uint32_t what, std::uint32_t at) {
  if (what == index(ir::kNoValue)) return;
  for (const std::uint32_t group : groups_of(what))
    at_effect(at, what, [&](std::uint32_t where, bool is_by_then) {
      events_.push_back({.group = group, .at = where, .is_by_then = is_by_then});
    });
}

template <typename Note>
void Ownership::Method::at_effect(std::uint32_t call, std::uint32_t argument, Note&& note) const {
  const auto published = std::ranges::find_if(published_, [&](const Published& each) {
    return each.call == call && each.value == argument;
  });
  if (published == published_.end()) return note(call, false);
  for (const std::uint32_t at : published->at) note(at, true);
}

std::vector<std::uint32_t> Ownership::Method::groups_of(std::uint32_t value) const {
  if (local_[value] != 0) return {find(value)};
  std::vector<std::uint32_t> groups, open{value}, seen{value};
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    const auto look_at = [&](std::uint32_t part) {
      if (!is_reference(part) || std::ranges::find(seen, part) != seen.end()) return;
      seen.push_back(part);
      if (local_[part] == 0)
        open.push_back(part);
      else if (std::ranges::find(groups, find(part)) == groups.end())
        groups.push_back(find(part));
    };
    if (body_.instructions[at].opcode == Opcode::kArrayLoad && is_reference(at))
      look_at(body_.instructions[at].a);
    else
      for_each_alias(at, look_at);
  }
  return groups;
}

void Ownership::Method::note(std::uint32_t at) {
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

void Ownership::Method::note_call(std::uint32_t at, const ir::Instruction& invoke) {
  const Summary& summary = calls_.at(at);
  const auto arguments = body_.values(invoke);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if ((summary.leaks & parameter_bit(i)) != 0 || i >= 64) let_out(index(arguments[i]), at);
    if ((summary.returned & parameter_bit(i)) != 0) {
      if (is_reference(at)) keep(index(arguments[i]), at, at);
    }
  }
  for (const auto& [what, in] : summary.kept)
    if (what < arguments.size() && in < arguments.size())
      keep(index(arguments[what]), index(arguments[in]), at);
}

bool Ownership::Method::is_let_out(std::uint32_t group) const {
  std::vector<std::uint32_t> visited;
  return is_let_out(group, visited);
}

bool Ownership::Method::is_let_out(std::uint32_t group, std::vector<std::uint32_t>& visited) const {
  if (std::ranges::find(visited, group) != visited.end()) return false;
  visited.push_back(group);
  if (std::ranges::any_of(events_, [&](const Event& event) { return event.group == group; }))
    return true;
  return std::ranges::any_of(
      kept_, [&](const Kept& kept) { return kept.what == group && is_let_out(kept.in, visited); });
}

bool Ownership::Method::holds(std::uint32_t group, std::uint32_t what) const {
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

bool Ownership::Method::has_escaped(std::uint32_t group, std::uint32_t made, std::uint32_t at,
                                    std::uint64_t owned, std::vector<std::uint32_t>& visited) {
  if (std::ranges::find(visited, group) != visited.end()) return false;
  visited.push_back(group);
  if (is_foreign(group, owned)) return true;
  for (const Event& event : events_)
    if (event.group == group && comes_to(event, at, made)) return true;
  for (const Kept& kept : kept_) {
    if (kept.what != group || !comes_to(kept, at, made)) continue;
    if (has_escaped(kept.in, kNobody, at, owned, visited)) return true;
  }
  return false;
}

bool Ownership::Method::is_foreign(std::uint32_t group, std::uint64_t owned) const {
  for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
    if (body_.instructions[i].opcode != Opcode::kParameter) break;
    if (is_reference(i) && find(i) == group &&
        (owned & parameter_bit(body_.instructions[i].a)) == 0)
      return true;
  }
  return false;
}

bool Ownership::Method::reaches(std::uint32_t from, std::uint32_t to, std::uint32_t avoid) const {
  return flow_.reaches_without(from, to, avoid);
}

}  // namespace heddle::races
