#include "workspace/services.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/malformed.h"
#include "classfile/class_file.h"
#include "classfile/modified_utf8.h"
#include "classfile/module.h"

namespace heddle::workspace {
namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

// Names between dots, none of them empty and none with what no class name can have.
bool is_class_name(std::string_view name) {
  return !name.starts_with('.') && !name.ends_with('.') &&
         name.find("..") == std::string_view::npos &&
         name.find_first_of(" \t;[/<>:\\") == std::string_view::npos;
}

}  // namespace

ServiceFile read_service_file(std::string_view text) {
  ServiceFile file;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const bool has_two = text.substr(end).starts_with("\r\n");
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + (has_two ? 2 : 1), text.size()));
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    if (!is_class_name(line)) {
      file.odd_lines.push_back(number);
      continue;
    }
    std::string name(line);
    std::ranges::replace(name, '.', '/');
    file.providers.push_back(std::move(name));
  }
  return file;
}

std::expected<std::vector<Provision>, base::Malformed> read_provisions(base::Bytes class_file) {
  const auto file = classfile::ClassFile::parse(class_file);
  if (!file) return std::unexpected(file.error());
  const auto module = file->module();
  if (!module) return std::unexpected(module.error());
  std::vector<Provision> provisions;
  if (!*module) return provisions;
  for (const classfile::ModuleProvide& provide : (*module)->provides) {
    Provision provision{.service = std::string(file->pool().class_name(provide.service)),
                        .providers = {}};
    for (const std::uint16_t provider : provide.with)
      provision.providers.emplace_back(file->pool().class_name(provider));
    provisions.push_back(std::move(provision));
  }
  return provisions;
}

std::string service_path(std::string_view internal_name) {
  std::string name = classfile::to_utf8(internal_name);
  std::ranges::replace(name, '/', '.');
  if (!is_class_name(name) || name.find('\0') != std::string::npos) return {};
  return "META-INF/services/" + name;
}

}  // namespace heddle::workspace
