// Borrowed bytes and bounds-checked readers over them.
//
// A reader never reads outside its bytes: a read past the end gives zero, moves to the end, and
// makes failed() true for good. So a parser may read a whole structure and ask once. Readers are
// values; copy one to look ahead. Nothing here owns memory: whoever mapped or inflated the bytes
// outlives the reader.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace heddle::base {

using Bytes = std::span<const std::uint8_t>;

inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Unchecked loads, for callers that have checked the bounds of a whole structure.
template <typename Word>
Word load_big(const std::uint8_t* at) {
  Word word;
  std::memcpy(&word, at, sizeof word);
  if constexpr (sizeof(Word) == 2) return static_cast<Word>(__builtin_bswap16(word));
  if constexpr (sizeof(Word) == 4) return static_cast<Word>(__builtin_bswap32(word));
  if constexpr (sizeof(Word) == 8) return static_cast<Word>(__builtin_bswap64(word));
  return word;
}

template <typename Word>
Word load_little(const std::uint8_t* at) {
  static_assert(std::endian::native == std::endian::little, "a port begins here");
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

enum class ByteOrder : std::uint8_t { kBig, kLittle };

template <ByteOrder kOrder>
class Reader {
 public:
  Reader() = default;
  explicit Reader(Bytes bytes, std::size_t offset = 0)
      : bytes_(bytes),
        offset_(offset <= bytes.size() ? offset : bytes.size()),
        failed_(offset > bytes.size()) {}

  std::uint8_t u1() { return read<std::uint8_t>(); }
  std::uint16_t u2() { return read<std::uint16_t>(); }
  std::uint32_t u4() { return read<std::uint32_t>(); }
  std::uint64_t u8() { return read<std::uint64_t>(); }

  // The next `size` bytes; empty, and failed, when there are fewer.
  Bytes take(std::size_t size) {
    if (size > left()) return fail(), Bytes{};
    const Bytes taken = bytes_.subspan(offset_, size);
    offset_ += size;
    return taken;
  }

  void skip(std::size_t size) { take(size); }

  [[nodiscard]] std::size_t offset() const { return offset_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - offset_; }
  [[nodiscard]] bool at_end() const { return left() == 0; }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  template <typename Word>
  Word read() {
    if (left() < sizeof(Word)) [[unlikely]]
      return fail(), Word{0};
    const std::uint8_t* at = bytes_.data() + offset_;
    offset_ += sizeof(Word);
    if constexpr (kOrder == ByteOrder::kBig) return load_big<Word>(at);
    return load_little<Word>(at);
  }

  void fail() {
    failed_ = true;
    offset_ = bytes_.size();
  }

  Bytes bytes_;
  std::size_t offset_ = 0;
  bool failed_ = false;
};

using BigReader = Reader<ByteOrder::kBig>;        // class files
using LittleReader = Reader<ByteOrder::kLittle>;  // zip directories, run-time images, dex

}  // namespace heddle::base
