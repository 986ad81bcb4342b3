// The blocks of a method's bytecode, before anything is translated. Internal to `lower`.
//
// Scanning finds instruction boundaries, cuts the code into blocks (at branch targets, at the edges
// of try ranges, and in try ranges wherever a handler could otherwise see two values of a local),
// and notes for each block what may happen in it. Subroutines (jsr/ret) are expanded by
// BlockInstances: a block is instantiated once for each chain of calls that leads to it.
//
// Reusable; `scan` forgets the last method. Cost: linear in the code, plus exception-table entries
// times their distinct boundaries, which kMostRegionSteps bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/opcode.h"

namespace heddle::lower {

using Status = std::expected<void, base::Malformed>;

class CodeGraph {
 public:
  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
  static constexpr std::size_t kMostRegionSteps = std::size_t{1} << 26U;
  static constexpr std::size_t kMostHandlerEdges = std::size_t{1} << 22U;

  struct Block {
    std::uint32_t start = 0, end = 0;  // offsets of the code in it
    std::uint32_t last = 0;            // offset of its last instruction
    std::uint32_t region = 0;
    bool throws = false;            // holds an instruction that may throw
    bool reached_normally = false;  // by a branch, or from the block before
  };
  struct RegionHandler {
    std::uint32_t block = 0;
    std::uint16_t catch_type = 0;  // a Class constant; 0 catches everything
  };

  Status scan(const classfile::Code& code, const classfile::ConstantPool& pool);

  [[nodiscard]] std::span<const Block> blocks() const { return blocks_; }
  [[nodiscard]] bool has_subroutines() const { return has_subroutines_; }
  [[nodiscard]] std::uint32_t block_at(std::uint32_t offset) const { return block_at_[offset]; }
  // The block after this one in the code, or kNowhere at the end.
  [[nodiscard]] std::uint32_t next(std::uint32_t block) const {
    return block + 1 < blocks_.size() ? block + 1 : kNowhere;
  }
  // In the order in which the JVM asks them; what stands behind a catch-all is left out.
  [[nodiscard]] std::span<const RegionHandler> handlers(const Block& block) const {
    const Region& region = regions_[block.region];
    return std::span(region_handlers_).subspan(region.first, region.count);
  }

  [[nodiscard]] classfile::Opcode opcode(std::uint32_t offset) const {
    return static_cast<classfile::Opcode>(bytes_[offset]);
  }

  [[nodiscard]] bool may_throw(std::uint32_t offset) const;

  [[nodiscard]] std::uint32_t length_at(std::uint32_t offset) const;

  // Targets of the branch at `offset`, in order: of an `if` the jump only, of a switch the default
  // first. They are instruction starts.
  void branch_targets(std::uint32_t offset, std::vector<std::uint32_t>& targets) const;
  // The keys of a switch, in order, one for each target but the first.
  void switch_keys(std::uint32_t offset, std::vector<std::int32_t>& keys) const;

 private:
  enum Mark : std::uint8_t { kStart = 1, kLeader = 2, kBoundary = 4 };
  struct Region {
    std::uint32_t first = 0, count = 0;
  };

  Status find_instructions();
  Status mark_branch(std::uint32_t offset);
  Status mark_exception_table();
  Status find_regions_and_blocks();
  std::uint32_t region_at(std::uint32_t offset);
  Status link_handlers();
  void mark_normal_targets();

  const classfile::Code* code_ = nullptr;
  const classfile::ConstantPool* pool_ = nullptr;
  base::Bytes bytes_;
  bool has_subroutines_ = false;
  std::vector<std::uint8_t> marks_;      // one for each byte, and one for the end
  std::vector<std::uint32_t> block_at_;  // for each block's first byte
  std::vector<Block> blocks_;
  std::vector<Region> regions_;
  std::vector<RegionHandler> region_handlers_;  // blocks are offsets until link_handlers
  std::vector<std::uint32_t> caught_at_;        // by catch type: the region that last caught it
  std::vector<std::uint32_t> targets_;
};

// What an instruction does to local variables.
struct LocalEffect {
  bool reads = false;
  bool writes = false;
  bool wide = false;  // two slots
  std::uint32_t slot = 0;
};
LocalEffect local_effect(base::Bytes code, std::uint32_t offset);

// True of goto, switches, returns, athrow, jsr and ret: control does not run on behind it.
bool ends_flow(classfile::Opcode opcode);
bool is_conditional_branch(classfile::Opcode opcode);

base::Malformed code_error(std::string what, std::uint32_t offset);

}  // namespace heddle::lower
