// All shapes of a store as a few arrays: each part of all of them laid end to end. Internal to
// snapshot.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.h"
#include "ir/ids.h"
#include "pointsto/shape.h"

namespace heddle::pointsto {

class ShapeLists {
 public:
  // Of a store: by method, null where there is none.
  void add_all(const std::vector<const Shape*>& shapes);
  // The other way round. False: the arrays do not fit each other.
  bool hand_out(base::Arena& arena, std::vector<const Shape*>& shapes) const;
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  template <typename Archive>
  void persist(Archive& archive) {
    archive.array(rows_);
    archive.array(numbers_);
    archive.array(allocations_);
    archive.array(creations_);
    archive.array(copies_);
    archive.array(statics_);
    archive.array(accesses_);
    archive.array(calls_);
    archive.array(lambdas_);
    archive.array(initializations_);
    archive.array(specials_);
    archive.array(uses_);
  }

 private:
  struct Row {
    ir::MethodId method{};
    std::uint32_t variables = 0, result = 0, thrown = 0, given_back = 0;
    std::uint32_t parameters = 0, values = 0;  // from here on: how many
    std::uint32_t allocations = 0, creations = 0, copies = 0, statics = 0, loads = 0, stores = 0;
    std::uint32_t calls = 0, lambdas = 0, initializations = 0, specials = 0, uses = 0;
    bool has_code = false, modelled = false, unmodelled = false;
  };
  // With the length of its list in place of the list; the list itself is among the numbers.
  struct CallRow {
    CallKind kind{};
    ir::Invocation invocation{};
    bool starts = false;
    model::StartKind start_kind{};
    ir::MethodId method{};
    std::uint32_t arguments = 0, result = 0, thrown = 0, instruction = 0;
  };
  struct LambdaRow {
    std::uint32_t variable = 0;
    SiteId site{};
    std::uint32_t captures = 0;
  };
  struct SpecialRow {
    model::Operation operation{};
    std::uint32_t arguments = 0, result = 0;
  };
  struct Cursor;

  void add(ir::MethodId method, const Shape& shape);
  void add_calls(const Shape& shape);
  void add_numbers(std::span<const std::uint32_t> list) {
    numbers_.insert(numbers_.end(), list.begin(), list.end());
  }

  std::vector<Row> rows_;
  // Of each shape: parameters, values, first uses, lists of calls, of lambdas, of operations.
  std::vector<std::uint32_t> numbers_;
  std::vector<Allocation> allocations_;
  std::vector<ModelCreation> creations_;
  std::vector<Copy> copies_;
  std::vector<StaticAccess> statics_;
  std::vector<FieldAccess> accesses_;  // of each shape: loads, then stores
  std::vector<CallRow> calls_;
  std::vector<LambdaRow> lambdas_;
  std::vector<Initialization> initializations_;
  std::vector<SpecialRow> specials_;
  std::vector<Use> uses_;
};

}  // namespace heddle::pointsto
