// Any text is models or a list of mistakes, each with its place; what is models can be asked.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/check.h"
#include "model/concurrency.h"
#include "model/model.h"
#include "model/path.h"
#include "model/read.h"

namespace {

using heddle::model::Method;
using heddle::model::Models;
using heddle::model::Path;

void check_path(const Path& path) {
  const std::string text = print(path);
  const auto back = heddle::model::parse_path(text);
  HEDDLE_CHECK(back && print(*back) == text, "a path does not parse back");
}

void check_models(const Models& models) {
  for (const Method& method : models.methods()) {
    const auto& [owner, name, descriptor] = method.name;
    HEDDLE_CHECK(models.knows_class(owner), "the class of a model is not known");
    HEDDLE_CHECK(models.method(owner, name, descriptor) == &method, "a model is not found");
    for (const auto& move : method.moves) check_path(move.from), check_path(move.to);
  }
  for (const auto& said : models.classes()) {
    (void)models.context(said.pattern);
    (void)models.merge(said.pattern);
  }
}

void check_facts(const Models& models) {
  for (const auto& fact : models.locks()) {
    const auto& [owner, name, descriptor] = fact.method;
    HEDDLE_CHECK(models.lock(owner, name, descriptor) == &fact, "a lock is not found");
    check_path(fact.on);
  }
  for (const auto& fact : models.orders()) {
    const auto& [owner, name, descriptor] = fact.method;
    const auto found = models.order(owner, name, descriptor);
    HEDDLE_CHECK(std::ranges::find(found, &fact) != found.end(), "an order is not found");
    check_path(fact.on), check_path(fact.at);
  }
  for (const auto& fact : models.objects()) {
    (void)models.object(fact.owner);
    for (const auto& name : fact.reads)
      HEDDLE_CHECK(effect(fact, name) == heddle::model::Effect::kReads, "an effect is not found");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<heddle::model::File> files = {
      {.name = "f", .text = std::string(reinterpret_cast<const char*>(data), size)}};
  const auto models = heddle::model::read(files);
  if (models) return check_models(*models), check_facts(*models), 0;
  HEDDLE_CHECK(!models.error().empty(), "refused without a reason");
  for (const auto& line : models.error())
    HEDDLE_CHECK(line.starts_with("f:") && !line.contains('\n'), "a reason without its place");
  return 0;
}
