#include "workspace/zip_container.h"  // IWYU pragma: keep

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/open.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::workspace {
namespace {

// Opens a jar made of these contents for a release.
class Jar {
 public:
  Jar(const Contents& contents, unsigned release) {
    Opened opened = open_path(scratch_.write("app.jar", stored_jar(contents)),
                              ir::Layer::kApplication, {.release = release});
    container_ = std::move(opened.containers.at(0));
  }

  // Where the class is found, below the jar; empty if it is not.
  [[nodiscard]] std::string place(const std::string& name) const {
    const auto entry = container_->find(name);
    return entry ? container_->place(*entry).substr(scratch_.path("app.jar!/").size()) : "";
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& listed : container_->classes()) names.emplace_back(listed.name);
    return names;
  }
  [[nodiscard]] std::vector<std::string> remarks() const {
    std::vector<std::string> texts;
    for (const Remark& remark : container_->remarks())
      texts.push_back(remark.what.substr(scratch_.path("").size() + 1) + ": " + remark.why);
    return texts;
  }

 private:
  ScratchFolder scratch_;
  std::unique_ptr<Container> container_;
};

using Texts = std::vector<std::string>;

Contents versions(const std::string& manifest_line) {
  return {{"META-INF/MANIFEST.MF", manifest(manifest_line)},
          {"a/A.class", class_bytes("a/A")},
          {"META-INF/versions/9/a/A.class", class_bytes("a/A")},
          {"META-INF/versions/17/a/A.class", class_bytes("a/A")},
          {"META-INF/versions/21/a/A.class", class_bytes("a/A")},
          {"META-INF/versions/11/a/New.class", class_bytes("a/New")},
          {"META-INF/versions/9/module-info.class", "x"}};
}

TEST(ZipContainer, TakesTheEntryForTheRelease) {
  const Contents contents = versions("Multi-Release: true");
  EXPECT_EQ(Jar(contents, 8).place("a/A"), "a/A.class");
  EXPECT_EQ(Jar(contents, 9).place("a/A"), "META-INF/versions/9/a/A.class");
  EXPECT_EQ(Jar(contents, 11).place("a/A"), "META-INF/versions/9/a/A.class");
  EXPECT_EQ(Jar(contents, 17).place("a/A"), "META-INF/versions/17/a/A.class");
  EXPECT_EQ(Jar(contents, 21).place("a/A"), "META-INF/versions/21/a/A.class");
  EXPECT_EQ(Jar(contents, 99).place("a/A"), "META-INF/versions/21/a/A.class");
  EXPECT_EQ(Jar(contents, 8).place("a/New"), "");
  EXPECT_EQ(Jar(contents, 11).place("a/New"), "META-INF/versions/11/a/New.class");
}

TEST(ZipContainer, ListsEachNameOnce) {
  const Contents contents = versions("Multi-Release: true");
  EXPECT_EQ(Jar(contents, 8).names(), Texts{"a/A"});
  EXPECT_EQ(Jar(contents, 17).names(), (Texts{"a/A", "a/New", "module-info"}));
}

TEST(ZipContainer, SaysWhichVersionsAreLeftOut) {
  EXPECT_EQ(Jar(versions("Multi-Release: true"), 17).remarks(),
            Texts{"app.jar: 1 class below META-INF/versions/ not used: for releases after 17"});
  EXPECT_EQ(Jar(versions("Multi-Release: true"), 21).remarks(), Texts{});
  EXPECT_EQ(Jar(versions("Multi-Release: false"), 17).remarks(),
            Texts{"app.jar: 5 classes below META-INF/versions/ not used: the manifest does not say "
                  "Multi-Release: true"});
}

TEST(ZipContainer, ReadsTheManifestAsTheJvmDoes) {
  for (const char* line :
       {"multi-release: TRUE", "Multi-Release: tr\r\n ue", "X: y\nMulti-Release: true"})
    EXPECT_EQ(Jar(versions(line), 17).place("a/A"), "META-INF/versions/17/a/A.class") << line;
  for (const char* line :
       {"Multi-Release: yes", "X: y\r\n\r\nMulti-Release: true", "XMulti-Release: true"})
    EXPECT_EQ(Jar(versions(line), 17).place("a/A"), "a/A.class") << line;
}

TEST(ZipContainer, TakesOnlyNumbersFromNineOn) {
  Contents contents = {{"META-INF/MANIFEST.MF", manifest("Multi-Release: true")}};
  for (const char* version : {"8", "09", "nine", "-9", "9x", "99999999999", ""})
    contents.emplace_back("META-INF/versions/" + std::string(version) + "/a/A.class", "x");
  const Jar jar(contents, 17);
  EXPECT_EQ(jar.names(), Texts{});
  EXPECT_EQ(jar.remarks(),
            Texts{"app.jar: 7 classes below META-INF/versions/ not used: not below a "
                  "number from 9 on"});
}

TEST(ZipContainer, FindsNamesBeyondTheBasicPlane) {
  const std::string surrogates = "a/Smile\xED\xA0\xBD\xED\xB8\x80";
  const Jar jar({{"a/Smile\xF0\x9F\x98\x80.class", class_bytes(surrogates)}}, 17);
  EXPECT_EQ(jar.place(surrogates), "a/Smile\xF0\x9F\x98\x80.class");
  EXPECT_EQ(jar.place("a/Smile\xED\xA0\xBD"), "");
}

TEST(ZipContainer, PrefersTheRootOfAnApplication) {
  const Jar jar({{"a/A.class", ""}, {"BOOT-INF/classes/a/A.class", ""}}, 17);
  EXPECT_EQ(jar.place("a/A"), "BOOT-INF/classes/a/A.class");
  EXPECT_EQ(jar.names(), Texts{"a/A"});
}

}  // namespace
}  // namespace heddle::workspace
