// Any bytes as a trace of each form: read to the end, and what was read written as text and as
// binary and read again, which must be the same trace. Mutations rarely get past the checksums of
// the binary form, so bytes are also put into blocks that are in order as far as their frame goes.
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/check.h"
#include "trace/binary_format.h"
#include "trace/sink.h"
#include "trace/source.h"

namespace {

using heddle::trace::Form;

std::string written(Form form, Form as, heddle::base::Bytes bytes, bool& is_good) {
  is_good = false;
  std::string out;
  const auto source = heddle::trace::open(form, bytes);
  if (!source) return out;
  const std::unique_ptr<heddle::trace::Sink> sink = heddle::trace::write(as, out);
  while (true) {
    const auto batch = (*source)->next();
    if (!batch) return out;
    if (batch->empty()) break;
    (void)sink->add((*source)->tables(), *batch, (*source)->sends());
  }
  sink->finish();
  is_good = true;
  return out;
}

void add_block(std::string& out, heddle::trace::binary::BlockKind kind, heddle::base::Bytes raw,
               std::uint32_t count) {
  std::string stored(ZSTD_compressBound(raw.size()), '\0');
  stored.resize(ZSTD_compress(stored.data(), stored.size(), raw.data(), raw.size(), 1));
  heddle::trace::binary::BlockHeader header{
      .kind = kind,
      .stored_size = static_cast<std::uint32_t>(stored.size()),
      .raw_size = static_cast<std::uint32_t>(raw.size()),
      .count = count};
  header.checksum = heddle::trace::binary::checksum_of(header, heddle::base::as_bytes(stored));
  const auto bytes = heddle::trace::binary::encode(header);
  out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  out += stored;
}

// Three bytes say how many entries and operations there are, and where the operations begin.
std::string framed(heddle::base::Bytes bytes) {
  std::string out(heddle::trace::binary::kMagic);
  const std::uint64_t version = heddle::trace::binary::kVersion;
  out.append(reinterpret_cast<const char*>(&version), sizeof version);
  if (bytes.size() < 3) return out;
  const heddle::base::Bytes content = bytes.subspan(3);
  const std::size_t split = std::min<std::size_t>(bytes[2], content.size());
  add_block(out, heddle::trace::binary::BlockKind::kTables, content.first(split), bytes[0]);
  add_block(out, heddle::trace::binary::BlockKind::kOperations, content.subspan(split), bytes[1]);
  return out;
}

}  // namespace

// The first byte chooses the form.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto form = static_cast<Form>(data[0] % 4 == 3 ? 0 : data[0] % 4);
  bool is_good = false;
  heddle::base::Bytes bytes(data + 1, size - 1);
  std::string frame;
  if (data[0] % 4 == 3) {
    frame = framed(bytes);
    bytes = heddle::base::as_bytes(frame);
  }
  const std::string text = written(form, Form::kText, bytes, is_good);
  if (!is_good) return 0;
  const std::string again =
      written(Form::kText, Form::kText, heddle::base::as_bytes(text), is_good);
  HEDDLE_CHECK(is_good, "our own text is refused");
  HEDDLE_CHECK(again == text, "a trace changes when it is written and read again");
  const std::string binary = written(form, Form::kBinary, bytes, is_good);
  const std::string back =
      written(Form::kBinary, Form::kText, heddle::base::as_bytes(binary), is_good);
  HEDDLE_CHECK(is_good, "our own binary is refused");
  HEDDLE_CHECK(back == text, "a trace changes when it becomes binary");
  return 0;
}
