#include "modular/path.h"

#include <algorithm>

#include "modular/key_hash.h"

namespace heddle::modular {

Path Path::then(const Path& more, std::size_t first) const {
  if (first >= more.length) return *this;
  if (!is_known() || length + more.length - first > kLongest) return {};
  Path longer = *this;
  while (first < more.length) longer.fields[longer.length++] = more.fields[first++];
  return longer;
}

Path Path::without_last(std::size_t count) const {
  Path shorter = *this;
  for (; count != 0 && shorter.length != 0; --count) shorter.fields[--shorter.length] = {};
  return shorter;
}

std::uint64_t Path::hash() const {
  KeyHash hasher;
  hasher.add(static_cast<std::uint64_t>(root) | std::uint64_t{length} << 8U |
             std::uint64_t{base} << 32U);
  for (const ir::FieldId field : fields) hasher.add(field);
  return hasher.finish();
}

Path Path::tail() const {
  if (length == 0 || last() == kElements || last() == kContent) return {};
  return local(kNameless).then(last());
}

bool Path::begins_with(const Path& prefix) const {
  return root == prefix.root && base == prefix.base && length >= prefix.length &&
         std::ranges::equal(steps().first(prefix.length), prefix.steps());
}

}  // namespace heddle::modular
