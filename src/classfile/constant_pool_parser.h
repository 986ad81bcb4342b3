// Reads and checks a constant pool. Internal.
//
// Used once, by ClassParser: parse(), then questions about texts while the rest of the class is
// read, then take_entries().
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "base/bytes.h"
#include "classfile/constant_pool.h"
#include "classfile/fault.h"

namespace heddle::classfile {

class ConstantPoolParser {
 public:
  using Text = ConstantPool::Text;

  ConstantPoolParser(base::Bytes file, std::uint16_t major) : file_(file), major_(major) {}

  // `reader` stands at constant_pool_count and is moved past the pool.
  Fault parse(base::BigReader& reader);

  // Of the entries, wherever they move.
  [[nodiscard]] const ConstantPool& pool() const { return pool_; }
  std::unique_ptr<ConstantPool::Entry[]> take_entries() { return std::move(entries_); }

  // Is the Utf8 constant a text of this kind? Remembers the answer yes.
  bool holds(std::uint16_t utf8, Text kind);

  // The first Module or Package constant, which only modules may have, or 0.
  [[nodiscard]] std::uint16_t first_module_constant() const { return first_module_constant_; }
  // The Dynamic or InvokeDynamic that wants the largest bootstrap method, or 0 if there is none.
  [[nodiscard]] std::uint16_t greediest_dynamic() const { return greediest_dynamic_; }
  [[nodiscard]] bool has_dynamic_constant() const { return has_dynamic_constant_; }

 private:
  using Entry = ConstantPool::Entry;

  Fault locate(base::BigReader& reader);
  Fault locate_one(base::BigReader& reader, std::uint16_t index);
  Fault locate_text(base::BigReader& reader, std::uint16_t index);

  Fault check(std::uint16_t index);
  Fault check_class(std::uint16_t index);
  Fault check_name_and_type(std::uint16_t index);
  Fault check_member(std::uint16_t index);
  Fault check_method_handle(std::uint16_t index);
  Fault check_method_type(std::uint16_t index);
  Fault check_dynamic(std::uint16_t index);
  Fault check_module_or_package(std::uint16_t index);

  // Is the constant that `index` names, `skip` bytes into its content, a `wanted`?
  Fault check_reference(std::uint16_t index, std::uint16_t skip, Tag wanted, const char* role);
  [[nodiscard]] std::uint16_t reference(std::uint16_t index, std::uint16_t skip) const;
  [[nodiscard]] bool has_method_descriptor(std::uint16_t name_and_type) const;

  template <typename... Arguments>
  [[nodiscard, gnu::cold]] Fault fault(std::uint16_t index, fmt::format_string<Arguments...> text,
                                       Arguments&&... arguments) const;

  base::Bytes file_;
  std::uint16_t major_;
  std::unique_ptr<Entry[]> entries_;
  ConstantPool pool_;
  std::uint16_t first_module_constant_ = 0;
  std::uint16_t greediest_dynamic_ = 0;
  bool has_dynamic_constant_ = false;
};

}  // namespace heddle::classfile
