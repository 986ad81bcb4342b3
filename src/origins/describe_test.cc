#include "origins/describe.h"

#include <gtest/gtest.h>

namespace heddle::origins {
namespace {

TEST(SimpleName, IsWhatAPersonCallsTheClass) {
  EXPECT_EQ(simple_name("Worker"), "Worker");
  EXPECT_EQ(simple_name("bank.Worker"), "Worker");
  EXPECT_EQ(simple_name("bank.Main$Worker"), "Worker");
  EXPECT_EQ(simple_name("bank.Main$1Worker"), "Worker");
  EXPECT_EQ(simple_name("bank.Main$1"), "Main$1");
  EXPECT_EQ(simple_name("bank.Main$Inner$2"), "Main$Inner$2");
}

}  // namespace
}  // namespace heddle::origins
