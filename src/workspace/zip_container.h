// A jar, war, zip or jmod as a container of classes.
//
// Classes stand at the root; in a war under WEB-INF/classes, in a Spring Boot jar under
// BOOT-INF/classes, in a jmod under classes. In a multi-release jar the entry for the target
// release wins. Jars inside are containers of their own: see open.h.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/content.h"
#include "archive/zip.h"
#include "base/malformed.h"
#include "ir/ids.h"
#include "workspace/container.h"

namespace heddle::workspace {

class ZipContainer final : public Container {
 public:
  // `holder` keeps alive the bytes the zip was opened on.
  ZipContainer(std::string label, ir::Layer layer, std::shared_ptr<const void> holder,
               archive::Zip zip, unsigned release, bool is_jmod);

  [[nodiscard]] std::vector<Listed> classes() const override;
  [[nodiscard]] bool holds_classes() const override;
  [[nodiscard]] std::expected<archive::Content, base::Malformed> read(
      std::uint32_t entry) const override;
  [[nodiscard]] std::string place(std::uint32_t entry) const override;
  [[nodiscard]] std::vector<Remark> remarks() const override;
  [[nodiscard]] bool is_piece_of_jdk() const override { return is_jmod_; }
  [[nodiscard]] std::vector<Resource> resources(std::string_view path) const override;
  [[nodiscard]] std::vector<Resource> texts() const override;

  [[nodiscard]] const archive::Zip& zip() const { return zip_; }
  // Main-Class of the manifest, with dots; empty if there is none.
  [[nodiscard]] const std::string& main_class() const { return main_class_; }
  // Class-Path of the manifest, as it stands there.
  [[nodiscard]] const std::string& class_path() const { return class_path_; }

 protected:
  [[nodiscard]] std::optional<std::uint32_t> find_spelled(std::string_view name) const override;
  [[nodiscard]] std::uint64_t inflated_size(std::uint32_t entry) const override;

 private:
  void read_manifest();
  [[nodiscard]] Resource resource(std::uint32_t entry) const;
  void find_releases(unsigned release);
  // The name a class has here because of where it stands; none: it stands nowhere.
  [[nodiscard]] std::optional<std::string_view> name_of(std::string_view path) const;
  // Whether the entry is read where its kind is looked for, so that its problem shows up there.
  [[nodiscard]] bool is_read_elsewhere(std::uint32_t entry) const;
  void remark_on_versions(std::vector<Remark>& remarks) const;

  std::shared_ptr<const void> holder_;
  archive::Zip zip_;
  std::vector<std::string> roots_;  // "", "WEB-INF/classes/", …; the first that has a class wins
  bool is_jmod_ = false;
  bool multi_release_ = false;
  unsigned release_ = 0;
  std::vector<std::string> versions_;  // "META-INF/versions/17/", newest first, up to the target
  std::string main_class_;
  std::string class_path_;
  std::string manifest_fault_;  // why it could not be read
};

// Whether an entry or a file of that name is to be opened as a jar.
bool is_jar_name(std::string_view name);

}  // namespace heddle::workspace
