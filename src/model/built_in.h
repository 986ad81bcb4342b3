// The files of models/, as they were when the program was built, in the order of their names.
#pragma once

#include <span>

#include "model/model.h"

namespace heddle::model {

std::span<const File> built_in_files();

}  // namespace heddle::model
