// Random methods with branches, loops (also into the entry), switches and handlers.
//
// Written in register form, so each goes through the SSA builder; all must verify. The same seed
// gives the same text everywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "ir/class.h"

namespace heddle::ir {

// A class C with one static method f.
std::string random_class_text(std::uint64_t seed);
std::unique_ptr<Class> random_class(std::uint64_t seed);

}  // namespace heddle::ir
