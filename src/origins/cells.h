// Cells: what one thread writes and another one reads so that who reads the value comes after who
// wrote it. A volatile field, static or of one single object; a single object whose models say
// `stores` and `loads`; and a plain field where all that write it, constructors excepted, hold one
// lock, and who reads it there holds that one, too.
//
// Fields that are reached by reflection are none. Lifetime: all that is handed in must outlive it.
// Thread safety: one thread; answers are kept.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/gates.h"
#include "origins/origins.h"

namespace heddle::origins {

struct Cell {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  std::uint32_t object = kNone;  // none: a static field
  std::uint32_t field = kNone;   // none: the object itself
  bool is_locked = false;        // a plain field, under a lock
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

// An instruction that writes a field that may be a cell.
struct CellPut {
  pointsto::InstanceId instance{};
  std::uint32_t instruction = 0;
  const pointsto::ObjectSet* on = nullptr;  // null: a static field
  bool is_first = false;                    // by the constructor, or the class initialiser

  [[nodiscard]] bool may_be_on(const Cell& cell) const {
    return on == nullptr || on->contains(base::id_at<pointsto::ObjectId>(cell.object));
  }
};

class Cells {
 public:
  Cells(CallGraph& calls, Origins& origins, Facts& facts, HeldThere held);

  // The cell that a value was read out of, also by a method that does nothing else.
  std::optional<Cell> read(pointsto::InstanceId id, ir::ValueId value) {
    return read(id, value, kMostCalls);
  }
  // The cell that an instruction puts a value into.
  std::optional<Cell> put(pointsto::InstanceId id, std::uint32_t instruction);
  // All that write the field.
  const std::vector<CellPut>& puts(ir::FieldId field);
  // May a read of that field be one of a cell, or a write?
  ir::FieldId field_of(ir::MethodId method, const ir::Instruction& access);
  // The constructor that is called on a cell's object where that is made; null: not known.
  const ir::Instruction* construction(const Cell& cell, pointsto::InstanceId& maker,
                                      ir::MethodId& constructor);
  // Is the field set on every path through the class initialiser or constructor?
  bool is_set_by(ir::MethodId initializer, ir::FieldId field);

 private:
  static constexpr unsigned kMostCalls = 3;  // one inside of the other
  static constexpr std::size_t kMostPuts = 64;

  std::optional<Cell> read(pointsto::InstanceId id, ir::ValueId value, unsigned depth);
  std::optional<Cell> behind_getter(pointsto::InstanceId id, ir::ValueId call, unsigned depth);
  std::optional<Cell> field_cell(pointsto::InstanceId id, std::uint32_t access);
  void find_puts();
  const std::vector<std::uint64_t>& locks_of(const Cell& cell);

  CallGraph& calls_;
  Origins& origins_;
  Facts& facts_;
  HeldThere held_;
  std::set<std::uint32_t> reflected_;  // fields that are seen as objects
  bool has_put_sites_ = false;
  std::map<std::uint32_t, std::vector<std::pair<ir::MethodId, std::uint32_t>>> put_sites_;
  std::map<std::uint32_t, std::vector<CellPut>> puts_;  // by field
  std::map<Cell, std::vector<std::uint64_t>> locks_;    // that all who write it hold
};

}  // namespace heddle::origins
