// Which probes the code of one method gets.
#pragma once

#include <cstddef>

#include "classfile/class_file.h"
#include "classfile/code.h"
#include "rewrite/bridges.h"
#include "rewrite/code_mover.h"
#include "rewrite/constants.h"
#include "rewrite/rewrite.h"

namespace heddle::rewrite {

struct ProbedMethod {
  Edits edits;
  std::size_t probes = 0, accesses = 0, proven = 0;
};

// The code's instructions have been found whole (classfile::instruction_length).
ProbedMethod probe_method(const classfile::ClassFile& file, const classfile::Member& method,
                          const classfile::Code& code, const Options& options, Constants& constants,
                          Bridges& bridges, Sites& sites);

}  // namespace heddle::rewrite
