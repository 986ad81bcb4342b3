// A call is: a native if there is one, else the body. Java frames are C++ frames; registers come
// from one big array. A Java exception travels as a false result, giving up as a C++ exception, so
// that nothing has to be undone by hand except what says it is running.
#include "interpreter.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "execution.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/resolution.h"
#include "natives.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

// A method is active from here to the end of the call, however it ends.
class Activation {
 public:
  Activation(std::vector<ir::MethodId>& active, ir::MethodId method) : active_(active) {
    active_.push_back(method);
  }
  Activation(const Activation&) = delete;
  Activation& operator=(const Activation&) = delete;
  ~Activation() { active_.pop_back(); }

 private:
  std::vector<ir::MethodId>& active_;
};

// Sets a number back when a call is over, however it ends.
template <typename Number>
class Restored {
 public:
  explicit Restored(Number& number) : number_(number), before_(number) {}
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;
  ~Restored() { number_ = before_; }

 private:
  Number& number_;
  Number before_;
};

}  // namespace

Interpreter::Interpreter(ir::Program& program, Properties properties)
    : program_(program), properties_(std::move(properties)), memory_(program) {
  registers_.resize(kMostRegisters);
}

void Interpreter::begin_run() {
  pending_ = nullptr;
  inexact_.clear();
  total_steps_ += steps_;
  steps_ = 0;
  memory_.refill();
}

Object* Interpreter::take_pending() { return std::exchange(pending_, nullptr); }

// --- calls ---------------------------------------------------------------------------------------

const Native* Interpreter::native(ir::MethodId method) {
  const std::uint32_t index = base::index(method);
  if (natives_.size() <= index) natives_.resize(index + 1);
  KnownNative& known = natives_[index];
  if (!known.asked) {
    known.asked = true;
    known.native = find_native(program_.name(program_.owner(method)), program_.name(method),
                               program_.descriptor(method));
  }
  return known.native;
}

bool Interpreter::run(ir::MethodId method, std::span<const Value> arguments, Value& result) {
  if (active_.size() >= kDeepest) throw Unsupported("too deep");
  const Activation activation(active_, method);
  spend(1);
  if (const Native* built_in = native(method); built_in != nullptr)
    return (*built_in)(*this, arguments, result);
  if (program_.is(method, ir::Access::kAbstract)) return raise("java/lang/AbstractMethodError");
  if (!program_.is(method, ir::Access::kSynchronized)) return execute(method, arguments, result);
  Object* monitor = program_.is(method, ir::Access::kStatic)
                        ? memory_.mirror(ir::Type(program_.owner(method)))
                        : arguments[0].as_object();
  ++monitor->monitor;
  const bool ok = execute(method, arguments, result);
  --monitor->monitor;
  return ok;
}

bool Interpreter::execute(ir::MethodId method, std::span<const Value> arguments, Value& result) {
  const ir::Body* body = program_.body(method);
  if (body == nullptr) {
    const bool is_native = program_.is(method, ir::Access::kNative);
    throw Unsupported((is_native ? "native " : "no code for ") +
                      std::string(program_.name(program_.owner(method))) + "." +
                      std::string(program_.name(method)));
  }
  const Restored used(registers_used_);
  const std::span<Value> registers =
      std::span(registers_).subspan(registers_used_, body->instructions.size());
  registers_used_ += registers.size();
  if (registers_used_ > kMostRegisters / 2) throw Unsupported("too deep");
  return Execution(*this, program_.owner(method), *body, registers, arguments).run(result);
}

bool Interpreter::call_virtual(ir::MethodId resolved, ir::Invocation invocation,
                               std::span<const Value> arguments, Value& result) {
  const Object* receiver = arguments[0].as_object();
  if (receiver == nullptr) return raise("java/lang/NullPointerException");
  if (receiver->closure != nullptr) return call_closure(resolved, arguments, result);
  const ir::ClassId type = receiver->is_array() ? program_.object() : receiver->type.class_id();
  const ir::Resolved<ir::MethodId> selected = program_.select(type, resolved, invocation);
  if (selected.outcome != ir::Outcome::kFound) return raise_unlinked(selected.outcome);
  return run(selected.member, arguments, result);
}

ir::MethodId Interpreter::method_named(ir::ClassId type, std::string_view name,
                                       std::string_view descriptor) {
  for (ir::ClassId at = type; !base::is_none(at); at = program_.super(at)) {
    const ir::MethodId found = program_.declared_method(at, name, descriptor);
    if (!base::is_none(found)) return found;
  }
  for (const ir::ClassId interface : program_.all_interfaces(type)) {
    const ir::MethodId found = program_.declared_method(interface, name, descriptor);
    if (!base::is_none(found)) return found;
  }
  throw Unsupported("no method " + std::string(program_.name(type)) + "." + std::string(name) +
                    std::string(descriptor));
}

bool Interpreter::call_named(ir::ClassId type, std::string_view name, std::string_view descriptor,
                             std::span<const Value> arguments, Value& result) {
  const ir::MethodId method = method_named(type, name, descriptor);
  if (!initialize(program_.owner(method))) return false;
  return run(method, arguments, result);
}

bool Interpreter::construct(ir::ClassId type, std::string_view descriptor,
                            std::span<const Value> arguments, Object*& made) {
  if (!initialize(type)) return false;
  made = memory_.new_object(type);
  std::vector<Value> all = {Value::of(made)};
  all.insert(all.end(), arguments.begin(), arguments.end());
  Value none;
  return run(method_named(type, "<init>", descriptor), all, none);
}

bool Interpreter::text_of(ir::Type type, Value value, std::u16string& text) {
  std::string descriptor = "(Ljava/lang/Object;)Ljava/lang/String;";
  if (!type.is_reference()) {
    constexpr std::string_view kLetters = "VZICIIJFD";
    descriptor = std::string("(") + kLetters[type.bits()] + ")Ljava/lang/String;";
  }
  Value made;
  const std::array arguments = {value};
  if (!call_named(required("java/lang/String"), "valueOf", descriptor, arguments, made))
    return false;
  text = made.as_object() == nullptr ? u"null" : memory_.text(made.as_object());
  return true;
}

// --- classes -------------------------------------------------------------------------------------

ir::ClassId Interpreter::required(std::string_view internal_name) {
  const ir::ClassId found = program_.find(internal_name);
  if (base::is_none(found)) throw Unsupported("missing class " + std::string(internal_name));
  return found;
}

Object* Interpreter::thread() {
  if (thread_ == nullptr) thread_ = memory_.new_object(required("java/lang/Thread"));
  return thread_;
}

ir::ClassId Interpreter::caller() const {
  // On top: the native, the method that asks, its caller.
  return active_.size() < 3 ? base::kNone<ir::ClassId>
                            : program_.owner(active_[active_.size() - 3]);
}

std::string Interpreter::running() const {
  return std::string(program_.name(program_.owner(active_.back()))) + "." +
         std::string(program_.name(active_.back()));
}

bool Interpreter::is_instance(const Object* object, ir::Type type) {
  if (program_.is_subtype(object->type, type)) return true;
  if (object->closure == nullptr) return false;
  const ir::CallSite& site =
      program_.code(object->closure->from)->symbols.call_site(object->closure->site);
  if (site.serializable && type == ir::Type(required("java/io/Serializable"))) return true;
  for (const ir::TypeRef extra : site.extra_interfaces)
    if (program_.is_subtype(program_.type_of(object->closure->from, extra), type)) return true;
  return false;
}

// --- exceptions ----------------------------------------------------------------------------------

bool Interpreter::throw_object(Object* exception) {
  pending_ = exception;
  return false;
}

bool Interpreter::raise(std::string_view class_name) {
  Object* made = nullptr;
  if (!construct(required(class_name), "()V", {}, made)) return false;
  return throw_object(made);
}

bool Interpreter::raise(std::string_view class_name, std::string_view message) {
  Object* made = nullptr;
  const std::array arguments = {Value::of(memory_.ascii(message))};
  if (!construct(required(class_name), "(Ljava/lang/String;)V", arguments, made)) return false;
  return throw_object(made);
}

bool Interpreter::raise_bad_index(std::int32_t index, std::uint32_t length) {
  return raise(
      "java/lang/ArrayIndexOutOfBoundsException",
      "Index " + std::to_string(index) + " out of bounds for length " + std::to_string(length));
}

bool Interpreter::raise_bad_cast() {
  raise("java/lang/ClassCastException");
  unworded_.insert(pending_);
  return false;
}

bool Interpreter::raise_unlinked(ir::Outcome outcome) {
  switch (outcome) {
    case ir::Outcome::kIncompatible: raise("java/lang/IncompatibleClassChangeError"); break;
    case ir::Outcome::kIllegalAccess: raise("java/lang/IllegalAccessError"); break;
    case ir::Outcome::kAbstract: raise("java/lang/AbstractMethodError"); break;
    case ir::Outcome::kMissing: raise("java/lang/NoSuchMethodError"); break;
    default: throw Unsupported("missing class");
  }
  unworded_.insert(pending_);
  return false;
}

}  // namespace heddle::interpreter
