// What one method does to references, free of context: its shape. An instance of the method is its
// shape over fresh nodes, one for each variable.
//
// A variable is a value of reference type, the result, what is thrown, or what is thrown inside one
// try region; they are numbered from 0. Everything that waits for the objects of a variable (a
// load, a call on it) is listed under that variable as a use.
//
// Plain data in the arena of the store that built it; immutable.
#pragma once

#include <cstdint>
#include <span>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/symbols.h"
#include "model/model.h"
#include "pointsto/ids.h"

namespace heddle::pointsto {

inline constexpr std::uint32_t kNoVariable = 0xFFFF'FFFF;

// How many parameters, the receiver among them, a signature-polymorphic method is given.
inline constexpr unsigned kPolymorphicParameters = 8;

// An object flows to a variable.
struct Allocation {
  std::uint32_t variable = 0;
  SiteId site{};
  std::uint32_t holder = kNoVariable;  // the elements of that allocation's object hold it
  bool fixed = false;                  // the same object in every context
};

// A model makes an object of this type, at the site of the call.
struct ModelCreation {
  std::uint32_t variable = 0;
  ir::Type type;
};

struct Copy {
  std::uint32_t from = 0, to = 0;
  FilterId filter{};
};

struct StaticAccess {
  ir::FieldId field{};
  std::uint32_t variable = 0;
  bool store = false;
};

struct FieldAccess {
  ir::FieldId field{};
  std::uint32_t slot = 0;
  FilterId owner{};            // objects that have the field
  std::uint32_t variable = 0;  // what is loaded or stored; kNoVariable: each is stored in itself
};

enum class CallKind : std::uint8_t { kStatic, kSpecial, kVirtual };

struct CallSite {
  CallKind kind{};
  ir::Invocation invocation{};
  bool starts = false;  // begins an origin
  model::StartKind start_kind{};
  ir::MethodId method{};                     // what runs; for kVirtual what was resolved
  std::span<const std::uint32_t> arguments;  // a variable each, the receiver first
  std::uint32_t result = kNoVariable;
  std::uint32_t thrown = kNoVariable;
  std::uint32_t instruction = 0;
};

// An invokedynamic that makes an object with one method.
struct LambdaSite {
  std::uint32_t variable = 0;
  SiteId site{};
  std::span<const std::uint32_t> captures;
};

struct Initialization {
  ir::ClassId of{};
  std::uint32_t instruction = 0;
};

struct SpecialOperation {
  model::Operation operation{};
  std::span<const std::uint32_t> arguments;  // as the method's parameters
  std::uint32_t result = kNoVariable;
};

struct Use {
  enum class Kind : std::uint8_t { kLoad, kStore, kLoadElement, kStoreElement, kCall, kSpecial };
  Kind kind{};
  std::uint32_t index = 0;  // in loads, stores, calls or specials; a variable for elements
};

struct Shape {
  std::uint32_t variables = 0;
  std::span<const std::uint32_t> parameters;  // a variable each, kNoVariable for numbers
  std::uint32_t result = kNoVariable;
  std::uint32_t thrown = kNoVariable;
  std::uint32_t given_back = kNoVariable;      // the position of the parameter it always returns
  std::span<const std::uint32_t> variable_of;  // by instruction

  std::span<const Allocation> allocations;
  std::span<const ModelCreation> creations;
  std::span<const Copy> copies;
  std::span<const StaticAccess> statics;
  std::span<const FieldAccess> loads, stores;
  std::span<const CallSite> calls;
  std::span<const LambdaSite> lambdas;
  std::span<const Initialization> initializations;
  std::span<const SpecialOperation> specials;
  std::span<const std::uint32_t> first_use;  // by variable; one more at the end
  std::span<const Use> uses;

  bool has_code = false;
  bool modelled = false;
  bool unmodelled = false;  // nothing is known of what it does

  [[nodiscard]] std::span<const Use> uses_of(std::uint32_t variable) const {
    return uses.subspan(first_use[variable], first_use[variable + 1] - first_use[variable]);
  }
};

}  // namespace heddle::pointsto
