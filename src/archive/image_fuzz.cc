// Opens any bytes as a run-time image and asks everything about it.
#include <cstddef>
#include <cstdint>
#include <string>

#include "archive/image.h"
#include "base/check.h"

namespace {

using heddle::archive::Image;

std::string path_of(const Image::Location& location) {
  std::string path;
  if (!location.module.empty()) path += "/" + std::string(location.module) + "/";
  if (!location.parent.empty()) path += std::string(location.parent) + "/";
  path += location.base;
  if (!location.extension.empty()) path += "." + std::string(location.extension);
  return path;
}

void ask_about(const Image& image, std::uint32_t index) {
  const auto content = image.read(index);
  const auto location = image.location(index);
  if (!location) return;
  HEDDLE_CHECK(!content || content->bytes().size() == location->size,
               "a resource has another size");
  const std::string path = path_of(*location);
  const auto found = image.find(path);
  HEDDLE_CHECK(!found || path_of(*image.location(*found)) == path, "another path is found");
  (void)image.module_of_package(location->base);
  (void)image.module_of_package(location->parent);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto image = Image::open({data, size});
  if (!image) return 0;
  for (std::uint32_t index = 0; index < image->location_count(); ++index) ask_about(*image, index);
  HEDDLE_CHECK(!image->read(image->location_count()), "an index out of range is read");
  (void)image->find("/java.base/java/lang/Object.class");
  (void)image->module_of_package("java.lang");
  return 0;
}
