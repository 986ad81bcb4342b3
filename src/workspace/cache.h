// What was worked out before, kept in files between runs. The form of a file, and what else is in
// the folder: docs/formats/cache.md.
//
// A file is named by its key, which says everything its content depends on; whoever finds it need
// not ask further. It is written under another name and then moved to its own, so it is there whole
// or not at all, whatever runs at the same time. A file that is damaged in any way counts as absent
// and is deleted. When all files together are larger than the limit, those go first that were not
// used for the longest time. Nothing that goes wrong here is an error: the work is done anew.
//
// Thread safety: any number of processes; one thread for each Cache.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/hash.h"
#include "workspace/jdk.h"
#include "workspace/mapped_file.h"

namespace heddle::workspace {

class Cache {
 public:
  static constexpr std::uint64_t kDefaultLimit = std::uint64_t{2} << 30U;

  // Keeps nothing and has nothing.
  Cache() = default;
  // The folder is made when something is first stored. One that is another user's, or that others
  // may write to, is not used.
  explicit Cache(std::string folder, std::uint64_t limit = kDefaultLimit)
      : folder_(std::move(folder)), limit_(limit) {}

  // HEDDLE_CACHE, else heddle below XDG_CACHE_HOME, else below .cache in HOME. Empty: nowhere, as
  // when HEDDLE_CACHE is `off`.
  static std::string folder(const Environment& environment);

  [[nodiscard]] bool is_on() const { return !folder_.empty(); }

  // What was stored under the key. The bytes live as long as it does and begin at a multiple of
  // eight.
  class Entry {
   public:
    [[nodiscard]] base::Bytes bytes() const;

   private:
    friend class Cache;
    explicit Entry(MappedFile file) : file_(std::move(file)) {}
    MappedFile file_;
  };
  [[nodiscard]] std::optional<Entry> find(base::Hash128 key) const;

  // Stores what feed(sink) hands to the sink. False: it could not be written.
  using Sink = std::function<void(base::Bytes)>;
  bool store(base::Hash128 key, const std::function<void(const Sink&)>& feed) const;

 private:
  [[nodiscard]] std::string path(base::Hash128 key) const;
  void evict() const;

  std::string folder_;
  std::uint64_t limit_ = kDefaultLimit;
};

}  // namespace heddle::workspace
