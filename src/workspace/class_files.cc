#include "workspace/class_files.h"

#include <memory>
#include <set>
#include <utility>

#include "archive/zip.h"
#include "base/bytes.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/open.h"
#include "workspace/zip_container.h"

namespace heddle::workspace {
namespace {

base::Hash128 content_of(const Container& container, std::uint32_t entry) {
  base::Hasher hasher;
  if (const auto* jar = dynamic_cast<const ZipContainer*>(&container)) {
    const archive::ZipEntry& listed = jar->zip().entries()[entry];
    hasher.add(listed.method).add(listed.size).add(listed.crc);
    if (const auto bytes = jar->zip().stored(entry)) hasher.add(base::as_text(*bytes));
  } else if (const auto content = container.read(entry)) {
    hasher.add(base::as_text(content->bytes()));
  }
  return hasher.finish();
}

}  // namespace

std::vector<ClassFile> class_files(const ClassPath& class_path) {
  std::vector<ClassFile> files;
  std::set<std::string, std::less<>> names;
  std::uint32_t number = 0;
  for (const ClassPath::Part& part : class_path.parts()) {
    if (part.layer == ir::Layer::kPlatform) continue;
    const Opened opened = open_path(part.path, part.layer, {.release = class_path.release()});
    for (const auto& container : opened.containers) {
      base::Hasher before;
      before.add(number++).add(container->layer());
      for (const Container::Listed& listed : container->classes()) {
        base::Hasher place = before;
        place.add(listed.name);
        const bool is_found = !listed.name.empty() &&
                              class_path.layer_of(listed.name) != ir::Layer::kPlatform &&
                              names.emplace(listed.name).second;
        files.push_back({.name = std::string(listed.name),
                         .place = place.finish().low,
                         .content = content_of(*container, listed.entry),
                         .is_found = is_found});
      }
    }
  }
  return files;
}

}  // namespace heddle::workspace
