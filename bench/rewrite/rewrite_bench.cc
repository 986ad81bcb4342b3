// Puts probes into every class of some jars, as often as said, with nothing kept:
//
//   rewrite_bench ROUNDS JAR…
//
// Prints one line of `key value` pairs: the processor time of the first round and of the best.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "archive/zip.h"
#include "classfile/class_file.h"
#include "rewrite/rewrite.h"
#include "workspace/mapped_file.h"

namespace heddle {
namespace {

class Counting : public rewrite::Sites {
 public:
  std::uint32_t add(const classfile::ClassFile& /*file*/, const rewrite::Site& /*site*/) override {
    return next_++;
  }

 private:
  std::uint32_t next_ = 0;
};

struct Totals {
  std::size_t classes = 0, methods = 0, probes = 0, refused = 0, bytes = 0;
};

double processor_milliseconds() {
  timespec spent{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return static_cast<double>(spent.tv_sec) * 1e3 + static_cast<double>(spent.tv_nsec) / 1e6;
}

// Every round reads the bytes anew, as an agent that is handed a class does.
Totals rewrite_all(std::span<const archive::Content> files) {
  Totals totals;
  Counting sites;
  for (const archive::Content& content : files) {
    const auto file = classfile::ClassFile::parse(content.bytes());
    if (!file) continue;
    const rewrite::Rewritten rewritten = rewrite::rewrite(*file, {}, sites);
    ++totals.classes;
    totals.methods += rewritten.methods;
    totals.probes += rewritten.probes;
    totals.refused += rewritten.refused.size();
    totals.bytes += rewritten.bytes.size();
  }
  return totals;
}

bool is_class(std::string_view name) {
  return name.ends_with(".class") && !name.starts_with("META-INF/") &&
         !name.ends_with("module-info.class");
}

int run(int rounds, std::span<char*> jars) {
  std::vector<workspace::MappedFile> mapped;
  std::vector<archive::Content> files;
  for (const char* jar : jars) {
    auto opened = workspace::MappedFile::open(jar);
    if (!opened) return EXIT_FAILURE;
    mapped.push_back(std::move(*opened));
    const auto zip = archive::Zip::open(mapped.back().bytes());
    if (!zip) return EXIT_FAILURE;
    for (std::uint32_t entry = 0; entry < zip->entries().size(); ++entry) {
      if (!is_class(zip->entries()[entry].name)) continue;
      if (auto content = zip->read(entry)) files.push_back(std::move(*content));
    }
  }
  Totals totals;
  double first = 0, best = 0;
  for (int round = 0; round < rounds; ++round) {
    const double start = processor_milliseconds();
    totals = rewrite_all(files);
    const double spent = processor_milliseconds() - start;
    if (round == 0) first = spent;
    best = round == 0 ? spent : std::min(best, spent);
  }
  fmt::print("first {:.1f} best {:.1f} classes {} methods {} probes {} refused {} bytes {}\n",
             first, best, totals.classes, totals.methods, totals.probes, totals.refused,
             totals.bytes);
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace heddle

int main(int count, char** arguments) {
  if (count < 3) return EXIT_FAILURE;
  return heddle::run(std::atoi(arguments[1]),
                     std::span(arguments + 2, static_cast<std::size_t>(count) - 2));
}
