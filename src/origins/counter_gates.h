// Gates that a count opens: who finds that a cell, which begins at some number and is only ever
// counted up by one, has come to another number comes after as many who counted it.
//
//   synchronized (lock) { done++; lock.notifyAll(); }
//   synchronized (lock) { while (done < workers) lock.wait(); }
//
// Each number that is stored was counted on from one that was stored before, down to the first; so
// as many stores lie one behind the other as the count has grown, whether or not a read and the
// store behind it are apart. Likewise for counting down.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "origins/cells.h"
#include "origins/gates.h"
#include "origins/times.h"

namespace heddle::origins {

class CounterGates {
 public:
  CounterGates(CallGraph& calls, Facts& facts, Times& times, Cells& cells, Gates& gates)
      : calls_(calls), facts_(facts), times_(times), cells_(cells), gates_(gates) {}

  void find();

 private:
  // What an `if` has found where `branch` was entered: `value` is so to `with`, or to zero.
  struct Tested {
    ir::ValueId value{};
    ir::Condition condition{};
    ir::ValueId with = ir::kNoValue;
    ir::BlockId branch{};
    std::uint32_t put = 0;  // the instruction that stored the value in its cell; 0: it was read
  };
  // All that ever happens to a cell: it begins as `first`, and each of the signals moves it on.
  struct Course {
    Number first;
    bool goes_up = false;
    std::vector<Signal> signals;
  };

  std::vector<Tested> tests_of(ir::MethodId method);
  void add_tests(ir::MethodId method, const ir::Block& block, bool is_swapped,
                 std::vector<Tested>& found);
  std::uint32_t put_of(ir::MethodId method, std::uint32_t value, std::uint32_t before);
  void resolve(pointsto::InstanceId id, const Tested& tested);
  const std::optional<Course>& course(const Cell& cell);
  std::optional<Course> find_course(const Cell& cell);
  bool add_field_steps(const Cell& cell, std::vector<std::pair<Signal, std::int64_t>>& steps);
  bool add_atomic_steps(const Cell& cell, std::vector<std::pair<Signal, std::int64_t>>& steps);
  std::optional<std::int64_t> step(const CellPut& put);
  Number first(const Cell& cell);
  Number first_in_constructor(const Cell& cell);
  std::optional<std::uint32_t> gate(const Cell& cell, const Number& need);
  static Number needed(const Course& course, ir::Condition condition, const Number& with);

  CallGraph& calls_;
  Facts& facts_;
  Times& times_;
  Cells& cells_;
  Gates& gates_;
  // Calls of what models say `stores` or `adds` of; none of a number: it is not known by how much.
  struct AtomicStep {
    Signal signal;
    const pointsto::ObjectSet* on = nullptr;  // null: not known
    std::optional<std::int64_t> by;
  };
  const std::vector<AtomicStep>& atomic_steps();

  std::optional<std::vector<AtomicStep>> atomic_steps_;
  std::map<Cell, std::optional<Course>> courses_;
  // Of one course, by how far it has gone.
  std::map<Cell, std::vector<std::pair<Number, std::optional<std::uint32_t>>>> known_;
};

}  // namespace heddle::origins
