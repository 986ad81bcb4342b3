// A file's bytes, mapped read-only into memory for as long as the MappedFile lives.
//
// A file that another process truncates while it is mapped makes reads fault; that is the
// operating system's bargain and we take it, as every linker does.
#pragma once

#include <cstddef>
#include <expected>
#include <string>

#include "base/bytes.h"

namespace heddle::workspace {

class MappedFile {
 public:
  // The error is what the system says: "No such file or directory".
  static std::expected<MappedFile, std::string> open(const std::string& path);

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] base::Bytes bytes() const { return bytes_; }

 private:
  base::Bytes bytes_;
};

}  // namespace heddle::workspace
