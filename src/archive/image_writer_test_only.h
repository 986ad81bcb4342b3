// Writes small run-time images for tests, laid out and hashed as the JDK does it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::archive {

class ImageWriter {
 public:
  // The offset of the text in the table, where it is put if need be.
  std::uint32_t text(std::string_view text);

  // A path such as "/java.base/java/lang/Object.class".
  void add(std::string_view path, std::string_view content);

  // A resource that is not what it contains: `packed` is what lies in the file.
  void add_packed(std::string_view path, std::string_view packed, std::uint64_t size);

  // The content behind a compression header; "zip" is really compressed.
  std::string packed(std::string_view content, std::string_view decompressor);

  // A location made of any bytes, behind `path`.
  void add_raw(std::string_view path, std::string_view location);

  [[nodiscard]] std::vector<std::uint8_t> write() const;

 private:
  struct Resource {
    std::string path;
    std::string location;
  };

  std::vector<Resource> resources_;
  std::string texts_ = std::string(1, '\0');
  std::string contents_;
};

}  // namespace heddle::archive
