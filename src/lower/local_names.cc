#include "lower/local_names.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "classfile/code.h"

namespace heddle::lower {

void LocalNames::read(const classfile::Code& code) {
  entries_.clear();
  for (const classfile::LocalVariable variable : code.locals)
    entries_.push_back({.slot = variable.slot,
                        .start = variable.start,
                        .end = std::uint32_t{variable.start} + variable.length,
                        .position = static_cast<std::uint32_t>(entries_.size()),
                        .name = variable.name});
  std::ranges::sort(entries_, {}, [](const Entry& entry) {
    return std::tuple(entry.slot, entry.start, entry.position);
  });
}

std::optional<std::string_view> LocalNames::at(std::uint32_t slot, std::uint32_t offset) const {
  const auto after = std::ranges::upper_bound(
      entries_, std::tuple(slot, offset), {},
      [](const Entry& entry) { return std::tuple(entry.slot, entry.start); });
  if (after == entries_.begin()) return std::nullopt;
  const Entry& entry = *(after - 1);
  if (entry.slot != slot || offset >= entry.end) return std::nullopt;
  return entry.name;
}

}  // namespace heddle::lower
