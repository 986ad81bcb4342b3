// What others can do from outside: the accesses of every method that anybody may call, named so
// that those of two methods can be compared.
//
// Two accesses are to the same thing if they go along the same fields, from objects of the same
// class: the class that declares the first of them. What a lock protects is told the same way: a
// lock that hangs on the object where the access begins is the same lock for both sides.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/ids.h"
#include "modular/engine.h"
#include "modular/path.h"
#include "modular/summary.h"

namespace heddle::modular {

// A lock as seen from the access: relative to the object where its path begins (Root::kParameter),
// a static or class (as they are), or one that hangs on something else (Root::kLocal).
struct SeenLock {
  Path path{};
  LockMode mode{};
  bool is_meant = false;  // somebody took it for the thing, not for something else around it
  ir::MethodId taken_in = base::kNone<ir::MethodId>;

  friend bool operator==(const SeenLock&, const SeenLock&) = default;
  friend auto operator<=>(const SeenLock&, const SeenLock&) = default;
};

struct Reach {
  ir::MethodId entry{};
  const Access* access = nullptr;
  Path thing{};  // what it is about; its root is a static, or parameter 0 for any object
  std::uint64_t thing_hash = 0;
  Path lock{};              // of kAcquire: the lock
  bool is_plain = true;     // nothing was left out at the beginning of the path
  std::uint32_t steps = 0;  // calls from the entry to the site
  std::vector<SeenLock> locks{};
};

class Reaches {
 public:
  // The same for any number of workers.
  Reaches(const Engine& engine, unsigned workers);

  // In parts that have no thing in common, each by thing, then by site; those that differ in
  // nothing but the way are there once.
  [[nodiscard]] std::vector<std::span<const Reach>> accesses() const;
  [[nodiscard]] std::size_t access_count() const;
  // These likewise, in one part.
  [[nodiscard]] std::span<const Reach> acquisitions() const { return acquisitions_; }
  // Calls under which a lock that their target wants is not held.
  [[nodiscard]] std::span<const Reach> needs() const { return needs_; }
  // Calls that wait for others while a lock is held.
  [[nodiscard]] std::span<const Reach> waits() const { return waits_; }
  // Of what promises nothing, from what promises to be thread-safe, under no lock.
  [[nodiscard]] std::span<const Reach> unchecked_calls() const { return unchecked_calls_; }

  // Of every method, in their order, what Reaches must know of it to say the same in another run
  // in which other methods changed: without what nobody sees, and without what another method of
  // the class does in the same way, if anybody may call both whatever changes.
  [[nodiscard]] std::vector<Summary> outsides(unsigned workers) const;

 private:
  using Hashes = boost::unordered_flat_set<std::uint64_t>;

  // The clearest of the accesses that differ in nothing but the way.
  struct Candidate {
    std::uint64_t thing_hash = 0;
    const Access* access = nullptr;
    std::uint32_t entry = 0;  // in entries_

    [[nodiscard]] bool is_clearer(const Candidate& other) const;
  };
  // Things are dealt out by the upper bits of their hash, so that each share is a work of its own.
  static constexpr unsigned kShares = 64;
  using Candidates = boost::unordered_flat_map<std::uint64_t, Candidate>;  // by likeness
  struct Share {
    Candidates candidates;
    Hashes written;        // things
    Hashes written_under;  // things and locks
    Hashes explained;      // places where locks are taken; of all shares once all are done
    std::vector<Reach> accesses, acquisitions, unchecked_calls, needs, waits;

    std::vector<Reach>& of(Action action);
  };

  void gather(unsigned workers);
  void note_written(Share& share) const;
  // Where locks are taken for something that is written under them.
  void note_explained(Share& share) const;
  void add_reaches(Share& share, const Hashes& explained) const;
  [[nodiscard]] Reach reach(const Candidate& candidate, const Share& share,
                            const Hashes& explained) const;
  void find_entries(unsigned workers);
  // The few of each share; what was only needed to find them is forgotten.
  void put_together(unsigned workers);
  [[nodiscard]] const Locks& locks(const Candidate& candidate) const;
  // Does it count from outside at all?
  [[nodiscard]] bool is_seen(ir::MethodId entry, const Access& access) const;
  [[nodiscard]] Path thing(const Access& access) const;
  [[nodiscard]] bool is_entry(ir::MethodId method) const;
  // The same, whatever locks its callers hold.
  [[nodiscard]] bool may_be_entry(ir::MethodId method) const;
  // Does it say anything, whatever others write?
  [[nodiscard]] bool is_telling(ir::MethodId entry, const Access& access) const;
  [[nodiscard]] bool is_unchecked(ir::MethodId entry, const Access& access) const;
  [[nodiscard]] std::uint64_t likeness(ir::MethodId entry, const Summary& summary,
                                       const Access& access, std::uint64_t thing_hash) const;
  void add_outsides(std::span<const ir::MethodId> of_class, std::span<Summary> outsides) const;
  using Names = std::vector<ir::MethodId>;  // of one method: its own, and those it overrides

  // Finds the methods that may run under no lock, on objects that others may have.
  void find_bare(unsigned workers);
  [[nodiscard]] std::vector<Names> unreached(std::vector<Names> inner) const;
  [[nodiscard]] Names names(ir::MethodId method) const;
  // May anybody call it? Not what is made to be handed to somebody who runs it at once.
  [[nodiscard]] bool is_everybodys(ir::MethodId method) const;
  [[nodiscard]] bool is_hook(ir::MethodId method) const;
  // Is it a method of a type that others can name, itself or by its bridge?
  [[nodiscard]] bool is_known_above(ir::MethodId method) const;
  [[nodiscard]] bool is_declared_above(ir::MethodId method) const;
  // Behind the fields by which inner classes and lambdas refer to what is around them.
  [[nodiscard]] std::size_t hidden_steps(const Path& path) const;
  // Where the thing of the access begins, in terms of its entry.
  [[nodiscard]] Path beginning(const Access& access) const;
  [[nodiscard]] SeenLock seen(const HeldLock& lock, const Path& from) const;
  [[nodiscard]] bool is_meant(const HeldLock& lock, const Path& seen, const Reach& reach,
                              const Share& share, const Hashes& explained) const;
  [[nodiscard]] bool is_near_by(const HeldLock& lock, const Path& seen, const Path& thing) const;

  const Engine& engine_;
  std::vector<ir::MethodId> entries_;
  std::vector<Share> shares_;
  std::vector<Reach> acquisitions_, unchecked_calls_, needs_, waits_;
  std::vector<std::uint8_t> is_bare_;  // by MethodId
};

// Do they hold a lock in common that keeps them apart?
bool are_kept_apart(std::span<const SeenLock> left, std::span<const SeenLock> right,
                    const Path& thing);

}  // namespace heddle::modular
