// One operation of one instance, with its operands at hand: what models cannot say in paths.
// Internal to the solver.
//
// An operation looks at all its operands again whenever one of them has news, unless it looks at
// each object by itself; there are few of them, and what an operation did already for a pair of
// objects is remembered, so nothing is done twice. The meaning of each is in
// docs/formats/models.md.
//
// Lifetime: one run, within a call of the solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "pointsto/name_parts.h"
#include "pointsto/solver.h"

namespace heddle::pointsto {

class Solver::Operator {
 public:
  // `news`: what has come to the first operand; null: nobody knows.
  Operator(Solver& solver, InstanceId id, std::uint32_t number, const ObjectSet* news = nullptr);
  void run();
  void provide_rest(ir::ClassId service, ObjectId loader);

 private:
  static constexpr ObjectId kNoObject = base::kNone<ObjectId>;
  // Marks that the classes in texts were given.
  static constexpr ObjectId kTexts = base::id_at<ObjectId>(0xFFFF'FFFE);
  // Marks a value of the caller that is watched for the names of classes.
  static constexpr ObjectId kNames = base::id_at<ObjectId>(0xFFFF'FFFD);
  // Marks a method that may be the one that was asked for.
  static constexpr ObjectId kGuessed = base::id_at<ObjectId>(0xFFFF'FFFC);
  // Marks an operation that waits for the program.
  static constexpr ObjectId kWaits = base::id_at<ObjectId>(0xFFFF'FFFB);

  // --- operands: operator.cc ---
  [[nodiscard]] NodeId parameter(std::size_t position) const;
  [[nodiscard]] NodeId receiver() const { return parameter(0); }
  [[nodiscard]] NodeId argument(std::size_t position) const;
  [[nodiscard]] NodeId result() const;
  [[nodiscard]] const ir::Instruction* call() const;
  [[nodiscard]] NodeId last_argument() const;
  [[nodiscard]] std::vector<ObjectId> objects(NodeId node) const;
  // What is new in the receiver, for operations that need no other operand.
  [[nodiscard]] std::vector<ObjectId> new_receivers() const;
  [[nodiscard]] Object at(ObjectId id) const { return state_.objects[base::index(id)]; }
  [[nodiscard]] Site site(ObjectId id) const { return state_.sites[at(id).site]; }
  bool once(ObjectId a, ObjectId b = kNoObject);
  void give(ObjectId object);
  void give(SiteId fixed) { give(solver_.fixed_object(fixed)); }
  void initialize(ir::ClassId id) { solver_.initialize_from(id_, site_, kModelInstruction, id); }
  ObjectId make(ir::Type type);
  void unknown();
  ir::Type class_type(ObjectId object);
  ir::Type argument_type(std::size_t position);
  std::vector<ObjectId> classes(std::size_t position);
  [[nodiscard]] bool in_platform() const;
  [[nodiscard]] const ir::Instruction* given(std::size_t position) const;
  [[nodiscard]] bool is_constant_class(std::size_t position) const;
  [[nodiscard]] bool is_named_here(std::size_t position) const;
  std::optional<std::string_view> text(ObjectId object);

  // --- objects and classes: operator_classes.cc ---
  void class_of();
  void clone();
  void class_for_name();
  bool give_class_named(std::string_view name);
  std::optional<std::vector<NamePart>> parts_of(std::size_t position);
  std::vector<std::string> names_of(const std::vector<NamePart>& parts);
  std::vector<std::string> class_names(ir::ValueId value);
  [[nodiscard]] std::uint32_t number() const;
  void give_class(ir::ClassId id);
  void give_classes_in_texts();
  void class_name();
  void enum_constants();
  void new_array();
  void component_type();

  // --- methods: operator_methods.cc ---
  Request request(ir::MethodId method, ir::Invocation invocation);
  void new_instance();
  void find_methods();
  void give_some_method();
  bool is_outside_platform(ir::ClassId id);
  void find_constructors();
  std::size_t position_of(ir::Type type);
  std::size_t holder_position();
  void all_members(std::string_view name);
  bool has_method(ir::ClassId of, std::string_view name);
  std::vector<ir::MethodId> methods_named(ir::ClassId of, std::string_view name);
  std::vector<NodeId> spread(NodeId from, ir::MethodId method);
  NodeId elements(NodeId from);
  void gather(NodeId from);
  std::vector<Site> new_methods();
  void invoke_method();
  void invoke_guessed();
  bool may_be_guessed(ir::MethodId method, bool is_static);
  bool holds_some_method(NodeId node);
  ir::Type said_type(std::size_t position);
  void invoke(ir::MethodId method);
  void call_static(ir::MethodId method, std::span<const NodeId> arguments, NodeId value);
  void invoke_constructor();

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

  std::vector<NodeId> row(std::size_t from);
  void invoke_handle();
  void run_handle(ir::MethodId method);

  // --- fields: operator_fields.cc ---
  ir::FieldId field_named(ir::ClassId of, std::string_view name);
  void find_field(std::size_t class_position, NodeId names);
  void find_field(ir::ClassId of, NodeId names);
  void find_handle();
  void read(NodeId pointer);
  void write(NodeId pointer, FilterId filter);
  void access(NodeId pointer, FilterId filter, bool reads, bool writes);
  void access_elements(ObjectId array, bool reads, bool writes);
  void access_object(ObjectId holder, ir::FieldId field, ObjectId key, bool reads, bool writes);
  void access_field(bool reads, bool writes);
  void access_memory(bool reads, bool writes);

  // --- services and proxies: operator_services.cc ---
  void load_service();
  void provide(ir::ClassId service, ObjectId loader);
  std::vector<std::string> providers(std::string_view service, bool of_platform);
  void provide(const std::vector<std::string>& providers, ObjectId loader);
  std::optional<ObjectId> construct_plainly(ir::ClassId of);
  void load_bundle();
  void make_proxies();

  Solver& solver_;
  State& state_;
  ir::Program& program_;
  Graph& graph_;
  InstanceId id_;
  Instance here_;
  const SpecialOperation& operation_;
  const ObjectSet* news_;
  std::uint32_t site_;
  Caller by_;
  std::size_t first_argument_;
};

}  // namespace heddle::pointsto
