// What the classes, methods and fields that kept bytes speak of are in a program.
#pragma once

#include <vector>

#include "ir/ids.h"

namespace heddle::modular {

// In their order there.
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

}  // namespace heddle::modular
