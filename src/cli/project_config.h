// heddle.toml, what a project says once for all runs: docs/formats/config.md.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "modular/annotations.h"
#include "recording/agent_options.h"
#include "report/suppress.h"

namespace heddle::cli {

struct ProjectConfig {
  std::vector<std::string> models{};                // paths that can be opened from here
  std::vector<report::SuppressionRule> suppress{};  // in the order of the file
  std::vector<std::string> suppress_annotations{};  // simple names
  // What annotations and calls say of threads: the usual names, and the project's own.
  modular::AnnotationNames annotations = modular::AnnotationNames::usual();
  std::vector<recording::QueueOption> queues{};  // of events, for heddle record
};

// The heddle.toml in the folder of the input (an input that is a folder: in itself) or the nearest
// folder above that has one; empty if there is none.
std::string find_project_config(const std::string& input);

// `path` is where the text was read from; paths in it are relative to its folder. Otherwise all
// that is wrong, each "heddle.toml:3:1: unknown key `model`; did you mean `models`?".
std::expected<ProjectConfig, std::vector<std::string>> read_project_config(const std::string& path,
                                                                           std::string_view text);

}  // namespace heddle::cli
