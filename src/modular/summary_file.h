// Summaries that summary_writer.h wrote; each is decoded when somebody asks for it.
//
// Bytes are never believed: what does not fit is a summary that is not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "modular/summary.h"
#include "modular/symbol_ids.h"

namespace heddle::modular {

// Finds them by name; nothing if the bytes are broken or the program lacks one of them.
std::optional<SymbolIds> find_symbols(base::Bytes bytes, ir::Program& program);

class SummaryFile {
 public:
  // Nothing: the bytes are not such a file, or the symbols are not theirs. The bytes must outlive
  // it.
  static std::optional<SummaryFile> open(base::Bytes bytes, const SymbolIds& symbols);

  [[nodiscard]] std::size_t size() const { return methods_.size(); }
  [[nodiscard]] ir::MethodId method(std::size_t at) const { return methods_[at]; }
  // Is there a whole summary?
  [[nodiscard]] bool has_summary(std::size_t at) const { return records_[at].summary != 0; }
  [[nodiscard]] std::optional<Summary> summary(std::size_t at) const;
  [[nodiscard]] std::optional<Summary> outside(std::size_t at) const;
  [[nodiscard]] bool has_past(std::size_t at) const { return records_[at].past != 0; }
  [[nodiscard]] std::optional<Past> past(std::size_t at) const;
  // Is there nothing in what is seen from outside?
  [[nodiscard]] bool is_outside_empty(std::size_t at) const;
  // Of the whole summary, also where there is none.
  [[nodiscard]] std::uint32_t access_count(std::size_t at) const { return records_[at].accesses; }
  [[nodiscard]] bool was_cut(std::size_t at) const { return records_[at].was_cut; }

 private:
  struct Record {
    std::uint64_t at = 0;
    std::uint32_t summary = 0, outside = 0, past = 0;  // bytes, one behind the other
    std::uint32_t accesses = 0;
    bool was_cut = false;
  };
  struct Site {
    ir::MethodId method{};
    std::uint32_t instruction = 0;
  };
  class Decoder;
  class Opener;

  base::Bytes bytes_;
  std::vector<ir::MethodId> symbols_;  // of methods
  std::vector<Path> paths_;
  std::vector<Site> sites_;
  std::vector<ir::MethodId> methods_;
  std::vector<Record> records_;
};

}  // namespace heddle::modular
