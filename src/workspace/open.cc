#include "workspace/open.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <iterator>
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
#include "base/malformed.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/folder_container.h"
#include "workspace/folder_walk.h"
#include "workspace/image_container.h"
#include "workspace/mapped_file.h"
#include "workspace/zip_container.h"

namespace heddle::workspace {
namespace {

namespace fs = std::filesystem;

bool begins_with(base::Bytes bytes, std::initializer_list<std::uint8_t> magic) {
  return bytes.size() >= magic.size() && std::ranges::equal(magic, bytes.first(magic.size()));
}

bool is_class_file(base::Bytes bytes) { return begins_with(bytes, {0xCA, 0xFE, 0xBA, 0xBE}); }
bool is_image(base::Bytes bytes) {
  return begins_with(bytes, {0xDA, 0xDA, 0xFE, 0xCA}) ||
         begins_with(bytes, {0xCA, 0xFE, 0xDA, 0xDA});
}

// "a%20b" is "a b".
std::string without_url_escapes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    unsigned code = 0;
    if (text.size() >= 3 && text[0] == '%' &&
        std::from_chars(&text[1], &text[1] + 2, code, 16).ptr == &text[1] + 2 && code != 0) {
      plain += static_cast<char>(code);
      text.remove_prefix(3);
    } else {
      plain += text[0];
      text.remove_prefix(1);
    }
  }
  return plain;
}

std::string why_not_a_zip(std::string_view label, base::Bytes bytes, bool is_jmod,
                          const base::Malformed& error) {
  if (bytes.empty()) return "is empty";
  if (is_jmod) return "not a jmod we can read: " + error.describe();
  const bool has_end_record = error.offset != base::Malformed::kNowhere;
  if (has_end_record || base::as_text(bytes).starts_with("PK"))
    return "not a zip we can read: " + error.describe();
  for (const std::string_view ending : {".java", ".kt", ".scala", ".groovy"})
    if (label.ends_with(ending)) return "is source; what is read is the classes made from it";
  return "not a jar, class file or run-time image";
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
    const std::string label =
        path.substr(0, std::max<std::size_t>(1, path.find_last_not_of('/') + 1));
    FolderFiles files = walk_folder(label);
    std::ranges::move(files.skipped, std::back_inserter(opened_.skipped));
    std::ranges::move(files.notes, std::back_inserter(opened_.notes));
    if (!files.error.empty()) return fail(std::move(files.error));
    if (files.classes.empty() && files.jars.empty())
      return fail("the folder holds no classes and no jars");
    if (!files.classes.empty())
      opened_.containers.push_back(std::make_unique<FolderContainer>(
          label, layer, std::move(files.classes), std::move(files.texts)));
    const std::string prefix = label + "/";
    for (const std::string& jar : files.jars) {
      open_file(prefix + jar, layer);
      if (opened_.error.empty()) continue;
      opened_.skipped.push_back({.what = prefix + jar, .why = std::move(opened_.error)});
      opened_.error.clear();
    }
    if (opened_.containers.empty()) fail("none of the jars in the folder can be opened");
  }

  void open_file(const std::string& path, ir::Layer layer) {
    auto file = MappedFile::open(path);
    if (!file) return fail(file.error());
    const base::Bytes bytes = file->bytes();
    if (bytes.empty()) return fail("the file is empty");
    budget_ = std::make_shared<InflationBudget>(bytes.size());
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
        std::make_unique<ImageContainer>(path, layer, std::move(file), *image));
    opened_.containers.back()->set_budget(budget_);
  }

  void open_zip(const std::string& label, ir::Layer layer,
                const std::shared_ptr<const void>& holder, base::Bytes bytes, unsigned depth) {
    const bool is_jmod = archive::is_jmod(bytes);
    if (is_jmod) {
      const auto payload = archive::jmod_payload(bytes);
      if (!payload) return fail("not a jmod we can read: " + payload.error().describe());
      bytes = *payload;
    }
    auto zip = archive::Zip::open(bytes);
    if (!zip) return fail(why_not_a_zip(label, bytes, is_jmod, zip.error()));
    auto container = std::make_unique<ZipContainer>(label, layer, holder, std::move(*zip),
                                                    options_.release, is_jmod);
    container->set_budget(budget_);
    const ZipContainer& placed = *container;
    if (depth == 0) {
      if (opened_.main_class.empty()) opened_.main_class = placed.main_class();
      std::ranges::move(manifest_class_path(label, placed.class_path()),
                        std::back_inserter(opened_.class_path));
    }
    opened_.containers.push_back(std::move(container));
    if (!is_jmod) open_jars_inside(placed, holder, depth);
  }

  void open_jars_inside(const ZipContainer& outer, const std::shared_ptr<const void>& holder,
                        unsigned depth) {
    const auto entries = outer.zip().entries();
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      if (!is_jar_name(entries[i].name)) continue;
      if (std::string why = open_jar_inside(outer, i, holder, depth + 1); !why.empty())
        opened_.skipped.push_back({.what = outer.place(i), .why = std::move(why)});
    }
  }

  // Says why it cannot be opened, or nothing.
  std::string open_jar_inside(const ZipContainer& outer, std::uint32_t entry,
                              const std::shared_ptr<const void>& holder, unsigned depth) {
    if (depth > options_.nesting.depth)
      return "jars are nested more than " + std::to_string(options_.nesting.depth) + " deep";
    if (++jars_ > options_.nesting.jars)
      return "there are more than " + std::to_string(options_.nesting.jars) + " jars inside jars";
    if (const auto too_much = outer.charge(entry)) return too_much->describe();
    auto content = outer.zip().read(entry);
    if (!content) return content.error().describe();
    const std::string_view name = outer.zip().entries()[entry].name;
    const bool is_library = name.starts_with("BOOT-INF/lib/") || name.starts_with("WEB-INF/lib/");
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
    open_zip(outer.place(entry), layer, held, bytes, depth);
    return std::exchange(opened_.error, {});
  }

  const OpenOptions& options_;
  Opened opened_;
  std::shared_ptr<InflationBudget> budget_;  // of the file being opened
  std::size_t jars_ = 0;
};

}  // namespace

Opened open_path(const std::string& path, ir::Layer layer, const OpenOptions& options) {
  return Opener(options).open(path, layer);
}

std::vector<std::string> manifest_class_path(const std::string& jar, std::string_view value) {
  std::vector<std::string> paths;
  const fs::path folder = fs::path(jar).parent_path();
  while (!value.empty()) {
    const std::size_t space = std::min(value.find(' '), value.size());
    std::string part = without_url_escapes(value.substr(0, space));
    value.remove_prefix(std::min(space + 1, value.size()));
    if (part.empty()) continue;
    if (part.starts_with("file:")) {
      part.erase(0, part.starts_with("file:///") ? 7 : 5);
    } else if (part.find("://") != std::string::npos) {
      paths.push_back(std::move(part));
      continue;
    }
    paths.push_back((folder / part).lexically_normal().string());
  }
  return paths;
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
      if (walk->path().extension() == ".jar" || walk->path().extension() == ".JAR")
        jars.push_back(walk->path().string());
    std::ranges::sort(jars);
    if (jars.empty()) jars.push_back(part);  // opening it will say what is wrong
    std::ranges::move(jars, std::back_inserter(parts));
  }
  return parts;
}

}  // namespace heddle::workspace
