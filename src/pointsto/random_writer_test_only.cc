// Random programs: classes, methods, and the structures of their code.
#include "pointsto/random_writer_test_only.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::pointsto {

namespace {

constexpr std::string_view kBootstrap =
    "    bootstrap invoke_static java.lang.invoke.Some.bootstrap() : java.lang.Object\n";

}  // namespace

// The class holds things of a type that it is given, so it is a container of the program's own.
void Writer::make_generic(std::string& text, std::string_view name) {
  constexpr std::string_view kAccess = "  access public super\n";
  constexpr std::string_view kField = "  field public java.lang.Object ";
  std::size_t at = text.find(fmt::format("class {} extends", name));
  at = text.find(kAccess, at) + kAccess.size();
  text.insert(at, "  generic \"<T:Ljava/lang/Object;>Ljava/lang/Object;\"\n");
  const std::size_t field = text.find(kField, at);
  const std::size_t end = text.find('\n', field);
  const std::string_view types[] = {"TT;", "Ljava/util/List<TT;>;", "Lapp/Text<[TT;>.Tail;",
                                    "Lapp/Text<Ljava/util/T;>.T;"};
  text.insert(end, fmt::format(" {{\n    generic \"{}\"\n  }}", types[pick(4)]));
}

void Writer::replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string Writer::write() {
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
  for (const std::string_view name : {"app.A", "app.B", "app.C"})
    if (chance(4)) make_generic(text, name);
  if (chance(3)) replace_all(text, "app.D", "app.A$D");
  return text;
}

void Writer::erase_item(std::string& text, std::string_view first_words) {
  const std::size_t first = text.find(first_words);
  const std::size_t end = text.find("\n}\n", first);
  text.erase(first, end + 3 - first);
}

std::string Writer::merges() {
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

std::string Writer::application() {
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
       "public i(java.lang.Object) : java.lang.Object", chance(2) ? "static <clinit>() : void" : "",
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
                     chance(4) ? "" : "  field public java.lang.Object left\n",
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

// --- classes and methods
// --------------------------------------------------------------------------

std::string Writer::class_text(std::string_view name, std::string_view super,
                               std::string_view interface, std::string_view access,
                               std::string_view fields, const std::vector<std::string>& methods) {
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

std::string Writer::method_text(const std::string& header) {
  if (header.find("abstract") != std::string::npos) return "  method " + header + "\n";
  text_ = fmt::format("  method {} {{\n  b0:\n", header);
  values_ = blocks_ = 0;
  at_hand_.clear();
  likely_.clear();
  block_ = "b0";
  parameters(header);
  zero_ = next_value();
  line("{} = const_int 0", zero_);
  one_ = next_value();
  line("{} = const_int 1", one_);
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

void Writer::parameters(const std::string& header) {
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
void Writer::seed_main() {
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

void Writer::finish() {
  if (returns_ == Returns::kNothing)
    line("return");
  else
    line("return {}", returns_ == Returns::kNumber ? zero_ : any());
}

// --- structures: false if control does not come out
// -----------------------------------------------

bool Writer::structure(unsigned depth) {
  const unsigned kind = depth == 0 ? 0 : pick(10);
  if (kind < 5) {
    for (unsigned n = 1 + pick(3); n > 0; --n) statement();
    return true;
  }
  if (kind < 7) return branch(depth - 1);
  if (kind < 8) return loop(depth - 1);
  return guarded(depth - 1);
}

bool Writer::structures(unsigned depth) {
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

bool Writer::branch(unsigned depth) {
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
void Writer::meet(const std::vector<std::string>& ends,
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

bool Writer::loop(unsigned depth) {
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

bool Writer::guarded(unsigned depth) {
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

// --- text
// -----------------------------------------------------------------------------------------

void Writer::begin(const std::string& block) {
  text_ += fmt::format("  {}:\n", block);
  block_ = block;
}

// A value at hand, a recent one more often.
std::string Writer::recent(const std::vector<std::string>& hand) {
  HEDDLE_CHECK(!hand.empty(), "no value at hand");
  const auto size = static_cast<unsigned>(hand.size());
  return hand[size - 1 - std::min(pick(size), pick(size))];
}

std::string Writer::any() {
  if (at_hand_.empty()) define("const_null");
  return recent(at_hand_);
}

}  // namespace heddle::pointsto
