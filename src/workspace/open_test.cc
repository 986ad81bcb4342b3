#include "workspace/open.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::workspace {
namespace {

using Texts = std::vector<std::string>;

Opened open_input(const std::string& path, unsigned release = 17) {
  return open_path(path, ir::Layer::kApplication, {.release = release});
}

Texts names(const Container& container) {
  Texts found;
  for (const Container::Listed& listed : container.classes()) found.emplace_back(listed.name);
  return found;
}

// "label: reason" with the scratch folder's own path taken out.
Texts lines(const ScratchFolder& scratch, const std::vector<Remark>& remarks) {
  Texts texts;
  for (const Remark& remark : remarks)
    texts.push_back(remark.what.substr(scratch.path("").size() + 1) + ": " + remark.why);
  std::ranges::sort(texts);
  return texts;
}

TEST(Open, KnowsWhatItIsByWhatIsInIt) {
  const ScratchFolder scratch;
  const std::string jar = stored_jar({{"a/A.class", class_bytes("a/A")}});
  for (const char* name : {"a.jar", "a.zip", "a.txt"}) {
    const Opened opened = open_input(scratch.write(name, jar));
    ASSERT_EQ(opened.containers.size(), 1U) << opened.error;
    EXPECT_EQ(names(*opened.containers[0]), Texts{"a/A"});
  }
  const Opened file = open_input(scratch.write("any.jar", class_bytes("a/A")));
  ASSERT_EQ(file.containers.size(), 1U);
  EXPECT_EQ(names(*file.containers[0]), Texts{"a/A"});
  EXPECT_TRUE(file.containers[0]->find("a/A"));
  EXPECT_FALSE(file.containers[0]->find("any"));

  const Opened image = open_input(scratch.write("modules", image_bytes(platform_contents())));
  ASSERT_EQ(image.containers.size(), 1U) << image.error;
  EXPECT_TRUE(image.containers[0]->is_piece_of_jdk());
  EXPECT_TRUE(image.containers[0]->find("java/lang/Object"));

  const std::string inside = stored_jar({{"classes/a/A.class", class_bytes("a/A")},
                                         {"classes/module-info.class", "x"},
                                         {"lib/a.jar", jar}});
  const Opened jmod = open_input(scratch.write("a.jmod", std::string("JM\1\0", 4) + inside));
  ASSERT_EQ(jmod.containers.size(), 1U) << jmod.error;
  EXPECT_EQ(names(*jmod.containers[0]), (Texts{"a/A", "module-info"}));
  EXPECT_FALSE(jmod.containers[0]->find("module-info"));
}

TEST(Open, ListsAFolderInOrder) {
  const ScratchFolder scratch;
  scratch.write("classes/b/B.class", class_bytes("b/B"));
  scratch.write("classes/a/A.class", class_bytes("a/A"));
  scratch.write("classes/a/notes.txt", "");
  scratch.write("classes/lib/c.jar", stored_jar({{"c/C.class", class_bytes("c/C")}}));
  const Opened opened = open_input(scratch.path("classes/"));
  ASSERT_EQ(opened.containers.size(), 2U) << opened.error;
  EXPECT_EQ(names(*opened.containers[0]), (Texts{"a/A", "b/B"}));
  EXPECT_EQ(opened.containers[0]->place(0), scratch.path("classes/a/A.class"));
  EXPECT_EQ(opened.containers[1]->label(), scratch.path("classes/lib/c.jar"));
}

TEST(Open, FollowsLinksOnce) {
  const ScratchFolder scratch;
  scratch.write("elsewhere/B.class", class_bytes("b/B"));
  scratch.write("classes/a/A.class", class_bytes("a/A"));
  std::filesystem::create_directory_symlink("../elsewhere", scratch.path("classes/b"));
  std::filesystem::create_directory_symlink("..", scratch.path("classes/a/up"));
  std::filesystem::create_symlink("nowhere", scratch.path("classes/a/C.class"));
  const Opened opened = open_input(scratch.path("classes"));
  ASSERT_EQ(opened.containers.size(), 1U);
  EXPECT_EQ(names(*opened.containers[0]), (Texts{"a/A", "b/B"}));
  EXPECT_EQ(lines(scratch, opened.skipped), Texts{"classes/a/C.class: is a link to nothing"});
  EXPECT_EQ(lines(scratch, opened.notes),
            Texts{"classes/a/up: is a link into a folder that is listed already"});
}

TEST(Open, OpensJarsInsideStoredAndDeflated) {
  const ScratchFolder scratch;
  const std::string library = deflated_jar({{"lib/L.class", class_bytes("lib/L")}});
  const Contents contents = {
      {"META-INF/MANIFEST.MF", manifest("Main-Class: loader.Main\r\nStart-Class: app.M")},
      {"BOOT-INF/classes/app/Main.class", class_bytes("app/Main")},
      {"BOOT-INF/lib/one.jar", library},
      {"plugins/two.jar", library},
      {"loader/Main.class", class_bytes("loader/Main")}};
  for (const std::string& jar : {stored_jar(contents), deflated_jar(contents)}) {
    const Opened opened = open_input(scratch.write("app.jar", jar));
    ASSERT_EQ(opened.containers.size(), 3U) << opened.error;
    EXPECT_EQ(names(*opened.containers[0]), (Texts{"app/Main", "loader/Main"}));
    EXPECT_EQ(opened.containers[0]->layer(), ir::Layer::kApplication);
    EXPECT_EQ(opened.containers[1]->label(), scratch.path("app.jar!/BOOT-INF/lib/one.jar"));
    EXPECT_EQ(opened.containers[1]->layer(), ir::Layer::kLibrary);
    EXPECT_EQ(opened.containers[1]->place(0),
              scratch.path("app.jar!/BOOT-INF/lib/one.jar!/lib/L.class"));
    EXPECT_TRUE(opened.containers[1]->read(0));
    EXPECT_EQ(opened.containers[2]->layer(), ir::Layer::kApplication);
    EXPECT_EQ(opened.main_class, "app.M");
  }
}

TEST(Open, FindsTheClassesOfAWar) {
  const ScratchFolder scratch;
  const std::string library = stored_jar({{"lib/L.class", class_bytes("lib/L")}});
  const Opened opened = open_input(
      scratch.write("a.war", stored_jar({{"WEB-INF/classes/a/A.class", class_bytes("a/A")},
                                         {"WEB-INF/lib/l.jar", library}})));
  ASSERT_EQ(opened.containers.size(), 2U);
  EXPECT_EQ(names(*opened.containers[0]), Texts{"a/A"});
  EXPECT_EQ(opened.containers[1]->layer(), ir::Layer::kLibrary);
}

TEST(Open, StopsWhereJarsAreNestedTooDeep) {
  const ScratchFolder scratch;
  std::string jar = stored_jar({{"a/A.class", class_bytes("a/A")}});
  for (int i = 0; i < 8; ++i) jar = stored_jar({{"in.jar", jar}});
  const Opened opened = open_input(scratch.write("app.jar", jar));
  EXPECT_EQ(opened.containers.size(), 5U);
  EXPECT_EQ(lines(scratch, opened.skipped),
            Texts{"app.jar!/in.jar!/in.jar!/in.jar!/in.jar!/in.jar: jars are nested more than 4 "
                  "deep"});
}

TEST(Open, BoundsWhatAFileInflatesTo) {
  const ScratchFolder scratch;
  const std::string zeros(InflationBudget::kFree / 2 + 1, '\0');
  const Opened opened = open_input(scratch.write(
      "app.jar", deflated_jar({{"a.jar", zeros}, {"b.jar", zeros}, {"c.jar", zeros}})));
  ASSERT_EQ(opened.skipped.size(), 3U);
  EXPECT_EQ(opened.skipped[0].why, "not a jar, class file or run-time image");
  // What a few hundred thousand bytes on disk allow beyond the free share depends on the deflater.
  EXPECT_EQ(opened.skipped[2].why,
            "would inflate to 33554433 bytes, more than the file it is in may still become (a zip "
            "bomb?)");
}

TEST(Open, SaysWhyNothingIsThere) {
  const ScratchFolder scratch;
  const auto error = [&](const std::string& name, const std::string& content) {
    return open_input(scratch.write(name, content)).error;
  };
  EXPECT_EQ(open_input(scratch.path("none")).error, "No such file or directory");
  EXPECT_EQ(error("empty.jar", ""), "the file is empty");
  EXPECT_EQ(error("a.txt", "text"), "not a jar, class file or run-time image");
  EXPECT_EQ(error("A.java", "class A {}"), "is source; what is read is the classes made from it");
  EXPECT_EQ(error("cut.jar", "PK\3\4 and no more"),
            "not a zip we can read: no end record: cut off, or not a zip");
  EXPECT_EQ(error("a.jmod", "JM\1"), "not a jmod we can read: jmod header is cut off at byte 3");
  EXPECT_EQ(error("modules", "\xDA\xDA\xFE\xCA"),
            "not a run-time image we can read: run-time image is cut off at byte 4");
  scratch.write("folder/readme", "");
  EXPECT_EQ(open_input(scratch.path("folder")).error, "the folder holds no classes and no jars");
}

TEST(SplitClassPath, KeepsTheOrderAndPutsJarsForStars) {
  const ScratchFolder scratch;
  scratch.write("lib/b.jar", "");
  scratch.write("lib/a.JAR", "");
  scratch.write("lib/c.war", "");
  scratch.write("lib/notes.txt", "");
  EXPECT_EQ(split_class_path(""), Texts{});
  EXPECT_EQ(split_class_path("x.jar::classes:"), (Texts{"x.jar", "classes"}));
  EXPECT_EQ(split_class_path("x.jar:" + scratch.path("lib/*") + ":y.jar"),
            (Texts{"x.jar", scratch.path("lib/a.JAR"), scratch.path("lib/b.jar"), "y.jar"}));
  EXPECT_EQ(split_class_path(scratch.path("none/*")), Texts{scratch.path("none/*")});
  EXPECT_EQ(split_class_path("li*/x.jar"), Texts{"li*/x.jar"});
}

TEST(ManifestClassPath, IsRelativeToTheJar) {
  EXPECT_EQ(manifest_class_path("lib/a.jar", "b.jar  ../c.jar sub/ d%20e.jar"),
            (Texts{"lib/b.jar", "c.jar", "lib/sub/", "lib/d e.jar"}));
  EXPECT_EQ(manifest_class_path("a.jar", "/x/b.jar file:///y/c.jar file:d.jar http://z/e.jar"),
            (Texts{"/x/b.jar", "/y/c.jar", "d.jar", "http://z/e.jar"}));
  EXPECT_EQ(manifest_class_path("a.jar", "%41%zz%4 %00"), (Texts{"A%zz%4", "%00"}));
}

}  // namespace
}  // namespace heddle::workspace
