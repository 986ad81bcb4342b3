// The code under analysis, linked: what every field, call and lambda in it means.
//
// Linking asks the program, which one thread may do; what comes out is read by any number of them.
// Classes of the inputs are looked at whole; classes of libraries as far as calls lead there; the
// platform's code is not looked at, models say what it does.
//
// Calls are resolved with the class hierarchy: a call on an object whose class is not known runs
// whatever overrides the method, up to kMostTargets.
//
// Of code that was linked in an earlier run its outline is enough (outline.h): then only the
// classes that changed are linked anew, and those that name a field of which something else is true
// now.
//
// Lifetime: program, models, facts and outline must outlive it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/text_hash.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "model/concurrency.h"
#include "model/model.h"
#include "modular/annotations.h"
#include "modular/outline.h"
#include "modular/path.h"
#include "origins/facts.h"

namespace heddle::modular {

// What a call starts: that method of the object which the path names.
struct Started {
  model::Path on;
  model::MethodName runs;
  bool is_event = false;  // on the thread of the user interface
};

// What an invoke means.
struct Call {
  ir::MethodId resolved = base::kNone<ir::MethodId>;
  ir::ClassId named = base::kNone<ir::ClassId>;  // whose method the code says it calls
  ir::Invocation invocation{};
  std::vector<ir::MethodId> targets{};  // with code that we look at
  bool was_cut = false;                 // there are more
  bool is_platform = false;
  bool is_function = false;  // the only method that its interface leaves open
  const model::LockFact* lock = nullptr;
  std::span<const model::OrderFact* const> order{};
  const model::Method* model = nullptr;  // of exactly that method
  std::span<const Started> starts{};     // by itself, or where the platform overrides it
  const model::AccessFact* access = nullptr;
  bool asserts_main_thread = false, tests_main_thread = false;
};

// The receiver or argument that a path of a model names; kNoValue for other paths, and for what the
// call does not have.
ir::ValueId operand(const Call& call, std::span<const ir::ValueId> arguments,
                    const model::Path& path);

// The method without parameters that the call runs on one of its arguments before it returns, as
// AccessController.doPrivileged does; null: none that a model knows.
const model::Call* run_at_once(const Call& call);

// What the object of a lambda runs.
struct Lambda {
  ir::MethodId target = base::kNone<ir::MethodId>;  // with code; none: nothing we look at
  bool is_static = false;
};

struct FieldFacts {
  ir::ClassId made = base::kNone<ir::ClassId>;  // all that is stored there was made as this
  bool has_others = false;                      // something else is stored there, too
  bool has_platform_made = false;               // such as the platform's factories give
  bool is_reassigned = false;                   // outside of constructors and class initialisers
  // Executors that run their tasks one after the other, and anything else.
  bool has_serial = false, has_not_serial = false;
  // It holds a view of the lock in another field of the same object: the read lock of a lock.
  ir::FieldId view_of = base::kNone<ir::FieldId>;
  model::LockMode view_mode{};
  Marks marks;
  std::string_view guard;

  friend bool operator==(const FieldFacts&, const FieldFacts&) = default;
};

class Code {
 public:
  static constexpr std::size_t kMostTargets = 8;

  // Strict: also calls of interfaces that promise nothing count.
  Code(ir::Program& program, const model::Models& models, origins::Facts& facts,
       const AnnotationNames& names, std::span<const std::string> inputs, bool is_strict = false,
       unsigned workers = 1);
  // The same code with some of its classes changed, each with the header it had. See
  // is_too_different().
  Code(ir::Program& program, const model::Models& models, origins::Facts& facts,
       const AnnotationNames& names, const Outline& before, std::span<const ir::ClassId> changed);

  // Does a change reach further than into bodies: to which classes are looked at, or what is
  // missing? Then all this is not what linking everything would give, and nobody may use it.
  [[nodiscard]] bool is_too_different() const { return is_too_different_; }
  // What stands here now, but for callees.
  [[nodiscard]] Outline outline() const;

  [[nodiscard]] const ir::Program& program() const { return program_; }
  // Those with code that are looked at, those of the inputs first, in their order.
  [[nodiscard]] std::span<const ir::MethodId> methods() const { return methods_; }
  // Is it one of those?
  [[nodiscard]] bool has_code(ir::MethodId id) const {
    return base::index(id) < has_code_.size() && has_code_[base::index(id)] != 0;
  }
  // Null: not looked at, or known by its outline alone.
  [[nodiscard]] const ir::Body* body(ir::MethodId id) const {
    return base::index(id) < bodies_.size() ? bodies_[base::index(id)] : nullptr;
  }
  // Is its code there, and not only what was known of it?
  [[nodiscard]] bool is_linked(ir::ClassId id) const {
    return base::index(id) < number_.size() && number_[base::index(id)] != 0 &&
           of_class_[number_[base::index(id)] - 1].is_linked;
  }
  // Links one more class of an outline, so that its bodies can be read. Changes nothing else.
  void link_late(ir::ClassId id);

  // The source file of a class and the line of an instruction; empty and 0 where nobody says.
  [[nodiscard]] std::string_view source_file(ir::ClassId id) const;
  [[nodiscard]] std::uint32_t line(ir::MethodId method, std::uint32_t instruction) const;
  // Can only the classes around it name the class?
  [[nodiscard]] bool is_hidden(ir::ClassId id) const;
  [[nodiscard]] bool is_application(ir::MethodId id) const {
    return program_.layer(program_.owner(id)) == ir::Layer::kApplication;
  }

  // Of instructions in code of the method; none and null where it does not link.
  [[nodiscard]] ir::FieldId field(ir::MethodId in, const ir::Instruction& instruction) const;
  [[nodiscard]] const Call* call(ir::MethodId in, const ir::Instruction& invoke) const;
  [[nodiscard]] Lambda lambda(ir::MethodId in, const ir::Instruction& invoke_dynamic) const;

  // What a call of `resolved` runs on an object that was made as that class; none: nothing we see.
  [[nodiscard]] ir::MethodId exact_target(ir::ClassId made, ir::MethodId resolved) const;
  [[nodiscard]] ir::ClassId class_of(ir::MethodId in, ir::TypeRef type) const;
  // The class that we look at of that internal name, none if there is none.
  [[nodiscard]] ir::ClassId class_named(std::string_view internal_name) const;
  [[nodiscard]] model::Effect effect(ir::ClassId object, ir::MethodId method) const;

  [[nodiscard]] const FieldFacts& facts(ir::FieldId field) const;
  // The class of whatever is in the field that the value was read from, where it is one that only
  // code we look at can store to; none: that is not known.
  [[nodiscard]] ir::ClassId class_in_field(ir::MethodId in, const ir::Body& body,
                                           ir::ValueId value) const;
  // The method of that name that objects of the class run; none: nothing we look at.
  [[nodiscard]] ir::MethodId find_method(ir::ClassId made, std::string_view name,
                                         std::string_view descriptor) const;
  // Is it made to be handed to a call that runs it at once (run_at_once)?
  [[nodiscard]] bool is_made_to_be_handed(ir::MethodId method) const;
  // Of the class itself and what it inherits from its ancestors.
  [[nodiscard]] Marks marks(ir::ClassId of) const;
  [[nodiscard]] Marks marks(ir::MethodId of) const;
  // The lock that its callers must hold, as an annotation on it or on what it overrides names it;
  // empty: nobody says so.
  [[nodiscard]] std::string_view guard(ir::MethodId of) const;
  // The same as a path from its parameters; unknown if there is none.
  [[nodiscard]] Path wanted_lock(ir::MethodId method) const;

  // Does it run before others have its object: a constructor, or what is called right behind it, by
  // annotation or by a name that says so? Of a class that is thread-safe only the constructor.
  [[nodiscard]] bool makes_object(ir::MethodId method) const;

  // Is it a call of an interface, not the platform's, that nobody says is safe to share?
  [[nodiscard]] bool is_unchecked(const Call& call) const;

  [[nodiscard]] std::uint64_t cut_calls() const { return cut_calls_; }

 private:
  struct OfClass {
    std::vector<ir::FieldId> fields;   // by FieldRef and whether static
    std::vector<std::uint32_t> calls;  // by MethodRef and Invocation; 0: none, else one more
    std::vector<Lambda> lambdas;       // by CallSiteRef
    std::vector<ir::ClassId> bases;    // by base of a TypeRef
    std::vector<StoreNote> stores;
    std::vector<ir::ClassId> leads_to;
    std::uint32_t first_call = 0, end_call = 0;  // in calls_
    bool is_linked = false, is_odd = false;
    Marks marks;
  };

  void read_models();
  void add_class(ir::ClassId id);
  void lead_to(ir::ClassId from, ir::ClassId to);
  void link_class(ir::ClassId id);
  void put_in_order(std::size_t inputs);
  void find_methods();
  void note_field_marks(ir::ClassId id, const ir::Class& code);
  void restore(const Outline& before);
  void relink(const Outline& before, std::span<const ir::ClassId> changed);
  void fold_stores(const Outline& before, std::vector<ir::FieldId>& changed);
  [[nodiscard]] bool leads_to_the_same(const Outline& before) const;
  void note_effects(unsigned workers);
  void note_effects(ir::ClassId of);
  void link(ir::ClassId id, ir::MethodId method, const ir::Body& body);
  void link_call(ir::ClassId from, OfClass& of, const ir::Instruction& invoke);
  void link_field(ir::ClassId from, OfClass& of, const ir::Instruction& access);
  void link_lambda(ir::ClassId from, OfClass& of, const ir::Instruction& invoke_dynamic);
  void note_store(ir::MethodId in, const ir::Body& body, const ir::Instruction& put);
  void note_view(ir::MethodId in, const ir::Body& body, const ir::Instruction& made,
                 StoreNote& note) const;
  // Of an object and a method, as in effects_.
  using Effects = boost::unordered_flat_set<std::uint64_t>;
  void find_effects(ir::ClassId of, Effects& found) const;
  void find_effects(ir::MethodId in, const ir::Body& body, const ir::Instruction& invoke,
                    Effects& found) const;
  void note_effects(const Effects& found);
  FieldFacts& facts_of(ir::FieldId field);
  static void fold(FieldFacts& facts, const StoreNote& note);
  [[nodiscard]] bool is_function(ir::MethodId method) const;
  // What all calls of a method have in common.
  const Call& known_of(ir::MethodId resolved);
  std::span<const Started> starts_of(ir::MethodId resolved, const model::Method* own);
  const std::vector<Started>& started_by(const model::Method& method, unsigned depth);
  [[nodiscard]] std::vector<ir::MethodId> overriders(ir::MethodId resolved) const;
  [[nodiscard]] bool is_overridable(const Call& call) const;
  void find_targets(std::size_t first, unsigned workers);
  void find_targets(Call& call) const;
  [[nodiscard]] bool is_of_shared_type(ir::ClassId id) const;
  void find_marks();
  void inherit_marks();
  void inherit_guards();
  Marks own_marks(ir::ClassId id) const;
  [[nodiscard]] const OfClass* of(ir::MethodId in) const;

  ir::Program& program_;
  const model::Models& models_;
  origins::Facts& facts_;
  const AnnotationNames& names_;
  bool is_strict_;
  std::vector<const model::MethodName*> handed_;  // what models run at once
  std::vector<ir::ClassId> classes_;
  std::vector<std::uint32_t> number_;  // by ClassId: one more than its place in classes_
  std::vector<OfClass> of_class_;      // as classes_
  std::vector<ir::MethodId> methods_;
  std::vector<std::uint8_t> has_code_;   // by MethodId
  std::vector<const ir::Body*> bodies_;  // by MethodId
  std::vector<Call> calls_;
  boost::unordered_flat_map<ir::MethodSelector, std::vector<ir::MethodId>> by_selector_;
  boost::unordered_flat_map<std::uint32_t, std::vector<ir::MethodId>> overriders_;
  boost::unordered_flat_map<std::uint32_t, FieldFacts> field_facts_;
  boost::unordered_flat_map<std::uint64_t, model::Effect> effects_;
  boost::unordered_flat_map<std::string_view, ir::ClassId, base::TextHash> by_name_;
  boost::unordered_flat_map<std::uint32_t, Marks> method_marks_;
  boost::unordered_flat_map<std::uint32_t, std::string_view> method_guards_;  // by MethodId
  std::map<const model::Method*, std::vector<Started>> started_;
  // Those that start something, by name.
  boost::unordered_flat_map<std::string_view, std::vector<const model::Method*>, base::TextHash>
      starting_;
  boost::unordered_flat_map<std::uint32_t, Call> known_;  // by MethodId
  std::uint64_t cut_calls_ = 0;
  std::size_t inputs_ = 0;  // of classes_
  const Outline* before_ = nullptr;
  std::vector<std::uint32_t> place_;  // of a restored one, by MethodId: one more than in methods_
  bool is_too_different_ = false;
};

}  // namespace heddle::modular
