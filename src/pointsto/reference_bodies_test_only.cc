// The twin: instructions of bodies, and what is thrown there.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pointsto/reference_twin_test_only.h"

namespace heddle::pointsto::twin {

// --- bodies
// ---------------------------------------------------------------------------------------

// Rules 16 and 18: what stands for the method.
void Twin::evaluate(const Instance& i) {
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
bool Twin::handles_references(MethodId method) {
  if (!program_.is(method, Access::kNative) || has_result(method)) return true;
  for (std::size_t n = 0; n < program_.parameter_count(method); ++n)
    if (program_.parameter_type(method, n).is_reference()) return true;
  return false;
}

void Twin::evaluate_body(const Instance& i, const Body& body) {
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
void Twin::find_read_values(const Body& body) {
  if (read_values_.contains(&body)) return;
  std::set<std::size_t>& read = read_values_[&body];
  for (std::size_t index = 0; index < body.instructions.size(); ++index) {
    if (body.instructions[index].opcode == Opcode::kParameter) read.insert(index);
    ir::for_each_operand(body, body.instructions[index],
                         [&](ir::ValueId value) { read.insert(base::index(value)); });
  }
}

// The variable of a value, empty where there is none.
std::string Twin::value(const Instance& i, const Body& body, std::size_t id) {
  if (id == base::index(ir::kNoValue) || !read_values_.at(&body).contains(id)) return "";
  const ir::TypeRef type = body.types[id];
  const bool reference = ir::kind_of(type) == ir::Kind::kReference && type != ir::kNullType;
  return reference ? variable(i, id) : "";
}

void Twin::evaluate(const Here& here) {
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
    case Opcode::kNewArray: {  // Rule 3.
      new_array(here, type(here, ir::TypeRef::from_bits(instruction.b)), 1);
      const ir::Instruction& length = here.body.instructions[instruction.a];
      bool is_argument = false;
      for (const ir::Instruction& user : here.body.instructions) {
        if (user.opcode != Opcode::kInvoke) continue;
        for (const ir::ValueId value : here.body.values(user))
          is_argument |= base::index(value) == here.index;
      }
      if (program_.layer(here.in) == Layer::kPlatform && length.opcode == Opcode::kConstInt &&
          length.a == 0 && !is_argument)
        empty_sites_.insert(here.place.site);
      return;
    }
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

void Twin::throw_value(const Here& here) {
  const std::string throwables = "?thrown " + here.place.caller;
  flow_below(value(here, here.instruction.a), throwables,
             Type(program_.require("java/lang/Throwable")));
  here.place.thrown(throwables);
}

void Twin::new_array(const Here& here, Type made, std::size_t levels) {
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
void Twin::const_string(const Here& here) {
  const std::string text(
      program_.code(here.in)->symbols.string(static_cast<ir::StringRef>(here.instruction.a)));
  const bool matters = is_locked(here.body, here.index) ||
                       is_operand_of_operation(here.in, here.body, here.index) ||
                       (program_.layer(here.in) != Layer::kPlatform && names_class(text));
  add(own(here), matters ? literal(text) : merged_string());
}

bool Twin::names_class(std::string text) {
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
bool Twin::is_locked(const Body& body, std::size_t value) {
  return std::ranges::any_of(body.instructions, [&](const Instruction& other) {
    return other.opcode == Opcode::kMonitorEnter && other.a == value;
  });
}

bool Twin::is_lambda(const Here& here, const Instruction& instruction) {
  return instruction.opcode == Opcode::kInvokeDynamic &&
         program_.code(here.in)
                 ->symbols.call_site(static_cast<ir::CallSiteRef>(instruction.a))
                 .kind == ir::CallSiteKind::kLambda;
}

// Is it directly an argument of a call of a method with an operation?
bool Twin::is_operand_of_operation(ClassId in, const Body& body, std::size_t value) {
  return std::ranges::any_of(body.instructions, [&](const Instruction& other) {
    if (other.opcode != Opcode::kInvoke) return false;
    const auto operands = body.list(other);
    return std::ranges::find(operands, value) != operands.end() &&
           operation_of(in, other) != model::Operation::kNone;
  });
}

model::Operation Twin::operation_of(ClassId in, const Instruction& invoke) {
  const auto resolved =
      program_.resolve_method(in, static_cast<ir::MethodRef>(invoke.a), invoke.invocation());
  const model::Method* model = resolved.runs() ? model_of(resolved.member) : nullptr;
  return model == nullptr ? model::Operation::kNone : model->operation;
}

ir::Resolved<MethodId> Twin::resolve(ClassId in, const Instruction& invoke) {
  const auto ref = static_cast<ir::MethodRef>(invoke.a);
  return invoke.invocation() == Invocation::kSpecial
             ? program_.special_target(in, ref)
             : program_.resolve_method(in, ref, invoke.invocation());
}

std::string Twin::field_pointer(const std::string& object, FieldId field) {
  return object + "." + field_text(field);
}

void Twin::access_field(const Here& here) {
  const auto field =
      program_.resolve_field(here.in, static_cast<ir::FieldRef>(here.instruction.b), false);
  if (!field.runs() || !program_.type(field.member).is_reference()) return;
  for (const std::string& object : at(value(here, here.instruction.a))) {
    if (!is_below(object, Type(program_.owner(field.member)))) continue;
    const std::string pointer = field_pointer(object, field.member);
    const auto uncast = [&](std::uint32_t operand) {
      return ir::without_casts(here.body, base::id_at<ir::ValueId>(operand));
    };
    if (here.instruction.opcode == Opcode::kGetField)
      flow(pointer, own(here));
    else if (uncast(here.instruction.a) == uncast(here.instruction.c))
      add(pointer, object);
    else
      flow(value(here, here.instruction.c), pointer);
  }
}

void Twin::access_static(const Here& here) {
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
void Twin::store_element(const std::string& from, const std::string& array) {
  const Type type = objects_.at(array).type;
  if (type.is_array() && type.element().is_reference() && !is_empty(array))
    flow_below(from, array + "[]", type.element());
}

void Twin::invoke(const Here& here) {  // Rule 7.
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

void Twin::invoke_dynamic(const Here& here) {  // Rule 10.
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

void Twin::record_method(const Here& here, const CallSite& site) {  // Rule 10.
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

// --- exceptions: rule 11
// --------------------------------------------------------------------------

std::string Twin::catch_of(const Instance& i, const Body& body, const ir::Handler& handler) {
  const ir::Block& block = body.block(handler.block);
  for (std::size_t index = block.first; index < block.end; ++index)
    if (body.instructions[index].opcode == Opcode::kCatch) return value(i, body, index);
  return "";
}

bool Twin::takes(const Instance& i, const ir::Handler& handler, const std::string& object) {
  return !handler.type.exists() ||
         is_below(object, program_.type_of(program_.owner(i.method), handler.type));
}

void Twin::raise(const Instance& i, const Body& body, const ir::Block& block,
                 const std::string& pointer) {
  for (const std::string& object : at(pointer)) {
    const auto handlers = body.handlers_of(block);
    const auto first = std::ranges::find_if(
        handlers, [&](const ir::Handler& handler) { return takes(i, handler, object); });
    const std::string to = first == handlers.end() ? thrown_of(i) : catch_of(i, body, *first);
    if (!to.empty()) add(to, object);
  }
}

void Twin::catch_vm_exceptions(const Instance& i, const Body& body, const ir::Block& block) {
  for (const std::string& name : models_.vm_exceptions()) {
    const ClassId type = program_.find(name);
    if (base::is_none(type) || !is_concrete(type)) continue;
    const std::string object = *vm(Type(type));
    for (const ir::Handler& handler : body.handlers_of(block))
      if (takes(i, handler, object) && !catch_of(i, body, handler).empty())
        add(catch_of(i, body, handler), object);
  }
}

}  // namespace heddle::pointsto::twin
