// What annotations say of classes and methods: their own, and those that they inherit.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modular/annotations.h"
#include "modular/code.h"
#include "modular/guards.h"

namespace heddle::modular {

using base::index;
using ir::Access;

namespace {

// Names that frameworks and the platform call right behind the constructor.
constexpr std::array<std::string_view, 6> kInitializers = {
    "init", "initialize", "initialise", "readObject", "readObjectNoData", "readExternal"};
// And what those that share an object call when nobody uses it any more.
constexpr std::string_view kEnd = "destroy";

}  // namespace

Marks Code::own_marks(ir::ClassId id) const {
  const ir::Class* code = program_.code(id);
  return code == nullptr ? Marks{} : marks_of(*code, code->annotations, names_);
}

bool Code::is_of_shared_type(ir::ClassId id) const {
  const auto is_named = [&](ir::ClassId above) {
    std::string name(program_.name(above));
    std::ranges::replace(name, '/', '.');
    return std::ranges::find(names_.shared_types, name) != names_.shared_types.end();
  };
  for (ir::ClassId above = program_.super(id); !base::is_none(above); above = program_.super(above))
    if (is_named(above)) return true;
  return std::ranges::any_of(program_.all_interfaces(id), is_named);
}

void Code::find_marks() {
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const ir::ClassId id = classes_[i];
    Marks marks = own_marks(id);
    const bool is_plain = marks.has(Mark::kNotThreadSafe);
    for (ir::ClassId above = program_.super(id); !base::is_none(above) && !is_plain;
         above = program_.super(above))
      marks.add(own_marks(above));
    for (const ir::ClassId above : program_.all_interfaces(id))
      if (!is_plain) marks.add(own_marks(above));
    if (is_of_shared_type(id)) marks.add(Mark::kShared);
    of_class_[i].marks = marks;
    const ir::Class& code = *program_.code(id);
    for (std::uint32_t m = 0; m < code.methods.size(); ++m) {
      if (code.methods[m].annotations.empty()) continue;
      const std::uint32_t method = index(program_.first_method(id)) + m;
      method_marks_[method] = marks_of(code, code.methods[m].annotations, names_);
      if (const std::string_view guard = guard_of(code, code.methods[m].annotations, names_);
          !guard.empty())
        method_guards_.emplace(method, guard);
    }
  }
  inherit_marks();
  inherit_guards();
}

// Who calls a method by the name of one that it overrides holds what that one wants.
void Code::inherit_guards() {
  if (method_guards_.empty()) return;
  std::vector<std::pair<std::uint32_t, std::string_view>> inherited;
  for (const ir::MethodId method : methods_) {
    if (program_.is(method, Access::kStatic | Access::kPrivate) || program_.name(method)[0] == '<')
      continue;
    if (method_guards_.contains(index(method))) continue;
    const ir::MethodSelector selector = program_.classes().method(method).selector;
    for (ir::ClassId above = program_.super(program_.owner(method)); !base::is_none(above);
         above = program_.super(above)) {
      const ir::MethodId declared = program_.classes().declared(above, selector);
      if (base::is_none(declared)) continue;
      if (const auto said = method_guards_.find(index(declared)); said != method_guards_.end())
        inherited.emplace_back(index(method), said->second);
    }
  }
  for (const auto& [method, guard] : inherited) method_guards_.try_emplace(method, guard);
}

// A method that is said to be thread-safe is so wherever it is overridden.
void Code::inherit_marks() {
  boost::unordered_flat_map<ir::MethodSelector, std::vector<ir::ClassId>> said;
  for (const auto& [number, marks] : method_marks_) {
    const auto method = base::id_at<ir::MethodId>(number);
    if (marks.has(Mark::kThreadSafe) && !program_.is(method, Access::kStatic | Access::kPrivate) &&
        program_.name(method)[0] != '<')
      said[program_.classes().method(method).selector].push_back(program_.owner(method));
  }
  if (said.empty()) return;
  for (const ir::MethodId method : methods_) {
    const auto above = said.find(program_.classes().method(method).selector);
    if (above == said.end() || program_.is(method, Access::kStatic | Access::kPrivate)) continue;
    const ir::ClassId owner = program_.owner(method);
    if (std::ranges::any_of(above->second, [&](ir::ClassId by) {
          return by != owner && program_.hierarchy().is_subclass(owner, by);
        }))
      method_marks_[index(method)].add(Mark::kThreadSafe);
  }
}

Marks Code::marks(ir::ClassId of) const {
  if (index(of) < number_.size() && number_[index(of)] != 0)
    return of_class_[number_[index(of)] - 1].marks;
  return {};
}

Marks Code::marks(ir::MethodId of) const {
  const auto found = method_marks_.find(index(of));
  return found == method_marks_.end() ? Marks{} : found->second;
}

std::string_view Code::guard(ir::MethodId of) const {
  const auto found = method_guards_.find(index(of));
  return found == method_guards_.end() ? std::string_view() : found->second;
}

Path Code::wanted_lock(ir::MethodId method) const {
  const std::string_view text = guard(method);
  if (text.empty()) return {};
  return guard_path(*this, program_.owner(method), text,
                    program_.is(method, Access::kStatic) ? Path{} : Path::parameter(0));
}

bool Code::makes_object(ir::MethodId method) const {
  if (program_.is(method, Access::kStatic)) return false;
  const std::string_view name = program_.name(method);
  if (name == "<init>") return true;
  if (marks(program_.owner(method)).has(Mark::kThreadSafe)) return false;
  if (name == kEnd && marks(program_.owner(method)).is_shared()) return true;
  return marks(method).has(Mark::kInitializer) ||
         std::ranges::find(kInitializers, name) != kInitializers.end();
}

bool Code::is_unchecked(const Call& call) const {
  if (!is_strict_ || call.invocation != ir::Invocation::kInterface || call.is_platform)
    return false;
  if (program_.is_phantom(call.named) || !program_.is_interface(call.named)) return false;
  Marks said = marks(call.named);
  said.add(marks(call.resolved));
  return !said.has(Mark::kThreadSafe) && !said.has(Mark::kImmutable) &&
         !said.has(Mark::kFunctional) && !said.has(Mark::kThreadConfined);
}

}  // namespace heddle::modular
