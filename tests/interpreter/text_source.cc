#include "text_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/parse_text.h"
#include "ir/print.h"

namespace heddle::interpreter {

std::optional<ir::ClassSource::Found> TextSource::load(std::string_view internal_name) {
  std::optional<Found> found = inner_.load(internal_name);
  if (!found) return found;
  originals_.push_back(std::move(found->code));
  ir::Class& original = *originals_.back();
  for (std::uint32_t i = 0; i < original.methods.size(); ++i)
    if (original.methods[i].has_code) inner_.lower(original, i);
  auto parsed = ir::parse_text(ir::print_class(original));
  if (!parsed) {
    failures_.push_back(std::string(internal_name) + ": " + parsed.error().what);
    return std::nullopt;
  }
  if (parsed->size() != 1 || parsed->front()->name() != internal_name) {
    failures_.push_back(std::string(internal_name) + ": parsed to something else");
    return std::nullopt;
  }
  return Found{.code = std::move(parsed->front()), .layer = found->layer};
}

const ir::Body* TextSource::lower(ir::Class&, std::uint32_t) { return nullptr; }

}  // namespace heddle::interpreter
