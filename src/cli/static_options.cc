#include "cli/static_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

#include "workspace/class_path.h"
#include "workspace/open.h"

namespace heddle::cli {

void StaticOptions::add_to(CLI::App& verb) {
  verb.add_option(
          "INPUT", inputs,
          "the application: jars, wars, zips, class folders, class files, jmods, or a JDK's "
          "lib/modules")
      ->required()
      ->type_name("");
  verb.add_option("--class-path,--classpath,--cp", class_path,
                  "its libraries, separated by colons; lib/* stands for all jars in lib")
      ->type_name("A:B");
  verb.add_option(
          "--jdk", jdk,
          "the platform: a JDK's folder, lib/modules or rt.jar (default: JAVA_HOME, else the "
          "java on PATH)")
      ->type_name("PATH");
  verb.add_option("--release", release,
                  "which entries of multi-release jars to take (default: the JDK's release)")
      ->type_name("N")
      ->check(CLI::Range(8U, 999U));
  verb.add_option("-j", workers, "how many threads to use (default: one for each core)")
      ->type_name("N")
      ->check(CLI::Range(1U, 256U));
}

workspace::ClassPathOptions StaticOptions::class_path_options() const {
  return {.inputs = inputs,
          .class_path = workspace::split_class_path(class_path),
          .jdk = jdk,
          .release = release};
}

unsigned StaticOptions::worker_count() const {
  return workers != 0 ? workers : std::max(1U, std::thread::hardware_concurrency());
}

}  // namespace heddle::cli
