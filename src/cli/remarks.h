// What was skipped or noted, at the end of an answer.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "workspace/container.h"

namespace heddle::cli {

// As a list of {"what", "why"} under that key.
void write_remarks(base::JsonWriter& json, std::string_view key,
                   std::span<const workspace::Remark> remarks);

// A title and the first of them for people; nothing if there are none.
void append_remarks(std::string& out, std::string_view title,
                    std::span<const workspace::Remark> remarks);

}  // namespace heddle::cli
