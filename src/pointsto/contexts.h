// Contexts: two short lists of elements, origins and locals, each interned.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/id.h"
#include "ir/ids.h"
#include "pointsto/ids.h"
#include "pointsto/sites.h"

namespace heddle::pointsto {

enum class ElementId : std::uint32_t {};
enum class ListId : std::uint32_t {};
inline constexpr ListId kEmptyList{0};

struct Element {
  enum class Kind : std::uint8_t { kSite, kCall, kOrigin };
  Kind kind{};
  std::uint32_t a = 0;  // a site; a method; a site
  std::uint32_t b = 0;  // -; an instruction; the entry's method
};

struct Context {
  ListId origins = kEmptyList;
  ListId locals = kEmptyList;
  // Of a modelled method: which call, by whom; the lists are those of the caller's context.
  ir::MethodId model_caller = base::kNone<ir::MethodId>;
  std::uint32_t instruction = 0;

  [[nodiscard]] bool is_model() const { return !base::is_none(model_caller); }

  friend bool operator==(const Context&, const Context&) = default;
};

class ContextTable {
 public:
  ContextTable();

  ElementId site(SiteId site) {
    return intern(Element{Element::Kind::kSite, static_cast<std::uint32_t>(site), 0});
  }
  ElementId call(ir::MethodId method, std::uint32_t instruction) {
    return intern(Element{Element::Kind::kCall, static_cast<std::uint32_t>(method), instruction});
  }
  ElementId origin(SiteId site, ir::MethodId entry) {
    return intern(Element{Element::Kind::kOrigin, static_cast<std::uint32_t>(site),
                          static_cast<std::uint32_t>(entry)});
  }

  // The element in front of the list, cut to the newest `most`.
  ListId push(ElementId element, ListId list, unsigned most);
  ListId truncate(ListId list, unsigned most);

  ContextId intern(const Context& context);
  [[nodiscard]] const Context& operator[](ContextId id) const { return contexts_[base::index(id)]; }
  [[nodiscard]] std::size_t size() const { return contexts_.size(); }
  [[nodiscard]] const Element& element(ElementId id) const { return elements_[base::index(id)]; }
  // Newest first.
  [[nodiscard]] std::vector<ElementId> elements(ListId list) const;
  // The context a modelled method has when it is called.
  ContextId model(ContextId caller, ir::MethodId method, std::uint32_t instruction);
  // What a modelled method's context is of; others are their own.
  ContextId effective(ContextId id);
  // "[o | l]", empty for the empty context; "[model a.B.m()V@12 of [o | l]]".
  [[nodiscard]] std::string name(ContextId id, const SiteTable& sites,
                                 const ir::Program& program) const;

 private:
  friend class Snapshot;
  struct Cell {
    ElementId head{};
    ListId tail{};
    std::uint32_t length = 0;
  };
  struct ContextHash {
    using is_avalanching = void;
    std::size_t operator()(const Context& context) const {
      return XXH3_64bits(&context, sizeof context);
    }
  };
  ElementId intern(const Element& element);
  ListId cons(ElementId head, ListId tail);
  [[nodiscard]] std::string element_name(ElementId id, const SiteTable& sites,
                                         const ir::Program& program) const;

  std::vector<Element> elements_;
  boost::unordered_flat_map<std::uint64_t, ElementId> calls_, origins_;
  boost::unordered_flat_map<std::uint32_t, ElementId> sites_;
  std::vector<Cell> cells_;
  boost::unordered_flat_map<std::uint64_t, ListId> lists_;
  std::vector<Context> contexts_;
  boost::unordered_flat_map<Context, ContextId, ContextHash> ids_;
};

}  // namespace heddle::pointsto
