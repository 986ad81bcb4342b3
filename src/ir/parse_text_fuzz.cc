// Any text parses or is refused; what parses can be verified; what verifies prints to a text that
// parses to the same.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "ir/class.h"
#include "ir/content_hash.h"
#include "ir/parse_text.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace {

using heddle::ir::Class;

bool verifies(const Class& in) {
  for (std::size_t at = 0; at < in.methods.size(); ++at)
    if (in.bodies[at] != nullptr && !verify(in, in.methods[at], *in.bodies[at]).empty())
      return false;
  return true;
}

void check_fixed_point(const Class& in) {
  const std::string text = print_class(in);
  const auto back = heddle::ir::parse_text(text);
  HEDDLE_CHECK(back.has_value(), "what was printed does not parse");
  HEDDLE_CHECK(back->size() == 1, "one class came back as several");
  HEDDLE_CHECK(print_class(*back->front()) == text, "the text changed on its way");
  HEDDLE_CHECK(class_hash(*back->front()) == class_hash(in), "the class changed on its way");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto classes =
      heddle::ir::parse_text(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!classes) return 0;
  for (const auto& in : *classes)
    if (verifies(*in)) check_fixed_point(*in);
  return 0;
}
