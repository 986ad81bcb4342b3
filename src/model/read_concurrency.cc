// The key that names a path also names the kind of the fact: `acquires = "this"`. So each kind is a
// word in a list, in the order of its enumeration, and one function template reads them all. A lock
// table says one thing, an order table may say several.
#include "model/read_concurrency.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "model/concurrency.h"
#include "model/name.h"
#include "model/path.h"

namespace heddle::model {
namespace {

std::optional<When> read_when(const toml::node& node, Notes& notes) {
  constexpr std::array<std::string_view, 5> kWords = {"", "true", "not-zero", "not-null", "false"};
  return read_word<When>(node, notes, "condition", kWords);
}

bool read_number(std::string_view digits, auto& into) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), into);
  return error == std::errc() && end == digits.data() + digits.size();
}

// "0 = 1", "2 = true": an argument and the constant it is.
Parsed<Constant> parse_constant(std::string_view text) {
  const std::size_t sign = text.find(" = ");
  const auto fail = [&] {
    return std::unexpected(
        fmt::format("`{}` is no constant argument: want `0 = 1`, `0 = true` or `0 = null`",
                    base::printable(text)));
  };
  if (sign == std::string_view::npos) return fail();
  Constant made;
  const std::string_view argument = text.substr(0, sign), value = text.substr(sign + 3);
  if (!read_number(argument, made.argument)) return fail();
  if (value == "true") {
    made.value = 1;
  } else if (value != "false" && value != "null" && !read_number(value, made.value)) {
    return fail();
  }
  return made;
}

// "0 >= 5 a.b.Unit.SECONDS", "0 >= 5000": a time, and the field that the next argument is.
Parsed<Patience> parse_patience(std::string_view text) {
  const auto fail = [&] {
    return std::unexpected(
        fmt::format("`{}` is no long time: want `0 >= 5000` or `0 >= 5 a.b.Unit.SECONDS`",
                    base::printable(text)));
  };
  const std::size_t sign = text.find(" >= ");
  if (sign == std::string_view::npos) return fail();
  Patience made;
  const std::string_view time = text.substr(sign + 4);
  const std::size_t space = time.find(' ');
  if (!read_number(text.substr(0, sign), made.argument) ||
      !read_number(time.substr(0, space), made.least))
    return fail();
  if (space == std::string_view::npos) return made;
  made.unit = time.substr(space + 1);
  const std::size_t dot = made.unit.rfind('.');
  if (dot == std::string::npos || dot + 1 == made.unit.size()) return fail();
  std::replace(made.unit.begin(), made.unit.begin() + static_cast<std::ptrdiff_t>(dot), '.', '/');
  return made;
}

void read_constants(const toml::node& node, std::vector<Constant>& into, Notes& notes) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    if (const auto made = read_with(item, notes, parse_constant)) into.push_back(*made);
  });
}

// Is there a method, and does this file speak of it for the first time?
bool is_new_method(const toml::table& table, std::string_view kind, const MethodName& method,
                   Notes& notes) {
  if (!has_keys(table, {"method"}, notes) || method.owner.empty()) return false;
  const toml::node& name = *table.get("method");
  return notes.is_new(name, kind, name.ref<std::string>());
}

// --- locks ------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 7> kLockWords = {"acquires", "releases", "views", "holds",
                                                        "converts", "waits",    "spoils"};

template <LockFact::Kind kKind>
void read_lock_path(const toml::node& node, LockFact& fact, Notes& notes) {
  fact.kind = kKind;
  if (auto path = read_with(node, notes, parse_path)) fact.on = std::move(*path);
}

void read_lock_mode(const toml::node& node, LockFact& fact, Notes& notes) {
  constexpr std::array<std::string_view, 2> kModes = {"exclusive", "shared"};
  const auto mode = read_word<LockMode>(node, notes, "mode", kModes);
  if (!mode) return;
  fact.mode = *mode;
  fact.mode_is_of_view = false;
}

void read_lock_when(const toml::node& node, LockFact& fact, Notes& notes) {
  if (const auto when = read_when(node, notes)) fact.when = *when;
}

void read_lock_made_with(const toml::node& node, LockFact& fact, Notes& notes) {
  fact.is_conditional = true;
  read_constants(node, fact.made_with, notes);
}

void read_lock_given(const toml::node& node, LockFact& fact, Notes& notes) {
  read_constants(node, fact.given, notes);
}

template <LockFact::Kind kKind>
constexpr Key<LockFact> lock_key() {
  return {.name = kLockWords[static_cast<std::size_t>(kKind)], .read = read_lock_path<kKind>};
}

constexpr std::array kLockKeys = {
    Key<LockFact>{"method",
                  read_member<MethodName, parse_method_name, LockFact, &LockFact::method>},
    lock_key<LockFact::Kind::kAcquire>(),
    lock_key<LockFact::Kind::kRelease>(),
    lock_key<LockFact::Kind::kView>(),
    lock_key<LockFact::Kind::kHold>(),
    lock_key<LockFact::Kind::kConvert>(),
    lock_key<LockFact::Kind::kWait>(),
    lock_key<LockFact::Kind::kSpoil>(),
    Key<LockFact>{"made-with", read_lock_made_with},
    Key<LockFact>{"given", read_lock_given},
    Key<LockFact>{"mode", read_lock_mode},
    Key<LockFact>{"when", read_lock_when},
};

bool says_one_thing(const toml::table& table, Notes& notes) {
  const auto said =
      std::ranges::count_if(kLockWords, [&](std::string_view key) { return table.contains(key); });
  if (said == 1) return true;
  notes.note(table, fmt::format("want one of {}, found {}", fmt::join(kLockWords, ", "), said));
  return false;
}

bool has_needed_mode(const toml::table& table, const LockFact& fact, Notes& notes) {
  return fact.kind != LockFact::Kind::kConvert || has_keys(table, {"mode"}, notes);
}

// --- order ------------------------------------------------------------------------------------

struct OrderTable {
  MethodName method;
  std::vector<OrderFact> facts;
  std::optional<Path> to, from, times, since;
  std::vector<Constant> given;
  std::vector<Patience> patience;
  When when{};
  bool says_something = false;  // be it wrong
};

// One path, or a list of them.
template <OrderFact::Kind kKind>
void read_order_paths(const toml::node& node, OrderTable& table, Notes& notes) {
  const auto read_one = [&](const toml::node& item) {
    table.says_something = true;
    auto path = read_with(item, notes, parse_path);
    if (!path) return;
    OrderFact& fact = table.facts.emplace_back();
    fact.kind = kKind;
    fact.on = std::move(*path);
  };
  if (!node.is_array()) return read_one(node);
  for_each_in_list(node, notes, read_one);
}

// A number, or the path of one.
void read_needs(const toml::node& node, OrderTable& table, Notes& notes) {
  const auto number = node.value_exact<std::int64_t>();
  if (!number) return read_order_paths<OrderFact::Kind::kNeed>(node, table, notes);
  table.says_something = true;
  if (*number < 1 || *number > 1000) return notes.note(node, "want a number from 1 to 1000");
  OrderFact& fact = table.facts.emplace_back();
  fact.kind = OrderFact::Kind::kNeed;
  fact.number = static_cast<std::uint32_t>(*number);
}

// Of a count: by how much, to the receiver's cell.
void read_adds(const toml::node& node, OrderTable& table, Notes& notes) {
  table.says_something = true;
  const auto number = node.value_exact<std::int64_t>();
  if (!number || *number < -1000 || *number > 1000)
    return notes.note(node, "want a number from -1000 to 1000");
  OrderFact& fact = table.facts.emplace_back();
  fact.kind = OrderFact::Kind::kAdd;
  fact.amount = static_cast<std::int32_t>(*number);
}

void read_order_when(const toml::node& node, OrderTable& table, Notes& notes) {
  if (const auto when = read_when(node, notes)) table.when = *when;
}

void read_order_given(const toml::node& node, OrderTable& table, Notes& notes) {
  read_constants(node, table.given, notes);
}

void read_patience(const toml::node& node, OrderTable& table, Notes& notes) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    if (auto made = read_with(item, notes, parse_patience))
      table.patience.push_back(std::move(*made));
  });
}

constexpr std::array kOrderKeys = {
    Key<OrderTable>{"method",
                    read_member<MethodName, parse_method_name, OrderTable, &OrderTable::method>},
    Key<OrderTable>{"joins-thread", read_order_paths<OrderFact::Kind::kJoinThread>},
    Key<OrderTable>{"joins-task", read_order_paths<OrderFact::Kind::kJoinTask>},
    Key<OrderTable>{"joins-tasks", read_order_paths<OrderFact::Kind::kJoinTasks>},
    Key<OrderTable>{"joins-executor", read_order_paths<OrderFact::Kind::kJoinExecutor>},
    Key<OrderTable>{"shuts-down", read_order_paths<OrderFact::Kind::kShutdown>},
    Key<OrderTable>{"signals", read_order_paths<OrderFact::Kind::kSignal>},
    Key<OrderTable>{"awaits", read_order_paths<OrderFact::Kind::kAwait>},
    Key<OrderTable>{"barrier", read_order_paths<OrderFact::Kind::kBarrier>},
    Key<OrderTable>{"gives", read_order_paths<OrderFact::Kind::kGive>},
    Key<OrderTable>{"takes", read_order_paths<OrderFact::Kind::kTake>},
    Key<OrderTable>{"makes-serial", read_order_paths<OrderFact::Kind::kSerial>},
    Key<OrderTable>{"publishes", read_order_paths<OrderFact::Kind::kPublish>},
    Key<OrderTable>{"sees", read_order_paths<OrderFact::Kind::kSee>},
    Key<OrderTable>{"confines", read_order_paths<OrderFact::Kind::kConfine>},
    Key<OrderTable>{"gathers", read_order_paths<OrderFact::Kind::kGather>},
    Key<OrderTable>{"interrupts", read_order_paths<OrderFact::Kind::kInterrupt>},
    Key<OrderTable>{"spreads", read_order_paths<OrderFact::Kind::kSpread>},
    Key<OrderTable>{"counts", read_order_paths<OrderFact::Kind::kCount>},
    Key<OrderTable>{"needs", read_needs},
    Key<OrderTable>{"permits", read_order_paths<OrderFact::Kind::kPermits>},
    Key<OrderTable>{"stores", read_order_paths<OrderFact::Kind::kStore>},
    Key<OrderTable>{"loads", read_order_paths<OrderFact::Kind::kLoad>},
    Key<OrderTable>{"adds", read_adds},
    Key<OrderTable>{"elements", read_order_paths<OrderFact::Kind::kElements>},
    Key<OrderTable>{"remains", read_order_paths<OrderFact::Kind::kRemain>},
    Key<OrderTable>{"times", read_member<Path, parse_path, OrderTable, &OrderTable::times>},
    Key<OrderTable>{"since", read_member<Path, parse_path, OrderTable, &OrderTable::since>},
    Key<OrderTable>{"to", read_member<Path, parse_path, OrderTable, &OrderTable::to>},
    Key<OrderTable>{"from", read_member<Path, parse_path, OrderTable, &OrderTable::from>},
    Key<OrderTable>{"when", read_order_when},
    Key<OrderTable>{"given", read_order_given},
    Key<OrderTable>{"patient", read_patience},
};

// Does what goes somewhere say where to, and does what comes from somewhere say where from?
bool has_both_ends(const toml::table& table, Notes& notes) {
  const auto has = [&](std::string_view key) { return table.contains(key); };
  const bool goes = has("gives") || has("publishes") || has("stores") || has("adds");
  const bool comes = has("takes") || has("sees") || has("loads");
  const bool goes_somewhere = !goes || has_keys(table, {"to"}, notes);
  const bool comes_from = !comes || has_keys(table, {"from"}, notes);
  if (has("to") && !goes)
    notes.note(table, "`to` is for `gives`, `publishes`, `stores` and `adds`");
  if (has("from") && !comes) notes.note(table, "`from` is for `takes`, `sees` and `loads`");
  return goes_somewhere && comes_from;
}

// Where what a fact is about goes, or comes from.
std::optional<Path> other_end(const OrderTable& order, OrderFact::Kind kind) {
  switch (kind) {
    case OrderFact::Kind::kGive:
    case OrderFact::Kind::kStore:
    case OrderFact::Kind::kAdd:
    case OrderFact::Kind::kPublish: return order.to;
    case OrderFact::Kind::kTake:
    case OrderFact::Kind::kLoad:
    case OrderFact::Kind::kSee: return order.from;
    default: return std::nullopt;
  }
}

// The facts of a table, each with what the table says of all of them.
std::vector<OrderFact> finished(OrderTable order, const std::string& origin) {
  for (OrderFact& fact : order.facts) {
    fact.method = order.method;
    fact.when = order.when;
    fact.times = order.times;
    fact.since = order.since;
    fact.given = order.given;
    fact.patience = order.patience;
    fact.origin = origin;
    if (auto end = other_end(order, fact.kind)) fact.at = std::move(*end);
  }
  return std::move(order.facts);
}

// --- objects ----------------------------------------------------------------------------------

struct ObjectTable {
  std::vector<std::string> classes;
  ObjectFact fact;  // of each of them
};

// One pattern, or a list of them.
void read_object_classes(const toml::node& node, ObjectTable& table, Notes& notes) {
  const auto read_one = [&](const toml::node& item) {
    auto pattern = read_with(item, notes, parse_class_pattern);
    if (pattern && notes.is_new(item, "object", item.ref<std::string>()))
      table.classes.push_back(std::move(*pattern));
  };
  if (!node.is_array()) return read_one(node);
  for_each_in_list(node, notes, read_one);
}

void read_otherwise(const toml::node& node, ObjectTable& table, Notes& notes) {
  constexpr std::array<std::string_view, 4> kEffects = {"unsaid", "safe", "reads", "mutates"};
  if (const auto said = read_word<Effect>(node, notes, "effect", kEffects))
    table.fact.otherwise = *said;
}

// `get`, `get(I)B`, `get*`: methods of some class, without the class.
std::optional<std::string> read_bare_method(const toml::node& node, Notes& notes) {
  const auto text = read_text(node, notes);
  if (!text) return std::nullopt;
  const std::string_view name = text->ends_with('*') ? text->substr(0, text->size() - 1) : *text;
  const auto method = parse_method_name(fmt::format("a.{}", name));
  if (method && method->owner == "a") return std::string(*text);
  notes.note(node,
             fmt::format("`{}` is no method: want get, get(I)B or get*", base::printable(*text)));
  return std::nullopt;
}

template <std::vector<std::string> ObjectFact::* kList>
void read_method_list(const toml::node& node, ObjectTable& table, Notes& notes) {
  for_each_in_list(node, notes, [&](const toml::node& item) {
    if (auto name = read_bare_method(item, notes)) (table.fact.*kList).push_back(std::move(*name));
  });
}

void read_object_made_with(const toml::node& node, ObjectTable& table, Notes& notes) {
  read_constants(node, table.fact.made_with, notes);
}

// a.b.C.f as a/b/C.f
std::optional<std::string> read_field_name(const toml::node& node, Notes& notes) {
  const auto text = read_text(node, notes);
  if (!text) return std::nullopt;
  const auto method = parse_method_name(*text);
  if (method) return method->owner + "." + method->name;
  notes.note(node, fmt::format("`{}` is no field: want a.b.C.f", base::printable(*text)));
  return std::nullopt;
}

template <bool kIsPart>
void read_views(const toml::node& node, ObjectTable& table, Notes& notes) {
  table.fact.is_part = kIsPart;
  for_each_in_list(node, notes, [&](const toml::node& item) {
    if (auto name = read_field_name(item, notes)) table.fact.views.push_back(std::move(*name));
  });
}

void read_under(const toml::node& node, ObjectTable& table, Notes& notes) {
  if (auto name = read_field_name(node, notes)) table.fact.under = std::move(*name);
}

constexpr std::array kObjectKeys = {
    Key<ObjectTable>{"made-with", read_object_made_with},
    Key<ObjectTable>{"then-mutates", read_method_list<&ObjectFact::then_mutates>},
    Key<ObjectTable>{"views", read_views<false>},
    Key<ObjectTable>{"part-of", read_views<true>},
    Key<ObjectTable>{"changes-whole", read_method_list<&ObjectFact::changes_whole>},
    Key<ObjectTable>{"under", read_under},
    Key<ObjectTable>{"outside", read_method_list<&ObjectFact::outside>},
    Key<ObjectTable>{"class", read_object_classes},
    Key<ObjectTable>{"otherwise", read_otherwise},
    Key<ObjectTable>{"reads", read_method_list<&ObjectFact::reads>},
    Key<ObjectTable>{"mutates", read_method_list<&ObjectFact::mutates>},
    Key<ObjectTable>{"safe", read_method_list<&ObjectFact::safe>},
};

// --- accesses ---------------------------------------------------------------------------------

template <std::optional<Path> AccessFact::* kPath>
void read_access_path(const toml::node& node, AccessFact& fact, Notes& notes) {
  if (auto path = read_with(node, notes, parse_path)) fact.*kPath = std::move(*path);
}

void read_access_mode(const toml::node& node, AccessFact& fact, Notes& notes) {
  constexpr std::array<std::string_view, 5> kModes = {"plain", "opaque", "acquire", "release",
                                                      "volatile"};
  if (const auto mode = read_word<AccessFact::Mode>(node, notes, "mode", kModes)) fact.mode = *mode;
}

constexpr std::array kAccessKeys = {
    Key<AccessFact>{"method",
                    read_member<MethodName, parse_method_name, AccessFact, &AccessFact::method>},
    Key<AccessFact>{"reads", read_access_path<&AccessFact::reads>},
    Key<AccessFact>{"writes", read_access_path<&AccessFact::writes>},
    Key<AccessFact>{"of", read_access_path<&AccessFact::of>},
    Key<AccessFact>{"reads-from", read_access_path<&AccessFact::reads_from>},
    Key<AccessFact>{"writes-from", read_access_path<&AccessFact::writes_from>},
    Key<AccessFact>{"behind", read_access_path<&AccessFact::behind>},
    Key<AccessFact>{"count", read_access_path<&AccessFact::count>},
    Key<AccessFact>{"mode", read_access_mode},
};

void check_listed_once(const toml::table& table, const ObjectFact& fact, Notes& notes) {
  std::vector<std::string_view> names;
  for (const auto* list : {&fact.reads, &fact.mutates, &fact.safe})
    names.insert(names.end(), list->begin(), list->end());
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end())
    notes.note(table, fmt::format("method `{}` is listed twice", base::printable(*twice)));
}

}  // namespace

void read_lock_tables(const toml::node& node, Builder& builder, Notes& notes) {
  read_tables(node, kLockKeys, notes, [&](const toml::table& table, LockFact fact) {
    if (!is_new_method(table, "lock", fact.method, notes)) return;
    if (!says_one_thing(table, notes) || !has_needed_mode(table, fact, notes)) return;
    check_argument(table, fact.method, fact.on, notes);
    fact.origin = notes.origin(table);
    builder.add(std::move(fact));
  });
}

void read_order_tables(const toml::node& node, Builder& builder, Notes& notes) {
  read_tables(node, kOrderKeys, notes, [&](const toml::table& table, OrderTable order) {
    if (!is_new_method(table, "order", order.method, notes)) return;
    if (!order.says_something) return notes.note(table, "nothing is said of the method");
    if (!has_both_ends(table, notes)) return;
    auto facts = finished(std::move(order), notes.origin(table));
    for (const OrderFact& fact : facts) {
      check_argument(table, fact.method, fact.on, notes);
      check_argument(table, fact.method, fact.at, notes);
    }
    builder.add(std::move(facts));
  });
}

void read_access_tables(const toml::node& node, Builder& builder, Notes& notes) {
  read_tables(node, kAccessKeys, notes, [&](const toml::table& table, AccessFact fact) {
    if (!is_new_method(table, "access", fact.method, notes)) return;
    if (!fact.reads && !fact.writes) return notes.note(table, "nothing is said of the method");
    if ((fact.reads_from || fact.writes_from) != (fact.behind || fact.count))
      return notes.note(table, "a range of elements needs its begin and its end");
    for (const auto& path : {fact.reads, fact.writes, fact.of, fact.reads_from, fact.writes_from,
                             fact.behind, fact.count})
      if (path) check_argument(table, fact.method, *path, notes);
    fact.origin = notes.origin(table);
    builder.add(std::move(fact));
  });
}

void read_object_tables(const toml::node& node, Builder& builder, Notes& notes) {
  read_tables(node, kObjectKeys, notes, [&](const toml::table& table, ObjectTable object) {
    if (!has_keys(table, {"class"}, notes)) return;
    check_listed_once(table, object.fact, notes);
    object.fact.origin = notes.origin(table);
    for (std::string& pattern : object.classes) {
      ObjectFact fact = object.fact;
      fact.owner = std::move(pattern);
      builder.add(std::move(fact));
    }
  });
}

}  // namespace heddle::model
