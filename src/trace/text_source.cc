// Lines are split into words, settings (key=value) and a place (@…). A first word that names a
// kind of table makes a declaration, anything else is a thread that does something. Names that were
// never declared declare themselves, so that a trace by hand is nothing but its operations.
#include "trace/text_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/id.h"
#include "base/malformed.h"
#include "base/printable.h"
#include "trace/binary_format.h"
#include "trace/interning.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"
#include "trace/text_names.h"

namespace heddle::trace {
namespace {

using base::Malformed;

constexpr std::string_view kFirstLine = "heddle-trace 1";
constexpr std::size_t kBatchSize = 16'384;
constexpr std::uint32_t kFirstNamedEvent = 0x8000'0000U;

// The id of a name; the next one, told to `make`, if it is new.
template <typename Make>
std::optional<std::uint32_t> intern(NameMap& names, std::string_view word, std::size_t next,
                                    const Make& make) {
  if (const auto found = names.find(word); found != names.end()) return found->second;
  const std::string_view plain = word.substr(0, word.find('~'));
  std::optional<std::string> name = unescape(plain);
  if (!name || !make(std::move(*name))) return std::nullopt;
  names.emplace(word, static_cast<std::uint32_t>(next));
  return static_cast<std::uint32_t>(next);
}

std::optional<std::uint32_t> small_number(std::string_view word) {
  const auto number = parse_number(word);
  if (!number || *number > 0xFFFF'FFFEU) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::optional<std::uint32_t> number_of_event(std::string_view word) {
  return word.starts_with('e') ? small_number(word.substr(1)) : std::nullopt;
}

}  // namespace

std::expected<std::unique_ptr<TextSource>, Malformed> TextSource::open(base::Bytes bytes) {
  std::unique_ptr<TextSource> source(new TextSource(base::as_text(bytes)));
  std::string_view line;
  source->take_line(line);
  if (line == kFirstLine) return source;
  if (line.starts_with("heddle-trace "))
    return std::unexpected(Malformed("an unknown version of the trace format", 0));
  return std::unexpected(Malformed("the first line is not 'heddle-trace 1'", 0));
}

bool TextSource::take_line(std::string_view& line) {
  if (offset_ >= text_.size()) return false;
  line_at_ = offset_;
  ++line_number_;
  const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
  line = text_.substr(offset_, end - offset_);
  if (line.ends_with('\r')) line.remove_suffix(1);
  offset_ = end + 1;
  return true;
}

std::expected<Batch, Malformed> TextSource::next() {
  records_.clear();
  sends_.clear();
  std::string_view line;
  while (records_.size() < kBatchSize && take_line(line)) {
    split(line);
    if (line_.words.empty()) continue;
    if (!read_line())
      return std::unexpected(Malformed(fmt::format("line {}: {}", line_number_, error_), line_at_));
  }
  return Batch(records_);
}

void TextSource::split(std::string_view line) {
  line_.words.clear();
  line_.settings.clear();
  line_.place = {};
  std::size_t at = 0;
  while (true) {
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
    if (at >= line.size() || line[at] == '#') return;
    std::size_t end = at;
    while (end < line.size() && line[end] != ' ' && line[end] != '\t') ++end;
    const std::string_view word = line.substr(at, end - at);
    const std::size_t equals = word.find('=');
    if (word.front() == '@')
      line_.place = word.substr(1);
    else if (equals != std::string_view::npos)
      line_.settings.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    else
      line_.words.push_back(word);
    at = end;
  }
}

bool TextSource::fail(std::string what) {
  error_ = std::move(what);
  return false;
}

std::optional<std::string_view> TextSource::setting(std::string_view key) const {
  for (const auto& [name, value] : line_.settings)
    if (name == key) return value;
  return std::nullopt;
}

bool TextSource::read_line() {
  const std::string_view what = line_.words.front();
  const bool declares = std::ranges::find(kDeclarations, what) != kDeclarations.end();
  return declares ? read_declaration(what) : read_operation();
}

bool TextSource::is_new(NameMap& names, std::string_view word, std::size_t id) {
  if (!names.emplace(word, static_cast<std::uint32_t>(id)).second)
    return fail("'" + base::printable(word) + "' is declared twice, or after its first use");
  return true;
}

// A word that means nothing is refused: it may be a setting that was meant to mean something.
bool TextSource::says_no_more(std::string_view what) {
  const bool has_kind = what == "queue" || what == "handle";
  const std::size_t most = has_kind ? 3 : 2;
  if (line_.words.size() > most)
    return fail(fmt::format("a {} is not '{}'", what, base::printable(line_.words[most])));
  if (what == "location" || what == "place") return true;  // they look at their settings
  for (const auto& [key, value] : line_.settings)
    if (what != "handle" || key != "permits")
      return fail(
          fmt::format("a {} has no {}={}", what, base::printable(key), base::printable(value)));
  return true;
}

bool TextSource::read_declaration(std::string_view what) {
  if (line_.words.size() < 2) return fail("a declaration without a name");
  const std::string_view word = line_.words[1];
  const std::string_view kind = line_.words.size() > 2 ? line_.words[2] : std::string_view();
  const std::optional<std::string> name = unescape(word.substr(0, word.find('~')));
  if (!name) return fail("'" + base::printable(word) + "' is not a name");
  if (!says_no_more(what)) return false;
  if (what == "location") return declare_location(word);
  if (what == "place") return declare_place(word);
  if (what == "note") {
    tables_.notes.push_back(*name);
    return true;
  }
  if (what == "thread") {
    if (tables_.threads.size() >= binary::kMostThreads)
      return fail(fmt::format("more than {} threads", binary::kMostThreads));
    tables_.threads.push_back(*name);
    return is_new(threads_, word, tables_.threads.size() - 1);
  }
  if (what == "lock") {
    tables_.locks.push_back(*name);
    return is_new(locks_, word, tables_.locks.size() - 1);
  }
  if (what == "handler") {
    tables_.handlers.push_back(*name);
    return is_new(handlers_, word, tables_.handlers.size() - 1);
  }
  if (what == "queue") {
    if (!kind.empty() && kind != "looper" && kind != "binder")
      return fail("a queue is looper or binder");
    tables_.queues.push_back(
        {.name = *name, .kind = kind == "binder" ? QueueKind::kBinder : QueueKind::kLooper});
    return is_new(queues_, word, tables_.queues.size() - 1);
  }
  Handle handle{.name = *name};
  if (kind == "notify")
    handle.kind = HandleKind::kNotify;
  else if (kind == "semaphore")
    handle.kind = HandleKind::kSemaphore;
  else if (!kind.empty() && kind != "listener")
    return fail("a handle is listener, notify or semaphore");
  if (const auto permits = setting("permits")) {
    const auto number = small_number(*permits);
    if (!number) return fail("permits wants a number");
    handle.permits = *number;
  }
  tables_.handles.push_back(handle);
  return is_new(handles_, word, tables_.handles.size() - 1);
}

bool TextSource::declare_location(std::string_view word) {
  Field field;
  Location location;
  for (const auto& [key, value] : line_.settings) {
    const auto text = unescape(value);
    const auto number = parse_number(value);
    if (key == "class" && text)
      field.class_name = *text;
    else if (key == "field" && text)
      field.name = *text;
    else if (key == "kind" && value == "static")
      field.kind = FieldKind::kStatic;
    else if (key == "kind" && value == "array")
      field.kind = FieldKind::kArray;
    else if (key == "object" && number)
      location.object = *number;
    else if (key == "index" && number)
      location.index = *number;
    else
      return fail("a location has no " + base::printable(key) + "=" + base::printable(value));
  }
  location.field = base::id_at<FieldId>(this->field(std::move(field)));
  tables_.locations.push_back(location);
  return is_new(locations_, word, tables_.locations.size() - 1);
}

bool TextSource::declare_place(std::string_view word) {
  Site site;
  Place place;
  for (const auto& [key, value] : line_.settings) {
    const auto text = unescape(value);
    const auto number = small_number(value);
    if (key == "class" && text)
      site.class_name = *text;
    else if (key == "method" && text)
      site.method = *text;
    else if (key == "file" && text)
      site.file = *text;
    else if (key == "line" && number)
      site.line = *number;
    else if (key == "offset" && number)
      site.offset = *number;
    else if (const auto caller = places_.find(value); key == "caller" && caller != places_.end())
      place.caller = base::id_at<PlaceId>(caller->second);
    else
      return fail("a place has no " + base::printable(key) + "=" + base::printable(value));
  }
  place.site = base::id_at<SiteId>(this->site(std::move(site)));
  tables_.places.push_back(place);
  return is_new(places_, word, tables_.places.size() - 1);
}

std::uint32_t TextSource::field(Field field) {
  const std::string key = fmt::format("{} {}{}{}", field.class_name.size(), field.class_name,
                                      static_cast<int>(field.kind), field.name);
  const auto [found, is_new] =
      fields_.emplace(key, static_cast<std::uint32_t>(tables_.fields.size()));
  if (is_new) tables_.fields.push_back(std::move(field));
  return found->second;
}

std::uint32_t TextSource::site(Site site) {
  const std::string key =
      fmt::format("{} {} {} {} {}{}{}", site.line, site.offset, site.class_name.size(),
                  site.method.size(), site.class_name, site.method, site.file);
  const auto [found, is_new] =
      sites_.emplace(key, static_cast<std::uint32_t>(tables_.sites.size()));
  if (is_new) tables_.sites.push_back(std::move(site));
  return found->second;
}

std::optional<std::uint32_t> TextSource::thread(std::string_view word) {
  return intern(threads_, word, tables_.threads.size(), [&](std::string name) {
    if (tables_.threads.size() >= binary::kMostThreads) return false;
    tables_.threads.push_back(std::move(name));
    return true;
  });
}

std::string TextSource::no_thread(std::string_view word) const {
  if (tables_.threads.size() >= binary::kMostThreads)
    return fmt::format("more than {} threads", binary::kMostThreads);
  return "'" + base::printable(word) + "' cannot name a thread";
}

std::optional<std::uint32_t> TextSource::location(std::string_view word) {
  return intern(locations_, word, tables_.locations.size(), [&](std::string name) {
    Field field;
    field.name = std::move(name);
    Location location;
    location.field = base::id_at<FieldId>(this->field(std::move(field)));
    tables_.locations.push_back(location);
    return true;
  });
}

// An undeclared place is a line number, or Class.method:line.
std::optional<std::uint32_t> TextSource::place(std::string_view word) {
  return intern(places_, word, tables_.places.size(), [&](const std::string& name) {
    Site site;
    const std::size_t colon = name.rfind(':');
    const std::string_view line = colon == std::string::npos
                                      ? std::string_view(name)
                                      : std::string_view(name).substr(colon + 1);
    const auto number = small_number(line);
    if (!number) return false;
    site.line = *number;
    if (colon != std::string::npos) {
      const std::string_view member = std::string_view(name).substr(0, colon);
      const std::size_t dot = member.rfind('.');
      if (dot == std::string_view::npos) return false;
      site.class_name = member.substr(0, dot);
      site.method = member.substr(dot + 1);
    }
    Place place;
    place.site = base::id_at<SiteId>(this->site(std::move(site)));
    tables_.places.push_back(place);
    return true;
  });
}

// e17 is event 17; other names get numbers of their own, the large ones. So a trace has events
// with names or with large numbers.
std::optional<std::uint32_t> TextSource::event(std::string_view word) {
  if (const auto number = number_of_event(word)) {
    if (*number < kFirstNamedEvent) return number;
    has_large_events_ = true;
    return events_.empty() ? number : std::nullopt;
  }
  if (has_large_events_) return std::nullopt;
  return intern(events_, word, kFirstNamedEvent + events_.size(),
                [](const std::string&) { return true; });
}

bool TextSource::read_operation() {
  if (line_.words.size() < 2) return fail("a thread that does nothing");
  Record record;
  const auto thread = this->thread(line_.words[0]);
  if (!thread) return fail(no_thread(line_.words[0]));
  record.thread = base::id_at<ThreadId>(*thread);
  const auto operation = operation_named(line_.words[1]);
  if (!operation) return fail("no operation '" + base::printable(line_.words[1]) + "'");
  record.operation = *operation;
  if (!line_.place.empty()) {
    const auto place = this->place(line_.place);
    if (!place) return fail("no place '" + base::printable(line_.place) + "'");
    record.place = base::id_at<PlaceId>(*place);
  }
  std::size_t word = 2;
  if (!read_subject(record, word)) return false;
  if (record.operation == Operation::kSend) {
    if (!read_send(record, word)) return false;
  } else if (!read_settings(record)) {
    return false;
  }
  if (!read_flags(record, word)) return false;
  records_.push_back(record);
  return true;
}

bool TextSource::read_subject(Record& record, std::size_t& word) {
  const Subject subject = subject_of(record.operation);
  const bool is_named = subject != Subject::kNothing && subject != Subject::kTarget;
  if (!is_named && record.operation != Operation::kTime) return true;
  if (line_.words.size() <= word)
    return fail(fmt::format("{} wants to know what", name_of(record.operation)));
  const std::string_view name = line_.words[word++];
  if (record.operation == Operation::kTime) {
    const auto time = parse_time(name);
    if (!time || *time < 0) return fail("'" + base::printable(name) + "' is not a time");
    record.value = static_cast<std::uint64_t>(*time);
    return true;
  }
  std::optional<std::uint32_t> id;
  const auto plain = [&](auto& table, NameMap& names) {
    id = intern(names, name, table.size(), [&](std::string text) {
      table.emplace_back().name = std::move(text);
      return true;
    });
  };
  switch (subject) {
    case Subject::kThread: id = thread(name); break;
    case Subject::kLock:
      id = intern(locks_, name, tables_.locks.size(), [&](std::string text) {
        tables_.locks.push_back(std::move(text));
        return true;
      });
      break;
    case Subject::kLocation: id = location(name); break;
    case Subject::kHandle: plain(tables_.handles, handles_); break;
    case Subject::kQueue: plain(tables_.queues, queues_); break;
    default: id = event(name);
  }
  if (!id && subject == Subject::kThread) return fail(no_thread(name));
  if (!id) return fail("'" + base::printable(name) + "' is not a name");
  record.subject = *id;
  if (record.operation != Operation::kBarrier) return true;
  if (line_.words.size() <= word) return fail("a barrier without a name");
  const auto barrier = event(line_.words[word++]);
  if (!barrier) return fail("a barrier without a name");
  record.value = *barrier;
  return true;
}

bool TextSource::read_send(Record& record, std::size_t& word) {
  if (line_.words.size() <= word) return fail("a send without an event");
  const std::string_view name = line_.words[word++];
  const auto id = event(name);
  if (!id) return fail("'" + base::printable(name) + "' cannot name an event");
  Send send = send_delayed(base::id_at<EventId>(*id), 0);
  std::string_view handler = number_of_event(name) ? std::string_view() : name;
  unsigned times = 0;
  for (const auto& [key, value] : line_.settings) {
    const auto time = parse_time(value);
    if (key == "delay" || key == "at") ++times;
    if (key == "delay" && time)
      send = send_delayed(send.event, *time);
    else if (key == "at" && time)
      send = send_at_time(send.event, *time);
    else if (key == "handler")
      handler = value;
    else
      return fail("a send has no " + base::printable(key) + "=" + base::printable(value));
  }
  for (; word < line_.words.size(); ++word) {
    const std::string_view how = line_.words[word];
    if (how == "front") ++times;
    if (how == "front")
      send.when = When::kAtFront;
    else if (how == "async")
      send.is_asynchronous = true;
    else if (how == "input")
      send.is_input = true;
    else if (how == "refused")
      send.is_refused = true;
    else
      return fail("a send is not '" + base::printable(how) + "'");
  }
  if (times > 1) return fail("a send has one of delay, at and front");
  if (!handler.empty()) {
    const auto handler_id =
        intern(handlers_, handler, tables_.handlers.size(), [&](std::string text) {
          tables_.handlers.push_back(std::move(text));
          return true;
        });
    if (!handler_id) return fail("'" + base::printable(handler) + "' cannot name a handler");
    send.handler = base::id_at<HandlerId>(*handler_id);
  }
  record.value = sends_.size();
  sends_.push_back(send);
  return true;
}

bool TextSource::read_flags(Record& record, std::size_t word) {
  for (; word < line_.words.size(); ++word) {
    const std::string_view name = line_.words[word];
    const Operation operation = record.operation;
    const bool is_memory = is_on_location(operation);
    if (name == "shared" && (operation == Operation::kLock || operation == Operation::kUnlock))
      record.flags |= flag::kShared;
    else if (name == "all" && operation == Operation::kNotify)
      record.flags |= flag::kAll;
    else if (name == "safely" && operation == Operation::kQuit)
      record.flags |= flag::kSafely;
    else if (name == "taken" && operation == Operation::kNullTest)
      record.flags |= flag::kTaken;
    else if (name == "null" && is_memory)
      record.flags |= flag::kNull;
    else if (name == "not-null" && is_memory)
      record.flags |= flag::kNotNull;
    else if (name == "initial" && operation == Operation::kWrite)
      record.flags |= flag::kInitial;
    else
      return fail(fmt::format("{} is not '{}'", name_of(operation), base::printable(name)));
  }
  return true;
}

bool TextSource::read_settings(Record& record) {
  for (const auto& [key, value] : line_.settings) {
    const auto number = parse_number(value);
    const bool is_memory = is_on_location(record.operation);
    const bool is_pointer =
        record.operation == Operation::kDereference || record.operation == Operation::kNullTest;
    if (key == "value" && is_memory && number) {
      record.flags |= flag::kHasValue;
      record.value = *number;
    } else if (key == "object" && is_pointer && number) {
      record.value = *number;
    } else if (key == "target" && record.operation == Operation::kNullTest && small_number(value)) {
      record.subject = *small_number(value) + 1;
    } else {
      return fail(fmt::format("{} has no {}={}", name_of(record.operation), base::printable(key),
                              base::printable(value)));
    }
  }
  return true;
}

}  // namespace heddle::trace
