// Dalvik's constants have no type: `const v0, 0` may be an int, a float or null, and one register
// may be used as two of them. Types flow backwards here: each use demands a kind of the value it
// reads, a phi hands its demand on to its operands, and a value demanded as several kinds becomes
// several values. Constants depend on nothing, so the additional ones stand behind the parameters.
#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/malformed.h"
#include "ir/body.h"
#include "ir/instruction.h"
#include "ir/ssa_builder.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

constexpr unsigned bit(Kind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr unsigned kComparable = bit(Kind::kInt) | bit(Kind::kReference);

}  // namespace

class UntypedResolver {
 public:
  explicit UntypedResolver(SsaBuilder& builder) : b_(builder) {}

  SsaBuilder::Status resolve() {
    fix_phis();
    constant_demands_.assign(b_.code_.size(), 0);
    phi_demands_.assign(b_.phis_.size(), 0);
    for (std::uint32_t code = 0; code < b_.code_.size(); ++code)
      for_each_use(code, [&](std::uint32_t& operand, Kind kind) { demand(operand, kind); });
    flow_demands();
    if (!conflict_.empty()) return std::unexpected(base::Malformed(conflict_));
    make_values();
    rewrite();
    return {};
  }

 private:
  static constexpr std::uint32_t kPhiBit = SsaBuilder::kPhiBit;
  static constexpr std::uint32_t kAbsent = base::index(kNoValue);
  static constexpr unsigned kKindCount = 6;
  using Copies = std::array<std::uint32_t, kKindCount>;

  static bool is_untyped(TypeRef type) {
    return type == SsaBuilder::kUntyped || type == SsaBuilder::kUntypedWide;
  }
  // Also of values that have got their types meanwhile: what is demanded was untyped.
  [[nodiscard]] bool is_untyped(std::uint32_t id) const {
    return demands_of(id) != 0 || is_untyped(type_of(id));
  }
  [[nodiscard]] std::uint8_t demands_of(std::uint32_t id) const {
    const std::vector<std::uint8_t>& demands =
        (id & kPhiBit) != 0 ? phi_demands_ : constant_demands_;
    const std::uint32_t position = id & ~kPhiBit;
    return position < demands.size() ? demands[position] : std::uint8_t{0};
  }
  [[nodiscard]] TypeRef type_of(std::uint32_t id) const {
    return b_.type(static_cast<ValueId>(id));
  }
  [[nodiscard]] std::uint32_t operand_count(const SsaBuilder::Phi& phi) const {
    return b_.operand_count(phi);
  }
  [[nodiscard]] bool is_live(const SsaBuilder::Phi& phi) const {
    return phi.replacement == SsaBuilder::kNowhere;
  }

  // A phi that merges a typed value has its type; the others wait for their uses.
  void fix_phis() {
    bool changed = true;
    while (changed) {
      changed = false;
      for (SsaBuilder::Phi& phi : b_.phis_) {
        if (!is_live(phi) || !is_untyped(phi.type)) continue;
        for (std::uint32_t i = 0; i < operand_count(phi); ++i) {
          const std::uint32_t operand = b_.resolve(b_.phi_operands_[phi.operands + i]);
          if (is_untyped(operand)) continue;
          phi.kind = b_.kind(static_cast<ValueId>(operand));
          phi.type = phi.kind == Kind::kReference ? SsaBuilder::kInferred : type_of(operand);
          changed = true;
          break;
        }
      }
    }
  }

  void demand(std::uint32_t operand, Kind kind) {
    if (operand == kAbsent || kind == Kind::kVoid) return;
    const std::uint32_t id = b_.resolve(operand);
    if (!is_untyped(id)) {
      if (b_.kind(static_cast<ValueId>(id)) != kind && conflict_.empty())
        conflict_ = "a value of one kind is used as one of another";
      return;
    }
    const bool wide = kind == Kind::kLong || kind == Kind::kDouble;
    if (wide != (type_of(id) == SsaBuilder::kUntypedWide) && conflict_.empty())
      conflict_ = "a constant of one size is used as one of another";
    const bool is_phi = (id & kPhiBit) != 0;
    std::uint8_t& mask = is_phi ? phi_demands_[id & ~kPhiBit] : constant_demands_[id];
    if ((mask & bit(kind)) != 0) return;
    mask = static_cast<std::uint8_t>(mask | bit(kind));
    if (is_phi) pending_.push_back({id & ~kPhiBit, kind});
  }

  void flow_demands() {
    for (const SsaBuilder::Phi& phi : b_.phis_)
      if (is_live(phi) && !is_untyped(phi.type)) demand_operands(phi, phi.kind);
    drain();
    // A comparison with zero takes an int or a reference, whichever there is.
    for (std::uint32_t i = 0; i < b_.code_.size(); ++i) {
      const Instruction& instruction = b_.code_[i];
      if (instruction.opcode != Opcode::kIf || instruction.b != kAbsent) continue;
      const std::uint32_t id = b_.resolve(instruction.a);
      if (is_untyped(id) && (demands_of(id) & kComparable) == 0) demand(id, Kind::kInt);
    }
    drain();
    // What nobody asked for is an int, or a long.
    for (std::uint32_t i = 0; i < b_.phis_.size(); ++i)
      if (is_live(b_.phis_[i]) && is_untyped(b_.phis_[i].type) && phi_demands_[i] == 0)
        demand(kPhiBit | i, default_kind(b_.phis_[i].type));
    for (std::uint32_t i = 0; i < b_.code_.size(); ++i)
      if (is_untyped(i) && constant_demands_[i] == 0) demand(i, default_kind(b_.types_[i]));
    drain();
  }

  static Kind default_kind(TypeRef type) {
    return type == SsaBuilder::kUntyped ? Kind::kInt : Kind::kLong;
  }

  void demand_operands(const SsaBuilder::Phi& phi, Kind kind) {
    for (std::uint32_t i = 0; i < operand_count(phi); ++i)
      demand(b_.phi_operands_[phi.operands + i], kind);
  }

  void drain() {
    while (!pending_.empty()) {
      const auto [phi, kind] = pending_.back();
      pending_.pop_back();
      demand_operands(b_.phis_[phi], kind);
    }
  }

  // Gives each demanded (value, kind) an id of its own; the first keeps the value's.
  void make_values() {
    constant_copies_.assign(b_.code_.size(), Copies{});
    phi_copies_.assign(b_.phis_.size(), Copies{});
    const auto constants = static_cast<std::uint32_t>(b_.code_.size());
    for (std::uint32_t id = 0; id < constants; ++id)
      for_each_kind(constant_demands_[id], [&](Kind kind, bool first) {
        constant_copies_[id][static_cast<unsigned>(kind)] = first ? id : copy_constant(id);
      });
    for (std::uint32_t id = 0; id < constants; ++id)
      for_each_kind(constant_demands_[id], [&](Kind kind, bool) {
        set_constant(constant_copies_[id][static_cast<unsigned>(kind)], kind);
      });
    const auto phis = static_cast<std::uint32_t>(phi_demands_.size());
    for (std::uint32_t id = 0; id < phis; ++id)
      for_each_kind(phi_demands_[id], [&](Kind kind, bool first) {
        const std::uint32_t made = first ? id : copy_phi(id);
        phi_copies_[id][static_cast<unsigned>(kind)] = kPhiBit | made;
        b_.phis_[made].kind = kind;
        made_phis_.push_back({made, kind});
      });
    for (const auto& [phi, kind] : made_phis_)
      b_.phis_[phi].type = kind == Kind::kReference ? SsaBuilder::kInferred : type_for(kind);
  }

  template <typename Visit>
  static void for_each_kind(std::uint8_t mask, const Visit& visit) {
    bool first = true;
    for (unsigned kind = 0; kind < kKindCount; ++kind) {
      if ((mask & 1U << kind) == 0) continue;
      visit(static_cast<Kind>(kind), first);
      first = false;
    }
  }

  std::uint32_t copy_constant(std::uint32_t id) {
    b_.code_.push_back(b_.code_[id]);
    b_.types_.push_back(b_.types_[id]);
    b_.offsets_.push_back(b_.offsets_[id]);
    return static_cast<std::uint32_t>(b_.code_.size() - 1);
  }

  std::uint32_t copy_phi(std::uint32_t id) {
    const auto operands = static_cast<std::uint32_t>(b_.phi_operands_.size());
    for (std::uint32_t i = 0; i < operand_count(b_.phis_[id]); ++i)
      b_.phi_operands_.push_back(b_.phi_operands_[b_.phis_[id].operands + i]);
    b_.phis_.push_back(b_.phis_[id]);
    b_.phis_.back().operands = operands;
    return static_cast<std::uint32_t>(b_.phis_.size() - 1);
  }

  static TypeRef type_for(Kind kind) {
    constexpr TypeRef kTypes[] = {kVoidType,  kIntType,    kLongType,
                                  kFloatType, kDoubleType, kNullType};
    return kTypes[static_cast<unsigned>(kind)];
  }

  void set_constant(std::uint32_t id, Kind kind) {
    constexpr Opcode kOpcodes[] = {Opcode::kConstInt,   Opcode::kConstInt,    Opcode::kConstLong,
                                   Opcode::kConstFloat, Opcode::kConstDouble, Opcode::kConstNull};
    Instruction& constant = b_.code_[id];
    constant.opcode = kOpcodes[static_cast<unsigned>(kind)];
    if (kind == Kind::kReference) constant.a = constant.b = 0;
    b_.types_[id] = type_for(kind);
  }

  [[nodiscard]] std::uint32_t copy_of(std::uint32_t operand, Kind kind) const {
    if (operand == kAbsent) return operand;
    const std::uint32_t id = b_.resolve(operand);
    const bool is_phi = (id & kPhiBit) != 0;
    const std::uint32_t position = id & ~kPhiBit;
    const std::uint8_t mask = demands_of(id);
    if (mask == 0) return operand;
    if (kind == Kind::kVoid) kind = (mask & bit(Kind::kInt)) != 0 ? Kind::kInt : Kind::kReference;
    return is_phi ? phi_copies_[position][static_cast<unsigned>(kind)]
                  : constant_copies_[position][static_cast<unsigned>(kind)];
  }

  void rewrite() {
    const auto uses = static_cast<std::uint32_t>(constant_demands_.size());
    for (std::uint32_t code = 0; code < uses; ++code)
      for_each_use(code,
                   [&](std::uint32_t& operand, Kind kind) { operand = copy_of(operand, kind); });
    for (const SsaBuilder::Phi& phi : b_.phis_) {
      if (!is_live(phi)) continue;
      for (std::uint32_t i = 0; i < operand_count(phi); ++i) {
        std::uint32_t& operand = b_.phi_operands_[phi.operands + i];
        operand = copy_of(operand, phi.kind);
      }
    }
  }

  // Calls visit(operand, kind) for each value the instruction reads; kVoid where any kind will do.
  template <typename Visit>
  void for_each_use(std::uint32_t code, const Visit& visit) {
    Instruction& instruction = b_.code_[code];
    const Kind result = kind_of(b_.types_[code]);
    switch (instruction.opcode) {
      case Opcode::kInvoke: {
        const bool has_receiver = instruction.invocation() != Invocation::kStatic;
        return visit_arguments(instruction,
                               b_.symbols_->signature_of(static_cast<MethodRef>(instruction.a)),
                               has_receiver, visit);
      }
      case Opcode::kInvokeDynamic: {
        const CallSite& site = b_.symbols_->call_site(static_cast<CallSiteRef>(instruction.a));
        return visit_arguments(instruction, b_.symbols_->signature(site.signature), false, visit);
      }
      case Opcode::kNewMultiArray:
        for (std::uint32_t i = 0; i < instruction.c; ++i)
          visit(b_.operands_[instruction.b + i], Kind::kInt);
        return;
      case Opcode::kPutField:
      case Opcode::kPutStatic: {
        const FieldSymbol& field = b_.symbols_->field(static_cast<FieldRef>(instruction.b));
        if (instruction.opcode == Opcode::kPutField) visit(instruction.a, Kind::kReference);
        return visit(instruction.c, kind_of(field.type));
      }
      case Opcode::kArrayStore:
        visit(instruction.c, kind_of(instruction.element()));
        [[fallthrough]];
      case Opcode::kArrayLoad:
        visit(instruction.a, Kind::kReference);
        return visit(instruction.b, Kind::kInt);
      case Opcode::kIf: return visit_comparison(instruction, visit);
      case Opcode::kReturn: return visit(instruction.a, kind_of(register_type(b_.result_)));
      case Opcode::kConvert: {
        constexpr Kind kFrom[] = {Kind::kInt, Kind::kLong, Kind::kFloat, Kind::kDouble, Kind::kInt};
        return visit(instruction.a, kFrom[instruction.sub / 3]);
      }
      case Opcode::kCompare: {
        constexpr Kind kOf[] = {Kind::kLong, Kind::kFloat, Kind::kFloat, Kind::kDouble,
                                Kind::kDouble};
        visit(instruction.a, kOf[instruction.sub]);
        return visit(instruction.b, kOf[instruction.sub]);
      }
      case Opcode::kShiftLeft:
      case Opcode::kShiftRight:
      case Opcode::kShiftRightUnsigned:
        visit(instruction.a, result);
        return visit(instruction.b, Kind::kInt);
      case Opcode::kNewArray:
      case Opcode::kSwitch: return visit(instruction.a, Kind::kInt);
      default: {
        const bool arithmetic =
            instruction.opcode >= Opcode::kAdd && instruction.opcode <= Opcode::kNegate;
        for_each_plain_operand(instruction, [&](std::uint32_t& operand) {
          visit(operand, arithmetic ? result : Kind::kReference);
        });
      }
    }
  }

  template <typename Visit>
  void visit_arguments(Instruction& call, const Signature& signature, bool has_receiver,
                       const Visit& visit) {
    const std::uint32_t shift = has_receiver ? 1 : 0;
    for (std::uint32_t i = 0; i < call.c; ++i)
      visit(b_.operands_[call.b + i],
            i < shift ? Kind::kReference : kind_of(signature.parameters[i - shift]));
  }

  // Two operands are of one kind; if neither has one, they are ints.
  template <typename Visit>
  void visit_comparison(Instruction& instruction, const Visit& visit) {
    if (instruction.b == kAbsent) return visit(instruction.a, Kind::kVoid);
    Kind kind = Kind::kInt;
    for (const std::uint32_t operand : {instruction.a, instruction.b}) {
      const std::uint32_t id = b_.resolve(operand);
      if (!is_untyped(id)) kind = b_.kind(static_cast<ValueId>(id));
    }
    visit(instruction.a, kind);
    visit(instruction.b, kind);
  }

  SsaBuilder& b_;
  std::string conflict_;
  std::vector<std::uint8_t> constant_demands_, phi_demands_;  // masks of kinds
  std::vector<Copies> constant_copies_, phi_copies_;
  struct Pending {
    std::uint32_t phi = 0;
    Kind kind{};
  };
  std::vector<Pending> pending_;
  std::vector<Pending> made_phis_;
};

SsaBuilder::Status SsaBuilder::resolve_untyped() { return UntypedResolver(*this).resolve(); }

}  // namespace heddle::ir
