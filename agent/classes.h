// The classes of the program and the hooked ones of the platform: rewritten when they are loaded,
// or again.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include "agent/state.h"

namespace heddle::agent {

// What was counted so far.
Counts counts();

// The JVM's callback.
void JNICALL on_class(jvmtiEnv* jvmti, JNIEnv* jni, jclass redefined, jobject loader,
                      const char* name, jobject domain, jint size, const unsigned char* data,
                      jint* new_size, unsigned char** new_data);

// The platform's classes that are loaded already get their hooks now, the others when they are
// loaded.
void put_hooks(jvmtiEnv* jvmti, JNIEnv* jni);

// Of a JVM that ran before: hooks and probes at once, and out again.
void put_probes(jvmtiEnv* jvmti, JNIEnv* jni);
void take_probes_out(jvmtiEnv* jvmti, JNIEnv* jni);

}  // namespace heddle::agent
