// Holds the names in models/ to a JDK: each class, method and field must be there.
//
//   model_names VERSIONS [JDK]
//
// VERSIONS lists what only some JDKs have, and which; it describes its lines itself. Without a JDK:
// that of JAVA_HOME, else of the java on PATH. Prints what is missing; exit code 1 if anything is,
// 77 if there is no JDK.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "model/built_in.h"
#include "model/model.h"
#include "model/read.h"
#include "workspace/class_path.h"
#include "workspace/jdk.h"

namespace heddle {
namespace {

using ir::ClassId;
using ir::Program;

// --- which JDK has what -------------------------------------------------------------------------

struct Span {
  std::string beginning;  // of the names it speaks of
  unsigned since = 0, until = ~0U;
};

std::vector<Span> read_spans(const char* file) {
  std::vector<Span> spans;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream words(line);
    Span span;
    words >> span.beginning;
    for (std::string word; words >> word;) words >> (word == "since" ? span.since : span.until);
    spans.push_back(std::move(span));
  }
  return spans;
}

bool is_excused(const std::vector<Span>& spans, std::string_view name, unsigned release) {
  return std::ranges::any_of(spans, [&](const Span& span) {
    return name.starts_with(span.beginning) && (release < span.since || release > span.until);
  });
}

// --- which names there are ----------------------------------------------------------------------

// Looks names up, and remembers those that lead nowhere with who says them.
class Names {
 public:
  explicit Names(Program& program) : program_(program) {}

  void want_class(std::string_view name, std::string_view origin) {
    if (!exists(name)) missing_.emplace(name, origin);
  }

  void want_type(std::string_view descriptor, std::string_view origin) {
    const std::size_t base = descriptor.find_first_not_of('[');
    if (descriptor[base] != 'L') return;
    want_class(descriptor.substr(base + 1, descriptor.size() - base - 2), origin);
  }

  void want_method(const model::MethodName& method, std::string_view origin) {
    ++count_;
    const bool is_there = exists(method.owner) &&
                          declares(program_.find(method.owner), method.name, method.descriptor);
    if (!is_there) missing_.emplace(method.owner + "." + method.name + method.descriptor, origin);
  }

  void want_path(const model::Path& path, std::string_view origin) {
    if (path.root == model::Path::Root::kStatic) want_field(path.field, origin);
    for (const model::Selector& selector : path.selectors)
      if (!selector.element) want_field(selector, origin);
  }

  void want_call(const model::Call& call, std::string_view origin) {
    want_method(call.method, origin);
    if (call.on) want_path(*call.on, origin);
    for (const model::Path& path : call.with) want_path(path, origin);
    if (call.result) want_path(*call.result, origin);
  }

  // a/b/C.f
  void want_field(std::string_view field, std::string_view origin) {
    ++count_;
    const std::size_t dot = field.rfind('.');
    const std::string_view owner = field.substr(0, dot);
    if (!exists(owner) || !declares_field(program_.find(owner), field.substr(dot + 1)))
      missing_.emplace(field, origin);
  }

  // Does the class, or one above it, have a method that a list of an object's means?
  bool has_listed(std::string_view class_name, std::string_view listed) {
    ++count_;
    const std::size_t end = std::min(listed.find('('), listed.size());
    const std::string_view name = listed.substr(0, end), descriptor = listed.substr(end);
    const auto declares_it = [&](ClassId id) { return declares(id, name, descriptor); };
    if (!exists(class_name)) return false;
    const ClassId id = program_.find(class_name);
    for (ClassId at = id; !base::is_none(at); at = program_.super(at))
      if (declares_it(at)) return true;
    return std::ranges::any_of(program_.all_interfaces(id), declares_it);
  }

  void miss(std::string name, std::string_view origin) { missing_.emplace(name, origin); }

  [[nodiscard]] const std::multimap<std::string, std::string>& missing() const { return missing_; }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  bool exists(std::string_view name) {
    ++count_;
    const ClassId id = program_.find(name);
    return !base::is_none(id) && !program_.is_phantom(id);
  }

  // A name may end in *, and a descriptor be empty: any.
  [[nodiscard]] bool declares(ClassId id, std::string_view name,
                              std::string_view descriptor) const {
    const bool is_beginning = name.ends_with('*');
    if (is_beginning) name.remove_suffix(1);
    for (std::uint32_t i = 0; i < program_.method_count(id); ++i) {
      const auto method = base::id_at<ir::MethodId>(base::index(program_.first_method(id)) + i);
      const std::string_view its = program_.name(method);
      if (!(is_beginning ? its.starts_with(name) : its == name)) continue;
      if (descriptor.empty() || program_.descriptor(method) == descriptor) return true;
    }
    return false;
  }

  void want_field(const model::Selector& field, std::string_view origin) {
    ++count_;
    if (!exists(field.owner) || !declares_field(program_.find(field.owner), field.field))
      missing_.emplace(field.owner + "." + field.field, origin);
  }

  [[nodiscard]] bool declares_field(ClassId id, std::string_view name) const {
    for (std::uint32_t i = 0; i < program_.field_count(id); ++i)
      if (program_.name(base::id_at<ir::FieldId>(base::index(program_.first_field(id)) + i)) ==
          name)
        return true;
    return false;
  }

  Program& program_;
  std::multimap<std::string, std::string> missing_;
  std::size_t count_ = 0;
};

void want_pattern(std::string_view pattern, std::string_view origin, Names& names) {
  if (pattern.ends_with("/**")) return;
  if (pattern.ends_with('*')) pattern.remove_suffix(1);
  names.want_class(pattern, origin);
}

void want_methods(const model::Models& models, Names& names) {
  for (const model::Method& method : models.methods()) {
    names.want_method(method.name, method.origin);
    for (const model::Move& move : method.moves) {
      names.want_path(move.from, method.origin);
      names.want_path(move.to, method.origin);
    }
    for (const model::Creation& creation : method.creates) {
      names.want_type(creation.type, method.origin);
      names.want_path(creation.into, method.origin);
    }
    for (const model::Call& call : method.calls) names.want_call(call, method.origin);
    for (const model::Start& start : method.starts) {
      names.want_call(start.call, method.origin);
      if (start.serial) names.want_path(*start.serial, method.origin);
    }
  }
}

void want_facts(const model::Models& models, Names& names) {
  for (const model::LockFact& fact : models.locks()) {
    names.want_method(fact.method, fact.origin);
    names.want_path(fact.on, fact.origin);
  }
  for (const model::OrderFact& fact : models.orders()) {
    names.want_method(fact.method, fact.origin);
    names.want_path(fact.on, fact.origin);
    names.want_path(fact.at, fact.origin);
  }
  for (const model::AccessFact& fact : models.accesses())
    names.want_method(fact.method, fact.origin);
}

// A list is one for all classes of its table: one of them must have each method.
void want_objects(const model::Models& models, Names& names) {
  std::map<std::pair<std::string, std::string>, bool> listed;
  for (const model::ObjectFact& fact : models.objects()) {
    want_pattern(fact.owner, fact.origin, names);
    for (const std::string& view : fact.views) names.want_field(view, fact.origin);
    if (!fact.under.empty()) names.want_field(fact.under, fact.origin);
    for (const auto* list : {&fact.reads, &fact.mutates, &fact.safe, &fact.then_mutates,
                             &fact.changes_whole, &fact.outside})
      for (const std::string& name : *list)
        listed[{name, fact.origin}] |= names.has_listed(fact.owner, name);
  }
  for (const auto& [name, is_there] : listed)
    if (!is_there) names.miss(name.first, name.second);
}

void want_all(const model::Models& models, Names& names) {
  want_methods(models, names);
  want_facts(models, names);
  want_objects(models, names);
  for (const model::Class& said : models.classes()) want_pattern(said.pattern, said.origin, names);
  for (const model::MethodName& root : models.vm_roots()) names.want_method(root, "[vm] roots");
  for (const std::string& name : models.vm_exceptions()) names.want_class(name, "[vm] exceptions");
}

int run(const char* versions, const std::string& jdk) {
  constexpr int kSkipped = 77;
  const auto class_path = workspace::ClassPath::open(
      {.inputs = {}, .class_path = {}, .jdk = jdk, .release = {}}, workspace::process_environment);
  if (!class_path->has_platform()) return fmt::print("no JDK\n"), kSkipped;
  Program program(*class_path);
  const auto models = model::read(model::built_in_files());
  if (!models) return 1;
  Names names(program);
  want_all(*models, names);
  const auto spans = read_spans(versions);
  std::size_t missing = 0, excused = 0;
  for (const auto& [name, origin] : names.missing()) {
    if (is_excused(spans, name, class_path->release())) {
      ++excused;
      continue;
    }
    fmt::print("{}: no {} in JDK {}\n", origin, name, class_path->release());
    ++missing;
  }
  fmt::print("{} names looked up in JDK {}, {} missing, {} of other versions\n", names.count(),
             class_path->release(), missing, excused);
  return missing == 0 ? 0 : 1;
}

}  // namespace
}  // namespace heddle

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("Usage: model_names VERSIONS [JDK]\n", stderr);
    return 2;
  }
  return heddle::run(arguments[1], count > 2 ? arguments[2] : "");
}
