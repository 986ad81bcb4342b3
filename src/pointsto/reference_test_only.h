// The slow, obvious twin of the solver: the rules of docs/analysis/points-to.md, one by one, run
// over the bodies again and again until nothing is added.
//
// It was written from that page and shares no code with the solver. Everything is a text: objects,
// contexts, instances and pointers are called what the page calls them, and two analyses agree when
// their texts do.
//
//   pointer   a.B.m()V#3             the variable of instruction 3 of an instance with context ε
//             a.B.m()V[ | a.A.n()V@5]#result, …#thrown
//             a.B.m()V@12.a.B.f      a field of the object made at instruction 12 of a.B.m
//             a.B.m()V@12 in [ | x][]   the elements of an array with a heap context
//             a.B.m()V@12{0}         a capture
//             static a.B.f, threads
//   edge      a.B.m()V@12 -> a.C.n()V[ | a.B.m()V@12], root -> a.B.main()V
//
// Pointers that hold nothing are left out. Quadratic in everything; for small programs.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "ir/ids.h"
#include "ir/program.h"
#include "model/model.h"

namespace heddle::pointsto {

struct Facts {
  std::map<std::string, std::set<std::string>> points_to;
  std::set<std::string> call_edges;
  std::set<std::string> reachable;   // instances
  std::set<std::string> unmodelled;  // methods without code that rule 16 counts, as `a.B.m()V`

  friend bool operator==(const Facts&, const Facts&) = default;
};

// The policy by its name on the page: "insensitive", "origin(2)", "object(1)", "call-site(2)",
// "recommended".
Facts reference_facts(ir::Program& program, const model::Models& models,
                      std::span<const ir::MethodId> entries, std::string_view policy);

// One fact a line, sorted.
std::string text_of(const Facts& facts);
// The facts that only one of them has, one a line: "- x" is missing in `actual`, "+ x" too much.
std::string difference(const Facts& expected, const Facts& actual);

}  // namespace heddle::pointsto
