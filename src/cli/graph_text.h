// Places and objects of an answer, as `heddle graph` shows them to people and to programs.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "cli/graph_program.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "pointsto/heap.h"
#include "pointsto/ids.h"
#include "pointsto/object_set.h"

namespace heddle::cli {

struct MethodText {
  std::string of_class;  // a.b.C
  std::string method;    // m(I)V

  friend auto operator<=>(const MethodText&, const MethodText&) = default;
};
MethodText method_text(const ir::Program& program, ir::MethodId method);

// An instruction of a method. Unknown: no file, line 0.
struct Place {
  MethodText of;
  std::string file;
  std::uint32_t line = 0;

  friend auto operator<=>(const Place&, const Place&) = default;
};
// An instruction that the method does not have stands for the method itself.
Place place(ir::Program& program, ir::MethodId method, std::uint32_t instruction);

struct ObjectText {
  std::string type;  // a.b.C, int[]
  std::string how;   // new, lambda, model, proxy, merged, vm, string, class, field, methods
  std::optional<Place> allocated;
  std::string name;     // as docs/analysis/points-to.md writes it, without the context
  std::string context;  // likewise; empty: none

  friend auto operator<=>(const ObjectText&, const ObjectText&) = default;
};
ObjectText object_text(const GraphProgram& graph, pointsto::ObjectId object);
// Of all the sets together, sorted, each once.
std::vector<ObjectText> object_texts(const GraphProgram& graph,
                                     const std::vector<const pointsto::ObjectSet*>& sets);

// "a.b.C.m(I)V", "a.b.C.m(C.java:12)", "a.b.C new at a.b.D.m(D.java:3) [o | l]": fit for one line
// of a terminal.
std::string text(const MethodText& method);
std::string text(const Place& place);
std::string text(const ObjectText& object);

// {"class", "method"}, and for places "file" and "line", null where unknown.
void write(base::JsonWriter& json, const MethodText& method);
void write(base::JsonWriter& json, const Place& place);
void write(base::JsonWriter& json, const ObjectText& object);

// The first lines of every answer in JSON, inside the object just begun: schema, tool, policy.
void write_head(base::JsonWriter& json, std::string_view schema, const GraphProgram& graph,
                const std::string& version);

// A text inside quotes of the dot language.
std::string dot_quoted(std::string_view text);

}  // namespace heddle::cli
