// What a Program has met and numbered, saved, and restored number for number.
//
// A restored program answers as the saved one would: the same ids for the same names, and new ids
// in the same order for what is asked next. Its classes are not decoded again: names, members and
// the hierarchy are in the snapshot, code is loaded when it is asked for. What can be worked out
// again without minting an id (resolution, selection) is not kept.
//
// Lifetime: nothing of the bytes is needed after loading. Cost: linear, some ten milliseconds for
// the classes of a JDK that a program reaches.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/hash.h"
#include "base/persist.h"
#include "ir/ids.h"
#include "ir/program.h"

namespace heddle::ir {

class ProgramSnapshot {
 public:
  static void save(const Program& program, base::Saver& saver);

  // Says whether the program's source has a class of that name in that layer; no layer: whether it
  // has none.
  using Agrees = std::function<bool(std::string_view name, std::optional<Layer> layer)>;
  // Into a program that nobody has asked anything. False, and the program still as it was: the
  // bytes are broken or the source does not agree.
  static bool load(Program& program, base::Loader& loader, const Agrees& agrees);

  // Of a restored program, before anybody asked for the code of that class: loads it, although it
  // has changed since. False: it is gone, or has another header (content_hash.h), and nothing may
  // be asked of the program any more.
  static bool load_changed(Program& program, ClassId id, base::Hash128 header);

  // The class of that name, if somebody has met it; none also where it is known to be missing.
  static ClassId known(const Program& program, std::string_view internal_name);

  // The type of a field as its class names it, known without the class's code: int, a/b/C, and how
  // many dimensions.
  struct FieldType {
    std::string_view base;
    std::uint32_t dimensions = 0;
    friend bool operator==(const FieldType&, const FieldType&) = default;
  };
  static FieldType type(const Program& program, FieldId field);

  // Every class met that is there is of that layer.
  static bool is_all_of(const Program& program, Layer layer);

 private:
  struct Classes;
  struct Links;

  static Classes describe_classes(const ClassTable& table);
  static bool all_agree(const Classes& classes, const Agrees& agrees);
  static void fill(ClassTable& table, const Classes& classes);
  static void fill_classes(ClassTable& table, const Classes& classes);
  static void fill_selectors(ClassTable& table, const Classes& classes);
  static void fill_rest(ClassTable& table, const Classes& classes);
  static Links describe_links(const Hierarchy& hierarchy);
  static void fill(Hierarchy& hierarchy, const Links& links);
};

}  // namespace heddle::ir
