#include "archive/image.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "archive/image_writer_test_only.h"
#include "base/bytes.h"

namespace heddle::archive {
namespace {

namespace fs = std::filesystem;

std::string read(const Image& image, std::string_view path) {
  const auto index = image.find(path);
  if (!index) return "(not found)";
  const auto content = image.read(*index);
  return content ? std::string(base::as_text(content->bytes())) : content.error().what;
}

std::string little(std::uint32_t word) {
  std::string bytes;
  for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<char>(word >> (8 * i) & 0xFFU));
  return bytes;
}

class ImageTest : public testing::Test {
 protected:
  Image open() {
    bytes_ = writer_.write();
    auto image = Image::open(bytes_);
    if (!image) throw std::runtime_error(image.error().describe());
    return *image;
  }

  ImageWriter writer_;
  std::vector<std::uint8_t> bytes_;
};

TEST_F(ImageTest, FindsByTheWholePath) {
  writer_.add("/java.base/java/lang/Object.class", "object");
  writer_.add("/java.base/module-info.class", "module");
  writer_.add("/java.base/java/lang/README", "readme");
  const Image image = open();
  EXPECT_EQ(image.location_count(), 3U);
  EXPECT_EQ(read(image, "/java.base/java/lang/Object.class"), "object");
  EXPECT_EQ(read(image, "/java.base/module-info.class"), "module");
  EXPECT_EQ(read(image, "/java.base/java/lang/README"), "readme");
  for (const std::string_view absent :
       {"", "/", "/java.base/java/lang/Object.clas", "/java.base/java/lang/Object.classs",
        "/java.base/java/lang/Object", "java.base/java/lang/Object.class", "/java.base/java/lang/"})
    EXPECT_EQ(read(image, absent), "(not found)") << absent;

  const auto location = image.location(*image.find("/java.base/java/lang/Object.class"));
  ASSERT_TRUE(location);
  EXPECT_EQ(location->module, "java.base");
  EXPECT_EQ(location->parent, "java/lang");
  EXPECT_EQ(location->base, "Object");
  EXPECT_EQ(location->extension, "class");
  EXPECT_EQ(location->size, 6U);
  EXPECT_EQ(location->compressed, 0U);
}

TEST_F(ImageTest, EveryPathOfMany) {
  for (int i = 0; i < 500; ++i)
    writer_.add("/m/p/C" + std::to_string(i) + ".class", std::to_string(i));
  const Image image = open();
  for (int i = 0; i < 500; ++i)
    EXPECT_EQ(read(image, "/m/p/C" + std::to_string(i) + ".class"), std::to_string(i));
}

TEST_F(ImageTest, EmptyImage) {
  const Image image = open();
  EXPECT_EQ(image.location_count(), 0U);
  EXPECT_EQ(image.find("/java.base/module-info.class"), std::nullopt);
  EXPECT_EQ(image.location(0).error().what, "location 0 is out of range");
  EXPECT_EQ(image.read(0).error().what, "location 0 is out of range");
}

TEST_F(ImageTest, ModuleOfAPackageIsTheOneThatFillsIt) {
  const std::uint32_t base = writer_.text("java.base");
  const std::uint32_t desktop = writer_.text("java.desktop");
  writer_.add("/packages/java.awt", little(1) + little(base) + little(0) + little(desktop));
  writer_.add("/packages/java", little(1) + little(base) + little(1) + little(desktop));
  writer_.add("/packages/lost", little(0) + little(0xFFFF'FFFF));
  const Image image = open();
  EXPECT_EQ(image.module_of_package("java.awt"), "java.desktop");
  EXPECT_EQ(image.module_of_package("java/awt"), "java.desktop");
  EXPECT_EQ(image.module_of_package("java"), std::nullopt);
  EXPECT_EQ(image.module_of_package("lost"), std::nullopt);
  EXPECT_EQ(image.module_of_package("no.such"), std::nullopt);
  EXPECT_FALSE(image.location(*image.find("/packages/java"))->is_resource());
}

TEST_F(ImageTest, ZipCompression) {
  const std::string content(1000, 'c');
  writer_.add_packed("/m/p/Once.class", writer_.packed(content, "zip"), content.size());
  writer_.add_packed("/m/p/Twice.class", writer_.packed(writer_.packed(content, "zip"), "zip"),
                     content.size());
  const Image image = open();
  EXPECT_EQ(read(image, "/m/p/Once.class"), content);
  EXPECT_EQ(read(image, "/m/p/Twice.class"), content);
}

TEST_F(ImageTest, OtherCompressionsAreRefused) {
  writer_.add_packed("/m/A.class", writer_.packed("a", "compact-cp"), 1000);
  std::string nowhere = writer_.packed("b", "zip");
  nowhere.replace(20, 4, "\xFF\xFF\xFF\xFF");
  writer_.add_packed("/m/B.class", nowhere, 1000);
  const Image image = open();
  EXPECT_EQ(read(image, "/m/A.class"), "compression \"compact-cp\" is not supported");
  EXPECT_EQ(read(image, "/m/B.class"), "compression \"(outside the texts)\" is not supported");
}

TEST_F(ImageTest, CompressedResourcesThatLie) {
  std::string bomb = writer_.packed("b", "zip");
  bomb.replace(12, 8, std::string("\0\0\0\0\1\0\0\0", 8));
  writer_.add_packed("/m/Bomb.class", bomb, 1);
  std::string ratio = writer_.packed("r", "zip");
  ratio.replace(12, 8, std::string("\0\0\1\0\0\0\0\0", 8));
  writer_.add_packed("/m/Ratio.class", ratio, 1);
  writer_.add_packed("/m/Size.class", writer_.packed("s", "zip"), 2);
  writer_.add_packed("/m/Bare.class", "no header", 2);
  std::string damaged = writer_.packed("d", "zip");
  damaged[29] = '\0';
  writer_.add_packed("/m/Damaged.class", damaged, 1);
  const Image image = open();
  const auto body_size = [](const std::string& packed) {
    return std::to_string(packed.size() - 29);
  };
  EXPECT_EQ(read(image, "/m/Bomb.class"),
            "compressed resource declares 4294967296 bytes packed into " + body_size(bomb));
  EXPECT_EQ(read(image, "/m/Ratio.class"),
            body_size(ratio) + " compressed bytes cannot become 65536");
  EXPECT_EQ(read(image, "/m/Size.class"), "resource inflates to 1 bytes and declares 2");
  EXPECT_EQ(read(image, "/m/Bare.class"), "resource inflates to 9 bytes and declares 2");
  EXPECT_EQ(read(image, "/m/Damaged.class"), "compressed data is damaged");
}

TEST_F(ImageTest, LocationsThatLie) {
  writer_.add_raw("/m/A.class", std::string(1, '\x40'));  // attribute 8
  const Image unknown = open();
  EXPECT_EQ(unknown.location(0).error().what, "location 0 has an unknown attribute");
  EXPECT_EQ(unknown.find("/m/A.class"), std::nullopt);

  writer_ = {};
  writer_.add_raw("/m/A.class", "\x19\x7F");  // four bytes missing
  EXPECT_EQ(open().location(0).error().what, "location 0 is cut off");

  writer_ = {};
  writer_.add_raw("/m/A.class", std::string("\x08\x7F\0", 3));  // module at text 127
  EXPECT_EQ(open().location(0).error().what, "location 0 has a name outside the texts");

  writer_ = {};
  writer_.add_raw("/m/A.class", std::string("\x28\x7F\x38\x01\0", 5));  // offset 127, size 1
  EXPECT_EQ(open().read(0).error().what, "resource of 1 bytes at 127 lies outside the image");

  writer_ = {};
  writer_.add_raw("/m/A.class",
                  std::string("\x3F\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0", 10));  // the largest size
  EXPECT_EQ(open().read(0).error().what,
            "resource of 18446744073709551615 bytes at 0 lies outside the image");
}

TEST_F(ImageTest, HeadersThatAreNot) {
  const auto error = [](std::string_view text) {
    const auto image = Image::open(base::as_bytes(text));
    return image ? "(opened)" : image.error().describe();
  };
  EXPECT_EQ(error(""), "not a run-time image: wrong magic at byte 0");
  EXPECT_EQ(error("PK\3\4"), "not a run-time image: wrong magic at byte 0");
  EXPECT_EQ(error("\xCA\xFE\xDA\xDA"), "run-time image was made for big-endian machines at byte 0");
  EXPECT_EQ(error("\xDA\xDA\xFE\xCA"), "run-time image is cut off at byte 4");
  EXPECT_EQ(error(std::string_view("\xDA\xDA\xFE\xCA\1\0\1\0", 8)),
            "run-time image version 1.1 is not 1.0 at byte 4");
  const std::string vast = std::string("\xDA\xDA\xFE\xCA\0\0\1\0", 8) + std::string(20, '\xFF');
  EXPECT_EQ(error(vast), "run-time image is cut off at byte 28");
}

TEST_F(ImageTest, EveryTruncationIsNoticed) {
  writer_.add("/m/p/A.class", "a");
  writer_.add_packed("/m/p/B.class", writer_.packed("bbbb", "zip"), 4);
  const std::vector<std::uint8_t> whole = writer_.write();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<std::uint8_t> cut(whole.begin(), whole.begin() + static_cast<long>(size));
    const auto image = Image::open(cut);
    if (!image) continue;
    EXPECT_TRUE(read(*image, "/m/p/B.class").ends_with("lies outside the image")) << size;
  }
}

// --- the real thing ------------------------------------------------------------------------------

// The JDK of JAVA_HOME, or of the java on the path; empty if there is none.
fs::path find_jdk() {
  if (const char* home = std::getenv("JAVA_HOME")) return home;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code error;
    const fs::path java = fs::canonical(fs::path(folder) / "java", error);
    if (!error) return java.parent_path().parent_path();
  }
  return {};
}

class MappedFile {
 public:
  explicit MappedFile(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY);
    struct stat status{};
    if (file < 0 || ::fstat(file, &status) != 0) return;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* const at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    ::close(file);
    if (at != MAP_FAILED) bytes_ = {static_cast<const std::uint8_t*>(at), size};
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
  }

  [[nodiscard]] base::Bytes bytes() const { return bytes_; }

 private:
  base::Bytes bytes_;
};

std::string path_of(const Image::Location& location) {
  std::string path;
  if (!location.module.empty()) path += "/" + std::string(location.module) + "/";
  if (!location.parent.empty()) path += std::string(location.parent) + "/";
  path += location.base;
  if (!location.extension.empty()) path += "." + std::string(location.extension);
  return path;
}

// Every location is found under its path and can be read, every class has its magic, and its
// package leads back to its module. Returns the number of classes.
std::size_t check_all(const Image& image) {
  std::size_t classes = 0;
  for (std::uint32_t index = 0; index < image.location_count(); ++index) {
    const auto location = image.location(index);
    const auto content = image.read(index);
    if (!location || !content) {
      ADD_FAILURE() << "location " << index;
      continue;
    }
    const std::string path = path_of(*location);
    EXPECT_EQ(image.find(path), index) << path;
    if (!location->is_resource() || location->extension != "class") continue;
    ++classes;
    EXPECT_TRUE(base::as_text(content->bytes()).starts_with("\xCA\xFE\xBA\xBE")) << path;
    if (!location->parent.empty()) {
      EXPECT_EQ(image.module_of_package(location->parent), location->module) << path;
    }
  }
  return classes;
}

TEST(JdkImageTest, EveryLocationOfTheInstalledJdk) {
  const MappedFile file(find_jdk() / "lib" / "modules");
  if (file.bytes().empty()) GTEST_SKIP() << "no JDK with lib/modules is installed";
  const auto image = Image::open(file.bytes());
  ASSERT_TRUE(image) << image.error().describe();
  EXPECT_GT(check_all(*image), 5000U);
  EXPECT_EQ(image->module_of_package("java.lang"), "java.base");
}

TEST(JdkImageTest, EveryLocationOfACompressedImage) {
  const fs::path jdk = find_jdk();
  const fs::path linked = fs::path(testing::TempDir()) / ("image_" + std::to_string(::getpid()));
  const std::string command = "'" + (jdk / "bin" / "jlink").string() +
                              "' --add-modules java.base --compress=2 --output '" +
                              linked.string() + "' >/dev/null 2>&1";
  if (jdk.empty() || std::system(command.c_str()) != 0)
    GTEST_SKIP() << "jlink of the installed JDK makes no compressed image";
  {
    const MappedFile file(linked / "lib" / "modules");
    const auto image = Image::open(file.bytes());
    ASSERT_TRUE(image) << image.error().describe();
    EXPECT_GT(check_all(*image), 5000U);
    const auto object = image->find("/java.base/java/lang/Object.class");
    ASSERT_TRUE(object);
    EXPECT_NE(image->location(*object)->compressed, 0U);
  }
  fs::remove_all(linked);
}

}  // namespace
}  // namespace heddle::archive
