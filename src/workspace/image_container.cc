#include "workspace/image_container.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "archive/image.h"
#include "base/malformed.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/mapped_file.h"

namespace heddle::workspace {

ImageContainer::ImageContainer(std::string label, ir::Layer layer, MappedFile file,
                               archive::Image image)
    : Container(std::move(label), layer), file_(std::move(file)), image_(std::move(image)) {}

// Sorted by module and name: the image's own order is that of a hash table.
std::vector<Container::Listed> ImageContainer::classes() const {
  struct Found {
    std::string_view module;
    std::string name;
    std::uint32_t entry = 0;
  };
  std::vector<Found> found;
  for (std::uint32_t i = 0; i < image_.location_count(); ++i) {
    const auto location = image_.location(i);
    if (!location || location->extension != "class" || !location->is_resource()) continue;
    std::string name(location->parent);
    if (!name.empty()) name += '/';
    name += location->base;
    found.push_back({.module = location->module, .name = std::move(name), .entry = i});
  }
  std::ranges::sort(found, {}, [](const Found& one) { return std::tie(one.module, one.name); });
  names_.clear();
  names_.reserve(found.size());
  std::vector<Listed> listed;
  listed.reserve(found.size());
  for (Found& one : found) {
    names_.push_back(std::move(one.name));
    listed.push_back({.entry = one.entry, .name = names_.back()});
  }
  return listed;
}

std::optional<std::uint32_t> ImageContainer::find_spelled(std::string_view name) const {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;  // modules have no unnamed package
  const auto module = image_.module_of_package(name.substr(0, slash));
  if (!module) return std::nullopt;
  std::string path;
  path.reserve(module->size() + name.size() + 8);
  path += '/';
  path += *module;
  path += '/';
  path += name;
  path += ".class";
  return image_.find(path);
}

std::expected<archive::Content, base::Malformed> ImageContainer::read(std::uint32_t entry) const {
  return image_.read(entry);
}

std::string ImageContainer::place(std::uint32_t entry) const {
  const auto location = image_.location(entry);
  if (!location) return label();
  std::string place = label() + "!/" + std::string(location->module) + "/";
  if (!location->parent.empty()) place += std::string(location->parent) + "/";
  return place + std::string(location->base) + ".class";
}

std::vector<std::uint32_t> ImageContainer::module_descriptors() const {
  if (module_descriptors_) return *module_descriptors_;
  std::vector<std::pair<std::string_view, std::uint32_t>> found;
  for (std::uint32_t i = 0; i < image_.location_count(); ++i) {
    const auto location = image_.location(i);
    if (location && location->base == kModuleDescriptor && location->parent.empty() &&
        location->extension == "class" && location->is_resource())
      found.emplace_back(location->module, i);
  }
  std::ranges::sort(found);
  module_descriptors_.emplace();
  for (const auto& [module, entry] : found) module_descriptors_->push_back(entry);
  return *module_descriptors_;
}

std::vector<Container::Resource> ImageContainer::resources(std::string_view path) const {
  std::vector<Resource> found;
  for (const std::uint32_t descriptor : module_descriptors()) {
    const auto module = image_.location(descriptor);
    if (!module) continue;
    const std::string full = "/" + std::string(module->module) + "/" + std::string(path);
    const auto entry = image_.find(full);
    if (!entry) continue;
    const auto location = image_.location(*entry);
    auto too_much = location && location->size > kLargestResource
                        ? std::optional(base::Malformed("too large"))
                        : charge(*entry);
    found.push_back({.place = label() + "!" + full,
                     .content = too_much ? std::unexpected(std::move(*too_much)) : read(*entry)});
  }
  return found;
}

std::vector<Remark> ImageContainer::remarks() const {
  std::vector<Remark> remarks;
  for (std::uint32_t i = 0; i < image_.location_count(); ++i)
    if (const auto location = image_.location(i); !location)
      remarks.push_back({.what = label(), .why = location.error().describe()});
  return remarks;
}

std::uint64_t ImageContainer::inflated_size(std::uint32_t entry) const {
  const auto location = image_.location(entry);
  return location && location->compressed != 0 ? location->size : 0;
}

}  // namespace heddle::workspace
