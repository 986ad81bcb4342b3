// From registers to a body: cut the steps into blocks, tell the SSA builder which registers each
// reads and writes, and translate them in the order it asks.
//
// A block guarded by a try range is cut before every instruction that may throw but the first, so
// that its handlers see one value for each register. What move-result fetches is in one more slot,
// behind the registers: so it survives such a cut.
#include "ir/register_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/malformed.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/ssa_builder.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {
namespace {

std::unexpected<base::Malformed> wrong(std::string what) {
  return std::unexpected(base::Malformed(std::move(what)));
}

bool is_wide(TypeRef type) {
  return type == kLongType || type == kDoubleType || type == SsaBuilder::kUntypedWide;
}

}  // namespace

class RegisterTranslator : public SsaBuilder::Translator {
 public:
  using Form = RegisterForm::Form;
  using Step = RegisterForm::Step;
  using Status = SsaBuilder::Status;

  RegisterTranslator(RegisterForm& form, SsaBuilder& builder) : form_(form), builder_(builder) {}

  Status translate(std::uint32_t block, SsaBuilder::State& state) override {
    state_ = &state;
    exception_ = kNoValue;
    if (form_.catches_[block]) {
      exception_ = state.back();
      state.pop_back();
    }
    const RegisterForm::Range range = form_.blocks_[block];
    for (offset_ = range.first; offset_ < range.end; ++offset_) {
      form_.line_ = form_.steps_[offset_].text_line;
      if (Status status = step(form_.steps_[offset_]); !status) return status;
    }
    const Step& last = form_.steps_[range.end - 1];
    if (!is_terminator(last.in.opcode) || last.form != Form::kPlain) {
      offset_ = range.end - 1;
      emit({.opcode = Opcode::kGoto}, kVoidType);
    }
    return {};
  }

 private:
  Status step(const Step& step) {
    for (const std::uint32_t source : step.sources)
      if ((*state_)[source] == kNoValue)
        return wrong(source == form_.result_slot()
                         ? "there is no result to fetch"
                         : fmt::format("r{} is read before it is written", source));
    switch (step.form) {
      case Form::kNothing: return {};
      case Form::kMove: return write(step, (*state_)[step.sources[0]]);
      case Form::kMoveException:
        if (exception_ == kNoValue) return wrong("there is no exception to fetch");
        return write(step, exception_);
      case Form::kArray: return array(step);
      case Form::kFilledNewArray: return filled_new_array(step);
      case Form::kPlain: return plain(step);
    }
    return {};
  }

  ValueId emit(const Instruction& in, TypeRef type) { return builder_.emit(in, type, offset_); }

  Status write(const Step& step, ValueId value) {
    const std::uint32_t to = step.destination;
    if (to == RegisterForm::kNowhere) return {};
    SsaBuilder::State& state = *state_;
    if (step.wide != is_wide(builder_.type(value)))
      return wrong(step.wide ? "this is no pair" : "this is a pair");
    if (to > 0 && state[to - 1] != kNoValue && is_wide(builder_.type(state[to - 1])))
      state[to - 1] = kNoValue;
    state[to] = value;
    if (step.wide && to != form_.result_slot()) state[to + 1] = kNoValue;
    return {};
  }

  Status plain(const Step& step) {
    Instruction in = step.in;
    std::vector<ValueId> values;
    values.reserve(step.sources.size() + 1);
    for (const std::uint32_t source : step.sources) values.push_back((*state_)[source]);
    if (step.has_literal)
      values.insert(step.reversed ? values.begin() : values.end(),
                    emit({.opcode = Opcode::kConstInt, .a = step.literal}, kIntType));
    if (has_value_list(in.opcode)) {
      in.b = builder_.pool_size();
      in.c = static_cast<std::uint32_t>(values.size());
      for (const ValueId value : values) builder_.push_operand(value);
    } else {
      std::size_t next = 0;
      for_each_plain_operand(in, [&](std::uint32_t& word) {
        if (next < values.size()) word = base::index(values[next++]);
      });
    }
    if (has_word_list(in.opcode)) {
      in.b = builder_.pool_size();
      in.c = static_cast<std::uint32_t>(step.words.size());
      for (const std::uint32_t word : step.words) builder_.push_operand(word);
    }
    const ValueId made = emit(in, step.type);
    return step.type == kVoidType ? Status{} : write(step, made);
  }

  // `aget` is of ints or floats, `aget-wide` of longs or doubles: the array says which.
  Status array(const Step& step) {
    const TypeRef array = builder_.type((*state_)[step.sources[0]]);
    Step typed = step;
    typed.form = Form::kPlain;
    Element element = step.in.element();
    if (array.is_array() && array.element() == kFloatType && element == Element::kInt)
      element = Element::kFloat;
    if (array.is_array() && array.element() == kDoubleType && element == Element::kLong)
      element = Element::kDouble;
    typed.in.sub = static_cast<std::uint8_t>(element);
    if (step.in.opcode == Opcode::kArrayLoad) typed.type = register_type(kind_of(element));
    return plain(typed);
  }

  Status filled_new_array(const Step& step) {
    const TypeRef type = TypeRef::from_bits(step.in.b);
    const Element element =
        kind_of(type.element()) == Kind::kReference ? Element::kReference : Element::kInt;
    const auto number = [&](std::size_t value) {
      return base::index(
          emit({.opcode = Opcode::kConstInt, .a = static_cast<std::uint32_t>(value)}, kIntType));
    };
    const ValueId array = emit(
        {.opcode = Opcode::kNewArray, .a = number(step.sources.size()), .b = type.bits()}, type);
    for (std::size_t i = 0; i < step.sources.size(); ++i)
      emit({.opcode = Opcode::kArrayStore,
            .sub = static_cast<std::uint8_t>(element),
            .a = base::index(array),
            .b = number(i),
            .c = base::index((*state_)[step.sources[i]])},
           kVoidType);
    return write(step, array);
  }

  RegisterForm& form_;
  SsaBuilder& builder_;
  SsaBuilder::State* state_ = nullptr;
  ValueId exception_ = kNoValue;
  std::uint32_t offset_ = 0;
};

// ---- Blocks ----

bool RegisterForm::throws(const Step& step) {
  if (step.form == Form::kArray || step.form == Form::kFilledNewArray) return true;
  return step.form == Form::kPlain && may_throw(step.in.opcode, kind_of(step.type));
}

bool RegisterForm::falls_through(const Step& step) {
  if (step.form != Form::kPlain) return true;
  const Opcode opcode = step.in.opcode;
  return opcode != Opcode::kGoto && opcode != Opcode::kReturn && opcode != Opcode::kThrow;
}

bool RegisterForm::is_guarded(std::uint32_t step) const {
  return std::ranges::any_of(tries_, [&](const Try& region) {
    return labels_[region.from].step <= step && step < labels_[region.to].step;
  });
}

void RegisterForm::cut_blocks() {
  const auto count = static_cast<std::uint32_t>(steps_.size());
  std::vector<bool> leads(count + 1);
  leads[0] = true;
  for (const Label& label : labels_) leads[label.step] = true;
  for (std::uint32_t at = 0; at < count; ++at)
    if (steps_[at].form == Form::kPlain && is_terminator(steps_[at].in.opcode))
      leads[at + 1] = true;
  bool thrown = false;
  for (std::uint32_t at = 0; at < count; ++at) {
    if (leads[at]) thrown = false;
    if (!throws(steps_[at])) continue;
    if (thrown && is_guarded(at)) leads[at] = true;
    thrown = true;
  }
  for (std::uint32_t at = 0; at < count; ++at) {
    if (leads[at]) blocks_.push_back({.first = at, .end = at});
    blocks_.back().end = at + 1;
  }
  for (Label& label : labels_) {
    const auto found = std::ranges::find(blocks_, label.step, &Range::first);
    if (found != blocks_.end()) label.block = static_cast<std::uint32_t>(found - blocks_.begin());
  }
}

void RegisterForm::describe_effects(SsaBuilder& builder, std::uint32_t block) {
  for (std::uint32_t at = blocks_[block].first; at < blocks_[block].end; ++at) {
    const Step& step = steps_[at];
    for (const std::uint32_t source : step.sources) builder.read_slot(block, source);
    if (throws(step)) builder.set_throws(block);
    if (step.destination == kNowhere) continue;
    builder.write_slot(block, step.destination);
    if (step.wide && step.destination != result_slot())
      builder.write_slot(block, step.destination + 1);
  }
}

SsaBuilder::Status RegisterForm::describe_edges(SsaBuilder& builder, std::uint32_t block) {
  const Step& last = steps_[blocks_[block].end - 1];
  line_ = last.text_line;
  const auto go_to = [&](std::uint32_t to) -> SsaBuilder::Status {
    if (to >= blocks_.size()) return wrong("the code falls off its end");
    if (catches_[to]) return wrong("a handler is also reached without an exception");
    builder.add_successor(block, to);
    return {};
  };
  const bool terminates = last.form == Form::kPlain && is_terminator(last.in.opcode);
  const bool default_first = terminates && last.in.opcode == Opcode::kSwitch;
  if (default_first)
    if (const auto status = go_to(block + 1); !status) return status;
  if (terminates)
    for (const std::uint32_t label : last.targets)
      if (const auto status = go_to(target_block(label)); !status) return status;
  if (falls_through(last) && !default_first)
    if (const auto status = go_to(block + 1); !status) return status;
  bool takes_everything = false;
  for (const Try& region : tries_) {
    const std::uint32_t first = blocks_[block].first;
    if (first < labels_[region.from].step || first >= labels_[region.to].step) continue;
    for (const Handler& handler : region.handlers) {
      if (takes_everything) break;
      builder.add_handler(block, target_block(base::index(handler.block)), handler.type);
      takes_everything = !handler.type.exists();
    }
  }
  return {};
}

SsaBuilder::Status RegisterForm::describe(SsaBuilder& builder) {
  cut_blocks();
  catches_.assign(blocks_.size(), false);
  for (const Try& region : tries_)
    for (const Handler& handler : region.handlers) {
      const std::uint32_t block = target_block(base::index(handler.block));
      if (block >= blocks_.size()) return wrong("a handler has no code");
      if (block == 0) return wrong("a handler is also reached without an exception");
      catches_[block] = true;
    }
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) builder.add_block();
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    if (catches_[block]) builder.set_catches(block);
    if (const auto status = describe_edges(builder, block); !status) return status;
    describe_effects(builder, block);
  }
  return {};
}

std::expected<const Body*, base::Malformed> RegisterForm::build(Class& in, const Method& method) {
  const Signature& signature = in.symbols.signature(method.signature);
  SsaBuilder builder;
  builder.begin(in.symbols, registers_ + 1, signature.result);
  if (const auto status = describe(builder); !status) return std::unexpected(status.error());

  std::vector<TypeRef> parameters;
  if (!method.is(Access::kStatic)) parameters.push_back(in.self);
  parameters.insert(parameters.end(), signature.parameters.begin(), signature.parameters.end());
  std::uint32_t words = 0;
  for (const TypeRef type : parameters) words += is_wide(type) ? 2 : 1;
  if (words > registers_) return wrong("there are more parameters than registers");

  SsaBuilder::State state(registers_ + 1, kNoValue);
  std::uint32_t slot = registers_ - words;
  for (const TypeRef type : parameters) {
    state[slot] = builder.add_parameter(type);
    slot += is_wide(type) ? 2 : 1;
  }
  std::uint32_t line = 0;
  for (std::uint32_t at = 0; at < steps_.size(); ++at) {
    if (steps_[at].source_line == line) continue;
    line = steps_[at].source_line;
    builder.add_line({.offset = at, .line = line});
  }
  RegisterTranslator translator(*this, builder);
  return builder.build(state, translator, in.arena);
}

}  // namespace heddle::ir
