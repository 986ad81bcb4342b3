// Summaries as bytes that another machine can read: docs/formats/summaries.md.
//
// Methods, fields and classes go by their names. The same summaries give the same bytes, whatever
// the numbers of the program they were made in.
//
// Of a method there are two records: the whole summary, which those who call it want, and what
// others can see from outside (reaches.h); of a member of a circle also how it came to its summary.
// Each is decoded when somebody asks for it.
//
// Bytes are never believed: what does not fit is a summary that is not there.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "modular/summary.h"

namespace heddle::modular {

// What the classes, methods and fields that bytes speak of are in a program, in their order there.
struct SymbolIds {
  std::vector<ir::ClassId> classes;
  std::vector<ir::MethodId> methods;
  std::vector<ir::FieldId> fields;

  template <typename Archive>
  void persist(Archive& archive) {
    archive.array(classes);
    archive.array(methods);
    archive.array(fields);
  }
};

// Finds them by name; nothing if the bytes are broken or the program lacks one of them.
std::optional<SymbolIds> find_symbols(base::Bytes bytes, ir::Program& program);

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
