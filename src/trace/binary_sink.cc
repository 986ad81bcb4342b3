// Blocks are filled until they hold kMostRecords operations, then compressed. What an operation
// shares with the one before it in its block (thread, place) costs no byte, events and locations
// are written as differences, so that most operations take three to six bytes before zstd sees
// them, and those of a loop repeat themselves.
#include "trace/binary_sink.h"

#include <zstd.h>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/check.h"
#include "base/id.h"
#include "trace/binary_format.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {
namespace {

using binary::Entry;
using binary::put;

constexpr int kCompressionLevel = 1;

void put_entry(std::string& out, Entry entry) { out.push_back(static_cast<char>(entry)); }

void put_text(std::string& out, const std::string& text) {
  const std::size_t size =
      text.size() < binary::kMostNameBytes ? text.size() : binary::kMostNameBytes;
  put(out, size);
  out.append(text, 0, size);
}

void put_value(std::string& out, const std::string& name) { put_text(out, name); }

void put_value(std::string& out, const Handle& handle) {
  put_text(out, handle.name);
  out.push_back(static_cast<char>(handle.kind));
  put(out, handle.permits);
}

void put_value(std::string& out, const Queue& queue) {
  put_text(out, queue.name);
  out.push_back(static_cast<char>(queue.kind));
}

void put_value(std::string& out, const Field& field) {
  put_text(out, field.class_name);
  put_text(out, field.name);
  out.push_back(static_cast<char>(field.kind));
}

void put_value(std::string& out, const Location& location) {
  put(out, base::index(location.field));
  put(out, location.object);
  put(out, location.index + 1);
}

void put_value(std::string& out, const Site& site) {
  put_text(out, site.class_name);
  put_text(out, site.method);
  put_text(out, site.file);
  put(out, std::uint32_t{site.line + 1});
  put(out, std::uint32_t{site.offset + 1});
}

void put_value(std::string& out, const Place& place) {
  put(out, base::index(place.site));
  put(out, std::uint32_t{base::index(place.caller) + 1});
}

}  // namespace

// Kept, as the memory that it takes would else be cleared for each block.
struct BinarySink::Deflater {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  Deflater() = default;
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { ZSTD_freeCCtx(context); }
};

BinarySink::BinarySink(std::string& out) : out_(out), deflater_(std::make_unique<Deflater>()) {
  append(binary::kMagic.data(), binary::kMagic.size());
  const std::uint64_t version = binary::kVersion;
  append(&version, sizeof version);
}

BinarySink::~BinarySink() = default;

void BinarySink::append(const void* bytes, std::size_t size) {
  out_.append(static_cast<const char*>(bytes), size);
  written_ += size;
}

std::expected<void, std::string> BinarySink::add(const Tables& tables, Batch records,
                                                 std::span<const Send> sends) {
  add_tables(tables);
  for (const Record& record : records) add_record(record, sends);
  return {};
}

void BinarySink::add_tables(const Tables& tables) {
  const auto add_new = [&](const auto& table, std::size_t& known, Entry entry) {
    for (; known < table.size(); ++known) {
      put_entry(entries_, entry);
      put_value(entries_, table[known]);
      ++entry_count_;
      if (entries_.size() > binary::kMostRawBytes / 2) flush_tables();
    }
  };
  add_new(tables.threads, known_.threads, Entry::kThread);
  add_new(tables.locks, known_.locks, Entry::kLock);
  add_new(tables.handlers, known_.handlers, Entry::kHandler);
  add_new(tables.handles, known_.handles, Entry::kHandle);
  add_new(tables.queues, known_.queues, Entry::kQueue);
  add_new(tables.fields, known_.fields, Entry::kField);
  add_new(tables.locations, known_.locations, Entry::kLocation);
  add_new(tables.sites, known_.sites, Entry::kSite);
  add_new(tables.places, known_.places, Entry::kPlace);
  add_new(tables.notes, known_.notes, Entry::kNote);
}

void BinarySink::add_record(const Record& record, std::span<const Send> sends) {
  if (operations_.size() < used_ + binary::kMostOperationBytes)
    operations_.resize(2 * operations_.size() + binary::kMostOperationBytes);
  const bool is_same_thread = operation_count_ != 0 && record.thread == previous_.thread;
  const bool is_same_place = operation_count_ != 0 && record.place == previous_.place;
  auto first = static_cast<std::uint8_t>(record.operation);
  if (is_same_thread) first |= binary::kSameThread;
  if (is_same_place) first |= binary::kSamePlace;
  if (record.flags != 0) first |= binary::kHasFlags;
  char* at = operations_.data() + used_;
  *at++ = static_cast<char>(first);
  if (record.flags != 0) *at++ = static_cast<char>(record.flags);
  if (!is_same_thread) put(at, base::index(record.thread));
  if (!is_same_place) put(at, std::uint32_t{base::index(record.place) + 1});
  add_subject(at, record);
  if (record.operation == Operation::kSend)
    add_send(at, sends[record.value]);
  else if (has_value(record))
    put(at, record.value);
  used_ = static_cast<std::size_t>(at - operations_.data());
  previous_ = record;
  if (++operation_count_ == binary::kMostRecords) flush_operations();
}

void BinarySink::add_subject(char*& at, const Record& record) {
  const Subject subject = subject_of(record.operation);
  if (subject == Subject::kNothing) return;
  if (subject != Subject::kEvent && subject != Subject::kLocation) return put(at, record.subject);
  std::uint32_t& previous =
      subject == Subject::kEvent ? previous_event_ : previous_locations_[base::index(record.place)];
  put(at, binary::zigzag(std::int64_t{record.subject} - previous));
  previous = record.subject;
}

void BinarySink::add_send(char*& at, const Send& send) {
  auto bits = static_cast<std::uint8_t>(send.when);
  if (send.is_asynchronous) bits |= binary::kAsynchronous;
  if (send.is_input) bits |= binary::kInput;
  if (send.is_refused) bits |= binary::kRefused;
  *at++ = static_cast<char>(bits);
  put(at, binary::zigzag(std::int64_t{base::index(send.event)} - previous_event_));
  previous_event_ = base::index(send.event);
  put(at, std::uint32_t{base::index(send.handler) + 1});
  put(at, send.time);
}

void BinarySink::flush_tables() {
  if (entry_count_ == 0) return;
  write_block(binary::BlockKind::kTables, entries_, entry_count_);
  entries_.clear();
  entry_count_ = 0;
}

void BinarySink::flush_operations() {
  flush_tables();
  if (operation_count_ == 0) return;
  write_block(binary::BlockKind::kOperations, std::string_view(operations_).substr(0, used_),
              operation_count_);
  used_ = 0;
  first_ += operation_count_;
  operation_count_ = 0;
  previous_event_ = 0;
  previous_locations_.clear();
}

void BinarySink::write_block(binary::BlockKind kind, std::string_view raw, std::uint32_t count) {
  if (kind != binary::BlockKind::kIndex) {
    put(index_, static_cast<std::uint64_t>(kind));
    put(index_, written_);
    put(index_, count);
    ++block_count_;
  }
  stored_.resize(ZSTD_compressBound(raw.size()));
  const std::size_t size = ZSTD_compressCCtx(deflater_->context, stored_.data(), stored_.size(),
                                             raw.data(), raw.size(), kCompressionLevel);
  HEDDLE_CHECK(ZSTD_isError(size) == 0, "zstd cannot compress");
  stored_.resize(size);
  binary::BlockHeader header{.kind = kind,
                             .stored_size = static_cast<std::uint32_t>(size),
                             .raw_size = static_cast<std::uint32_t>(raw.size()),
                             .count = count,
                             .first = first_};
  header.checksum = binary::checksum_of(header, base::as_bytes(stored_));
  const auto bytes = binary::encode(header);
  append(bytes.data(), bytes.size());
  append(stored_.data(), stored_.size());
}

// An index larger than a block may be is left out: such a file is read from its start.
void BinarySink::finish() {
  flush_operations();
  if (index_.size() > binary::kMostRawBytes) return;
  const std::uint64_t at = written_;
  write_block(binary::BlockKind::kIndex, index_, block_count_);
  append(&at, sizeof at);
  append(binary::kTrailerMagic.data(), binary::kTrailerMagic.size());
}

}  // namespace heddle::trace
