// Frames are written as differences to the one before, and the difference of offsets decides the
// form of some: a frame that was one byte may take three, and the other way round.
#include "rewrite/stack_map.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace heddle::rewrite {
namespace {

constexpr std::uint8_t kObject = 7, kUninitialized = 8;
constexpr std::uint8_t kSameLocals1 = 64, kReserved = 128, kSameLocals1Extended = 247,
                       kSameExtended = 251, kFull = 255;

struct Frame {
  std::uint8_t kind = 0;  // of the extended form
  std::uint32_t offset = 0;
  std::vector<std::uint8_t> rest;  // what follows the offset, moved
};

class Mover {
 public:
  Mover(base::Bytes content, const Moved& moved) : reader_(content), moved_(moved) {}

  std::expected<std::vector<Frame>, std::string> frames() {
    const std::uint32_t count = u2();
    std::vector<Frame> frames;
    std::int64_t at = -1;
    for (std::uint32_t each = 0; each < count && fault_.empty(); ++each) {
      frames.push_back(frame(at));
    }
    if (reader_.failed() && fault_.empty()) fault_ = "the stack map is cut short";
    if (!fault_.empty()) return std::unexpected(fault_);
    return frames;
  }

 private:
  Frame frame(std::int64_t& at) {
    Frame frame;
    const std::uint8_t kind = u1();
    std::uint32_t delta = 0;
    std::size_t types = 0;
    if (kind < kSameLocals1) {
      delta = kind;
      frame.kind = kSameExtended;
    } else if (kind < kReserved) {
      delta = kind - kSameLocals1;
      frame.kind = kSameLocals1Extended;
      types = 1;
    } else if (kind < kSameLocals1Extended) {
      fault_ = "the stack map has a frame of an unknown kind";
      return frame;
    } else {
      delta = u2();
      frame.kind = kind;
      if (kind == kSameLocals1Extended) types = 1;
      if (kind > kSameExtended && kind < kFull) types = std::size_t{kind} - kSameExtended;
    }
    at += std::int64_t{delta} + 1;
    frame.offset = moved_.target(static_cast<std::uint32_t>(at));
    if (frame.offset == kNowhere) fault_ = "a frame of the stack map is at no instruction";
    if (kind == kFull) {
      counted_types(frame.rest);
      counted_types(frame.rest);
    }
    for (; types != 0 && !reader_.failed(); --types) type(frame.rest);
    return frame;
  }

  void counted_types(std::vector<std::uint8_t>& out) {
    const std::uint32_t count = u2();
    put_u2(out, count);
    for (std::uint32_t each = 0; each < count && !reader_.failed(); ++each) type(out);
  }

  void type(std::vector<std::uint8_t>& out) {
    const std::uint8_t tag = u1();
    out.push_back(tag);
    if (tag == kObject) put_u2(out, u2());
    if (tag != kUninitialized) return;
    const std::uint32_t offset = moved_.instruction(u2());
    if (offset == kNowhere) fault_ = "an uninitialized type names no instruction";
    put_u2(out, offset);
  }

  static void put_u2(std::vector<std::uint8_t>& out, std::uint32_t value) {
    out.push_back(static_cast<std::uint8_t>(value >> 8));
    out.push_back(static_cast<std::uint8_t>(value));
  }

  std::uint8_t u1() { return reader_.u1(); }
  std::uint16_t u2() { return reader_.u2(); }

  base::BigReader reader_;
  const Moved& moved_;
  std::string fault_;
};

void write_frame(std::vector<std::uint8_t>& out, const Frame& frame, std::uint32_t delta) {
  if (frame.kind == kSameExtended && delta < kSameLocals1) {
    out.push_back(static_cast<std::uint8_t>(delta));
  } else if (frame.kind == kSameLocals1Extended && delta < kSameLocals1) {
    out.push_back(static_cast<std::uint8_t>(kSameLocals1 + delta));
  } else {
    out.push_back(frame.kind);
    out.push_back(static_cast<std::uint8_t>(delta >> 8));
    out.push_back(static_cast<std::uint8_t>(delta));
  }
  out.insert(out.end(), frame.rest.begin(), frame.rest.end());
}

Frame frame_of(const HandlerFrame& handler) {
  const auto high = static_cast<std::uint8_t>(handler.class_constant >> 8);
  const auto low = static_cast<std::uint8_t>(handler.class_constant);
  return {.kind = kFull, .offset = handler.offset, .rest = {0, 0, 0, 1, kObject, high, low}};
}

}  // namespace

std::expected<std::vector<std::uint8_t>, std::string> move_stack_map(base::Bytes content,
                                                                     const Moved& moved,
                                                                     const HandlerFrame* handler) {
  std::vector<Frame> frames;
  if (!content.empty()) {
    auto read = Mover(content, moved).frames();
    if (!read) return std::unexpected(read.error());
    frames = std::move(*read);
  }
  if (handler != nullptr) frames.push_back(frame_of(*handler));
  std::vector<std::uint8_t> out{static_cast<std::uint8_t>(frames.size() >> 8),
                                static_cast<std::uint8_t>(frames.size())};
  std::int64_t before = -1;
  for (const Frame& frame : frames) {
    const std::int64_t delta = std::int64_t{frame.offset} - before - 1;
    if (delta < 0) return std::unexpected("the frames of the stack map are out of order");
    write_frame(out, frame, static_cast<std::uint32_t>(delta));
    before = frame.offset;
  }
  return out;
}

}  // namespace heddle::rewrite
