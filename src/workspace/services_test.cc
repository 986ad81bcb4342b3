#include "workspace/services.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "classfile/class_file.h"
#include "classfile/class_writer_test_only.h"
#include "workspace/class_path.h"
#include "workspace/container.h"
#include "workspace/scratch_folder_test_only.h"

namespace heddle::workspace {
namespace {

using classfile::ByteWriter;
using classfile::ClassWriter;
using Texts = std::vector<std::string>;

std::optional<std::string> no_environment(const char*) { return std::nullopt; }

// A module descriptor that provides one service with some classes.
std::string descriptor(std::string_view service, const Texts& providers) {
  ClassWriter writer("module-info", "");
  writer.access(classfile::kAccModule);
  ByteWriter content;
  content.u2(writer.module_constant("m")).u2(0).u2(0).u2(0).u2(0).u2(0).u2(0).u2(1);
  content.u2(writer.class_constant(service)).u2(providers.size());
  for (const std::string& provider : providers) content.u2(writer.class_constant(provider));
  writer.attribute("Module", content);
  const std::vector<std::uint8_t> bytes = writer.finish();
  return {bytes.begin(), bytes.end()};
}

TEST(ServiceFileTest, NamesOneClassALine) {
  const ServiceFile file = read_service_file(
      "\xEF\xBB\xBF# who does it\r\n"
      "a.b.First\n"
      "\n"
      "  a.b.Second$Inner\t# the second\r"
      "\x0b\f \n"
      "Third");
  EXPECT_EQ(file.providers, (Texts{"a/b/First", "a/b/Second$Inner", "Third"}));
  EXPECT_TRUE(file.odd_lines.empty());
}

TEST(ServiceFileTest, SaysWhichLinesNameNoClass) {
  const ServiceFile file =
      read_service_file("a.B\na.B c.D\na/B\n.a\na.\na..b\n[La;\n\\u0041\nc.D\n");
  EXPECT_EQ(file.providers, (Texts{"a/B", "c/D"}));
  EXPECT_EQ(file.odd_lines, (std::vector<std::size_t>{2, 3, 4, 5, 6, 7, 8}));
  EXPECT_TRUE(read_service_file("").providers.empty());
  EXPECT_TRUE(read_service_file("#").providers.empty());
}

TEST(ProvisionsTest, AreReadFromDescriptors) {
  const std::string bytes = descriptor("a/Service", {"b/One", "b/Two"});
  const auto provisions = read_provisions(base::as_bytes(bytes));
  ASSERT_TRUE(provisions);
  ASSERT_EQ(provisions->size(), 1U);
  EXPECT_EQ(provisions->front().service, "a/Service");
  EXPECT_EQ(provisions->front().providers, (Texts{"b/One", "b/Two"}));
}

TEST(ProvisionsTest, AnyPrefixOfADescriptorIsAnErrorAndNoCrash) {
  const std::string bytes = descriptor("a/Service", {"b/One", "b/Two"});
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(read_provisions(base::as_bytes(std::string_view(bytes).substr(0, size)))) << size;
}

TEST(ServicePathTest, IsOneFile) {
  EXPECT_EQ(service_path("a/b/S$T"), "META-INF/services/a.b.S$T");
  EXPECT_EQ(service_path("../../etc/passwd"), "");
  EXPECT_EQ(service_path("/etc/passwd"), "");
  EXPECT_EQ(service_path(std::string_view("a\xC0\x80", 3)), "");
}

class ProvidersTest : public testing::Test {
 protected:
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

  ScratchFolder scratch_;
};

TEST_F(ProvidersTest, ComeFromEveryContainerInTheOrderOfLookup) {
  Contents platform = platform_contents();
  platform.emplace_back("META-INF/services/a.S", "p.FromFile\n");
  platform.emplace_back("module-info.class", descriptor("a/S", {"p/FromModule"}));
  scratch_.write("jdk/lib/modules", image_bytes(platform));
  scratch_.write("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
  scratch_.write("classes/a/A.class", class_bytes("a/A"));
  scratch_.write("classes/META-INF/services/a.S", "f.FromFolder\np.FromFile\n");
  const auto path = open(
      {scratch_.path("classes"),
       jar("app.war", {{"WEB-INF/classes/a/B.class", class_bytes("a/B")},
                       {"WEB-INF/classes/META-INF/services/a.S", "w.FromWar"},
                       {"META-INF/services/a.S", "w.FromRoot"}})},
      {jar("library.jar", {{"l/L.class", class_bytes("l/L")},
                           {"module-info.class", descriptor("a/S", {"l/FromModule", "l/FromFile"})},
                           {"META-INF/services/a.S", "l.FromFile"},
                           {"META-INF/services/a.T", "l.Other"}})});
  EXPECT_EQ(path->providers("a/S"),
            (Texts{"p/FromModule", "p/FromFile", "f/FromFolder", "w/FromWar", "w/FromRoot",
                   "l/FromModule", "l/FromFile"}));
  EXPECT_EQ(path->providers("a/T"), Texts{"l/Other"});
  EXPECT_EQ(path->providers("a/U"), Texts{});
  EXPECT_TRUE(path->skipped().empty());
}

TEST_F(ProvidersTest, WhatCannotBeReadIsToldOnce) {
  const auto path = open({jar("app.jar", {{"a/A.class", class_bytes("a/A")},
                                          {"module-info.class", "text"},
                                          {"META-INF/services/a.S", "b.B\nnot a class\n"}})});
  EXPECT_EQ(path->providers("a/S"), Texts{"b/B"});
  EXPECT_EQ(path->providers("a/S"), Texts{"b/B"});
  ASSERT_EQ(path->skipped().size(), 1U);
  EXPECT_TRUE(path->skipped()[0].what.ends_with("app.jar!/module-info.class"));
  std::size_t told = 0;
  for (const Remark& note : path->notes())
    if (note.what.ends_with("META-INF/services/a.S")) {
      EXPECT_EQ(note.why, "line 2 names no class");
      ++told;
    }
  EXPECT_EQ(told, 1U);
}

TEST_F(ProvidersTest, InputClassesAreThoseThatWin) {
  const auto path = open(
      {jar("one.jar", {{"a/A.class", class_bytes("a/A")}, {"module-info.class", "text"}}),
       jar("two.jar", {{"a/A.class", class_bytes("a/A")},
                       {"a/B.class", class_bytes("a/B")},
                       {"BOOT-INF/lib/l.jar", stored_jar({{"l/L.class", class_bytes("l/L")}})}})},
      {jar("library.jar", {{"l/M.class", class_bytes("l/M")}})});
  EXPECT_EQ(path->input_class_names(), (Texts{"a/A", "a/B"}));
}

}  // namespace
}  // namespace heddle::workspace
