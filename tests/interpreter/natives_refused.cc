// Java methods that would run and be wrong here: they lean on what a starting JVM sets up (threads
// with names, loaders, modules, stack traces), or the JVM replaces them by its own arithmetic,
// which may round differently.
#include <span>
#include <string_view>

#include "interpreter.h"
#include "natives.h"
#include "value.h"

namespace heddle::interpreter {
namespace {

constexpr std::string_view kRefused[] = {
    "java/lang/Math.sin",
    "java/lang/Math.cos",
    "java/lang/Math.tan",
    "java/lang/Math.exp",
    "java/lang/Math.log",
    "java/lang/Math.log10",
    "java/lang/Math.pow",
    "java/lang/Class.getClassLoader",
    "java/lang/Class.getClassLoader0",
    "java/lang/Class.getModule",
    "java/lang/Class.getPackage",
    "java/lang/Class.getResource",
    "java/lang/Class.getResourceAsStream",
    "java/lang/ClassLoader.getSystemClassLoader",
    "java/lang/ClassLoader.getPlatformClassLoader",
    "java/lang/System.setProperty",
    "java/lang/System.clearProperty",
    "java/lang/System.setProperties",
    "java/lang/System.exit",
    "java/lang/System.console",
    "java/lang/System.getLogger",
    "java/lang/Thread.getContextClassLoader",
    "java/lang/Thread.getId",
    "java/lang/Thread.getName",
    "java/lang/Thread.getPriority",
    "java/lang/Thread.getState",
    "java/lang/Thread.getThreadGroup",
    "java/lang/Thread.getUncaughtExceptionHandler",
    "java/lang/Thread.isAlive",
    "java/lang/Thread.isDaemon",
    "java/lang/Thread.setContextClassLoader",
    "java/lang/Thread.toString",
    "java/lang/Throwable.getOurStackTrace",
    "java/lang/Throwable.printStackTrace",
    "java/util/ServiceLoader.load",
};

}  // namespace

void add_refused_natives(NativeTable& table) {
  const auto refuse = [](Interpreter& interpreter, std::span<const Value>, Value&) -> bool {
    throw Unsupported(interpreter.running());
  };
  for (const std::string_view name : kRefused) table.emplace(name, refuse);
}

}  // namespace heddle::interpreter
