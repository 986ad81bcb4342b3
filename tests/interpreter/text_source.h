// A source whose classes went through text: each is lowered whole, printed, parsed, and only what
// the parser made of it is handed out.
//
// `inner` must outlive it. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_source.h"

namespace heddle::interpreter {

class TextSource final : public ir::ClassSource {
 public:
  explicit TextSource(ir::ClassSource& inner) : inner_(inner) {}

  std::optional<Found> load(std::string_view internal_name) override;
  // Parsed classes come with their bodies; there is nothing left to lower.
  const ir::Body* lower(ir::Class& code, std::uint32_t method) override;

  // What did not come back, one line each.
  [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }
  [[nodiscard]] std::size_t classes() const { return originals_.size(); }

 private:
  ir::ClassSource& inner_;
  std::vector<std::unique_ptr<ir::Class>> originals_;  // sources know classes by address
  std::vector<std::string> failures_;
};

}  // namespace heddle::interpreter
