// Reads the binary form: one block at a time is inflated, checked and decoded into records.
//
// A file that ends inside a block is read up to the block before, and cut_short() says so. A block
// whose checksum is wrong, and anything that cannot be decoded, is an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "trace/binary_format.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {

class BinarySource final : public Source {
 public:
  static std::expected<std::unique_ptr<BinarySource>, base::Malformed> open(base::Bytes bytes);
  ~BinarySource() override;

  std::expected<Batch, base::Malformed> next() override;
  [[nodiscard]] const Tables& tables() const override { return tables_; }
  [[nodiscard]] std::span<const Send> sends() const override { return sends_; }
  [[nodiscard]] std::string cut_short() const override { return cut_short_; }

  // Goes to the block that holds the operation of that number; next() begins with that block. Gives
  // the number of the first operation there. Wants a file with an index; the tables that stand
  // before the block are read. Only forward.
  std::expected<std::uint64_t, base::Malformed> seek(std::uint64_t operation);

  // Bytes read so far, as they are in the file.
  [[nodiscard]] std::uint64_t bytes_read() const { return offset_; }

 private:
  struct Inflater;

  explicit BinarySource(base::Bytes bytes);
  std::expected<binary::BlockHeader, base::Malformed> read_block();
  std::expected<void, base::Malformed> read_tables(std::uint32_t count);
  std::expected<void, base::Malformed> decode(std::uint32_t count);
  void update_limits();
  [[nodiscard]] base::Malformed bad(std::string what) const;

  base::Bytes bytes_;
  std::size_t offset_ = binary::kHeaderSize;
  std::size_t block_at_ = 0;
  std::unique_ptr<Inflater> inflater_;
  std::vector<std::uint8_t> raw_;  // the block, and room behind it
  std::size_t raw_size_ = 0;
  std::vector<Record> records_;
  std::vector<Send> sends_;
  binary::LastLocations last_locations_;
  Tables tables_;
  std::uint64_t limits_[32] = {};
  std::uint64_t expected_first_ = 0;
  bool is_done_ = false;
  std::string cut_short_;
};

}  // namespace heddle::trace
