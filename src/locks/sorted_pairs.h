// Locks that are taken in an order that comes from comparing something of the two objects:
//
//   Account first = from.number < to.number ? from : to;
//   Account second = from.number < to.number ? to : from;
//   synchronized (first) { synchronized (second) { … } }
//
// Both `from` and `to` are locked there (`second` may also be `first == from ? to : from`), and
// whoever does the same takes them in the same order.
// What is compared must not change: a field that is set once, a getter of one, or
// System.identityHashCode. A method may compare them: `from.compareTo(to) < 0`. Two that compare as
// equal are thought of where a test says that they do.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "ir/body.h"
#include "ir/ids.h"
#include "locks/fields.h"
#include "origins/call_graph.h"
#include "origins/facts.h"

namespace heddle::locks {

class SortedPairs {
 public:
  SortedPairs(origins::CallGraph& calls, origins::Facts& facts, const Fields& fields)
      : calls_(calls), facts_(facts), fields_(fields) {}

  // The two values that these two always are, in one order or the other.
  std::optional<std::pair<ir::ValueId, ir::ValueId>> both(ir::MethodId method, ir::ValueId first,
                                                          ir::ValueId second);
  // By what the held one comes before or behind the wanted one wherever control comes to the
  // instruction.
  struct Order {
    std::uint64_t key = 0;                   // the same number for what is compared; 0: nothing
    bool ascends = false, descends = false;  // both: the two compare as equal
  };
  Order sorted_by(ir::MethodId method, ir::ValueId held, ir::ValueId wanted, std::uint32_t at);

 private:
  // Of values that are compared where they are, or chosen by comparing.
  Order sorted_here(ir::MethodId method, ir::ValueId held, ir::ValueId wanted, std::uint32_t at);
  // Of two fields of one object: do all its constructors sort what they put there?
  Order sorted_when_made(ir::ClassId from, const ir::Body& body, ir::ValueId held,
                         ir::ValueId wanted);
  Order sorted_by_constructor(ir::MethodId method, std::uint64_t held, std::uint64_t wanted);
  // Does it begin with another constructor of its class?
  bool delegates(ir::MethodId constructor, const ir::Body& body);
  // What is compared of an object.
  struct Key {
    std::uint64_t what = 0;  // 0: nothing that stays
    ir::ValueId of = ir::kNoValue;
  };
  // One of two values, as a test says.
  struct Choice {
    std::uint32_t test = 0;  // the kIf
    ir::ValueId if_yes = ir::kNoValue, if_no = ir::kNoValue;
  };
  // Is the one what the other is not, since it is asked which that is? `first == a ? b : a`
  bool is_rest(ir::ClassId from, const ir::Body& body, ir::ValueId chosen, const Choice& choice,
               const Choice& rest);
  Key key(ir::MethodId method, const ir::Body& body, std::uint32_t value);
  // The first value of the body that is the same object: fields that never change are read anew.
  ir::ValueId same(ir::ClassId from, const ir::Body& body, ir::ValueId value, unsigned depth = 0);
  std::uint64_t stable_field(ir::ClassId from, const ir::Instruction& get);
  std::uint64_t getter(ir::ClassId from, const ir::Instruction& invoke);
  std::optional<Choice> choice(ir::ClassId from, const ir::Body& body, origins::BodyFlow& flow,
                               ir::ValueId value);
  std::pair<Key, Key> compared(ir::MethodId method, const ir::Body& body,
                               const ir::Instruction& test);
  bool are_same_test(ir::MethodId method, const ir::Body& body, std::uint32_t one,
                     std::uint32_t other);
  // 1: the first comes before the second if the test says so; -1: behind it; 0: not known.
  int direction(ir::MethodId method, const ir::Body& body, std::uint32_t test, bool says_yes,
                ir::ValueId first, ir::ValueId second);

  origins::CallGraph& calls_;
  origins::Facts& facts_;
  const Fields& fields_;
};

}  // namespace heddle::locks
