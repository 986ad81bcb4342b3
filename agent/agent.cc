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
#include <atomic>
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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "agent/calls.h"
#include "agent/connection.h"
#include "agent/hooks.h"
#include "agent/hooks_table.h"
#include "agent/identity.h"
#include "agent/left_out.h"
#include "agent/loaded_classes.h"
#include "agent/old_code.h"
#include "agent/probe_classes.h"
#include "agent/stack_walker.h"
#include "base/bytes.h"
#include "classfile/class_file.h"
#include "recording/agent_options.h"
#include "recording/event.h"
#include "recording/guide.h"
#include "recording/program.h"
#include "recording/recorder.h"
#include "rewrite/ordering.h"
#include "rewrite/rewrite.h"

namespace heddle::agent {
namespace {

void say(const std::string& text) { std::fprintf(stderr, "heddle: %s\n", text.c_str()); }

// What was done to classes.
struct Counts {
  std::uint64_t classes = 0, methods = 0, refused = 0, unreadable = 0;
  std::uint64_t accesses = 0, proven = 0, unknown = 0;
  std::vector<std::string> first_refused = {};

  void add(const Counts& more) {
    classes += more.classes;
    methods += more.methods;
    refused += more.refused;
    unreadable += more.unreadable;
    accesses += more.accesses;
    proven += more.proven;
    unknown += more.unknown;
    constexpr std::size_t kMostListed = 20;
    for (const std::string& each : more.first_refused)
      if (first_refused.size() < kMostListed) first_refused.push_back(each);
  }
};

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

// There is one JVM in a process, and its callbacks come without a place for us: hence a global.
struct Agent {
  recording::AgentOptions options;
  int file = -1;
  jvmtiEnv* jvmti = nullptr;
  jobject platform_loader = nullptr;
  std::optional<recording::Guide> guide;
  recording::Program program;
  rewrite::Calls calls = replaced_calls();
  std::unique_ptr<recording::Recorder> recorder;
  std::uint8_t* states = nullptr;
  std::uint8_t* class_numbers = nullptr;
  jobjectArray logs = nullptr;  // of the probes, by the threads' numbers
  jsize log_places = 0;
  std::atomic<bool> is_ready = false;
  std::atomic<std::uint8_t> has_several_threads = 0;
  std::atomic<std::uint32_t> opened_logs = 0;
  bool has_colliding_hashes = false;
  std::vector<rewrite::Hook> queue_hooks;
  std::mutex mutex;
  Counts counts;  // guarded by mutex
  std::once_flag ends;

  // Of a JVM that ran before.
  std::optional<Connection> connection;
  std::atomic<std::uint8_t> has_all_probes = 0;
  OldCode old_code;
  std::size_t left_loaded = 0;  // classes that stayed as they were
};

Agent* agent = nullptr;
// What this thread counts and may yet take back; nullptr: nothing.
thread_local Counts* counted_apart = nullptr;

void count(const Counts& counts) {
  if (counted_apart != nullptr) return counted_apart->add(counts);
  const std::lock_guard lock(agent->mutex);
  agent->counts.add(counts);
}

Counts counts() {
  const std::lock_guard lock(agent->mutex);
  return agent->counts;
}

// --- what the probes call ------------------------------------------------------------------------

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

// By hand: an agent that comes late is not searched for them.
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

// --- classes -------------------------------------------------------------------------------------

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

// Those that are loaded already get their hooks now, the others when they are loaded.
void put_hooks(jvmtiEnv* jvmti, JNIEnv* jni) {
  const auto is_hooked = [](std::string_view name, jobject /*loader*/) { return has_hooks(name); };
  const std::size_t left = retransform_loaded(jvmti, jni, is_hooked, retransform);
  if (left != 0)
    say(std::to_string(left) +
        " of the platform's classes cannot be hooked: what threads wait for is not all recorded");
}

bool has_probes(JNIEnv* jni, std::string_view name, jobject loader) {
  return has_hooks(name) || !is_of_platform(jni, loader);
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

// --- the VM's life -------------------------------------------------------------------------------

jobject platform_loader(JNIEnv* jni) {
  jclass type = jni->FindClass("java/lang/ClassLoader");
  if (type == nullptr) return nullptr;
  jmethodID get =
      jni->GetStaticMethodID(type, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;");
  if (get == nullptr) return nullptr;
  jobject loader = jni->CallStaticObjectMethod(type, get);
  return loader == nullptr ? nullptr : jni->NewGlobalRef(loader);
}

// Signals are the program's: threads that are started while this lives take none.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_{};
};

std::unique_ptr<recording::Recorder> start_recorder() {
  const NoSignals no_signals;
  return std::make_unique<recording::Recorder>(
      agent->program,
      [file = agent->file](std::string_view bytes) { return write_all(file, bytes); },
      agent->options.limit == 0 ? ~std::uint64_t{0} : agent->options.limit);
}

// False if the JVM does not let the probes in.
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

// The program may go on, without probes then.
void end(jvmtiEnv* jvmti, JNIEnv* jni, bool does_program_go_on) {
  const std::size_t waiting = agent->connection ? agent->old_code.threads_in_it(jvmti, jni) : 0;
  const Counts counted = counts();
  for (std::string& note : left_out_in_the_end(left_out(counted, waiting)))
    agent->recorder->note(std::move(note));
  const recording::Summary summary = agent->recorder->finish();
  if (does_program_go_on) take_probes_out(jvmti, jni);
  tell(report_line(summary, counted, waiting), summary);
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

// Empty when all went well, or why nothing can be recorded.
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

std::string load_at_start(JavaVM* vm, const char* text) {
  auto options = recording::parse_options(text == nullptr ? "" : text);
  if (!options) return "the agent's options: " + options.error();
  agent = new Agent;
  agent->options = std::move(*options);
  return load(vm);
}

// --- in a JVM that ran before --------------------------------------------------------------------

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
