// A method halves the range of what it runs on if it makes two objects of its own kind, one for
// [low, middle) and one for [middle, high), or [low, middle] and [middle + 1, high], each once; if
// `middle` is half of both; if each of them is run once, by the method itself or where it waits for
// it; and if there is one such object that was not made so, the root.
//
// An index is in the range if it never falls behind where it begins, which is `low`, `middle` or
// one of them and a bit, and is tested to be below `high` or `middle`. Where halves are merged the
// index of the next place is tested nowhere: it rises with those of the two halves. That it stays
// below `high` is believed, behind both halves.
#include "races/halves.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/id.h"
#include "ir/class.h"
#include "ir/instruction.h"
#include "races/parts.h"
#include "races/run_own.h"

namespace heddle::races {

using base::index;
using ir::Instruction;
using ir::Opcode;
using ir::ValueId;
using origins::OriginId;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

constexpr std::size_t kMostFrames = 4;
constexpr std::size_t kMostCallers = 8;
// Values that one index is worked out of, and fields that a method reads: code of people has few.
constexpr std::size_t kMostValues = 256;
constexpr std::size_t kMostNumbers = 16;

std::optional<std::int32_t> constant(const ir::Body& body, std::uint32_t value) {
  const Instruction& at = body.instructions[value];
  if (at.opcode != Opcode::kConstInt) return std::nullopt;
  return static_cast<std::int32_t>(at.a);
}

// Half of a number: what it is half of.
std::optional<ValueId> halved(const ir::Body& body, ValueId value) {
  const Instruction& at = body.at(value);
  const bool is_shift =
      at.opcode == Opcode::kShiftRight || at.opcode == Opcode::kShiftRightUnsigned;
  if (!is_shift && at.opcode != Opcode::kDivide) return std::nullopt;
  if (constant(body, at.b) != (is_shift ? 1 : 2)) return std::nullopt;
  return static_cast<ValueId>(at.a);
}

// `value + number`, with a constant: the value and the number.
std::optional<std::pair<ValueId, std::int32_t>> sum(const ir::Body& body, ValueId value) {
  const Instruction& at = body.at(value);
  if (at.opcode == Opcode::kAdd) {
    if (const auto number = constant(body, at.b))
      return std::pair{static_cast<ValueId>(at.a), *number};
    if (const auto number = constant(body, at.a))
      return std::pair{static_cast<ValueId>(at.b), *number};
  }
  if (at.opcode == Opcode::kSubtract) {
    const auto number = constant(body, at.b);
    if (number && *number != std::numeric_limits<std::int32_t>::min())
      return std::pair{static_cast<ValueId>(at.a), -*number};
  }
  return std::nullopt;
}

void add(std::vector<std::uint32_t>& runs, std::uint32_t at) {
  if (std::ranges::find(runs, at) == runs.end()) runs.push_back(at);
}

// The calls that what is made there is handed to, but for its constructor.
std::vector<std::uint32_t> given_to(const ir::Body& body, std::uint32_t made) {
  const std::uint32_t constructor = RunOwn::constructor(body, made);
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < body.instructions.size(); ++i) {
    const Instruction& call = body.instructions[i];
    const bool is_given = call.opcode == Opcode::kInvoke && i != constructor &&
                          std::ranges::any_of(body.values(call), [&](ValueId argument) {
                            return index(ir::without_casts(body, argument)) == made;
                          });
    if (is_given) found.push_back(i);
  }
  return found;
}

}  // namespace

// Numbers along the frames from an access up to the method that halves: parameters are what the
// frame above gives.
class Halves::InRange {
 public:
  InRange(origins::CallGraph& calls, const Split& split, std::span<const Frame> frames)
      : calls_(calls), split_(split), frames_(frames) {}

  // Are the elements of the access in the range?
  bool contains(const Access& access) {
    if (access.first != ir::kNoValue) return contains_part(access);
    const Instruction& at = body(0).instructions[access.instruction];
    if (at.opcode != Opcode::kArrayLoad && at.opcode != Opcode::kArrayStore) return false;
    const ValueId index{at.b};
    if (is_behind_low(index)) return true;
    if (!rises(0, index)) return false;
    return is_known(index, [&](ir::Condition condition,
                               ValueId bound) { return is_bound(condition, bound); }) ||
           (is_merging() && !is_tested());
  }

  // Is it half of both?
  bool is_middle(std::size_t level, ValueId value) {
    const auto [at, found] = followed(level, value);
    const ir::Body& in = body(at);
    if (const auto whole = halved(in, found)) {
      const Instruction& both = in.at(*whole);
      return both.opcode == Opcode::kAdd &&
             ((is_low(at, ValueId{both.a}) && is_high(at, ValueId{both.b})) ||
              (is_low(at, ValueId{both.b}) && is_high(at, ValueId{both.a})));
    }
    const Instruction& added = in.at(found);
    return added.opcode == Opcode::kAdd &&
           ((is_low(at, ValueId{added.a}) && is_half_of_size(at, ValueId{added.b})) ||
            (is_low(at, ValueId{added.b}) && is_half_of_size(at, ValueId{added.a})));
  }

 private:
  struct Place {
    std::size_t level = 0;
    ValueId value{};
  };
  [[nodiscard]] ir::MethodId method(std::size_t level) const {
    return calls_.at(frames_[level].instance).method;
  }
  [[nodiscard]] const ir::Body& body(std::size_t level) const {
    return *calls_.program().body(method(level));
  }

  // `Arrays.fill(array, low, high, 0)`; how many `arraycopy` moves back behind both halves is
  // believed, as with an index that is tested nowhere.
  bool contains_part(const Access& access) {
    if (!rises(0, access.first)) return false;
    if (access.behind != ir::kNoValue) return is_bound(ir::Condition::kLess, access.behind);
    return is_low(0, access.first) ? is_size(0, access.count) || is_merging() : is_merging();
  }

  // `low + k`, for a k that rises from 0 and is below the range's size.
  bool is_behind_low(ValueId value) {
    const Instruction& at = body(0).at(value);
    if (at.opcode != Opcode::kAdd) return false;
    for (const auto& [low, k] :
         {std::pair{ValueId{at.a}, ValueId{at.b}}, {ValueId{at.b}, ValueId{at.a}}}) {
      const bool is_within = is_low(0, low) && rises_from_zero(k) &&
                             is_known(k, [&](ir::Condition condition, ValueId bound) {
                               return condition == ir::Condition::kLess && is_size(0, bound);
                             });
      if (is_within) return true;
    }
    return false;
  }

  // Does a test before the access say so of a value?
  template <typename Test>
  bool is_known(ValueId value, Test&& test) {
    const Frame& access = frames_.front();
    return is_known_at(*calls_.flow(access.instance), access.instruction, [&](const Known& known) {
      return known.a == value && test(known.condition, known.b);
    });
  }

  // Of phis and sums in the method of the access.
  bool rises_from_zero(ValueId value) {
    std::vector<ValueId> open{value};
    for (std::size_t next = 0; next < open.size(); ++next) {
      const Instruction& at = body(0).at(open[next]);
      const auto counted = sum(body(0), open[next]);
      const auto add = [&](ValueId one) {
        if (std::ranges::find(open, one) == open.end()) open.push_back(one);
      };
      if (open.size() > kMostValues) return false;
      if (at.opcode == Opcode::kPhi) {
        std::ranges::for_each(body(0).values(at), add);
      } else if (counted && counted->second >= 0) {
        add(counted->first);
      } else if (constant(body(0), index(open[next])).value_or(-1) < 0) {
        return false;
      }
    }
    return true;
  }

  // How many elements the range has; also the length of an array that was made for them.
  [[nodiscard]] bool is_size(std::size_t level, ValueId value) const {
    const auto [at, found] = followed(level, value);
    const Instruction& made = body(at).at(found);
    if (made.opcode == Opcode::kArrayLength) {
      const auto [in, array] = followed(at, ValueId{made.a});
      const Instruction& all = body(in).at(array);
      return all.opcode == Opcode::kNewArray && is_size(in, ValueId{all.a});
    }
    const auto is_difference = [&](ValueId one) {
      const Instruction& difference = body(at).at(one);
      return difference.opcode == Opcode::kSubtract && is_high(at, ValueId{difference.a}) &&
             is_low(at, ValueId{difference.b});
    };
    if (!split_.includes_high) return is_difference(found);
    const auto counted = sum(body(at), found);
    return counted && counted->second == 1 && is_difference(counted->first);
  }

  // Where a value comes from that was handed down.
  [[nodiscard]] Place followed(std::size_t level, ValueId value) const {
    while (level + 1 < frames_.size()) {
      const Instruction& at = body(level).at(value);
      if (at.opcode != Opcode::kParameter || at.a >= frames_[level].given.size()) break;
      value = frames_[level].given[at.a];
      ++level;
    }
    return {.level = level, .value = value};
  }

  [[nodiscard]] bool is_this(std::size_t level, ValueId value) const {
    const auto [at, found] = followed(level, value);
    const Instruction& made = body(at).at(found);
    return at + 1 == frames_.size() && made.opcode == Opcode::kParameter && made.a == 0;
  }

  [[nodiscard]] bool is_read(std::size_t level, ValueId value, ir::FieldId field) const {
    const auto [at, found] = followed(level, value);
    const Instruction& read = body(at).at(found);
    if (read.opcode != Opcode::kGetField || !is_this(at, ValueId{read.a})) return false;
    ir::Program& program = calls_.program();
    const auto known =
        program.resolve_field(program.owner(method(at)), ir::FieldRef{read.b}, false);
    return known.runs() && known.member == field;
  }
  [[nodiscard]] bool is_low(std::size_t level, ValueId value) const {
    return is_read(level, value, split_.low);
  }
  [[nodiscard]] bool is_high(std::size_t level, ValueId value) const {
    return is_read(level, value, split_.high);
  }
  [[nodiscard]] bool is_half_of_size(std::size_t level, ValueId value) const {
    const auto [at, found] = followed(level, value);
    const auto size = halved(body(at), found);
    if (!size) return false;
    const Instruction& difference = body(at).at(*size);
    return difference.opcode == Opcode::kSubtract && is_high(at, ValueId{difference.a}) &&
           is_low(at, ValueId{difference.b});
  }

  // Is it at least `low`, however often it was counted up?
  bool rises(std::size_t level, ValueId value) {
    const auto [at, found] = followed(level, value);
    const bool is_known = std::ranges::any_of(
        counted_, [&](const Place& one) { return one.level == at && one.value == found; });
    if (is_known) return true;
    if (counted_.size() > kMostValues) return false;
    if (is_low(at, found) || is_middle(at, found)) return true;
    if (const auto counted = sum(body(at), found))
      return counted->second >= 0 && note(at, found) && rises(at, counted->first);
    if (body(at).at(found).opcode != Opcode::kPhi) return false;
    note(at, found);
    return std::ranges::all_of(body(at).values(body(at).at(found)),
                               [&](ValueId one) { return rises(at, one); });
  }
  bool note(std::size_t level, ValueId value) {
    counted_.push_back({.level = level, .value = value});
    return true;
  }

  bool is_bound(ir::Condition condition, ValueId bound) {
    const auto [at, found] = followed(0, bound);
    const auto counted = sum(body(at), found);
    const bool is_next = counted && counted->second == 1;
    if (condition == ir::Condition::kLess) {
      if (is_high(at, found) || is_middle(at, found)) return true;
      return split_.includes_high && is_next &&
             (is_high(at, counted->first) || is_middle(at, counted->first));
    }
    // `k == high || …`, for a k that goes up by ones from somewhere below.
    if (condition == ir::Condition::kNotEqual && !split_.includes_high)
      return is_merging() && is_high(at, found);
    if (condition != ir::Condition::kLessOrEqual) return false;
    if (split_.includes_high) return is_high(at, found) || is_middle(at, found);
    return counted && counted->second == -1 && is_high(at, counted->first);
  }

  // Behind both halves?
  [[nodiscard]] bool is_merging() const {
    const Frame& top = frames_.back();
    return std::ranges::all_of(split_.made, [&](std::uint32_t made) {
      return calls_.flow(top.instance)->reaches(made, top.instruction);
    });
  }

  // Is the index, as it is now or was or will be, compared with anything?
  [[nodiscard]] bool is_tested() const {
    return std::ranges::any_of(counted_, [&](const Place& one) {
      return std::ranges::any_of(body(one.level).instructions, [&](const Instruction& branch) {
        return branch.opcode == Opcode::kIf &&
               (branch.a == index(one.value) || branch.b == index(one.value));
      });
    });
  }

  origins::CallGraph& calls_;
  const Split& split_;
  std::span<const Frame> frames_;
  std::vector<Place> counted_;
};

bool Halves::are_apart(const Access& a, const Access& b) {
  if (a.subject.kind != Subject::Kind::kElements || b.subject.kind != Subject::Kind::kElements)
    return false;
  const Split* const split = own_range(a);
  return split != nullptr && split == own_range(b);
}

const Halves::Split* Halves::own_range(const Access& access) {
  const std::array key{index(access.instance), access.instruction, access.writes ? 1U : 0U};
  const auto [place, fresh] = own_ranges_.try_emplace(key, nullptr);
  if (!fresh) return place->second;
  std::vector<Frame> frames{
      {.instance = access.instance, .instruction = access.instruction, .given = {}}};
  const Split* found = nullptr;
  return own_ranges_[key] = climb(access, frames, found) ? found : nullptr;
}

bool Halves::climb(const Access& access, std::vector<Frame>& frames, const Split*& found) {
  const InstanceId id = frames.back().instance;
  if (const Split* const here = split(calls_.at(id).method)) {
    if (found != nullptr && found != here) return false;
    found = here;
    return is_by_itself(*here, frames.back().instruction) &&
           InRange(calls_, *here, frames).contains(access);
  }
  const auto callers = calls_.calls_to(id);
  if (frames.size() == kMostFrames || callers.empty() || callers.size() > kMostCallers ||
      calls_.is_begun(id))
    return false;
  return std::ranges::all_of(callers, [&](const origins::Call& call) {
    if (calls_.program().body(calls_.at(call.caller).method) == nullptr) return false;
    frames.back().given = calls_.arguments(call);
    frames.push_back({.instance = call.caller, .instruction = call.instruction, .given = {}});
    const bool is_good = climb(access, frames, found);
    frames.pop_back();
    return is_good;
  });
}

// Have the halves ended, or not begun?
bool Halves::is_by_itself(const Split& split, std::uint32_t instruction) {
  return std::ranges::all_of(split.begun, [&](OriginId half) {
    return std::ranges::all_of(order_.nested(half), [&](origins::Point start) {
      return order_.is_over_at(start, instruction);
    });
  });
}

// --- which methods halve -------------------------------------------------------------------------

const Halves::Split* Halves::split(ir::MethodId method) {
  const auto known = splits_.find(index(method));
  if (known != splits_.end()) return known->second.get();
  const auto found = find_split(method);
  auto& kept = splits_[index(method)];
  if (found) kept = std::make_unique<Split>(*found);
  return kept.get();
}

std::optional<Halves::Split> Halves::find_split(ir::MethodId method) {
  ir::Program& program = calls_.program();
  if (program.is(method, ir::Access::kStatic) || program.body(method) == nullptr)
    return std::nullopt;
  Split split;
  split.method = method;
  ObjectId root = base::kNone<ObjectId>;
  if (!find_makers(method, split, root) || !halves(split) || !is_begun_once(root))
    return std::nullopt;
  for (const std::uint32_t made : split.made)
    if (!is_run_once(split, made)) return std::nullopt;
  return split;
}

bool Halves::find_makers(ir::MethodId method, Split& split, ObjectId& root) {
  std::vector<std::uint32_t> made;
  bool is_good = true;
  for (const InstanceId id : calls_.instances_of(method)) {
    const pointsto::Instance& instance = calls_.at(id);
    if (instance.shape->parameters.empty() ||
        instance.shape->parameters[0] == pointsto::kNoVariable)
      return false;
    const auto& objects =
        calls_.heap().state().graph.points(instance.node(instance.shape->parameters[0]));
    objects.for_each([&](ObjectId object) {
      const pointsto::Site& site = calls_.heap().site(object);
      if (site.kind == pointsto::SiteKind::kNew && site.a == index(method)) {
        if (std::ranges::find(made, site.b) == made.end()) made.push_back(site.b);
        return;
      }
      is_good = is_good && site.kind == pointsto::SiteKind::kNew && base::is_none(root);
      root = object;
    });
    if (!is_good || made.size() > split.made.size()) return false;
  }
  if (made.size() != split.made.size() || base::is_none(root)) return false;
  std::ranges::sort(made);
  std::ranges::copy(made, split.made.begin());
  return std::ranges::none_of(made,
                              [&](std::uint32_t one) { return calls_.flow(method)->in_loop(one); });
}

bool Halves::halves(Split& split) {
  return halves(split, split.made[0], split.made[1]) || halves(split, split.made[1], split.made[0]);
}

bool Halves::halves(Split& split, std::uint32_t lower, std::uint32_t upper) {
  const ir::Body& body = *calls_.program().body(split.method);
  const auto numbers = numbers_read(split.method);
  for (const ir::FieldId low : numbers) {
    for (const ir::FieldId high : numbers) {
      const auto first = given(split.method, lower, low), end = given(split.method, lower, high),
                 next = given(split.method, upper, low), last = given(split.method, upper, high);
      if (low == high || !first || !end || !next || !last) continue;
      if (read_of_this(split.method, *first) != low || read_of_this(split.method, *last) != high)
        continue;
      const auto counted = sum(body, *next);
      const bool is_behind = counted && counted->first == *end && counted->second == 1;
      if (*next != *end && !is_behind) continue;
      split.low = low;
      split.high = high;
      split.includes_high = is_behind;
      const std::array frame{Frame{
          .instance = calls_.instances_of(split.method)[0], .instruction = lower, .given = {}}};
      if (InRange(calls_, split, frame).is_middle(0, *end)) return true;
    }
  }
  return false;
}

std::vector<ir::FieldId> Halves::numbers_read(ir::MethodId method) const {
  const ir::Body& body = *calls_.program().body(method);
  std::vector<ir::FieldId> found;
  for (std::uint32_t i = 0; i < body.instructions.size() && found.size() < kMostNumbers; ++i) {
    const auto field = read_of_this(method, base::id_at<ValueId>(i));
    if (field && std::ranges::find(found, *field) == found.end()) found.push_back(*field);
  }
  return found;
}

std::optional<ir::FieldId> Halves::read_of_this(ir::MethodId method, ValueId value) const {
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(method);
  const Instruction& read = body.at(value);
  if (read.opcode != Opcode::kGetField) return std::nullopt;
  const Instruction& of = body.instructions[read.a];
  if (of.opcode != Opcode::kParameter || of.a != 0) return std::nullopt;
  const auto field = program.resolve_field(program.owner(method), ir::FieldRef{read.b}, false);
  if (!field.runs() || !fields_.is_stable(field.member)) return std::nullopt;
  return field.member;
}

std::optional<ValueId> Halves::given(ir::MethodId method, std::uint32_t made, ir::FieldId field) {
  ir::Program& program = calls_.program();
  const ir::Body& body = *program.body(method);
  const std::uint32_t giver = RunOwn::constructor(body, made);
  if (giver == RunOwn::kNowhere) return std::nullopt;
  const Instruction& invoke = body.instructions[giver];
  const auto target = program.special_target(program.owner(method), ir::MethodRef{invoke.a});
  if (!target.runs()) return std::nullopt;
  const std::uint32_t position = paths_.parameter_for(target.member, field);
  if (position == 0 || position >= invoke.c) return std::nullopt;
  return body.values(invoke)[position];
}

// By a start that the method waits for, by a call of the method on it, or inside of the one call
// that it is handed to; and no other code of the program calls the method. That the platform's code
// runs each task once is believed.
bool Halves::is_run_once(Split& split, std::uint32_t made) {
  std::vector<std::uint32_t> runs;
  if (!add_starts(split, made, runs) || !add_calls(split, made, runs)) return false;
  if (runs.empty()) runs = given_to(*calls_.program().body(split.method), made);
  return runs.size() == 1;
}

bool Halves::add_starts(Split& split, std::uint32_t made, std::vector<std::uint32_t>& runs) {
  const auto given = given_to(*calls_.program().body(split.method), made);
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    const auto origin = base::id_at<OriginId>(o);
    if (base::is_none(origins_[origin].site)) continue;
    const pointsto::Site& site = calls_.heap().state().sites[origins_[origin].site];
    if (site.kind != pointsto::SiteKind::kNew || site.a != index(split.method) || site.b != made)
      continue;
    const auto starts = order_.nested(origin);
    for (const origins::Point start : starts) {
      if (calls_.at(start.instance).method != split.method ||
          std::ranges::find(given, start.instruction) == given.end() ||
          calls_.flow(split.method)->in_loop(start.instruction))
        return false;
      add(runs, start.instruction);
    }
    if (starts.empty()) return false;
    split.begun.push_back(origin);
  }
  return true;
}

bool Halves::add_calls(const Split& split, std::uint32_t made, std::vector<std::uint32_t>& runs) {
  const ir::Body& body = *calls_.program().body(split.method);
  for (const InstanceId id : calls_.instances_of(split.method)) {
    for (const origins::Call& call : calls_.calls_to(id)) {
      if (calls_.is_platform(call.caller)) continue;
      const auto arguments = calls_.arguments(call);
      if (calls_.at(call.caller).method != split.method || arguments.empty()) return false;
      const std::uint32_t on = index(ir::without_casts(body, arguments[0]));
      if (std::ranges::find(split.made, on) == split.made.end()) return false;
      if (on == made) add(runs, call.instruction);
    }
  }
  return true;
}

bool Halves::is_begun_once(ObjectId root) const {
  if (!origins_.is_single(root)) return false;
  std::uint32_t begun = 0;
  for (std::uint32_t o = 1; o < origins_.size(); ++o) {
    const origins::Origin& origin = origins_[base::id_at<OriginId>(o)];
    if (origin.site != calls_.heap().object(root).site) continue;
    if (origin.many) return false;
    ++begun;
  }
  return begun == 1;
}

}  // namespace heddle::races
