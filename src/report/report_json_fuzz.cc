// Any text is a report or one reason why not; what is a report prints, and reads back the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "report/finish.h"
#include "report/json.h"
#include "report/report.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto report =
      heddle::report::from_json(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!report) {
    const std::string& why = report.error().what;
    HEDDLE_CHECK(!why.empty() && !why.contains('\n'), "refused without one line of reason");
    return 0;
  }
  const std::string printed = to_json(*report);
  const auto back = heddle::report::from_json(printed);
  HEDDLE_CHECK(back && to_json(*back) == printed, "a report does not read back");
  heddle::report::finish(*report);
  const std::string finished = to_json(*report);
  heddle::report::finish(*report);
  HEDDLE_CHECK(to_json(*report) == finished, "finished twice is not finished once");
  return 0;
}
