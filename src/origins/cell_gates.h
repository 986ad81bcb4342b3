// Gates that a value opens: who has seen a volatile field, or an atomic object, hold what somebody
// else put there comes after that.
//
// What a cell is, cells.h says. The gate is a test of what was read, on the branch where it came
// true; its signals are all stores that could make it so. If the cell may be so from the beginning
// there is no gate.
//
// A test of what a method gives back says what the method must have seen to give that: behind
// `if (!isRunning()) return;` the state was once what isRunning() asks for. A store of a parameter
// stores what the calls of the method give, where all of them are known.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "origins/cells.h"
#include "origins/gates.h"

namespace heddle::origins {

class CellGates {
 public:
  CellGates(CallGraph& calls, Facts& facts, Cells& cells, Gates& gates)
      : calls_(calls), facts_(facts), cells_(cells), gates_(gates) {}

  void find();

 private:
  // What is stored, or compared with, as far as it can be told apart.
  struct Value {
    enum class Kind : std::uint8_t { kUnknown, kNumber, kNull, kEnumConstant };
    Kind kind = Kind::kUnknown;
    std::int64_t number = 0;  // or the field that holds the constant
    friend auto operator<=>(const Value&, const Value&) = default;
  };
  struct Test {
    ir::Condition condition{};
    Value with;
    friend auto operator<=>(const Test&, const Test&) = default;
  };
  // A value that an `if` looks at, and what it is where `branch` was entered.
  struct Tested {
    ir::ValueId value{};
    Test test;
    ir::BlockId branch{};
  };
  struct Store {
    Signal signal;
    // One of these, each with the calls that give it, down to the store.
    std::vector<std::pair<Value, Frames>> values{{Value{}, {}}};
    const pointsto::ObjectSet* on = nullptr;  // null: a static field
    bool is_first = false;                    // by a constructor, under no lock
  };

  // What a cell surely was, at some time before.
  struct Seen {
    Cell cell;
    Test test;
    friend auto operator<=>(const Seen&, const Seen&) = default;
  };
  using AllSeen = std::vector<Seen>;  // ascending

  const std::vector<Tested>& tests_of(ir::MethodId method);
  std::vector<Tested> find_tests(ir::MethodId method);
  [[nodiscard]] bool may_read_cell(ir::MethodId method, const ir::Body& body, ir::ValueId value);
  const std::vector<Store>& stores(const Cell& cell);
  void find_stores(ir::FieldId field, std::vector<Store>& found);
  void find_atomic_stores(std::vector<Store>& found);
  void resolve(pointsto::InstanceId id, const Tested& tested);
  AllSeen seen(pointsto::InstanceId id, ir::ValueId value, const Test& test, unsigned depth);
  AllSeen seen_by_result(pointsto::InstanceId id, const Test& test, unsigned depth);
  AllSeen seen_before(pointsto::InstanceId id, std::uint32_t block, unsigned depth);
  // A value that a method may return, and the block that control comes from then.
  struct Returned {
    ir::ValueId value{};
    std::uint32_t block = 0;
  };
  static std::vector<Returned> returned(BodyFlow& flow);
  // All that may be given there, by calls that lead to the place; `to` is the last of them so far.
  using Given = std::vector<std::pair<Value, Frames>>;
  Given given(ir::ValueId value, const Frames& to, unsigned depth);
  std::optional<std::uint32_t> gate(const Cell& cell, const Test& test);
  bool begins_so(const Cell& cell, const Test& test);
  bool is_set_by_constructor(const Cell& cell);
  Value value_of(ir::MethodId method, const ir::Body& body, ir::ValueId value);
  static bool may_be(const Value& value, const Test& test);

  CallGraph& calls_;
  Facts& facts_;
  Cells& cells_;
  Gates& gates_;
  std::map<std::uint32_t, std::vector<Store>> stores_;  // by field; of atomic objects under none
  std::map<ir::MethodId, std::vector<Tested>> tests_;
  std::map<std::pair<pointsto::InstanceId, Test>, AllSeen> seen_by_results_;
  std::map<std::pair<Cell, Test>, std::optional<std::uint32_t>> known_;
};

}  // namespace heddle::origins
