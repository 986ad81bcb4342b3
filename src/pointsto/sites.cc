#include "pointsto/sites.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/id.h"
#include "ir/type.h"

namespace heddle::pointsto {

SiteId SiteTable::intern(const Site& site) {
  const auto [place, fresh] = ids_.try_emplace(site, base::id_at<SiteId>(sites_.size()));
  if (fresh) sites_.push_back(site);
  return place->second;
}

std::uint32_t SiteTable::text_id(std::string_view text) {
  const auto known = text_ids_.find(text);
  if (known != text_ids_.end()) return known->second;
  const auto id = static_cast<std::uint32_t>(texts_.size());
  texts_.push_back(text_memory_.copy(text));
  text_ids_.emplace(texts_.back(), id);
  return id;
}

std::string SiteTable::name(SiteId id, const ir::Program& program) const {
  const Site& site = sites_[base::index(id)];
  const auto place = [&] { return place_text(program, base::id_at<ir::MethodId>(site.a), site.b); };
  switch (site.kind) {
    case SiteKind::kNew:
      return site.level == 0 || site.level == Site::kEmpty
                 ? place()
                 : fmt::format("{}/{}", place(), site.level);
    case SiteKind::kLambda: return place();
    case SiteKind::kCreated:
    case SiteKind::kProxy: return fmt::format("{}:{}", place(), type_text(program, site.type));
    case SiteKind::kMerged: return "merged " + type_text(program, site.type);
    case SiteKind::kMachine: return "vm " + type_text(program, site.type);
    case SiteKind::kLiteral: return fmt::format("\"{}\"", texts_[site.a]);
    case SiteKind::kClass: return "class " + type_text(program, ir::Type::from_bits(site.a));
    case SiteKind::kField: {
      const ir::FieldId field = base::id_at<ir::FieldId>(site.a);
      return fmt::format("field {}.{}:{}", type_text(program, ir::Type(program.owner(field))),
                         program.name(field), type_text(program, site.type));
    }
    case SiteKind::kMethods:
      return fmt::format("methods {}.{}:{}",
                         type_text(program, ir::Type(base::id_at<ir::ClassId>(site.a))),
                         texts_[site.b], type_text(program, site.type));
  }
  return {};
}

std::string type_text(const ir::Program& program, ir::Type type) {
  static constexpr std::string_view kPrimitives[] = {"void", "boolean", "byte",  "char",   "short",
                                                     "int",  "long",    "float", "double", "null"};
  std::string text;
  if (type.has_class()) {
    text = program.name(type.class_id());
    std::replace(text.begin(), text.end(), '/', '.');
  } else {
    text = kPrimitives[type.bits() & 0x00FF'FFFFU];
  }
  for (std::uint32_t i = 0; i < type.dimensions(); ++i) text += "[]";
  return text;
}

std::string method_text(const ir::Program& program, ir::MethodId method) {
  return fmt::format("{}.{}{}", type_text(program, ir::Type(program.owner(method))),
                     program.name(method), program.descriptor(method));
}

std::string place_text(const ir::Program& program, ir::MethodId method, std::uint32_t instruction) {
  const std::string name = method_text(program, method);
  return instruction == kModelInstruction ? name + "@model"
                                          : fmt::format("{}@{}", name, instruction);
}

}  // namespace heddle::pointsto
