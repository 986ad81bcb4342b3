#include "modular/path.h"

#include <algorithm>
#include <array>

#include "base/hash.h"

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
  std::array<std::uint32_t, 2 + kLongest> words{
      static_cast<std::uint32_t>(root) | std::uint32_t{length} << 8U, base};
  std::ranges::transform(fields, words.begin() + 2,
                         [](ir::FieldId field) { return heddle::base::index(field); });
  return heddle::base::hash_text({reinterpret_cast<const char*>(words.data()), sizeof words});
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
