// Counted references between the records of the relaxed order, and the heap that frees them.
//
// A chain of events can be a million long, each held by what the next one knows. So an object whose
// last reference goes is put on a list, and the outermost release empties the list: no recursion.
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
  explicit Shared(Heap& heap) : heap_(&heap) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  virtual ~Shared() = default;

  [[nodiscard]] std::uint32_t owners() const { return owners_; }

 private:
  friend class Heap;
  template <typename T>
  friend class Ref;

  Heap* heap_;
  std::uint32_t owners_ = 0;
};

class Heap {
 public:
  Heap() = default;
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

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
  std::vector<Shared*> doomed_;
  bool is_emptying_ = false;
};

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
