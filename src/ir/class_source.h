// Where a Program gets its classes from: a class path, or a handful of classes in a test.
//
// Asked by one thread. A source keeps its own list of what it could not read and why; here such a
// class or body is merely not there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"

namespace heddle::ir {

class ClassSource {
 public:
  struct Found {
    std::unique_ptr<Class> code;
    Layer layer = Layer::kApplication;
  };

  ClassSource() = default;
  ClassSource(const ClassSource&) = delete;
  ClassSource& operator=(const ClassSource&) = delete;
  virtual ~ClassSource() = default;

  // The class of that name (`a/b/C`), asked at most once; nothing if it is not there or unreadable.
  virtual std::optional<Found> load(std::string_view internal_name) = 0;

  // Sets and returns code.bodies[method], asked at most once; null if that cannot be done. The
  // body lives as long as the source.
  virtual const Body* lower(Class& code, std::uint32_t method) = 0;

  // Waits until no other thread works on bodies of the class, as sources may do by themselves. From
  // then on code.bodies may be read.
  virtual void settle(const Class& code) { static_cast<void>(code); }
};

}  // namespace heddle::ir
