// What models say of the starts of a program: which of them one queue runs one after the other,
// which future is done when one has ended, and which futures are done before it begins.
//
// A start of a model has several candidates where the same object is started in several ways; then
// only what all of them say counts.
//
// Constant once built. Lifetime: all that is handed in must outlive it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "origins/call_graph.h"
#include "origins/facts.h"
#include "origins/origins.h"

namespace heddle::origins {

class StartFacts {
 public:
  StartFacts(CallGraph& calls, Origins& origins, Facts& facts);

  // Do two runs of these origins never overlap, since one thread or queue runs both?
  [[nodiscard]] bool exclude(OriginId a, OriginId b) const;
  // The futures that are done before the origin that this start begins.
  [[nodiscard]] std::span<const pointsto::ObjectId> after(std::uint32_t event) const {
    return after_[event];
  }
  // The origins whose end completes the future: one that is single.
  [[nodiscard]] std::vector<OriginId> completers(pointsto::ObjectId future) const;
  // The executor that this one hands all its tasks on to, if it was made with one; else itself.
  [[nodiscard]] pointsto::ObjectId inner(pointsto::ObjectId executor) const {
    const auto found = inner_.find(executor);
    return found == inner_.end() || base::is_none(found->second) ? executor : found->second;
  }
  // The only executor that runs what is started there, if it is one object: what the model names,
  // else the receiver of the call.
  [[nodiscard]] pointsto::ObjectId executor(std::uint32_t event) const { return executor_[event]; }
  // All futures that something begins after.
  [[nodiscard]] const std::set<pointsto::ObjectId>& awaited() const { return awaited_; }

 private:
  using Objects = std::vector<pointsto::ObjectId>;

  void find_serial_executors();
  bool is_given(pointsto::InstanceId made_by, std::span<const model::Constant> constants);
  void look_at(std::uint32_t event);
  [[nodiscard]] Objects executors(const StartEvent& start,
                                  std::span<const model::Start* const> said) const;
  std::vector<const model::Start*> candidates(const StartEvent& event);
  Objects objects(pointsto::InstanceId id, const model::Path& path) const;
  [[nodiscard]] Objects step(const Objects& from, const model::Selector& selector) const;
  [[nodiscard]] ir::FieldId find(const model::Selector& selector, bool is_static) const;
  pointsto::ObjectId only(const Objects& objects);

  CallGraph& calls_;
  Origins& origins_;
  Facts& facts_;
  std::set<pointsto::ObjectId> serial_executors_;
  std::map<pointsto::ObjectId, pointsto::ObjectId> inner_;
  std::vector<pointsto::ObjectId> executor_;               // by event
  std::vector<pointsto::ObjectId> serial_;                 // by event
  std::vector<pointsto::ObjectId> serial_of_;              // by origin: of all its starts
  std::vector<std::vector<pointsto::ObjectId>> after_;     // by event
  std::map<pointsto::ObjectId, std::set<OriginId>> done_;  // by future
  std::set<pointsto::ObjectId> awaited_;
};

}  // namespace heddle::origins
