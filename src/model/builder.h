// Makes a Models from what files say, in their order.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace heddle::model {

class Builder {
 public:
  void add(Method method) { models_.methods_.push_back(std::move(method)); }
  void add(Class said) { models_.classes_.push_back(std::move(said)); }
  void add_vm_root(MethodName name) { models_.vm_roots_.push_back(std::move(name)); }
  void add_vm_exception(std::string name) { models_.vm_exceptions_.push_back(std::move(name)); }

  Models build() &&;

 private:
  void index_methods();
  void index_classes();

  Models models_;
};

}  // namespace heddle::model
