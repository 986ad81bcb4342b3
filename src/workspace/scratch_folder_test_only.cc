#include "workspace/scratch_folder_test_only.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "archive/image_writer_test_only.h"
#include "archive/zip_writer_test_only.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "classfile/opcode.h"

namespace heddle::workspace {
namespace {

namespace fs = std::filesystem;
using classfile::ClassWriter;
using classfile::CodeWriter;
using classfile::Opcode;

std::string text(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

std::string jar(const Contents& contents, std::uint16_t method) {
  archive::WrittenZip zip;
  for (const auto& [name, content] : contents)
    zip.entries.push_back({.name = name, .content = content, .method = method});
  return text(archive::write(zip));
}

constexpr std::uint16_t kPublicStatic = classfile::kAccPublic | classfile::kAccStatic;

}  // namespace

ScratchFolder::ScratchFolder() {
  static std::atomic<int> next{0};
  root_ = (fs::temp_directory_path() / ("heddle_scratch_" + std::to_string(::getpid()) + "_" +
                                        std::to_string(next.fetch_add(1))))
              .string();
  fs::create_directories(root_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string ScratchFolder::path(std::string_view below) const {
  return below.empty() ? root_ : root_ + "/" + std::string(below);
}

std::string ScratchFolder::write(std::string_view below, std::string_view content) const {
  const std::string file = path(below);
  fs::create_directories(fs::path(file).parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

std::string class_bytes(std::string_view name, std::string_view method, std::string_view super) {
  ClassWriter writer(name, super);
  if (name == "java/lang/Object") writer.raw_super_class(0);
  writer.method(kPublicStatic, method, "()V").code(CodeWriter(1, 1).op(Opcode::kReturn));
  return text(writer.finish());
}

std::string broken_class_bytes(std::string_view name) {
  ClassWriter writer(name);
  writer.method(kPublicStatic, "run", "()V")
      .code(CodeWriter(1, 1).op(Opcode::kPop).op(Opcode::kReturn));
  return text(writer.finish());
}

std::string stored_jar(const Contents& contents) { return jar(contents, 0); }
std::string deflated_jar(const Contents& contents) { return jar(contents, 8); }

std::string manifest(std::string_view lines) {
  return "Manifest-Version: 1.0\r\n" + std::string(lines) + "\r\n\r\n";
}

Contents platform_contents(std::string_view method) {
  Contents contents;
  for (const char* name : {"Object", "Class", "String", "Thread", "Throwable"}) {
    const std::string full = "java/lang/" + std::string(name);
    contents.emplace_back(full + ".class", class_bytes(full, method));
  }
  return contents;
}

std::string image_bytes(const Contents& contents) {
  archive::ImageWriter image;
  std::set<std::string> packages;
  for (const auto& [name, content] : contents) {
    image.add("/java.base/" + name, content);
    std::string package = name.substr(0, name.rfind('/'));
    for (char& c : package)
      if (c == '/') c = '.';
    packages.insert(package);
  }
  const std::uint32_t module = image.text("java.base");
  for (const std::string& package : packages) {
    std::string list(4, '\0');
    for (unsigned byte = 0; byte < 4; ++byte) list += static_cast<char>(module >> (8 * byte));
    image.add("/packages/" + package, list);
  }
  return text(image.write());
}

}  // namespace heddle::workspace
