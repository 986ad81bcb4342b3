// What files are the same as at another time, for the keys of a cache.
#pragma once

#include <optional>
#include <string>

#include "base/hash.h"
#include "workspace/class_path.h"

namespace heddle::workspace {

// Of a file: its bytes. Of a folder: the paths and bytes of all files below. What cannot be read is
// the same as nothing. Cost: reads all of it.
base::Hash128 content_identity(const std::string& path);

// Of a file that is replaced rather than written to: number, size and times. The time of the last
// change of status is among them, which nobody can set. Cost: one system call.
base::Hash128 status_identity(const std::string& path);

// The platform, if it is all the JDK's own: no input brings pieces of it. By status.
std::optional<base::Hash128> platform_identity(const ClassPath& class_path);

// Everything that was opened, in its order: the platform by status, the rest by content and by the
// path that it was named by. Nothing if some of it is not the file that was opened any more.
std::optional<base::Hash128> program_identity(const ClassPath& class_path);

// The program that is running; nothing where the system does not tell.
std::optional<base::Hash128> own_identity();

}  // namespace heddle::workspace
