#include "report/sarif_location.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "report/finding.h"
#include "report/source.h"

namespace heddle::report {
namespace {

using base::JsonWriter;

bool may_stand_in_uri(char c) {
  constexpr std::string_view kMarks = "-._~/$!+,@";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kMarks.contains(c);
}

void write_region(JsonWriter& json, const Place& place, Sources& sources, bool with_snippet) {
  json.key("region").begin_object().key("startLine").value(place.line);
  if (with_snippet)
    for (const Sources::Line& line : sources.around(place, 0))
      write_message(json, "snippet", line.text);
  json.end_object();
}

void write_physical(JsonWriter& json, const Place& place, Sources& sources, bool with_snippet) {
  const std::string path = sources.path(place);
  if (path.empty()) return;
  json.key("physicalLocation").begin_object().key("artifactLocation").begin_object();
  json.key("uri").value(uri_of(path)).key("uriBaseId").value(kSourceRoot).end_object();
  if (place.line != 0) write_region(json, place, sources, with_snippet);
  json.end_object();
}

}  // namespace

std::string uri_of(std::string_view path) {
  std::string uri;
  for (const char c : path)
    if (may_stand_in_uri(c))
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

void write_message(JsonWriter& json, std::string_view key, std::string_view text) {
  json.key(key).begin_object().key("text").value(text).end_object();
}

void write_location(JsonWriter& json, const Place& place, Sources& sources,
                    const LocationParts& parts) {
  json.begin_object(JsonWriter::Layout::kLine);
  if (parts.id) json.key("id").value(*parts.id);
  write_physical(json, place, sources, parts.with_snippet);
  json.key("logicalLocations").begin_array().begin_object();
  json.key("fullyQualifiedName").value(place.class_name + "." + place.method);
  json.key("kind").value("function").end_object().end_array();
  if (!parts.message.empty()) write_message(json, "message", parts.message);
  json.end_object();
}

}  // namespace heddle::report
