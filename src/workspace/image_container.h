// The JDK's run-time image, `lib/modules`, as a container of the classes of all its modules.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/content.h"
#include "archive/image.h"
#include "base/malformed.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/mapped_file.h"

namespace heddle::workspace {

class ImageContainer final : public Container {
 public:
  ImageContainer(std::string label, ir::Layer layer, MappedFile file, archive::Image image);

  [[nodiscard]] std::vector<Listed> classes() const override;
  [[nodiscard]] bool holds_classes() const override { return image_.location_count() != 0; }
  [[nodiscard]] std::expected<archive::Content, base::Malformed> read(
      std::uint32_t entry) const override;
  [[nodiscard]] std::string place(std::uint32_t entry) const override;
  [[nodiscard]] std::vector<Remark> remarks() const override;
  [[nodiscard]] bool has_index() const override { return true; }
  [[nodiscard]] bool is_piece_of_jdk() const override { return true; }
  [[nodiscard]] std::vector<Resource> resources(std::string_view path) const override;
  [[nodiscard]] std::vector<std::uint32_t> module_descriptors() const override;

 protected:
  [[nodiscard]] std::uint64_t inflated_size(std::uint32_t entry) const override;
  [[nodiscard]] std::optional<std::uint32_t> find_spelled(std::string_view name) const override;

 private:
  MappedFile file_;
  archive::Image image_;
  // Names are not in one piece in the image; those listed are put together here, once.
  mutable std::vector<std::string> names_;
  // Found by looking at every location, once.
  mutable std::optional<std::vector<std::uint32_t>> module_descriptors_;
};

}  // namespace heddle::workspace
