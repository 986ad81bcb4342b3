// Call stacks that were seen, each once.
//
// A stack is numbers of frames, the innermost first; a frame is a place in a method, which is named
// when it is seen first.
//
// Thread safety: every function may be called from any thread.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "trace/tables.h"

namespace heddle::recording {

class Stacks {
 public:
  // What tells frames apart: a method and an offset in it.
  struct Frame {
    std::uint64_t method = 0, offset = 0;
    friend bool operator==(const Frame&, const Frame&) = default;
    friend std::size_t hash_value(const Frame& frame) {
      return (frame.method + frame.offset * 0xC2B2'AE3D'27D4'EB4F) * 0x9E37'79B9'7F4A'7C15;
    }
  };

  struct Known {
    std::uint32_t number = 0;
    bool is_hidden = false;  // no frame that anybody wants to see
  };
  // What is known of each; nothing of one that was not named yet.
  [[nodiscard]] std::vector<std::optional<Known>> find(std::span<const Frame> frames) const;
  Known name(const Frame& frame, trace::Site site, bool is_hidden);

  std::uint32_t add(std::vector<std::uint32_t> frames);

  // The stack's frames, the innermost first.
  [[nodiscard]] std::vector<std::uint32_t> frames(std::uint32_t stack) const;
  [[nodiscard]] trace::Site site(std::uint32_t frame) const;

 private:
  mutable std::mutex mutex_;
  boost::unordered_flat_map<Frame, Known> known_;
  std::vector<trace::Site> sites_;  // by frame
  boost::unordered_flat_map<std::vector<std::uint32_t>, std::uint32_t> stack_numbers_;
  std::vector<std::vector<std::uint32_t>> stacks_;
};

}  // namespace heddle::recording
