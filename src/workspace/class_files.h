// The class files that a class path has outside the platform, told apart without being read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "workspace/class_path.h"

namespace heddle::workspace {

struct ClassFile {
  std::string name;         // a/b/C, as its place says; empty where any class may stand
  std::uint64_t place = 0;  // the same for the same name in the same part of the class path
  base::Hash128 content;    // of its bytes as they stand there, deflated or not
  bool is_found = false;    // by its name: it is the first of it
};

// In the order of lookup. Opens the files of the class path once more, and inflates nothing.
std::vector<ClassFile> class_files(const ClassPath& class_path, unsigned workers = 1);

}  // namespace heddle::workspace
