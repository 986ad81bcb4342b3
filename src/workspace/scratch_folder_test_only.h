// A folder of its own for each test, and small programs to put into it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::workspace {

class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] std::string path(std::string_view below) const;
  // Makes the folders in between, and gives the file's path.
  std::string write(std::string_view below, std::string_view content) const;

 private:
  std::string root_;
};

// A class with one static method of that name that returns: so that tests see which of two classes
// of one name they have.
std::string class_bytes(std::string_view name, std::string_view method = "run",
                        std::string_view super = "java/lang/Object");

// A method that pops from an empty stack.
std::string broken_class_bytes(std::string_view name);

using Contents = std::vector<std::pair<std::string, std::string>>;
std::string stored_jar(const Contents& contents);
std::string deflated_jar(const Contents& contents);
std::string manifest(std::string_view lines);

// The classes without which nothing is a platform, as contents of a jar.
Contents platform_contents(std::string_view method = "platform");
// The same as a run-time image.
std::string image_bytes(const Contents& contents);

}  // namespace heddle::workspace
