#include "modular/path.h"

#include <algorithm>

namespace heddle::modular {

Path Path::then(const Path& more, std::size_t first) const {
  Path longer = *this;
  for (std::size_t i = first; i < more.length; ++i) longer = longer.then(more.fields[i]);
  return longer;
}

Path Path::without_last(std::size_t count) const {
  Path shorter = *this;
  for (; count != 0 && shorter.length != 0; --count) shorter.fields[--shorter.length] = {};
  return shorter;
}

bool Path::begins_with(const Path& prefix) const {
  return root == prefix.root && base == prefix.base && length >= prefix.length &&
         std::ranges::equal(steps().first(prefix.length), prefix.steps());
}

}  // namespace heddle::modular
