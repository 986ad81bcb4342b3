// The verifier holds references to be references and asks no more, so a random body may use any
// reference anywhere: what has no object of the right type stays empty in the analysis. What must
// be right is the graph. Code is therefore grown in structures (a straight piece, a branch, a loop,
// a guarded block with its handler), each of which takes the values at hand and gives those that
// are at hand behind it.
//
// The platform is written by hand, since models and rules speak of it by name; library and
// application are random over a fixed set of names, so that every member somebody mentions exists.
#include "pointsto/random_program_test_only.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/id.h"
#include "ir/body.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/parse_text.h"
#include "ir/program.h"
#include "ir/verify.h"
#include "model/model.h"
#include "model/read.h"

namespace heddle::pointsto {

// --- texts ---------------------------------------------------------------------------------------

namespace {

constexpr std::string_view kSectionMark = "// ---- ";

struct Section {
  std::string name, text;
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(' ') - first + 1);
}

std::vector<Section> sections_of(std::string_view text) {
  std::vector<Section> sections;
  for (const std::string& line : lines_of(text)) {
    if (trimmed(line).starts_with(kSectionMark))
      sections.push_back(
          {.name = std::string(trimmed(line).substr(kSectionMark.size())), .text = {}});
    else if (!sections.empty())
      sections.back().text += line + "\n";
    else if (!trimmed(line).empty())
      sections.push_back({.name = "nothing", .text = line});
  }
  return sections;
}

std::optional<ir::Layer> layer_named(std::string_view name) {
  if (name == "platform") return ir::Layer::kPlatform;
  if (name == "library") return ir::Layer::kLibrary;
  if (name == "application") return ir::Layer::kApplication;
  return std::nullopt;
}

// The parts of a program, or what is wrong with it.
struct Parts {
  std::vector<ir::ClassSource::Found> classes;
  model::Models models;
  std::string problem;
};

Parts parts_of(std::string_view text) {
  Parts parts;
  for (Section& section : sections_of(text)) {
    if (section.name == "models") {
      const model::File file{.name = "models", .text = section.text};
      auto models = model::read(std::span(&file, 1));
      if (models)
        parts.models = std::move(*models);
      else
        parts.problem += fmt::format("{}\n", fmt::join(models.error(), "\n"));
      continue;
    }
    const auto layer = layer_named(section.name);
    if (!layer) {
      parts.problem += fmt::format("there is no layer `{}`\n", section.name);
      continue;
    }
    auto classes = ir::parse_text(section.text);
    if (!classes) {
      parts.problem += fmt::format("{}: {}\n", section.name, classes.error().describe());
      continue;
    }
    for (auto& code : *classes) parts.classes.push_back({.code = std::move(code), .layer = *layer});
  }
  for (const auto& found : parts.classes) {
    for (std::size_t i = 0; i < found.code->methods.size(); ++i) {
      if (found.code->bodies[i] == nullptr) continue;
      const ir::Method& method = found.code->methods[i];
      for (const ir::Violation& violation : ir::verify(*found.code, method, *found.code->bodies[i]))
        parts.problem +=
            fmt::format("{}.{}: {}\n", found.code->name(), method.name, violation.describe());
    }
  }
  return parts;
}

}  // namespace

void ParsedClasses::add(std::unique_ptr<ir::Class> code, ir::Layer layer) {
  std::string name(code->name());
  classes_.emplace(std::move(name), Found{.code = std::move(code), .layer = layer});
}

std::optional<ir::ClassSource::Found> ParsedClasses::load(std::string_view internal_name) {
  const auto known = classes_.find(internal_name);
  if (known == classes_.end()) return std::nullopt;
  Found found = std::move(known->second);
  classes_.erase(known);
  return found;
}

const ir::Body* ParsedClasses::lower(ir::Class& /*code*/, std::uint32_t /*method*/) {
  return nullptr;  // all bodies are there from the start
}

TextProgram::TextProgram(std::string_view text, Entries when) : program(source_) {
  Parts parts = parts_of(text);
  HEDDLE_CHECK(parts.problem.empty(), fmt::format("{}\n{}", text, parts.problem));
  models = std::move(parts.models);
  for (auto& found : parts.classes) {
    names_.emplace_back(found.code->name());
    source_.add(std::move(found.code), found.layer);
  }
  if (when == Entries::kNow) find_entries();
}

void TextProgram::find_entries() {
  for (const std::string& name : names_) {
    const ir::ClassId id = program.find(name);
    if (base::is_none(id)) continue;
    for (std::uint32_t i = 0; i < program.method_count(id); ++i) {
      const auto method = base::id_at<ir::MethodId>(base::index(program.first_method(id)) + i);
      if (program.name(method) == "main") entries.push_back(method);
    }
  }
}

std::string problem_in(std::string_view text) { return parts_of(text).problem; }

// --- shrinking -----------------------------------------------------------------------------------

namespace {

std::string joined(const std::vector<std::string>& lines) {
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

// [first, end) of the item that begins at this line: up to its closing brace, or the line alone.
std::size_t item_end(const std::vector<std::string>& lines, std::size_t first) {
  if (!lines[first].ends_with('{')) return first + 1;
  const std::string closing = lines[first].substr(0, lines[first].find_first_not_of(' ')) + "}";
  std::size_t end = first + 1;
  while (end < lines.size() && lines[end] != closing) ++end;
  return std::min(end + 1, lines.size());
}

}  // namespace

std::string shrink(std::string text, const std::function<bool(std::string_view)>& fails) {
  std::vector<std::string> lines = lines_of(text);
  const auto try_without = [&](std::size_t first, std::size_t end) {
    std::vector<std::string> fewer(lines.begin(),
                                   lines.begin() + static_cast<std::ptrdiff_t>(first));
    fewer.insert(fewer.end(), lines.begin() + static_cast<std::ptrdiff_t>(end), lines.end());
    const std::string smaller = joined(fewer);
    if (!problem_in(smaller).empty() || !fails(smaller)) return false;
    lines = std::move(fewer);
    return true;
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t at = 0; at < lines.size();) {
      // The item that begins here, or else a few lines that only go together.
      const std::size_t end = item_end(lines, at);
      if (try_without(at, end) || try_without(at, std::min(at + 2, lines.size())) ||
          try_without(at, std::min(at + 3, lines.size())))
        smaller = true;
      else
        ++at;
    }
  }
  return joined(lines);
}

// --- random programs -----------------------------------------------------------------------------

namespace {

// What every program runs on. util.Box is a container, util.Pool is shared by all.
constexpr std::string_view kPlatform = R"(// ---- platform
class java.lang.Object {
  access public super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
  method public toString() : java.lang.String {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = const_string "object"
    return %1
  }
  method public equals(java.lang.Object) : boolean {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = parameter 1 : java.lang.Object
    %2 = const_int 0
    return %2
  }
  method public hashCode() : int {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = const_int 0
    return %1
  }
  method public final native getClass() : java.lang.Class
  method protected native clone() : java.lang.Object
  method protected finalize() : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    return
  }
}
class java.lang.Cloneable extends java.lang.Object {
  access public interface abstract
}
class java.io.Serializable extends java.lang.Object {
  access public interface abstract
}
class java.lang.String extends java.lang.Object {
  access public final super
  field public java.lang.Object value
  method public toString() : java.lang.String {
  b0:
    %0 = parameter 0 : java.lang.String
    return %0
  }
}
class java.lang.Class extends java.lang.Object {
  access public final super
  method public <init>() : void {
  b0:
    %0 = parameter 0 : java.lang.Class
    return
  }
  method public static native forName(java.lang.String) : java.lang.Class
  method public native newInstance() : java.lang.Object
  method public native getField(java.lang.String) : java.lang.reflect.Field
  method public native getMethod(java.lang.String) : java.lang.reflect.Method
  method public native getConstructor() : java.lang.reflect.Constructor
  method public native getConstructors() : java.lang.reflect.Constructor[]
  method public native getComponentType() : java.lang.Class
  method public native getName() : java.lang.String
  method public native getMethods() : java.lang.reflect.Method[]
  method public native constants() : java.lang.Object[]
  method public static known() : java.lang.Class {
  b0:
    %0 = const_string "app.B"
    %1 = invoke static java.lang.Class.forName(java.lang.String) : java.lang.Class (%0)
    return %1
  }
}
class java.lang.Enum extends java.lang.Object {
  access public abstract super
}
class java.lang.invoke.Handle extends java.lang.Object {
  access public abstract super
  method public static native found(java.lang.Class, java.lang.String) : java.lang.invoke.Handle
  method public static native making(java.lang.Class) : java.lang.invoke.Handle
  method public abstract run(java.lang.Object, java.lang.Object) : java.lang.Object
}
class java.lang.reflect.Field extends java.lang.Object {
  access public final super
  method public native get(java.lang.Object) : java.lang.Object
  method public native set(java.lang.Object, java.lang.Object) : void
}
class java.lang.reflect.Method extends java.lang.Object {
  access public final super
  method public native invoke(java.lang.Object, java.lang.Object[]) : java.lang.Object
}
class java.lang.reflect.Constructor extends java.lang.Object {
  access public final super
  method public native newInstance(java.lang.Object[]) : java.lang.Object
}
class java.lang.reflect.Array extends java.lang.Object {
  access public final super
  method public static native newInstance(java.lang.Class, int) : java.lang.Object
}
class java.lang.reflect.InvocationHandler extends java.lang.Object {
  access public interface abstract
  method public abstract invoke(java.lang.Object, java.lang.reflect.Method, java.lang.Object[]) : java.lang.Object
}
class java.lang.reflect.Proxy extends java.lang.Object {
  access public super
  method public static native make(java.lang.Object, java.lang.Class[], java.lang.reflect.InvocationHandler) : java.lang.Object
}
class java.lang.invoke.VarHandle extends java.lang.Object {
  access public super
  method public static native of(java.lang.Class, java.lang.String) : java.lang.invoke.VarHandle
  method public static native mine(java.lang.String) : java.lang.invoke.VarHandle
  method public native swap(java.lang.Object, java.lang.Object) : java.lang.Object
}
class util.Memory extends java.lang.Object {
  access public super
  field public static long ITEM
  field public static util.Memory it
  method public native offset(java.lang.Class, java.lang.String) : long
  method public native read(java.lang.Object, long) : java.lang.Object
  method public native swap(java.lang.Object, long, java.lang.Object) : java.lang.Object
  method static <clinit>() : void {
  b0:
    %0 = new util.Memory
    put_static util.Memory.it : util.Memory, %0
    %2 = const_class util.Node
    %3 = const_string "item"
    %4 = invoke virtual util.Memory.offset(java.lang.Class, java.lang.String) : long (%0, %2, %3)
    put_static util.Memory.ITEM : long, %4
    return
  }
  method public static exchange(java.lang.Object, java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = parameter 1 : java.lang.Object
    %2 = get_static util.Memory.it : util.Memory
    %3 = get_static util.Memory.ITEM : long
    %4 = invoke virtual util.Memory.swap(java.lang.Object, long, java.lang.Object) : java.lang.Object (%2, %0, %3, %1)
    %5 = invoke virtual util.Memory.read(java.lang.Object, long) : java.lang.Object (%2, %4, %3)
    return %5
  }
}
class java.lang.Throwable extends java.lang.Object {
  access public super
  field public java.lang.Object cause
  method public <init>(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : java.lang.Throwable
    %1 = parameter 1 : java.lang.Object
    put_field %0 java.lang.Throwable.cause : java.lang.Object, %1
    return
  }
}
class java.lang.Exception extends java.lang.Throwable {
  access public super
}
class java.lang.NullPointerException extends java.lang.Exception {
  access public super
}
class java.lang.Error extends java.lang.Throwable {
  access public abstract super
}
class java.lang.Runnable extends java.lang.Object {
  access public interface abstract
  method public abstract run() : void
}
class java.lang.Thread extends java.lang.Object implements java.lang.Runnable {
  access public super
  field public java.lang.Runnable target
  field public java.lang.Object name
  method public <init>(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    %1 = parameter 1 : java.lang.Object
    %2 = check_cast %1 java.lang.Runnable
    put_field %0 java.lang.Thread.target : java.lang.Runnable, %2
    %4 = const_string "thread"
    put_field %0 java.lang.Thread.name : java.lang.Object, %4
    return
  }
  method public run() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    %1 = get_field %0 java.lang.Thread.target : java.lang.Runnable
    invoke interface java.lang.Runnable.run() : void (%1)
    return
  }
  method public start() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    invoke virtual java.lang.Thread.start0() : void (%0)
    return
  }
  method public native start0() : void
  method public static native currentThread() : java.lang.Thread
  method public exit() : void {
  b0:
    %0 = parameter 0 : java.lang.Thread
    return
  }
}
class java.lang.ref.Finalizer extends java.lang.Object {
  access public super
  field public static java.lang.Object last
  method public static register(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : java.lang.Object
    put_static java.lang.ref.Finalizer.last : java.lang.Object, %0
    invoke virtual java.lang.Object.finalize() : void (%0)
    return
  }
}
class util.Fun extends java.lang.Object {
  access public interface abstract
  method public abstract apply(java.lang.Object) : java.lang.Object
  method public twice(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Fun
    %1 = parameter 1 : java.lang.Object
    %2 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%0, %1)
    %3 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%0, %2)
    return %3
  }
}
class util.Box extends java.lang.Object {
  access public super
  field public util.Node first
  field public java.lang.Object[] table
  method public <init>() : void {
  b0:
    %0 = parameter 0 : util.Box
    invoke special java.lang.Object.<init>() : void (%0)
    %2 = const_int 3
    %3 = new_array java.lang.Object[] %2
    put_field %0 util.Box.table : java.lang.Object[], %3
    return
  }
  method public put(java.lang.Object) : void {
  b0:
    %0 = parameter 0 : util.Box
    %1 = parameter 1 : java.lang.Object
    %2 = new util.Node
    %3 = get_field %0 util.Box.first : util.Node
    invoke special util.Node.<init>(java.lang.Object, util.Node) : void (%2, %1, %3)
    put_field %0 util.Box.first : util.Node, %2
    %6 = get_field %0 util.Box.table : java.lang.Object[]
    %7 = const_int 1
    array_store reference %6 %7 %1
    return
  }
  method public get() : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Box
    %1 = get_field %0 util.Box.first : util.Node
    goto b1
  b1:
    %3 = phi (b0: %1, b2: %6) : util.Node
    %4 = get_field %3 util.Node.item : java.lang.Object
    if equal %4 null then b2 else b3
  b2:
    %6 = get_field %3 util.Node.next : util.Node
    goto b1
  b3:
    return %4
  }
  method public slot() : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Box
    %1 = get_field %0 util.Box.table : java.lang.Object[]
    %2 = const_int 1
    %3 = array_load reference %1 %2 : java.lang.Object
    return %3
  }
  method public each(util.Fun) : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Box
    %1 = parameter 1 : util.Fun
    %2 = invoke virtual util.Box.get() : java.lang.Object (%0)
    %3 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%1, %2)
    return %3
  }
  method public static of(java.lang.Object) : util.Box {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = new util.Box
    invoke special util.Box.<init>() : void (%1)
    invoke virtual util.Box.put(java.lang.Object) : void (%1, %0)
    return %1
  }
}
class util.Node extends java.lang.Object {
  access public super
  field public java.lang.Object item
  field public util.Node next
  method public <init>(java.lang.Object, util.Node) : void {
  b0:
    %0 = parameter 0 : util.Node
    %1 = parameter 1 : java.lang.Object
    %2 = parameter 2 : util.Node
    put_field %0 util.Node.item : java.lang.Object, %1
    put_field %0 util.Node.next : util.Node, %2
    return
  }
}
class util.Pool extends java.lang.Object {
  access public super
  field public static java.lang.Object shared
  field public static final java.lang.String NAME = string "pool"
  field public java.lang.Object item
  method static <clinit>() : void {
  b0:
    %0 = new util.Pool
    put_static util.Pool.shared : java.lang.Object, %0
    return
  }
  method public static swap(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : java.lang.Object
    %1 = get_static util.Pool.shared : java.lang.Object
    put_field %1 util.Pool.item : java.lang.Object, %0
    %3 = get_field %1 util.Pool.item : java.lang.Object
    return %3
  }
  method public static call(java.lang.Runnable) : void {
  b0:
    %0 = parameter 0 : java.lang.Runnable
    invoke interface java.lang.Runnable.run() : void (%0)
    return
  }
  method public static native map(java.lang.Object, util.Fun) : java.lang.Object
  method public static native tell(java.lang.Object) : void
  method private own(java.lang.Object) : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Pool
    %1 = parameter 1 : java.lang.Object
    put_static util.Pool.shared : java.lang.Object, %1
    return %1
  }
  method public static native make(java.lang.Object) : java.lang.Object
  method public static native bundle(java.lang.String) : java.lang.Object
  method public static native strange(java.lang.Object) : app.A[]
  method public static also(util.Fun) : java.lang.Object {
  b0:
    %0 = parameter 0 : util.Fun
    %1 = const_string "also"
    %2 = invoke interface util.Fun.apply(java.lang.Object) : java.lang.Object (%0, %1)
    %3 = invoke static util.Pool.make(java.lang.Object) : java.lang.Object (%2)
    return %3
  }
}
)";

constexpr std::string_view kLibrary = R"(class lib.Text extends java.lang.Object {
  access public super
  field public static lib.Text only
  method public <init>() : void {
  b0:
    %0 = parameter 0 : lib.Text
    put_static lib.Text.only : lib.Text, %0
    return
  }
}
class lib.Text_en extends lib.Text {
  access public super
  method static <clinit>() : void {
  b0:
    return
  }
  method public <init>() : void {
  b0:
    %0 = parameter 0 : lib.Text_en
    invoke special lib.Text.<init>() : void (%0)
    return
  }
}
class lib.Colour extends java.lang.Enum {
  access public final super
  method public static values() : lib.Colour[] {
  b0:
    %0 = new lib.Colour
    %1 = const_int 1
    %2 = new_array lib.Colour[] %1
    %3 = const_int 0
    array_store reference %2 %3 %0
    return %2
  }
}
)";

constexpr std::string_view kModels = R"toml(// ---- models
[vm]
exceptions = ["java.lang.NullPointerException", "java.lang.Error"]
roots = ["java.lang.Thread.exit()V"]
[[method]]
name = "java.lang.Thread.start0()V"
starts = [{ method = "java.lang.Thread.run()V", on = "this", kind = "thread" }]
[[method]]
name = "java.lang.Thread.currentThread()Ljava/lang/Thread;"
operation = "current-thread"
[[method]]
name = "java.lang.Object.getClass()Ljava/lang/Class;"
operation = "class-of"
[[method]]
name = "java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;"
operation = "class-for-name"
[[method]]
name = "java.lang.Class.newInstance()Ljava/lang/Object;"
operation = "new-instance"
[[method]]
name = "java.lang.Object.clone()Ljava/lang/Object;"
operation = "clone"
[[method]]
name = "java.lang.Class.getField"
operation = "find-field"
[[method]]
name = "java.lang.Class.getMethod"
operation = "find-method"
[[method]]
name = "java.lang.Class.getConstructor"
operation = "find-constructor"
[[method]]
name = "java.lang.Class.getConstructors"
operation = "all-constructors"
[[method]]
name = "java.lang.Class.getComponentType"
operation = "component-type"
[[method]]
name = "java.lang.Class.getName"
operation = "class-name"
[[method]]
name = "java.lang.Class.getMethods"
operation = "all-methods"
[[method]]
name = "java.lang.Class.constants"
operation = "enum-constants"
[[method]]
name = "java.lang.invoke.Handle.found"
operation = "find-method"
[[method]]
name = "java.lang.invoke.Handle.making"
operation = "find-constructor"
[[method]]
name = "java.lang.invoke.Handle.run"
operation = "invoke-handle"
[[method]]
name = "util.Pool.bundle"
operation = "load-bundle"
[[method]]
name = "java.lang.reflect.Constructor.newInstance"
operation = "invoke-constructor"
[[method]]
name = "java.lang.reflect.Array.newInstance"
operation = "new-array"
[[method]]
name = "java.lang.reflect.Proxy.make"
operation = "proxy"
[[method]]
name = "java.lang.invoke.VarHandle.of"
operation = "find-handle"
[[method]]
name = "java.lang.invoke.VarHandle.mine"
operation = "find-handle"
[[method]]
name = "java.lang.invoke.VarHandle.swap"
operation = "exchange-field"
[[method]]
name = "util.Memory.offset"
[[method]]
name = "util.Memory.read"
operation = "read-memory"
[[method]]
name = "util.Memory.swap"
operation = "exchange-memory"
[[method]]
name = "java.lang.Thread.exit()V"
creates = [{ type = "util.Box", into = "static(util.Pool.shared)" }]
calls = [{ method = "util.Pool.swap(Ljava/lang/Object;)Ljava/lang/Object;", with = ["this.(java.lang.Thread.name)"], result = "return" }]
moves = ["return -> this.(java.lang.Thread.name)", "this.(java.lang.Thread.gone) -> static(util.Pool.shared)"]
[[method]]
name = "util.Pool.tell"
creates = [{ type = "util.Pool", into = "return" }]
calls = [{ method = "util.Pool.own(Ljava/lang/Object;)Ljava/lang/Object;", on = "return", with = ["0"] }]
[[method]]
name = "java.lang.reflect.Field.get"
operation = "read-field"
[[method]]
name = "java.lang.reflect.Field.set"
operation = "write-field"
[[method]]
name = "java.lang.reflect.Method.invoke"
operation = "invoke-method"
[[method]]
name = "util.Pool.map(Ljava/lang/Object;Lutil/Fun;)Ljava/lang/Object;"
calls = [{ method = "util.Fun.apply(Ljava/lang/Object;)Ljava/lang/Object;", on = "1", with = ["0"], result = "return" }]
[[method]]
name = "util.Pool.make(Ljava/lang/Object;)Ljava/lang/Object;"
moves = ["0 -> return.(util.Box.table)[]", "return.(util.Box.first) -> return", "0 -> return[]"]
creates = [{ type = "util.Box", into = "return" }, { type = "java.lang.Object[]", into = "return" }, { type = "java.lang.Object[]", into = "return.(util.Box.table)" }]
[[method]]
name = "util.Pool.also(Lutil/Fun;)Ljava/lang/Object;"
starts = [{ method = "util.Fun.apply(Ljava/lang/Object;)Ljava/lang/Object;", on = "0", with = ["static(util.Pool.shared)"], result = "static(util.Pool.shared)", kind = "task" }]
[[class]]
name = "util.Box"
context = "container"
[[class]]
name = "util.Node"
context = "container"
[[class]]
name = "java.lang.Thread"
context = "thread"
)toml";

constexpr std::string_view kObject = "java.lang.Object";

// The application's own methods, declared by some of its classes: one argument besides the receiver
// at most, results are objects.
struct Callee {
  std::string_view text;  // of an invoke, without its arguments
  unsigned arguments = 0;
  bool result = true;
};
constexpr Callee kCallees[] = {
    {"virtual app.A.m(java.lang.Object) : java.lang.Object", 2},
    {"virtual app.A.m(java.lang.Object) : java.lang.Object", 2},
    {"virtual app.A.m(java.lang.Object) : java.lang.Object", 2},
    {"virtual app.A.n() : java.lang.Object", 1},
    {"virtual app.B.n() : java.lang.Object", 1},
    {"virtual app.C.m(java.lang.Object) : java.lang.Object", 2},
    {"interface app.I.i(java.lang.Object) : java.lang.Object", 2},
    {"interface app.I.i(java.lang.Object) : java.lang.Object", 2},
    {"interface app.J.j(java.lang.Object) : java.lang.Object", 2},
    {"interface util.Fun.apply(java.lang.Object) : java.lang.Object", 2},
    {"interface util.Fun.twice(java.lang.Object) : java.lang.Object", 2},
    {"interface java.lang.Runnable.run() : void", 1, false},
    {"virtual java.lang.Thread.start() : void", 1, false},
    {"virtual java.lang.Thread.start() : void", 1, false},
    {"static java.lang.Thread.currentThread() : java.lang.Thread", 0},
    {"virtual java.lang.Object.toString() : java.lang.String", 1},
    {"virtual java.lang.Object.getClass() : java.lang.Class", 1},
    {"static java.lang.Class.known() : java.lang.Class", 0},
    {"static java.lang.Class.forName(java.lang.String) : java.lang.Class", 1},
    {"virtual java.lang.Class.newInstance() : java.lang.Object", 1},
    {"virtual java.lang.Object[].clone() : java.lang.Object", 1},
    {"static app.A.s(java.lang.Object) : java.lang.Object", 1},
    {"static app.A.s(java.lang.Object) : java.lang.Object", 1},
    {"static app.B.t(java.lang.Object, java.lang.Object) : java.lang.Object", 2},
    {"static app.C.u() : java.lang.Object", 0},
    {"static lib.L.lend(java.lang.Object) : java.lang.Object", 1},
    {"virtual lib.L.keep(java.lang.Object) : java.lang.Object", 2},
    {"virtual util.Box.put(java.lang.Object) : void", 2, false},
    {"virtual util.Box.put(java.lang.Object) : void", 2, false},
    {"virtual util.Box.get() : java.lang.Object", 1},
    {"virtual util.Box.get() : java.lang.Object", 1},
    {"virtual util.Box.slot() : java.lang.Object", 1},
    {"virtual util.Box.each(util.Fun) : java.lang.Object", 2},
    {"static util.Box.of(java.lang.Object) : util.Box", 1},
    {"static util.Pool.swap(java.lang.Object) : java.lang.Object", 1},
    {"static util.Pool.call(java.lang.Runnable) : void", 1, false},
    {"static util.Pool.map(java.lang.Object, util.Fun) : java.lang.Object", 2},
    {"static util.Pool.make(java.lang.Object) : java.lang.Object", 1},
    {"static util.Pool.tell(java.lang.Object) : void", 1, false},
    {"static util.Memory.exchange(java.lang.Object, java.lang.Object) : java.lang.Object", 2},
    {"virtual java.lang.Class.getComponentType() : java.lang.Class", 1},
    {"virtual java.lang.Class.getMethods() : java.lang.reflect.Method[]", 1},
    {"virtual java.lang.Class.getName() : java.lang.String", 1},
    {"virtual java.lang.Class.constants() : java.lang.Object[]", 1},
    {"virtual java.lang.Class.getConstructors() : java.lang.reflect.Constructor[]", 1},
    {"static util.Pool.strange(java.lang.Object) : app.A[]", 1},
    {"static util.Pool.also(util.Fun) : java.lang.Object", 1},
    {"virtual app.Missing.gone(java.lang.Object) : java.lang.Object", 2},
    {"virtual app.A.nowhere() : java.lang.Object", 1},
};

// Classes to make, and the constructor's arguments besides the receiver.
struct Maker {
  std::string_view type;
  std::string_view constructor;  // its owner and signature; none where empty
  unsigned arguments = 0;
};
constexpr Maker kMakers[] = {
    {"app.A", "app.A.<init>(java.lang.Object) : void", 1},
    {"app.A", "app.A.<init>(java.lang.Object) : void", 1},
    {"app.B", "app.B.<init>(java.lang.Object) : void", 1},
    {"app.B", "app.B.<init>(java.lang.Object) : void", 1},
    {"app.C", "app.C.<init>(java.lang.Object) : void", 1},
    {"app.C", "app.C.<init>(java.lang.Object) : void", 1},
    {"app.D", "app.D.<init>() : void", 0},
    {"app.T", "java.lang.Thread.<init>(java.lang.Object) : void", 1},
    {"app.X", "java.lang.Throwable.<init>(java.lang.Object) : void", 1},
    {"java.lang.Thread", "java.lang.Thread.<init>(java.lang.Object) : void", 1},
    {"java.lang.Thread", "java.lang.Thread.<init>(java.lang.Object) : void", 1},
    {"java.lang.Exception", "java.lang.Throwable.<init>(java.lang.Object) : void", 1},
    {"util.Box", "util.Box.<init>() : void", 0},
    {"util.Box", "util.Box.<init>() : void", 0},
    {"lib.L", "", 0},
    {"app.I", "", 0},
    {"app.Missing", "", 0},
};

constexpr std::string_view kTypes[] = {"app.A",    "app.B",
                                       "app.C",    "app.I",
                                       "app.D",    "util.Box",
                                       "util.Fun", "java.lang.Runnable",
                                       "app.T",    "java.lang.Object[]",
                                       "app.A[]",  "java.lang.String"};

// What an invoke_dynamic may do, and how many arguments it captures.
struct Dynamic {
  std::string_view text;
  std::string_view use;  // of an invoke_dynamic, without number and arguments
  unsigned captures = 0;
};
constexpr std::string_view kBootstrap =
    "    bootstrap invoke_static java.lang.invoke.Some.bootstrap() : java.lang.Object\n";
// The name of a class, and what it ends in.
constexpr Dynamic kNameEnding{"    concatenate \"\\x01_en\"\n",
                              "makeConcatWithConstants(java.lang.String) : java.lang.String", 1};
constexpr Dynamic kDynamics[] = {
    {"    lambda invoke_static app.A.s(java.lang.Object) : java.lang.Object\n"
     "    erased (java.lang.Object) : java.lang.Object\n"
     "    instantiated (java.lang.Object) : java.lang.Object\n",
     "apply() : util.Fun", 0},
    {"    lambda invoke_static app.B.t(java.lang.Object, java.lang.Object) : java.lang.Object\n"
     "    erased (java.lang.Object) : java.lang.Object\n"
     "    instantiated (java.lang.Object) : java.lang.Object\n",
     "apply(java.lang.Object) : util.Fun", 1},
    {"    lambda invoke_virtual app.A.n() : java.lang.Object\n"
     "    erased (java.lang.Object) : java.lang.Object\n"
     "    instantiated (app.A) : java.lang.Object\n",
     "apply() : util.Fun", 0},
    {"    lambda invoke_interface app.I.i(java.lang.Object) : java.lang.Object\n"
     "    erased (java.lang.Object) : java.lang.Object\n"
     "    instantiated (java.lang.Object) : java.lang.Object\n",
     "apply(app.I) : util.Fun", 1},
    {"    lambda new_invoke_special app.B.<init>(java.lang.Object) : void\n"
     "    erased (java.lang.Object) : java.lang.Object\n"
     "    instantiated (java.lang.Object) : app.B\n",
     "apply() : util.Fun", 0},
    {"    lambda invoke_static app.A.s(java.lang.Object) : java.lang.Object\n"
     "    erased () : void\n"
     "    instantiated () : void\n",
     "run(java.lang.Object) : java.lang.Runnable", 1},
    {"    lambda invoke_interface java.lang.Runnable.run() : void\n"
     "    erased () : void\n"
     "    instantiated () : void\n",
     "run(java.lang.Runnable) : java.lang.Runnable", 1},
    {"    lambda invoke_static app.B.t(java.lang.Object, java.lang.Object) : java.lang.Object\n"
     "    erased (java.lang.Object, java.lang.reflect.Method, java.lang.Object[]) : "
     "java.lang.Object\n"
     "    instantiated (java.lang.Object, java.lang.reflect.Method, java.lang.Object[]) : "
     "java.lang.Object\n",
     "invoke() : java.lang.reflect.InvocationHandler", 0},
    {"    lambda invoke_virtual app.A.m(java.lang.Object) : java.lang.Object\n"
     "    erased (java.lang.Object) : java.lang.Object\n"
     "    instantiated (java.lang.Object) : java.lang.Object\n"
     "    bridge (app.A) : java.lang.Object\n",
     "apply(app.A) : util.Fun", 1},
    {"    concatenate \"\\x01\\x01\"\n",
     "makeConcatWithConstants(java.lang.Object, java.lang.String) : java.lang.String", 2},
    {"    record app.D\n    component get_field app.D.left : java.lang.Object\n",
     "toString(app.D) : java.lang.String", 1},
    {"    record app.D\n    component get_field app.D.left : java.lang.Object\n",
     "equals(app.D, java.lang.Object) : boolean", 2},
    {"", "strange(java.lang.Object) : app.A", 1},
};

constexpr std::string_view kFields[] = {"app.A.f : java.lang.Object",
                                        "app.A.f : java.lang.Object",
                                        "app.A.g : java.lang.Object",
                                        "app.B.h : java.lang.Object",
                                        "app.C.f : java.lang.Object",
                                        "app.D.left : java.lang.Object",
                                        "java.lang.Throwable.cause : java.lang.Object",
                                        "java.lang.String.value : java.lang.Object",
                                        "app.Missing.f : java.lang.Object"};
constexpr std::string_view kStatics[] = {
    "app.A.sa : java.lang.Object",       "app.B.sb : java.lang.Object",
    "app.I.IT : java.lang.Object",       "app.C.NAME : java.lang.String",
    "util.Pool.NAME : java.lang.String", "util.Pool.shared : java.lang.Object"};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string write() {
    size_ = 1 + pick(3);
    std::string text(kPlatform);
    if (chance(2)) erase_item(text, "class java.lang.ref.Finalizer");
    text += "// ---- library\n";
    text += class_text("lib.L", "java.lang.Object", "", "access public super",
                       "  field public java.lang.Object kept\n",
                       {"public static lend(java.lang.Object) : java.lang.Object",
                        "public keep(java.lang.Object) : java.lang.Object"});
    text += kLibrary;
    text += "// ---- application\n" + application();
    text += kModels;
    text += merges();
    return text;
  }

 private:
  unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
  bool chance(unsigned in) { return pick(in) == 0; }
  template <typename T, std::size_t kSize>
  const T& one_of(const T (&items)[kSize]) {
    return items[pick(static_cast<unsigned>(kSize))];
  }

  static void erase_item(std::string& text, std::string_view first_words) {
    const std::size_t first = text.find(first_words);
    const std::size_t end = text.find("\n}\n", first);
    text.erase(first, end + 3 - first);
  }

  std::string merges() {
    constexpr std::string_view kMerged[] = {"util.Box", "app.B", "app.I", "java.lang.Throwable",
                                            "java.lang.Thread"};
    if (chance(2)) return "";
    const std::string_view name = one_of(kMerged);
    const bool boxed = name == "util.Box" || name == "java.lang.Thread";
    // The model speaks of these already.
    if (boxed)
      return fmt::format("[[class]]\nname = \"{}*\"\nmerge = \"{}\"\n", name,
                         chance(2) ? "library" : "everywhere");
    return fmt::format("[[class]]\nname = \"{}\"\nmerge = \"{}\"\n", name,
                       chance(3) ? "library" : "everywhere");
  }

  std::string application() {
    std::string text;
    text += class_text("app.I", kObject, "", "access public interface abstract",
                       "  field public static final java.lang.Object IT\n",
                       {chance(2) ? "public i(java.lang.Object) : java.lang.Object"
                                  : "public abstract i(java.lang.Object) : java.lang.Object",
                        chance(2) ? "static <clinit>() : void" : ""});
    text += class_text("app.J", kObject, "app.I", "access public interface abstract", "",
                       {"public abstract j(java.lang.Object) : java.lang.Object",
                        chance(3) ? "public i(java.lang.Object) : java.lang.Object" : ""});
    text += class_text(
        "app.A", kObject, chance(2) ? "app.I" : "java.lang.Cloneable", "access public super",
        "  field public java.lang.Object f\n  field public java.lang.Object g\n"
        "  field public static java.lang.Object sa\n",
        {"public <init>(java.lang.Object) : void", "public m(java.lang.Object) : java.lang.Object",
         "public n() : java.lang.Object", "public static s(java.lang.Object) : java.lang.Object",
         "public i(java.lang.Object) : java.lang.Object",
         chance(2) ? "static <clinit>() : void" : "",
         chance(3) ? "protected finalize() : void" : ""});
    text += class_text(
        "app.B", "app.A", chance(2) ? "app.J" : "java.lang.Runnable", "access public super",
        "  field public java.lang.Object h\n  field public static java.lang.Object sb\n",
        {"public <init>(java.lang.Object) : void",
         chance(2) ? "public m(java.lang.Object) : java.lang.Object" : "",
         "public static t(java.lang.Object, java.lang.Object) : java.lang.Object",
         "public run() : void", "public j(java.lang.Object) : java.lang.Object",
         chance(2) ? "static <clinit>() : void" : "",
         chance(3) ? "public toString() : java.lang.String" : ""});
    text += class_text(
        "app.C", chance(2) ? "app.B" : "app.A", chance(2) ? "util.Fun" : "app.J",
        "access public super",
        "  field public java.lang.Object f\n"
        "  field public static final java.lang.String NAME = string \"c\"\n",
        {"public <init>(java.lang.Object) : void", "public m(java.lang.Object) : java.lang.Object",
         chance(2) ? "public n() : java.lang.Object" : "",
         "public apply(java.lang.Object) : java.lang.Object",
         "public j(java.lang.Object) : java.lang.Object", "public static u() : java.lang.Object"});
    text += class_text("app.D", kObject, "app.I", "access public super",
                       "  field public java.lang.Object left\n",
                       {"public <init>() : void", "public i(java.lang.Object) : java.lang.Object",
                        "public equals(java.lang.Object) : boolean"});
    text += class_text("app.T", "java.lang.Thread", "", "access public super", "",
                       {"public run() : void"});
    text += class_text("app.X", "java.lang.Exception", "", "access public super", "",
                       {"public toString() : java.lang.String"});
    text += class_text("app.Main", kObject, "", "access public super", "",
                       {"public static main(java.lang.String[]) : void",
                        chance(4) ? "public main(app.A) : void" : "",
                        "public static help(java.lang.Object) : java.lang.Object"});
    return text;
  }

  // --- classes and methods -----------------------------------------------------------------------

  std::string class_text(std::string_view name, std::string_view super, std::string_view interface,
                         std::string_view access, std::string_view fields,
                         const std::vector<std::string>& methods) {
    class_ = name;
    std::string text = fmt::format("class {} extends {}{}{} {{\n  {}\n", name, super,
                                   interface.empty() ? "" : " implements ", interface, access);
    call_sites_.clear();
    std::string members(fields);
    for (const std::string& method : methods)
      if (!method.empty()) members += method_text(method);
    for (std::size_t n = 0; n < call_sites_.size(); ++n)
      text += fmt::format("  call_site #{} call {} {{\n{}{}  }}\n", n, call_sites_[n]->use,
                          kBootstrap, call_sites_[n]->text);
    return text + members + "}\n";
  }

  std::string method_text(const std::string& header) {
    if (header.find("abstract") != std::string::npos) return "  method " + header + "\n";
    text_ = fmt::format("  method {} {{\n  b0:\n", header);
    values_ = blocks_ = 0;
    at_hand_.clear();
    likely_.clear();
    block_ = "b0";
    parameters(header);
    zero_ = next_value();
    line("{} = const_int 0", zero_);
    if (header.find("main(") != std::string::npos) seed_main();
    if (header.find("<init>") != std::string::npos)
      line("put_field {} {}, {}", at_hand_[0], one_of(kFields), any());
    returns_ = header.ends_with("void")      ? Returns::kNothing
               : header.ends_with("boolean") ? Returns::kNumber
                                             : Returns::kReference;
    bool open = true;
    const bool main = header.find("main(") != std::string::npos;
    for (unsigned n = main ? size_ + 2 : size_; open && n > 0; --n)
      open = structure(chance(4) ? 2 : 1);
    if (open) finish();
    return text_ + "  }\n";
  }

  void parameters(const std::string& header) {
    unsigned position = 0;
    const auto parameter = [&](std::string_view type) {
      const std::string value = next_value();
      line("{} = parameter {} : {}", value, position++, type);
      likely_[value] = type;
      at_hand_.push_back(value);
    };
    if (header.find("static ") == std::string::npos) parameter(class_);
    std::string_view types(header);
    types = types.substr(types.find('(') + 1);
    types = types.substr(0, types.find(')'));
    while (!types.empty()) {
      const std::size_t comma = types.find(',');
      parameter(types.substr(0, comma));
      types = comma == std::string_view::npos ? "" : types.substr(comma + 2);
    }
  }

  // So that there is something to begin with.
  void seed_main() {
    for (unsigned n = 0; n < 4; ++n) make();
    for (unsigned n = 0; n < 2; ++n) dynamic();
    for (unsigned n = 0; n < 4; ++n) call();
    if (chance(3)) return;
    const std::string thread = next_value();
    line("{} = new {}", thread, chance(3) ? "app.T" : "java.lang.Thread");
    line("invoke special java.lang.Thread.<init>(java.lang.Object) : void ({}, {})", thread,
         of_owner("java.lang.Runnable"));
    line("invoke virtual java.lang.Thread.start() : void ({})", thread);
  }

  enum class Returns : std::uint8_t { kNothing, kNumber, kReference };

  void finish() {
    if (returns_ == Returns::kNothing)
      line("return");
    else
      line("return {}", returns_ == Returns::kNumber ? zero_ : any());
  }

  // --- structures: false if control does not come out --------------------------------------------

  bool structure(unsigned depth) {
    const unsigned kind = depth == 0 ? 0 : pick(10);
    if (kind < 5) {
      for (unsigned n = 1 + pick(3); n > 0; --n) statement();
      return true;
    }
    if (kind < 7) return branch(depth - 1);
    if (kind < 8) return loop(depth - 1);
    return guarded(depth - 1);
  }

  bool structures(unsigned depth) {
    for (unsigned n = 1 + pick(2); n > 0; --n)
      if (!structure(depth)) return false;
    if (chance(12)) {
      finish();
      return false;
    }
    if (chance(10)) {
      line("throw {}", of_owner("java.lang.Throwable"));
      return false;
    }
    return true;
  }

  bool branch(unsigned depth) {
    const std::string yes = next_block(), no = next_block();
    line("if equal {} null then {} else {}", any(), yes, no);
    const std::vector<std::string> before = at_hand_;
    std::vector<std::vector<std::string>> hands;
    std::vector<std::string> ends;
    std::string join;
    for (const std::string& arm : {yes, no}) {
      at_hand_ = before;
      begin(arm);
      if (!structures(depth)) continue;
      if (join.empty()) join = next_block();
      hands.push_back(at_hand_);
      ends.push_back(block_);
      line("goto {}", join);
    }
    at_hand_ = before;
    if (join.empty()) return false;
    begin(join);
    meet(ends, hands);
    return true;
  }

  // Phis of what the edges bring, at the head of the current block.
  void meet(const std::vector<std::string>& ends,
            const std::vector<std::vector<std::string>>& hands) {
    for (unsigned n = 1 + pick(2); n > 0; --n) {
      const std::string phi = next_value();
      std::vector<std::string> operands;
      for (std::size_t i = 0; i < ends.size(); ++i)
        operands.push_back(fmt::format("{}: {}", ends[i], recent(hands[i])));
      line("{} = phi ({}) : java.lang.Object", phi, fmt::join(operands, ", "));
      at_hand_.push_back(phi);
    }
  }

  bool loop(unsigned depth) {
    const std::string head = next_block(), body = next_block(), out = next_block();
    const std::string entry = block_, start = any(), phi = next_value();
    line("goto {}", head);
    begin(head);
    const std::string mark = fmt::format("<{}>", head);
    line("{} = phi ({}: {}{}) : java.lang.Object", phi, entry, start, mark);
    line("if equal {} null then {} else {}", phi, body, out);
    at_hand_.push_back(phi);
    const std::vector<std::string> before = at_hand_;
    begin(body);
    std::string back;
    if (structures(depth)) {
      back = fmt::format(", {}: {}", block_, recent(at_hand_));
      line("goto {}", head);
    }
    text_.replace(text_.find(mark), mark.size(), back);
    at_hand_ = before;
    begin(out);
    return true;
  }

  bool guarded(unsigned depth) {
    const std::string inside = next_block(), handler = next_block();
    const std::vector<std::string> before = at_hand_;
    line("goto {}", inside);
    constexpr std::string_view kCaught[] = {"*", "app.X", "java.lang.Exception",
                                            "java.lang.NullPointerException"};
    const std::string_view first = one_of(kCaught);
    const bool second = first != "*" && chance(2);
    const std::string other = second ? next_block() : "";
    text_ += fmt::format("  {}:  handlers {} {}{}\n", inside, first, handler,
                         second ? fmt::format(", * {}", other) : "");
    block_ = inside;
    call();
    for (unsigned n = pick(3); n > 0; --n) statement();

    std::vector<std::vector<std::string>> hands;
    std::vector<std::string> ends;
    const bool throws = chance(3);
    const std::string join = next_block();
    if (throws) {
      line("throw {}", of_owner("java.lang.Throwable"));
    } else {
      hands.push_back(at_hand_);
      ends.push_back(block_);
      line("goto {}", join);
    }
    const auto handle = [&](const std::string& label, std::string_view type) {
      begin(label);
      at_hand_ = before;
      const std::string caught = next_value();
      line("{} = catch : {}", caught, type == "*" ? "java.lang.Throwable" : type);
      at_hand_.push_back(caught);
      if (!structures(depth)) return;
      hands.push_back(at_hand_);
      ends.push_back(block_);
      line("goto {}", join);
    };
    handle(handler, first);
    if (second) handle(other, "*");
    at_hand_ = before;
    if (ends.empty()) return false;
    begin(join);
    meet(ends, hands);
    return true;
  }

  // --- statements --------------------------------------------------------------------------------

  void statement() {
    switch (pick(17)) {
      case 0:
      case 1: return make();
      case 2: return line("put_field {} {}, {}", any(), one_of(kFields), any());
      case 3: return define("get_field {} {}", any(), one_of(kFields));
      case 4: return line("put_static {}, {}", one_of(kStatics), any());
      case 5: return define("get_static {}", one_of(kStatics));
      case 6: return line("array_store reference {} {} {}", maybe_array(), zero_, any());
      case 7: return define("array_load reference {} {} : java.lang.Object", maybe_array(), zero_);
      case 8: {
        const std::string_view type = one_of(kTypes);
        define("check_cast {} {}", any(), type);
        likely_[at_hand_.back()] = type;
        return;
      }
      case 9: return constant();
      case 10: return array();
      case 11: return dynamic();
      case 12: return special();
      case 13: return reflect();
      default: return call();
    }
  }

  // The verifier looks at the types of arrays, so they must not be known too well.
  std::string maybe_array() {
    const std::string value = next_value();
    line("{} = check_cast {} {}", value, any(),
         chance(3) ? "java.lang.Object" : "java.lang.Object[]");
    return value;
  }

  void make() {
    const Maker& maker = one_of(kMakers);
    const std::string value = next_value();
    line("{} = new {}", value, maker.type);
    likely_[value] = maker.type;
    at_hand_.push_back(value);
    if (maker.constructor.empty()) return;
    line("invoke special {} ({}{}{})", maker.constructor, value, maker.arguments > 0 ? ", " : "",
         maker.arguments > 0 ? any() : "");
  }

  void constant() {
    constexpr std::string_view kTexts[] = {"one", "two", "app.A", "app.C", "app.Missing"};
    switch (pick(4)) {
      case 0: return define("const_class {}", one_of(kTypes));
      case 1: return define("const_null");
      default: return define("const_string \"{}\"", one_of(kTexts));
    }
  }

  void array() {
    constexpr std::string_view kArrays[] = {"java.lang.Object[]", "app.A[]", "app.I[]", "int[]"};
    constexpr std::string_view kDeep[] = {"java.lang.Object[][]", "app.A[][][]", "int[][]"};
    if (chance(2)) return define("new_array {} {}", one_of(kArrays), zero_);
    define("new_multi_array {} ({}, {})", one_of(kDeep), zero_, zero_);
  }

  void dynamic(std::string_view wanted) {
    dynamic(
        *std::ranges::find_if(kDynamics, [&](const Dynamic& use) { return use.use == wanted; }));
  }
  void dynamic() { dynamic(one_of(kDynamics)); }
  void dynamic(const Dynamic& use) {
    const std::size_t n = call_sites_.size();
    call_sites_.push_back(&use);
    std::string arguments = list(use.captures);
    if (use.use.find("(app.D") != std::string_view::npos)
      arguments.replace(0, arguments.find(','), of_owner("app.D"));
    if (use.use.ends_with("boolean"))
      return line("{} = invoke_dynamic #{} {} ({})", next_value(), n, use.use, arguments);
    define("invoke_dynamic #{} {} ({})", n, use.use, arguments);
    likely_[at_hand_.back()] = use.use.substr(use.use.find(": ") + 2);
  }

  // A member found by its name, and used.
  void reflect() {
    constexpr std::string_view kOwners[] = {"app.A", "app.B", "app.C", "app.D", "app.A[]"};
    constexpr std::string_view kMemberFields[] = {"f", "g", "h", "sa", "left", "none"};
    constexpr std::string_view kMethods[] = {"m", "n", "i", "s", "run", "equals"};
    const bool at_hand = chance(4);
    if (!at_hand) {
      define("const_class {}", one_of(kOwners));
      likely_[at_hand_.back()] = "java.lang.Class";
    }
    const std::string found = at_hand ? of_owner("java.lang.Class") : at_hand_.back();
    if (chance(4)) return reflect_on_names();
    if (chance(6)) return use_handle(found);
    if (chance(3)) return reflect_more(found);
    const std::string name = next_value(), member = next_value();
    if (chance(2)) {
      line("{} = const_string \"{}\"", name, one_of(kMemberFields));
      line(
          "{} = invoke virtual java.lang.Class.getField(java.lang.String) : "
          "java.lang.reflect.Field ({}, {})",
          member, found, name);
      if (chance(2))
        return define(
            "invoke virtual java.lang.reflect.Field.get(java.lang.Object) : "
            "java.lang.Object ({}, {})",
            member, any());
      return line(
          "invoke virtual java.lang.reflect.Field.set(java.lang.Object, "
          "java.lang.Object) : void ({}, {}, {})",
          member, any(), any());
    }
    line("{} = const_string \"{}\"", name, one_of(kMethods));
    line(
        "{} = invoke virtual java.lang.Class.getMethod(java.lang.String) : "
        "java.lang.reflect.Method ({}, {})",
        member, found, name);
    const std::string arguments = next_value();
    line("{} = new_array java.lang.Object[] {}", arguments, zero_);
    line("array_store reference {} {} {}", arguments, zero_, any());
    define(
        "invoke virtual java.lang.reflect.Method.invoke(java.lang.Object, "
        "java.lang.Object[]) : java.lang.Object ({}, {}, {})",
        member, any(), arguments);
  }

  // What has a name that is put together, is read from a list, or is never told.
  void reflect_on_names() {
    constexpr std::string_view kNamed[] = {"lib.Text", "lib.Text_en", "lib.Colour", "app.A"};
    const std::string first = next_value(), second = next_value();
    line("{} = const_class {}", first, one_of(kNamed));
    if (chance(3))
      return define("invoke virtual java.lang.Class.constants() : java.lang.Object[] ({})", first);
    if (chance(3)) {
      line("{} = invoke virtual java.lang.Class.getMethods() : java.lang.reflect.Method[] ({})",
           second, first);
      const std::string method = next_value();
      line("{} = array_load reference {} {} : java.lang.reflect.Method", method, second, zero_);
      return invoke_found(method);
    }
    if (chance(3)) {
      line("{} = const_string \"lib.Text\"", second);
      return define("invoke static util.Pool.bundle(java.lang.String) : java.lang.Object ({})",
                    second);
    }
    if (chance(3)) {
      line(
          "{} = invoke virtual java.lang.Class.getMethod(java.lang.String) : "
          "java.lang.reflect.Method ({}, {})",
          second, of_owner("java.lang.Class"), of_owner("java.lang.String"));
      return invoke_found(second);
    }
    line("{} = invoke virtual java.lang.Class.getName() : java.lang.String ({})", second, first);
    const std::string name = next_value(), loaded = next_value();
    line("{} = invoke_dynamic #{} {} ({})", name, call_sites_.size(), kNameEnding.use, second);
    call_sites_.push_back(&kNameEnding);
    line("{} = invoke static java.lang.Class.forName(java.lang.String) : java.lang.Class ({})",
         loaded, chance(2) ? name : second);
    define("invoke virtual java.lang.Class.newInstance() : java.lang.Object ({})", loaded);
  }
  void invoke_found(const std::string& method) {
    const std::string arguments = next_value();
    line("{} = new_array java.lang.Object[] {}", arguments, zero_);
    line("array_store reference {} {} {}", arguments, zero_, any());
    define(
        "invoke virtual java.lang.reflect.Method.invoke(java.lang.Object, "
        "java.lang.Object[]) : java.lang.Object ({}, {}, {})",
        method, chance(2) ? of_owner("app.A") : any(), arguments);
  }

  void use_handle(const std::string& found) {
    constexpr std::string_view kMethods[] = {"m", "n", "s", "t", "none"};
    const std::string name = next_value(), handle = next_value();
    line("{} = const_string \"{}\"", name, one_of(kMethods));
    if (chance(2))
      line(
          "{} = invoke static java.lang.invoke.Handle.found(java.lang.Class, java.lang.String) : "
          "java.lang.invoke.Handle ({}, {})",
          handle, found, name);
    else
      line(
          "{} = invoke static java.lang.invoke.Handle.making(java.lang.Class) : "
          "java.lang.invoke.Handle ({})",
          handle, found);
    define(
        "invoke virtual java.lang.invoke.Handle.run(java.lang.Object, java.lang.Object) : "
        "java.lang.Object ({}, {}, {})",
        handle, any(), any());
  }

  void reflect_more(const std::string& found) {
    constexpr std::string_view kMemberFields[] = {"f", "g", "sa", "none"};
    constexpr std::string_view kInterfaces[] = {"app.I", "app.J", "util.Fun",
                                                "java.lang.reflect.InvocationHandler", "app.A"};
    if (chance(4))
      return define(
          "invoke static java.lang.reflect.Array.newInstance(java.lang.Class, int) : "
          "java.lang.Object ({}, {})",
          found, zero_);
    const bool proxies = chance(2);
    if (proxies && chance(2)) dynamic("invoke() : java.lang.reflect.InvocationHandler");
    const std::string first = next_value(), second = next_value();
    if (!proxies && chance(2)) {
      line(
          "{} = invoke virtual java.lang.Class.getConstructor() : java.lang.reflect.Constructor "
          "({})",
          first, found);
      line("{} = new_array java.lang.Object[] {}", second, zero_);
      line("array_store reference {} {} {}", second, zero_, any());
      return define(
          "invoke virtual java.lang.reflect.Constructor.newInstance(java.lang.Object[]) : "
          "java.lang.Object ({}, {})",
          first, second);
    }
    if (!proxies) {
      line("{} = const_string \"{}\"", first, one_of(kMemberFields));
      if (chance(2))
        line(
            "{} = invoke static java.lang.invoke.VarHandle.mine(java.lang.String) : "
            "java.lang.invoke.VarHandle ({})",
            second, first);
      else
        line(
            "{} = invoke static java.lang.invoke.VarHandle.of(java.lang.Class, "
            "java.lang.String) : java.lang.invoke.VarHandle ({}, {})",
            second, found, first);
      return define(
          "invoke virtual java.lang.invoke.VarHandle.swap(java.lang.Object, java.lang.Object) : "
          "java.lang.Object ({}, {}, {})",
          second, any(), any());
    }
    line("{} = new_array java.lang.Class[] {}", first, zero_);
    line("{} = const_class {}", second, one_of(kInterfaces));
    line("array_store reference {} {} {}", first, zero_, second);
    define(
        "invoke static java.lang.reflect.Proxy.make(java.lang.Object, java.lang.Class[], "
        "java.lang.reflect.InvocationHandler) : java.lang.Object ({}, {}, {})",
        any(), first, of_owner("java.lang.reflect.InvocationHandler"));
    const std::string proxy = at_hand_.back();
    likely_[proxy] = chance(2) ? "app.I" : "util.Fun";
    if (chance(2))
      define("invoke interface app.I.i(java.lang.Object) : java.lang.Object ({}, {})", proxy,
             any());
  }

  // A call of a superclass's method, or of an own one.
  void special() {
    if (class_ == "app.B")
      return define("invoke special app.A.m(java.lang.Object) : java.lang.Object ({}, {})", any(),
                    any());
    if (class_ == "app.C") return define("invoke special app.A.n() : java.lang.Object ({})", any());
    if (class_ == "app.A")
      return define("invoke special app.A.m(java.lang.Object) : java.lang.Object ({}, {})", any(),
                    any());
    call();
  }

  void call() {
    const Callee& callee = one_of(kCallees);
    std::string arguments = list(callee.arguments);
    if (!callee.text.starts_with("static") && !chance(3)) {
      std::string_view owner = callee.text.substr(callee.text.find(' ') + 1);
      owner = owner.substr(0, owner.find('('));
      arguments.replace(0, arguments.find(','), of_owner(owner.substr(0, owner.rfind('.'))));
    }
    if (!callee.result) return line("invoke {} ({})", callee.text, arguments);
    define("invoke {} ({})", callee.text, arguments);
    likely_[at_hand_.back()] = callee.text.substr(callee.text.find(" : ") + 3);
  }

  std::string list(unsigned count) {
    std::string text;
    for (unsigned n = 0; n < count; ++n) text += (n > 0 ? ", " : "") + any();
    return text;
  }

  // A value that may be of that class, if one is known.
  std::string of_owner(std::string_view owner) {
    constexpr std::pair<std::string_view, std::string_view> kBelow[] = {
        {"app.A", "app.B"},
        {"app.A", "app.C"},
        {"app.I", "app.A"},
        {"app.I", "app.B"},
        {"app.I", "app.D"},
        {"app.J", "app.C"},
        {"app.J", "app.B"},
        {"util.Fun", "app.C"},
        {"java.lang.Runnable", "app.B"},
        {"java.lang.Runnable", "app.T"},
        {"java.lang.Runnable", "java.lang.Thread"},
        {"java.lang.Thread", "app.T"},
        {"java.lang.Throwable", "app.X"},
        {"java.lang.Throwable", "java.lang.Exception"},
        {"java.lang.Object", "app.X"},
        {"java.lang.Object", "app.B"}};
    std::vector<std::string> found;
    for (const std::string& value : at_hand_) {
      const auto type = likely_.find(value);
      if (type == likely_.end()) continue;
      const std::pair<std::string_view, std::string_view> pair(owner, type->second);
      if (type->second == owner || std::ranges::find(kBelow, pair) != std::end(kBelow))
        found.push_back(value);
    }
    return found.empty() ? any() : found[pick(static_cast<unsigned>(found.size()))];
  }

  // --- text --------------------------------------------------------------------------------------

  std::string next_value() { return fmt::format("%{}", values_++); }
  std::string next_block() { return fmt::format("b{}", ++blocks_); }
  void begin(const std::string& block) {
    text_ += fmt::format("  {}:\n", block);
    block_ = block;
  }
  template <typename... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    text_ += "    " + fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }
  template <typename... Parts>
  void define(fmt::format_string<Parts...> format, Parts&&... parts) {
    const std::string made = fmt::format(format, std::forward<Parts>(parts)...);
    const std::string value = next_value();
    line("{} = {}", value, made);
    at_hand_.push_back(value);
  }
  // A value at hand, a recent one more often.
  std::string recent(const std::vector<std::string>& hand) {
    HEDDLE_CHECK(!hand.empty(), "no value at hand");
    const auto size = static_cast<unsigned>(hand.size());
    return hand[size - 1 - std::min(pick(size), pick(size))];
  }
  std::string any() {
    if (at_hand_.empty()) define("const_null");
    return recent(at_hand_);
  }

  std::mt19937_64 random_;
  unsigned size_ = 0;
  std::string class_;
  std::vector<const Dynamic*> call_sites_;  // of the class so far
  std::string text_, block_, zero_;
  std::vector<std::string> at_hand_;           // references
  std::map<std::string, std::string> likely_;  // the types of some
  unsigned values_ = 0, blocks_ = 0;
  Returns returns_ = Returns::kNothing;
};

}  // namespace

Surroundings small_surroundings() {
  return {.services = {},
          .platform_services = {},
          .classes_in_texts = [] { return std::vector<std::string>{"app/C", "lib/Text"}; },
          .classes_beginning =
              [](std::string_view prefix) {
                std::vector<std::string> names{"app/A", "lib/Text", "lib/Text_en"};
                std::erase_if(names,
                              [&](const std::string& one) { return !one.starts_with(prefix); });
                return names;
              }};
}

std::string random_program(std::uint64_t seed) { return Writer(seed).write(); }

}  // namespace heddle::pointsto
