#include "pointsto/policy.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::pointsto {
namespace {

TEST(Policy, NamesAreReadAndWritten) {
  for (const std::string_view name : {"insensitive", "origin(1)", "origin(2)", "object(1)",
                                      "object(9)", "call-site(2)", "recommended"}) {
    const auto policy = parse_policy(name);
    ASSERT_TRUE(policy) << name;
    EXPECT_EQ(policy_name(*policy), name);
  }
  EXPECT_EQ(policy_name(*parse_policy("origin")), "origin(1)");
  EXPECT_EQ(policy_name(*parse_policy("object")), "object(2)");
  EXPECT_EQ(policy_name(*parse_policy("call-site")), "call-site(1)");
}

TEST(Policy, OtherNamesAreRefused) {
  for (const std::string_view name :
       {"", "best", "Origin", "origin(0)", "origin(10)", "origin()", "origin(x)", "origin(1",
        "origin 1", "insensitive(1)", "recommended(2)", "objective", "origin(1) "})
    EXPECT_FALSE(parse_policy(name)) << name;
}

// The policies that are tried one after the other.
std::vector<std::string> steps_from(std::string_view name) {
  std::vector<std::string> names;
  for (std::optional<Policy> at = parse_policy(name); at; at = step_down(*at))
    names.push_back(policy_name(*at));
  return names;
}

TEST(Policy, StepsDownToInsensitive) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(steps_from("recommended"),
            (Names{"recommended", "recommended, 1 step down", "recommended, 2 steps down",
                   "recommended, 3 steps down", "recommended, 4 steps down", "insensitive"}));
  EXPECT_EQ(steps_from("object(3)"), (Names{"object(3)", "object(2)", "object(1)", "insensitive"}));
  EXPECT_EQ(steps_from("origin(1)"), (Names{"origin(1)", "insensitive"}));
  EXPECT_EQ(steps_from("insensitive"), Names{"insensitive"});
}

}  // namespace
}  // namespace heddle::pointsto
