#include "pointsto/contexts.h"

#include <fmt/format.h>

#include "base/id.h"

namespace heddle::pointsto {

using base::index;

ContextTable::ContextTable() {
  cells_.emplace_back();
  intern(Context{});
}

ElementId ContextTable::intern(const Element& element) {
  const auto make = [&](auto& map, auto key) {
    const auto [place, fresh] = map.try_emplace(key, base::id_at<ElementId>(elements_.size()));
    if (fresh) elements_.push_back(element);
    return place->second;
  };
  const std::uint64_t pair = std::uint64_t{element.a} << 32U | element.b;
  switch (element.kind) {
    case Element::Kind::kSite: return make(sites_, element.a);
    case Element::Kind::kCall: return make(calls_, pair);
    case Element::Kind::kOrigin: break;
  }
  return make(origins_, pair);
}

ListId ContextTable::cons(ElementId head, ListId tail) {
  const std::uint64_t key = std::uint64_t{index(head)} << 32U | index(tail);
  const auto [place, fresh] = lists_.try_emplace(key, base::id_at<ListId>(cells_.size()));
  if (fresh) {
    const std::uint32_t length = cells_[index(tail)].length + 1;
    cells_.push_back({.head = head, .tail = tail, .length = length});
  }
  return place->second;
}

ListId ContextTable::truncate(ListId list, unsigned most) {
  const Cell cell = cells_[index(list)];
  if (cell.length <= most) return list;
  if (most == 0) return kEmptyList;
  return cons(cell.head, truncate(cell.tail, most - 1));
}

ListId ContextTable::push(ElementId element, ListId list, unsigned most) {
  return most == 0 ? kEmptyList : cons(element, truncate(list, most - 1));
}

ContextId ContextTable::intern(const Context& context) {
  const auto [place, fresh] = ids_.try_emplace(context, base::id_at<ContextId>(contexts_.size()));
  if (fresh) contexts_.push_back(context);
  return place->second;
}

ContextId ContextTable::model(ContextId caller, ir::MethodId method, std::uint32_t instruction) {
  Context context = contexts_[index(caller)];
  context.model_caller = method;
  context.instruction = instruction;
  return intern(context);
}

ContextId ContextTable::effective(ContextId id) {
  const Context context = contexts_[index(id)];
  if (!context.is_model()) return id;
  return intern(Context{.origins = context.origins, .locals = context.locals});
}

std::vector<ElementId> ContextTable::elements(ListId list) const {
  std::vector<ElementId> result;
  for (; list != kEmptyList; list = cells_[index(list)].tail)
    result.push_back(cells_[index(list)].head);
  return result;
}

std::string ContextTable::element_name(ElementId id, const SiteTable& sites,
                                       const ir::Program& program) const {
  const Element& element = elements_[index(id)];
  if (element.kind == Element::Kind::kCall) {
    return place_text(program, base::id_at<ir::MethodId>(element.a), element.b);
  }
  std::string text = sites.name(base::id_at<SiteId>(element.a), program);
  if (element.kind == Element::Kind::kOrigin) {
    text += "!" + method_text(program, base::id_at<ir::MethodId>(element.b));
  }
  return text;
}

std::string ContextTable::name(ContextId id, const SiteTable& sites,
                               const ir::Program& program) const {
  const Context& context = contexts_[index(id)];
  if (context == Context{}) return {};
  const auto list = [&](ListId of) {
    std::string text;
    for (const ElementId element : elements(of)) {
      if (!text.empty()) text += ", ";
      text += element_name(element, sites, program);
    }
    return text;
  };
  const bool plain = context.origins == kEmptyList && context.locals == kEmptyList;
  const std::string lists =
      plain ? "" : fmt::format("[{} | {}]", list(context.origins), list(context.locals));
  if (!context.is_model()) return lists;
  return fmt::format("[model {}{}{}]",
                     place_text(program, context.model_caller, context.instruction),
                     plain ? "" : " of ", lists);
}

}  // namespace heddle::pointsto
