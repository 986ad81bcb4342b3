// Random programs: what a statement may be, and the names it may use.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pointsto/random_writer_test_only.h"

namespace heddle::pointsto {

namespace {

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

constexpr std::string_view kStatics[] = {
    "app.A.sa : java.lang.Object",       "app.B.sb : java.lang.Object",
    "app.I.IT : java.lang.Object",       "app.C.NAME : java.lang.String",
    "util.Pool.NAME : java.lang.String", "util.Pool.shared : java.lang.Object"};

}  // namespace

// Now and then something keeps itself.
void Writer::put_field() {
  const std::string base = any();
  line("put_field {} {}, {}", base, one_of(kFields), chance(4) ? base : any());
}

void Writer::statement() {
  switch (pick(17)) {
    case 0:
    case 1: return make();
    case 2: return put_field();
    case 3: return define("get_field {} {}", any(), one_of(kFields));
    case 4: return line("put_static {}, {}", one_of(kStatics), any());
    case 5: return define("get_static {}", one_of(kStatics));
    case 6: return line("array_store reference {} {} {}", maybe_array(), one_, any());
    case 7: return define("array_load reference {} {} : java.lang.Object", maybe_array(), one_);
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
std::string Writer::maybe_array() {
  const std::string value = next_value();
  line("{} = check_cast {} {}", value, any(),
       chance(3) ? "java.lang.Object" : "java.lang.Object[]");
  return value;
}

void Writer::make() {
  const Maker& maker = one_of(kMakers);
  const std::string value = next_value();
  line("{} = new {}", value, maker.type);
  likely_[value] = maker.type;
  at_hand_.push_back(value);
  if (maker.constructor.empty()) return;
  line("invoke special {} ({}{}{})", maker.constructor, value, maker.arguments > 0 ? ", " : "",
       maker.arguments > 0 ? any() : "");
}

void Writer::constant() {
  constexpr std::string_view kTexts[] = {"one", "two", "app.A", "app.C", "app.Missing"};
  switch (pick(4)) {
    case 0: return define("const_class {}", one_of(kTypes));
    case 1: return define("const_null");
    default: return define("const_string \"{}\"", one_of(kTexts));
  }
}

void Writer::array() {
  constexpr std::string_view kArrays[] = {"java.lang.Object[]", "app.A[]", "app.I[]", "int[]"};
  constexpr std::string_view kDeep[] = {"java.lang.Object[][]", "app.A[][][]", "int[][]"};
  // Those without elements are another rule.
  if (chance(2)) return define("new_array {} {}", one_of(kArrays), chance(4) ? zero_ : one_);
  define("new_multi_array {} ({}, {})", one_of(kDeep), one_, one_);
}

void Writer::dynamic() { dynamic(one_of(kDynamics)); }

void Writer::dynamic(std::string_view wanted) {
  dynamic(*std::ranges::find_if(kDynamics, [&](const Dynamic& use) { return use.use == wanted; }));
}

void Writer::dynamic(const Dynamic& use) {
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
void Writer::reflect() {
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
  line("{} = new_array java.lang.Object[] {}", arguments, one_);
  line("array_store reference {} {} {}", arguments, one_, any());
  define(
      "invoke virtual java.lang.reflect.Method.invoke(java.lang.Object, "
      "java.lang.Object[]) : java.lang.Object ({}, {}, {})",
      member, any(), arguments);
}

// What has a name that is put together, is read from a list, or is never told.
void Writer::reflect_on_names() {
  constexpr std::string_view kNamed[] = {"lib.Text", "lib.Text_en", "lib.Colour", "app.A"};
  const std::string first = next_value(), second = next_value();
  line("{} = const_class {}", first, one_of(kNamed));
  if (chance(3))
    return define("invoke virtual java.lang.Class.constants() : java.lang.Object[] ({})", first);
  if (chance(3)) {
    line("{} = invoke virtual java.lang.Class.getMethods() : java.lang.reflect.Method[] ({})",
         second, first);
    const std::string method = next_value();
    line("{} = array_load reference {} {} : java.lang.reflect.Method", method, second, one_);
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

void Writer::invoke_found(const std::string& method) {
  const std::string arguments = next_value();
  line("{} = new_array java.lang.Object[] {}", arguments, one_);
  line("array_store reference {} {} {}", arguments, one_, any());
  define(
      "invoke virtual java.lang.reflect.Method.invoke(java.lang.Object, "
      "java.lang.Object[]) : java.lang.Object ({}, {}, {})",
      method, chance(2) ? of_owner("app.A") : any(), arguments);
}

void Writer::use_handle(const std::string& found) {
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

void Writer::reflect_more(const std::string& found) {
  constexpr std::string_view kMemberFields[] = {"f", "g", "sa", "none"};
  constexpr std::string_view kInterfaces[] = {"app.I", "app.J", "util.Fun",
                                              "java.lang.reflect.InvocationHandler", "app.A"};
  if (chance(4))
    return define(
        "invoke static java.lang.reflect.Array.newInstance(java.lang.Class, int) : "
        "java.lang.Object ({}, {})",
        found, one_);
  const bool proxies = chance(2);
  if (proxies && chance(2)) dynamic("invoke() : java.lang.reflect.InvocationHandler");
  const std::string first = next_value(), second = next_value();
  if (!proxies && chance(2)) {
    line(
        "{} = invoke virtual java.lang.Class.getConstructor() : java.lang.reflect.Constructor "
        "({})",
        first, found);
    line("{} = new_array java.lang.Object[] {}", second, one_);
    line("array_store reference {} {} {}", second, one_, any());
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
  line("{} = new_array java.lang.Class[] {}", first, one_);
  line("{} = const_class {}", second, one_of(kInterfaces));
  line("array_store reference {} {} {}", first, one_, second);
  define(
      "invoke static java.lang.reflect.Proxy.make(java.lang.Object, java.lang.Class[], "
      "java.lang.reflect.InvocationHandler) : java.lang.Object ({}, {}, {})",
      any(), first, of_owner("java.lang.reflect.InvocationHandler"));
  const std::string proxy = at_hand_.back();
  likely_[proxy] = chance(2) ? "app.I" : "util.Fun";
  if (chance(2))
    define("invoke interface app.I.i(java.lang.Object) : java.lang.Object ({}, {})", proxy, any());
}

// A call of a superclass's method, or of an own one.
void Writer::special() {
  if (class_ == "app.B")
    return define("invoke special app.A.m(java.lang.Object) : java.lang.Object ({}, {})", any(),
                  any());
  if (class_ == "app.C") return define("invoke special app.A.n() : java.lang.Object ({})", any());
  if (class_ == "app.A")
    return define("invoke special app.A.m(java.lang.Object) : java.lang.Object ({}, {})", any(),
                  any());
  call();
}

void Writer::call() {
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

std::string Writer::list(unsigned count) {
  std::string text;
  for (unsigned n = 0; n < count; ++n) text += (n > 0 ? ", " : "") + any();
  return text;
}

// A value that may be of that class, if one is known.
std::string Writer::of_owner(std::string_view owner) {
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

}  // namespace heddle::pointsto
