#include "races/all_pairs_test_only.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "locks/locks.h"
#include "model/concurrency.h"
#include "origins/order.h"
#include "origins/origins.h"
#include "pointsto/ids.h"
#include "pointsto/object_set.h"
#include "races/accesses.h"
#include "races/races.h"
#include "races/start_order_test_only.h"
#include "races/stripes.h"

namespace heddle::races {
namespace {

using base::index;
using origins::OriginId;
using pointsto::ObjectId;

SitePair pair_of(const Detection& detection, const Access& a, const Access& b) {
  const auto place = [&](const Access& access) {
    return PlaceInCode{index(detection.calls.at(access.instance).method), access.instruction};
  };
  return {.places = {std::min(place(a), place(b)), std::max(place(a), place(b))},
          .field = index(a.subject.field)};
}

class AllPairs {
 public:
  AllPairs(Detection& detection, OrderOf order)
      : of_(detection),
        order_(order),
        starts_(detection.calls, detection.origins),
        stripes_(detection.calls, detection.paths, detection.fields) {}

  std::set<SitePair> find() {
    std::set<SitePair> found;
    const auto accesses = of_.accesses.all();
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      for (std::size_t j = i; j < accesses.size(); ++j) {
        if (may_race(accesses[i], accesses[j]))
          found.insert(pair_of(of_, accesses[i], accesses[j]));
      }
    }
    return found;
  }

 private:
  bool may_race(const Access& a, const Access& b) {
    if (a.subject != b.subject || (!a.writes && !b.writes)) return false;
    if (a.is_atomic && b.is_atomic) return false;
    if (a.elements && b.elements && !a.elements->meets(*b.elements)) return false;
    if (have_common_lock(a, b)) return false;
    if (a.base == ir::kNoValue) return may_meet(a, b, base::kNone<ObjectId>);
    const std::vector<ObjectId> of_b = objects(b);
    return std::ranges::any_of(objects(a), [&](ObjectId object) {
      return std::ranges::find(of_b, object) != of_b.end() && may_meet(a, b, object);
    });
  }

  // Those that others know of, and that have such a field.
  std::vector<ObjectId> objects(const Access& access) {
    std::vector<ObjectId> found;
    of_.calls.heap().value(access.instance, access.base).for_each([&](ObjectId object) {
      ir::Program& program = of_.calls.program();
      const ir::Type type = of_.calls.heap().type(object);
      const bool fits =
          access.subject.kind == Subject::Kind::kElements
              ? type.is_array()
              : program.is_subtype(type, ir::Type(program.owner(access.subject.field)));
      if (of_.sharing.is_shared(object) && fits) found.push_back(object);
    });
    return found;
  }

  bool may_meet(const Access& a, const Access& b, ObjectId object) {
    for (std::uint32_t p = 0; p < of_.origins.size(); ++p) {
      for (std::uint32_t q = 0; q < of_.origins.size(); ++q) {
        if (of_.origins.runs(OriginId{p}, a.instance) &&
            of_.origins.runs(OriginId{q}, b.instance) &&
            of_.races.may_have(OriginId{p}, a, object) &&
            of_.races.may_have(OriginId{q}, b, object) &&
            may_overlap(a, OriginId{p}, b, OriginId{q}, object))
          return true;
      }
    }
    return false;
  }

  bool may_overlap(const Access& a, OriginId p, const Access& b, OriginId q, ObjectId object) {
    using Kind = origins::Origin::Kind;
    if (of_.origins[p].kind == Kind::kEvent && of_.origins[q].kind == Kind::kEvent) return false;
    if (p == q && !of_.origins[p].many) return false;
    if (p == q && !base::is_none(object) && of_.races.is_run_own(p, object)) return false;
    if (p == q && of_.races.have_own_slots(p, a, b, object)) return false;
    if (of_.races.are_of_halves(a, b)) return false;
    if (p == q && of_.races.share_only_run(p, a, b)) return false;
    if (of_.races.are_taken(a, b, object) || of_.races.are_swapped(a, b) ||
        of_.races.have_own(a, p, b, q, object))
      return false;
    if (of_.races.is_after_its_join(a, b, q, object) ||
        of_.races.is_after_its_join(b, a, p, object))
      return false;
    const origins::Point at_a{.instance = a.instance, .instruction = a.instruction};
    const origins::Point at_b{.instance = b.instance, .instruction = b.instruction};
    if (of_.races.is_set_between(at_a, p, at_b, q)) return false;
    return order_ == OrderOf::kDetector ? !of_.order.is_ordered(at_a, p, at_b, q)
                                        : !starts_.is_ordered(at_a, p, at_b, q);
  }

  // --- locks
  // ---------------------------------------------------------------------------------------

  // A lock that means the same to both: an object, a path from a class, or a path from the accessed
  // object after so many steps up through fields that alone hold what they hold.
  struct Shared {
    std::uint32_t kind = 0, id = 0;
    std::vector<std::uint32_t> up;
    model::LockMode mode{};
    std::uint64_t how = 0;  // of a lock in an array: how its index follows from the element's

    [[nodiscard]] bool is(const Shared& other) const {
      return std::tie(kind, id, up, how) == std::tie(other.kind, other.id, other.up, other.how);
    }
  };

  bool have_common_lock(const Access& a, const Access& b) {
    const std::vector<Shared> of_b = locks(b);
    return std::ranges::any_of(locks(a), [&](const Shared& mine) {
      return std::ranges::any_of(of_b, [&](const Shared& theirs) {
        return mine.is(theirs) && (mine.mode == model::LockMode::kExclusive ||
                                   theirs.mode == model::LockMode::kExclusive);
      });
    });
  }

  std::vector<Shared> locks(const Access& access) {
    constexpr std::uint32_t kGlobal = 100, kRelative = 101;
    std::vector<Shared> found;
    for (const locks::Lock& lock : of_.locks.at(access.instance, access.instruction)) {
      if (lock.kind != locks::Lock::Kind::kPath) {
        found.push_back({static_cast<std::uint32_t>(lock.kind), lock.id, {}, lock.mode, 0});
        continue;
      }
      const auto held = base::id_at<locks::PathId>(lock.id);
      const auto stripe = stripes_.stripe_of(access, held);
      const locks::PathId path = stripe ? stripe->array : held;
      const std::uint64_t how = stripe ? stripe->how : 0;
      std::uint32_t part = 0;
      if (stripe) part = of_.paths.is_explicit_lock(held) ? 20 : 10;
      if (of_.paths.is_global(path))
        found.push_back({kGlobal + part, index(path), {}, lock.mode, how});
      ir::ValueId at = access.base;
      std::vector<std::uint32_t> up;
      while (at != ir::kNoValue && up.size() < 4) {
        const ir::MethodId method = of_.calls.at(access.instance).method;
        const auto relative = of_.paths.rebase(path, of_.paths.of(method, at), of_.paths.base());
        if (relative) found.push_back({kRelative + part, index(*relative), up, lock.mode, how});
        at = holder(access, at, up);
      }
    }
    return found;
  }

  // What alone holds the value; none if nothing does.
  ir::ValueId holder(const Access& access, ir::ValueId value, std::vector<std::uint32_t>& up) {
    ir::Program& program = of_.calls.program();
    const ir::MethodId method = of_.calls.at(access.instance).method;
    const ir::Body& body = *program.body(method);
    const ir::Instruction& load = body.at(ir::without_casts(body, value));
    if (load.opcode != ir::Opcode::kGetField) return ir::kNoValue;
    const auto field =
        program.resolve_field(program.owner(method), static_cast<ir::FieldRef>(load.b), false);
    if (!field.runs() || !of_.fields.is_exclusive(field.member)) return ir::kNoValue;
    up.push_back(index(field.member));
    return static_cast<ir::ValueId>(load.a);
  }

  Detection& of_;
  OrderOf order_;
  StartOrder starts_;
  Stripes stripes_;
};

}  // namespace

std::set<SitePair> all_pairs(Detection& detection, OrderOf order) {
  return AllPairs(detection, order).find();
}

std::set<SitePair> found_pairs(const Detection& detection) {
  std::set<SitePair> found;
  const auto accesses = detection.accesses.all();
  for (const Race& race : detection.races.found())
    found.insert(pair_of(detection, accesses[race.first.access], accesses[race.second.access]));
  return found;
}

}  // namespace heddle::races
