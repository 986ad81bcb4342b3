// XXH3, streaming: for content hashes that stay inside the process or in our own cache.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace heddle::base {

struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const Hash128&, const Hash128&) = default;
};

std::string to_hex(Hash128 hash);

inline std::uint64_t hash_text(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

// Feeds of different shape never run together: each text is preceded by its length.
class Hasher {
 public:
  Hasher() { XXH3_128bits_reset(&state_); }

  template <typename Word>
    requires std::is_integral_v<Word> || std::is_enum_v<Word>
  Hasher& add(Word word) {
    XXH3_128bits_update(&state_, &word, sizeof word);
    return *this;
  }

  Hasher& add(std::string_view text) {
    add(static_cast<std::uint32_t>(text.size()));
    XXH3_128bits_update(&state_, text.data(), text.size());
    return *this;
  }

  [[nodiscard]] Hash128 finish() const {
    const XXH128_hash_t digest = XXH3_128bits_digest(&state_);
    return {.high = digest.high64, .low = digest.low64};
  }

 private:
  XXH3_state_t state_;
};

}  // namespace heddle::base
