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

  Facts run(std::span<const MethodId> entries) {
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
  // Of a method without one: a place that only its model sees.
  std::string result_of(const Instance& instance) {
    return (has_result(instance.method) ? "" : "?") + instance.text + "#result";
  }
  bool has_result(MethodId method) {
    return is_polymorphic(method) || program_.result_type(method).is_reference();
  }
  bool is_polymorphic(MethodId method) {
    const ir::Method* declared = program_.declaration(method);
    return declared != nullptr && declared->signature_polymorphic;
  }
  static std::string thrown_of(const Instance& instance) { return instance.text + "#thrown"; }
  // Rule 5: a constant is there once somebody asks.
  std::string static_pointer(FieldId field) {
    const std::string pointer = "static " + field_text(field);
    const ir::Field* declared = program_.declaration(field);
    if (declared != nullptr && declared->value.kind == ir::ConstantKind::kString)
      add(pointer, merged_string());
    return pointer;
  }

  // --- facts -------------------------------------------------------------------------------------

  std::set<std::string> at(const std::string& pointer) {
    readers_[pointer].insert(evaluated_);
    const auto known = points_to_.find(pointer);
    return known == points_to_.end() ? std::set<std::string>() : known->second;
  }
  void add(const std::string& pointer, const std::string& object) {
    HEDDLE_CHECK(objects_.contains(object), object);
    if (!points_to_[pointer].insert(object).second) return;
    changed_ = true;
    for (const std::string& reader : readers_[pointer])
      if (!reader.empty()) stale_.insert(reader);
  }
  void evaluate_instance(const std::string& text) {
    stale_.erase(text);
    evaluated_ = text;
    evaluate(Instance(instances_.at(text)));
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
    changed_ |= call_edges_.insert(place.caller + " -> " + to.text).second;
  }
  const model::Method* model_of(MethodId method) {
    return models_.method(program_.name(program_.owner(method)), program_.name(method),
                          program_.descriptor(method));
  }
  ClassId class_of(const Place& place) { return program_.owner(place.site_method); }

  // A modelled one only where nobody calls it: rule 18.
  Instance& instance(MethodId method, const Context& context) {
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
  Instance& modelled_instance(const Place& place, MethodId method, const model::Method& model,
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

  // --- contexts ----------------------------------------------------------------------------------

  Kind kind_of(ClassId id) {
    const Layer layer = program_.layer(id);
    if (layer == Layer::kApplication || (layer == Layer::kLibrary && steps_down_ < 1))
      return Kind::kApplication;
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

  // Of an object of that type made by code of class `maker`.
  Context heap(const Context& c, ClassId maker, Type type) {
    if (policy_ == "insensitive") return {};
    if (policy_ == "object" || policy_ == "call-site")
      return {.origins = {}, .locals = truncate(limit_ - 1, c.locals)};
    const bool by_application = kind_of(maker) == Kind::kApplication && !is_thread_like(maker);
    const bool of_platform = type.is_class() && program_.layer(type.class_id()) == Layer::kPlatform;
    if (policy_ == "recommended" && by_application && !of_platform)
      return {.origins = c.origins, .locals = {}};
    return c;
  }

  Context callee(const Place& place, MethodId method, const Object* o, bool starts) {
    const Context& c = place.context;
    if (policy_ == "insensitive") return {};
    if (policy_ == "origin") return c;
    if (policy_ == "call-site")
      return {.origins = {}, .locals = truncate(limit_, before(place.site, c.locals))};
    if (policy_ == "recommended") return recommended(place, method, o, starts);
    if (o == nullptr) return c;
    return {.origins = {}, .locals = truncate(limit_, before(o->site, o->heap.locals))};
  }

  Context recommended(const Place& place, MethodId method, const Object* o, bool starts) {
    const Context& c = place.context;
    const Kind caller = kind_of(class_of(place));
    const Kind kind = kind_of(program_.owner(method));
    const bool caller_is_fine = caller == Kind::kContainer || caller == Kind::kThread;
    switch (kind) {
      case Kind::kShared: return {};
      case Kind::kContainer:
      case Kind::kThread:
        if (o == nullptr && caller == Kind::kShared) return {};
        if (o == nullptr)
          return caller_is_fine ? c : Context{.origins = c.origins, .locals = {place.site}};
        if (!starts && (base::is_none(o->maker) || kind_of(o->maker) == Kind::kShared)) return {};
        if (kind == Kind::kContainer && !base::is_none(o->maker) &&
            kind_of(o->maker) == Kind::kContainer && !o->heap.locals.empty())
          return o->heap;
        return {.origins = kind == Kind::kContainer ? o->heap.origins : c.origins,
                .locals = truncate(steps_down_ < 3 ? 2 : 1, before(o->site, o->heap.locals))};
      case Kind::kApplication: break;
    }
    const bool from_library = caller == Kind::kShared || caller == Kind::kContainer;
    Context result{.origins = from_library && o != nullptr ? o->heap.origins : c.origins,
                   .locals = {}};
    const bool by_object =
        program_.name(method) == "<init>" || is_thread_like(program_.owner(method));
    if (o != nullptr && by_object && steps_down_ < 2) result.locals = {o->site};
    return result;
  }

  Context begins(const Place& place, MethodId method, const Object* o, const std::string& sigma) {
    const std::string origin = sigma + "!" + method_text(method);
    if (policy_ == "origin")
      return {.origins = truncate(limit_, before(origin, place.context.origins)), .locals = {}};
    Context result = callee(place, method, o, true);
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
  std::string make(ClassId type, const std::string& site, const Context& heap, ClassId maker) {
    const std::string object =
        is_merged(type, maker)
            ? merged(Type(type))
            : object_named({.site = site, .heap = heap, .type = Type(type), .maker = maker});
    register_finalizer(type, object);
    return object;
  }

  // Rule 12. Without a place: no edge leads there.
  void initialise(const Place* place, ClassId type) {
    initialise_one(place, type);
    if (program_.is_interface(type)) return;
    for (ClassId at = program_.super(type); !base::is_none(at); at = program_.super(at))
      initialise_one(place, at);
    for (const ClassId interface : program_.all_interfaces(type))
      if (has_default_methods(interface)) initialise_one(place, interface);
  }
  bool has_default_methods(ClassId interface) {
    const ir::Class* code = program_.code(interface);
    return code != nullptr && std::ranges::any_of(code->methods, [](const ir::Method& method) {
             return !method.is(Access::kAbstract | Access::kStatic);
           });
  }
  void initialise_one(const Place* place, ClassId type) {
    if (program_.is_phantom(type)) return;
    const MethodId initialiser = program_.declared_method(type, "<clinit>", "()V");
    if (base::is_none(initialiser)) return;
    const Instance& initialised = instance(initialiser, {});
    if (place != nullptr) edge(*place, initialised);
  }

  // Rule 13.
  void register_finalizer(ClassId type, const std::string& object) {
    const ClassId finalizer = program_.find("java/lang/ref/Finalizer");
    if (base::is_none(finalizer)) return;
    const MethodId method =
        program_.declared_method(finalizer, "register", "(Ljava/lang/Object;)V");
    if (base::is_none(method)) return;
    for (ClassId at = type; at != program_.object(); at = program_.super(at)) {
      if (program_.is_phantom(at) || base::is_none(program_.declared_method(at, "finalize", "()V")))
        continue;
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

  // --- calls: rules 7, 8, 10 ---------------------------------------------------------------------

  // Rule 8. The receiver is an object; arguments are pointers, empty where they are no references.
  void call(const Place& place, MethodId method, const std::string* receiver,
            const std::vector<std::string>& arguments, const std::string& result,
            const Start& start, bool casts = false, const std::string* lambda = nullptr) {
    const Object* o = receiver != nullptr ? &objects_.at(*receiver)
                      : lambda != nullptr ? &objects_.at(*lambda)
                                          : nullptr;
    const Context context =
        start ? begins(place, method, o, *start) : callee(place, method, o, false);
    const model::Method* model = model_of(method);
    const Instance j = model != nullptr
                           ? modelled_instance(place, method, *model,
                                               start ? context : place.context, arguments.size())
                           : instance(method, context);
    edge(place, j);
    std::size_t position = 0;
    if (receiver != nullptr) add(parameter(j, position++), *receiver);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool wanted =
          is_polymorphic(method) || (i < program_.parameter_count(method) &&
                                     program_.parameter_type(method, i).is_reference());
      if (!wanted) continue;
      if (casts && !is_polymorphic(method))
        flow_below(arguments[i], parameter(j, position + i), program_.parameter_type(method, i));
      else
        flow(arguments[i], parameter(j, position + i));
    }
    if (has_result(method)) flow(result_of(j), result);
    if (!start) place.thrown(thrown_of(j));
  }

  // Rule 7: an invocation of `resolved` on one object, lambdas (rule 10) included.
  void call_on(const Place& place, MethodId resolved, Invocation invocation,
               const std::string& receiver, const std::vector<std::string>& arguments,
               const std::string& result, const Start& start, bool casts = false) {
    const Object object = objects_.at(receiver);
    if (!program_.is_subtype(object.type, Type(program_.owner(resolved)))) return;
    if (!base::is_none(object.lambda) && names_lambda_method(object, resolved)) {
      call_lambda(place, receiver, arguments, result, start);
      return;
    }
    const ClassId type = object.type.is_array() ? program_.object() : object.type.class_id();
    const auto target = program_.select(type, resolved, invocation);
    if (object.is_proxy && (!target.runs() || is_of_every_proxy(target.member))) {
      call_proxy(place, resolved, receiver, arguments, result, start);
      return;
    }
    if (target.runs()) call(place, target.member, &receiver, arguments, result, start, casts);
    if (target.outcome == ir::Outcome::kAbstract && model_of(resolved) != nullptr)
      call(place, resolved, &receiver, arguments, result, start, casts);
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
      if (!is_concrete(type)) return;
      initialise(&place, type);
      const std::string made =
          make(type, lambda.site + ":" + type_text(Type(type)), lambda.heap, lambda.lambda_class);
      if (!result.empty()) add(result, made);
      call(place, method, &made, row, "", start, true);
      return;
    }
    if (target->invocation == Invocation::kStatic) {
      initialise(&place, program_.owner(method));
      call(place, method, nullptr, row, result, start, true, &receiver);
      return;
    }
    if (row.empty() || row[0].empty()) return;
    // A method reference may be bound to a lambda, in the end to itself.
    const std::string step = fmt::format("{} {}", receiver, fmt::join(row, " "));
    if (!open_lambdas_.insert(step).second) return;
    const std::vector<std::string> rest(row.begin() + 1, row.end());
    for (const std::string& object : at(row[0])) {
      if (target->invocation != Invocation::kSpecial)
        call_on(place, method, target->invocation, object, rest, result, start, true);
      else if (is_below(object, Type(program_.owner(method))))
        call(place, method, &object, rest, result, start, true);
    }
    open_lambdas_.erase(step);
  }

  bool is_of_every_proxy(MethodId method) {
    return program_.owner(method) == program_.object() &&
           (program_.name(method) == "toString" || program_.name(method) == "hashCode" ||
            program_.name(method) == "equals");
  }

  // docs/formats/models.md, Proxies.
  void call_proxy(const Place& place, MethodId resolved, const std::string& receiver,
                  const std::vector<std::string>& arguments, const std::string& result,
                  const Start& start) {
    const ClassId handlers = program_.find("java/lang/reflect/InvocationHandler");
    if (base::is_none(handlers)) return;
    const MethodId invoke = program_.declared_method(
        handlers, "invoke",
        "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;");
    if (base::is_none(invoke)) return;
    const Object proxy = objects_.at(receiver);
    const Type array_type = Type(program_.object()).array();
    const std::string array =
        object_named({.site = proxy.site.substr(0, proxy.site.rfind(':')) + ":java.lang.Object[]",
                      .heap = proxy.heap,
                      .type = array_type,
                      .maker = proxy.maker});
    for (const std::string& argument : arguments) flow(argument, array + "[]");
    const auto holding = [&](const std::string& object) {
      add("?holds " + object, object);
      return "?holds " + object;
    };
    std::vector<std::string> row{holding(receiver), "", holding(array)};
    if (const ClassId type = program_.find("java/lang/reflect/Method"); !base::is_none(type))
      row[1] = holding(methods_object(proxy.type.class_id(), program_.name(resolved), Type(type)));
    const Type wanted = program_.result_type(resolved);
    const bool filters = wanted != Type(program_.object());
    const std::string value = result.empty() || !wanted.is_reference() ? ""
                              : filters
                                  ? fmt::format("?{} of {} at {}", result, receiver, place.caller)
                                  : result;
    const std::string step = fmt::format("{} {} {}", receiver, value, fmt::join(row, " "));
    if (!open_lambdas_.insert(step).second) return;
    for (const std::string& handler : at(receiver + "{0}"))
      call_on(place, invoke, Invocation::kInterface, handler, row, value, start);
    open_lambdas_.erase(step);
    if (filters) flow_below(value, result, wanted);
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
    if (i.model == nullptr && policy_ == "recommended") {
      const std::string thrown_by_all = "?thrown by " + method_text(i.method);
      flow(thrown_of(i), thrown_by_all);
      flow(thrown_by_all, thrown_of(i));
    }
    if (looks_at_body(i)) {
      evaluate_body(i, *program_.body(i.method));
    } else if (i.model == nullptr && !program_.is(i.method, Access::kAbstract)) {
      if (handles_references(i.method)) unmodelled_.insert(method_text(i.method));
      if (const Type type = program_.result_type(i.method); type.is_reference())
        add_vm(result_of(i), type);
    }
  }

  // Or is it not known what it handles?
  bool handles_references(MethodId method) {
    if (!program_.is(method, Access::kNative) || has_result(method)) return true;
    for (std::size_t n = 0; n < program_.parameter_count(method); ++n)
      if (program_.parameter_type(method, n).is_reference()) return true;
    return false;
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
    find_read_values(body);
    for (const ir::Block& block : body.blocks) {
      catch_vm_exceptions(i, body, block);
      for (std::size_t index = block.first; index < block.end; ++index) {
        const Place place{
            .caller = fmt::format("{}@{}", i.text, index),
            .site = fmt::format("{}@{}", method_text(i.method), index),
            .context = i.context,
            .site_method = i.method,
            .site_index = index,
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

  // A value that no instruction reads, other than a parameter, has no variable.
  void find_read_values(const Body& body) {
    if (read_values_.contains(&body)) return;
    std::set<std::size_t>& read = read_values_[&body];
    for (std::size_t index = 0; index < body.instructions.size(); ++index) {
      if (body.instructions[index].opcode == Opcode::kParameter) read.insert(index);
      ir::for_each_operand(body, body.instructions[index],
                           [&](ir::ValueId value) { read.insert(base::index(value)); });
    }
  }
  // The variable of a value, empty where there is none.
  std::string value(const Instance& i, const Body& body, std::size_t id) {
    if (id == base::index(ir::kNoValue) || !read_values_.at(&body).contains(id)) return "";
    const ir::TypeRef type = body.types[id];
    const bool reference = ir::kind_of(type) == ir::Kind::kReference && type != ir::kNullType;
    return reference ? variable(i, id) : "";
  }
  std::string value(const Here& here, std::uint32_t id) { return value(here.i, here.body, id); }
  std::string own(const Here& here) { return value(here, static_cast<std::uint32_t>(here.index)); }
  Type type(const Here& here, ir::TypeRef ref) { return program_.type_of(here.in, ref); }

  void evaluate(const Here& here) {
    const Instruction& instruction = here.instruction;
    const std::string self = own(here);
    switch (instruction.opcode) {
      case Opcode::kPhi:  // Rule 2.
        for (const std::uint32_t operand : here.body.list(instruction))
          flow(value(here, operand), self);
        return;
      case Opcode::kCheckCast:  // Rule 2.
        if (is_lambda(here, here.body.instructions[instruction.a]))
          flow(value(here, instruction.a), self);
        flow_below(value(here, instruction.a), self,
                   type(here, ir::TypeRef::from_bits(instruction.b)));
        return;
      case Opcode::kNew: {  // Rule 3.
        const Type made = type(here, ir::TypeRef::from_bits(instruction.a));
        if (!made.is_class() || !is_concrete(made.class_id())) return;
        initialise(&here.place, made.class_id());
        if (!self.empty())
          add(self,
              make(made.class_id(), here.place.site, heap(here.i.context, here.in, made), here.in));
        return;
      }
      case Opcode::kNewArray:  // Rule 3.
        new_array(here, type(here, ir::TypeRef::from_bits(instruction.b)), 1);
        return;
      case Opcode::kNewMultiArray:  // Rule 3.
        new_array(here, type(here, ir::TypeRef::from_bits(instruction.a)), instruction.c);
        return;
      case Opcode::kConstString:  // Rule 4.
        if (!self.empty()) const_string(here);
        return;
      case Opcode::kConstClass:  // Rule 4.
        if (self.empty()) return;
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
      case Opcode::kThrow:  // Rule 9.
        throw_value(here);
        return;
      default: return;  // Rules 1 and 15; `catch` is filled by rule 11.
    }
  }

  void throw_value(const Here& here) {
    const std::string throwables = "?thrown " + here.place.caller;
    flow_below(value(here, here.instruction.a), throwables,
               Type(program_.require("java/lang/Throwable")));
    here.place.thrown(throwables);
  }

  void new_array(const Here& here, Type made, std::size_t levels) {
    if (own(here).empty()) return;
    std::string outer;
    for (std::size_t level = 0; level < levels; ++level, made = made.element()) {
      const std::string site =
          level == 0 ? here.place.site : fmt::format("{}/{}", here.place.site, level);
      const std::string object = object_named({.site = site,
                                               .heap = heap(here.i.context, here.in, made),
                                               .type = made,
                                               .maker = here.in});
      add(level == 0 ? own(here) : outer + "[]", object);
      outer = object;
    }
  }

  // Rule 4.
  void const_string(const Here& here) {
    const std::string text(
        program_.code(here.in)->symbols.string(static_cast<ir::StringRef>(here.instruction.a)));
    const bool matters = is_locked(here.body, here.index) ||
                         is_operand_of_operation(here.in, here.body, here.index) ||
                         (program_.layer(here.in) != Layer::kPlatform && names_class(text));
    add(own(here), matters ? literal(text) : merged_string());
  }
  bool names_class(std::string text) {
    constexpr std::string_view kOthers = "._$";
    if (text.find('.') == std::string::npos) return false;
    for (const char letter : text) {
      const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9');
      if (!plain && kOthers.find(letter) == std::string_view::npos) return false;
    }
    std::ranges::replace(text, '.', '/');
    return !base::is_none(program_.find(text));
  }
  // Is the value directly the operand of a monitor_enter?
  static bool is_locked(const Body& body, std::size_t value) {
    return std::ranges::any_of(body.instructions, [&](const Instruction& other) {
      return other.opcode == Opcode::kMonitorEnter && other.a == value;
    });
  }
  bool is_lambda(const Here& here, const Instruction& instruction) {
    return instruction.opcode == Opcode::kInvokeDynamic &&
           program_.code(here.in)
                   ->symbols.call_site(static_cast<ir::CallSiteRef>(instruction.a))
                   .kind == ir::CallSiteKind::kLambda;
  }
  // Is it directly an argument of a call of a method with an operation?
  bool is_operand_of_operation(ClassId in, const Body& body, std::size_t value) {
    return std::ranges::any_of(body.instructions, [&](const Instruction& other) {
      if (other.opcode != Opcode::kInvoke) return false;
      const auto operands = body.list(other);
      return std::ranges::find(operands, value) != operands.end() &&
             operation_of(in, other) != model::Operation::kNone;
    });
  }
  model::Operation operation_of(ClassId in, const Instruction& invoke) {
    const auto resolved =
        program_.resolve_method(in, static_cast<ir::MethodRef>(invoke.a), invoke.invocation());
    const model::Method* model = resolved.runs() ? model_of(resolved.member) : nullptr;
    return model == nullptr ? model::Operation::kNone : model->operation;
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
    initialise(&here.place, program_.owner(field.member));
    const bool reads = here.instruction.opcode == Opcode::kGetStatic;
    const std::string variable = reads ? own(here) : value(here, here.instruction.c);
    if (variable.empty()) return;
    const std::string pointer = static_pointer(field.member);
    flow(reads ? pointer : variable, reads ? variable : pointer);
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
      initialise(&here.place, program_.owner(target.member));
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
        if (own(here).empty()) return;
        const Type interface = type(here, symbols.signature(site.signature).result);
        const std::string object = object_named({.site = here.place.site,
                                                 .heap = heap(here.i.context, here.in, interface),
                                                 .type = interface,
                                                 .maker = here.in,
                                                 .denotes = {},
                                                 .lambda_class = here.in,
                                                 .lambda = ref});
        add(own(here), object);
        for (std::size_t n = 0; n < operands.size(); ++n)
          flow(value(here, operands[n]), fmt::format("{}{{{}}}", object, n));
        return;
      }
      case CallSiteKind::kConcatenate:
        if (!own(here).empty()) add(own(here), merged_string());
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
    if (site.name == "toString" && !own(here).empty()) add(own(here), merged_string());
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

  std::string catch_of(const Instance& i, const Body& body, const ir::Handler& handler) {
    const ir::Block& block = body.block(handler.block);
    for (std::size_t index = block.first; index < block.end; ++index)
      if (body.instructions[index].opcode == Opcode::kCatch) return value(i, body, index);
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
      const std::string to = first == handlers.end() ? thrown_of(i) : catch_of(i, body, *first);
      if (!to.empty()) add(to, object);
    }
  }
  void catch_vm_exceptions(const Instance& i, const Body& body, const ir::Block& block) {
    for (const std::string& name : models_.vm_exceptions()) {
      const ClassId type = program_.find(name);
      if (base::is_none(type) || !is_concrete(type)) continue;
      const std::string object = *vm(Type(type));
      for (const ir::Handler& handler : body.handlers_of(block))
        if (takes(i, handler, object) && !catch_of(i, body, handler).empty())
          add(catch_of(i, body, handler), object);
    }
  }

  // --- models: rules 18 to 20 --------------------------------------------------------------------

  void evaluate_model(const Instance& i) {
    const Place place{.caller = i.text + "@model",
                      .site = i.site,
                      .context = i.context,
                      .site_method = i.site_method,
                      .site_index = i.site_index,
                      .thrown = [&](const std::string& pointer) { flow(pointer, thrown_of(i)); }};
    for (const model::Move& move : i.model->moves) {
      const std::vector<std::string> sources = read(i, place, move.from);
      if (!leads(i, move.from)) continue;
      root_of(i, place, move.to);
      for (const std::string& from : sources) write(i, place, move.to, from);
    }
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

  // Is every part of the path there?
  bool leads(const Instance& i, const model::Path& path) {
    const bool is_static = program_.is(i.method, Access::kStatic);
    switch (path.root) {
      case model::Path::Root::kReceiver:
        if (is_static) return false;
        break;
      case model::Path::Root::kArgument:
        if (!is_polymorphic(i.method) &&
            (path.argument >= program_.parameter_count(i.method) ||
             !program_.parameter_type(i.method, path.argument).is_reference()))
          return false;
        break;
      case model::Path::Root::kStatic:
        if (base::is_none(declared_field(path.field, true))) return false;
        break;
      case model::Path::Root::kResult: break;
    }
    return std::ranges::all_of(path.selectors, [&](const model::Selector& selector) {
      return selector.element || !base::is_none(declared_field(selector, false));
    });
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
      case model::Path::Root::kReceiver:
        if (program_.is(i.method, Access::kStatic)) return std::nullopt;
        return parameter(i, 0);
      case model::Path::Root::kArgument: return argument(i, path.argument);
      case model::Path::Root::kResult: return result_of(i);
      case model::Path::Root::kStatic: break;
    }
    const FieldId field = declared_field(path.field, true);
    if (base::is_none(field)) return std::nullopt;
    initialise(&place, program_.owner(field));
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
    const Object made{.site = site,
                      .heap = heap(i.context, program_.owner(i.site_method), type),
                      .type = type,
                      .maker = program_.owner(i.site_method)};
    if (type.is_array()) return object_named(made);
    if (!type.is_class() || !is_concrete(type.class_id())) return std::nullopt;
    initialise(&place, type.class_id());
    const std::string object = object_named(made);
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
    if (base::is_none(method) || program_.is(method, Access::kStatic) == named.on.has_value())
      return;
    if (named.on && !leads(i, *named.on)) {
      read(i, place, *named.on);
      return;
    }
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
      initialise(&place, owner);
      call(place, method, nullptr, arguments, result, std::nullopt);
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
    if (named.result && has_result(method)) write(i, place, *named.result, result);
  }
  static std::string path_text(const model::Path& path) {
    std::string text = fmt::format("{}.{}.{}.{}", static_cast<int>(path.root), path.argument,
                                   path.field.owner, path.field.field);
    for (const model::Selector& selector : path.selectors)
      text += fmt::format(".{}.{}.{}", selector.element, selector.owner, selector.field);
    return text;
  }

  // Rule 20: docs/formats/models.md has the table.
  void operate(const Instance& i, const Place& place) {
    using enum model::Operation;
    const std::string result = result_of(i);
    const std::size_t first = program_.is(i.method, Access::kStatic) ? 0 : 1;
    switch (i.model->operation) {
      case kNone: return;
      case kCurrentThread: flow("threads", result); return;
      case kClassOf:
        for (const std::string& object : at(parameter(i, 0))) {
          const Type type = objects_.at(object).type;
          if (is_class_wanted(i) || (type.is_array() && !is_in_platform(i)))
            add(result, class_object(type));
          else
            add(result,
                plain_object("vm java.lang.Class", Type(program_.require("java/lang/Class"))));
        }
        return;
      case kComponentType:
        for (const Type type : classes(i, 0))
          if (type.is_array()) add(result, class_object(type.element()));
        return;
      case kClassForName:
        for (const std::size_t n : arguments_of_type(i, "java/lang/String"))
          class_for_name(i, place, n);
        return;
      case kClassName:
        for (const std::string& object : at(parameter(i, 0))) {
          const Type type = objects_.at(object).denotes;
          const bool matters =
              !is_in_platform(i) && is_constant_class(i, 0) && type.exists() && type.is_class();
          add(result, matters ? literal(type_text(type)) : merged_string());
        }
        return;
      case kEnumConstants:
        for (const std::string& object : at(parameter(i, 0)))
          enum_constants(i, place, objects_.at(object).denotes);
        return;
      case kInvokeHandle:
        for (const std::string& object : at(parameter(i, 0))) invoke_handle(i, place, object);
        return;
      case kLoadBundle:
        for (const std::string& name : literals(argument(i, 0))) load_bundle(i, place, name);
        return;
      case kNewInstance: {
        std::vector<std::size_t> operands = arguments_of_type(i, "java/lang/Class");
        if (first == 1) operands.push_back(0);
        for (const std::size_t n : operands)
          for (const Type type : classes(i, n)) new_instance(i, place, type);
        return;
      }
      case kNewArray:
        for (const Type type : classes(i, first))
          if (type != Type::primitive(ir::kVoidType) && type.dimensions() < 4)
            add(result, *made_by_call(i, place, type.array()));
        return;
      case kClone:
        for (const std::string& object : at(parameter(i, 0))) clone(i, place, object);
        return;
      case kFindMethod: find_methods(i); return;
      case kFindConstructor:
        for (const Type type : classes(i, holder(i)))
          if (type.is_class())
            add(result, methods_object(type.class_id(), "<init>", program_.result_type(i.method)));
        return;
      case kAllMethods: all_members(i, place, ""); return;
      case kAllConstructors: all_members(i, place, "<init>"); return;
      case kInvokeMethod:
        for (const std::string& object : at(parameter(i, 0))) invoke_method(i, place, object);
        return;
      case kInvokeConstructor:
        for (const std::string& object : at(parameter(i, 0))) invoke_constructor(i, place, object);
        return;
      case kFindField:
        for (const Type type : classes(i, 0)) find_fields(i, type, argument(i, 0));
        return;
      case kFindHandle: find_handle(i); return;
      case kFindUpdater:
        for (const Type type : classes(i, first)) find_fields(i, type, last_argument(i));
        return;
      case kReadField:
      case kWriteField:
      case kExchangeField:
        for (const std::string& holder : at(argument(i, 0))) access_elements(i, holder);
        for (const std::string& object : at(parameter(i, 0))) access_field(i, place, object);
        return;
      case kReadMemory:
      case kWriteMemory:
      case kExchangeMemory:
        for (const std::string& holder : at(argument(i, 0))) access_memory(i, holder);
        return;
      case kProxy: make_proxies(i); return;
      case kLoadService: break;
    }
    HEDDLE_CHECK(false,
                 fmt::format("the twin cannot do `{}`", model::operation_name(i.model->operation)));
  }

  // --- operands of operations ---

  std::vector<std::size_t> arguments_of_type(const Instance& i, std::string_view type) {
    const Type wanted(program_.require(type));
    std::vector<std::size_t> found;
    for (std::size_t n = 0; n < program_.parameter_count(i.method); ++n)
      if (program_.parameter_type(i.method, n) == wanted)
        found.push_back(n + (program_.is(i.method, Access::kStatic) ? 0 : 1));
    return found;
  }
  std::string last_argument(const Instance& i) {
    const std::size_t count =
        is_polymorphic(i.method) ? i.argument_count : program_.parameter_count(i.method);
    return count == 0 ? "" : argument(i, count - 1);
  }
  bool is_in_platform(const Instance& i) {
    return program_.layer(program_.owner(i.site_method)) == Layer::kPlatform;
  }
  bool is_outside_platform(ClassId type) {
    return !program_.is_phantom(type) && program_.layer(type) != Layer::kPlatform;
  }
  // Where the class is whose members are looked for.
  std::size_t holder(const Instance& i) {
    const auto told = arguments_of_type(i, "java/lang/Class");
    return told.empty() ? 0 : told[0];
  }
  // The types that the class objects of a parameter are of.
  std::vector<Type> classes(const Instance& i, std::size_t position) {
    std::vector<Type> types;
    if (is_in_platform(i) && !is_class_named(i, position)) return types;
    for (const std::string& object : at(parameter(i, position)))
      if (const Type type = objects_.at(object).denotes; type.exists()) types.push_back(type);
    return types;
  }
  // The call that a modelled method stands for; null if it is none.
  const Instruction* call_of(const Instance& i) {
    const Body* body = program_.body(i.site_method);
    if (body == nullptr || i.site_index >= body->instructions.size()) return nullptr;
    const Instruction& instruction = body->instructions[i.site_index];
    return instruction.opcode == Opcode::kInvoke ? &instruction : nullptr;
  }
  bool is_class_named(const Instance& i, std::size_t position) {
    const Instruction* given = given_by(i, position);
    return is_constant_class(i, position) ||
           (given != nullptr && given->opcode == Opcode::kInvoke &&
            operation_of(program_.owner(i.site_method), *given) == model::Operation::kClassForName);
  }
  bool is_constant_class(const Instance& i, std::size_t position) {
    const Instruction* given = given_by(i, position);
    return given != nullptr && given->opcode == Opcode::kConstClass;
  }
  // The instruction whose value is an operand of the call.
  const Instruction* given_by(const Instance& i, std::size_t position) {
    const auto value = value_given(i, position);
    return value ? &program_.body(i.site_method)->instructions[*value] : nullptr;
  }
  std::optional<std::size_t> value_given(const Instance& i, std::size_t position) {
    const Instruction* call = call_of(i);
    const Body* body = program_.body(i.site_method);
    if (call == nullptr || position >= body->list(*call).size()) return std::nullopt;
    return body->list(*call)[position];
  }
  bool is_class_wanted(const Instance& i) {
    const Body* body = program_.body(i.site_method);
    return body != nullptr && is_locked(*body, i.site_index);
  }
  std::vector<std::string> literals(const std::string& pointer) {
    std::vector<std::string> texts;
    for (const std::string& object : at(pointer))
      if (object.starts_with('"')) texts.push_back(object.substr(1, object.size() - 2));
    return texts;
  }

  // --- objects and classes ---

  // The instance fields that hold references, of a class and its superclasses.
  std::vector<FieldId> reference_fields(ClassId type) {
    std::vector<FieldId> fields;
    for (ClassId at = type; !base::is_none(at); at = program_.super(at)) {
      if (program_.is_phantom(at)) continue;
      for (std::uint32_t n = 0; n < program_.field_count(at); ++n) {
        const auto field = base::id_at<FieldId>(base::index(program_.first_field(at)) + n);
        if (!program_.is(field, Access::kStatic) && program_.type(field).is_reference())
          fields.push_back(field);
      }
    }
    return fields;
  }

  void clone(const Instance& i, const Place& place, const std::string& object) {
    if (is_in_platform(i)) {
      add(result_of(i), object);
      return;
    }
    const Type type = objects_.at(object).type;
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

  void class_for_name(const Instance& i, const Place& place, std::size_t position) {
    if (const auto names = composed_names(i, position)) {
      for (const std::string& name : *names) find_class(i, place, name);
      return;
    }
    for (const std::string& text : literals(parameter(i, position))) find_class(i, place, text);
    const bool has_others =
        std::ranges::any_of(at(parameter(i, position)),
                            [](const std::string& object) { return !object.starts_with('"'); });
    if (!has_others || is_in_platform(i) || !surroundings_.classes_in_texts) return;
    for (const std::string& name : surroundings_.classes_in_texts())
      find_class(i, place, dotted(name));
  }

  // The names that a concatenation of constants and names of classes makes, if it is one.
  std::optional<std::vector<std::string>> composed_names(const Instance& i, std::size_t position) {
    const auto value = value_given(i, position);
    if (!value || is_in_platform(i)) return std::nullopt;
    const Body& body = *program_.body(i.site_method);
    const ClassId in = program_.owner(i.site_method);
    std::vector<std::string> names{""};
    bool has_class = false;
    const auto append = [&](const std::vector<std::string>& endings) {
      std::vector<std::string> longer;
      for (const std::string& name : names)
        for (const std::string& ending : endings) longer.push_back(name + ending);
      names = longer;
    };
    const auto append_value = [&](std::size_t part) {
      const Instruction& given = body.instructions[part];
      if (given.opcode == Opcode::kConstString) {
        append(
            {std::string(program_.code(in)->symbols.string(static_cast<ir::StringRef>(given.a)))});
        return true;
      }
      if (given.opcode != Opcode::kInvoke ||
          operation_of(in, given) != model::Operation::kClassName)
        return false;
      has_class = true;
      append(names_of_classes(i, body.list(given)[0]));
      return true;
    };
    const Instruction& whole = body.instructions[*value];
    if (whole.opcode == Opcode::kInvokeDynamic) {
      const ir::CallSite& site =
          program_.code(in)->symbols.call_site(static_cast<ir::CallSiteRef>(whole.a));
      if (site.kind != ir::CallSiteKind::kConcatenate || !site.recipe_constants.empty())
        return std::nullopt;
      std::size_t next = 0;
      for (const char letter : site.recipe)
        if (letter != '\1')
          append({std::string(1, letter)});
        else if (!append_value(body.list(whole)[next++]))
          return std::nullopt;
    } else {
      const auto chain = appended(in, body, *value);
      if (!chain || !std::ranges::all_of(*chain, append_value)) return std::nullopt;
    }
    return has_class ? std::optional(names) : std::nullopt;
  }
  // The values that a new builder is appended and that toString() then gives, in order.
  std::optional<std::vector<std::size_t>> appended(ClassId in, const Body& body,
                                                   std::size_t value) {
    if (!is_builder_call(in, body, value, "toString")) return std::nullopt;
    std::vector<std::size_t> values;
    std::size_t builder = body.list(body.instructions[value])[0];
    for (; is_builder_call(in, body, builder, "append");
         builder = body.list(body.instructions[builder])[0])
      values.insert(values.begin(), body.list(body.instructions[builder])[1]);
    const bool is_new = body.instructions[builder].opcode == Opcode::kNew &&
                        std::ranges::any_of(body.instructions, [&](const Instruction& call) {
                          return call.opcode == Opcode::kInvoke &&
                                 call.invocation() == Invocation::kSpecial &&
                                 body.list(call).size() == 1 && body.list(call)[0] == builder;
                        });
    return is_new ? std::optional(values) : std::nullopt;
  }
  bool is_builder_call(ClassId in, const Body& body, std::size_t value, std::string_view name) {
    const Instruction& call = body.instructions[value];
    if (call.opcode != Opcode::kInvoke || body.list(call).size() != (name == "append" ? 2 : 1))
      return false;
    const auto method =
        program_.resolve_method(in, static_cast<ir::MethodRef>(call.a), call.invocation());
    if (!method.runs() || program_.name(method.member) != name) return false;
    const std::string_view owner = program_.name(program_.owner(method.member));
    return owner == "java/lang/StringBuilder" || owner == "java/lang/StringBuffer";
  }
  // Of the class objects that a value of the calling instance holds.
  std::vector<std::string> names_of_classes(const Instance& i, std::size_t value) {
    std::vector<std::string> names;
    for (const std::string& object :
         at(fmt::format("{}{}#{}", method_text(i.site_method), i.context.text(), value)))
      if (const Type type = objects_.at(object).denotes; type.exists() && type.is_class())
        names.push_back(type_text(type));
    return names;
  }

  void enum_constants(const Instance& i, const Place& place, Type type) {
    if (!type.exists() || !type.is_class() || program_.is_phantom(type.class_id())) return;
    const ClassId above = program_.super(type.class_id());
    if (base::is_none(above) || program_.name(above) != "java/lang/Enum") return;
    const MethodId values = program_.declared_method(
        type.class_id(), "values", fmt::format("()[L{};", program_.name(type.class_id())));
    if (base::is_none(values) || !program_.is(values, Access::kStatic)) return;
    initialise(&place, type.class_id());
    call(place, values, nullptr, {}, result_of(i), std::nullopt);
  }

  void load_bundle(const Instance& i, const Place& place, std::string base) {
    if (!surroundings_.classes_beginning) return;
    std::ranges::replace(base, '.', '/');
    for (const std::string& name : surroundings_.classes_beginning(base)) {
      const ClassId type = program_.find(name);
      const bool fits = name.size() == base.size() || name[base.size()] == '_';
      if (fits && !base::is_none(type)) new_instance(i, place, Type(type));
    }
  }

  void find_class(const Instance& i, const Place& place, std::string name) {
    if (name.find('/') != std::string::npos) return;
    std::ranges::replace(name, '.', '/');
    const ClassId type = program_.find(name);
    if (base::is_none(type)) return;
    initialise(&place, type);
    add(result_of(i), class_object(Type(type)));
  }

  void new_instance(const Instance& i, const Place& place, Type type) {
    if (type.is_array()) add(result_of(i), *made_by_call(i, place, type));
    if (!type.is_class() || !is_concrete(type.class_id())) return;
    const MethodId constructor = program_.declared_method(type.class_id(), "<init>", "()V");
    if (base::is_none(constructor)) return;
    const std::string made = *made_by_call(i, place, type);
    add(result_of(i), made);
    call(place, constructor, &made, {}, "", std::nullopt);
  }

  // --- methods ---

  std::vector<MethodId> declared_methods(ClassId type) {
    std::vector<MethodId> found;
    if (program_.is_phantom(type)) return found;
    for (std::uint32_t n = 0; n < program_.method_count(type); ++n)
      found.push_back(base::id_at<MethodId>(base::index(program_.first_method(type)) + n));
    return found;
  }
  // Of a class and those above it; without a name all that can be meant.
  std::vector<MethodId> methods_named(ClassId type, std::string_view name) {
    std::vector<MethodId> found;
    for (const ClassId above : with_supertypes(type))
      for (const MethodId method : declared_methods(above))
        if (name.empty() ? above != program_.object() && !program_.name(method).starts_with('<')
                         : program_.name(method) == name)
          found.push_back(method);
    return found;
  }
  bool has_method(ClassId type, const std::string& name) {
    return !name.starts_with('<') && !methods_named(type, name).empty();
  }
  std::string methods_object(ClassId type, std::string_view name, Type as) {
    Object object{
        .site = fmt::format("methods {}.{}:{}", dotted(program_.name(type)), name, type_text(as)),
        .heap = {},
        .type = as};
    object.methods_class = type;
    object.methods_name = name;
    return object_named(object);
  }
  void all_members(const Instance& i, const Place& place, std::string_view name) {
    if (at(parameter(i, 0)).empty()) return;
    const Type array = program_.result_type(i.method);
    const std::string made = *made_by_call(i, place, array);
    add_vm(made + "[]", array.element());
    add(result_of(i), made);
    if (is_in_platform(i)) return;
    for (const std::string& object : at(parameter(i, 0)))
      if (const Type type = objects_.at(object).denotes;
          type.exists() && type.is_class() && is_outside_platform(type.class_id()))
        add(made + "[]", methods_object(type.class_id(), name, array.element()));
  }
  void find_methods(const Instance& i) {
    const Type as = program_.result_type(i.method);
    const auto texts = arguments_of_type(i, "java/lang/String");
    const std::string names = texts.empty() ? "" : parameter(i, texts[0]);
    for (const Type type : classes(i, holder(i))) {
      if (!type.is_class()) continue;
      for (const std::string& name : literals(names))
        if (has_method(type.class_id(), name))
          add(result_of(i), methods_object(type.class_id(), name, as));
      for (const std::string& text : at(names))
        if (!text.starts_with('"') && is_outside_platform(type.class_id()))
          add(result_of(i), methods_object(type.class_id(), "", as));
    }
    if (is_in_platform(i)) return;
    for (const std::string& object : at(parameter(i, holder(i))))
      if (const Type type = objects_.at(object).denotes; !type.exists() || !type.is_class())
        add_vm(result_of(i), as);
  }

  void invoke_handle(const Instance& i, const Place& place, const std::string& receiver) {
    const Object object = objects_.at(receiver);
    if (base::is_none(object.methods_class) || object.methods_name.empty()) return;
    std::vector<std::string> row;
    const std::size_t count =
        is_polymorphic(i.method) ? i.argument_count : program_.parameter_count(i.method);
    for (std::size_t n = 0; n < count; ++n) row.push_back(argument(i, n));
    if (object.methods_name == "<init>") {
      const auto made = made_by_call(i, place, Type(object.methods_class));
      if (!made) return;
      add(result_of(i), *made);
      for (const MethodId method : declared_methods(object.methods_class))
        if (program_.name(method) == "<init>") call(place, method, &*made, row, "", std::nullopt);
      return;
    }
    for (const MethodId method : methods_named(object.methods_class, object.methods_name)) {
      const std::string value = has_result(method) ? result_of(i) : "";
      if (program_.is(method, Access::kStatic)) {
        initialise(&place, program_.owner(method));
        call(place, method, nullptr, row, value, std::nullopt);
        continue;
      }
      if (row.empty()) continue;
      const std::vector<std::string> rest(row.begin() + 1, row.end());
      for (const std::string& on : at(row[0]))
        call_on(place, method,
                program_.is_interface(program_.owner(method)) ? Invocation::kInterface
                                                              : Invocation::kVirtual,
                on, rest, value, std::nullopt);
    }
  }

  void invoke_method(const Instance& i, const Place& place, const std::string& receiver) {
    const Object object = objects_.at(receiver);
    if (object.methods_name.empty()) invoke_guessed(i, place, object);
    if (base::is_none(object.methods_class) || object.methods_name == "<init>") return;
    for (const MethodId method : methods_named(object.methods_class, object.methods_name))
      if (!object.methods_name.empty() || may_be_guessed(method, true)) invoke(i, place, method);
  }
  bool may_be_guessed(MethodId method, bool is_static) {
    return program_.is(method, Access::kPublic) &&
           program_.is(method, Access::kStatic) == is_static &&
           is_outside_platform(program_.owner(method));
  }
  // A method of which not even the name is known.
  void invoke_guessed(const Instance& i, const Place& place, const Object& unknown) {
    const bool is_some = !base::is_none(unknown.methods_class) || unknown.site.starts_with("vm ");
    const auto value = value_given(i, program_.is(i.method, Access::kStatic) ? 0 : 1);
    if (!is_some || is_in_platform(i) || !value) return;
    const ir::TypeRef ref = program_.body(i.site_method)->types[*value];
    if (ref == ir::kNullType) return;
    const Type said = program_.type_of(program_.owner(i.site_method), ref);
    if (!said.is_class() || !is_outside_platform(said.class_id())) return;
    for (const std::string& on : at(argument(i, 0))) {
      const Type type = objects_.at(on).type;
      if (!type.is_class() || !is_below(on, said)) continue;
      for (const MethodId method : methods_named(type.class_id(), ""))
        if (may_be_guessed(method, false)) invoke(i, place, method);
    }
  }
  void invoke(const Instance& i, const Place& place, MethodId method) {
    const std::vector<std::string> arguments = spread(i, method, argument(i, 1));
    const std::string value = has_result(method) ? result_of(i) : "";
    if (program_.is(method, Access::kStatic)) {
      initialise(&place, program_.owner(method));
      call(place, method, nullptr, arguments, value, std::nullopt);
      return;
    }
    const Invocation invocation = program_.is_interface(program_.owner(method))
                                      ? Invocation::kInterface
                                      : Invocation::kVirtual;
    for (const std::string& on : at(argument(i, 0)))
      call_on(place, method, invocation, on, arguments, value, std::nullopt);
  }
  void invoke_constructor(const Instance& i, const Place& place, const std::string& receiver) {
    const Object object = objects_.at(receiver);
    if (base::is_none(object.methods_class) || object.methods_name != "<init>") return;
    const auto made = made_by_call(i, place, Type(object.methods_class));
    if (!made) return;
    add(result_of(i), *made);
    for (const MethodId method : declared_methods(object.methods_class))
      if (program_.name(method) == "<init>")
        call(place, method, &*made, spread(i, method, argument(i, 0)), "", std::nullopt);
  }
  // A pointer for each parameter, with what fits it of the elements of all arrays.
  std::vector<std::string> spread(const Instance& i, MethodId method, const std::string& arrays) {
    std::vector<std::string> arguments;
    for (std::size_t n = 0; n < program_.parameter_count(method); ++n) {
      const Type type = program_.parameter_type(method, n);
      arguments.emplace_back();
      if (!type.is_reference()) continue;
      arguments.back() = scratch(i, fmt::format("{} {}", type_text(type), arrays));
      for (const std::string& array : at(arrays))
        if (objects_.at(array).type.is_array()) flow_below(array + "[]", arguments.back(), type);
    }
    return arguments;
  }

  // --- fields ---

  // The class's own, or the nearest superclass's.
  FieldId field_of(ClassId type, std::string_view name) {
    for (ClassId at = type; !base::is_none(at); at = program_.super(at)) {
      if (program_.is_phantom(at)) continue;
      for (std::uint32_t n = 0; n < program_.field_count(at); ++n) {
        const auto field = base::id_at<FieldId>(base::index(program_.first_field(at)) + n);
        if (program_.name(field) == name) return field;
      }
    }
    return base::kNone<FieldId>;
  }
  void find_fields(const Instance& i, Type type, const std::string& names) {
    if (!type.is_class()) return;
    const Type as = program_.result_type(i.method);
    for (const std::string& name : literals(names)) {
      const FieldId field = field_of(type.class_id(), name);
      if (base::is_none(field)) continue;
      Object object{.site = fmt::format("field {}:{}", field_text(field), type_text(as)),
                    .heap = {},
                    .type = as};
      object.field = field;
      add(result_of(i), object_named(object));
    }
  }
  void find_handle(const Instance& i) {
    const auto texts = arguments_of_type(i, "java/lang/String");
    if (texts.empty()) return;
    const auto class_arguments = arguments_of_type(i, "java/lang/Class");
    const std::string names = parameter(i, texts[0]);
    if (texts[0] > 0 && std::ranges::find(class_arguments, texts[0] - 1) != class_arguments.end())
      for (const Type type : classes(i, texts[0] - 1)) find_fields(i, type, names);
    else
      find_fields(i, Type(program_.owner(i.site_method)), names);
  }

  void access(const Instance& i, const std::string& pointer, Type type) {
    using enum model::Operation;
    const model::Operation operation = i.model->operation;
    if (operation != kWriteField && operation != kWriteMemory) flow(pointer, result_of(i));
    if (operation != kReadField && operation != kReadMemory)
      flow_below(last_argument(i), pointer, type);
  }
  void access_elements(const Instance& i, const std::string& object) {
    const Type type = objects_.at(object).type;
    if (type.is_array() && type.element().is_reference()) access(i, object + "[]", type.element());
  }
  void access_in(const Instance& i, const std::string& holder, FieldId field) {
    const Type type = program_.type(field);
    if (type.is_reference() && is_below(holder, Type(program_.owner(field))))
      access(i, field_pointer(holder, field), type);
  }
  void access_field(const Instance& i, const Place& place, const std::string& receiver) {
    const FieldId field = objects_.at(receiver).field;
    if (base::is_none(field)) return;
    if (!program_.is(field, Access::kStatic)) {
      for (const std::string& holder : at(argument(i, 0))) access_in(i, holder, field);
      return;
    }
    initialise(&place, program_.owner(field));
    const Type type = program_.type(field);
    if (type.is_reference()) access(i, static_pointer(field), type);
  }
  void access_memory(const Instance& i, const std::string& holder) {
    if (objects_.at(holder).type.is_array()) {
      access_elements(i, holder);
      return;
    }
    for (const FieldId field : fields_of_offset(i))
      if (!program_.is(field, Access::kStatic)) access_in(i, holder, field);
  }
  std::vector<FieldId> fields_of_offset(const Instance& i) {
    std::vector<FieldId> found;
    const Instruction* call = call_of(i);
    const Body* body = program_.body(i.site_method);
    if (call == nullptr || body->list(*call).size() < 3) return found;
    const Instruction& offset = body->instructions[body->list(*call)[2]];
    if (offset.opcode != Opcode::kGetStatic) return found;
    const auto held = program_.resolve_field(program_.owner(i.site_method),
                                             static_cast<ir::FieldRef>(offset.b), true);
    if (!held.runs()) return found;
    const ClassId owner = program_.owner(held.member);
    if (program_.is_phantom(owner)) return found;
    const MethodId initialiser = program_.declared_method(owner, "<clinit>", "()V");
    const Body* setting = base::is_none(initialiser) ? nullptr : program_.body(initialiser);
    if (setting == nullptr) return found;
    for (const Instruction& put : setting->instructions) {
      if (put.opcode != Opcode::kPutStatic) continue;
      const auto set = program_.resolve_field(owner, static_cast<ir::FieldRef>(put.b), true);
      const Instruction& value = setting->instructions[put.c];
      if (!set.runs() || set.member != held.member || value.opcode != Opcode::kInvoke) continue;
      Type of;
      std::string_view name;
      for (const std::uint32_t operand : setting->list(value)) {
        const Instruction& given = setting->instructions[operand];
        if (given.opcode == Opcode::kConstClass)
          of = program_.type_of(owner, ir::TypeRef::from_bits(given.a));
        if (given.opcode == Opcode::kConstString)
          name = program_.code(owner)->symbols.string(static_cast<ir::StringRef>(given.a));
      }
      if (!of.exists() || !of.is_class() || program_.is_phantom(of.class_id())) continue;
      for (std::uint32_t n = 0; n < program_.field_count(of.class_id()); ++n) {
        const auto field =
            base::id_at<FieldId>(base::index(program_.first_field(of.class_id())) + n);
        if (program_.name(field) == name) found.push_back(field);
      }
    }
    return found;
  }

  void make_proxies(const Instance& i) {
    for (const std::string& array : at(argument(i, 1))) {
      if (!objects_.at(array).type.is_array()) continue;
      for (const std::string& object : at(array + "[]")) {
        const Type type = objects_.at(object).denotes;
        if (!type.exists() || !type.is_class() || !program_.is_interface(type.class_id())) continue;
        Object proxy{.site = fmt::format("{}:{}", i.site, type_text(type)),
                     .heap = heap(i.context, program_.owner(i.site_method), type),
                     .type = type,
                     .maker = program_.owner(i.site_method)};
        proxy.is_proxy = true;
        const std::string made = object_named(proxy);
        add(result_of(i), made);
        flow(argument(i, 2), made + "{0}");
      }
    }
  }

  static constexpr std::size_t kNowhere = ~std::size_t{0};  // no instruction
  Program& program_;
  const model::Models& models_;
  const Surroundings& surroundings_;
  std::string policy_;
  std::size_t limit_ = 0;
  std::size_t steps_down_ = 0;

  std::map<std::string, Object> objects_;
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

}  // namespace

Facts reference_facts(Program& program, const model::Models& models,
                      std::span<const MethodId> entries, std::string_view policy,
                      const Surroundings& surroundings) {
  return Twin(program, models, policy, surroundings).run(entries);
}

}  // namespace heddle::pointsto
