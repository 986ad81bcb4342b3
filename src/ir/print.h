// The text form of the IR, for people and for tests.
//
// The grammar is in docs/formats/ir.md; parse_text.h reads it back. What is printed by
// default is everything: parsing it gives the same class, and printing that gives the same bytes.
// Without an option, that side table is left out and nothing else. Values are printed under their
// own numbers, so any body prints, verified or not, as long as its ranges lie inside its tables (C1
// to C3).
//
// Stateless, thread-safe on classes nobody changes.
#pragma once

#include <string>

#include "ir/body.h"
#include "ir/class.h"

namespace heddle::ir {

struct PrintOptions {
  bool offsets = true;  // "@12": the bytecode offset of each instruction
  bool lines = true;    // "line 40"
  bool names = true;    // "\"count\"": the local variables a value was known under
};

// The class with all its members; bodies as far as they are lowered.
std::string print_class(const Class& in, PrintOptions options = {});
// One method of it, as it stands inside the class; `body` may be null.
std::string print_method(const Class& in, const Method& method, const Body* body,
                         PrintOptions options = {});
// Only the blocks.
std::string print_body(const Class& in, const Body& body, PrintOptions options = {});

}  // namespace heddle::ir
