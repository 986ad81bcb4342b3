#include "pointsto/call_groups.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/id.h"

namespace heddle::pointsto {
namespace {

CallTarget plain(std::uint32_t number) {
  return {.kind = CallTarget::Kind::kPlain,
          .method = ir::MethodId{number},
          .callee = InstanceId{number}};
}

std::uint32_t ordinal_of_new(CallGroups& groups, std::uint32_t group, std::uint32_t number) {
  return groups[group].targets[groups.add(group, plain(number))].ordinal;
}

TEST(CallGroups, AClosedRowGetsNoMoreCallees) {
  CallGroups groups(2);
  const std::uint32_t group = groups.number_of(ir::MethodId{7}, 0);
  for (std::uint32_t number = 0; number < 3; ++number)
    EXPECT_EQ(ordinal_of_new(groups, group, number), number);
  groups.close_last_row(group);
  EXPECT_EQ(ordinal_of_new(groups, group, 3), 4U);
  EXPECT_EQ(groups[group].rows.size(), 2U);
  EXPECT_EQ(groups[group].rows[0].through, 0b0111U);
  EXPECT_EQ(groups[group].rows[1].through, 0b0001U);

  std::vector<InstanceId> met;
  groups.for_each(group, 0, groups[group].rows[0].through,
                  [&](InstanceId callee, std::uint32_t) { met.push_back(callee); });
  EXPECT_EQ(met, (std::vector{InstanceId{0}, InstanceId{1}, InstanceId{2}}));
}

TEST(CallGroups, ClosingAFullRowChangesNothing) {
  CallGroups groups(1);
  const std::uint32_t group = groups.number_of(ir::MethodId{7}, 0);
  for (std::uint32_t number = 0; number < 2; ++number) groups.add(group, plain(number));
  groups.close_last_row(group);
  EXPECT_EQ(ordinal_of_new(groups, group, 2), 2U);
}

}  // namespace
}  // namespace heddle::pointsto
