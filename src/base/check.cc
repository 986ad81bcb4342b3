#include "base/check.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace heddle::base {

void check_failed(const char* file, int line, const char* condition, std::string_view message) {
  std::fprintf(stderr, "heddle: internal error at %s:%d: %.*s (%s does not hold)\n", file, line,
               static_cast<int>(message.size()), message.data(), condition);
  std::abort();
}

}  // namespace heddle::base
