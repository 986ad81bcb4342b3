// The type of a field as class files write it: `J`, `[Ljava/lang/String;`.
#pragma once

#include <string>

#include "ir/ids.h"
#include "ir/program.h"

namespace heddle::ir {

std::string field_descriptor(const Program& program, FieldId field);

}  // namespace heddle::ir
