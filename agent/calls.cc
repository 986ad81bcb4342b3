#include "agent/calls.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "agent/probe_classes.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "rewrite/rewrite.h"

namespace heddle::agent {
namespace {

constexpr std::string_view kProbe = "java/lang/HeddleProbe";
constexpr char kSite = 'I';  // the last parameter

struct Subtype {
  std::string_view name, super;
};

constexpr Subtype kSubtypes[] = {
    {"java/util/concurrent/locks/ReentrantLock", "java/util/concurrent/locks/Lock"},
    {"java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock",
     "java/util/concurrent/locks/Lock"},
    {"java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock",
     "java/util/concurrent/locks/Lock"},
    {"java/util/Stack", "java/util/Vector"},
    {"java/util/Hashtable", "java/util/Map"},
    {"java/util/Properties", "java/util/Map"},
    {"java/util/concurrent/ConcurrentSkipListSet", "java/util/Set"},
    {"java/util/concurrent/ConcurrentHashMap$KeySetView", "java/util/Set"},
    {"java/util/HashMap", "java/util/Map"},
    {"java/util/LinkedHashMap", "java/util/Map"},
    {"java/util/TreeMap", "java/util/Map"},
    {"java/util/IdentityHashMap", "java/util/Map"},
    {"java/util/WeakHashMap", "java/util/Map"},
    {"java/util/EnumMap", "java/util/Map"},
    {"java/util/AbstractMap", "java/util/Map"},
    {"java/util/SortedMap", "java/util/Map"},
    {"java/util/NavigableMap", "java/util/Map"},
    {"java/util/LinkedHashSet", "java/util/HashSet"},
    {"java/util/SortedSet", "java/util/Set"},
    {"java/util/NavigableSet", "java/util/Set"},
    {"java/util/concurrent/ConcurrentMap", "java/util/Map"},
    {"java/util/concurrent/ConcurrentHashMap", "java/util/Map"},
    {"java/util/concurrent/ConcurrentNavigableMap", "java/util/Map"},
    {"java/util/concurrent/ConcurrentSkipListMap", "java/util/Map"},
};

// Named `a_b_C$name`: of the static method of that class, with the same arguments.
void add_static(rewrite::Calls& calls, const classfile::ClassFile& file,
                const classfile::Member& method, std::size_t dollar) {
  std::string owner(method.name.substr(0, dollar));
  std::ranges::replace(owner, '_', '/');
  std::string rest(method.descriptor);
  rest.erase(rest.find(')') - 1, 1);
  calls.emplace(rewrite::call_key(owner, method.name.substr(dollar + 1), rest),
                rewrite::Call{std::string(file.name()), std::string(method.name),
                              std::string(method.descriptor)});
}

void add(rewrite::Calls& calls, const classfile::ClassFile& file, const classfile::Member& method) {
  if (const std::size_t dollar = method.name.find('$'); dollar != std::string_view::npos)
    return add_static(calls, file, method, dollar);
  const classfile::ParameterTypes types(method.descriptor);
  const auto first = types.begin();
  if (first == classfile::ParameterTypes::end() || !(*first).starts_with('L')) return;
  const std::string_view owner = (*first).substr(1, (*first).size() - 2);
  const std::size_t end = method.descriptor.find(')');
  if (method.descriptor[end - 1] != kSite) return;
  std::string rest = "(";
  rest += method.descriptor.substr(1 + (*first).size(), end - 2 - (*first).size());
  rest += method.descriptor.substr(end);
  const rewrite::Call call{std::string(file.name()), std::string(method.name),
                           std::string(method.descriptor)};
  calls.emplace(rewrite::call_key(owner, method.name, rest), call);
  for (const Subtype& subtype : kSubtypes)
    if (subtype.super == owner)
      calls.emplace(rewrite::call_key(subtype.name, method.name, rest), call);
}

}  // namespace

rewrite::Calls replaced_calls() {
  rewrite::Calls calls;
  for (const ProbeClass& probe : probe_classes()) {
    const auto file = classfile::ClassFile::parse(probe.bytes);
    if (!file || file->name() == kProbe) continue;
    for (const classfile::Member& method : file->methods())
      if ((method.access & classfile::kAccPublic) != 0 && method.is_static())
        add(calls, *file, method);
  }
  return calls;
}

}  // namespace heddle::agent
