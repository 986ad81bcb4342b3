// Writes the binary form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "trace/binary_format.h"
#include "trace/operation.h"
#include "trace/sink.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {

class BinarySink final : public Sink {
 public:
  explicit BinarySink(std::string& out);
  ~BinarySink() override;

  std::expected<void, std::string> add(const Tables& tables, Batch records,
                                       std::span<const Send> sends) override;
  void finish() override;
  // Ends the block that is being filled, so that what was added is whole in `out`.
  void end_block() { flush_operations(); }
  // The tables to come have no more the locations that were added.
  void forget_locations() { known_.locations = 0; }

 private:
  void add_tables(const Tables& tables);
  void add_record(const Record& record, std::span<const Send> sends);
  void add_send(char*& at, const Send& send);
  void add_subject(char*& at, const Record& record);
  void flush_operations();
  void flush_tables();
  void write_block(binary::BlockKind kind, std::string_view raw, std::uint32_t count);
  void append(const void* bytes, std::size_t size);

  struct Deflater;

  std::string& out_;
  std::unique_ptr<Deflater> deflater_;
  std::uint64_t written_ = 0;  // bytes so far, in `out_` or taken from it
  std::string operations_, entries_, index_, stored_;
  std::size_t used_ = 0;  // of operations_
  std::uint32_t operation_count_ = 0, entry_count_ = 0, block_count_ = 0;
  std::uint64_t first_ = 0;
  Record previous_;
  std::uint32_t previous_event_ = 0;
  binary::LastLocations previous_locations_;
  struct {
    std::size_t threads = 0, locks = 0, handlers = 0, handles = 0, queues = 0, fields = 0,
                locations = 0, sites = 0, places = 0, notes = 0;
  } known_;
};

}  // namespace heddle::trace
