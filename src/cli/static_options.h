// The options every verb that reads programs knows.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "workspace/class_path.h"

namespace heddle::cli {

struct StaticOptions {
  std::vector<std::string> inputs;
  std::string class_path;
  std::string jdk;
  std::optional<unsigned> release;
  unsigned workers = 0;  // 0: one for each core

  void add_to(CLI::App& verb);
  [[nodiscard]] workspace::ClassPathOptions class_path_options() const;
  [[nodiscard]] unsigned worker_count() const;
};

}  // namespace heddle::cli
