#include "base/persist.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::base {
namespace {

struct Row {
  std::uint32_t a = 0;
  std::uint8_t b = 0;
  friend bool operator==(const Row&, const Row&) = default;
};

struct Table {
  std::uint16_t count = 0;
  std::vector<Row> rows;
  std::string name;
  std::vector<std::string> notes;
  friend bool operator==(const Table&, const Table&) = default;
};

template <typename Archive>
void persist(Archive& archive, Table& table) {
  archive.value(table.count);
  archive.array(table.rows);
  archive.text(table.name);
  archive.texts(table.notes);
}

std::vector<std::uint8_t> saved(Table table) {
  std::vector<std::uint8_t> bytes;
  Saver saver([&](Bytes piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
  persist(saver, table);
  saver.flush();
  return bytes;
}

Table example() {
  return {.count = 7, .rows = {{1, 2}, {3, 4}}, .name = "heddle", .notes = {"", "one", "two"}};
}

TEST(Persist, ComesBackAsItWas) {
  const std::vector<std::uint8_t> bytes = saved(example());
  Loader loader(bytes);
  Table table;
  persist(loader, table);
  EXPECT_EQ(table, example());
  EXPECT_TRUE(loader.at_end());
}

TEST(Persist, LargeArraysGoThroughWhole) {
  Table table;
  for (std::uint32_t i = 0; i < 100'000; ++i) table.rows.push_back({i, 1});
  const std::vector<std::uint8_t> bytes = saved(table);
  Loader loader(bytes);
  Table loaded;
  persist(loader, loaded);
  EXPECT_EQ(loaded, table);
}

TEST(Persist, WhatIsCutOffFailsAndReadsNothing) {
  const std::vector<std::uint8_t> bytes = saved(example());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Loader loader(Bytes(bytes).first(size));
    Table table;
    persist(loader, table);
    EXPECT_TRUE(loader.failed()) << size;
  }
}

TEST(Persist, CountsThatCannotBeFail) {
  std::vector<std::uint8_t> bytes(16, 0xFF);
  Loader loader(bytes);
  EXPECT_TRUE(loader.view<std::uint64_t>().empty());
  EXPECT_TRUE(loader.failed());
}

TEST(Persist, ListsOfTexts) {
  TextList list;
  list.add("");
  list.add("abc");
  list.add("d");
  std::vector<std::uint8_t> bytes;
  {
    Saver saver([&](Bytes piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
    list.persist(saver);
  }
  Loader loader(bytes);
  TextList loaded;
  loaded.persist(loader);
  ASSERT_EQ(loaded.size(), 3U);
  EXPECT_EQ(loaded[0], "");
  EXPECT_EQ(loaded[1], "abc");
  EXPECT_EQ(loaded[2], "d");
}

}  // namespace
}  // namespace heddle::base
