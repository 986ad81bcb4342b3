#include "agent/natives.h"

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "agent/probe_classes.h"
#include "agent/stack_walker.h"
#include "agent/state.h"
#include "recording/program.h"
#include "recording/recorder.h"

namespace heddle::agent {
namespace {

std::string text_of(JNIEnv* jni, jstring text) {
  if (text == nullptr) return {};
  const char* const bytes = jni->GetStringUTFChars(text, nullptr);
  if (bytes == nullptr) return {};
  std::string copy(bytes);
  jni->ReleaseStringUTFChars(text, bytes);
  return copy;
}

jlong address_of(const void* memory) { return reinterpret_cast<jlong>(memory); }

jlongArray JNICALL addresses(JNIEnv* jni, jclass /*probe*/) {
  // Events of one thread may race with each other, so a queue of the program counts as several.
  if (agent->options.has_early || !agent->options.queues.empty()) agent->has_several_threads = 1;
  const jlong all[] = {address_of(agent->states),
                       address_of(agent->class_numbers),
                       address_of(&agent->recorder->stamps()),
                       agent->options.stacks,
                       agent->connection ? address_of(&agent->has_all_probes) : 0,
                       address_of(&agent->has_several_threads)};
  const auto count = static_cast<jsize>(std::size(all));
  jlongArray array = jni->NewLongArray(count);
  if (array != nullptr) jni->SetLongArrayRegion(array, 0, count, all);
  return array;
}

void JNICALL keep_logs(JNIEnv* jni, jclass /*probe*/, jobjectArray logs) {
  agent->logs = static_cast<jobjectArray>(jni->NewGlobalRef(logs));
  agent->log_places = jni->GetArrayLength(logs);
}

jint JNICALL resolve(JNIEnv* /*jni*/, jclass /*probe*/, jint site) {
  const auto number = static_cast<std::uint32_t>(site);
  const recording::ResolvedField field = agent->program.resolve(number);
  if (field.state == recording::FieldState::kUnknown) return 0;
  const auto state = static_cast<std::uint8_t>(field.state);
  auto* const class_number = reinterpret_cast<std::uint32_t*>(agent->class_numbers) + number;
  std::atomic_ref(*class_number).store(field.class_number, std::memory_order_relaxed);
  std::atomic_ref(agent->states[number]).store(state, std::memory_order_release);
  return state;
}

jlong JNICALL open_log(JNIEnv* jni, jclass /*probe*/, jthread thread, jlong number, jstring name) {
  const auto unsigned_number = static_cast<std::uint64_t>(number);
  agent->recorder->names().name_thread(unsigned_number, text_of(jni, name));
  recording::Log* const log = agent->recorder->open(unsigned_number);
  if (++agent->opened_logs > 1 || agent->connection) agent->has_several_threads = 1;
  if (log != nullptr && thread != nullptr) agent->jvmti->SetThreadLocalStorage(thread, log);
  return address_of(log);
}

void JNICALL close_log(JNIEnv* /*jni*/, jclass /*probe*/, jlong log) {
  agent->recorder->close(*reinterpret_cast<recording::Log*>(log));
}

jlong JNICALL next_chunk(JNIEnv* jni, jclass /*probe*/, jlong log, jintArray size) {
  auto* const opened = reinterpret_cast<recording::Log*>(log);
  const recording::Recorder::Room room = agent->recorder->next_chunk(*opened);
  const auto bytes = static_cast<jint>(room.bytes);
  jni->SetIntArrayRegion(size, 0, 1, &bytes);
  return address_of(room.words);
}

void JNICALL name_thread(JNIEnv* jni, jclass /*probe*/, jlong number, jstring name) {
  agent->recorder->names().name_thread(static_cast<std::uint64_t>(number), text_of(jni, name));
}

void JNICALL name_class(JNIEnv* jni, jclass /*probe*/, jint number, jstring name) {
  agent->recorder->names().name_class(static_cast<std::uint32_t>(number), text_of(jni, name));
}

jint JNICALL current_stack(JNIEnv* jni, jclass /*probe*/) {
  const auto stack =
      take_stack(agent->jvmti, jni, agent->options.stacks, agent->recorder->stacks());
  return stack ? static_cast<jint>(*stack) : -1;
}

jboolean JNICALL is_in_old_code(JNIEnv* jni, jclass /*probe*/) {
  return agent->old_code.is_run_by(agent->jvmti, jni, nullptr) ? JNI_TRUE : JNI_FALSE;
}

constexpr std::string_view kProbe = "java/lang/HeddleProbe";

// By hand, in an agent that comes late: the JVM does not search it for them. Of one that came with
// it, it warns of methods that are registered.
bool register_natives(JNIEnv* jni, jclass probe) {
  const auto native = [](const char* name, const char* descriptor, auto* function) {
    return JNINativeMethod{const_cast<char*>(name), const_cast<char*>(descriptor),
                           reinterpret_cast<void*>(function)};
  };
  const JNINativeMethod all[] = {
      native("addresses", "()[J", addresses),
      native("keep", "([Ljava/lang/Object;)V", keep_logs),
      native("resolve", "(I)I", resolve),
      native("open", "(Ljava/lang/Thread;JLjava/lang/String;)J", open_log),
      native("nextChunk", "(J[I)J", next_chunk),
      native("currentStack", "()I", current_stack),
      native("close", "(J)V", close_log),
      native("nameThread", "(JLjava/lang/String;)V", name_thread),
      native("nameClass", "(ILjava/lang/String;)V", name_class),
      native("isInOldCode", "()Z", is_in_old_code),
  };
  return jni->RegisterNatives(probe, all, static_cast<jint>(std::size(all))) == JNI_OK;
}

}  // namespace

bool define_probes(JNIEnv* jni) {
  for (const ProbeClass& each : probe_classes()) {
    const auto* const bytes = reinterpret_cast<const jbyte*>(each.bytes.data());
    const auto size = static_cast<jsize>(each.bytes.size());
    jclass defined = jni->DefineClass(each.name, nullptr, bytes, size);
    if (defined == nullptr) return false;
    if (agent->connection && each.name == kProbe && !register_natives(jni, defined)) return false;
  }
  // Looking it up initialises the class.
  return jni->FindClass("java/lang/HeddleProbe") != nullptr;
}

}  // namespace heddle::agent

// The JVM looks for native methods of its own classes in agents that came with it, by these names.
extern "C" {

JNIEXPORT jlongArray JNICALL Java_java_lang_HeddleProbe_addresses(JNIEnv* jni, jclass probe) {
  return heddle::agent::addresses(jni, probe);
}

JNIEXPORT jint JNICALL Java_java_lang_HeddleProbe_resolve(JNIEnv* jni, jclass probe, jint site) {
  return heddle::agent::resolve(jni, probe, site);
}

JNIEXPORT jlong JNICALL Java_java_lang_HeddleProbe_open(JNIEnv* jni, jclass probe, jthread thread,
                                                        jlong number, jstring name) {
  return heddle::agent::open_log(jni, probe, thread, number, name);
}

JNIEXPORT jlong JNICALL Java_java_lang_HeddleProbe_nextChunk(JNIEnv* jni, jclass probe, jlong log,
                                                             jintArray size) {
  return heddle::agent::next_chunk(jni, probe, log, size);
}

JNIEXPORT jint JNICALL Java_java_lang_HeddleProbe_currentStack(JNIEnv* jni, jclass probe) {
  return heddle::agent::current_stack(jni, probe);
}

JNIEXPORT void JNICALL Java_java_lang_HeddleProbe_close(JNIEnv* jni, jclass probe, jlong log) {
  return heddle::agent::close_log(jni, probe, log);
}

JNIEXPORT void JNICALL Java_java_lang_HeddleProbe_nameThread(JNIEnv* jni, jclass probe,
                                                             jlong number, jstring name) {
  return heddle::agent::name_thread(jni, probe, number, name);
}

JNIEXPORT void JNICALL Java_java_lang_HeddleProbe_keep(JNIEnv* jni, jclass probe,
                                                       jobjectArray logs) {
  return heddle::agent::keep_logs(jni, probe, logs);
}

JNIEXPORT void JNICALL Java_java_lang_HeddleProbe_nameClass(JNIEnv* jni, jclass probe, jint number,
                                                            jstring name) {
  return heddle::agent::name_class(jni, probe, number, name);
}

JNIEXPORT jboolean JNICALL Java_java_lang_HeddleProbe_isInOldCode(JNIEnv* jni, jclass probe) {
  return heddle::agent::is_in_old_code(jni, probe);
}

}  // extern "C"
