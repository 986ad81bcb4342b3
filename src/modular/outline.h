// What is known of code once it was linked, without the code: enough to look at one changed class
// again among thousands that stayed as they were.
//
// Everything is in the numbers of one program, with which it is kept between runs (kept.h). Plain
// data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "base/id.h"
#include "base/persist.h"
#include "ir/ids.h"
#include "model/concurrency.h"
#include "modular/annotations.h"

namespace heddle::modular {

// Lists one after the other in one array, with their ends in another.
template <base::Plain T>
class Lists {
 public:
  void add(std::span<const T> list) {
    values_.insert(values_.end(), list.begin(), list.end());
    ends_.push_back(static_cast<std::uint32_t>(values_.size()));
  }
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] std::span<const T> all() const { return values_; }
  [[nodiscard]] std::span<const T> operator[](std::size_t at) const {
    const std::size_t first = at == 0 ? 0 : ends_[at - 1];
    return std::span<const T>(values_).subspan(first, ends_[at] - first);
  }
  // Do the ends fit the values? Of loaded ones.
  [[nodiscard]] bool is_sound() const {
    std::uint32_t last = 0;
    for (const std::uint32_t end : ends_) {
      if (end < last) return false;
      last = end;
    }
    return last == values_.size();
  }
  template <typename Archive>
  void persist(Archive& archive) {
    archive.array(values_);
    archive.array(ends_);
  }

 private:
  std::vector<T> values_;
  std::vector<std::uint32_t> ends_;
};

// What one store says about the field it goes to.
struct StoreNote {
  enum class Kind : std::uint32_t { kNull, kMade, kOther };
  ir::FieldId field{};
  Kind kind{};
  ir::ClassId made = base::kNone<ir::ClassId>;     // of kMade
  ir::FieldId view_of = base::kNone<ir::FieldId>;  // of a view of a lock
  std::uint16_t is_view = 0;
  std::uint16_t is_platform_made = 0;
  std::uint16_t reassigns = 0;  // outside of constructors and class initialisers
  model::LockMode view_mode{};
  std::uint8_t is_serial = 0;  // an executor that runs its tasks one after the other

  friend bool operator==(const StoreNote&, const StoreNote&) = default;
};
static_assert(std::has_unique_object_representations_v<StoreNote>);

struct Outline {
  struct ClassRow {
    ir::ClassId id{};
    std::uint32_t cut_calls = 0;
    Marks marks{};
    // Linking it met a missing class or an oddity that nobody had met before.
    std::uint16_t is_odd = 0;
    std::uint32_t methods = 0;  // with code
    base::Hash128 header{};     // ir::header_hash
  };
  struct MethodMarks {
    ir::MethodId method{};
    Marks marks{};
    std::uint16_t unused = 0;
  };
  struct FieldMarks {
    ir::FieldId field{};
    Marks marks{};
    std::uint16_t unused = 0;
  };

  std::vector<ClassRow> classes;      // those of the inputs first, in their order; the rest by name
  std::uint64_t inputs = 0;           // so many of them are of the inputs
  std::vector<ir::MethodId> methods;  // with code, in the order of classes
  Lists<ir::ClassId> leads_to;        // by class: those of libraries that its code names
  Lists<StoreNote> stores;            // by class
  Lists<ir::FieldId> fields;          // by class: those its code names, ascending
  std::vector<MethodMarks> method_marks;
  std::vector<FieldMarks> field_marks;
  base::TextList method_guards;         // as method_marks
  base::TextList guards;                // as field_marks
  base::TextList source_files;          // by class
  Lists<std::uint8_t> lines;            // by method: where which source line begins; see lines.h
  std::vector<std::uint8_t> is_hidden;  // by ClassId: only the classes around it can name it
  Lists<ir::MethodId> callees;          // by method

  template <typename Archive>
  void persist(Archive& archive) {
    archive.array(classes);
    archive.value(inputs);
    archive.array(methods);
    leads_to.persist(archive);
    stores.persist(archive);
    fields.persist(archive);
    archive.array(method_marks);
    archive.array(field_marks);
    method_guards.persist(archive);
    guards.persist(archive);
    source_files.persist(archive);
    lines.persist(archive);
    archive.array(is_hidden);
    callees.persist(archive);
  }
  // Does all of it fit together? Of loaded ones: then nobody reads outside of it.
  [[nodiscard]] bool is_sound(std::size_t class_count, std::size_t method_count,
                              std::size_t field_count) const;
};

}  // namespace heddle::modular
