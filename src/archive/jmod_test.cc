#include "archive/jmod.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "archive/zip.h"
#include "archive/zip_writer_test_only.h"
#include "base/bytes.h"

namespace heddle::archive {
namespace {

std::string error_of(std::string_view text) {
  const auto payload = jmod_payload(base::as_bytes(text));
  return payload ? "(none)" : payload.error().describe();
}

TEST(JmodTest, PayloadIsTheZipBehindTheHeader) {
  const auto bytes = write({.entries = {{.name = "classes/A.class", .content = "class"}},
                            .prefix = std::string("JM\1\0", 4)});
  const auto payload = jmod_payload(bytes);
  ASSERT_TRUE(payload);
  const auto zip = Zip::open(*payload);
  ASSERT_TRUE(zip);
  const auto entry = zip->find(std::string(kJmodClasses) + "A.class");
  ASSERT_TRUE(entry);
  EXPECT_EQ(base::as_text(zip->read(*entry)->bytes()), "class");
}

TEST(JmodTest, HeadersThatAreNot) {
  EXPECT_EQ(error_of(""), "not a jmod: wrong magic at byte 0");
  EXPECT_EQ(error_of("PK\3\4"), "not a jmod: wrong magic at byte 0");
  EXPECT_EQ(error_of("JM\1"), "jmod header is cut off at byte 3");
  EXPECT_EQ(error_of(std::string_view("JM\2\0", 4)), "jmod version 2.0 is not 1.0 at byte 2");
  EXPECT_EQ(error_of("JM\1\1"), "jmod version 1.1 is not 1.0 at byte 2");
}

}  // namespace
}  // namespace heddle::archive
