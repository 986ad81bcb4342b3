// Names for what code is, not for where it stands: hashes that move only when meaning does.
//
// All symbols count by their names, never by their numbers, and side tables (offsets, lines, local
// names, source file) do not count. So a hash stays when lines shift, when a class gains symbols or
// members elsewhere, and whatever order things were decoded in. Hashes are for this process and
// our own cache; a new version may compute others. Stateless, thread-safe, linear.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "ir/body.h"
#include "ir/class.h"

namespace heddle::ir {

// Of a method: its class's name, its header (flags, signature, annotations…) and its code.
base::Hash128 content_hash(const Class& in, const Method& method, const Body& body);

// Of a class: its header, fields and methods, and the code of the methods lowered so far. Ask when
// all bodies are there, or none, so that the answer does not depend on who was first.
base::Hash128 class_hash(const Class& in);

// The same without any code, and without which methods are synchronized: what other classes can see
// of it.
base::Hash128 header_hash(const Class& in);

// One key for each instruction, the same before and after an edit elsewhere in the method.
//
// A key is built from what the statement does: opcode, symbols, constants, and the shape of the
// expressions it reads, four instructions deep. Parameters and phis are leaves, known by position
// and type; numbers of values and blocks, and which block it stands in, do not count. Statements
// that look alike are numbered in order of appearance, so inserting or removing one renumbers those
// behind it that look the same, and nothing else. Keys of one body are distinct, but for hash
// collisions.
std::vector<std::uint64_t> statement_keys(const Class& in, const Body& body);

}  // namespace heddle::ir
