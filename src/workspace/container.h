// A place that holds classes: a jar, a class folder, a run-time image, a single class file.
//
// Immutable once opened; any number of threads may find and read at the same time. Entries are
// numbered by the container; a number names the same class for as long as the container lives.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "base/malformed.h"
#include "ir/ids.h"

namespace heddle::workspace {

// What could not be used, or was used with a doubt: one clear line.
struct Remark {
  std::string what;  // the place
  std::string why;

  friend auto operator<=>(const Remark&, const Remark&) = default;
};

// What may be inflated out of one file, all entries and all jars inside together. A true jar
// inflates to a few times its size, so whoever meets the end of this has a bomb in hand.
class InflationBudget {
 public:
  static constexpr std::uint64_t kFree = std::uint64_t{64} << 20U;
  static constexpr std::uint64_t kTimes = 32;

  explicit InflationBudget(std::uint64_t file_size) : left_(kFree + kTimes * file_size) {}

  [[nodiscard]] std::optional<base::Malformed> take(std::uint64_t size);

 private:
  std::uint64_t left_;
};

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

  Container(Container&&) = delete;
  Container& operator=(Container&&) = delete;

  // As the user named it: "lib/a.jar", "app.jar!/BOOT-INF/lib/b.jar".
  [[nodiscard]] const std::string& label() const { return label_; }
  [[nodiscard]] ir::Layer layer() const { return layer_; }

  // Every class that can be reached here, each name once, in an order that depends on the content
  // alone. Module descriptors are among them.
  [[nodiscard]] virtual std::vector<Listed> classes() const = 0;
  // Whether classes() has any; cheap.
  [[nodiscard]] virtual bool holds_classes() const = 0;
  // By internal name; module descriptors are not found.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;
  [[nodiscard]] virtual std::expected<archive::Content, base::Malformed> read(
      std::uint32_t entry) const = 0;
  // Where an entry stands, for messages: "lib/a.jar!/a/b/C.class".
  [[nodiscard]] virtual std::string place(std::uint32_t entry) const = 0;
  // What was left out, and what the container says is wrong with itself. May look at every entry.
  [[nodiscard]] virtual std::vector<Remark> remarks() const { return {}; }
  // One class, whatever the name of its file.
  [[nodiscard]] virtual bool is_single() const { return false; }
  [[nodiscard]] virtual bool is_folder() const { return false; }
  // Whether find() is the way to look for a class; otherwise classes() is better listed, once.
  [[nodiscard]] virtual bool has_index() const { return false; }
  // A run-time image or a jmod: its classes are the platform's own.
  [[nodiscard]] virtual bool is_piece_of_jdk() const { return false; }

  // A file beside the classes.
  struct Resource {
    std::string place;  // for messages
    std::expected<archive::Content, base::Malformed> content;
  };
  static constexpr std::uint64_t kLargestResource = std::uint64_t{4} << 20U;
  // Those of that path below where classes stand: several in a war, or in an image of many modules.
  // What is inflated is charged to the budget. One thread at a time.
  [[nodiscard]] virtual std::vector<Resource> resources(std::string_view) const { return {}; }
  // Those that may name classes (named_classes.h), in an order that depends on the content alone;
  // charged likewise. Containers of the platform list none.
  [[nodiscard]] virtual std::vector<Resource> texts() const { return {}; }
  // Of a container with an index: its modules' descriptors, in an order that depends on the content
  // alone. Others list theirs in classes().
  [[nodiscard]] virtual std::vector<std::uint32_t> module_descriptors() const { return {}; }

  // Charges what reading the entry inflates to the budget of the file it came from; says why it is
  // too much, or nothing. One thread at a time.
  [[nodiscard]] std::optional<base::Malformed> charge(std::uint32_t entry) const;
  // Does reading the entry take no memory of its own, and so no charge?
  [[nodiscard]] bool gives_view(std::uint32_t entry) const { return inflated_size(entry) == 0; }
  void set_budget(std::shared_ptr<InflationBudget> budget) { budget_ = std::move(budget); }

 protected:
  // `name` as it is spelled in paths.
  [[nodiscard]] virtual std::optional<std::uint32_t> find_spelled(std::string_view name) const = 0;
  // How many bytes of memory read() takes; 0 where it gives a view.
  [[nodiscard]] virtual std::uint64_t inflated_size(std::uint32_t) const { return 0; }

 private:
  std::string label_;
  ir::Layer layer_;
  std::shared_ptr<InflationBudget> budget_;
};

inline constexpr std::string_view kModuleDescriptor = "module-info";

// "a/b/module-info" and "module-info" describe modules.
bool is_module_descriptor(std::string_view name);

// The name as it is spelled in paths, if that is another spelling.
std::optional<std::string> other_spelling(std::string_view internal_name);

// Whether a class of that internal name may stand at that place. Paths are UTF-8, class files spell
// characters beyond the basic plane in their own way.
bool belongs_at(std::string_view internal_name, std::string_view spelled);

}  // namespace heddle::workspace
