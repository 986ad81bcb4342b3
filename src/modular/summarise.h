// One method to its summary, from its body and the summaries of what it calls.
//
// A pure function: the same code and summaries give the same summary, on any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/ids.h"
#include "modular/code.h"
#include "modular/summary.h"
#include "modular/values.h"

namespace heddle::modular {

// What callees do is kept up to so many in all; a summary that was cut says so. Far up in a program
// everything does everything, and nobody can act on that.
inline constexpr std::size_t kMostAccesses = 128;

// Does it wait for a thread, a task, a signal or others, perhaps for ever?
bool waits_for_others(const Call& call);

// The calls of the method that wait for a thread, a task or a signal, by themselves or by what they
// surely run.
std::vector<std::uint32_t> waits_in(const Code& code, const Summaries& summaries,
                                    ir::MethodId method);

Summary summarise(const Code& code, const Summaries& summaries, ir::MethodId method);

}  // namespace heddle::modular
