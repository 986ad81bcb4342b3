// A packed knowledge is the same as the whole one.
#include "causality/packed.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/shared.h"
#include "trace/operation.h"

namespace heddle::causality {
namespace {

constexpr std::uint32_t kChains = 40;

// Steps of one task that learns of others, some of which it forgets again.
class Steps {
 public:
  Steps(Heap& heap, ClockForm form, unsigned seed)
      : knowledge(heap, form), heap_(heap), random_(seed) {
    knowledge.clock.become({Chain{kChains}, 1});
  }

  void next() {
    knowledge.clock.step(++own_);
    for (std::size_t each = pick(4); each != 0; --each) send();
    if (pick(3) == 0 && !knowledge.sent.empty())
      knowledge.sent.erase(knowledge.sent.begin() +
                           static_cast<std::ptrdiff_t>(pick(knowledge.sent.size())));
    if (pick(2) == 0) open();
    if (pick(3) == 0 && !knowledge.open.empty()) knowledge.open.erase(knowledge.open.begin());
  }

  Knowledge knowledge;

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }
  void hear_of(Moment moment) {
    Clock other(heap_, knowledge.clock.components().form());
    other.become(moment);
    knowledge.clock.join(other);
  }
  void send() {
    const auto chain = static_cast<Chain>(pick(kChains));
    hear_of({chain, ++time_});
    const Ref<Node> node(new Node(heap_));
    node->send = {chain, time_};
    const auto tags = static_cast<TagClass>(pick(kTagClassCount));
    knowledge.latest(key_of(trace::QueueId{0}, tags, chain)).head = node;
  }
  void open() {
    const auto chain = static_cast<Chain>(pick(kChains));
    for (const Ref<Span>& each : knowledge.open)
      if (each->begin.chain == chain) return;
    hear_of({chain, ++time_});
    const Ref<Span> span(new Span(heap_));
    span->begin = {chain, time_};
    knowledge.open.push_back(span);
  }

  Heap& heap_;
  std::mt19937 random_;
  Time own_ = 1, time_ = 0;
};

std::vector<std::pair<std::uint64_t, Node*>> sent_of(const auto& list) {
  std::vector<std::pair<std::uint64_t, Node*>> result;
  for (const auto& each : list) result.emplace_back(each.key(), each.node());
  return result;
}

void expect_same(const Packed& packed, const Knowledge& whole) {
  Unpacked unpacked;
  packed.unpack(unpacked);
  const Clock clock = whole.clock.with(unpacked.clock);
  for (std::uint32_t chain = 0; chain <= kChains; ++chain)
    ASSERT_EQ(clock.at(Chain{chain}), whole.clock.at(Chain{chain})) << chain;
  ASSERT_EQ(sent_of(unpacked.sent), sent_of(whole.sent));
  ASSERT_EQ(unpacked.open.size(), whole.open.size());
  for (const KnownSpan& known : unpacked.open) {
    bool is_there = false;
    for (const Ref<Span>& span : whole.open) is_there |= span.get() == known.span;
    ASSERT_TRUE(is_there);
  }
}

TEST(Packed, GivesBackWhatWasPackedThroughAnyNumberOfSteps) {
  for (const ClockForm form : {ClockForm::kSparse, ClockForm::kEarlyTree}) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
      Heap heap;
      std::vector<std::pair<Ref<Packed>, Knowledge>> all;
      Steps steps(heap, form, seed);
      for (unsigned step = 0; step < 4 * Packed::kMostSteps; ++step) {
        steps.next();
        const Ref<Packed> like = all.empty() ? Ref<Packed>() : all.back().first;
        all.emplace_back(Ref(new Packed(heap, steps.knowledge, like)), steps.knowledge);
      }
      for (const auto& [packed, whole] : all) expect_same(*packed, whole);
      unsigned with_base = 0;
      for (const auto& [packed, whole] : all) with_base += packed->base() != nullptr ? 1U : 0U;
      EXPECT_GT(with_base, all.size() / 2);
    }
  }
}

}  // namespace
}  // namespace heddle::causality
