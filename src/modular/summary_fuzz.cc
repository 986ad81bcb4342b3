// Any bytes as summaries: opened with as many symbols as they say there are, and every record read.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/id.h"
#include "modular/summary_file.h"

namespace {

constexpr std::size_t kCounts = 12, kMostSymbols = 4096;  // behind magic and version

template <typename Id>
void number(std::vector<Id>& ids, heddle::base::Bytes bytes, std::size_t section) {
  heddle::base::LittleReader reader(bytes, std::min(bytes.size(), kCounts + section * 8));
  ids.resize(std::min<std::size_t>(reader.u4(), kMostSymbols));
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = heddle::base::id_at<Id>(i);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const heddle::base::Bytes bytes(data, size);
  heddle::modular::SymbolIds symbols;
  number(symbols.classes, bytes, 1);
  number(symbols.methods, bytes, 2);
  number(symbols.fields, bytes, 3);
  const auto file = heddle::modular::SummaryFile::open(bytes, symbols);
  if (!file) return 0;
  for (std::size_t i = 0; i < file->size(); ++i) {
    (void)file->summary(i);
    (void)file->outside(i);
    (void)file->past(i);
  }
  return 0;
}
