// Puts probes into the methods of a class file: calls of one class's static methods that tell what
// the code does to memory and to other threads.
//
// Probes are straight-line and use only the operand stack, so that types in stack maps stay what
// they are. Each names its site, a number that `Sites` gives. What stands where:
//
//   getfield, getstatic, xaload     behind the access     read, readStatic, readElement
//   putfield, xastore               before the access     write, writeElement
//   aaload, aastore                 likewise              readReferenceElement,
//   writeReferenceElement putstatic                       around the access     writeStatic,
//   wroteStatic monitorenter                    around it             numberOf, entered monitorexit
//   before it             leaving accesses that come together     behind the last       accesses
//   (groups.h) synchronized methods            first and last        enter … leave, also at a throw
//   Object.wait                     instead of the call   waitOn
//   Object.notify, notifyAll        before the call       notifyOne, notifyEvery
//   isAlive, Thread.getState        behind the call       sawThread
//   calls that `Calls` names        instead of the call   the method that is given there
//   references to such methods      instead of them       references to a bridge (bridges.h)
//   <clinit>                        before its returns    initialised
//
// and, where values are wanted,
//
//   accesses of references          as above              readReference, writeReference, …
//   calls, accesses on an object    before it             dereference
//   ifnull, ifnonnull               before it             testedForNull
//   methods that hooks name         see hook.h            hook, hookIf, ended
//
// `this` is not probed before the constructor of the superclass has run. A method that cannot be
// rewritten stays as it was and is listed with the reason.
//
// Thread safety: a call uses its arguments only. Cost: linear in the class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/class_file.h"
#include "rewrite/hook.h"

namespace heddle::rewrite {

// What happens at a site.
enum class Action : std::uint8_t {
  kRead,
  kWrite,
  kLock,
  kUnlock,
  kWait,
  kNotify,
  kInitialised,
  kCall,
  kDereference,
  kNullTest,
  kGroup
};

// Texts live as long as the class file's bytes.
struct Site {
  Action action{};
  std::string_view method, descriptor;
  std::uint32_t offset = 0;
  std::uint32_t line = 0;                           // 0: unknown
  std::string_view owner, field, field_descriptor;  // of an access to a field, as the code names it
  bool is_proven = false;     // of a static field: only that its class is used is worth telling
  bool is_initial = false;    // a write in a constructor of the field's class
  std::uint32_t target = 0;   // of a null test: where it leads if it jumps
  bool does_jump = false;     // of a null test: with an object that is not null
  std::uint32_t members = 0;  // of a group: how many; they are the sites right before it
};

class Sites {
 public:
  Sites() = default;
  Sites(const Sites&) = delete;
  Sites& operator=(const Sites&) = delete;
  virtual ~Sites() = default;

  // The number of a site.
  virtual std::uint32_t add(const classfile::ClassFile& file, const Site& site) = 0;
};

// A static method that is called instead of another; its last parameter is the site.
struct Call {
  std::string owner, name, descriptor;
};
// By call_key of what the code calls on an object.
using Calls = std::map<std::string, Call, std::less<>>;
std::string call_key(std::string_view owner, std::string_view name, std::string_view descriptor);

struct Options {
  std::string_view probe_class = "java/lang/HeddleProbe";
  const Calls* calls = nullptr;
  bool has_code_probes = true;  // all but hooks
  // May the class get methods of our own? Not one that the JVM has loaded without them.
  bool may_add_methods = true;
  std::span<const Hook> hooks;  // those of other classes do no harm
  // Are fields of this class (an internal name) worth a probe? Empty: all are.
  std::function<bool(std::string_view)> has_shared_fields;
  bool has_elements = true;  // are accesses to elements of arrays worth a probe?
  // No element, and no plain field of the class a second time in a method. What synchronizes all
  // the same. For methods that would become too long.
  bool is_sparse = false;
  bool has_values = false;  // are references told apart by what they refer to?
  // Is the access at this offset of this method (name and descriptor) known not to race? It gets no
  // probe then. Empty: nothing is known.
  std::function<bool(std::string_view, std::uint32_t)> is_proven;
};

// Has no probes, or no more than is_sparse says.
struct Refused {
  std::string method;  // name and descriptor
  std::string why;
};

struct Rewritten {
  std::vector<std::uint8_t> bytes;  // empty: there was nothing to do
  std::size_t methods = 0;          // that have code
  std::size_t probes = 0;
  std::size_t accesses = 0;  // to fields and elements
  std::size_t proven = 0;    // of these, left out since they cannot race
  std::vector<Refused> refused;
};

Rewritten rewrite(const classfile::ClassFile& file, const Options& options, Sites& sites);

}  // namespace heddle::rewrite
