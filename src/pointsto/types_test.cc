#include "pointsto/types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "ir/type.h"
#include "pointsto/ids.h"
#include "pointsto/random_program_test_only.h"

namespace heddle::pointsto {
namespace {

constexpr std::string_view kClasses[] = {"java/lang/Object",
                                         "java/lang/String",
                                         "java/lang/Cloneable",
                                         "java/io/Serializable",
                                         "java/lang/Runnable",
                                         "java/lang/Thread",
                                         "java/lang/Throwable",
                                         "java/lang/Exception",
                                         "java/lang/NullPointerException",
                                         "java/lang/Error",
                                         "app/A",
                                         "app/B",
                                         "app/C",
                                         "app/D",
                                         "app/I",
                                         "app/J",
                                         "app/T",
                                         "app/X",
                                         "util/Fun",
                                         "util/Box",
                                         "app/Missing"};

struct TypesTest : testing::Test {
  TextProgram world{random_program(1)};
  ir::Program& program = world.program;
  ir::Type type(std::string_view name) { return ir::Type(program.require(name)); }

  std::vector<ir::Type> all_types() {
    std::vector<ir::Type> types;
    for (const std::string_view name : kClasses)
      for (ir::Type at = type(name); at.dimensions() < 3; at = at.array()) types.push_back(at);
    types.push_back(ir::Type::primitive(ir::kIntType).array());
    types.push_back(ir::Type::primitive(ir::kIntType).array().array());
    types.push_back(ir::Type::primitive(ir::kByteType).array());
    return types;
  }
};

// Types, filters and objects in any order: a filter passes just the subtypes.
TEST_F(TypesTest, FiltersPassSubtypes) {
  const std::vector<ir::Type> all = all_types();
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    TypeTable table(program);
    std::vector<ir::Type> objects;
    std::vector<std::pair<ir::Type, FilterId>> filters;
    for (unsigned i = 0; i < 300; ++i) {
      const ir::Type one = all[random() % all.size()];
      if (random() % 2 == 0) {
        filters.emplace_back(one, table.filter(one));
      } else {
        table.add_object(base::id_at<ObjectId>(objects.size()), table.index_of(one));
        objects.push_back(one);
      }
    }
    for (const auto& [wanted, filter] : filters) {
      ASSERT_EQ(table.filter(wanted), filter);
      for (std::size_t i = 0; i < objects.size(); ++i) {
        const Mask* mask = table.mask(filter);
        const bool passes = mask == nullptr || mask->test(base::id_at<ObjectId>(i));
        ASSERT_EQ(passes, program.is_subtype(objects[i], wanted))
            << seed << ": " << objects[i].bits() << " below " << wanted.bits();
      }
    }
  }
}

TEST_F(TypesTest, FiltersWithExceptions) {
  std::vector<ir::Type> throwables;
  for (const std::string_view name : {"java/lang/Throwable", "java/lang/Exception",
                                      "java/lang/NullPointerException", "app/X", "java/lang/Error"})
    throwables.push_back(type(name));
  struct Asked {
    ir::Type type;
    std::vector<ir::Type> except;
    FilterId filter{};
  };
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    TypeTable table(program);
    std::vector<ir::Type> objects;
    std::vector<Asked> filters;
    const auto any = [&] { return throwables[random() % throwables.size()]; };
    for (unsigned i = 0; i < 60; ++i) {
      if (random() % 2 == 0) {
        Asked asked{.type = random() % 3 == 0 ? ir::Type() : any(), .except = {}};
        for (auto n = random() % 3; n > 0; --n) asked.except.push_back(any());
        asked.filter = table.filter(asked.type, asked.except);
        filters.push_back(asked);
      } else {
        objects.push_back(any());
        table.add_object(base::id_at<ObjectId>(objects.size() - 1), table.index_of(objects.back()));
      }
    }
    for (const Asked& asked : filters) {
      EXPECT_EQ(table.filter(asked.type, asked.except), asked.filter);
      for (std::size_t i = 0; i < objects.size(); ++i) {
        const bool wanted = (!asked.type.exists() || program.is_subtype(objects[i], asked.type)) &&
                            std::ranges::none_of(asked.except, [&](ir::Type except) {
                              return program.is_subtype(objects[i], except);
                            });
        const Mask* mask = table.mask(asked.filter);
        ASSERT_EQ(mask == nullptr || mask->test(base::id_at<ObjectId>(i)), wanted) << seed;
      }
    }
  }
}

TEST_F(TypesTest, FieldsHaveSlots) {
  TypeTable table(program);
  for (const ir::Type of : all_types()) {
    const TypeIndex index = table.index_of(of);
    EXPECT_EQ(table.index_of(of), index);
    EXPECT_EQ(table.type(index), of);
    if (of.is_array()) {
      EXPECT_EQ(table.slots(index), of.element().is_reference() ? 1U : 0U);
      EXPECT_EQ(table.dispatch_class(index), program.object());
      continue;
    }
    const std::vector<ir::FieldId> fields = table.fields(index);
    ASSERT_EQ(fields.size(), table.slots(index));
    for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
      EXPECT_EQ(table.slot(fields[slot]), slot);
      EXPECT_TRUE(program.type(fields[slot]).is_reference());
      EXPECT_TRUE(program.is_subtype(of, ir::Type(program.owner(fields[slot]))));
    }
    EXPECT_EQ(std::set<ir::FieldId>(fields.begin(), fields.end()).size(), fields.size());
  }
}

TEST_F(TypesTest, WhatCanBeMade) {
  TypeTable table(program);
  EXPECT_TRUE(table.can_be_made(type("app/A")));
  EXPECT_FALSE(table.can_be_made(type("app/I")));
  EXPECT_FALSE(table.can_be_made(type("java/lang/Error")));
  EXPECT_FALSE(table.can_be_made(type("app/Missing")));
  EXPECT_TRUE(table.can_be_made(type("app/Missing").array()));
  EXPECT_TRUE(table.can_be_made(ir::Type::primitive(ir::kIntType).array()));
  EXPECT_FALSE(table.can_be_made(ir::Type::primitive(ir::kIntType)));
  EXPECT_FALSE(table.can_be_made(ir::Type()));
}

}  // namespace
}  // namespace heddle::pointsto
