// Classes by hand, for tests:
//
//   World world;
//   world.add(ClassBuilder("p/A").method("m", "()V"));
//   ClassBuilder user("p/User");
//   const MethodRef call = user.names_method("p/A", "m", "()V");
//   world.add(user);
//   world.program.resolve_method(world.id("p/User"), call, Invocation::kVirtual)
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "ir/symbols.h"
#include "ir/symbols_builder.h"

namespace heddle::ir {

class ClassBuilder {
 public:
  static constexpr std::uint32_t kClass = Access::kPublic | Access::kSuper;
  static constexpr std::uint32_t kInterface =
      Access::kPublic | Access::kInterface | Access::kAbstract;

  explicit ClassBuilder(std::string_view name, std::uint32_t access = kClass);

  ClassBuilder& extends(std::string_view name);  // Object unless said
  ClassBuilder& extends_nothing();
  ClassBuilder& implements(std::string_view name);
  ClassBuilder& field(std::string_view name, std::string_view descriptor,
                      std::uint32_t access = Access::kPublic);
  // Has code unless abstract or native.
  ClassBuilder& method(std::string_view name, std::string_view descriptor,
                       std::uint32_t access = Access::kPublic);
  ClassBuilder& polymorphic_method(std::string_view name);
  ClassBuilder& nest_host(std::string_view name);
  ClassBuilder& nest_member(std::string_view name);

  TypeRef names_type(std::string_view descriptor);
  FieldRef names_field(std::string_view owner, std::string_view name, std::string_view descriptor);
  MethodRef names_method(std::string_view owner, std::string_view name, std::string_view descriptor,
                         bool owner_is_interface = false);
  HandleRef names_handle(HandleKind kind, MethodRef method);
  CallSiteRef names_lambda(HandleRef handle);

  std::unique_ptr<Class> build();

 private:
  std::string_view keep(std::string_view text) { return code_->arena.copy(text); }

  std::unique_ptr<Class> code_;
  SymbolsBuilder symbols_;
  std::vector<TypeRef> interfaces_, nest_members_;
  std::vector<Field> fields_;
  std::vector<Method> methods_;
};

inline ClassBuilder interface_builder(std::string_view name) {
  return ClassBuilder(name, ClassBuilder::kInterface);
}

// A source that counts how often it is asked. Lowering gives an empty body, or nothing for methods
// called "broken".
class ClassesInMemory : public ClassSource {
 public:
  void add(std::unique_ptr<Class> code, Layer layer = Layer::kApplication);
  // Under another name than its own.
  void add_as(std::string_view name, std::unique_ptr<Class> code);

  std::optional<Found> load(std::string_view internal_name) override;
  const Body* lower(Class& code, std::uint32_t method) override;

  int loads = 0;
  int lowerings = 0;

 private:
  std::map<std::string, Found, std::less<>> classes_;
  Body body_;
};

// A program whose classes are added before they are asked for. Has a java.lang.Object, Cloneable
// and Serializable from the start.
class World {
 public:
  World();
  void add(ClassBuilder& builder) { source.add(builder.build()); }
  void add(ClassBuilder&& builder) { source.add(builder.build()); }

  ClassId id(std::string_view name) { return program.require(name); }
  Type type(std::string_view name) { return Type(id(name)); }
  // "a/b/C.m()V found", "none missing": an answer as a text.
  std::string text(Resolved<MethodId> resolved) const;
  std::string text(Resolved<FieldId> resolved) const;

  ClassesInMemory source;
  Program program;
};

std::string_view outcome_text(Outcome outcome);

}  // namespace heddle::ir
