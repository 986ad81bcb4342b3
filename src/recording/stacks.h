// Call stacks that were seen, each once.
//
// A stack is numbers of frames, the innermost first; a frame is a place in a method, which is named
// when it is seen first.
//
// Thread safety: every function may be called from any thread.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "trace/tables.h"

namespace heddle::recording {

class Stacks {
 public:
  // What tells frames apart: a method and an offset in it.
  struct Frame {
    std::uint64_t method = 0, offset = 0;
    friend auto operator<=>(const Frame&, const Frame&) = default;
  };

  struct Known {
    std::uint32_t number = 0;
    bool is_hidden = false;  // no frame that anybody wants to see
  };
  // Nothing for one that was not named yet.
  [[nodiscard]] std::optional<Known> find(const Frame& frame) const;
  Known name(const Frame& frame, trace::Site site, bool is_hidden);

  std::uint32_t add(std::vector<std::uint32_t> frames);

  // The stack's frames, the innermost first.
  [[nodiscard]] std::vector<std::uint32_t> frames(std::uint32_t stack) const;
  [[nodiscard]] trace::Site site(std::uint32_t frame) const;

 private:
  mutable std::mutex mutex_;
  std::map<Frame, Known> known_;
  std::vector<trace::Site> sites_;  // by frame
  std::map<std::vector<std::uint32_t>, std::uint32_t> stack_numbers_;
  std::vector<std::vector<std::uint32_t>> stacks_;
};

}  // namespace heddle::recording
