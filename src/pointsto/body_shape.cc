// A body becomes a shape instruction by instruction; the rules are those of
// docs/analysis/points-to.md, by number.
//
// What is thrown inside a try region gathers in a variable of the region's own: from there it goes
// to each handler as far as it takes it, and what none takes leaves the method. Blocks of one try
// region share their list of handlers, so regions are few.
//
// Values that hold the same objects whatever they are share a variable: a value has one definition,
// so two loads of one field from one variable are one, and so are two casts of it to one type, a
// phi of one variable and that variable. Code reads the same field over and over:
//
//   if (nodes[0].type == null) nodes[0].type = nodes[1].type;   // nodes, nodes[], nodes[].type
#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cctype>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/program.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "pointsto/given_back.h"
#include "pointsto/shape_builder.h"

namespace heddle::pointsto {

using ir::Instruction;
using ir::Opcode;
using ir::ValueId;

class BodyShape {
 public:
  BodyShape(ShapeBuilder& to, const ir::Body& body)
      : to_(to),
        body_(body),
        program_(to.program_),
        symbols_(program_.code(to.owner_)->symbols),
        in_platform_(program_.layer(to.owner_) == ir::Layer::kPlatform) {}

  void build() {
    find_literals();
    to_.shape_.given_back = given_back(to_.world_, to_.method_).value_or(kNoVariable);
    number_values();
    for (const ir::Block& block : body_.blocks) {
      thrown_ = region(block);
      for (std::uint32_t i = block.first; i < block.end; ++i) add(i);
    }
  }

 private:
  using Definition = std::pair<std::uint64_t, std::uint32_t>;

  ir::Type type(ir::TypeRef ref) { return program_.type_of(to_.owner_, ref); }
  [[nodiscard]] std::uint32_t variable(std::uint32_t value) const {
    return value < to_.variable_of_.size() ? to_.variable_of_[value] : kNoVariable;
  }
  [[nodiscard]] std::uint32_t variable(ValueId value) const { return variable(base::index(value)); }

  // A value that nobody reads needs no variable: results of calls, mostly.
  void number_values() {
    std::vector<std::uint8_t> read(body_.instructions.size());
    for (const Instruction& instruction : body_.instructions) {
      ir::for_each_operand(body_, instruction,
                           [&](ValueId value) { read[base::index(value)] = 1; });
    }
    to_.variable_of_.assign(body_.instructions.size(), kNoVariable);
    shared_.assign(body_.instructions.size(), 0);
    for (std::uint32_t i = 0; i < body_.instructions.size(); ++i) {
      const ir::TypeRef type = body_.types[i];
      if (ir::kind_of(type) != ir::Kind::kReference || type == ir::kNullType) continue;
      const Instruction& instruction = body_.instructions[i];
      if (instruction.opcode == Opcode::kParameter) {
        to_.variable_of_[i] = to_.parameters_[instruction.a];
      } else if (read[i] != 0) {
        to_.variable_of_[i] = shared_variable(i);
      }
    }
  }

  // That of an earlier value which must hold the same, else a new one.
  std::uint32_t shared_variable(std::uint32_t at) {
    if (!to_.store_.shares_variables()) return to_.new_variable();
    if (body_.instructions[at].opcode == Opcode::kPhi) {
      const std::uint32_t only = only_operand(at);
      if (only == kNoVariable) return to_.new_variable();
      shared_[at] = 1;
      return only;
    }
    const std::optional<Definition> definition = definition_of(at);
    if (!definition) return to_.new_variable();
    const auto [place, fresh] = defined_.try_emplace(*definition, kNoVariable);
    shared_[at] = fresh ? 0 : 1;
    if (fresh) place->second = to_.new_variable();
    return place->second;
  }

  // What decides alone which objects a value holds; nothing where more than that does, or where it
  // is not known yet.
  std::optional<Definition> definition_of(std::uint32_t at) {
    const Instruction& instruction = body_.instructions[at];
    const auto from = [&](std::uint32_t base, std::uint32_t what) -> std::optional<Definition> {
      if (base >= at || variable(base) == kNoVariable) return std::nullopt;
      return Definition{std::uint64_t{static_cast<std::uint8_t>(instruction.opcode)} << 32U | what,
                        variable(base)};
    };
    const auto alone = [&](std::uint32_t what) {
      return Definition{std::uint64_t{static_cast<std::uint8_t>(instruction.opcode)} << 32U | what,
                        kNoVariable};
    };
    switch (instruction.opcode) {
      case Opcode::kCheckCast:
        // One that passes everything holds more than a like one further on may.
        if (is_lambda(body_.instructions[instruction.a])) return std::nullopt;
        [[fallthrough]];
      case Opcode::kGetField: return from(instruction.a, instruction.b);
      case Opcode::kArrayLoad: return from(instruction.a, 0);
      case Opcode::kGetStatic: return alone(instruction.b);
      case Opcode::kConstClass: return alone(instruction.a);
      case Opcode::kConstString: return alone(base::index(string_site(at)));
      default: return std::nullopt;
    }
  }

  // The one variable a phi takes from; none if there are several, or some are not known yet.
  std::uint32_t only_operand(std::uint32_t at) {
    std::uint32_t only = kNoVariable;
    for (const ValueId operand : body_.values(body_.instructions[at])) {
      const std::uint32_t value = base::index(operand);
      if (value == at || body_.types[value] == ir::kNullType) continue;
      if (value > at || variable(value) == kNoVariable) return kNoVariable;
      if (only != kNoVariable && only != variable(value)) return kNoVariable;
      only = variable(value);
    }
    return only;
  }

  // It has the variable of an earlier value, and what that one says is enough.
  [[nodiscard]] bool is_shared(std::uint32_t at) const { return shared_[at] != 0; }

  // Rule 4: the constants that may matter as objects. All others are one.
  void find_literals() {
    for (const Instruction& instruction : body_.instructions) {
      if (instruction.opcode == Opcode::kMonitorEnter)
        note_literal(static_cast<ValueId>(instruction.a));
      if (instruction.opcode != Opcode::kInvoke) continue;
      std::optional<bool> operates;
      for (const ValueId value : body_.values(instruction)) {
        if (body_.at(value).opcode != Opcode::kConstString) continue;
        if (!operates) operates = has_operation(instruction);
        if (*operates) note_literal(value);
      }
    }
  }

  void note_literal(ValueId value) {
    if (body_.at(value).opcode == Opcode::kConstString) literals_.push_back(base::index(value));
  }

  // Outside the platform a text that is the name of a class may end up in reflection.
  bool names_class(std::string_view text) {
    if (in_platform_ || text.find('.') == std::string_view::npos) return false;
    const auto fits = [](char letter) {
      return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' ||
             letter == '_' || letter == '$';
    };
    if (!std::all_of(text.begin(), text.end(), fits)) return false;
    std::string name(text);
    std::replace(name.begin(), name.end(), '.', '/');
    return !base::is_none(program_.find(name));
  }

  bool has_operation(const Instruction& invoke) {
    const auto resolved = program_.resolve_method(to_.owner_, static_cast<ir::MethodRef>(invoke.a),
                                                  invoke.invocation());
    if (!resolved.runs()) return false;
    const model::Method* model = to_.world_.model(resolved.member);
    return model != nullptr && model->operation != model::Operation::kNone;
  }

  // --- exceptions: rule 11 -----------------------------------------------------------------------

  std::uint32_t region(const ir::Block& block) {
    if (block.handler_count == 0) return to_.shape_.thrown;
    const std::uint64_t key = std::uint64_t{block.handlers} << 32U | block.handler_count;
    const auto [place, fresh] = regions_.try_emplace(key, 0);
    if (fresh) {
      place->second = to_.new_variable();
      connect_handlers(place->second, body_.handlers_of(block));
    }
    return place->second;
  }

  void connect_handlers(std::uint32_t thrown, std::span<const ir::Handler> handlers) {
    std::vector<ir::Type> earlier;
    for (const ir::Handler& handler : handlers) {
      const ir::Type taken = handler.type.exists() ? type(handler.type) : ir::Type();
      const std::uint32_t caught = catch_variable(handler.block);
      if (caught != kNoVariable) {
        to_.copies_.push_back({thrown, caught, to_.types_.filter(taken, earlier)});
        for (const SiteId site : to_.store_.machine_exceptions(taken))
          to_.allocate(caught, site, true);
      }
      if (!taken.exists()) return;
      earlier.push_back(taken);
    }
    to_.copies_.push_back({thrown, to_.shape_.thrown, to_.types_.filter(ir::Type(), earlier)});
  }

  std::uint32_t catch_variable(ir::BlockId id) {
    const ir::Block& block = body_.block(id);
    for (std::uint32_t i = block.first; i < block.end; ++i) {
      if (body_.instructions[i].opcode == Opcode::kCatch) return variable(i);
    }
    return kNoVariable;
  }

  // --- one instruction ---------------------------------------------------------------------------

  void add(std::uint32_t at) {
    const Instruction& instruction = body_.instructions[at];
    switch (instruction.opcode) {
      case Opcode::kPhi: add_phi(at); return;
      case Opcode::kCheckCast: add_cast(at); return;
      case Opcode::kNew: add_new(at); return;
      case Opcode::kNewArray: {
        const std::uint8_t first = stays_empty(at) ? Site::kEmpty : 0;
        add_array(at, ir::TypeRef::from_bits(instruction.b), 1, first);
        return;
      }
      case Opcode::kNewMultiArray:
        add_array(at, ir::TypeRef::from_bits(instruction.a), instruction.c);
        return;
      case Opcode::kConstString: add_string(at); return;
      case Opcode::kConstClass: add_class(at); return;
      case Opcode::kConstMethodType:
      case Opcode::kConstMethodHandle:
      case Opcode::kConstDynamic: add_machine_made(at); return;
      case Opcode::kGetField: add_get_field(at); return;
      case Opcode::kPutField: add_put_field(at); return;
      case Opcode::kGetStatic: add_static(at, variable(at), false); return;
      case Opcode::kPutStatic: add_static(at, variable(instruction.c), true); return;
      case Opcode::kArrayLoad:
        if (!is_shared(at)) add_element(variable(instruction.a), variable(at), false);
        return;
      case Opcode::kArrayStore:
        if (instruction.element() == ir::Element::kReference) {
          add_element(variable(instruction.a), variable(instruction.c), true);
        }
        return;
      case Opcode::kInvoke: add_invoke(at); return;
      case Opcode::kInvokeDynamic: add_dynamic(at); return;
      case Opcode::kReturn: copy(variable(instruction.a), to_.shape_.result); return;
      case Opcode::kThrow:
        copy(variable(instruction.a), thrown_, to_.types_.filter(to_.world_.throwable()));
        return;
      default: return;
    }
  }

  void copy(std::uint32_t from, std::uint32_t to, FilterId filter = kNoFilter) {
    if (from != kNoVariable && to != kNoVariable) to_.copies_.push_back({from, to, filter});
  }

  void add_phi(std::uint32_t at) {
    if (is_shared(at)) return;
    for (const ValueId operand : body_.values(body_.instructions[at])) {
      if (variable(operand) != variable(at)) copy(variable(operand), variable(at));
    }
  }

  void add_cast(std::uint32_t at) {
    if (is_shared(at)) return;
    const Instruction& instruction = body_.instructions[at];
    const FilterId filter = is_lambda(body_.instructions[instruction.a])
                                ? kNoFilter
                                : to_.types_.filter(type(ir::TypeRef::from_bits(instruction.b)));
    copy(variable(instruction.a), variable(at), filter);
  }

  // A lambda that is cast where it is made is made so that it fits.
  bool is_lambda(const Instruction& instruction) {
    return instruction.opcode == Opcode::kInvokeDynamic &&
           symbols_.call_site(static_cast<ir::CallSiteRef>(instruction.a)).kind ==
               ir::CallSiteKind::kLambda;
  }

  // Rule 3.
  void add_new(std::uint32_t at) {
    const ir::Type made = type(ir::TypeRef::from_bits(body_.instructions[at].a));
    if (!made.is_class() || !to_.types_.can_be_made(made)) {
      to_.unmodelled(Unmodelled::Kind::kMissing, at, "new " + type_text(program_, made));
      return;
    }
    to_.initializations_.push_back({made.class_id(), at});
    const bool merged = to_.world_.is_merged(made.class_id(), to_.owner_);
    to_.allocate(
        variable(at),
        merged ? to_.sites_.merged(made) : to_.sites_.at(SiteKind::kNew, to_.method_, at, made),
        merged);
  }

  // Rule 6: what all collections of the platform begin with. What is handed to a call may be
  // exchanged there for a larger one.
  bool stays_empty(std::uint32_t at) const {
    const ir::Instruction& length = body_.instructions[body_.instructions[at].a];
    if (!in_platform_ || length.opcode != Opcode::kConstInt || length.a != 0) return false;
    return std::ranges::none_of(body_.instructions, [&](const ir::Instruction& user) {
      return user.opcode == Opcode::kInvoke &&
             std::ranges::count(body_.values(user), base::id_at<ir::ValueId>(at)) != 0;
    });
  }

  void add_array(std::uint32_t at, ir::TypeRef ref, std::uint32_t levels, std::uint8_t first = 0) {
    if (variable(at) == kNoVariable) return;
    ir::Type made = type(ref);
    std::uint32_t holder = kNoVariable;
    for (std::uint32_t level = 0; level < levels && made.is_array(); ++level) {
      to_.allocations_.push_back({.variable = level == 0 ? variable(at) : kNoVariable,
                                  .site = to_.sites_.at(SiteKind::kNew, to_.method_, at, made,
                                                        static_cast<std::uint8_t>(first + level)),
                                  .holder = holder,
                                  .fixed = false});
      holder = static_cast<std::uint32_t>(to_.allocations_.size() - 1);
      made = made.element();
    }
  }

  void add_string(std::uint32_t at) {
    if (variable(at) != kNoVariable && !is_shared(at))
      to_.allocate(variable(at), string_site(at), true);
  }

  SiteId string_site(std::uint32_t at) {
    const ir::Type string = to_.world_.string();
    const std::string_view text =
        symbols_.string(static_cast<ir::StringRef>(body_.instructions[at].a));
    const bool literal =
        std::find(literals_.begin(), literals_.end(), at) != literals_.end() || names_class(text);
    return literal ? to_.sites_.literal(text, string) : to_.sites_.merged(string);
  }

  void add_class(std::uint32_t at) {
    if (is_shared(at)) return;
    const ir::Type of = type(ir::TypeRef::from_bits(body_.instructions[at].a));
    to_.allocate(variable(at), to_.sites_.class_object(of, to_.world_.class_type()), true);
  }

  void add_machine_made(std::uint32_t at) {
    if (variable(at) == kNoVariable) return;
    to_.allocate_machine(variable(at), type(body_.types[at]));
  }

  // Rules 5 and 6.
  void add_get_field(std::uint32_t at) {
    const Instruction& instruction = body_.instructions[at];
    if (is_shared(at)) return;
    if (variable(at) == kNoVariable || variable(instruction.a) == kNoVariable) return;
    const auto field =
        program_.resolve_field(to_.owner_, static_cast<ir::FieldRef>(instruction.b), false);
    if (field.runs()) to_.load(variable(instruction.a), field.member, variable(at));
  }

  void add_put_field(std::uint32_t at) {
    const Instruction& instruction = body_.instructions[at];
    if (variable(instruction.c) == kNoVariable || variable(instruction.a) == kNoVariable) return;
    const auto field =
        program_.resolve_field(to_.owner_, static_cast<ir::FieldRef>(instruction.b), false);
    const bool is_itself = ir::without_casts(body_, base::id_at<ir::ValueId>(instruction.a)) ==
                           ir::without_casts(body_, base::id_at<ir::ValueId>(instruction.c));
    if (field.runs())
      to_.store(variable(instruction.a), field.member,
                is_itself ? kNoVariable : variable(instruction.c));
  }

  void add_static(std::uint32_t at, std::uint32_t variable, bool store) {
    const auto field = program_.resolve_field(
        to_.owner_, static_cast<ir::FieldRef>(body_.instructions[at].b), true);
    if (!field.runs()) return;
    to_.initializations_.push_back({program_.owner(field.member), at});
    if (variable != kNoVariable && !is_shared(at))
      to_.statics_.push_back({field.member, variable, store});
  }

  void add_element(std::uint32_t base, std::uint32_t value, bool store) {
    if (base == kNoVariable || value == kNoVariable) return;
    to_.use(base, store ? Use::Kind::kStoreElement : Use::Kind::kLoadElement, value);
  }

  // --- calls: rules 7 to 10 ----------------------------------------------------------------------

  std::span<const std::uint32_t> variables(std::span<const ValueId> values) {
    scratch_.clear();
    for (const ValueId value : values) scratch_.push_back(variable(value));
    return to_.keep(scratch_);
  }

  void add_invoke(std::uint32_t at) {
    const Instruction& instruction = body_.instructions[at];
    const auto ref = static_cast<ir::MethodRef>(instruction.a);
    const auto target = instruction.invocation() == ir::Invocation::kSpecial
                            ? program_.special_target(to_.owner_, ref)
                            : program_.resolve_method(to_.owner_, ref, instruction.invocation());
    if (!target.runs()) {
      to_.unmodelled(Unmodelled::Kind::kMissing, at, symbol_text(ref));
      return;
    }
    const bool is_static = instruction.invocation() == ir::Invocation::kStatic;
    if (is_static) to_.initializations_.push_back({program_.owner(target.member), at});
    const auto arguments = variables(body_.values(instruction));
    if (!is_static && arguments[0] == kNoVariable) return;  // on null
    to_.call({.kind = is_static                                              ? CallKind::kStatic
                      : instruction.invocation() == ir::Invocation::kSpecial ? CallKind::kSpecial
                                                                             : CallKind::kVirtual,
              .invocation = instruction.invocation(),
              .method = target.member,
              .arguments = arguments,
              .result = variable(at),
              .thrown = thrown_,
              .instruction = at});
  }

  std::string symbol_text(ir::MethodRef ref) {
    const ir::MethodSymbol& symbol = symbols_.method(ref);
    return ir::type_text(symbols_, symbol.owner) + "." + std::string(symbol.name) +
           std::string(symbols_.signature(symbol.signature).descriptor);
  }

  void add_dynamic(std::uint32_t at) {
    const Instruction& instruction = body_.instructions[at];
    const ir::CallSite& site = symbols_.call_site(static_cast<ir::CallSiteRef>(instruction.a));
    switch (site.kind) {
      case ir::CallSiteKind::kLambda: add_lambda(at); return;
      case ir::CallSiteKind::kConcatenate: add_concatenation(at, site); return;
      case ir::CallSiteKind::kRecordMethod: add_record_method(at, site); return;
      case ir::CallSiteKind::kSwitch: return;
      case ir::CallSiteKind::kUnknown: break;
    }
    add_machine_made(at);
    to_.unmodelled(Unmodelled::Kind::kDynamic, at);
  }

  void add_lambda(std::uint32_t at) {
    const ir::Type interface = type(body_.types[at]);
    if (variable(at) == kNoVariable) return;
    to_.lambdas_.push_back({.variable = variable(at),
                            .site = to_.sites_.at(SiteKind::kLambda, to_.method_, at, interface),
                            .captures = variables(body_.values(body_.instructions[at]))});
  }

  void call_virtually(std::uint32_t at, ir::MethodId method,
                      std::span<const std::uint32_t> arguments) {
    if (base::is_none(method)) return;
    to_.call({.kind = CallKind::kVirtual,
              .invocation = ir::Invocation::kVirtual,
              .method = method,
              .arguments = to_.keep(arguments),
              .result = kNoVariable,
              .thrown = thrown_,
              .instruction = at});
  }

  void add_concatenation(std::uint32_t at, const ir::CallSite& site) {
    to_.allocate(variable(at), to_.sites_.merged(to_.world_.string()), true);
    const auto values = body_.values(body_.instructions[at]);
    const auto types = symbols_.signature(site.signature).parameters;
    for (std::size_t i = 0; i < values.size() && i < types.size(); ++i) {
      if (variable(values[i]) == kNoVariable || type(types[i]) == to_.world_.string()) continue;
      const std::uint32_t receiver = variable(values[i]);
      call_virtually(at, to_.world_.to_string(), {&receiver, 1});
    }
  }

  void add_record_method(std::uint32_t at, const ir::CallSite& site) {
    const auto arguments = body_.values(body_.instructions[at]);
    if (variable(at) != kNoVariable) {
      to_.allocate(variable(at), to_.sites_.merged(to_.world_.string()), true);
    }
    if (arguments.empty() || variable(arguments[0]) == kNoVariable) return;
    for (const ir::HandleRef handle : site.record_fields) {
      const auto field = program_.resolve_field(to_.owner_, symbols_.handle(handle).field(), false);
      if (!field.runs() || !program_.type(field.member).is_reference()) continue;
      const std::uint32_t mine = to_.new_variable();
      to_.load(variable(arguments[0]), field.member, mine);
      if (site.name == "toString") call_virtually(at, to_.world_.to_string(), {&mine, 1});
      if (site.name == "hashCode") call_virtually(at, to_.world_.hash_code(), {&mine, 1});
      if (site.name == "equals" && arguments.size() > 1) {
        const std::uint32_t theirs = to_.new_variable();
        if (variable(arguments[1]) != kNoVariable)
          to_.load(variable(arguments[1]), field.member, theirs);
        const std::uint32_t both[] = {mine, theirs};
        call_virtually(at, to_.world_.equals(), both);
      }
    }
  }

  ShapeBuilder& to_;
  const ir::Body& body_;
  ir::Program& program_;
  const ir::Symbols& symbols_;
  bool in_platform_;
  std::uint32_t thrown_ = kNoVariable;
  std::vector<std::uint32_t> literals_, scratch_;
  std::vector<std::uint8_t> shared_;                              // by value
  boost::unordered_flat_map<Definition, std::uint32_t> defined_;  // the variable of each
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> regions_;
};

void ShapeBuilder::add_body(const ir::Body& body) {
  shape_.has_code = true;
  BodyShape(*this, body).build();
}

}  // namespace heddle::pointsto
