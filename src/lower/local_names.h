// Which source name a local slot has at an offset of the code. Internal to `lower`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "classfile/code.h"

namespace heddle::lower {

class LocalNames {
 public:
  void read(const classfile::Code& code);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  // The variable that lives in the slot when the instruction at `offset` begins.
  [[nodiscard]] std::optional<std::string_view> at(std::uint32_t slot, std::uint32_t offset) const;

 private:
  struct Entry {
    std::uint32_t slot = 0, start = 0, end = 0;
    std::uint32_t position = 0;  // in the table
    std::string_view name;
  };
  std::vector<Entry> entries_;  // by slot, start and position
};

}  // namespace heddle::lower
