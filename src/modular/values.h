// Which objects the values of one method are, as paths.
//
// A value that comes from one of several places has several paths, up to kMostPaths: what lies
// beyond is left out, which loses findings and invents none.
//
// An object that the method makes is its own (Root::kOwned) until it escapes: is stored where
// others find it, handed to another thread, passed to a call that does so. Behind that it goes by
// the name of the place where it was stored, if there is one.
//
// Only values that are references have paths. Flow-insensitive but for that. Linear in the body; a
// second round where loops, or stores into own objects, bring something back.
#pragma once

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "modular/code.h"
#include "modular/path.h"
#include "modular/summary.h"

namespace heddle::modular {

// The summaries that a method may use: those of its callees, so that it does not depend on which
// others happen to be done.
struct Summaries {
  std::span<const Summary* const> all{};    // by MethodId; null: not there yet
  std::span<const ir::MethodId> callees{};  // ascending
};

// Of one that a call of the method may run: those are all among the callees.
inline const Summary* summary_of_target(const Summaries& summaries, ir::MethodId target) {
  return base::index(target) < summaries.all.size() ? summaries.all[base::index(target)] : nullptr;
}

inline const Summary* summary_of(const Summaries& summaries, ir::MethodId method) {
  if (!std::ranges::binary_search(summaries.callees, method)) return nullptr;
  return summaries.all[base::index(method)];
}

class Values {
 public:
  static constexpr std::size_t kMostPaths = 3;

  Values(const Code& code, const Summaries& summaries, ir::MethodId method, const ir::Body& body);

  [[nodiscard]] std::span<const Path> of(ir::ValueId value) const {
    const List& list = lists_[base::index(value)];
    return {list.paths.data(), list.count};
  }
  // Its only path; a local one of its own where there are several or none.
  [[nodiscard]] Path only(ir::ValueId value) const;

  // A callee's path in terms of the arguments; several where an argument has several.
  void substitute(const Path& path, std::span<const ir::ValueId> arguments, FewPaths& into) const {
    put_in_place(path, 0, arguments, into);
  }

  // The same for a cell: a field or element itself, not what is in it.
  void substitute_cell(const Path& cell, std::span<const ir::ValueId> arguments,
                       FewPaths& into) const {
    put_in_place(cell, cell.length == 0 ? 0 : 1, arguments, into);
  }

  // The paths by which others can touch the object at this point; none: it is the method's own, or
  // nothing is known of it.
  void seen_from_outside(const Path& path, std::uint32_t at, std::vector<Path>& into) const;

  // The object of that allocation is seen by others from this instruction on. Where: the path they
  // find it by, if there is one; its own path, if a task that was started here has it.
  void escape(std::uint32_t owned, std::uint32_t at, const Path& where);

  // Is one of the values, or may it be, an object that the method made? What a callee stores and
  // lets escape matters here only of those.
  [[nodiscard]] bool has_owned(std::span<const ir::ValueId> values) const;
  // The same of the argument that a callee's path begins at; not of what begins elsewhere.
  [[nodiscard]] bool begins_at_owned(const Path& path,
                                     std::span<const ir::ValueId> arguments) const;

  // What a call that has one target runs: the class of its receiver decides, if it is known or all
  // that is in the field it comes from was made as one.
  [[nodiscard]] std::span<const ir::MethodId> targets(const Call& call,
                                                      const ir::Instruction& invoke,
                                                      ir::MethodId& exact) const;
  // The class as which the value was made, if the method sees that.
  [[nodiscard]] ir::ClassId made_class(ir::ValueId value) const;

  // Does control come from just behind `from` to `to`, without passing `around` or one of `walls`?
  [[nodiscard]] bool reaches(std::uint32_t from, std::uint32_t to, std::uint32_t around,
                             std::span<const std::uint32_t> walls) const;

 private:
  struct List {
    std::array<Path, kMostPaths> paths;
    std::uint8_t count = 0;
  };
  struct Escape {
    std::uint32_t at = 0;
    Path where;
  };

  // What is in its last `as_it_is` steps nobody asks.
  void put_in_place(const Path& path, std::size_t as_it_is, std::span<const ir::ValueId> arguments,
                    FewPaths& into) const;
  void round();
  // Would another round find the same?
  [[nodiscard]] bool is_settled() const;
  [[nodiscard]] List joined(const ir::Instruction& phi) const;
  void visit(std::uint32_t at);
  void visit_invoke(std::uint32_t at);
  void add_returned(List& list, const Summary& callee, std::uint32_t at);
  void add_moved(List& list, const Call& call, std::span<const ir::ValueId> arguments) const;
  void visit_store(std::uint32_t at);
  void apply_stores(const Summary& callee, std::uint32_t at,
                    std::span<const ir::ValueId> arguments);
  void store(const Path& into, const Path& value);
  // Was it not there?
  static bool add(List& list, const Path& path);
  void add_step(List& list, const Path& path, ir::FieldId field) const;
  void find_escapes();
  void find_blocks();
  // The same as reaches() without walls.
  [[nodiscard]] bool is_behind(std::uint32_t from, std::uint32_t to, std::uint32_t around) const;
  // The blocks that control comes to the beginning of, from just behind `from`, without passing
  // `around`.
  [[nodiscard]] std::vector<std::uint8_t> blocks_behind(std::uint32_t from,
                                                        std::uint32_t around) const;

  const Code& code_;
  Summaries summaries_;
  ir::MethodId method_;
  const ir::Body& body_;
  std::vector<List> lists_;
  // What the fields of own objects hold, by allocation and field.
  boost::unordered_flat_map<std::uint64_t, List> contents_;
  boost::unordered_flat_map<std::uint32_t, std::vector<Escape>> escapes_;  // by allocation
  std::vector<std::pair<std::uint32_t, std::uint32_t>> held_by_;  // own object, in own object
  std::vector<std::uint32_t> block_of_;                           // by instruction
  mutable boost::unordered_flat_map<std::uint64_t, std::vector<std::uint8_t>> behind_;  // asked for
  std::vector<std::uint32_t> loops_;         // phis of something that comes later
  mutable std::vector<std::uint8_t> asked_;  // by allocation: somebody read a field of it
  FewPaths into_, given_;                    // scratch
  bool is_late_ = false;  // something was stored in an own object after somebody read it
};

}  // namespace heddle::modular
