// A jmod is a zip behind four bytes: "JM", major and minor version. Its classes are under
// "classes/", beside "bin/", "conf/", "lib/" and others.
#pragma once

#include <expected>
#include <string_view>

#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::archive {

inline constexpr std::string_view kJmodClasses = "classes/";

// Whether the bytes begin as a jmod of any version does.
bool is_jmod(base::Bytes bytes);

// The zip inside, a view into `bytes`. Costs nothing.
std::expected<base::Bytes, base::Malformed> jmod_payload(base::Bytes bytes);

}  // namespace heddle::archive
