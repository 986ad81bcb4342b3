#include "model/path.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace heddle::model {
namespace {

std::string read_back(std::string_view text) {
  const auto path = parse_path(text);
  return path ? print(*path) : path.error();
}

TEST(PathTest, PathsComeBackAsWritten) {
  for (const std::string_view text :
       {"this", "return", "0", "12[]", "this.(java.lang.Thread.target)",
        "return.(a.B$C.d)[].(e.F.g)", "static(a.B.c)", "static(a.B.c)[].(d.E.f)"})
    EXPECT_EQ(read_back(text), text);
}

TEST(PathTest, AFieldIsOwnerAndName) {
  const auto path = parse_path("this.(java.util.Map$Entry.key)");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->selectors.at(0).owner, "java/util/Map$Entry");
  EXPECT_EQ(path->selectors.at(0).field, "key");
}

TEST(PathTest, PathsThatAreNot) {
  const std::string root = "must begin with this, return, static(a.b.C.f) or an argument's number";
  for (const std::string text : {"", "that", "-1", "0x1", "255", ".(a.B.c)", "[]"})
    EXPECT_EQ(read_back(text), "path `" + text + "` " + root);
  for (const std::string text : {"this.a.B.c", "0[", "0[1]", "this[] ", "static(a.B.c)d"})
    EXPECT_EQ(read_back(text), "path `" + text + "` may go on only with [] or .(a.b.C.field)");
  EXPECT_EQ(read_back("0.(a.B.c"), "path `0.(a.B.c` has a `(` without a `)`");
  EXPECT_EQ(read_back("0.(c)"), "`c` has no class: want a.b.C.name");
  EXPECT_EQ(read_back("0.(a..c)"), "`a.` is no class name: want a.b.C or a.b.C$D");
}

TEST(PathTest, Moves) {
  const auto move = parse_move("0[] -> 2[]");
  ASSERT_TRUE(move);
  EXPECT_EQ(print(move->from) + " to " + print(move->to), "0[] to 2[]");
  EXPECT_EQ(parse_move("0[] 2[]").error(), "`0[] 2[]` has no arrow: want `from -> to`");
  EXPECT_FALSE(parse_move("0 -> 1 -> 2"));
  EXPECT_FALSE(parse_move("-> 1"));
}

}  // namespace
}  // namespace heddle::model
