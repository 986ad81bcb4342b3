// Subroutines are how compilers before Java 6 shared the code of a `finally`. jsr pushes the
// address behind it and jumps; the subroutine stores that address in a local and ends with a ret of
// it. Each call is expanded on its own, so a ret has one successor and locals the subroutine does
// not touch keep their values, which is what the old verifier worked hard to prove.
//
// A chain of calls is a context. Code behind the handler of an exception thrown inside a subroutine
// runs, as far as we know, still inside it; if it calls the same subroutine again, the chain is cut
// back to before the first call, since the JVM forbids recursion. So chains are finite. Expansion
// can still be exponential in nesting; kMostInstances bounds it.
#include "lower/block_instances.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <tuple>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/code.h"
#include "classfile/opcode.h"
#include "ir/ssa_builder.h"
#include "ir/type.h"
#include "lower/code_graph.h"

namespace heddle::lower {
namespace {

using classfile::Opcode;
constexpr std::uint32_t kNowhere = CodeGraph::kNowhere;

bool is_wide_ret(base::Bytes code, std::uint32_t offset) {
  return static_cast<Opcode>(code[offset]) == Opcode::kWide &&
         static_cast<Opcode>(code[offset + 1]) == Opcode::kRet;
}

std::uint32_t ret_slot(base::Bytes code, std::uint32_t offset) {
  return is_wide_ret(code, offset) ? base::load_big<std::uint16_t>(&code[offset + 2])
                                   : code[offset + 1];
}

}  // namespace

Status BlockInstances::build(const CodeGraph& graph, const classfile::Code& code,
                             std::span<const std::uint32_t> symbols, ir::SsaBuilder& builder) {
  graph_ = &graph;
  symbols_ = symbols;
  bytecode_ = code.bytecode;
  locals_ = code.max_locals;
  builder_ = &builder;
  instances_.clear();
  contexts_.assign(1, Context{});
  numbers_.clear();
  landing_numbers_.clear();
  if (const Status status = find_instances(); !status) return status;
  const auto count = static_cast<std::uint32_t>(instances_.size());
  if (const Status status = builder.check_size(count); !status) return status;
  for (std::uint32_t number = 0; number < count; ++number) {
    builder.add_block();
    if (const Status status = add_effects(number); !status) return status;
  }
  for (std::uint32_t number = 0; number < count; ++number)
    if (const Status status = add_edges(number); !status) return status;
  return {};
}

Status BlockInstances::find_instances() {
  const auto blocks = static_cast<std::uint32_t>(graph_->blocks().size());
  if (!graph_->has_subroutines()) {
    for (std::uint32_t block = 0; block < blocks; ++block) instances_.push_back({.block = block});
    return {};
  }
  // Everything that can be reached, then in the order of the code.
  const auto reach = [&](std::uint32_t block, std::uint32_t context) {
    if (numbers_.emplace(key(block, context), 0).second)
      instances_.push_back({.block = block, .context = context});
  };
  reach(0, 0);
  std::size_t edges = 0;
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    if (instances_.size() > kMostInstances || edges > CodeGraph::kMostHandlerEdges)
      return std::unexpected(base::Malformed("too complex: subroutines expand without end"));
    const Instance instance = instances_[i];
    if (const Status status = find_successors(instance); !status) return status;
    for (const Instance& successor : successors_) reach(successor.block, successor.context);
    edges += successors_.size();
    const CodeGraph::Block& block = graph_->blocks()[instance.block];
    if (!block.throws) continue;
    for (const CodeGraph::RegionHandler& handler : graph_->handlers(block))
      reach(handler.block, instance.context);
    edges += graph_->handlers(block).size();
  }
  std::ranges::sort(instances_, {}, [](const Instance& instance) {
    return std::tuple(instance.block, instance.context);
  });
  for (std::uint32_t number = 0; number < instances_.size(); ++number)
    numbers_[key(instances_[number].block, instances_[number].context)] = number;
  return {};
}

// In the order of the IR's terminators: of an `if` yes, then no; of a switch the default first.
Status BlockInstances::find_successors(const Instance& instance) {
  successors_.clear();
  const std::uint32_t last = graph_->blocks()[instance.block].last;
  const Opcode op = graph_->opcode(last);
  if (op == Opcode::kJsr || op == Opcode::kJsrW) return add_subroutine_call(instance);
  if (op == Opcode::kRet || is_wide_ret(bytecode_, last)) return add_subroutine_return(instance);
  targets_.clear();
  graph_->branch_targets(last, targets_);
  for (const std::uint32_t target : targets_)
    successors_.push_back({.block = graph_->block_at(target), .context = instance.context});
  if (!ends_flow(op)) {
    const std::uint32_t next = graph_->next(instance.block);
    if (next != kNowhere) successors_.push_back({.block = next, .context = instance.context});
  }
  return {};
}

Status BlockInstances::add_subroutine_call(const Instance& from) {
  const std::uint32_t last = graph_->blocks()[from.block].last;
  targets_.clear();
  graph_->branch_targets(last, targets_);
  const std::uint32_t entry = graph_->block_at(targets_[0]);
  const auto context = enter(from.context, entry, graph_->next(from.block), last);
  if (!context) return std::unexpected(context.error());
  successors_.push_back({.block = entry, .context = *context});
  return {};
}

std::expected<std::uint32_t, base::Malformed> BlockInstances::enter(std::uint32_t caller,
                                                                    std::uint32_t entry,
                                                                    std::uint32_t after,
                                                                    std::uint32_t offset) {
  for (std::uint32_t context = caller; context != 0; context = contexts_[context].parent)
    if (contexts_[context].entry == entry) caller = contexts_[context].parent;
  for (std::uint32_t context = 1; context < contexts_.size(); ++context) {
    const Context& known = contexts_[context];
    if (known.parent == caller && known.entry == entry && known.after == after) return context;
  }
  if (contexts_.size() > kMostInstances / 16)
    return std::unexpected(code_error("too complex: subroutines nest too deeply", offset));
  const auto slot = address_slot(entry);
  if (!slot) return std::unexpected(slot.error());
  contexts_.push_back({.parent = caller, .entry = entry, .after = after, .slot = *slot});
  return static_cast<std::uint32_t>(contexts_.size() - 1);
}

std::expected<std::uint32_t, base::Malformed> BlockInstances::address_slot(
    std::uint32_t entry) const {
  const std::uint32_t start = graph_->blocks()[entry].start;
  const LocalEffect effect = local_effect(bytecode_, start);
  if (effect.writes && !effect.reads && !effect.wide) return effect.slot;
  if (graph_->opcode(start) == Opcode::kPop) return kNowhere;
  return std::unexpected(
      code_error("a subroutine does not begin by storing its return address", start));
}

Status BlockInstances::add_subroutine_return(const Instance& from) {
  const std::uint32_t last = graph_->blocks()[from.block].last;
  const std::uint32_t slot = ret_slot(bytecode_, last);
  for (std::uint32_t context = from.context; context != 0; context = contexts_[context].parent) {
    if (contexts_[context].slot != slot) continue;
    if (contexts_[context].after == kNowhere)
      return std::unexpected(code_error("a subroutine returns behind the end of the code", last));
    successors_.push_back(
        {.block = contexts_[context].after, .context = contexts_[context].parent});
    return {};
  }
  return std::unexpected(
      code_error("ret of local " + std::to_string(slot) + ", which holds no return address", last));
}

std::uint32_t BlockInstances::number_of(std::uint32_t block, std::uint32_t context) const {
  return graph_->has_subroutines() ? numbers_.at(key(block, context)) : block;
}

Status BlockInstances::add_effects(std::uint32_t number) {
  const CodeGraph::Block& block = graph_->blocks()[instances_[number].block];
  if (number > 0 && instances_[number - 1].block == instances_[number].block) {
    builder_->copy_effects(number, number - 1);
    return {};
  }
  bool throws = false;
  for (std::uint32_t offset = block.start; offset < block.end;
       offset += graph_->length_at(offset)) {
    if (!throws && block.throws && graph_->may_throw(offset)) {
      throws = true;
      builder_->set_throws(number);
    }
    const LocalEffect effect = local_effect(bytecode_, offset);
    if (!effect.reads && !effect.writes) continue;
    if (effect.slot + (effect.wide ? 1 : 0) >= locals_)
      return std::unexpected(code_error("local " + std::to_string(effect.slot) +
                                            " does not exist: the method has " +
                                            std::to_string(locals_),
                                        offset));
    if (effect.reads) builder_->read_slot(number, effect.slot);
    if (effect.writes) builder_->write_slot(number, effect.slot);
    if (effect.writes && effect.wide) builder_->write_slot(number, effect.slot + 1);
  }
  return {};
}

Status BlockInstances::add_edges(std::uint32_t number) {
  const Instance instance = instances_[number];
  if (const Status status = find_successors(instance); !status) return status;
  for (const Instance& successor : successors_)
    builder_->add_successor(number, number_of(successor.block, successor.context));
  const CodeGraph::Block& block = graph_->blocks()[instance.block];
  if (!block.throws) return {};
  for (const CodeGraph::RegionHandler& handler : graph_->handlers(block)) {
    const ir::TypeRef type = handler.catch_type == 0
                                 ? ir::TypeRef()
                                 : ir::TypeRef::from_bits(symbols_[handler.catch_type]);
    builder_->add_handler(number, handler_number(handler.block, instance.context), type);
  }
  return {};
}

std::uint32_t BlockInstances::handler_number(std::uint32_t block, std::uint32_t context) {
  const std::uint32_t target = number_of(block, context);
  if (!graph_->blocks()[block].reached_normally) {
    builder_->set_catches(target);
    return target;
  }
  const auto [entry, is_new] = landing_numbers_.emplace(target, kNowhere);
  if (is_new) {
    entry->second = builder_->add_block();
    instances_.push_back({.block = block, .context = context, .landing = true});
    builder_->set_catches(entry->second);
    builder_->add_successor(entry->second, target);
  }
  return entry->second;
}

}  // namespace heddle::lower
