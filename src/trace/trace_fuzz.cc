// Any bytes as a trace of each form: read to the end, and what was read written and read again.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/check.h"
#include "trace/sink.h"
#include "trace/source.h"

namespace {

using heddle::trace::Form;

std::string text_of(Form form, heddle::base::Bytes bytes, bool& is_good) {
  is_good = false;
  std::string out;
  const auto source = heddle::trace::open(form, bytes);
  if (!source) return out;
  const std::unique_ptr<heddle::trace::Sink> sink = heddle::trace::write(Form::kText, out);
  while (true) {
    const auto batch = (*source)->next();
    if (!batch) return out;
    if (batch->empty()) break;
    (void)sink->add((*source)->tables(), *batch, (*source)->sends());
  }
  is_good = true;
  return out;
}

}  // namespace

// The first byte chooses the form.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto form = static_cast<Form>(data[0] % 3);
  bool is_good = false;
  const std::string text = text_of(form, heddle::base::Bytes(data + 1, size - 1), is_good);
  if (!is_good) return 0;
  const std::string again = text_of(Form::kText, heddle::base::as_bytes(text), is_good);
  HEDDLE_CHECK(is_good, "our own text is refused");
  HEDDLE_CHECK(again == text, "a trace changes when it is written and read again");
  return 0;
}
