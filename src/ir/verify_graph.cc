// Blocks, edges and their order.
//
// Predecessors are recomputed from the edges and compared. Order is checked as what analyses use of
// it: each block but the entry has a predecessor before it, so everything is reachable and
// dominators come first; and an edge that goes back closes a loop, so one pass in order suffices
// where there is none. Loops are found as strongly connected components (Tarjan), only in bodies
// that have an edge back.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "ir/type.h"
#include "ir/verify_checks.h"

namespace heddle::ir {
namespace {

template <typename Visit>
void for_each_target(const Body& body, const Block& block, const Visit& visit) {
  for (const BlockId to : body.successors_of(block)) visit(base::index(to));
  for (const Handler& handler : body.handlers_of(block)) visit(base::index(handler.block));
}

void verify_terminator(Verification& to, std::size_t at) {
  const Block& block = to.body.blocks[at];
  for (std::uint32_t i = block.first; i < block.end; ++i) {
    const bool terminates = is_terminator(to.body.instructions[i].opcode);
    if (terminates != (i + 1 == block.end))
      to.add_at(Clause::kTerminators, i,
                terminates ? "ends the block before its end" : "does not end the block");
  }
}

std::uint32_t successors_wanted(const Instruction& last) {
  switch (last.opcode) {
    case Opcode::kGoto: return 1;
    case Opcode::kIf: return 2;
    case Opcode::kSwitch: return last.c + 1;
    default: return 0;
  }
}

void verify_successors(Verification& to, std::size_t at) {
  const Block& block = to.body.blocks[at];
  const std::uint32_t wanted = successors_wanted(to.body.instructions[block.end - 1]);
  if (block.successor_count != wanted)
    to.add_at_block(Clause::kSuccessors, at,
                    fmt::format("has {} successors, not {}", block.successor_count, wanted));
  for (const BlockId next : to.body.successors_of(block))
    if (base::index(next) >= to.body.blocks.size())
      to.add_at_block(Clause::kSuccessors, at, fmt::format("goes to b{}", base::index(next)));
}

bool holds_throwing(const Body& body, const Block& block) {
  for (std::uint32_t at = block.first; at < block.end; ++at)
    if (may_throw(body.instructions[at].opcode, kind_of(body.types[at]))) return true;
  return false;
}

void verify_handlers(Verification& to, std::size_t at) {
  const Block& block = to.body.blocks[at];
  const auto handlers = to.body.handlers_of(block);
  if (!handlers.empty() && !holds_throwing(to.body, block))
    to.add_at_block(Clause::kHandlers, at, "has handlers, but nothing in it may throw");
  for (std::size_t i = 0; i < handlers.size(); ++i) {
    const Handler& handler = handlers[i];
    if (base::index(handler.block) >= to.body.blocks.size())
      to.add_at_block(Clause::kHandlers, at,
                      fmt::format("is handled by b{}", base::index(handler.block)));
    if (!handler.type.exists()) {
      if (i + 1 != handlers.size())
        to.add_at_block(Clause::kHandlers, at, "has a handler after one that takes everything");
    } else if (handler.type.base() >= to.in.symbols.bases().size() || handler.type.is_array() ||
               handler.type.base() < kObjectType.base()) {
      to.add_at_block(Clause::kHandlers, at, "catches a type that is no class");
    }
  }
}

// Sources come in block order, so each list of predecessors must read off in step with them.
void verify_predecessors(Verification& to) {
  const Body& body = to.body;
  std::vector<std::uint32_t> seen(body.blocks.size());  // how many of a block's predecessors
  std::vector<bool> differs(body.blocks.size());
  for (std::size_t at = 0; at < body.blocks.size(); ++at)
    for_each_target(body, body.blocks[at], [&](std::uint32_t next) {
      const auto listed = body.predecessors_of(body.blocks[next]);
      const auto from = base::id_at<BlockId>(at);
      std::uint32_t& count = seen[next];
      if (count > 0 && listed[count - 1] == from) return;
      if (count < listed.size() && listed[count] == from) {
        ++count;
      } else {
        differs[next] = true;
      }
    });
  for (std::size_t at = 0; at < body.blocks.size(); ++at)
    if (differs[at] || seen[at] != body.blocks[at].predecessor_count)
      to.add_at_block(Clause::kPredecessors, at, "has predecessors that are not its edges'");
}

void verify_phis_and_catches(Verification& to) {
  const Body& body = to.body;
  std::vector<bool> is_handler(body.blocks.size()), is_successor(body.blocks.size());
  std::vector<TypeRef> caught(body.blocks.size());
  for (const Block& block : body.blocks) {
    for (const BlockId next : body.successors_of(block)) is_successor[base::index(next)] = true;
    for (const Handler& handler : body.handlers_of(block)) {
      const std::uint32_t next = base::index(handler.block);
      const TypeRef type = handler.type.exists() ? handler.type : kThrowableType;
      caught[next] = is_handler[next] && caught[next] != type ? kThrowableType : type;
      is_handler[next] = true;
    }
  }
  for (std::size_t at = 0; at < body.blocks.size(); ++at) {
    const Block& block = body.blocks[at];
    std::uint32_t first = block.first;
    while (first < block.end && body.instructions[first].opcode == Opcode::kPhi) ++first;
    const bool catches = body.instructions[first].opcode == Opcode::kCatch;
    for (std::uint32_t i = first; i < block.end; ++i) {
      if (body.instructions[i].opcode == Opcode::kPhi)
        to.add_at(Clause::kPhisFirst, i, "is a phi behind another instruction");
      if (body.instructions[i].opcode == Opcode::kCatch && i != first)
        to.add_at(Clause::kCatches, i, "catches in the middle of a block");
    }
    if (catches != is_handler[at])
      to.add_at_block(Clause::kCatches, at,
                      catches ? "catches, but handles nothing" : "handles, but does not catch");
    if (is_handler[at] && is_successor[at])
      to.add_at_block(Clause::kCatches, at, "is both handler and successor");
    if (catches && is_handler[at] && body.types[first] != caught[at])
      to.add_at(Clause::kCatches, first, "has not the type its handlers name");
  }
}

// Tarjan's components, without recursion. Two blocks are in one loop if they get the same number.
class Components {
 public:
  explicit Components(const Body& body)
      : body_(body), low_(body.blocks.size()), component_(body.blocks.size(), kNone) {
    for (std::uint32_t at = 0; at < body.blocks.size(); ++at)
      if (low_[at] == 0) search(at);
  }
  [[nodiscard]] bool share_loop(std::uint32_t left, std::uint32_t right) const {
    return component_[left] == component_[right];
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  struct Frame {
    std::uint32_t block, edge, number;
  };

  [[nodiscard]] std::uint32_t edge_count(const Block& block) const {
    return block.successor_count + block.handler_count;
  }
  [[nodiscard]] std::uint32_t target(const Block& block, std::uint32_t edge) const {
    return edge < block.successor_count
               ? base::index(body_.successors[block.successors + edge])
               : base::index(body_.handlers[block.handlers + edge - block.successor_count].block);
  }
  void enter(std::uint32_t block) {
    low_[block] = ++count_;
    open_.push_back(block);
    frames_.push_back({.block = block, .edge = 0, .number = count_});
  }
  void leave(const Frame& frame) {
    if (low_[frame.block] != frame.number) return;
    for (std::uint32_t block = kNone; block != frame.block;) {
      block = open_.back();
      open_.pop_back();
      component_[block] = frame.block;
    }
  }
  void search(std::uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const Block& block = body_.blocks[frame.block];
      if (frame.edge < edge_count(block)) {
        const std::uint32_t next = target(block, frame.edge++);
        if (low_[next] == 0) {
          enter(next);
        } else if (component_[next] == kNone) {
          low_[frame.block] = std::min(low_[frame.block], low_[next]);
        }
        continue;
      }
      const Frame done = frame;
      frames_.pop_back();
      if (!frames_.empty()) {
        std::uint32_t& low = low_[frames_.back().block];
        low = std::min(low, low_[done.block]);
      }
      leave(done);
    }
  }

  const Body& body_;
  std::vector<std::uint32_t> low_, component_, open_;
  std::vector<Frame> frames_;
  std::uint32_t count_ = 0;
};

void verify_order(Verification& to) {
  const Body& body = to.body;
  bool goes_back = false;
  for (std::uint32_t at = 0; at < body.blocks.size(); ++at) {
    const auto from = body.predecessors_of(body.blocks[at]);
    if (at > 0 && (from.empty() || base::index(from.front()) >= at))
      to.add_at_block(Clause::kOrder, at, "is reached from no block before it");
    goes_back |= !from.empty() && base::index(from.back()) >= at;
  }
  if (!goes_back) return;
  const Components components(body);
  for (std::uint32_t at = 0; at < body.blocks.size(); ++at)
    for_each_target(body, body.blocks[at], [&](std::uint32_t next) {
      if (next <= at && !components.share_loop(at, next))
        to.add_at_block(Clause::kOrder, at,
                        fmt::format("goes back to b{}, but is in no loop with it", next));
    });
}

void verify_parameters(Verification& to) {
  const Body& body = to.body;
  std::vector<TypeRef> wanted;
  if (!to.method.is(Access::kStatic)) wanted.push_back(to.in.self);
  for (const TypeRef type : to.in.symbols.signature(to.method.signature).parameters)
    wanted.push_back(register_type(type));
  const std::uint32_t found = body.parameter_count();
  if (found != wanted.size() || found > body.blocks[0].end)
    to.add(Clause::kParameters, "b0",
           fmt::format("has {} parameters, not {}", found, wanted.size()));
  for (std::uint32_t at = 0; at < body.instructions.size(); ++at) {
    if (body.instructions[at].opcode != Opcode::kParameter) continue;
    if (at >= found || body.instructions[at].a != at) {
      to.add_at(Clause::kParameters, at, "is a parameter out of place");
    } else if (at < wanted.size() && body.types[at] != wanted[at]) {
      to.add_at(Clause::kParameters, at, "has not the type the signature gives it");
    }
  }
}

}  // namespace

bool verify_graph(Verification& verification) {
  const std::size_t before = verification.violations.size();
  for (std::size_t at = 0; at < verification.body.blocks.size(); ++at) {
    verify_terminator(verification, at);
    verify_successors(verification, at);
    verify_handlers(verification, at);
  }
  verify_parameters(verification);
  if (verification.violations.size() != before) return false;

  verify_predecessors(verification);
  if (verification.body.blocks[0].predecessor_count != 0)
    verification.add(Clause::kEntry, "b0", "has predecessors");
  if (verification.violations.size() != before) return false;

  verify_order(verification);
  verify_phis_and_catches(verification);
  return verification.violations.size() == before;
}

}  // namespace heddle::ir
