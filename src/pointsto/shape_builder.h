// Collects the parts of one shape; body_shape.cc and model_shape.cc say which.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "model/model.h"
#include "pointsto/shape.h"
#include "pointsto/shape_store.h"

namespace heddle::pointsto {

class ShapeBuilder {
 public:
  ShapeBuilder(ShapeStore& store, ir::MethodId method);

  void add_body(const ir::Body& body);
  void add_model(const model::Method& model);
  void add_nothing_known();

  const Shape* finish();

 private:
  friend class BodyShape;
  friend class ModelShape;

  std::uint32_t new_variable() { return shape_.variables++; }
  std::span<const std::uint32_t> keep(std::span<const std::uint32_t> list) {
    return store_.arena_.copy(list);
  }
  void use(std::uint32_t variable, Use::Kind kind, std::size_t index) {
    uses_.emplace_back(variable, Use{kind, static_cast<std::uint32_t>(index)});
  }
  void allocate(std::uint32_t variable, SiteId site, bool fixed) {
    if (variable == kNoVariable) return;
    allocations_.push_back(
        {.variable = variable, .site = site, .holder = kNoVariable, .fixed = fixed});
  }
  void load(std::uint32_t base, ir::FieldId field, std::uint32_t to);
  void store(std::uint32_t base, ir::FieldId field, std::uint32_t from);
  void call(CallSite site);
  void allocate_machine(std::uint32_t variable, ir::Type type);
  void unmodelled(Unmodelled::Kind kind, std::uint32_t instruction, std::string what = {}) {
    store_.unmodelled_.push_back({kind, method_, instruction, std::move(what)});
  }
  FieldAccess access(ir::FieldId field, std::uint32_t variable);
  void index_uses();

  ShapeStore& store_;
  World& world_;
  TypeTable& types_;
  SiteTable& sites_;
  ir::Program& program_;
  ir::MethodId method_;
  ir::ClassId owner_;
  Shape shape_;
  std::vector<std::uint32_t> parameters_;
  std::vector<std::uint32_t> variable_of_;
  std::vector<Allocation> allocations_;
  std::vector<ModelCreation> creations_;
  std::vector<Copy> copies_;
  std::vector<StaticAccess> statics_;
  std::vector<FieldAccess> loads_, stores_;
  std::vector<CallSite> calls_;
  std::vector<LambdaSite> lambdas_;
  std::vector<Initialization> initializations_;
  std::vector<SpecialOperation> specials_;
  std::vector<std::pair<std::uint32_t, Use>> uses_;
};

}  // namespace heddle::pointsto
