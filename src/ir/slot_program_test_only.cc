#include "ir/slot_program_test_only.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/malformed.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_builder_test_only.h"
#include "ir/instruction.h"
#include "ir/print.h"
#include "ir/ssa_builder.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "ir/verify.h"

namespace heddle::ir {
namespace {

using What = SlotStep::What;
constexpr std::uint32_t kMostParameters = 8;

// Takes decisions one by one, and says when there are none left.
class Decider {
 public:
  explicit Decider(Decisions decisions) : rest_(decisions) {}

  [[nodiscard]] bool exhausted() const { return rest_.empty(); }
  std::uint32_t choose(std::size_t choices) {
    if (rest_.empty()) return 0;
    const std::uint32_t decision = rest_.front();
    rest_ = rest_.subspan(1);
    return decision % static_cast<std::uint32_t>(choices);
  }

 private:
  Decisions rest_;
};

std::int32_t add(std::int32_t left, std::int32_t right) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(left) +
                                   static_cast<std::uint32_t>(right));
}

std::int32_t argument(std::uint32_t parameter) {
  return 1'000'000 * (static_cast<std::int32_t>(parameter) + 1);
}

}  // namespace

std::vector<std::uint32_t> SlotStep::reads() const {
  switch (what) {
    case What::kSet: return {};
    case What::kAdd: return {from, other};
    default: return {from};
  }
}

bool SlotBlock::throws() const {
  return std::ranges::any_of(steps, [](const SlotStep& s) { return s.what == What::kObserve; });
}

std::set<std::uint32_t> SlotProgram::reachable() const {
  std::set<std::uint32_t> found;
  std::vector<std::uint32_t> pending{0};
  while (!pending.empty()) {
    const std::uint32_t at = pending.back();
    pending.pop_back();
    if (!found.insert(at).second) continue;
    const SlotBlock& block = blocks[at];
    pending.insert(pending.end(), block.successors.begin(), block.successors.end());
    if (block.throws()) pending.insert(pending.end(), block.handlers.begin(), block.handlers.end());
  }
  return found;
}

bool SlotProgram::begins_with_loop() const {
  return std::ranges::any_of(reachable(), [&](std::uint32_t at) {
    return std::ranges::find(blocks[at].successors, 0U) != blocks[at].successors.end();
  });
}

std::string SlotProgram::text() const {
  std::string text = fmt::format("{} slots, {} set\n", slots, parameters);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const SlotBlock& block = blocks[i];
    text += fmt::format("{}{}:", i, block.catches ? " catch" : "");
    for (const SlotStep& step : block.steps) {
      switch (step.what) {
        case What::kSet: text += fmt::format(" s{}={};", step.to, step.number); break;
        case What::kCopy: text += fmt::format(" s{}=s{};", step.to, step.from); break;
        case What::kAdd:
          text += fmt::format(" s{}=s{}+s{};", step.to, step.from, step.other);
          break;
        case What::kObserve: text += fmt::format(" observe s{};", step.from); break;
      }
    }
    text += fmt::format(" -> {} handlers {}\n", fmt::join(block.successors, ","),
                        fmt::join(block.handlers, ","));
  }
  return text;
}

// ---- Making them ----

SlotProgram random_program(std::mt19937& random, const ProgramShape& shape) {
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  SlotProgram program;
  program.slots = 1 + below(shape.most_slots);
  program.parameters = shape.all_set ? program.slots : below(program.slots + 1);
  program.blocks.resize(1 + below(shape.most_blocks));
  std::vector<std::uint32_t> ordinary{0};
  std::vector<std::uint32_t> catching;
  for (std::uint32_t i = 1; i < program.blocks.size(); ++i) {
    program.blocks[i].catches = below(4) == 0;
    (program.blocks[i].catches ? catching : ordinary).push_back(i);
  }
  std::int32_t number = 0;
  for (SlotBlock& block : program.blocks) {
    if (!catching.empty() && below(2) == 0)
      for (std::uint32_t i = 0; i <= below(2); ++i)
        block.handlers.push_back(catching[below(static_cast<std::uint32_t>(catching.size()))]);
    bool observed = false;
    bool written_since = false;
    for (std::uint32_t count = below(5); count > 0; --count) {
      SlotStep step{.what = static_cast<What>(below(4)),
                    .to = below(program.slots),
                    .from = below(program.slots),
                    .other = below(program.slots),
                    .number = ++number};
      // A handler is to see one value of each slot.
      if (step.what == What::kObserve && written_since && !block.handlers.empty())
        step.what = What::kSet;
      observed |= step.what == What::kObserve;
      written_since |= observed && step.writes();
      block.steps.push_back(step);
    }
    for (std::uint32_t count = below(4); count > 0; --count)
      block.successors.push_back(ordinary[below(static_cast<std::uint32_t>(ordinary.size()))]);
  }
  return program;
}

// ---- Running them ----

std::vector<std::int32_t> run(const SlotProgram& program, Decisions decisions) {
  Decider decider(decisions);
  std::vector<std::int32_t> observed;
  std::vector<std::int32_t> slots(program.slots);
  for (std::uint32_t i = 0; i < program.parameters; ++i) slots[i] = argument(i);
  for (std::uint32_t at = 0;;) {
    const SlotBlock& block = program.blocks[at];
    const bool guarded = !block.handlers.empty();
    bool thrown = false;
    for (const SlotStep& step : block.steps) {
      switch (step.what) {
        case What::kSet: slots[step.to] = step.number; continue;
        case What::kCopy: slots[step.to] = slots[step.from]; continue;
        case What::kAdd: slots[step.to] = add(slots[step.from], slots[step.other]); continue;
        case What::kObserve: break;
      }
      observed.push_back(slots[step.from]);
      if (decider.exhausted()) return observed;
      if (!guarded || decider.choose(3) != 0) continue;
      at = block.handlers[decider.choose(block.handlers.size())];
      thrown = true;
      break;
    }
    if (thrown) continue;
    if (block.successors.empty() || decider.exhausted()) return observed;
    at = block.successors[decider.choose(block.successors.size())];
  }
}

namespace {

// Runs the IR that SlotProgramBuilder makes.
class BodyRun {
 public:
  BodyRun(const Body& body, bool own_entry, Decisions decisions)
      : body_(body),
        own_entry_(own_entry),
        decider_(decisions),
        values_(body.instructions.size()) {}

  std::vector<std::int32_t> run() {
    BlockId from{};
    BlockId at{};
    for (bool going = true; going;) {
      read_phis(from, at);
      const BlockId next = run_block(at, going);
      from = std::exchange(at, next);
    }
    return std::move(observed_);
  }

 private:
  [[nodiscard]] std::int32_t value(std::uint32_t id) const { return values_[id]; }

  void read_phis(BlockId from, BlockId at) {
    const Block& block = body_.block(at);
    const auto predecessors = body_.predecessors_of(block);
    const auto edge =
        static_cast<std::size_t>(std::ranges::find(predecessors, from) - predecessors.begin());
    std::vector<std::pair<std::uint32_t, std::int32_t>> read;
    for (std::uint32_t i = block.first; body_.instructions[i].opcode == Opcode::kPhi; ++i)
      read.emplace_back(i, value(body_.list(body_.instructions[i])[edge]));
    for (const auto& [phi, found] : read) values_[phi] = found;
  }

  BlockId run_block(BlockId at, bool& going) {
    const Block& block = body_.block(at);
    const auto handlers = body_.handlers_of(block);
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      const Instruction& in = body_.instructions[i];
      switch (in.opcode) {
        case Opcode::kParameter: values_[i] = argument(in.a); break;
        case Opcode::kConstInt: values_[i] = static_cast<std::int32_t>(in.a); break;
        case Opcode::kAdd: values_[i] = add(value(in.a), value(in.b)); break;
        case Opcode::kInvoke:
          observed_.push_back(value(body_.list(in)[0]));
          if (decider_.exhausted()) return going = false, at;
          if (!handlers.empty() && decider_.choose(3) == 0)
            return handlers[decider_.choose(handlers.size())].block;
          break;
        default: break;
      }
    }
    const auto successors = body_.successors_of(block);
    if (own_entry_ && base::index(at) == 0) return successors[0];
    if (successors.empty() || decider_.exhausted()) return going = false, at;
    return successors[decider_.choose(successors.size())];
  }

  const Body& body_;
  bool own_entry_;  // the builder put a block before the program's first
  Decider decider_;
  std::vector<std::int32_t> values_;
  std::vector<std::int32_t> observed_;
};

}  // namespace

std::vector<std::int32_t> run(const SlotProgram& program, const Body& body, Decisions decisions) {
  return BodyRun(body, program.begins_with_loop(), decisions).run();
}

// ---- The slow way ----

bool may_read_unset(const SlotProgram& program) {
  using Slots = std::set<std::uint32_t>;  // possibly unset
  std::map<std::uint32_t, Slots> before;
  Slots first;
  for (std::uint32_t slot = program.parameters; slot < program.slots; ++slot) first.insert(slot);
  bool found = false;
  std::vector<std::uint32_t> pending{0};
  before[0] = first;
  const auto flow = [&](std::uint32_t to, const Slots& unset) {
    const bool is_new = !before.contains(to);
    const std::size_t size = before[to].size();
    before[to].insert(unset.begin(), unset.end());
    if (is_new || before[to].size() != size) pending.push_back(to);
  };
  while (!pending.empty()) {
    const SlotBlock& block = program.blocks[pending.back()];
    Slots unset = before[pending.back()];
    pending.pop_back();
    bool thrown = false;
    for (const SlotStep& step : block.steps) {
      for (const std::uint32_t slot : step.reads()) found |= unset.contains(slot);
      if (step.what == What::kObserve && !std::exchange(thrown, true))
        for (const std::uint32_t handler : block.handlers) flow(handler, unset);
      if (!step.writes()) continue;
      // What is copied from nowhere was found out above.
      unset.erase(step.to);
    }
    for (const std::uint32_t successor : block.successors) flow(successor, unset);
  }
  return found;
}

namespace {

// Values are numbered: those of steps and parameters first, phis behind them.
class SlowPhis {
 public:
  explicit SlowPhis(const SlotProgram& program)
      : program_(program), reachable_(program.reachable()) {
    make_values();
    while (remove_one()) {
    }
  }

  std::size_t needed() {
    std::set<std::uint32_t> used;
    std::vector<std::uint32_t> pending;
    pending.reserve(reads_.size());
    for (const std::uint32_t read : reads_) pending.push_back(find(read));
    while (!pending.empty()) {
      const std::uint32_t value = pending.back();
      pending.pop_back();
      if (!phis_.contains(value) || !used.insert(value).second) continue;
      for (const std::uint32_t operand : phis_[value]) pending.push_back(find(operand));
    }
    return used.size();
  }

 private:
  std::uint32_t phi_of(std::uint32_t block, std::uint32_t slot) const {
    return 1'000'000 + block * program_.slots + slot;
  }

  void make_values() {
    std::uint32_t next = program_.slots;
    const auto flow = [&](std::uint32_t to, const std::vector<std::uint32_t>& state) {
      for (std::uint32_t slot = 0; slot < program_.slots; ++slot)
        phis_[phi_of(to, slot)].insert(state[slot]);
    };
    std::vector<std::uint32_t> entry(program_.slots);
    for (std::uint32_t slot = 0; slot < program_.slots; ++slot) entry[slot] = slot;
    flow(0, entry);
    for (const std::uint32_t at : reachable_) {
      const SlotBlock& block = program_.blocks[at];
      std::vector<std::uint32_t> state(program_.slots);
      for (std::uint32_t slot = 0; slot < program_.slots; ++slot) state[slot] = phi_of(at, slot);
      bool thrown = false;
      for (const SlotStep& step : block.steps) {
        for (const std::uint32_t slot : step.reads()) reads_.push_back(state[slot]);
        if (step.what == What::kObserve && !std::exchange(thrown, true))
          for (const std::uint32_t handler : block.handlers) flow(handler, state);
        if (step.writes()) state[step.to] = step.what == What::kCopy ? state[step.from] : next++;
      }
      for (const std::uint32_t successor : block.successors) flow(successor, state);
    }
  }

  std::uint32_t find(std::uint32_t value) const {
    for (auto at = replaced_.find(value); at != replaced_.end(); at = replaced_.find(value))
      value = at->second;
    return value;
  }

  bool remove_one() {
    for (const auto& [phi, operands] : phis_) {
      std::set<std::uint32_t> merged;
      for (const std::uint32_t operand : operands) merged.insert(find(operand));
      merged.erase(phi);
      if (merged.size() != 1) continue;
      replaced_[phi] = *merged.begin();
      phis_.erase(phi);
      return true;
    }
    return false;
  }

  const SlotProgram& program_;
  std::set<std::uint32_t> reachable_;
  std::map<std::uint32_t, std::set<std::uint32_t>> phis_;
  std::map<std::uint32_t, std::uint32_t> replaced_;
  std::vector<std::uint32_t> reads_;
};

}  // namespace

// A block with one predecessor is merged into it, over and over; only the first block may be left.
bool is_reducible(const SlotProgram& program) {
  std::map<std::uint32_t, std::set<std::uint32_t>> predecessors;
  for (const std::uint32_t at : program.reachable()) {
    const SlotBlock& block = program.blocks[at];
    for (const std::uint32_t to : block.successors) predecessors[to].insert(at);
    if (!block.throws()) continue;
    for (const std::uint32_t to : block.handlers) predecessors[to].insert(at);
  }
  predecessors[0];
  for (bool changed = true; std::exchange(changed, false);) {
    for (auto& [block, from] : predecessors) {
      from.erase(block);
      if (block == 0 || from.size() != 1) continue;
      const std::uint32_t into = *from.begin();
      const std::uint32_t merged = block;
      predecessors.erase(merged);
      for (auto& [other, other_from] : predecessors)
        if (other_from.erase(merged) != 0) other_from.insert(into);
      changed = true;
      break;
    }
  }
  return predecessors.size() == 1;
}

std::size_t needed_phis(const SlotProgram& program) { return SlowPhis(program).needed(); }

std::size_t phi_count(const Body& body) {
  return static_cast<std::size_t>(
      std::ranges::count(body.instructions, Opcode::kPhi, &Instruction::opcode));
}

// ---- Building them ----

namespace {

class StepTranslator : public SsaBuilder::Translator {
 public:
  StepTranslator(const SlotProgram& program, SsaBuilder& builder, MethodRef observe)
      : program_(program), builder_(builder), observe_(observe) {}

  SsaBuilder::Status translate(std::uint32_t number, SsaBuilder::State& state) override {
    const SlotBlock& block = program_.blocks[number];
    if (block.catches) state.pop_back();
    for (const SlotStep& step : block.steps) {
      for (const std::uint32_t slot : step.reads())
        if (state[slot] == kNoValue)
          return std::unexpected(base::Malformed("slot is read before it is written"));
      if (step.what == What::kObserve) {
        const std::uint32_t first = builder_.pool_size();
        builder_.push_operand(state[step.from]);
        emit({.opcode = Opcode::kInvoke,
              .sub = static_cast<std::uint8_t>(Invocation::kStatic),
              .a = base::index(observe_),
              .b = first,
              .c = 1},
             kVoidType);
      } else {
        state[step.to] = value_of(step, state);
      }
    }
    end(block);
    return {};
  }

 private:
  ValueId emit(const Instruction& instruction, TypeRef type) {
    return builder_.emit(instruction, type, offset_++);
  }

  ValueId number(std::int32_t value) {
    return emit({.opcode = Opcode::kConstInt, .a = static_cast<std::uint32_t>(value)}, kIntType);
  }

  ValueId value_of(const SlotStep& step, const SsaBuilder::State& state) {
    if (step.what == What::kSet) return number(step.number);
    if (step.what == What::kCopy) return state[step.from];
    return emit({.opcode = Opcode::kAdd,
                 .a = base::index(state[step.from]),
                 .b = base::index(state[step.other])},
                kIntType);
  }

  void end(const SlotBlock& block) {
    if (block.successors.empty()) {
      emit({.opcode = Opcode::kReturn, .a = base::index(kNoValue)}, kVoidType);
    } else if (block.successors.size() == 1) {
      emit({.opcode = Opcode::kGoto}, kVoidType);
    } else {
      const ValueId zero = number(0);
      const std::uint32_t first = builder_.pool_size();
      const auto keys = static_cast<std::uint32_t>(block.successors.size() - 1);
      for (std::uint32_t key = 0; key < keys; ++key) builder_.push_operand(key);
      emit({.opcode = Opcode::kSwitch, .a = base::index(zero), .b = first, .c = keys}, kVoidType);
    }
  }

  const SlotProgram& program_;
  SsaBuilder& builder_;
  MethodRef observe_;
  std::uint32_t offset_ = 0;
};

}  // namespace

SlotProgramBuilder::SlotProgramBuilder() {
  ClassBuilder builder("C");
  for (std::uint32_t i = 0; i <= kMostParameters; ++i)
    builder.method("f" + std::to_string(i), "(" + std::string(i, 'I') + ")V", Access::kStatic);
  observe_ = builder.names_method("C", "observe", "(I)V");
  class_ = builder.build();
}

std::expected<const Body*, base::Malformed> SlotProgramBuilder::build(const SlotProgram& program) {
  builder_.begin(class_->symbols, program.slots, kVoidType);
  for (std::uint32_t i = 0; i < program.blocks.size(); ++i) {
    builder_.add_block();
    bool throws = false;
    for (const SlotStep& step : program.blocks[i].steps) {
      if (step.what == What::kObserve && !std::exchange(throws, true)) builder_.set_throws(i);
      for (const std::uint32_t slot : step.reads()) builder_.read_slot(i, slot);
      if (step.writes()) builder_.write_slot(i, step.to);
    }
    if (program.blocks[i].catches) builder_.set_catches(i);
  }
  for (std::uint32_t i = 0; i < program.blocks.size(); ++i) {
    for (const std::uint32_t to : program.blocks[i].successors) builder_.add_successor(i, to);
    for (const std::uint32_t to : program.blocks[i].handlers)
      builder_.add_handler(i, to, kThrowableType);
  }
  SsaBuilder::State entry(program.slots, kNoValue);
  for (std::uint32_t i = 0; i < program.parameters; ++i)
    entry[i] = builder_.add_parameter(kIntType);
  StepTranslator translator(program, builder_, observe_);
  return builder_.build(entry, translator, arena_);
}

std::string SlotProgramBuilder::violations(const SlotProgram& program, const Body& body) const {
  std::string all;
  for (const Violation& violation : verify(*class_, class_->methods[program.parameters], body))
    all += violation.describe() + "\n";
  return all.empty() ? all : all + print_body(*class_, body);
}

}  // namespace heddle::ir
