// Deflate and CRC-32, as zip files and run-time images use them.
//
// Safe to call from any thread: each thread keeps one decompressor of its own. Cost: one allocation
// of the declared size, and that only after the declared size was found possible.
#pragma once

#include <cstdint>
#include <expected>

#include "archive/content.h"
#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::archive {

enum class DeflateFrame : std::uint8_t { kNone, kZlib };

// Whether `compressed` bytes of deflate can become `size` bytes at all.
bool may_inflate_to(std::uint64_t compressed, std::uint64_t size);

// Exactly `size` bytes, or what is wrong. Bytes after the end of the stream are ignored, as the
// JDK does.
std::expected<Content, base::Malformed> inflate(base::Bytes compressed, std::uint64_t size,
                                                DeflateFrame frame);

std::uint32_t crc32(base::Bytes bytes);

}  // namespace heddle::archive
