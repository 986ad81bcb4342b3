#include "ir/class_builder_test_only.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/arena.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/class_source.h"
#include "ir/ids.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "ir/type.h"

namespace heddle::ir {

ClassBuilder::ClassBuilder(std::string_view name, std::uint32_t access)
    : code_(std::make_unique<Class>()) {
  symbols_.begin(code_->arena);
  code_->self = symbols_.class_type(keep(name));
  code_->super = kObjectType;
  code_->access = access;
  code_->major = 61;
}

ClassBuilder& ClassBuilder::extends(std::string_view name) {
  code_->super = symbols_.class_type(keep(name));
  return *this;
}

ClassBuilder& ClassBuilder::extends_nothing() {
  code_->super = TypeRef();
  return *this;
}

ClassBuilder& ClassBuilder::implements(std::string_view name) {
  interfaces_.push_back(symbols_.class_type(keep(name)));
  return *this;
}

ClassBuilder& ClassBuilder::field(std::string_view name, std::string_view descriptor,
                                  std::uint32_t access) {
  Field field;
  field.name = keep(name);
  field.type = symbols_.descriptor_type(keep(descriptor));
  field.access = access;
  fields_.push_back(field);
  return *this;
}

ClassBuilder& ClassBuilder::method(std::string_view name, std::string_view descriptor,
                                   std::uint32_t access) {
  Method method;
  method.name = keep(name);
  method.signature = symbols_.signature(keep(descriptor));
  method.access = access;
  method.has_code = !method.is(Access::kAbstract | Access::kNative);
  methods_.push_back(method);
  return *this;
}

ClassBuilder& ClassBuilder::polymorphic_method(std::string_view name) {
  method(name, "([Ljava/lang/Object;)Ljava/lang/Object;",
         Access::kPublic | Access::kFinal | Access::kNative | Access::kVarargs);
  methods_.back().signature_polymorphic = true;
  return *this;
}

ClassBuilder& ClassBuilder::nest_host(std::string_view name) {
  code_->nest_host = symbols_.class_type(keep(name));
  return *this;
}

ClassBuilder& ClassBuilder::nest_member(std::string_view name) {
  nest_members_.push_back(symbols_.class_type(keep(name)));
  return *this;
}

TypeRef ClassBuilder::names_type(std::string_view descriptor) {
  return symbols_.descriptor_type(keep(descriptor));
}

FieldRef ClassBuilder::names_field(std::string_view owner, std::string_view name,
                                   std::string_view descriptor) {
  return symbols_.field({.owner = symbols_.class_type(keep(owner)),
                         .type = symbols_.descriptor_type(keep(descriptor)),
                         .name = keep(name)});
}

MethodRef ClassBuilder::names_method(std::string_view owner, std::string_view name,
                                     std::string_view descriptor, bool owner_is_interface) {
  return symbols_.method({.owner = symbols_.class_type(keep(owner)),
                          .signature = symbols_.signature(keep(descriptor)),
                          .name = keep(name),
                          .owner_is_interface = owner_is_interface});
}

HandleRef ClassBuilder::names_handle(HandleKind kind, MethodRef method) {
  return symbols_.handle({.kind = kind, .member = base::index(method)});
}

CallSiteRef ClassBuilder::names_lambda(HandleRef handle) {
  CallSite site;
  site.name = "run";
  site.signature = symbols_.signature("()Ljava/lang/Runnable;");
  site.kind = CallSiteKind::kLambda;
  site.handle = handle;
  return symbols_.call_site(site);
}

std::unique_ptr<Class> ClassBuilder::build() {
  base::Arena& arena = code_->arena;
  code_->symbols = symbols_.freeze();
  code_->interfaces = arena.copy(std::span<const TypeRef>(interfaces_));
  code_->nest_members = arena.copy(std::span<const TypeRef>(nest_members_));
  code_->fields = arena.copy(std::span<const Field>(fields_));
  code_->methods = arena.copy(std::span<const Method>(methods_));
  code_->bodies = arena.allocate<const Body*>(methods_.size());
  std::ranges::fill(code_->bodies, nullptr);
  return std::move(code_);
}

void ClassesInMemory::add(std::unique_ptr<Class> code, Layer layer) {
  const std::string name(code->name());
  classes_[name] = {.code = std::move(code), .layer = layer};
}

void ClassesInMemory::add_as(std::string_view name, std::unique_ptr<Class> code) {
  classes_[std::string(name)] = {.code = std::move(code), .layer = Layer::kApplication};
}

std::optional<ClassSource::Found> ClassesInMemory::load(std::string_view internal_name) {
  ++loads;
  const auto at = classes_.find(internal_name);
  if (at == classes_.end() || !at->second.code) return std::nullopt;
  return std::move(at->second);
}

const Body* ClassesInMemory::lower(Class& code, std::uint32_t method) {
  ++lowerings;
  if (code.methods[method].name == "broken") return nullptr;
  return code.bodies[method] = &body_;
}

World::World() : program(source) {
  ClassBuilder object("java/lang/Object");
  object.extends_nothing()
      .method("<init>", "()V")
      .method("hashCode", "()I", Access::kPublic | Access::kNative)
      .method("toString", "()Ljava/lang/String;")
      .method("clone", "()Ljava/lang/Object;", Access::kProtected | Access::kNative)
      .method("finalize", "()V", Access::kProtected)
      .method("registerNatives", "()V", Access::kPrivate | Access::kStatic | Access::kNative);
  source.add(object.build(), Layer::kPlatform);
  source.add(interface_builder("java/lang/Cloneable").build(), Layer::kPlatform);
  source.add(interface_builder("java/io/Serializable").build(), Layer::kPlatform);
}

std::string_view outcome_text(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFound: return "found";
    case Outcome::kPhantom: return "phantom";
    case Outcome::kMissing: return "missing";
    case Outcome::kIncompatible: return "incompatible";
    case Outcome::kIllegalAccess: return "illegal access";
    case Outcome::kAbstract: return "abstract";
  }
  return "";
}

std::string World::text(Resolved<MethodId> resolved) const {
  std::string text = "none";
  if (!base::is_none(resolved.member)) {
    text = program.name(program.owner(resolved.member));
    text += '.';
    text += program.name(resolved.member);
    text += program.descriptor(resolved.member);
  }
  return text + ' ' + std::string(outcome_text(resolved.outcome));
}

std::string World::text(Resolved<FieldId> resolved) const {
  std::string text = "none";
  if (!base::is_none(resolved.member)) {
    text = program.name(program.owner(resolved.member));
    text += '.';
    text += program.name(resolved.member);
  }
  return text + ' ' + std::string(outcome_text(resolved.outcome));
}

}  // namespace heddle::ir
