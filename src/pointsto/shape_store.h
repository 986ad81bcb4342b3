// Builds the shape of a method when first asked for, and keeps it.
//
// Thread safety: one thread. Cost: linear in the method's body.
#pragma once

#include <string>
#include <vector>

#include "base/arena.h"
#include "ir/ids.h"
#include "pointsto/shape.h"
#include "pointsto/sites.h"
#include "pointsto/types.h"
#include "pointsto/world.h"

namespace heddle::pointsto {

// Something that was reached and could not be followed.
struct Unmodelled {
  enum class Kind : std::uint8_t {
    kNative,      // a native method that no model describes
    kMissing,     // a method of a class that is not there, or that does not resolve
    kBroken,      // a body that could not be lowered
    kDynamic,     // an invokedynamic whose bootstrap method is unknown
    kReflection,  // reflection on something unknown
  };
  Kind kind{};
  ir::MethodId method = base::kNone<ir::MethodId>;  // where, or what
  std::uint32_t instruction = kModelInstruction;    // kModelInstruction: the method itself
  std::string what;                                 // a name where `method` says too little

  friend auto operator<=>(const Unmodelled&, const Unmodelled&) = default;
};

class ShapeStore {
 public:
  // `share_variables`: see body_shape.cc.
  ShapeStore(World& world, TypeTable& types, SiteTable& sites, bool share_variables)
      : world_(world),
        types_(types),
        sites_(sites),
        share_variables_(share_variables),
        arena_(std::size_t{1} << 20U) {}

  const Shape& shape(ir::MethodId method);
  [[nodiscard]] bool knows(ir::MethodId method) const {
    return base::index(method) < shapes_.size() && shapes_[base::index(method)] != nullptr;
  }
  // How many methods have one.
  [[nodiscard]] std::size_t size() const { return built_; }
  // Everything met so far while building, in any order.
  [[nodiscard]] const std::vector<Unmodelled>& unmodelled() const { return unmodelled_; }
  [[nodiscard]] std::size_t bytes() const { return arena_.reserved(); }
  [[nodiscard]] bool shares_variables() const { return share_variables_; }

  // The machine's exceptions that a handler of that type takes; a type that does not exist takes
  // all.
  const std::vector<SiteId>& machine_exceptions(ir::Type handler);

 private:
  friend class ShapeBuilder;
  friend class Snapshot;
  const Shape* build(ir::MethodId method);

  World& world_;
  TypeTable& types_;
  SiteTable& sites_;
  bool share_variables_;
  base::Arena arena_;
  std::vector<const Shape*> shapes_;
  std::size_t built_ = 0;
  std::vector<Unmodelled> unmodelled_;
  boost::unordered_flat_map<std::uint32_t, std::vector<SiteId>> machine_exceptions_;
};

}  // namespace heddle::pointsto
