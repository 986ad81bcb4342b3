// What heddle must answer to a case, and what it did answer, in the same few lines:
//
//   exit 0
//   classes 1
//   skipped app.jar!/bad/Bad.class: the file ends in the header at byte 2
//   note app.jar: holds no classes
//   says nothing in the input could be analysed: no class was read
//
// `says` is a line on standard error. Where there would be very many lines of one sort, only the
// first three are kept, and then `skipped 4,321 in all`.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "run_program.h"

namespace heddle::malformed {

// Of one topic: the lines under each "== case" heading.
std::map<std::string, std::string> expected_answers(const std::filesystem::path& file);

// Adds a line that begins with "wrong" for whatever no answer may be: JSON that is none, bytes that
// steer a terminal, lines on standard error that are not heddle's.
std::string answer_of(const Finished& finished, bool is_json);

}  // namespace heddle::malformed
