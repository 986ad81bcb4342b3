// What each run of an origin has for itself, though the analysis knows all of its kind as one
// object: the thread itself, what was made for it when it was started, what it made and kept.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/body.h"
#include "locks/fields.h"
#include "origins/call_graph.h"
#include "origins/origins.h"
#include "pointsto/ids.h"
#include "races/let_out.h"
#include "races/ownership.h"
#include "races/sharing.h"

namespace heddle::races {

class RunOwn {
 public:
  RunOwn(origins::CallGraph& calls, origins::Origins& origins, const locks::Fields& fields,
         Ownership& ownership, const Sharing& sharing)
      : calls_(calls),
        origins_(origins),
        fields_(fields),
        ownership_(ownership),
        sharing_(sharing),
        let_out_(calls, ownership) {}

  // Does each run of the origin have an object of its own behind this one?
  bool is_own(origins::OriginId origin, pointsto::ObjectId object);
  // Is each run begun on another object, the next element of a collection?
  bool is_begun_on_elements(origins::OriginId origin);
  // Is it put into one collection or array each time it is made, once?
  bool is_put_once(pointsto::ObjectId object);

  // Is the object made, in the method that makes the holder, for each one of that site anew, and
  // given to nothing else but collections? Others may have it from there.
  bool is_given_once(pointsto::ObjectId object, pointsto::SiteId holder);

  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;
  // The one call of a constructor on what is made there, or kNowhere.
  static std::uint32_t constructor(const ir::Body& body, std::uint32_t made);

 private:
  bool find_own(origins::OriginId origin, pointsto::ObjectId object);
  bool is_made_for_each_start(origins::OriginId origin, pointsto::ObjectId object);
  bool is_made_by_run(origins::OriginId origin, pointsto::ObjectId object);
  bool is_made_for_holders(origins::OriginId origin, pointsto::ObjectId object);
  bool is_made_for(pointsto::ObjectId object, pointsto::ObjectId holder);
  static bool is_made_by_code(const pointsto::Site& site);
  std::uint32_t giver_to(const pointsto::Site& holder);
  bool is_given_itself(const pointsto::Site& holder, ir::MethodId maker, std::uint32_t giver,
                       ir::ValueId argument);
  // Where code outside the platform hands over what the origin begins on.
  struct HandedOver {
    pointsto::InstanceId instance{};
    std::uint32_t at = kNowhere;
    bool all = false;  // in a collection: the platform's code goes through it
  };
  // May another run of the origin find it somewhere, other than where it is handed over?
  bool may_be_found(origins::OriginId origin, pointsto::ObjectId object, HandedOver handed_over);
  // Is each run begun on another one of the objects that the program collected?
  bool is_begun_on_element(origins::OriginId origin, pointsto::ObjectId object);
  std::optional<HandedOver> handed_over(const origins::Origin& origin);
  bool is_collected_in_private(pointsto::ObjectId object);
  // Is the value another element of a collection each time the instruction runs?
  bool is_next_each_time(pointsto::InstanceId id, std::uint32_t at, ir::ValueId value);
  bool puts(ir::MethodId method, const ir::Instruction& user, ir::ValueId made);
  bool is_kept_elsewhere(ir::MethodId method, ir::ValueId value, std::uint32_t giver);
  bool is_held_by_run(origins::OriginId origin, pointsto::ObjectId object);
  void find_holders();

  origins::CallGraph& calls_;
  origins::Origins& origins_;
  const locks::Fields& fields_;
  Ownership& ownership_;
  const Sharing& sharing_;
  LetOut let_out_;
  boost::unordered_flat_map<std::uint64_t, bool> known_;  // by origin and object
  std::vector<std::vector<pointsto::ObjectId>> holders_;  // by object
};

}  // namespace heddle::races
