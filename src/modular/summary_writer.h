// Summaries as bytes that another machine can read: docs/formats/summaries.md.
//
// Methods, fields and classes go by their names. The same summaries give the same bytes, whatever
// the numbers of the program they were made in.
//
// Of a method there are two records: the whole summary, which those who call it want, and what
// others can see from outside (reaches.h); of a member of a circle also how it came to its summary.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "modular/summary.h"
#include "modular/symbol_ids.h"

namespace heddle::modular {

class SummaryWriter {
 public:
  // `accesses`: about so many there will be.
  explicit SummaryWriter(const ir::Program& program, std::size_t accesses = 0) : program_(program) {
    constexpr std::size_t kBytesOfMost = 16;
    records_.reserve(accesses * kBytesOfMost);
  }

  // In the order in which methods are to be found again. The whole summary of one that nobody calls
  // is left out.
  // `past`: null where it is in no circle.
  void add(ir::MethodId method, const Summary& whole, bool is_called, const Summary& outside,
           const Past* past);
  [[nodiscard]] std::vector<std::uint8_t> finish() const;
  [[nodiscard]] const SymbolIds& symbols() const { return symbols_; }

 private:
  using Output = std::vector<std::uint8_t>;
  struct PathHash {
    using is_avalanching = void;
    std::size_t operator()(const Path& path) const { return path.hash(); }
  };

  // The numbers of an access's path and site.
  struct Numbered {
    std::uint32_t path = 0, site = 0;
  };

  // `whole`: of which it has a part, in the same order, and which was written just before; or null.
  void write(Output& out, const Summary& summary, const Summary* whole);
  void write(Output& out, const Past& past);
  void write(Output& out, const Shape& shape);
  void number_accesses(const Summary& summary);
  void number_part(const Summary& part, const Summary& whole);
  Numbered number(const Access& access);
  void write(Output& out, const Locks& locks);
  void write(Output& out, const std::vector<Path>& paths);
  void write_accesses(Output& out, const Summary& summary,
                      const std::vector<ir::MethodId>& callees) const;
  std::uint32_t text(std::string_view text);
  std::uint32_t number(ir::ClassId id);
  std::uint32_t number(ir::MethodId id);
  std::uint32_t number(ir::FieldId id);
  std::uint32_t number(const Path& path);
  std::uint32_t site(ir::MethodId method, std::uint32_t instruction);

  // Numbers in the order in which somebody asked for them.
  template <typename Id>
  class Numbers {
   public:
    struct Found {
      std::uint32_t number = 0;
      bool is_new = false;
    };
    Found find(Id id) {
      const std::size_t at = base::index(id);
      if (at >= numbers_.size()) numbers_.resize(at + at / 2 + 1);
      const bool is_new = numbers_[at] == 0;
      if (is_new) numbers_[at] = ++count_;
      return {.number = numbers_[at] - 1, .is_new = is_new};
    }
    [[nodiscard]] std::uint32_t size() const { return count_; }

   private:
    std::vector<std::uint32_t> numbers_;  // by id: one more
    std::uint32_t count_ = 0;
  };

  const ir::Program& program_;
  boost::unordered_flat_map<std::string, std::uint32_t> texts_;
  Numbers<ir::ClassId> classes_;
  Numbers<ir::MethodId> methods_;
  Numbers<ir::FieldId> fields_;
  boost::unordered_flat_map<Path, std::uint32_t, PathHash> paths_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> sites_;
  SymbolIds symbols_;
  Output text_bytes_, class_bytes_, method_bytes_, field_bytes_, path_bytes_, site_bytes_;
  Output index_, records_;
  std::vector<Numbered> numbered_;  // accesses of the summary that was written last
  std::vector<Numbered> of_part_;   // scratch
  std::uint32_t count_ = 0;
};

}  // namespace heddle::modular
