// Writes JSON as it goes, without building a tree: the same calls give the same bytes.
//
//   JsonWriter json(out);
//   json.begin_object().key("classes").value(211).end_object();
//
// Keys and values come in the order written. Two spaces of indentation; a list or object opened
// with Layout::kLine stays on one line. Text may be any bytes: what is not UTF-8 becomes U+FFFD,
// characters that steer a terminal are escaped. Unbalanced calls are our own mistake and abort.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::base {

class JsonWriter {
 public:
  enum class Layout : std::uint8_t { kBlock, kLine };

  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& begin_object(Layout layout = Layout::kBlock) { return begin('{', layout); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array(Layout layout = Layout::kBlock) { return begin('[', layout); }
  JsonWriter& end_array() { return end(']'); }

  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  template <std::integral Number>
    requires(!std::same_as<Number, bool>)
  JsonWriter& value(Number number) {
    return plain(std::to_string(number));
  }
  // With the given number of digits behind the point.
  JsonWriter& decimal(double number, int digits);
  JsonWriter& null();

 private:
  struct Level {
    Layout layout{};
    bool empty = true;
  };

  JsonWriter& begin(char bracket, Layout layout);
  JsonWriter& end(char bracket);
  JsonWriter& plain(std::string_view text);
  void before_value();
  void new_line();
  void quote(std::string_view text);

  std::string& out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace heddle::base
