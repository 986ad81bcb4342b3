// Goes through the code once, in its order, and knows of each word on the stack whether it is what
// a local variable holds. Where control may come from elsewhere it knows nothing of the stack: what
// is popped from there is unknown. An instruction that may throw, synchronize or jump ends all
// groups; the first access to an object that may be null may throw, and begins a new one. A builder
// of a text is fresh until something but its own calls takes it from the stack.
#include "rewrite/groups.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/descriptor.h"
#include "classfile/opcode.h"

namespace heddle::rewrite {
namespace {

using classfile::MemberRef;
using classfile::Opcode;
using classfile::Tag;

constexpr std::string_view kBuilderType = "Ljava/lang/StringBuilder;";
constexpr std::size_t kMostOfGroup = 32;
constexpr std::size_t kMostWords = 256;  // of the stack; with more nothing is known

struct Effect {
  std::uint8_t pops = 0, pushes = 0;
};

bool is_in(Opcode opcode, Opcode first, Opcode last) { return opcode >= first && opcode <= last; }

// Types in the order of the JVM's families of instructions: int, long, float, double, reference.
unsigned words_of_type(unsigned type) { return type == 1 || type == 3 ? 2 : 1; }

unsigned distance(Opcode opcode, Opcode first) {
  return static_cast<unsigned>(opcode) - static_cast<unsigned>(first);
}

// Of what neither throws nor jumps, and is no load or store of a variable.
std::optional<Effect> quiet_arithmetic(Opcode opcode) {
  if (is_in(opcode, Opcode::kIadd, Opcode::kDrem)) {
    const unsigned type = distance(opcode, Opcode::kIadd) % 4;
    const bool is_division = is_in(opcode, Opcode::kIdiv, Opcode::kDdiv) || opcode >= Opcode::kIrem;
    if (is_division && type < 2) return std::nullopt;
    const auto words = static_cast<std::uint8_t>(words_of_type(type));
    return Effect{static_cast<std::uint8_t>(2 * words), words};
  }
  if (is_in(opcode, Opcode::kIneg, Opcode::kDneg)) return Effect{0, 0};
  if (is_in(opcode, Opcode::kIshl, Opcode::kLushr)) {
    const bool is_long = distance(opcode, Opcode::kIshl) % 2 == 1;
    return is_long ? Effect{3, 2} : Effect{2, 1};
  }
  if (is_in(opcode, Opcode::kIand, Opcode::kLxor)) {
    const bool is_long = distance(opcode, Opcode::kIand) % 2 == 1;
    return is_long ? Effect{4, 2} : Effect{2, 1};
  }
  if (is_in(opcode, Opcode::kI2l, Opcode::kD2f)) {  // from each of four types to the other three
    const unsigned from = distance(opcode, Opcode::kI2l) / 3,
                   place = distance(opcode, Opcode::kI2l) % 3;
    const unsigned to = place < from ? place : place + 1;
    return Effect{static_cast<std::uint8_t>(words_of_type(from)),
                  static_cast<std::uint8_t>(words_of_type(to))};
  }
  switch (opcode) {
    case Opcode::kI2b:
    case Opcode::kI2c:
    case Opcode::kI2s:
    case Opcode::kIinc:
    case Opcode::kNop: return Effect{0, 0};
    case Opcode::kLcmp:
    case Opcode::kDcmpl:
    case Opcode::kDcmpg: return Effect{4, 1};
    case Opcode::kFcmpl:
    case Opcode::kFcmpg: return Effect{2, 1};
    case Opcode::kBipush:
    case Opcode::kSipush: return Effect{0, 1};
    case Opcode::kLdc2W: return Effect{0, 2};
    case Opcode::kPop: return Effect{1, 0};
    case Opcode::kPop2: return Effect{2, 0};
    default: break;
  }
  if (is_in(opcode, Opcode::kAconstNull, Opcode::kIconst5)) return Effect{0, 1};
  if (is_in(opcode, Opcode::kFconst0, Opcode::kFconst2)) return Effect{0, 1};
  if (is_in(opcode, Opcode::kLconst0, Opcode::kDconst1)) return Effect{0, 2};
  return std::nullopt;
}

// Of what may throw, and goes on where it did not.
std::optional<Effect> loud(Opcode opcode) {
  if (is_in(opcode, Opcode::kIaload, Opcode::kSaload)) {
    const bool is_wide = opcode == Opcode::kLaload || opcode == Opcode::kDaload;
    return Effect{2, static_cast<std::uint8_t>(is_wide ? 2 : 1)};
  }
  if (is_in(opcode, Opcode::kIastore, Opcode::kSastore)) {
    const bool is_wide = opcode == Opcode::kLastore || opcode == Opcode::kDastore;
    return Effect{static_cast<std::uint8_t>(is_wide ? 4 : 3), 0};
  }
  if (is_in(opcode, Opcode::kIfeq, Opcode::kIfle)) return Effect{1, 0};
  if (is_in(opcode, Opcode::kIfIcmpeq, Opcode::kIfAcmpne)) return Effect{2, 0};
  switch (opcode) {
    case Opcode::kIdiv:
    case Opcode::kIrem: return Effect{2, 1};
    case Opcode::kLdiv:
    case Opcode::kLrem: return Effect{4, 2};
    case Opcode::kIfnull:
    case Opcode::kIfnonnull:
    case Opcode::kMonitorenter:
    case Opcode::kMonitorexit: return Effect{1, 0};
    case Opcode::kArraylength:
    case Opcode::kNewarray:
    case Opcode::kAnewarray:
    case Opcode::kInstanceof: return Effect{1, 1};
    case Opcode::kNew: return Effect{0, 1};
    case Opcode::kCheckcast: return Effect{0, 0};
    default: return std::nullopt;
  }
}

class GroupFinder {
 public:
  GroupFinder(const classfile::ClassFile& file, const classfile::Member& method,
              const classfile::Code& code, const std::function<bool(std::uint32_t)>& is_wanted)
      : file_(file), method_(method), code_(code), is_wanted_(is_wanted) {}

  std::set<std::uint32_t> find_fresh_calls() {
    find(0);
    return std::move(fresh_calls_);
  }

  std::vector<Group> find(std::uint32_t from) {
    find_targets();
    forget();
    for (at_ = 0; at_ < code_.bytecode.size();
         at_ += classfile::instruction_length(code_.bytecode, at_)) {
      if (is_target_[at_] || at_ <= from || stack_.size() > kMostWords) forget();
      step(static_cast<Opcode>(code_.bytecode[at_]));
      if (at_ <= from) end_groups();
    }
    end_groups();
    std::ranges::sort(found_, {}, [](const Group& group) { return group.offsets.back(); });
    return std::move(found_);
  }

 private:
  static constexpr int kUnknown = -1;
  static constexpr int kFresh = -2;  // a builder that is nowhere but on the stack

  // --- where control comes from elsewhere
  // ----------------------------------------------------------

  void add_target(std::int64_t target) {
    if (target >= 0 && target < std::ssize(code_.bytecode))
      is_target_[static_cast<std::size_t>(target)] = true;
  }

  template <typename Word>
  [[nodiscard]] std::int64_t signed_at(std::size_t at) const {
    return static_cast<std::make_signed_t<Word>>(base::load_big<Word>(code_.bytecode.data() + at));
  }

  void find_targets() {
    is_target_.assign(code_.bytecode.size(), false);
    for (unsigned each = 0; each < code_.exception_count; ++each)
      add_target(code_.exception(each).handler);
    for (std::size_t at = 0; at < code_.bytecode.size();
         at += classfile::instruction_length(code_.bytecode, at)) {
      const auto opcode = static_cast<Opcode>(code_.bytecode[at]);
      const auto here = static_cast<std::int64_t>(at);
      if (is_in(opcode, Opcode::kIfeq, Opcode::kJsr) || opcode == Opcode::kIfnull ||
          opcode == Opcode::kIfnonnull)
        add_target(here + signed_at<std::uint16_t>(at + 1));
      if (opcode == Opcode::kGotoW || opcode == Opcode::kJsrW)
        add_target(here + signed_at<std::uint32_t>(at + 1));
      if (opcode == Opcode::kTableswitch || opcode == Opcode::kLookupswitch) add_cases(at, opcode);
    }
  }

  void add_cases(std::size_t at, Opcode opcode) {
    const std::size_t first = (at + 4) / 4 * 4;
    const std::size_t end = at + classfile::instruction_length(code_.bytecode, at);
    const bool is_table = opcode == Opcode::kTableswitch;
    add_target(static_cast<std::int64_t>(at) + signed_at<std::uint32_t>(first));
    for (std::size_t each = first + 12; each + 4 <= end; each += is_table ? 4 : 8)
      add_target(static_cast<std::int64_t>(at) + signed_at<std::uint32_t>(each));
  }

  // --- the stack and the variables
  // -----------------------------------------------------------------

  void push(std::size_t words) { stack_.insert(stack_.end(), words, kUnknown); }
  int pop() {
    if (stack_.empty()) return kUnknown;
    const int top = stack_.back();
    stack_.pop_back();
    return top;
  }
  // Whatever takes a builder, but its own calls and who throws it away, may keep it.
  void pop(std::size_t words) {
    for (; words != 0; --words)
      if (pop() == kFresh) std::ranges::replace(stack_, kFresh, kUnknown);
  }
  void apply(const Effect& effect) {
    pop(effect.pops);
    push(effect.pushes);
  }

  // The upper `words` words once more, below `below` others.
  void duplicate(std::size_t words, std::size_t below) {
    while (stack_.size() < words + below) stack_.insert(stack_.begin(), kUnknown);
    const std::vector<int> upper(stack_.end() - static_cast<std::ptrdiff_t>(words), stack_.end());
    stack_.insert(stack_.end() - static_cast<std::ptrdiff_t>(words + below), upper.begin(),
                  upper.end());
  }

  void store(unsigned local, std::size_t words) {
    pop(words);
    for (unsigned each = local; each < local + words; ++each) {
      const int changed = static_cast<int>(each);
      std::ranges::replace(stack_, changed, kUnknown);
      not_null_.erase(changed);
      end_group(changed);
    }
  }

  void forget() {
    end_groups();
    stack_.clear();
    not_null_.clear();
    if (!method_.is_static() && !is_this_stored()) not_null_.insert(0);
  }

  bool is_this_stored() {
    if (!this_stored_) this_stored_ = looks_for_store_of_this();
    return *this_stored_;
  }

  [[nodiscard]] bool looks_for_store_of_this() const {
    for (std::size_t at = 0; at < code_.bytecode.size();
         at += classfile::instruction_length(code_.bytecode, at)) {
      const auto opcode = static_cast<Opcode>(code_.bytecode[at]);
      const bool is_first = is_in(opcode, Opcode::kIstore0, Opcode::kAstore3) &&
                            distance(opcode, Opcode::kIstore0) % 4 == 0;
      const bool is_named =
          is_in(opcode, Opcode::kIstore, Opcode::kAstore) && code_.bytecode[at + 1] == 0;
      if (is_first || is_named || opcode == Opcode::kWide) return true;
    }
    return false;
  }

  // --- groups
  // --------------------------------------------------------------------------------------

  void end_group(int local) {
    const auto open = open_.find(local);
    if (open == open_.end()) return;
    if (open->second.size() > 1)
      found_.push_back({static_cast<std::uint8_t>(local), std::move(open->second)});
    open_.erase(open);
  }

  void end_groups() {
    while (!open_.empty()) end_group(open_.begin()->first);
  }

  // --- instructions
  // --------------------------------------------------------------------------------

  [[nodiscard]] std::uint16_t constant() const {
    return base::load_big<std::uint16_t>(code_.bytecode.data() + at_ + 1);
  }

  void step(Opcode opcode) {
    if (const auto effect = quiet_arithmetic(opcode)) return apply(*effect);
    if (is_in(opcode, Opcode::kIload, Opcode::kAload))
      return load(distance(opcode, Opcode::kIload), code_.bytecode[at_ + 1]);
    if (is_in(opcode, Opcode::kIload0, Opcode::kAload3)) {
      const unsigned which = distance(opcode, Opcode::kIload0);
      return load(which / 4, which % 4);
    }
    if (is_in(opcode, Opcode::kIstore, Opcode::kAstore))
      return store(code_.bytecode[at_ + 1], words_of_type(distance(opcode, Opcode::kIstore)));
    if (is_in(opcode, Opcode::kIstore0, Opcode::kAstore3)) {
      const unsigned which = distance(opcode, Opcode::kIstore0);
      return store(which % 4, words_of_type(which / 4));
    }
    switch (opcode) {
      case Opcode::kDup: return duplicate(1, 0);
      case Opcode::kDupX1: return duplicate(1, 1);
      case Opcode::kDupX2: return duplicate(1, 2);
      case Opcode::kDup2: return duplicate(2, 0);
      case Opcode::kDup2X1: return duplicate(2, 1);
      case Opcode::kDup2X2: return duplicate(2, 2);
      case Opcode::kSwap: duplicate(1, 1); return pop(1);
      case Opcode::kLdc: return load_constant(code_.bytecode[at_ + 1]);
      case Opcode::kLdcW: return load_constant(constant());
      case Opcode::kGetfield: return access_field(true);
      case Opcode::kPutfield: return access_field(false);
      default: return step_aloud(opcode);
    }
  }

  void load(unsigned type, unsigned local) {
    constexpr unsigned kReference = 4;
    if (type == kReference)
      stack_.push_back(static_cast<int>(local));
    else
      push(words_of_type(type));
  }

  // That of a class may have to be found, which may throw.
  void load_constant(std::uint16_t number) {
    const Tag tag = file_.pool().tag(number);
    if (tag != Tag::kInteger && tag != Tag::kFloat && tag != Tag::kString) end_groups();
    push(1);
  }

  void step_aloud(Opcode opcode) {
    if (opcode == Opcode::kInvokestatic && is_quiet_call()) return call(true);
    end_groups();
    if (opcode == Opcode::kNew && is_builder(constant())) return stack_.push_back(kFresh);
    if (const auto effect = loud(opcode)) return apply(*effect);
    switch (opcode) {
      case Opcode::kGetstatic:
      case Opcode::kPutstatic: return access_static(opcode == Opcode::kGetstatic);
      case Opcode::kInvokevirtual:
      case Opcode::kInvokespecial:
      case Opcode::kInvokeinterface: return call(false);
      case Opcode::kInvokestatic: return call(true);
      default: return forget();
    }
  }

  [[nodiscard]] const MemberRef* member(bool is_field) {
    const Tag tag = file_.pool().tag(constant());
    const bool is_right = is_field ? tag == Tag::kFieldref
                                   : tag == Tag::kMethodref || tag == Tag::kInterfaceMethodref;
    if (!is_right) return nullptr;
    member_ = file_.pool().member(constant());
    return &member_;
  }

  void access_static(bool is_read) {
    const MemberRef* const field = member(true);
    if (field == nullptr) return forget();
    const unsigned words = classfile::slots(field->descriptor);
    is_read ? push(words) : pop(words);
  }

  void call(bool is_static) {
    const MemberRef* const called = member(false);
    if (called == nullptr) return forget();
    pop(classfile::argument_slots(called->descriptor));
    const bool is_fresh = !is_static && pop() == kFresh;
    const std::string_view result = called->descriptor.substr(called->descriptor.find(')') + 1);
    if (is_fresh) fresh_calls_.insert(static_cast<std::uint32_t>(at_));
    if (is_fresh && result == kBuilderType) return stack_.push_back(kFresh);
    push(classfile::slots(result));
  }

  [[nodiscard]] bool is_builder(std::uint16_t number) const {
    return file_.pool().tag(number) == Tag::kClass && file_.pool().class_name(number) == kBuilder;
  }

  // What computes with floating-point numbers throws nothing.
  [[nodiscard]] bool is_quiet_call() {
    const MemberRef* const called = member(false);
    if (called == nullptr || file_.pool().class_name(called->owner) != "java/lang/Math")
      return false;
    for (const std::string_view type : classfile::ParameterTypes(called->descriptor))
      if (type != "F" && type != "D") return false;
    return true;
  }

  [[nodiscard]] bool is_own_plain(const MemberRef& field) const {
    constexpr unsigned kOthers =
        classfile::kAccStatic | classfile::kAccFinal | classfile::kAccVolatile;
    return file_.pool().class_name(field.owner) == file_.name() &&
           std::ranges::any_of(file_.fields(), [&](const classfile::Member& each) {
             return each.name == field.name && each.descriptor == field.descriptor &&
                    (each.access & kOthers) == 0;
           });
  }

  void access_field(bool is_read) {
    const MemberRef* const field = member(true);
    if (field == nullptr) return forget();
    const unsigned words = classfile::slots(field->descriptor);
    if (!is_read) pop(words);
    const int local = pop();
    if (is_read) push(words);
    const bool is_plain = is_own_plain(*field);
    if (!is_plain || local == kUnknown || !not_null_.contains(local)) end_groups();
    if (local == kUnknown) return;
    not_null_.insert(local);
    if (!is_plain || local > UINT8_MAX || !is_wanted_(static_cast<std::uint32_t>(at_))) return;
    std::vector<std::uint32_t>& group = open_[local];
    group.push_back(static_cast<std::uint32_t>(at_));
    if (group.size() == kMostOfGroup) end_group(local);
  }

  const classfile::ClassFile& file_;
  const classfile::Member& method_;
  const classfile::Code& code_;
  const std::function<bool(std::uint32_t)>& is_wanted_;
  std::vector<bool> is_target_;
  std::optional<bool> this_stored_;
  std::size_t at_ = 0;
  MemberRef member_;
  std::vector<int> stack_;  // the variable that holds the same; what lies below is unknown
  std::set<int> not_null_;  // variables
  std::map<int, std::vector<std::uint32_t>> open_;
  std::vector<Group> found_;
  std::set<std::uint32_t> fresh_calls_;
};

}  // namespace

std::vector<Group> find_groups(const classfile::ClassFile& file, const classfile::Member& method,
                               const classfile::Code& code, std::uint32_t from,
                               const std::function<bool(std::uint32_t)>& is_wanted) {
  return GroupFinder(file, method, code, is_wanted).find(from);
}

std::set<std::uint32_t> find_fresh_calls(const classfile::ClassFile& file,
                                         const classfile::Member& method,
                                         const classfile::Code& code) {
  const std::function<bool(std::uint32_t)> nothing = [](std::uint32_t) { return false; };
  return GroupFinder(file, method, code, nothing).find_fresh_calls();
}

}  // namespace heddle::rewrite
