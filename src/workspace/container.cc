#include "workspace/container.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/malformed.h"
#include "classfile/modified_utf8.h"

namespace heddle::workspace {

std::optional<base::Malformed> InflationBudget::take(std::uint64_t size) {
  if (size > left_)
    return base::Malformed(fmt::format(
        "would inflate to {} bytes, more than the file it is in may still become (a zip bomb?)",
        size));
  left_ -= size;
  return std::nullopt;
}

std::optional<std::uint32_t> Container::find(std::string_view name) const {
  if (is_module_descriptor(name)) return std::nullopt;
  const auto found = find_spelled(name);
  if (found) return found;
  const auto spelled = other_spelling(name);
  return spelled ? find_spelled(*spelled) : std::nullopt;
}

std::optional<base::Malformed> Container::charge(std::uint32_t entry) const {
  return budget_ == nullptr ? std::nullopt : budget_->take(inflated_size(entry));
}

bool is_module_descriptor(std::string_view name) {
  return name == kModuleDescriptor || name.ends_with("/module-info");
}

std::optional<std::string> other_spelling(std::string_view internal_name) {
  // Only surrogates, which begin with ED, and the two bytes of NUL are spelled differently.
  if (internal_name.find_first_of("\xED\xC0") == std::string_view::npos) return std::nullopt;
  return classfile::to_utf8(internal_name);
}

bool belongs_at(std::string_view internal_name, std::string_view spelled) {
  if (is_module_descriptor(spelled)) return internal_name == kModuleDescriptor;
  return internal_name == spelled || other_spelling(internal_name) == spelled;
}

}  // namespace heddle::workspace
