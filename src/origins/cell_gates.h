// Gates that a value opens: who has seen a volatile field, or an atomic object, hold what somebody
// else put there comes after that.
//
// A cell is a volatile field, static or of a single object, or a single object whose models say
// `stores` and `loads`. The gate is a test of what was read, on the branch where it came true; its
// signals are all stores that could make it so. If the cell may be so from the beginning there is
// no gate, and neither is one where the field is reached through reflection or handles.
//
// A test of what a method gives back says what the method must have seen to give that: behind
// `if (!isRunning()) return;` the state was once what isRunning() asks for. A store of a parameter
// stores what the calls of the method give, where all of them are known.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "origins/gates.h"

namespace heddle::origins {

class CellGates {
 public:
  CellGates(CallGraph& calls, Origins& origins, Facts& facts, Gates& gates)
      : calls_(calls), origins_(origins), facts_(facts), gates_(gates) {}

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
  struct Cell {
    std::uint32_t object = 0xFFFF'FFFF;  // none: a static field
    std::uint32_t field = 0xFFFF'FFFF;   // none: the object itself
    friend auto operator<=>(const Cell&, const Cell&) = default;
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
  void find_stores();
  void find_stores(ir::MethodId method);
  void find_atomic_stores();
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
  std::optional<Cell> cell(pointsto::InstanceId id, ir::ValueId read, unsigned depth);
  std::optional<Cell> cell_behind_getter(pointsto::InstanceId id, ir::ValueId call, unsigned depth);
  std::optional<std::uint32_t> gate(const Cell& cell, const Test& test);
  bool begins_so(const Cell& cell, const Test& test);
  bool is_set_by(ir::MethodId initializer, ir::FieldId field);
  bool is_set_by_constructor(const Cell& cell);
  ir::FieldId volatile_field(ir::MethodId method, const ir::Instruction& access, bool is_static);
  Value value_of(ir::MethodId method, const ir::Body& body, ir::ValueId value);
  static bool may_be(const Value& value, const Test& test);

  CallGraph& calls_;
  Origins& origins_;
  Facts& facts_;
  Gates& gates_;
  std::map<std::uint32_t, std::vector<Store>> stores_;  // by field; of atomic objects under none
  std::map<ir::MethodId, std::vector<Tested>> tests_;
  std::map<std::pair<pointsto::InstanceId, Test>, AllSeen> seen_by_results_;
  std::set<std::uint32_t> reflected_;  // fields that are seen as objects
  std::map<std::pair<Cell, Test>, std::optional<std::uint32_t>> known_;
};

}  // namespace heddle::origins
