// A place that holds classes: a jar, a class folder, a run-time image, a single class file.
//
// Immutable once opened; any number of threads may find and read at the same time. Entries are
// numbered by the container; a number names the same class for as long as the container lives.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "base/malformed.h"
#include "ir/ids.h"

namespace heddle::workspace {

class Container {
 public:
  struct Listed {
    std::uint32_t entry = 0;
    std::string_view name;  // a/b/C, as its place says; empty where any class may stand
  };

  Container(std::string label, ir::Layer layer) : label_(std::move(label)), layer_(layer) {}
  virtual ~Container() = default;
  Container(const Container&) = delete;
  Container& operator=(const Container&) = delete;

  // As the user named it: "lib/a.jar", "app.jar!/BOOT-INF/lib/b.jar".
  [[nodiscard]] const std::string& label() const { return label_; }
  [[nodiscard]] ir::Layer layer() const { return layer_; }

  // Every class that can be reached here, each name once, in an order that depends on the content
  // alone. Module descriptors are among them.
  [[nodiscard]] virtual std::vector<Listed> classes() const = 0;
  // By internal name; module descriptors are not found.
  [[nodiscard]] virtual std::optional<std::uint32_t> find(std::string_view name) const = 0;
  [[nodiscard]] virtual std::expected<archive::Content, base::Malformed> read(
      std::uint32_t entry) const = 0;
  // Where an entry stands, for messages: "lib/a.jar!/a/b/C.class".
  [[nodiscard]] virtual std::string place(std::uint32_t entry) const = 0;

 private:
  std::string label_;
  ir::Layer layer_;
};

inline constexpr std::string_view kModuleDescriptor = "module-info";

// "a/b/module-info" and "module-info" describe modules.
bool is_module_descriptor(std::string_view name);

// What could not be used, or was used with a doubt: one clear line.
struct Remark {
  std::string what;  // the place
  std::string why;

  friend auto operator<=>(const Remark&, const Remark&) = default;
};

}  // namespace heddle::workspace
