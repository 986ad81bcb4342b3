// Uses are followed forward: the class object through getConstructor to newInstance, the instance
// through phis to its cast. Whatever else is done with either says that it could be anything.
#include "pointsto/made_as.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/id.h"
#include "ir/instruction.h"

namespace heddle::pointsto {
namespace {

using base::index;
using ir::Instruction;
using ir::Opcode;
using ir::ValueId;

// How far the way from a class to the cast is.
enum class Stage : std::uint8_t { kClass, kInstance };

class UseReader {
 public:
  UseReader(ir::Program& program, ir::ClassId owner, const ir::Body& body)
      : program_(program), owner_(owner), body_(body) {}

  std::vector<ir::Type> read(ValueId value) {
    follow(value, Stage::kClass);
    for (std::size_t next = 0; next < pending_.size() && all_known_; ++next) {
      const auto [used, stage] = pending_[next];
      read_uses(used, stage);
    }
    if (!all_known_) types_.clear();
    return std::move(types_);
  }

 private:
  void follow(ValueId value, Stage stage) {
    const std::pair entry(value, stage);
    if (std::ranges::find(pending_, entry) == pending_.end()) pending_.push_back(entry);
  }

  void read_uses(ValueId used, Stage stage) {
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
      const Instruction& user = body_.instructions[i];
      bool uses = false;
      ir::for_each_operand(body_, user, [&](ValueId value) { uses |= value == used; });
      if (uses) all_known_ &= read_use(base::id_at<ValueId>(i), user, used, stage);
    }
  }

  bool read_use(ValueId at, const Instruction& user, ValueId used, Stage stage) {
    if (user.opcode == Opcode::kIf) return true;
    if (user.opcode == Opcode::kPhi) {
      follow(at, stage);
      return true;
    }
    if (stage == Stage::kInstance) return user.opcode == Opcode::kCheckCast && cast(user);
    if (user.opcode == Opcode::kCheckCast) {
      follow(at, stage);
      return true;
    }
    return user.opcode == Opcode::kInvoke && call(at, user, used);
  }

  bool cast(const Instruction& user) {
    const ir::Type type = program_.type_of(owner_, ir::TypeRef::from_bits(user.b));
    if (!type.is_class() || program_.is_phantom(type.class_id()) ||
        type.class_id() == program_.object())
      return false;
    types_.push_back(type);
    return true;
  }

  bool call(ValueId at, const Instruction& user, ValueId used) {
    const auto resolved =
        program_.resolve_method(owner_, static_cast<ir::MethodRef>(user.a), user.invocation());
    if (!resolved.runs() || body_.values(user).empty() || body_.values(user)[0] != used)
      return false;
    constexpr std::array<std::string_view, 5> kSayNothing = {"getName", "getSimpleName", "toString",
                                                             "setAccessible", "getTypeName"};
    const std::string_view of = program_.name(program_.owner(resolved.member));
    if (of != "java/lang/Class" && !of.starts_with("java/lang/reflect/")) return false;
    const std::string_view name = program_.name(resolved.member);
    if (name == "newInstance") {
      follow(at, Stage::kInstance);
      return true;
    }
    if (name == "getConstructor" || name == "getDeclaredConstructor") {
      follow(at, Stage::kClass);
      return true;
    }
    return std::ranges::find(kSayNothing, name) != kSayNothing.end();
  }

  ir::Program& program_;
  ir::ClassId owner_;
  const ir::Body& body_;
  std::vector<std::pair<ValueId, Stage>> pending_;
  std::vector<ir::Type> types_;
  bool all_known_ = true;
};

}  // namespace

std::vector<ir::Type> made_as(ir::Program& program, ir::ClassId owner, const ir::Body& body,
                              ir::ValueId value) {
  return UseReader(program, owner, body).read(value);
}

}  // namespace heddle::pointsto
