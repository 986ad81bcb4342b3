#include "modular/values.h"

#include <algorithm>

#include "ir/class.h"

namespace heddle::modular {

using base::index;
using ir::Opcode;
using ir::ValueId;

namespace {

std::uint64_t cell(std::uint32_t owned, ir::FieldId field) {
  return std::uint64_t{owned} << 32U | index(field);
}

}  // namespace

Values::Values(const Code& code, const Summaries& summaries, ir::MethodId method,
               const ir::Body& body)
    : code_(code), summaries_(summaries), method_(method), body_(body) {
  lists_.resize(body.instructions.size());
  asked_.resize(body.instructions.size());
  find_blocks();
  round();
  if (!is_settled()) round();
  find_escapes();
}

void Values::find_blocks() {
  block_of_.resize(body_.instructions.size());
  for (std::uint32_t b = 0; b < body_.blocks.size(); ++b)
    for (std::uint32_t i = body_.blocks[b].first; i < body_.blocks[b].end; ++i) block_of_[i] = b;
}

void Values::round() {
  held_by_.clear();
  for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) visit(i);
}

// Each instruction looks at what came before it: what comes later matters to phis, and to who reads
// what own objects hold.
bool Values::is_settled() const {
  return !is_late_ && std::ranges::none_of(loops_, [&](std::uint32_t at) {
    return joined(body_.instructions[at]).count != lists_[at].count;
  });
}

Values::List Values::joined(const ir::Instruction& phi) const {
  List list;
  for (const ValueId value : body_.values(phi))
    for (const Path& path : of(value)) add(list, path);
  return list;
}

bool Values::add(List& list, const Path& path) {
  if (!path.is_known() || list.count == kMostPaths) return false;
  for (std::uint8_t i = 0; i < list.count; ++i)
    if (list.paths[i] == path) return false;
  list.paths[list.count++] = path;
  return true;
}

// What the own object was given there; else it is as much our own as the object.
void Values::add_step(List& list, const Path& path, ir::FieldId field) const {
  if (path.root == Path::Root::kOwned && path.length == 0) {
    asked_[path.base] = 1;
    const auto held = contents_.find(cell(path.base, field));
    if (held != contents_.end()) {
      for (std::uint8_t i = 0; i < held->second.count; ++i) add(list, held->second.paths[i]);
      return;
    }
  }
  if (path.root == Path::Root::kLocal) return;
  add(list, path.then(field));
}

void Values::visit(std::uint32_t at) {
  const ir::Instruction& instruction = body_.instructions[at];
  const auto is_reference = [&] { return ir::kind_of(body_.types[at]) == ir::Kind::kReference; };
  List list;
  switch (instruction.opcode) {
    case Opcode::kParameter:
      if (!is_reference()) return;
      add(list, Path::parameter(instruction.a));
      break;
    case Opcode::kPhi:
      if (!is_reference()) return;
      list = joined(instruction);
      if (std::ranges::any_of(body_.values(instruction),
                              [&](ValueId value) { return index(value) > at; }))
        loops_.push_back(at);
      break;
    case Opcode::kCheckCast: list = lists_[instruction.a]; break;
    case Opcode::kNew:
    case Opcode::kNewArray:
    case Opcode::kNewMultiArray:
    case Opcode::kInvokeDynamic: add(list, Path::owned(at)); break;
    case Opcode::kConstClass: {
      const ir::ClassId of = code_.class_of(method_, ir::TypeRef::from_bits(instruction.a));
      if (!base::is_none(of)) add(list, Path::class_object(of));
      break;
    }
    case Opcode::kGetField: {
      if (!is_reference()) return;
      const ir::FieldId field = code_.field(method_, instruction);
      if (base::is_none(field)) break;
      for (const Path& path : of(static_cast<ValueId>(instruction.a))) add_step(list, path, field);
      break;
    }
    case Opcode::kGetStatic: {
      if (!is_reference()) return;
      const ir::FieldId field = code_.field(method_, instruction);
      if (!base::is_none(field)) add(list, Path::static_field(field));
      break;
    }
    case Opcode::kArrayLoad:
      if (instruction.element() != ir::Element::kReference) return;
      for (const Path& path : of(static_cast<ValueId>(instruction.a)))
        add_step(list, path, kElements);
      break;
    case Opcode::kInvoke: visit_invoke(at); return;
    case Opcode::kPutField:
    case Opcode::kPutStatic:
    case Opcode::kArrayStore: visit_store(at); return;
    default: return;
  }
  lists_[at] = list;
}

void Values::visit_store(std::uint32_t at) {
  const ir::Instruction& put = body_.instructions[at];
  if (put.opcode == Opcode::kArrayStore) {
    if (put.element() != ir::Element::kReference) return;
    for (const Path& value : of(static_cast<ValueId>(put.c)))
      for (const Path& array : of(static_cast<ValueId>(put.a))) store(array.then(kElements), value);
    return;
  }
  const ir::FieldId field = code_.field(method_, put);
  if (base::is_none(field)) return;
  for (const Path& value : of(static_cast<ValueId>(put.c))) {
    if (put.opcode == Opcode::kPutStatic) {
      store(Path::static_field(field), value);
      continue;
    }
    for (const Path& object : of(static_cast<ValueId>(put.a))) store(object.then(field), value);
  }
}

// Of the stores only those into own objects count here; the rest is for find_escapes.
void Values::store(const Path& into, const Path& value) {
  if (into.root != Path::Root::kOwned || into.length == 0) return;
  if (into.length == 1 && add(contents_[cell(into.base, into.fields[0])], value) &&
      asked_[into.base] != 0)
    is_late_ = true;
  if (value.root == Path::Root::kOwned && value.base != into.base)
    held_by_.emplace_back(value.base, into.base);
}

ir::ClassId Values::made_class(ValueId value) const {
  const ir::Instruction& made = body_.at(ir::without_casts(body_, value));
  if (made.opcode != Opcode::kNew) return base::kNone<ir::ClassId>;
  return code_.class_of(method_, ir::TypeRef::from_bits(made.a));
}

std::span<const ir::MethodId> Values::targets(const Call& call, const ir::Instruction& invoke,
                                              ir::MethodId& exact) const {
  if (base::is_none(call.resolved)) return {};
  const bool is_selected =
      call.invocation == ir::Invocation::kVirtual || call.invocation == ir::Invocation::kInterface;
  if (is_selected && invoke.c != 0) {
    ir::ClassId made = made_class(body_.values(invoke)[0]);
    if (base::is_none(made) && call.targets.size() > 1)
      made = code_.class_in_field(method_, body_, body_.values(invoke)[0]);
    if (!base::is_none(made)) {
      exact = code_.exact_target(made, call.resolved);
      return base::is_none(exact) ? std::span<const ir::MethodId>{} : std::span(&exact, 1);
    }
  }
  return call.targets;
}

bool Values::has_owned(std::span<const ValueId> values) const {
  return std::ranges::any_of(values, [&](ValueId value) {
    return std::ranges::any_of(of(value),
                               [](const Path& path) { return path.root == Path::Root::kOwned; });
  });
}

bool Values::begins_at_owned(const Path& path, std::span<const ValueId> arguments) const {
  return path.root == Path::Root::kParameter && path.base < arguments.size() &&
         has_owned(arguments.subspan(path.base, 1));
}

void Values::visit_invoke(std::uint32_t at) {
  const ir::Instruction& invoke = body_.instructions[at];
  const Call* call = code_.call(method_, invoke);
  const bool is_known = call != nullptr && !base::is_none(call->resolved);
  List list;
  if (is_known) {
    ir::MethodId exact{};
    const bool is_owned_given = has_owned(body_.values(invoke));
    for (const ir::MethodId target : targets(*call, invoke, exact)) {
      const Summary* summary = summary_of_target(summaries_, target);
      if (summary == nullptr) continue;
      if (is_owned_given) apply_stores(*summary, at, body_.values(invoke));
      add_returned(list, *summary, at);
    }
    if (code_.marks(call->resolved).has(Mark::kReturnsOwnership)) {
      list = {};
      add(list, Path::owned(at));
    }
    add_moved(list, *call, body_.values(invoke));
  }
  if (list.count == 0) add(list, Path::local(at));
  lists_[at] = ir::kind_of(body_.types[at]) == ir::Kind::kReference ? list : List{};
}

void Values::add_returned(List& list, const Summary& callee, std::uint32_t at) {
  for (const Path& returned : callee.returns) {
    if (returned.root == Path::Root::kOwned) {
      add(list, Path::owned(at));
      continue;
    }
    given_.clear();
    substitute(returned, body_.values(body_.instructions[at]), given_);
    for (const Path& path : given_) add(list, path);
  }
}

// What a model says that the call gives back.
void Values::add_moved(List& list, const Call& call, std::span<const ValueId> arguments) const {
  if (call.model == nullptr) return;
  for (const model::Move& move : call.model->moves) {
    if (move.to.root != model::Path::Root::kResult || !move.to.selectors.empty()) continue;
    const ValueId from = operand(call, arguments, move.from);
    if (from == ir::kNoValue) continue;
    for (const Path& path : of(from)) add(list, path);
  }
}

void Values::apply_stores(const Summary& callee, std::uint32_t at,
                          std::span<const ValueId> arguments) {
  for (const Store& stored : callee.stores) {
    if (!begins_at_owned(stored.to, arguments)) continue;
    into_.clear();
    given_.clear();
    substitute_cell(stored.to, arguments, into_);
    if (stored.from.root == Path::Root::kOwned)
      given_.push_back(Path::owned(at));
    else
      substitute(stored.from, arguments, given_);
    for (const Path& to : into_)
      for (const Path& value : given_) store(to, value);
  }
}

Path Values::only(ValueId value) const {
  const auto paths = of(value);
  return paths.size() == 1 ? paths[0] : Path::local(index(ir::without_casts(body_, value)));
}

void Values::put_in_place(const Path& path, std::size_t as_it_is,
                          std::span<const ValueId> arguments, FewPaths& into) const {
  if (path.root == Path::Root::kStatic || path.root == Path::Root::kClass) {
    into.push_back(path);
    return;
  }
  if (path.root != Path::Root::kParameter || path.base >= arguments.size()) return;
  for (const Path& argument : of(arguments[path.base])) {
    if (argument.root == Path::Root::kLocal) {
      if (path.length > as_it_is) continue;
      if (const Path longer = argument.then(path); longer.is_known()) into.push_back(longer);
      continue;
    }
    if (argument.root != Path::Root::kOwned || argument.length != 0 || path.length <= as_it_is) {
      if (const Path longer = argument.then(path); longer.is_known()) into.push_back(longer);
      continue;
    }
    List first;
    add_step(first, argument, path.fields[0]);
    for (std::uint8_t i = 0; i < first.count; ++i)
      if (const Path longer = first.paths[i].then(path, 1); longer.is_known())
        into.push_back(longer);
  }
}

// ---- Escapes ----

void Values::escape(std::uint32_t owned, std::uint32_t at, const Path& where) {
  auto& list = escapes_[owned];
  for (const Escape& known : list)
    if (known.at == at && known.where == where) return;
  list.push_back({.at = at, .where = where});
  for (const auto& [inner, outer] : held_by_)
    if (outer == owned) escape(inner, at, {});
}

void Values::find_escapes() {
  for (std::uint32_t at = 0; at < body_.instructions.size(); ++at) {
    const ir::Instruction& put = body_.instructions[at];
    const bool is_array = put.opcode == Opcode::kArrayStore;
    if (!is_array && put.opcode != Opcode::kPutField && put.opcode != Opcode::kPutStatic) continue;
    if (is_array && put.element() != ir::Element::kReference) continue;
    const ir::FieldId field = is_array ? kElements : code_.field(method_, put);
    if (base::is_none(field)) continue;
    for (const Path& value : of(static_cast<ValueId>(put.c))) {
      if (value.root != Path::Root::kOwned || value.length != 0) continue;
      if (put.opcode == Opcode::kPutStatic) {
        escape(value.base, at, Path::static_field(field));
        continue;
      }
      for (const Path& object : of(static_cast<ValueId>(put.a)))
        if (object.root != Path::Root::kOwned)
          escape(value.base, at, object.is_outside() ? object.then(field) : Path{});
    }
  }
}

void Values::seen_from_outside(const Path& path, std::uint32_t at, std::vector<Path>& into) const {
  if (path.is_outside()) {
    into.push_back(path);
    return;
  }
  if (path.root != Path::Root::kOwned) return;
  const auto found = escapes_.find(path.base);
  if (found == escapes_.end()) return;
  for (const Escape& escaped : found->second) {
    if (!escaped.where.is_known() || !is_behind(escaped.at, at, path.base)) continue;
    if (const Path here = escaped.where.then(path); here.is_known()) into.push_back(here);
  }
}

bool Values::is_behind(std::uint32_t from, std::uint32_t to, std::uint32_t around) const {
  const auto passes = [&](std::uint32_t first) { return around >= first && around < to; };
  const bool is_same_block = block_of_[from] == block_of_[to];
  if (is_same_block && to > from && !passes(from + 1)) return true;
  const auto [place, is_new] = behind_.try_emplace(std::uint64_t{from} << 32U | around);
  if (is_new) place->second = blocks_behind(from, around);
  return place->second[block_of_[to]] != 0 && !passes(body_.blocks[block_of_[to]].first);
}

std::vector<std::uint8_t> Values::blocks_behind(std::uint32_t from, std::uint32_t around) const {
  std::vector<std::uint8_t> seen(body_.blocks.size());
  std::vector<std::uint32_t> open;
  const auto leave = [&](std::uint32_t number, std::uint32_t first) {
    const ir::Block& block = body_.blocks[number];
    if (around >= first && around < block.end) return;
    for (const ir::BlockId next : body_.successors_of(block)) open.push_back(index(next));
    for (const ir::Handler& handler : body_.handlers_of(block))
      open.push_back(index(handler.block));
  };
  leave(block_of_[from], from + 1);
  // A throw may leave the block at once.
  for (const ir::Handler& handler : body_.handlers_of(body_.blocks[block_of_[from]]))
    open.push_back(index(handler.block));
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    if (seen[block] != 0) continue;
    seen[block] = 1;
    leave(block, body_.blocks[block].first);
  }
  return seen;
}

bool Values::reaches(std::uint32_t from, std::uint32_t to, std::uint32_t around,
                     std::span<const std::uint32_t> walls) const {
  const auto is_wall = [&](std::uint32_t at) {
    return at == around || std::ranges::find(walls, at) != walls.end();
  };
  // Runs along a block; true: came to `to`; false with `open` unchanged: stopped at a wall.
  std::vector<std::uint8_t> seen(body_.blocks.size());
  std::vector<std::uint32_t> open;
  const auto run = [&](std::uint32_t block_number, std::uint32_t first) {
    const ir::Block& block = body_.blocks[block_number];
    for (std::uint32_t i = first; i < block.end; ++i) {
      if (i == to) return true;
      if (is_wall(i)) return false;
    }
    for (const ir::BlockId next : body_.successors_of(block)) open.push_back(index(next));
    for (const ir::Handler& handler : body_.handlers_of(block))
      open.push_back(index(handler.block));
    return false;
  };
  if (run(block_of_[from], from + 1)) return true;
  // A throw may leave the block at once.
  for (const ir::Handler& handler : body_.handlers_of(body_.blocks[block_of_[from]]))
    open.push_back(index(handler.block));
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    if (seen[block] != 0) continue;
    seen[block] = 1;
    if (run(block, body_.blocks[block].first)) return true;
  }
  return false;
}

}  // namespace heddle::modular
