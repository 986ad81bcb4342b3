// Any bytes as a class file that gets probes: what comes out is a class file again.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "classfile/class_file.h"
#include "rewrite/rewrite.h"

namespace {

class Counting : public heddle::rewrite::Sites {
 public:
  std::uint32_t add(const heddle::classfile::ClassFile& /*file*/,
                    const heddle::rewrite::Site& /*site*/) override {
    return next_++;
  }

 private:
  std::uint32_t next_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy of exactly this size, so that one byte too far is seen.
  const std::vector<std::uint8_t> bytes(data, data + size);
  const auto file = heddle::classfile::ClassFile::parse(bytes);
  if (!file) return 0;
  Counting sites;
  const heddle::rewrite::Rewritten rewritten = heddle::rewrite::rewrite(*file, {}, sites);
  if (rewritten.bytes.empty()) return 0;
  HEDDLE_CHECK(heddle::classfile::ClassFile::parse(rewritten.bytes).has_value(),
               "what was rewritten is no class file any more");
  return 0;
}
