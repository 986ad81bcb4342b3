// The JDK has written version 1.0 since there are jmods, and refuses every other; so do we.
#include "archive/jmod.h"

#include <fmt/format.h>

#include <cstddef>
#include <expected>

#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::archive {
namespace {

using base::Bytes;
using base::Malformed;

constexpr std::size_t kHeaderSize = 4;

}  // namespace

bool is_jmod(Bytes bytes) { return base::as_text(bytes).starts_with("JM"); }

std::expected<Bytes, Malformed> jmod_payload(Bytes bytes) {
  if (!is_jmod(bytes)) return std::unexpected(Malformed("not a jmod: wrong magic", 0));
  if (bytes.size() < kHeaderSize)
    return std::unexpected(Malformed("jmod header is cut off", bytes.size()));
  if (bytes[2] != 1 || bytes[3] != 0)
    return std::unexpected(
        Malformed(fmt::format("jmod version {}.{} is not 1.0", bytes[2], bytes[3]), 2));
  return bytes.subspan(kHeaderSize);
}

}  // namespace heddle::archive
