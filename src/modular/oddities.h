// Does linking meet something that nobody had met before: a missing class, an oddity?
//
// Lifetime: the program must outlive it.
#pragma once

#include <cstddef>

#include "base/id.h"
#include "ir/ids.h"
#include "ir/program.h"

namespace heddle::modular {

// What a program has made up because it is missing or odd.
class Oddities {
 public:
  explicit Oddities(const ir::Program& program)
      : program_(program),
        problems_(program.problems().size()),
        classes_(program.class_count()),
        methods_(program.classes().methods()),
        fields_(program.classes().fields()) {}

  [[nodiscard]] bool have_grown() const {
    if (program_.problems().size() != problems_) return true;
    std::size_t methods = methods_, fields = fields_;
    for (std::size_t i = classes_; i < program_.class_count(); ++i) {
      const auto id = base::id_at<ir::ClassId>(i);
      if (program_.is_phantom(id)) return true;
      methods += program_.method_count(id);
      fields += program_.field_count(id);
    }
    return program_.classes().methods() != methods || program_.classes().fields() != fields;
  }

 private:
  const ir::Program& program_;
  std::size_t problems_, classes_, methods_, fields_;
};

}  // namespace heddle::modular
