// The agent: glue between the JVM's tool interface and the recorder.
//
//   java -agentpath:libheddle_agent.so=output=run.trace …
//
// When the VM is ready it defines the probes in java.base, puts hooks into the methods of the
// platform that hooks.h names, and from then on rewrites each class of the application as it is
// loaded. When the VM ends, the recorder writes what is left. Whatever goes wrong here is said once
// on standard error; the program runs on as if nobody were looking.
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
#include <utility>
#include <vector>

#include "agent/calls.h"
#include "agent/hooks.h"
#include "agent/identity.h"
#include "agent/left_out.h"
#include "agent/probe_classes.h"
#include "agent/stack_walker.h"
#include "base/bytes.h"
#include "classfile/class_file.h"
#include "recording/agent_options.h"
#include "recording/event.h"
#include "recording/guide.h"
#include "recording/program.h"
#include "recording/recorder.h"
#include "rewrite/rewrite.h"

namespace heddle::agent {
namespace {

void say(const std::string& text) { std::fprintf(stderr, "heddle: %s\n", text.c_str()); }

// What was done to classes.
struct Counts {
  std::atomic<std::uint64_t> classes = 0, methods = 0, refused = 0, unreadable = 0;
  std::atomic<std::uint64_t> accesses = 0, proven = 0, unknown = 0;
  std::mutex mutex;
  std::vector<std::string> first_refused;  // guarded by mutex
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
  std::atomic<bool> is_ready = false;
  bool has_colliding_hashes = false;
  std::vector<rewrite::Hook> queue_hooks;
  Counts counts;
};

Agent* agent = nullptr;

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

jlongArray addresses(JNIEnv* jni) {
  const jlong all[] = {address_of(agent->states), address_of(agent->class_numbers),
                       address_of(&agent->recorder->stamps()), agent->options.stacks};
  const auto count = static_cast<jsize>(std::size(all));
  jlongArray array = jni->NewLongArray(count);
  if (array != nullptr) jni->SetLongArrayRegion(array, 0, count, all);
  return array;
}

jint resolve(jint site) {
  const auto number = static_cast<std::uint32_t>(site);
  const recording::ResolvedField field = agent->program.resolve(number);
  if (field.state == recording::FieldState::kUnknown) return 0;
  const auto state = static_cast<std::uint8_t>(field.state);
  auto* const class_number = reinterpret_cast<std::uint32_t*>(agent->class_numbers) + number;
  std::atomic_ref(*class_number).store(field.class_number, std::memory_order_relaxed);
  std::atomic_ref(agent->states[number]).store(state, std::memory_order_release);
  return state;
}

jlong open_log(JNIEnv* jni, jthread thread, jlong number, jstring name) {
  const auto unsigned_number = static_cast<std::uint64_t>(number);
  agent->recorder->names().name_thread(unsigned_number, text_of(jni, name));
  recording::Log* const log = agent->recorder->open(unsigned_number);
  if (log != nullptr && thread != nullptr) agent->jvmti->SetThreadLocalStorage(thread, log);
  return address_of(log);
}

void close_log(jlong log) { agent->recorder->close(*reinterpret_cast<recording::Log*>(log)); }

jlong next_chunk(JNIEnv* jni, jlong log, jintArray size) {
  auto* const opened = reinterpret_cast<recording::Log*>(log);
  const recording::Recorder::Room room = agent->recorder->next_chunk(*opened);
  const auto bytes = static_cast<jint>(room.bytes);
  jni->SetIntArrayRegion(size, 0, 1, &bytes);
  return address_of(room.words);
}

void name_thread(JNIEnv* jni, jlong number, jstring name) {
  agent->recorder->names().name_thread(static_cast<std::uint64_t>(number), text_of(jni, name));
}

void name_class(JNIEnv* jni, jint number, jstring name) {
  agent->recorder->names().name_class(static_cast<std::uint32_t>(number), text_of(jni, name));
}

jint current_stack(JNIEnv* jni) {
  const auto stack =
      take_stack(agent->jvmti, jni, agent->options.stacks, agent->recorder->stacks());
  return stack ? static_cast<jint>(*stack) : -1;
}

bool define_probes(JNIEnv* jni) {
  for (const ProbeClass& each : probe_classes()) {
    const auto* const bytes = reinterpret_cast<const jbyte*>(each.bytes.data());
    const auto size = static_cast<jsize>(each.bytes.size());
    if (jni->DefineClass(each.name, nullptr, bytes, size) == nullptr) return false;
  }
  // Looking it up initialises the class.
  return jni->FindClass("java/lang/HeddleProbe") != nullptr;
}

// --- classes -------------------------------------------------------------------------------------

bool is_named(std::span<const rewrite::Hook> hooks, std::string_view name) {
  return std::ranges::any_of(hooks,
                             [&](const rewrite::Hook& hook) { return hook.class_name == name; });
}

bool has_hooks(std::string_view name) { return is_named(hooks(), name); }

bool is_platforms(std::string_view name) {
  return name.starts_with("java/") || name.starts_with("jdk/") || name.starts_with("sun/") ||
         name.starts_with("javax/");
}

void count(std::string_view name, const rewrite::Rewritten& rewritten) {
  Counts& counts = agent->counts;
  ++counts.classes;
  counts.methods += rewritten.methods;
  counts.refused += rewritten.refused.size();
  counts.accesses += rewritten.accesses;
  counts.proven += rewritten.proven;
  if (rewritten.refused.empty()) return;
  constexpr std::size_t kMostListed = 20;
  const std::lock_guard lock(counts.mutex);
  for (const rewrite::Refused& refused : rewritten.refused)
    if (counts.first_refused.size() < kMostListed)
      counts.first_refused.push_back(std::string(name) + "." + refused.method + ": " + refused.why);
}

void follow_guide(const classfile::ClassFile& file, rewrite::Options& options) {
  const recording::Guide::Class* const known = agent->guide->find(file.name(), file.bytes());
  if (known == nullptr) {
    ++agent->counts.unknown;
    return;
  }
  options.is_proven = [known](std::string_view method, std::uint32_t offset) {
    return known->is_proven(method, offset);
  };
}

std::optional<std::vector<std::uint8_t>> rewrite_class(base::Bytes bytes, bool is_of_platform) {
  const auto file = classfile::ClassFile::parse(bytes);
  if (!file) {
    ++agent->counts.unreadable;
    return std::nullopt;
  }
  rewrite::Options options;
  if (is_of_platform) {
    options.has_code_probes = false;
    options.hooks = hooks();
  } else {
    agent->program.add_class(*file);
    options.hooks = agent->queue_hooks;
    options.has_code_probes = recording::is_included(agent->options, file->name());
    if (!options.has_code_probes && !is_named(options.hooks, file->name())) return std::nullopt;
    if (options.has_code_probes) options.calls = &agent->calls;
    options.has_shared_fields = [](std::string_view owner) { return !is_platforms(owner); };
    options.has_elements = agent->options.accesses == recording::Accesses::kAll;
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

void JNICALL on_class(jvmtiEnv* jvmti, JNIEnv* jni, jclass /*redefined*/, jobject loader,
                      const char* name, jobject /*domain*/, jint size, const unsigned char* data,
                      jint* new_size, unsigned char** new_data) {
  if (!agent->is_ready || jni == nullptr) return;
  const bool of_platform = is_of_platform(jni, loader);
  if (of_platform && (name == nullptr || !has_hooks(name))) return;
  const auto bytes = rewrite_class({data, static_cast<std::size_t>(size)}, of_platform);
  if (!bytes) return;
  unsigned char* memory = nullptr;
  if (jvmti->Allocate(static_cast<jlong>(bytes->size()), &memory) != JVMTI_ERROR_NONE) return;
  std::memcpy(memory, bytes->data(), bytes->size());
  *new_data = memory;
  *new_size = static_cast<jint>(bytes->size());
}

// Those that are loaded already get their hooks now, the others when they are loaded.
void put_hooks(jvmtiEnv* jvmti, JNIEnv* jni) {
  jint count = 0;
  jclass* classes = nullptr;
  if (jvmti->GetLoadedClasses(&count, &classes) != JVMTI_ERROR_NONE) return;
  std::vector<jclass> wanted;
  for (jint each = 0; each < count; ++each) {
    char* signature = nullptr;
    if (jvmti->GetClassSignature(classes[each], &signature, nullptr) != JVMTI_ERROR_NONE) continue;
    const std::string_view text = signature;
    if (text.starts_with('L') && has_hooks(text.substr(1, text.size() - 2)))
      wanted.push_back(classes[each]);
    jvmti->Deallocate(reinterpret_cast<unsigned char*>(signature));
  }
  if (!wanted.empty()) {
    const jvmtiError error =
        jvmti->RetransformClasses(static_cast<jint>(wanted.size()), wanted.data());
    if (error != JVMTI_ERROR_NONE)
      say("the platform's classes cannot be hooked (error " + std::to_string(error) +
          "): what threads wait for is not recorded");
  }
  for (jint each = 0; each < count; ++each) jni->DeleteLocalRef(classes[each]);
  jvmti->Deallocate(reinterpret_cast<unsigned char*>(classes));
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

// Signals are the program's: the recorder's thread takes none.
std::unique_ptr<recording::Recorder> start_recorder() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  auto recorder = std::make_unique<recording::Recorder>(
      agent->program,
      [file = agent->file](std::string_view bytes) { return write_all(file, bytes); },
      agent->options.limit == 0 ? ~std::uint64_t{0} : agent->options.limit);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return recorder;
}

void JNICALL on_init(jvmtiEnv* jvmti, JNIEnv* jni, jthread /*thread*/) {
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
    return say("the probes cannot be put into this JVM; nothing is recorded");
  }
  agent->is_ready = true;
  put_hooks(jvmti, jni);
  jvmti->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_THREAD_END, nullptr);
}

void JNICALL on_thread_end(jvmtiEnv* jvmti, JNIEnv* /*jni*/, jthread thread) {
  void* log = nullptr;
  if (jvmti->GetThreadLocalStorage(thread, &log) != JVMTI_ERROR_NONE || log == nullptr) return;
  jvmti->SetThreadLocalStorage(thread, nullptr);
  agent->recorder->close(*static_cast<recording::Log*>(log));
}

LeftOut left_out() {
  const Counts& counts = agent->counts;
  return {.accesses = counts.accesses,
          .proven = counts.proven,
          .unknown_classes = counts.unknown,
          .refused_methods = counts.refused,
          .unreadable_classes = counts.unreadable};
}

std::string report_line(const recording::Summary& summary) {
  const Counts& counts = agent->counts;
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
      " writer=" + std::to_string(summary.writer_milliseconds) + "\n";
  for (const std::string& refused : counts.first_refused) line += "refused " + refused + "\n";
  if (agent->has_colliding_hashes)
    line += "this JVM gives some objects one hash, and they count as one object\n";
  if (!summary.stopped.empty()) line += "stopped " + summary.stopped + "\n";
  return line;
}

void JNICALL on_death(jvmtiEnv* jvmti, JNIEnv* /*jni*/) {
  jvmti->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, nullptr);
  jvmti->SetEventNotificationMode(JVMTI_DISABLE, JVMTI_EVENT_THREAD_END, nullptr);
  if (agent->recorder == nullptr) return;
  for (std::string& note : left_out_in_the_end(left_out())) agent->recorder->note(std::move(note));
  const recording::Summary summary = agent->recorder->finish();
  if (agent->options.report >= 0)
    write_all(agent->options.report, report_line(summary));
  else if (!summary.stopped.empty())
    say(agent->options.output + ": " + summary.stopped);
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
std::string load(JavaVM* vm, const char* text) {
  auto options = recording::parse_options(text == nullptr ? "" : text);
  if (!options) return "the agent's options: " + options.error();
  agent = new Agent;
  agent->options = std::move(*options);
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

}  // namespace
}  // namespace heddle::agent

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void* /*reserved*/) {
  const std::string trouble = heddle::agent::load(vm, options);
  if (!trouble.empty()) heddle::agent::say(trouble + "; nothing is recorded");
  return JNI_OK;
}

// The JVM looks for native methods of its own classes in agents, by these names.
extern "C" {

JNIEXPORT jlongArray JNICALL Java_java_lang_HeddleProbe_addresses(JNIEnv* jni, jclass) {
  return heddle::agent::addresses(jni);
}

JNIEXPORT jint JNICALL Java_java_lang_HeddleProbe_resolve(JNIEnv*, jclass, jint site) {
  return heddle::agent::resolve(site);
}

JNIEXPORT jlong JNICALL Java_java_lang_HeddleProbe_open(JNIEnv* jni, jclass, jthread thread,
                                                        jlong number, jstring name) {
  return heddle::agent::open_log(jni, thread, number, name);
}

JNIEXPORT jlong JNICALL Java_java_lang_HeddleProbe_nextChunk(JNIEnv* jni, jclass, jlong log,
                                                             jintArray size) {
  return heddle::agent::next_chunk(jni, log, size);
}

JNIEXPORT void JNICALL Java_java_lang_HeddleProbe_close(JNIEnv*, jclass, jlong log) {
  heddle::agent::close_log(log);
}

JNIEXPORT jint JNICALL Java_java_lang_HeddleProbe_currentStack(JNIEnv* jni, jclass) {
  return heddle::agent::current_stack(jni);
}

JNIEXPORT void JNICALL Java_java_lang_HeddleProbe_nameThread(JNIEnv* jni, jclass, jlong number,
                                                             jstring name) {
  heddle::agent::name_thread(jni, number, name);
}

JNIEXPORT void JNICALL Java_java_lang_HeddleProbe_nameClass(JNIEnv* jni, jclass, jint number,
                                                            jstring name) {
  heddle::agent::name_class(jni, number, name);
}

}  // extern "C"
