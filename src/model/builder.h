// Makes a Models from what files say, in their order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

namespace heddle::model {

class Builder {
 public:
  void add(Method method) { models_.methods_.push_back(std::move(method)); }
  void add(Class said) { models_.classes_.push_back(std::move(said)); }
  void add(LockFact fact) { models_.locks_.push_back(std::move(fact)); }
  void add(std::vector<OrderFact> table);  // what one table says
  void add(ObjectFact fact) { models_.objects_.push_back(std::move(fact)); }
  void add(AccessFact fact) { models_.accesses_.push_back(std::move(fact)); }
  void add_vm_root(MethodName name) { models_.vm_roots_.push_back(std::move(name)); }
  void add_vm_exception(std::string name) { models_.vm_exceptions_.push_back(std::move(name)); }

  Models build() &&;

 private:
  void index_names();
  void index_patterns();

  Models models_;
  std::uint32_t tables_ = 0;
};

}  // namespace heddle::model
