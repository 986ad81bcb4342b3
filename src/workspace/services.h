// Who provides a service, in the two ways Java has to say so: a file META-INF/services/a.b.Service
// with a class a line, and `provides a.b.Service with …` in a module's descriptor.
//
// Stateless; linear in the bytes.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"

namespace heddle::workspace {

struct ServiceFile {
  std::vector<std::string> providers;  // internal names, in the order of the file
  std::vector<std::size_t> odd_lines;  // lines that name no class, counted from 1
};

// Comments begin with #; blank lines say nothing.
ServiceFile read_service_file(std::string_view text);

struct Provision {
  std::string service;  // internal names
  std::vector<std::string> providers;
};

// What a module descriptor provides, in its order; nothing of a class that describes no module.
std::expected<std::vector<Provision>, base::Malformed> read_provisions(base::Bytes class_file);

// Where the providers of a service are listed: META-INF/services/a.b.Service; empty if no file can
// have such a name.
std::string service_path(std::string_view internal_name);

}  // namespace heddle::workspace
