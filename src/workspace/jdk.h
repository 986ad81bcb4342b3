// Finds the JDK that goes with a program: its classes are the platform.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::workspace {

struct Jdk {
  std::string home;  // what was named or found
  std::vector<std::string>
      files;             // to open, in order: lib/modules, or all jmods, or rt.jar and kin
  unsigned release = 0;  // 8, 17, …; 0 where it cannot be told
};

// How the environment answers; passed in, so that tests can say what it holds.
using Environment = std::function<std::optional<std::string>(const char* name)>;
std::optional<std::string> process_environment(const char* name);

struct JdkSearch {
  std::optional<Jdk> jdk;
  std::string error;  // a path was named, by option or JAVA_HOME, and is none
};

// `option` (of --jdk) first, else JAVA_HOME, else the java on PATH. A path may name a JDK's folder,
// its lib/modules file, or an rt.jar. Nothing named and nothing found is no error.
JdkSearch find_jdk(const std::string& option, const Environment& environment);

// The feature release of a version text: 17 of "17.0.15", 8 of "1.8.0_392".
unsigned feature_release(std::string_view version);

}  // namespace heddle::workspace
