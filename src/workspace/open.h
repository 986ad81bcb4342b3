// Opens what a user names: a jar, war, zip, jmod, run-time image, class file or folder, by what is
// in it, not by how it is called. Jars inside jars are opened too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "workspace/container.h"

namespace heddle::workspace {

// Against jars that hold themselves. What jars inside may inflate to is bounded by InflationBudget.
struct NestingLimits {
  unsigned depth = 4;
  std::size_t jars = 10'000;
};

struct OpenOptions {
  unsigned release = 17;  // for multi-release jars
  NestingLimits nesting = {};
};

struct Opened {
  std::vector<std::unique_ptr<Container>>
      containers;               // in the order in which classes are looked up
  std::vector<Remark> skipped;  // jars inside that could not be opened
  std::vector<Remark> notes;
  std::string error;       // why nothing could be opened; empty if something was
  std::string main_class;  // as a manifest says, with dots
  // What the manifests of jars that are files name as their class path: paths, and what is none.
  std::vector<std::string> class_path;
};

// Jars under BOOT-INF/lib and WEB-INF/lib are libraries; other jars inside are what holds them.
Opened open_path(const std::string& path, ir::Layer layer, const OpenOptions& options);

// What a manifest's Class-Path means in a jar of that path: paths relative to the jar's folder,
// split at spaces and freed from URL escapes; what is no file stays a URL.
std::vector<std::string> manifest_class_path(const std::string& jar, std::string_view value);

// A class path as the JVM reads it: colons between parts, "lib/*" for every jar in lib.
std::vector<std::string> split_class_path(const std::string& class_path);

}  // namespace heddle::workspace
