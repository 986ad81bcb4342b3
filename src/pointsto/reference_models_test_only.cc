// The twin: what models say of a method, and what their operations look at.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pointsto/reference_twin_test_only.h"

namespace heddle::pointsto::twin {

// --- models: rules 18 to 20
// -----------------------------------------------------------------------

void Twin::evaluate_model(const Instance& i) {
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
std::string Twin::scratch(const Instance& i, std::string_view purpose) {
  return fmt::format("?{} {}", i.text, purpose);
}

std::string Twin::argument(const Instance& i, std::size_t position) {
  return parameter(i, position + (program_.is(i.method, Access::kStatic) ? 0 : 1));
}

// Is every part of the path there?
bool Twin::leads(const Instance& i, const model::Path& path) {
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

FieldId Twin::declared_field(const model::Selector& selector, bool is_static) {
  const ClassId owner = program_.find(selector.owner);
  if (base::is_none(owner)) return base::kNone<FieldId>;
  const std::uint32_t first = base::index(program_.first_field(owner));
  for (std::uint32_t n = 0; n < program_.field_count(owner); ++n) {
    const auto field = base::id_at<FieldId>(first + n);
    if (program_.name(field) == selector.field && program_.is(field, Access::kStatic) == is_static)
      return field;
  }
  return base::kNone<FieldId>;
}

std::optional<std::string> Twin::root_of(const Instance& i, const Place& place,
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
std::vector<std::string> Twin::step(const std::vector<std::string>& pointers,
                                    const model::Selector& selector) {
  std::vector<std::string> next;
  const FieldId field = selector.element ? base::kNone<FieldId> : declared_field(selector, false);
  for (const std::string& pointer : pointers) {
    for (const std::string& object : at(pointer)) {
      if (selector.element) {
        if (objects_.at(object).type.is_array() && !is_empty(object)) next.push_back(object + "[]");
      } else if (!base::is_none(field) && is_below(object, Type(program_.owner(field)))) {
        next.push_back(field_pointer(object, field));
      }
    }
  }
  return next;
}

std::vector<std::string> Twin::read(const Instance& i, const Place& place,
                                    const model::Path& path) {
  const auto root = root_of(i, place, path);
  if (!root) return {};
  std::vector<std::string> pointers{*root};
  for (const model::Selector& selector : path.selectors) pointers = step(pointers, selector);
  return pointers;
}

void Twin::write(const Instance& i, const Place& place, const model::Path& path,
                 const std::string& from) {
  const auto root = root_of(i, place, path);
  if (!root) return;
  if (path.selectors.empty()) {
    HEDDLE_CHECK(path.root == model::Path::Root::kResult || path.root == model::Path::Root::kStatic,
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
std::optional<Type> Twin::type_of_descriptor(std::string_view descriptor) {
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
std::optional<std::string> Twin::made_by_call(const Instance& i, const Place& place, Type type) {
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

void Twin::create(const Instance& i, const Place& place, const model::Creation& creation) {
  const auto type = type_of_descriptor(creation.type);
  HEDDLE_CHECK(type.has_value(), creation.type);
  const auto object = made_by_call(i, place, *type);
  if (!object) return;
  const std::string pointer = scratch(i, *object);
  add(pointer, *object);
  write(i, place, creation.into, pointer);
}

void Twin::call_from_model(const Instance& i, const Place& place, const model::Call& named,
                           const model::Start* start) {
  const ClassId owner = program_.find(named.method.owner);
  if (base::is_none(owner)) return;
  const MethodId method =
      program_.declared_method(owner, named.method.name, named.method.descriptor);
  if (base::is_none(method) || program_.is(method, Access::kStatic) == named.on.has_value()) return;
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
        if (start != nullptr &&
            (start->kind == model::StartKind::kThread || start->kind == model::StartKind::kHook))
          add("threads", object);
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

std::string Twin::path_text(const model::Path& path) {
  std::string text = fmt::format("{}.{}.{}.{}", static_cast<int>(path.root), path.argument,
                                 path.field.owner, path.field.field);
  for (const model::Selector& selector : path.selectors)
    text += fmt::format(".{}.{}.{}", selector.element, selector.owner, selector.field);
  return text;
}

// Rule 20: docs/formats/models.md has the table.
void Twin::operate(const Instance& i, const Place& place) {
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

// --- operands of operations
// -----------------------------------------------------------------------

std::vector<std::size_t> Twin::arguments_of_type(const Instance& i, std::string_view type) {
  const Type wanted(program_.require(type));
  std::vector<std::size_t> found;
  for (std::size_t n = 0; n < program_.parameter_count(i.method); ++n)
    if (program_.parameter_type(i.method, n) == wanted)
      found.push_back(n + (program_.is(i.method, Access::kStatic) ? 0 : 1));
  return found;
}

std::string Twin::last_argument(const Instance& i) {
  const std::size_t count =
      is_polymorphic(i.method) ? i.argument_count : program_.parameter_count(i.method);
  return count == 0 ? "" : argument(i, count - 1);
}

bool Twin::is_in_platform(const Instance& i) {
  return program_.layer(program_.owner(i.site_method)) == Layer::kPlatform;
}

bool Twin::is_outside_platform(ClassId type) {
  return !program_.is_phantom(type) && program_.layer(type) != Layer::kPlatform;
}

// Where the class is whose members are looked for.
std::size_t Twin::holder(const Instance& i) {
  const auto told = arguments_of_type(i, "java/lang/Class");
  return told.empty() ? 0 : told[0];
}

// The types that the class objects of a parameter are of.
std::vector<Type> Twin::classes(const Instance& i, std::size_t position) {
  std::vector<Type> types;
  if (is_in_platform(i) && !is_class_named(i, position)) return types;
  for (const std::string& object : at(parameter(i, position)))
    if (const Type type = objects_.at(object).denotes; type.exists()) types.push_back(type);
  return types;
}

// The call that a modelled method stands for; null if it is none.
const Instruction* Twin::call_of(const Instance& i) {
  const Body* body = program_.body(i.site_method);
  if (body == nullptr || i.site_index >= body->instructions.size()) return nullptr;
  const Instruction& instruction = body->instructions[i.site_index];
  return instruction.opcode == Opcode::kInvoke ? &instruction : nullptr;
}

bool Twin::is_class_named(const Instance& i, std::size_t position) {
  const Instruction* given = given_by(i, position);
  return is_constant_class(i, position) ||
         (given != nullptr && given->opcode == Opcode::kInvoke &&
          operation_of(program_.owner(i.site_method), *given) == model::Operation::kClassForName);
}

bool Twin::is_constant_class(const Instance& i, std::size_t position) {
  const Instruction* given = given_by(i, position);
  return given != nullptr && given->opcode == Opcode::kConstClass;
}

// The instruction whose value is an operand of the call.
const Instruction* Twin::given_by(const Instance& i, std::size_t position) {
  const auto value = value_given(i, position);
  return value ? &program_.body(i.site_method)->instructions[*value] : nullptr;
}

std::optional<std::size_t> Twin::value_given(const Instance& i, std::size_t position) {
  const Instruction* call = call_of(i);
  const Body* body = program_.body(i.site_method);
  if (call == nullptr || position >= body->list(*call).size()) return std::nullopt;
  return body->list(*call)[position];
}

bool Twin::is_class_wanted(const Instance& i) {
  const Body* body = program_.body(i.site_method);
  return body != nullptr && is_locked(*body, i.site_index);
}

std::vector<std::string> Twin::literals(const std::string& pointer) {
  std::vector<std::string> texts;
  for (const std::string& object : at(pointer))
    if (object.starts_with('"')) texts.push_back(object.substr(1, object.size() - 2));
  return texts;
}

}  // namespace heddle::pointsto::twin
