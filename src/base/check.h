// Assertions about ourselves.
//
// HEDDLE_CHECK guards what must hold in every build: if it fails, the mistake is ours, never the
// input's. It prints one line naming the place and the reason, then aborts; `cli` turns that into
// exit code 70. Bad input is a value (see malformed.h), not a failed check.
#pragma once

#include <string_view>

namespace heddle::base {

[[noreturn]] void check_failed(const char* file, int line, const char* condition,
                               std::string_view message);

}  // namespace heddle::base

#define HEDDLE_CHECK(condition, message)                                       \
  do {                                                                         \
    if (!(condition)) [[unlikely]]                                             \
      ::heddle::base::check_failed(__FILE__, __LINE__, #condition, (message)); \
  } while (false)

// Like HEDDLE_CHECK, on hot paths; compiled away where NDEBUG is set.
#ifdef NDEBUG
#define HEDDLE_DCHECK(condition, message) \
  do {                                    \
  } while (false)
#else
#define HEDDLE_DCHECK(condition, message) HEDDLE_CHECK(condition, message)
#endif
