#include "workspace/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <utility>

#include "base/bytes.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::workspace {
namespace {

std::string error_of(const std::string& path) {
  const auto file = MappedFile::open(path);
  return file ? "" : file.error();
}

TEST(MappedFile, GivesTheBytes) {
  const ScratchFolder scratch;
  auto file = MappedFile::open(scratch.write("a", "some bytes"));
  ASSERT_TRUE(file);
  EXPECT_EQ(base::as_text(file->bytes()), "some bytes");
}

TEST(MappedFile, OfNothingIsEmpty) {
  const ScratchFolder scratch;
  const auto file = MappedFile::open(scratch.write("a", ""));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->bytes().empty());
}

TEST(MappedFile, KeepsItsBytesWhenMoved) {
  const ScratchFolder scratch;
  auto first = MappedFile::open(scratch.write("a", "first"));
  auto second = MappedFile::open(scratch.write("b", "second"));
  ASSERT_TRUE(first && second);
  MappedFile moved(std::move(*first));
  EXPECT_EQ(base::as_text(moved.bytes()), "first");
  EXPECT_TRUE(first->bytes().empty());  // NOLINT(bugprone-use-after-move): that is the question
  moved = std::move(*second);
  EXPECT_EQ(base::as_text(moved.bytes()), "second");
}

TEST(MappedFile, SaysWhatTheSystemSays) {
  const ScratchFolder scratch;
  scratch.write("a", "x");
  EXPECT_EQ(error_of(scratch.path("none")), "No such file or directory");
  EXPECT_EQ(error_of(scratch.path("a/b")), "Not a directory");
  EXPECT_EQ(error_of(scratch.path(std::string(300, 'x'))), "File name too long");
  EXPECT_EQ(error_of(""), "No such file or directory");
}

TEST(MappedFile, TakesOnlyRegularFilesAndNeverWaits) {
  const ScratchFolder scratch;
  EXPECT_EQ(error_of(scratch.path("")), "not a regular file");
  EXPECT_EQ(error_of("/dev/zero"), "not a regular file");
  ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(error_of(scratch.path("pipe")), "not a regular file");
}

}  // namespace
}  // namespace heddle::workspace
