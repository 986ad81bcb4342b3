// What the whole-program engine proved about accesses, on its way to a recorder: into the report of
// `heddle check --guide`, and from there to the agent of `heddle record --guided`.
#pragma once

#include <vector>

#include "cli/graph_program.h"
#include "races/proven.h"
#include "recording/guide.h"
#include "report/report.h"

namespace heddle::cli {

// Every class of the inputs, in the order of their names.
std::vector<report::GuideClass> guide_of(GraphProgram& program,
                                         const std::vector<races::ProvenMethod>& proven);

// Wants the report to have a guide.
recording::Guide compile_guide(const report::Report& report);

}  // namespace heddle::cli
