#include "pointsto/snapshot_shapes.h"

#include <algorithm>

#include "base/id.h"

namespace heddle::pointsto {
namespace {

template <typename T>
void append(std::vector<T>& all, std::span<const T> part) {
  all.insert(all.end(), part.begin(), part.end());
}

template <typename T>
std::uint32_t count(std::span<const T> part) {
  return static_cast<std::uint32_t>(part.size());
}

// What is left of an array that is cut into parts; a part that is not there makes it bad.
template <typename T>
struct Rest {
  std::span<const T> left;
  bool good = true;

  std::span<const T> take(std::size_t size) {
    good &= size <= left.size();
    if (!good) return {};
    const std::span<const T> taken = left.first(size);
    left = left.subspan(size);
    return taken;
  }
};

}  // namespace

void ShapeLists::add_all(const std::vector<const Shape*>& shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (shapes[i] != nullptr) add(base::id_at<ir::MethodId>(i), *shapes[i]);
}

void ShapeLists::add(ir::MethodId method, const Shape& shape) {
  rows_.push_back({.method = method,
                   .variables = shape.variables,
                   .result = shape.result,
                   .thrown = shape.thrown,
                   .given_back = shape.given_back,
                   .parameters = count(shape.parameters),
                   .values = count(shape.variable_of),
                   .allocations = count(shape.allocations),
                   .creations = count(shape.creations),
                   .copies = count(shape.copies),
                   .statics = count(shape.statics),
                   .loads = count(shape.loads),
                   .stores = count(shape.stores),
                   .calls = count(shape.calls),
                   .lambdas = count(shape.lambdas),
                   .initializations = count(shape.initializations),
                   .specials = count(shape.specials),
                   .uses = count(shape.uses),
                   .has_code = shape.has_code,
                   .modelled = shape.modelled,
                   .unmodelled = shape.unmodelled});
  add_numbers(shape.parameters);
  add_numbers(shape.variable_of);
  add_numbers(shape.first_use);
  append(allocations_, shape.allocations);
  append(creations_, shape.creations);
  append(copies_, shape.copies);
  append(statics_, shape.statics);
  append(accesses_, shape.loads);
  append(accesses_, shape.stores);
  append(initializations_, shape.initializations);
  append(uses_, shape.uses);
  add_calls(shape);
}

void ShapeLists::add_calls(const Shape& shape) {
  for (const CallSite& site : shape.calls) {
    calls_.push_back({.kind = site.kind,
                      .invocation = site.invocation,
                      .starts = site.starts,
                      .start_kind = site.start_kind,
                      .method = site.method,
                      .arguments = count(site.arguments),
                      .result = site.result,
                      .thrown = site.thrown,
                      .instruction = site.instruction});
    add_numbers(site.arguments);
  }
  for (const LambdaSite& lambda : shape.lambdas) {
    lambdas_.push_back(
        {.variable = lambda.variable, .site = lambda.site, .captures = count(lambda.captures)});
    add_numbers(lambda.captures);
  }
  for (const SpecialOperation& special : shape.specials) {
    specials_.push_back({.operation = special.operation,
                         .arguments = count(special.arguments),
                         .result = special.result});
    add_numbers(special.arguments);
  }
}

// Plain parts are copied as whole arrays and cut there; parts with lists of their own are made
// anew.
struct ShapeLists::Cursor {
  Cursor(const ShapeLists& from, base::Arena& to)
      : arena(to),
        numbers{to.copy(std::span<const std::uint32_t>(from.numbers_))},
        allocations{to.copy(std::span<const Allocation>(from.allocations_))},
        creations{to.copy(std::span<const ModelCreation>(from.creations_))},
        copies{to.copy(std::span<const Copy>(from.copies_))},
        statics{to.copy(std::span<const StaticAccess>(from.statics_))},
        accesses{to.copy(std::span<const FieldAccess>(from.accesses_))},
        initializations{to.copy(std::span<const Initialization>(from.initializations_))},
        uses{to.copy(std::span<const Use>(from.uses_))},
        calls{from.calls_},
        lambdas{from.lambdas_},
        specials{from.specials_} {}

  [[nodiscard]] bool good() const {
    return numbers.good && allocations.good && creations.good && copies.good && statics.good &&
           accesses.good && initializations.good && uses.good && calls.good && lambdas.good &&
           specials.good;
  }

  std::span<const CallSite> make_calls(std::size_t size) {
    const auto rows = calls.take(size);
    const std::span<CallSite> made = arena.allocate<CallSite>(rows.size());
    std::transform(rows.begin(), rows.end(), made.begin(), [&](const CallRow& row) {
      return CallSite{.kind = row.kind,
                      .invocation = row.invocation,
                      .starts = row.starts,
                      .start_kind = row.start_kind,
                      .method = row.method,
                      .arguments = numbers.take(row.arguments),
                      .result = row.result,
                      .thrown = row.thrown,
                      .instruction = row.instruction};
    });
    return made;
  }
  std::span<const LambdaSite> make_lambdas(std::size_t size) {
    const auto rows = lambdas.take(size);
    const std::span<LambdaSite> made = arena.allocate<LambdaSite>(rows.size());
    std::transform(rows.begin(), rows.end(), made.begin(), [&](const LambdaRow& row) {
      return LambdaSite{
          .variable = row.variable, .site = row.site, .captures = numbers.take(row.captures)};
    });
    return made;
  }
  std::span<const SpecialOperation> make_specials(std::size_t size) {
    const auto rows = specials.take(size);
    const std::span<SpecialOperation> made = arena.allocate<SpecialOperation>(rows.size());
    std::transform(rows.begin(), rows.end(), made.begin(), [&](const SpecialRow& row) {
      return SpecialOperation{.operation = row.operation,
                              .arguments = numbers.take(row.arguments),
                              .result = row.result};
    });
    return made;
  }
  Shape make(const Row& row) {
    Shape shape;
    shape.variables = row.variables;
    shape.result = row.result;
    shape.thrown = row.thrown;
    shape.given_back = row.given_back;
    shape.parameters = numbers.take(row.parameters);
    shape.variable_of = numbers.take(row.values);
    shape.first_use = numbers.take(std::size_t{row.variables} + 1);
    shape.allocations = allocations.take(row.allocations);
    shape.creations = creations.take(row.creations);
    shape.copies = copies.take(row.copies);
    shape.statics = statics.take(row.statics);
    shape.loads = accesses.take(row.loads);
    shape.stores = accesses.take(row.stores);
    shape.initializations = initializations.take(row.initializations);
    shape.uses = uses.take(row.uses);
    shape.calls = make_calls(row.calls);
    shape.lambdas = make_lambdas(row.lambdas);
    shape.specials = make_specials(row.specials);
    shape.has_code = row.has_code;
    shape.modelled = row.modelled;
    shape.unmodelled = row.unmodelled;
    return shape;
  }

  base::Arena& arena;
  Rest<std::uint32_t> numbers;
  Rest<Allocation> allocations;
  Rest<ModelCreation> creations;
  Rest<Copy> copies;
  Rest<StaticAccess> statics;
  Rest<FieldAccess> accesses;
  Rest<Initialization> initializations;
  Rest<Use> uses;
  Rest<CallRow> calls;
  Rest<LambdaRow> lambdas;
  Rest<SpecialRow> specials;
};

bool ShapeLists::hand_out(base::Arena& arena, std::vector<const Shape*>& shapes) const {
  Cursor cursor(*this, arena);
  const std::span<Shape> made = arena.allocate<Shape>(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::construct_at(&made[i], cursor.make(rows_[i]));
    const std::size_t method = base::index(rows_[i].method);
    if (method >= shapes.size()) shapes.resize(method + 4096);
    shapes[method] = &made[i];
  }
  return cursor.good();
}

}  // namespace heddle::pointsto
