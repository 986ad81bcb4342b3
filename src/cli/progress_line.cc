#include "cli/progress_line.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>

namespace heddle::cli {
namespace {

constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kBetween{100};

}  // namespace

ProgressLine::ProgressLine()
    : is_terminal_(::isatty(STDERR_FILENO) == 1), next_(Clock::now() + kPatience) {}

ProgressLine::~ProgressLine() {
  if (is_shown_) std::fputs("\r\x1b[K", stderr);
}

bool ProgressLine::is_due() { return is_terminal_ && Clock::now() >= next_; }

void ProgressLine::show(std::string_view text) {
  const std::string line = "\r\x1b[K" + std::string(text);
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
  is_shown_ = true;
  next_ = Clock::now() + kBetween;
}

}  // namespace heddle::cli
