// Whoever reads a field that another thread wrote without order may get an object whose maker's
// writes he does not see either: what such a write publishes is followed, and what was done to it
// while it was new counts as unproven, with everybody who may come to it meanwhile and does not
// have an object of its own there.
#include "races/proven.h"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/program.h"
#include "origins/heap_closure.h"
#include "origins/order.h"
#include "pointsto/ids.h"

namespace heddle::races {

using base::index;
using ir::Opcode;
using pointsto::InstanceId;
using pointsto::ObjectId;

namespace {

class Prover {
 public:
  Prover(origins::CallGraph& calls, const origins::Origins& origins, const Accesses& accesses,
         Races& races)
      : calls_(calls),
        origins_(origins),
        races_(races),
        is_published_(calls.heap().object_count()),
        is_doubtful_(calls.size()) {
    find_doubtful();
    find_untold();
    find_published(accesses);
    find_suspect(accesses);
  }

  std::vector<std::uint32_t> prove(ir::MethodId method) {
    std::vector<std::uint32_t> proven, open;  // the same bytecode may be several instructions
    const ir::Body* const body = calls_.program().body(method);
    if (body == nullptr || !is_run(method)) return proven;
    for (std::uint32_t at = 0; at < body->instructions.size(); ++at) {
      const ir::Instruction& instruction = body->instructions[at];
      if (!is_access(instruction.opcode)) continue;
      const bool is_proven = !races_.may_race(method, at) &&
                             !suspect_sites_.contains(site_key(method, at)) &&
                             is_known(method, *body, instruction);
      (is_proven ? proven : open).push_back(body->offsets[at]);
    }
    std::ranges::sort(proven);
    proven.erase(std::ranges::unique(proven).begin(), proven.end());
    std::erase_if(proven, [&](std::uint32_t offset) {
      return std::ranges::find(open, offset) != open.end();
    });
    return proven;
  }

 private:
  static std::uint64_t site_key(ir::MethodId method, std::uint32_t instruction) {
    return std::uint64_t{index(method)} << 32U | instruction;
  }

  static bool is_access(Opcode opcode) {
    switch (opcode) {
      case Opcode::kGetField:
      case Opcode::kPutField:
      case Opcode::kGetStatic:
      case Opcode::kPutStatic:
      case Opcode::kArrayLoad:
      case Opcode::kArrayStore: return true;
      default: return false;
    }
  }

  // --- what is published without order -----------------------------------------------------------

  void find_published(const Accesses& accesses) {
    const origins::HeapClosure closure(calls_.heap(), calls_.program());
    for (std::uint32_t each = 0; each < calls_.size(); ++each) {
      const InstanceId id = base::id_at<InstanceId>(each);
      const ir::MethodId method = calls_.at(id).method;
      const ir::Body* const body =
          calls_.is_application(id) ? calls_.program().body(method) : nullptr;
      if (body == nullptr) continue;
      for (std::uint32_t at = 0; at < body->instructions.size(); ++at)
        if (races_.may_race(method, at)) publish(closure, id, *body, body->instructions[at]);
    }
    for (const origins::Point& call : accesses.left_out()) {
      const ir::Body& body = *calls_.program().body(calls_.at(call.instance).method);
      publish(closure, call.instance, body, body.instructions[call.instruction]);
    }
  }

  void publish(const origins::HeapClosure& closure, InstanceId id, const ir::Body& body,
               const ir::Instruction& store) {
    switch (store.opcode) {
      case Opcode::kPutField:
      case Opcode::kPutStatic:
      case Opcode::kArrayStore:
        return closure.add(calls_.heap().value(id, static_cast<ir::ValueId>(store.c)),
                           is_published_);
      case Opcode::kInvoke:  // into a library's object
        for (const ir::ValueId value : body.values(store))
          closure.add(calls_.heap().value(id, value), is_published_);
        return;
      default: return;
    }
  }

  using Key = std::array<std::uint32_t, 3>;
  static Key key_of(ObjectId object, const Subject& subject) {
    return {index(object), static_cast<std::uint32_t>(subject.kind), index(subject.field)};
  }

  // By location.
  using Fresh = boost::unordered_flat_map<Key, std::vector<const Access*>>;
  // Above so many pairs of one location nobody is asked, and all count as unproven.
  static constexpr std::size_t kMostPairs = 1 << 14;

  void find_suspect(const Accesses& accesses) {
    Fresh fresh;
    for (const Access& access : accesses.fresh()) {
      calls_.heap().value(access.instance, access.base).for_each([&](ObjectId object) {
        if (is_published_.objects[index(object)] != 0)
          fresh[key_of(object, access.subject)].push_back(&access);
      });
    }
    for (const Location& location : accesses.locations())
      if (const auto found = fresh.find(key_of(location.object, location.subject));
          found != fresh.end())
        find_suspect(found->second, location, accesses);
  }

  void find_suspect(const std::vector<const Access*>& fresh, const Location& location,
                    const Accesses& accesses) {
    const bool are_many = fresh.size() * location.accesses.size() > kMostPairs;
    for (const Access* const made : fresh) {
      for (const std::uint32_t each : location.accesses) {
        const Access& other = accesses.all()[each];
        if (!made->writes && !other.writes) continue;
        if (is_suspect(*made) && is_suspect(other)) continue;
        if (!are_many && !races_.may_meet(location.object, *made, other)) continue;
        suspect(*made);
        suspect(other);
      }
    }
  }

  bool is_suspect(const Access& access) const {
    return suspect_sites_.contains(site_key(calls_.at(access.instance).method, access.instruction));
  }

  void suspect(const Access& access) {
    suspect_sites_.insert(site_key(calls_.at(access.instance).method, access.instruction));
  }

  // --- what is known -----------------------------------------------------------------------------

  [[nodiscard]] bool is_run(InstanceId id) const {
    return std::ranges::any_of(origins_.running(id), [](std::uint64_t word) { return word != 0; });
  }

  // By somebody we know, whenever it is called.
  [[nodiscard]] bool is_run(ir::MethodId method) const {
    const auto instances = calls_.instances_of(method);
    return std::ranges::any_of(instances, [&](InstanceId id) { return is_run(id); }) &&
           std::ranges::none_of(instances, [&](InstanceId id) { return is_doubtful_[index(id)]; });
  }

  // What nobody is known to run, though something seems to call it. Not meant are the methods that
  // threads, tasks and events begin with: the platform's code seems to call every `run` there is,
  // and who really does is known.
  void find_doubtful() {
    boost::unordered_flat_set<std::uint32_t> begun;  // methods
    for (std::uint32_t each = 0; each < origins_.size(); ++each) {
      const origins::Origin& origin = origins_[base::id_at<origins::OriginId>(each)];
      if (origin.kind == origins::Origin::Kind::kMain) continue;
      for (const InstanceId entry : origin.entries) begun.insert(index(calls_.at(entry).method));
    }
    const auto is_begun = [&](const origins::Call& call) {
      return !calls_.is_application(call.caller) &&
             begun.contains(index(calls_.at(call.callee).method));
    };
    std::vector<InstanceId> open;
    const auto doubt = [&](InstanceId id) {
      if (is_run(id) || is_doubtful_[index(id)]) return;
      is_doubtful_[index(id)] = true;
      open.push_back(id);
    };
    for (std::uint32_t each = 0; each < calls_.size(); ++each) {
      const InstanceId id = base::id_at<InstanceId>(each);
      if (calls_.calls_to(id).empty()) doubt(id);
      for (const origins::Call& call : calls_.calls_to(id))
        if (is_run(call.caller) && !is_begun(call)) doubt(id);
    }
    while (!open.empty()) {
      const InstanceId id = open.back();
      open.pop_back();
      for (const origins::Call& call : calls_.calls_from(id))
        if (!is_begun(call)) doubt(call.callee);
    }
  }

  static bool is_element(const ir::Instruction& access) {
    return access.opcode == Opcode::kArrayLoad || access.opcode == Opcode::kArrayStore;
  }

  static bool is_static(const ir::Instruction& access) {
    return access.opcode == Opcode::kGetStatic || access.opcode == Opcode::kPutStatic;
  }

  ir::Type array_of(ir::MethodId method, const ir::Body& body, const ir::Instruction& access) {
    return calls_.program().type_of(calls_.program().owner(method), body.types[access.a]);
  }

  auto field_of(ir::MethodId method, const ir::Instruction& access) {
    return calls_.program().resolve_field(calls_.program().owner(method),
                                          static_cast<ir::FieldRef>(access.b), is_static(access));
  }

  // What the platform gives to code that it calls, where it is not known: that code may do anything
  // to objects of others, and what they do to those fields and arrays is not proven.
  void find_untold() {
    for (std::uint32_t each = 0; each < calls_.size(); ++each) {
      const InstanceId id = base::id_at<InstanceId>(each);
      const ir::MethodId method = calls_.at(id).method;
      const ir::Body* const body =
          calls_.is_application(id) ? calls_.program().body(method) : nullptr;
      if (body == nullptr) continue;
      for (const ir::Instruction& instruction : body->instructions) {
        if (!is_access(instruction.opcode) || is_static(instruction)) continue;
        if (!is_given_unseen(id, *body, static_cast<ir::ValueId>(instruction.a))) continue;
        if (is_element(instruction)) {
          untold_arrays_.push_back(array_of(method, *body, instruction));
        } else if (const auto field = field_of(method, instruction); field.runs()) {
          untold_fields_.insert(index(field.member));
        }
      }
    }
  }

  // Is it a parameter that nothing is known to be given for, and that the platform gives, if need
  // be by way of some methods that hand it on (a bridge)?
  bool is_given_unseen(InstanceId id, const ir::Body& body, ir::ValueId value, int depth = 0) {
    const ir::Instruction& source = body.at(ir::without_casts(body, value));
    if (source.opcode != Opcode::kParameter || !calls_.heap().value(id, value).empty())
      return false;
    const auto calls = calls_.calls_to(id);
    return calls.empty() || std::ranges::any_of(calls, [&](const origins::Call& call) {
             if (calls_.is_platform(call.caller)) return true;
             const ir::Body* const by = calls_.program().body(calls_.at(call.caller).method);
             const auto arguments = calls_.arguments(call);
             return depth < kMostHands && by != nullptr && source.a < arguments.size() &&
                    is_given_unseen(call.caller, *by, arguments[source.a], depth + 1);
           });
  }
  static constexpr int kMostHands = 4;

  // Is it known what it touches?
  bool is_known(ir::MethodId method, const ir::Body& body, const ir::Instruction& access) {
    if (is_element(access)) {
      const ir::Type array = array_of(method, body, access);
      if (std::ranges::find(untold_arrays_, array) != untold_arrays_.end()) return false;
    } else {
      ir::Program& program = calls_.program();
      const auto field = field_of(method, access);
      if (!field.runs() || program.is(field.member, ir::Access::kVolatile)) return false;
      if (program.is(field.member, ir::Access::kFinal)) return true;
      if (untold_fields_.contains(index(field.member))) return false;
    }
    return is_static(access) ||
           std::ranges::all_of(calls_.instances_of(method), [&](InstanceId id) {
             return !calls_.heap().value(id, static_cast<ir::ValueId>(access.a)).empty();
           });
  }

  origins::CallGraph& calls_;
  const origins::Origins& origins_;
  Races& races_;
  origins::HeapClosure::Reached is_published_;
  boost::unordered_flat_set<std::uint64_t> suspect_sites_;
  std::vector<bool> is_doubtful_;  // by instance
  boost::unordered_flat_set<std::uint32_t> untold_fields_;
  std::vector<ir::Type> untold_arrays_;
};

}  // namespace

std::vector<ProvenMethod> proven_accesses(origins::CallGraph& calls,
                                          const origins::Origins& origins, const Accesses& accesses,
                                          Races& races) {
  Prover prover(calls, origins, accesses, races);
  std::vector<ir::MethodId> methods;
  for (std::uint32_t each = 0; each < calls.size(); ++each) {
    const InstanceId id = base::id_at<InstanceId>(each);
    if (calls.is_application(id)) methods.push_back(calls.at(id).method);
  }
  std::ranges::sort(methods);
  methods.erase(std::ranges::unique(methods).begin(), methods.end());
  std::vector<ProvenMethod> proven;
  for (const ir::MethodId method : methods)
    if (auto offsets = prover.prove(method); !offsets.empty())
      proven.push_back({.method = method, .offsets = std::move(offsets)});
  return proven;
}

}  // namespace heddle::races
