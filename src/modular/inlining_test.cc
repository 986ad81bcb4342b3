// Summaries against the slow way: go into every call and look at the callee's body there.
//
// Random programs without branches and recursion, where every call has one target: then both must
// say the same of every method. The inliner knows objects, not paths: an object has the names by
// which others can find it, and those made on the way have none until they are stored somewhere.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "modular/engine.h"
#include "origins/facts.h"
#include "pointsto/random_program_test_only.h"

namespace heddle::modular {
namespace {

using ir::Opcode;

#if defined(HEDDLE_SANITIZED)
constexpr std::uint64_t kPrograms = 60;
#else
constexpr std::uint64_t kPrograms = 3'000;
#endif
constexpr unsigned kMethods = 5;

constexpr std::string_view kClasses = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
// ---- application
class app.Node extends java.lang.Object {
  access public super
  field public int number
  field public app.Node next
  field public app.Node other
  method public <init>() : void {
  b0:
    %0 = parameter 0 : app.Node
    invoke special java.lang.Object.<init>() : void (%0)
    return
  }
}
)";

// A field that only constructors write would not count.
constexpr std::string_view kWrites = R"(class app.Writes extends java.lang.Object {
  access public super
  method public static all(app.Node) : void {
  b0:
    %0 = parameter 0 : app.Node
    %1 = const_null : null
    %2 = const_int 1 : int
    put_field %0 app.Node.number : int, %2
    put_field %0 app.Node.next : app.Node, %1
    put_field %0 app.Node.other : app.Node, %1
    return
  }
}
)";

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string program() {
    std::string text = std::string(kClasses) + std::string(kWrites);
    text += "class app.Code extends java.lang.Object {\n  access public super\n";
    for (unsigned i = 0; i < kMethods; ++i) text += method(i);
    return text + "}\n";
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  std::string value(std::string_view text) {
    body_ += fmt::format("    %{} = {}\n", next_, text);
    return fmt::format("%{}", next_++);
  }
  void effect(std::string_view text) {
    body_ += fmt::format("    {}\n", text);
    ++next_;
  }
  const std::string& any() { return hand_[below(static_cast<unsigned>(hand_.size()))]; }
  const std::string& outside() { return outside_[below(static_cast<unsigned>(outside_.size()))]; }
  static std::string_view link(unsigned which) { return which == 0 ? "next" : "other"; }

  std::string method(unsigned number) {
    body_.clear();
    hand_.clear();
    next_ = 0;
    for (unsigned i = 0; i < 2; ++i)
      hand_.push_back(value(fmt::format("parameter {} : app.Node", i)));
    outside_ = hand_;
    const unsigned count = 3 + below(8);
    for (unsigned i = 0; i < count; ++i) grow(number, 0);
    // What is returned has a name, or is new and nobody has heard of it.
    effect("return " + (below(3) == 0 ? fresh() : outside()));
    return fmt::format(
        "  method public static {}m{}(app.Node, app.Node) : app.Node {{\n  b0:\n{}  }}\n",
        below(4) == 0 ? "synchronized " : "", number, body_);
  }

  std::string fresh() {
    const std::string made = value("new app.Node");
    effect(fmt::format("invoke special app.Node.<init>() : void ({})", made));
    return made;
  }

  void grow(unsigned number, unsigned depth) {
    switch (below(8)) {
      case 0: {
        const std::string made = fresh();
        if (below(2) == 0)
          effect(fmt::format("put_field {} app.Node.{} : app.Node, {}", made, link(below(2)),
                             outside()));
        hand_.push_back(made);
        break;
      }
      case 1: {
        const std::string from = outside();
        const std::string got =
            value(fmt::format("get_field {} app.Node.{} : app.Node", from, link(below(2))));
        hand_.push_back(got);
        outside_.push_back(got);
        break;
      }
      case 2:
        hand_.push_back(
            value(fmt::format("get_field {} app.Node.{} : app.Node", any(), link(below(2)))));
        break;
      case 3: {
        // Not into a parameter itself: a caller may give an own object, and read it before.
        if (outside_.size() == 2) break;
        const std::string made = fresh();
        const std::string& into = outside_[2 + below(static_cast<unsigned>(outside_.size()) - 2)];
        effect(fmt::format("put_field {} app.Node.{} : app.Node, {}", into, link(below(2)), made));
        hand_.push_back(made);
        break;
      }
      case 4: {
        const std::string one = value("const_int 1 : int");
        effect(fmt::format("put_field {} app.Node.number : int, {}", any(), one));
        break;
      }
      case 5:
        if (number == 0) break;
        hand_.push_back(
            value(fmt::format("invoke static app.Code.m{}(app.Node, app.Node) : app.Node ({}, {})",
                              below(number), any(), any())));
        break;
      case 6: {
        if (depth == 2) break;
        const std::string lock = any();
        effect("monitor_enter " + lock);
        for (unsigned i = 0; i < 1 + below(3); ++i) grow(number, depth + 1);
        effect("monitor_exit " + lock);
        break;
      }
      default: value(fmt::format("get_field {} app.Node.number : int", any())); break;
    }
  }

  std::mt19937_64 random_;
  std::string body_;
  std::vector<std::string> hand_, outside_;
  unsigned next_ = 0;
};

// (path, action, method, instruction, locks)
using Told = std::tuple<Path, Action, ir::MethodId, std::uint32_t, std::vector<Path>>;

class Inliner {
 public:
  Inliner(const Code& code, ir::MethodId entry) : code_(code) {
    const std::vector<Object*> arguments{named(Path::parameter(0)), named(Path::parameter(1))};
    run(entry, arguments);
  }
  const std::set<Told>& told() const { return told_; }

 private:
  struct Object {
    std::vector<Path> names;  // by which others find it
    bool is_own = false;
    std::map<ir::FieldId, Object*> fields{};
    Object* inside_of = nullptr;  // an own object that was never given anything there
    ir::FieldId at{};
  };

  Object* make(Object object) {
    objects_.push_back(std::make_unique<Object>(std::move(object)));
    return objects_.back().get();
  }
  Object* named(const Path& path) {
    return make({.names = path.is_known() ? std::vector{path} : std::vector<Path>{}});
  }
  // What hangs on an own object has its names, and a step more.
  static std::vector<Path> names(const Object* object) {
    std::vector<Path> all = object->names;
    if (object->inside_of != nullptr)
      for (const Path& name : names(object->inside_of))
        if (const Path longer = name.then(object->at); longer.is_known()) all.push_back(longer);
    return all;
  }
  // Too far away to have a name counts as one step too many of its own.
  static std::size_t depth(const Object* object) {
    return object->inside_of == nullptr ? 0 : 1 + depth(object->inside_of);
  }

  void tell(const Object* object, ir::FieldId field, Action action, ir::MethodId in,
            std::uint32_t at) {
    if (depth(object) >= Path::kLongest) return;
    for (const Path& name : names(object))
      if (const Path whole = name.then(field); whole.is_known())
        told_.emplace(whole, action, in, at, locks_now());
  }
  [[nodiscard]] std::vector<Path> locks_now() const {
    std::set<Path> all;
    for (const Path& lock : locks_) all.insert(lock);
    return {all.begin(), all.end()};
  }
  // Only what others can name is a lock to them; and an own object is never one.
  bool take(const Object* object, ir::MethodId in, std::uint32_t at) {
    if (object->is_own || object->inside_of != nullptr || object->names.size() != 1) return false;
    told_.emplace(object->names[0], Action::kAcquire, in, at, locks_now());
    locks_.push_back(object->names[0]);
    return true;
  }

  Object* get(Object* object, ir::FieldId field) {
    if (!object->is_own && object->inside_of == nullptr) {
      if (object->names.empty()) return make({});
      return named(object->names[0].then(field));
    }
    const auto held = object->fields.find(field);
    if (held != object->fields.end()) return held->second;
    return make({.names = {}, .is_own = false, .fields = {}, .inside_of = object, .at = field});
  }

  void put(Object* object, ir::FieldId field, Object* value) {
    if (object->is_own) {
      object->fields[field] = value;
    } else if (value->is_own && object->inside_of == nullptr) {
      for (const Path& name : object->names)
        if (const Path where = name.then(field); where.is_known()) value->names.push_back(where);
    }
  }

  Object* run(ir::MethodId method, const std::vector<Object*>& arguments) {
    const ir::Body& body = *code_.body(method);
    const ir::Program& program = code_.program();
    std::vector<Object*> values(body.instructions.size(), make({}));
    const bool is_synchronized = program.is(method, ir::Access::kSynchronized);
    if (is_synchronized) {
      const Path lock = Path::class_object(program.owner(method));
      told_.emplace(lock, Action::kAcquire, method, 0, locks_now());
      locks_.push_back(lock);
    }
    std::vector<bool> taken;
    Object* result = nullptr;
    for (std::uint32_t at = 0; at < body.instructions.size(); ++at) {
      const ir::Instruction& instruction = body.instructions[at];
      switch (instruction.opcode) {
        case Opcode::kParameter: values[at] = arguments[instruction.a]; break;
        case Opcode::kNew: values[at] = make({.names = {}, .is_own = true}); break;
        case Opcode::kGetField: {
          const ir::FieldId field = code_.field(method, instruction);
          tell(values[instruction.a], field, Action::kRead, method, at);
          values[at] = get(values[instruction.a], field);
          break;
        }
        case Opcode::kPutField: {
          const ir::FieldId field = code_.field(method, instruction);
          tell(values[instruction.a], field, Action::kWrite, method, at);
          put(values[instruction.a], field, values[instruction.c]);
          break;
        }
        case Opcode::kMonitorEnter: taken.push_back(take(values[instruction.a], method, at)); break;
        case Opcode::kMonitorExit:
          if (taken.empty()) break;  // of a program that was made smaller
          if (taken.back()) locks_.pop_back();
          taken.pop_back();
          break;
        case Opcode::kInvoke: {
          const Call* call = code_.call(method, instruction);
          if (call == nullptr || call->targets.empty()) break;
          if (program.name(call->resolved) == "<init>") break;
          std::vector<Object*> given;
          for (const ir::ValueId value : body.values(instruction))
            given.push_back(values[base::index(value)]);
          values[at] = run(call->targets[0], given);
          break;
        }
        case Opcode::kReturn:
          if (instruction.a != base::index(ir::kNoValue)) result = values[instruction.a];
          break;
        default: break;
      }
    }
    if (is_synchronized) locks_.pop_back();
    return result;
  }

  const Code& code_;
  std::vector<std::unique_ptr<Object>> objects_;
  std::vector<Path> locks_;
  std::set<Told> told_;
};

std::set<Told> summarised(const Summary& summary) {
  std::set<Told> all;
  for (const Access& access : summary.accesses) {
    std::vector<Path> locks;
    for (const HeldLock& lock : summary.locksets[access.locks])
      if (lock.path.is_outside()) locks.push_back(lock.path);
    all.emplace(access.path, access.action, access.site, access.instruction, locks);
  }
  return all;
}

std::string text(const Told& told, const ir::Program& program) {
  const auto& [path, action, site, at, locks] = told;
  std::string said = fmt::format("{} of root {} {}", static_cast<int>(action),
                                 static_cast<int>(path.root), path.base);
  for (const ir::FieldId field : path.steps()) said += "." + std::string(program.name(field));
  said += fmt::format(" in {} at {}, locks:", program.name(site), at);
  for (const Path& lock : locks) {
    said += fmt::format(" {}:{}", static_cast<int>(lock.root), lock.base);
    for (const ir::FieldId field : lock.steps()) said += "." + std::string(program.name(field));
  }
  return said;
}

// What one of them says and the other does not; empty: they agree.
std::string difference(std::string_view program_text, std::size_t* told = nullptr) {
  pointsto::TextProgram world(program_text);
  origins::Facts facts(world.program, world.models);
  const AnnotationNames names = AnnotationNames::usual();
  const std::vector<std::string> inputs{"app/Node", "app/Writes", "app/Code"};
  const Code code(world.program, world.models, facts, names, inputs);
  const Engine engine(code, 1);
  // A path that is too long in a callee might be short enough again in its caller.
  bool is_cut = false;
  for (const ir::MethodId method : code.methods())
    for (const Access& access : engine.summary(method)->accesses)
      is_cut |= access.path.length == Path::kLongest;
  for (const ir::MethodId method : code.methods()) {
    if (!world.program.name(method).starts_with("m")) continue;
    const Inliner inliner(code, method);
    const std::set<Told> from_summary = summarised(*engine.summary(method));
    if (told != nullptr && !is_cut) *told += from_summary.size();
    for (const Told& each : inliner.told())
      if (!is_cut && !from_summary.contains(each))
        return fmt::format("{}: only inlined: {}", world.program.name(method),
                           text(each, world.program));
    for (const Told& each : from_summary)
      if (!inliner.told().contains(each))
        return fmt::format("{}: only summarised: {}", world.program.name(method),
                           text(each, world.program));
  }
  return {};
}

// Is every monitor left in the method that entered it?
bool are_paired(std::string_view text) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::size_t lock = line.find("monitor_");
    if (line.contains("monitor_enter")) {
      open.emplace_back(line.substr(lock + std::string_view("monitor_enter").size()));
    } else if (line.contains("monitor_exit")) {
      if (open.empty() || !line.ends_with(open.back())) return false;
      open.pop_back();
    }
    if (line == "  }" && !open.empty()) return false;
    at = end + 1;
  }
  return true;
}

TEST(Inlining, SummariesSayTheSame) {
  std::size_t told = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const std::string program = Writer(seed).program();
    ASSERT_EQ(pointsto::problem_in(program), "") << program;
    const std::string wrong = difference(program, &told);
    if (wrong.empty()) continue;
    const std::string small = pointsto::shrink(program, [](std::string_view smaller) {
      return smaller.contains(kWrites) && are_paired(smaller) && !difference(smaller).empty();
    });
    FAIL() << "seed " << seed << "\n"
           << wrong << "\nand smaller\n"
           << difference(small) << "\n"
           << small;
  }
  EXPECT_GT(told, kPrograms * 3);
}

}  // namespace
}  // namespace heddle::modular
