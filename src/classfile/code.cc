// Extents first, then the tables, each entry once.
//
// Class files up to 45.2 have narrower counts in front of the bytecode.
#include "classfile/code.h"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"
#include "base/malformed.h"
#include "classfile/attribute.h"
#include "classfile/attribute_reader.h"
#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "classfile/descriptor.h"
#include "classfile/fault.h"

namespace heddle::classfile {
namespace {

constexpr std::uint32_t kLongestBytecode = 65535;

class CodeParser {
 public:
  CodeParser(const ClassFile& file, const Member& method)
      : file_(file),
        method_(method),
        owner_(Owner::of_code(method)),
        start_(static_cast<std::size_t>(method.code.data() - file.bytes().data())),
        reader_(file.bytes().first(start_ + method.code.size()), start_) {
    code_.lines = EntryTables<LineNumber>(file.pool());
    code_.locals = EntryTables<LocalVariable>(file.pool());
    code_.local_types = EntryTables<LocalVariable>(file.pool());
  }

  std::expected<Code, base::Malformed> parse() {
    Fault bad;
    (bad = parse_bytecode()) || (bad = parse_exceptions()) || (bad = parse_attributes());
    if (bad) return std::unexpected(std::move(*bad));
    return std::move(code_);
  }

 private:
  Fault parse_bytecode() {
    const bool narrow = file_.major() == 45 && file_.minor() <= 2;
    code_.max_stack = narrow ? reader_.u1() : reader_.u2();
    code_.max_locals = narrow ? reader_.u1() : reader_.u2();
    const std::uint32_t length = narrow ? reader_.u2() : reader_.u4();
    code_.bytecode_offset = reader_.offset();
    if (reader_.failed()) return fault(start_, "is cut short");
    if (length == 0 || length > kLongestBytecode) {
      return fault(code_.bytecode_offset, "has {} of bytecode, not 1 to 65535",
                   counted(length, "byte"));
    }
    code_.bytecode = reader_.take(length);
    if (reader_.failed()) {
      return fault(code_.bytecode_offset, "has {} of bytecode, which is {} too many",
                   counted(length, "byte"), length - (reader_.offset() - code_.bytecode_offset));
    }
    const unsigned arguments = argument_slots(method_.descriptor) + (method_.is_static() ? 0U : 1U);
    if (arguments > code_.max_locals) {
      return fault(start_, "the arguments take {}, max_locals is {}", counted(arguments, "slot"),
                   code_.max_locals);
    }
    return {};
  }

  Fault parse_exceptions() {
    code_.exception_count = reader_.u2();
    const std::size_t start = reader_.offset();
    code_.exception_table = reader_.take(std::size_t{8} * code_.exception_count);
    if (reader_.failed()) return fault(start, "the exception table is cut short");
    for (unsigned i = 0; i < code_.exception_count; ++i) {
      if (Fault bad = check_exception(i, start + std::size_t{8} * i)) return bad;
    }
    return {};
  }

  Fault check_exception(unsigned position, std::size_t offset) const {
    const ExceptionEntry entry = code_.exception(position);
    if (entry.start >= entry.end || entry.end > code_.bytecode.size()) {
      return fault(offset, "exception handler {} guards {} to {} of {}", position, entry.start,
                   entry.end, counted(code_.bytecode.size(), "byte"));
    }
    if (entry.handler >= code_.bytecode.size()) {
      return fault(offset, "exception handler {} is at {}, past the code's end", position,
                   entry.handler);
    }
    if (entry.catch_type != 0 && file_.pool().tag(entry.catch_type) != Tag::kClass) {
      return fault(offset, "exception handler {} catches constant {} ({}), not a Class", position,
                   entry.catch_type, tag_name(file_.pool().tag(entry.catch_type)));
    }
    return {};
  }

  Fault parse_attributes() {
    AttributeWalk walk(file_.bytes(), file_.pool(), file_.major(), owner_, reader_);
    while (walk.next()) {
      switch (walk.kind()) {
        case AttributeKind::kLineNumberTable: read_lines(walk); break;
        case AttributeKind::kLocalVariableTable: read_locals(walk, code_.locals); break;
        case AttributeKind::kLocalVariableTypeTable: read_locals(walk, code_.local_types); break;
        case AttributeKind::kStackMapTable: code_.stack_map = walk.attribute().content; break;
        default: break;
      }
    }
    if (walk.fault()) return walk.take_fault();
    code_.attributes = walk.range();
    if (reader_.at_end()) return {};
    return fault(reader_.offset(), "has {} left over", counted(reader_.left(), "byte"));
  }

  void read_lines(AttributeWalk& walk) {
    const base::Bytes table = counted_table(walk, LineNumber::kSize);
    for (std::size_t at = 0; at < table.size(); at += LineNumber::kSize) {
      const auto start = base::load_big<std::uint16_t>(table.data() + at);
      if (start < code_.bytecode.size()) [[likely]]
        continue;
      return walk.fail(walk.attribute().offset + 2 + at,
                       "entry {} starts at {}, past the code's end", at / LineNumber::kSize, start);
    }
    if (!table.empty()) code_.lines.add(table);
  }

  void read_locals(AttributeWalk& walk, EntryTables<LocalVariable>& tables) {
    const base::Bytes table = counted_table(walk, LocalVariable::kSize);
    for (std::size_t at = 0; at < table.size() && !walk.fault(); at += LocalVariable::kSize) {
      check_local(walk, table.data() + at, at / LocalVariable::kSize);
    }
    if (!table.empty() && !walk.fault()) tables.add(table);
  }

  void check_local(AttributeWalk& walk, const std::uint8_t* at, std::size_t entry) const {
    const auto start = base::load_big<std::uint16_t>(at);
    const auto length = base::load_big<std::uint16_t>(at + 2);
    const auto name = base::load_big<std::uint16_t>(at + 4);
    const auto type = base::load_big<std::uint16_t>(at + 6);
    const auto slot = base::load_big<std::uint16_t>(at + 8);
    const auto offset = static_cast<std::size_t>(at - file_.bytes().data());
    if (start >= code_.bytecode.size()) {
      return walk.fail(offset, "entry {} starts at {}, past the code's end", entry, start);
    }
    if (start + std::size_t{length} > code_.bytecode.size()) {
      return walk.fail(offset, "entry {} ends at {}, past the code's end", entry,
                       start + std::size_t{length});
    }
    if (!file_.pool().holds_unqualified_name(name)) {
      return walk.fail(offset, "entry {} has constant {} for a name", entry, name);
    }
    const bool generic = walk.kind() == AttributeKind::kLocalVariableTypeTable;
    if (generic ? file_.pool().tag(type) != Tag::kUtf8
                : !file_.pool().holds_field_descriptor(type)) {
      return walk.fail(offset, "entry {} has constant {} for a type", entry, type);
    }
    const unsigned wide = generic ? 1 : slots(file_.pool().utf8(type));
    if (slot + wide > code_.max_locals) {
      return walk.fail(offset, "entry {} has slot {} of {}", entry, slot, code_.max_locals);
    }
  }

  // The entries after the count; empty if they are not exactly as many as counted.
  static base::Bytes counted_table(AttributeWalk& walk, std::size_t entry_size) {
    base::BigReader reader(walk.attribute().content);
    const std::uint16_t count = reader.u2();
    const base::Bytes table = reader.take(count * entry_size);
    if (!reader.failed() && reader.at_end()) return table;
    walk.fail(walk.attribute().offset, "has {}, which do not hold {} entries",
              counted(walk.attribute().content.size(), "byte"), count);
    return {};
  }

  template <typename... Arguments>
  [[nodiscard]] Fault fault(std::size_t offset, fmt::format_string<Arguments...> text,
                            Arguments&&... arguments) const {
    return malformed(offset, "{}: {}", describe("Code", owner_),
                     fmt::format(text, std::forward<Arguments>(arguments)...));
  }

  const ClassFile& file_;
  const Member& method_;
  Owner owner_;
  std::size_t start_;
  base::BigReader reader_;
  Code code_;
};

}  // namespace

std::expected<Code, base::Malformed> parse_code(const ClassFile& file, const Member& method) {
  HEDDLE_CHECK(method.has_code, "parse_code wants a method that has code");
  return CodeParser(file, method).parse();
}

}  // namespace heddle::classfile
