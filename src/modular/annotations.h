// What annotations, and types of frameworks, say about threads. Annotations are matched by simple
// name: `@ThreadSafe` of any package.
//
// Each kind has names that everybody uses; a project adds its own in heddle.toml
// (docs/formats/config.md). Values and pure functions.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/class.h"

namespace heddle::modular {

enum class Mark : std::uint8_t {
  kThreadSafe,         // any number of threads may use an object of the class, call the method
  kNotThreadSafe,      // of a class: nobody promises that
  kImmutable,          // of a class: nothing there changes
  kGuardedBy,          // of a field: who touches it holds that lock
  kThreadConfined,     // only one thread comes there
  kMainThread,         // only the thread of the user interface does
  kWorkerThread,       // any but that one
  kAnyThread,          // any, at any time
  kFunctional,         // of a method: always gives an equal result
  kReturnsOwnership,   // of a method: nobody else has what it returns
  kVisibleForTesting,  // of a method: others than tests may not call it
  kInitializer,        // of a method: called before others have the object, or after
  kShared,             // of a class: a framework calls its only object from several threads
  kPerUse,             // of a class: not so, whoever uses it gets an object of its own
  kSerial,             // of a method: its runs do not overlap
};
inline constexpr unsigned kMarkCount = 15;

class Marks {
 public:
  void add(Mark mark) { bits_ = static_cast<std::uint16_t>(bits_ | bit(mark)); }
  void add(Marks marks) { bits_ = static_cast<std::uint16_t>(bits_ | marks.bits_); }
  [[nodiscard]] bool has(Mark mark) const { return (bits_ & bit(mark)) != 0; }
  [[nodiscard]] bool is_shared() const { return has(Mark::kShared) && !has(Mark::kPerUse); }

  friend bool operator==(const Marks&, const Marks&) = default;

 private:
  static unsigned bit(Mark mark) { return 1U << static_cast<unsigned>(mark); }
  std::uint16_t bits_ = 0;
};

struct AnnotationNames {
  // By Mark, simple names.
  std::array<std::vector<std::string>, kMarkCount> marks;
  // `Class.method`, simple names: a call that returns means, or returns true where, the thread of
  // the user interface runs.
  std::vector<std::string> main_thread_assertions, main_thread_tests;

  // With packages: what extends one of them is shared like what is marked so.
  std::vector<std::string> shared_types;

  // The names that everybody uses.
  static AnnotationNames usual();
};

// Without packages and classes around it: a/b/Outer$Inner and a.b.Inner are Inner.
std::string_view simple_name(std::string_view name);

// The key of a mark in heddle.toml: "thread_safe".
std::string_view mark_key(Mark mark);

Marks marks_of(const ir::Class& in, std::span<const ir::Annotation> annotations,
               const AnnotationNames& names);
// What the guarding annotation names: "this", "lock"; empty if there is none.
std::string_view guard_of(const ir::Class& in, std::span<const ir::Annotation> annotations,
                          const AnnotationNames& names);

}  // namespace heddle::modular
