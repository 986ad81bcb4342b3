#include "workspace/class_path.h"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_set.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "base/arena.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/malformed.h"
#include "base/parallel.h"
#include "classfile/modified_utf8.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/ids.h"
#include "lower/class_lowering.h"
#include "workspace/container.h"
#include "workspace/identity.h"
#include "workspace/jdk.h"
#include "workspace/named_classes.h"
#include "workspace/open.h"
#include "workspace/services.h"

namespace heddle::workspace {
namespace {

// What has all of these is a platform. One class of the platform in a jar is merely out of place.
constexpr std::array<std::string_view, 5> kPlatformClasses = {
    "java/lang/Object", "java/lang/Class", "java/lang/String", "java/lang/Thread",
    "java/lang/Throwable"};
constexpr unsigned kDefaultRelease = 17;
constexpr std::size_t kBodyChunk = std::size_t{4} << 20U;

// Adds the time since it was made, or since the last lap, to what it is told.
class Stopwatch {
 public:
  void lap(double& total) {
    const auto now = std::chrono::steady_clock::now();
    total += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::string dotted(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '/', '.');
  return text;
}

Remark no_jdk() {
  return {.what = "JDK",
          .why = "none found (--jdk, JAVA_HOME, java on PATH): the platform's classes are unknown"};
}

// Of a class that stands where another belongs.
base::Malformed misplaced(const Container& container, std::string_view found,
                          std::string_view spelled) {
  std::string what = "holds class " + dotted(classfile::to_utf8(found)) + ", but stands where " +
                     (spelled.empty() ? "one without a name" : dotted(spelled)) + " belongs";
  const std::string below = "/" + classfile::to_utf8(found);
  if (spelled.ends_with(below) && container.is_folder())
    what += "; name " + container.label() + "/" +
            std::string(spelled.substr(0, spelled.size() - below.size())) + " as the input";
  return base::Malformed(std::move(what));
}

}  // namespace

std::unique_ptr<ClassPath> ClassPath::open(const ClassPathOptions& options,
                                           const Environment& environment) {
  std::unique_ptr<ClassPath> path(new ClassPath());
  path->open_platform(options, environment);
  for (const std::string& input : options.inputs)
    path->open_part(input, ir::Layer::kApplication, true);
  for (const std::string& library : options.class_path)
    path->open_part(library, ir::Layer::kLibrary, false);
  path->settle_platform();
  path->index_classes();
  path->arenas_.emplace_back(kBodyChunk);
  return path;
}

void ClassPath::open_platform(const ClassPathOptions& options, const Environment& environment) {
  release_ = open_options_.release = options.release.value_or(kDefaultRelease);
  JdkSearch search = find_jdk(options.jdk, environment);
  if (!search.jdk) {
    if (!search.error.empty()) {
      errors_.push_back(std::move(search.error));
    } else if (options.needs_platform) {
      notes_.push_back(no_jdk());
    }
    return;
  }
  if (!options.release && search.jdk->release != 0)
    release_ = open_options_.release = search.jdk->release;
  if (!options.needs_platform) return;
  for (const std::string& file : search.jdk->files) open_part(file, ir::Layer::kPlatform, false);
  has_platform_ = !containers_.empty();
}

void ClassPath::open_part(const std::string& path, ir::Layer layer, bool is_input) {
  parts_.push_back(
      {.path = path, .layer = layer, .is_input = is_input, .status = status_identity(path)});
  Opened opened = open_path(path, layer, open_options_);
  if (!opened.error.empty())
    errors_.push_back((path.empty() ? "\"\"" : path) + ": " + opened.error);
  if (is_input && main_class_.empty()) main_class_ = opened.main_class;
  if (is_input && opened.error.empty() &&
      std::ranges::none_of(opened.containers, &Container::holds_classes))
    notes_.push_back({.what = path, .why = "holds no classes"});
  const std::vector<std::string> behind = std::move(opened.class_path);
  keep_opened(std::move(opened), is_input);
  if (layer != ir::Layer::kPlatform) follow_manifests(path, behind);
}

void ClassPath::keep_opened(Opened opened, bool is_input) {
  for (auto& container : opened.containers) {
    if (is_input) inputs_.push_back(static_cast<std::uint32_t>(containers_.size()));
    containers_.push_back(std::move(container));
  }
  std::ranges::move(opened.skipped, std::back_inserter(skipped_));
  std::ranges::move(opened.notes, std::back_inserter(notes_));
}

// A manifest often names more than is there, which the JVM passes over in silence and we do not.
void ClassPath::follow_manifests(const std::string& from, const std::vector<std::string>& paths) {
  std::error_code error;
  opened_paths_.insert(std::filesystem::weakly_canonical(from, error).string());
  for (const std::string& path : paths) {
    const std::string place = std::filesystem::weakly_canonical(path, error).string();
    if (!opened_paths_.insert(place).second) continue;
    parts_.push_back({.path = path,
                      .layer = ir::Layer::kLibrary,
                      .is_input = false,
                      .status = status_identity(path)});
    Opened opened = open_path(path, ir::Layer::kLibrary, open_options_);
    if (!opened.error.empty())
      notes_.push_back(
          {.what = from, .why = "Class-Path in its manifest: " + path + ": " + opened.error});
    const std::vector<std::string> behind = std::move(opened.class_path);
    keep_opened(std::move(opened), false);
    follow_manifests(path, behind);
  }
}

// The platform's containers were opened first. If an input is a platform, the JDK found is out of
// the game; if it is a piece of one, it goes before the JDK's own copy of that piece.
void ClassPath::settle_platform() {
  const bool has_own = std::ranges::any_of(inputs_, [&](std::uint32_t input) {
    return std::ranges::all_of(kPlatformClasses, [&](std::string_view name) {
      return containers_[input]->find(name).has_value();
    });
  });
  if (has_own) std::erase(notes_, no_jdk());
  is_platform_alone_ =
      has_platform_ && !has_own && std::ranges::none_of(inputs_, [&](std::uint32_t input) {
        return containers_[input]->is_piece_of_jdk();
      });
  std::vector<std::uint32_t> order;
  std::vector<bool> is_placed(containers_.size());
  for (const std::uint32_t input : inputs_) {
    if (!containers_[input]->is_piece_of_jdk()) continue;
    order.push_back(input);
    is_placed[input] = true;
  }
  for (std::uint32_t i = 0; i < containers_.size(); ++i)
    if (!is_placed[i] && !(has_own && containers_[i]->layer() == ir::Layer::kPlatform))
      order.push_back(i);
  if (has_own && has_platform_)
    notes_.push_back({.what = containers_[inputs_.front()]->label(),
                      .why = "the inputs bring the platform's classes; the JDK found is not used"});
  reorder(order);
}

void ClassPath::reorder(const std::vector<std::uint32_t>& order) {
  std::vector<std::unique_ptr<Container>> kept;
  std::vector<std::uint32_t> moved_to(containers_.size());
  for (const std::uint32_t old : order) {
    moved_to[old] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(containers_[old]));
  }
  containers_ = std::move(kept);
  for (std::uint32_t& input : inputs_) input = moved_to[input];
}

std::size_t ClassPath::input_containers() const { return inputs_.size(); }

void ClassPath::index_classes() {
  for (std::uint32_t i = 0; i < containers_.size(); ++i) {
    if (containers_[i]->has_index()) {
      indexed_.push_back(i);
      continue;
    }
    for (const Container::Listed& listed : containers_[i]->classes()) {
      const Location location{.container = i, .entry = listed.entry};
      if (is_module_descriptor(listed.name)) {
        module_descriptors_.push_back(location);
      } else {
        index_.emplace(listed.name, location);
      }
    }
  }
}

std::vector<std::string> ClassPath::input_class_names() const {
  std::vector<std::string> names;
  for (const std::uint32_t input : inputs_) {
    if (containers_[input]->layer() == ir::Layer::kLibrary) continue;
    for (const Container::Listed& listed : containers_[input]->classes()) {
      if (listed.name.empty() || is_module_descriptor(listed.name)) continue;
      const auto winner = locate(listed.name);
      if (winner && key(*winner) == key({.container = input, .entry = listed.entry}))
        names.emplace_back(listed.name);
    }
  }
  return names;
}

// ---- Services ----

// A jar may have a descriptor for each release; all of them count.
void ClassPath::read_module_descriptors() {
  has_read_modules_ = true;
  auto next = module_descriptors_.begin();
  for (std::uint32_t i = 0; i < containers_.size(); ++i) {
    for (const std::uint32_t entry : containers_[i]->module_descriptors())
      read_module_descriptor({.container = i, .entry = entry});
    for (; next != module_descriptors_.end() && next->container == i; ++next)
      read_module_descriptor(*next);
  }
}

void ClassPath::read_module_descriptor(Location location) {
  const Container& container = *containers_[location.container];
  const auto skip = [&](const base::Malformed& why) {
    skipped_.push_back({.what = container.place(location.entry), .why = why.describe()});
  };
  if (const auto too_much = container.charge(location.entry)) return skip(*too_much);
  const auto content = container.read(location.entry);
  if (!content) return skip(content.error());
  auto provisions = read_provisions(content->bytes());
  if (!provisions) return skip(provisions.error());
  for (Provision& provision : *provisions)
    provisions_.emplace_back(location.container, std::move(provision));
}

const std::vector<std::string>& ClassPath::providers(std::string_view service) {
  return providers(service, providers_, false);
}

const std::vector<std::string>& ClassPath::platform_providers(std::string_view service) {
  return providers(service, platform_providers_, true);
}

const std::vector<std::string>& ClassPath::providers(std::string_view service, Providers& known,
                                                     bool of_platform) {
  const auto at = known.find(service);
  if (at != known.end()) return at->second;
  return known.emplace(service, find_providers(service, of_platform)).first->second;
}

std::vector<std::string> ClassPath::find_providers(std::string_view service, bool of_platform) {
  if (!has_read_modules_) read_module_descriptors();
  // Each list is read, and remarked on, once.
  std::vector<std::string> names;
  if (!of_platform) names = platform_providers(service);
  const auto add = [&](const std::vector<std::string>& found) {
    for (const std::string& name : found)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  const std::string path = service_path(service);
  auto next = provisions_.begin();
  for (std::uint32_t i = 0; i < containers_.size(); ++i) {
    const bool counts = of_platform == (containers_[i]->layer() == ir::Layer::kPlatform);
    for (; next != provisions_.end() && next->first == i; ++next)
      if (counts && next->second.service == service) add(next->second.providers);
    if (path.empty() || !counts) continue;
    for (const Container::Resource& list : containers_[i]->resources(path)) {
      if (!list.content) {
        skipped_.push_back({.what = list.place, .why = list.content.error().describe()});
        continue;
      }
      const ServiceFile file = read_service_file(base::as_text(list.content->bytes()));
      add(file.providers);
      for (const std::size_t line : file.odd_lines)
        notes_.push_back(
            {.what = list.place, .why = "line " + std::to_string(line) + " names no class"});
    }
  }
  return names;
}

// ---- Names ----

bool ClassPath::is_outside_platform(std::string_view name) const {
  const auto found = locate(name);
  return found && containers_[found->container]->layer() != ir::Layer::kPlatform;
}

const std::vector<std::string>& ClassPath::classes_in_texts() {
  if (in_texts_) return *in_texts_;
  in_texts_.emplace();
  for (const auto& container : containers_) {
    if (container->layer() == ir::Layer::kPlatform) continue;
    for (const Container::Resource& text : container->texts()) find_names_in(text);
  }
  std::ranges::sort(*in_texts_);
  const auto repeated = std::ranges::unique(*in_texts_);
  in_texts_->erase(repeated.begin(), repeated.end());
  return *in_texts_;
}

void ClassPath::find_names_in(const Container::Resource& text) {
  if (!text.content) {
    skipped_.push_back({.what = text.place, .why = text.content.error().describe()});
    return;
  }
  for (std::string& word : words_like_classes(base::as_text(text.content->bytes())))
    if (is_outside_platform(word)) in_texts_->push_back(std::move(word));
}

std::vector<std::string> ClassPath::classes_beginning(std::string_view prefix) {
  if (sorted_names_.empty()) {
    for (const auto& [name, location] : index_)
      if (is_outside_platform(name)) sorted_names_.push_back(name);
    std::ranges::sort(sorted_names_);
  }
  std::vector<std::string> found;
  for (auto at = std::ranges::lower_bound(sorted_names_, prefix);
       at != sorted_names_.end() && at->starts_with(prefix); ++at)
    found.emplace_back(*at);
  return found;
}

std::optional<ClassPath::Location> ClassPath::locate(std::string_view name) const {
  auto at = index_.find(name);
  if (at == index_.end())
    if (const auto spelled = other_spelling(name)) at = index_.find(*spelled);
  for (const std::uint32_t container : indexed_) {
    if (at != index_.end() && at->second.container < container) break;
    if (const auto entry = containers_[container]->find(name))
      return Location{.container = container, .entry = *entry};
  }
  return at == index_.end() ? std::nullopt : std::optional(at->second);
}

std::optional<std::uint64_t> ClassPath::bytes_hash(std::string_view name) const {
  const auto location = locate(name);
  if (!location) return std::nullopt;
  const auto content = containers_[location->container]->read(location->entry);
  if (!content) return std::nullopt;
  return base::hash_text(base::as_text(content->bytes()));
}

std::optional<ir::Layer> ClassPath::layer_of(std::string_view name) const {
  const auto location = locate(name);
  return location ? std::optional(containers_[location->container]->layer()) : std::nullopt;
}

std::expected<std::unique_ptr<ClassPath::Decoded>, base::Malformed> ClassPath::decode(
    Location location, std::string_view name, lower::Workshop& workshop,
    PhaseSeconds& seconds) const {
  Stopwatch watch;
  const Container& container = *containers_[location.container];
  auto content = container.read(location.entry);
  watch.lap(seconds.read);
  if (!content) return std::unexpected(std::move(content.error()));
  auto lowering = lower::ClassLowering::read(content->bytes(), workshop);
  watch.lap(seconds.decode);
  if (!lowering) return std::unexpected(std::move(lowering.error()));
  const std::string_view found = lowering->code().name();
  if (!container.is_single() && !belongs_at(found, name))
    return std::unexpected(misplaced(container, found, name));
  auto decoded = std::make_unique<Decoded>(Decoded{.location = location,
                                                   .content = std::move(*content),
                                                   .lowering = std::move(*lowering),
                                                   .code = nullptr,
                                                   .layer = container.layer()});
  decoded->code = decoded->lowering.release();
  return decoded;
}

ir::Class* ClassPath::keep(Location location, std::unique_ptr<Decoded> decoded) {
  ir::Class* const code = decoded->code.get();
  by_code_.emplace(code, decoded.get());
  const bool is_new = decoded_.emplace(key(location), std::move(decoded)).second;
  HEDDLE_CHECK(is_new, "a class is decoded once");
  ++classes_decoded_;
  return code;
}

std::optional<ir::ClassSource::Found> ClassPath::load(std::string_view internal_name) {
  const auto location = locate(internal_name);
  if (!location) return std::nullopt;
  auto known = decoded_.find(key(*location));
  if (known == decoded_.end()) {
    const Container& container = *containers_[location->container];
    const auto skip = [&](const base::Malformed& why) {
      skipped_.push_back({.what = container.place(location->entry), .why = why.describe()});
      decoded_.emplace(key(*location), nullptr);
      return std::nullopt;
    };
    if (const auto too_much = container.charge(location->entry)) return skip(*too_much);
    if (auto before = decoded_before_asked_.find(key(*location));
        before != decoded_before_asked_.end() && before->second != nullptr) {
      keep(*location, std::move(before->second));
    } else {
      auto decoded = decode(*location, internal_name, workshop_, phase_seconds_);
      if (!decoded) return skip(decoded.error());
      keep(*location, std::move(*decoded));
    }
    known = decoded_.find(key(*location));
    // Who looks at bodies of inputs comes to those of their libraries.
    if (known->second->layer == ir::Layer::kLibrary && ahead_ != nullptr && ahead_->has_threads())
      known->second->ahead = static_cast<std::uint32_t>(ahead_->add(known->second->lowering));
  }
  if (known->second == nullptr || known->second->code == nullptr) return std::nullopt;
  return Found{.code = std::move(known->second->code), .layer = known->second->layer};
}

std::optional<Remark> ClassPath::would_skip(std::string_view internal_name) const {
  const auto location = locate(internal_name);
  if (!location) return std::nullopt;
  const Container& container = *containers_[location->container];
  const auto skip = [&](const base::Malformed& why) {
    return Remark{.what = container.place(location->entry), .why = why.describe()};
  };
  if (const auto too_much = container.charge(location->entry)) return skip(*too_much);
  lower::Workshop workshop;
  PhaseSeconds seconds;
  const auto decoded = decode(*location, internal_name, workshop, seconds);
  if (decoded) return std::nullopt;
  return skip(decoded.error());
}

void ClassPath::skip_nameless() {
  for (const std::uint32_t input : inputs_) {
    const Container& container = *containers_[input];
    const Location location{.container = input, .entry = 0};
    if (!container.is_single() || decoded_.contains(key(location))) continue;
    const auto decoded = decode(location, {}, workshop_, phase_seconds_);
    if (decoded) continue;
    skipped_.push_back({.what = container.place(0), .why = decoded.error().describe()});
    decoded_.emplace(key(location), nullptr);
  }
}

const ir::Body* ClassPath::lower(ir::Class& code, std::uint32_t method) {
  Decoded& decoded = *by_code_.at(&code);
  ++bodies_lowered_;
  const auto body = decoded.lowering.lower(method, workshop_, arenas_.front());
  if (body) return *body;
  skipped_.push_back(
      {.what = containers_[decoded.location.container]->place(decoded.location.entry),
       .why = body.error().describe()});
  return nullptr;
}

// ---- All at once ----

struct ClassPath::Job {
  Location location;
  std::string_view name;
  std::unique_ptr<Decoded> decoded;
  std::uint32_t bodies = 0;
  std::string error;
};

struct ClassPath::Worker {
  lower::Workshop workshop;
  PhaseSeconds seconds;
  base::Arena* arena = nullptr;
};

// A class that a container before it has too is decoded all the same: it is in the input. But it is
// not what the program would run, which the notes say.
std::vector<ClassPath::Job> ClassPath::list_jobs() {
  std::vector<Job> jobs;
  for (const std::uint32_t input : inputs_) {
    const Container& container = *containers_[input];
    for (const Container::Listed& listed : container.classes()) {
      const Location here{.container = input, .entry = listed.entry};
      jobs.push_back({.location = here, .name = listed.name, .decoded = nullptr, .error = {}});
      if (const auto too_much = container.charge(listed.entry))
        jobs.back().error = too_much->describe();
      if (listed.name.empty() || is_module_descriptor(listed.name)) continue;
      const auto winner = locate(listed.name);
      if (winner && key(*winner) == key(here)) continue;
      notes_.push_back(
          {.what = container.place(listed.entry),
           .why = winner ? "duplicate: " + containers_[winner->container]->place(winner->entry) +
                               " comes first"
                         : "cannot be found by its name"});
    }
  }
  for (const auto& container : containers_)
    std::ranges::move(container->remarks(), std::back_inserter(notes_));
  return jobs;
}

void ClassPath::run_job(Job& job, Worker& worker, const ClassCheck& check) const {
  auto decoded = decode(job.location, job.name, worker.workshop, worker.seconds);
  if (!decoded) {
    job.error = decoded.error().describe();
    return;
  }
  Stopwatch watch;
  lower::ClassLowering& lowering = (*decoded)->lowering;
  const ir::Class& code = lowering.code();
  for (std::uint32_t method = 0; method < code.methods.size() && job.error.empty(); ++method) {
    if (!code.methods[method].has_code) continue;
    const auto body = lowering.lower(method, worker.workshop, *worker.arena);
    if (!body) job.error = body.error().describe();
    job.bodies += body ? 1 : 0;
  }
  watch.lap(worker.seconds.lower);
  if (check && job.error.empty()) job.error = check(code);
  watch.lap(worker.seconds.check);
  if (job.error.empty()) job.decoded = std::move(*decoded);
}

void ClassPath::run_jobs(std::vector<Job>& jobs, std::vector<Worker>& crew,
                         const std::function<void(Job&, Worker&)>& run) {
  HEDDLE_CHECK(units_.empty() && decoded_.empty(), "everything is decoded once, and first");
  for (Worker& worker : crew) worker.arena = &arenas_.emplace_back(kBodyChunk);
  base::parallel_for(jobs.size(), static_cast<unsigned>(crew.size()), 32,
                     [&](std::size_t job, unsigned worker) { run(jobs[job], crew[worker]); });
  for (const Worker& worker : crew) {
    phase_seconds_.read += worker.seconds.read;
    phase_seconds_.decode += worker.seconds.decode;
    phase_seconds_.lower += worker.seconds.lower;
    phase_seconds_.check += worker.seconds.check;
  }
  decoded_.reserve(jobs.size());
  by_code_.reserve(jobs.size());
}

// What was decoded, or the reason why it was not. Null: that.
ir::Class* ClassPath::keep(Job& job) {
  if (job.decoded != nullptr) return keep(job.location, std::move(job.decoded));
  skipped_.push_back({.what = containers_[job.location.container]->place(job.location.entry),
                      .why = std::move(job.error)});
  decoded_.emplace(key(job.location), nullptr);
  return nullptr;
}

std::span<const ClassPath::Unit> ClassPath::decode_all(unsigned workers, const ClassCheck& check) {
  std::vector<Job> jobs = list_jobs();
  std::vector<Worker> crew(std::max(workers, 1U));
  run_jobs(jobs, crew, [&](Job& job, Worker& worker) { run_job(job, worker, check); });
  units_.reserve(jobs.size());
  for (Job& job : jobs) {
    bodies_lowered_ += job.bodies;
    units_.push_back(
        {.container = job.location.container, .entry = job.location.entry, .code = keep(job)});
  }
  return units_;
}

void ClassPath::decode_inputs(unsigned workers) {
  std::vector<Job> jobs = list_jobs();
  std::vector<Worker> crew(std::max(workers, 1U));
  run_jobs(jobs, crew, [&](Job& job, Worker& worker) {
    if (!job.error.empty()) return;
    auto decoded = decode(job.location, job.name, worker.workshop, worker.seconds);
    if (decoded)
      job.decoded = std::move(*decoded);
    else
      job.error = decoded.error().describe();
  });
  std::vector<lower::ClassLowering*> wanted;
  std::vector<const ir::Class*> inputs;
  for (Job& job : jobs) {
    const ir::Class* code = keep(job);
    if (code != nullptr) inputs.push_back(code);
    const auto winner = locate(job.name);
    if (code == nullptr || !winner || key(*winner) != key(job.location)) continue;
    Decoded& decoded = *by_code_.at(code);
    decoded.ahead = static_cast<std::uint32_t>(wanted.size());
    wanted.push_back(&decoded.lowering);
  }
  if (workers > 1) decode_named(inputs, crew);
  std::vector<base::Arena*> arenas;
  for (const Worker& worker : crew) arenas.push_back(worker.arena);
  ahead_ = std::make_unique<LoweringAhead>(wanted, arenas);
}

// What is wrong with one is found out when it is asked for; what must be inflated is left until
// then, since it is charged in the order of asking.
void ClassPath::decode_named(std::span<const ir::Class* const> inputs, std::vector<Worker>& crew) {
  boost::unordered_flat_set<std::string_view, base::TextHash> known;
  for (const ir::Class* input : inputs)
    known.insert(input->symbols.bases().begin(), input->symbols.bases().end());
  const std::vector<std::string_view> names(known.begin(), known.end());
  std::vector<std::unique_ptr<Decoded>> decoded(names.size());
  base::parallel_for(
      names.size(), static_cast<unsigned>(crew.size()), 32, [&](std::size_t at, unsigned worker) {
        const auto location = locate(names[at]);
        if (!location) return;
        const Container& container = *containers_[location->container];
        if (container.layer() != ir::Layer::kPlatform || !container.gives_view(location->entry))
          return;
        PhaseSeconds seconds;
        auto one = decode(*location, names[at], crew[worker].workshop, seconds);
        if (one) decoded[at] = std::move(*one);
      });
  for (std::unique_ptr<Decoded>& one : decoded)
    if (one != nullptr) decoded_before_asked_.emplace(key(one->location), std::move(one));
}

void ClassPath::settle(const ir::Class& code) {
  if (ahead_ == nullptr) return;
  if (const auto& ahead = by_code_.at(&code)->ahead) ahead_->settle(*ahead);
}

std::vector<Remark> ClassPath::skipped() const {
  std::vector<Remark> sorted = skipped_;
  std::ranges::sort(sorted);
  return sorted;
}

std::vector<Remark> ClassPath::notes() const {
  std::vector<Remark> sorted = notes_;
  std::ranges::sort(sorted);
  return sorted;
}

void ClassPath::restore(Remarks remarks) {
  skipped_ = std::move(remarks.skipped);
  notes_ = std::move(remarks.notes);
}

}  // namespace heddle::workspace
