// Where objects come from.
//
// A site is what distinguishes objects before contexts do: an allocation, or one of the objects
// that are what they are wherever they are met (a literal, a class, what the virtual machine
// makes). The table of sites is in docs/analysis/points-to.md.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.h"
#include "base/hash.h"
#include "base/text_hash.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "pointsto/ids.h"

namespace heddle::pointsto {

enum class SiteKind : std::uint8_t {
  kNew,      // an instruction of a method; `level` of a multi-dimensional array
  kLambda,   // likewise
  kCreated,  // by a modelled call at an instruction, of a type
  kProxy,    // likewise: stands for a class made at run time that implements the type
  kMerged,   // all of a type
  kMachine,  // made by the virtual machine
  kLiteral,  // a text
  kClass,    // the class object of a type
  kField,    // a field as an object
  kMethods,  // the methods of one name of a class as an object; an empty name: all of them
};

struct Site {
  // The level of an array that has no elements.
  static constexpr std::uint8_t kEmpty = 0xFF;

  SiteKind kind{};
  std::uint8_t level = 0;
  ir::Type type;               // of the objects
  std::uint32_t a = 0, b = 0;  // method and instruction; text; type bits; field; class and text
};

class SiteTable {
 public:
  SiteId at(SiteKind kind, ir::MethodId method, std::uint32_t instruction, ir::Type type,
            std::uint8_t level = 0) {
    return intern({kind, level, type, static_cast<std::uint32_t>(method), instruction});
  }
  SiteId merged(ir::Type type) { return intern({SiteKind::kMerged, 0, type, type.bits(), 0}); }
  SiteId machine(ir::Type type) { return intern({SiteKind::kMachine, 0, type, type.bits(), 0}); }
  SiteId literal(std::string_view text, ir::Type string) {
    return intern({SiteKind::kLiteral, 0, string, text_id(text), 0});
  }
  SiteId class_object(ir::Type of, ir::Type class_type) {
    return intern({SiteKind::kClass, 0, class_type, of.bits(), 0});
  }
  SiteId field(ir::FieldId field, ir::Type type) {
    return intern({SiteKind::kField, 0, type, static_cast<std::uint32_t>(field), 0});
  }
  SiteId methods(ir::ClassId of, std::string_view name, ir::Type type) {
    return intern({SiteKind::kMethods, 0, type, static_cast<std::uint32_t>(of), text_id(name)});
  }

  [[nodiscard]] const Site& operator[](SiteId id) const { return sites_[base::index(id)]; }
  [[nodiscard]] std::size_t size() const { return sites_.size(); }
  [[nodiscard]] std::string_view text(std::uint32_t id) const { return texts_[id]; }
  // As docs/analysis/points-to.md writes it.
  [[nodiscard]] std::string name(SiteId id, const ir::Program& program) const;

 private:
  friend class Snapshot;
  struct KeyHash {
    using is_avalanching = void;
    std::size_t operator()(const Site& site) const {
      const std::uint64_t words[] = {std::uint64_t{static_cast<std::uint8_t>(site.kind)} << 40U |
                                         std::uint64_t{site.level} << 32U | site.type.bits(),
                                     std::uint64_t{site.a} << 32U | site.b};
      return XXH3_64bits(words, sizeof words);
    }
  };
  struct KeyEqual {
    bool operator()(const Site& x, const Site& y) const {
      return x.kind == y.kind && x.level == y.level && x.type == y.type && x.a == y.a && x.b == y.b;
    }
  };

  SiteId intern(const Site& site);
  std::uint32_t text_id(std::string_view text);

  std::vector<Site> sites_;
  boost::unordered_flat_map<Site, SiteId, KeyHash, KeyEqual> ids_;
  base::Arena text_memory_;
  std::vector<std::string_view> texts_;
  boost::unordered_flat_map<std::string_view, std::uint32_t, base::TextHash> text_ids_;
};

// "a.B.m()V": a method for people.
std::string method_text(const ir::Program& program, ir::MethodId method);
// "a.B.m()V@12": one of its instructions, or "a.B.m()V@model".
std::string place_text(const ir::Program& program, ir::MethodId method, std::uint32_t instruction);
// "a.B", "int[]".
std::string type_text(const ir::Program& program, ir::Type type);

}  // namespace heddle::pointsto
