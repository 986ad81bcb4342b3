// Lists what a folder holds, as a class path would reach it: links are followed, each folder once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workspace/container.h"

namespace heddle::workspace {

struct FolderFiles {
  // Paths below the folder, sorted.
  std::vector<std::string> classes;
  std::vector<std::string> jars;
  std::vector<std::string> texts;  // regular files that may name classes
  std::vector<Remark> skipped;  // folders that cannot be read, classes and jars that are no files
  std::vector<Remark> notes;    // links into folders that are listed already
  std::string error;            // why the folder itself cannot be read
};

FolderFiles walk_folder(const std::string& folder);

}  // namespace heddle::workspace
