#include "workspace/cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "workspace/mapped_file.h"

namespace heddle::workspace {
namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> kMagic = {'h', 'e', 'd', 'd', 'l', 'e', '\r', '\n'};
constexpr std::uint32_t kVersion = 1;
constexpr std::string_view kEnding = ".kept";
constexpr std::string_view kUnfinished = ".part";
constexpr auto kAbandonedAfter = std::chrono::hours(1);

struct Header {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t header_size = 64;
  std::uint64_t key_high = 0, key_low = 0;
  std::uint64_t size = 0;      // of what follows
  std::uint64_t checksum = 0;  // XXH3-64 of what follows
  std::uint64_t reserved = 0;
  std::uint64_t header_checksum = 0;  // XXH3-64 of all before it
};
static_assert(sizeof(Header) == 64);

std::uint64_t checksum_of(const Header& header) {
  return XXH3_64bits(&header, offsetof(Header, header_checksum));
}

bool is_sound(base::Bytes file, base::Hash128 key) {
  Header header;
  if (file.size() < sizeof header) return false;
  std::memcpy(&header, file.data(), sizeof header);
  const base::Bytes payload = file.subspan(sizeof header);
  return header.magic == kMagic && header.version == kVersion &&
         header.header_size == sizeof header && header.header_checksum == checksum_of(header) &&
         header.key_high == key.high && header.key_low == key.low &&
         header.size == payload.size() &&
         header.checksum == XXH3_64bits(payload.data(), payload.size());
}

// A file that is not there under its name until it is finished.
class Unfinished {
 public:
  explicit Unfinished(std::string path)
      : path_(std::move(path)),
        file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) {
    XXH3_64bits_reset(&state_);
    const Header nothing{};
    is_good_ = file_ >= 0;
    write(&nothing, sizeof nothing);
  }
  ~Unfinished() {
    if (file_ < 0) return;
    ::close(file_);
    ::unlink(path_.c_str());
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  void add(base::Bytes bytes) {
    if (!is_good_) return;
    XXH3_64bits_update(&state_, bytes.data(), bytes.size());
    write(bytes.data(), bytes.size());
    size_ += bytes.size();
  }

  bool finish(base::Hash128 key, const std::string& as) {
    Header header;
    header.key_high = key.high;
    header.key_low = key.low;
    header.size = size_;
    header.checksum = XXH3_64bits_digest(&state_);
    header.header_checksum = checksum_of(header);
    is_good_ = is_good_ && ::pwrite(file_, &header, sizeof header, 0) == sizeof header;
    return is_good_ && ::rename(path_.c_str(), as.c_str()) == 0;
  }

 private:
  void write(const void* data, std::size_t size) {
    const char* at = static_cast<const char*>(data);
    while (is_good_ && size != 0) {
      const ssize_t written = ::write(file_, at, size);
      is_good_ = written > 0;
      if (!is_good_) return;
      at += written;
      size -= static_cast<std::size_t>(written);
    }
  }

  std::string path_;
  int file_;
  bool is_good_ = false;
  std::uint64_t size_ = 0;
  XXH3_state_t state_{};
};

// Nobody else can plant answers there.
bool is_own(const std::string& folder) {
  struct stat status{};
  return ::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool make_folder(const std::string& folder) {
  std::error_code error;
  const fs::path parent = fs::path(folder).parent_path();
  if (!fs::exists(folder, error) && !parent.empty()) fs::create_directories(parent, error);
  ::mkdir(folder.c_str(), 0700);
  return is_own(folder);
}

std::string unfinished_path(const std::string& folder) {
  static std::atomic<unsigned> count = 0;
  return fmt::format("{}/{}-{}{}", folder, ::getpid(), count.fetch_add(1), kUnfinished);
}

void use_now(const std::string& path) { ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0); }

}  // namespace

std::string Cache::folder(const Environment& environment) {
  if (const auto named = environment("HEDDLE_CACHE"); named && !named->empty())
    return *named == "off" ? "" : *named;
  // A path that is not absolute is to be ignored, says the XDG base directory specification.
  if (const auto caches = environment("XDG_CACHE_HOME"); caches && caches->starts_with('/'))
    return *caches + "/heddle";
  if (const auto home = environment("HOME"); home && home->starts_with('/'))
    return *home + "/.cache/heddle";
  return {};
}

std::string Cache::path(base::Hash128 key) const {
  return fmt::format("{}/{}{}", folder_, base::to_hex(key), kEnding);
}

base::Bytes Cache::Entry::bytes() const { return file_.bytes().subspan(sizeof(Header)); }

std::optional<Cache::Entry> Cache::find(base::Hash128 key) const {
  if (!is_on() || !is_own(folder_)) return std::nullopt;
  const std::string at = path(key);
  auto file = MappedFile::open(at);
  if (!file) return std::nullopt;
  if (!is_sound(file->bytes(), key)) {
    ::unlink(at.c_str());
    return std::nullopt;
  }
  use_now(at);
  return Entry(std::move(*file));
}

bool Cache::store(base::Hash128 key, const std::function<void(const Sink&)>& feed) const {
  if (!is_on() || !make_folder(folder_)) return false;
  Unfinished file(unfinished_path(folder_));
  feed([&](base::Bytes bytes) { file.add(bytes); });
  const bool is_stored = file.finish(key, path(key));
  evict();
  return is_stored;
}

void Cache::evict() const {
  struct Kept {
    fs::file_time_type used;
    std::string path;
    std::uint64_t size = 0;
  };
  std::vector<Kept> all;
  std::uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    const std::string name = at->path().string();
    const auto used = at->last_write_time(gone);
    if (gone) continue;
    if (name.ends_with(kUnfinished) && used + kAbandonedAfter < fs::file_time_type::clock::now())
      fs::remove(name, gone);
    if (!name.ends_with(kEnding)) continue;
    const std::uint64_t size = at->file_size(gone);
    if (gone) continue;
    all.push_back({.used = used, .path = name, .size = size});
    total += size;
  }
  std::ranges::sort(all, {}, [](const Kept& one) { return std::tie(one.used, one.path); });
  for (auto oldest = all.begin(); total > limit_ && oldest != all.end(); ++oldest) {
    std::error_code gone;
    fs::remove(oldest->path, gone);
    total -= oldest->size;
  }
}

}  // namespace heddle::workspace
