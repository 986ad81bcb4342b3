// Places as SARIF knows them. Only the SARIF printer needs these.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "report/finding.h"
#include "report/source.h"

namespace heddle::report {

// The name under which the folder of the sources is known to readers.
inline constexpr std::string_view kSourceRoot = "%SRCROOT%";

// The path as a relative URI: what may not stand in one is percent-encoded.
std::string uri_of(std::string_view path);

// Text for a SARIF message, in which [words](1) is a link.
std::string escaped(std::string_view text);

// {"text": …}
void write_message(base::JsonWriter& json, std::string_view key, std::string_view text);

struct LocationParts {
  std::optional<std::size_t> id{};  // that links in messages name
  std::string_view message{};
  bool with_snippet = false;
};

// A location object: the place in its file as far as known, and the method by name.
void write_location(base::JsonWriter& json, const Place& place, Sources& sources,
                    const LocationParts& parts);

}  // namespace heddle::report
