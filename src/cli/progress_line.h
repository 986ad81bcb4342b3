// One line on standard error that says how far we are, for people who wait: shown on a terminal
// only, from the first second on, and gone when we are done.
#pragma once

#include <chrono>
#include <string_view>

namespace heddle::cli {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Is it time to show something? Ask before making the text.
  [[nodiscard]] bool is_due();
  void show(std::string_view text);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_terminal_ = false;
  bool is_shown_ = false;
  Clock::time_point next_;
};

}  // namespace heddle::cli
