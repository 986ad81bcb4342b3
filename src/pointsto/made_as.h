// What a class that is looked up by name is wanted for, as far as the body that does it tells:
// `(Codec) Class.forName(name).newInstance()` wants a Codec.
//
// Thread safety: as Program.
#pragma once

#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "ir/type.h"

namespace heddle::pointsto {

// The types that what is made of the class is cast to, where the body does nothing with the value,
// a class object, but make instances and cast each of them, before anything else, to a type other
// than Object; asking for its name is nothing. Otherwise none.
std::vector<ir::Type> made_as(ir::Program& program, ir::ClassId owner, const ir::Body& body,
                              ir::ValueId value);

}  // namespace heddle::pointsto
