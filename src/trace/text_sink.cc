#include "trace/text_sink.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "base/id.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"
#include "trace/text_names.h"

namespace heddle::trace {
namespace {

constexpr std::array<std::string_view, kHandleKindCount> kHandleKinds{"listener", "notify",
                                                                      "semaphore"};

}  // namespace

// A thread never has the word that begins a declaration: its operations would be taken for one.
TextSink::TextSink(std::string& out) : out_(out) {
  out_ += "heddle-trace 1\n";
  for (const std::string_view kind : kDeclarations) threads_.used.emplace(kind, 0);
}

std::expected<void, std::string> TextSink::add(const Tables& tables, Batch records,
                                               std::span<const Send> sends) {
  declare(tables);
  for (const Record& record : records) add_record(record, sends);
  return {};
}

void TextSink::declare(const Tables& tables) {
  const auto into = std::back_inserter(out_);
  while (threads_.by_id.size() < tables.threads.size())
    fmt::format_to(into, "thread {}\n",
                   threads_.add(escape(tables.threads[threads_.by_id.size()])));
  while (locks_.by_id.size() < tables.locks.size())
    fmt::format_to(into, "lock {}\n", locks_.add(escape(tables.locks[locks_.by_id.size()])));
  while (handlers_.by_id.size() < tables.handlers.size())
    fmt::format_to(into, "handler {}\n",
                   handlers_.add(escape(tables.handlers[handlers_.by_id.size()])));
  while (handles_.by_id.size() < tables.handles.size()) {
    const Handle& handle = tables.handles[handles_.by_id.size()];
    fmt::format_to(into, "handle {} {}", handles_.add(escape(handle.name)),
                   kHandleKinds[static_cast<std::size_t>(handle.kind)]);
    if (handle.permits != 0) fmt::format_to(into, " permits={}", handle.permits);
    out_ += '\n';
  }
  while (queues_.by_id.size() < tables.queues.size()) {
    const Queue& queue = tables.queues[queues_.by_id.size()];
    fmt::format_to(into, "queue {} {}\n", queues_.add(escape(queue.name)),
                   queue.kind == QueueKind::kBinder ? "binder" : "looper");
  }
  while (locations_.by_id.size() < tables.locations.size())
    declare_location(tables, tables.locations[locations_.by_id.size()]);
  while (places_.by_id.size() < tables.places.size())
    declare_place(tables, tables.places[places_.by_id.size()]);
  for (; notes_ < tables.notes.size(); ++notes_)
    fmt::format_to(into, "note {}\n", escape(tables.notes[notes_]));
}

void TextSink::declare_location(const Tables& tables, const Location& location) {
  const auto into = std::back_inserter(out_);
  const Field& field = tables[location.field];
  fmt::format_to(into, "location {} field={}", locations_.add(escape(field.name)),
                 escape(field.name));
  if (!field.class_name.empty()) fmt::format_to(into, " class={}", escape(field.class_name));
  if (field.kind != FieldKind::kInstance)
    fmt::format_to(into, " kind={}", field.kind == FieldKind::kStatic ? "static" : "array");
  if (location.object != 0) fmt::format_to(into, " object={}", location.object);
  if (location.index != kNoIndex) fmt::format_to(into, " index={}", location.index);
  out_ += '\n';
}

void TextSink::declare_place(const Tables& tables, const Place& place) {
  const auto into = std::back_inserter(out_);
  const Site& site = tables[place.site];
  fmt::format_to(into, "place {}", places_.add(fmt::format("p{}", places_.by_id.size())));
  if (!site.class_name.empty()) fmt::format_to(into, " class={}", escape(site.class_name));
  if (!site.method.empty()) fmt::format_to(into, " method={}", escape(site.method));
  if (!site.file.empty()) fmt::format_to(into, " file={}", escape(site.file));
  if (site.line != kNoNumber) fmt::format_to(into, " line={}", site.line);
  if (site.offset != kNoNumber) fmt::format_to(into, " offset={}", site.offset);
  if (!base::is_none(place.caller))
    fmt::format_to(into, " caller={}", places_.by_id[base::index(place.caller)]);
  out_ += '\n';
}

void TextSink::add_record(const Record& record, std::span<const Send> sends) {
  out_ += threads_.by_id[base::index(record.thread)];
  out_ += ' ';
  out_ += name_of(record.operation);
  add_subject(record);
  if (record.operation == Operation::kSend) add_send(sends[record.value]);
  add_flags(record);
  if (!base::is_none(record.place)) {
    out_ += " @";
    out_ += places_.by_id[base::index(record.place)];
  }
  out_ += '\n';
}

void TextSink::add_subject(const Record& record) {
  const auto into = std::back_inserter(out_);
  const auto add = [&](const Words& words) {
    out_ += ' ';
    out_ += words.by_id[record.subject];
  };
  switch (subject_of(record.operation)) {
    case Subject::kThread: return add(threads_);
    case Subject::kLock: return add(locks_);
    case Subject::kLocation: return add(locations_);
    case Subject::kHandle: return add(handles_);
    case Subject::kQueue:
      add(queues_);
      if (record.operation == Operation::kBarrier) fmt::format_to(into, " e{}", record.value);
      return;
    case Subject::kEvent: fmt::format_to(into, " e{}", record.subject); return;
    case Subject::kTarget:
      fmt::format_to(into, " object={}", record.value);
      if (record.subject != 0) fmt::format_to(into, " target={}", record.subject - 1);
      return;
    case Subject::kNothing: break;
  }
  if (record.operation == Operation::kTime) out_ += ' ' + print_time(record.value);
  if (record.operation == Operation::kDereference) fmt::format_to(into, " object={}", record.value);
}

void TextSink::add_send(const Send& send) {
  const auto into = std::back_inserter(out_);
  fmt::format_to(into, " e{}", base::index(send.event));
  if (send.when == When::kAtFront)
    out_ += " front";
  else if (send.when == When::kAtTime)
    out_ += " at=" + print_time(send.time);
  else if (send.time != 0)
    out_ += " delay=" + print_time(send.time);
  if (send.is_asynchronous) out_ += " async";
  if (send.is_input) out_ += " input";
  if (send.is_refused) out_ += " refused";
  if (!base::is_none(send.handler))
    out_ += " handler=" + handlers_.by_id[base::index(send.handler)];
}

void TextSink::add_flags(const Record& record) {
  const bool has_first = (record.flags & 1) != 0;
  switch (record.operation) {
    case Operation::kLock:
    case Operation::kUnlock:
      if (has_first) out_ += " shared";
      return;
    case Operation::kNotify:
      if (has_first) out_ += " all";
      return;
    case Operation::kQuit:
      if (has_first) out_ += " safely";
      return;
    case Operation::kNullTest:
      if (has_first) out_ += " taken";
      return;
    default: break;
  }
  if (!is_on_location(record.operation)) return;
  if (has_value(record)) fmt::format_to(std::back_inserter(out_), " value={}", record.value);
  if ((record.flags & flag::kNull) != 0) out_ += " null";
  if ((record.flags & flag::kNotNull) != 0) out_ += " not-null";
  if ((record.flags & flag::kInitial) != 0 && record.operation == Operation::kWrite)
    out_ += " initial";
}

}  // namespace heddle::trace
