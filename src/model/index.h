// How a Models finds what its files say: of a method by its name, of a class by a pattern.
//
// The texts that are added must stay where they are: keys are views of them. Who is added later
// hides what is said equally exactly. Immutable once filled; any number of threads may read.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text_hash.h"
#include "model/name.h"

namespace heddle::model {

class MethodIndex {
 public:
  void add(const MethodName& name, std::uint32_t at);

  // What was added of exactly that method; a name with a descriptor wins over one without.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view owner, std::string_view name,
                                                  std::string_view descriptor) const;
  [[nodiscard]] bool knows_class(std::string_view owner) const { return by_owner_.contains(owner); }

 private:
  struct Entry {
    const MethodName* name;
    std::uint32_t at;
  };
  boost::unordered_flat_map<std::string_view, std::vector<Entry>, base::TextHash> by_owner_;
};

class PatternIndex {
 public:
  // java/util/HashMap, java/util/HashMap*, java/util/concurrent/**
  void add(std::string_view pattern, std::uint32_t at);

  // Calls `visit` with each pattern's number that speaks of the class, the most specific first,
  // until it returns true.
  template <typename Visit>
  void for_each(std::string_view class_name, const Visit& visit) const {
    const auto stops = [&](const Numbers& numbers, std::string_view key) {
      const auto found = numbers.find(key);
      return found != numbers.end() && visit(found->second);
    };
    if (stops(exact_, class_name)) return;
    for (std::string_view outer = class_name; !outer.empty(); outer = outer_of(outer))
      if (stops(nested_, outer)) return;
    for (std::string_view in = package_of(class_name); !in.empty(); in = package_of(in))
      if (stops(packages_, in)) return;
  }

 private:
  using Numbers = boost::unordered_flat_map<std::string_view, std::uint32_t, base::TextHash>;

  static std::string_view before_last(std::string_view text, char separator) {
    const std::size_t at = text.rfind(separator);
    return at == std::string_view::npos ? std::string_view{} : text.substr(0, at);
  }
  static std::string_view outer_of(std::string_view name) { return before_last(name, '$'); }
  static std::string_view package_of(std::string_view name) { return before_last(name, '/'); }

  Numbers exact_, nested_, packages_;
};

}  // namespace heddle::model
