#include "cli/remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/json_writer.h"
#include "base/printable.h"
#include "cli/output.h"
#include "workspace/container.h"

namespace heddle::cli {

using base::JsonWriter;
using workspace::Remark;

namespace {
constexpr std::size_t kShownInText = 20;
}  // namespace

void write_remarks(JsonWriter& json, std::string_view key, std::span<const Remark> remarks) {
  json.key(key).begin_array();
  for (const Remark& remark : remarks)
    json.begin_object(JsonWriter::Layout::kLine)
        .key("what")
        .value(remark.what)
        .key("why")
        .value(remark.why)
        .end_object();
  json.end_array();
}

void append_remarks(std::string& out, std::string_view title, std::span<const Remark> remarks) {
  if (remarks.empty()) return;
  out += fmt::format("\n{} ({}):\n", title, grouped(remarks.size()));
  for (const Remark& remark : remarks.first(std::min(remarks.size(), kShownInText)))
    out += "  " + base::printable(remark.what) + ": " + base::printable(remark.why) + "\n";
  if (remarks.size() > kShownInText)
    out += fmt::format("  and {} more; --format json lists all\n",
                       grouped(remarks.size() - kShownInText));
}

}  // namespace heddle::cli
