// Sources, where there are some: they add snippets and paths, and carry comments that suppress.
//
// No file is opened here: whoever may open files passes a function in. One thread at a time; each
// file is asked for once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/finding.h"

namespace heddle::report {

struct SourceFile {
  std::string
      path{};  // as it is to be shown, relative and with `/`: src/main/java/bank/Account.java
  std::string text{};
};

// Finds the source whose package and name are `bank/Account.java`.
using FindSource = std::function<std::optional<SourceFile>(std::string_view path)>;

// `bank/Account.java` for a place in bank.Account; empty where the file is not known, or its name
// could lead elsewhere.
std::string source_path(const Place& place);

class Sources {
 public:
  Sources() = default;  // there are none
  explicit Sources(FindSource find) : find_(std::move(find)) {}

  // Where the source is, or where it would be. Empty: not known.
  std::string path(const Place& place);

  struct Line {
    std::uint32_t number = 0;
    std::string_view text;  // lives as long as this object; tabs are spaces, no line end
  };

  // The line of the place and so many around it; empty where there is no source or no such line.
  std::vector<Line> around(const Place& place, std::uint32_t context);

  // The whole file; nullptr where there is none.
  const SourceFile* file(const Place& place);

 private:
  struct Loaded {
    SourceFile file;
    std::vector<std::string> lines;
  };

  const Loaded* load(const Place& place);

  FindSource find_;
  std::map<std::string, std::optional<Loaded>> loaded_;
};

}  // namespace heddle::report
