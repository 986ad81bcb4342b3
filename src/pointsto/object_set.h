// Sets of objects that grow: sorted numbers while few, then blocks of 256 bits.
//
// A set is 16 bytes; up to two members live inside it, more in memory of a SetPool, which all
// changing operations take. Sets are moved about as plain data and freed with the pool. Blocks that
// are the same in many sets are kept once, with a count of the sets, and copied by the one that
// changes: `share` and `unite` make it so where they can.
//
// Cost: insertion is linear while small and in the number of blocks after that, with small
// constants; `unite` is linear in both sets, and constant where they share their blocks already.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/arena.h"
#include "base/id.h"
#include "pointsto/ids.h"

namespace heddle::pointsto {

// Bits over all objects, growing with them.
class Mask {
 public:
  void set(ObjectId object) {
    const std::size_t word = base::index(object) >> 6U;
    if (word >= words_.size()) words_.resize((word | 3U) + 1);
    words_[word] |= std::uint64_t{1} << (base::index(object) & 63U);
  }
  [[nodiscard]] bool test(ObjectId object) const {
    const std::size_t word = base::index(object) >> 6U;
    return word < words_.size() && (words_[word] >> (base::index(object) & 63U) & 1U) != 0;
  }
  // The four words of a block; null if all are zero for lack of words.
  [[nodiscard]] const std::uint64_t* block(std::uint32_t index) const {
    return std::size_t{index} * 4 < words_.size() ? words_.data() + std::size_t{index} * 4
                                                  : nullptr;
  }
  [[nodiscard]] std::uint64_t word(std::uint32_t block_index, unsigned number) const {
    const std::uint64_t* words = block(block_index);
    return words == nullptr ? 0 : words[number];
  }
  [[nodiscard]] std::size_t bytes() const { return words_.capacity() * 8; }

 private:
  std::vector<std::uint64_t> words_;
};

// Memory in powers of two, given back to lists by size.
class SetPool {
 public:
  SetPool() : arena_(std::size_t{4} << 20U) {}
  void* take(unsigned size_class);
  void give(void* memory, unsigned size_class);
  [[nodiscard]] std::size_t bytes() const { return arena_.reserved(); }
  // Bytes taken and not given back.
  [[nodiscard]] std::size_t used() const { return used_; }

  // Room for what a union finds to be new; the next union takes it again.
  struct NewBlocks {
    std::vector<std::uint32_t> indices;
    std::vector<std::uint64_t> words;
  };
  NewBlocks& new_blocks() { return new_blocks_; }

  // The class of the smallest piece that holds so many bytes; a piece has 16 << class bytes.
  static unsigned class_of(std::size_t bytes) {
    return bytes <= 16 ? 0 : static_cast<unsigned>(std::bit_width((bytes - 1) >> 4U));
  }

 private:
  static constexpr unsigned kClasses = 32;
  base::Arena arena_;
  std::array<void*, kClasses> free_{};
  std::size_t used_ = 0;
  NewBlocks new_blocks_;
};

class ObjectSet {
 public:
  static constexpr std::uint32_t kMostSmall = 64;

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] bool contains(ObjectId object) const;

  // True if it was not there.
  bool insert(ObjectId object, SetPool& pool);

  // Adds to this set what `from` has and the mask (null: all) lets pass, and to `added` what was
  // new. `added` must be a subset of this one before, and another set than `from`. True if
  // something was new. `whole`, which needs that no mask is given, is a set that contains `from`
  // and is contained in the two together: if that is all of them, they share.
  bool unite(const ObjectSet& from, const Mask* mask, ObjectSet& added, SetPool& pool,
             const ObjectSet* whole = nullptr);

  // Becomes the other one, at no cost if that is large.
  void share(const ObjectSet& other, SetPool& pool);
  // Do others share its memory?
  [[nodiscard]] bool is_shared() const { return is_large() && sharers() > 1; }
  // Sets that share have the same; null for those that cannot share.
  [[nodiscard]] const void* identity() const { return is_large() ? large_words_ : nullptr; }
  // The same for sets with the same members.
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] bool equals(const ObjectSet& other) const;

  void clear(SetPool& pool);
  // Leaves this one empty.
  ObjectSet take() {
    const ObjectSet taken = *this;
    *this = ObjectSet();
    return taken;
  }

  // In ascending order.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for_each_in(nullptr, visit);
  }
  // Those that the mask (null: all) lets pass; it may grow meanwhile.
  template <typename Visit>
  void for_each_in(const Mask* mask, Visit&& visit) const {
    if (!is_large()) {
      for (const std::uint32_t id : ids()) {
        if (mask == nullptr || mask->test(ObjectId{id})) visit(ObjectId{id});
      }
      return;
    }
    for (std::uint32_t i = 0; i < block_count_; ++i) {
      const std::uint32_t first = indices()[i] << 8U;
      for (unsigned w = 0; w < 4; ++w) {
        std::uint64_t bits = words()[std::size_t{i} * 4 + w];
        if (mask != nullptr) bits &= mask->word(indices()[i], w);
        for (; bits != 0; bits &= bits - 1) {
          visit(ObjectId{first + w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits))});
        }
      }
    }
  }

 private:
  friend class Snapshot;
  static constexpr std::uint8_t kInline = 0xFF;

  [[nodiscard]] bool is_large() const { return large_; }
  [[nodiscard]] std::span<const std::uint32_t> ids() const {
    return {size_class_ == kInline ? inline_ : small_, size_};
  }
  std::uint32_t* ids_data() { return size_class_ == kInline ? inline_ : small_; }
  [[nodiscard]] std::uint32_t small_capacity() const {
    return size_class_ == kInline ? 2U : 4U << size_class_;
  }
  // A large piece holds the number of its sharers, words for its capacity, then their block
  // indices.
  [[nodiscard]] std::uint32_t block_capacity() const {
    return static_cast<std::uint32_t>(((std::size_t{16} << size_class_) - 8) / 36);
  }
  [[nodiscard]] std::uint64_t& sharers() const { return large_words_[-1]; }
  [[nodiscard]] std::uint64_t* words() const { return large_words_; }
  [[nodiscard]] std::uint32_t* indices() const {
    return reinterpret_cast<std::uint32_t*>(large_words_ + std::size_t{block_capacity()} * 4);
  }

  bool insert_small(std::uint32_t id, SetPool& pool);
  bool insert_large(std::uint32_t id, SetPool& pool);
  void become_large(SetPool& pool);
  // Makes room, in memory of its own.
  void reserve_blocks(std::uint32_t blocks, SetPool& pool);
  void own(SetPool& pool) {
    if (is_shared()) reserve_blocks(block_count_, pool);
  }
  void let_go(SetPool& pool);
  [[nodiscard]] std::uint32_t find_block(std::uint32_t index) const;
  void add_blocks(const std::uint32_t* indices, const std::uint64_t* words, std::uint32_t count,
                  std::uint32_t members, SetPool& pool);
  bool unite_small(const ObjectSet& from, ObjectSet& added, SetPool& pool, const ObjectSet& whole);
  bool unite_large(const ObjectSet& from, const Mask* mask, ObjectSet& added, SetPool& pool,
                   const ObjectSet* whole);
  // Is a set of that size that contains `whole` the same as it, and worth sharing?
  static bool is_all_of(const ObjectSet& whole, std::uint32_t size) {
    return whole.is_large() && whole.size() == size;
  }

  std::uint32_t size_ = 0;
  std::uint8_t size_class_ = kInline;
  bool large_ = false;
  std::uint16_t block_count_ = 0;
  union {
    std::uint32_t inline_[2] = {0, 0};
    std::uint32_t* small_;
    std::uint64_t* large_words_;
  };
};
static_assert(sizeof(ObjectSet) == 16);

}  // namespace heddle::pointsto
