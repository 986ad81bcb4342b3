// A thread runs by itself until it stands before something that others can see or change: an
// access, a monitor, a join, a choice. Only there one may be chosen over another, so that only such
// states are kept. Two states are the same if they are alike up to the names of objects; names are
// given anew in the order in which a walk from the threads and static fields meets them, and what
// it does not meet is gone.
#include "races/explorer_test_only.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/hash.h"
#include "base/id.h"
#include "ir/access.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/instruction.h"
#include "ir/program.h"
#include "locks/held.h"

namespace heddle::races {
namespace {

using ir::Opcode;

struct Value {
  std::uint32_t word = 0;
  bool is_reference = false;

  friend bool operator==(const Value&, const Value&) = default;
};
constexpr Value kNull{.word = 0, .is_reference = true};

constexpr std::uint32_t kNobody = 0xFFFF'FFFF;

struct Object {
  std::uint32_t type = 0;  // its class; of a class object: that class, with the top bit set
  std::map<std::uint32_t, Value> fields;
  std::uint32_t owner = kNobody;  // thread
  std::uint32_t depth = 0;
  std::size_t frame = 0;  // of the owner, the one that took it first
};

struct Frame {
  ir::MethodId method{};
  std::uint32_t instruction = 0;
  bool enters = false;  // still wants the monitor of a synchronized method
  Value monitor = kNull;
  std::vector<Value> values;
};

struct Thread {
  Value object = kNull;
  std::vector<Frame> frames;
  std::uint8_t choices = 0;
  bool stands_still = false;

  [[nodiscard]] bool runs() const { return !frames.empty() && !stands_still; }
};

struct World {
  std::vector<Thread> threads;
  std::map<std::uint32_t, Value> statics;
  std::map<std::uint32_t, Value> class_objects;
  std::vector<Object> objects{Object{}};  // the first is null
};

// Names objects in the order of a walk, and hashes what the walk sees.
class Portrait {
 public:
  explicit Portrait(World& world) {
    for (auto& [field, value] : world.statics) add(field), name(value);
    for (auto& [type, value] : world.class_objects) add(type), name(value);
    for (Thread& thread : world.threads) see(thread);
    std::vector<Object> kept{Object{}};
    for (std::size_t i = 0; i < order_.size(); ++i) {
      Object object = std::move(world.objects[order_[i]]);
      add(object.type), add(object.owner), add(object.depth);
      add(static_cast<std::uint32_t>(object.depth == 0 ? 0 : object.frame));
      for (auto& [field, value] : object.fields) add(field), name(value);
      kept.push_back(std::move(object));
    }
    world.objects = std::move(kept);
  }

  base::Hash128 hash() { return hasher_.finish(); }

 private:
  void add(std::uint32_t word) { hasher_.add(word); }

  void see(Thread& thread) {
    name(thread.object);
    add(thread.choices), add(thread.stands_still ? 1U : 0U);
    add(static_cast<std::uint32_t>(thread.frames.size()));
    for (Frame& frame : thread.frames) {
      add(base::index(frame.method)), add(frame.instruction), add(frame.enters ? 1U : 0U);
      name(frame.monitor);
      for (Value& value : frame.values) name(value);
    }
  }

  void name(Value& value) {
    if (value.is_reference && value.word != 0) {
      if (names_.size() <= value.word) names_.resize(value.word + 1);
      std::uint32_t& known = names_[value.word];
      if (known == 0) {
        order_.push_back(value.word);
        known = static_cast<std::uint32_t>(order_.size());
      }
      value.word = known;
    }
    add(value.word);
  }

  std::vector<std::uint32_t> names_;
  std::vector<std::uint32_t> order_;
  base::Hasher hasher_;
};

class Explorer {
 public:
  Explorer(ir::Program& program, const ExplorerLimits& limits)
      : program_(program), limits_(limits) {}

  Occurred explore(ir::MethodId main) {
    World first;
    first.threads.emplace_back();
    enter(first, 0, main, {});
    settle(first, 0);
    visit(std::move(first));
    while (!waiting_.empty() && seen_.size() < limits_.most_states) {
      const World world = std::move(waiting_.back());
      waiting_.pop_back();
      look(world);
      for (std::uint32_t t = 0; t < world.threads.size(); ++t) step(world, t);
    }
    occurred_.complete = occurred_.complete && waiting_.empty();
    occurred_.states = seen_.size();
    return std::move(occurred_);
  }

 private:
  void visit(World world) {
    if (seen_.insert(Portrait(world).hash()).second) waiting_.push_back(std::move(world));
  }

  // --- one thread --------------------------------------------------------------------------------

  static Frame& top(World& world, std::uint32_t thread) {
    return world.threads[thread].frames.back();
  }
  const ir::Body& body(const Frame& frame) { return *program_.body(frame.method); }
  static Value& value(Frame& frame, std::uint32_t id) { return frame.values[id]; }

  Value make(World& world, std::uint32_t type) {
    world.objects.push_back({.type = type, .fields = {}});
    return {.word = static_cast<std::uint32_t>(world.objects.size() - 1), .is_reference = true};
  }

  Value class_object(World& world, ir::ClassId type) {
    const auto known = world.class_objects.find(base::index(type));
    if (known != world.class_objects.end()) return known->second;
    const Value made = make(world, base::index(type) | 0x8000'0000U);
    world.class_objects.emplace(base::index(type), made);
    return made;
  }

  void enter(World& world, std::uint32_t thread, ir::MethodId method,
             const std::vector<Value>& arguments) {
    Frame frame{.method = method, .values = {}};
    const ir::Body& code = *program_.body(method);
    frame.values.resize(code.instructions.size());
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
      const ir::Instruction& instruction = code.instructions[i];
      if (instruction.opcode == Opcode::kParameter) frame.values[i] = arguments[instruction.a];
    }
    if (program_.is(method, ir::Access::kSynchronized)) {
      frame.enters = true;
      frame.monitor = program_.is(method, ir::Access::kStatic)
                          ? class_object(world, program_.owner(method))
                          : arguments[0];
    }
    world.threads[thread].frames.push_back(std::move(frame));
  }

  // Does the next step of the thread touch what others see?
  bool is_visible(const Frame& frame) {
    if (frame.enters) return true;
    const ir::Instruction& next = body(frame).instructions[frame.instruction];
    switch (next.opcode) {
      case Opcode::kGetField:
      case Opcode::kPutField:
      case Opcode::kGetStatic:
      case Opcode::kPutStatic:
      case Opcode::kMonitorEnter:
      case Opcode::kMonitorExit: return true;
      case Opcode::kInvoke: return code_of(target(frame, next)) == nullptr;
      case Opcode::kReturn: return program_.is(frame.method, ir::Access::kSynchronized);
      default: return false;
    }
  }

  void settle(World& world, std::uint32_t thread) {
    while (world.threads[thread].runs() && !is_visible(top(world, thread))) advance(world, thread);
  }

  const ir::Body* code_of(ir::MethodId method) {
    return base::is_none(method) ? nullptr : program_.body(method);
  }

  // Virtual calls of the programs are of methods with one target, but for run() of a thread.
  ir::MethodId target(const Frame& frame, const ir::Instruction& invoke) {
    const auto ref = static_cast<ir::MethodRef>(invoke.a);
    const ir::ClassId from = program_.owner(frame.method);
    if (invoke.invocation() == ir::Invocation::kSpecial)
      return program_.special_target(from, ref).member;
    return program_.resolve_method(from, ref, invoke.invocation()).member;
  }

  static void go_to(const ir::Body& code, Frame& frame, ir::BlockId to) {
    std::uint32_t from = 0;
    while (code.blocks[from].end <= frame.instruction) ++from;
    const ir::Block& block = code.block(to);
    const auto before = code.predecessors_of(block);
    const auto way = static_cast<std::size_t>(
        std::ranges::find(before, static_cast<ir::BlockId>(from)) - before.begin());
    std::vector<std::pair<std::uint32_t, Value>> chosen;
    std::uint32_t at = block.first;
    for (; code.instructions[at].opcode == Opcode::kPhi; ++at) {
      const auto part = code.values(code.instructions[at])[way];
      chosen.emplace_back(at, frame.values[base::index(part)]);
    }
    for (const auto& [phi, given] : chosen) frame.values[phi] = given;
    frame.instruction = at;
  }

  static bool holds(ir::Condition condition, std::uint32_t left, std::uint32_t right) {
    const auto a = static_cast<std::int32_t>(left), b = static_cast<std::int32_t>(right);
    switch (condition) {
      case ir::Condition::kEqual: return a == b;
      case ir::Condition::kNotEqual: return a != b;
      case ir::Condition::kLess: return a < b;
      case ir::Condition::kGreaterOrEqual: return a >= b;
      case ir::Condition::kGreater: return a > b;
      case ir::Condition::kLessOrEqual: return a <= b;
    }
    return false;
  }

  // A step that nobody else sees.
  void advance(World& world, std::uint32_t thread) {
    Frame& frame = top(world, thread);
    const ir::Body& code = body(frame);
    const std::uint32_t here = frame.instruction;
    const ir::Instruction& next = code.instructions[here];
    switch (next.opcode) {
      case Opcode::kParameter: break;
      case Opcode::kConstInt: value(frame, here) = {.word = next.a}; break;
      case Opcode::kConstNull: value(frame, here) = kNull; break;
      case Opcode::kAdd:
        value(frame, here) = {.word = value(frame, next.a).word + value(frame, next.b).word};
        break;
      case Opcode::kConstClass: {
        const ir::Type type =
            program_.type_of(program_.owner(frame.method), ir::TypeRef::from_bits(next.a));
        value(frame, here) = class_object(world, type.class_id());
        break;
      }
      case Opcode::kNew: {
        const ir::Type type =
            program_.type_of(program_.owner(frame.method), ir::TypeRef::from_bits(next.a));
        value(frame, here) = make(world, base::index(type.class_id()));
        break;
      }
      case Opcode::kGoto: {
        const ir::Block& block = code.blocks[block_of(code, here)];
        go_to(code, frame, code.successors_of(block)[0]);
        return;
      }
      case Opcode::kIf: {
        const ir::Block& block = code.blocks[block_of(code, here)];
        const std::uint32_t with =
            next.b == base::index(ir::kNoValue) ? 0 : value(frame, next.b).word;
        const bool yes = holds(next.condition(), value(frame, next.a).word, with);
        go_to(code, frame, code.successors_of(block)[yes ? 0 : 1]);
        return;
      }
      case Opcode::kInvoke: call(world, thread, next); return;
      case Opcode::kReturn: leave(world, thread); return;
      default: HEDDLE_CHECK(false, "the explorer does not know this instruction");
    }
    ++frame.instruction;
  }

  static std::uint32_t block_of(const ir::Body& code, std::uint32_t instruction) {
    std::uint32_t block = 0;
    while (code.blocks[block].end <= instruction) ++block;
    return block;
  }

  void call(World& world, std::uint32_t thread, const ir::Instruction& invoke) {
    Frame& frame = top(world, thread);
    std::vector<Value> arguments;
    for (const ir::ValueId argument : body(frame).values(invoke))
      arguments.push_back(frame.values[base::index(argument)]);
    const ir::MethodId method = target(frame, invoke);
    if (!program_.is(method, ir::Access::kStatic) && arguments[0] == kNull) {
      world.threads[thread].stands_still = true;
      return;
    }
    ++frame.instruction;
    enter(world, thread, method, arguments);
  }

  static void leave(World& world, std::uint32_t thread) { world.threads[thread].frames.pop_back(); }

  // --- a step that others may see ----------------------------------------------------------------

  void step(const World& world, std::uint32_t thread) {
    if (!world.threads[thread].runs() || !may_go_on(world, thread)) return;
    World next = world;
    Frame& frame = top(next, thread);
    const bool chooses = is_choice(frame);
    if (chooses && next.threads[thread].choices < limits_.choices) {
      World other = world;
      ++other.threads[thread].choices;
      Frame& of_other = top(other, thread);
      value(of_other, of_other.instruction++) = {.word = 1};
      settle(other, thread);
      visit(std::move(other));
    }
    if (!act(next, thread)) return;
    if (next.threads[thread].runs()) settle(next, thread);
    visit(std::move(next));
  }

  bool is_choice(const Frame& frame) { return native(frame) == "any"; }

  // The method without code that is called next, if it is one.
  std::string_view native(const Frame& frame) {
    if (frame.enters) return {};
    const ir::Instruction& next = body(frame).instructions[frame.instruction];
    if (next.opcode != Opcode::kInvoke) return {};
    const ir::MethodId method = target(frame, next);
    return code_of(method) == nullptr && !base::is_none(method) ? program_.name(method)
                                                                : std::string_view{};
  }

  // The monitor that the thread wants next.
  std::optional<Value> wanted(const Frame& frame) {
    if (frame.enters) return frame.monitor;
    const ir::Instruction& next = body(frame).instructions[frame.instruction];
    if (next.opcode != Opcode::kMonitorEnter) return std::nullopt;
    return frame.values[next.a];
  }

  // Who holds the monitor that the thread wants and cannot have.
  std::uint32_t holder(const World& world, std::uint32_t thread) {
    const auto monitor = wanted(world.threads[thread].frames.back());
    if (!monitor || *monitor == kNull) return kNobody;
    const std::uint32_t owner = world.objects[monitor->word].owner;
    return owner == thread ? kNobody : owner;
  }

  bool may_go_on(const World& world, std::uint32_t thread) {
    if (holder(world, thread) != kNobody) return false;
    const Frame& frame = world.threads[thread].frames.back();
    if (native(frame) != "join") return true;
    const Value joined = receiver(frame);
    // One that was not started is joined at once.
    return std::ranges::none_of(world.threads, [&](const Thread& other) {
      return joined != kNull && other.object == joined && !other.frames.empty();
    });
  }

  Value receiver(const Frame& frame) {
    const ir::Instruction& next = body(frame).instructions[frame.instruction];
    return frame.values[base::index(body(frame).values(next)[0])];
  }

  static void take(World& world, std::uint32_t thread, Value monitor) {
    Object& object = world.objects[monitor.word];
    object.owner = thread;
    if (object.depth++ == 0) object.frame = world.threads[thread].frames.size();
  }
  static void give_back(World& world, Value monitor) {
    Object& object = world.objects[monitor.word];
    if (--object.depth == 0) object.owner = kNobody;
  }

  // False if what comes of it is left out.
  bool act(World& world, std::uint32_t thread) {
    Frame& frame = top(world, thread);
    if (frame.enters) {
      frame.enters = false;
      take(world, thread, frame.monitor);
      return true;
    }
    const std::uint32_t here = frame.instruction;
    const ir::Instruction& next = body(frame).instructions[here];
    const auto stand_still = [&] {
      world.threads[thread].stands_still = true;
      return true;
    };
    switch (next.opcode) {
      case Opcode::kGetField: {
        const Value object = frame.values[next.a];
        if (object == kNull) return stand_still();
        frame.values[here] = read(world.objects[object.word].fields, field(frame, next, false));
        break;
      }
      case Opcode::kPutField: {
        const Value object = frame.values[next.a];
        if (object == kNull) return stand_still();
        world.objects[object.word].fields[field(frame, next, false)] = frame.values[next.c];
        break;
      }
      case Opcode::kGetStatic:
        frame.values[here] = read(world.statics, field(frame, next, true));
        break;
      case Opcode::kPutStatic:
        world.statics[field(frame, next, true)] = frame.values[next.c];
        break;
      case Opcode::kMonitorEnter: {
        const Value monitor = frame.values[next.a];
        if (monitor == kNull) return stand_still();
        take(world, thread, monitor);
        break;
      }
      case Opcode::kMonitorExit: give_back(world, frame.values[next.a]); break;
      case Opcode::kInvoke: return act_natively(world, thread);
      case Opcode::kReturn:
        give_back(world, frame.monitor);
        leave(world, thread);
        return true;
      default: HEDDLE_CHECK(false, "nothing to see here");
    }
    ++frame.instruction;
    return true;
  }

  bool act_natively(World& world, std::uint32_t thread) {
    Frame& frame = top(world, thread);
    const std::string_view name = native(frame);
    if (name == "any") {
      frame.values[frame.instruction++] = {.word = 0};
      return true;
    }
    // Null, a method that there is not, a thread that was started before: it throws.
    const auto stand_still = [&] {
      world.threads[thread].stands_still = true;
      return true;
    };
    if (name != "join" && name != "start") return stand_still();
    const Value object = receiver(frame);
    if (object == kNull) return stand_still();
    ++frame.instruction;
    if (name == "join") return true;
    if (std::ranges::any_of(world.threads,
                            [&](const Thread& other) { return other.object == object; }))
      return stand_still();
    if (world.threads.size() > limits_.threads) {
      occurred_.complete = false;
      return false;
    }
    const auto type = base::id_at<ir::ClassId>(world.objects[object.word].type);
    ir::MethodId run = base::kNone<ir::MethodId>;
    for (ir::ClassId at = type; base::is_none(run); at = program_.super(at)) {
      if (base::is_none(at)) return stand_still();
      run = program_.declared_method(at, "run", "()V");
    }
    const auto started = static_cast<std::uint32_t>(world.threads.size());
    world.threads.push_back({.object = object, .frames = {}});
    enter(world, started, run, {object});
    settle(world, started);
    return true;
  }

  std::uint32_t field(const Frame& frame, const ir::Instruction& access, bool is_static) {
    return base::index(program_
                           .resolve_field(program_.owner(frame.method),
                                          static_cast<ir::FieldRef>(access.b), is_static)
                           .member);
  }

  Value read(const std::map<std::uint32_t, Value>& fields, std::uint32_t id) {
    const auto known = fields.find(id);
    if (known != fields.end()) return known->second;
    // A text that is being shrunk may have lost a field.
    const auto field = base::id_at<ir::FieldId>(id);
    const bool is_int = !base::is_none(field) && !program_.type(field).is_reference();
    return is_int ? Value{} : kNull;
  }

  // --- what occurs -------------------------------------------------------------------------------

  struct Access {
    std::uint32_t object = 0, field = 0;  // object 0: static
    bool writes = false;
    PlaceInCode place{};
  };

  std::optional<Access> access(const Frame& frame) {
    if (frame.enters) return std::nullopt;
    const ir::Instruction& next = body(frame).instructions[frame.instruction];
    const bool writes = next.opcode == Opcode::kPutField || next.opcode == Opcode::kPutStatic;
    const bool is_static = next.opcode == Opcode::kGetStatic || next.opcode == Opcode::kPutStatic;
    if (!writes && !is_static && next.opcode != Opcode::kGetField) return std::nullopt;
    const std::uint32_t object = is_static ? 0 : frame.values[next.a].word;
    if (!is_static && object == 0) return std::nullopt;
    return Access{.object = object,
                  .field = field(frame, next, is_static),
                  .writes = writes,
                  .place = {base::index(frame.method), frame.instruction}};
  }

  void look(const World& world) {
    std::vector<Access> accesses;
    for (const Thread& thread : world.threads) {
      if (!thread.runs()) continue;
      if (const auto found = access(thread.frames.back())) accesses.push_back(*found);
    }
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      for (std::size_t j = i + 1; j < accesses.size(); ++j) {
        const Access& a = accesses[i];
        const Access& b = accesses[j];
        if (a.object == b.object && a.field == b.field && (a.writes || b.writes))
          occurred_.races.insert({std::min(a.place, b.place), std::max(a.place, b.place)});
      }
    }
    for (std::uint32_t t = 0; t < world.threads.size(); ++t) look_for_circle(world, t);
  }

  void look_for_circle(const World& world, std::uint32_t first) {
    std::vector<PlaceInCode> places;
    bool is_nested = false;
    std::uint32_t at = first;
    do {
      if (!world.threads[at].runs()) return;
      const std::uint32_t next = holder(world, at);
      if (next == kNobody || places.size() > world.threads.size()) return;
      const Frame& frame = world.threads[at].frames.back();
      places.push_back(
          {base::index(frame.method), frame.enters ? locks::kAtEntry : frame.instruction});
      const std::size_t taken_in = world.objects[wanted(frame)->word].frame;
      is_nested = is_nested || taken_in != world.threads[next].frames.size();
      at = next;
    } while (at != first);
    std::ranges::sort(places);
    (is_nested ? occurred_.nested_deadlocks : occurred_.deadlocks).insert(std::move(places));
  }

  ir::Program& program_;
  const ExplorerLimits& limits_;
  std::set<base::Hash128> seen_;
  std::vector<World> waiting_;
  Occurred occurred_;
};

}  // namespace

Occurred explore(ir::Program& program, ir::MethodId main, const ExplorerLimits& limits) {
  return Explorer(program, limits).explore(main);
}

}  // namespace heddle::races
