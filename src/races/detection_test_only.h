// All of the detectors on one program of text, in the order in which `heddle check` lines them up.
#pragma once

#include <memory>

#include "deadlocks/deadlocks.h"
#include "deadlocks/lock_order.h"
#include "locks/fields.h"
#include "locks/held.h"
#include "locks/locks.h"
#include "locks/paths.h"
#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/gates.h"
#include "origins/joins.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "origins/start_facts.h"
#include "origins/times.h"
#include "pointsto/random_program_test_only.h"
#include "pointsto/solve.h"
#include "races/accesses.h"
#include "races/ownership.h"
#include "races/races.h"
#include "races/sharing.h"

namespace heddle::races {

struct Detection {
  explicit Detection(pointsto::TextProgram& world)
      : solved(pointsto::solve(world.program, world.models, world.entries, {})),
        calls(*solved.heap, world.program),
        facts(world.program, world.models),
        origins(calls, facts),
        times(calls, origins),
        starts(calls, origins, facts),
        fields(calls, facts),
        paths(calls, fields),
        held(calls, facts, fields, paths),
        locks(calls, origins, facts, held, paths),
        gates(calls, origins, facts, starts, times,
              [this](pointsto::InstanceId id, std::uint32_t instruction, bool alone) {
                return locks.named_at(id, instruction, alone);
              }),
        joins(calls, origins, facts, starts, gates),
        order(calls, origins, starts, joins, gates),
        sharing(calls, origins),
        ownership(calls, facts, fields, world.models),
        accesses(calls, origins, facts, sharing, ownership, locks),
        races(calls, origins, order, locks, paths, fields, ownership, accesses),
        lock_order(calls, origins, held, locks, paths),
        deadlocks(calls, origins, order, locks, paths, lock_order,
                  [this](origins::OriginId origin, pointsto::ObjectId object) {
                    return races.is_run_own(origin, object);
                  }) {}

  pointsto::Solved solved;
  origins::CallGraph calls;
  origins::Facts facts;
  origins::Origins origins;
  origins::Times times;
  origins::StartFacts starts;
  locks::Fields fields;
  locks::Paths paths;
  locks::Held held;
  locks::Locks locks;
  origins::Gates gates;
  origins::Joins joins;
  origins::Order order;
  Sharing sharing;
  Ownership ownership;
  Accesses accesses;
  Races races;
  deadlocks::LockOrder lock_order;
  deadlocks::Deadlocks deadlocks;
};

}  // namespace heddle::races
