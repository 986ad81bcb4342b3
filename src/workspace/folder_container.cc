#include "workspace/folder_container.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "base/malformed.h"
#include "classfile/class_file.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/mapped_file.h"

namespace heddle::workspace {
namespace {

constexpr std::string_view kSuffix = ".class";

std::string_view without_suffix(std::string_view file) {
  return file.substr(0, file.size() - kSuffix.size());
}

}  // namespace

FolderContainer::FolderContainer(std::string label, ir::Layer layer, std::vector<std::string> files,
                                 std::vector<std::string> texts)
    : Container(std::move(label), layer), files_(std::move(files)), texts_(std::move(texts)) {}

std::vector<Container::Listed> FolderContainer::classes() const {
  std::vector<Listed> listed;
  listed.reserve(files_.size());
  for (std::uint32_t i = 0; i < files_.size(); ++i)
    listed.push_back({.entry = i, .name = without_suffix(files_[i])});
  return listed;
}

std::optional<std::uint32_t> FolderContainer::find_spelled(std::string_view name) const {
  const std::string file = std::string(name) + std::string(kSuffix);
  const auto at = std::ranges::lower_bound(files_, file);
  if (at == files_.end() || *at != file) return std::nullopt;
  return static_cast<std::uint32_t>(at - files_.begin());
}

std::expected<archive::Content, base::Malformed> FolderContainer::read(std::uint32_t entry) const {
  return read_file(place(entry));
}

std::vector<Container::Resource> FolderContainer::resources(std::string_view path) const {
  const std::string file = label() + "/" + std::string(path);
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return {};
  const bool is_too_large = std::filesystem::file_size(file, error) > kLargestResource;
  std::vector<Resource> found;
  found.push_back(
      {.place = file,
       .content = is_too_large ? std::unexpected(base::Malformed("too large")) : read_file(file)});
  return found;
}

std::vector<Container::Resource> FolderContainer::texts() const {
  std::vector<Resource> found;
  for (const std::string& path : texts_)
    std::ranges::move(resources(path), std::back_inserter(found));
  return found;
}

std::expected<archive::Content, base::Malformed> FolderContainer::read_file(
    const std::string& path) const {
  auto file = MappedFile::open(path);
  if (!file) return std::unexpected(base::Malformed("cannot be opened: " + file.error()));
  // Copied: thousands of small mappings cost more than the bytes.
  const std::size_t size = file->bytes().size();
  auto copy = std::make_unique_for_overwrite<std::uint8_t[]>(size);
  if (size != 0) std::memcpy(copy.get(), file->bytes().data(), size);
  return archive::Content::own(std::move(copy), size);
}

std::string FolderContainer::place(std::uint32_t entry) const {
  return label() + "/" + files_[entry];
}

FileContainer::FileContainer(std::string label, ir::Layer layer, archive::Content content)
    : Container(std::move(label), layer), content_(std::move(content)) {
  if (const auto file = classfile::ClassFile::parse(content_.bytes()); file && !file->is_module())
    name_ = file->name();
}

std::vector<Container::Listed> FileContainer::classes() const {
  return {{.entry = 0, .name = name_}};
}

std::optional<std::uint32_t> FileContainer::find_spelled(std::string_view name) const {
  if (name_.empty() || name != name_) return std::nullopt;
  return 0;
}

std::expected<archive::Content, base::Malformed> FileContainer::read(std::uint32_t) const {
  return archive::Content::view(content_.bytes());
}

std::string FileContainer::place(std::uint32_t) const { return label(); }

}  // namespace heddle::workspace
