// What a text is put together from, as far as the body that does it tells: `of.getName() + "Impl"`.
//
// Thread safety: as World.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "pointsto/world.h"

namespace heddle::pointsto {

struct NamePart {
  std::string text;                                 // where no class is asked
  ir::ValueId of_class = base::kNone<ir::ValueId>;  // a class object, whose name it is
};

// The parts of a value that is a concatenation, by invokedynamic or by a new StringBuilder or
// StringBuffer, of nothing but constants and names of classes; else nothing. At least one is a
// class.
std::optional<std::vector<NamePart>> name_parts(World& world, ir::ClassId owner,
                                                const ir::Body& body, ir::ValueId value);

}  // namespace heddle::pointsto
