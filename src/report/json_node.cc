// The library keeps the members of an object in the order of the text and looks them up one by one,
// so an object of very many keys would take quadratic time: more than kMostKeys are refused while
// parsing, and so is what nests deeper than any report.
#include "report/json_node.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/malformed.h"
#include "base/printable.h"

namespace heddle::report {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostKeys = 500;
constexpr int kDeepest = 32;
constexpr std::size_t kMostShown = 120;

std::string shown(std::string_view text) {
  std::string out = base::printable(text.substr(0, kMostShown));
  return text.size() > kMostShown ? out + "…" : out;
}

std::string_view type_of(const ordered_json& value) {
  switch (value.type()) {
    case ordered_json::value_t::object: return "an object";
    case ordered_json::value_t::array: return "a list";
    case ordered_json::value_t::string: return "a text";
    case ordered_json::value_t::boolean: return "true or false";
    case ordered_json::value_t::number_integer:
    case ordered_json::value_t::number_unsigned:
    case ordered_json::value_t::number_float: return "a number";
    default: return "nothing";
  }
}

// Watches the size of what is parsed; answers whether to keep it.
class Limits {
 public:
  bool operator()(int depth, ordered_json::parse_event_t event) {
    if (depth > kDeepest) broken_ = "nested too deeply";
    if (event == ordered_json::parse_event_t::object_start) keys_.push_back(0);
    if (event == ordered_json::parse_event_t::object_end) keys_.pop_back();
    if (event == ordered_json::parse_event_t::key && ++keys_.back() > kMostKeys)
      broken_ = "an object with too many keys";
    return broken_.empty();
  }

  [[nodiscard]] const std::string& broken() const { return broken_; }

 private:
  std::vector<std::size_t> keys_;
  std::string broken_;
};

// "[json.exception.parse_error.101] parse error at line 1, column 5: …" from "line" on.
base::Malformed not_json(const ordered_json::exception& error) {
  const std::string_view message = error.what();
  const std::size_t line = message.find("line ");
  const std::size_t close = message.find("] ");
  const std::size_t begin = line != std::string_view::npos    ? line
                            : close != std::string_view::npos ? close + 2
                                                              : 0;
  return base::Malformed("not JSON: " + shown(message.substr(begin)));
}

}  // namespace

// --- the document --------------------------------------------------------------------------------

JsonDocument::JsonDocument(std::string_view text) : value_(std::make_unique<ordered_json>()) {
  Limits limits;
  try {
    *value_ = ordered_json::parse(text.begin(), text.end(),
                                  [&](int depth, ordered_json::parse_event_t event, ordered_json&) {
                                    return limits(depth, event);
                                  });
  } catch (const ordered_json::exception& error) {
    fault_ = not_json(error);
  }
  if (!limits.broken().empty()) fault_ = base::Malformed(limits.broken());
  if (fault_) *value_ = nullptr;
}

JsonDocument::~JsonDocument() = default;

JsonNode JsonDocument::root() { return {*this, value_.get(), nullptr, {}, 0}; }

// --- its nodes -----------------------------------------------------------------------------------

bool JsonNode::is_missing() const { return value_ == nullptr || value_->is_null(); }

JsonNode JsonNode::member(std::string_view key) const {
  const Value* found = nullptr;
  if (!is_missing() && !value_->is_object()) {
    want("an object");
  } else if (!is_missing()) {
    const auto at = value_->find(key);
    if (at != value_->end()) found = &*at;
  }
  return {document_, found, this, key, 0};
}

JsonNode JsonNode::required(std::string_view key) const {
  if (is_missing()) want("an object");
  const auto is_there = [&] { return value_->is_object() && value_->contains(key); };
  if (!is_missing() && !is_there()) fail(fmt::format("want a key \"{}\"", key));
  return member(key);
}

std::string JsonNode::text() const {
  if (is_missing()) return {};
  if (value_->is_string()) return value_->get_ref<const std::string&>();
  want("a text");
  return {};
}

double JsonNode::decimal() const {
  if (is_missing()) return 0;
  if (value_->is_number()) return value_->get<double>();
  want("a number");
  return 0;
}

bool JsonNode::truth() const {
  if (is_missing()) return false;
  if (value_->is_boolean()) return value_->get<bool>();
  want("true or false");
  return false;
}

std::uint64_t JsonNode::whole_up_to(std::uint64_t most) const {
  if (is_missing()) return 0;
  if (!value_->is_number_unsigned()) return want("a whole number"), 0;
  const auto number = value_->get<std::uint64_t>();
  if (number <= most) return number;
  fail(fmt::format("want a whole number up to {}, found {}", most, number));
  return 0;
}

std::size_t JsonNode::length() const {
  if (is_missing()) return 0;
  if (value_->is_array()) return value_->size();
  want("a list");
  return 0;
}

JsonNode JsonNode::item(std::size_t index) const {
  return {document_, &(*value_)[index], this, {}, index};
}

std::size_t JsonNode::member_count() const {
  if (is_missing()) return 0;
  if (value_->is_object()) return value_->size();
  want("an object");
  return 0;
}

std::string_view JsonNode::key_at(std::size_t index) const {
  return std::next(value_->begin(), static_cast<std::ptrdiff_t>(index)).key();
}

JsonNode JsonNode::member_at(std::size_t index) const {
  const auto at = std::next(value_->begin(), static_cast<std::ptrdiff_t>(index));
  return {document_, &*at, this, at.key(), 0};
}

// --- faults --------------------------------------------------------------------------------------

std::string JsonNode::place() const {
  if (parent_ == nullptr) return {};
  const std::string before = parent_->place();
  if (key_.empty()) return fmt::format("{}[{}]", before, index_);
  return before.empty() ? shown(key_) : before + "." + shown(key_);
}

void JsonNode::fail(std::string_view what) const {
  if (document_.fault_) return;
  const std::string at = place();
  document_.fault_ =
      base::Malformed(at.empty() ? std::string(what) : fmt::format("{}: {}", at, what));
}

void JsonNode::want(std::string_view what) const {
  fail(fmt::format("want {}, found {}", what, value_ == nullptr ? "nothing" : type_of(*value_)));
}

void JsonNode::unknown_word(std::string_view found) const {
  fail(fmt::format("\"{}\" is not known here; was this written by a newer heddle?", shown(found)));
}

}  // namespace heddle::report
