// All summaries of a program, callees first.
//
// Methods that call each other in a circle are summarised together until nothing changes, or a few
// times. What does not depend on each other is summarised on several threads; the summaries are the
// same for any number of them.
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
    return summary_of(summaries_, method);
  }
  [[nodiscard]] std::uint64_t cut_summaries() const;
  // In all summaries.
  [[nodiscard]] std::uint64_t access_count() const;

 private:
  using Component = std::vector<ir::MethodId>;  // ascending

  void find_callees();
  void find_components();
  void summarise(const Component& component);

  const Code& code_;
  std::vector<std::vector<ir::MethodId>> callees_;  // as Code::methods
  std::vector<std::uint32_t> number_;               // by MethodId: one more than the place there
  std::vector<std::vector<Component>> levels_;      // each calls only into lower ones
  std::vector<std::unique_ptr<Summary>> owned_;     // by MethodId
  Summaries summaries_;
};

}  // namespace heddle::modular
