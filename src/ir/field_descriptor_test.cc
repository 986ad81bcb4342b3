#include "ir/field_descriptor.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/id.h"
#include "ir/class_builder_test_only.h"
#include "ir/ids.h"

namespace heddle::ir {
namespace {

TEST(FieldDescriptor, IsThatOfTheClassFile) {
  constexpr std::array kDescriptors = {"Z", "B", "C",   "S",      "I",     "J",
                                       "F", "D", "[[J", "[Lp/B;", "Lp/B;", "Llong/long;"};
  World world;
  ClassBuilder builder("p/A");
  for (std::size_t i = 0; i < kDescriptors.size(); ++i)
    builder.field("f" + std::to_string(i), kDescriptors[i]);
  world.add(builder);
  const std::uint32_t first = base::index(world.program.first_field(world.id("p/A")));
  for (std::uint32_t i = 0; i < kDescriptors.size(); ++i)
    EXPECT_EQ(field_descriptor(world.program, base::id_at<FieldId>(first + i)), kDescriptors[i]);
}

}  // namespace
}  // namespace heddle::ir
