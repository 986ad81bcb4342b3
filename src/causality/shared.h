// Counted references between the records of the relaxed order, and the heap that frees them.
//
// A chain of events can be a million long, each held by what the next one knows. So an object whose
// last reference goes is put on a list, and the outermost release empties the list: no recursion.
//
// Events that know of each other hold each other for ever: the heap frees those when it goes
// itself, and until then they are lost to reclamation (docs/limits.md).
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

  [[nodiscard]] std::uint32_t owners() const { return owners_; }

 private:
  friend class Heap;
  template <typename T>
  friend class Ref;

  Heap* heap_;
  Shared* before_ = nullptr;  // in the heap's list of all
  Shared* after_ = nullptr;
  std::uint32_t owners_ = 0;
};

class Heap {
 public:
  Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // What is left holds itself: first all let go of each other, then all go.
  ~Heap() {
    std::vector<Shared*> left;
    for (Shared* object = first_; object != nullptr; object = object->after_) {
      ++object->owners_;
      left.push_back(object);
    }
    for (Shared* const object : left) object->forget();
    for (Shared* const object : left) delete object;
  }

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

  std::vector<Shared*> doomed_;
  Shared* first_ = nullptr;
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
