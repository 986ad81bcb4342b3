// Measures the front end in a process of its own, so that memory and first touches count:
//
//   front_end_bench decode IMAGE WORKERS    decode and lower every class of an input, keep it all
//   front_end_bench names CLASS-FILE JDK    open a class with the JDK behind it, decode what it
//   names
//
// Prints one line of `key value` pairs.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ir/class.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "ir/type.h"
#include "workspace/class_path.h"
#include "workspace/jdk.h"

namespace heddle {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double peak_megabytes() {
  struct rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

std::optional<std::string> no_environment(const char*) { return std::nullopt; }

int decode(const std::string& input, unsigned workers) {
  const auto start = Clock::now();
  const auto path = workspace::ClassPath::open(
      {.inputs = {input}, .class_path = {}, .jdk = {}, .release = 17, .needs_platform = false},
      no_environment);
  std::size_t classes = 0;
  std::size_t bodies = 0;
  std::size_t instructions = 0;
  for (const workspace::ClassPath::Unit& unit : path->decode_all(workers, nullptr)) {
    if (unit.code == nullptr) continue;
    ++classes;
    for (const ir::Body* body : unit.code->bodies) {
      if (body == nullptr) continue;
      ++bodies;
      instructions += body->instructions.size();
    }
  }
  fmt::print("milliseconds {:.0f} peak_mb {:.0f} classes {} bodies {} instructions {}\n",
             milliseconds_since(start), peak_megabytes(), classes, bodies, instructions);
  return classes == 0 ? 1 : 0;
}

int names(const std::string& class_file, const std::string& jdk) {
  const auto start = Clock::now();
  const auto path = workspace::ClassPath::open(
      {.inputs = {class_file}, .class_path = {}, .jdk = jdk, .release = {}, .needs_platform = true},
      no_environment);
  ir::Program program(*path);
  const ir::Class* const code = program.code(program.find("Hello"));
  if (code == nullptr) return 1;
  std::size_t bodies = 0;
  for (const std::string_view name : code->symbols.bases().subspan(ir::kFirstOwnBase)) {
    const ir::ClassId id = program.require(name);
    program.interfaces(id);
    for (unsigned i = 0; i < program.method_count(id); ++i) {
      const auto method = static_cast<ir::MethodId>(base::index(program.first_method(id)) + i);
      bodies += program.body(method) != nullptr ? 1 : 0;
    }
  }
  fmt::print("milliseconds {:.1f} peak_mb {:.0f} classes {} bodies {} lowered {}\n",
             milliseconds_since(start), peak_megabytes(), path->classes_decoded(), bodies,
             path->bodies_lowered());
  return 0;
}

}  // namespace
}  // namespace heddle

int main(int argc, char** argv) {
  const std::span<char*> arguments(argv, static_cast<std::size_t>(argc));
  if (argc == 4 && std::string_view(arguments[1]) == "decode")
    return heddle::decode(arguments[2], static_cast<unsigned>(std::atoi(arguments[3])));
  if (argc == 4 && std::string_view(arguments[1]) == "names")
    return heddle::names(arguments[2], arguments[3]);
  fmt::print(stderr, "usage: front_end_bench decode INPUT WORKERS | names CLASS-FILE JDK\n");
  return 2;
}
