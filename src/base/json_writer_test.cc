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

}  // namespace
}  // namespace heddle::base
