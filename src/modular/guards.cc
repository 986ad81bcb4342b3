#include "modular/guards.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ir/class.h"
#include "ir/program_snapshot.h"
#include "modular/annotations.h"

namespace heddle::modular {

using base::index;

namespace {

bool is_reference_around(const ir::Program& program, ir::FieldId field) {
  return field != kElements && field != kContent && program.is(field, ir::Access::kSynthetic) &&
         program.name(field).starts_with("this$");
}

// An object, and what it is an instance of.
struct Start {
  ir::ClassId of = base::kNone<ir::ClassId>;
  Path object;
};

class Resolver {
 public:
  explicit Resolver(const Code& code) : code_(code), program_(code.program()) {}

  // The class itself or one above it.
  [[nodiscard]] bool is_named(ir::ClassId of, std::string_view simple) const {
    for (; !base::is_none(of); of = program_.hierarchy().super(of))
      if (simple_name(program_.name(of)) == simple) return true;
    return false;
  }

  [[nodiscard]] Start around(const Start& inner) const {
    for (std::uint32_t i = 0; i < program_.field_count(inner.of); ++i) {
      const auto field = base::id_at<ir::FieldId>(index(program_.first_field(inner.of)) + i);
      if (is_reference_around(program_, field))
        return {.of = code_.class_named(ir::ProgramSnapshot::type(program_, field).base),
                .object = inner.object.then(field)};
    }
    // A class that never uses the reference has none; its statics are there all the same.
    const std::string_view name = program_.name(inner.of);
    const std::size_t end = name.find_last_of('$');
    if (end == std::string_view::npos) return {};
    return {.of = code_.class_named(name.substr(0, end)), .object = {}};
  }

  // The nearest object around, itself included, of a class of that name.
  [[nodiscard]] Start named(Start at, std::string_view simple) const {
    for (unsigned depth = 0; depth < kDeepest && !base::is_none(at.of); ++depth, at = around(at))
      if (is_named(at.of, simple)) return at;
    return {};
  }

  [[nodiscard]] Path field(const Start& start, std::string_view name) const {
    for (ir::ClassId at = start.of; !base::is_none(at); at = program_.hierarchy().super(at))
      for (std::uint32_t i = 0; i < program_.field_count(at); ++i) {
        const auto each = base::id_at<ir::FieldId>(index(program_.first_field(at)) + i);
        if (program_.name(each) != name) continue;
        return program_.is(each, ir::Access::kStatic) ? Path::static_field(each)
                                                      : start.object.then(each);
      }
    return {};
  }

  [[nodiscard]] Path field_around(Start at, std::string_view name) const {
    for (unsigned depth = 0; depth < kDeepest && !base::is_none(at.of); ++depth, at = around(at))
      if (const Path found = field(at, name); found.is_known()) return found;
    return {};
  }

  // Of that name, around the class or in its package.
  [[nodiscard]] ir::ClassId class_of(ir::ClassId from, std::string_view simple) const {
    if (const Start found = named({.of = from, .object = {}}, simple); !base::is_none(found.of)) {
      ir::ClassId at = found.of;
      while (simple_name(program_.name(at)) != simple) at = program_.hierarchy().super(at);
      return at;
    }
    const std::string_view name = program_.name(from);
    const std::size_t end = name.find_last_of('/');
    const std::string_view package =
        end == std::string_view::npos ? std::string_view() : name.substr(0, end + 1);
    return code_.class_named(std::string(package) + std::string(simple));
  }

 private:
  static constexpr unsigned kDeepest = 4;  // a class around a class

  const Code& code_;
  const ir::Program& program_;
};

std::string_view take_last(std::string_view& text) {
  const std::size_t at = text.find_last_of('.');
  const std::string_view last = at == std::string_view::npos ? text : text.substr(at + 1);
  text = at == std::string_view::npos ? std::string_view() : text.substr(0, at);
  return last;
}

}  // namespace

Path guard_path(const Code& code, ir::ClassId owner, std::string_view guard, const Path& object,
                ir::FieldId itself) {
  const Resolver resolver(code);
  const Start here{.of = owner, .object = object};
  std::string_view rest = guard;
  const std::string_view last = take_last(rest);
  if (last == "itself" && !base::is_none(itself)) return object.then(itself);
  if (last == "class") {
    const ir::ClassId of = resolver.class_of(owner, simple_name(rest));
    return base::is_none(of) ? Path{} : Path::class_object(of);
  }
  if (last == "this") return rest.empty() ? object : resolver.named(here, simple_name(rest)).object;
  if (rest.empty()) return resolver.field_around(here, last);
  std::string_view qualifier = take_last(rest);
  if (qualifier == "this")
    return resolver.field(rest.empty() ? here : resolver.named(here, simple_name(rest)), last);
  if (const Start start = resolver.named(here, simple_name(qualifier)); !base::is_none(start.of))
    return resolver.field(start, last);
  const ir::ClassId other = resolver.class_of(owner, simple_name(qualifier));
  return base::is_none(other) ? Path{} : resolver.field({.of = other, .object = {}}, last);
}

bool is_guard(const Code& code, const Path& guard, const Path& lock, ir::ClassId of) {
  if (guard == lock) return true;
  const ir::Program& program = code.program();
  std::size_t behind = guard.length;
  while (behind != 0 && !is_reference_around(program, guard.fields[behind - 1])) --behind;
  if (behind == 0) return false;
  const auto steps = guard.steps().subspan(behind);
  if (!steps.empty())
    return lock.length >= steps.size() &&
           std::ranges::equal(lock.steps().last(steps.size()), steps);
  const std::string_view around = ir::ProgramSnapshot::type(program, guard.fields[behind - 1]).base;
  if (lock.length != 0 && (lock.last() == kElements || lock.last() == kContent)) return false;
  if (lock.length != 0) return ir::ProgramSnapshot::type(program, lock.last()).base == around;
  const ir::ClassId wanted = code.class_named(around);
  return lock.root == Path::Root::kParameter && lock.base == 0 && !base::is_none(wanted) &&
         program.hierarchy().is_subclass(of, wanted);
}

}  // namespace heddle::modular
