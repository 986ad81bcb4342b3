#include "ir/round_trip_test_only.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "ir/body.h"
#include "ir/canonical.h"
#include "ir/class.h"
#include "ir/content_hash.h"
#include "ir/parse_text.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace heddle::ir {

std::vector<std::unique_ptr<Class>> parsed(std::string_view text) {
  auto classes = parse_text(text);
  if (!classes) {
    ADD_FAILURE() << classes.error().describe() << "\n" << text;
    return {};
  }
  return std::move(*classes);
}

std::string parse_error(std::string_view text) {
  const auto classes = parse_text(text);
  return classes ? "" : classes.error().describe();
}

std::string violations_in(const Class& in) {
  std::string all;
  for (std::size_t at = 0; at < in.methods.size(); ++at) {
    if (in.bodies[at] == nullptr) continue;
    for (const Violation& violation : verify(in, in.methods[at], *in.bodies[at]))
      all += std::string(in.methods[at].name) + " " + violation.describe() + "\n";
  }
  return all;
}

void expect_round_trip(const Class& in) {
  const std::string text = print_class(in);
  const auto classes = parsed(text);
  ASSERT_EQ(classes.size(), 1U);
  const Class& back = *classes[0];
  EXPECT_EQ(print_class(back), text);
  EXPECT_EQ(class_hash(back), class_hash(in)) << text;
  ASSERT_EQ(back.methods.size(), in.methods.size());
  for (std::size_t at = 0; at < in.methods.size(); ++at) {
    ASSERT_EQ(back.bodies[at] == nullptr, in.bodies[at] == nullptr);
    if (in.bodies[at] == nullptr) continue;
    EXPECT_TRUE(same(in, *in.bodies[at], back, *back.bodies[at])) << text;
    EXPECT_EQ(content_hash(in, in.methods[at], *in.bodies[at]),
              content_hash(back, back.methods[at], *back.bodies[at]));
    EXPECT_EQ(statement_keys(in, *in.bodies[at]), statement_keys(back, *back.bodies[at]));
  }
}

const Method& method_named(const Class& in, std::string_view name) {
  for (const Method& method : in.methods)
    if (method.name == name) return method;
  HEDDLE_CHECK(false, "a test names a method that is not there");
  return in.methods[0];
}

const Body& body_named(const Class& in, std::string_view name) {
  return *in.bodies[static_cast<std::size_t>(&method_named(in, name) - in.methods.data())];
}

}  // namespace heddle::ir
