#include <algorithm>
#include <array>

#include "base/id.h"
#include "ir/class.h"
#include "locks/locks.h"
#include "pointsto/state.h"

// Bodies of lambdas that run inside of the call they are given to, and what is held around them.
namespace heddle::locks {

using base::index;
using origins::Call;
using pointsto::InstanceId;
using pointsto::ObjectId;

std::vector<std::uint8_t> Locks::kept_objects() const {
  const pointsto::State& state = calls_.heap().state();
  std::vector<std::uint8_t> kept(calls_.heap().object_count());
  std::vector<std::uint8_t> seen(state.graph.size());
  const auto keep = [&](pointsto::NodeId node) {
    const pointsto::NodeId all = state.graph.find(node);
    if (seen[index(all)] != 0) return;
    seen[index(all)] = 1;
    state.graph.points(all).for_each([&](ObjectId object) { kept[index(object)] = 1; });
  };
  for (const pointsto::NodeId node : state.statics)
    if (!base::is_none(node)) keep(node);
  for (const auto& [key, node] : state.phantom_fields) keep(node);
  for (const pointsto::Object& object : state.objects) {
    if (base::is_none(object.fields) || object.kind == pointsto::SiteKind::kLambda) continue;
    for (std::uint32_t i = 0; i < state.types.known_slots(object.type); ++i)
      keep(base::id_at<pointsto::NodeId>(index(object.fields) + i));
  }
  return kept;
}

void Locks::find_run_now() {
  const std::vector<std::uint8_t> kept = kept_objects();
  for (const ir::MethodId method : calls_.heap().reachable_methods()) {
    if (calls_.program().layer(calls_.program().owner(method)) != ir::Layer::kPlatform &&
        calls_.program().body(method) != nullptr)
      find_run_now(method, kept);
  }
  find_captured();
}

void Locks::find_captured() {
  std::vector<std::uint8_t> is_run_now(calls_.heap().object_count());
  for (const auto& [method, lambdas] : run_now_)
    for (const InstanceId id : calls_.instances_of(base::id_at<ir::MethodId>(method)))
      for (const RunNow& lambda : lambdas)
        calls_.heap()
            .value(id, base::id_at<ir::ValueId>(lambda.made))
            .for_each([&](ObjectId object) { is_run_now[index(object)] = 1; });
  const pointsto::State& state = calls_.heap().state();
  for (std::uint32_t i = 0; i < is_run_now.size(); ++i) {
    const pointsto::Object& by = state.objects[i];
    if (by.kind != pointsto::SiteKind::kLambda || base::is_none(by.fields)) continue;
    const pointsto::Site& site = calls_.heap().site(base::id_at<ObjectId>(i));
    const ir::Body* body = calls_.program().body(base::id_at<ir::MethodId>(site.a));
    if (body == nullptr || site.b >= body->instructions.size()) continue;
    const std::size_t captures = body->values(body->instructions[site.b]).size();
    for (std::size_t c = 0; c < captures; ++c) {
      const std::uint32_t node = index(by.fields) + static_cast<std::uint32_t>(c);
      state.graph.points(base::id_at<pointsto::NodeId>(node)).for_each([&](ObjectId object) {
        if (is_run_now[index(object)] != 0)
          captured_by_[index(object)].push_back(base::id_at<ObjectId>(i));
      });
    }
  }
}

void Locks::find_run_now(ir::MethodId method, const std::vector<std::uint8_t>& kept) {
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(method);
  for (std::uint32_t made = 0; made < body.instructions.size(); ++made) {
    const ir::Instruction& instruction = body.instructions[made];
    if (instruction.opcode != ir::Opcode::kInvokeDynamic) continue;
    const auto target =
        program.lambda_target(program.owner(method), static_cast<ir::CallSiteRef>(instruction.a));
    if (!target || !target->method.runs() ||
        !program.is(target->method.member, ir::Access::kSynthetic))
      continue;
    // Given to one call, and nothing else done with it.
    std::uint32_t call = 0, uses = 0;
    for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
      const ir::Instruction& user = body.instructions[i];
      const auto note = [&](std::uint32_t value) {
        if (value != made) return;
        ++uses;
        call = i;
      };
      if (ir::has_value_list(user.opcode)) {
        for (const ir::ValueId value : body.values(user)) note(index(value));
      } else {
        ir::for_each_plain_operand(user, note);
      }
    }
    if (uses != 1 || body.instructions[call].opcode != ir::Opcode::kInvoke) continue;
    bool is_kept = false;
    for (const InstanceId id : calls_.instances_of(method)) {
      calls_.heap().value(id, base::id_at<ir::ValueId>(made)).for_each([&](ObjectId object) {
        is_kept = is_kept || kept[index(object)] != 0;
      });
    }
    if (is_kept) continue;
    const ir::MethodId run = target->method.member;
    run_now_[index(method)].push_back({.body = run, .made = made, .call = call});
    if (index(run) >= is_run_now_.size()) is_run_now_.resize(index(run) + 1024);
    is_run_now_[index(run)] = 1;
  }
}

// What the call holds while it runs what it was given.
void Locks::add_holds(InstanceId id, std::uint32_t instruction, std::vector<Lock>& locks) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  for (const Call& call : calls_.calls_at(id, instruction)) {
    const model::LockFact* fact =
        call.initializes ? nullptr : facts_.lock(calls_.at(call.callee).method);
    if (fact == nullptr || fact->kind != model::LockFact::Kind::kHold) continue;
    const ir::ValueId on = facts_.operand(body, body.instructions[instruction], fact->on);
    if (on == ir::kNoValue) continue;
    add(id,
        {.path = paths_.explicit_lock(paths_.of(method, on)),
         .mode = fact->mode,
         .site = instruction,
         .value = on},
        locks);
  }
}

// What is held wherever something that `at` calls runs the body, in the terms of `at`; nothing if
// that is not known yet, or if it is not run there.
std::optional<std::vector<Lock>> Locks::around_body(InstanceId at, const RunNow& lambda,
                                                    InstanceId maker, unsigned depth,
                                                    std::uint32_t only_instruction) {
  constexpr unsigned kDeepest = 4;
  std::optional<std::vector<Lock>> common;
  for (const Call* each : calls_with(at, lambda, maker, depth < kDeepest)) {
    const Call& call = *each;
    if (only_instruction != kAnyInstruction && call.instruction != only_instruction) continue;
    std::vector<Lock> here;
    if (calls_.at(call.callee).method != lambda.body) {
      waiting_[index(call.callee)].insert(index(maker));
      if (seen_[index(call.callee)] == 0) {
        is_unknown_ = true;
        return std::nullopt;
      }
      const auto& inside = around_body_in(call.callee, lambda, maker, depth + 1);
      if (!inside) continue;
      here = in_terms_of_caller(call, *inside);
    }
    for (const Lock& lock : this->at(at, call.instruction)) insert(here, lock);
    if (!common) {
      common = std::move(here);
    } else {
      keep_common(*common, here);
    }
  }
  return common;
}

// Of one question: many ways lead to what runs it.
const std::optional<std::vector<Lock>>& Locks::around_body_in(InstanceId at, const RunNow& lambda,
                                                              InstanceId maker, unsigned depth) {
  const std::uint64_t key = std::uint64_t{index(at)} << 32U | depth;
  const auto known = around_bodies_.find(key);
  if (known != around_bodies_.end()) return known->second;
  auto found = around_body(at, lambda, maker, depth, kAnyInstruction);
  return around_bodies_[key] = std::move(found);
}

// The calls that run the lambda's body or, if these are wanted, may hand it on. They are asked for
// whenever somebody on the way holds something else, and stay the same.
const std::vector<const Call*>& Locks::calls_with(InstanceId at, const RunNow& lambda,
                                                  InstanceId maker, bool with_handing_on) {
  const std::array key{index(at), index(maker), lambda.made, with_handing_on ? 1U : 0U};
  const auto [place, fresh] = calls_with_.try_emplace(key);
  if (!fresh) return place->second;
  const std::vector<ObjectId> handed =
      with_handing_on ? with_it_inside(lambda, maker) : std::vector<ObjectId>();
  for (const Call& call : calls_.calls_from(at)) {
    if (!call.initializes &&
        (calls_.at(call.callee).method == lambda.body || gives_one(call, handed)))
      place->second.push_back(&call);
  }
  return place->second;
}

// The lambda, and what captured it.
std::vector<ObjectId> Locks::with_it_inside(const RunNow& lambda, InstanceId maker) const {
  std::vector<ObjectId> found;
  calls_.heap().value(maker, base::id_at<ir::ValueId>(lambda.made)).for_each([&](ObjectId object) {
    found.push_back(object);
    const auto by = captured_by_.find(index(object));
    if (by != captured_by_.end()) found.insert(found.end(), by->second.begin(), by->second.end());
  });
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

// Of a call that runs another lambda its receiver counts, too.
bool Locks::gives_one(const Call& call, std::span<const ObjectId> objects) const {
  auto arguments = calls_.arguments(call);
  const ir::Body* body = calls_.program().body(calls_.at(call.caller).method);
  if (arguments.empty() && body != nullptr && call.instruction < body->instructions.size() &&
      body->instructions[call.instruction].opcode == ir::Opcode::kInvoke)
    arguments = body->values(body->instructions[call.instruction]);
  return std::ranges::any_of(arguments, [&](ir::ValueId argument) {
    const pointsto::ObjectSet& given = calls_.heap().value(call.caller, argument);
    return std::ranges::any_of(objects, [&](ObjectId object) { return given.contains(object); });
  });
}

// Captured values are the body's first parameters.
std::optional<std::vector<Lock>> Locks::in_terms_of(InstanceId id, const RunNow& lambda) {
  const ir::MethodId method = calls_.at(id).method;
  const ir::Body& body = *calls_.program().body(method);
  is_unknown_ = false;
  around_bodies_.clear();
  auto held = around_body(id, lambda, id, 0, lambda.call);
  if (is_unknown_) return std::nullopt;
  if (!held) held = at(id, lambda.call);
  add_holds(id, lambda.call, *held);
  std::vector<Renaming> names;
  for (const ir::ValueId captured : body.values(body.instructions[lambda.made])) {
    const auto position = static_cast<std::uint32_t>(names.size());
    names.push_back({.here = paths_.of(method, captured), .there = paths_.parameter(position)});
  }
  std::vector<Lock> there;
  for (const Lock& lock : *held) rename(lock, names, there);
  return there;
}

void Locks::spread_lambdas(InstanceId maker, const Reach& reach) {
  const auto lambdas = run_now_.find(index(calls_.at(maker).method));
  if (lambdas == run_now_.end()) return;
  for (const RunNow& lambda : lambdas->second) {
    const auto inside = in_terms_of(maker, lambda);
    if (!inside) continue;
    for (const InstanceId body : calls_.instances_of(lambda.body)) reach(body, *inside);
  }
}

}  // namespace heddle::locks
