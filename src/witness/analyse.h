// A recorded run, read once from beginning to end: what it shows, as a report.
//
// Below: `order` chooses the order and with it the detectors (docs/analysis/order-strict.md,
// docs/analysis/order-relaxed.md). The report is filled, not finished (report/finish.h).
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string_view>

#include "base/malformed.h"
#include "causality/options.h"
#include "report/report.h"
#include "trace/source.h"
#include "witness/quiet.h"

namespace heddle::witness {

enum class Order : std::uint8_t { kRelaxed, kStrict };

struct Options {
  Order order = Order::kRelaxed;
  causality::RelaxedOptions relaxed;
  // Called now and then with the number of operations read.
  std::function<void(std::uint64_t)> progress;
};

// `name` is the trace's, for remarks. Bad bytes are an error; a trace that was cut short, and
// operations that do not fit, are notes in the report.
std::expected<report::Report, base::Malformed> analyse(trace::Source& source, std::string_view name,
                                                       const QuietList& quiet,
                                                       const Options& options);

}  // namespace heddle::witness
