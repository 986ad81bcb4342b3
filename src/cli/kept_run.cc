#include "cli/kept_run.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "base/persist.h"
#include "ir/content_hash.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "ir/program_snapshot.h"
#include "workspace/class_files.h"
#include "workspace/class_path.h"
#include "workspace/identity.h"

namespace heddle::cli {
namespace {

using workspace::ClassFile;
using workspace::ClassPath;
using workspace::Remark;

// With more than that changed, everything is looked at anew and kept.
constexpr std::size_t kMostChanged = 64;

void add(base::Hasher& hasher, base::Hash128 hash) { hasher.add(hash.high).add(hash.low); }

void add(base::Hasher& hasher, const std::vector<std::string>& texts) {
  hasher.add(std::uint64_t{texts.size()});
  for (const std::string& text : texts) hasher.add(text);
}

// The class files of a project as they were.
struct Files {
  std::vector<std::uint64_t> places;
  std::vector<base::Hash128> contents;

  static Files of(const std::vector<ClassFile>& files) {
    Files made;
    for (const ClassFile& file : files) {
      made.places.push_back(file.place);
      made.contents.push_back(file.content);
    }
    return made;
  }
  template <typename Archive>
  void persist(Archive& archive) {
    archive.array(places);
    archive.array(contents);
  }
};

template <typename Archive>
void persist(Archive& archive, std::vector<Remark>& remarks) {
  base::TextList texts;
  for (const Remark& remark : remarks) {
    texts.add(remark.what);
    texts.add(remark.why);
  }
  texts.persist(archive);
  if constexpr (Archive::kLoads) {
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2)
      remarks.push_back({.what = std::string(texts[i]), .why = std::string(texts[i + 1])});
  }
}

template <typename Archive>
void persist(Archive& archive, std::vector<InputClass>& inputs) {
  base::TextList names, files, details;
  std::vector<std::uint32_t> counts;  // methods, annotations, missing classes; of each its values
  for (const InputClass& input : inputs) {
    names.add(input.name);
    files.add(input.source_file);
    counts.push_back(input.methods);
    counts.push_back(static_cast<std::uint32_t>(input.annotated.size()));
    counts.push_back(static_cast<std::uint32_t>(input.missing.size()));
    for (const report::AnnotatedElement& element : input.annotated) {
      for (const std::string* text :
           {&element.annotation, &element.class_name, &element.field, &element.method})
        details.add(*text);
      counts.push_back(static_cast<std::uint32_t>(element.values.size()));
      for (const std::string& value : element.values) details.add(value);
    }
    for (const std::string& name : input.missing) details.add(name);
  }
  names.persist(archive);
  files.persist(archive);
  details.persist(archive);
  archive.array(counts);
  if constexpr (Archive::kLoads) {
    std::size_t next_count = 0, next_detail = 0;
    const auto count = [&] { return next_count < counts.size() ? counts[next_count++] : 0U; };
    const auto detail = [&] {
      return std::string(next_detail < details.size() ? details[next_detail++]
                                                      : std::string_view());
    };
    for (std::size_t i = 0; i < names.size() && i < files.size(); ++i) {
      InputClass input{.name = std::string(names[i]), .source_file = std::string(files[i])};
      input.methods = count();
      const std::uint32_t annotated = count(), missing = count();
      if (annotated > details.size() || missing > details.size()) return archive.fail();
      for (std::uint32_t a = 0; a < annotated; ++a) {
        report::AnnotatedElement element{.annotation = detail()};
        element.class_name = detail();
        element.field = detail();
        element.method = detail();
        for (std::uint32_t left =
                 std::min<std::uint32_t>(count(), static_cast<std::uint32_t>(details.size()));
             left != 0; --left)
          element.values.push_back(detail());
        input.annotated.push_back(std::move(element));
      }
      for (std::uint32_t m = 0; m < missing; ++m) input.missing.push_back(detail());
      inputs.push_back(std::move(input));
    }
  }
}

// The positions of the files that have changed; nothing: they are others, or too many.
std::optional<std::vector<std::size_t>> changes(const Files& before,
                                                const std::vector<ClassFile>& now) {
  if (before.places.size() != now.size() || before.contents.size() != now.size())
    return std::nullopt;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (before.places[i] != now[i].place) return std::nullopt;
    if (before.contents[i] != now[i].content) changed.push_back(i);
    if (changed.size() > kMostChanged) return std::nullopt;
  }
  return changed;
}

// What was remarked about the class, among other things perhaps.
std::vector<Remark> remarks_on(const ClassPath::Remarks& remarks, std::string_view name) {
  std::string dotted(name);
  std::ranges::replace(dotted, '/', '.');
  std::vector<Remark> found;
  for (const auto* list : {&remarks.skipped, &remarks.notes})
    for (const Remark& remark : *list)
      if (remark.what.find(name) != std::string::npos ||
          remark.what.find(dotted) != std::string::npos)
        found.push_back(remark);
  return found;
}

// Was it left out, with nothing else to say of it, and is it still, for the same reason?
bool is_left_out_again(const ClassPath& class_path, const std::vector<Remark>& then,
                       std::string_view name) {
  if (then.size() != 1) return false;
  const auto now = class_path.would_skip(name);
  return now && *now == then[0];
}

std::size_t count(const ClassPath::Remarks& remarks) {
  return remarks.skipped.size() + remarks.notes.size();
}

}  // namespace

KeptRun::KeptRun(workspace::Cache cache, GraphProgram& program, const Question& question)
    : cache_(std::move(cache)),
      annotation_names_(question.annotation_names),
      opened_(program.class_path().remarks()) {
  const ClassPath& class_path = program.class_path();
  const auto self = workspace::own_identity();
  const auto platform = workspace::platform_identity(class_path);
  if (!cache_.is_on() || !self || !platform) return;
  base::Hasher hasher;
  hasher.add(std::string_view("modular"));
  add(hasher, *self);
  add(hasher, *platform);
  add(hasher, question.models);
  add(hasher, question.project);
  hasher.add(question.class_path).add(question.engine);
  add(hasher, question.annotation_names);
  const modular::AnnotationNames& names = program.config().annotations;
  for (const auto& list : names.marks) add(hasher, list);
  add(hasher, names.main_thread_assertions);
  add(hasher, names.main_thread_tests);
  add(hasher, names.shared_types);
  key_ = hasher.finish();
  entry_ = cache_.find(*key_);
}

std::optional<KeptRun::Answer> KeptRun::find(GraphProgram& program, unsigned workers) const {
  if (!entry_) return std::nullopt;
  ClassPath& class_path = program.class_path();
  base::Loader loader(entry_->bytes());
  Files files;
  files.persist(loader);
  const std::vector<ClassFile> now = workspace::class_files(class_path, workers);
  const auto changed = changes(files, now);
  if (loader.failed() || !changed) return std::nullopt;
  program.lap("compare");
  ClassPath::Remarks opened, remarks;
  persist(loader, opened.skipped);
  persist(loader, opened.notes);
  persist(loader, remarks.skipped);
  persist(loader, remarks.notes);
  const ClassPath::Remarks here = class_path.remarks();
  if (here.skipped != opened.skipped || here.notes != opened.notes) return std::nullopt;
  if (!ir::ProgramSnapshot::load(program.program(), loader, nullptr)) return std::nullopt;
  const auto kept = std::make_shared<std::pair<modular::Outline, modular::SymbolIds>>();
  auto& [outline, symbols] = *kept;
  Answer answer;
  outline.persist(loader);
  symbols.persist(loader);
  persist(loader, answer.inputs);
  const auto summaries = loader.view<std::uint8_t>();
  if (loader.failed()) return std::nullopt;
  program.lap("load");

  ir::Program& of = program.program();
  std::vector<ir::ClassId> classes;
  for (const std::size_t at : *changed) {
    const ClassFile& file = now[at];
    if (!file.is_found) return std::nullopt;
    if (const auto then = remarks_on(remarks, file.name); !then.empty()) {
      // It is not known what becomes of what was worth a remark.
      if (!is_left_out_again(class_path, then, file.name)) return std::nullopt;
      continue;
    }
    // Nobody met it, then or now: the code that names it is looked at.
    const ir::ClassId id = ir::ProgramSnapshot::known(of, file.name);
    if (base::is_none(id)) continue;
    const auto row = std::ranges::find(outline.classes, id, &modular::Outline::ClassRow::id);
    if (row == outline.classes.end() || !ir::ProgramSnapshot::load_changed(of, id, row->header))
      return std::nullopt;
    const auto source =
        outline.source_files[static_cast<std::size_t>(row - outline.classes.begin())];
    if (of.code(id)->source_file != source) return std::nullopt;
    classes.push_back(id);
  }
  std::ranges::sort(classes);
  auto report = modular::check_again(of, program.models(), program.config().annotations, outline,
                                     symbols, summaries, classes, workers, &program.remains());
  if (!report || count(class_path.remarks()) != count(here)) return std::nullopt;
  program.remains().push_back(kept);
  answer.report = std::move(*report);
  for (const ir::ClassId id : classes)
    if (const auto input = std::ranges::find(answer.inputs, of.name(id), &InputClass::name);
        input != answer.inputs.end())
      *input = read_input_class(of, id, annotation_names_);
  class_path.restore(std::move(remarks));
  program.lap("modular");
  return answer;
}

// Not if a file was written to meanwhile: nobody knows what was read.
void KeptRun::keep(GraphProgram& program, modular::Leavings leavings,
                   const std::vector<InputClass>& inputs) const {
  if (!key_ || leavings.summaries.empty()) return;
  const ClassPath& class_path = program.class_path();
  for (const ClassPath::Part& part : class_path.parts())
    if (workspace::status_identity(part.path) != part.status) return;
  Files files = Files::of(workspace::class_files(class_path));
  cache_.store(*key_, [&](const workspace::Cache::Sink& sink) {
    base::Saver saver(sink);
    files.persist(saver);
    ClassPath::Remarks opened = opened_, remarks = class_path.remarks();
    persist(saver, opened.skipped);
    persist(saver, opened.notes);
    persist(saver, remarks.skipped);
    persist(saver, remarks.notes);
    ir::ProgramSnapshot::save(program.program(), saver);
    leavings.outline.persist(saver);
    leavings.symbols.persist(saver);
    std::vector<InputClass> kept = inputs;
    persist(saver, kept);
    saver.array(std::span<const std::uint8_t>(leavings.summaries));
  });
}

}  // namespace heddle::cli
