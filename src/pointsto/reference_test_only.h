// The slow, obvious twin of the solver: the rules of docs/analysis/points-to.md, one by one, run
// over the bodies again and again until nothing is added.
//
// It was written from that page and shares no code with the solver. Everything is a text: objects,
// contexts, instances and pointers are called what the page calls them, and two analyses agree when
// their texts do.
//
// Quadratic in everything; for small programs.
#pragma once

#include <span>
#include <string_view>

#include "ir/ids.h"
#include "ir/program.h"
#include "model/model.h"
#include "pointsto/facts_test_only.h"
#include "pointsto/surroundings.h"

namespace heddle::pointsto {

// The policy by its name on the page: "insensitive", "origin(2)", "object(1)", "call-site(2)",
// "recommended", "recommended, 2 steps down".
Facts reference_facts(ir::Program& program, const model::Models& models,
                      std::span<const ir::MethodId> entries, std::string_view policy,
                      const Surroundings& surroundings = {});

}  // namespace heddle::pointsto
