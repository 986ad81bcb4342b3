// One row per attribute: where it means something, since which version, and whether it may repeat.
#include "classfile/attribute.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::classfile {
namespace {

constexpr unsigned at(AttributePlace place) { return 1U << static_cast<unsigned>(place); }

constexpr unsigned kInClass = at(AttributePlace::kClass);
constexpr unsigned kInField = at(AttributePlace::kField);
constexpr unsigned kInMethod = at(AttributePlace::kMethod);
constexpr unsigned kInCode = at(AttributePlace::kCode);
constexpr unsigned kInComponent = at(AttributePlace::kRecordComponent);
constexpr unsigned kInMembers = kInClass | kInField | kInMethod;

struct Row {
  std::string_view name;
  unsigned places;
  std::uint16_t since;  // major version
  bool once;
};

constexpr std::array<Row, 31> kRows = {{
    {"", 0, 0, false},
    {"ConstantValue", kInField, 45, true},
    {"Code", kInMethod, 45, true},
    {"StackMapTable", kInCode, 50, true},
    {"Exceptions", kInMethod, 45, true},
    {"InnerClasses", kInClass, 45, true},
    {"EnclosingMethod", kInClass, 49, true},
    {"Synthetic", kInMembers, 45, false},
    {"Signature", kInMembers | kInComponent, 49, true},
    {"SourceFile", kInClass, 45, true},
    {"SourceDebugExtension", kInClass, 49, true},
    {"LineNumberTable", kInCode, 45, false},
    {"LocalVariableTable", kInCode, 45, false},
    {"LocalVariableTypeTable", kInCode, 49, false},
    {"Deprecated", kInMembers, 45, false},
    {"RuntimeVisibleAnnotations", kInMembers | kInComponent, 49, true},
    {"RuntimeInvisibleAnnotations", kInMembers | kInComponent, 49, true},
    {"RuntimeVisibleParameterAnnotations", kInMethod, 49, true},
    {"RuntimeInvisibleParameterAnnotations", kInMethod, 49, true},
    {"RuntimeVisibleTypeAnnotations", kInMembers | kInCode | kInComponent, 52, true},
    {"RuntimeInvisibleTypeAnnotations", kInMembers | kInCode | kInComponent, 52, true},
    {"AnnotationDefault", kInMethod, 49, true},
    {"BootstrapMethods", kInClass, 51, true},
    {"MethodParameters", kInMethod, 52, true},
    {"Module", kInClass, 53, true},
    {"ModulePackages", kInClass, 53, true},
    {"ModuleMainClass", kInClass, 53, true},
    {"NestHost", kInClass, 55, true},
    {"NestMembers", kInClass, 55, true},
    {"Record", kInClass, 60, true},
    {"PermittedSubclasses", kInClass, 61, true},
}};
static_assert(static_cast<std::size_t>(AttributeKind::kPermittedSubclasses) + 1 == kRows.size());

constexpr const Row& row(AttributeKind kind) { return kRows[static_cast<std::size_t>(kind)]; }

constexpr std::size_t kLongestName = 36;

// Kinds by the length of their names: those of length n are the ones from starts[n] to starts[n +
// 1].
struct ByLength {
  std::array<AttributeKind, kRows.size()> kinds = {};
  std::array<std::uint8_t, kLongestName + 2> starts = {};
};

constexpr ByLength kByLength = [] {
  ByLength table;
  std::uint8_t filled = 0;
  for (std::size_t length = 0; length <= kLongestName; ++length) {
    table.starts[length] = filled;
    for (std::size_t kind = 0; kind < kRows.size(); ++kind) {
      if (kRows[kind].name.size() == length)
        table.kinds[filled++] = static_cast<AttributeKind>(kind);
    }
  }
  table.starts[kLongestName + 1] = filled;
  return table;
}();
static_assert(kByLength.starts[kLongestName + 1] == kRows.size());

}  // namespace

std::string_view attribute_name(AttributeKind kind) { return row(kind).name; }

bool occurs_once(AttributeKind kind) { return row(kind).once; }

AttributeKind attribute_kind(std::string_view name) {
  if (name.size() > kLongestName) return AttributeKind::kUnknown;
  for (std::size_t i = kByLength.starts[name.size()]; i < kByLength.starts[name.size() + 1]; ++i) {
    if (row(kByLength.kinds[i]).name == name) return kByLength.kinds[i];
  }
  return AttributeKind::kUnknown;
}

AttributeKind attribute_kind(std::string_view name, AttributePlace place, std::uint16_t major) {
  const AttributeKind kind = attribute_kind(name);
  const bool means_something = (row(kind).places & at(place)) != 0 && major >= row(kind).since;
  return means_something ? kind : AttributeKind::kUnknown;
}

}  // namespace heddle::classfile
