// A folder of class files, laid out by package.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/content.h"
#include "base/malformed.h"
#include "ir/ids.h"
#include "workspace/container.h"

namespace heddle::workspace {

class FolderContainer final : public Container {
 public:
  // `files` are paths below the folder, sorted, that end in ".class"; `texts` those that may name
  // classes.
  FolderContainer(std::string label, ir::Layer layer, std::vector<std::string> files,
                  std::vector<std::string> texts);

  [[nodiscard]] std::vector<Listed> classes() const override;
  [[nodiscard]] bool holds_classes() const override { return !files_.empty(); }
  [[nodiscard]] std::expected<archive::Content, base::Malformed> read(
      std::uint32_t entry) const override;
  [[nodiscard]] std::string place(std::uint32_t entry) const override;
  [[nodiscard]] bool is_folder() const override { return true; }
  [[nodiscard]] std::vector<Resource> resources(std::string_view path) const override;
  [[nodiscard]] std::vector<Resource> texts() const override;

 protected:
  [[nodiscard]] std::optional<std::uint32_t> find_spelled(std::string_view name) const override;

 private:
  [[nodiscard]] std::expected<archive::Content, base::Malformed> read_file(
      const std::string& path) const;

  std::vector<std::string> files_;
  std::vector<std::string> texts_;
};

// One class file, whatever its name and place.
class FileContainer final : public Container {
 public:
  FileContainer(std::string label, ir::Layer layer, archive::Content content);

  [[nodiscard]] std::vector<Listed> classes() const override;
  [[nodiscard]] bool holds_classes() const override { return true; }
  [[nodiscard]] std::expected<archive::Content, base::Malformed> read(
      std::uint32_t entry) const override;
  [[nodiscard]] std::string place(std::uint32_t entry) const override;
  [[nodiscard]] bool is_single() const override { return true; }

 protected:
  [[nodiscard]] std::optional<std::uint32_t> find_spelled(std::string_view name) const override;

 private:
  archive::Content content_;
  std::string name_;  // what the class says it is called; empty if it cannot be read
};

}  // namespace heddle::workspace
