// What was known at the end of a span, kept small until somebody asks: only what differs from what
// was known at the end of another one, that it came after.
//
// A span knows nearly all that the last span before it knew. Without that, each span that can still
// get successors has a clock and lists of sends of its own, and all of them grow with the number of
// such spans.
//
// Never changed. Cost: packing and unpacking look at all that is known, and at the changes of at
// most kMostSteps others. After so many steps the next one is the difference from the first; when
// that is half of what is known, another one is kept whole. So a span costs a few times what it
// differs in from the one before, however much it knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "causality/clock.h"
#include "causality/knowledge.h"
#include "causality/shared.h"

namespace heddle::causality {

// A span that was begun and is not known to have ended.
struct KnownSpan {
  Chain chain{};
  Span* span = nullptr;
};

// A knowledge that owns nothing: what it names must live as long. Each list by its key or chain.
struct Unpacked {
  std::vector<Components::Entry> clock;
  std::vector<KnownSend> sent;
  std::vector<KnownSpan> open;
};

class Packed final : public Shared {
 public:
  static constexpr unsigned kMostSteps = 32;

  // `base` may be none. Knowledge with a window cannot be packed.
  Packed(Heap& heap, const Knowledge& knowledge, const Ref<Packed>& base);
  void forget() override;

  // Into `result`, which is written over.
  void unpack(Unpacked& result) const;

  [[nodiscard]] const Packed* base() const { return base_.get(); }
  // How many chains it knows of.
  [[nodiscard]] std::size_t chains() const { return chains_; }
  // Calls visit(node) and visit(span) for what it has and its base has not.
  template <typename VisitNode, typename VisitSpan>
  void visit_new(const VisitNode& visit_node, const VisitSpan& visit_span) const {
    for (const Latest& latest : sent_)
      if (latest.head) visit_node(latest.head.get());
    for (const OpenChange& change : open_)
      if (change.span) visit_span(change.span.get());
  }

  // Has a collection followed all that it knows? For the collection alone.
  [[nodiscard]] bool is_followed(std::uint32_t mark) const { return followed_ == mark; }
  void set_followed(std::uint32_t mark) { followed_ = mark; }

 private:
  struct OpenChange {
    Chain chain{};
    Ref<Span> span;
  };

  [[nodiscard]] Ref<Packed> base_for_next();

  Ref<Packed> base_;  // none: nothing is left out
  unsigned steps_ = 0;
  std::uint32_t chains_ = 0;
  std::uint32_t followed_ = 0;
  // What is new or changed; with no time, node or span: what is gone.
  std::vector<Components::Entry> clock_;
  std::vector<Latest> sent_;
  std::vector<OpenChange> open_;
};

}  // namespace heddle::causality
