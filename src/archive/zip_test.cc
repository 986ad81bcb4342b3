#include "archive/zip.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "archive/content.h"
#include "archive/zip_writer_test_only.h"
#include "base/bytes.h"

namespace heddle::archive {
namespace {

constexpr std::uint16_t kDeflate = 8;

std::string text_of(const Content& content) { return std::string(base::as_text(content.bytes())); }

// The content of the entry of that name, or why there is none.
std::string read(const Zip& zip, std::string_view name) {
  const auto entry = zip.find(name);
  if (!entry) return "(not found)";
  const auto content = zip.read(*entry);
  return content ? text_of(*content) : content.error().what;
}

std::string problems(const Zip& zip) {
  std::string all;
  for (const ZipProblem& problem : zip.problems()) {
    all += problem.entry ? std::string(zip.entries()[*problem.entry].name) : "(directory)";
    all += ": " + problem.what + "\n";
  }
  return all;
}

// Opens what is written; the bytes live as long as the fixture.
class ZipTest : public testing::Test {
 protected:
  Zip open(const WrittenZip& written, ZipLimits limits = {}) {
    bytes_ = write(written);
    auto zip = Zip::open(bytes_, limits);
    if (!zip) throw std::runtime_error(zip.error().describe());
    return std::move(*zip);
  }

  std::string open_error(const WrittenZip& written) {
    bytes_ = write(written);
    const auto zip = Zip::open(bytes_);
    return zip ? "(opened)" : zip.error().describe();
  }

  // Why the only entry is refused, in problems() and by read() alike.
  std::string refusal(WrittenEntry entry, ZipLimits limits = {}) {
    const std::string name = entry.name;
    const Zip zip =
        open({.entries = {std::move(entry), {.name = "good", .content = "good"}}}, limits);
    EXPECT_EQ(read(zip, "good"), "good");
    if (zip.problems().size() != 1) return "(not one problem)";
    EXPECT_EQ(zip.problems()[0].entry, 0U);
    EXPECT_EQ(read(zip, name), zip.problems()[0].what);
    return zip.problems()[0].what;
  }

  // Why the first of two entries cannot be read, though opening saw nothing wrong.
  std::string late_refusal(WrittenEntry entry) {
    const std::string name = entry.name;
    const Zip zip = open({.entries = {std::move(entry), {.name = "good", .content = "good"}}});
    EXPECT_EQ(problems(zip), "");
    EXPECT_EQ(read(zip, "good"), "good");
    return read(zip, name);
  }

  std::vector<std::uint8_t> bytes_;
};

TEST_F(ZipTest, ReadsStoredAndDeflatedEntriesInOrder) {
  const std::string large(100'000, 'x');
  const Zip zip = open({.entries = {{.name = "b/", .content = ""},
                                    {.name = "b/two", .content = large, .method = kDeflate},
                                    {.name = "a", .content = "one"}}});
  EXPECT_EQ(problems(zip), "");
  ASSERT_EQ(zip.entries().size(), 3U);
  EXPECT_TRUE(zip.entries()[0].is_directory());
  EXPECT_EQ(zip.entries()[1].name, "b/two");
  EXPECT_EQ(zip.find("a"), 2U);
  EXPECT_EQ(zip.find("b"), std::nullopt);
  EXPECT_EQ(zip.find(""), std::nullopt);
  EXPECT_EQ(read(zip, "b/"), "");
  EXPECT_EQ(read(zip, "b/two"), large);
  EXPECT_EQ(read(zip, "a"), "one");
}

TEST_F(ZipTest, StoredContentIsAViewAndDeflatedContentCanBeReleased) {
  const Zip zip = open({.entries = {{.name = "s", .content = "stored"},
                                    {.name = "d", .content = "deflated", .method = kDeflate}}});
  auto stored = zip.read(0);
  auto deflated = zip.read(1);
  ASSERT_TRUE(stored && deflated);
  EXPECT_TRUE(stored->is_view());
  EXPECT_GE(stored->bytes().data(), bytes_.data());
  EXPECT_LT(stored->bytes().data(), bytes_.data() + bytes_.size());
  EXPECT_EQ(stored->release(), nullptr);
  EXPECT_FALSE(deflated->is_view());
  const base::Bytes bytes = deflated->bytes();
  const auto memory = deflated->release();
  EXPECT_EQ(memory.get(), bytes.data());
  EXPECT_EQ(base::as_text(bytes), "deflated");
}

TEST_F(ZipTest, EmptyZip) {
  const Zip zip = open({});
  EXPECT_TRUE(zip.entries().empty());
  EXPECT_EQ(problems(zip), "");
  EXPECT_EQ(zip.find("a"), std::nullopt);
}

TEST_F(ZipTest, EmptyDeflatedEntry) {
  EXPECT_EQ(read(open({.entries = {{.name = "a", .content = "", .method = kDeflate}}}), "a"), "");
}

TEST_F(ZipTest, NamesAreBytesAsTheyAre) {
  const Zip zip =
      open({.entries = {{.name = "\x81\x9a.class", .content = "cp437"},
                        {.name = "\xc3\xbc.class", .content = "utf8", .flags = 0x800}}});
  EXPECT_EQ(read(zip, "\x81\x9a.class"), "cp437");
  EXPECT_EQ(read(zip, "\xc3\xbc.class"), "utf8");
}

TEST_F(ZipTest, DataDescriptors) {
  const Zip zip = open({.entries = {{.name = "a", .content = "one", .method = kDeflate, .flags = 8},
                                    {.name = "b", .content = "two", .flags = 8}}});
  EXPECT_EQ(read(zip, "a"), "one");
  EXPECT_EQ(read(zip, "b"), "two");
}

TEST_F(ZipTest, Zip64EntriesAndDirectory) {
  const Zip zip = open({.entries = {{.name = "a", .content = "one", .is_zip64 = true},
                                    {.name = "b", .content = "two", .method = 8, .is_zip64 = true}},
                        .is_zip64 = true});
  EXPECT_EQ(problems(zip), "");
  EXPECT_EQ(zip.entries()[1].size, 3U);
  EXPECT_EQ(read(zip, "a"), "one");
  EXPECT_EQ(read(zip, "b"), "two");
}

TEST_F(ZipTest, PrefixWithOffsetsFixedOrNot) {
  for (const bool fixed : {false, true}) {
    for (const bool zip64 : {false, true}) {
      const Zip zip = open({.entries = {{.name = "a", .content = "one", .is_zip64 = zip64},
                                        {.name = "b", .content = "two"}},
                            .prefix = "#!/bin/sh\nexec java -jar \"$0\"\n",
                            .offsets_know_prefix = fixed,
                            .is_zip64 = zip64});
      EXPECT_EQ(problems(zip), "");
      EXPECT_EQ(read(zip, "a"), "one");
      EXPECT_EQ(read(zip, "b"), "two");
    }
  }
}

TEST_F(ZipTest, LongestComment) {
  const WrittenZip written{.entries = {{.name = "a", .content = "one"}},
                           .comment = std::string(0xFFFF, 'c')};
  EXPECT_EQ(read(open(written), "a"), "one");
}

TEST_F(ZipTest, EndRecordFurtherBackThanAnyCommentIsNotSearched) {
  EXPECT_EQ(open_error({.entries = {{.name = "a"}}, .padding = std::string(0x10000, 'p')}),
            "no end record: cut off, or not a zip");
}

TEST_F(ZipTest, CommentThatHoldsAnEndRecord) {
  const std::string fake = std::string("PK\5\6") + std::string(18, '\1') + "more";
  EXPECT_EQ(read(open({.entries = {{.name = "a", .content = "one"}}, .comment = fake}), "a"),
            "one");
}

TEST_F(ZipTest, PaddingBehindTheComment) {
  const Zip zip = open({.entries = {{.name = "a", .content = "one"}},
                        .prefix = "prefix",
                        .comment = "comment",
                        .padding = std::string(100, '\0')});
  EXPECT_EQ(read(zip, "a"), "one");
}

TEST_F(ZipTest, NestedZip) {
  const std::vector<std::uint8_t> inner =
      write({.entries = {{.name = "A.class", .content = "class", .method = kDeflate}}});
  const Zip outer = open(
      {.entries = {{.name = "lib/inner.jar", .content = std::string(inner.begin(), inner.end())}}});
  const auto content = outer.read(0);
  ASSERT_TRUE(content);
  const auto zip = Zip::open(content->bytes());
  ASSERT_TRUE(zip);
  EXPECT_EQ(read(*zip, "A.class"), "class");
}

TEST_F(ZipTest, ManyEntries) {
  WrittenZip written;
  for (int i = 0; i < 70'000; ++i)
    written.entries.push_back({.name = "p/C" + std::to_string(i), .content = std::to_string(i)});
  const Zip zip = open(written);  // counts 70,000 modulo 65,536, as old tools did
  EXPECT_EQ(problems(zip), "");
  for (std::uint32_t i = 0; i < 70'000; ++i) ASSERT_EQ(zip.find(zip.entries()[i].name), i);
  EXPECT_EQ(zip.find("p/C70000"), std::nullopt);
  EXPECT_EQ(read(zip, "p/C69999"), "69999");
}

TEST_F(ZipTest, ThreadsReadTheSameZip) {
  WrittenZip written;
  for (int i = 0; i < 200; ++i)
    written.entries.push_back({.name = "C" + std::to_string(i),
                               .content = std::string(1000, static_cast<char>('a' + i % 26)),
                               .method = kDeflate});
  const Zip zip = open(written);
  const auto read_all = [&] {
    for (std::uint32_t i = 0; i < 200; ++i)
      EXPECT_EQ(read(zip, zip.entries()[i].name), written.entries[i].content);
  };
  const std::jthread one(read_all);
  const std::jthread two(read_all);
}

// What java.util.zip.ZipFile finds, tried with JDK 17 and 25.
TEST_F(ZipTest, LastOfSeveralEntriesOfOneNameIsFound) {
  const Zip zip = open({.entries = {{.name = "a", .content = "first"},
                                    {.name = "b", .content = "other"},
                                    {.name = "a", .content = "last"}}});
  EXPECT_EQ(zip.find("a"), 2U);
  EXPECT_EQ(read(zip, "a"), "last");
  EXPECT_EQ(read(zip, "b"), "other");
  EXPECT_EQ(problems(zip), "a: a later entry has the same name\n");
  EXPECT_EQ(zip.problems()[0].entry, 0U);
  EXPECT_EQ(zip.read(0).error().what, "a later entry has the same name");
}

TEST_F(ZipTest, EncryptedEntries) {
  EXPECT_EQ(refusal({.name = "a", .flags = 0x0001}), "entry is encrypted");
  EXPECT_EQ(refusal({.name = "a", .flags = 0x0040}), "entry is encrypted");
  EXPECT_EQ(refusal({.name = "a", .flags = 0x2000}), "entry is encrypted");
}

TEST_F(ZipTest, UnknownMethods) {
  EXPECT_EQ(refusal({.name = "a", .method = 9}), "compression method 9 is not supported");
  EXPECT_EQ(refusal({.name = "a", .method = 93}), "compression method 93 is not supported");
}

TEST_F(ZipTest, NamesMeantToBeMisread) {
  EXPECT_EQ(refusal({.name = ""}), "name is empty");
  EXPECT_EQ(refusal({.name = std::string("a\0b", 3)}), "name holds a NUL byte");
  EXPECT_EQ(refusal({.name = "..\\x"}), "name holds a backslash");
  EXPECT_EQ(refusal({.name = "/etc/passwd"}), "name is an absolute path");
  EXPECT_EQ(refusal({.name = "C:/x"}), "name is an absolute path");
  EXPECT_EQ(refusal({.name = "../x"}), "name climbs out of the archive");
  EXPECT_EQ(refusal({.name = "a/../../x"}), "name climbs out of the archive");
  EXPECT_EQ(refusal({.name = "a/.."}), "name climbs out of the archive");
}

TEST_F(ZipTest, NamesThatOnlyLookLikeClimbing) {
  const Zip zip = open({.entries = {{.name = "..."}, {.name = "a..b/c.."}, {.name = "./a"}}});
  EXPECT_EQ(problems(zip), "");
}

TEST_F(ZipTest, DeclaredSizeOverTheLimit) {
  EXPECT_EQ(refusal({.name = "a", .content = "12345"}, {.largest_entry = 4}),
            "declares 5 bytes, more than the limit of 4");
  EXPECT_EQ(refusal({.name = "a", .method = 8, .is_zip64 = true, .size = 1ULL << 40U}),
            "declares 1099511627776 bytes, more than the limit of 536870912");
}

TEST_F(ZipTest, DeclaredSizeThatDeflateCannotReach) {
  EXPECT_EQ(refusal({.name = "a", .method = 8, .size = 2065, .compressed_size = 2}),
            "declares 2065 bytes, more than 2 compressed bytes can become");
}

TEST_F(ZipTest, BestCompressionThereIsIsNotRefused) {
  const std::string zeroes(5'000'000, '\0');
  EXPECT_EQ(read(open({.entries = {{.name = "a", .content = zeroes, .method = 8}}}), "a"), zeroes);
}

TEST_F(ZipTest, StoredEntryWithTwoSizes) {
  EXPECT_EQ(refusal({.name = "a", .content = "12345", .size = 4}),
            "stored in 5 bytes but declares 4");
}

TEST_F(ZipTest, DeflatedEntryWithTheWrongSize) {
  EXPECT_EQ(late_refusal({.name = "a", .content = "12345", .method = 8, .size = 4}),
            "inflates to more than 4 bytes");
  EXPECT_EQ(late_refusal({.name = "a", .content = "12345", .method = 8, .size = 6}),
            "inflates to fewer than 6 bytes");
}

TEST_F(ZipTest, DamagedContent) {
  EXPECT_EQ(late_refusal({.name = "a", .content = "12345", .crc = 7}), "checksum is wrong");
  EXPECT_EQ(late_refusal({.name = "a", .content = "12345", .method = 8, .crc = 7}),
            "checksum is wrong");
  bytes_ = write({.entries = {{.name = "a", .content = "12345", .method = 8}}});
  bytes_[31] = 0xFF;
  EXPECT_EQ(read(*Zip::open(bytes_), "a"), "compressed data is damaged");
}

TEST_F(ZipTest, LocalHeaderThatDisagrees) {
  EXPECT_EQ(late_refusal({.name = "a", .local_name = "b"}), "local header has another name");
  EXPECT_EQ(late_refusal({.name = "a", .local_method = 8}),
            "local header has another compression method");
  EXPECT_EQ(late_refusal({.name = "a", .local_flags = 1}),
            "local header disagrees about encryption");
  EXPECT_EQ(late_refusal({.name = "a", .local_size = 1}), "local header has another size");
  EXPECT_EQ(late_refusal({.name = "a", .local_compressed_size = 1}),
            "local header has another compressed size");
  EXPECT_EQ(late_refusal({.name = "a", .local_crc = 1}), "local header has another checksum");
  EXPECT_EQ(late_refusal({.name = "a", .local_extra_size = 0xFFFF}), "local header is cut off");
}

TEST_F(ZipTest, OffsetThatPointsAtNoHeader) {
  const Zip zip = open({.entries = {{.name = "a", .content = std::string(100, 'a')},
                                    {.name = "b", .content = "b"},
                                    {.name = "c", .directory_header_offset = 40}}});
  EXPECT_EQ(problems(zip), "c: no local header where the directory says\n");
  EXPECT_EQ(read(zip, "a"), std::string(100, 'a'));
  EXPECT_EQ(read(zip, "b"), "b");
}

TEST_F(ZipTest, ManyLiarsDoNotSpoilTheEntryTheyPointInto) {
  WrittenZip written{.entries = {{.name = "a", .content = std::string(5000, 'a')}}};
  for (std::uint64_t i = 0; i < 100; ++i)
    written.entries.push_back({.name = "l" + std::to_string(i), .directory_header_offset = 40 + i});
  const Zip zip = open(written);
  EXPECT_EQ(zip.problems().size(), 100U);
  EXPECT_EQ(read(zip, "a"), std::string(5000, 'a'));
}

TEST_F(ZipTest, OffsetsOutsideTheFile) {
  EXPECT_EQ(refusal({.name = "a", .directory_header_offset = 0xFFFF'FFF0}),
            "entry runs into the directory");
  EXPECT_EQ(refusal({.name = "a", .is_zip64 = true, .directory_header_offset = ~0ULL - 1}),
            "entry runs into the directory");
}

TEST_F(ZipTest, CompressedSizeOutsideTheFile) {
  EXPECT_EQ(refusal({.name = "a", .method = 8, .is_zip64 = true, .compressed_size = ~0ULL - 1}),
            "entry runs into the directory");
}

// Each entry's data holds all later entries, headers and all.
TEST_F(ZipTest, OverlappingEntries) {
  const std::string kernel(100, 'k');
  WrittenZip written;
  for (std::uint64_t i = 0; i < 10; ++i) {
    const std::uint64_t size = (10 - i) * kernel.size() + (9 - i) * 32;
    written.entries.push_back({.name = "e" + std::to_string(i),
                               .content = kernel,
                               .size = size,
                               .compressed_size = size});
  }
  const Zip zip = open(written);
  ASSERT_EQ(zip.problems().size(), 9U);
  EXPECT_EQ(zip.problems()[0].what, "entry overlaps e1");
  EXPECT_EQ(read(zip, "e0"), "entry overlaps e1");
  EXPECT_EQ(read(zip, "e8"), "entry overlaps e9");
  EXPECT_EQ(read(zip, "e9"), kernel);
}

// The overlap hides in the extra field, which only the local header knows.
TEST_F(ZipTest, OverlapThroughTheExtraField) {
  EXPECT_EQ(late_refusal({.name = "a", .content = std::string(100, 'a'), .local_extra_size = 32}),
            "entry overlaps what follows it");
}

TEST_F(ZipTest, EntriesThatShareOneLocalHeader) {
  const Zip zip = open({.entries = {{.name = "a", .content = "first"},
                                    {.name = "a", .content = "first", .directory_header_offset = 0},
                                    {.name = "b", .content = "second"}}});
  EXPECT_EQ(problems(zip), "a: a later entry has the same name\n");
  EXPECT_EQ(read(zip, "a"), "first");
  EXPECT_EQ(read(zip, "b"), "second");
}

TEST_F(ZipTest, DirectoryThatMiscounts) {
  const Zip more = open({.entries = {{.name = "a", .content = "one"}}, .count = 7});
  EXPECT_EQ(problems(more), "(directory): directory declares 7 entries and has 1\n");
  EXPECT_EQ(read(more, "a"), "one");
  const Zip fewer = open({.entries = {{.name = "a"}, {.name = "b"}}, .is_zip64 = true, .count = 1});
  EXPECT_EQ(problems(fewer), "(directory): directory declares 1 entries and has 2\n");
  const Zip vast = open({.entries = {{.name = "a"}}, .is_zip64 = true, .count = ~0ULL});
  EXPECT_EQ(problems(vast),
            "(directory): directory declares 18446744073709551615 entries and has 1\n");
}

TEST_F(ZipTest, DirectoryCutOff) {
  bytes_ = write({.entries = {{.name = "a", .content = "one"}, {.name = "b", .content = "two"}}});
  const std::size_t second_header = bytes_.size() - 22 - 47;
  bytes_[second_header] = 'X';
  const auto zip = Zip::open(bytes_);
  ASSERT_TRUE(zip);
  EXPECT_EQ(problems(*zip), "(directory): directory is cut off after 1 entries\n");
  EXPECT_EQ(read(*zip, "a"), "one");

  bytes_[second_header] = 'P';
  bytes_[second_header + 28] = 0xFF;  // the length of the name
  EXPECT_EQ(problems(*Zip::open(bytes_)), "(directory): directory is cut off after 1 entries\n");
}

TEST_F(ZipTest, EndRecordsThatLie) {
  EXPECT_EQ(open_error({.entries = {{.name = "a"}}, .directory_size = 1000}),
            "zip directory of 1000 bytes is longer than what precedes its end at byte 78");
  EXPECT_EQ(open_error({.entries = {{.name = "a"}}, .is_zip64 = true, .directory_size = ~0ULL}),
            "zip directory of 18446744073709551615 bytes is longer than what precedes its end "
            "at byte 78");
  EXPECT_EQ(open_error({.entries = {{.name = "a"}}, .directory_size = 40}),
            "no zip directory where the end record says at byte 38");
  EXPECT_EQ(open_error({.entries = {{.name = "a"}}, .directory_offset = 32}),
            "zip directory at 31 is said to be at 32 at byte 78");
  EXPECT_EQ(open_error({.entries = {{.name = "a"}}, .disk = 3}),
            "zip is split over several files at byte 78");
}

TEST_F(ZipTest, NoZipAtAll) {
  const auto error = [](std::string_view text) {
    return Zip::open(base::as_bytes(text)).error().describe();
  };
  EXPECT_EQ(error(""), "no end record: cut off, or not a zip");
  EXPECT_EQ(error("PK\5\6"), "no end record: cut off, or not a zip");
  EXPECT_EQ(error(std::string(100'000, 'x')), "no end record: cut off, or not a zip");
}

TEST_F(ZipTest, EveryTruncationIsNoticed) {
  const std::string comment = "comment";
  const std::vector<std::uint8_t> whole =
      write({.entries = {{.name = "a", .content = "one", .method = 8, .is_zip64 = true},
                         {.name = "b", .content = "two", .flags = 8}},
             .comment = comment,
             .is_zip64 = true});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<std::uint8_t> cut(whole.begin(), whole.begin() + static_cast<long>(size));
    const bool only_the_comment_is_cut = size >= whole.size() - comment.size();
    EXPECT_EQ(Zip::open(cut).has_value(), only_the_comment_is_cut) << size;
  }
}

// The obvious twin of the sweep: no byte is in two readable entries, whatever the lies.
TEST_F(ZipTest, ReadableEntriesNeverShareBytes) {
  std::mt19937 random(1);
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random() % bound);
  };
  int readable = 0;
  for (int round = 0; round < 2000; ++round) {
    WrittenZip written;
    for (std::uint32_t i = 0, count = 1 + below(6); i < count; ++i) {
      WrittenEntry entry{.name = std::string(1, static_cast<char>('a' + below(4))),
                         .content = std::string(below(40), 'x')};
      if (below(3) == 0) entry.size = entry.compressed_size = below(120);
      if (below(3) == 0) entry.directory_header_offset = below(8) * 31;
      if (below(6) == 0) entry.local_extra_size = static_cast<std::uint16_t>(below(60));
      written.entries.push_back(std::move(entry));
    }
    const Zip zip = open(written);
    std::vector<std::uint8_t> taken(bytes_.size());
    for (std::uint32_t i = 0; i < zip.entries().size(); ++i) {
      const auto content = zip.read(i);
      if (!content) continue;
      ++readable;
      const auto begin = static_cast<std::size_t>(content->bytes().data() - bytes_.data());
      for (std::size_t at = 0; at < content->bytes().size(); ++at)
        ASSERT_EQ(taken[begin + at]++, 0) << "round " << round;
    }
  }
  EXPECT_GT(readable, 1000);
}

}  // namespace
}  // namespace heddle::archive
