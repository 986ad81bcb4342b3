#include "agent/loaded_classes.h"

#include <jni.h>
#include <jvmti.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agent/jvm_text.h"

namespace heddle::agent {
namespace {

bool is_wanted_class(jvmtiEnv* jvmti, JNIEnv* jni, jclass each, const IsWanted& is_wanted) {
  JvmText text(jvmti);
  if (jvmti->GetClassSignature(each, text.place(), nullptr) != JVMTI_ERROR_NONE) return false;
  const std::string signature = text.copy();
  if (!signature.starts_with('L')) return false;
  jobject loader = nullptr;
  if (jvmti->GetClassLoader(each, &loader) != JVMTI_ERROR_NONE) return false;
  const bool wanted =
      is_wanted(std::string_view(signature).substr(1, signature.size() - 2), loader);
  if (loader != nullptr) jni->DeleteLocalRef(loader);
  return wanted;
}

std::size_t whole_or_halves(std::span<const jclass> classes, const Retransform& retransform) {
  if (classes.empty() || retransform(classes)) return 0;
  if (classes.size() == 1) return 1;
  const std::size_t half = classes.size() / 2;
  return whole_or_halves(classes.first(half), retransform) +
         whole_or_halves(classes.subspan(half), retransform);
}

}  // namespace

std::size_t retransform_loaded(jvmtiEnv* jvmti, JNIEnv* jni, const IsWanted& is_wanted,
                               const Retransform& retransform) {
  jint count = 0;
  jclass* classes = nullptr;
  if (jvmti->GetLoadedClasses(&count, &classes) != JVMTI_ERROR_NONE) return 0;
  const std::span all(classes, static_cast<std::size_t>(count));
  std::vector<jclass> chosen;
  std::size_t left = 0;
  for (const jclass each : all) {
    if (!is_wanted_class(jvmti, jni, each, is_wanted)) continue;
    jboolean can_change = JNI_FALSE;
    jvmti->IsModifiableClass(each, &can_change);
    if (can_change == JNI_TRUE)
      chosen.push_back(each);
    else
      ++left;
  }
  left += whole_or_halves(chosen, retransform);
  for (const jclass each : all) jni->DeleteLocalRef(each);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(classes));
  return left;
}

}  // namespace heddle::agent
