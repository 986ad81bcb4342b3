// Runs the IR of a Program, as a JVM with one thread would run the class files.
//
// The slow twin of the lowering: it knows the IR's contract (docs/formats/ir.md) and nothing of
// class files, so that what it computes can be compared with what the JVM computes. The JDK's own
// classes run as IR too; only what is native there is built in (natives.h). What cannot be followed
// (a missing native, reflection, method handles, too long a run) throws Unsupported; whatever is
// answered is meant to be what the JVM answers.
//
// Functions that may end in a Java exception return false then, and the exception is pending()
// until somebody takes it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/id.h"
#include "ir/body.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/program.h"
#include "ir/resolution.h"
#include "ir/symbols.h"
#include "memory.h"
#include "natives.h"
#include "value.h"

namespace heddle::interpreter {

using Properties = std::map<std::u16string, std::u16string>;

class Interpreter {
 public:
  // `properties` are what System.getProperties answers.
  Interpreter(ir::Program& program, Properties properties);

  ir::Program& program() { return program_; }
  Memory& memory() { return memory_; }
  const Properties& properties() const { return properties_; }

  // Forgets the last run's exception and gives the next one its share of steps and memory.
  void begin_run();
  Object* pending() const { return pending_; }
  Object* take_pending();
  // What the last run met whose answer differs from one JVM to the next (identities, clocks).
  const std::set<std::string>& inexact() const { return inexact_; }
  void note_inexact(std::string what) { inexact_.insert(std::move(what)); }
  // Instructions run since the beginning.
  std::uint64_t steps() const { return total_steps_ + steps_; }

  // --- calls -------------------------------------------------------------------------------------

  // Runs this very method; the receiver is the first argument.
  bool run(ir::MethodId method, std::span<const Value> arguments, Value& result);
  // Runs what it means for the receiver, arguments[0].
  bool call_virtual(ir::MethodId resolved, ir::Invocation invocation,
                    std::span<const Value> arguments, Value& result);
  // Runs the method of that name, found in the class or above; it must be there.
  bool call_named(ir::ClassId type, std::string_view name, std::string_view descriptor,
                  std::span<const Value> arguments, Value& result);
  ir::MethodId method_named(ir::ClassId type, std::string_view name, std::string_view descriptor);
  // A new object whose constructor has run.
  bool construct(ir::ClassId type, std::string_view descriptor, std::span<const Value> arguments,
                 Object*& made);
  // What String.valueOf says of a value of that type.
  bool text_of(ir::Type type, Value value, std::u16string& text);

  // --- classes -----------------------------------------------------------------------------------

  bool initialize(ir::ClassId type);
  bool is_instance(const Object* object, ir::Type type);
  ir::ClassId required(std::string_view internal_name);
  // The one java.lang.Thread; its fields are empty.
  Object* thread();
  // The class whose method called the method that asks through a native; none if nobody did.
  ir::ClassId caller() const;
  // The innermost method, for messages.
  std::string running() const;

  // --- exceptions --------------------------------------------------------------------------------

  // Makes one of those pending, and returns false.
  bool raise(std::string_view class_name);
  bool raise(std::string_view class_name, std::string_view message);
  bool raise_bad_index(std::int32_t index, std::uint32_t length);
  bool raise_bad_cast();
  bool raise_unlinked(ir::Outcome outcome);
  bool throw_object(Object* exception);
  // Its message is one we do not spell.
  bool has_unknown_message(Object* exception) const { return unworded_.contains(exception); }

  // --- call sites --------------------------------------------------------------------------------

  bool invoke_dynamic(ir::ClassId from, ir::CallSiteRef site, std::span<const Value> arguments,
                      Value& result);
  // A value of one type as another: cast, boxed, unboxed, widened, as lambdas convert.
  bool adapt(ir::Type from, ir::Type to, Value& value);

  // Pays for instructions about to run.
  void spend(std::uint64_t steps) {
    steps_ += steps;
    if (steps_ > kMostSteps) throw Unsupported("too long");
  }

 private:
  static constexpr std::uint64_t kMostSteps = 8'000'000;
  static constexpr unsigned kDeepest = 1500;
  static constexpr std::size_t kMostRegisters = std::size_t{1} << 21U;

  enum class Initialized : std::uint8_t { kNo, kRunning, kYes, kFailed, kUnsupported };

  bool run_initializer(ir::ClassId type);
  bool run_class_initializer(ir::ClassId type);
  bool initialize_above(ir::ClassId type);
  bool after_initializer(ir::ClassId type);
  bool fail_initializer(ir::ClassId type);
  bool execute(ir::MethodId method, std::span<const Value> arguments, Value& result);
  bool call_closure(ir::MethodId resolved, std::span<const Value> arguments, Value& result);
  bool run_handle(ir::ClassId from, ir::HandleRef handle, std::vector<Value>& arguments,
                  std::vector<ir::Type>& types, Value& result, ir::Type& result_type);
  bool make_closure(ir::ClassId from, ir::CallSiteRef site, std::span<const Value> arguments,
                    Value& result);
  bool concatenate(ir::ClassId from, const ir::CallSite& site, std::span<const Value> arguments,
                   Value& result);
  bool record_method(ir::ClassId from, const ir::CallSite& site, std::span<const Value> arguments,
                     Value& result);
  bool record_text(ir::ClassId from, const ir::CallSite& site, Object* record, Value& result);
  bool record_hash(ir::ClassId from, const ir::CallSite& site, Object* record, Value& result);
  bool record_equals(ir::ClassId from, const ir::CallSite& site, Object* record, Object* other,
                     Value& result);
  bool box(ir::Type primitive, Value& value);
  bool unbox(ir::Type to, Value& value);
  const Native* native(ir::MethodId method);

  ir::Program& program_;
  Properties properties_;
  Memory memory_;
  Object* pending_ = nullptr;
  Object* thread_ = nullptr;
  std::set<std::string> inexact_;
  std::unordered_set<const Object*> unworded_;
  std::uint64_t steps_ = 0, total_steps_ = 0;
  std::vector<ir::MethodId> active_;
  std::vector<Value> registers_;
  std::size_t registers_used_ = 0;
  std::vector<Initialized> initialized_;  // by ClassId
  std::map<ir::ClassId, std::string> unsupported_classes_;
  struct KnownNative {
    bool asked = false;
    const Native* native = nullptr;
  };
  std::vector<KnownNative> natives_;  // by MethodId
};

}  // namespace heddle::interpreter
