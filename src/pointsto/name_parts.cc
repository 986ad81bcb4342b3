// javac's two ways to write a + b are told by their shape: an invokedynamic with a recipe, or the
// chain `new StringBuilder().append(a).append(b).toString()`, which is read from its end.
#include "pointsto/name_parts.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/symbols.h"

namespace heddle::pointsto {
namespace {

using ir::Instruction;
using ir::Opcode;
using ir::ValueId;

class PartReader {
 public:
  PartReader(World& world, ir::ClassId owner, const ir::Body& body)
      : world_(world),
        program_(world.program()),
        owner_(owner),
        body_(body),
        symbols_(program_.code(owner)->symbols) {}

  std::optional<std::vector<NamePart>> read(ValueId value) {
    const Instruction& instruction = body_.at(value);
    const bool is_read =
        instruction.opcode == Opcode::kInvokeDynamic ? read_recipe(instruction) : read_chain(value);
    const auto is_class = [](const NamePart& part) { return !base::is_none(part.of_class); };
    if (!is_read || std::ranges::none_of(parts_, is_class)) return std::nullopt;
    return std::move(parts_);
  }

 private:
  bool add(ValueId value) {
    const Instruction& instruction = body_.at(value);
    if (instruction.opcode == Opcode::kConstString) {
      const auto text = symbols_.string(static_cast<ir::StringRef>(instruction.a));
      parts_.push_back({.text = std::string(text), .of_class = base::kNone<ValueId>});
      return true;
    }
    if (instruction.opcode != Opcode::kInvoke) return false;
    const ir::MethodId called = method_of(instruction);
    const model::Method* model = base::is_none(called) ? nullptr : world_.model(called);
    if (model == nullptr || model->operation != model::Operation::kClassName) return false;
    parts_.push_back({.text = {}, .of_class = body_.values(instruction)[0]});
    return true;
  }

  bool read_recipe(const Instruction& instruction) {
    const ir::CallSite& site = symbols_.call_site(static_cast<ir::CallSiteRef>(instruction.a));
    if (site.kind != ir::CallSiteKind::kConcatenate || !site.recipe_constants.empty()) return false;
    std::size_t next = 0;
    for (const char letter : site.recipe) {
      if (letter == '\1') {
        if (!add(body_.values(instruction)[next++])) return false;
      } else {
        parts_.push_back({.text = std::string(1, letter), .of_class = base::kNone<ValueId>});
      }
    }
    return true;
  }

  bool read_chain(ValueId value) {
    const Instruction* call = call_on_builder(value, "toString", 1);
    if (call == nullptr) return false;
    ValueId builder = body_.values(*call)[0];
    std::vector<ValueId> appended;
    while ((call = call_on_builder(builder, "append", 2)) != nullptr) {
      appended.push_back(body_.values(*call)[1]);
      builder = body_.values(*call)[0];
    }
    if (body_.at(builder).opcode != Opcode::kNew || !begins_empty(builder)) return false;
    return std::ranges::all_of(appended.rbegin(), appended.rend(),
                               [&](ValueId part) { return add(part); });
  }

  const Instruction* call_on_builder(ValueId value, std::string_view name, std::size_t arguments) {
    const Instruction& instruction = body_.at(value);
    if (instruction.opcode != Opcode::kInvoke || body_.values(instruction).size() != arguments)
      return nullptr;
    const ir::MethodId called = method_of(instruction);
    if (base::is_none(called) || program_.name(called) != name) return nullptr;
    const std::string_view of = program_.name(program_.owner(called));
    return of == "java/lang/StringBuilder" || of == "java/lang/StringBuffer" ? &instruction
                                                                             : nullptr;
  }

  // Its constructor is given nothing.
  bool begins_empty(ValueId made) {
    return std::ranges::any_of(body_.instructions, [&](const Instruction& call) {
      return call.opcode == Opcode::kInvoke && call.invocation() == ir::Invocation::kSpecial &&
             body_.values(call).size() == 1 && body_.values(call)[0] == made;
    });
  }

  ir::MethodId method_of(const Instruction& invoke) {
    const auto resolved =
        program_.resolve_method(owner_, static_cast<ir::MethodRef>(invoke.a), invoke.invocation());
    return resolved.runs() ? resolved.member : base::kNone<ir::MethodId>;
  }

  World& world_;
  ir::Program& program_;
  ir::ClassId owner_;
  const ir::Body& body_;
  const ir::Symbols& symbols_;
  std::vector<NamePart> parts_;
};

}  // namespace

std::optional<std::vector<NamePart>> name_parts(World& world, ir::ClassId owner,
                                                const ir::Body& body, ir::ValueId value) {
  return PartReader(world, owner, body).read(value);
}

}  // namespace heddle::pointsto
