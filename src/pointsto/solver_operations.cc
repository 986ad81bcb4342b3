// What models cannot say in paths: reflection, field handles, raw memory, clones.
//
// An operation looks at all its operands again whenever one of them has news; there are few of
// them, and what an operation did already for a pair of objects is remembered, so nothing is done
// twice. The meaning of each is in docs/formats/models.md.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/name_parts.h"
#include "pointsto/solver.h"

namespace heddle::pointsto {

using base::index;
using model::Operation;

namespace {

constexpr ObjectId kNoObject = base::kNone<ObjectId>;
// Marks that the classes in texts were given.
constexpr ObjectId kTexts = base::id_at<ObjectId>(0xFFFF'FFFE);
// Marks a value of the caller that is watched for the names of classes.
constexpr ObjectId kNames = base::id_at<ObjectId>(0xFFFF'FFFD);
// Marks a method that may be the one that was asked for.
constexpr ObjectId kGuessed = base::id_at<ObjectId>(0xFFFF'FFFC);
// Marks an operation that waits for the program.
constexpr ObjectId kWaits = base::id_at<ObjectId>(0xFFFF'FFFB);
// Of arrays that reflection makes: in a loop it could make ever more.
constexpr std::uint32_t kMostDimensions = 4;

std::string internal_name(std::string_view dotted) {
  std::string name(dotted);
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

}  // namespace

// One operation of one instance, with its operands at hand.
class Solver::Operator {
 public:
  Operator(Solver& solver, InstanceId id, std::uint32_t number)
      : solver_(solver),
        state_(solver.state_),
        program_(solver.program_),
        graph_(solver.graph_),
        id_(id),
        here_(state_.instances[index(id)]),
        operation_(here_.shape->specials[number]),
        site_(here_.first_call + static_cast<std::uint32_t>(here_.shape->calls.size()) + number),
        by_(solver.caller(id, kModelInstruction)),
        first_argument_(program_.is(here_.method, ir::Access::kStatic) ? 0 : 1) {}

  void run() {
    switch (operation_.operation) {
      case Operation::kNone:
      case Operation::kCurrentThread: return;
      case Operation::kClassOf: class_of(); return;
      case Operation::kClone: clone(); return;
      case Operation::kClassForName: class_for_name(); return;
      case Operation::kNewInstance: new_instance(); return;
      case Operation::kFindMethod: find_methods(); return;
      case Operation::kFindConstructor: find_constructors(); return;
      case Operation::kAllMethods: all_members(""); return;
      case Operation::kAllConstructors: all_members("<init>"); return;
      case Operation::kInvokeMethod: invoke_method(); return;
      case Operation::kInvokeConstructor: invoke_constructor(); return;
      case Operation::kFindField: find_field(0, argument(0)); return;
      case Operation::kFindHandle: find_handle(); return;
      case Operation::kFindUpdater: find_field(first_argument_, last_argument()); return;
      case Operation::kReadField: access_field(true, false); return;
      case Operation::kWriteField: access_field(false, true); return;
      case Operation::kExchangeField: access_field(true, true); return;
      case Operation::kReadMemory: access_memory(true, false); return;
      case Operation::kWriteMemory: access_memory(false, true); return;
      case Operation::kExchangeMemory: access_memory(true, true); return;
      case Operation::kLoadService: load_service(); return;
      case Operation::kProxy: make_proxies(); return;
      case Operation::kNewArray: new_array(); return;
      case Operation::kComponentType: component_type(); return;
      case Operation::kClassName: class_name(); return;
      case Operation::kEnumConstants: enum_constants(); return;
      case Operation::kInvokeHandle: invoke_handle(); return;
      case Operation::kLoadBundle: load_bundle(); return;
    }
  }

  void provide_rest(ir::ClassId service, ObjectId loader) {
    const std::string_view name = program_.name(service);
    const std::vector<std::string> known = providers(name, true);
    std::vector<std::string> rest = providers(name, false);
    std::erase_if(rest, [&](const std::string& provider) {
      return std::find(known.begin(), known.end(), provider) != known.end();
    });
    provide(rest, loader);
  }

 private:
  // --- operands ----------------------------------------------------------------------------------

  [[nodiscard]] NodeId parameter(std::size_t position) const {
    if (position >= operation_.arguments.size()) return base::kNone<NodeId>;
    const std::uint32_t variable = operation_.arguments[position];
    return variable == kNoVariable ? base::kNone<NodeId> : here_.node(variable);
  }
  [[nodiscard]] NodeId receiver() const { return parameter(0); }
  [[nodiscard]] NodeId argument(std::size_t position) const {
    return parameter(position + first_argument_);
  }
  [[nodiscard]] NodeId result() const {
    return operation_.result == kNoVariable ? base::kNone<NodeId> : here_.node(operation_.result);
  }
  [[nodiscard]] const ir::Instruction* call() const {
    const ir::Body* body = program_.body(by_.method);
    if (body == nullptr || by_.instruction >= body->instructions.size()) return nullptr;
    const ir::Instruction& instruction = body->instructions[by_.instruction];
    return instruction.opcode == ir::Opcode::kInvoke ? &instruction : nullptr;
  }
  // What the call gives last; a signature-polymorphic method is given as much as the call likes.
  [[nodiscard]] NodeId last_argument() const {
    const ir::Method* declared = program_.declaration(here_.method);
    const bool polymorphic = declared != nullptr && declared->signature_polymorphic;
    const ir::Instruction* instruction = polymorphic ? call() : nullptr;
    const std::size_t count =
        instruction != nullptr ? std::min<std::size_t>(instruction->c, operation_.arguments.size())
                               : operation_.arguments.size();
    return count == 0 ? base::kNone<NodeId> : parameter(count - 1);
  }
  // Objects are listed before anything is done with them: doing may move sets.
  [[nodiscard]] std::vector<ObjectId> objects(NodeId node) const {
    std::vector<ObjectId> list;
    if (!base::is_none(node))
      graph_.points(node).for_each([&](ObjectId object) { list.push_back(object); });
    return list;
  }
  [[nodiscard]] Object at(ObjectId id) const { return state_.objects[index(id)]; }
  [[nodiscard]] Site site(ObjectId id) const { return state_.sites[at(id).site]; }

  // True the first time for these two.
  bool once(ObjectId a, ObjectId b = kNoObject) {
    const std::uint64_t words[] = {std::uint64_t{site_} << 32U | index(a), index(b)};
    return solver_.operated_.insert(XXH3_64bits(words, sizeof words)).second;
  }

  void give(ObjectId object) {
    if (!base::is_none(result())) graph_.add_object(result(), object);
  }
  void give(SiteId fixed) { give(solver_.fixed_object(fixed)); }
  void initialize(ir::ClassId id) { solver_.initialize_from(id_, site_, kModelInstruction, id); }
  ObjectId make(ir::Type type) {
    if (type.is_class()) initialize(type.class_id());
    const ContextId heap = state_.chooser.heap(by_.method, by_.context, type);
    return solver_.object(state_.sites.at(SiteKind::kCreated, by_.method, by_.instruction, type),
                          heap);
  }
  void unknown() {
    if (!once(kNoObject)) return;
    state_.unmodelled.push_back({.kind = Unmodelled::Kind::kReflection,
                                 .method = by_.method,
                                 .instruction = by_.instruction,
                                 .what = method_text(program_, here_.method)});
  }
  // The type a class object is of; none if it is not known.
  ir::Type class_type(ObjectId object) {
    const Site from = site(object);
    return from.kind == SiteKind::kClass ? ir::Type::from_bits(from.a) : ir::Type();
  }
  // Of a parameter by its position; the receiver has none.
  ir::Type argument_type(std::size_t position) {
    const bool counts = position >= first_argument_ &&
                        position - first_argument_ < program_.parameter_count(here_.method);
    return counts ? program_.parameter_type(here_.method, position - first_argument_) : ir::Type();
  }
  // The classes that reflection is followed on. Platform code is handed classes from everywhere:
  // there only a class that the very method names counts.
  std::vector<ObjectId> classes(std::size_t position) {
    const NodeId node = parameter(position);
    if (!in_platform() || is_named_here(position)) return objects(node);
    if (!base::is_none(node) && !graph_.points(node).empty()) unknown();
    return {};
  }
  [[nodiscard]] bool in_platform() const {
    return program_.layer(program_.owner(by_.method)) == ir::Layer::kPlatform;
  }
  // The instruction that gives the operand, in the caller; null if no call is made there.
  [[nodiscard]] const ir::Instruction* given(std::size_t position) const {
    const ir::Instruction* instruction = call();
    if (instruction == nullptr || position >= instruction->c) return nullptr;
    const ir::Body& body = *program_.body(by_.method);
    return &body.at(body.values(*instruction)[position]);
  }
  [[nodiscard]] bool is_constant_class(std::size_t position) const {
    const ir::Instruction* operand = given(position);
    return operand != nullptr && operand->opcode == ir::Opcode::kConstClass;
  }
  [[nodiscard]] bool is_named_here(std::size_t position) const {
    if (is_constant_class(position)) return true;
    const ir::Instruction* operand = given(position);
    if (operand == nullptr || operand->opcode != ir::Opcode::kInvoke) return false;
    const auto resolved = program_.resolve_method(
        program_.owner(by_.method), static_cast<ir::MethodRef>(operand->a), operand->invocation());
    const model::Method* model = resolved.runs() ? state_.world.model(resolved.member) : nullptr;
    return model != nullptr && model->operation == Operation::kClassForName;
  }
  // A literal's text; nothing for other strings.
  std::optional<std::string_view> text(ObjectId object) {
    const Site from = site(object);
    if (from.kind != SiteKind::kLiteral) return std::nullopt;
    return state_.sites.text(from.a);
  }

  // --- objects and classes -----------------------------------------------------------------------

  // Which class it is matters where the call's value is locked at once, and of arrays, outside the
  // platform: people make another array of the same type.
  void class_of() {
    const bool locked = solver_.is_locked_at_once(by_.method, by_.instruction);
    const bool in_platform = program_.layer(program_.owner(by_.method)) == ir::Layer::kPlatform;
    bool some_other = in_platform && !locked && !graph_.points(receiver()).empty();
    for (const ObjectId object : some_other ? std::vector<ObjectId>() : objects(receiver())) {
      const ir::Type type = state_.types.type(at(object).type);
      if (locked || type.is_array()) {
        give(state_.sites.class_object(type, state_.world.class_type()));
      } else {
        some_other = true;
      }
    }
    if (some_other) give(solver_.make_machine_object(state_.world.class_type()));
  }

  // Copies that the platform makes for itself are not told from what they copy: there are too many
  // sorts of arrays in its hands.
  void clone() {
    if (program_.layer(program_.owner(by_.method)) == ir::Layer::kPlatform) {
      for (const ObjectId object : objects(receiver())) give(object);
      return;
    }
    for (const ObjectId object : objects(receiver())) {
      const ir::Type type = state_.types.type(at(object).type);
      if (!state_.types.can_be_made(type)) continue;
      const ObjectId made = make(type);
      give(made);
      if (made == object || !once(object)) continue;
      const std::uint32_t slots = state_.types.slots(at(object).type);
      if (slots == 0) continue;
      const NodeId from = solver_.first_slot(object);
      const NodeId to = solver_.first_slot(made);
      for (std::uint32_t i = 0; i < slots; ++i) {
        graph_.add_edge(base::id_at<NodeId>(index(from) + i), base::id_at<NodeId>(index(to) + i));
      }
    }
  }

  void class_for_name() {
    for (std::size_t i = first_argument_; i < operation_.arguments.size(); ++i) {
      if (argument_type(i) != state_.world.string()) continue;
      if (const auto parts = parts_of(i)) {
        for (const std::string& name : names_of(*parts)) give_class_named(name);
        continue;
      }
      for (const ObjectId name : objects(parameter(i))) {
        const auto literal = text(name);
        if (literal && give_class_named(*literal)) continue;
        unknown();
        if (!literal && !in_platform()) give_classes_in_texts();
      }
    }
  }

  // With dots; false if there is no such class.
  bool give_class_named(std::string_view name) {
    if (name.find('/') != std::string_view::npos) return false;
    const ir::ClassId named = program_.find(internal_name(name));
    if (base::is_none(named)) return false;
    give_class(named);
    return true;
  }

  // What the caller puts the operand together from, outside the platform.
  std::optional<std::vector<NamePart>> parts_of(std::size_t position) {
    const ir::Instruction* instruction = in_platform() ? nullptr : call();
    if (instruction == nullptr || position >= instruction->c) return std::nullopt;
    const ir::Body& body = *program_.body(by_.method);
    return name_parts(state_.world, program_.owner(by_.method), body,
                      body.values(*instruction)[position]);
  }

  // All names that the parts make.
  std::vector<std::string> names_of(const std::vector<NamePart>& parts) {
    std::vector<std::string> names{""};
    for (const NamePart& part : parts) {
      std::vector<std::string> endings{part.text};
      if (!base::is_none(part.of_class)) endings = class_names(part.of_class);
      std::vector<std::string> longer;
      for (const std::string& name : names)
        for (const std::string& ending : endings) longer.push_back(name + ending);
      names = std::move(longer);
    }
    return names;
  }

  // Of the class objects that a value of the caller holds.
  std::vector<std::string> class_names(ir::ValueId value) {
    std::vector<std::string> names;
    const auto known =
        state_.instance_ids.find(std::uint64_t{index(by_.method)} << 32U | index(by_.context));
    if (known == state_.instance_ids.end()) return names;
    const Instance& asking = state_.instances[index(known->second)];
    const std::uint32_t variable = asking.shape->variable_of[index(value)];
    if (variable == kNoVariable) return names;
    const NodeId node = asking.node(variable);
    for (const ObjectId object : objects(node)) {
      const ir::Type type = class_type(object);
      if (type.is_class()) names.push_back(type_text(program_, type));
    }
    if (once(kNames, base::id_at<ObjectId>(index(value)))) solver_.watch(node, id_, number());
    return names;
  }

  // Of this operation among those of the method.
  [[nodiscard]] std::uint32_t number() const {
    return site_ - here_.first_call - static_cast<std::uint32_t>(here_.shape->calls.size());
  }

  void give_class(ir::ClassId id) {
    initialize(id);
    give(state_.sites.class_object(ir::Type(id), state_.world.class_type()));
  }

  // A name that the program does not spell out itself may be read from a file it brings along.
  void give_classes_in_texts() {
    if (!once(kTexts) || !solver_.surroundings_.classes_in_texts) return;
    for (const std::string& name : solver_.surroundings_.classes_in_texts()) {
      const ir::ClassId named = program_.find(name);
      if (!base::is_none(named)) give_class(named);
    }
  }

  // Which text it is matters where the code asks a class that it names itself.
  void class_name() {
    const bool matters = !in_platform() && is_constant_class(0);
    for (const ObjectId object : objects(receiver())) {
      const ir::Type type = class_type(object);
      if (matters && type.is_class()) {
        give(state_.sites.literal(type_text(program_, type), state_.world.string()));
      } else {
        give(state_.sites.merged(state_.world.string()));
      }
    }
  }

  void enum_constants() {
    for (const ObjectId object : objects(receiver())) {
      const ir::Type type = class_type(object);
      if (!type.exists()) unknown();
      if (!type.is_class() || program_.is_phantom(type.class_id()) || !once(object)) continue;
      const ir::ClassId of = type.class_id();
      const ir::ClassId above = program_.super(of);
      if (base::is_none(above) || program_.name(above) != "java/lang/Enum") continue;
      const ir::MethodId values =
          program_.declared_method(of, "values", "()[L" + std::string(program_.name(of)) + ";");
      if (!base::is_none(values) && program_.is(values, ir::Access::kStatic))
        call_static(values, {}, result());
    }
  }

  void new_array() {
    for (const ObjectId object : classes(first_argument_)) {
      const ir::Type type = class_type(object);
      if (!type.exists()) unknown();
      const bool can_be = type.exists() && type != ir::Type::primitive(ir::kVoidType) &&
                          type.dimensions() < kMostDimensions;
      if (can_be) give(make(type.array()));
    }
  }

  void component_type() {
    for (const ObjectId object : classes(0)) {
      const ir::Type type = class_type(object);
      if (!type.exists()) unknown();
      if (type.is_array())
        give(state_.sites.class_object(type.element(), state_.world.class_type()));
    }
  }

  // --- methods -----------------------------------------------------------------------------------

  Request request(ir::MethodId method, ir::Invocation invocation) {
    return {.caller = id_,
            .site = site_,
            .instruction = kModelInstruction,
            .method = method,
            .invocation = invocation,
            .starts = false,
            .started = base::kNone<SiteId>,
            .arguments = {},
            .result = base::kNone<NodeId>,
            .thrown = here_.node(here_.shape->thrown)};
  }

  void new_instance() {
    for (std::size_t i = 0; i < operation_.arguments.size(); ++i) {
      if (i >= first_argument_ && argument_type(i) != state_.world.class_type()) continue;
      for (const ObjectId object : classes(i)) {
        const ir::Type type = class_type(object);
        if (!type.exists()) unknown();
        if (type.is_array()) give(make(type));
        if (!type.is_class() || !once(object)) continue;
        if (const auto made = construct_plainly(type.class_id())) give(*made);
      }
    }
  }

  void find_methods() {
    for (const ObjectId object : classes(holder_position())) {
      const ir::Type type = class_type(object);
      if (!type.is_class()) {
        unknown();
        give_some_method();
        continue;
      }
      for (const ObjectId name : objects(parameter(position_of(state_.world.string())))) {
        const auto literal = text(name);
        if (!literal) {
          unknown();
          if (is_outside_platform(type.class_id()))
            give(state_.sites.methods(type.class_id(), "", program_.result_type(here_.method)));
          continue;
        }
        if (literal->starts_with('<') || !has_method(type.class_id(), *literal)) continue;
        give(state_.sites.methods(type.class_id(), *literal, program_.result_type(here_.method)));
      }
    }
  }

  // Which one may be told by what it is invoked on.
  void give_some_method() {
    const ir::Type given = program_.result_type(here_.method);
    if (!in_platform() && state_.types.can_be_made(given)) give(solver_.make_machine_object(given));
  }
  bool is_outside_platform(ir::ClassId id) {
    return !program_.is_phantom(id) && program_.layer(id) != ir::Layer::kPlatform;
  }

  void find_constructors() {
    for (const ObjectId object : classes(holder_position())) {
      const ir::Type type = class_type(object);
      if (!type.is_class()) {
        unknown();
        continue;
      }
      give(state_.sites.methods(type.class_id(), "<init>", program_.result_type(here_.method)));
    }
  }

  // The first argument of a type; behind the last if there is none.
  std::size_t position_of(ir::Type type) {
    std::size_t position = first_argument_;
    while (position < operation_.arguments.size() && argument_type(position) != type) ++position;
    return position;
  }
  // Of the class whose members are looked for: a lookup is told it, a class object is it.
  std::size_t holder_position() {
    const std::size_t told = position_of(state_.world.class_type());
    return told < operation_.arguments.size() ? told : 0;
  }

  // Who asks for all of them picks by means we do not follow: any of them may be picked.
  void all_members(std::string_view name) {
    if (graph_.points(receiver()).empty()) return;
    unknown();
    const ir::Type given = program_.result_type(here_.method);
    const ObjectId array = make(given);
    const NodeId elements = solver_.element_node(array);
    if (state_.types.can_be_made(given.element()))
      graph_.add_object(elements, solver_.make_machine_object(given.element()));
    give(array);
    if (in_platform()) return;
    for (const ObjectId object : objects(receiver())) {
      const ir::Type type = class_type(object);
      if (!type.is_class() || !is_outside_platform(type.class_id())) continue;
      const SiteId members = state_.sites.methods(type.class_id(), name, given.element());
      graph_.add_object(elements, solver_.fixed_object(members));
    }
  }

  bool has_method(ir::ClassId of, std::string_view name) {
    const std::uint64_t key = std::uint64_t{index(of)} << 32U ^ base::hash_text(name);
    const auto [place, fresh] = solver_.has_methods_.try_emplace(key, false);
    if (fresh) place->second = !methods_named(of, name).empty();
    return place->second;
  }

  // Of the class and, but for constructors, of all above it.
  std::vector<ir::MethodId> methods_named(ir::ClassId of, std::string_view name) {
    std::vector<ir::ClassId> classes{of};
    if (name != "<init>") {
      for (ir::ClassId above = program_.super(of); !base::is_none(above);
           above = program_.super(above))
        classes.push_back(above);
      for (const ir::ClassId above : program_.all_interfaces(of)) classes.push_back(above);
    }
    std::vector<ir::MethodId> found;
    for (const ir::ClassId id : classes) {
      if (program_.is_phantom(id)) continue;
      if (name.empty() && id == program_.object()) continue;
      for (std::uint32_t i = 0; i < program_.method_count(id); ++i) {
        const ir::MethodId method = base::id_at<ir::MethodId>(index(program_.first_method(id)) + i);
        const std::string_view called = program_.name(method);
        if (name.empty() ? called.front() != '<' : called == name) found.push_back(method);
      }
    }
    return found;
  }

  // A node for each parameter of the method, fed from the elements of the arrays in `from`.
  std::vector<NodeId> spread(NodeId from, ir::MethodId method) {
    std::vector<NodeId> parameters;
    for (std::size_t i = 0; i < program_.parameter_count(method); ++i) {
      const ir::Type type = program_.parameter_type(method, i);
      if (!type.is_reference()) {
        parameters.push_back(base::kNone<NodeId>);
        continue;
      }
      const NodeId node = solver_.own_node(kNobody);
      graph_.add_edge(elements(from), node, state_.types.filter(type));
      parameters.push_back(node);
    }
    return parameters;
  }

  // One node with what is in the arrays so far; later arrays are added when they come.
  NodeId elements(NodeId from) {
    const auto [place, fresh] = solver_.gathered_.try_emplace(index(from), base::kNone<NodeId>);
    if (fresh) place->second = solver_.own_node(kNobody);
    return place->second;
  }
  void gather(NodeId from) {
    const NodeId gathered = elements(from);
    for (const ObjectId array : objects(from)) {
      if (solver_.holds_references(array) && once(array, array))
        graph_.add_edge(solver_.element_node(array), gathered);
    }
  }

  // The sites of the receiver's method objects that come for the first time.
  std::vector<Site> new_methods() {
    std::vector<Site> found;
    for (const ObjectId object : objects(receiver())) {
      const Site from = site(object);
      if (from.kind != SiteKind::kMethods) {
        unknown();
      } else if (once(object)) {
        found.push_back(from);
      }
    }
    return found;
  }

  void invoke_method() {
    gather(argument(1));
    for (const Site& from : new_methods()) {
      const std::string_view name = state_.sites.text(from.b);
      if (name == "<init>") continue;
      for (const ir::MethodId method : methods_named(base::id_at<ir::ClassId>(from.a), name))
        if (!name.empty() || may_be_guessed(method, true)) invoke(method);
    }
    invoke_guessed();
  }

  // Some method that nobody knows, on what the caller says is of a class of the program: any that
  // is public there.
  void invoke_guessed() {
    const ir::Type said = said_type(first_argument_);
    if (in_platform() || !said.is_class() || !is_outside_platform(said.class_id()) ||
        !holds_some_method(receiver()))
      return;
    for (const ObjectId object : objects(argument(0))) {
      const ir::Type type = state_.types.type(at(object).type);
      if (!type.is_class() || !state_.types.is_subtype(at(object).type, said) ||
          !once(object, kGuessed))
        continue;
      for (const ir::MethodId method : methods_named(type.class_id(), "")) {
        if (may_be_guessed(method, false) && once(kGuessed, base::id_at<ObjectId>(index(method))))
          invoke(method);
      }
    }
  }
  bool may_be_guessed(ir::MethodId method, bool is_static) {
    return program_.is(method, ir::Access::kPublic) &&
           program_.is(method, ir::Access::kStatic) == is_static &&
           is_outside_platform(program_.owner(method));
  }
  // One of which the name is not known.
  bool holds_some_method(NodeId node) {
    const std::vector<ObjectId> held = objects(node);
    return std::any_of(held.begin(), held.end(), [&](ObjectId one) {
      const Site from = site(one);
      return from.kind == SiteKind::kMachine ||
             (from.kind == SiteKind::kMethods && state_.sites.text(from.b).empty());
    });
  }

  // The type that an operand has in the caller.
  ir::Type said_type(std::size_t position) {
    const ir::Instruction* instruction = call();
    if (instruction == nullptr || position >= instruction->c) return {};
    const ir::Body& body = *program_.body(by_.method);
    const ir::TypeRef ref = body.types[index(body.values(*instruction)[position])];
    return ref == ir::kNullType ? ir::Type() : program_.type_of(program_.owner(by_.method), ref);
  }

  void invoke(ir::MethodId method) {
    const bool is_static = program_.is(method, ir::Access::kStatic);
    const ir::Invocation invocation = is_static ? ir::Invocation::kStatic
                                      : program_.is_interface(program_.owner(method))
                                          ? ir::Invocation::kInterface
                                          : ir::Invocation::kVirtual;
    Request asked = request(method, invocation);
    asked.arguments = spread(argument(1), method);
    if (program_.result_type(method).is_reference()) asked.result = result();
    if (!is_static) {
      solver_.ask_later(std::move(asked), argument(0));
      return;
    }
    call_static(method, asked.arguments, asked.result);
  }

  void call_static(ir::MethodId method, std::span<const NodeId> arguments, NodeId value) {
    initialize(program_.owner(method));
    const InstanceId to = solver_.callee(id_, kModelInstruction, method, nullptr);
    solver_.note_edge(id_, site_, kModelInstruction, to, false);
    solver_.connect(to, arguments, value, here_.node(here_.shape->thrown));
  }

  void invoke_constructor() {
    gather(argument(0));
    for (const Site& from : new_methods()) {
      if (state_.sites.text(from.b) != "<init>") continue;
      construct(base::id_at<ir::ClassId>(from.a),
                [&](ir::MethodId constructor) { return spread(argument(0), constructor); });
    }
  }

  template <typename Arguments>
  void construct(ir::ClassId of, const Arguments& arguments_of) {
    if (!state_.types.can_be_made(ir::Type(of))) return;
    const ObjectId made = make(ir::Type(of));
    for (const ir::MethodId constructor : methods_named(of, "<init>")) {
      Request asked = request(constructor, ir::Invocation::kSpecial);
      asked.arguments = arguments_of(constructor);
      solver_.answer(asked, made, constructor);
    }
    give(made);
  }

  // The arguments of the call from that position on, in a row.
  std::vector<NodeId> row(std::size_t from) {
    std::vector<NodeId> nodes;
    for (std::size_t i = from; i < operation_.arguments.size(); ++i) nodes.push_back(parameter(i));
    return nodes;
  }

  void invoke_handle() {
    for (const Site& from : new_methods()) {
      const ir::ClassId of = base::id_at<ir::ClassId>(from.a);
      const std::string_view name = state_.sites.text(from.b);
      if (name == "<init>") {
        construct(of, [&](ir::MethodId) { return row(1); });
        continue;
      }
      if (name.empty()) continue;
      for (const ir::MethodId method : methods_named(of, name)) run_handle(method);
    }
  }

  void run_handle(ir::MethodId method) {
    const NodeId value =
        program_.result_type(method).is_reference() ? result() : base::kNone<NodeId>;
    if (program_.is(method, ir::Access::kStatic)) {
      call_static(method, row(1), value);
      return;
    }
    Request asked =
        request(method, program_.is_interface(program_.owner(method)) ? ir::Invocation::kInterface
                                                                      : ir::Invocation::kVirtual);
    asked.arguments = row(2);
    asked.result = value;
    if (!base::is_none(parameter(1))) solver_.ask_later(std::move(asked), parameter(1));
  }

  // --- fields ------------------------------------------------------------------------------------

  ir::FieldId field_named(ir::ClassId of, std::string_view name) {
    for (ir::ClassId id = of; !base::is_none(id); id = program_.super(id)) {
      if (program_.is_phantom(id)) continue;
      for (std::uint32_t i = 0; i < program_.field_count(id); ++i) {
        const ir::FieldId field = base::id_at<ir::FieldId>(index(program_.first_field(id)) + i);
        if (program_.name(field) == name) return field;
      }
    }
    return base::kNone<ir::FieldId>;
  }

  void find_field(std::size_t class_position, NodeId names) {
    for (const ObjectId object : classes(class_position)) {
      const ir::Type type = class_type(object);
      if (type.is_class()) {
        find_field(type.class_id(), names);
      } else {
        unknown();
      }
    }
  }

  void find_field(ir::ClassId of, NodeId names) {
    for (const ObjectId name : objects(names)) {
      const auto literal = text(name);
      const ir::FieldId field = literal ? field_named(of, *literal) : base::kNone<ir::FieldId>;
      if (base::is_none(field)) {
        unknown();
        continue;
      }
      give(state_.sites.field(field, program_.result_type(here_.method)));
    }
  }

  // The name is the first text; the class stands in front of it, or is that of the caller.
  void find_handle() {
    const std::size_t name = position_of(state_.world.string());
    if (name > first_argument_ && argument_type(name - 1) == state_.world.class_type()) {
      find_field(name - 1, parameter(name));
    } else {
      find_field(program_.owner(by_.method), parameter(name));
    }
  }

  void read(NodeId pointer) {
    if (!base::is_none(result())) graph_.add_edge(pointer, result());
  }
  void write(NodeId pointer, FilterId filter) {
    if (!base::is_none(last_argument())) graph_.add_edge(last_argument(), pointer, filter);
  }
  void access(NodeId pointer, FilterId filter, bool reads, bool writes) {
    if (reads) read(pointer);
    if (writes) write(pointer, filter);
  }

  void access_elements(ObjectId array, bool reads, bool writes) {
    if (solver_.holds_references(array) && once(array)) {
      access(solver_.element_node(array), solver_.element_filter(array), reads, writes);
    }
  }

  void access_object(ObjectId holder, ir::FieldId field, ObjectId key, bool reads, bool writes) {
    if (!state_.types.is_subtype(at(holder).type, ir::Type(program_.owner(field)))) return;
    if (once(holder, key)) {
      access(solver_.field_node(holder, field), state_.types.filter(program_.type(field)), reads,
             writes);
    }
  }

  void access_field(bool reads, bool writes) {
    const std::vector<ObjectId> holders = objects(argument(0));
    for (const ObjectId holder : holders) access_elements(holder, reads, writes);
    for (const ObjectId handle : objects(receiver())) {
      const Site from = site(handle);
      if (from.kind != SiteKind::kField) {
        if (!state_.types.is_subtype(at(handle).type,
                                     ir::Type(program_.require("java/lang/invoke/VarHandle"))))
          unknown();
        continue;
      }
      const ir::FieldId field = base::id_at<ir::FieldId>(from.a);
      const bool is_static = program_.is(field, ir::Access::kStatic);
      if (is_static) initialize(program_.owner(field));
      if (!program_.type(field).is_reference()) continue;
      if (is_static) {
        if (!once(handle)) continue;
        access(solver_.static_node(field), state_.types.filter(program_.type(field)), reads,
               writes);
        continue;
      }
      for (const ObjectId holder : holders) access_object(holder, field, handle, reads, writes);
    }
  }

  void access_memory(bool reads, bool writes) {
    const std::vector<ir::FieldId> fields = solver_.offset_fields(by_.method, by_.instruction);
    for (const ObjectId holder : objects(argument(0))) {
      if (state_.types.type(at(holder).type).is_array()) {
        access_elements(holder, reads, writes);
        continue;
      }
      if (fields.empty()) unknown();
      for (const ir::FieldId field : fields) {
        if (!program_.type(field).is_reference() || program_.is(field, ir::Access::kStatic))
          continue;
        access_object(holder, field, base::id_at<ObjectId>(index(field)), reads, writes);
      }
    }
  }

  // --- services and proxies ----------------------------------------------------------------------

  void load_service() {
    const ir::Type loader = program_.result_type(here_.method);
    if (!state_.types.can_be_made(loader)) return;
    for (std::size_t i = first_argument_; i < operation_.arguments.size(); ++i) {
      if (argument_type(i) != state_.world.class_type() || graph_.points(parameter(i)).empty())
        continue;
      const ObjectId made = make(loader);
      give(made);
      for (const ObjectId object : objects(parameter(i))) {
        const ir::Type type = class_type(object);
        if (type.is_class() && once(object)) provide(type.class_id(), made);
      }
    }
  }

  // Platform code gets the platform's own providers first, so that the platform is solved without
  // knowing the program; the others when the program is.
  void provide(ir::ClassId service, ObjectId loader) {
    const std::string_view name = program_.name(service);
    if (solver_.in_platform_) solver_.services_loaded_.push_back({id_, number(), service, loader});
    provide(providers(name, solver_.in_platform_), loader);
  }

  std::vector<std::string> providers(std::string_view service, bool of_platform) {
    const Surroundings& around = solver_.surroundings_;
    const auto& ask =
        of_platform && around.platform_services ? around.platform_services : around.services;
    return ask ? ask(service) : std::vector<std::string>();
  }

  // Each provider is made and handed to the loader's own list, see docs/formats/models.md.
  void provide(const std::vector<std::string>& providers, ObjectId loader) {
    const ir::FieldId held =
        field_named(state_.types.type(at(loader).type).class_id(), "instantiatedProviders");
    for (const std::string& name : providers) {
      const auto made = construct_plainly(program_.find(name));
      if (made && !base::is_none(held)) graph_.add_object(solver_.field_node(loader, held), *made);
    }
  }

  // By the constructor without arguments, if there is one.
  std::optional<ObjectId> construct_plainly(ir::ClassId of) {
    if (base::is_none(of) || !state_.types.can_be_made(ir::Type(of))) return std::nullopt;
    const ir::MethodId constructor = program_.declared_method(of, "<init>", "()V");
    if (base::is_none(constructor)) return std::nullopt;
    const ObjectId made = make(ir::Type(of));
    solver_.answer(request(constructor, ir::Invocation::kSpecial), made, constructor);
    return made;
  }

  // The class of that name, and those for locales: base_en, base_de_AT. All are the program's, so
  // they wait until it is solved.
  void load_bundle() {
    if (solver_.in_platform_) {
      if (once(kWaits)) solver_.waiting_.push_back({id_, number()});
      return;
    }
    for (const ObjectId name : objects(argument(0))) {
      const auto literal = text(name);
      if (!literal || !once(name) || !solver_.surroundings_.classes_beginning) continue;
      const std::string base = internal_name(*literal);
      for (const std::string& like : solver_.surroundings_.classes_beginning(base)) {
        if (like.size() > base.size() && like[base.size()] != '_') continue;
        if (const auto made = construct_plainly(program_.find(like))) give(*made);
      }
    }
  }

  void make_proxies() {
    for (const ObjectId array : objects(argument(1))) {
      if (!solver_.holds_references(array)) continue;
      for (const ObjectId object : objects(solver_.element_node(array))) {
        const ir::Type type = class_type(object);
        if (!type.is_class() || !program_.is_interface(type.class_id())) continue;
        const SiteId at = state_.sites.at(SiteKind::kProxy, by_.method, by_.instruction, type);
        const ObjectId proxy =
            solver_.object(at, state_.chooser.heap(by_.method, by_.context, type));
        give(proxy);
        if (once(proxy) && !base::is_none(argument(2)))
          graph_.add_edge(argument(2), solver_.first_slot(proxy));
      }
      // Classes may come into the array later.
      if (once(array, array)) solver_.watch(solver_.element_node(array), id_, number());
    }
  }

  Solver& solver_;
  State& state_;
  ir::Program& program_;
  Graph& graph_;
  InstanceId id_;
  Instance here_;
  const SpecialOperation& operation_;
  std::uint32_t site_;
  Caller by_;
  std::size_t first_argument_;
};

void Solver::operate(InstanceId id, std::uint32_t number) { Operator(*this, id, number).run(); }

void Solver::give_what_waited() {
  for (const ServiceLoad& load : services_loaded_)
    Operator(*this, load.id, load.operation).provide_rest(load.service, load.loader);
  for (const Waiting& one : waiting_) operate(one.id, one.operation);
}

void Solver::begin_operation(InstanceId id, const SpecialOperation& operation) {
  if (operation.operation != Operation::kCurrentThread || operation.result == kNoVariable) return;
  graph_.add_edge(state_.threads, state_.instances[index(id)].node(operation.result));
}

// Runs the operation again when the node has news.
void Solver::watch(NodeId node, InstanceId id, std::uint32_t number) {
  const auto request_number = static_cast<std::uint32_t>(requests_.size());
  Request again;
  again.caller = id;
  again.site = number;
  again.instruction = kWatch;
  requests_.push_back(std::move(again));
  graph_.add_edge(node, own_node(kLate | request_number));
}

// Is the value of that call the operand of a monitor_enter?
bool Solver::is_locked_at_once(ir::MethodId method, std::uint32_t instruction) {
  const std::uint64_t key = std::uint64_t{index(method)} << 32U | instruction;
  const auto known = locked_at_once_.find(key);
  if (known != locked_at_once_.end()) return known->second;
  const ir::Body* body = program_.body(method);
  const bool wanted =
      body != nullptr && std::any_of(body->instructions.begin(), body->instructions.end(),
                                     [&](const ir::Instruction& user) {
                                       return user.opcode == ir::Opcode::kMonitorEnter &&
                                              user.a == instruction;
                                     });
  locked_at_once_.emplace(key, wanted);
  return wanted;
}

}  // namespace heddle::pointsto
