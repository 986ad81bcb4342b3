// What a module-info class says (JVMS 4.7.25 to 4.7.27).
//
// Indices are of the class's constants, of the kinds named; lists are read in place and borrow the
// class file's bytes.
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/attribute.h"

namespace heddle::classfile {

struct ModuleRequire {
  std::uint16_t module = 0;  // a Module
  std::uint16_t flags = 0;  // 0x20 transitive, 0x40 static phase, 0x1000 synthetic, 0x8000 mandated
  std::uint16_t version = 0;  // a Utf8, or 0
};

// A package exported or opened, to everyone or to some modules.
struct ModuleExport {
  std::uint16_t package = 0;  // a Package
  std::uint16_t flags = 0;
  IndexList to;  // Modules; empty: everyone
};

struct ModuleProvide {
  std::uint16_t service = 0;  // a Class
  IndexList with;             // Classes, at least one
};

struct Module {
  std::uint16_t name = 0;     // a Module
  std::uint16_t flags = 0;    // 0x20 open, 0x1000 synthetic, 0x8000 mandated
  std::uint16_t version = 0;  // a Utf8, or 0
  std::vector<ModuleRequire> required;
  std::vector<ModuleExport> exports;
  std::vector<ModuleExport> opens;
  IndexList uses;  // Classes
  std::vector<ModuleProvide> provides;
  IndexList packages;            // Packages, from ModulePackages
  std::uint16_t main_class = 0;  // a Class, or 0, from ModuleMainClass
};

}  // namespace heddle::classfile
