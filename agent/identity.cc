// The tables are arrays of structs whose layout the JVM tells, too: at which offset of an entry
// stands the name of a type, of a field, its offset, its address if it is static.
#include "agent/identity.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace heddle::agent {
namespace {

// What HotSpot's flag is called, and the value for the generator that repeats nothing.
constexpr std::string_view kFlag = "hashCode";
constexpr std::intptr_t kOneGenerator = 0;

template <typename T>
T load(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::uint64_t number(const std::string& symbol) {
  const void* const at = ::dlsym(RTLD_DEFAULT, symbol.c_str());
  return at == nullptr ? 0 : load<std::uint64_t>(static_cast<const char*>(at));
}

bool is_text(const char* text, std::string_view wanted) {
  return text != nullptr && text == wanted;
}

// One of the two tables: "Struct" or "Type".
class Table {
 public:
  explicit Table(const std::string& kind) : prefix_("gHotSpotVM" + kind + "Entry") {
    const auto first = static_cast<std::uintptr_t>(number("gHotSpotVM" + kind + "s"));
    first_ = reinterpret_cast<const char*>(first);
    stride_ = number(prefix_ + "ArrayStride");
  }

  // The entry that is_wanted says yes to; the last has no type.
  template <typename Wanted>
  const char* find(const Wanted& is_wanted) const {
    const std::size_t type = column("TypeName");
    for (const char* at = first_; at != nullptr && stride_ != 0; at += stride_) {
      if (load<const char*>(at + type) == nullptr) break;
      if (is_wanted(at)) return at;
    }
    return nullptr;
  }

  [[nodiscard]] std::size_t column(const char* name) const {
    return static_cast<std::size_t>(number(prefix_ + name + "Offset"));
  }

 private:
  std::string prefix_;
  const char* first_ = nullptr;
  std::uint64_t stride_ = 0;
};

class FlagTable {
 public:
  std::intptr_t* find(std::string_view name) {
    const char* const flags = field("flags");
    const char* const count = field("numFlags");
    const char* const name_field = field("_name");
    const char* const address_field = field("_addr");
    const std::size_t size = size_of_flag();
    if (flags == nullptr || count == nullptr || name_field == nullptr || address_field == nullptr ||
        size == 0)
      return nullptr;
    const std::size_t name_at = offset(name_field), address_at = offset(address_field);
    const char* flag = load<const char*>(address(flags));
    for (auto left = load<std::size_t>(address(count)); left != 0; --left, flag += size)
      if (is_text(load<const char*>(flag + name_at), name))
        return load<std::intptr_t*>(flag + address_at);
    return nullptr;
  }

 private:
  const char* field(std::string_view name) {
    const std::size_t type_at = structs_.column("TypeName"), name_at = structs_.column("FieldName");
    return structs_.find([&](const char* entry) {
      return is_text(load<const char*>(entry + type_at), "JVMFlag") &&
             is_text(load<const char*>(entry + name_at), name);
    });
  }

  std::size_t size_of_flag() {
    const Table types("Type");
    const std::size_t name_at = types.column("TypeName");
    const char* const type = types.find(
        [&](const char* entry) { return is_text(load<const char*>(entry + name_at), "JVMFlag"); });
    return type == nullptr ? 0 : load<std::uint64_t>(type + types.column("Size"));
  }

  [[nodiscard]] const char* address(const char* entry) const {
    return load<const char*>(entry + structs_.column("Address"));
  }
  [[nodiscard]] std::size_t offset(const char* entry) const {
    return load<std::uint64_t>(entry + structs_.column("Offset"));
  }

  Table structs_{"Struct"};
};

}  // namespace

bool make_hashes_differ() {
  std::intptr_t* const flag = FlagTable().find(kFlag);
  if (flag == nullptr) return false;
  *flag = kOneGenerator;
  return true;
}

}  // namespace heddle::agent
