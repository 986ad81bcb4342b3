// The Code attribute of a method (JVMS 4.7.3): bytecode, exception table, lines, local variables.
//
// parse_code checks extents and the tables; it does not look at instructions (opcode.h finds their
// boundaries). A Code borrows the class file's bytes and constants and must not outlive the
// ClassFile (which may be moved). Immutable, so it may be shared.
//
// Cost: no allocation, unless a method splits its line or local-variable table over several
// attributes, which the specification allows and compilers do not do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/class_file.h"

namespace heddle::classfile {

// Instructions at offsets [start, end) are guarded by the handler.
struct ExceptionEntry {
  std::uint16_t start = 0;
  std::uint16_t end = 0;
  std::uint16_t handler = 0;
  std::uint16_t catch_type = 0;  // a Class constant; 0 catches everything
};

// Instructions from `start` on, up to the next entry's start, come from `line`.
struct LineNumber {
  static constexpr std::size_t kSize = 4;
  std::uint16_t start = 0;
  std::uint16_t line = 0;

  static LineNumber read(const std::uint8_t* at, const ConstantPool& pool);
};

// The variable lives in `slot` at offsets [start, start + length).
struct LocalVariable {
  static constexpr std::size_t kSize = 10;
  std::uint16_t start = 0;
  std::uint16_t length = 0;
  std::uint16_t slot = 0;
  std::uint16_t name_index = 0;
  std::uint16_t descriptor_index = 0;
  std::string_view name;
  std::string_view descriptor;  // in a LocalVariableTypeTable: a generic signature

  static LocalVariable read(const std::uint8_t* at, const ConstantPool& pool);
};

// The entries of all attributes of one kind, one after the other in file order.
template <typename Entry>
class EntryTables {
 public:
  class Iterator {
   public:
    using value_type = Entry;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(const EntryTables* tables, std::size_t table)
        : tables_(tables), table_(table), at_(tables->table_begin(table)) {
      settle();
    }

    Entry operator*() const { return Entry::read(at_, tables_->pool_); }
    Iterator& operator++() {
      at_ += Entry::kSize;
      settle();
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.table_ == b.table_ && a.at_ == b.at_;
    }

   private:
    void settle() {
      while (table_ < tables_->table_count() && at_ == tables_->table_end(table_)) {
        at_ = tables_->table_begin(++table_);
      }
    }

    const EntryTables* tables_ = nullptr;
    std::size_t table_ = 0;
    const std::uint8_t* at_ = nullptr;
  };

  EntryTables() = default;
  explicit EntryTables(const ConstantPool& pool) : pool_(pool) {}

  // Adds a table of whole, checked entries.
  void add(base::Bytes table) {
    if (first_.empty()) {
      first_ = table;
    } else {
      rest_.push_back(table);
    }
  }

  [[nodiscard]] Iterator begin() const { return {this, 0}; }
  [[nodiscard]] Iterator end() const { return {this, table_count()}; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const {
    std::size_t bytes = first_.size();
    for (const base::Bytes table : rest_) bytes += table.size();
    return bytes / Entry::kSize;
  }

 private:
  [[nodiscard]] std::size_t table_count() const { return 1 + rest_.size(); }
  [[nodiscard]] base::Bytes table(std::size_t number) const {
    return number == 0 ? first_ : rest_[number - 1];
  }
  [[nodiscard]] const std::uint8_t* table_begin(std::size_t number) const {
    return number < table_count() ? table(number).data() : nullptr;
  }
  [[nodiscard]] const std::uint8_t* table_end(std::size_t number) const {
    return table(number).data() + table(number).size();
  }

  ConstantPool pool_;
  base::Bytes first_;
  std::vector<base::Bytes> rest_;
};

struct Code {
  std::uint16_t max_stack = 0;
  std::uint16_t max_locals = 0;
  base::Bytes bytecode;             // 1 to 65535 bytes
  std::size_t bytecode_offset = 0;  // in the class file
  std::uint16_t exception_count = 0;
  base::Bytes exception_table;
  EntryTables<LineNumber> lines;           // each starts inside the code; in no particular order
  EntryTables<LocalVariable> locals;       // ranges inside the code, slots below max_locals
  EntryTables<LocalVariable> local_types;  // likewise, with signatures for descriptors
  base::Bytes stack_map;  // content of the StackMapTable, not looked at; empty if none
  AttributeRange attributes;

  // start < end <= bytecode.size(), handler < bytecode.size(), catch_type 0 or a Class.
  [[nodiscard]] ExceptionEntry exception(unsigned position) const;
};

// Wants a method that has code.
std::expected<Code, base::Malformed> parse_code(const ClassFile& file, const Member& method);

inline LineNumber LineNumber::read(const std::uint8_t* at, const ConstantPool& /*pool*/) {
  return {.start = base::load_big<std::uint16_t>(at),
          .line = base::load_big<std::uint16_t>(at + 2)};
}

inline LocalVariable LocalVariable::read(const std::uint8_t* at, const ConstantPool& pool) {
  const auto name = base::load_big<std::uint16_t>(at + 4);
  const auto descriptor = base::load_big<std::uint16_t>(at + 6);
  return {.start = base::load_big<std::uint16_t>(at),
          .length = base::load_big<std::uint16_t>(at + 2),
          .slot = base::load_big<std::uint16_t>(at + 8),
          .name_index = name,
          .descriptor_index = descriptor,
          .name = pool.utf8(name),
          .descriptor = pool.utf8(descriptor)};
}

inline ExceptionEntry Code::exception(unsigned position) const {
  HEDDLE_DCHECK(position < exception_count, "past the end of an exception table");
  const std::uint8_t* at = exception_table.data() + std::size_t{8} * position;
  return {.start = base::load_big<std::uint16_t>(at),
          .end = base::load_big<std::uint16_t>(at + 2),
          .handler = base::load_big<std::uint16_t>(at + 4),
          .catch_type = base::load_big<std::uint16_t>(at + 6)};
}

}  // namespace heddle::classfile
