// The hooks of the platform's methods, which the build makes of models/record/hooks.toml.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "recording/event.h"
#include "rewrite/hook.h"

namespace heddle::agent {

// What a hook's probe is told beside, or instead of, a recording::What; HeddleProbe knows the
// numbers.
inline constexpr std::int16_t kOfProgram = 0x100;  // only of objects whose class the program has
inline constexpr std::int16_t kComplete = 0xC8;    // a part of a counted task is done
inline constexpr std::int16_t kSignalEach = 0xC9;  // of what an array or a collection contains
inline constexpr std::int16_t kAwaitEach = 0xCA;

constexpr std::int16_t told(recording::What what, std::int16_t of_whom = 0) {
  return static_cast<std::int16_t>(static_cast<std::int16_t>(what) | of_whom);
}

// In the table's order.
std::span<const rewrite::Hook> hooks_table();

// Those of a class, by its internal name; also in the table's order.
std::span<const rewrite::Hook> hooks_of(std::string_view class_name);

}  // namespace heddle::agent
