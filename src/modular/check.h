// The modular engine from end to end: from classes to findings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "ir/program.h"
#include "model/model.h"
#include "modular/annotations.h"
#include "modular/outline.h"
#include "modular/remains.h"
#include "modular/symbol_ids.h"
#include "report/report.h"

namespace heddle::modular {

struct Options {
  unsigned workers = 1;
  bool is_strict = false;  // also calls of interfaces that promise nothing
  Remains* remains = nullptr;
};

// What a run leaves for the next one, beside its program.
struct Leavings {
  Outline outline;
  SymbolIds symbols;
  std::vector<std::uint8_t> summaries;  // docs/formats/summaries.md
};

// `inputs`: internal names of the classes to be reported on. The report is not finished yet
// (report/finish.h), and of what was analysed it has only what the engine counted. Leavings are
// wanted if they are given; of strict runs there are none.
report::Report check(ir::Program& program, const model::Models& models,
                     const AnnotationNames& names, std::span<const std::string> inputs,
                     const Options& options, Leavings* leavings = nullptr);

// The same after a change, from what a run before it left: `program` as it was then, restored, with
// the code of the classes that `changed` loaded anew. All else that a report depends on must be the
// same. Nothing: the change reaches too far, or the leavings are damaged.
std::optional<report::Report> check_again(ir::Program& program, const model::Models& models,
                                          const AnnotationNames& names, const Outline& outline,
                                          const SymbolIds& symbols, base::Bytes summaries,
                                          std::span<const ir::ClassId> changed, unsigned workers,
                                          Remains* remains = nullptr);

}  // namespace heddle::modular
