#include "cli/kept_answers.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/persist.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/identity.h"

namespace heddle::cli {
namespace {

using workspace::ClassPath;
using workspace::Remark;

void add(base::Hasher& hasher, base::Hash128 hash) { hasher.add(hash.high).add(hash.low); }

// All that decides what is worked out for a given platform, but for the program.
base::Hasher hasher_of(std::string_view what, base::Hash128 self,
                       const KeptAnswers::Question& question) {
  base::Hasher hasher;
  hasher.add(what);
  add(hasher, self);
  add(hasher, question.models);
  hasher.add(question.policy.kind).add(question.policy.depth).add(question.policy.steps_down);
  hasher.add(question.budget);
  const pointsto::Techniques& techniques = question.techniques;
  hasher.add(techniques.collapse_cycles).add(techniques.topological_order);
  hasher.add(techniques.difference_propagation).add(techniques.share_variables);
  hasher.add(techniques.share_calls).add(techniques.ranking_starts_at);
  hasher.add(techniques.grouping_starts_at).add(techniques.junction_bits);
  return hasher;
}

template <typename Archive>
void persist(Archive& archive, std::vector<Remark>& remarks) {
  std::vector<std::string> texts;
  for (const Remark& remark : remarks) {
    texts.push_back(remark.what);
    texts.push_back(remark.why);
  }
  archive.texts(texts);
  if constexpr (Archive::kLoads) {
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2)
      remarks.push_back({.what = std::move(texts[i]), .why = std::move(texts[i + 1])});
  }
}

std::size_t count(const ClassPath::Remarks& remarks) {
  return remarks.skipped.size() + remarks.notes.size();
}

}  // namespace

KeptAnswers::KeptAnswers(workspace::Cache cache, ClassPath& class_path, const Question& question)
    : cache_(std::move(cache)),
      class_path_(class_path),
      remarks_at_first_(count(class_path.remarks())) {
  const auto self = workspace::own_identity();
  if (!cache_.is_on() || !self) return;
  program_ = workspace::program_identity(class_path);
  if (!program_) return;
  base::Hasher answer = hasher_of("answer", *self, question);
  add(answer, *program_);
  for (const std::string& main : question.mains) answer.add(main);
  answer_key_ = answer.add(question.every_main).finish();
  if (const auto platform = workspace::platform_identity(class_path)) {
    base::Hasher hasher = hasher_of("platform", *self, question);
    add(hasher, *platform);
    platform_key_ = hasher.finish();
  }
}

std::optional<pointsto::Solved> KeptAnswers::find_answer(std::unique_ptr<ir::Program>& program,
                                                         const model::Models& models,
                                                         const pointsto::Options& options) {
  if (!answer_key_) return std::nullopt;
  const auto entry = cache_.find(*answer_key_);
  if (!entry) return std::nullopt;
  base::Loader loader(entry->bytes());
  ClassPath::Remarks remarks;
  persist(loader, remarks.skipped);
  persist(loader, remarks.notes);
  auto solved = pointsto::load(*program, models, options, loader);
  if (solved) {
    class_path_.restore(std::move(remarks));
  } else {
    program = std::make_unique<ir::Program>(class_path_);
  }
  return solved;
}

std::unique_ptr<pointsto::PlatformLayer> KeptAnswers::find_platform(
    std::unique_ptr<ir::Program>& program, const model::Models& models,
    const pointsto::Options& options) {
  if (!platform_key_) return nullptr;
  const auto entry = cache_.find(*platform_key_);
  if (!entry) return nullptr;
  base::Loader loader(entry->bytes());
  // What the platform looked for and did not find, this program might have.
  const auto agrees = [&](std::string_view name, std::optional<ir::Layer> layer) {
    return class_path_.layer_of(name) == layer;
  };
  auto platform = pointsto::PlatformLayer::load(*program, models, options, loader, agrees);
  if (platform == nullptr) program = std::make_unique<ir::Program>(class_path_);
  return platform;
}

// Kept for other programs only if nothing of this one is in it.
void KeptAnswers::keep(const pointsto::PlatformLayer& platform) {
  if (!platform_key_ || !platform.is_complete() || !platform.is_pure() ||
      count(class_path_.remarks()) != remarks_at_first_)
    return;
  cache_.store(*platform_key_, [&](const workspace::Cache::Sink& sink) {
    base::Saver saver(sink);
    platform.save(saver);
  });
}

// Not if a file was written to meanwhile: nobody knows what was read.
void KeptAnswers::keep(const pointsto::Solved& solved) {
  if (!answer_key_ || workspace::program_identity(class_path_) != program_) return;
  cache_.store(*answer_key_, [&](const workspace::Cache::Sink& sink) {
    base::Saver saver(sink);
    ClassPath::Remarks remarks = class_path_.remarks();
    persist(saver, remarks.skipped);
    persist(saver, remarks.notes);
    pointsto::save(solved, saver);
  });
}

}  // namespace heddle::cli
