// Plain data to bytes and back, described once: what saves is what loads.
//
//   template <typename Archive>
//   void persist(Archive& archive, Table& table) {
//     archive.value(table.count);
//     archive.array(table.rows);
//     if constexpr (Archive::kLoads) table.index();
//   }
//
// Numbers and arrays are kept as they are in memory, each at a multiple of eight bytes: files made
// so are for the build that wrote them, on the machine it ran on. A Loader never reads outside its
// bytes; what does not fit makes failed() true for good, and everything after it empty or zero.
// Whoever needs more than that checks the bytes as a whole before.
//
// Thread safety: one archive, one thread. Cost: one copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace heddle::base {

template <typename T>
concept Plain = std::is_trivially_copyable_v<T>;

class Saver {
 public:
  static constexpr bool kLoads = false;
  using Sink = std::function<void(Bytes)>;

  // The sink gets the bytes piece by piece.
  explicit Saver(Sink sink) : sink_(std::move(sink)) { buffer_.reserve(kBuffer); }
  Saver(const Saver&) = delete;
  Saver& operator=(const Saver&) = delete;
  ~Saver() { flush(); }

  [[nodiscard]] bool failed() const { return false; }

  template <Plain T>
  void value(const T& value) {
    put({reinterpret_cast<const std::uint8_t*>(&value), sizeof value});
  }
  template <Plain T>
  void array(const std::vector<T>& values) {
    array(std::span<const T>(values));
  }
  template <Plain T>
  void array(std::span<const T> values) {
    value(std::uint64_t{values.size()});
    put({reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()});
  }
  // An array of `count` values in all, handed over piece by piece: feed(put) calls put(values).
  template <Plain T, typename Feed>
  void pieces(std::uint64_t count, Feed&& feed) {
    value(count);
    std::size_t size = 0;
    feed([&](std::span<const T> values) {
      append({reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()});
      size += values.size_bytes();
    });
    pad(size);
  }
  void text(std::string_view text) { array(std::span<const char>(text)); }
  void texts(const std::vector<std::string>& texts) {
    value(std::uint64_t{texts.size()});
    for (const std::string& one : texts) text(one);
  }

  void flush() {
    if (!buffer_.empty()) sink_(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kBuffer = std::size_t{1} << 18U;

  void put(Bytes bytes) {
    append(bytes);
    pad(bytes.size());
  }
  void append(Bytes bytes) {
    if (buffer_.size() + bytes.size() > kBuffer) flush();
    if (bytes.size() > kBuffer) {
      sink_(bytes);
    } else {
      buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    }
  }
  void pad(std::size_t size) { buffer_.insert(buffer_.end(), (8 - size % 8) % 8, 0); }

  Sink sink_;
  std::vector<std::uint8_t> buffer_;
};

class Loader {
 public:
  static constexpr bool kLoads = true;

  // The bytes must begin at a multiple of eight.
  explicit Loader(Bytes bytes) : bytes_(bytes) {}

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool at_end() const { return !failed_ && bytes_.empty(); }
  void fail() {
    failed_ = true;
    bytes_ = {};
  }

  template <Plain T>
  void value(T& value) {
    const Bytes bytes = take(sizeof value);
    if (failed_) {
      value = T{};
    } else {
      std::memcpy(static_cast<void*>(&value), bytes.data(), sizeof value);
    }
  }
  template <Plain T>
  void array(std::vector<T>& values) {
    const std::span<const T> kept = view<T>();
    values.assign(kept.begin(), kept.end());
  }
  // An array where it lies; for as long as the bytes live.
  template <Plain T>
  std::span<const T> view() {
    static_assert(alignof(T) <= 8);
    std::uint64_t count = 0;
    value(count);
    if (count > bytes_.size() / sizeof(T)) fail();
    if (failed_) return {};
    const Bytes bytes = take(count * sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), failed_ ? 0 : count};
  }
  std::string_view text_view() {
    const std::span<const char> text = view<char>();
    return {text.data(), text.size()};
  }
  void text(std::string& text) { text = text_view(); }
  void texts(std::vector<std::string>& texts) {
    std::uint64_t count = 0;
    value(count);
    texts.clear();
    for (std::uint64_t i = 0; i < count && !failed_; ++i) texts.emplace_back(text_view());
  }

 private:
  Bytes take(std::size_t size) {
    const std::size_t padded = (size + 7) & ~std::size_t{7};
    if (padded > bytes_.size()) fail();
    if (failed_) return {};
    const Bytes taken = bytes_.first(size);
    bytes_ = bytes_.subspan(padded);
    return taken;
  }

  Bytes bytes_;
  bool failed_ = false;
};

// Texts one after the other in one array, with their ends in another: for thousands of short ones.
class TextList {
 public:
  void add(std::string_view text) {
    characters_.insert(characters_.end(), text.begin(), text.end());
    ends_.push_back(characters_.size());
  }
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t at) const {
    const std::size_t first = at == 0 ? 0 : ends_[at - 1];
    if (ends_[at] < first || ends_[at] > characters_.size()) return {};
    return {characters_.data() + first, ends_[at] - first};
  }
  template <typename Archive>
  void persist(Archive& archive) {
    archive.array(characters_);
    archive.array(ends_);
  }

 private:
  std::vector<char> characters_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace heddle::base
