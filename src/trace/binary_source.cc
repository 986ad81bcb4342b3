// The decoder reads a record without asking how many bytes are left: behind the block's bytes lie
// as many zeros as a record can have, and after each record one comparison tells whether it went
// over the end. Ids are held against the tables once, here.
#include "trace/binary_source.h"

#include <fmt/format.h>
#include <zstd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/id.h"
#include "base/malformed.h"
#include "trace/binary_format.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {
namespace {

using base::Malformed;
using binary::BlockHeader;
using binary::BlockKind;
using binary::Entry;
using binary::take;

constexpr std::uint64_t kEventLimit = 0xFFFF'FFFFU;
constexpr std::uint64_t kLastTime = std::numeric_limits<std::int64_t>::max();

// Reads table entries; a read past the end makes failed() true.
class EntryReader {
 public:
  EntryReader(const std::uint8_t* begin, const std::uint8_t* end) : at_(begin), end_(end) {}

  [[nodiscard]] bool failed() const { return failed_ || at_ > end_; }
  [[nodiscard]] bool at_end() const { return at_ >= end_; }

  std::uint64_t number() {
    if (failed() || at_end()) return failed_ = true, 0;
    return take(at_);
  }
  std::uint8_t byte() {
    if (failed() || at_end()) return failed_ = true, std::uint8_t{0};
    return *at_++;
  }
  std::string text() {
    const std::uint64_t size = number();
    if (failed() || size > binary::kMostNameBytes || size > static_cast<std::size_t>(end_ - at_))
      return failed_ = true, std::string();
    const std::string result(reinterpret_cast<const char*>(at_), size);
    at_ += size;
    return result;
  }
  std::uint32_t below(std::uint64_t limit) {
    const std::uint64_t id = number();
    if (id >= limit) failed_ = true;
    return static_cast<std::uint32_t>(id);
  }
  // Written plus one, so that 0 is none.
  std::uint32_t number_or_none(std::uint64_t limit) {
    const std::uint64_t id = number();
    if (id > limit) failed_ = true;
    return static_cast<std::uint32_t>(id) - 1;
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  bool failed_ = false;
};

void read_entry(EntryReader& in, Entry entry, Tables& tables, bool& known) {
  switch (entry) {
    case Entry::kThread: tables.threads.push_back(in.text()); return;
    case Entry::kLock: tables.locks.push_back(in.text()); return;
    case Entry::kHandler: tables.handlers.push_back(in.text()); return;
    case Entry::kHandle: {
      Handle& handle = tables.handles.emplace_back();
      handle.name = in.text();
      const std::uint8_t kind = in.byte();
      known = kind < kHandleKindCount;
      handle.kind = static_cast<HandleKind>(kind);
      handle.permits = in.below(0xFFFF'FFFFU);
      return;
    }
    case Entry::kQueue: {
      Queue& queue = tables.queues.emplace_back();
      queue.name = in.text();
      const std::uint8_t kind = in.byte();
      known = kind <= static_cast<std::uint8_t>(QueueKind::kBinder);
      queue.kind = static_cast<QueueKind>(kind);
      return;
    }
    case Entry::kField: {
      Field& field = tables.fields.emplace_back();
      field.class_name = in.text();
      field.name = in.text();
      const std::uint8_t kind = in.byte();
      known = kind < kFieldKindCount;
      field.kind = static_cast<FieldKind>(kind);
      return;
    }
    case Entry::kLocation: {
      Location& location = tables.locations.emplace_back();
      location.field = static_cast<FieldId>(in.below(tables.fields.size()));
      location.object = in.number();
      location.index = in.number() - 1;
      return;
    }
    case Entry::kSite: {
      Site& site = tables.sites.emplace_back();
      site.class_name = in.text();
      site.method = in.text();
      site.file = in.text();
      site.line = in.number_or_none(0xFFFF'FFFFU);
      site.offset = in.number_or_none(0xFFFF'FFFFU);
      return;
    }
    case Entry::kPlace: {
      const std::uint64_t earlier = tables.places.size();
      Place& place = tables.places.emplace_back();
      place.site = static_cast<SiteId>(in.below(tables.sites.size()));
      place.caller = static_cast<PlaceId>(in.number_or_none(earlier));
      return;
    }
    case Entry::kNote: tables.notes.push_back(in.text()); return;
  }
  known = false;
}

Send send_of(When when, EventId event, std::int64_t time) {
  switch (when) {
    case When::kDelayed: return send_delayed(event, time);
    case When::kAtTime: return send_at_time(event, time);
    case When::kAtFront: break;
  }
  return send_at_front(event);
}

}  // namespace

struct BinarySource::Inflater {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ZSTD_freeDCtx(context); }
};

BinarySource::BinarySource(base::Bytes bytes)
    : bytes_(bytes), inflater_(std::make_unique<Inflater>()) {}

BinarySource::~BinarySource() = default;

std::expected<std::unique_ptr<BinarySource>, Malformed> BinarySource::open(base::Bytes bytes) {
  if (bytes.size() < binary::kHeaderSize ||
      base::as_text(bytes.first(binary::kMagic.size())) != binary::kMagic)
    return std::unexpected(Malformed("not a trace: it does not begin with HEDDLETR", 0));
  const auto version = base::load_little<std::uint16_t>(bytes.data() + binary::kMagic.size());
  if (version != binary::kVersion)
    return std::unexpected(
        Malformed(fmt::format("version {} of the trace format; this heddle reads version {}",
                              version, binary::kVersion),
                  binary::kMagic.size()));
  return std::unique_ptr<BinarySource>(new BinarySource(bytes));
}

Malformed BinarySource::bad(std::string what) const {
  return Malformed(std::move(what), block_at_);
}

std::expected<Batch, Malformed> BinarySource::next() {
  sends_.clear();
  while (!is_done_) {
    const auto header = read_block();
    if (!header) return std::unexpected(header.error());
    if (is_done_) break;
    if (header->kind == BlockKind::kTables) {
      if (const auto read = read_tables(header->count); !read) return std::unexpected(read.error());
      continue;
    }
    if (header->first != expected_first_)
      return std::unexpected(bad(fmt::format("a block begins at operation {}, expected {}",
                                             header->first, expected_first_)));
    expected_first_ += header->count;
    if (const auto read = decode(header->count); !read) return std::unexpected(read.error());
    return Batch(records_).first(header->count);
  }
  return Batch();
}

// The block at offset_, inflated into raw_. At the end of the operations, or where the file was
// cut, is_done_ becomes true.
std::expected<BlockHeader, Malformed> BinarySource::read_block() {
  block_at_ = offset_;
  const std::size_t left = bytes_.size() - offset_;
  if (left < binary::kBlockHeaderSize) {
    is_done_ = true;
    cut_short_ = fmt::format("the file ends at byte {} without an index", bytes_.size());
    return BlockHeader{};
  }
  const std::uint8_t* const at = bytes_.data() + offset_;
  if (base::load_little<std::uint32_t>(at) != binary::kBlockMagic)
    return std::unexpected(bad("no block begins here"));
  const BlockHeader header = binary::decode_block_header(at);
  if (header.kind < BlockKind::kTables || header.kind > BlockKind::kIndex)
    return std::unexpected(bad("a block of unknown kind"));
  if (header.raw_size > binary::kMostRawBytes || header.stored_size > 2 * binary::kMostRawBytes)
    return std::unexpected(bad("a block larger than blocks may be"));
  if (left - binary::kBlockHeaderSize < header.stored_size) {
    is_done_ = true;
    cut_short_ = fmt::format("the file ends inside the block at byte {}", block_at_);
    return header;
  }
  const base::Bytes stored = bytes_.subspan(offset_ + binary::kBlockHeaderSize, header.stored_size);
  if (binary::checksum_of(header, stored) != header.checksum)
    return std::unexpected(bad("the checksum of the block is wrong"));
  if (header.kind == BlockKind::kIndex) {
    is_done_ = true;
    if (left - binary::kBlockHeaderSize - header.stored_size < binary::kTrailerSize)
      cut_short_ =
          fmt::format("the file ends at byte {}, behind the last operation", bytes_.size());
    return header;
  }
  raw_size_ = header.raw_size;
  raw_.resize(raw_size_ + binary::kMostOperationBytes);
  const std::size_t size =
      ZSTD_decompressDCtx(inflater_->context, raw_.data(), raw_size_, stored.data(), stored.size());
  if (ZSTD_isError(size) != 0 || size != raw_size_)
    return std::unexpected(bad("the block does not inflate"));
  std::memset(raw_.data() + raw_size_, 0, binary::kMostOperationBytes);
  offset_ += binary::kBlockHeaderSize + header.stored_size;
  return header;
}

std::expected<void, Malformed> BinarySource::read_tables(std::uint32_t count) {
  EntryReader in(raw_.data(), raw_.data() + raw_size_);
  for (std::uint32_t each = 0; each < count; ++each) {
    bool known = true;
    read_entry(in, static_cast<Entry>(in.byte()), tables_, known);
    if (in.failed()) return std::unexpected(bad(fmt::format("table entry {} is broken", each)));
    if (!known) return std::unexpected(bad(fmt::format("table entry {} is of unknown kind", each)));
  }
  if (!in.at_end()) return std::unexpected(bad("bytes behind the last table entry"));
  if (tables_.threads.size() > binary::kMostThreads)
    return std::unexpected(bad(fmt::format("more than {} threads", binary::kMostThreads)));
  update_limits();
  return {};
}

void BinarySource::update_limits() {
  for (std::size_t each = 0; each < kOperationCount; ++each)
    limits_[each] = tables_.count(subject_of(static_cast<Operation>(each)));
}

std::expected<void, Malformed> BinarySource::decode(std::uint32_t count) {
  if (count > binary::kMostRecords || count > raw_size_)
    return std::unexpected(bad("more operations than a block may have"));
  if (records_.size() < count) records_.resize(count);
  const std::uint8_t* at = raw_.data();
  const std::uint8_t* const end = at + raw_size_;
  const std::uint64_t threads = tables_.threads.size(), places = tables_.places.size();
  std::uint64_t thread = 0, place = 0;
  std::uint64_t event = 0;
  last_locations_.clear();
  for (Record& record : std::span(records_).first(count)) {
    const std::uint8_t first = *at++;
    record.operation = static_cast<Operation>(first & binary::kOperationMask);
    record.flags = (first & binary::kHasFlags) != 0 ? *at++ : std::uint8_t{0};
    if ((first & binary::kSameThread) == 0) thread = take(at);
    if ((first & binary::kSamePlace) == 0) place = take(at);
    if ((first & binary::kOperationMask) >= kOperationCount || record.flags > flag::kMost)
      return std::unexpected(bad("an operation of unknown kind"));
    const Subject subject = subject_of(record.operation);
    std::uint64_t id = 0;
    if (subject == Subject::kEvent) {
      event += static_cast<std::uint64_t>(binary::unzigzag(take(at)));
      id = event;
    } else if (subject == Subject::kLocation) {
      std::uint32_t& last = last_locations_[static_cast<std::uint32_t>(place) - 1];
      id = last + static_cast<std::uint64_t>(binary::unzigzag(take(at)));
      last = static_cast<std::uint32_t>(id);
    } else if (subject != Subject::kNothing) {
      id = take(at);
    }
    if (thread >= threads || place > places ||
        id >= limits_[static_cast<std::size_t>(record.operation)])
      return std::unexpected(bad("an operation names something that no table has"));
    record.thread = static_cast<ThreadId>(thread);
    record.place = static_cast<PlaceId>(static_cast<std::uint32_t>(place) - 1);
    record.subject = static_cast<std::uint32_t>(id);
    record.value = 0;
    if (record.operation == Operation::kSend) {
      const std::uint8_t bits = *at++;
      event += static_cast<std::uint64_t>(binary::unzigzag(take(at)));
      const std::uint64_t handler = take(at), time = take(at);
      if ((bits & binary::kWhenMask) == 3 || bits >= 2 * binary::kRefused ||
          handler > tables_.handlers.size() || event >= kEventLimit || time > kLastTime)
        return std::unexpected(bad("a send that makes no sense"));
      record.value = sends_.size();
      Send send = send_of(static_cast<When>(bits & binary::kWhenMask),
                          static_cast<EventId>(static_cast<std::uint32_t>(event)),
                          static_cast<std::int64_t>(time));
      send.handler = static_cast<HandlerId>(static_cast<std::uint32_t>(handler) - 1);
      send.is_asynchronous = (bits & binary::kAsynchronous) != 0;
      send.is_input = (bits & binary::kInput) != 0;
      send.is_refused = (bits & binary::kRefused) != 0;
      sends_.push_back(send);
    } else if (has_value(record)) {
      record.value = take(at);
      if ((record.operation == Operation::kBarrier && record.value >= kEventLimit) ||
          (record.operation == Operation::kTime && record.value > kLastTime))
        return std::unexpected(bad("a barrier or a time that makes no sense"));
    }
    if (at > end) return std::unexpected(bad("an operation goes over the end of its block"));
  }
  if (at != end) return std::unexpected(bad("bytes behind the last operation"));
  return {};
}

std::expected<std::uint64_t, Malformed> BinarySource::seek(std::uint64_t operation) {
  const std::size_t size = bytes_.size();
  const Malformed without_index("the trace has no index to seek with", size);
  if (size < binary::kHeaderSize + binary::kBlockHeaderSize + binary::kTrailerSize ||
      base::as_text(bytes_.last(binary::kTrailerMagic.size())) != binary::kTrailerMagic)
    return std::unexpected(without_index);
  const auto at = base::load_little<std::uint64_t>(bytes_.data() + size - binary::kTrailerSize);
  if (at < offset_ || at > size - binary::kBlockHeaderSize) return std::unexpected(without_index);
  const BlockHeader header = binary::decode_block_header(bytes_.data() + at);
  const std::size_t stored_at = at + binary::kBlockHeaderSize;
  if (header.kind != BlockKind::kIndex || header.stored_size > size - stored_at ||
      header.raw_size > binary::kMostRawBytes ||
      binary::checksum_of(header, bytes_.subspan(stored_at, header.stored_size)) != header.checksum)
    return std::unexpected(without_index);
  std::vector<std::uint8_t> index(header.raw_size + binary::kMostOperationBytes);
  if (ZSTD_decompressDCtx(inflater_->context, index.data(), header.raw_size,
                          bytes_.data() + stored_at, header.stored_size) != header.raw_size)
    return std::unexpected(without_index);
  EntryReader in(index.data(), index.data() + header.raw_size);
  std::uint64_t first = 0;
  for (std::uint32_t each = 0; each < header.count; ++each) {
    const auto kind = static_cast<BlockKind>(in.number());
    const std::uint64_t block = in.number();
    const std::uint64_t count = in.number();
    if (in.failed() || block > size - binary::kBlockHeaderSize)
      return std::unexpected(without_index);
    const bool is_passed = block < offset_;
    if (kind == BlockKind::kOperations) {
      if (!is_passed && first + count > operation) {
        offset_ = block;
        expected_first_ = first;
        return first;
      }
      first += count;
    } else if (kind == BlockKind::kTables && !is_passed) {
      offset_ = block;
      const auto read = read_block();
      if (!read) return std::unexpected(read.error());
      if (const auto tables = read_tables(read->count); !tables)
        return std::unexpected(tables.error());
    }
  }
  is_done_ = true;
  return first;
}

}  // namespace heddle::trace
