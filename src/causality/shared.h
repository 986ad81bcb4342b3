// Counted references between the records of the relaxed order, and the heap that frees them.
//
// A chain of events can be a million long, each held by what the next one knows. So an object whose
// last reference goes is put on a list, and the outermost release empties the list: no recursion.
//
// Events that know of each other hold each other for ever. So now and then the owner of the heap
// marks all that it can still reach, and sweep() makes the others let go of each other.
//
// Not thread safe. The heap outlives its objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::causality {

class Heap;

class Shared {
 public:
  explicit Shared(Heap& heap);
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  virtual ~Shared();

  // Lets go of all it holds.
  virtual void forget() {}
  // Can it hold itself, by way of others? Only such objects are marked and swept.
  [[nodiscard]] virtual bool can_hold_itself() const { return false; }

  // Is it the first time that it is marked so?
  bool mark(std::uint32_t mark) { return std::exchange(mark_, mark) != mark; }

  [[nodiscard]] std::uint32_t owners() const { return owners_; }

 private:
  friend class Heap;
  template <typename T>
  friend class Ref;

  Heap* heap_;
  Shared* before_ = nullptr;  // in the heap's list of all
  Shared* after_ = nullptr;
  std::uint32_t owners_ = 0;
  std::uint32_t mark_ = 0;
};

class Heap {
 public:
  Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // What is left holds itself.
  ~Heap() {
    drop_if([](const Shared&) { return true; });
  }

  // Frees what could hold itself and does not have that mark; all that has it must hold nothing
  // that has not.
  void sweep(std::uint32_t mark) {
    drop_if([&](const Shared& object) { return object.can_hold_itself() && object.mark_ != mark; });
  }

  // How much was looked at, for measurements that the machine has no say in.
  void count_work(std::size_t entries) { work_ += entries; }
  [[nodiscard]] std::uint64_t work() const { return work_; }

  void release(Shared* object) {
    doomed_.push_back(object);
    if (is_emptying_) return;
    is_emptying_ = true;
    while (!doomed_.empty()) {
      Shared* const next = doomed_.back();
      doomed_.pop_back();
      delete next;
    }
    is_emptying_ = false;
  }

 private:
  friend class Shared;

  // First they let go of each other, then they go.
  template <typename Test>
  void drop_if(const Test& test) {
    std::vector<Shared*> lost;
    for (Shared* object = first_; object != nullptr; object = object->after_) {
      if (!test(*object)) continue;
      ++object->owners_;
      lost.push_back(object);
    }
    for (Shared* const object : lost) object->forget();
    for (Shared* const object : lost)
      if (--object->owners_ == 0) release(object);
  }

  std::vector<Shared*> doomed_;
  Shared* first_ = nullptr;
  std::uint64_t work_ = 0;
  bool is_emptying_ = false;
};

inline Shared::Shared(Heap& heap) : heap_(&heap), after_(heap.first_) {
  if (after_ != nullptr) after_->before_ = this;
  heap.first_ = this;
}

inline Shared::~Shared() {
  (before_ == nullptr ? heap_->first_ : before_->after_) = after_;
  if (after_ != nullptr) after_->before_ = before_;
}

template <typename T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* object) : object_(object) { take(); }
  Ref(const Ref& other) : object_(other.object_) { take(); }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(const Ref& other) {
    Ref copy(other);
    std::swap(object_, copy.object_);
    return *this;
  }
  Ref& operator=(Ref&& other) noexcept {
    Ref moved(std::move(other));
    std::swap(object_, moved.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr && --object_->owners_ == 0) object_->heap_->release(object_);
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  friend bool operator==(const Ref&, const Ref&) = default;

 private:
  void take() {
    if (object_ != nullptr) ++object_->owners_;
  }

  T* object_ = nullptr;
};

}  // namespace heddle::causality
