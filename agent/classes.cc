#include "agent/classes.h"

#include <jni.h>
#include <jvmti.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/hooks_table.h"
#include "agent/loaded_classes.h"
#include "agent/state.h"
#include "base/bytes.h"
#include "classfile/class_file.h"
#include "recording/agent_options.h"
#include "recording/guide.h"
#include "rewrite/ordering.h"
#include "rewrite/rewrite.h"

namespace heddle::agent {
namespace {

// What this thread counts and may yet take back; nullptr: nothing.
thread_local Counts* counted_apart = nullptr;

void count(const Counts& counts) {
  if (counted_apart != nullptr) return counted_apart->add(counts);
  const std::lock_guard lock(agent->mutex);
  agent->counts.add(counts);
}

bool is_named(std::span<const rewrite::Hook> hooks, std::string_view name) {
  return std::ranges::any_of(hooks,
                             [&](const rewrite::Hook& hook) { return hook.class_name == name; });
}

bool has_hooks(std::string_view name) { return !hooks_of(name).empty(); }

bool is_platforms(std::string_view name) {
  return name.starts_with("java/") || name.starts_with("jdk/") || name.starts_with("sun/") ||
         name.starts_with("javax/");
}

void count(std::string_view name, const rewrite::Rewritten& rewritten) {
  Counts counts;
  counts.classes = 1;
  counts.methods = rewritten.methods;
  counts.refused = rewritten.refused.size();
  counts.accesses = rewritten.accesses;
  counts.proven = rewritten.proven;
  for (const rewrite::Refused& refused : rewritten.refused)
    counts.first_refused.push_back(std::string(name) + "." + refused.method + ": " + refused.why);
  count(counts);
}

// What the class's methods that run now do not tell.
void remember_old_code(const classfile::ClassFile& file, bool is_of_platform) {
  const std::string signature = "L" + std::string(file.name()) + ";";
  for (const classfile::Member& method : file.methods()) {
    const bool orders = is_of_platform
                            ? rewrite::tells_at_return(file, method, hooks_of(file.name()))
                            : rewrite::may_order(file, method, agent->calls);
    if (orders) agent->old_code.add(signature, method.name, method.descriptor);
  }
}

void follow_guide(const classfile::ClassFile& file, rewrite::Options& options) {
  const recording::Guide::Class* const known = agent->guide->find(file.name(), file.bytes());
  if (known == nullptr) {
    count({.unknown = 1});
    return;
  }
  options.is_proven = [known](std::string_view method, std::uint32_t offset) {
    return known->is_proven(method, offset);
  };
}

std::optional<std::vector<std::uint8_t>> rewrite_class(base::Bytes bytes, bool is_of_platform,
                                                       bool is_loaded) {
  const auto file = classfile::ClassFile::parse(bytes);
  if (!file) {
    count({.unreadable = 1});
    return std::nullopt;
  }
  if (is_loaded && agent->connection) remember_old_code(*file, is_of_platform);
  rewrite::Options options;
  if (is_of_platform) {
    options.has_code_probes = false;
    options.hooks = hooks_of(file->name());
  } else {
    agent->program.add_class(*file);
    options.hooks = agent->queue_hooks;
    options.has_code_probes = recording::is_included(agent->options, file->name());
    if (!options.has_code_probes && !is_named(options.hooks, file->name())) return std::nullopt;
    if (options.has_code_probes) options.calls = &agent->calls;
    options.may_add_methods = !is_loaded || !agent->connection;
    options.has_shared_fields = [](std::string_view owner) { return !is_platforms(owner); };
    options.has_elements = agent->options.accesses == recording::Accesses::kAll;
    options.has_values =
        agent->options.has_values && agent->options.accesses != recording::Accesses::kNone;
    if (agent->guide) follow_guide(*file, options);
  }
  rewrite::Rewritten rewritten = rewrite::rewrite(*file, options, agent->program);
  if (!is_of_platform) count(file->name(), rewritten);
  if (rewritten.bytes.empty()) return std::nullopt;
  return std::move(rewritten.bytes);
}

bool is_of_platform(JNIEnv* jni, jobject loader) {
  return loader == nullptr || jni->IsSameObject(loader, agent->platform_loader) == JNI_TRUE;
}

bool retransform(std::span<const jclass> classes) {
  return agent->jvmti->RetransformClasses(static_cast<jint>(classes.size()), classes.data()) ==
         JVMTI_ERROR_NONE;
}

// What was counted of classes that the JVM refused is counted when they are tried again.
bool retransform_and_count(std::span<const jclass> classes) {
  Counts apart;
  counted_apart = &apart;
  const bool has_worked = retransform(classes);
  counted_apart = nullptr;
  if (has_worked) count(apart);
  return has_worked;
}

bool has_probes(JNIEnv* jni, std::string_view name, jobject loader) {
  return has_hooks(name) || !is_of_platform(jni, loader);
}

}  // namespace

Counts counts() {
  const std::lock_guard lock(agent->mutex);
  return agent->counts;
}

void JNICALL on_class(jvmtiEnv* jvmti, JNIEnv* jni, jclass redefined, jobject loader,
                      const char* name, jobject /*domain*/, jint size, const unsigned char* data,
                      jint* new_size, unsigned char** new_data) {
  if (!agent->is_ready || jni == nullptr) return;
  const bool of_platform = is_of_platform(jni, loader);
  if (of_platform && (name == nullptr || !has_hooks(name))) return;
  const auto bytes =
      rewrite_class({data, static_cast<std::size_t>(size)}, of_platform, redefined != nullptr);
  if (!bytes) return;
  unsigned char* memory = nullptr;
  if (jvmti->Allocate(static_cast<jlong>(bytes->size()), &memory) != JVMTI_ERROR_NONE) return;
  std::memcpy(memory, bytes->data(), bytes->size());
  *new_data = memory;
  *new_size = static_cast<jint>(bytes->size());
}

// Those that are loaded already get their hooks now, the others when they are loaded.
void put_hooks(jvmtiEnv* jvmti, JNIEnv* jni) {
  const auto is_hooked = [](std::string_view name, jobject /*loader*/) { return has_hooks(name); };
  const std::size_t left = retransform_loaded(jvmti, jni, is_hooked, retransform);
  if (left != 0)
    say(std::to_string(left) +
        " of the platform's classes cannot be hooked: what threads wait for is not all recorded");
}

// Of a JVM that runs: hooks and probes at once.
void put_probes(jvmtiEnv* jvmti, JNIEnv* jni) {
  agent->left_loaded = retransform_loaded(
      jvmti, jni,
      [jni](std::string_view name, jobject loader) { return has_probes(jni, name, loader); },
      retransform_and_count);
  agent->has_all_probes = 1;
}

// The hook of classes leaves them as they are, and so they become what they were.
void take_probes_out(jvmtiEnv* jvmti, JNIEnv* jni) {
  agent->is_ready = false;
  retransform_loaded(
      jvmti, jni,
      [jni](std::string_view name, jobject loader) { return has_probes(jni, name, loader); },
      retransform);
}

}  // namespace heddle::agent
