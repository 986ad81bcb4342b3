// A frame's name is asked for once: what is new about a stack is rarely more than a frame or two.
// Frames of the probes themselves are on top; then comes the one that the site speaks of.
#include "agent/stack_walker.h"

#include <jni.h>
#include <jvmti.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/jvm_text.h"
#include "recording/stacks.h"
#include "trace/tables.h"

namespace heddle::agent {
namespace {

using recording::Stacks;

constexpr int kMostProbeFrames = 8;
constexpr std::string_view kProbes = "java.lang.Heddle";
constexpr std::string_view kLambda = "$$Lambda";  // classes that nobody wrote

// Lcom/example/A; as com.example.A
std::string class_name_of(std::string signature) {
  if (signature.size() > 2 && signature.front() == 'L')
    signature = signature.substr(1, signature.size() - 2);
  std::ranges::replace(signature, '/', '.');
  return signature;
}

std::uint32_t line_of(jvmtiEnv* jvmti, jmethodID method, jlocation at) {
  jint count = 0;
  jvmtiLineNumberEntry* table = nullptr;
  if (jvmti->GetLineNumberTable(method, &count, &table) != JVMTI_ERROR_NONE)
    return trace::kNoNumber;
  std::uint32_t line = trace::kNoNumber;
  jlocation nearest = -1;
  for (const jvmtiLineNumberEntry& entry : std::span(table, static_cast<std::size_t>(count))) {
    if (entry.start_location > at || entry.start_location < nearest) continue;
    nearest = entry.start_location;
    line = static_cast<std::uint32_t>(entry.line_number);
  }
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(table));
  return line;
}

trace::Site describe(jvmtiEnv* jvmti, JNIEnv* jni, const jvmtiFrameInfo& frame) {
  trace::Site site;
  JvmText name(jvmti), descriptor(jvmti), signature(jvmti), file(jvmti);
  jclass type = nullptr;
  if (jvmti->GetMethodName(frame.method, name.place(), descriptor.place(), nullptr) ==
      JVMTI_ERROR_NONE)
    site.method = name.copy() + descriptor.copy();
  if (jvmti->GetMethodDeclaringClass(frame.method, &type) == JVMTI_ERROR_NONE) {
    if (jvmti->GetClassSignature(type, signature.place(), nullptr) == JVMTI_ERROR_NONE)
      site.class_name = class_name_of(signature.copy());
    if (jvmti->GetSourceFileName(type, file.place()) == JVMTI_ERROR_NONE) site.file = file.copy();
    jni->DeleteLocalRef(type);
  }
  site.line = line_of(jvmti, frame.method, frame.location);
  return site;
}

bool is_hidden(const trace::Site& site) {
  return site.class_name.starts_with(kProbes) || site.class_name.contains(kLambda);
}

Stacks::Frame key_of(const jvmtiFrameInfo& frame) {
  return {reinterpret_cast<std::uint64_t>(frame.method),
          static_cast<std::uint64_t>(frame.location)};
}

Stacks::Known named(jvmtiEnv* jvmti, JNIEnv* jni, const jvmtiFrameInfo& frame, Stacks& stacks) {
  trace::Site site = describe(jvmti, jni, frame);
  const bool hides = is_hidden(site);
  return stacks.name(key_of(frame), std::move(site), hides);
}

}  // namespace

std::optional<std::uint32_t> take_stack(jvmtiEnv* jvmti, JNIEnv* jni, int depth, Stacks& stacks) {
  std::vector<jvmtiFrameInfo> seen(static_cast<std::size_t>(depth + 1 + kMostProbeFrames));
  jint count = 0;
  if (jvmti->GetStackTrace(nullptr, 0, static_cast<jint>(seen.size()), seen.data(), &count) !=
      JVMTI_ERROR_NONE)
    return std::nullopt;
  seen.resize(static_cast<std::size_t>(count));
  std::vector<Stacks::Frame> keys(seen.size());
  std::ranges::transform(seen, keys.begin(), key_of);
  const std::vector<std::optional<Stacks::Known>> known = stacks.find(keys);
  std::vector<std::uint32_t> frames;
  bool is_own = true;
  for (std::size_t each = 0; each < seen.size(); ++each) {
    const Stacks::Known frame = known[each] ? *known[each] : named(jvmti, jni, seen[each], stacks);
    if (frame.is_hidden) continue;
    if (!is_own) frames.push_back(frame.number);
    is_own = false;
    if (frames.size() == static_cast<std::size_t>(depth)) break;
  }
  return stacks.add(std::move(frames));
}

}  // namespace heddle::agent
