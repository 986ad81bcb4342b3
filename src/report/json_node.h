// Reading JSON that others may have written: a value that knows its place, and says so when it is
// not what was wanted.
//
//   JsonDocument document(text);
//   const std::string name = document.root().member("tool").member("name").text();
//   if (document.fault()) …   // "tool.name: want a text, found a number"
//
// The first fault is kept; after it, as for what is missing or null, every question has an empty
// answer. A node lives no longer than the node it came from. One thread at a time. Only the
// source knows the whole of the library that reads.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/malformed.h"
#include "report/finding.h"

namespace heddle::report {

class JsonDocument;

class JsonNode {
 public:
  JsonNode(const JsonNode&) = delete;
  JsonNode& operator=(const JsonNode&) = delete;

  [[nodiscard]] bool is_missing() const;  // or null
  // A fault if it is missing, or this is not an object.
  [[nodiscard]] JsonNode required(std::string_view key) const;
  [[nodiscard]] JsonNode member(std::string_view key) const;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] double decimal() const;
  [[nodiscard]] bool truth() const;
  template <std::unsigned_integral Number>
  [[nodiscard]] Number whole() const {
    return static_cast<Number>(whole_up_to(std::numeric_limits<Number>::max()));
  }
  // One of the words of an enumeration of the report.
  template <typename Enum>
  [[nodiscard]] Enum word() const {
    const std::string found = text();
    if (const std::optional<Enum> value = from_word<Enum>(found)) return *value;
    if (!is_missing()) unknown_word(found);
    return {};
  }

  // Calls visit(node) for each item of a list.
  template <typename Visit>
  void each(Visit visit) const {
    for (std::size_t i = 0; i < length(); ++i) visit(item(i));
  }
  // Calls visit(key, node) for each member of an object, in the order of the text.
  template <typename Visit>
  void each_member(Visit visit) const {
    for (std::size_t i = 0; i < member_count(); ++i) visit(key_at(i), member_at(i));
  }

  void fail(std::string_view what) const;

 private:
  friend class JsonDocument;
  using Value = nlohmann::ordered_json;

  JsonNode(JsonDocument& document, const Value* value, const JsonNode* parent, std::string_view key,
           std::size_t index)
      : document_(document), value_(value), parent_(parent), key_(key), index_(index) {}

  [[nodiscard]] std::uint64_t whole_up_to(std::uint64_t most) const;
  [[nodiscard]] std::size_t length() const;
  [[nodiscard]] JsonNode item(std::size_t index) const;
  [[nodiscard]] std::size_t member_count() const;
  [[nodiscard]] std::string_view key_at(std::size_t index) const;
  [[nodiscard]] JsonNode member_at(std::size_t index) const;
  [[nodiscard]] std::string place() const;
  void unknown_word(std::string_view found) const;
  void want(std::string_view what) const;

  JsonDocument& document_;
  const Value* value_;  // null: missing
  const JsonNode* parent_;
  std::string_view key_;  // empty: an item of a list
  std::size_t index_;
};

class JsonDocument {
 public:
  explicit JsonDocument(std::string_view text);
  ~JsonDocument();
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  [[nodiscard]] JsonNode root();
  [[nodiscard]] const std::optional<base::Malformed>& fault() const { return fault_; }

 private:
  friend class JsonNode;

  std::unique_ptr<JsonNode::Value> value_;
  std::optional<base::Malformed> fault_;
};

}  // namespace heddle::report
