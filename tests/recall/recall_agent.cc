// Records which methods of an application really ran, and who called them: a JVMTI agent.
//
//   java -agentpath:librecall_agent.so=FILE[,patience=N] …
//
// Every method of a class that the platform did not load gets a breakpoint on its first
// instruction, so the JDK runs compiled and only application methods pay. When it is hit, the frame
// below is who called. Frames that only pass calls on (reflection, method handles, lambda and proxy
// classes, …; see `plumbing_of`) are walked over to the one that asked for the call.
//
// When the VM ends, FILE gets one line for each distinct edge, sorted, parts separated by tabs:
//
//   kind   caller   callee   the frames walked over, innermost first, separated by blanks, of the
//                            first time it happened
//
// A method is written a.b.C.m(Ljava/lang/String;)V. The kinds:
//
//   call           the caller, an application method, called it
//   callback       the same from a method of the platform
//   lambda, reflection, method-handle, proxy, privileged, concatenation
//                  the caller called something that passed it on: the outermost plumbing decides
//   initializer    the callee is <clinit>; the caller did what initialises the class
//   native         the caller is a native method
//   vm             the virtual machine called on its own: the caller is `-`
//
// A method that was entered N times (100,000) without a new direct caller is watched no longer: hot
// methods would take minutes. So an edge may be missed, but each that is written happened.
#include <jni.h>
#include <jvmti.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace {

// --- names ---------------------------------------------------------------------------------------

struct Method {
  std::string owner;  // a.b.C
  std::string name;
  std::string descriptor;
  bool platform = false;
  bool native = false;

  std::string text() const { return owner + "." + name + descriptor; }
};

// Memory that JVMTI hands out.
template <typename T>
class Borrowed {
 public:
  explicit Borrowed(jvmtiEnv* jvmti) : jvmti_(jvmti) {}
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed() {
    if (data_ != nullptr) jvmti_->Deallocate(reinterpret_cast<unsigned char*>(data_));
  }
  T** out() { return &data_; }
  T* get() const { return data_; }

 private:
  jvmtiEnv* jvmti_;
  T* data_ = nullptr;
};

// "La/b/C;" as "a.b.C". A hidden class has a signature like "La/b/C$$Lambda$1.0x123;", whose
// numbers differ from run to run: "a.b.C$$Lambda".
std::string class_name(std::string_view signature) {
  std::string name(signature);
  if (name.starts_with('L') && name.ends_with(';')) name = name.substr(1, name.size() - 2);
  if (const std::size_t address = name.find('.'); address != std::string::npos)
    name.resize(address);
  constexpr std::string_view kLambda = "$$Lambda";
  if (const std::size_t lambda = name.find(kLambda); lambda != std::string::npos) {
    name.resize(lambda + kLambda.size());
  }
  std::ranges::replace(name, '/', '.');
  return name;
}

std::string signature_of(jvmtiEnv* jvmti, jclass type) {
  Borrowed<char> signature(jvmti);
  if (jvmti->GetClassSignature(type, signature.out(), nullptr) != JVMTI_ERROR_NONE) return {};
  return signature.get();
}

// Loaded by the boot or the platform loader.
bool is_platform(jvmtiEnv* jvmti, JNIEnv* jni, jclass type) {
  jobject loader = nullptr;
  if (jvmti->GetClassLoader(type, &loader) != JVMTI_ERROR_NONE || loader == nullptr) return true;
  jclass loader_type = jni->GetObjectClass(loader);
  const bool platform =
      signature_of(jvmti, loader_type) == "Ljdk/internal/loader/ClassLoaders$PlatformClassLoader;";
  jni->DeleteLocalRef(loader_type);
  jni->DeleteLocalRef(loader);
  return platform;
}

Method describe(jvmtiEnv* jvmti, JNIEnv* jni, jmethodID id) {
  Method method;
  jclass type = nullptr;
  if (jvmti->GetMethodDeclaringClass(id, &type) == JVMTI_ERROR_NONE) {
    method.owner = class_name(signature_of(jvmti, type));
    method.platform = is_platform(jvmti, jni, type);
    jni->DeleteLocalRef(type);
  }
  Borrowed<char> name(jvmti);
  Borrowed<char> descriptor(jvmti);
  if (jvmti->GetMethodName(id, name.out(), descriptor.out(), nullptr) == JVMTI_ERROR_NONE) {
    method.name = name.get();
    method.descriptor = descriptor.get();
  }
  jboolean native = JNI_FALSE;
  method.native = jvmti->IsMethodNative(id, &native) == JVMTI_ERROR_NONE && native == JNI_TRUE;
  return method;
}

// --- plumbing ------------------------------------------------------------------------------------

bool is_proxy_class(std::string_view name) {
  return name.starts_with("jdk.proxy") || name.starts_with("com.sun.proxy.$Proxy") ||
         name.starts_with("$Proxy") || name.find(".$Proxy") != std::string_view::npos;
}

// A class made at run time for a lambda or a method handle.
bool is_hidden_class(std::string_view signature) {
  return signature.find('.') != std::string_view::npos ||
         signature.find("$$Lambda") != std::string_view::npos;
}

using Kind = std::optional<std::string_view>;

// The kind of edge that passes through a frame of this method, or nothing if it is a caller.
// `above` is what the frame above it gave.
Kind plumbing_of(const Method& method, Kind above) {
  const std::string_view owner = method.owner;
  if (owner.find("$$Lambda") != std::string_view::npos) return "lambda";
  if (is_proxy_class(owner)) return "proxy";
  if (owner == "java.lang.StringConcatHelper") return "concatenation";
  if (owner.starts_with("java.lang.invoke.")) {
    return above == "concatenation" ? "concatenation" : "method-handle";
  }
  if (owner.starts_with("jdk.internal.reflect.")) return "reflection";
  if (owner == "java.lang.reflect.ReflectAccess") return "reflection";
  if (owner == "java.lang.reflect.Method" && method.name == "invoke") return "reflection";
  if (owner == "java.lang.reflect.Constructor" && method.name.starts_with("newInstance")) {
    return "reflection";
  }
  if (owner == "java.lang.Class" &&
      (method.name == "newInstance" || method.name.starts_with("forName"))) {
    return "reflection";
  }
  if (owner == "java.security.AccessController") return "privileged";
  if (owner == "jdk.internal.misc.Unsafe" || owner == "sun.misc.Unsafe") return "reflection";
  return std::nullopt;
}

// --- recording -----------------------------------------------------------------------------------

using Edge = std::pair<jmethodID, jmethodID>;  // caller, callee

struct EdgeHash {
  std::size_t operator()(const Edge& edge) const {
    const auto caller = reinterpret_cast<std::uintptr_t>(edge.first);
    const auto callee = reinterpret_cast<std::uintptr_t>(edge.second);
    return std::hash<std::uintptr_t>()(caller * 31 + callee);
  }
};

// How often a method was entered since it last had a new caller.
struct Watched {
  std::atomic<std::uint32_t> quiet = 0;
};

struct Caller {
  std::string kind = "vm";
  std::string name = "-";
  std::string via;
};

// Takes calls from all threads of the virtual machine.
class Recorder {
 public:
  Recorder(std::string file, std::uint32_t patience)
      : file_(std::move(file)), patience_(patience) {}

  void watch(jvmtiEnv* jvmti, JNIEnv* jni, jclass type) const;
  void entered(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread, jmethodID callee);
  void write() const;

 private:
  static constexpr jint kDepth = 48;

  Watched& watched(jmethodID method);
  bool add(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread, jmethodID callee);
  // Who made a call to `callee`, given the frames below it.
  static Caller caller_of(jvmtiEnv* jvmti, JNIEnv* jni, const Method& callee,
                          std::span<const jvmtiFrameInfo> below);
  static bool was_invoked(jvmtiEnv* jvmti, const jvmtiFrameInfo& frame);

  std::string file_;
  std::uint32_t patience_;
  mutable std::mutex mutex_;                  // guards all below it
  std::map<std::string, std::string> edges_;  // the first three parts of a line; the last
  std::unordered_map<jmethodID, std::unique_ptr<Watched>> watched_;
};

void Recorder::watch(jvmtiEnv* jvmti, JNIEnv* jni, jclass type) const {
  const std::string signature = signature_of(jvmti, type);
  if (is_hidden_class(signature) || is_proxy_class(class_name(signature)) ||
      is_platform(jvmti, jni, type)) {
    return;
  }
  jint count = 0;
  Borrowed<jmethodID> methods(jvmti);
  if (jvmti->GetClassMethods(type, &count, methods.out()) != JVMTI_ERROR_NONE) return;
  for (jmethodID method : std::span(methods.get(), static_cast<std::size_t>(count))) {
    jvmti->SetBreakpoint(method, 0);  // fails for abstract and native ones, which is fine
  }
}

Watched& Recorder::watched(jmethodID method) {
  const std::scoped_lock lock(mutex_);
  std::unique_ptr<Watched>& slot = watched_[method];
  if (!slot) slot = std::make_unique<Watched>();
  return *slot;
}

void Recorder::entered(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread, jmethodID callee) {
  thread_local std::unordered_map<jmethodID, Watched*> counts;
  thread_local std::unordered_set<Edge, EdgeHash> seen;
  Watched*& count = counts[callee];
  if (count == nullptr) count = &watched(callee);
  jmethodID direct = nullptr;
  jlocation location = 0;
  jvmti->GetFrameLocation(thread, 1, &direct, &location);
  bool fresh = seen.emplace(direct, callee).second;
  if (!fresh && direct != nullptr) {
    // Behind plumbing the direct caller says little: every such entry is looked at.
    thread_local std::unordered_map<jmethodID, bool> passes_on;
    auto [known, is_new] = passes_on.try_emplace(direct, false);
    if (is_new) known->second = plumbing_of(describe(jvmti, jni, direct), std::nullopt).has_value();
    fresh = known->second;
  }
  if (fresh && add(jvmti, jni, thread, callee)) {
    count->quiet = 0;
  } else if (++count->quiet == patience_) {
    jvmti->ClearBreakpoint(callee, 0);
  }
}

// Whether the frame stands at an invoke instruction, so that it, and not the virtual machine on its
// behalf, made the call.
bool Recorder::was_invoked(jvmtiEnv* jvmti, const jvmtiFrameInfo& frame) {
  constexpr unsigned char kInvokeVirtual = 0xb6;
  constexpr unsigned char kInvokeDynamic = 0xba;
  jint size = 0;
  Borrowed<unsigned char> code(jvmti);
  if (jvmti->GetBytecodes(frame.method, &size, code.out()) != JVMTI_ERROR_NONE) return true;
  if (frame.location < 0 || frame.location >= size) return true;
  const unsigned char instruction = code.get()[frame.location];
  return instruction >= kInvokeVirtual && instruction <= kInvokeDynamic;
}

// `String.valueOf` is plumbing only where a concatenation calls it.
bool is_value_of(const Method& method) {
  return method.owner == "java.lang.String" && method.name == "valueOf";
}

bool concatenates(const Method& method) {
  return method.owner == "java.lang.StringConcatHelper" ||
         method.owner.starts_with("java.lang.invoke.");
}

Caller Recorder::caller_of(jvmtiEnv* jvmti, JNIEnv* jni, const Method& callee,
                           std::span<const jvmtiFrameInfo> below) {
  Caller caller;
  Kind passed_by;
  for (std::size_t i = 0; i < below.size(); ++i) {
    const Method method = describe(jvmti, jni, below[i].method);
    Kind plumbing = plumbing_of(method, passed_by);
    if (is_value_of(method) && i + 1 < below.size() &&
        concatenates(describe(jvmti, jni, below[i + 1].method))) {
      plumbing = "concatenation";
    }
    if (plumbing) {
      passed_by = plumbing;
      caller.via += (caller.via.empty() ? "" : " ") + method.text();
      continue;
    }
    const bool loads_class =
        callee.name == "loadClass" && callee.descriptor == "(Ljava/lang/String;)Ljava/lang/Class;";
    if (callee.name == "<clinit>") {
      caller.kind = "initializer";
    } else if (passed_by) {
      caller.kind = *passed_by;
    } else if (method.native) {
      caller.kind = "native";
    } else if (loads_class || !was_invoked(jvmti, below[i])) {
      return caller;  // the virtual machine did it, for a class that this method names, say
    } else {
      caller.kind = method.platform ? "callback" : "call";
    }
    caller.name = method.text();
    return caller;
  }
  return caller;
}

// Whether there was a new edge.
bool Recorder::add(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread, jmethodID callee_id) {
  std::array<jvmtiFrameInfo, kDepth> frames;
  jint count = 0;
  if (jvmti->GetStackTrace(thread, 1, kDepth, frames.data(), &count) != JVMTI_ERROR_NONE) count = 0;
  const Method callee = describe(jvmti, jni, callee_id);
  const std::span below(frames.data(), static_cast<std::size_t>(count));
  Caller caller = caller_of(jvmti, jni, callee, below);
  std::string edge = caller.kind + "\t" + caller.name + "\t" + callee.text();
  const std::scoped_lock lock(mutex_);
  return edges_.try_emplace(std::move(edge), std::move(caller.via)).second;
}

void Recorder::write() const {
  const std::scoped_lock lock(mutex_);
  std::ofstream out(file_);
  for (const auto& [edge, via] : edges_) out << edge << '\t' << via << '\n';
  if (!out.flush()) std::fprintf(stderr, "recall_agent: cannot write %s\n", file_.c_str());
}

// --- what the virtual machine calls --------------------------------------------------------------

// JVMTI callbacks carry no argument of ours, so here is the one global.
std::unique_ptr<Recorder> recorder;

void JNICALL on_class_prepare(jvmtiEnv* jvmti, JNIEnv* jni, jthread /*thread*/, jclass type) {
  recorder->watch(jvmti, jni, type);
}

void JNICALL on_breakpoint(jvmtiEnv* jvmti, JNIEnv* jni, jthread thread, jmethodID method,
                           jlocation /*location*/) {
  recorder->entered(jvmti, jni, thread, method);
}

void JNICALL on_vm_death(jvmtiEnv* /*jvmti*/, JNIEnv* /*jni*/) { recorder->write(); }

jint start(JavaVM* vm, std::string_view options) {
  std::uint32_t patience = 100'000;
  std::string file(options);
  constexpr std::string_view kPatience = ",patience=";
  if (const std::size_t at = file.find(kPatience); at != std::string::npos) {
    const char* begin = file.data() + at + kPatience.size();
    if (std::from_chars(begin, file.data() + file.size(), patience).ec != std::errc())
      return JNI_ERR;
    file.resize(at);
  }
  if (file.empty()) {
    std::fputs("recall_agent: want -agentpath:librecall_agent.so=FILE[,patience=N]\n", stderr);
    return JNI_ERR;
  }
  recorder = std::make_unique<Recorder>(std::move(file), patience);

  jvmtiEnv* jvmti = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&jvmti), JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
  jvmtiCapabilities capabilities{};
  capabilities.can_generate_breakpoint_events = 1;
  capabilities.can_get_bytecodes = 1;
  if (jvmti->AddCapabilities(&capabilities) != JVMTI_ERROR_NONE) return JNI_ERR;
  jvmtiEventCallbacks callbacks{};
  callbacks.ClassPrepare = on_class_prepare;
  callbacks.Breakpoint = on_breakpoint;
  callbacks.VMDeath = on_vm_death;
  jvmti->SetEventCallbacks(&callbacks, sizeof callbacks);
  for (const jvmtiEvent event :
       {JVMTI_EVENT_CLASS_PREPARE, JVMTI_EVENT_BREAKPOINT, JVMTI_EVENT_VM_DEATH}) {
    jvmti->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr);
  }
  return JNI_OK;
}

}  // namespace

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void* /*reserved*/) {
  return start(vm, options == nullptr ? "" : options);
}
