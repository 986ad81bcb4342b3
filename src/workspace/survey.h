// Looks at every class of the inputs: decodes it, lowers every body, verifies the result, links it
// to what it stands on, and counts.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "workspace/class_path.h"
#include "workspace/container.h"

namespace heddle::workspace {

struct Survey {
  // Of the inputs; what was skipped does not count.
  std::size_t archives = 0;
  std::size_t classes = 0;
  std::size_t methods = 0;
  std::size_t bodies = 0;
  std::size_t instructions = 0;
  std::size_t blocks = 0;
  std::vector<Remark> skipped;
  std::vector<Remark> notes;
  // Seconds by phase, in the order of work. `read`, `decode`, `lower` and `verify` run on several
  // threads and are summed over them; the others are by the clock on the wall.
  std::vector<std::pair<std::string, double>> seconds;
};

struct SurveyOptions {
  unsigned workers = 1;
  // Also print each class as text, parse the text, and compare what came back.
  bool round_trip = false;
};

Survey survey(ClassPath& class_path, const SurveyOptions& options);

}  // namespace heddle::workspace
