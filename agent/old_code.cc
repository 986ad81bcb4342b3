#include "agent/old_code.h"

#include <jni.h>
#include <jvmti.h>

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/jvm_text.h"

namespace heddle::agent {
namespace {

constexpr jint kMostFrames = 4096;

std::string key(std::string_view signature, std::string_view method, std::string_view descriptor) {
  std::string text(signature);
  text.append(".").append(method).append(descriptor);
  return text;
}

}  // namespace

void OldCode::add(std::string_view signature, std::string_view method,
                  std::string_view descriptor) {
  const std::lock_guard lock(mutex_);
  methods_.insert(key(signature, method, descriptor));
}

bool OldCode::is_old(jvmtiEnv* jvmti, JNIEnv* jni, jmethodID method) const {
  jboolean is_obsolete = JNI_FALSE;
  if (jvmti->IsMethodObsolete(method, &is_obsolete) != JVMTI_ERROR_NONE || is_obsolete == JNI_FALSE)
    return false;
  JvmText name(jvmti), descriptor(jvmti), signature(jvmti);
  jclass type = nullptr;
  if (jvmti->GetMethodName(method, name.place(), descriptor.place(), nullptr) != JVMTI_ERROR_NONE ||
      jvmti->GetMethodDeclaringClass(method, &type) != JVMTI_ERROR_NONE)
    return true;
  const bool is_known =
      jvmti->GetClassSignature(type, signature.place(), nullptr) == JVMTI_ERROR_NONE;
  jni->DeleteLocalRef(type);
  if (!is_known) return true;
  const std::lock_guard lock(mutex_);
  return methods_.contains(key(signature.copy(), name.copy(), descriptor.copy()));
}

bool OldCode::is_run_by(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread) const {
  std::vector<jvmtiFrameInfo> frames(kMostFrames);
  jint count = 0;
  if (jvmti->GetStackTrace(thread, 0, kMostFrames, frames.data(), &count) != JVMTI_ERROR_NONE)
    return false;
  frames.resize(static_cast<std::size_t>(count));
  return std::ranges::any_of(
      frames, [&](const jvmtiFrameInfo& frame) { return is_old(jvmti, jni, frame.method); });
}

std::size_t OldCode::threads_in_it(jvmtiEnv* jvmti, JNIEnv* jni) const {
  jint count = 0;
  jthread* threads = nullptr;
  if (jvmti->GetAllThreads(&count, &threads) != JVMTI_ERROR_NONE) return 0;
  std::size_t found = 0;
  for (const jthread thread : std::span(threads, static_cast<std::size_t>(count))) {
    if (is_run_by(jvmti, jni, thread)) ++found;
    jni->DeleteLocalRef(thread);
  }
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(threads));
  return found;
}

}  // namespace heddle::agent
