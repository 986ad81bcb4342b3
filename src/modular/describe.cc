#include "modular/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/class.h"
#include "ir/field_descriptor.h"

namespace heddle::modular {

using base::index;

std::string Describe::class_name(ir::ClassId id) const {
  std::string name(engine_.code().program().name(id));
  std::ranges::replace(name, '/', '.');
  return name;
}

std::string Describe::method_name(ir::MethodId method) const {
  const ir::Program& program = engine_.code().program();
  const std::string owner = class_name(program.owner(method));
  return owner.substr(owner.find_last_of('.') + 1) + "." + std::string(program.name(method));
}

report::Place Describe::place(ir::MethodId method, std::uint32_t instruction) const {
  const ir::Program& program = engine_.code().program();
  report::Place place{
      .class_name = class_name(program.owner(method)),
      .method = std::string(program.name(method)) + std::string(program.descriptor(method))};
  place.file = std::string(engine_.code().source_file(program.owner(method)));
  place.line = engine_.code().line(method, instruction);
  return place;
}

std::string Describe::lock_name(const Path& path, ir::MethodId entry) const {
  const ir::Program& program = engine_.code().program();
  const auto field_name = [&](ir::FieldId field) {
    return class_name(program.owner(field)) + "." + std::string(program.name(field));
  };
  std::size_t last = path.length;
  while (last != 0 && (path.fields[last - 1] == kElements || path.fields[last - 1] == kContent))
    --last;
  if (last != 0) return field_name(path.fields[last - 1]);
  switch (path.root) {
    case Path::Root::kStatic: return field_name(base::id_at<ir::FieldId>(path.base));
    case Path::Root::kClass: return class_name(base::id_at<ir::ClassId>(path.base)) + ".class";
    case Path::Root::kParameter: {
      const bool is_static = program.is(entry, ir::Access::kStatic);
      if (path.base == 0 && !is_static) return class_name(program.owner(entry));
      return fmt::format("parameter {} of {}", path.base + (is_static ? 1 : 0), method_name(entry));
    }
    default: return "a local object";
  }
}

report::Lock Describe::lock(const HeldLock& held, ir::MethodId entry) const {
  return {.name = lock_name(held.path, entry),
          .mode = held.mode == LockMode::kShared ? report::LockMode::kShared
                                                 : report::LockMode::kExclusive,
          .acquired = place(held.taken_in, held.taken_at)};
}

report::Subject Describe::subject(const Path& thing, ir::MethodId entry) const {
  const ir::Program& program = engine_.code().program();
  if (thing.root == Path::Root::kOwned && thing.length == 1 && thing.last() == kElements) {
    engine_.need(entry);
    if (!engine_.has_instruction(entry, thing.base)) return {};
    const ir::TypeRef type = engine_.code().body(entry)->types[thing.base];
    return {.class_name = ir::type_text(program.code(program.owner(entry))->symbols, type),
            .field = "[]",
            .type = {}};
  }
  const ir::FieldId last = thing.length == 0 ? base::id_at<ir::FieldId>(thing.base) : thing.last();
  if (last == kContent) return subject(thing.without_last(), entry);
  if (last == kElements) {
    const report::Subject array = subject(thing.without_last(), entry);
    return {.class_name = array.class_name, .field = *array.field + "[]", .type = {}};
  }
  return {.class_name = class_name(program.owner(last)),
          .field = std::string(program.name(last)),
          .type = ir::field_descriptor(program, last)};
}

report::Thread Describe::thread(const Reach& reach) const {
  report::Thread thread;
  if (reach.access->elsewhere) {
    thread.kind = report::ThreadKind::kTask;
    thread.started = place(reach.entry, reach.access->call);
    thread.name = fmt::format("what {} starts at {}:{}", method_name(reach.entry),
                              thread.started->file, thread.started->line);
    return thread;
  }
  thread.kind = report::ThreadKind::kThread;
  thread.name = "any thread that calls " + method_name(reach.entry);
  thread.many = true;
  return thread;
}

std::vector<report::Place> Describe::stack(const Reach& reach) const {
  std::vector<report::Place> frames;
  std::vector<ir::MethodId> seen;
  ir::MethodId method = reach.entry;
  for (const Access* at = reach.access; at != nullptr; at = engine_.next(*at)) {
    // Whoever comes there by way of himself comes there without.
    if (std::ranges::find(seen, method) != seen.end()) break;
    seen.push_back(method);
    if (base::is_none(at->callee)) {
      frames.push_back(place(method, at->instruction));
      return frames;
    }
    frames.push_back(place(method, at->call));
    method = at->callee;
  }
  frames.push_back(place(reach.access->site, reach.access->instruction));
  return frames;
}

report::Side Describe::side(const Reach& reach) const {
  const Access& access = *reach.access;
  report::Side side;
  side.operation = access.action == Action::kWrite     ? report::Operation::kWrite
                   : access.action == Action::kRead    ? report::Operation::kRead
                   : access.action == Action::kAcquire ? report::Operation::kAcquire
                   : access.action == Action::kWait    ? report::Operation::kWait
                                                       : report::Operation::kUse;
  side.at = place(access.site, access.instruction);
  side.thread = thread(reach);
  side.stack = stack(reach);
  // What runs elsewhere begins there.
  if (access.elsewhere && side.stack.size() > 1) side.stack.erase(side.stack.begin());
  for (const HeldLock& held : engine_.outside(reach.entry).locksets[access.locks])
    side.locks.push_back(lock(held, reach.entry));
  return side;
}

}  // namespace heddle::modular
