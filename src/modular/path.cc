#include "modular/path.h"

#include <algorithm>

namespace heddle::modular {

Path Path::tail() const {
  if (length == 0 || last() == kElements || last() == kContent) return {};
  return local(kNameless).then(last());
}

bool Path::begins_with(const Path& prefix) const {
  return root == prefix.root && base == prefix.base && length >= prefix.length &&
         std::ranges::equal(steps().first(prefix.length), prefix.steps());
}

}  // namespace heddle::modular
