#include "modular/components.h"

#include <algorithm>
#include <utility>

namespace heddle::modular {
namespace {

constexpr std::uint32_t kUnseen = 0;

// Tarjan's components, without recursion: they come callees first.
class Search {
 public:
  explicit Search(const MethodCalls& calls)
      : calls_(calls),
        order_(calls.methods.size(), kUnseen),
        low_(order_.size()),
        is_open_(order_.size()) {
    found_.of.resize(order_.size());
  }

  Components find() && {
    for (std::uint32_t start = 0; start < order_.size(); ++start) {
      if (order_[start] != kUnseen) continue;
      enter(start);
      while (!frames_.empty()) step();
    }
    return std::move(found_);
  }

 private:
  struct Frame {
    std::uint32_t at;
    std::uint32_t next;  // of its callees
  };

  void enter(std::uint32_t at) {
    order_[at] = low_[at] = next_order_++;
    is_open_[at] = 1;
    open_.push_back(at);
    frames_.push_back({.at = at, .next = 0});
  }

  void step() {
    const std::uint32_t at = frames_.back().at;
    if (frames_.back().next < calls_.callees[at].size()) {
      const std::uint32_t to = calls_.place(calls_.callees[at][frames_.back().next++]);
      if (order_[to] == kUnseen)
        enter(to);
      else if (is_open_[to] != 0)
        low_[at] = std::min(low_[at], order_[to]);
      return;
    }
    frames_.pop_back();
    if (!frames_.empty()) low_[frames_.back().at] = std::min(low_[frames_.back().at], low_[at]);
    if (low_[at] == order_[at]) close(at);
  }

  void close(std::uint32_t root) {
    Component component;
    for (bool is_root = false; !is_root;) {
      const std::uint32_t member = open_.back();
      open_.pop_back();
      is_open_[member] = 0;
      found_.of[member] = static_cast<std::uint32_t>(found_.all.size());
      component.push_back(calls_.methods[member]);
      is_root = member == root;
    }
    std::ranges::sort(component, {}, [&](ir::MethodId method) { return calls_.place(method); });
    found_.all.push_back(std::move(component));
  }

  const MethodCalls& calls_;
  std::vector<std::uint32_t> order_, low_;
  std::vector<std::uint8_t> is_open_;
  std::vector<std::uint32_t> open_;
  std::vector<Frame> frames_;
  std::uint32_t next_order_ = kUnseen + 1;
  Components found_;
};

}  // namespace

Components find_components(const MethodCalls& calls) { return Search(calls).find(); }

}  // namespace heddle::modular
