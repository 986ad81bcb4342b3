// The agent: glue between the JVM's tool interface and the recorder.
//
//   java -agentpath:libheddle_agent.so=output=run.trace …
//
// It may also come into a JVM that runs (`heddle record --attach`), and then gives each class that
// is loaded its probes at once, lets accesses be recorded when they are all there, and takes them
// out again when the other side of the connection is closed.
//
// When the VM is ready it defines the probes in java.base, puts hooks into the methods of the
// platform that hooks_table.h names, and from then on rewrites each class of the application as it
// is loaded. When the VM ends, the recorder writes what is left. Whatever goes wrong here is said
// once on standard error; the program runs on as if nobody were looking.
#include <fcntl.h>
#include <jni.h>
#include <jvmti.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <ios>
#include <iterator>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agent/attaching.h"
#include "agent/classes.h"
#include "agent/hooks.h"
#include "agent/identity.h"
#include "agent/left_out.h"
#include "agent/life.h"
#include "agent/natives.h"
#include "agent/state.h"
#include "recording/agent_options.h"
#include "recording/guide.h"
#include "recording/program.h"
#include "recording/recorder.h"

namespace heddle::agent {

Agent* agent = nullptr;

void say(const std::string& text) { std::fprintf(stderr, "heddle: %s\n", text.c_str()); }

NoSignals::NoSignals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before_);
}

NoSignals::~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

namespace {

// What the recorder leaves as tables for the probes: reserved, and real only where it is touched.
std::uint8_t* reserve(std::size_t bytes) {
  void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? nullptr : static_cast<std::uint8_t*>(at);
}

std::string write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return std::strerror(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

// Of a text a.B.method or a.B.method(I)V, which becomes a/B.
QueueMethod queue_method(std::string& text) {
  const std::size_t descriptor = std::min(text.find('('), text.size());
  const std::size_t dot = text.rfind('.', descriptor);
  if (dot == std::string::npos) return {};
  std::replace(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(dot), '.', '/');
  const std::string_view view = text;
  return {view.substr(0, dot), view.substr(dot + 1, descriptor - dot - 1), view.substr(descriptor)};
}

rewrite::HookSubject subject_of(std::string_view event) {
  if (event == "this") return rewrite::HookSubject::kThis;
  return event == "1" ? rewrite::HookSubject::kSecondArgument : rewrite::HookSubject::kArgument;
}

void name_queues() {
  recording::Names& names = agent->recorder->names();
  names.name_queue(0, "java.awt.EventQueue");
  unsigned number = 0;
  for (recording::QueueOption& queue : agent->options.queues) {
    if (++number == kMostQueues) break;
    names.name_queue(number, queue.name);
    const auto all = queue_hooks({.number = number,
                                  .sends = queue_method(queue.sends),
                                  .begins = queue_method(queue.begins),
                                  .ends = queue_method(queue.ends),
                                  .event = subject_of(queue.event)});
    agent->queue_hooks.insert(agent->queue_hooks.end(), all.begin(), all.end());
  }
}

jobject platform_loader(JNIEnv* jni) {
  jclass type = jni->FindClass("java/lang/ClassLoader");
  if (type == nullptr) return nullptr;
  jmethodID get =
      jni->GetStaticMethodID(type, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
  if (get == nullptr) return nullptr;
  jobject loader = jni->CallStaticObjectMethod(type, get);
  return loader == nullptr ? nullptr : jni->NewGlobalRef(loader);
}

std::unique_ptr<recording::Recorder> start_recorder() {
  const NoSignals no_signals;
  return std::make_unique<recording::Recorder>(
      agent->program,
      [file = agent->file](std::string_view bytes) { return write_all(file, bytes); },
      agent->options.limit == 0 ? ~std::uint64_t{0} : agent->options.limit);
}

void JNICALL on_init(jvmtiEnv* jvmti, JNIEnv* jni, jthread /*thread*/) {
  if (!begin(jni)) return say("the probes cannot be put into this JVM; nothing is recorded");
  put_hooks(jvmti, jni);
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, nullptr);
}

void JNICALL on_thread_end(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread) {
  void* opened = nullptr;
  if (jvmti->GetThreadLocalStorage(thread, &opened) != JVMTI_ERROR_NONE || opened == nullptr)
    return;
  jvmti->SetThreadLocalStorage(thread, nullptr);
  auto& log = *static_cast<recording::Log*>(opened);
  if (const auto number = log.thread; number < static_cast<std::uint64_t>(agent->log_places))
    jni->SetObjectArrayElement(agent->logs, static_cast<jsize>(number), nullptr);
  agent->recorder->close(log);
}

LeftOut left_out(const Counts& counts, std::size_t waiting_threads) {
  return {.accesses = counts.accesses,
          .proven = counts.proven,
          .unknown_classes = counts.unknown,
          .refused_methods = counts.refused,
          .unreadable_classes = counts.unreadable,
          .loaded_classes = agent->left_loaded,
          .waiting_threads = waiting_threads};
}

std::string report_line(const recording::Summary& summary, const Counts& counts,
                        std::size_t waiting_threads) {
  std::string line = "trace " + agent->options.output + "\n";
  line +=
      "operations=" + std::to_string(summary.operations) +
      " threads=" + std::to_string(summary.threads) + " bytes=" + std::to_string(summary.bytes) +
      " classes=" + std::to_string(counts.classes) + " methods=" + std::to_string(counts.methods) +
      " refused=" + std::to_string(counts.refused) +
      " unreadable=" + std::to_string(counts.unreadable) +
      " accesses=" + std::to_string(counts.accesses) + " proven=" + std::to_string(counts.proven) +
      " unknown=" + std::to_string(counts.unknown) +
      " lost=" + std::to_string(summary.lost_stamps) +
      " unmatched=" + std::to_string(summary.unmatched_unlocks) +
      " loaded=" + std::to_string(agent->left_loaded) +
      " waiting=" + std::to_string(waiting_threads) +
      " writer=" + std::to_string(summary.writer_milliseconds) + "\n";
  for (const std::string& refused : counts.first_refused) line += "refused " + refused + "\n";
  if (agent->has_colliding_hashes)
    line += "this JVM gives some objects one hash, and they count as one object\n";
  if (!summary.stopped.empty()) line += "stopped " + summary.stopped + "\n";
  return line;
}

void tell(const std::string& report, const recording::Summary& summary) {
  if (agent->connection)
    agent->connection->tell(report);
  else if (agent->options.report >= 0)
    write_all(agent->options.report, report);
  else if (!summary.stopped.empty())
    say(agent->options.output + ": " + summary.stopped);
}

void JNICALL on_death(jvmtiEnv* jvmti, JNIEnv* jni) {
  jvmti->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, nullptr);
  jvmti->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_THREAD_END, nullptr);
  if (agent->recorder == nullptr) return;
  std::call_once(agent->ends, [&] { end(jvmti, jni, false); });
}

bool listen(jvmtiEnv* jvmti) {
  jvmtiCapabilities wanted{};
  wanted.can_generate_all_class_hook_events = 1;
  wanted.can_retransform_classes = 1;
  wanted.can_retransform_any_class = 1;
  wanted.can_get_line_numbers = 1;
  wanted.can_get_source_file_name = 1;
  if (jvmti->AddCapabilities(&wanted) != JVMTI_ERROR_NONE) return false;
  jvmtiEventCallbacks callbacks{};
  callbacks.VMInit = on_init;
  callbacks.VMDeath = on_death;
  callbacks.ClassFileLoadHook = on_class;
  callbacks.ThreadEnd = on_thread_end;
  if (jvmti->SetEventCallbacks(&callbacks, sizeof callbacks) != JVMTI_ERROR_NONE) return false;
  for (const jvmtiEvent event :
       {JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK})
    if (jvmti->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr) != JVMTI_ERROR_NONE)
      return false;
  return true;
}

void put_process_number(std::string& path) {
  constexpr std::string_view kProcess = "{pid}";
  const std::size_t at = path.find(kProcess);
  if (at != std::string::npos) path.replace(at, kProcess.size(), std::to_string(::getpid()));
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void read_guide() {
  if (agent->options.guide.empty()) return;
  auto guide = recording::Guide::parse(read_file(agent->options.guide));
  if (guide)
    agent->guide = std::move(*guide);
  else
    say(agent->options.guide + ": " + guide.error() + "; everything is recorded");
}

}  // namespace

bool begin(JNIEnv* jni) {
  agent->recorder = start_recorder();
  name_queues();
  for (std::string& note : left_out_by_choice(agent->options, agent->guide))
    agent->recorder->note(std::move(note));
  agent->states = reserve(recording::kMostSites);
  agent->class_numbers = reserve(std::size_t{4} * recording::kMostSites);
  agent->platform_loader = platform_loader(jni);
  if (agent->states == nullptr || agent->class_numbers == nullptr || !define_probes(jni)) {
    if (jni->ExceptionCheck() == JNI_TRUE) {
      jni->ExceptionDescribe();
      jni->ExceptionClear();
    }
    return false;
  }
  agent->is_ready = true;
  return true;
}

void end(jvmtiEnv* jvmti, JNIEnv* jni, bool does_program_go_on) {
  const std::size_t waiting = agent->connection ? agent->old_code.threads_in_it(jvmti, jni) : 0;
  const Counts counted = counts();
  for (std::string& note : left_out_in_the_end(left_out(counted, waiting)))
    agent->recorder->note(std::move(note));
  const recording::Summary summary = agent->recorder->finish();
  if (does_program_go_on) take_probes_out(jvmti, jni);
  tell(report_line(summary, counted, waiting), summary);
}

std::string load(JavaVM* vm) {
  put_process_number(agent->options.output);
  read_guide();
  if (agent->options.accesses == recording::Accesses::kNone) agent->program.leave_plain_out();
  agent->file =
      ::open(agent->options.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (agent->file < 0) return agent->options.output + ": " + std::strerror(errno);
  if (agent->options.report >= 0) ::fcntl(agent->options.report, F_SETFD, FD_CLOEXEC);
  void* environment = nullptr;
  if (vm->GetEnv(&environment, JVMTI_VERSION_11) != JNI_OK)
    return "this JVM has no tool interface that is new enough";
  agent->jvmti = static_cast<jvmtiEnv*>(environment);
  agent->has_colliding_hashes = !make_hashes_differ();
  return listen(agent->jvmti) ? "" : "this JVM does not let its classes be rewritten";
}

namespace {

std::string load_at_start(JavaVM* vm, const char* text) {
  auto options = recording::parse_options(text == nullptr ? "" : text);
  if (!options) return "the agent's options: " + options.error();
  agent = new Agent;
  agent->options = std::move(*options);
  return load(vm);
}

}  // namespace
}  // namespace heddle::agent

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void* /*reserved*/) {
  const std::string trouble = heddle::agent::load_at_start(vm, options);
  if (!trouble.empty()) heddle::agent::say(trouble + "; nothing is recorded");
  return JNI_OK;
}

extern "C" JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM* vm, char* options, void* /*reserved*/) {
  return heddle::agent::attach(vm, options) ? JNI_OK : JNI_ERR;
}
