// Writes the text form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>

#include "trace/interning.h"
#include "trace/operation.h"
#include "trace/sink.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::trace {

class TextSink final : public Sink {
 public:
  explicit TextSink(std::string& out);

  std::expected<void, std::string> add(const Tables& tables, Batch records,
                                       std::span<const Send> sends) override;
  void finish() override {}

 private:
  void declare(const Tables& tables);
  void declare_location(const Tables& tables, const Location& location);
  void declare_place(const Tables& tables, const Place& place);
  void add_record(const Record& record, std::span<const Send> sends);
  void add_subject(const Record& record);
  void add_send(const Send& send);
  void add_flags(const Record& record);

  std::string& out_;
  Words threads_, locks_, handlers_, handles_, queues_, locations_, places_;
  std::size_t notes_ = 0;  // written
};

}  // namespace heddle::trace
