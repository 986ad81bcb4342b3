// Any bytes as a class file: read it, lower every body, and hold what comes out to the contract. A
// class that lowers must verify, and print. Crashes, hangs and leaks count.
//
// Random changes to a class file mostly make one that cannot be read. So the mutator changes, most
// of the time, only bytes inside the code of one method.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/bytes.h"
#include "classfile/class_file.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "lower/class_lowering.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace heddle::lower {
namespace {

constexpr std::size_t kLargestInput = std::size_t{64} << 10U;

void hold_to_contract(const ir::Class& in, const ir::Method& method, const ir::Body& body) {
  const std::vector<ir::Violation> violations = ir::verify(in, method, body);
  if (violations.empty()) return;
  std::fputs(ir::print_method(in, method, &body).c_str(), stderr);
  for (const ir::Violation& violation : violations)
    std::fprintf(stderr, "%s\n", violation.describe().c_str());
  std::abort();
}

void lower_everything(base::Bytes bytes) {
  Workshop workshop;
  auto lowering = ClassLowering::read(bytes, workshop);
  if (!lowering) return;
  base::Arena arena;
  const ir::Class& code = lowering->code();
  for (std::uint32_t i = 0; i < code.methods.size(); ++i) {
    if (!code.methods[i].has_code) continue;
    const auto body = lowering->lower(i, workshop, arena);
    if (body) hold_to_contract(code, code.methods[i], **body);
  }
  if (ir::print_class(code).empty()) std::abort();
}

// Changes a few bytes of one method's Code attribute; false if there is none.
bool mutate_code(std::uint8_t* data, std::size_t size, std::mt19937& random) {
  const auto file = classfile::ClassFile::parse(base::Bytes(data, size));
  if (!file) return false;
  std::vector<base::Bytes> codes;
  for (const classfile::Member& method : file->methods())
    if (method.has_code && !method.code.empty()) codes.push_back(method.code);
  if (codes.empty()) return false;
  const base::Bytes code = codes[random() % codes.size()];
  std::uint8_t* const at = data + (code.data() - data);
  for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
    std::uint8_t& byte = at[random() % code.size()];
    switch (random() % 4) {
      case 0: byte = static_cast<std::uint8_t>(random() % 202); break;  // an opcode
      case 1: byte = static_cast<std::uint8_t>(random()); break;
      case 2: byte = static_cast<std::uint8_t>(byte + 1 - 2 * (random() % 2)); break;
      default: byte = at[random() % code.size()]; break;
    }
  }
  return true;
}

}  // namespace
}  // namespace heddle::lower

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 4 != 0 && heddle::lower::mutate_code(data, size, random)) return size;
  return LLVMFuzzerMutate(data, size, most);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > heddle::lower::kLargestInput) return -1;
  heddle::lower::lower_everything(heddle::base::Bytes(data, size));
  return 0;
}
