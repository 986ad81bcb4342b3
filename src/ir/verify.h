// Checks the contract of the IR, clause by clause.
//
// The clauses are those of docs/formats/ir.md, by number. Reference types are checked as kinds,
// with the obvious on top (what is thrown is a reference, a length is an int); whether one class
// extends another is not known here.
//
// Stateless; may be called from any thread on a body nobody writes. Never reads outside the body,
// whatever it holds: where a clause that later ones build upon does not hold, those are left out.
// Near linear in the body, some 100 ns an instruction.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ir/body.h"
#include "ir/class.h"

namespace heddle::ir {

struct Violation {
  unsigned clause = 0;
  std::string where;  // "b3 %17"; empty: the body as a whole
  std::string what;

  // "C15 at b3 %17: uses %20, which is not made on every path to it".
  [[nodiscard]] std::string describe() const;
};

// At most this many are told of one body.
inline constexpr std::size_t kMostViolations = 100;

// Empty where the body keeps the contract.
std::vector<Violation> verify(const Class& in, const Method& method, const Body& body);

}  // namespace heddle::ir
