// The answer of an analysis as texts, so that two of them can be compared.
//
//   pointer   a.B.m()V#3             the variable of instruction 3 of an instance with context ε
//             a.B.m()V[ | a.A.n()V@5]#result, …#thrown
//             a.B.m()V@12.a.B.f      a field of the object made at instruction 12 of a.B.m
//             a.B.m()V@12 in [ | x][]   the elements of an array with a heap context
//             a.B.m()V@12{0}         a capture
//             static a.B.f, threads
//   edge      a.B.m()V@12 -> a.C.n()V[ | a.B.m()V@12], root -> a.B.main()V
//             x.Y.m()V[model a.B.m()V@12]@model -> a.C.n()V
//
// Pointers that hold nothing are left out.
#pragma once

#include <map>
#include <set>
#include <string>

#include "pointsto/heap.h"

namespace heddle::pointsto {

struct Facts {
  std::map<std::string, std::set<std::string>> points_to;
  std::set<std::string> call_edges;
  std::set<std::string> reachable;   // instances
  std::set<std::string> unmodelled;  // methods without code that rule 16 counts, as `a.B.m()V`

  friend bool operator==(const Facts&, const Facts&) = default;
};

// What the solver found.
Facts facts_of(const Heap& heap);

// One fact a line, sorted.
std::string text_of(const Facts& facts);
// The facts that only one of them has, one a line: "- x" is missing in `actual`, "+ x" too much.
std::string difference(const Facts& expected, const Facts& actual);

}  // namespace heddle::pointsto
