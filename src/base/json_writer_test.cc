#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <string>

namespace heddle::base {
namespace {

TEST(JsonWriter, LaysOutObjectsAndLists) {
  std::string out;
  JsonWriter json(out);
  json.begin_object().key("n").value(3).key("list").begin_array();
  json.begin_object(JsonWriter::Layout::kLine)
      .key("a")
      .value("x")
      .key("b")
      .value(true)
      .end_object();
  json.value(-1).end_array().key("empty").begin_array().end_array();
  json.key("d").decimal(1.5, 3).key("z").null().end_object();
  EXPECT_EQ(out,
            "{\n  \"n\": 3,\n  \"list\": [\n    {\"a\": \"x\", \"b\": true},\n    -1\n  ],\n"
            "  \"empty\": [],\n  \"d\": 1.500,\n  \"z\": null\n}\n");
}

TEST(JsonWriter, EscapesWhatJsonCannotHold) {
  std::string out;
  JsonWriter(out).begin_array(JsonWriter::Layout::kLine).value("\"\\\n\t\x01\x7f").end_array();
  EXPECT_EQ(out, "[\"\\\"\\\\\\n\\t\\u0001\\u007f\"]\n");
}

TEST(JsonWriter, ReplacesBytesThatAreNoText) {
  std::string out;
  JsonWriter(out)
      .begin_array(JsonWriter::Layout::kLine)
      .value("a\xff\xc3\xa4\xed\xa0\x80")
      .end_array();
  EXPECT_EQ(out, "[\"a\\ufffd\xc3\xa4\\ufffd\\ufffd\\ufffd\"]\n");
}

TEST(JsonWriter, EscapesWhatSteersATerminal) {
  std::string out;
  JsonWriter(out)
      .begin_array(JsonWriter::Layout::kLine)
      .value("\x1b\x7f\xc2\x9b\xe2\x80\xae\xe2\x81\xa6")
      .end_array();
  EXPECT_EQ(out, "[\"\\u001b\\u007f\\u009b\\u202e\\u2066\"]\n");
}

TEST(Printable, KeepsTextAndShowsTheRest) {
  EXPECT_EQ(printable("a/\xc3\xa4.class"), "a/\xc3\xa4.class");
  EXPECT_EQ(printable("a\x1b[31m\n\xff"), "a\\x1b[31m\\x0a\\xff");
  EXPECT_EQ(printable("\xc2\x9b"), "\\u009b");
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\u202eb");
}

TEST(Utf8Length, RefusesOverlongSurrogatesAndCutOff) {
  EXPECT_EQ(utf8_length("a"), 1U);
  EXPECT_EQ(utf8_length("\xf0\x9f\x99\x82"), 4U);
  EXPECT_EQ(utf8_length("\xc0\x80"), 0U);
  EXPECT_EQ(utf8_length("\xe0\x80\x80"), 0U);
  EXPECT_EQ(utf8_length("\xed\xa0\x80"), 0U);
  EXPECT_EQ(utf8_length("\xe2\x82"), 0U);
  EXPECT_EQ(utf8_length(""), 0U);
}

}  // namespace
}  // namespace heddle::base
