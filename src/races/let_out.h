// Where somebody puts an object that he no longer has for himself: into a field, an array, a
// lambda, or a library's object that keeps it. Whoever comes to the holder may find it there.
//
// Lifetime: all that is handed in must outlive it. Thread safety: one thread; worked out when first
// asked.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/body.h"
#include "origins/call_graph.h"
#include "pointsto/ids.h"
#include "races/ownership.h"

namespace heddle::races {

class LetOut {
 public:
  LetOut(origins::CallGraph& calls, Ownership& ownership) : calls_(calls), ownership_(ownership) {}

  struct Put {
    pointsto::InstanceId instance{};
    std::uint32_t at = 0;
    ir::ValueId value = ir::kNoValue;   // may be the object
    ir::ValueId holder = ir::kNoValue;  // none: anybody may find it
  };
  // Is there such a place outside the platform of which the test is true?
  template <typename Test>
  bool is_let_out(pointsto::ObjectId object, const Test& test) {
    if (!is_found_) find();
    const auto known = puts_.find(base::index(object));
    if (known != puts_.end() && std::ranges::any_of(known->second, test)) return true;
    return std::ranges::any_of(large_, [&](const Put& put) {
      return calls_.heap().value(put.instance, put.value).contains(object) && test(put);
    });
  }

 private:
  void find();
  void find_in(pointsto::InstanceId id, const ir::Body& body);
  void find_at_call(pointsto::InstanceId id, const ir::Body& body, std::uint32_t at);
  void add(pointsto::InstanceId id, std::uint32_t at, ir::ValueId value, ir::ValueId holder);

  origins::CallGraph& calls_;
  Ownership& ownership_;
  bool is_found_ = false;
  boost::unordered_flat_map<std::uint32_t, std::vector<Put>> puts_;  // by object
  std::vector<Put> large_;                                           // of very many objects
};

}  // namespace heddle::races
