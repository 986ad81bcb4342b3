// The twin: operations on objects and classes, methods, fields (docs/formats/models.md).
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pointsto/made_as.h"
#include "pointsto/reference_twin_test_only.h"

namespace heddle::pointsto::twin {

// --- objects and classes
// --------------------------------------------------------------------------

// The instance fields that hold references, of a class and its superclasses.
std::vector<FieldId> Twin::reference_fields(ClassId type) {
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

void Twin::clone(const Instance& i, const Place& place, const std::string& object) {
  const Type type = objects_.at(object).type;
  if (is_in_platform(i)) {
    const auto larger = is_empty(object) ? made_by_call(i, place, type) : object;
    if (larger) add(result_of(i), *larger);
    return;
  }
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

void Twin::class_for_name(const Instance& i, const Place& place, std::size_t position) {
  if (const auto names = composed_names(i, position)) {
    for (const std::string& name : *names) find_class(i, place, name);
    return;
  }
  for (const std::string& text : literals(parameter(i, position))) find_class(i, place, text);
  const bool has_others =
      std::ranges::any_of(at(parameter(i, position)),
                          [](const std::string& object) { return !object.starts_with('"'); });
  if (!has_others || is_in_platform(i) || !surroundings_.classes_in_texts) return;
  std::vector<Type> wanted;
  if (call_of(i) != nullptr)
    wanted = made_as(program_, program_.owner(i.site_method), *program_.body(i.site_method),
                     base::id_at<ir::ValueId>(static_cast<std::uint32_t>(i.site_index)));
  for (const std::string& name : surroundings_.classes_in_texts()) {
    const ClassId named = program_.find(name);
    const auto fits = [&](Type type) { return program_.is_subtype(Type(named), type); };
    if (wanted.empty() || (!base::is_none(named) && std::ranges::any_of(wanted, fits)))
      find_class(i, place, dotted(name));
  }
}

// The names that a concatenation of constants and names of classes makes, if it is one.
std::optional<std::vector<std::string>> Twin::composed_names(const Instance& i,
                                                             std::size_t position) {
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
      append({std::string(program_.code(in)->symbols.string(static_cast<ir::StringRef>(given.a)))});
      return true;
    }
    if (given.opcode != Opcode::kInvoke || operation_of(in, given) != model::Operation::kClassName)
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
std::optional<std::vector<std::size_t>> Twin::appended(ClassId in, const Body& body,
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

bool Twin::is_builder_call(ClassId in, const Body& body, std::size_t value, std::string_view name) {
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
std::vector<std::string> Twin::names_of_classes(const Instance& i, std::size_t value) {
  std::vector<std::string> names;
  for (const std::string& object :
       at(fmt::format("{}{}#{}", method_text(i.site_method), i.context.text(), value)))
    if (const Type type = objects_.at(object).denotes; type.exists() && type.is_class())
      names.push_back(type_text(type));
  return names;
}

void Twin::enum_constants(const Instance& i, const Place& place, Type type) {
  if (!type.exists() || !type.is_class() || program_.is_phantom(type.class_id())) return;
  const ClassId above = program_.super(type.class_id());
  if (base::is_none(above) || program_.name(above) != "java/lang/Enum") return;
  const MethodId values = program_.declared_method(
      type.class_id(), "values", fmt::format("()[L{};", program_.name(type.class_id())));
  if (base::is_none(values) || !program_.is(values, Access::kStatic)) return;
  initialise(&place, type.class_id());
  call(place, values, nullptr, {}, result_of(i), std::nullopt);
}

void Twin::load_bundle(const Instance& i, const Place& place, std::string base) {
  if (!surroundings_.classes_beginning) return;
  std::ranges::replace(base, '.', '/');
  for (const std::string& name : surroundings_.classes_beginning(base)) {
    const ClassId type = program_.find(name);
    const bool fits = name.size() == base.size() || name[base.size()] == '_';
    if (fits && !base::is_none(type)) new_instance(i, place, Type(type));
  }
}

void Twin::find_class(const Instance& i, const Place& place, std::string name) {
  if (name.find('/') != std::string::npos) return;
  std::ranges::replace(name, '.', '/');
  const ClassId type = program_.find(name);
  if (base::is_none(type)) return;
  initialise(&place, type);
  add(result_of(i), class_object(Type(type)));
}

void Twin::new_instance(const Instance& i, const Place& place, Type type) {
  if (type.is_array()) add(result_of(i), *made_by_call(i, place, type));
  if (!type.is_class() || !is_concrete(type.class_id())) return;
  const MethodId constructor = program_.declared_method(type.class_id(), "<init>", "()V");
  if (base::is_none(constructor)) return;
  const std::string made = *made_by_call(i, place, type);
  add(result_of(i), made);
  call(place, constructor, &made, {}, "", std::nullopt);
}

// --- methods
// --------------------------------------------------------------------------------------

std::vector<MethodId> Twin::declared_methods(ClassId type) {
  std::vector<MethodId> found;
  if (program_.is_phantom(type)) return found;
  for (std::uint32_t n = 0; n < program_.method_count(type); ++n)
    found.push_back(base::id_at<MethodId>(base::index(program_.first_method(type)) + n));
  return found;
}

// Of a class and those above it; without a name all that can be meant.
std::vector<MethodId> Twin::methods_named(ClassId type, std::string_view name) {
  std::vector<MethodId> found;
  for (const ClassId above : with_supertypes(type))
    for (const MethodId method : declared_methods(above))
      if (name.empty() ? above != program_.object() && !program_.name(method).starts_with('<')
                       : program_.name(method) == name)
        found.push_back(method);
  return found;
}

bool Twin::has_method(ClassId type, const std::string& name) {
  return !name.starts_with('<') && !methods_named(type, name).empty();
}

std::string Twin::methods_object(ClassId type, std::string_view name, Type as) {
  Object object{
      .site = fmt::format("methods {}.{}:{}", dotted(program_.name(type)), name, type_text(as)),
      .heap = {},
      .type = as};
  object.methods_class = type;
  object.methods_name = name;
  return object_named(object);
}

void Twin::all_members(const Instance& i, const Place& place, std::string_view name) {
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

void Twin::find_methods(const Instance& i) {
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

void Twin::invoke_handle(const Instance& i, const Place& place, const std::string& receiver) {
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

void Twin::invoke_method(const Instance& i, const Place& place, const std::string& receiver) {
  const Object object = objects_.at(receiver);
  if (object.methods_name.empty()) invoke_guessed(i, place, object);
  if (base::is_none(object.methods_class) || object.methods_name == "<init>") return;
  for (const MethodId method : methods_named(object.methods_class, object.methods_name))
    if (!object.methods_name.empty() || may_be_guessed(method, true)) invoke(i, place, method);
}

bool Twin::may_be_guessed(MethodId method, bool is_static) {
  return program_.name(method) != "main" && program_.is(method, Access::kPublic) &&
         program_.is(method, Access::kStatic) == is_static &&
         is_outside_platform(program_.owner(method));
}

// A method of which not even the name is known.
void Twin::invoke_guessed(const Instance& i, const Place& place, const Object& unknown) {
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

void Twin::invoke(const Instance& i, const Place& place, MethodId method) {
  const std::vector<std::string> arguments = spread(i, method, argument(i, 1));
  const std::string value = has_result(method) ? result_of(i) : "";
  if (program_.is(method, Access::kStatic)) {
    initialise(&place, program_.owner(method));
    call(place, method, nullptr, arguments, value, std::nullopt);
    return;
  }
  const Invocation invocation =
      program_.is_interface(program_.owner(method)) ? Invocation::kInterface : Invocation::kVirtual;
  for (const std::string& on : at(argument(i, 0)))
    call_on(place, method, invocation, on, arguments, value, std::nullopt);
}

void Twin::invoke_constructor(const Instance& i, const Place& place, const std::string& receiver) {
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
std::vector<std::string> Twin::spread(const Instance& i, MethodId method,
                                      const std::string& arrays) {
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

// --- fields
// ---------------------------------------------------------------------------------------

// The class's own, or the nearest superclass's.
FieldId Twin::field_of(ClassId type, std::string_view name) {
  for (ClassId at = type; !base::is_none(at); at = program_.super(at)) {
    if (program_.is_phantom(at)) continue;
    for (std::uint32_t n = 0; n < program_.field_count(at); ++n) {
      const auto field = base::id_at<FieldId>(base::index(program_.first_field(at)) + n);
      if (program_.name(field) == name) return field;
    }
  }
  return base::kNone<FieldId>;
}

void Twin::find_fields(const Instance& i, Type type, const std::string& names) {
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

void Twin::find_handle(const Instance& i) {
  const auto texts = arguments_of_type(i, "java/lang/String");
  if (texts.empty()) return;
  const auto class_arguments = arguments_of_type(i, "java/lang/Class");
  const std::string names = parameter(i, texts[0]);
  if (texts[0] > 0 && std::ranges::find(class_arguments, texts[0] - 1) != class_arguments.end())
    for (const Type type : classes(i, texts[0] - 1)) find_fields(i, type, names);
  else
    find_fields(i, Type(program_.owner(i.site_method)), names);
}

void Twin::access(const Instance& i, const std::string& pointer, Type type) {
  using enum model::Operation;
  const model::Operation operation = i.model->operation;
  if (operation != kWriteField && operation != kWriteMemory) flow(pointer, result_of(i));
  if (operation != kReadField && operation != kReadMemory)
    flow_below(last_argument(i), pointer, type);
}

void Twin::access_elements(const Instance& i, const std::string& object) {
  const Type type = objects_.at(object).type;
  if (type.is_array() && type.element().is_reference() && !is_empty(object))
    access(i, object + "[]", type.element());
}

void Twin::access_in(const Instance& i, const std::string& holder, FieldId field) {
  const Type type = program_.type(field);
  if (type.is_reference() && is_below(holder, Type(program_.owner(field))))
    access(i, field_pointer(holder, field), type);
}

void Twin::access_field(const Instance& i, const Place& place, const std::string& receiver) {
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

void Twin::access_memory(const Instance& i, const std::string& holder) {
  if (objects_.at(holder).type.is_array()) {
    access_elements(i, holder);
    return;
  }
  for (const FieldId field : fields_of_offset(i))
    if (!program_.is(field, Access::kStatic)) access_in(i, holder, field);
}

std::vector<FieldId> Twin::fields_of_offset(const Instance& i) {
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
      const auto field = base::id_at<FieldId>(base::index(program_.first_field(of.class_id())) + n);
      if (program_.name(field) == name) found.push_back(field);
    }
  }
  return found;
}

void Twin::make_proxies(const Instance& i) {
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

}  // namespace heddle::pointsto::twin
