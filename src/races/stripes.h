// Locks in an array, one for each element of another: `synchronized (locks[i]) { counts[i]++; }`,
// or one for several of them: `locks[i % 16]`.
//
// Two accesses to the same element hold the same lock, if the array of locks is the same one and
// its elements never change once its maker is done. Lifetime: all that is handed in must outlive
// it. Thread safety: one thread; what is known of a field is kept.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>

#include "ir/body.h"
#include "ir/ids.h"
#include "locks/fields.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "races/accesses.h"

namespace heddle::races {

class Stripes {
 public:
  Stripes(origins::CallGraph& calls, locks::Paths& paths, const locks::Fields& fields)
      : calls_(calls), paths_(paths), fields_(fields) {}

  // The array of locks, if which of them is held follows from the index of the access alone, and
  // how it does.
  struct Stripe {
    locks::PathId array{};
    std::uint64_t how = 0;  // 0: it is the very index
  };
  std::optional<Stripe> stripe_of(const Access& access, locks::PathId held);

 private:
  // How the one index follows from the other; nothing: it does not.
  std::optional<std::uint64_t> follows(ir::MethodId method, const ir::Body& body,
                                       std::uint32_t lock, std::uint32_t element,
                                       locks::PathId array);
  // Are its elements put there by constructors or the class initialiser alone?
  bool keeps_elements(ir::FieldId field);
  bool find_keeps_elements(ir::FieldId field) const;
  [[nodiscard]] bool is_only_read(ir::MethodId method, ir::FieldId field) const;

  origins::CallGraph& calls_;
  locks::Paths& paths_;
  const locks::Fields& fields_;
  boost::unordered_flat_map<std::uint32_t, bool> keeps_;  // by field
};

}  // namespace heddle::races
