// Usage: trace_feasible FILE…
//
// Says what in recorded traces cannot have happened (recording/feasible_test_only.h); exit code 1
// if anything, 3 if one cannot be read.
#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "recording/feasible_test_only.h"
#include "trace/source.h"
#include "workspace/mapped_file.h"

int main(int argc, char** argv) {
  using namespace heddle;
  int code = 0;
  for (int each = 1; each < argc; ++each) {
    const std::string path = argv[each];
    const auto file = workspace::MappedFile::open(path);
    if (!file) return fmt::print(stderr, "{}: {}\n", path, file.error()), 3;
    const auto source = trace::open(trace::Form::kBinary, file->bytes());
    if (!source) return fmt::print(stderr, "{}: {}\n", path, source.error().describe()), 3;
    for (const std::string& fault : recording::infeasibilities(**source)) {
      fmt::print(stderr, "{}: {}\n", path, fault);
      code = 1;
    }
  }
  return code;
}
