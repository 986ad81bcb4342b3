// What the analysis knows of the program's classes and methods besides their code: models looked
// up, kinds for the contexts, what is merged; each worked out when first asked.
//
// Thread safety: one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/ids.h"
#include "ir/program.h"
#include "model/model.h"

namespace heddle::pointsto {

// How the recommended policy treats a method; see docs/analysis/points-to.md.
enum class MethodKind : std::uint8_t { kShared, kContainer, kThread, kApplication };

class World {
 public:
  // `libraries_are_shared`: library classes count as platform classes for MethodKind.
  World(ir::Program& program, const model::Models& models, bool libraries_are_shared);

  ir::Program& program() { return program_; }
  const model::Models& models() const { return models_; }

  const model::Method* model(ir::MethodId method);
  MethodKind kind(ir::ClassId id);
  // An application class below one that the models call a thread.
  bool is_below_thread(ir::ClassId id);
  // A container of the program's own: an application class that keeps whatever it is given, or is
  // nested in one that does.
  bool is_own_container(ir::ClassId id);
  // An application class that has no fields but static ones, nor has one above it.
  bool has_no_state(ir::ClassId id);
  // A constructor that takes a reference to something else than a String.
  bool is_given_something(ir::MethodId method);
  // Objects made by code of class `by` are one.
  bool is_merged(ir::ClassId made, ir::ClassId by);
  // What runs before the class is used: the class initialisers of it and those above, uppermost
  // first.
  std::span<const ir::MethodId> initializers(ir::ClassId id);
  // It or a class above it, but for Object, declares finalize().
  bool has_finalizer(ir::ClassId id);

  ir::Type string() { return string_; }
  ir::Type class_type() { return class_; }
  ir::Type throwable() { return throwable_; }
  // Object.toString and its kin; none where Object is a phantom.
  ir::MethodId to_string() { return to_string_; }
  ir::MethodId hash_code() { return hash_code_; }
  ir::MethodId equals() { return equals_; }

 private:
  struct ClassFacts {
    bool known = false;
    MethodKind kind{};
    bool below_thread = false;
    bool own_container = false;
    bool no_state = false;
    bool finalizer = false;
    model::Merge merge{};
    bool has_initializers = false;
    std::vector<ir::MethodId> initializers;
  };
  ClassFacts& facts(ir::ClassId id);
  void learn(ir::ClassId id);
  [[nodiscard]] bool is_application(ir::ClassId id) const;
  bool declares_default(ir::ClassId interface);
  bool keeps_anything(ir::ClassId id);
  bool finds_that_it_keeps(ir::ClassId id);
  bool is_nested_in_container(ir::ClassId id);
  bool stores_parameter(ir::MethodId method);
  bool finds_no_state(ir::ClassId id);

  ir::Program& program_;
  const model::Models& models_;
  bool libraries_are_shared_;
  std::vector<ClassFacts> classes_;
  std::vector<std::optional<bool>> keeps_anything_;  // by class
  std::vector<std::optional<const model::Method*>> method_models_;
  ir::Type string_, class_, throwable_;
  ir::MethodId to_string_, hash_code_, equals_;
};

}  // namespace heddle::pointsto
