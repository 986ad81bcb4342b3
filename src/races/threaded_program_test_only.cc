// Code is grown in structures, as in pointsto/random_program_test_only.cc: each takes the nodes at
// hand and gives those that are at hand behind it. Names of blocks are known only when all is
// written, so that targets stand in the text as marks until then.
#include "races/threaded_program_test_only.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::races {
namespace {

constexpr std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
class java.lang.Runnable extends java.lang.Object {
  access public interface abstract
  method public abstract run() : void
}
class java.lang.Thread extends java.lang.Object implements java.lang.Runnable {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
  method public native start() : void
  method public final native join() : void
}
class util.Choice extends java.lang.Object {
  access public super
  method public static native any() : int
}
)";

constexpr std::string_view kModels = R"toml(// ---- models
order = [{ method = "java.lang.Thread.join()V", joins-thread = "this" }]
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
[[method]]
name = "java.lang.Thread.join()V"
[[method]]
name = "util.Choice.any()I"
)toml";

constexpr unsigned kThreadClasses = 2;
constexpr unsigned kMethods = 2;

// One body: lines whose values are numbered as they come.
class BodyText {
 public:
  BodyText() { label(new_label()); }

  std::string value(std::string_view text) {
    lines_.push_back(fmt::format("    %{} = {}\n", next_, text));
    return fmt::format("%{}", next_++);
  }
  void effect(std::string_view text) {
    lines_.push_back(fmt::format("    {}\n", text));
    ++next_;
  }
  // The line of a value is given later.
  std::pair<std::string, std::size_t> later() {
    const std::string name = value("");
    return {name, lines_.size() - 1};
  }
  void give(std::size_t line, std::string_view name, std::string_view text) {
    lines_[line] = fmt::format("    {} = {}\n", name, text);
  }

  unsigned new_label() {
    blocks_.push_back(0);
    return static_cast<unsigned>(blocks_.size() - 1);
  }
  static std::string mark(unsigned label) { return fmt::format("<{}>", label); }
  void label(unsigned label) {
    here_ = label;
    blocks_[label] = next_block_++;
    lines_.push_back(fmt::format("  b{}:\n", blocks_[label]));
  }
  [[nodiscard]] unsigned here() const { return here_; }

  [[nodiscard]] std::string text() const {
    std::string all;
    for (const std::string& line : lines_) all += line;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const std::string from = mark(static_cast<unsigned>(i));
      const std::string to = fmt::format("b{}", blocks_[i]);
      for (std::size_t at = all.find(from); at != std::string::npos; at = all.find(from, at))
        all.replace(at, from.size(), to);
    }
    return all;
  }

 private:
  std::vector<std::string> lines_;
  std::vector<unsigned> blocks_;  // by label
  unsigned next_ = 0, next_block_ = 0, here_ = 0;
};

// What a piece of code may use: nodes, and threads that it made.
struct AtHand {
  std::vector<std::string> nodes, threads;
};

class Writer {
 public:
  Writer(std::uint64_t seed, bool has_flags) : random_(seed), has_flags_(has_flags) {}

  std::string program() {
    std::string text(kPlatform);
    text += "// ---- application\n";
    text += node_class();
    for (unsigned i = 0; i < kThreadClasses; ++i) text += thread_class(i);
    text += main_class();
    text += kModels;
    return text;
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  bool chance(unsigned percent) { return below(100) < percent; }
  const std::string& one_of(const std::vector<std::string>& list) {
    return list[below(static_cast<unsigned>(list.size()))];
  }

  // --- classes -----------------------------------------------------------------------------------

  std::string node_class() {
    std::string text = R"(class app.Node extends java.lang.Object {
  access public super
  field public int number
  field public app.Node next
  field public java.lang.Object lock
  method public <init>(app.Node) : void {
  b0:
    %0 = parameter 0 : app.Node
    %1 = parameter 1 : app.Node
    invoke special java.lang.Object.<init>() : void (%0)
    put_field %0 app.Node.next : app.Node, %1
    %4 = new java.lang.Object
    invoke special java.lang.Object.<init>() : void (%4)
    put_field %0 app.Node.lock : java.lang.Object, %4
    return
  }
)";
    for (unsigned i = 0; i < kMethods; ++i) {
      text += fmt::format("  method public {}act{}(app.Node) : void {{\n",
                          chance(40) ? "synchronized " : "", i);
      BodyText body;
      AtHand hand;
      hand.nodes.push_back(body.value("parameter 0 : app.Node"));
      hand.nodes.push_back(body.value("parameter 1 : app.Node"));
      may_call_ = i;
      may_start_ = false;
      grow(body, hand, 1, 1 + below(3));
      body.effect("return");
      text += body.text() + "  }\n";
    }
    return text + "}\n";
  }

  std::string thread_class(unsigned number) {
    std::string text = fmt::format(R"(class app.T{0} extends java.lang.Thread {{
  access public super
  field public app.Node node
  method public <init>(app.Node) : void {{
  b0:
    %0 = parameter 0 : app.T{0}
    %1 = parameter 1 : app.Node
    invoke special java.lang.Thread.<init>() : void (%0)
    put_field %0 app.T{0}.node : app.Node, %1
    return
  }}
  method public run() : void {{
)",
                                   number);
    BodyText body;
    AtHand hand;
    const std::string self = body.value(fmt::format("parameter 0 : app.T{}", number));
    hand.nodes.push_back(
        body.value(fmt::format("get_field {} app.T{}.node : app.Node", self, number)));
    if (chance(50)) hand.nodes.push_back(body.value("get_static app.Main.root : app.Node"));
    if (chance(30)) hand.nodes.push_back(body.value("get_static app.Main.other : app.Node"));
    may_call_ = kMethods;
    may_start_ = number > 0 && chance(25);
    startable_ = 1;
    grow(body, hand, 0, 1 + below(4));
    body.effect("return");
    return text + body.text() + "  }\n}\n";
  }

  std::string main_class() {
    std::string text = R"(class app.Main extends java.lang.Object {
  access public super
  field public static int count
  field public static app.Node root
  field public static app.Node other
  field public static app.T0 worker
  field public static int ready
  field public static int done
  method public static synchronized tick() : void {
  b0:
    %0 = get_static app.Main.count : int
    put_static app.Main.count : int, %0
    return
  }
  method public static main() : void {
)";
    BodyText body;
    AtHand hand;
    const std::string null = body.value("const_null");
    hand.nodes.push_back(new_node(body, null));
    hand.nodes.push_back(new_node(body, hand.nodes[0]));
    body.effect(fmt::format("put_static app.Main.root : app.Node, {}", hand.nodes[0]));
    if (chance(70))
      body.effect(fmt::format("put_static app.Main.other : app.Node, {}", hand.nodes[1]));
    may_call_ = kMethods;
    may_start_ = true;
    startable_ = kThreadClasses;
    start(body, hand);
    grow(body, hand, 0, 2 + below(5));
    body.effect("return");
    return text + body.text() + "  }\n}\n";
  }

  // --- code --------------------------------------------------------------------------------------

  void grow(BodyText& body, AtHand& hand, unsigned depth, unsigned pieces) {
    for (unsigned i = 0; i < pieces; ++i) piece(body, hand, depth);
  }

  void piece(BodyText& body, AtHand& hand, unsigned depth) {
    const unsigned kind = below(100);
    if (kind < 30) return access(body, hand);
    if (kind < 38 && depth < 2) return two_locks(body, hand, depth);
    if (kind < 52 && depth < 3) return synchronized(body, hand, depth);
    if (kind < 60 && depth < 2) return branch(body, hand, depth);
    if (kind < 66 && depth < 2) return loop(body, hand, depth);
    if (kind < 74) return call(body, hand);
    if (kind < 84 && may_start_) return start(body, hand);
    if (kind < 94 && may_start_) return join(body, hand);
    if (has_flags_ && kind < 97) return tell(body);
    if (has_flags_ && depth < 2) return test(body, hand, depth);
    hand.nodes.push_back(new_node(body, one_of(hand.nodes)));
  }

  static std::string new_node(BodyText& body, std::string_view next) {
    std::string made = body.value("new app.Node");
    body.effect(
        fmt::format("invoke special app.Node.<init>(app.Node) : void ({}, {})", made, next));
    return made;
  }

  void access(BodyText& body, AtHand& hand) {
    const std::string node = one_of(hand.nodes);
    const std::string_view fixed = chance(60) ? "root" : "other";
    switch (below(8)) {
      case 0: (void)body.value(fmt::format("get_field {} app.Node.number : int", node)); return;
      case 1:
      case 2: {
        const std::string number = body.value("const_int 1");
        body.effect(fmt::format("put_field {} app.Node.number : int, {}", node, number));
        return;
      }
      case 3:
        hand.nodes.push_back(
            body.value(fmt::format("get_field {} app.Node.next : app.Node", node)));
        return;
      case 4:
        body.effect(
            fmt::format("put_field {} app.Node.next : app.Node, {}", node, one_of(hand.nodes)));
        return;
      case 5:
        body.effect(fmt::format("put_static app.Main.{} : app.Node, {}", fixed, node));
        return;
      default:
        hand.nodes.push_back(body.value(fmt::format("get_static app.Main.{} : app.Node", fixed)));
        return;
    }
  }

  void synchronized(BodyText& body, AtHand& hand, unsigned depth) {
    std::string lock = one_of(hand.nodes);
    const unsigned kind = below(3);
    if (kind == 0)
      lock = body.value(fmt::format("get_field {} app.Node.lock : java.lang.Object", lock));
    if (kind == 1) lock = body.value("const_class app.Main");
    body.effect(fmt::format("monitor_enter {}", lock));
    grow(body, hand, depth + 1, 1 + below(2));
    body.effect(fmt::format("monitor_exit {}", lock));
  }

  void two_locks(BodyText& body, AtHand& hand, unsigned depth) {
    const std::string outer = one_of(hand.nodes), inner = one_of(hand.nodes);
    body.effect(fmt::format("monitor_enter {}", outer));
    body.effect(fmt::format("monitor_enter {}", inner));
    if (chance(50)) grow(body, hand, depth + 2, 1);
    body.effect(fmt::format("monitor_exit {}", inner));
    body.effect(fmt::format("monitor_exit {}", outer));
  }

  // Of two ways of which each is one's own, or the second is empty.
  void branch(BodyText& body, AtHand& hand, unsigned depth) {
    const unsigned yes = body.new_label(), no = body.new_label(), end = body.new_label();
    const bool has_else = chance(50);
    const unsigned before = body.here();
    choose(body, yes, has_else ? no : end);
    AtHand first = hand, second = hand;
    body.label(yes);
    grow(body, first, depth + 1, 1 + below(2));
    const unsigned end_of_first = body.here();
    body.effect(fmt::format("goto {}", BodyText::mark(end)));
    unsigned end_of_second = before;
    if (has_else) {
      body.label(no);
      grow(body, second, depth + 1, 1);
      end_of_second = body.here();
      body.effect(fmt::format("goto {}", BodyText::mark(end)));
    }
    body.label(end);
    const std::string of_first =
        fmt::format("{}: {}", BodyText::mark(end_of_first), one_of(first.nodes));
    const std::string of_second =
        fmt::format("{}: {}", BodyText::mark(end_of_second), one_of(second.nodes));
    hand.nodes.push_back(
        body.value(fmt::format("phi ({}, {}) : app.Node", has_else ? of_first : of_second,
                               has_else ? of_second : of_first)));
  }

  void loop(BodyText& body, AtHand& hand, unsigned depth) {
    const unsigned head = body.new_label(), inside = body.new_label(), end = body.new_label();
    const unsigned before = body.here();
    const std::string at_first = one_of(hand.nodes);
    body.effect(fmt::format("goto {}", BodyText::mark(head)));
    body.label(head);
    const auto [node, line] = body.later();
    hand.nodes.push_back(node);
    choose(body, inside, end);
    AtHand mine = hand;
    body.label(inside);
    grow(body, mine, depth + 1, 1 + below(2));
    const unsigned last = body.here();
    body.effect(fmt::format("goto {}", BodyText::mark(head)));
    body.give(line, node,
              fmt::format("phi ({}: {}, {}: {}) : app.Node", BodyText::mark(before), at_first,
                          BodyText::mark(last), one_of(mine.nodes)));
    body.label(end);
  }

  // Mostly the same lock for all, so that a flag or a count under it orders something.
  std::string lock_of_flags(BodyText& body) {
    return body.value(chance(85) ? "const_class app.Main" : "const_class app.Node");
  }

  // A flag is set, or taken back, or a count goes on.
  void tell(BodyText& body) {
    const std::string lock = lock_of_flags(body);
    const bool is_locked = chance(90);
    if (is_locked) body.effect(fmt::format("monitor_enter {}", lock));
    const std::string number = body.value(fmt::format("const_int {}", chance(90) ? 1 : 0));
    if (chance(50)) {
      body.effect(fmt::format("put_static app.Main.ready : int, {}", number));
    } else {
      const std::string done = body.value("get_static app.Main.done : int");
      const std::string next = body.value(fmt::format("add {} {} : int", done, number));
      body.effect(fmt::format("put_static app.Main.done : int, {}", next));
    }
    if (is_locked) body.effect(fmt::format("monitor_exit {}", lock));
  }

  // What is done only where the flag, or the count, was found to be so.
  void test(BodyText& body, AtHand& hand, unsigned depth) {
    const unsigned yes = body.new_label(), end = body.new_label();
    const std::string lock = lock_of_flags(body);
    const bool is_locked = chance(90);
    if (is_locked) body.effect(fmt::format("monitor_enter {}", lock));
    const bool is_flag = chance(50);
    const std::string value =
        body.value(is_flag ? "get_static app.Main.ready : int" : "get_static app.Main.done : int");
    if (is_locked) body.effect(fmt::format("monitor_exit {}", lock));
    if (is_flag) {
      body.effect(fmt::format("if {} {} 0 then {} else {}", chance(85) ? "not_equal" : "equal",
                              value, BodyText::mark(yes), BodyText::mark(end)));
    } else {
      const std::string wanted = body.value(fmt::format("const_int {}", 1 + below(2)));
      body.effect(fmt::format("if {} {} {} then {} else {}",
                              chance(85) ? "greater_or_equal" : "less", value, wanted,
                              BodyText::mark(yes), BodyText::mark(end)));
    }
    AtHand mine = hand;
    body.label(yes);
    grow(body, mine, depth + 1, 1 + below(2));
    body.effect(fmt::format("goto {}", BodyText::mark(end)));
    body.label(end);
  }

  static void choose(BodyText& body, unsigned yes, unsigned no) {
    const std::string choice = body.value("invoke static util.Choice.any() : int ()");
    body.effect(fmt::format("if not_equal {} 0 then {} else {}", choice, BodyText::mark(yes),
                            BodyText::mark(no)));
  }

  void call(BodyText& body, AtHand& hand) {
    if (may_call_ == 0 || chance(20)) {
      body.effect("invoke static app.Main.tick() : void ()");
      return;
    }
    body.effect(fmt::format("invoke virtual app.Node.act{}(app.Node) : void ({}, {})",
                            below(may_call_), one_of(hand.nodes), one_of(hand.nodes)));
  }

  void start(BodyText& body, AtHand& hand) {
    const unsigned number = below(startable_);
    const std::string thread = body.value(fmt::format("new app.T{}", number));
    body.effect(fmt::format("invoke special app.T{}.<init>(app.Node) : void ({}, {})", number,
                            thread, one_of(hand.nodes)));
    if (number == 0 && chance(20))
      body.effect(fmt::format("put_static app.Main.worker : app.T0, {}", thread));
    body.effect(fmt::format("invoke virtual java.lang.Thread.start() : void ({})", thread));
    hand.threads.push_back(thread);
  }

  void join(BodyText& body, AtHand& hand) {
    std::string thread;
    if (hand.threads.empty() || chance(15))
      thread = body.value("get_static app.Main.worker : app.T0");
    else
      thread = one_of(hand.threads);
    body.effect(fmt::format("invoke virtual java.lang.Thread.join() : void ({})", thread));
  }

  std::mt19937_64 random_;
  bool has_flags_;
  unsigned may_call_ = 0, startable_ = 0;
  bool may_start_ = false;
};

}  // namespace

std::string threaded_program(std::uint64_t seed) { return Writer(seed, true).program(); }

std::string threaded_program_without_flags(std::uint64_t seed) {
  return Writer(seed, false).program();
}

}  // namespace heddle::races
