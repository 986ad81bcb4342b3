// Methods that ran when the agent came into the JVM go on with the code they had, without probes.
// While a thread is in one of those that order threads, what it accesses further up cannot be
// judged: the method may hold a lock that nobody was told of. Its accesses are recorded when it has
// left them.
//
// Thread safety: every function may be called from any thread.
#pragma once

#include <jni.h>
#include <jvmti.h>

#include <cstddef>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace heddle::agent {

class OldCode {
 public:
  // A method, of a class as JVMTI names it (La/B;), whose old code may order threads.
  void add(std::string_view signature, std::string_view method, std::string_view descriptor);

  // Is the thread (nullptr: this one) in the old code of such a method?
  [[nodiscard]] bool is_run_by(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread) const;
  // How many of the JVM's threads are.
  [[nodiscard]] std::size_t threads_in_it(jvmtiEnv* jvmti, JNIEnv* jni) const;

 private:
  bool is_old(jvmtiEnv* jvmti, JNIEnv* jni, jmethodID method) const;

  mutable std::mutex mutex_;
  std::set<std::string, std::less<>> methods_;  // La/B;.name(I)V
};

}  // namespace heddle::agent
