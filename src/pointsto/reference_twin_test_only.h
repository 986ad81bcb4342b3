// The slow twin of the solver, in parts: what a rule is evaluated with. reference_test_only.h is
// the way in and says what it is.
//
// Everything is text: pointers, objects and instances are known by the names that
// docs/analysis/points-to.md gives them, in sorted maps.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/program.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "ir/type.h"
#include "model/model.h"
#include "pointsto/facts_test_only.h"
#include "pointsto/surroundings.h"

namespace heddle::pointsto::twin {

using ir::Access;
using ir::Body;
using ir::CallSite;
using ir::CallSiteKind;
using ir::ClassId;
using ir::FieldId;
using ir::Instruction;
using ir::Invocation;
using ir::Layer;
using ir::MethodId;
using ir::Opcode;
using ir::Program;
using ir::Type;

inline std::string dotted(std::string_view internal_name) {
  std::string text(internal_name);
  std::ranges::replace(text, '/', '.');
  return text;
}

inline std::vector<std::string> truncate(std::size_t most, std::vector<std::string> list) {
  if (list.size() > most) list.resize(most);
  return list;
}

inline std::vector<std::string> before(const std::string& newest,
                                       const std::vector<std::string>& list) {
  std::vector<std::string> result{newest};
  result.insert(result.end(), list.begin(), list.end());
  return result;
}

struct Context {
  std::vector<std::string> origins, locals;

  [[nodiscard]] std::string text() const {
    if (origins.empty() && locals.empty()) return "";
    return fmt::format("[{} | {}]", fmt::join(origins, ", "), fmt::join(locals, ", "));
  }
};

struct Object {
  std::string site;
  Context heap{};
  Type type{};
  ClassId maker = base::kNone<ClassId>;                   // whose code made it, if any did
  Type denotes{};                                         // of a class object
  ClassId lambda_class = base::kNone<ClassId>;            // of a lambda: where it is made,
  ir::CallSiteRef lambda = base::kNone<ir::CallSiteRef>;  // and how
  FieldId field = base::kNone<FieldId>;                   // of a field object
  bool is_proxy = false;
  ClassId methods_class = base::kNone<ClassId>;  // of a methods object
  std::string methods_name{};
};

struct Instance {
  std::string text;
  MethodId method{};
  Context context;  // of a modelled method (rule 18): the caller's
  const model::Method* model = nullptr;
  std::string site{};              // of a modelled method: the call site,
  MethodId site_method{};          // the method that holds it,
  std::size_t site_index = 0;      // where in there,
  std::size_t argument_count = 0;  // and with how many arguments, the receiver not counted
};

struct Place {
  std::string caller;  // "instance@12", "instance@model", "root"
  std::string site;    // "a.B.m()V@12"
  Context context;
  MethodId site_method{};                          // that holds the site
  std::size_t site_index = 0;                      // its instruction
  std::function<void(const std::string&)> thrown;  // what a pointer holds is thrown here
};

// What a call's target is to `starts`: the site σ of the object that is started.
using Start = std::optional<std::string>;

enum class Kind : std::uint8_t { kShared, kContainer, kThread, kApplication };

class Twin {
 public:
  Twin(Program& program, const model::Models& models, std::string_view policy,
       const Surroundings& surroundings);

  Facts run(std::span<const MethodId> entries);

 private:
  // --- names: reference_test_only.cc ---

  std::string type_text(Type type);
  std::string method_text(MethodId method);
  std::string field_text(FieldId field);
  static bool is_hidden(std::string_view pointer) { return pointer.starts_with('?'); }

  std::string object_named(Object object);
  std::string plain_object(const std::string& site, Type type);
  std::string merged(Type type) { return plain_object("merged " + type_text(type), type); }
  std::string merged_string() { return merged(Type(program_.require("java/lang/String"))); }
  std::string literal(std::string_view text);
  std::string class_object(Type type);

  bool looks_at_body(const Instance& instance);
  static std::string variable(const Instance& instance, std::size_t index);
  std::string parameter(const Instance& instance, std::size_t index);
  std::string result_of(const Instance& instance);
  bool has_result(MethodId method);
  bool is_polymorphic(MethodId method);
  static std::string thrown_of(const Instance& instance) { return instance.text + "#thrown"; }
  std::string static_pointer(FieldId field);

  // --- facts: reference_test_only.cc ---

  std::set<std::string> at(const std::string& pointer);
  void add(const std::string& pointer, const std::string& object);
  void evaluate_instance(const std::string& text);
  void flow(const std::string& from, const std::string& to);
  void flow_below(const std::string& from, const std::string& to, Type type);
  bool is_below(const std::string& object, Type type);
  void edge(const Place& place, const Instance& to);
  const model::Method* model_of(MethodId method);
  ClassId class_of(const Place& place) { return program_.owner(place.site_method); }

  Instance& instance(MethodId method, const Context& context);

  Instance& modelled_instance(const Place& place, MethodId method, const model::Method& model,
                              const Context& context, std::size_t argument_count);

  // --- contexts: reference_contexts_test_only.cc ---

  Kind kind_of(ClassId id);

  std::vector<ClassId> with_supertypes(ClassId id);
  bool is_thread_like(ClassId id);
  bool keeps_anything(ClassId id);
  bool puts_away(MethodId method);
  bool is_own_container(ClassId id);
  bool has_no_state(ClassId id);
  bool works_for_container(const Place& place);
  bool takes_more_than_strings(MethodId method);

  Context heap(const Context& c, ClassId maker, Type type);

  Context callee(const Place& place, MethodId method, const Object* o, bool starts);

  Context recommended(const Place& place, MethodId method, const Object* o, bool starts);

  Context begins(const Place& place, MethodId method, const Object* o, const std::string& sigma);

  // --- making objects: rules 3, 12, 13, 16, 17, reference_contexts_test_only.cc ---

  bool is_concrete(ClassId id);

  bool is_merged(ClassId type, ClassId maker);

  std::string make(ClassId type, const std::string& site, const Context& heap, ClassId maker);

  void initialise(const Place* place, ClassId type);
  bool has_default_methods(ClassId interface);
  void initialise_one(const Place* place, ClassId type);

  void register_finalizer(ClassId type, const std::string& object);

  std::optional<std::string> vm(Type type);
  void add_vm(const std::string& pointer, Type type);

  // --- roots: rule 14, reference_test_only.cc ---

  void roots(std::span<const MethodId> entries);
  void root(MethodId method);

  // --- calls: rules 7, 8, 10, reference_calls_test_only.cc ---

  void call(const Place& place, MethodId method, const std::string* receiver,
            const std::vector<std::string>& arguments, const std::string& result,
            const Start& start, bool casts = false, const std::string* lambda = nullptr);

  // Which parameter a method always returns, the receiver being the first.
  std::optional<std::size_t> returned_parameter(MethodId method, int depth = 3);
  std::optional<std::size_t> returned_by_call(MethodId method, const Body& body,
                                              const Instruction& invoke, int depth);

  void call_on(const Place& place, MethodId resolved, Invocation invocation,
               const std::string& receiver, const std::vector<std::string>& arguments,
               const std::string& result, const Start& start, bool casts = false);

  const CallSite& call_site_of(const Object& lambda);
  bool names_lambda_method(const Object& lambda, MethodId resolved);

  void call_lambda(const Place& place, const std::string& receiver,
                   const std::vector<std::string>& arguments, const std::string& result,
                   const Start& start);

  bool is_of_every_proxy(MethodId method);

  void call_proxy(const Place& place, MethodId resolved, const std::string& receiver,
                  const std::vector<std::string>& arguments, const std::string& result,
                  const Start& start);

  void call_object_method(const Place& place, std::string_view name, std::string_view descriptor,
                          const std::string& receivers, const std::vector<std::string>& arguments);

  // --- bodies: reference_bodies_test_only.cc ---

  void evaluate(const Instance& i);

  bool handles_references(MethodId method);

  struct Here {
    const Instance& i;
    const Body& body;
    const ir::Block& block;
    std::size_t index;
    const Instruction& instruction;
    const Place& place;
    ClassId in;  // the class
  };

  void evaluate_body(const Instance& i, const Body& body);

  void find_read_values(const Body& body);
  std::string value(const Instance& i, const Body& body, std::size_t id);
  std::string value(const Here& here, std::uint32_t id) { return value(here.i, here.body, id); }
  std::string own(const Here& here) { return value(here, static_cast<std::uint32_t>(here.index)); }
  Type type(const Here& here, ir::TypeRef ref) { return program_.type_of(here.in, ref); }

  void evaluate(const Here& here);

  void throw_value(const Here& here);

  void new_array(const Here& here, Type made, std::size_t levels);
  bool is_empty(const std::string& array) { return empty_sites_.contains(objects_.at(array).site); }

  void const_string(const Here& here);
  bool names_class(std::string text);
  static bool is_locked(const Body& body, std::size_t value);
  bool is_lambda(const Here& here, const Instruction& instruction);
  bool is_operand_of_operation(ClassId in, const Body& body, std::size_t value);
  model::Operation operation_of(ClassId in, const Instruction& invoke);

  ir::Resolved<MethodId> resolve(ClassId in, const Instruction& invoke);

  std::string field_pointer(const std::string& object, FieldId field);

  void access_field(const Here& here);

  void access_static(const Here& here);

  void store_element(const std::string& from, const std::string& array);

  void invoke(const Here& here);

  void invoke_dynamic(const Here& here);

  void record_method(const Here& here, const CallSite& site);

  // --- exceptions: rule 11, reference_bodies_test_only.cc ---

  std::string catch_of(const Instance& i, const Body& body, const ir::Handler& handler);
  bool takes(const Instance& i, const ir::Handler& handler, const std::string& object);
  void raise(const Instance& i, const Body& body, const ir::Block& block,
             const std::string& pointer);
  void catch_vm_exceptions(const Instance& i, const Body& body, const ir::Block& block);

  // --- models: rules 18 to 20, reference_models_test_only.cc ---

  void evaluate_model(const Instance& i);

  static std::string scratch(const Instance& i, std::string_view purpose);

  std::string argument(const Instance& i, std::size_t position);

  bool leads(const Instance& i, const model::Path& path);

  FieldId declared_field(const model::Selector& selector, bool is_static);

  std::optional<std::string> root_of(const Instance& i, const Place& place,
                                     const model::Path& path);

  std::vector<std::string> step(const std::vector<std::string>& pointers,
                                const model::Selector& selector);

  std::vector<std::string> read(const Instance& i, const Place& place, const model::Path& path);

  void write(const Instance& i, const Place& place, const model::Path& path,
             const std::string& from);

  std::optional<Type> type_of_descriptor(std::string_view descriptor);

  std::optional<std::string> made_by_call(const Instance& i, const Place& place, Type type);

  void create(const Instance& i, const Place& place, const model::Creation& creation);

  void call_from_model(const Instance& i, const Place& place, const model::Call& named,
                       const model::Start* start);
  static std::string path_text(const model::Path& path);

  void operate(const Instance& i, const Place& place);

  // --- operands of operations: reference_models_test_only.cc ---

  std::vector<std::size_t> arguments_of_type(const Instance& i, std::string_view type);
  std::string last_argument(const Instance& i);
  bool is_in_platform(const Instance& i);
  bool is_outside_platform(ClassId type);
  std::size_t holder(const Instance& i);
  std::vector<Type> classes(const Instance& i, std::size_t position);
  const Instruction* call_of(const Instance& i);
  bool is_class_named(const Instance& i, std::size_t position);
  bool is_constant_class(const Instance& i, std::size_t position);
  const Instruction* given_by(const Instance& i, std::size_t position);
  std::optional<std::size_t> value_given(const Instance& i, std::size_t position);
  bool is_class_wanted(const Instance& i);
  std::vector<std::string> literals(const std::string& pointer);

  // --- objects and classes: reference_operations_test_only.cc ---

  std::vector<FieldId> reference_fields(ClassId type);

  void clone(const Instance& i, const Place& place, const std::string& object);

  void class_for_name(const Instance& i, const Place& place, std::size_t position);

  std::optional<std::vector<std::string>> composed_names(const Instance& i, std::size_t position);
  std::optional<std::vector<std::size_t>> appended(ClassId in, const Body& body, std::size_t value);
  bool is_builder_call(ClassId in, const Body& body, std::size_t value, std::string_view name);
  std::vector<std::string> names_of_classes(const Instance& i, std::size_t value);

  void enum_constants(const Instance& i, const Place& place, Type type);

  void load_bundle(const Instance& i, const Place& place, std::string base);

  void find_class(const Instance& i, const Place& place, std::string name);

  void new_instance(const Instance& i, const Place& place, Type type);

  // --- methods: reference_operations_test_only.cc ---

  std::vector<MethodId> declared_methods(ClassId type);
  std::vector<MethodId> methods_named(ClassId type, std::string_view name);
  bool has_method(ClassId type, const std::string& name);
  std::string methods_object(ClassId type, std::string_view name, Type as);
  void all_members(const Instance& i, const Place& place, std::string_view name);
  void find_methods(const Instance& i);

  void invoke_handle(const Instance& i, const Place& place, const std::string& receiver);

  void invoke_method(const Instance& i, const Place& place, const std::string& receiver);
  bool may_be_guessed(MethodId method, bool is_static);
  void invoke_guessed(const Instance& i, const Place& place, const Object& unknown);
  void invoke(const Instance& i, const Place& place, MethodId method);
  void invoke_constructor(const Instance& i, const Place& place, const std::string& receiver);
  std::vector<std::string> spread(const Instance& i, MethodId method, const std::string& arrays);

  // --- fields: reference_operations_test_only.cc ---

  FieldId field_of(ClassId type, std::string_view name);
  void find_fields(const Instance& i, Type type, const std::string& names);
  void find_handle(const Instance& i);

  void access(const Instance& i, const std::string& pointer, Type type);
  void access_elements(const Instance& i, const std::string& object);
  void access_in(const Instance& i, const std::string& holder, FieldId field);
  void access_field(const Instance& i, const Place& place, const std::string& receiver);
  void access_memory(const Instance& i, const std::string& holder);
  std::vector<FieldId> fields_of_offset(const Instance& i);

  void make_proxies(const Instance& i);

  static constexpr std::size_t kNowhere = ~std::size_t{0};  // no instruction
  Program& program_;
  const model::Models& models_;
  const Surroundings& surroundings_;
  std::string policy_;
  std::size_t limit_ = 0;
  std::size_t steps_down_ = 0;

  std::map<std::string, Object> objects_;
  std::set<std::string> empty_sites_;  // of arrays of length 0
  std::map<std::string, Instance> instances_;
  std::map<std::string, std::set<std::string>> points_to_;
  std::set<std::string> call_edges_, unmodelled_;
  std::set<std::string> open_lambdas_;
  std::map<const Body*, std::set<std::size_t>> read_values_;
  std::string evaluated_;                                 // the instance at work
  std::map<std::string, std::set<std::string>> readers_;  // by pointer: instances that looked at it
  std::set<std::string> stale_;                           // whose pointers have changed
  bool changed_ = false;
};

}  // namespace heddle::pointsto::twin
