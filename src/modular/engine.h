// All summaries of a program, callees first.
//
// Methods that call each other in a circle are summarised together (circle.h). Several threads
// take whatever has all its callees done; the summaries are the same for any number of them.
//
// Where summaries of an earlier run are there, only those are made anew that a change can reach:
// those of code that changed, and those that call a method whose summary is another one now.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "modular/code.h"
#include "modular/components.h"
#include "modular/outline.h"
#include "modular/summary.h"
#include "modular/summary_file.h"
#include "modular/values.h"

namespace heddle::modular {

class Engine {
 public:
  Engine(const Code& code, unsigned workers);
  // Code that has an outline, with the summaries that belong to it, which must outlive this. See
  // is_broken().
  Engine(Code& code, const Outline& outline, const SummaryFile& before, unsigned workers);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Were the old summaries damaged? Then nothing here is to be used.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

  [[nodiscard]] const Code& code() const { return code_; }
  // Null: the method has no code that we look at, or its summary is not worth having here.
  [[nodiscard]] const Summary* summary(ir::MethodId method) const {
    return base::index(method) < summaries_.size() ? summaries_[base::index(method)] : nullptr;
  }
  // Null: it is in no circle, or was summarised in an earlier run.
  [[nodiscard]] const Past* past(ir::MethodId method) const {
    return pasts_[base::index(method)].get();
  }
  // What others can see of a method that is looked at: its accesses, and its calls of what is not
  // public.
  [[nodiscard]] const Summary& outside(ir::MethodId method) const {
    return *outside_[base::index(method)];
  }
  // What the callee it came from does there, one call nearer to the site; null: it has no callee.
  // Any thread, while nobody calls need().
  [[nodiscard]] const Access* next(const Access& access) const;
  // What the method may use. Only of one that has a summary.
  [[nodiscard]] Summaries callees_of(ir::MethodId method) const {
    return {.all = summaries_, .callees = callees_[number_[base::index(method)] - 1]};
  }
  // Makes sure that its body, and the summaries of its callees, are there. One thread.
  void need(ir::MethodId method) const;
  // The call there, for which its body is fetched; null: there is none. One thread.
  [[nodiscard]] const Call* call_at(ir::MethodId method, std::uint32_t at) const;
  // Is there such an instruction in its body? What is known from an earlier run may lie.
  [[nodiscard]] bool has_instruction(ir::MethodId method, std::uint32_t at) const {
    const ir::Body* body = code_.body(method);
    return body != nullptr && at < body->instructions.size();
  }

  [[nodiscard]] bool is_called(ir::MethodId method) const {
    return is_called_[number_[base::index(method)] - 1] != 0;
  }
  [[nodiscard]] const std::vector<std::vector<ir::MethodId>>& callees() const { return callees_; }

  [[nodiscard]] std::uint64_t cut_summaries() const { return cut_summaries_; }
  // In all summaries.
  [[nodiscard]] std::uint64_t access_count() const { return access_count_; }
  // So many methods were looked at in this run.
  [[nodiscard]] std::uint64_t reanalysed() const { return reanalysed_; }

 private:
  class Earlier;

  void number_methods();
  [[nodiscard]] MethodCalls calls() const { return {code_.methods(), callees_, number_}; }
  void note_called();
  [[nodiscard]] bool is_circle(const Component& component) const;
  void summarise(const Component& component);
  void summarise_members(const Component& component, Earlier* earlier);
  void make(ir::MethodId method);
  void count();

  // ---- With summaries of an earlier run ----
  [[nodiscard]] bool are_known(std::span<const ir::MethodId> methods) const;
  void find_regrouped(const std::vector<std::vector<ir::MethodId>>& were);
  void find_wanted();
  [[nodiscard]] bool is_reached(ir::MethodId method) const;
  [[nodiscard]] bool calls_others_of_circle(ir::MethodId method) const;
  void propagate();
  void do_again(const Component& component);
  void note_again(ir::MethodId method);
  void complete_classes();
  void use_old_outsides();
  const Summary* load(ir::MethodId method) const;
  [[nodiscard]] bool is_changed(ir::MethodId method) const;

  const Code& code_;
  unsigned workers_ = 1;
  Code* late_ = nullptr;  // the same, where it may have to be linked further
  const SummaryFile* before_ = nullptr;
  std::vector<std::vector<ir::MethodId>> callees_;  // as Code::methods
  std::vector<std::uint8_t> is_called_;             // the same
  std::vector<std::uint32_t> number_;               // by MethodId: one more than the place there
  Components components_;
  mutable std::vector<std::unique_ptr<Summary>> owned_;  // by MethodId
  mutable std::vector<const Summary*> summaries_;        // the same
  std::vector<std::unique_ptr<Past>> pasts_;             // the same
  std::vector<std::unique_ptr<Summary>> old_outsides_;   // as Code::methods
  Summary nothing_;                                      // what is seen of many an old method
  std::vector<const Summary*> outside_;                  // by MethodId
  std::vector<std::uint32_t> old_component_of_;          // in the earlier run; none: as now
  std::vector<std::uint8_t> is_regrouped_;  // as components_: it was none in the earlier run
  std::vector<std::uint8_t> is_wanted_;     // as Code::methods: changed, or asked for by such a one
  std::vector<std::uint8_t> is_anew_;       // the same: what was known of it is not used
  std::vector<std::uint8_t> has_changed_;   // the same: its summary is not what it was
  std::vector<std::uint8_t> is_complete_;   // the same: its whole summary is what others see
  std::uint64_t cut_summaries_ = 0, access_count_ = 0, reanalysed_ = 0;
  mutable std::mutex loading_;  // of what next() asks for
  mutable bool is_broken_ = false;
};

}  // namespace heddle::modular
