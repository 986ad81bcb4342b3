// What the engine found, in the words of a report.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "modular/engine.h"
#include "modular/reaches.h"
#include "report/finding.h"

namespace heddle::modular {

class Describe {
 public:
  explicit Describe(const Engine& engine) : engine_(engine) {}

  [[nodiscard]] report::Place place(ir::MethodId method, std::uint32_t instruction) const;
  [[nodiscard]] std::string class_name(ir::ClassId id) const;
  // "Account.deposit"
  [[nodiscard]] std::string method_name(ir::MethodId method) const;
  // "bank.Account.lock", "this bank.Account"
  [[nodiscard]] std::string lock_name(const Path& path, ir::MethodId entry) const;
  [[nodiscard]] report::Lock lock(const HeldLock& lock, ir::MethodId entry) const;

  // Of a thing that the method comes to.
  [[nodiscard]] report::Subject subject(const Path& thing, ir::MethodId entry) const;
  [[nodiscard]] report::Side side(const Reach& reach) const;

 private:
  [[nodiscard]] report::Thread thread(const Reach& reach) const;
  [[nodiscard]] std::vector<report::Place> stack(const Reach& reach) const;

  const Engine& engine_;
};

}  // namespace heddle::modular
