// A model becomes a shape: a path that is read is a chain of loads into new variables, a path that
// is written a chain of loads and one store.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/program.h"
#include "ir/type.h"
#include "model/model.h"
#include "pointsto/shape_builder.h"

namespace heddle::pointsto {

class ModelShape {
 public:
  ModelShape(ShapeBuilder& to, const model::Method& model)
      : to_(to), model_(model), program_(to.program_) {}

  void build() {
    for (const model::Creation& creation : model_.creates) add(creation);
    for (const model::Move& move : model_.moves) {
      const std::uint32_t from = read(move.from);
      if (from != kNoVariable) write(move.to, from);
    }
    for (const model::Call& call : model_.calls) add(call, nullptr);
    for (const model::Start& start : model_.starts) add(start.call, &start.kind);
    if (model_.operation != model::Operation::kNone) add_operation();
  }

 private:
  bool is_static() const { return program_.is(to_.method_, ir::Access::kStatic); }

  std::uint32_t parameter(std::size_t position) const {
    return position < to_.parameters_.size() ? to_.parameters_[position] : kNoVariable;
  }

  std::uint32_t root(const model::Path& path) {
    switch (path.root) {
      case model::Path::Root::kReceiver: return is_static() ? kNoVariable : parameter(0);
      case model::Path::Root::kArgument: return parameter(path.argument + (is_static() ? 0 : 1));
      case model::Path::Root::kResult: return result();
      case model::Path::Root::kStatic: break;
    }
    const ir::FieldId field = find(path.field, true);
    if (base::is_none(field)) return kNoVariable;
    to_.initializations_.push_back({program_.owner(field), kModelInstruction});
    const std::uint32_t variable = to_.new_variable();
    to_.statics_.push_back({field, variable, false});
    return variable;
  }

  // That of a method without one is the model's own.
  std::uint32_t result() {
    if (result_ == kNoVariable) result_ = to_.shape_.result;
    if (result_ == kNoVariable) result_ = to_.new_variable();
    return result_;
  }

  // None for a field that this version of the class does not have.
  ir::FieldId find(const model::Selector& selector, bool is_static) {
    const ir::ClassId owner = program_.find(selector.owner);
    if (base::is_none(owner)) return base::kNone<ir::FieldId>;
    const std::uint32_t first = base::index(program_.first_field(owner));
    for (std::uint32_t i = 0; i < program_.field_count(owner); ++i) {
      const ir::FieldId field = base::id_at<ir::FieldId>(first + i);
      const bool fits = program_.is(field, ir::Access::kStatic) == is_static;
      if (fits && program_.name(field) == selector.field) return field;
    }
    return base::kNone<ir::FieldId>;
  }

  std::uint32_t step(std::uint32_t from, const model::Selector& selector) {
    if (from == kNoVariable) return kNoVariable;
    const std::uint32_t to = to_.new_variable();
    if (selector.element) {
      to_.use(from, Use::Kind::kLoadElement, to);
      return to;
    }
    const ir::FieldId field = find(selector, false);
    if (base::is_none(field)) return kNoVariable;
    to_.load(from, field, to);
    return to;
  }

  std::uint32_t read(const model::Path& path) {
    std::uint32_t at = root(path);
    for (const model::Selector& selector : path.selectors) at = step(at, selector);
    return at;
  }

  void write(const model::Path& path, std::uint32_t from) {
    if (path.selectors.empty()) {
      write_root(path, from);
      return;
    }
    std::uint32_t at = root(path);
    for (std::size_t i = 0; i + 1 < path.selectors.size(); ++i) at = step(at, path.selectors[i]);
    if (at == kNoVariable) return;
    const model::Selector& last = path.selectors.back();
    if (last.element) {
      to_.use(at, Use::Kind::kStoreElement, from);
      return;
    }
    const ir::FieldId field = find(last, false);
    if (!base::is_none(field)) to_.store(at, field, from);
  }

  void write_root(const model::Path& path, std::uint32_t from) {
    if (path.root == model::Path::Root::kStatic) {
      const ir::FieldId field = find(path.field, true);
      if (base::is_none(field)) return;
      to_.initializations_.push_back({program_.owner(field), kModelInstruction});
      to_.statics_.push_back({field, from, true});
      return;
    }
    const std::uint32_t to = root(path);
    if (to != kNoVariable) to_.copies_.push_back({from, to, kNoFilter});
  }

  // Of a descriptor such as `[Ljava/lang/Object;`.
  ir::Type type(std::string_view descriptor) {
    std::uint32_t dimensions = 0;
    while (dimensions < descriptor.size() && descriptor[dimensions] == '[') ++dimensions;
    descriptor.remove_prefix(dimensions);
    if (descriptor.size() > 2 && descriptor.front() == 'L') {
      return ir::Type(program_.require(descriptor.substr(1, descriptor.size() - 2)), dimensions);
    }
    static constexpr std::string_view kLetters = "VZBCSIJFD";
    const std::size_t base = kLetters.find(descriptor.front());
    return ir::Type::from_bits(dimensions << 24U | static_cast<std::uint32_t>(base));
  }

  void add(const model::Creation& creation) {
    const ir::Type made = type(creation.type);
    if (!to_.types_.can_be_made(made)) return;
    const std::uint32_t variable = to_.new_variable();
    to_.creations_.push_back({variable, made});
    if (made.is_class()) to_.initializations_.push_back({made.class_id(), kModelInstruction});
    write(creation.into, variable);
  }

  void add(const model::Call& call, const model::StartKind* starts) {
    const ir::ClassId owner = program_.find(call.method.owner);
    if (base::is_none(owner)) return;
    const ir::MethodId method =
        program_.declared_method(owner, call.method.name, call.method.descriptor);
    if (base::is_none(method) || program_.is(method, ir::Access::kStatic) == call.on.has_value())
      return;
    std::vector<std::uint32_t> arguments;
    if (call.on) arguments.push_back(read(*call.on));
    if (call.on && arguments[0] == kNoVariable) return;
    for (const model::Path& path : call.with) arguments.push_back(read(path));
    std::uint32_t result = kNoVariable;
    if (call.result && program_.result_type(method).is_reference()) {
      result = to_.new_variable();
      write(*call.result, result);
    }
    if (!call.on) to_.initializations_.push_back({owner, kModelInstruction});
    // A constructor is named outright, everything else is selected by the receiver.
    const bool special = call.method.name == "<init>";
    to_.call({.kind = !call.on  ? CallKind::kStatic
                      : special ? CallKind::kSpecial
                                : CallKind::kVirtual,
              .invocation = !call.on                       ? ir::Invocation::kStatic
                            : special                      ? ir::Invocation::kSpecial
                            : program_.is_interface(owner) ? ir::Invocation::kInterface
                                                           : ir::Invocation::kVirtual,
              .starts = starts != nullptr,
              .start_kind = starts != nullptr ? *starts : model::StartKind{},
              .method = method,
              .arguments = to_.keep(arguments),
              .result = result,
              .thrown = starts != nullptr ? kNoVariable : to_.shape_.thrown,
              .instruction = kModelInstruction});
  }

  void add_operation() {
    const auto index = to_.specials_.size();
    to_.specials_.push_back({.operation = model_.operation,
                             .arguments = to_.keep(to_.parameters_),
                             .result = result()});
    for (const std::uint32_t variable : to_.parameters_) {
      if (variable != kNoVariable) to_.use(variable, Use::Kind::kSpecial, index);
    }
  }

  ShapeBuilder& to_;
  const model::Method& model_;
  ir::Program& program_;
  std::uint32_t result_ = kNoVariable;
};

void ShapeBuilder::add_model(const model::Method& model) {
  shape_.modelled = true;
  ModelShape(*this, model).build();
}

}  // namespace heddle::pointsto
