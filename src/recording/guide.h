// Which accesses need no probe, since the static analysis proved that they cannot race. As lines,
// which `heddle record` writes for the agent:
//
//   heddle-guide 1
//   remarks 2                        how much the analysis saw with less than full knowledge
//   class bank/Account 00f1…         the hash of the class file, base::hash_text
//   method 4,19 deposit(I)V          offsets of accesses in its bytecode
//
// A class with other bytes than the guide knows is one that it does not know. Constant once made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"

namespace heddle::recording {

class Guide {
 public:
  struct Class {
    std::uint64_t hash = 0;
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> proven;  // ascending

    [[nodiscard]] bool is_proven(std::string_view method, std::uint32_t offset) const;
  };

  static std::expected<Guide, std::string> parse(std::string_view text);
  [[nodiscard]] std::string print() const;

  // Names are internal ones, a/b/C; methods have their descriptor.
  void add_class(std::string_view name, std::uint64_t hash);
  void add_method(std::string_view class_name, std::string_view method,
                  std::vector<std::uint32_t> offsets);
  void set_remarks(std::uint64_t count) { remarks_ = count; }

  // Null: it does not know the class, or another version of it.
  [[nodiscard]] const Class* find(std::string_view name, base::Bytes bytes) const;
  [[nodiscard]] std::size_t size() const { return classes_.size(); }
  [[nodiscard]] std::uint64_t remarks() const { return remarks_; }

 private:
  std::map<std::string, Class, std::less<>> classes_;
  std::uint64_t remarks_ = 0;
};

}  // namespace heddle::recording
