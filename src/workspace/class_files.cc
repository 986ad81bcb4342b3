#include "workspace/class_files.h"

#include <boost/unordered/unordered_flat_set.hpp>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "archive/zip.h"
#include "base/bytes.h"
#include "base/parallel.h"
#include "ir/ids.h"
#include "workspace/container.h"
#include "workspace/open.h"
#include "workspace/zip_container.h"

namespace heddle::workspace {
namespace {

constexpr std::size_t kPiece = 64;

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

std::vector<ClassFile> class_files(const ClassPath& class_path, unsigned workers) {
  std::vector<ClassFile> files;
  boost::unordered_flat_set<std::string_view> names;
  std::uint32_t number = 0;
  for (const ClassPath::Part& part : class_path.parts()) {
    if (part.layer == ir::Layer::kPlatform) continue;
    const Opened opened = open_path(part.path, part.layer, {.release = class_path.release()});
    for (const auto& container : opened.containers) {
      const auto all = container->classes();
      const std::size_t first = files.size();
      files.reserve(first + all.size());
      base::Hasher before;
      before.add(number++).add(container->layer());
      for (const Container::Listed& listed : all) {
        base::Hasher place = before;
        place.add(listed.name);
        files.push_back(
            {.name = std::string(listed.name), .place = place.finish().low, .content = {}});
      }
      base::parallel_for(all.size(), workers, kPiece, [&](std::size_t at, unsigned) {
        files[first + at].content = content_of(*container, all[at].entry);
      });
    }
  }
  for (ClassFile& file : files)
    file.is_found = !file.name.empty() && class_path.layer_of(file.name) != ir::Layer::kPlatform &&
                    names.insert(file.name).second;
  return files;
}

}  // namespace heddle::workspace
