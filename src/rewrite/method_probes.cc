// Each probe is a few instructions that bring copies of what it is told to the top of the stack.
// For a write of a long `v` to a field of `o`, with the stack written from the bottom:
//
//   o v v        dup2_x1     v v o v v      pop2       v v o      dup   v v o o
//   ldc site, invokestatic   v v o          dup_x2     o v v o    pop   o v v      putfield
//
// What comes before the call of the superclass's constructor is found by counting: constructors
// called minus `new` seen, in the order of the code, which is how compilers write it.
#include "rewrite/method_probes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "classfile/class_file.h"
#include "classfile/code.h"
#include "classfile/constant_pool.h"
#include "classfile/descriptor.h"
#include "classfile/opcode.h"
#include "rewrite/bridges.h"
#include "rewrite/code_mover.h"
#include "rewrite/constants.h"
#include "rewrite/groups.h"
#include "rewrite/hook.h"
#include "rewrite/rewrite.h"

namespace heddle::rewrite {
namespace {

using classfile::MemberRef;
using classfile::Opcode;
using classfile::Tag;

constexpr std::uint16_t kExtraStack = 8;
constexpr std::uint16_t kFirstMajorWithClassConstants = 49;
constexpr std::string_view kObjectSite = "(Ljava/lang/Object;I)V";
constexpr std::string_view kElementSite = "(Ljava/lang/Object;II)V";
constexpr std::string_view kSiteOnly = "(I)V";
constexpr std::string_view kTwoObjectsSite = "(Ljava/lang/Object;Ljava/lang/Object;I)V";

bool is_load(Opcode opcode) { return opcode >= Opcode::kIaload && opcode <= Opcode::kSaload; }
bool is_store(Opcode opcode) { return opcode >= Opcode::kIastore && opcode <= Opcode::kSastore; }
bool is_return(Opcode opcode) { return opcode >= Opcode::kIreturn && opcode <= Opcode::kReturn; }
bool is_wide_element(Opcode opcode) {
  return opcode == Opcode::kLaload || opcode == Opcode::kDaload || opcode == Opcode::kLastore ||
         opcode == Opcode::kDastore;
}

class MethodProber {
 public:
  MethodProber(const classfile::ClassFile& file, const classfile::Member& method,
               const classfile::Code& code, const Options& options, Constants& constants,
               Bridges& bridges, Sites& sites)
      : file_(file),
        method_(method),
        code_(code),
        options_(options),
        constants_(constants),
        bridges_(bridges),
        sites_(sites) {}

  ProbedMethod probe() {
    find_lines();
    find_super_call();
    if (options_.has_values) find_this();
    if (options_.has_code_probes) {
      if (!options_.is_sparse) find_groups();
      if ((method_.access & classfile::kAccSynchronized) != 0) probe_synchronized();
      for_each_instruction([this](Opcode opcode) { probe_instruction(opcode); });
      if (method_.name == "<clinit>") probe_initializer();
    }
    for (const Hook& hook : options_.hooks)
      if (hook.class_name == file_.name() && (hook.method.empty() || hook.method == method_.name) &&
          (hook.descriptor.empty() || hook.descriptor == method_.descriptor))
        add_hook(hook);
    if (result_.probes != 0) result_.edits.extra_stack = kExtraStack;
    return std::move(result_);
  }

 private:
  template <typename Visit>
  void for_each_instruction(const Visit& visit) {
    before_ = Opcode::kNop;
    for (at_ = 0; at_ < code_.bytecode.size();
         at_ += classfile::instruction_length(code_.bytecode, at_)) {
      const auto opcode = static_cast<Opcode>(code_.bytecode[at_]);
      visit(opcode);
      before_ = opcode;
    }
  }

  // --- writing -----------------------------------------------------------------------------------

  static void put(Bytecode& out, Opcode opcode) {
    out.push_back(static_cast<std::uint8_t>(opcode));
  }

  static void put(Bytecode& out, Opcode opcode, std::uint16_t operand) {
    put(out, opcode);
    out.push_back(static_cast<std::uint8_t>(operand >> 8));
    out.push_back(static_cast<std::uint8_t>(operand));
  }

  void put_number(Bytecode& out, std::uint32_t number) {
    if (number <= INT16_MAX) return put(out, Opcode::kSipush, static_cast<std::uint16_t>(number));
    put(out, Opcode::kLdcW, constants_.integer(static_cast<std::int32_t>(number)));
  }

  void put_call(Bytecode& out, std::string_view name, std::string_view descriptor) {
    put(out, Opcode::kInvokestatic, constants_.method(options_.probe_class, name, descriptor));
    ++result_.probes;
  }

  void put_probe(Bytecode& out, std::string_view name, std::string_view descriptor,
                 std::uint32_t site) {
    put_number(out, site);
    put_call(out, name, descriptor);
  }

  Edit& edit() { return result_.edits.edits[static_cast<std::uint32_t>(at_)]; }

  std::uint32_t site(Action action) { return sites_.add(file_, plain_site(action)); }

  Site plain_site(Action action) const {
    Site site;
    site.action = action;
    site.method = method_.name;
    site.descriptor = method_.descriptor;
    site.offset = static_cast<std::uint32_t>(at_);
    site.line = line_at(at_);
    return site;
  }

  void find_lines() {
    for (const classfile::LineNumber& entry : code_.lines)
      lines_.emplace_back(entry.start, entry.line);
    std::ranges::stable_sort(lines_, {}, &std::pair<std::uint16_t, std::uint16_t>::first);
  }

  [[nodiscard]] std::uint32_t line_at(std::size_t offset) const {
    const auto behind = std::ranges::upper_bound(lines_, offset, {},
                                                 &std::pair<std::uint16_t, std::uint16_t>::first);
    return behind == lines_.begin() ? 0 : std::prev(behind)->second;
  }

  // --- instructions ------------------------------------------------------------------------------

  [[nodiscard]] std::uint16_t constant() const {
    return base::load_big<std::uint16_t>(code_.bytecode.data() + at_ + 1);
  }

  // Of an instruction whose constant a hostile file may have got wrong.
  [[nodiscard]] bool is_member(bool is_field) const {
    const Tag tag = file_.pool().tag(constant());
    return is_field ? tag == Tag::kFieldref
                    : tag == Tag::kMethodref || tag == Tag::kInterfaceMethodref;
  }

  void find_super_call() {
    if (method_.name != "<init>") return;
    int open = 0;
    for_each_instruction([&](Opcode opcode) {
      if (opcode == Opcode::kNew) ++open;
      if (opcode != Opcode::kInvokespecial || !is_member(false)) return;
      if (file_.pool().member(constant()).name != "<init>") return;
      if (open > 0)
        --open;
      else
        super_call_ = at_;
    });
  }

  [[nodiscard]] bool is_before_super() const {
    return method_.name == "<init>" && at_ < super_call_;
  }

  void probe_instruction(Opcode opcode) {
    if (is_load(opcode)) return probe_load(opcode);
    if (is_store(opcode)) return probe_store(opcode);
    switch (opcode) {
      case Opcode::kGetstatic:
      case Opcode::kPutstatic:
      case Opcode::kGetfield:
      case Opcode::kPutfield: return probe_field(opcode);
      case Opcode::kMonitorenter: return probe_monitor_enter();
      case Opcode::kMonitorexit: return probe_monitor_exit();
      case Opcode::kInvokevirtual: return probe_call();
      case Opcode::kInvokeinterface: return probe_interface_call();
      case Opcode::kInvokestatic:
        if (options_.has_elements) replace_call();
        return;
      case Opcode::kInvokedynamic: return replace_reference();
      case Opcode::kIfnull:
      case Opcode::kIfnonnull: return probe_null_test(opcode);
      default: return;
    }
  }

  // The method's name and descriptor.
  const std::string& method_key() {
    if (name_.empty()) name_ = std::string(method_.name) + std::string(method_.descriptor);
    return name_;
  }

  // Asked once for each access.
  bool is_proven() {
    ++result_.accesses;
    if (!options_.is_proven) return false;
    if (!options_.is_proven(method_key(), static_cast<std::uint32_t>(at_))) return false;
    ++result_.proven;
    return true;
  }

  // --- groups ------------------------------------------------------------------------------------

  void find_groups() {
    if (options_.has_values) return;
    if (options_.has_shared_fields && !options_.has_shared_fields(file_.name())) return;
    const auto is_wanted = [this](std::uint32_t offset) {
      return !options_.is_proven || !options_.is_proven(method_key(), offset);
    };
    const auto from = static_cast<std::uint32_t>(super_call_);
    for (Group& group : rewrite::find_groups(file_, method_, code_, from, is_wanted)) {
      for (const std::uint32_t offset : group.offsets) grouped_.insert(offset);
      const std::uint32_t last = group.offsets.back();
      groups_.emplace(last, std::move(group));
    }
  }

  // Behind the last of a group.
  void probe_group() {
    const auto found = groups_.find(static_cast<std::uint32_t>(at_));
    if (found == groups_.end()) return;
    const Group& group = found->second;
    const std::size_t last = at_;
    for (const std::uint32_t offset : group.offsets) {
      at_ = offset;
      const auto opcode = static_cast<Opcode>(code_.bytecode[at_]);
      sites_.add(file_, field_site(file_.pool().member(constant()), opcode == Opcode::kGetfield));
    }
    at_ = last;
    Site whole = field_site(file_.pool().member(constant()), true);
    whole.action = Action::kGroup;
    whole.members = static_cast<std::uint32_t>(group.offsets.size());
    Bytecode& after = edit().after;
    put(after, Opcode::kAload);
    after.push_back(group.local);
    put_probe(after, "accesses", kObjectSite, sites_.add(file_, whole));
  }

  // --- fields
  // --------------------------------------------------------------------------------------

  [[nodiscard]] Site field_site(const MemberRef& member, bool is_read) const {
    Site site = plain_site(is_read ? Action::kRead : Action::kWrite);
    site.owner = file_.pool().class_name(member.owner);
    site.field = member.name;
    site.field_descriptor = member.descriptor;
    site.is_initial = !is_read && method_.name == "<init>" && site.owner == file_.name();
    return site;
  }

  // Of fields of other classes it is known only when the program runs.
  [[nodiscard]] bool is_own_final(const MemberRef& member) const {
    return std::ranges::any_of(file_.fields(), [&](const classfile::Member& field) {
      return (field.access & classfile::kAccFinal) != 0 && field.name == member.name &&
             field.descriptor == member.descriptor;
    });
  }

  // A volatile field of a class that makes handles may be accessed by one of them, too, of those
  // that count as one volatile.
  [[nodiscard]] bool is_behind_handle(const MemberRef& member) {
    return file_.pool().class_name(member.owner) == file_.name() && makes_handles() &&
           std::ranges::any_of(file_.fields(), [&](const classfile::Member& field) {
             return (field.access & classfile::kAccVolatile) != 0 && field.name == member.name &&
                    field.descriptor == member.descriptor;
           });
  }

  bool makes_handles() {
    if (makes_handles_) return *makes_handles_;
    const classfile::ConstantPool& pool = file_.pool();
    makes_handles_ = false;
    for (std::uint16_t at = 1; at < pool.size() && !*makes_handles_; ++at) {
      if (pool.tag(at) != Tag::kMethodref) continue;
      const std::string_view name = pool.member(at).name;
      makes_handles_ = name == "findVarHandle" || name == "findStaticVarHandle";
    }
    return *makes_handles_;
  }

  // A plain field of this class, which the method has been told to read, or to write, before.
  bool is_told_already(const MemberRef& member, bool is_read) {
    if (file_.pool().class_name(member.owner) != file_.name()) return false;
    const bool is_plain = std::ranges::any_of(file_.fields(), [&](const classfile::Member& field) {
      return (field.access & classfile::kAccVolatile) == 0 && field.name == member.name &&
             field.descriptor == member.descriptor;
    });
    return is_plain && !told_.emplace(constant(), is_read).second;
  }

  void probe_field(Opcode opcode) {
    if (!is_member(true)) return;
    const MemberRef member = file_.pool().member(constant());
    const std::string_view owner = file_.pool().class_name(member.owner);
    if (options_.has_shared_fields && !options_.has_shared_fields(owner)) return;
    const bool is_read = opcode == Opcode::kGetstatic || opcode == Opcode::kGetfield;
    if (opcode == Opcode::kPutfield && is_before_super() && owner == file_.name()) return;
    const bool is_static = opcode == Opcode::kGetstatic || opcode == Opcode::kPutstatic;
    if (!is_static && !options_.has_values && owner == file_.name() && is_own_final(member)) return;
    const bool has_proof = is_proven();
    if (has_proof && !is_static) return;
    if (options_.is_sparse && is_told_already(member, is_read)) return;
    if ((is_static || classfile::slots(member.descriptor) == 2) && is_behind_handle(member))
      put_probe(is_read ? edit().after : edit().before, "accessHandle", kSiteOnly, is_read ? 0 : 1);
    if (grouped_.contains(static_cast<std::uint32_t>(at_))) return probe_group();
    Site site = field_site(member, is_read);
    site.is_proven = has_proof;
    const std::uint32_t number = sites_.add(file_, site);
    if (options_.has_values && !is_static) probe_dereference(is_read ? 0 : 1, member.descriptor);
    if (options_.has_values && (member.descriptor[0] == 'L' || member.descriptor[0] == '['))
      return probe_reference(opcode, number);
    const bool is_wide = classfile::slots(member.descriptor) == 2;
    switch (opcode) {
      case Opcode::kGetstatic: return put_probe(edit().after, "readStatic", kSiteOnly, number);
      case Opcode::kPutstatic:
        put_probe(edit().before, "writeStatic", kSiteOnly, number);
        return put_probe(edit().after, "wroteStatic", kSiteOnly, number);
      case Opcode::kGetfield: return probe_get(number, is_wide);
      default: return probe_put(number, is_wide);
    }
  }

  // --- values ------------------------------------------------------------------------------------

  void probe_reference(Opcode opcode, std::uint32_t number) {
    Bytecode &before = edit().before, &after = edit().after;
    switch (opcode) {
      case Opcode::kGetstatic:
        put(after, Opcode::kDup);
        return put_probe(after, "readStaticReference", kObjectSite, number);
      case Opcode::kPutstatic:
        put(before, Opcode::kDup);
        put_probe(before, "writeStaticReference", kObjectSite, number);
        return put_probe(after, "wroteStatic", kSiteOnly, number);
      case Opcode::kGetfield:
        put(before, Opcode::kDup);
        put(after, Opcode::kDupX1);
        return put_probe(after, "readReference", kTwoObjectsSite, number);
      default:
        put(before, Opcode::kDup2);
        return put_probe(before, "writeReference", kTwoObjectsSite, number);
    }
  }

  // The object lies below so many words; below more than two it cannot be reached with the stack
  // alone. `this` was there before the method was: whoever called it has told.
  void probe_dereference(std::size_t words) {
    if (words > 2 || is_before_super()) return;
    if (words == 0 && before_ == Opcode::kAload0 && has_this_) return;
    Bytecode& before = edit().before;
    const std::uint32_t number = site(Action::kDereference);
    if (words == 2) {
      put(before, Opcode::kDup2X1);
      put(before, Opcode::kPop2);
      put(before, Opcode::kDup);
      put_dereference(before, number);
      put(before, Opcode::kDupX2);
      return put(before, Opcode::kPop);
    }
    put(before, words == 0 ? Opcode::kDup : Opcode::kDup2);
    if (words == 1) put(before, Opcode::kPop);
    put_dereference(before, number);
  }

  void put_dereference(Bytecode& out, std::uint32_t number) {
    if (!has_this_) return put_probe(out, "dereference", kObjectSite, number);
    put(out, Opcode::kAload0);
    put_probe(out, "dereference", kTwoObjectsSite, number);
  }

  // Is `this` in its variable all the time?
  void find_this() {
    has_this_ = !method_.is_static();
    for_each_instruction([this](Opcode opcode) {
      const bool is_other_store =
          opcode == Opcode::kWide ||
          (opcode >= Opcode::kIstore && opcode <= Opcode::kAstore && code_.bytecode[at_ + 1] == 0);
      const bool is_short_store = opcode == Opcode::kIstore0 || opcode == Opcode::kLstore0 ||
                                  opcode == Opcode::kFstore0 || opcode == Opcode::kDstore0 ||
                                  opcode == Opcode::kAstore0;
      if (is_other_store || is_short_store) has_this_ = false;
    });
  }

  // Below `values` values of a type.
  void probe_dereference(std::size_t values, std::string_view descriptor) {
    probe_dereference(values * static_cast<std::size_t>(classfile::slots(descriptor)));
  }

  // Of what is called, below its arguments; what is not initialised yet is called by no such call.
  void probe_receiver(std::string_view descriptor) {
    if (!options_.has_values) return;
    std::size_t words = 0;
    for (const std::string_view type : classfile::ParameterTypes(descriptor))
      words += static_cast<std::size_t>(classfile::slots(type));
    probe_dereference(words);
  }

  void probe_null_test(Opcode opcode) {
    if (!options_.has_values) return;
    Site tested = plain_site(Action::kNullTest);
    const auto distance =
        static_cast<std::int16_t>(base::load_big<std::uint16_t>(code_.bytecode.data() + at_ + 1));
    tested.target = tested.offset + static_cast<std::uint32_t>(std::int32_t{distance});
    tested.does_jump = opcode == Opcode::kIfnonnull;
    put(edit().before, Opcode::kDup);
    put_probe(edit().before, "testedForNull", kObjectSite, sites_.add(file_, tested));
  }

  // --- accesses ----------------------------------------------------------------------------------

  void probe_get(std::uint32_t number, bool is_wide) {
    put(edit().before, Opcode::kDup);
    Bytecode& after = edit().after;
    if (is_wide) {
      put(after, Opcode::kDup2X1);
      put(after, Opcode::kPop2);
    } else {
      put(after, Opcode::kSwap);
    }
    put_probe(after, "read", kObjectSite, number);
  }

  void probe_put(std::uint32_t number, bool is_wide) {
    Bytecode& before = edit().before;
    if (is_wide) {
      put(before, Opcode::kDup2X1);
      put(before, Opcode::kPop2);
      put(before, Opcode::kDup);
      put_probe(before, "write", kObjectSite, number);
      put(before, Opcode::kDupX2);
      put(before, Opcode::kPop);
    } else {
      put(before, Opcode::kDup2);
      put(before, Opcode::kPop);
      put_probe(before, "write", kObjectSite, number);
    }
  }

  void probe_load(Opcode opcode) {
    if (!options_.has_elements || is_proven()) return;
    put(edit().before, Opcode::kDup2);
    Bytecode& after = edit().after;
    put(after, is_wide_element(opcode) ? Opcode::kDup2X2 : Opcode::kDupX2);
    put(after, is_wide_element(opcode) ? Opcode::kPop2 : Opcode::kPop);
    const bool is_reference = opcode == Opcode::kAaload;
    put_probe(after, is_reference ? "readReferenceElement" : "readElement", kElementSite,
              site(Action::kRead));
  }

  void probe_store(Opcode opcode) {
    if (!options_.has_elements || is_proven()) return;
    Bytecode& before = edit().before;
    const bool is_wide = is_wide_element(opcode);
    put(before, is_wide ? Opcode::kDup2X2 : Opcode::kDupX2);
    put(before, is_wide ? Opcode::kPop2 : Opcode::kPop);
    put(before, Opcode::kDup2);
    const bool is_reference = opcode == Opcode::kAastore;
    put_probe(before, is_reference ? "writeReferenceElement" : "writeElement", kElementSite,
              site(Action::kWrite));
    put(before, is_wide ? Opcode::kDup2X2 : Opcode::kDup2X1);
    put(before, Opcode::kPop2);
  }

  void probe_monitor_enter() {
    Bytecode& before = edit().before;
    put(before, Opcode::kDup);
    put(before, Opcode::kDup);
    put_call(before, "numberOf", "(Ljava/lang/Object;)I");
    put(before, Opcode::kDupX2);
    put(before, Opcode::kPop);
    put_probe(edit().after, "entered", "(ILjava/lang/Object;I)V", site(Action::kLock));
    edit().is_guarded = true;
  }

  void probe_monitor_exit() {
    put(edit().before, Opcode::kDup);
    put_probe(edit().before, "leaving", kObjectSite, site(Action::kUnlock));
  }

  void probe_interface_call() {
    if (is_member(false)) probe_receiver(file_.pool().member(constant()).descriptor);
    replace_call();
  }

  void replace_call() {
    if (options_.calls == nullptr || !is_member(false)) return;
    const MemberRef member = file_.pool().member(constant());
    const auto found = options_.calls->find(
        call_key(file_.pool().class_name(member.owner), member.name, member.descriptor));
    if (found == options_.calls->end()) return;
    const Call& call = found->second;
    put_number(edit().instead, site(Action::kCall));
    put(edit().instead, Opcode::kInvokestatic,
        constants_.method(call.owner, call.name, call.descriptor));
    ++result_.probes;
  }

  void replace_reference() {
    if (options_.calls == nullptr || !options_.may_add_methods) return;
    const auto reference = bridges_.reference(constant());
    if (!reference || (reference->is_static && !options_.has_elements)) return;
    const auto found =
        options_.calls->find(call_key(reference->owner, reference->name, reference->descriptor));
    if (found == options_.calls->end()) return;
    Bytecode& instead = edit().instead;
    put(instead, Opcode::kInvokedynamic,
        bridges_.add(*reference, found->second, site(Action::kCall)));
    instead.insert(instead.end(), 2, 0);
    ++result_.probes;
  }

  // Most texts are put together on the stack, by a builder that nobody else sees.
  bool is_of_fresh_builder(const MemberRef& member) {
    if (file_.pool().class_name(member.owner) != kBuilder) return false;
    if (!fresh_calls_) fresh_calls_ = find_fresh_calls(file_, method_, code_);
    return fresh_calls_->contains(static_cast<std::uint32_t>(at_));
  }

  void probe_clone() {
    if (!options_.has_elements) return;
    put(edit().before, Opcode::kDup);
    put_number(edit().before, site(Action::kRead));
    put(edit().before, Opcode::kInvokestatic,
        constants_.method("java/lang/HeddleArrays", "readAll", kObjectSite));
    ++result_.probes;
  }

  // The words of what comes behind the object that a handle is given; none where the handle cannot
  // be of a field in an object, or those words cannot be moved by the stack alone.
  static std::optional<std::size_t> words_behind_object(std::string_view descriptor) {
    const classfile::ParameterTypes types(descriptor);
    auto at = types.begin();
    if (at == classfile::ParameterTypes::end() || !(*at).starts_with('L')) return std::nullopt;
    std::size_t words = 0;
    for (++at; at != classfile::ParameterTypes::end(); ++at) words += classfile::slots(*at);
    const char result = descriptor.back();
    const bool is_wide =
        result == 'J' || result == 'D' || descriptor.contains('J') || descriptor.contains('D');
    if (words > 2 || is_wide) return std::nullopt;
    return words;
  }

  // The handle and its object are at hand before the call only: the probe keeps their numbers.
  void probe_field_handle(std::string_view name, std::size_t words) {
    const bool is_read = name == "getVolatile" || name == "getAcquire";
    const bool is_write = name == "setVolatile" || name == "setRelease";
    Bytecode& before = edit().before;
    const auto exchange = [&](Opcode behind, Opcode gone) {
      put(before, behind);
      put(before, gone);
    };
    if (words == 1) exchange(Opcode::kDupX2, Opcode::kPop);
    if (words == 2) exchange(Opcode::kDup2X2, Opcode::kPop2);
    put(before, Opcode::kDup2);
    put_probe(before, "atHandle", kTwoObjectsSite, is_read ? 0 : is_write ? 1 : 2);
    if (words == 1) exchange(Opcode::kDup2X1, Opcode::kPop2);
    if (words == 2) exchange(Opcode::kDup2X2, Opcode::kPop2);
    if (!is_write) put_call(edit().after, "behindHandle", "()V");
  }

  // A handle that is of no field in an object counts as one volatile with all such.
  void probe_handle(std::string_view name, std::string_view descriptor) {
    if (name == "get" || name == "set" || name == "getOpaque" || name == "setOpaque") return;
    if (const auto words = words_behind_object(descriptor)) return probe_field_handle(name, *words);
    const auto is_one_of = [&](std::string_view one, std::string_view other) {
      return name == one || name == other;
    };
    if (!is_one_of("getVolatile", "getAcquire"))
      put_probe(edit().before, "accessHandle", kSiteOnly, 1);
    if (!is_one_of("setVolatile", "setRelease"))
      put_probe(edit().after, "accessHandle", kSiteOnly, 0);
  }

  // Nobody overrides wait, notify and notifyAll of Object: name and descriptor are enough.
  void probe_call() {
    if (!is_member(false)) return;
    const MemberRef member = file_.pool().member(constant());
    const std::string_view descriptor = member.descriptor;
    probe_receiver(descriptor);
    if (!is_of_fresh_builder(member)) replace_call();
    if (member.name == "clone" && file_.pool().class_name(member.owner).starts_with('['))
      probe_clone();
    if (file_.pool().class_name(member.owner) == "java/lang/invoke/VarHandle")
      probe_handle(member.name, descriptor);
    if (member.name == "wait" &&
        (descriptor == "()V" || descriptor == "(J)V" || descriptor == "(JI)V")) {
      const std::string probe =
          "(Ljava/lang/Object;" + std::string(descriptor.substr(1, descriptor.size() - 3)) + "I)V";
      put_probe(edit().instead, "waitOn", probe, site(Action::kWait));
    }
    if ((member.name == "notify" || member.name == "notifyAll") && descriptor == "()V") {
      put(edit().before, Opcode::kDup);
      put_probe(edit().before, member.name == "notify" ? "notifyOne" : "notifyEvery", kObjectSite,
                site(Action::kNotify));
    }
    if ((member.name == "isAlive" && descriptor == "()Z") ||
        (member.name == "getState" && descriptor == "()Ljava/lang/Thread$State;"))
      probe_end_of_thread();
  }

  // Who sees that a thread has ended is behind all that it did. Other classes have an isAlive, too:
  // the probe looks.
  void probe_end_of_thread() {
    put(edit().before, Opcode::kDup);
    put(edit().after, Opcode::kSwap);
    put_call(edit().after, "sawThread", "(Ljava/lang/Object;)V");
  }

  // --- methods -----------------------------------------------------------------------------------

  template <typename Put>
  void before_returns(const Put& put_at_return) {
    for_each_instruction([&](Opcode opcode) {
      if (is_return(opcode)) put_at_return(edit().before);
    });
  }

  void probe_synchronized() {
    at_ = 0;
    const std::uint32_t enter = site(Action::kLock);
    Bytecode& prologue = result_.edits.prologue;
    put_monitor(prologue);
    put_probe(prologue, "enter", kObjectSite, enter);
    before_returns([&](Bytecode& out) { put_probe(out, "leave", kSiteOnly, enter); });
    put_probe(result_.edits.on_throw, "leave", kSiteOnly, enter);
  }

  void put_monitor(Bytecode& out) {
    if (!method_.is_static()) return put(out, Opcode::kAload0);
    if (file_.major() >= kFirstMajorWithClassConstants)
      return put(out, Opcode::kLdcW, file_.this_class());
    std::string name(file_.name());
    for (char& each : name)
      if (each == '/') each = '.';
    put(out, Opcode::kLdcW, constants_.string(name));
    put(out, Opcode::kInvokestatic,
        constants_.method("java/lang/Class", "forName", "(Ljava/lang/String;)Ljava/lang/Class;"));
  }

  void probe_initializer() {
    before_returns([&](Bytecode& out) {
      put_probe(out, "initialised", kSiteOnly, site(Action::kInitialised));
    });
  }

  void add_hook(const Hook& hook) {
    const auto action = static_cast<std::uint32_t>(hook.action);
    const auto put_hook = [&](Bytecode& out) {
      put_subject(out, hook);
      put_probe(out, "hook", kObjectSite, action);
    };
    const auto put_if = [&](Bytecode& out, std::string_view name) {
      put(out, Opcode::kDup);
      put_subject(out, hook);
      put_probe(out, name, "(ZLjava/lang/Object;I)V", action);
    };
    switch (hook.when) {
      case HookWhen::kEntry: return put_hook(result_.edits.prologue);
      case HookWhen::kReturn: return before_returns(put_hook);
      case HookWhen::kReturnIfTrue:
        return before_returns([&](Bytecode& out) { put_if(out, "hookIf"); });
      case HookWhen::kReturnIfFalse:
        return before_returns([&](Bytecode& out) { put_if(out, "hookUnless"); });
      case HookWhen::kLeave:
        before_returns([&](Bytecode& out) { put_probe(out, "ended", kSiteOnly, action); });
        return put_probe(result_.edits.on_throw, "ended", kSiteOnly, action);
      case HookWhen::kBeforeCall: return at_calls(hook.called, [&] { put_hook(edit().before); });
      case HookWhen::kAfterCall: return at_calls(hook.called, [&] { put_hook(edit().after); });
      case HookWhen::kAfterRead:
        return at_fields(Opcode::kGetfield, hook.called, [&] {
          put(edit().before, Opcode::kDup);
          put(edit().after, Opcode::kSwap);
          put_probe(edit().after, "hook", kObjectSite, action);
        });
      case HookWhen::kBeforeWrite:
        return at_fields(Opcode::kPutfield, hook.called, [&] {
          put(edit().before, Opcode::kDup2);
          put(edit().before, Opcode::kPop);
          put_probe(edit().before, "hook", kObjectSite, action);
        });
    }
  }

  template <typename Put>
  void at_fields(Opcode wanted, std::string_view name, const Put& put_at_field) {
    for_each_instruction([&](Opcode opcode) {
      if (opcode == wanted && is_member(true) && file_.pool().member(constant()).name == name)
        put_at_field();
    });
  }

  template <typename Put>
  void at_calls(std::string_view called, const Put& put_at_call) {
    for_each_instruction([&](Opcode opcode) {
      const bool is_call = opcode == Opcode::kInvokevirtual || opcode == Opcode::kInvokespecial ||
                           opcode == Opcode::kInvokestatic || opcode == Opcode::kInvokeinterface;
      if (is_call && is_member(false) && file_.pool().member(constant()).name == called)
        put_at_call();
    });
  }

  void put_subject(Bytecode& out, const Hook& hook) {
    const bool is_static = method_.is_static();
    switch (hook.subject) {
      case HookSubject::kThis: return put(out, Opcode::kAload0);
      case HookSubject::kThisField:
        put(out, Opcode::kAload0);
        return put(out, Opcode::kGetfield,
                   constants_.field(hook.field_owner.empty() ? file_.name() : hook.field_owner,
                                    hook.field, hook.field_descriptor));
      case HookSubject::kArgument: return put(out, is_static ? Opcode::kAload0 : Opcode::kAload1);
      case HookSubject::kSecondArgument:
        return put(out, is_static ? Opcode::kAload1 : Opcode::kAload2);
      case HookSubject::kResult:
      case HookSubject::kReceiver: return put(out, Opcode::kDup);
      case HookSubject::kThread:
        return put(out, Opcode::kInvokestatic,
                   constants_.method("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;"));
    }
  }

  const classfile::ClassFile& file_;
  const classfile::Member& method_;
  const classfile::Code& code_;
  const Options& options_;
  Constants& constants_;
  Bridges& bridges_;
  Sites& sites_;
  std::vector<std::pair<std::uint16_t, std::uint16_t>> lines_;  // starts and lines, sorted
  std::size_t at_ = 0;
  std::optional<bool> makes_handles_;              // asked first where a field is accessed
  Opcode before_{};                                // the instruction before
  bool has_this_ = false;                          // of those with values
  std::size_t super_call_ = 0;                     // of a constructor; 0: none
  std::string name_;                               // with the descriptor, once it was asked for
  std::set<std::pair<std::uint16_t, bool>> told_;  // fields, by constant, and whether they are read
  std::optional<std::set<std::uint32_t>> fresh_calls_;  // asked first where a builder is called
  std::set<std::uint32_t> grouped_;        // offsets of accesses that a group's probe tells of
  std::map<std::uint32_t, Group> groups_;  // by the offset of the last of each
  ProbedMethod result_;
};

}  // namespace

ProbedMethod probe_method(const classfile::ClassFile& file, const classfile::Member& method,
                          const classfile::Code& code, const Options& options, Constants& constants,
                          Bridges& bridges, Sites& sites) {
  return MethodProber(file, method, code, options, constants, bridges, sites).probe();
}

}  // namespace heddle::rewrite
