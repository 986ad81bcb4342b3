// Methods that call each other in a circle, together; callees come before their callers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"

namespace heddle::modular {

// Who calls whom. Borrowed.
struct MethodCalls {
  std::span<const ir::MethodId> methods;
  std::span<const std::vector<ir::MethodId>> callees;  // as methods; each is one of them
  std::span<const std::uint32_t> number;  // by MethodId: one more than the place among methods

  [[nodiscard]] std::uint32_t place(ir::MethodId method) const {
    return number[base::index(method)] - 1;
  }
};

using Component = std::vector<ir::MethodId>;  // in the order of the methods

struct Components {
  std::vector<Component> all;     // callees first
  std::vector<std::uint32_t> of;  // as the methods: its place in all
};

Components find_components(const MethodCalls& calls);

}  // namespace heddle::modular
