// Objects that a method takes out of a field, under a lock, by putting another one there.
//
//   synchronized (this) { full = buffer; buffer = new ArrayList<>(); }
//   write(full);                       // nobody else can get at it any more
//
// It may be handed on to other methods from there: these have it as long as their callers do.
//
// Whoever else comes to the object read it out of that field with the lock held, and is still
// holding it: that was before.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "locks/fields.h"
#include "locks/locks.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "races/accesses.h"

namespace heddle::races {

class Swapped {
 public:
  Swapped(origins::CallGraph& calls, locks::Locks& locks, const locks::Paths& paths,
          const locks::Fields& fields)
      : calls_(calls), locks_(locks), paths_(paths), fields_(fields) {}

  // Are the two never at one object at once, since one of them has taken it out, and the other has
  // done so, too, or holds the lock under which it read it?
  bool are_apart(const Access& x, const Access& y);

 private:
  bool are_apart_here(const Access& x, const Access& y);
  // Where the callers give what is accessed, if it is a parameter: the calls as accesses. None:
  // that is not known of all of them, or one did not read it out of such a field.
  const std::vector<Access>& given_at(const Access& access);
  std::vector<Access> find_given(const Access& access, unsigned up);
  // Where the method read the accessed object out of a field that alone holds it.
  struct Read {
    std::uint32_t instruction = 0;
    ir::FieldId field{};
    std::uint32_t holder = 0;  // the value whose field it is; none: a static field
  };
  const std::optional<Read>& read_of(const Access& access);
  [[nodiscard]] std::optional<Read> find_read(const Access& access) const;
  // Locks under which it was read and either taken out or, all the time, used.
  std::vector<std::uint64_t> taken_out_under(const Access& access, const Read& read);
  std::vector<std::uint64_t> kept_under(const Access& access, const Read& read);
  // Held alone at both, having been taken once; named alike by whoever reads the field.
  std::vector<std::uint64_t> held_at_both(const Access& access, std::uint32_t first,
                                          std::uint32_t second);
  [[nodiscard]] std::uint32_t put_behind(const Access& access, const Read& read) const;
  [[nodiscard]] bool puts_another(ir::MethodId method, const ir::Instruction& put,
                                  const Read& read) const;

  origins::CallGraph& calls_;
  locks::Locks& locks_;
  const locks::Paths& paths_;
  const locks::Fields& fields_;
  std::map<std::array<std::uint32_t, 3>, std::vector<Access>> given_;  // by point and value
  // By instance and value; they stay where they are.
  std::unordered_map<std::uint64_t, std::optional<Read>> reads_;
};

}  // namespace heddle::races
