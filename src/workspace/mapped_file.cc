#include "workspace/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <expected>
#include <string>
#include <utility>

namespace heddle::workspace {
namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      // Nobody waits for the other end of a pipe.
      : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

std::unexpected<std::string> system_error() {
  return std::unexpected(std::string(std::strerror(errno)));
}

}  // namespace

std::expected<MappedFile, std::string> MappedFile::open(const std::string& path) {
  const Descriptor file(path);
  if (file.number() < 0) return system_error();
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) return system_error();
  if (!S_ISREG(status.st_mode)) return std::unexpected(std::string("not a regular file"));
  MappedFile mapped;
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return mapped;
  void* const at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (at == MAP_FAILED) return system_error();
  mapped.bytes_ = {static_cast<const std::uint8_t*>(at), size};
  return mapped;
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  return *this;
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());  // NOLINT
}

}  // namespace heddle::workspace
