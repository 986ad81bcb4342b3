#include "entry/main_method.h"

#include <fmt/format.h>

#include <algorithm>
#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "ir/class.h"
#include "ir/ids.h"
#include "ir/program.h"

namespace heddle::entry {
namespace {

constexpr std::string_view kName = "main";
constexpr std::string_view kDescriptor = "([Ljava/lang/String;)V";

ir::MethodId declared_main(const ir::Program& program, ir::ClassId id) {
  if (program.is_phantom(id)) return base::kNone<ir::MethodId>;
  const ir::MethodId method = program.declared_method(id, kName, kDescriptor);
  const bool runs = !base::is_none(method) && program.is(method, ir::Access::kStatic) &&
                    program.is(method, ir::Access::kPublic);
  return runs ? method : base::kNone<ir::MethodId>;
}

std::string why_not(ir::Program& program, ir::ClassId id, const std::string& dotted) {
  const ir::MethodId method = program.is_phantom(id)
                                  ? base::kNone<ir::MethodId>
                                  : program.declared_method(id, kName, kDescriptor);
  if (!base::is_none(method)) {
    return fmt::format("{}.main(String[]) is not {}", dotted,
                       program.is(method, ir::Access::kStatic) ? "public" : "static");
  }
  return dotted + " has no public static void main(String[])" +
         (program.is_complete(id) ? "" : ", and a class above it is missing");
}

}  // namespace

std::expected<ir::MethodId, std::string> main_method(ir::Program& program, std::string_view name) {
  std::string internal(name);
  std::replace(internal.begin(), internal.end(), '.', '/');
  std::string dotted(name);
  std::replace(dotted.begin(), dotted.end(), '/', '.');
  const ir::ClassId id = program.find(internal);
  if (base::is_none(id)) {
    return std::unexpected("no class " + dotted + " in the inputs, the class path or the JDK");
  }
  for (ir::ClassId above = id; !base::is_none(above); above = program.super(above)) {
    const ir::MethodId method = declared_main(program, above);
    if (!base::is_none(method)) return method;
  }
  return std::unexpected(why_not(program, id, dotted));
}

std::vector<ir::MethodId> main_methods(ir::Program& program, std::span<const std::string> names) {
  std::vector<ir::MethodId> found;
  for (const std::string& name : names) {
    const ir::ClassId id = program.find(name);
    if (base::is_none(id)) continue;
    const ir::MethodId method = declared_main(program, id);
    if (!base::is_none(method)) found.push_back(method);
  }
  return found;
}

}  // namespace heddle::entry
