#include "origins/cells.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "ir/dominance.h"
#include "pointsto/state.h"

namespace heddle::origins {

using base::index;
using ir::Opcode;
using model::OrderFact;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

bool is_put(Opcode opcode) { return opcode == Opcode::kPutField || opcode == Opcode::kPutStatic; }

bool is_static_access(Opcode opcode) {
  return opcode == Opcode::kPutStatic || opcode == Opcode::kGetStatic;
}

}  // namespace

Cells::Cells(CallGraph& calls, Origins& origins, Facts& facts, HeldThere held)
    : calls_(calls), origins_(origins), facts_(facts), held_(std::move(held)) {
  for (std::uint32_t i = 0; i < calls.heap().object_count(); ++i) {
    const pointsto::Site& site = calls.heap().site(base::id_at<ObjectId>(i));
    if (site.kind == pointsto::SiteKind::kField) reflected_.insert(site.a);
  }
}

ir::FieldId Cells::field_of(ir::MethodId method, const ir::Instruction& access) {
  ir::Program& program = calls_.program();
  const auto field = program.resolve_field(
      program.owner(method), static_cast<ir::FieldRef>(access.b), is_static_access(access.opcode));
  if (!field.runs() || reflected_.contains(index(field.member))) return base::kNone<ir::FieldId>;
  const bool may_be = program.is(field.member, ir::Access::kVolatile) ||
                      (held_ != nullptr && !program.is(field.member, ir::Access::kFinal));
  return may_be ? field.member : base::kNone<ir::FieldId>;
}

// --- writes --------------------------------------------------------------------------------------

void Cells::find_puts() {
  has_put_sites_ = true;
  ir::Program& program = calls_.program();
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (program.layer(program.owner(method)) == ir::Layer::kPlatform) continue;
    const ir::Body* body = program.body(method);
    if (body == nullptr) continue;
    for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
      if (!is_put(body->instructions[i].opcode)) continue;
      const ir::FieldId field = field_of(method, body->instructions[i]);
      if (!base::is_none(field)) put_sites_[index(field)].emplace_back(method, i);
    }
  }
}

const std::vector<CellPut>& Cells::puts(ir::FieldId field) {
  if (!has_put_sites_) find_puts();
  const auto [place, fresh] = puts_.try_emplace(index(field));
  if (!fresh) return place->second;
  ir::Program& program = calls_.program();
  for (const auto& [method, instruction] : put_sites_[index(field)]) {
    const ir::Body& body = *program.body(method);
    const ir::Instruction& put = body.instructions[instruction];
    const bool is_static = put.opcode == Opcode::kPutStatic;
    const bool is_own = program.owner(method) == program.owner(field) &&
                        (is_static ? program.name(method) == "<clinit>"
                                   : program.name(method) == "<init>" &&
                                         body.instructions[put.a].opcode == Opcode::kParameter &&
                                         body.instructions[put.a].a == 0);
    for (const InstanceId id : calls_.instances_of(method)) {
      const auto* on =
          is_static ? nullptr : &calls_.heap().value(id, static_cast<ir::ValueId>(put.a));
      place->second.push_back(
          {.instance = id, .instruction = instruction, .on = on, .is_first = is_own});
    }
  }
  return place->second;
}

// What all who write a plain field hold, each alone; constructors write what nobody else has yet.
const std::vector<std::uint64_t>& Cells::locks_of(const Cell& cell) {
  const auto [place, fresh] = locks_.try_emplace(cell);
  if (!fresh) return place->second;
  std::optional<std::vector<std::uint64_t>> all;
  std::size_t count = 0;
  for (const CellPut& put : puts(base::id_at<ir::FieldId>(cell.field))) {
    if (put.is_first || !put.may_be_on(cell)) continue;
    if (++count > kMostPuts) return place->second;
    const auto here = held_(put.instance, put.instruction, true);
    std::vector<std::uint64_t> both;
    if (all) std::ranges::set_intersection(*all, here, std::back_inserter(both));
    all = all ? std::move(both) : here;
    if (all->empty()) return place->second;
  }
  if (all) place->second = std::move(*all);
  return place->second;
}

// --- reads ---------------------------------------------------------------------------------------

std::optional<Cell> Cells::put(InstanceId id, std::uint32_t instruction) {
  const ir::Instruction& put =
      calls_.program().body(calls_.at(id).method)->instructions[instruction];
  return is_put(put.opcode) ? field_cell(id, instruction) : std::nullopt;
}

std::optional<Cell> Cells::field_cell(InstanceId id, std::uint32_t access) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Instruction& at = calls_.program().body(method)->instructions[access];
  const ir::FieldId field = field_of(method, at);
  if (base::is_none(field)) return std::nullopt;
  Cell cell{.field = index(field)};
  cell.is_locked = !calls_.program().is(field, ir::Access::kVolatile);
  const auto held = cell.is_locked ? held_(id, access, false) : std::vector<std::uint64_t>();
  if (cell.is_locked && held.empty()) return std::nullopt;
  if (!is_static_access(at.opcode)) {
    const ObjectId object =
        origins_.only_single(calls_.heap().value(id, static_cast<ir::ValueId>(at.a)));
    if (base::is_none(object)) return std::nullopt;
    cell.object = index(object);
  }
  if (!cell.is_locked) return cell;
  const auto& all = locks_of(cell);
  const bool is_one = std::ranges::any_of(
      held, [&](std::uint64_t lock) { return std::ranges::binary_search(all, lock); });
  // Of several locks that are all held by all who write, any one will do.
  return is_one ? std::optional(cell) : std::nullopt;
}

std::optional<Cell> Cells::read(InstanceId id, ir::ValueId value, unsigned depth) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  const ir::Instruction& read = body.at(value);
  if (read.opcode == Opcode::kGetStatic || read.opcode == Opcode::kGetField)
    return field_cell(id, index(value));
  if (read.opcode != Opcode::kInvoke) return std::nullopt;
  const ir::MethodId called = facts_.resolved(calls_.program().owner(method), read);
  if (base::is_none(called)) return std::nullopt;
  for (const OrderFact* fact : facts_.order(called)) {
    if (fact->kind != OrderFact::Kind::kLoad) continue;
    const ir::ValueId of = facts_.operand(body, read, fact->at);
    const ObjectId object = of == ir::kNoValue ? base::kNone<ObjectId>
                                               : origins_.only_single(calls_.heap().value(id, of));
    if (base::is_none(object)) return std::nullopt;
    return Cell{.object = index(object)};
  }
  return depth == 0 ? std::nullopt : behind_getter(id, value, depth);
}

// boolean isDone() { return done; }
std::optional<Cell> Cells::behind_getter(InstanceId id, ir::ValueId call, unsigned depth) {
  InstanceId getter = base::kNone<InstanceId>;
  for (const Call& target : calls_.calls_at(id, index(call))) {
    if (target.initializes) continue;
    if (!base::is_none(getter)) return std::nullopt;
    getter = target.callee;
  }
  if (base::is_none(getter)) return std::nullopt;
  if (calls_.is_platform(getter)) return std::nullopt;
  const ir::Body* body = calls_.program().body(calls_.at(getter).method);
  if (body == nullptr || body->blocks.size() != 1) return std::nullopt;
  const ir::Instruction& last = body->instructions.back();
  if (last.opcode != Opcode::kReturn || last.a == index(ir::kNoValue)) return std::nullopt;
  return read(getter, ir::without_casts(*body, static_cast<ir::ValueId>(last.a)), depth - 1);
}

// --- how it begins -------------------------------------------------------------------------------

const ir::Instruction* Cells::construction(const Cell& cell, InstanceId& maker,
                                           ir::MethodId& constructor) {
  const ObjectId object = base::id_at<ObjectId>(cell.object);
  maker = origins_.maker(object);
  const pointsto::Site& site = calls_.heap().site(object);
  if (base::is_none(maker) || site.kind != pointsto::SiteKind::kNew) return nullptr;
  const ir::MethodId method = calls_.at(maker).method;
  for (const ir::Instruction& invoke : calls_.program().body(method)->instructions) {
    if (invoke.opcode != Opcode::kInvoke || invoke.invocation() != ir::Invocation::kSpecial ||
        index(calls_.program().body(method)->values(invoke)[0]) != site.b)
      continue;
    constructor = facts_.resolved(calls_.program().owner(method), invoke);
    return base::is_none(constructor) ? nullptr : &invoke;
  }
  return nullptr;
}

bool Cells::is_set_by(ir::MethodId initializer, ir::FieldId field) {
  const ir::Body* body = calls_.program().body(initializer);
  if (body == nullptr) return false;
  const bool is_static = calls_.program().is(field, ir::Access::kStatic);
  const ir::Dominance dominance(*body);
  for (std::uint32_t i = 0; i < body->instructions.size(); ++i) {
    const ir::Instruction& put = body->instructions[i];
    if (put.opcode != (is_static ? Opcode::kPutStatic : Opcode::kPutField)) continue;
    if (field_of(initializer, put) != field) continue;
    const bool is_own = is_static || (body->instructions[put.a].opcode == Opcode::kParameter &&
                                      body->instructions[put.a].a == 0);
    if (!is_own) continue;
    bool is_sure = true;
    for (std::uint32_t end = 0; end < body->instructions.size(); ++end) {
      if (body->instructions[end].opcode == Opcode::kReturn)
        is_sure &= dominance.available(base::id_at<ir::ValueId>(i), base::id_at<ir::ValueId>(end));
    }
    if (is_sure) return true;
  }
  return false;
}

}  // namespace heddle::origins
