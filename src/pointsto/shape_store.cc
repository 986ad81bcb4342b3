#include "pointsto/shape_store.h"

#include <algorithm>

#include "base/id.h"
#include "ir/class.h"
#include "pointsto/shape_builder.h"

namespace heddle::pointsto {

using base::index;

const Shape& ShapeStore::shape(ir::MethodId method) {
  if (index(method) >= shapes_.size()) shapes_.resize(index(method) + 4096);
  if (shapes_[index(method)] == nullptr) {
    const Shape* built = build(method);
    ++built_;
    if (index(method) >= shapes_.size()) shapes_.resize(index(method) + 4096);
    shapes_[index(method)] = built;
  }
  return *shapes_[index(method)];
}

const Shape* ShapeStore::build(ir::MethodId method) {
  ShapeBuilder builder(*this, method);
  const model::Method* model = world_.model(method);
  const bool wants_body = model == nullptr || !model->replaces;
  const ir::Body* body = wants_body ? world_.program().body(method) : nullptr;
  if (body != nullptr) builder.add_body(*body);
  if (model != nullptr) builder.add_model(*model);
  if (body == nullptr && model == nullptr) builder.add_nothing_known();
  return builder.finish();
}

const std::vector<SiteId>& ShapeStore::machine_exceptions(ir::Type handler) {
  const auto [place, fresh] = machine_exceptions_.try_emplace(handler.bits());
  if (!fresh) return place->second;
  std::vector<SiteId> taken;
  for (const std::string& name : world_.models().vm_exceptions()) {
    const ir::ClassId id = world_.program().find(name);
    if (base::is_none(id)) continue;
    const ir::Type type(id);
    if (!types_.can_be_made(type)) continue;
    if (!handler.exists() || world_.program().is_subtype(type, handler))
      taken.push_back(sites_.machine(type));
  }
  return machine_exceptions_[handler.bits()] = std::move(taken);
}

ShapeBuilder::ShapeBuilder(ShapeStore& store, ir::MethodId method)
    : store_(store),
      world_(store.world_),
      types_(store.types_),
      sites_(store.sites_),
      program_(store.world_.program()),
      method_(method),
      owner_(program_.owner(method)) {
  const ir::Method* declared = program_.declaration(method);
  if (declared != nullptr && declared->signature_polymorphic) {
    // Takes whatever a call gives it.
    for (unsigned i = 0; i < kPolymorphicParameters; ++i) parameters_.push_back(new_variable());
    shape_.result = new_variable();
    shape_.thrown = new_variable();
    return;
  }
  const bool is_static = program_.is(method, ir::Access::kStatic);
  if (!is_static) parameters_.push_back(new_variable());
  for (std::size_t i = 0; i < program_.parameter_count(method); ++i) {
    parameters_.push_back(program_.parameter_type(method, i).is_reference() ? new_variable()
                                                                            : kNoVariable);
  }
  if (program_.result_type(method).is_reference()) shape_.result = new_variable();
  shape_.thrown = new_variable();
}

FieldAccess ShapeBuilder::access(ir::FieldId field, std::uint32_t variable) {
  return {.field = field,
          .slot = types_.slot(field),
          .owner = types_.filter(ir::Type(program_.owner(field))),
          .variable = variable};
}

void ShapeBuilder::load(std::uint32_t base, ir::FieldId field, std::uint32_t to) {
  use(base, Use::Kind::kLoad, loads_.size());
  loads_.push_back(access(field, to));
}

void ShapeBuilder::store(std::uint32_t base, ir::FieldId field, std::uint32_t from) {
  use(base, Use::Kind::kStore, stores_.size());
  stores_.push_back(access(field, from));
}

void ShapeBuilder::call(CallSite site) {
  if (site.kind != CallKind::kStatic) use(site.arguments[0], Use::Kind::kCall, calls_.size());
  calls_.push_back(site);
}

// `vm T`, and what its elements hold.
void ShapeBuilder::allocate_machine(std::uint32_t variable, ir::Type type) {
  if (!types_.can_be_made(type)) return;
  std::uint32_t holder = kNoVariable;
  for (;;) {
    allocations_.push_back(
        {.variable = variable, .site = sites_.machine(type), .holder = holder, .fixed = true});
    if (!type.is_array() || !types_.can_be_made(type.element())) return;
    holder = static_cast<std::uint32_t>(allocations_.size() - 1);
    type = type.element();
    variable = kNoVariable;
  }
}

void ShapeBuilder::add_nothing_known() {
  if (shape_.result != kNoVariable) allocate_machine(shape_.result, program_.result_type(method_));
  shape_.unmodelled = true;
  const ir::Method* declared = program_.declaration(method_);
  const auto kind = declared == nullptr                 ? Unmodelled::Kind::kMissing
                    : declared->is(ir::Access::kNative) ? Unmodelled::Kind::kNative
                                                        : Unmodelled::Kind::kBroken;
  // Natives that neither take nor give a reference move nothing.
  if (kind == Unmodelled::Kind::kNative && shape_.result == kNoVariable &&
      std::all_of(parameters_.begin() + (declared->is(ir::Access::kStatic) ? 0 : 1),
                  parameters_.end(),
                  [](std::uint32_t variable) { return variable == kNoVariable; })) {
    shape_.unmodelled = false;
    return;
  }
  unmodelled(kind, kModelInstruction);
}

void ShapeBuilder::index_uses() {
  std::stable_sort(uses_.begin(), uses_.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  const std::span<std::uint32_t> first =
      store_.arena_.allocate<std::uint32_t>(shape_.variables + 1);
  const std::span<Use> all = store_.arena_.allocate<Use>(uses_.size());
  std::size_t next = 0;
  for (std::uint32_t variable = 0; variable < shape_.variables; ++variable) {
    first[variable] = static_cast<std::uint32_t>(next);
    for (; next < uses_.size() && uses_[next].first == variable; ++next)
      all[next] = uses_[next].second;
  }
  first[shape_.variables] = static_cast<std::uint32_t>(next);
  shape_.first_use = first;
  shape_.uses = all;
}

const Shape* ShapeBuilder::finish() {
  base::Arena& arena = store_.arena_;
  const auto kept = [&]<typename T>(const std::vector<T>& parts) -> std::span<const T> {
    return arena.copy(std::span<const T>(parts));
  };
  shape_.parameters = kept(parameters_);
  shape_.variable_of = kept(variable_of_);
  shape_.allocations = kept(allocations_);
  shape_.creations = kept(creations_);
  shape_.copies = kept(copies_);
  shape_.statics = kept(statics_);
  shape_.loads = kept(loads_);
  shape_.stores = kept(stores_);
  shape_.calls = kept(calls_);
  shape_.lambdas = kept(lambdas_);
  shape_.initializations = kept(initializations_);
  shape_.specials = kept(specials_);
  index_uses();
  const std::span<Shape> made = arena.allocate<Shape>(1);
  made[0] = shape_;
  return made.data();
}

}  // namespace heddle::pointsto
