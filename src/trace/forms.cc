#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/malformed.h"
#include "trace/binary_sink.h"
#include "trace/binary_source.h"
#include "trace/sink.h"
#include "trace/source.h"
#include "trace/std_form.h"
#include "trace/text_sink.h"
#include "trace/text_source.h"

namespace heddle::trace {

std::expected<Form, std::string> form_of(std::string_view path) {
  if (path.ends_with(".trace")) return Form::kBinary;
  if (path.ends_with(".txt")) return Form::kText;
  if (path.ends_with(".std")) return Form::kStd;
  return std::unexpected("a trace's name ends in .trace, .txt or .std");
}

std::expected<std::unique_ptr<Source>, base::Malformed> open(Form form, base::Bytes bytes) {
  if (form == Form::kStd) return std::make_unique<StdSource>(bytes);
  if (form == Form::kText) return TextSource::open(bytes);
  return BinarySource::open(bytes);
}

std::unique_ptr<Sink> write(Form form, std::string& out) {
  if (form == Form::kStd) return std::make_unique<StdSink>(out);
  if (form == Form::kText) return std::make_unique<TextSink>(out);
  return std::make_unique<BinarySink>(out);
}

}  // namespace heddle::trace
