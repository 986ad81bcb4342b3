// Small random programs with threads, in the text form of the IR, to run detectors on.
//
// A few nodes in static fields and in each other's fields; threads that get one of them and are
// started, joined or left alone; monitors of nodes, of their lock objects, of a class; branches and
// loops on a choice that nobody can foresee; methods, some of them synchronized, called from
// several places with and without locks. All verify; the same seed gives the same text everywhere.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::races {

std::string threaded_program(std::uint64_t seed);
// Without the flags and counts that the others set and test, mostly under one lock.
std::string threaded_program_without_flags(std::uint64_t seed);

}  // namespace heddle::races
