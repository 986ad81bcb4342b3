#include "generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::bench {
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
// ---- application
)";

constexpr std::string_view kModels = R"toml(// ---- models
order = [{ method = "java.lang.Thread.join()V", joins-thread = "this" }]
[[method]]
name = "java.lang.Thread.start()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
[[method]]
name = "java.lang.Thread.join()V"
)toml";

constexpr unsigned kFields = 8;
constexpr unsigned kAccessesOfMethod = 64;
constexpr unsigned kAccessesOfBlock = 8;  // on one part, under one lock

// One body: lines whose values are numbered as they come.
class BodyText {
 public:
  std::string value(std::string_view text) {
    text_ += fmt::format("    %{} = {}\n", next_, text);
    return fmt::format("%{}", next_++);
  }
  void effect(std::string_view text) {
    text_ += fmt::format("    {}\n", text);
    ++next_;
  }
  // A static method of it.
  [[nodiscard]] std::string method(std::string_view name) const {
    return fmt::format("  method public static {}() : void {{\n  b0:\n{}    return\n  }}\n", name,
                       text_);
  }

 private:
  std::string text_;
  unsigned next_ = 0;
};

class Writer {
 public:
  explicit Writer(const RaceShape& shape)
      : shape_(shape),
        threads_(std::max(shape.origins, 2U) - 1),
        parts_(std::max(shape.accesses / (shape.crowd * kFields), 4U)) {}

  std::string program() {
    std::string text(kPlatform);
    text += part_class("app.Part") + part_class("app.Open") + world_class();
    const std::uint32_t left = shape_.accesses - std::min(shape_.accesses, of_main());
    for (unsigned i = 0; i < threads_; ++i)
      text += thread_class(i, left / threads_ + (i < left % threads_ ? 1 : 0));
    text += main_class();
    text += kModels;
    return text;
  }

 private:
  // What may be done to a part, by its number.
  enum class Kind : std::uint8_t { kLocked, kHandedOver, kOpen };
  static Kind kind(std::uint32_t part) {
    if (part % 50 == 7) return Kind::kOpen;
    return part % 10 == 3 ? Kind::kHandedOver : Kind::kLocked;
  }
  [[nodiscard]] std::uint32_t of_main() const {
    std::uint32_t count = parts_;
    for (std::uint32_t i = 0; i < parts_; ++i) count += kind(i) == Kind::kHandedOver ? 1 : 0;
    return count;
  }
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  // What is open is of a class of its own: the search for races of one field ends after some.
  static std::string_view class_of(std::uint32_t part) {
    return kind(part) == Kind::kOpen ? "app.Open" : "app.Part";
  }

  static std::string part_class(std::string_view name) {
    std::string text =
        fmt::format("class {} extends java.lang.Object {{\n  access public super\n", name);
    for (unsigned i = 0; i < kFields; ++i) text += fmt::format("  field public int f{}\n", i);
    return text + fmt::format(R"(  method public <init>() : void {{
  b0:
    %0 = parameter 0 : {}
    invoke special java.lang.Object.<init>() : void (%0)
    return
  }}
}}
)",
                              name);
  }

  [[nodiscard]] std::string world_class() const {
    std::string text = "class app.World extends java.lang.Object {\n  access public super\n";
    for (std::uint32_t i = 0; i < parts_; ++i)
      text += fmt::format("  field public static final {} p{}\n", class_of(i), i);
    text += "  method static <clinit>() : void {\n  b0:\n";
    for (std::uint32_t i = 0; i < parts_; ++i) {
      text += fmt::format(
          "    %{0} = new {2}\n    invoke special {2}.<init>() : void (%{0})\n"
          "    put_static app.World.p{1} : {2}, %{0}\n",
          3 * i, i, class_of(i));
    }
    return text + "    return\n  }\n}\n";
  }

  struct Part {
    std::string value;
    std::string_view of;  // class
  };
  static Part part(BodyText& body, std::uint32_t number) {
    const std::string_view of = class_of(number);
    return {body.value(fmt::format("get_static app.World.p{} : {}", number, of)), of};
  }

  static void access(BodyText& body, const Part& part, unsigned field, bool writes) {
    if (!writes) {
      (void)body.value(fmt::format("get_field {} {}.f{} : int", part.value, part.of, field));
      return;
    }
    const std::string one = body.value("const_int 1");
    body.effect(fmt::format("put_field {} {}.f{} : int, {}", part.value, part.of, field, one));
  }

  void block(BodyText& body, std::uint32_t accesses) {
    const std::uint32_t number = below(parts_);
    const Kind of = kind(number);
    const Part at = part(body, number);
    if (of == Kind::kLocked) body.effect(fmt::format("monitor_enter {}", at.value));
    for (std::uint32_t i = 0; i < accesses; ++i)
      access(body, at, below(kFields), of != Kind::kHandedOver && below(3) == 0);
    if (of == Kind::kLocked) body.effect(fmt::format("monitor_exit {}", at.value));
  }

  std::string thread_class(unsigned number, std::uint32_t accesses) {
    std::string text = fmt::format(R"(class app.T{0} extends java.lang.Thread {{
  access public super
  method public <init>() : void {{
  b0:
    %0 = parameter 0 : app.T{0}
    invoke special java.lang.Thread.<init>() : void (%0)
    return
  }}
)",
                                   number);
    std::string run;
    unsigned methods = 0;
    for (std::uint32_t left = accesses; left > 0; ++methods) {
      BodyText body;
      for (std::uint32_t room = kAccessesOfMethod; room > 0 && left > 0;) {
        const std::uint32_t now = std::min({left, room, kAccessesOfBlock});
        block(body, now);
        left -= now;
        room -= now;
      }
      text += body.method(fmt::format("work{}", methods));
      run += fmt::format("    invoke static app.T{}.work{}() : void ()\n", number, methods);
    }
    return text + fmt::format(
                      "  method public run() : void {{\n  b0:\n"
                      "    %0 = parameter 0 : app.T{}\n{}    return\n  }}\n}}\n",
                      number, run);
  }

  // Main writes to every part before the first start, and to those it handed over after all joins.
  std::string main_class() {
    std::string text = "class app.Main extends java.lang.Object {\n  access public super\n";
    BodyText main, before, after;
    for (std::uint32_t i = 0; i < parts_; ++i) {
      access(before, part(before, i), below(kFields), true);
      if (kind(i) == Kind::kHandedOver) access(after, part(after, i), below(kFields), true);
    }
    text += before.method("before") + after.method("after");
    main.effect("invoke static app.Main.before() : void ()");
    std::vector<std::string> threads;
    for (unsigned i = 0; i < threads_; ++i) {
      threads.push_back(main.value(fmt::format("new app.T{}", i)));
      main.effect(fmt::format("invoke special app.T{}.<init>() : void ({})", i, threads.back()));
    }
    for (const std::string& thread : threads)
      main.effect(fmt::format("invoke virtual java.lang.Thread.start() : void ({})", thread));
    for (const std::string& thread : threads)
      main.effect(fmt::format("invoke virtual java.lang.Thread.join() : void ({})", thread));
    main.effect("invoke static app.Main.after() : void ()");
    return text + main.method("main") + "}\n";
  }

  RaceShape shape_;
  unsigned threads_;
  std::uint32_t parts_;
  std::mt19937_64 random_{4};
};

}  // namespace

std::string threads_on_parts(const RaceShape& shape) { return Writer(shape).program(); }

}  // namespace heddle::bench
