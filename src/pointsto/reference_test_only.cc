// A Place is what a rule calls "a site of i": who calls, in which context, and where exceptions go.
// Everything else follows the page: each function names the rules it stands for.
//
// It stops because no rule invents names without end: contexts are truncated, sites are finite, and
// a modelled method's context holds one call site (rule 18).
#include "pointsto/reference_test_only.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "pointsto/reference_twin_test_only.h"

namespace heddle::pointsto {
namespace twin {

Twin::Twin(Program& program, const model::Models& models, std::string_view policy,
           const Surroundings& surroundings)
    : program_(program),
      models_(models),
      surroundings_(surroundings),
      policy_(policy.substr(0, policy.find('('))) {
  if (policy_.size() < policy.size())
    limit_ = std::stoul(std::string(policy.substr(policy_.size() + 1)));
  if (policy_.starts_with("recommended,")) {
    steps_down_ = std::stoul(policy_.substr(13));
    policy_ = "recommended";
  }
  constexpr std::string_view kPolicies[] = {"insensitive", "origin", "object", "call-site",
                                            "recommended"};
  HEDDLE_CHECK(std::ranges::find(kPolicies, policy_) != std::end(kPolicies), policy);
}

Facts Twin::run(std::span<const MethodId> entries) {
  if (const ClassId thread = program_.find("java/lang/Thread"); !base::is_none(thread))
    add_vm("threads", Type(thread));
  do {
    changed_ = false;
    evaluated_.clear();
    roots(entries);
    std::vector<std::string> known;
    for (const auto& [text, instance] : instances_) known.push_back(text);
    for (const std::string& text : known) evaluate_instance(text);
    // In between, only those whose pointers have changed: all are looked at again in the end.
    while (!stale_.empty()) evaluate_instance(std::string(*stale_.begin()));
  } while (changed_);
  Facts facts;
  for (const auto& [pointer, objects] : points_to_)
    if (!is_hidden(pointer) && !objects.empty()) facts.points_to[pointer] = objects;
  facts.call_edges = call_edges_;
  for (const auto& [text, instance] : instances_) facts.reachable.insert(text);
  facts.unmodelled = unmodelled_;
  return facts;
}

// --- names
// ----------------------------------------------------------------------------------------

std::string Twin::type_text(Type type) {
  constexpr std::string_view kPrimitives[] = {"void", "boolean", "byte",  "char",   "short",
                                              "int",  "long",    "float", "double", "null"};
  const std::string base = type.has_class() ? dotted(program_.name(type.class_id()))
                                            : std::string(kPrimitives[type.bits() & 0xFFU]);
  std::string text = base;
  for (std::uint32_t i = 0; i < type.dimensions(); ++i) text += "[]";
  return text;
}

std::string Twin::method_text(MethodId method) {
  return fmt::format("{}.{}{}", dotted(program_.name(program_.owner(method))),
                     program_.name(method), program_.descriptor(method));
}

std::string Twin::field_text(FieldId field) {
  return fmt::format("{}.{}", dotted(program_.name(program_.owner(field))), program_.name(field));
}

std::string Twin::object_named(Object object) {
  const std::string heap = object.heap.text();
  const std::string text = heap.empty() ? object.site : object.site + " in " + heap;
  objects_.emplace(text, std::move(object));
  return text;
}

std::string Twin::plain_object(const std::string& site, Type type) {
  return object_named({.site = site, .heap = {}, .type = type});
}

std::string Twin::literal(std::string_view text) {
  return plain_object(fmt::format("\"{}\"", text), Type(program_.require("java/lang/String")));
}

std::string Twin::class_object(Type type) {
  return object_named({.site = "class " + type_text(type),
                       .heap = {},
                       .type = Type(program_.require("java/lang/Class")),
                       .denotes = type});
}

// Instances whose body is not looked at have no variables, but models speak of their arguments.
bool Twin::looks_at_body(const Instance& instance) {
  return program_.body(instance.method) != nullptr &&
         (instance.model == nullptr || !instance.model->replaces);
}

std::string Twin::variable(const Instance& instance, std::size_t index) {
  return fmt::format("{}#{}", instance.text, index);
}

std::string Twin::parameter(const Instance& instance, std::size_t index) {
  return (looks_at_body(instance) ? "" : "?") + variable(instance, index);
}

// Of a method without one: a place that only its model sees.
std::string Twin::result_of(const Instance& instance) {
  return (has_result(instance.method) ? "" : "?") + instance.text + "#result";
}

bool Twin::has_result(MethodId method) {
  return is_polymorphic(method) || program_.result_type(method).is_reference();
}

bool Twin::is_polymorphic(MethodId method) {
  const ir::Method* declared = program_.declaration(method);
  return declared != nullptr && declared->signature_polymorphic;
}

// Rule 5: a constant is there once somebody asks.
std::string Twin::static_pointer(FieldId field) {
  const std::string pointer = "static " + field_text(field);
  const ir::Field* declared = program_.declaration(field);
  if (declared != nullptr && declared->value.kind == ir::ConstantKind::kString)
    add(pointer, merged_string());
  return pointer;
}

// --- facts
// ----------------------------------------------------------------------------------------

std::set<std::string> Twin::at(const std::string& pointer) {
  readers_[pointer].insert(evaluated_);
  const auto known = points_to_.find(pointer);
  return known == points_to_.end() ? std::set<std::string>() : known->second;
}

void Twin::add(const std::string& pointer, const std::string& object) {
  HEDDLE_CHECK(objects_.contains(object), object);
  if (!points_to_[pointer].insert(object).second) return;
  changed_ = true;
  for (const std::string& reader : readers_[pointer])
    if (!reader.empty()) stale_.insert(reader);
}

void Twin::evaluate_instance(const std::string& text) {
  stale_.erase(text);
  evaluated_ = text;
  evaluate(Instance(instances_.at(text)));
}

void Twin::flow(const std::string& from, const std::string& to) {
  if (from.empty() || to.empty()) return;
  for (const std::string& object : at(from)) add(to, object);
}

void Twin::flow_below(const std::string& from, const std::string& to, Type type) {
  if (from.empty() || to.empty()) return;
  for (const std::string& object : at(from))
    if (is_below(object, type)) add(to, object);
}

bool Twin::is_below(const std::string& object, Type type) {
  return program_.is_subtype(objects_.at(object).type, type);
}

void Twin::edge(const Place& place, const Instance& to) {
  changed_ |= call_edges_.insert(place.caller + " -> " + to.text).second;
}

const model::Method* Twin::model_of(MethodId method) {
  return models_.method(program_.name(program_.owner(method)), program_.name(method),
                        program_.descriptor(method));
}

// A modelled one only where nobody calls it: rule 18.
Instance& Twin::instance(MethodId method, const Context& context) {
  const std::string text = method_text(method) + context.text();
  const auto [at, fresh] =
      instances_.emplace(text, Instance{.text = text,
                                        .method = method,
                                        .context = context,
                                        .model = model_of(method),
                                        .site = method_text(method) + "@model",
                                        .site_method = method,
                                        .site_index = kNowhere,
                                        .argument_count = program_.parameter_count(method)});
  changed_ |= fresh;
  if (fresh) stale_.insert(text);
  return at->second;
}

// Rule 18.
Instance& Twin::modelled_instance(const Place& place, MethodId method, const model::Method& model,
                                  const Context& context, std::size_t argument_count) {
  const std::string of = context.text().empty() ? "" : " of " + context.text();
  const std::string text = fmt::format("{}[model {}{}]", method_text(method), place.site, of);
  const auto [at, fresh] = instances_.emplace(text, Instance{.text = text,
                                                             .method = method,
                                                             .context = context,
                                                             .model = &model,
                                                             .site = place.site,
                                                             .site_method = place.site_method,
                                                             .site_index = place.site_index,
                                                             .argument_count = argument_count});
  changed_ |= fresh;
  if (fresh) stale_.insert(text);
  return at->second;
}

// --- roots: rule 14
// -------------------------------------------------------------------------------

void Twin::roots(std::span<const MethodId> entries) {
  for (const MethodId entry : entries) root(entry);
  for (const model::MethodName& name : models_.vm_roots()) {
    const ClassId owner = program_.find(name.owner);
    if (base::is_none(owner)) continue;
    const std::uint32_t first = base::index(program_.first_method(owner));
    for (std::uint32_t i = 0; i < program_.method_count(owner); ++i) {
      const auto method = base::id_at<MethodId>(first + i);
      if (program_.name(method) == name.name &&
          (name.descriptor.empty() || program_.descriptor(method) == name.descriptor))
        root(method);
    }
  }
}

void Twin::root(MethodId method) {
  const Place place{.caller = "root",
                    .site = "root",
                    .context = {},
                    .site_method = method,
                    .site_index = kNowhere,
                    .thrown = [](const std::string&) {}};
  const Instance entry = instance(method, {});
  edge(place, entry);
  initialise(nullptr, program_.owner(method));
  std::size_t position = 0;
  if (!program_.is(method, Access::kStatic))
    add_vm(parameter(entry, position++), Type(program_.owner(method)));
  for (std::size_t i = 0; i < program_.parameter_count(method); ++i)
    add_vm(parameter(entry, position++), program_.parameter_type(method, i));
}

}  // namespace twin

Facts reference_facts(ir::Program& program, const model::Models& models,
                      std::span<const ir::MethodId> entries, std::string_view policy,
                      const Surroundings& surroundings) {
  return twin::Twin(program, models, policy, surroundings).run(entries);
}

}  // namespace heddle::pointsto
