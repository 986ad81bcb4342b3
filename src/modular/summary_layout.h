// How summaries stand in bytes (docs/formats/summaries.md), for who writes and who reads them.
#pragma once

#include <array>
#include <cstdint>

namespace heddle::modular {

inline constexpr std::array<std::uint8_t, 8> kMagic = {'h', 'e', 'd', 'd', 'l', 'e', 'S', '\n'};
inline constexpr std::uint32_t kVersion = 4;

// In the order in which they stand there.
enum Section : unsigned {
  kTexts,
  kClasses,
  kMethods,
  kFields,
  kPaths,
  kSites,
  kIndex,
  kRecords,
  kSectionCount
};

// Steps that are no field come before the fields.
inline constexpr std::uint32_t kElementsStep = 0, kContentStep = 1, kFirstField = 2;

// The bits of an access; what most of them are is zero.
enum AccessBits : std::uint32_t {
  kActionBits = 3U,  // the lower two, and kLateAction
  kThreadsAt = 2U,
  kInexact = 1U << 4U,
  kElsewhere = 1U << 5U,
  kByCall = 1U << 6U,
  kOver = 1U << 7U,
  kOfTask = 1U << 8U,
  kMayFail = 1U << 9U,
  kLateAction = 1U << 10U,
};

}  // namespace heddle::modular
