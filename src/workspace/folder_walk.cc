// Folders first, links to folders when all true folders are known, so that what is reached both
// ways has the name without the link. Every folder is entered once, whatever leads to it, which is
// why links in a circle end.
#include "workspace/folder_walk.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "workspace/named_classes.h"
#include "workspace/zip_container.h"

namespace heddle::workspace {
namespace {

namespace fs = std::filesystem;

class Walk {
 public:
  explicit Walk(const std::string& root) : root_(root) {}

  FolderFiles run() {
    folders_.emplace_back();
    while (files_.error.empty() && !(folders_.empty() && links_.empty())) {
      const bool is_link = folders_.empty();
      std::vector<std::string>& pending = is_link ? links_ : folders_;
      const std::string folder = std::move(pending.back());
      pending.pop_back();
      if (enter(folder)) {
        list(folder);
      } else if (is_link) {
        files_.notes.push_back({.what = root_ + "/" + folder,
                                .why = "is a link into a folder that is listed already"});
      }
    }
    std::ranges::sort(files_.classes);
    std::ranges::sort(files_.jars);
    std::ranges::sort(files_.texts);
    return std::move(files_);
  }

 private:
  [[nodiscard]] std::string path_of(const std::string& below) const {
    return below.empty() ? root_ : root_ + "/" + below;
  }

  bool enter(const std::string& folder) {
    struct stat status{};
    if (::stat(path_of(folder).c_str(), &status) != 0) return true;  // listing it will say why
    return entered_.emplace(status.st_dev, status.st_ino).second;
  }

  void list(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator entry(path_of(folder), error);
    while (!error && entry != fs::directory_iterator()) {
      names.push_back(entry->path().filename().string());
      entry.increment(error);
    }
    if (error && folder.empty()) {
      files_.error = error.message();
    } else if (error) {
      files_.skipped.push_back({.what = path_of(folder), .why = error.message()});
    }
    std::ranges::sort(names, std::greater());  // what is pending is taken from the back
    const std::string prefix = folder.empty() ? "" : folder + "/";
    for (const std::string& name : names) add(prefix + name);
  }

  void add(std::string file) {
    const bool is_class = file.ends_with(".class");
    const bool is_jar = is_jar_name(file);
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path_of(file), error);
    if (error) {
      files_.skipped.push_back({.what = path_of(file), .why = error.message()});
      return;
    }
    if (fs::is_directory(status)) return folders_.push_back(std::move(file));
    const bool is_link = fs::is_symlink(status);
    if (!is_class && !is_jar && !is_link) return add_text(std::move(file), status);
    const fs::file_status target = is_link ? fs::status(path_of(file), error) : status;
    if (is_link && fs::is_directory(target)) return links_.push_back(std::move(file));
    if (!is_class && !is_jar) return add_text(std::move(file), target);
    if (fs::is_regular_file(target)) {
      (is_class ? files_.classes : files_.jars).push_back(std::move(file));
      return;
    }
    const bool is_nothing = target.type() == fs::file_type::not_found;
    files_.skipped.push_back({.what = path_of(file),
                              .why = is_nothing ? "is a link to nothing"
                                     : error    ? error.message()
                                                : "not a regular file"});
  }

  void add_text(std::string file, const fs::file_status& status) {
    if (fs::is_regular_file(status) && may_name_classes(file))
      files_.texts.push_back(std::move(file));
  }

  const std::string& root_;
  FolderFiles files_;
  std::vector<std::string> folders_, links_;
  std::set<std::pair<dev_t, ino_t>> entered_;
};

}  // namespace

FolderFiles walk_folder(const std::string& folder) { return Walk(folder).run(); }

}  // namespace heddle::workspace
