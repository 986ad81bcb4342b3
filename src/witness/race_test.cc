#include "witness/race.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "base/id.h"
#include "trace/operation.h"
#include "trace/tables.h"
#include "witness/quiet.h"

namespace heddle::witness {
namespace {

// Two fields, a location each; ten places of the application, and two in a library, called from the
// first two.
trace::Tables some_tables() {
  trace::Tables tables;
  const auto add_place = [&](const std::string& class_name, trace::PlaceId caller) {
    tables.sites.emplace_back().class_name = class_name;
    tables.places.push_back(
        {.site = base::id_at<trace::SiteId>(tables.sites.size() - 1), .caller = caller});
  };
  for (std::uint32_t each = 0; each < 10; ++each)
    add_place("app.C" + std::to_string(each), base::kNone<trace::PlaceId>);
  for (std::uint32_t each = 0; each < 2; ++each)
    add_place("java.util.ArrayList", base::id_at<trace::PlaceId>(each));
  for (std::uint32_t each = 0; each < 2; ++each) {
    tables.fields.push_back({.class_name = "app.Data", .name = "f" + std::to_string(each)});
    tables.locations.push_back({.field = base::id_at<trace::FieldId>(each)});
  }
  return tables;
}

Race race_of(std::uint32_t location, std::uint32_t first, std::uint32_t second) {
  Race race;
  race.location = base::id_at<trace::LocationId>(location);
  race.first.place = base::id_at<trace::PlaceId>(first);
  race.second.place = base::id_at<trace::PlaceId>(second);
  return race;
}

TEST(Races, KeepsAFewOfEachFieldAndCountsTheOthers) {
  const trace::Tables tables = some_tables();
  Races races({}, {.of_field = 2, .in_all = 100});
  for (std::uint32_t each = 0; each < 5; ++each) races.add(tables, race_of(0, each, 9));
  races.add(tables, race_of(0, 0, 9));  // known
  races.add(tables, race_of(1, 0, 9));  // of another field
  ASSERT_EQ(races.all().size(), 3U);
  EXPECT_EQ(races.all()[0].instances, 2U);
  EXPECT_EQ(races.too_many(), 3U);
}

TEST(Races, KeepsTheFirstOfAFieldHoweverManyThereAre) {
  const trace::Tables tables = some_tables();
  Races races({}, {.of_field = 100, .in_all = 2});
  for (std::uint32_t each = 0; each < 5; ++each) races.add(tables, race_of(0, each, 9));
  races.add(tables, race_of(1, 0, 9));
  races.add(tables, race_of(1, 1, 9));
  ASSERT_EQ(races.all().size(), 3U);
  EXPECT_EQ(base::index(races.all()[2].location), 1U);
  EXPECT_EQ(races.too_many(), 4U);
}

TEST(Races, OfALibraryAreToldForEachPairOfCallsThatCauseThem) {
  const trace::Tables tables = some_tables();
  QuietList quiet;
  quiet.libraries = {"java."};
  Races races(quiet);
  races.add(tables, race_of(0, 10, 10));
  races.add(tables, race_of(1, 10, 10));  // another field, the same calls
  races.add(tables, race_of(0, 10, 11));
  races.add(tables, race_of(0, 0, 1));
  ASSERT_EQ(races.all().size(), 3U);
  EXPECT_TRUE(races.all()[0].is_caused);
  EXPECT_EQ(races.all()[0].instances, 2U);
  EXPECT_TRUE(races.all()[1].is_caused);
  EXPECT_FALSE(races.all()[2].is_caused);
}

TEST(Races, OnWhatALibrarysObjectHoldsAreToldAsThoseOfItsCalls) {
  trace::Tables tables = some_tables();
  tables.fields.push_back(
      {"java.util.HashMap", std::string(trace::kContents), trace::FieldKind::kInstance});
  tables.fields.push_back({"a.B", std::string(trace::kContents), trace::FieldKind::kInstance});
  const auto location = static_cast<std::uint32_t>(tables.locations.size());
  for (std::uint32_t each = 2; each != 0; --each) {
    trace::Location made;
    made.field =
        base::id_at<trace::FieldId>(static_cast<std::uint32_t>(tables.fields.size() - each));
    tables.locations.push_back(made);
  }
  QuietList quiet;
  quiet.libraries = {"java."};
  Races races(quiet);
  races.add(tables, race_of(location, 0, 1));
  races.add(tables, race_of(location + 1, 0, 1));
  ASSERT_EQ(races.all().size(), 2U);
  EXPECT_TRUE(races.all()[0].is_caused);
  EXPECT_FALSE(races.all()[1].is_caused);  // a field of the application's that is called so
}

TEST(Races, AmongALibrarysOwnAreOnlyCounted) {
  trace::Tables tables = some_tables();
  tables.places[10].caller = base::kNone<trace::PlaceId>;
  QuietList quiet;
  quiet.libraries = {"java."};
  Races races(quiet);
  races.add(tables, race_of(0, 10, 0));
  EXPECT_TRUE(races.all().empty());
  EXPECT_EQ(races.left_out(), 1U);
}

}  // namespace
}  // namespace heddle::witness
