// Most sets of a points-to analysis are tiny, and most of the work is done on the few that are
// huge. A small set is searched and shifted as a whole. A large one keeps only blocks of 256
// objects that have a member: uniting two of them compares block indices and then works on words,
// and the words that were new are exactly what has to go on to the next set.
//
// The huge ones are few: of the 182,000 large sets of a program with 84,000 methods, 2,500 were
// different. So they share memory, which also tells without looking that there is nothing to add.
#include "pointsto/object_set.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace heddle::pointsto {

namespace {

struct Blocks {
  const std::uint32_t* indices = nullptr;
  const std::uint64_t* words = nullptr;
  std::uint32_t count = 0;
};
struct Found {
  std::uint32_t blocks = 0, members = 0;
};

// Four words in registers; loops over them are not unrolled.
struct Block {
  std::uint64_t a, b, c, d;

  explicit Block(const std::uint64_t* at) : a(at[0]), b(at[1]), c(at[2]), d(at[3]) {}
  void keep(const std::uint64_t* of) { a &= of[0], b &= of[1], c &= of[2], d &= of[3]; }
  void drop(const std::uint64_t* of) { a &= ~of[0], b &= ~of[1], c &= ~of[2], d &= ~of[3]; }
  void drop(std::uint32_t member) {
    std::uint64_t words[4] = {a, b, c, d};
    words[(member >> 6U) & 3U] &= ~(std::uint64_t{1} << (member & 63U));
    *this = Block(words);
  }
  [[nodiscard]] bool empty() const { return (a | b | c | d) == 0; }
  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(std::popcount(a) + std::popcount(b) + std::popcount(c) +
                                      std::popcount(d));
  }
  void store(std::uint64_t* at) const { at[0] = a, at[1] = b, at[2] = c, at[3] = d; }
};

// What of them the mask lets pass and a set lacks, which has blocks of its own or a few members.
// Much of a solver's time is spent here.
Found find_missing(const Blocks& from, const Mask* mask, const Blocks& own,
                   std::span<const std::uint32_t> few, SetPool::NewBlocks& found) {
  if (found.indices.size() < from.count) {
    found.indices.resize(from.count);
    found.words.resize(std::size_t{from.count} * 4);
  }
  std::uint64_t* const words = found.words.data();
  std::uint32_t* const indices = found.indices.data();
  Found sum;
  std::uint32_t at = 0;
  auto next = few.begin();
  for (std::uint32_t i = 0; i < from.count; ++i) {
    const std::uint32_t index = from.indices[i];
    Block block(from.words + std::size_t{i} * 4);
    if (mask != nullptr) {
      const std::uint64_t* pass = mask->block(index);
      if (pass == nullptr) break;
      block.keep(pass);
      if (block.empty()) continue;
    }
    while (at < own.count && own.indices[at] < index) ++at;
    if (at < own.count && own.indices[at] == index) block.drop(own.words + std::size_t{at} * 4);
    while (next != few.end() && *next >> 8U < index) ++next;
    for (; next != few.end() && *next >> 8U == index; ++next) block.drop(*next);
    if (block.empty()) continue;
    sum.members += block.count();
    block.store(words + std::size_t{sum.blocks} * 4);
    indices[sum.blocks++] = index;
  }
  return sum;
}

}  // namespace

void* SetPool::take(unsigned size_class) {
  HEDDLE_DCHECK(size_class < kClasses, "a piece of memory is too large");
  used_ += std::size_t{16} << size_class;
  if (void* memory = free_[size_class]; memory != nullptr) {
    std::memcpy(&free_[size_class], memory, sizeof(void*));
    return memory;
  }
  return arena_.allocate<std::uint64_t>((std::size_t{2} << size_class)).data();
}

void SetPool::give(void* memory, unsigned size_class) {
  used_ -= std::size_t{16} << size_class;
  std::memcpy(memory, &free_[size_class], sizeof(void*));
  free_[size_class] = memory;
}

bool ObjectSet::contains(ObjectId object) const {
  const std::uint32_t id = base::index(object);
  if (!is_large()) {
    const auto members = ids();
    return std::binary_search(members.begin(), members.end(), id);
  }
  const std::uint32_t block = find_block(id >> 8U);
  return block < block_count_ && indices()[block] == id >> 8U &&
         (words()[std::size_t{block} * 4 + ((id >> 6U) & 3U)] >> (id & 63U) & 1U) != 0;
}

bool ObjectSet::insert(ObjectId object, SetPool& pool) {
  return is_large() ? insert_large(base::index(object), pool)
                    : insert_small(base::index(object), pool);
}

void ObjectSet::clear(SetPool& pool) {
  let_go(pool);
  *this = ObjectSet();
}

// The members are good for nothing after that.
void ObjectSet::let_go(SetPool& pool) {
  if (size_class_ == kInline) return;
  if (!is_large()) {
    pool.give(small_, size_class_);
  } else if (--sharers() == 0) {
    pool.give(large_words_ - 1, size_class_);
  }
}

void ObjectSet::share(const ObjectSet& other, SetPool& pool) {
  if (other.is_large()) {
    ++other.sharers();
    let_go(pool);
    *this = other;
    return;
  }
  if (this == &other) return;
  clear(pool);
  for (const std::uint32_t id : other.ids()) insert_small(id, pool);
}

std::uint64_t ObjectSet::hash() const {
  std::uint64_t sum = size_;
  const auto mix = [&](std::uint64_t value) {
    sum = (sum ^ value) * 0x9E37'79B9'7F4A'7C15ULL;
    sum ^= sum >> 32U;
  };
  if (!is_large()) {
    for (const std::uint32_t id : ids()) mix(id);
    return sum;
  }
  for (std::uint32_t i = 0; i < block_count_; ++i) mix(indices()[i]);
  for (std::size_t i = 0; i < std::size_t{block_count_} * 4; ++i) mix(words()[i]);
  return sum;
}

bool ObjectSet::equals(const ObjectSet& other) const {
  if (size_ != other.size_ || is_large() != other.is_large()) return false;
  if (!is_large()) return std::ranges::equal(ids(), other.ids());
  return block_count_ == other.block_count_ &&
         std::equal(indices(), indices() + block_count_, other.indices()) &&
         std::equal(words(), words() + std::size_t{block_count_} * 4, other.words());
}

bool ObjectSet::insert_small(std::uint32_t id, SetPool& pool) {
  std::uint32_t* data = ids_data();
  std::uint32_t* place = std::lower_bound(data, data + size_, id);
  if (place != data + size_ && *place == id) return false;
  if (size_ == kMostSmall) {
    become_large(pool);
    return insert_large(id, pool);
  }
  const std::ptrdiff_t at = place - data;
  if (size_ == small_capacity()) {
    const auto wider = static_cast<std::uint8_t>(size_class_ == kInline ? 0 : size_class_ + 1);
    auto* bigger = static_cast<std::uint32_t*>(pool.take(wider));
    std::copy_n(data, size_, bigger);
    if (size_class_ != kInline) pool.give(small_, size_class_);
    small_ = bigger;
    size_class_ = wider;
    data = bigger;
  }
  std::copy_backward(data + at, data + size_, data + size_ + 1);
  data[at] = id;
  ++size_;
  return true;
}

void ObjectSet::become_large(SetPool& pool) {
  const ObjectSet old = *this;
  *this = ObjectSet();
  large_ = true;
  large_words_ = nullptr;
  reserve_blocks(8, pool);
  for (const std::uint32_t id : old.ids()) insert_large(id, pool);
  ObjectSet(old).clear(pool);
}

void ObjectSet::reserve_blocks(std::uint32_t blocks, SetPool& pool) {
  if (large_words_ != nullptr && blocks <= block_capacity() && !is_shared()) return;
  ObjectSet wider = *this;
  wider.size_class_ = static_cast<std::uint8_t>(SetPool::class_of(std::size_t{blocks} * 36 + 44));
  wider.large_words_ = static_cast<std::uint64_t*>(pool.take(wider.size_class_)) + 1;
  wider.sharers() = 1;
  HEDDLE_DCHECK(wider.block_capacity() >= blocks, "too few blocks");
  if (large_words_ != nullptr) {
    std::copy_n(words(), std::size_t{block_count_} * 4, wider.words());
    std::copy_n(indices(), block_count_, wider.indices());
    let_go(pool);
  }
  *this = wider;
}

std::uint32_t ObjectSet::find_block(std::uint32_t index) const {
  const std::uint32_t* all = indices();
  // Where a set is dense a block is at its own index, and it is never behind it.
  if (index < block_count_ && all[index] == index) return index;
  return static_cast<std::uint32_t>(std::lower_bound(all, all + block_count_, index) - all);
}

bool ObjectSet::insert_large(std::uint32_t id, SetPool& pool) {
  std::uint32_t block = find_block(id >> 8U);
  const std::uint64_t bit = std::uint64_t{1} << (id & 63U);
  const unsigned word = (id >> 6U) & 3U;
  if (block == block_count_ || indices()[block] != id >> 8U) {
    HEDDLE_CHECK(block_count_ < 0xFFFF, "too many objects for a set");
    const bool full = block_count_ == block_capacity();
    reserve_blocks(full ? std::uint32_t{block_count_} * 2 : block_count_ + 1U, pool);
    std::copy_backward(words() + std::size_t{block} * 4, words() + std::size_t{block_count_} * 4,
                       words() + std::size_t{block_count_} * 4 + 4);
    std::copy_backward(indices() + block, indices() + block_count_, indices() + block_count_ + 1);
    ++block_count_;
    indices()[block] = id >> 8U;
    std::fill_n(words() + std::size_t{block} * 4, 4, 0);
  }
  const std::size_t at = std::size_t{block} * 4 + word;
  if ((words()[at] & bit) != 0) return false;
  own(pool);
  words()[at] |= bit;
  ++size_;
  return true;
}

// Adds whole blocks, ascending, none of whose members is in the set.
void ObjectSet::add_blocks(const std::uint32_t* new_indices, const std::uint64_t* new_words,
                           std::uint32_t count, std::uint32_t members, SetPool& pool) {
  if (!is_large() && size_ + members <= kMostSmall) {
    for (std::uint32_t i = 0; i < count; ++i) {
      for (unsigned w = 0; w < 4; ++w) {
        for (std::uint64_t bits = new_words[std::size_t{i} * 4 + w]; bits != 0; bits &= bits - 1) {
          insert_small(
              (new_indices[i] << 8U) + w * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)),
              pool);
        }
      }
    }
    return;
  }
  if (!is_large()) become_large(pool);
  std::uint32_t missing = 0;
  for (std::uint32_t i = 0, at = 0; i < count; ++i) {
    while (at < block_count_ && indices()[at] < new_indices[i]) ++at;
    missing += at == block_count_ || indices()[at] != new_indices[i] ? 1U : 0U;
  }
  HEDDLE_CHECK(block_count_ + missing < 0xFFFF, "too many objects for a set");
  if (block_count_ + missing > block_capacity()) {
    reserve_blocks(std::max(block_count_ + missing, std::uint32_t{block_count_} * 3 / 2), pool);
  } else {
    reserve_blocks(block_count_ + missing, pool);
  }
  // From the back, so that blocks move at most once.
  std::uint32_t to = block_count_ + missing;
  std::uint32_t old = block_count_;
  for (std::uint32_t i = count; i-- > 0;) {
    while (old > 0 && indices()[old - 1] > new_indices[i]) {
      --old, --to;
      indices()[to] = indices()[old];
      std::copy_n(words() + std::size_t{old} * 4, 4, words() + std::size_t{to} * 4);
    }
    const bool there = old > 0 && indices()[old - 1] == new_indices[i];
    --to;
    std::uint64_t joined[4] = {0, 0, 0, 0};
    if (there) {
      --old;
      std::copy_n(words() + std::size_t{old} * 4, 4, joined);
    }
    for (unsigned w = 0; w < 4; ++w) joined[w] |= new_words[std::size_t{i} * 4 + w];
    indices()[to] = new_indices[i];
    std::copy_n(joined, 4, words() + std::size_t{to} * 4);
  }
  block_count_ = static_cast<std::uint16_t>(block_count_ + missing);
  size_ += members;
}

bool ObjectSet::unite(const ObjectSet& from, const Mask* mask, ObjectSet& added, SetPool& pool,
                      const ObjectSet* whole) {
  if (from.is_large()) {
    if (whole == nullptr && mask == nullptr) whole = &from;
    return unite_large(from, mask, added, pool, whole);
  }
  if (is_large() && whole != nullptr) return unite_small(from, added, pool, *whole);
  bool grew = false;
  for (const std::uint32_t id : from.ids()) {
    const ObjectId object{id};
    if (mask != nullptr && !mask->test(object)) continue;
    if (!insert(object, pool)) continue;
    added.insert(object, pool);
    grew = true;
  }
  return grew;
}

// A few, which may be all that is missing.
bool ObjectSet::unite_small(const ObjectSet& from, ObjectSet& added, SetPool& pool,
                            const ObjectSet& whole) {
  if (whole.identity() == identity()) return false;
  std::array<std::uint32_t, kMostSmall> missing;
  std::uint32_t members = 0;
  for (const std::uint32_t id : from.ids()) {
    if (!contains(ObjectId{id})) missing[members++] = id;
  }
  const std::span<const std::uint32_t> found(missing.data(), members);
  for (const std::uint32_t id : found) added.insert(ObjectId{id}, pool);
  if (members != 0 && is_all_of(whole, size_ + members)) {
    share(whole, pool);
  } else {
    for (const std::uint32_t id : found) insert_large(id, pool);
  }
  return members != 0;
}

bool ObjectSet::unite_large(const ObjectSet& from, const Mask* mask, ObjectSet& added,
                            SetPool& pool, const ObjectSet* whole) {
  if (from.identity() == identity()) return false;
  if (whole != nullptr && whole->identity() == identity()) return false;
  if (empty() && mask == nullptr) {
    share(from, pool);
    added.share(from, pool);
    return true;
  }
  SetPool::NewBlocks& found = pool.new_blocks();
  const Blocks theirs{.indices = from.indices(), .words = from.words(), .count = from.block_count_};
  const Blocks own = is_large() ? Blocks{indices(), words(), block_count_} : Blocks{};
  const auto [count, members] =
      find_missing(theirs, mask, own, is_large() ? std::span<const std::uint32_t>() : ids(), found);
  if (members == 0) return false;
  const bool all_is_new = empty();
  if (whole != nullptr && is_all_of(*whole, size_ + members)) {
    share(*whole, pool);
  } else {
    add_blocks(found.indices.data(), found.words.data(), count, members, pool);
  }
  if (all_is_new) {
    added.share(*this, pool);
  } else {
    added.add_blocks(found.indices.data(), found.words.data(), count, members, pool);
  }
  return true;
}

}  // namespace heddle::pointsto
