// Opens what a user names: a jar, war, zip, jmod, run-time image, class file or folder, by what is
// in it, not by how it is called. Jars inside jars are opened too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ir/ids.h"
#include "workspace/container.h"

namespace heddle::workspace {

// Against jars that hold themselves, and jars that grow without end when opened.
struct NestingLimits {
  unsigned depth = 4;
  std::size_t jars = 10'000;
  std::uint64_t bytes = std::uint64_t{2} << 30U;
};

struct OpenOptions {
  unsigned release = 17;  // for multi-release jars
  NestingLimits nesting;
};

struct Opened {
  std::vector<std::unique_ptr<Container>>
      containers;               // in the order in which classes are looked up
  std::vector<Remark> skipped;  // jars inside that could not be opened
  std::vector<Remark> notes;
  std::string error;       // why nothing could be opened; empty if something was
  std::string main_class;  // as a manifest says, with dots
};

// Jars under BOOT-INF/lib and WEB-INF/lib are libraries; other jars inside are what holds them.
Opened open_path(const std::string& path, ir::Layer layer, const OpenOptions& options);

// A class path as the JVM reads it: colons between parts, "lib/*" for every jar in lib.
std::vector<std::string> split_class_path(const std::string& class_path);

}  // namespace heddle::workspace
