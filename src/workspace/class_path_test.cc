#include "workspace/class_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ir/class.h"
#include "ir/ids.h"
#include "ir/program.h"
#include "workspace/container.h"
#include "workspace/scratch_folder_test_only.h"
#include "workspace/survey.h"

namespace heddle::workspace {
namespace {

using Texts = std::vector<std::string>;

std::optional<std::string> no_environment(const char*) { return std::nullopt; }

class ClassPathTest : public testing::Test {
 protected:
  void SetUp() override {
    scratch_.write("jdk/lib/modules", image_bytes(platform_contents()));
    scratch_.write("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
  }

  std::string jar(const std::string& name, const Contents& contents) {
    return scratch_.write(name, stored_jar(contents));
  }

  std::unique_ptr<ClassPath> open(const Texts& inputs, const Texts& libraries = {}) {
    return ClassPath::open({.inputs = inputs,
                            .class_path = libraries,
                            .jdk = scratch_.path("jdk"),
                            .release = std::nullopt},
                           no_environment);
  }

  // "what: why" without the scratch folder's own path.
  Texts lines(const std::vector<Remark>& remarks) {
    Texts texts;
    for (const Remark& remark : remarks)
      texts.push_back(without_scratch(remark.what + ": " + remark.why));
    return texts;
  }

  std::string without_scratch(std::string text) {
    const std::string root = scratch_.path("") + "/";
    for (std::size_t at = text.find(root); at != std::string::npos; at = text.find(root))
      text.erase(at, root.size());
    return text;
  }

  // The method of the class that is found, which says where it came from; and its layer.
  static std::string found(ClassPath& path, const std::string& name) {
    const auto loaded = path.load(name);
    if (!loaded) return "nothing";
    constexpr const char* kLayers[] = {"application", "library", "platform"};
    const auto layer = loaded->layer == ir::Layer::kApplication ? 0
                       : loaded->layer == ir::Layer::kLibrary   ? 1
                                                                : 2;
    return std::string(loaded->code->methods.front().name) + " " + kLayers[layer];
  }

  ScratchFolder scratch_;
};

TEST_F(ClassPathTest, LooksInPlatformInputsAndLibrariesInThatOrder) {
  const auto path = open(
      {jar("one.jar", {{"a/A.class", class_bytes("a/A", "one")},
                       {"java/lang/String.class", class_bytes("java/lang/String", "one")}}),
       jar("two.jar",
           {{"a/A.class", class_bytes("a/A", "two")}, {"a/B.class", class_bytes("a/B", "two")}})},
      {jar("three.jar", {{"a/B.class", class_bytes("a/B", "three")},
                         {"a/C.class", class_bytes("a/C", "three")}}),
       jar("four.jar", {{"a/C.class", class_bytes("a/C", "four")}})});
  EXPECT_EQ(Texts(path->errors().begin(), path->errors().end()), Texts{});
  EXPECT_EQ(path->input_containers(), 2U);
  EXPECT_TRUE(path->has_platform());
  EXPECT_EQ(path->release(), 17U);
  EXPECT_EQ(found(*path, "a/A"), "one application");
  EXPECT_EQ(found(*path, "a/B"), "two application");
  EXPECT_EQ(found(*path, "a/C"), "three library");
  EXPECT_EQ(found(*path, "java/lang/String"), "platform platform");
  EXPECT_EQ(found(*path, "a/D"), "nothing");
  EXPECT_TRUE(path->contains("a/A"));
  EXPECT_FALSE(path->contains("a/D"));
}

TEST_F(ClassPathTest, InputThatIsAPlatformTakesItsPlace) {
  const auto path = open({scratch_.write("modules", image_bytes(platform_contents("own")))});
  EXPECT_EQ(found(*path, "java/lang/Object"), "own application");
  EXPECT_EQ(lines(path->notes()),
            Texts{"modules: the inputs bring the platform's classes; the JDK found is not used"});
}

TEST_F(ClassPathTest, OneClassOfThePlatformIsNoPlatform) {
  const auto path =
      open({jar("app.jar", {{"java/lang/Object.class", class_bytes("java/lang/Object", "own")}})});
  EXPECT_EQ(found(*path, "java/lang/Object"), "platform platform");
}

TEST_F(ClassPathTest, PieceOfAJdkComesBeforeThePlatform) {
  const std::string piece =
      stored_jar({{"classes/java/lang/String.class", class_bytes("java/lang/String", "own")}});
  const auto path = open({scratch_.write("a.jmod", std::string("JM\1\0", 4) + piece)});
  EXPECT_EQ(found(*path, "java/lang/String"), "own application");
  EXPECT_EQ(found(*path, "java/lang/Object"), "platform platform");
}

TEST_F(ClassPathTest, FollowsTheManifestsClassPath) {
  jar("lib/b.jar", {{"META-INF/MANIFEST.MF", manifest("Class-Path: ../app.jar c.jar")},
                    {"b/B.class", class_bytes("b/B")},
                    {"x/X.class", class_bytes("x/X", "library")}});
  jar("lib/c.jar", {{"c/C.class", class_bytes("c/C")}});
  const auto path = open(
      {jar("app.jar", {{"META-INF/MANIFEST.MF", manifest("Class-Path: lib/b.jar lib/none.jar")},
                       {"a/A.class", class_bytes("a/A")}})},
      {jar("last.jar", {{"x/X.class", class_bytes("x/X", "last")}})});
  EXPECT_EQ(found(*path, "b/B"), "run library");
  EXPECT_EQ(found(*path, "c/C"), "run library");
  EXPECT_EQ(found(*path, "x/X"), "library library");
  EXPECT_EQ(path->input_containers(), 1U);
  EXPECT_EQ(lines(path->notes()), Texts{"app.jar: Class-Path in its manifest: lib/none.jar: No "
                                        "such file or directory"});
}

TEST_F(ClassPathTest, SaysWhatCannotBeOpened) {
  const auto path = open({scratch_.path("none.jar"), jar("app.jar", {{"a.txt", ""}}), ""},
                         {scratch_.path("lib/*")});
  Texts errors;
  for (const std::string& error : path->errors()) errors.push_back(without_scratch(error));
  EXPECT_EQ(errors, (Texts{"none.jar: No such file or directory", "\"\": No such file or directory",
                           "lib/*: No such file or directory"}));
  EXPECT_EQ(lines(path->notes()), Texts{"app.jar: holds no classes"});
}

TEST_F(ClassPathTest, NotesThatThereIsNoJdk) {
  const auto path =
      ClassPath::open({.inputs = {jar("app.jar", {{"a/A.class", class_bytes("a/A")}})},
                       .class_path = {},
                       .jdk = "",
                       .release = std::nullopt},
                      no_environment);
  EXPECT_FALSE(path->has_platform());
  EXPECT_EQ(lines(path->notes()), Texts{"JDK: none found (--jdk, JAVA_HOME, java on PATH): the "
                                        "platform's classes are unknown"});
}

TEST_F(ClassPathTest, SkipsBrokenClassesOnceAndWithTheirPlace) {
  const auto path = open({jar("app.jar", {{"a/A.class", class_bytes("a/A")},
                                          {"a/B.class", broken_class_bytes("a/B")},
                                          {"a/C.class", class_bytes("x/C")},
                                          {"a/D.class", "text"}})});
  const auto units = path->decode_all(1, nullptr);
  EXPECT_EQ(std::ranges::count_if(units, [](const auto& unit) { return unit.code != nullptr; }), 1);
  const Texts skipped = {
      "app.jar!/a/B.class: method run()V: the stack does not hold what is to be popped at "
      "instruction 0",
      "app.jar!/a/C.class: holds class x.C, but stands where a.C belongs",
      "app.jar!/a/D.class: not a class file: it begins with 74657874, not CAFEBABE at byte 0"};
  EXPECT_EQ(lines(path->skipped()), skipped);
  EXPECT_EQ(found(*path, "a/B"), "nothing");
  EXPECT_EQ(lines(path->skipped()), skipped);
}

TEST_F(ClassPathTest, SaysBeforehandWhatItWouldSkip) {
  const auto path = open(
      {jar("app.jar", {{"a/A.class", class_bytes("a/A")}, {"a/C.class", class_bytes("x/C")}})});
  EXPECT_FALSE(path->would_skip("a/A"));
  EXPECT_FALSE(path->would_skip("a/Missing"));
  const auto why = path->would_skip("a/C");
  ASSERT_TRUE(why);
  EXPECT_EQ(lines({*why}),
            Texts{"app.jar!/a/C.class: holds class x.C, but stands where a.C belongs"});
  EXPECT_TRUE(path->skipped().empty());
  EXPECT_EQ(found(*path, "a/C"), "nothing");
  EXPECT_EQ(lines(path->skipped()), lines({*why}));
}

TEST_F(ClassPathTest, LoadingAndLoweringNameThePlaceOfWhatIsBroken) {
  const auto path =
      open({jar("app.jar", {{"a/B.class", broken_class_bytes("a/B")}, {"a/D.class", "text"}})});
  ir::Program program(*path);
  EXPECT_EQ(program.body(program.first_method(program.require("a/B"))), nullptr);
  program.require("a/D");
  EXPECT_EQ(lines(path->skipped()),
            (Texts{"app.jar!/a/B.class: method run()V: the stack does not hold what is to be "
                   "popped at instruction 0",
                   "app.jar!/a/D.class: not a class file: it begins with 74657874, not CAFEBABE at "
                   "byte 0"}));
}

TEST_F(ClassPathTest, NamesTheFolderThatWasMeant) {
  scratch_.write("target/classes/a/A.class", class_bytes("a/A"));
  const auto path = open({scratch_.path("target")});
  path->decode_all(1, nullptr);
  EXPECT_EQ(lines(path->skipped()),
            Texts{"target/classes/a/A.class: holds class a.A, but stands where classes.a.A "
                  "belongs; name target/classes as the input"});
}

TEST_F(ClassPathTest, DecodesNothingTwice) {
  const auto path = open({jar("app.jar", {{"a/A.class", class_bytes("a/A")},
                                          {"a/B.class", class_bytes("a/B", "run", "a/A")},
                                          {"a/Bad.class", "text"}})},
                         {jar("lib.jar", {{"l/L.class", class_bytes("l/L")}})});
  survey(*path, {.workers = 2});
  const std::size_t decoded = path->classes_decoded();
  const std::size_t lowered = path->bodies_lowered();
  EXPECT_EQ(decoded, 3U);  // a/A, a/B, and Object, which they extend
  EXPECT_EQ(lowered, 2U);

  // A program over the same class path gets what is there already, and each class once.
  EXPECT_FALSE(path->load("a/A"));
  EXPECT_FALSE(path->load("a/Bad"));
  EXPECT_TRUE(path->load("l/L"));
  EXPECT_FALSE(path->load("l/L"));
  EXPECT_EQ(path->classes_decoded(), decoded + 1);
  EXPECT_EQ(path->bodies_lowered(), lowered);
}

TEST_F(ClassPathTest, ProgramDecodesOnlyWhatItNames) {
  Contents contents;
  for (int i = 0; i < 50; ++i) {
    const std::string name = "a/C" + std::to_string(i);
    contents.emplace_back(name + ".class", class_bytes(name));
  }
  const auto path = open({jar("app.jar", contents)});
  EXPECT_EQ(path->classes_decoded(), 0U);
  ir::Program program(*path);
  const ir::ClassId id = program.require("a/C7");
  program.require("a/C7");
  EXPECT_EQ(path->classes_decoded(), 1U);
  EXPECT_EQ(path->bodies_lowered(), 0U);
  const auto method = program.first_method(id);
  EXPECT_NE(program.body(method), nullptr);
  EXPECT_EQ(program.body(method), program.body(method));
  EXPECT_EQ(path->bodies_lowered(), 1U);
}

TEST_F(ClassPathTest, ReleaseOfTheOptionWins) {
  const Contents contents = {{"META-INF/MANIFEST.MF", manifest("Multi-Release: true")},
                             {"a/A.class", class_bytes("a/A", "base")},
                             {"META-INF/versions/11/a/A.class", class_bytes("a/A", "eleven")},
                             {"META-INF/versions/17/a/A.class", class_bytes("a/A", "seventeen")}};
  const std::string input = jar("app.jar", contents);
  EXPECT_EQ(found(*open({input}), "a/A"), "seventeen application");
  for (const auto& [release, expected] : std::vector<std::pair<unsigned, std::string>>{
           {8, "base"}, {11, "eleven"}, {21, "seventeen"}}) {
    const auto path = ClassPath::open(
        {.inputs = {input}, .class_path = {}, .jdk = scratch_.path("jdk"), .release = release},
        no_environment);
    EXPECT_EQ(found(*path, "a/A"), expected + " application");
  }
}

}  // namespace
}  // namespace heddle::workspace
