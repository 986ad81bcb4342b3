// Who owns what in one method: which values are local, what holds what, and where things get out.
//
// A part of Ownership, which has the summaries of what is called; nothing else includes it. Local
// values that may be one object are a group; what is local on some ways only (a phi of what was
// made here and of what was read somewhere) belongs to none, but what happens to it happens to the
// groups of its parts. Cost: what gets out or is kept is looked through for each question, up to a
// bound past which nothing is known to be owned.
//
// Lifetime: the body and the program's ownership must outlive it. Thread safety: one thread.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "origins/body_flow.h"
#include "races/ownership.h"

namespace heddle::races {

// A parameter's bit in a summary; none for those past the last.
inline std::uint64_t parameter_bit(std::size_t position) {
  return position < 64 ? std::uint64_t{1} << position : 0;
}

class Ownership::Method {
 public:
  Method(Ownership& all, ir::MethodId id, const ir::Body& body)
      : all_(all), id_(id), body_(body), flow_(*all.calls_.flow(id)) {}

  // Comes before all questions.
  void analyse();
  // The same, with no groups of what was made here and of what came from outside.
  void analyse_apart(const Method& together);
  Summary summarise();

  // Does nobody else have the value just before an instruction, given the parameters that the
  // caller owns?
  [[nodiscard]] bool is_owned(std::uint32_t value, std::uint32_t at, std::uint64_t owned);
  [[nodiscard]] bool is_taken(std::uint32_t value) const;
  // Of this thread alone, by what the models say.
  [[nodiscard]] bool is_confined(std::uint32_t value) const;
  [[nodiscard]] bool comes_without(std::uint32_t from, std::uint32_t to, std::uint32_t made) const;

 private:
  struct Kept {
    std::uint32_t what = 0, in = 0;  // groups
    std::uint32_t at = 0;
    bool is_by_then = false;  // just before that instruction, not behind it
  };
  struct Event {
    std::uint32_t group = 0, at = 0;
    bool is_by_then = false;
  };
  // A call that lets others see an argument only where it says so, and where that is.
  struct Published {
    std::uint32_t call = 0, value = 0;
    std::vector<std::uint32_t> at;
  };

  [[nodiscard]] bool is_reference(std::uint32_t value) const;
  [[nodiscard]] std::uint32_t find(std::uint32_t value) const;
  void join(std::uint32_t a, std::uint32_t b);
  [[nodiscard]] std::uint32_t parameter_value(std::uint32_t position) const;
  [[nodiscard]] std::uint32_t uncast(std::uint32_t value) const;
  // The instruction that makes this very value new, none for what is mixed.
  [[nodiscard]] std::uint32_t maker(std::uint32_t value) const;

  void find_calls();
  void keep_given(const model::OrderFact& fact, const ir::Instruction& invoke,
                  Summary& called) const;
  void find_published(std::uint32_t call, std::uint32_t value);

  [[nodiscard]] bool is_exclusive_load(const ir::Instruction& load) const;

  // Phis are taken to be local until a part of them is not.
  void find_local();
  void drop_local(std::span<const std::uint32_t> late);
  void part_phis();
  template <typename Note>
  void for_each_alias(std::uint32_t value, Note&& note) const;

  bool sources_are_local(std::uint32_t at);

  void join_aliases();

  void keep(std::uint32_t what, std::uint32_t in, std::uint32_t at);
  void let_out(std::uint32_t what, std::uint32_t at);
  // Where what is done to the argument of a call shows: at the call, or where it is known to have
  // succeeded.
  template <typename Note>
  void at_effect(std::uint32_t call, std::uint32_t argument, Note&& note) const;
  // The groups that a value may be of. What was read out of a local array is of the array's:
  // `workers[i].start()` lets out what the array keeps.
  [[nodiscard]] std::vector<std::uint32_t> groups_of(std::uint32_t value) const;

  void note(std::uint32_t at);

  void note_call(std::uint32_t at, const ir::Instruction& invoke);

  // Does it get out at all, parameters being owned by somebody?
  [[nodiscard]] bool is_let_out(std::uint32_t group) const;
  bool is_let_out(std::uint32_t group, std::vector<std::uint32_t>& visited) const;
  // Is `what` the group itself or kept in it, by any number of steps?
  [[nodiscard]] bool holds(std::uint32_t group, std::uint32_t what) const;

  bool has_escaped(std::uint32_t group, std::uint32_t made, std::uint32_t at, std::uint64_t owned,
                   std::vector<std::uint32_t>& visited);
  // Is a parameter in it that the caller does not own?
  [[nodiscard]] bool is_foreign(std::uint32_t group, std::uint64_t owned) const;

  // May control come from behind `from` to `to` without running `avoid`?
  [[nodiscard]] bool reaches(std::uint32_t from, std::uint32_t to, std::uint32_t avoid) const;
  template <typename Happened>
  [[nodiscard]] bool comes_to(const Happened& from, std::uint32_t to, std::uint32_t avoid) const {
    return (from.is_by_then && from.at == to) || reaches(from.at, to, avoid);
  }

  Ownership& all_;
  ir::MethodId id_;
  const ir::Body& body_;
  origins::BodyFlow& flow_;
  std::vector<std::uint8_t> local_;
  std::vector<std::uint32_t> parent_;
  boost::unordered_flat_map<std::uint32_t, Summary> calls_;  // by instruction
  std::vector<std::uint32_t> taken_, confined_;
  std::vector<Published> published_;
  std::vector<Kept> kept_;
  std::vector<Event> events_;
  bool is_apart_ = false;
  std::unique_ptr<Method> apart_;  // made when first needed
};

}  // namespace heddle::races
