// Opens any bytes as a zip and reads all of it. Beyond not crashing: names are found again, sizes
// are what was declared, and no two stored entries that can be read share a byte.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "archive/zip.h"
#include "base/bytes.h"
#include "base/check.h"

namespace {

using heddle::archive::Zip;

void check_disjoint(std::vector<heddle::base::Bytes> views) {
  std::ranges::sort(views, {},
                    [](const auto& view) { return std::pair(view.data(), view.size()); });
  for (std::size_t i = 1; i < views.size(); ++i)
    HEDDLE_CHECK(views[i - 1].data() + views[i - 1].size() <= views[i].data(),
                 "two entries share bytes");
}

void read_all(const Zip& zip) {
  std::vector<heddle::base::Bytes> views;
  for (std::uint32_t index = 0; index < zip.entries().size(); ++index) {
    const auto& entry = zip.entries()[index];
    const auto found = zip.find(entry.name);
    HEDDLE_CHECK(found && *found >= index && zip.entries()[*found].name == entry.name,
                 "an entry is not found by its name");
    const auto content = zip.read(index);
    if (!content) continue;
    HEDDLE_CHECK(found == index, "a hidden entry can be read");
    HEDDLE_CHECK(content->bytes().size() == entry.size, "an entry has another size");
    if (content->is_view()) views.push_back(content->bytes());
  }
  check_disjoint(std::move(views));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto zip = Zip::open({data, size}, {.largest_entry = 1U << 16U});
  if (!zip) return 0;
  (void)zip->find("META-INF/MANIFEST.MF");
  for (const auto& problem : zip->problems())
    HEDDLE_CHECK(!problem.what.empty() && (!problem.entry || !zip->read(*problem.entry)),
                 "an entry with a problem can be read");
  read_all(*zip);
  return 0;
}
