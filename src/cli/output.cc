#include "cli/output.h"

#include <sys/resource.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "base/printable.h"

namespace heddle::cli {

void complain(std::string_view message) {
  const std::string line = "heddle: " + base::printable(message) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

bool write_result(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) == 0 && written) return true;
  complain(std::string("standard output: ") + std::strerror(errno));
  return false;
}

double peak_megabytes() {
  struct rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

std::string grouped(unsigned long long number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

}  // namespace heddle::cli
