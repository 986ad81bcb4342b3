#include "workspace/open.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "archive/image.h"
#include "archive/jmod.h"
#include "archive/zip.h"
#include "base/bytes.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/folder_container.h"
#include "workspace/image_container.h"
#include "workspace/mapped_file.h"
#include "workspace/zip_container.h"

namespace heddle::workspace {
namespace {

namespace fs = std::filesystem;

bool is_jar_name(std::string_view name) { return name.ends_with(".jar") || name.ends_with(".war"); }

bool begins_with(base::Bytes bytes, std::initializer_list<std::uint8_t> magic) {
  return bytes.size() >= magic.size() && std::ranges::equal(magic, bytes.first(magic.size()));
}

bool is_class_file(base::Bytes bytes) { return begins_with(bytes, {0xCA, 0xFE, 0xBA, 0xBE}); }
bool is_image(base::Bytes bytes) {
  return begins_with(bytes, {0xDA, 0xDA, 0xFE, 0xCA}) ||
         begins_with(bytes, {0xCA, 0xFE, 0xDA, 0xDA});
}

class Opener {
 public:
  explicit Opener(const OpenOptions& options) : options_(options) {}

  Opened open(const std::string& path, ir::Layer layer) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      open_folder(path, layer);
    } else {
      open_file(path, layer);
    }
    return std::move(opened_);
  }

 private:
  void fail(std::string why) {
    if (opened_.error.empty()) opened_.error = std::move(why);
  }

  void open_folder(const std::string& path, ir::Layer layer) {
    std::vector<std::string> classes;
    std::vector<std::string> jars;
    std::error_code error;
    fs::recursive_directory_iterator walk(path, fs::directory_options::skip_permission_denied,
                                          error);
    if (error) return fail(error.message());
    for (; walk != fs::recursive_directory_iterator(); walk.increment(error)) {
      if (error) return fail(error.message());
      std::error_code ignored;
      if (!walk->is_regular_file(ignored)) continue;
      std::string file = walk->path().lexically_relative(path).string();
      if (file.ends_with(".class")) {
        classes.push_back(std::move(file));
      } else if (is_jar_name(file)) {
        jars.push_back(std::move(file));
      }
    }
    std::ranges::sort(classes);
    std::ranges::sort(jars);
    if (classes.empty() && jars.empty()) return fail("the folder holds no classes and no jars");
    const std::string label =
        path.size() > 1 && path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
    if (!classes.empty())
      opened_.containers.push_back(
          std::make_unique<FolderContainer>(label, layer, std::move(classes)));
    for (const std::string& jar : jars) {
      open_file(label + "/" + jar, layer);
      if (opened_.error.empty()) continue;
      opened_.skipped.push_back({.what = label + "/" + jar, .why = std::move(opened_.error)});
      opened_.error.clear();
    }
    if (opened_.containers.empty()) fail("none of the jars in the folder can be opened");
  }

  void open_file(const std::string& path, ir::Layer layer) {
    auto file = MappedFile::open(path);
    if (!file) return fail(file.error());
    const base::Bytes bytes = file->bytes();
    if (bytes.empty()) return fail("the file is empty");
    if (is_class_file(bytes)) return open_class_file(path, layer, bytes);
    if (is_image(bytes)) return open_image(path, layer, std::move(*file));
    auto holder = std::make_shared<const MappedFile>(std::move(*file));
    open_zip(path, layer, holder, holder->bytes(), 0);
  }

  void open_class_file(const std::string& path, ir::Layer layer, base::Bytes bytes) {
    auto copy = std::make_unique_for_overwrite<std::uint8_t[]>(bytes.size());
    std::ranges::copy(bytes, copy.get());
    opened_.containers.push_back(std::make_unique<FileContainer>(
        path, layer, archive::Content::own(std::move(copy), bytes.size())));
  }

  void open_image(const std::string& path, ir::Layer layer, MappedFile file) {
    auto image = archive::Image::open(file.bytes());
    if (!image) return fail("not a run-time image we can read: " + image.error().describe());
    opened_.containers.push_back(
        std::make_unique<ImageContainer>(path, layer, std::move(file), std::move(*image)));
  }

  void open_zip(const std::string& label, ir::Layer layer, std::shared_ptr<const void> holder,
                base::Bytes bytes, unsigned depth) {
    const bool is_jmod = archive::is_jmod(bytes);
    if (is_jmod) {
      const auto payload = archive::jmod_payload(bytes);
      if (!payload) return fail("not a jmod we can read: " + payload.error().describe());
      bytes = *payload;
    }
    auto zip = archive::Zip::open(bytes);
    if (!zip) return fail("not a jar, class file or run-time image: " + zip.error().describe());
    auto container = std::make_unique<ZipContainer>(label, layer, holder, std::move(*zip),
                                                    options_.release, is_jmod);
    const ZipContainer& placed = *container;
    if (opened_.main_class.empty() && depth == 0) opened_.main_class = placed.main_class();
    for (Remark& remark : placed.remarks()) opened_.notes.push_back(std::move(remark));
    opened_.containers.push_back(std::move(container));
    if (!is_jmod) open_jars_inside(placed, holder, depth);
  }

  void open_jars_inside(const ZipContainer& outer, const std::shared_ptr<const void>& holder,
                        unsigned depth) {
    const auto entries = outer.zip().entries();
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      const archive::ZipEntry& entry = entries[i];
      if (!is_jar_name(entry.name)) continue;
      const std::string place = outer.place(i);
      const auto skip = [&](std::string why) {
        opened_.skipped.push_back({.what = place, .why = std::move(why)});
      };
      if (depth + 1 > options_.nesting.depth) {
        skip("jars are nested more than " + std::to_string(options_.nesting.depth) + " deep");
        continue;
      }
      if (++jars_ > options_.nesting.jars || bytes_ + entry.size > options_.nesting.bytes) {
        skip("too many or too large jars inside jars");
        continue;
      }
      bytes_ += entry.size;
      auto content = outer.zip().read(i);
      if (!content) {
        skip(content.error().describe());
        continue;
      }
      const bool is_library =
          entry.name.starts_with("BOOT-INF/lib/") || entry.name.starts_with("WEB-INF/lib/");
      const ir::Layer layer = is_library && outer.layer() == ir::Layer::kApplication
                                  ? ir::Layer::kLibrary
                                  : outer.layer();
      // A stored jar is a part of the outer file; an inflated one keeps its own memory.
      struct Held {
        std::shared_ptr<const void> outer;
        archive::Content content;
      };
      const base::Bytes bytes = content->bytes();
      auto held = std::make_shared<const Held>(holder, std::move(*content));
      open_zip(place, layer, held, bytes, depth + 1);
      if (opened_.error.empty()) continue;
      skip(std::move(opened_.error));
      opened_.error.clear();
    }
  }

  const OpenOptions& options_;
  Opened opened_;
  std::size_t jars_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace

Opened open_path(const std::string& path, ir::Layer layer, const OpenOptions& options) {
  return Opener(options).open(path, layer);
}

std::vector<std::string> split_class_path(const std::string& class_path) {
  std::vector<std::string> parts;
  std::string_view rest = class_path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string part(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    if (part.empty()) continue;
    if (part != "*" && !part.ends_with("/*")) {
      parts.push_back(part);
      continue;
    }
    const std::string folder = part == "*" ? "." : part.substr(0, part.size() - 2);
    std::vector<std::string> jars;
    std::error_code error;
    for (fs::directory_iterator walk(folder, error); !error && walk != fs::directory_iterator();
         walk.increment(error))
      if (is_jar_name(walk->path().string())) jars.push_back(walk->path().string());
    std::ranges::sort(jars);
    if (jars.empty()) jars.push_back(part);  // opening it will say what is wrong
    std::ranges::move(jars, std::back_inserter(parts));
  }
  return parts;
}

}  // namespace heddle::workspace
