#include "recording/field_locations.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace heddle::recording {
namespace {

using Location = std::pair<std::uint32_t, std::uint32_t>;  // a field and an object

// Fields come to be known while objects are accessed; whatever is told of a number is the same.
TEST(FieldLocations, NumbersEachFieldOfEachObjectOnce) {
  std::mt19937 random(3);
  for (int run = 0; run < 20; ++run) {
    FieldLocations locations;
    std::vector<Location> made;
    std::map<Location, std::uint32_t> given;
    std::vector<bool> is_static;
    const auto make = [&](std::uint32_t field, std::uint32_t object) {
      made.emplace_back(field, object);
      return static_cast<std::uint32_t>(made.size() - 1);
    };
    for (int step = 0; step < 20'000; ++step) {
      if (is_static.empty() || random() % 500 == 0) {
        is_static.push_back(random() % 5 == 0);
        locations.add_field("class " + std::to_string(random() % 3), is_static.back());
      }
      const auto field = static_cast<std::uint32_t>(random() % is_static.size());
      const auto object = is_static[field] ? 0U : static_cast<std::uint32_t>(1 + random() % 3'000);
      const std::uint32_t number = locations.at(field, object, make);
      ASSERT_LT(number, made.size());
      ASSERT_EQ(made[number], Location(field, object));
      const auto [known, is_new] = given.try_emplace({field, object}, number);
      ASSERT_EQ(known->second, number);
    }
  }
}

TEST(FieldLocations, MakesTheFieldsOfAClassTogether) {
  FieldLocations locations;
  std::vector<Location> made;
  const auto make = [&](std::uint32_t field, std::uint32_t object) {
    made.emplace_back(field, object);
    return static_cast<std::uint32_t>(made.size() - 1);
  };
  locations.add_field("A", false);
  locations.add_field("A", false);
  locations.add_field("B", false);
  EXPECT_EQ(locations.at(1, 7, make), 1U);
  EXPECT_EQ(made, (std::vector<Location>{{0, 7}, {1, 7}}));
  locations.add_field("A", false);
  EXPECT_EQ(locations.at(3, 7, make), 2U);
  EXPECT_EQ(locations.at(3, 8, make), 5U);
}

}  // namespace
}  // namespace heddle::recording
