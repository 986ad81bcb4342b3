#include "workspace/container.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/malformed.h"
#include "classfile/modified_utf8.h"

namespace heddle::workspace {
namespace {

// Only surrogates, which begin with ED, and the two bytes of NUL are spelled differently.
bool may_be_spelled_otherwise(std::string_view name) {
  return name.find_first_of("\xED\xC0") != std::string_view::npos;
}

}  // namespace

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
  if (found || !may_be_spelled_otherwise(name)) return found;
  return find_spelled(classfile::to_utf8(name));
}

std::optional<base::Malformed> Container::charge(std::uint32_t entry) const {
  return budget_ == nullptr ? std::nullopt : budget_->take(inflated_size(entry));
}

bool is_module_descriptor(std::string_view name) {
  return name == kModuleDescriptor || name.ends_with("/module-info");
}

bool belongs_at(std::string_view internal_name, std::string_view spelled) {
  if (is_module_descriptor(spelled)) return internal_name == kModuleDescriptor;
  return internal_name == spelled ||
         (may_be_spelled_otherwise(internal_name) && classfile::to_utf8(internal_name) == spelled);
}

}  // namespace heddle::workspace
