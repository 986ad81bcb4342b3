// Small programs as texts, written by hand or at random, to run analyses on.
//
// A program is one text: classes in the text form of the IR under lines that name their layer, and
// model files behind them.
//
//   // ---- platform
//   class java.lang.Object { … }
//   // ---- application
//   class app.Main extends java.lang.Object { … }
//   // ---- models
//   [vm]
//   exceptions = ["java.lang.NullPointerException"]
//
// Entries are the methods called `main`, in the order of the text.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "model/model.h"
#include "pointsto/surroundings.h"

namespace heddle::pointsto {

class ParsedClasses : public ir::ClassSource {
 public:
  void add(std::unique_ptr<ir::Class> code, ir::Layer layer);

  std::optional<Found> load(std::string_view internal_name) override;
  const ir::Body* lower(ir::Class& code, std::uint32_t method) override;

 private:
  std::map<std::string, Found, std::less<>> classes_;
};

// A program whose text must be right.
class TextProgram {
 public:
  enum class Entries : std::uint8_t { kNow, kLater };
  // Later: the program is asked nothing until find_entries() is called.
  explicit TextProgram(std::string_view text, Entries when = Entries::kNow);
  void find_entries();

 private:
  ParsedClasses source_;
  std::vector<std::string> names_;

 public:
  ir::Program program;
  model::Models models;
  std::vector<ir::MethodId> entries;
};

// What is wrong with the text: it cannot be read, or a body breaks the contract of the IR. Empty if
// all is well.
std::string problem_in(std::string_view text);

// A random program. The same seed gives the same text everywhere; all verify. Calls of all kinds,
// fields, statics, arrays, casts, phis, loops, handlers, lambdas, initialisers, merged classes and
// started threads occur in most.
std::string random_program(std::uint64_t seed);

// Files as they could stand around a random program.
Surroundings small_surroundings();

// A smaller text that still fails: methods, classes and lines are taken away as long as the program
// is right and `fails` says yes. Greedy; asks `fails` some hundred times.
std::string shrink(std::string text, const std::function<bool(std::string_view)>& fails);

}  // namespace heddle::pointsto
