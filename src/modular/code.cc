#include "modular/code.h"

#include <algorithm>

#include "base/parallel.h"
#include "modular/guards.h"
#include "modular/oddities.h"

namespace heddle::modular {

using base::index;
using ir::Access;
using ir::Opcode;

namespace {

std::uint64_t pair(std::uint32_t high, std::uint32_t low) {
  return std::uint64_t{high} << 32U | low;
}

bool is_static(Opcode opcode) {
  return opcode == Opcode::kGetStatic || opcode == Opcode::kPutStatic;
}

std::size_t field_slot(const ir::Instruction& access) {
  return std::size_t{access.b} * 2 + (is_static(access.opcode) ? 1 : 0);
}

std::size_t call_slot(const ir::Instruction& invoke) {
  return std::size_t{invoke.a} * ir::kInvocationCount + invoke.sub;
}

template <typename Value>
Value& grown(std::vector<Value>& table, std::size_t slot, const Value& otherwise) {
  if (table.size() <= slot) table.resize(slot + 1, otherwise);
  return table[slot];
}

}  // namespace

ir::ValueId operand(const Call& call, std::span<const ir::ValueId> arguments,
                    const model::Path& path) {
  if (!path.selectors.empty()) return ir::kNoValue;
  const std::size_t first = call.invocation == ir::Invocation::kStatic ? 0 : 1;
  std::size_t position = 0;
  if (path.root == model::Path::Root::kArgument)
    position = first + path.argument;
  else if (path.root != model::Path::Root::kReceiver || first == 0)
    return ir::kNoValue;
  return position < arguments.size() ? arguments[position] : ir::kNoValue;
}

namespace {

const model::Call* run_at_once(const model::Method& method) {
  if (!method.starts.empty()) return nullptr;
  const auto found = std::ranges::find_if(method.calls, [](const model::Call& call) {
    return call.on && call.on->root == model::Path::Root::kArgument && call.on->selectors.empty() &&
           call.with.empty() && call.method.descriptor.starts_with("()");
  });
  return found == method.calls.end() ? nullptr : &*found;
}

}  // namespace

const model::Call* run_at_once(const Call& call) {
  return call.model == nullptr || !call.starts.empty() ? nullptr : run_at_once(*call.model);
}

Code::Code(ir::Program& program, const model::Models& models, origins::Facts& facts,
           const AnnotationNames& names, std::span<const std::string> inputs, bool is_strict,
           unsigned workers)
    : program_(program), models_(models), facts_(facts), names_(names), is_strict_(is_strict) {
  read_models();
  for (const std::string& name : inputs)
    if (const ir::ClassId id = program.find(name); !base::is_none(id)) add_class(id);
  const std::size_t of_inputs = classes_.size();
  for (std::size_t i = 0; i < classes_.size(); ++i) link_class(classes_[i]);
  put_in_order(of_inputs);
  find_methods();
  for (const OfClass& of : of_class_)
    for (const StoreNote& note : of.stores) fold(facts_of(note.field), note);
  find_targets(0, workers);
  note_effects(workers);
  find_marks();
}

// Classes of libraries were found in the order in which calls lead there; nothing may depend on
// that.
void Code::put_in_order(std::size_t inputs) {
  inputs_ = inputs;
  std::vector<std::uint32_t> order(classes_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order.begin() + static_cast<std::ptrdiff_t>(inputs), order.end(), {},
                    [&](std::uint32_t at) { return program_.name(classes_[at]); });
  std::vector<ir::ClassId> classes;
  std::vector<OfClass> of_class;
  for (const std::uint32_t at : order) {
    classes.push_back(classes_[at]);
    of_class.push_back(std::move(of_class_[at]));
    number_[index(classes.back())] = static_cast<std::uint32_t>(classes.size());
  }
  classes_ = std::move(classes);
  of_class_ = std::move(of_class);
}

void Code::read_models() {
  for (const model::Method& method : models_.methods())
    if (!started_by(method, 0).empty()) starting_[method.name.name].push_back(&method);
  for (const model::Method& method : models_.methods())
    if (const model::Call* call = run_at_once(method);
        call != nullptr && std::ranges::none_of(handed_, [&](const model::MethodName* known) {
          return known->owner == call->method.owner && known->name == call->method.name;
        }))
      handed_.push_back(&call->method);
}

// What is given back may be more special than what the interface says.
bool Code::is_made_to_be_handed(ir::MethodId method) const {
  const std::string_view name = program_.name(method);
  if (!program_.descriptor(method).starts_with("()")) return false;
  return std::ranges::any_of(handed_, [&](const model::MethodName* handed) {
    return handed->name == name &&
           std::ranges::any_of(
               program_.hierarchy().all_interfaces(program_.owner(method)),
               [&](ir::ClassId above) { return program_.name(above) == handed->owner; });
  });
}

void Code::find_methods() {
  has_code_.resize(bodies_.size());
  for (const ir::ClassId id : classes_)
    for (std::uint32_t i = 0; i < program_.method_count(id); ++i) {
      const auto method = base::id_at<ir::MethodId>(index(program_.first_method(id)) + i);
      if (body(method) == nullptr) continue;
      methods_.push_back(method);
      has_code_[index(method)] = 1;
    }
}

// What to ask is found by any number of threads, the answers by one.
void Code::note_effects(unsigned workers) {
  std::vector<Effects> found(workers);
  base::parallel_for(classes_.size(), workers, 64, [&](std::size_t at, unsigned worker) {
    if (of_class_[at].is_linked) find_effects(classes_[at], found[worker]);
  });
  for (const Effects& each : found) note_effects(each);
}

void Code::note_effects(ir::ClassId of) {
  Effects found;
  find_effects(of, found);
  note_effects(found);
}

void Code::find_effects(ir::ClassId of, Effects& found) const {
  for (std::uint32_t i = 0; i < program_.method_count(of); ++i) {
    const auto method = base::id_at<ir::MethodId>(index(program_.first_method(of)) + i);
    const ir::Body* body = this->body(method);
    if (body == nullptr) continue;
    for (const ir::Instruction& instruction : body->instructions)
      if (instruction.opcode == Opcode::kInvoke) find_effects(method, *body, instruction, found);
  }
}

void Code::add_class(ir::ClassId id) {
  if (program_.is_phantom(id) || program_.layer(id) == ir::Layer::kPlatform) return;
  if (grown(number_, index(id), 0U) != 0) return;
  classes_.push_back(id);
  of_class_.emplace_back();
  by_name_.emplace(program_.name(id), id);
  number_[index(id)] = static_cast<std::uint32_t>(classes_.size());
}

// A class that the code of another leads to.
void Code::lead_to(ir::ClassId from, ir::ClassId to) {
  add_class(to);
  if (index(to) >= number_.size() || number_[index(to)] == 0) return;
  if (program_.layer(to) != ir::Layer::kLibrary) return;
  auto& list = of_class_[number_[index(from)] - 1].leads_to;
  if (std::ranges::find(list, to) == list.end()) list.push_back(to);
}

void Code::link_class(ir::ClassId id) {
  const Oddities oddities(program_);
  program_.super(id);  // links it
  const ir::Class& code = *program_.code(id);
  of_class_[number_[index(id)] - 1].first_call = static_cast<std::uint32_t>(calls_.size());
  for (std::uint32_t i = 0; i < program_.method_count(id); ++i) {
    const auto method = base::id_at<ir::MethodId>(index(program_.first_method(id)) + i);
    const ir::Body* body = code.methods[i].has_code ? program_.body(method) : nullptr;
    if (body == nullptr || body->instructions.empty()) continue;
    grown<const ir::Body*>(bodies_, index(method), nullptr) = body;
    link(id, method, *body);
  }
  note_field_marks(id, code);
  OfClass& of = of_class_[number_[index(id)] - 1];
  of.end_call = static_cast<std::uint32_t>(calls_.size());
  of.is_linked = true;
  of.is_odd = oddities.have_grown();
}

void Code::note_field_marks(ir::ClassId id, const ir::Class& code) {
  for (std::uint32_t i = 0; i < code.fields.size(); ++i)
    if (!code.fields[i].annotations.empty())
      facts_of(base::id_at<ir::FieldId>(index(program_.first_field(id)) + i));
}

void Code::link(ir::ClassId id, ir::MethodId method, const ir::Body& body) {
  for (const ir::Instruction& instruction : body.instructions) {
    OfClass& of = of_class_[number_[index(id)] - 1];
    switch (instruction.opcode) {
      case Opcode::kGetField:
      case Opcode::kGetStatic: link_field(id, of, instruction); break;
      case Opcode::kPutField:
      case Opcode::kPutStatic:
        link_field(id, of, instruction);
        note_store(method, body, instruction);
        break;
      case Opcode::kInvoke: link_call(id, of, instruction); break;
      case Opcode::kInvokeDynamic: link_lambda(id, of, instruction); break;
      case Opcode::kNew:
      case Opcode::kConstClass: {
        const ir::Type type = program_.type_of(id, ir::TypeRef::from_bits(instruction.a));
        if (type.has_class())
          grown(of.bases, ir::TypeRef::from_bits(instruction.a).base(), base::kNone<ir::ClassId>) =
              type.class_id();
        break;
      }
      default: break;
    }
  }
}

void Code::link_field(ir::ClassId from, OfClass& of, const ir::Instruction& access) {
  const std::size_t slot = field_slot(access);
  if (slot < of.fields.size() && !base::is_none(of.fields[slot])) return;
  const auto found =
      program_.resolve_field(from, static_cast<ir::FieldRef>(access.b), is_static(access.opcode));
  grown(of.fields, slot, base::kNone<ir::FieldId>) = found.member;
}

void Code::link_call(ir::ClassId from, OfClass& of, const ir::Instruction& invoke) {
  const std::size_t slot = call_slot(invoke);
  if (grown(of.calls, slot, 0U) != 0) return;
  const auto ref = static_cast<ir::MethodRef>(invoke.a);
  Call call{.invocation = invoke.invocation()};
  call.resolved = invoke.invocation() == ir::Invocation::kSpecial
                      ? program_.special_target(from, ref).member
                      : program_.resolve_method(from, ref, invoke.invocation()).member;
  if (!base::is_none(call.resolved)) {
    const ir::Class& code = *program_.code(from);
    const ir::Type named = program_.type_of(from, code.symbols.method(ref).owner);
    call.named = named.is_class() ? named.class_id() : program_.object();
    lead_to(from, program_.owner(call.resolved));
    lead_to(from, call.named);
    const Call& known = known_of(call.resolved);
    call.is_platform = known.is_platform;
    call.is_function = known.is_function;
    call.lock = known.lock;
    call.order = known.order;
    call.model = known.model;
    call.starts = known.starts;
    call.access = known.access;
    call.asserts_main_thread = known.asserts_main_thread;
    call.tests_main_thread = known.tests_main_thread;
  }
  calls_.push_back(std::move(call));
  // Adding classes may have moved the tables.
  of_class_[number_[index(from)] - 1].calls[slot] = static_cast<std::uint32_t>(calls_.size());
}

const Call& Code::known_of(ir::MethodId resolved) {
  if (const auto known = known_.find(index(resolved)); known != known_.end()) return known->second;
  const ir::ClassId owner = program_.owner(resolved);
  Call call{.resolved = resolved};
  call.is_platform = program_.layer(owner) == ir::Layer::kPlatform;
  call.is_function = is_function(resolved);
  call.lock = facts_.lock(resolved);
  call.order = facts_.order(resolved);
  call.model = facts_.model(resolved);
  call.starts = starts_of(resolved, call.model);
  call.access = facts_.access(resolved);
  const std::string_view class_name = simple_name(program_.name(owner));
  const std::string_view name = program_.name(resolved);
  const auto is_among = [&](const std::vector<std::string>& list) {
    return std::ranges::any_of(list, [&](std::string_view each) {
      return each.size() == class_name.size() + 1 + name.size() && each.ends_with(name) &&
             each.starts_with(class_name) && each[class_name.size()] == '.';
    });
  };
  call.asserts_main_thread = is_among(names_.main_thread_assertions);
  call.tests_main_thread = is_among(names_.main_thread_tests);
  return known_.emplace(index(resolved), std::move(call)).first->second;
}

// What every object has counts for nothing: Comparator has an equals of its own.
bool Code::is_function(ir::MethodId method) const {
  const ir::ClassId owner = program_.owner(method);
  if (program_.is_phantom(owner) || !program_.is_interface(owner)) return false;
  for (std::uint32_t i = 0; i < program_.method_count(owner); ++i) {
    const auto other = base::id_at<ir::MethodId>(index(program_.first_method(owner)) + i);
    const std::string_view name = program_.name(other);
    if (other != method && program_.is(other, Access::kAbstract) && name != "equals" &&
        name != "hashCode" && name != "toString")
      return false;
  }
  return program_.is(method, Access::kAbstract);
}

// By itself, or by what it calls in turn.
const std::vector<Started>& Code::started_by(const model::Method& method, unsigned depth) {
  constexpr unsigned kDeepest = 4;
  static const std::vector<Started> kNothing;
  if (depth == kDeepest) return kNothing;
  const auto [place, is_new] = started_.try_emplace(&method);
  if (!is_new) return place->second;
  std::vector<Started> found;
  for (const model::Start& start : method.starts)
    if (start.call.on)
      found.push_back({.on = *start.call.on,
                       .runs = start.call.method,
                       .is_event = start.kind == model::StartKind::kEvent && !start.serial});
  for (const model::Call& call : method.calls) {
    const model::Method* called =
        models_.method(call.method.owner, call.method.name, call.method.descriptor);
    if (called == nullptr) continue;
    for (const Started& each : std::vector(started_by(*called, depth + 1))) {
      if (!each.on.selectors.empty()) continue;
      if (each.on.root == model::Path::Root::kReceiver && call.on)
        found.push_back({.on = *call.on, .runs = each.runs, .is_event = each.is_event});
      else if (each.on.root == model::Path::Root::kArgument && each.on.argument < call.with.size())
        found.push_back(
            {.on = call.with[each.on.argument], .runs = each.runs, .is_event = each.is_event});
    }
  }
  return started_[&method] = std::move(found);
}

// ExecutorService.submit starts what the executors of the platform start.
std::span<const Started> Code::starts_of(ir::MethodId resolved, const model::Method* own) {
  if (own != nullptr)
    if (const auto& found = started_by(*own, 0); !found.empty()) return found;
  const ir::ClassId owner = program_.owner(resolved);
  if (program_.layer(owner) != ir::Layer::kPlatform) return {};
  const auto named = starting_.find(program_.name(resolved));
  if (named == starting_.end()) return {};
  for (const model::Method* each : named->second) {
    const std::string& descriptor = each->name.descriptor;
    if (!descriptor.empty() && descriptor != program_.descriptor(resolved)) continue;
    const ir::ClassId below = program_.find(each->name.owner);
    if (!base::is_none(below) && program_.is_subtype(ir::Type(below), ir::Type(owner)))
      return started_by(*each, 0);
  }
  return {};
}

void Code::link_lambda(ir::ClassId from, OfClass& of, const ir::Instruction& invoke_dynamic) {
  Lambda& made = grown(of.lambdas, invoke_dynamic.a, Lambda{});
  const auto target = program_.lambda_target(from, static_cast<ir::CallSiteRef>(invoke_dynamic.a));
  if (!target || target->constructs || !target->method.runs()) return;
  made.target = target->method.member;
  made.is_static = target->invocation == ir::Invocation::kStatic;
  lead_to(from, program_.owner(made.target));
}

// ---- Fields ----

FieldFacts& Code::facts_of(ir::FieldId field) {
  const auto [place, is_new] = field_facts_.try_emplace(index(field));
  if (!is_new) return place->second;
  const ir::Field* declared = program_.declaration(field);
  const ir::Class* code = program_.code(program_.owner(field));
  if (declared == nullptr || code == nullptr) return place->second;
  place->second.marks = marks_of(*code, declared->annotations, names_);
  place->second.guard = guard_of(*code, declared->annotations, names_);
  return place->second;
}

const FieldFacts& Code::facts(ir::FieldId field) const {
  static const FieldFacts kNothing;
  const auto found = field_facts_.find(index(field));
  return found == field_facts_.end() ? kNothing : found->second;
}

ir::ClassId Code::class_in_field(ir::MethodId in, const ir::Body& body, ir::ValueId value) const {
  const ir::Instruction& get = body.at(ir::without_casts(body, value));
  if (get.opcode != Opcode::kGetField && get.opcode != Opcode::kGetStatic)
    return base::kNone<ir::ClassId>;
  const ir::FieldId from = field(in, get);
  if (base::is_none(from)) return base::kNone<ir::ClassId>;
  const bool is_open =
      program_.is(from, Access::kPublic | Access::kProtected) && !program_.is(from, Access::kFinal);
  const FieldFacts& known = facts(from);
  return is_open || known.has_others ? base::kNone<ir::ClassId> : known.made;
}

void Code::note_store(ir::MethodId in, const ir::Body& body, const ir::Instruction& put) {
  const ir::FieldId id = field(in, put);
  if (base::is_none(id)) return;
  const std::string_view name = program_.name(in);
  const bool is_first = program_.owner(in) == program_.owner(id) &&
                        name == (is_static(put.opcode) ? "<clinit>" : "<init>");
  StoreNote note{.field = id, .kind = StoreNote::Kind::kOther, .reassigns = !is_first};
  const ir::Instruction& made = body.at(ir::without_casts(body, static_cast<ir::ValueId>(put.c)));
  if (made.opcode == Opcode::kConstNull) note.kind = StoreNote::Kind::kNull;
  if (made.opcode == Opcode::kNew) {
    const ir::Type type = program_.type_of(program_.owner(in), ir::TypeRef::from_bits(made.a));
    if (type.is_class()) {
      note.kind = StoreNote::Kind::kMade;
      note.made = type.class_id();
    }
  }
  if (made.opcode == Opcode::kInvoke) {
    const Call* call = this->call(in, made);
    note.is_platform_made = call != nullptr && call->is_platform;
    note.is_serial =
        call != nullptr && std::ranges::any_of(call->order, [&](const model::OrderFact* fact) {
          return fact->kind == model::OrderFact::Kind::kSerial &&
                 origins::Facts::are_given(body, made, fact->given);
        });
    note_view(in, body, made, note);
  }
  of_class_[number_[index(program_.owner(in))] - 1].stores.push_back(note);
}

void Code::fold(FieldFacts& facts, const StoreNote& note) {
  facts.is_reassigned |= note.reassigns != 0;
  if (note.kind == StoreNote::Kind::kNull) return;
  (note.is_serial != 0 ? facts.has_serial : facts.has_not_serial) = true;
  if (note.kind == StoreNote::Kind::kMade &&
      (base::is_none(facts.made) || facts.made == note.made)) {
    facts.made = note.made;
    return;
  }
  facts.has_others = true;
  facts.has_platform_made |= note.is_platform_made != 0;
  if (note.is_view == 0) return;
  if (!base::is_none(note.view_of)) facts.view_of = note.view_of;
  facts.view_mode = note.view_mode;
}

// this.readLock = this.lock.readLock(), or of the very value that goes into this.lock.
void Code::note_view(ir::MethodId in, const ir::Body& body, const ir::Instruction& made,
                     StoreNote& note) const {
  const Call* call = this->call(in, made);
  if (call == nullptr || call->lock == nullptr || made.c == 0 ||
      call->lock->kind != model::LockFact::Kind::kView)
    return;
  const ir::ValueId lock = ir::without_casts(body, body.values(made)[0]);
  const ir::Instruction& from = body.at(lock);
  if (from.opcode == Opcode::kGetField || from.opcode == Opcode::kGetStatic)
    note.view_of = field(in, from);
  for (const ir::Instruction& put : body.instructions) {
    if (put.opcode != Opcode::kPutField && put.opcode != Opcode::kPutStatic) continue;
    if (static_cast<ir::ValueId>(put.c) == lock) note.view_of = field(in, put);
  }
  note.is_view = 1;
  note.view_mode = call->lock->mode;
}

// ---- Library objects ----

void Code::find_effects(ir::MethodId in, const ir::Body& body, const ir::Instruction& invoke,
                        Effects& found) const {
  const Call* call = this->call(in, invoke);
  if (call == nullptr || base::is_none(call->resolved) || invoke.c == 0) return;
  if (call->invocation == ir::Invocation::kStatic || !call->is_platform) return;
  found.insert(pair(index(call->named), index(call->resolved)));
  const ir::Instruction& made = body.at(ir::without_casts(body, body.values(invoke)[0]));
  if (made.opcode != Opcode::kGetField && made.opcode != Opcode::kGetStatic) return;
  const ir::FieldId from = field(in, made);
  if (base::is_none(from)) return;
  if (const ir::ClassId of_field = facts(from).made; !base::is_none(of_field))
    found.insert(pair(index(of_field), index(call->resolved)));
}

void Code::note_effects(const Effects& found) {
  for (const std::uint64_t each : found) {
    const auto [place, is_new] = effects_.try_emplace(each);
    if (is_new)
      place->second = facts_.effect(base::id_at<ir::ClassId>(each >> 32U),
                                    base::id_at<ir::MethodId>(each & 0xFFFF'FFFFU));
  }
}

model::Effect Code::effect(ir::ClassId object, ir::MethodId method) const {
  const auto found = effects_.find(pair(index(object), index(method)));
  return found == effects_.end() ? model::Effect::kUnsaid : found->second;
}

// ---- Calls ----

// Those that override it, in their order.
std::vector<ir::MethodId> Code::overriders(ir::MethodId resolved) const {
  std::vector<ir::MethodId> found;
  const auto known = by_selector_.find(program_.classes().method(resolved).selector);
  if (known == by_selector_.end()) return found;
  const ir::ClassId above = program_.owner(resolved);
  for (const ir::MethodId method : known->second)
    if (method != resolved && program_.hierarchy().is_subclass(program_.owner(method), above))
      found.push_back(method);
  return found;
}

bool Code::is_overridable(const Call& call) const {
  if (base::is_none(call.resolved) || call.invocation == ir::Invocation::kStatic ||
      call.invocation == ir::Invocation::kSpecial ||
      program_.is(call.resolved, Access::kPrivate | Access::kFinal | Access::kStatic))
    return false;
  // Whoever implements Map or Runnable: which of them it is says a constructor, or nobody.
  return program_.layer(call.named) != ir::Layer::kPlatform;
}

// Of the calls from there on. One thread asks the program for what is missing, then all of them
// look.
void Code::find_targets(std::size_t first, unsigned workers) {
  if (by_selector_.empty())
    for (const ir::MethodId method : methods_)
      if (!program_.is(method, Access::kStatic | Access::kPrivate | Access::kAbstract) &&
          program_.name(method)[0] != '<')
        by_selector_[program_.classes().method(method).selector].push_back(method);
  std::vector<ir::MethodId> fresh;
  for (std::size_t i = first; i < calls_.size(); ++i) {
    if (!is_overridable(calls_[i])) continue;
    program_.super(program_.owner(calls_[i].resolved));
    program_.super(calls_[i].named);
    if (overriders_.try_emplace(index(calls_[i].resolved)).second)
      fresh.push_back(calls_[i].resolved);
  }
  base::parallel_for(fresh.size(), workers, 64, [&](std::size_t at, unsigned) {
    overriders_.find(index(fresh[at]))->second = overriders(fresh[at]);
  });
  base::parallel_for(calls_.size() - first, workers, 1024,
                     [&](std::size_t at, unsigned) { find_targets(calls_[first + at]); });
  for (std::size_t i = first; i < calls_.size(); ++i) cut_calls_ += calls_[i].was_cut ? 1 : 0;
}

void Code::find_targets(Call& call) const {
  if (base::is_none(call.resolved)) return;
  const bool is_abstract = program_.is(call.resolved, Access::kAbstract);
  if (!is_abstract && has_code(call.resolved)) call.targets.push_back(call.resolved);
  if (!is_overridable(call)) return;
  for (const ir::MethodId target : overriders_.find(index(call.resolved))->second) {
    if (!program_.hierarchy().is_subclass(program_.owner(target), call.named) &&
        !program_.hierarchy().is_subclass(call.named, program_.owner(target)))
      continue;
    if (call.targets.size() == kMostTargets) {
      call.was_cut = true;
      break;
    }
    call.targets.push_back(target);
  }
}

const Code::OfClass* Code::of(ir::MethodId in) const {
  const std::uint32_t owner = index(program_.owner(in));
  if (owner >= number_.size() || number_[owner] == 0) return nullptr;
  return &of_class_[number_[owner] - 1];
}

ir::FieldId Code::field(ir::MethodId in, const ir::Instruction& instruction) const {
  const OfClass& of = *this->of(in);
  const std::size_t slot = field_slot(instruction);
  return slot < of.fields.size() ? of.fields[slot] : base::kNone<ir::FieldId>;
}

const Call* Code::call(ir::MethodId in, const ir::Instruction& invoke) const {
  const OfClass& of = *this->of(in);
  const std::size_t slot = call_slot(invoke);
  if (slot >= of.calls.size() || of.calls[slot] == 0) return nullptr;
  return &calls_[of.calls[slot] - 1];
}

Lambda Code::lambda(ir::MethodId in, const ir::Instruction& invoke_dynamic) const {
  const OfClass& of = *this->of(in);
  const Lambda made =
      invoke_dynamic.a < of.lambdas.size() ? of.lambdas[invoke_dynamic.a] : Lambda{};
  return !base::is_none(made.target) && has_code(made.target) ? made : Lambda{};
}

ir::ClassId Code::class_of(ir::MethodId in, ir::TypeRef type) const {
  const OfClass& of = *this->of(in);
  return type.base() < of.bases.size() ? of.bases[type.base()] : base::kNone<ir::ClassId>;
}

ir::ClassId Code::class_named(std::string_view internal_name) const {
  const auto found = by_name_.find(internal_name);
  return found == by_name_.end() ? base::kNone<ir::ClassId> : found->second;
}

ir::MethodId Code::exact_target(ir::ClassId made, ir::MethodId resolved) const {
  const ir::MethodSelector selector = program_.classes().method(resolved).selector;
  if (!program_.hierarchy().is_linked(made)) return base::kNone<ir::MethodId>;
  for (ir::ClassId at = made; !base::is_none(at); at = program_.hierarchy().super(at)) {
    const ir::MethodId found = program_.classes().declared(at, selector);
    if (base::is_none(found) || program_.is(found, Access::kAbstract | Access::kStatic)) continue;
    return has_code(found) ? found : base::kNone<ir::MethodId>;
  }
  return has_code(resolved) ? resolved : base::kNone<ir::MethodId>;
}

ir::MethodId Code::find_method(ir::ClassId made, std::string_view name,
                               std::string_view descriptor) const {
  const auto selector = program_.classes().known_selector(name, descriptor);
  if (!selector || !program_.hierarchy().is_linked(made)) return base::kNone<ir::MethodId>;
  for (ir::ClassId at = made; !base::is_none(at); at = program_.hierarchy().super(at)) {
    const ir::MethodId found = program_.classes().declared(at, *selector);
    if (!base::is_none(found) && has_code(found)) return found;
  }
  return base::kNone<ir::MethodId>;
}

}  // namespace heddle::modular
