// A Place is what a rule calls "a site of i": who calls, in which context, and where exceptions go.
// Everything else follows the page: each function names the rules it stands for.
//
// It stops because no rule invents names without end: contexts are truncated, sites are finite, and
// a modelled method's context holds one call site (rule 18).
#include "pointsto/reference_test_only.h"

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

namespace heddle::pointsto {
namespace {

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

std::string dotted(std::string_view internal_name) {
  std::string text(internal_name);
  std::ranges::replace(text, '/', '.');
  return text;
}

std::vector<std::string> truncate(std::size_t most, std::vector<std::string> list) {
  if (list.size() > most) list.resize(most);
  return list;
}

std::vector<std::string> before(const std::string& newest, const std::vector<std::string>& list) {
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
  Type denotes{};                                         // of a class object
  ClassId lambda_class = base::kNone<ClassId>;            // of a lambda: where it is made,
  ir::CallSiteRef lambda = base::kNone<ir::CallSiteRef>;  // and how
  FieldId field = base::kNone<FieldId>;                   // of a field object
  ClassId methods_class = base::kNone<ClassId>;           // of a methods object
  std::string methods_name{};
};

struct Instance {
  std::string text;
  MethodId method{};
  Context context;  // of a modelled method (rule 18): the caller's
  const model::Method* model = nullptr;
  std::string site{};               // of a modelled method: the call site,
  ClassId site_class{};             // the class that holds it,
  std::set<std::string> callers{};  // who calls there: "instance@12"
  std::size_t argument_count = 0;   // and with how many arguments, the receiver not counted
};

struct Place {
  std::set<std::string> callers;  // "instance@12", "root"
  std::string site;               // "a.B.m()V@12"
  Context context;
  ClassId kind_class{};                            // whose kind the policy looks at
  ClassId site_class{};                            // the class that holds the site
  std::function<void(const std::string&)> thrown;  // what a pointer holds is thrown here
};

// What a call's target is to `starts`: the site σ of the object that is started.
using Start = std::optional<std::string>;

enum class Kind : std::uint8_t { kShared, kContainer, kThread, kApplication };

class Twin {
 public:
  Twin(Program& program, const model::Models& models, std::string_view policy)
      : program_(program), models_(models), policy_(policy.substr(0, policy.find('('))) {
    if (policy_.size() < policy.size())
      limit_ = std::stoul(std::string(policy.substr(policy_.size() + 1)));
    constexpr std::string_view kPolicies[] = {"insensitive", "origin", "object", "call-site",
                                              "recommended"};
    HEDDLE_CHECK(std::ranges::find(kPolicies, policy_) != std::end(kPolicies), policy);
  }

  Facts run(std::span<const MethodId> entries) {
    do {
      changed_ = false;
      roots(entries);
      std::vector<std::string> known;
      for (const auto& [text, instance] : instances_) known.push_back(text);
      for (const std::string& text : known) evaluate(Instance(instances_.at(text)));
    } while (changed_);
    Facts facts;
    for (const auto& [pointer, objects] : points_to_)
      if (!is_hidden(pointer) && !objects.empty()) facts.points_to[pointer] = objects;
    facts.call_edges = call_edges_;
    for (const auto& [text, instance] : instances_) facts.reachable.insert(text);
    facts.unmodelled = unmodelled_;
    return facts;
  }

 private:
  // --- names -------------------------------------------------------------------------------------

  std::string type_text(Type type) {
    constexpr std::string_view kPrimitives[] = {"void", "boolean", "byte",  "char",   "short",
                                                "int",  "long",    "float", "double", "null"};
    const std::string base = type.has_class() ? dotted(program_.name(type.class_id()))
                                              : std::string(kPrimitives[type.bits() & 0xFFU]);
    std::string text = base;
    for (std::uint32_t i = 0; i < type.dimensions(); ++i) text += "[]";
    return text;
  }
  std::string method_text(MethodId method) {
    return fmt::format("{}.{}{}", dotted(program_.name(program_.owner(method))),
                       program_.name(method), program_.descriptor(method));
  }
  std::string field_text(FieldId field) {
    return fmt::format("{}.{}", dotted(program_.name(program_.owner(field))), program_.name(field));
  }
  static bool is_hidden(std::string_view pointer) { return pointer.starts_with('?'); }

  std::string object_named(Object object) {
    const std::string heap = object.heap.text();
    const std::string text = heap.empty() ? object.site : object.site + " in " + heap;
    objects_.emplace(text, std::move(object));
    return text;
  }
  std::string plain_object(const std::string& site, Type type) {
    return object_named({.site = site, .heap = {}, .type = type});
  }
  std::string merged(Type type) { return plain_object("merged " + type_text(type), type); }
  std::string merged_string() { return merged(Type(program_.require("java/lang/String"))); }
  std::string literal(std::string_view text) {
    return plain_object(fmt::format("\"{}\"", text), Type(program_.require("java/lang/String")));
  }
  std::string class_object(Type type) {
    return object_named({.site = "class " + type_text(type),
                         .heap = {},
                         .type = Type(program_.require("java/lang/Class")),
                         .denotes = type});
  }

  // Instances whose body is not looked at have no variables, but models speak of their arguments.
  bool looks_at_body(const Instance& instance) {
    return program_.body(instance.method) != nullptr &&
           (instance.model == nullptr || !instance.model->replaces);
  }
  static std::string variable(const Instance& instance, std::size_t index) {
    return fmt::format("{}#{}", instance.text, index);
  }
  std::string parameter(const Instance& instance, std::size_t index) {
    return (looks_at_body(instance) ? "" : "?") + variable(instance, index);
  }
  static std::string result_of(const Instance& instance) { return instance.text + "#result"; }
  static std::string thrown_of(const Instance& instance) { return instance.text + "#thrown"; }
  std::string static_pointer(FieldId field) { return "static " + field_text(field); }

  // --- facts -------------------------------------------------------------------------------------

  std::set<std::string> at(const std::string& pointer) const {
    const auto known = points_to_.find(pointer);
    return known == points_to_.end() ? std::set<std::string>() : known->second;
  }
  void add(const std::string& pointer, const std::string& object) {
    HEDDLE_CHECK(objects_.contains(object), object);
    if (points_to_[pointer].insert(object).second) changed_ = true;
  }
  void flow(const std::string& from, const std::string& to) {
    if (from.empty() || to.empty()) return;
    for (const std::string& object : at(from)) add(to, object);
  }
  void flow_below(const std::string& from, const std::string& to, Type type) {
    if (from.empty() || to.empty()) return;
    for (const std::string& object : at(from))
      if (is_below(object, type)) add(to, object);
  }
  bool is_below(const std::string& object, Type type) {
    return program_.is_subtype(objects_.at(object).type, type);
  }
  void edge(const Place& place, const Instance& to) {
    for (const std::string& caller : place.callers)
      if (call_edges_.insert(caller + " -> " + to.text).second) changed_ = true;
  }

  Instance& instance(MethodId method, const Context& context) {
    const std::string text = method_text(method) + context.text();
    const auto [at, fresh] =
        instances_.emplace(text, Instance{.text = text, .method = method, .context = context});
    changed_ |= fresh;
    return at->second;
  }

  // Rule 18.
  Instance& modelled_instance(const Place& place, MethodId method, const model::Method& model,
                              const Context& context, std::size_t argument_count) {
    const std::string of = context.text().empty() ? "" : " of " + context.text();
    const std::string text = fmt::format("{}[model {}{}]", method_text(method), place.site, of);
    const auto [at, fresh] = instances_.emplace(text, Instance{.text = text,
                                                               .method = method,
                                                               .context = context,
                                                               .model = &model,
                                                               .site = place.site,
                                                               .site_class = place.site_class,
                                                               .callers = {},
                                                               .argument_count = argument_count});
    changed_ |= fresh;
    for (const std::string& caller : place.callers)
      changed_ |= at->second.callers.insert(caller).second;
    return at->second;
  }

  // --- contexts ----------------------------------------------------------------------------------

  Kind kind_of(ClassId id) {
    if (program_.layer(id) != Layer::kPlatform) return Kind::kApplication;
    switch (models_.context(program_.name(id))) {
      case model::ContextKind::kContainer: return Kind::kContainer;
      case model::ContextKind::kThread: return Kind::kThread;
      case model::ContextKind::kUnsaid:
      case model::ContextKind::kShared: break;
    }
    return Kind::kShared;
  }

  // The class, its superclasses and all superinterfaces.
  std::vector<ClassId> with_supertypes(ClassId id) {
    std::vector<ClassId> all;
    for (ClassId at = id; !base::is_none(at); at = program_.super(at)) all.push_back(at);
    for (const ClassId interface : program_.all_interfaces(id)) all.push_back(interface);
    return all;
  }
  bool is_thread_like(ClassId id) {
    return std::ranges::any_of(with_supertypes(id), [&](ClassId above) {
      return models_.context(program_.name(above)) == model::ContextKind::kThread;
    });
  }

  Context heap(const Context& c) const {
    if (policy_ == "insensitive") return {};
    if (policy_ == "object" || policy_ == "call-site")
      return {.origins = {}, .locals = truncate(limit_ - 1, c.locals)};
    return c;
  }

  Context callee(const Place& place, MethodId method, const Object* o) {
    const Context& c = place.context;
    if (policy_ == "insensitive") return {};
    if (policy_ == "origin") return c;
    if (policy_ == "call-site")
      return {.origins = {}, .locals = truncate(limit_, before(place.site, c.locals))};
    if (policy_ == "recommended") return recommended(place, method, o);
    if (o == nullptr) return c;
    return {.origins = {}, .locals = truncate(limit_, before(o->site, o->heap.locals))};
  }

  Context recommended(const Place& place, MethodId method, const Object* o) {
    const Context& c = place.context;
    const Kind caller = kind_of(place.kind_class);
    const Kind kind = kind_of(program_.owner(method));
    const bool caller_is_fine = caller == Kind::kContainer || caller == Kind::kThread;
    switch (kind) {
      case Kind::kShared: return {};
      case Kind::kContainer:
      case Kind::kThread:
        if (o == nullptr)
          return caller_is_fine ? c : Context{.origins = c.origins, .locals = {place.site}};
        return {.origins = kind == Kind::kContainer ? o->heap.origins : c.origins,
                .locals = truncate(2, before(o->site, o->heap.locals))};
      case Kind::kApplication: break;
    }
    Context result;
    if (caller == Kind::kApplication || caller == Kind::kThread)
      result.origins = c.origins;
    else if (o != nullptr)
      result.origins = o->heap.origins;
    else if (caller == Kind::kContainer)
      result.origins = c.origins;
    const bool by_object =
        program_.name(method) == "<init>" || is_thread_like(program_.owner(method));
    if (o != nullptr && by_object) result.locals = {o->site};
    return result;
  }

  Context begins(const Place& place, MethodId method, const Object* o, const std::string& sigma) {
    const std::string origin = sigma + "!" + method_text(method);
    if (policy_ == "origin")
      return {.origins = truncate(limit_, before(origin, place.context.origins)), .locals = {}};
    Context result = callee(place, method, o);
    if (policy_ == "recommended") result.origins = {origin};
    return result;
  }

  // --- making objects: rules 3, 12, 13, 16, 17 ---------------------------------------------------

  bool is_concrete(ClassId id) {
    const ir::Class* code = program_.code(id);
    return code != nullptr && !code->is(Access::kAbstract | Access::kInterface);
  }

  // Rule 17.
  bool is_merged(ClassId type, ClassId maker) {
    bool merged = false;
    for (const ClassId above : with_supertypes(type)) {
      const model::Merge merge = models_.merge(program_.name(above));
      merged |= merge == model::Merge::kEverywhere ||
                (merge == model::Merge::kLibrary && program_.layer(maker) != Layer::kApplication);
    }
    return merged;
  }

  // Rule 3, for classes: the object, if there is one.
  std::optional<std::string> make(const Place& place, ClassId type, const std::string& site,
                                  const Context& heap, ClassId maker) {
    if (!is_concrete(type)) return std::nullopt;
    initialise(place, type);
    const std::string object = is_merged(type, maker)
                                   ? merged(Type(type))
                                   : object_named({.site = site, .heap = heap, .type = Type(type)});
    register_finalizer(type, object);
    return object;
  }

  // Rule 12.
  void initialise(const Place& place, ClassId type) {
    for (ClassId at = type; !base::is_none(at); at = program_.super(at)) initialise_one(place, at);
    for (const ClassId interface : program_.all_interfaces(type))
      if (has_default_methods(interface)) initialise_one(place, interface);
  }
  bool has_default_methods(ClassId interface) {
    const ir::Class* code = program_.code(interface);
    return code != nullptr && std::ranges::any_of(code->methods, [](const ir::Method& method) {
             return !method.is(Access::kAbstract | Access::kStatic);
           });
  }
  void initialise_one(const Place& place, ClassId type) {
    const MethodId initialiser = program_.declared_method(type, "<clinit>", "()V");
    if (!base::is_none(initialiser)) edge(place, instance(initialiser, {}));
    // Rule 5: constant values.
    const ir::Class* code = program_.code(type);
    if (code == nullptr) return;
    for (std::uint32_t index = 0; index < code->fields.size(); ++index) {
      const ir::Field& field = code->fields[index];
      if (!field.is(Access::kStatic) || field.value.kind != ir::ConstantKind::kString) continue;
      const auto text = code->symbols.string(static_cast<ir::StringRef>(field.value.bits));
      const FieldId id = base::id_at<FieldId>(base::index(program_.first_field(type)) + index);
      add(static_pointer(id),
          program_.layer(type) == Layer::kPlatform ? merged_string() : literal(text));
    }
  }

  // Rule 13.
  void register_finalizer(ClassId type, const std::string& object) {
    const ClassId finalizer = program_.find("java/lang/ref/Finalizer");
    if (base::is_none(finalizer)) return;
    const MethodId method =
        program_.declared_method(finalizer, "register", "(Ljava/lang/Object;)V");
    if (base::is_none(method)) return;
    for (ClassId at = type; at != program_.object(); at = program_.super(at)) {
      if (base::is_none(program_.declared_method(at, "finalize", "()V"))) continue;
      add(parameter(instance(method, {}), 0), object);
      return;
    }
  }

  // Rule 16.
  std::optional<std::string> vm(Type type) {
    if (!type.is_array() && !(type.is_class() && is_concrete(type.class_id()))) return std::nullopt;
    const std::string object = plain_object("vm " + type_text(type), type);
    if (type.is_array() && type.element().is_reference())
      if (const auto element = vm(type.element())) add(object + "[]", *element);
    return object;
  }
  void add_vm(const std::string& pointer, Type type) {
    if (const auto object = vm(type)) add(pointer, *object);
  }

  // --- roots: rule 14 ----------------------------------------------------------------------------

  void roots(std::span<const MethodId> entries) {
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
  void root(MethodId method) {
    const Place place{.callers = {"root"},
                      .site = "root",
                      .context = {},
                      .kind_class = program_.owner(method),
                      .site_class = program_.owner(method),
                      .thrown = [](const std::string&) {}};
    const Instance entry = instance(method, {});
    edge(place, entry);
    initialise(place, program_.owner(method));
    std::size_t position = 0;
    if (!program_.is(method, Access::kStatic))
      add_vm(parameter(entry, position++), Type(program_.owner(method)));
    for (std::size_t i = 0; i < program_.parameter_count(method); ++i)
      add_vm(parameter(entry, position++), program_.parameter_type(method, i));
  }

  // --- calls: rules 7, 8, 10 ---------------------------------------------------------------------

  // Rule 8. The receiver is an object; arguments are pointers, empty where they are no references.
  void call(const Place& place, MethodId method, const std::string* receiver,
            const std::vector<std::string>& arguments, const std::string& result,
            const Start& start) {
    const Object* o = receiver == nullptr ? nullptr : &objects_.at(*receiver);
    const Context context = start ? begins(place, method, o, *start) : callee(place, method, o);
    const model::Method* model = models_.method(program_.name(program_.owner(method)),
                                                program_.name(method), program_.descriptor(method));
    const Instance j = model != nullptr
                           ? modelled_instance(place, method, *model,
                                               start ? context : place.context, arguments.size())
                           : instance(method, context);
    edge(place, j);
    std::size_t position = 0;
    if (receiver != nullptr) add(parameter(j, position++), *receiver);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool wanted = looks_at_body(j) ? i < program_.parameter_count(method) &&
                                                 program_.parameter_type(method, i).is_reference()
                                           : true;
      if (wanted) flow(arguments[i], parameter(j, position + i));
    }
    flow(result_of(j), result);
    if (!start) place.thrown(thrown_of(j));
  }

  // Rule 7: an invocation of `resolved` on one object, lambdas (rule 10) included.
  void call_on(const Place& place, MethodId resolved, Invocation invocation,
               const std::string& receiver, const std::vector<std::string>& arguments,
               const std::string& result, const Start& start) {
    const Object object = objects_.at(receiver);
    if (!program_.is_subtype(object.type, Type(program_.owner(resolved)))) return;
    if (!base::is_none(object.lambda) && names_lambda_method(object, resolved)) {
      call_lambda(place, receiver, arguments, result, start);
      return;
    }
    const ClassId type = object.type.is_array() ? program_.object() : object.type.class_id();
    const auto target = program_.select(type, resolved, invocation);
    if (target.runs()) call(place, target.member, &receiver, arguments, result, start);
  }

  const CallSite& call_site_of(const Object& lambda) {
    return program_.code(lambda.lambda_class)->symbols.call_site(lambda.lambda);
  }
  bool names_lambda_method(const Object& lambda, MethodId resolved) {
    const CallSite& site = call_site_of(lambda);
    const ir::Symbols& symbols = program_.code(lambda.lambda_class)->symbols;
    if (program_.name(resolved) != site.name) return false;
    if (program_.descriptor(resolved) == symbols.signature(site.erased).descriptor) return true;
    return std::ranges::any_of(site.bridges, [&](ir::SignatureRef bridge) {
      return program_.descriptor(resolved) == symbols.signature(bridge).descriptor;
    });
  }

  // Rule 10.
  void call_lambda(const Place& place, const std::string& receiver,
                   const std::vector<std::string>& arguments, const std::string& result,
                   const Start& start) {
    const Object lambda = objects_.at(receiver);
    const auto target = program_.lambda_target(lambda.lambda_class, lambda.lambda);
    if (!target || !target->method.runs()) return;
    const MethodId method = target->method.member;
    const ir::Symbols& symbols = program_.code(lambda.lambda_class)->symbols;
    const auto captured = symbols.signature(call_site_of(lambda).signature).parameters;
    std::vector<std::string> row;
    for (std::size_t n = 0; n < captured.size(); ++n)
      row.push_back(ir::kind_of(captured[n]) == ir::Kind::kReference
                        ? fmt::format("{}{{{}}}", receiver, n)
                        : "");
    row.insert(row.end(), arguments.begin(), arguments.end());

    if (target->constructs) {
      const ClassId type = program_.owner(method);
      const auto made = make(place, type, lambda.site + ":" + type_text(Type(type)), lambda.heap,
                             lambda.lambda_class);
      if (!made) return;
      if (!result.empty()) add(result, *made);
      call(place, method, &*made, row, "", start);
      return;
    }
    if (target->invocation == Invocation::kStatic) {
      initialise(place, program_.owner(method));
      call(place, method, nullptr, row, result, start);
      return;
    }
    if (row.empty() || row[0].empty()) return;
    // A method reference may be bound to a lambda, in the end to itself.
    const std::string step = fmt::format("{} {}", receiver, fmt::join(row, " "));
    if (!open_lambdas_.insert(step).second) return;
    const std::vector<std::string> rest(row.begin() + 1, row.end());
    for (const std::string& object : at(row[0])) {
      if (target->invocation != Invocation::kSpecial)
        call_on(place, method, target->invocation, object, rest, result, start);
      else if (is_below(object, Type(program_.owner(method))))
        call(place, method, &object, rest, result, start);
    }
    open_lambdas_.erase(step);
  }

  // A method of Object called virtually on all a pointer holds.
  void call_object_method(const Place& place, std::string_view name, std::string_view descriptor,
                          const std::string& receivers, const std::vector<std::string>& arguments) {
    const MethodId method = program_.declared_method(program_.object(), name, descriptor);
    if (base::is_none(method)) return;
    for (const std::string& object : at(receivers))
      call_on(place, method, Invocation::kVirtual, object, arguments, "", std::nullopt);
  }

  // --- bodies ------------------------------------------------------------------------------------

  // Rules 16 and 18: what stands for the method.
  void evaluate(const Instance& i) {
    if (i.model != nullptr) evaluate_model(i);
    if (looks_at_body(i)) {
      evaluate_body(i, *program_.body(i.method));
    } else if (i.model == nullptr && !program_.is(i.method, Access::kAbstract)) {
      unmodelled_.insert(method_text(i.method));
      if (const Type type = program_.result_type(i.method); type.is_reference())
        add_vm(result_of(i), type);
    }
  }

  struct Here {
    const Instance& i;
    const Body& body;
    const ir::Block& block;
    std::size_t index;
    const Instruction& instruction;
    const Place& place;
    ClassId in;  // the class
  };

  void evaluate_body(const Instance& i, const Body& body) {
    const ClassId in = program_.owner(i.method);
    for (const ir::Block& block : body.blocks) {
      catch_vm_exceptions(i, body, block);
      for (std::size_t index = block.first; index < block.end; ++index) {
        const Place place{
            .callers = {fmt::format("{}@{}", i.text, index)},
            .site = fmt::format("{}@{}", method_text(i.method), index),
            .context = i.context,
            .kind_class = i.model == nullptr ? in : i.site_class,
            .site_class = in,
            .thrown = [&](const std::string& pointer) { raise(i, body, block, pointer); }};
        evaluate(Here{.i = i,
                      .body = body,
                      .block = block,
                      .index = index,
                      .instruction = body.instructions[index],
                      .place = place,
                      .in = in});
      }
    }
  }

  // The variable of a value, empty where that is no reference.
  static std::string value(const Here& here, std::uint32_t id) {
    if (id == base::index(ir::kNoValue)) return "";
    const bool reference = ir::kind_of(here.body.types[id]) == ir::Kind::kReference;
    return reference ? variable(here.i, id) : "";
  }
  static std::string own(const Here& here) {
    return value(here, static_cast<std::uint32_t>(here.index));
  }
  Type type(const Here& here, ir::TypeRef ref) { return program_.type_of(here.in, ref); }

  void evaluate(const Here& here) {
    const Instruction& instruction = here.instruction;
    const std::string self = own(here);
    const ir::Symbols& symbols = program_.code(here.in)->symbols;
    switch (instruction.opcode) {
      case Opcode::kPhi:  // Rule 2.
        for (const std::uint32_t operand : here.body.list(instruction))
          flow(value(here, operand), self);
        return;
      case Opcode::kCheckCast:  // Rule 2.
        flow_below(value(here, instruction.a), self,
                   type(here, ir::TypeRef::from_bits(instruction.b)));
        return;
      case Opcode::kNew: {  // Rule 3.
        const Type made = type(here, ir::TypeRef::from_bits(instruction.a));
        const auto object =
            make(here.place, made.class_id(), here.place.site, heap(here.i.context), here.in);
        if (object) add(self, *object);
        return;
      }
      case Opcode::kNewArray:  // Rule 3.
        new_array(here, type(here, ir::TypeRef::from_bits(instruction.b)), 1);
        return;
      case Opcode::kNewMultiArray:  // Rule 3.
        new_array(here, type(here, ir::TypeRef::from_bits(instruction.a)), instruction.c);
        return;
      case Opcode::kConstString:  // Rule 4.
        add(self, program_.layer(here.in) != Layer::kPlatform || is_operand_of_operation(here)
                      ? literal(symbols.string(static_cast<ir::StringRef>(instruction.a)))
                      : merged_string());
        return;
      case Opcode::kConstClass:  // Rule 4.
        add(self, class_object(type(here, ir::TypeRef::from_bits(instruction.a))));
        return;
      case Opcode::kConstMethodType:  // Rule 4.
      case Opcode::kConstMethodHandle:
      case Opcode::kConstDynamic:
        if (!self.empty()) add_vm(self, type(here, here.body.types[here.index]));
        return;
      case Opcode::kGetField:  // Rule 5.
      case Opcode::kPutField: access_field(here); return;
      case Opcode::kGetStatic:
      case Opcode::kPutStatic: access_static(here); return;
      case Opcode::kArrayLoad:  // Rule 6.
        if (instruction.element() != ir::Element::kReference) return;
        for (const std::string& array : at(value(here, instruction.a)))
          if (objects_.at(array).type.is_array()) flow(array + "[]", self);
        return;
      case Opcode::kArrayStore:  // Rule 6.
        if (instruction.element() != ir::Element::kReference) return;
        for (const std::string& array : at(value(here, instruction.a)))
          store_element(value(here, instruction.c), array);
        return;
      case Opcode::kInvoke: invoke(here); return;                 // Rule 7.
      case Opcode::kInvokeDynamic: invoke_dynamic(here); return;  // Rule 10.
      case Opcode::kReturn:                                       // Rule 9.
        flow(value(here, instruction.a), result_of(here.i));
        return;
      case Opcode::kThrow: here.place.thrown(value(here, instruction.a)); return;  // Rule 9.
      default: return;  // Rules 1 and 15; `catch` is filled by rule 11.
    }
  }

  void new_array(const Here& here, Type made, std::size_t levels) {
    std::string outer;
    for (std::size_t level = 0; level < levels; ++level, made = made.element()) {
      const std::string site =
          level == 0 ? here.place.site : fmt::format("{}/{}", here.place.site, level);
      const std::string object =
          object_named({.site = site, .heap = heap(here.i.context), .type = made});
      add(level == 0 ? own(here) : outer + "[]", object);
      outer = object;
    }
  }

  // Rule 4, for platform classes.
  bool is_operand_of_operation(const Here& here) {
    for (const Instruction& other : here.body.instructions) {
      if (other.opcode != Opcode::kInvoke) continue;
      const auto operands = here.body.list(other);
      if (std::ranges::find(operands, here.index) == operands.end()) continue;
      const auto resolved = resolve(here.in, other);
      if (!resolved.runs()) continue;
      const MethodId method = resolved.member;
      const model::Method* model =
          models_.method(program_.name(program_.owner(method)), program_.name(method),
                         program_.descriptor(method));
      if (model != nullptr && model->operation != model::Operation::kNone) return true;
    }
    return false;
  }

  ir::Resolved<MethodId> resolve(ClassId in, const Instruction& invoke) {
    const auto ref = static_cast<ir::MethodRef>(invoke.a);
    return invoke.invocation() == Invocation::kSpecial
               ? program_.special_target(in, ref)
               : program_.resolve_method(in, ref, invoke.invocation());
  }

  std::string field_pointer(const std::string& object, FieldId field) {
    return object + "." + field_text(field);
  }

  void access_field(const Here& here) {
    const auto field =
        program_.resolve_field(here.in, static_cast<ir::FieldRef>(here.instruction.b), false);
    if (!field.runs() || !program_.type(field.member).is_reference()) return;
    for (const std::string& object : at(value(here, here.instruction.a))) {
      if (!is_below(object, Type(program_.owner(field.member)))) continue;
      const std::string pointer = field_pointer(object, field.member);
      if (here.instruction.opcode == Opcode::kGetField)
        flow(pointer, own(here));
      else
        flow(value(here, here.instruction.c), pointer);
    }
  }

  void access_static(const Here& here) {
    const auto field =
        program_.resolve_field(here.in, static_cast<ir::FieldRef>(here.instruction.b), true);
    if (!field.runs()) return;
    initialise(here.place, program_.owner(field.member));
    if (!program_.type(field.member).is_reference()) return;
    if (here.instruction.opcode == Opcode::kGetStatic)
      flow(static_pointer(field.member), own(here));
    else
      flow(value(here, here.instruction.c), static_pointer(field.member));
  }

  // Rule 6.
  void store_element(const std::string& from, const std::string& array) {
    const Type type = objects_.at(array).type;
    if (type.is_array() && type.element().is_reference())
      flow_below(from, array + "[]", type.element());
  }

  void invoke(const Here& here) {  // Rule 7.
    const auto target = resolve(here.in, here.instruction);
    if (!target.runs()) return;
    std::vector<std::string> arguments;
    for (const std::uint32_t operand : here.body.list(here.instruction))
      arguments.push_back(value(here, operand));
    const Invocation invocation = here.instruction.invocation();
    if (invocation == Invocation::kStatic) {
      initialise(here.place, program_.owner(target.member));
      call(here.place, target.member, nullptr, arguments, own(here), std::nullopt);
      return;
    }
    const std::string receivers = arguments[0];
    arguments.erase(arguments.begin());
    for (const std::string& object : at(receivers)) {
      if (invocation != Invocation::kSpecial)
        call_on(here.place, target.member, invocation, object, arguments, own(here), std::nullopt);
      else if (is_below(object, Type(program_.owner(target.member))))
        call(here.place, target.member, &object, arguments, own(here), std::nullopt);
    }
  }

  void invoke_dynamic(const Here& here) {  // Rule 10.
    const auto ref = static_cast<ir::CallSiteRef>(here.instruction.a);
    const ir::Symbols& symbols = program_.code(here.in)->symbols;
    const CallSite& site = symbols.call_site(ref);
    const auto operands = here.body.list(here.instruction);
    switch (site.kind) {
      case CallSiteKind::kLambda: {
        const std::string object =
            object_named({.site = here.place.site,
                          .heap = heap(here.i.context),
                          .type = type(here, symbols.signature(site.signature).result),
                          .denotes = {},
                          .lambda_class = here.in,
                          .lambda = ref});
        add(own(here), object);
        for (std::size_t n = 0; n < operands.size(); ++n)
          flow(value(here, operands[n]), fmt::format("{}{{{}}}", object, n));
        return;
      }
      case CallSiteKind::kConcatenate:
        add(own(here), merged_string());
        for (std::size_t n = 0; n < operands.size(); ++n) {
          const ir::TypeRef type = symbols.signature(site.signature).parameters[n];
          if (ir::kind_of(type) == ir::Kind::kReference && type != ir::kStringType)
            call_object_method(here.place, "toString", "()Ljava/lang/String;",
                               value(here, operands[n]), {});
        }
        return;
      case CallSiteKind::kRecordMethod: record_method(here, site); return;
      case CallSiteKind::kSwitch: return;
      case CallSiteKind::kUnknown:
        if (!own(here).empty()) add_vm(own(here), type(here, here.body.types[here.index]));
        return;
    }
  }

  void record_method(const Here& here, const CallSite& site) {  // Rule 10.
    const auto operands = here.body.list(here.instruction);
    const ir::Symbols& symbols = program_.code(here.in)->symbols;
    if (site.name == "toString") add(own(here), merged_string());
    for (const ir::HandleRef handle : site.record_fields) {
      const auto field = program_.resolve_field(here.in, symbols.handle(handle).field(), false);
      if (!field.runs() || !program_.type(field.member).is_reference()) continue;
      // The fields' values, of argument 0 and 1.
      std::vector<std::string> values;
      for (const std::uint32_t operand : operands) {
        values.push_back(fmt::format("?{} {} {}", here.place.site, here.i.text, values.size()) +
                         field_text(field.member));
        for (const std::string& object : at(value(here, operand)))
          if (is_below(object, Type(program_.owner(field.member))))
            flow(field_pointer(object, field.member), values.back());
      }
      if (values.empty()) continue;
      if (site.name == "toString")
        call_object_method(here.place, "toString", "()Ljava/lang/String;", values[0], {});
      else if (site.name == "hashCode")
        call_object_method(here.place, "hashCode", "()I", values[0], {});
      else if (site.name == "equals" && values.size() > 1)
        call_object_method(here.place, "equals", "(Ljava/lang/Object;)Z", values[0], {values[1]});
    }
  }

  // --- exceptions: rule 11 -----------------------------------------------------------------------

  static std::string catch_of(const Instance& i, const Body& body, const ir::Handler& handler) {
    const ir::Block& block = body.block(handler.block);
    for (std::size_t index = block.first; index < block.end; ++index)
      if (body.instructions[index].opcode == Opcode::kCatch) return variable(i, index);
    return "";
  }
  bool takes(const Instance& i, const ir::Handler& handler, const std::string& object) {
    return !handler.type.exists() ||
           is_below(object, program_.type_of(program_.owner(i.method), handler.type));
  }
  void raise(const Instance& i, const Body& body, const ir::Block& block,
             const std::string& pointer) {
    for (const std::string& object : at(pointer)) {
      const auto handlers = body.handlers_of(block);
      const auto first = std::ranges::find_if(
          handlers, [&](const ir::Handler& handler) { return takes(i, handler, object); });
      add(first == handlers.end() ? thrown_of(i) : catch_of(i, body, *first), object);
    }
  }
  void catch_vm_exceptions(const Instance& i, const Body& body, const ir::Block& block) {
    for (const std::string& name : models_.vm_exceptions()) {
      const ClassId type = program_.find(name);
      if (base::is_none(type) || !is_concrete(type)) continue;
      const std::string object = *vm(Type(type));
      for (const ir::Handler& handler : body.handlers_of(block))
        if (takes(i, handler, object)) add(catch_of(i, body, handler), object);
    }
  }

  // --- models: rules 18 to 20 --------------------------------------------------------------------

  void evaluate_model(const Instance& i) {
    const Place place{.callers = i.callers,
                      .site = i.site,
                      .context = i.context,
                      .kind_class = i.site_class,
                      .site_class = i.site_class,
                      .thrown = [&](const std::string& pointer) { flow(pointer, thrown_of(i)); }};
    for (const model::Move& move : i.model->moves)
      for (const std::string& from : read(i, place, move.from)) write(i, place, move.to, from);
    for (const model::Creation& creation : i.model->creates) create(i, place, creation);
    for (const model::Call& call : i.model->calls) call_from_model(i, place, call, nullptr);
    for (const model::Start& start : i.model->starts) call_from_model(i, place, start.call, &start);
    operate(i, place);
  }

  // A pointer that no fact names.
  static std::string scratch(const Instance& i, std::string_view purpose) {
    return fmt::format("?{} {}", i.text, purpose);
  }

  std::string argument(const Instance& i, std::size_t position) {
    return parameter(i, position + (program_.is(i.method, Access::kStatic) ? 0 : 1));
  }

  FieldId declared_field(const model::Selector& selector, bool is_static) {
    const ClassId owner = program_.find(selector.owner);
    if (base::is_none(owner)) return base::kNone<FieldId>;
    const std::uint32_t first = base::index(program_.first_field(owner));
    for (std::uint32_t n = 0; n < program_.field_count(owner); ++n) {
      const auto field = base::id_at<FieldId>(first + n);
      if (program_.name(field) == selector.field &&
          program_.is(field, Access::kStatic) == is_static)
        return field;
    }
    return base::kNone<FieldId>;
  }

  std::optional<std::string> root_of(const Instance& i, const Place& place,
                                     const model::Path& path) {
    switch (path.root) {
      case model::Path::Root::kReceiver: return parameter(i, 0);
      case model::Path::Root::kArgument: return argument(i, path.argument);
      case model::Path::Root::kResult: return result_of(i);
      case model::Path::Root::kStatic: break;
    }
    const FieldId field = declared_field(path.field, true);
    if (base::is_none(field)) return std::nullopt;
    initialise(place, program_.owner(field));
    return static_pointer(field);
  }

  // The pointers behind one selector.
  std::vector<std::string> step(const std::vector<std::string>& pointers,
                                const model::Selector& selector) {
    std::vector<std::string> next;
    const FieldId field = selector.element ? base::kNone<FieldId> : declared_field(selector, false);
    for (const std::string& pointer : pointers) {
      for (const std::string& object : at(pointer)) {
        if (selector.element) {
          if (objects_.at(object).type.is_array()) next.push_back(object + "[]");
        } else if (!base::is_none(field) && is_below(object, Type(program_.owner(field)))) {
          next.push_back(field_pointer(object, field));
        }
      }
    }
    return next;
  }

  std::vector<std::string> read(const Instance& i, const Place& place, const model::Path& path) {
    const auto root = root_of(i, place, path);
    if (!root) return {};
    std::vector<std::string> pointers{*root};
    for (const model::Selector& selector : path.selectors) pointers = step(pointers, selector);
    return pointers;
  }

  void write(const Instance& i, const Place& place, const model::Path& path,
             const std::string& from) {
    const auto root = root_of(i, place, path);
    if (!root) return;
    if (path.selectors.empty()) {
      HEDDLE_CHECK(
          path.root == model::Path::Root::kResult || path.root == model::Path::Root::kStatic,
          "a model writes to an argument itself");
      flow(from, *root);
      return;
    }
    std::vector<std::string> pointers{*root};
    for (std::size_t n = 0; n + 1 < path.selectors.size(); ++n)
      pointers = step(pointers, path.selectors[n]);
    const model::Selector& last = path.selectors.back();
    if (!last.element) {
      for (const std::string& to : step(pointers, last)) flow(from, to);
      return;
    }
    for (const std::string& pointer : pointers)
      for (const std::string& array : at(pointer)) store_element(from, array);
  }

  // The type of a descriptor, if its class is there.
  std::optional<Type> type_of_descriptor(std::string_view descriptor) {
    std::uint32_t dimensions = 0;
    while (descriptor.starts_with('[')) {
      descriptor.remove_prefix(1);
      ++dimensions;
    }
    if (descriptor.starts_with('L')) {
      const auto name = descriptor.substr(1, descriptor.size() - 2);
      return Type(program_.require(name), dimensions);
    }
    constexpr std::string_view kLetters = "VZBCSIJFD";
    const std::size_t base = kLetters.find(descriptor);
    if (base == std::string_view::npos) return std::nullopt;
    return Type::primitive(ir::TypeRef(static_cast<std::uint32_t>(base), dimensions));
  }

  // An object of that type made by a modelled call (rules 3 and 19).
  std::optional<std::string> made_by_call(const Instance& i, const Place& place, Type type) {
    const std::string site = fmt::format("{}:{}", i.site, type_text(type));
    if (type.is_array()) return object_named({.site = site, .heap = heap(i.context), .type = type});
    if (!type.is_class() || !is_concrete(type.class_id())) return std::nullopt;
    initialise(place, type.class_id());
    const std::string object = object_named({.site = site, .heap = heap(i.context), .type = type});
    register_finalizer(type.class_id(), object);
    return object;
  }

  void create(const Instance& i, const Place& place, const model::Creation& creation) {
    const auto type = type_of_descriptor(creation.type);
    HEDDLE_CHECK(type.has_value(), creation.type);
    const auto object = made_by_call(i, place, *type);
    if (!object) return;
    const std::string pointer = scratch(i, *object);
    add(pointer, *object);
    write(i, place, creation.into, pointer);
  }

  void call_from_model(const Instance& i, const Place& place, const model::Call& named,
                       const model::Start* start) {
    const ClassId owner = program_.find(named.method.owner);
    if (base::is_none(owner)) return;
    const MethodId method =
        program_.declared_method(owner, named.method.name, named.method.descriptor);
    if (base::is_none(method)) return;
    const std::string key =
        fmt::format("{}.{}{}", named.method.owner, named.method.name, named.method.descriptor);
    std::vector<std::string> arguments;
    for (const model::Path& path : named.with) {
      arguments.push_back(scratch(i, fmt::format("{} argument {}", key, path_text(path))));
      for (const std::string& from : read(i, place, path)) flow(from, arguments.back());
    }
    const std::string result =
        scratch(i, key + " result" + (named.result ? path_text(*named.result) : ""));
    if (!named.on) {
      HEDDLE_CHECK(program_.is(method, Access::kStatic), key);
      initialise(place, owner);
      call(place, method, nullptr, arguments, result,
           start != nullptr ? Start(i.site) : std::nullopt);
    } else {
      for (const std::string& pointer : read(i, place, *named.on)) {
        for (const std::string& object : at(pointer)) {
          if (!is_below(object, Type(owner))) continue;
          const Start begun = start != nullptr ? Start(objects_.at(object).site) : std::nullopt;
          if (start != nullptr && start->kind == model::StartKind::kThread) add("threads", object);
          if (named.method.name == "<init>")
            call(place, method, &object, arguments, result, begun);
          else
            call_on(place, method,
                    program_.is_interface(owner) ? Invocation::kInterface : Invocation::kVirtual,
                    object, arguments, result, begun);
        }
      }
    }
    if (named.result) write(i, place, *named.result, result);
  }
  static std::string path_text(const model::Path& path) {
    std::string text = fmt::format("{}.{}.{}.{}", static_cast<int>(path.root), path.argument,
                                   path.field.owner, path.field.field);
    for (const model::Selector& selector : path.selectors)
      text += fmt::format(".{}.{}.{}", selector.element, selector.owner, selector.field);
    return text;
  }

  // Rule 20.
  void operate(const Instance& i, const Place& place) {
    switch (i.model->operation) {
      case model::Operation::kNone: return;
      case model::Operation::kCurrentThread:
        flow("threads", result_of(i));
        add_vm(result_of(i), Type(program_.require("java/lang/Thread")));
        return;
      case model::Operation::kClassOf:
        for (const std::string& object : at(parameter(i, 0)))
          add(result_of(i), class_object(objects_.at(object).type));
        return;
      case model::Operation::kClone:
        for (const std::string& object : at(parameter(i, 0))) clone(i, place, object);
        return;
      case model::Operation::kClassForName:
        for (const std::string& text : literals(argument_of_type(i, "java/lang/String", true)))
          find_class(i, place, text);
        return;
      case model::Operation::kNewInstance: {
        const bool on_class = program_.name(program_.owner(i.method)) == "java/lang/Class";
        for (const Type type :
             classes(on_class ? parameter(i, 0) : argument_of_type(i, "java/lang/Class", false)))
          new_instance(i, place, type);
        return;
      }
      case model::Operation::kComponentType:
        for (const Type type : classes(parameter(i, 0)))
          if (type.is_array()) add(result_of(i), class_object(type.element()));
        return;
      case model::Operation::kNewArray:
        for (const Type type : classes(argument(i, 0)))
          if (const auto made = made_by_call(i, place, type.array())) add(result_of(i), *made);
        return;
      case model::Operation::kFindMethod:
        for (const Type type : classes(parameter(i, 0)))
          for (const std::string& name : literals(argument(i, 0))) find_method(i, type, name);
        return;
      case model::Operation::kFindConstructor:
        for (const Type type : classes(parameter(i, 0))) find_constructor(i, type);
        return;
      case model::Operation::kFindField:
        for (const Type type : classes(parameter(i, 0)))
          for (const std::string& name : literals(argument(i, 0))) find_field(i, type, name);
        return;
      case model::Operation::kFindUpdater:
        for (const Type type : classes(argument(i, 0)))
          for (const std::string& name : literals(last_argument(i))) find_field(i, type, name);
        return;
      case model::Operation::kInvokeMethod:
      case model::Operation::kInvokeConstructor:
        for (const std::string& object : at(parameter(i, 0))) invoke_reflectively(i, place, object);
        return;
      case model::Operation::kReadField:
      case model::Operation::kWriteField:
      case model::Operation::kExchangeField:
        for (const std::string& object : at(parameter(i, 0))) access_reflectively(i, place, object);
        return;
      case model::Operation::kReadMemory:
      case model::Operation::kWriteMemory:
      case model::Operation::kExchangeMemory:
        for (const std::string& object : at(argument(i, 0)))
          for (const auto& [memory, type] : memory_of(object)) access(i, memory, type);
        return;
      default: break;
    }
    HEDDLE_CHECK(false,
                 fmt::format("the twin cannot do `{}`", model::operation_name(i.model->operation)));
  }

  // The argument of a call whose parameter is the first, or last, of that type.
  std::string argument_of_type(const Instance& i, std::string_view type, bool first) {
    const Type wanted(program_.require(type));
    std::string found;
    for (std::size_t n = 0; n < program_.parameter_count(i.method); ++n)
      if (program_.parameter_type(i.method, n) == wanted && (found.empty() || !first))
        found = argument(i, n);
    return found;
  }
  std::string last_argument(const Instance& i) {
    return i.argument_count == 0 ? "" : argument(i, i.argument_count - 1);
  }
  std::vector<Type> classes(const std::string& pointer) {
    std::vector<Type> types;
    for (const std::string& object : at(pointer))
      if (const Type type = objects_.at(object).denotes; type.exists()) types.push_back(type);
    return types;
  }
  std::vector<std::string> literals(const std::string& pointer) {
    std::vector<std::string> texts;
    for (const std::string& object : at(pointer))
      if (object.starts_with('"')) texts.push_back(object.substr(1, object.size() - 2));
    return texts;
  }

  // The instance fields that hold references, of a class and its superclasses.
  std::vector<FieldId> reference_fields(ClassId type) {
    std::vector<FieldId> fields;
    for (ClassId at = type; !base::is_none(at); at = program_.super(at)) {
      for (std::uint32_t n = 0; n < program_.field_count(at); ++n) {
        const auto field = base::id_at<FieldId>(base::index(program_.first_field(at)) + n);
        if (!program_.is(field, Access::kStatic) && program_.type(field).is_reference())
          fields.push_back(field);
      }
    }
    return fields;
  }

  void clone(const Instance& i, const Place& place, const std::string& object) {
    const Type type = objects_.at(object).type;
    if (!program_.is_subtype(type, Type(program_.require("java/lang/Cloneable")))) return;
    const auto copy = made_by_call(i, place, type);
    if (!copy) return;
    add(result_of(i), *copy);
    if (type.is_array()) {
      if (type.element().is_reference()) flow(object + "[]", *copy + "[]");
      return;
    }
    for (const FieldId field : reference_fields(type.class_id()))
      flow(field_pointer(object, field), field_pointer(*copy, field));
  }

  void find_class(const Instance& i, const Place& place, std::string name) {
    if (name.find('/') != std::string::npos) return;
    std::ranges::replace(name, '.', '/');
    if (!name.starts_with('[')) {
      const ClassId type = program_.find(name);
      if (base::is_none(type)) return;
      initialise(place, type);
      add(result_of(i), class_object(Type(type)));
      return;
    }
    const auto type = type_of_descriptor(name);
    if (type && (!type->has_class() || !program_.is_phantom(type->class_id())))
      add(result_of(i), class_object(*type));
  }

  void new_instance(const Instance& i, const Place& place, Type type) {
    const auto made = made_by_call(i, place, type);
    if (!made) return;
    add(result_of(i), *made);
    if (type.is_array()) return;
    const MethodId constructor = program_.declared_method(type.class_id(), "<init>", "()V");
    if (!base::is_none(constructor)) call(place, constructor, &*made, {}, "", std::nullopt);
  }

  std::vector<MethodId> declared_methods(ClassId type, std::string_view name) {
    std::vector<MethodId> found;
    for (std::uint32_t n = 0; n < program_.method_count(type); ++n) {
      const auto method = base::id_at<MethodId>(base::index(program_.first_method(type)) + n);
      if (program_.name(method) == name) found.push_back(method);
    }
    return found;
  }
  void add_methods(const Instance& i, ClassId type, const std::string& name) {
    add(result_of(i),
        object_named({.site = fmt::format("methods {}.{}", dotted(program_.name(type)), name),
                      .heap = {},
                      .type = program_.result_type(i.method),
                      .denotes = {},
                      .lambda_class = base::kNone<ClassId>,
                      .lambda = base::kNone<ir::CallSiteRef>,
                      .field = base::kNone<FieldId>,
                      .methods_class = type,
                      .methods_name = name}));
  }
  void find_method(const Instance& i, Type type, const std::string& name) {
    if (!type.is_class()) return;
    for (const ClassId above : with_supertypes(type.class_id())) {
      if (declared_methods(above, name).empty()) continue;
      add_methods(i, type.class_id(), name);
      return;
    }
  }
  void find_constructor(const Instance& i, Type type) {
    if (type.is_class() && !declared_methods(type.class_id(), "<init>").empty())
      add_methods(i, type.class_id(), "<init>");
  }

  // The field that a class has: its own, those of superinterfaces, of superclasses.
  FieldId field_of(ClassId type, std::string_view name) {
    for (std::uint32_t n = 0; n < program_.field_count(type); ++n) {
      const auto field = base::id_at<FieldId>(base::index(program_.first_field(type)) + n);
      if (program_.name(field) == name) return field;
    }
    for (const ClassId interface : program_.interfaces(type))
      if (const FieldId field = field_of(interface, name); !base::is_none(field)) return field;
    const ClassId super = program_.super(type);
    return base::is_none(super) ? base::kNone<FieldId> : field_of(super, name);
  }
  void find_field(const Instance& i, Type type, const std::string& name) {
    if (!type.is_class()) return;
    const FieldId field = field_of(type.class_id(), name);
    if (base::is_none(field)) return;
    add(result_of(i), object_named({.site = "field " + field_text(field),
                                    .heap = {},
                                    .type = program_.result_type(i.method),
                                    .denotes = {},
                                    .lambda_class = base::kNone<ClassId>,
                                    .lambda = base::kNone<ir::CallSiteRef>,
                                    .field = field}));
  }

  // What a reflective access may mean, and the type of what is there.
  using Memory = std::pair<std::string, Type>;
  std::vector<Memory> elements_of(const std::string& object) {
    const Type type = objects_.at(object).type;
    if (!type.is_array() || !type.element().is_reference()) return {};
    return {{object + "[]", type.element()}};
  }
  std::vector<Memory> memory_of(const std::string& object) {
    const Type type = objects_.at(object).type;
    if (type.is_array()) return elements_of(object);
    std::vector<Memory> memory;
    for (const FieldId field : reference_fields(type.class_id()))
      memory.emplace_back(field_pointer(object, field), program_.type(field));
    return memory;
  }
  void access(const Instance& i, const std::string& memory, Type type) {
    const model::Operation operation = i.model->operation;
    const bool only_reads =
        operation == model::Operation::kReadField || operation == model::Operation::kReadMemory;
    const bool only_writes =
        operation == model::Operation::kWriteField || operation == model::Operation::kWriteMemory;
    if (!only_writes) flow(memory, result_of(i));
    if (!only_reads) flow_below(last_argument(i), memory, type);
  }
  void access_reflectively(const Instance& i, const Place& place, const std::string& receiver) {
    const Object object = objects_.at(receiver);
    if (base::is_none(object.field)) {
      if (is_below(receiver, Type(program_.require("java/lang/invoke/VarHandle"))))
        for (const std::string& array : at(argument(i, 0)))
          for (const auto& [memory, type] : elements_of(array)) access(i, memory, type);
      return;
    }
    const ClassId owner = program_.owner(object.field);
    const Type type = program_.type(object.field);
    if (program_.is(object.field, Access::kStatic)) {
      initialise(place, owner);
      if (type.is_reference()) access(i, static_pointer(object.field), type);
      return;
    }
    if (!type.is_reference()) return;
    for (const std::string& holder : at(argument(i, 0)))
      if (is_below(holder, Type(owner))) access(i, field_pointer(holder, object.field), type);
  }

  void invoke_reflectively(const Instance& i, const Place& place, const std::string& receiver) {
    const Object object = objects_.at(receiver);
    if (base::is_none(object.methods_class)) return;
    const bool constructs = i.model->operation == model::Operation::kInvokeConstructor;
    if (constructs != (object.methods_name == "<init>")) return;
    const ClassId type = object.methods_class;
    if (constructs) {
      const auto made = made_by_call(i, place, Type(type));
      if (!made) return;
      for (const MethodId method : declared_methods(type, "<init>")) {
        add(result_of(i), *made);
        call_reflected(i, place, method, &*made, argument(i, 0));
      }
      return;
    }
    for (const ClassId above : with_supertypes(type)) {
      for (const MethodId method : declared_methods(above, object.methods_name)) {
        if (program_.is(method, Access::kStatic)) {
          initialise(place, above);
          call_reflected(i, place, method, nullptr, argument(i, 1));
        } else {
          for (const std::string& on : at(argument(i, 0)))
            if (is_below(on, Type(above))) call_reflected(i, place, method, &on, argument(i, 1));
        }
      }
    }
  }

  // A call whose arguments are in an array; what it throws arrives inside another exception.
  void call_reflected(const Instance& i, const Place& place, MethodId method, const std::string* on,
                      const std::string& array_operand) {
    std::vector<std::string> arguments;
    for (std::size_t n = 0; n < program_.parameter_count(method); ++n) {
      const Type type = program_.parameter_type(method, n);
      arguments.push_back(type.is_reference()
                              ? scratch(i, fmt::format("{} {}", type_text(type), array_operand))
                              : "");
      if (!type.is_reference()) continue;
      for (const std::string& array : at(array_operand))
        if (objects_.at(array).type.is_array()) flow_below(array + "[]", arguments.back(), type);
    }
    const ClassId wrapper = program_.find("java/lang/reflect/InvocationTargetException");
    Place inside = place;
    inside.thrown = [&](const std::string& thrown) {
      if (base::is_none(wrapper)) return;
      const auto made = made_by_call(i, place, Type(wrapper));
      if (!made) return;
      add(thrown_of(i), *made);
      const FieldId target = declared_field({.element = false,
                                             .owner = "java/lang/reflect/InvocationTargetException",
                                             .field = "target"},
                                            false);
      if (!base::is_none(target)) flow(thrown, field_pointer(*made, target));
    };
    const Type result = program_.result_type(method);
    const std::string value = result.is_reference() ? result_of(i) : "";
    if (on == nullptr || program_.name(method) == "<init>")
      call(inside, method, on, arguments, value, std::nullopt);
    else
      call_on(inside, method,
              program_.is_interface(program_.owner(method)) ? Invocation::kInterface
                                                            : Invocation::kVirtual,
              *on, arguments, value, std::nullopt);
    if (!result.is_reference()) box(i, result);
  }
  void box(const Instance& i, Type primitive) {
    constexpr std::string_view kBoxes[] = {"",        "Boolean", "Byte",  "Character", "Short",
                                           "Integer", "Long",    "Float", "Double"};
    const std::string_view name = kBoxes[primitive.bits()];
    if (!name.empty())
      add_vm(result_of(i), Type(program_.require(fmt::format("java/lang/{}", name))));
  }

  Program& program_;
  const model::Models& models_;
  std::string policy_;
  std::size_t limit_ = 0;

  std::map<std::string, Object> objects_;
  std::map<std::string, Instance> instances_;
  std::map<std::string, std::set<std::string>> points_to_;
  std::set<std::string> call_edges_, unmodelled_;
  std::set<std::string> open_lambdas_;
  bool changed_ = false;
};

std::set<std::string> lines(const Facts& facts) {
  std::set<std::string> result;
  for (const auto& [pointer, objects] : facts.points_to)
    for (const std::string& object : objects)
      result.insert(fmt::format("points-to  {} <- {}", pointer, object));
  for (const std::string& edge : facts.call_edges) result.insert("call  " + edge);
  for (const std::string& instance : facts.reachable) result.insert("reachable  " + instance);
  for (const std::string& method : facts.unmodelled) result.insert("unmodelled  " + method);
  return result;
}

}  // namespace

Facts reference_facts(Program& program, const model::Models& models,
                      std::span<const MethodId> entries, std::string_view policy) {
  return Twin(program, models, policy).run(entries);
}

std::string text_of(const Facts& facts) {
  return fmt::format("{}\n", fmt::join(lines(facts), "\n"));
}

std::string difference(const Facts& expected, const Facts& actual) {
  const std::set<std::string> wanted = lines(expected), got = lines(actual);
  std::string text;
  for (const std::string& line : wanted)
    if (!got.contains(line)) text += "- " + line + "\n";
  for (const std::string& line : got)
    if (!wanted.contains(line)) text += "+ " + line + "\n";
  return text;
}

}  // namespace heddle::pointsto
