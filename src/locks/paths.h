// Names for objects inside one method: a root and fields that never change once set. Two values of
// one run of a method with the same path are the same object.
//
//   this.account.lock     Parameter(0) . account . lock
//   Registry.INSTANCE     Static(Registry.INSTANCE)
//   Registry.class        Class(Registry)
//   this.lock()           the path of what the method gives back, where that is always one
//   new Held(lock).lock   the path of lock, if the constructor does nothing else to the field
//
// Everything else is its own root. Paths from static fields and classes mean the same everywhere;
// those from a parameter or a value only inside one run of their method, and can be said anew in
// the terms of a callee.
//
// Thread safety: one thread. Paths are interned; a method's are worked out when first asked for.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/body.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "locks/fields.h"
#include "origins/call_graph.h"

namespace heddle::locks {

enum class PathId : std::uint32_t {};
// Not a field: the lock inside of a lock object.
inline constexpr ir::FieldId kExplicitLock{0xFFFF'FFFE};

struct Path {
  enum class Kind : std::uint8_t { kParameter, kStatic, kClass, kValue, kField };
  Kind kind{};
  std::uint32_t a = 0;  // position; field; type bits; method; the path it goes on from
  std::uint32_t b = 0;  // of kValue: the value; of kField: the field
  friend bool operator==(const Path&, const Path&) = default;
};

class Paths {
 public:
  Paths(const origins::CallGraph& calls, const Fields& fields)
      : calls_(calls), program_(calls.program()), fields_(fields) {}

  PathId of(ir::MethodId method, ir::ValueId value);
  PathId parameter(std::uint32_t position) { return intern({Path::Kind::kParameter, position, 0}); }
  PathId class_object(ir::Type type) { return intern({Path::Kind::kClass, type.bits(), 0}); }
  // What `lock()` takes is another lock than the object's monitor: a part of it without a name.
  PathId explicit_lock(PathId of) { return field(of, kExplicitLock); }
  [[nodiscard]] bool is_explicit_lock(PathId id) const {
    const Path& path = paths_[base::index(id)];
    return path.kind == Path::Kind::kField && path.b == base::index(kExplicitLock);
  }
  // The object of an access, where a lock is told relative to it.
  PathId base() { return intern({Path::Kind::kValue, 0xFFFF'FFFF, 0xFFFF'FFFF}); }
  PathId static_field(ir::FieldId field) {
    return intern({Path::Kind::kStatic, base::index(field), 0});
  }
  // A field of an object that the method itself made from that value is the value.
  PathId field(PathId from, ir::FieldId field);
  [[nodiscard]] const Path& operator[](PathId id) const { return paths_[base::index(id)]; }

  // Which parameter a constructor puts into the field of what it makes; 0: none.
  std::uint32_t parameter_for(ir::MethodId constructor, ir::FieldId field);
  // What the maker of an object put into fields of it: `new Helper(from, to)`.
  struct Given {
    ir::FieldId field{};
    PathId path{};
  };
  std::vector<Given> all_given(PathId made);
  // Means the same in every method.
  [[nodiscard]] bool is_global(PathId id) const;
  // The path with its beginning `from` replaced by `to`; nothing if it does not begin so.
  std::optional<PathId> rebase(PathId id, PathId from, PathId to);
  // As a person would: "this.account.lock", "bank.Registry.INSTANCE"; for parameters of a method
  // its own names.
  [[nodiscard]] std::string name(PathId id) const;
  // Of a field or a class; nothing for what has a name in one method only.
  [[nodiscard]] std::optional<std::string> lasting_name(PathId id) const;

 private:
  std::uint32_t parameter_handed_on(ir::MethodId constructor, ir::FieldId field);
  struct Hash {
    using is_avalanching = void;
    std::size_t operator()(const Path& path) const {
      const std::uint64_t words[] = {static_cast<std::uint64_t>(path.kind),
                                     std::uint64_t{path.a} << 32U | path.b};
      return XXH3_64bits(words, sizeof words);
    }
  };
  PathId intern(Path path);
  PathId find(ir::MethodId method, const ir::Body& body, ir::ValueId value, unsigned depth);
  // What a call gives back, if its one target always gives back the same path.
  std::optional<PathId> result(ir::MethodId method, const ir::Body& body, ir::ValueId invoke,
                               unsigned depth);
  // The call of the constructor for what a value's instruction makes; null: it makes nothing here.
  const ir::Instruction* construction(const Path& made, ir::MethodId& constructor);
  // The value that the maker of an object put into a field of it.
  std::optional<PathId> given(const Path& made, ir::FieldId field);

  const origins::CallGraph& calls_;
  ir::Program& program_;
  const Fields& fields_;
  std::vector<Path> paths_;
  boost::unordered_flat_map<Path, PathId, Hash> ids_;
  boost::unordered_flat_map<std::uint64_t, PathId> known_;              // by method and value
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> parameters_;  // by constructor and field
};

}  // namespace heddle::locks
