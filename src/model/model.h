// What is known of platform and library methods beyond their code, as data.
//
// A Models value is the sum of files: those of models/, built into the program, then a user's own.
// Nothing here knows a Program; names are texts, and who uses a model looks them up. The files'
// format is docs/formats/models.md, what the analyses make of each effect docs/analysis/.
//
// Immutable once built; any number of threads may read it. Views live as long as the Models.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/concurrency.h"
#include "model/index.h"
#include "model/name.h"
#include "model/path.h"

namespace heddle::model {

struct Creation {
  std::string type;  // a descriptor: Ljava/util/concurrent/FutureTask;
  Path into;
};

struct Call {
  MethodName method;       // always with a descriptor
  std::optional<Path> on;  // the receiver; none: a static method
  std::vector<Path> with;
  std::optional<Path> result;
};

// How the work that a call hands over will run.
// A hook is a thread that runs while the program ends.
// The last two come again and again, each run after the one before: a listener is an event, what is
// periodic a task.
enum class StartKind : std::uint8_t {
  kThread,
  kTask,
  kEvent,
  kHook,
  kHandler,
  kListener,
  kPeriodic
};

struct Start {
  Call call;
  StartKind kind{};
  std::optional<Path> serial;     // runs with the same object there never overlap
  std::optional<Path> by;         // the executor that runs it, where that is not the receiver
  std::optional<Path> completes;  // a future that is done when this has ended
  std::vector<Path> after;        // futures that are done before this begins
};

// What no path can say. The operands are those of the method itself.
enum class Operation : std::uint8_t {
  kNone,
  kClassOf,            // Object.getClass
  kClone,              // Object.clone
  kClassForName,       // argument 0: the name
  kNewInstance,        // on a class object
  kFindMethod,         // on a class object or with one, the first text: the name
  kFindConstructor,    // on a class object or with one
  kAllMethods,         // on a class object; an array of methods
  kAllConstructors,    // on a class object; an array of constructors
  kInvokeMethod,       // on a method object, argument 0: receiver, 1: array of arguments
  kInvokeConstructor,  // on a constructor object, argument 0: array of arguments
  kFindField,          // on a class object, argument 0: the name
  kFindHandle,         // on a lookup, argument 0: the class, 1: the name (VarHandle)
  kFindUpdater,        // static, argument 0: the class, last argument: the name
  kReadField,          // on a field object, argument 0: the object; gives the value
  kWriteField,         // on a field object, argument 0: the object, last argument: the value
  kExchangeField,      // both: reads and writes
  kReadMemory,         // Unsafe: argument 0: the object, 1: the offset; gives the value
  kWriteMemory,        // Unsafe: argument 0, 1, last argument: the value
  kExchangeMemory,     // both
  kLoadService,        // static, the last class object among the arguments: the service
  kProxy,              // argument 1: an array of class objects, 2: the handler
  kCurrentThread,
  kNewArray,       // argument 0: the class of the elements
  kComponentType,  // on a class object
  kClassName,      // on a class object
  kEnumConstants,  // on a class object
  kInvokeHandle,   // on a method object, with the arguments of the call
  kLoadBundle,     // argument 0: the name without a locale
};
inline constexpr auto kLastOperation = Operation::kLoadBundle;
// "class-of", "new-instance": as in the files.
std::string_view operation_name(Operation operation);

struct Method {
  MethodName name;
  bool replaces = false;  // its body is not looked at
  Operation operation{};
  std::vector<Move> moves;
  std::vector<Creation> creates;
  std::vector<Call> calls;
  std::vector<Start> starts;
  std::string origin;  // "threads.toml:12", for messages
};

enum class ContextKind : std::uint8_t { kUnsaid, kShared, kContainer, kThread };
enum class Merge : std::uint8_t { kNo, kLibrary, kEverywhere };

struct Class {
  // java/util/HashMap, java/util/HashMap* (it and its nested classes), java/util/concurrent/** (all
  // below the package)
  std::string pattern;
  ContextKind context{};
  std::optional<Merge> merge;  // none: a wider pattern may say it
  std::string origin;
};

// One file's bytes, and the name by which messages call it.
struct File {
  std::string name;
  std::string text;
};

class Models {
 public:
  Models() = default;
  Models(Models&&) = default;
  Models& operator=(Models&&) = default;

  // The model of exactly that method; null if there is none. A model with a descriptor wins over
  // one without; of two that are equally exact, the later file's.
  [[nodiscard]] const Method* method(std::string_view owner, std::string_view name,
                                     std::string_view descriptor) const;
  // Is there a model of any method of that class? A quick no for most classes.
  [[nodiscard]] bool knows_class(std::string_view owner) const;

  // What is said of a class by its own name, the most specific pattern first: an exact name, then a
  // name with *, then the longest package. Supertypes are the asker's business.
  [[nodiscard]] ContextKind context(std::string_view class_name) const;
  [[nodiscard]] Merge merge(std::string_view class_name) const;

  // What is said of exactly that method, and of a class by its own name: found as above. They do
  // not make a method modelled.
  [[nodiscard]] const LockFact* lock(std::string_view owner, std::string_view name,
                                     std::string_view descriptor) const;
  [[nodiscard]] std::vector<const OrderFact*> order(std::string_view owner, std::string_view name,
                                                    std::string_view descriptor) const;
  [[nodiscard]] const AccessFact* access(std::string_view owner, std::string_view name,
                                         std::string_view descriptor) const;
  [[nodiscard]] const ObjectFact* object(std::string_view class_name) const;

  [[nodiscard]] std::span<const MethodName> vm_roots() const { return vm_roots_; }
  [[nodiscard]] std::span<const std::string> vm_exceptions() const { return vm_exceptions_; }

  // As the files give them, also those that a later file overrides.
  [[nodiscard]] std::span<const Method> methods() const { return methods_; }
  [[nodiscard]] std::span<const Class> classes() const { return classes_; }
  [[nodiscard]] std::span<const LockFact> locks() const { return locks_; }
  [[nodiscard]] std::span<const OrderFact> orders() const { return orders_; }
  [[nodiscard]] std::span<const ObjectFact> objects() const { return objects_; }
  [[nodiscard]] std::span<const AccessFact> accesses() const { return accesses_; }

 private:
  friend class Builder;

  std::vector<Method> methods_;
  std::vector<Class> classes_;
  std::vector<MethodName> vm_roots_;
  std::vector<std::string> vm_exceptions_;  // java/lang/NullPointerException
  std::vector<LockFact> locks_;
  std::vector<OrderFact> orders_;  // those of one table follow each other
  std::vector<ObjectFact> objects_;
  std::vector<AccessFact> accesses_;
  MethodIndex methods_by_name_, locks_by_name_, orders_by_name_, accesses_by_name_;
  PatternIndex classes_by_name_, objects_by_name_;
};

}  // namespace heddle::model
