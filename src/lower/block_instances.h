// Gives the SSA builder the block graph of a method, with subroutines expanded. Internal to
// `lower`.
//
// Without jsr/ret every block of the code is one block of the graph. With them, a block is
// instantiated once for each chain of subroutine calls in which it can run, as if each call had
// been written out. A handler that is also reached normally gets a landing block before it, so that
// blocks that catch are reached through exceptions only.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/code.h"
#include "ir/ssa_builder.h"
#include "lower/code_graph.h"

namespace heddle::lower {

class BlockInstances {
 public:
  static constexpr std::size_t kMostInstances = std::size_t{1} << 16U;

  struct Instance {
    std::uint32_t block = 0;    // in the CodeGraph
    std::uint32_t context = 0;  // the chain of subroutine calls, 0: none
    bool landing = false;       // holds nothing; goes on to the block itself
  };

  // Fills the builder's graph. `symbols` maps Class constants to types. Locals are checked against
  // the code's max_locals here.
  Status build(const CodeGraph& graph, const classfile::Code& code,
               std::span<const std::uint32_t> symbols, ir::SsaBuilder& builder);

  // The instance that is the builder's block of that number.
  [[nodiscard]] const Instance& at(std::uint32_t number) const { return instances_[number]; }

 private:
  // A call of the subroutine at block `entry`, which comes back to block `after`.
  struct Context {
    std::uint32_t parent = 0;
    std::uint32_t entry = 0;
    std::uint32_t after = 0;
    std::uint32_t slot = 0;  // the local that holds the return address; kNowhere: it is dropped
  };

  Status find_instances();
  Status find_successors(const Instance& instance);
  Status add_subroutine_call(const Instance& from);
  Status add_subroutine_return(const Instance& from);
  std::expected<std::uint32_t, base::Malformed> enter(std::uint32_t caller, std::uint32_t entry,
                                                      std::uint32_t after, std::uint32_t offset);
  std::expected<std::uint32_t, base::Malformed> address_slot(std::uint32_t entry) const;
  [[nodiscard]] std::uint32_t number_of(std::uint32_t block, std::uint32_t context) const;
  std::uint32_t handler_number(std::uint32_t block, std::uint32_t context);
  Status add_effects(std::uint32_t number);
  Status add_edges(std::uint32_t number);
  static std::uint64_t key(std::uint32_t block, std::uint32_t context) {
    return std::uint64_t{block} << 32U | context;
  }

  const CodeGraph* graph_ = nullptr;
  std::span<const std::uint32_t> symbols_;
  base::Bytes bytecode_;
  std::uint32_t locals_ = 0;
  ir::SsaBuilder* builder_ = nullptr;
  std::vector<Instance> instances_;
  std::vector<Context> contexts_;
  std::vector<Instance> successors_;  // scratch: of one instance, in order
  std::vector<std::uint32_t> targets_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> numbers_;  // with subroutines only
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> landing_numbers_;  // by what they lead to
};

}  // namespace heddle::lower
