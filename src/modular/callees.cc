#include "modular/callees.h"

#include <algorithm>
#include <utility>

#include "modular/values.h"

namespace heddle::modular {
namespace {

using ir::Opcode;

class Callees {
 public:
  Callees(const Code& code, ir::MethodId method) : code_(code), method_(method) {}

  std::vector<ir::MethodId> find() &&;

 private:
  void add_tasks(ir::ClassId of);
  void add_run_at_once(const Call& call, const ir::Instruction& invoke);
  void add_called(const ir::Instruction& invoke);

  const Code& code_;
  ir::MethodId method_;
  std::vector<ir::MethodId> found_;
};

std::vector<ir::MethodId> Callees::find() && {
  for (const ir::Instruction& instruction : code_.body(method_)->instructions) {
    if (instruction.opcode == Opcode::kInvoke) {
      add_called(instruction);
    } else if (instruction.opcode == Opcode::kInvokeDynamic) {
      const Lambda lambda = code_.lambda(method_, instruction);
      if (!base::is_none(lambda.target)) found_.push_back(lambda.target);
    } else if (instruction.opcode == Opcode::kNew) {
      add_tasks(code_.class_of(method_, ir::TypeRef::from_bits(instruction.a)));
    }
  }
  std::ranges::sort(found_);
  found_.erase(std::ranges::unique(found_).begin(), found_.end());
  return std::move(found_);
}

// What runs if somebody starts an object of that class.
void Callees::add_tasks(ir::ClassId of) {
  if (base::is_none(of)) return;
  for (const auto& [name, descriptor] :
       {std::pair{"run", "()V"}, std::pair{"call", "()Ljava/lang/Object;"}})
    if (const ir::MethodId run = code_.find_method(of, name, descriptor); !base::is_none(run))
      found_.push_back(run);
}

// As Builder::run_at_once finds it: of an object that was made here, or of this one.
void Callees::add_run_at_once(const Call& call, const ir::Instruction& invoke) {
  const model::Call* runs = modular::run_at_once(call);
  if (runs == nullptr) return;
  const ir::Body& body = *code_.body(method_);
  const ir::ValueId handed = operand(call, body.values(invoke), *runs->on);
  if (handed == ir::kNoValue) return;
  const ir::Instruction& made = body.at(ir::without_casts(body, handed));
  ir::ClassId of = base::kNone<ir::ClassId>;
  if (made.opcode == Opcode::kNew) of = code_.class_of(method_, ir::TypeRef::from_bits(made.a));
  if (made.opcode == Opcode::kParameter && made.a == 0) of = code_.program().owner(method_);
  if (base::is_none(of)) return;
  const ir::MethodId run = code_.find_method(of, runs->method.name, runs->method.descriptor);
  if (!base::is_none(run)) found_.push_back(run);
}

void Callees::add_called(const ir::Instruction& invoke) {
  const Call* call = code_.call(method_, invoke);
  if (call == nullptr || base::is_none(call->resolved)) return;
  found_.insert(found_.end(), call->targets.begin(), call->targets.end());
  add_run_at_once(*call, invoke);
  const ir::Body& body = *code_.body(method_);
  for (const ir::ValueId value : body.values(invoke)) {
    const ir::Instruction& made = body.at(ir::without_casts(body, value));
    if (made.opcode == Opcode::kNew) {
      const ir::ClassId of = code_.class_of(method_, ir::TypeRef::from_bits(made.a));
      const ir::MethodId exact =
          base::is_none(of) ? base::kNone<ir::MethodId> : code_.exact_target(of, call->resolved);
      if (!base::is_none(exact)) found_.push_back(exact);
      continue;
    }
    if (const ir::ClassId of = code_.class_in_field(method_, body, value); !base::is_none(of)) {
      const ir::MethodId exact = code_.exact_target(of, call->resolved);
      if (!base::is_none(exact)) found_.push_back(exact);
    }
    if (call->starts.empty()) {
      continue;
    } else if (made.opcode == Opcode::kGetField || made.opcode == Opcode::kGetStatic) {
      const ir::FieldId field = code_.field(method_, made);
      if (!base::is_none(field)) add_tasks(code_.facts(field).made);
    } else if (made.opcode == Opcode::kParameter && made.a == 0) {
      add_tasks(code_.program().owner(method_));
    }
  }
}

}  // namespace

std::vector<ir::MethodId> find_callees(const Code& code, ir::MethodId method) {
  return Callees(code, method).find();
}

}  // namespace heddle::modular
