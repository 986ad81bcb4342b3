// The list of what is not worth telling, looked up once for each id of a trace.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/quiet.h"

namespace heddle::witness {

class QuietIds {
 public:
  explicit QuietIds(QuietList list);

  // The innermost frame of the application; none where all are of libraries, or there is none.
  trace::PlaceId user_frame(const trace::Tables& tables, trace::PlaceId place);
  bool is_commutative(const trace::Tables& tables, trace::FieldId field);
  // Does it stand for all that an object of a library holds?
  [[nodiscard]] bool is_contents(const trace::Tables& tables, trace::FieldId field) const;
  bool is_quiet_event(const trace::Tables& tables, trace::HandlerId handler);

 private:
  enum class Answer : std::uint8_t { kUnknown, kNo, kYes };

  QuietList list_;
  std::vector<trace::PlaceId> frames_;  // of places; kUnknownFrame: not looked for yet
  std::vector<Answer> fields_, handlers_;
};

}  // namespace heddle::witness
