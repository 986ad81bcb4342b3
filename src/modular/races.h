// Pairs of accesses that may meet, and fields that are touched without the lock they are said to
// want.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "modular/describe.h"
#include "modular/engine.h"
#include "modular/reaches.h"
#include "report/finding.h"

namespace heddle::modular {

class Races {
 public:
  Races(const Engine& engine, const Reaches& reaches, const Describe& describe)
      : engine_(engine), reaches_(reaches), describe_(describe) {}

  // One for each pair of sites, with room for as many more. The same for any number of workers.
  std::vector<report::Finding> find(unsigned workers, std::size_t room);
  // Kind guard-violation, one for each site.
  [[nodiscard]] std::vector<report::Finding> find_unguarded() const;
  // Kind unchecked-call, one for each site.
  [[nodiscard]] std::vector<report::Finding> find_unchecked_calls() const;

  [[nodiscard]] std::uint64_t considered() const { return considered_; }
  // Things with more accesses than are compared with each other.
  [[nodiscard]] std::uint64_t cut() const { return cut_; }

 private:
  using Group = std::span<const Reach>;  // one thing

  struct Found {
    std::vector<report::Finding> findings;
    std::uint64_t considered = 0;
  };
  // Of things that somebody writes.
  [[nodiscard]] std::vector<Group> groups();
  void fetch_bodies(Group group) const;
  [[nodiscard]] Found find_in(Group group) const;
  // The class whose method touches the thing as its own: an object that has it, or extends it.
  // None: it is not `this` there.
  [[nodiscard]] ir::ClassId class_at_site(const Reach& reach) const;
  // Are the classes at the two sites such that no object has both methods?
  [[nodiscard]] bool are_other_objects(const Reach& left, const Reach& right) const;
  // Can somebody call both methods with one object, and have both run?
  [[nodiscard]] bool have_one_receiver(const Reach& left, const Reach& right) const;
  // Do objects of the class run another method in place of that one?
  [[nodiscard]] bool replaces(ir::ClassId made, ir::MethodId method) const;
  // Why they are expected to meet, as a clause; empty: nothing says so.
  [[nodiscard]] std::string why_together(const Reach& left, const Reach& right) const;
  [[nodiscard]] std::string why_by_annotation(const Reach& left, const Reach& right) const;
  [[nodiscard]] bool is_set_up(ir::MethodId setter) const;
  [[nodiscard]] std::string why_by_framework(const Reach& left, const Reach& right) const;
  [[nodiscard]] std::string why_with_itself(const Reach& reach) const;
  [[nodiscard]] bool is_named_setter(ir::MethodId method) const;
  [[nodiscard]] bool is_configured(const Reach& reach) const;
  using Site = std::pair<ir::MethodId, std::uint32_t>;
  const Access* start_of(const Reach& task, ir::MethodId& in) const;
  [[nodiscard]] Site start(const Reach& task) const;
  void find_callers();
  [[nodiscard]] bool is_of_task_alone(ir::MethodId method, const Reach& task) const;
  [[nodiscard]] bool is_same_start(const Reach& left, const Reach& right) const;
  // Does the method start that task again and again, so that its runs meet?
  [[nodiscard]] bool is_started_again(const Reach& task) const;
  [[nodiscard]] bool meets_its_task(const Reach& task, const Reach& other) const;
  [[nodiscard]] bool is_certain(const Reach& left, const Reach& right) const;
  [[nodiscard]] bool is_stable(const Path& thing, std::span<const ir::MethodId> entries) const;
  [[nodiscard]] report::Finding finding(const Reach& left, const Reach& right,
                                        std::string why) const;
  [[nodiscard]] ir::ClassId class_of(const Path& thing) const;
  [[nodiscard]] report::Finding unguarded(const Reach& reach, const Path& guard) const;
  [[nodiscard]] std::optional<report::Finding> unguarded_call(const Reach& reach) const;

  const Engine& engine_;
  const Reaches& reaches_;
  const Describe& describe_;
  boost::unordered_flat_map<ir::MethodId, std::vector<ir::MethodId>> callers_;
  std::uint64_t considered_ = 0, cut_ = 0;
};

}  // namespace heddle::modular
