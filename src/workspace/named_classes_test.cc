#include "workspace/named_classes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace heddle::workspace {
namespace {

TEST(NamedClasses, AreLookedForInServicesAndProperties) {
  EXPECT_TRUE(may_name_classes("META-INF/services/a.b.Service"));
  EXPECT_TRUE(may_name_classes("WEB-INF/classes/META-INF/services/a.b.Service"));
  EXPECT_TRUE(may_name_classes("a/modules.properties"));
  EXPECT_FALSE(may_name_classes("a/B.class"));
  EXPECT_FALSE(may_name_classes("META-INF/MANIFEST.MF"));
}

TEST(NamedClasses, AreWordsWithDots) {
  const std::vector<std::string> wanted = {"derby/module", "a/b/C", "a/b/D$E", "x/Y"};
  EXPECT_EQ(words_like_classes("derby.module=a.b.C, a.b.D$E\n# see. x.Y plain .no"), wanted);
  EXPECT_TRUE(words_like_classes("").empty());
}

}  // namespace
}  // namespace heddle::workspace
