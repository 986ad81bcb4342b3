#include "agent/attaching.h"

#include <jni.h>
#include <jvmti.h>

#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "agent/classes.h"
#include "agent/connection.h"
#include "agent/life.h"
#include "agent/state.h"
#include "recording/agent_options.h"

namespace heddle::agent {
namespace {

// Waits for the other side to be done, in a thread that the JVM knows nothing of until then.
void end_with_connection(JavaVM* vm) {
  agent->connection->wait_for_end();
  void* environment = nullptr;
  JavaVMAttachArgs arguments{JNI_VERSION_10, const_cast<char*>("heddle"), nullptr};
  if (vm->AttachCurrentThreadAsDaemon(&environment, &arguments) != JNI_OK) return;
  auto* const jni = static_cast<JNIEnv*>(environment);
  std::call_once(agent->ends, [&] { end(agent->jvmti, jni, true); });
  vm->DetachCurrentThread();
  agent->connection->shut();
}

std::string begin_attached(JavaVM* vm, JNIEnv* jni) {
  if (std::string trouble = load(vm); !trouble.empty()) return trouble;
  if (!begin(jni)) return "the probes cannot be put into this JVM";
  agent->jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, nullptr);
  put_probes(agent->jvmti, jni);
  const NoSignals no_signals;
  std::thread(end_with_connection, vm).detach();
  return {};
}

}  // namespace

bool attach(JavaVM* vm, const char* text) {
  const auto where = recording::parse_options(text == nullptr ? "" : text);
  if (!where || where->attached.empty()) return false;
  auto connection = Connection::open(where->attached);
  if (!connection) return false;
  const auto refuse = [&](const std::string& why) {
    connection->tell("trouble " + why + "\n");
    return false;
  };
  auto options = recording::parse_options(connection->read_line());
  if (agent != nullptr) return refuse("its JVM has been recorded before, and can be only once");
  if (!options) return refuse("the agent's options: " + options.error());
  void* environment = nullptr;
  if (vm->GetEnv(&environment, JNI_VERSION_10) != JNI_OK) return refuse("its JVM is too old");
  agent = new Agent;
  agent->options = std::move(*options);
  agent->options.attached = where->attached;
  agent->connection.emplace(std::move(*connection));
  const std::string trouble = begin_attached(vm, static_cast<JNIEnv*>(environment));
  agent->connection->tell(trouble.empty() ? "recording\n" : "trouble " + trouble + "\n");
  if (trouble.empty()) return true;
  agent->connection->shut();
  // Nothing has begun: whoever comes next may try again.
  if (agent->recorder == nullptr) {
    if (agent->jvmti != nullptr) agent->jvmti->DisposeEnvironment();
    delete std::exchange(agent, nullptr);
  }
  return false;
}

}  // namespace heddle::agent
