// All summaries of a program, callees first.
//
// Methods that call each other in a circle are summarised together, a few times. Several threads
// take whatever has all its callees done; the summaries are the same for any number of them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "modular/code.h"
#include "modular/summary.h"
#include "modular/values.h"

namespace heddle::modular {

class Engine {
 public:
  Engine(const Code& code, unsigned workers);

  [[nodiscard]] const Code& code() const { return code_; }
  // Null: the method has no code that we look at.
  [[nodiscard]] const Summary* summary(ir::MethodId method) const {
    return base::index(method) < summaries_.size() ? summaries_[base::index(method)] : nullptr;
  }
  // What the callee it came from does there, one call nearer to the site; null: it has no callee.
  [[nodiscard]] const Access* next(const Access& access) const;
  // What the method may use. Only of one that has a summary.
  [[nodiscard]] Summaries callees_of(ir::MethodId method) const {
    return {.all = summaries_, .callees = callees_[number_[base::index(method)] - 1]};
  }
  [[nodiscard]] std::uint64_t cut_summaries() const;
  // In all summaries.
  [[nodiscard]] std::uint64_t access_count() const;

 private:
  using Component = std::vector<ir::MethodId>;  // ascending
  class Schedule;

  void find_callees();
  void add_tasks(ir::ClassId of, std::vector<ir::MethodId>& callees) const;
  void add_callees(ir::MethodId method, const ir::Instruction& invoke,
                   std::vector<ir::MethodId>& callees) const;
  void find_components();
  void summarise(const Component& component);

  const Code& code_;
  std::vector<std::vector<ir::MethodId>> callees_;  // as Code::methods
  std::vector<std::uint32_t> number_;               // by MethodId: one more than the place there
  std::vector<Component> components_;               // callees first
  std::vector<std::uint32_t> component_of_;         // as Code::methods
  std::vector<std::unique_ptr<Summary>> owned_;     // by MethodId
  std::vector<const Summary*> summaries_;           // the same
};

}  // namespace heddle::modular
