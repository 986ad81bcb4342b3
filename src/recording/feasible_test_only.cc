#include "recording/feasible_test_only.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/id.h"
#include "trace/operation.h"
#include "trace/source.h"
#include "trace/tables.h"

namespace heddle::recording {
namespace {

using trace::Operation;
using trace::Record;

class Checker {
 public:
  explicit Checker(const trace::Tables& tables) : tables_(tables) {}

  void check(const Record& record) {
    ++number_;
    const std::uint32_t thread = base::index(record.thread);
    State& state = threads_[thread];
    if (state.has_ended) complain(record, "runs after its end");
    state.has_run = true;
    switch (record.operation) {
      case Operation::kThreadEnd: state.has_ended = true; break;
      case Operation::kFork: fork(record); break;
      case Operation::kJoin: join(record); break;
      case Operation::kLock: lock(record, (record.flags & trace::flag::kShared) != 0); break;
      case Operation::kWait: lock(record, false); break;
      case Operation::kUnlock: unlock(record); break;
      case Operation::kSend: ++sent_; break;
      case Operation::kBegin:
        if (record.subject >= sent_) complain(record, "begins what was not sent yet");
        break;
      default: break;
    }
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(faults_); }

 private:
  struct State {
    bool has_run = false, has_ended = false;
  };
  struct Holders {
    std::map<std::uint32_t, int> exclusive, shared;  // how often, by thread
  };

  void fork(const Record& record) {
    if (threads_[record.subject].has_run) complain(record, "forks a thread that has run already");
  }

  void join(const Record& record) {
    const State& other = threads_[record.subject];
    if (other.has_run && !other.has_ended) complain(record, "joins a thread that has not ended");
  }

  void lock(const Record& record, bool is_shared) {
    Holders& holders = locks_[record.subject];
    const std::uint32_t thread = base::index(record.thread);
    for (const auto& [holder, times] : holders.exclusive)
      if (holder != thread && times > 0) complain(record, "takes a lock that another thread holds");
    if (!is_shared)
      for (const auto& [holder, times] : holders.shared)
        if (holder != thread && times > 0) complain(record, "takes a lock that another shares");
    ++(is_shared ? holders.shared : holders.exclusive)[thread];
  }

  void unlock(const Record& record) {
    Holders& holders = locks_[record.subject];
    const bool is_shared = (record.flags & trace::flag::kShared) != 0;
    int& times = (is_shared ? holders.shared : holders.exclusive)[base::index(record.thread)];
    if (times == 0) return complain(record, "gives back a lock that it does not hold");
    --times;
  }

  void complain(const Record& record, const char* what) {
    constexpr std::size_t kMost = 20;
    if (faults_.size() < kMost)
      faults_.push_back(fmt::format("operation {}, {}: {} {}", number_,
                                    trace::name_of(record.operation),
                                    tables_.threads[base::index(record.thread)], what));
  }

  const trace::Tables& tables_;
  std::uint64_t number_ = 0;
  std::map<std::uint32_t, State> threads_;
  std::map<std::uint32_t, Holders> locks_;
  std::uint64_t sent_ = 0;  // the recorder numbers events as they are sent
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> infeasibilities(trace::Source& source) {
  Checker checker(source.tables());
  while (true) {
    const auto batch = source.next();
    if (!batch) return {batch.error().describe()};
    if (batch->empty()) return checker.take();
    for (const Record& record : *batch) checker.check(record);
  }
}

}  // namespace heddle::recording
