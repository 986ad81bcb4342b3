// Every store, capture and call of the platform outside of it is looked at once. What is still
// owned there (ownership.h) is only on its way to where it will be: to the object it is made for,
// or to the start that it is handed to.
#include "races/let_out.h"

#include <algorithm>

#include "base/id.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;
using pointsto::ObjectId;

void LetOut::find() {
  is_found_ = true;
  for (std::uint32_t i = 0; i < calls_.size(); ++i) {
    const auto id = base::id_at<InstanceId>(i);
    if (calls_.is_platform(id)) continue;
    if (const ir::Body* body = calls_.program().body(calls_.at(id).method)) find_in(id, *body);
  }
}

void LetOut::find_in(InstanceId id, const ir::Body& body) {
  for (std::uint32_t at = 0; at < body.instructions.size(); ++at) {
    const ir::Instruction& one = body.instructions[at];
    switch (one.opcode) {
      case Opcode::kPutStatic: add(id, at, static_cast<ir::ValueId>(one.c), ir::kNoValue); break;
      case Opcode::kPutField:
      case Opcode::kArrayStore:
        add(id, at, static_cast<ir::ValueId>(one.c), static_cast<ir::ValueId>(one.a));
        break;
      case Opcode::kInvokeDynamic:
        for (const ir::ValueId captured : body.values(one))
          add(id, at, captured, static_cast<ir::ValueId>(at));
        break;
      case Opcode::kInvoke: find_at_call(id, body, at); break;
      default: break;
    }
  }
}

// What the program's own methods do with it is seen there.
void LetOut::find_at_call(InstanceId id, const ir::Body& body, std::uint32_t at) {
  const auto calls = calls_.calls_at(id, at);
  if (!calls.empty() && std::ranges::none_of(calls, [&](const origins::Call& call) {
        return !call.initializes && calls_.is_platform(call.callee);
      }))
    return;
  const ir::Instruction& invoke = body.instructions[at];
  const auto arguments = body.values(invoke);
  const bool is_static = invoke.invocation() == ir::Invocation::kStatic;
  for (std::size_t i = is_static ? 0 : 1; i < arguments.size(); ++i) {
    if (calls_.heap().value(id, arguments[i]).size() == 0) continue;
    if (!ownership_.keeps(calls_.at(id).method, at, i)) continue;
    add(id, at, arguments[i], is_static ? ir::kNoValue : arguments[0]);
  }
}

void LetOut::add(InstanceId id, std::uint32_t at, ir::ValueId value, ir::ValueId holder) {
  constexpr std::size_t kMany = 64;
  const pointsto::ObjectSet& objects = calls_.heap().value(id, value);
  if (objects.size() == 0 || ownership_.at(id, at, value) == Owned::kFresh) return;
  const Put put{.instance = id, .at = at, .value = value, .holder = holder};
  if (objects.size() > kMany) {
    large_.push_back(put);
    return;
  }
  objects.for_each([&](ObjectId object) { puts_[index(object)].push_back(put); });
}

}  // namespace heddle::races
