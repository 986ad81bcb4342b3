#include "origins/set_before.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/id.h"
#include "ir/class.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

constexpr std::uint32_t kNoObject = 0xFFFF'FFFF;
constexpr std::size_t kMostSteps = 20'000;  // of one search through callers
constexpr std::size_t kMostBlocks = 4'096;  // of a method that is looked into

bool has(std::span<const std::uint64_t> bits, std::uint32_t at) {
  return at >> 6U < bits.size() && (bits[at >> 6U] >> (at & 63U) & 1U) != 0;
}

bool is_put(const ir::Instruction& instruction) {
  return instruction.opcode == Opcode::kPutField || instruction.opcode == Opcode::kPutStatic;
}
bool is_get(const ir::Instruction& instruction) {
  return instruction.opcode == Opcode::kGetField || instruction.opcode == Opcode::kGetStatic;
}

// An `if` that asks whether a value is zero, or null.
bool is_zero_test(const ir::Instruction& last) {
  return last.opcode == Opcode::kIf && last.b == index(ir::kNoValue) &&
         (last.condition() == ir::Condition::kEqual ||
          last.condition() == ir::Condition::kNotEqual);
}

// Points of one origin that are still to be looked at, each once.
class Search {
 public:
  void add(Point point) {
    if (!seen_.insert(std::uint64_t{index(point.instance)} << 32U | point.instruction).second)
      return;
    open_.push_back(static_cast<std::uint32_t>(met_.size()));
    met_.push_back({.point = point, .led_to = at_});
  }
  [[nodiscard]] bool is_over() const { return open_.empty(); }
  [[nodiscard]] bool is_too_long() const { return met_.size() > kMostSteps; }
  Point next() {
    at_ = open_.back();
    open_.pop_back();
    return met_[at_].point;
  }
  // All points that were added.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Met& each : met_) visit(each.point);
  }
  // From the one that is looked at to the first.
  template <typename Visit>
  void for_each_on_way(Visit&& visit) const {
    for (std::uint32_t at = at_; at != kNone; at = met_[at].led_to) visit(met_[at].point);
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  struct Met {
    Point point;
    std::uint32_t led_to = kNone;
  };
  boost::unordered_flat_set<std::uint64_t> seen_;
  std::vector<Met> met_;
  std::vector<std::uint32_t> open_;
  std::uint32_t at_ = kNone;
};

// The calls by which the origin comes to the instance; false: none is known.
bool climb(const CallGraph& calls, const Origins& origins, InstanceId id, OriginId origin,
           Search& search) {
  bool is_any = false;
  for (const Call& call : calls.calls_to(id)) {
    if (!origins.runs(origin, call.caller)) continue;
    search.add({.instance = call.caller, .instruction = call.instruction});
    is_any = true;
  }
  return is_any;
}

bool is_entry(const Origins& origins, OriginId origin, InstanceId id) {
  const auto& entries = origins[origin].entries;
  return std::ranges::find(entries, id) != entries.end();
}

}  // namespace

// --- fields that are never taken back ------------------------------------------------------------

void SetBefore::list_stores() {
  if (std::exchange(is_listed_, true)) return;
  ir::Program& program = calls_.program();
  for (std::uint32_t i = 0; i < calls_.heap().object_count(); ++i) {
    const pointsto::Site& site = calls_.heap().site(base::id_at<ObjectId>(i));
    if (site.kind == pointsto::SiteKind::kField) reflected_.insert(site.a);
  }
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (program.layer(program.owner(method)) == ir::Layer::kPlatform) continue;
    const ir::Body* body = program.body(method);
    if (body == nullptr) continue;
    for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
      const ir::Instruction& at = body->instructions[i];
      const bool is_test = is_zero_test(at) && is_get(body->instructions[at.a]);
      if (!is_put(at) && !is_test) continue;
      const ir::Instruction& access = is_test ? body->instructions[at.a] : at;
      const bool is_static =
          access.opcode == Opcode::kPutStatic || access.opcode == Opcode::kGetStatic;
      const auto field = program.resolve_field(program.owner(method),
                                               static_cast<ir::FieldRef>(access.b), is_static);
      if (!field.runs()) continue;
      Stores& stores = stores_[index(field.member)];
      if (is_test) {
        stores.tested_in.push_back(method);
      } else {
        stores.all.emplace_back(method, i);
      }
    }
  }
}

bool SetBefore::is_never_taken_back(ir::FieldId field) {
  list_stores();
  const auto place = stores_.find(index(field));
  if (place == stores_.end() || place->second.all.empty() || reflected_.contains(index(field)))
    return false;
  Stores& stores = place->second;
  if (!stores.are_final) {
    stores.are_final = std::ranges::all_of(stores.all, [&](const auto& store) {
      const auto& [method, at] = store;
      const ir::Instruction& put = calls_.program().body(method)->instructions[at];
      constexpr unsigned kDeepest = 3;
      return is_first(method, put, field) ||
             is_set_value(method, static_cast<ir::ValueId>(put.c), kDeepest);
    });
  }
  return *stores.are_final;
}

// `boolean done = false;`, before anybody has the object or the class.
bool SetBefore::is_first(ir::MethodId method, const ir::Instruction& put, ir::FieldId field) {
  ir::Program& program = calls_.program();
  if (program.owner(method) != program.owner(field)) return false;
  if (put.opcode == Opcode::kPutStatic) return program.name(method) == "<clinit>";
  // A constructor of the program's own above might have set it before.
  if (program.layer(program.super(program.owner(field))) != ir::Layer::kPlatform) return false;
  const ir::Instruction& on = program.body(method)->instructions[put.a];
  return program.name(method) == "<init>" && on.opcode == Opcode::kParameter && on.a == 0;
}

bool SetBefore::is_set_value(ir::MethodId method, ir::ValueId value, unsigned depth) {
  const ir::Body& body = *calls_.program().body(method);
  const ir::ValueId plain = ir::without_casts(body, value);
  const ir::Instruction& made = body.at(plain);
  switch (made.opcode) {
    case Opcode::kConstInt: return made.a != 0;
    case Opcode::kConstString:
    case Opcode::kConstClass:
    case Opcode::kNew:
    case Opcode::kNewArray:
    case Opcode::kNewMultiArray:
    case Opcode::kInvokeDynamic: return true;
    case Opcode::kPhi:
      if (depth == 0) return is_believed(body, plain);
      return std::ranges::all_of(body.values(made), [&](ir::ValueId each) {
        return is_set_value(method, each, depth - 1);
      });
    case Opcode::kInvoke:
      if (depth == 0) return is_believed(body, plain);
      return gives_set_value(method, made, index(plain), depth - 1);
    case Opcode::kConstNull: return false;
    case Opcode::kParameter:
      return is_believed(body, plain) && depth > 0 && is_given_set(method, made.a, depth - 1);
    default: return is_believed(body, plain);
  }
}

// By all callers, as far as it is known what they give.
bool SetBefore::is_given_set(ir::MethodId method, std::uint32_t position, unsigned depth) {
  for (const InstanceId id : calls_.instances_of(method)) {
    for (const Call& call : calls_.calls_to(id)) {
      const auto arguments = calls_.arguments(call);
      if (position >= arguments.size() || calls_.flow(call.caller) == nullptr) continue;
      if (!is_set_value(calls_.at(call.caller).method, arguments[position], depth)) return false;
    }
  }
  return true;
}

bool SetBefore::is_believed(const ir::Body& body, ir::ValueId value) const {
  return values_ == Values::kBelieved && ir::kind_of(body.type(value)) == ir::Kind::kReference;
}

bool SetBefore::gives_set_value(ir::MethodId method, const ir::Instruction& invoke,
                                std::uint32_t at, unsigned depth) {
  ir::Program& program = calls_.program();
  const ir::MethodId called = calls_.only_target(method, at);
  const ir::Body& caller = *program.body(method);
  const bool is_believable = is_believed(caller, base::id_at<ir::ValueId>(at));
  if (base::is_none(called)) return is_believable;
  const ir::ClassId owner = program.owner(called);
  if (program.layer(owner) == ir::Layer::kPlatform) {
    const ir::Type given = program.result_type(called);
    return is_believable || (invoke.invocation() == ir::Invocation::kStatic && given.is_class() &&
                             given.class_id() == owner);
  }
  const ir::Body* body = program.body(called);
  if (body == nullptr) return false;
  return std::ranges::all_of(body->instructions, [&](const ir::Instruction& end) {
    return end.opcode != Opcode::kReturn ||
           (end.a != index(ir::kNoValue) &&
            is_set_value(called, static_cast<ir::ValueId>(end.a), depth));
  });
}

// --- tests ---------------------------------------------------------------------------------------

std::optional<SetBefore::Cell> SetBefore::cell(InstanceId id, const ir::Instruction& access) {
  ir::Program& program = calls_.program();
  const bool is_static = access.opcode == Opcode::kGetStatic || access.opcode == Opcode::kPutStatic;
  const auto field = program.resolve_field(program.owner(calls_.at(id).method),
                                           static_cast<ir::FieldRef>(access.b), is_static);
  if (!field.runs()) return std::nullopt;
  if (is_static) return Cell{.object = kNoObject, .field = index(field.member)};
  const ObjectId only =
      origins_.only_single(calls_.heap().value(id, static_cast<ir::ValueId>(access.a)));
  if (base::is_none(only)) return std::nullopt;
  return Cell{.object = index(only), .field = index(field.member)};
}

std::vector<SetBefore::Test> SetBefore::tests_at(Point point) {
  std::vector<Test> found;
  const std::vector<Branch>& branches = branches_in(point.instance);
  if (branches.empty()) return found;
  const BodyFlow* flow = calls_.flow(point.instance);
  if (point.instruction >= flow->body().instructions.size()) return found;
  const auto here = base::id_at<ir::BlockId>(flow->block_of(point.instruction));
  const ir::MethodId method = calls_.at(point.instance).method;
  const auto& dominance = dominances_.try_emplace(method, flow->body()).first->second;
  for (const Branch& branch : branches)
    if (dominance.dominates(branch.unset, here)) found.push_back(branch.test);
  return found;
}

// Most methods have none.
const std::vector<SetBefore::Branch>& SetBefore::branches_in(InstanceId id) {
  if (calls_.is_platform(id)) return branches_.front();
  if (branch_ids_.empty()) branch_ids_.resize(calls_.size(), kNotKnown);
  std::uint32_t& place = branch_ids_[index(id)];
  if (place == kNotKnown) {
    std::vector<Branch> found = find_branches(id);
    place = found.empty() ? 0 : static_cast<std::uint32_t>(branches_.size());
    if (!found.empty()) branches_.push_back(std::move(found));
  }
  return branches_[place];
}

std::vector<SetBefore::Branch> SetBefore::find_branches(InstanceId id) {
  std::vector<Branch> found;
  const BodyFlow* flow = calls_.flow(id);
  if (flow == nullptr) return found;
  const ir::Body& body = flow->body();
  for (const ir::Block& block : body.blocks) {
    const ir::Instruction& last = body.instructions[block.end - 1];
    if (!is_zero_test(last) || !is_get(body.instructions[last.a])) continue;
    const bool is_yes = last.condition() == ir::Condition::kEqual;
    const ir::BlockId unset = body.successors_of(block)[is_yes ? 0 : 1];
    if (body.predecessors_of(body.block(unset)).size() != 1) continue;
    const auto of = cell(id, body.instructions[last.a]);
    if (of && is_never_taken_back(base::id_at<ir::FieldId>(of->field)))
      found.push_back({.unset = unset, .test = {.cell = *of, .read = last.a}});
  }
  return found;
}

// --- where it is set -----------------------------------------------------------------------------

bool SetBefore::is_set_here(Point point, Cell cell) { return is_set_here(point, known(cell)); }

bool SetBefore::is_set_here(Point point, Known& of) {
  if (calls_.is_platform(point.instance) || !of.tells(point.instance)) return false;
  BodyFlow* flow = calls_.flow(point.instance);
  if (flow == nullptr || point.instruction >= flow->body().instructions.size()) return false;
  const Blocks& blocks = set_at_blocks(point.instance, of);
  if (blocks.at_begin.empty()) return false;
  const std::uint32_t block = flow->block_of(point.instruction);
  return blocks.at_begin[block] != 0 || blocks.first[block] < point.instruction;
}

SetBefore::Known& SetBefore::known(Cell cell) {
  const auto [place, fresh] = known_.try_emplace(cell, Known{.cell = cell});
  if (fresh) place->second.stores = &find_leads(base::id_at<ir::FieldId>(cell.field));
  return place->second;
}

const SetBefore::Blocks& SetBefore::set_at_blocks(InstanceId id, Known& of) {
  const auto [place, fresh] = of.at_blocks.try_emplace(index(id));  // meanwhile: nowhere
  if (!fresh) return place->second;
  Blocks found = find_set_at_blocks(id, of);
  return of.at_blocks[index(id)] = std::move(found);
}

// Forward, on every way. An exception may come before the block has done anything.
SetBefore::Blocks SetBefore::find_set_at_blocks(InstanceId id, Known& of) {
  const BodyFlow& flow = *calls_.flow(id);
  const ir::Body& body = flow.body();
  if (body.blocks.size() > kMostBlocks) return {};
  std::vector<std::uint32_t> first(body.blocks.size(), kNotKnown);
  for (std::size_t b = 0; b < first.size(); ++b)
    for (std::uint32_t i = body.blocks[b].first; i < body.blocks[b].end && first[b] == kNotKnown;
         ++i)
      if (sets(id, i, of)) first[b] = i;
  std::vector<std::uint8_t> at_begin(body.blocks.size(), 1);
  at_begin[0] = 0;
  const auto come = [&](std::uint32_t block, bool is_set, bool& changed) {
    if (is_set || at_begin[block] == 0) return;
    at_begin[block] = 0;
    changed = true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t b = 0; b < body.blocks.size(); ++b) {
      const ir::Block& block = body.blocks[b];
      const ir::Instruction& last = body.instructions[block.end - 1];
      const auto successors = body.successors_of(block);
      for (std::size_t s = 0; s < successors.size(); ++s)
        come(index(successors[s]),
             at_begin[b] != 0 || first[b] != kNotKnown || is_seen_set(id, last, s == 0, of.cell),
             changed);
      for (const ir::Handler& handler : body.handlers_of(block))
        come(index(handler.block), at_begin[b] != 0, changed);
    }
  }
  return {.at_begin = std::move(at_begin), .first = std::move(first)};
}

bool SetBefore::is_seen_set(InstanceId id, const ir::Instruction& branch, bool is_yes, Cell of) {
  if (!is_zero_test(branch)) return false;
  const ir::Instruction& read = calls_.flow(id)->body().instructions[branch.a];
  return is_get(read) && is_yes == (branch.condition() == ir::Condition::kNotEqual) &&
         cell(id, read) == of;
}

bool SetBefore::sets(InstanceId id, std::uint32_t instruction, Known& of) {
  if (!of.leads(id)) return false;
  const ir::Instruction& at = calls_.flow(id)->body().instructions[instruction];
  if (is_put(at)) {
    constexpr unsigned kDeepest = 3;
    return cell(id, at) == of.cell &&
           is_set_value(calls_.at(id).method, static_cast<ir::ValueId>(at.c), kDeepest);
  }
  if (at.opcode != Opcode::kInvoke) return false;
  bool is_any = false;
  for (const Call& call : calls_.calls_at(id, instruction)) {
    if (call.initializes) continue;
    if (!is_set_by_call(call.callee, of)) return false;
    is_any = true;
  }
  return is_any;
}

bool SetBefore::is_set_by_call(InstanceId callee, Known& of) {
  if (calls_.is_platform(callee) || !of.leads(callee)) return false;
  const auto [place, fresh] = of.by_calls.try_emplace(index(callee), false);  // meanwhile: no
  if (!fresh) return place->second;
  BodyFlow* flow = calls_.flow(callee);
  if (flow == nullptr) return false;
  const ir::Body& body = flow->body();
  bool is_set = true;
  for (std::uint32_t i = 0; i < body.instructions.size() && is_set; ++i)
    if (body.instructions[i].opcode == Opcode::kReturn)
      is_set = is_set_here({.instance = callee, .instruction = i}, of);
  return of.by_calls[index(callee)] = is_set;
}

const SetBefore::Stores& SetBefore::find_leads(ir::FieldId field) {
  list_stores();
  Stores& stores = stores_[index(field)];
  if (!stores.leads.empty()) return stores;
  stores.leads.resize(calls_.size());
  stores.tests.resize(calls_.size());
  for (const ir::MethodId method : stores.tested_in)
    for (const InstanceId each : calls_.instances_of(method)) stores.tests[index(each)] = 1;
  std::vector<InstanceId> open;
  const auto take = [&](InstanceId each) {
    if (std::exchange(stores.leads[index(each)], 1) == 0) open.push_back(each);
  };
  for (const auto& [method, at] : stores.all)
    for (const InstanceId each : calls_.instances_of(method)) take(each);
  while (!open.empty()) {
    const InstanceId at = open.back();
    open.pop_back();
    for (const Call& call : calls_.calls_to(at))
      if (!calls_.is_platform(call.caller)) take(call.caller);
  }
  return stores;
}

// --- what that rules out -------------------------------------------------------------------------

bool SetBefore::is_before_starts(Point point, OriginId origin, OriginId other) {
  if (origin == other || origins_[origin].many) return false;
  const std::array key{index(point.instance), point.instruction, index(origin), index(other)};
  const auto known = is_before_.find(key);
  if (known != is_before_.end()) return known->second;
  return is_before_[key] = find_is_before(point, origin, other);
}

// Up from the point: is there a way on which a start was done before, that does not lead through
// a test which would find otherwise? What a search meets that another has asked for is known; where
// it finds no way at all, neither would one from any point that it came by; where it finds one,
// that leads on from all points on the way.
bool SetBefore::find_is_before(Point from, OriginId origin, OriginId other) {
  const Order::Starts& starts = order_.starts_of(origin, other);
  if (starts.empty()) return false;
  const auto key = [&](Point point) {
    return std::array{index(point.instance), point.instruction, index(origin), index(other)};
  };
  Search search;
  const auto may_be_behind = [&] {
    search.for_each_on_way([&](Point point) { is_before_.insert_or_assign(key(point), false); });
    return false;
  };
  search.add(from);
  while (!search.is_over()) {
    const Point point = search.next();
    if (search.is_too_long()) return false;
    const auto known = is_before_.find(key(point));
    if (known != is_before_.end()) {
      if (!known->second) return may_be_behind();
      continue;
    }
    const std::vector<Test> tests = tests_at(point);
    const bool is_dead = std::ranges::any_of(tests, [&](const Test& test) {
      return is_set_at(starts, origin, test.cell) && !may_start_before(starts, point, test.read);
    });
    if (is_dead) continue;
    // Many searches come by the same callers.
    const auto [place, is_new] = starts_before_.try_emplace(key(point));
    if (is_new) place->second = may_start_before(starts, point, std::nullopt);
    if (place->second) return may_be_behind();
    if (!climb(calls_, origins_, point.instance, origin, search) &&
        !is_entry(origins_, origin, point.instance))
      return may_be_behind();
  }
  search.for_each([&](Point point) { is_before_.try_emplace(key(point), true); });
  return true;
}

bool SetBefore::is_set_at(const Order::Starts& starts, OriginId origin, Cell cell) {
  for (std::uint32_t e = 0; e < starts.size() * 64; ++e) {
    if (!has(starts, e)) continue;
    const StartEvent& start = origins_.events()[e];
    if (!is_set({.instance = start.caller, .instruction = start.instruction}, origin, cell))
      return false;
  }
  return true;
}

bool SetBefore::may_start_before(const Order::Starts& starts, Point point,
                                 std::optional<std::uint32_t> read) {
  BodyFlow* flow = calls_.is_platform(point.instance) ? nullptr : calls_.flow(point.instance);
  const std::size_t size = flow == nullptr ? 0 : flow->body().instructions.size();
  const auto is_between = [&](std::uint32_t at) {
    if (at >= size || point.instruction >= size) return true;
    if (!read) return flow->reaches(at, point.instruction);
    return flow->reaches(*read, at) && flow->reaches_without(at, point.instruction, *read);
  };
  for (std::size_t word = 0; word < starts.size(); ++word)
    for (std::uint64_t left = starts[word]; left != 0; left &= left - 1) {
      const StartEvent& start =
          origins_.events()[word * 64 + static_cast<std::size_t>(std::countr_zero(left))];
      // Where the platform's own code starts something, it is not known who leads there.
      if (origins_.is_platforms(start)) return true;
      if (start.caller == point.instance && is_between(start.instruction)) return true;
    }
  return std::ranges::any_of(calls_.calls_from(point.instance), [&](const Call& call) {
    return is_between(call.instruction) && order_.leads_to_start(starts, call.callee);
  });
}

}  // namespace heddle::origins
