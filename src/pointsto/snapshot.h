// The state of a solved program, saved, and restored number for number.
//
// Two sorts. What can be *resumed* is everything that decides how solving goes on from a fixed
// point: continuing it gives the very numbers that continuing the saved one gives. An *answer* is
// only what can be asked: no edges, no filters, no maps of sites and contexts; nothing may be
// solved or interned on top.
//
// What is kept as it is: tables of sites, contexts, types, shapes, objects, instances, calls, sets
// and edges. What is filled anew: maps from keys to numbers, masks of filters. What is left to be
// worked out again when it is asked for: dispatch, facts of classes and lambdas, models by method.
//
// A new member of a class that befriends Snapshot belongs in one of those three lists.
//
// Thread safety: one thread. Cost: linear in the state, a copy of most of it.
#pragma once

#include "base/persist.h"

namespace heddle::pointsto {

class Solver;
struct State;

class Snapshot {
 public:
  static void save_resumable(const State& state, const Solver& solver, base::Saver& saver);
  // Into a state and a solver just made, for the program that was restored before. False: the bytes
  // are broken, and both are good for nothing.
  static bool load_resumable(State& state, Solver& solver, base::Loader& loader);

  static void save_answer(const State& state, base::Saver& saver);
  static bool load_answer(State& state, base::Loader& loader);

 private:
  struct Walk;
};

}  // namespace heddle::pointsto
