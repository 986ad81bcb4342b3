// How heddle tells a pipeline what happened.
#pragma once

namespace heddle::cli {

enum class ExitCode : int {
  kNothingFound = 0,
  kFindings = 1,
  kWrongUsage = 2,
  kUnreadableInput = 3,  // or nothing in it could be analysed
  kBugOfOurs = 70,
};

}  // namespace heddle::cli
