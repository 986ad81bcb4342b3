// The beginning and the end of a recording, whenever the agent came.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <csignal>
#include <string>

namespace heddle::agent {

// Signals are the program's: threads that are started while this lives take none.
class NoSignals {
 public:
  NoSignals();
  ~NoSignals();
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

// Opens the trace and asks the JVM for what the agent needs; empty when all went well, or why
// nothing can be recorded.
std::string load(JavaVM* vm);

// False if the JVM does not let the probes in.
bool begin(JNIEnv* jni);

// The program may go on, without probes then.
void end(jvmtiEnv* jvmti, JNIEnv* jni, bool does_program_go_on);

}  // namespace heddle::agent
