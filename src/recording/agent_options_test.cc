#include "recording/agent_options.h"

#include <gtest/gtest.h>

namespace heddle::recording {
namespace {

TEST(AgentOptions, PrintsWhatItParses) {
  AgentOptions options;
  options.output = "/a b/100%,c:d.trace";
  options.report = 7;
  options.include = {"a.b", "c"};
  options.exclude = {"a.b.D"};
  options.stacks = 3;
  options.queues = {{"ui", "a.Loop.post(La/Event;)V", "a.Loop.run", "a.Loop.run", "0"},
                    {"of work", "b.Q.send", "b.Q.begin", "b.Q.end", "this"}};
  options.guide = "/a,b.guide";
  options.accesses = Accesses::kFields;
  options.limit = 10'000'000'000;
  options.has_values = true;
  options.has_early = true;
  options.attached = "/a,b/socket";
  const auto parsed = parse_options(print_options(options));
  ASSERT_TRUE(parsed) << parsed.error();
  EXPECT_EQ(*parsed, options);
}

TEST(AgentOptions, ComeFromElsewhereWhenAttached) {
  const auto parsed = parse_options("attached=/tmp/socket");
  ASSERT_TRUE(parsed) << parsed.error();
  EXPECT_EQ(parsed->attached, "/tmp/socket");
}

TEST(AgentOptions, SaysWhatItCannotUnderstand) {
  EXPECT_FALSE(parse_options(""));
  EXPECT_FALSE(parse_options("output=a,nonsense"));
  EXPECT_FALSE(parse_options("output=a,depth=3"));
  EXPECT_FALSE(parse_options("output=a,report=x"));
  EXPECT_FALSE(parse_options("output=a,stacks=-1"));
  EXPECT_FALSE(parse_options("output=a,values=2"));
  EXPECT_FALSE(parse_options("output=a,early=yes"));
  EXPECT_FALSE(parse_options("output=a,limit=1g"));
  EXPECT_FALSE(parse_options("output=a,accesses=some"));
}

TEST(AgentOptions, ChoosesClasses) {
  AgentOptions options;
  EXPECT_TRUE(is_included(options, "x/Y"));
  options.include = {"a.b", "c.D"};
  options.exclude = {"a.b.not.*"};
  EXPECT_TRUE(is_included(options, "a/b/C"));
  EXPECT_TRUE(is_included(options, "c/D$Inner"));
  EXPECT_FALSE(is_included(options, "c/Dodo"));
  EXPECT_FALSE(is_included(options, "a/b/not/This"));
  EXPECT_FALSE(is_included(options, "x/Y"));
}

}  // namespace
}  // namespace heddle::recording
