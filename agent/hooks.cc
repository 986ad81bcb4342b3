#include "agent/hooks.h"

#include <cstdint>
#include <deque>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "recording/event.h"
#include "rewrite/hook.h"

namespace heddle::agent {
namespace {

using recording::What;
using rewrite::Hook;
using rewrite::HookSubject;
using rewrite::HookWhen;

constexpr Hook at(std::string_view class_name, std::string_view method, std::string_view descriptor,
                  HookWhen when, HookSubject subject, What what) {
  Hook hook;
  hook.class_name = class_name;
  hook.method = method;
  hook.descriptor = descriptor;
  hook.when = when;
  hook.subject = subject;
  hook.action = static_cast<std::int16_t>(what);
  return hook;
}

constexpr auto kEntry = HookWhen::kEntry;
constexpr auto kReturn = HookWhen::kReturn;
constexpr auto kThis = HookSubject::kThis;

// Of objects whose class the program has, as the platform's own synchronizers are told of by what
// calls them; HeddleProbe knows both numbers.
constexpr std::int16_t kOfProgram = 0x100;
// A part of a counted task is done.
constexpr std::int16_t kComplete = 0x200;

constexpr Hook of_program(Hook hook) {
  hook.action = static_cast<std::int16_t>(hook.action | kOfProgram);
  return hook;
}

constexpr Hook completes(std::string_view method) {
  Hook hook;
  hook.class_name = "java/util/concurrent/CountedCompleter";
  hook.method = method;
  hook.action = kComplete;
  return hook;
}

constexpr auto kIfTrue = HookWhen::kReturnIfTrue;
constexpr auto kFirst = HookSubject::kArgument;
constexpr auto kSecond = HookSubject::kSecondArgument;
constexpr auto kResult = HookSubject::kResult;

constexpr Hook of_field(Hook hook, std::string_view owner, std::string_view field,
                        std::string_view descriptor) {
  hook.subject = HookSubject::kThisField;
  hook.field_owner = owner;
  hook.field = field;
  hook.field_descriptor = descriptor;
  return hook;
}

constexpr std::string_view kPool = "java/util/concurrent/ThreadPoolExecutor";
constexpr std::string_view kTask = "java/util/concurrent/FutureTask";
constexpr std::string_view kScheduled = "java/util/concurrent/ScheduledThreadPoolExecutor";
constexpr std::string_view kForkJoin = "java/util/concurrent/ForkJoinTask";
constexpr std::string_view kForkJoinPool = "java/util/concurrent/ForkJoinPool";
constexpr std::string_view kFuture = "java/util/concurrent/CompletableFuture";
constexpr std::string_view kUni = "java/util/concurrent/CompletableFuture$UniCompletion";
constexpr std::string_view kBi = "java/util/concurrent/CompletableFuture$BiCompletion";
constexpr std::string_view kFutureType = "Ljava/util/concurrent/CompletableFuture;";

constexpr Hook kFixed[] = {
    at("java/lang/Thread", "start", "()V", kEntry, kThis, What::kFork),
    at("java/lang/Thread", "join", "(J)V", kReturn, kThis, What::kJoin),

    // Newer JDKs: threads that belong together, and virtual ones, which end where their task does.
    at("java/lang/Thread", "start", "(Ljdk/internal/vm/ThreadContainer;)V", kEntry, kThis,
       What::kFork),
    at("java/lang/VirtualThread", "start", "(Ljdk/internal/vm/ThreadContainer;)V", kEntry, kThis,
       What::kFork),
    at("java/lang/VirtualThread", "joinNanos", "(J)Z", kIfTrue, kThis, What::kJoin),
    at("java/lang/Thread", "runWith", "", HookWhen::kLeave, kThis, What::kEnd),

    // A task that is handed over, and runs.
    at(kPool, "execute", "(Ljava/lang/Runnable;)V", kEntry, kFirst, What::kSignal),
    at(kPool, "beforeExecute", "", kEntry, kSecond, What::kAwait),
    at(kPool, "processWorkerExit", "", kEntry, kThis, What::kSignal),
    at(kPool, "awaitTermination", "", kIfTrue, kThis, What::kAwait),
    at(kPool, "isTerminated", "()Z", kIfTrue, kThis, What::kAwait),
    at(kScheduled, "delayedExecute", "", kEntry, kFirst, What::kSignal),
    at("java/util/concurrent/ScheduledThreadPoolExecutor$ScheduledFutureTask", "run", "()V", kEntry,
       kThis, What::kAwait),
    at("java/util/Timer", "sched", "", kEntry, kFirst, What::kSignal),
    at("java/util/TaskQueue", "getMin", "()Ljava/util/TimerTask;", kReturn, kResult, What::kAwait),

    at(kTask, "run", "()V", kEntry, kThis, What::kAwait),
    at(kTask, "runAndReset", "()Z", kEntry, kThis, What::kAwait),
    at(kTask, "runAndReset", "()Z", kReturn, kThis, What::kSignal),
    at(kTask, "set", "", kEntry, kThis, What::kSignal),
    at(kTask, "setException", "", kEntry, kThis, What::kSignal),
    at(kTask, "report", "", kEntry, kThis, What::kAwait),
    at(kTask, "isDone", "()Z", kIfTrue, kThis, What::kAwait),

    at(kForkJoin, "fork", "", kEntry, kThis, What::kSignal),
    at(kForkJoin, "doExec", "", kEntry, kThis, What::kAwait),
    at(kForkJoin, "setDone", "", kEntry, kThis, What::kSignal),
    at(kForkJoin, "trySetThrown", "", kEntry, kThis, What::kSignal),
    at(kForkJoin, "trySetException", "", kEntry, kThis, What::kSignal),
    at(kForkJoin, "join", "", kReturn, kThis, What::kAwait),
    at(kForkJoin, "invoke", "", kReturn, kThis, What::kAwait),
    at(kForkJoin, "get", "", kReturn, kThis, What::kAwait),
    at(kForkJoin, "quietlyJoin", "", kReturn, kThis, What::kAwait),
    at(kForkJoin, "isDone", "()Z", kIfTrue, kThis, What::kAwait),
    at(kForkJoinPool, "externalSubmit", "", kEntry, kFirst, What::kSignal),
    at(kForkJoinPool, "poolSubmit", "", kEntry, kSecond, What::kSignal),

    completes("tryComplete"),
    completes("propagateCompletion"),
    completes("complete"),
    completes("firstComplete"),
    completes("nextComplete"),
    completes("quietlyCompleteRoot"),

    at(kFuture, "completeValue", "", kEntry, kThis, What::kSignal),
    at(kFuture, "completeNull", "", kEntry, kThis, What::kSignal),
    at(kFuture, "completeThrowable", "", kEntry, kThis, What::kSignal),
    at(kFuture, "completeRelay", "", kEntry, kThis, What::kSignal),
    at(kFuture, "internalComplete", "", kEntry, kThis, What::kSignal),
    at(kFuture, "get", "", kEntry, kThis, What::kAwait),
    at(kFuture, "join", "", kEntry, kThis, What::kAwait),
    at(kFuture, "getNow", "", kEntry, kThis, What::kAwait),
    at(kFuture, "waitingGet", "", kReturn, kThis, What::kAwait),
    at(kFuture, "timedGet", "", kReturn, kThis, What::kAwait),
    at(kFuture, "isDone", "()Z", kIfTrue, kThis, What::kAwait),
    at(kFuture, "uniApplyStage", "", kEntry, kThis, What::kAwait),
    at(kFuture, "uniAcceptStage", "", kEntry, kThis, What::kAwait),
    at(kFuture, "uniRunStage", "", kEntry, kThis, What::kAwait),
    at(kFuture, "uniWhenCompleteStage", "", kEntry, kThis, What::kAwait),
    at(kFuture, "uniHandleStage", "", kEntry, kThis, What::kAwait),
    at(kFuture, "uniComposeStage", "", kEntry, kThis, What::kAwait),
    at(kFuture, "uniExceptionallyStage", "", kEntry, kThis, What::kAwait),
    at("java/util/concurrent/CompletableFuture$AsyncRun", "run", "()V", kEntry, kThis,
       What::kAwait),
    at("java/util/concurrent/CompletableFuture$AsyncSupply", "run", "()V", kEntry, kThis,
       What::kAwait),
};

// What depends on other futures runs when they are complete.
constexpr std::string_view kUniCompletions[] = {
    "UniApply",   "UniAccept", "UniRun",  "UniWhenComplete", "UniHandle", "UniExceptionally",
    "UniCompose", "UniRelay",  "BiApply", "BiAccept",        "BiRun",     "BiRelay",
    "OrApply",    "OrAccept",  "OrRun",
};

constexpr std::string_view kQueues[] = {
    "java/util/concurrent/LinkedBlockingQueue",
    "java/util/concurrent/ArrayBlockingQueue",
    "java/util/concurrent/PriorityBlockingQueue",
    "java/util/concurrent/SynchronousQueue",
    "java/util/concurrent/LinkedTransferQueue",
    "java/util/concurrent/LinkedBlockingDeque",
    "java/util/concurrent/DelayQueue",
    "java/util/concurrent/ConcurrentLinkedQueue",
    "java/util/concurrent/ConcurrentLinkedDeque",
};

constexpr std::string_view kPuts[] = {"offer",     "put",      "add",      "offerFirst",
                                      "offerLast", "putFirst", "putLast",  "addFirst",
                                      "addLast",   "push",     "transfer", "tryTransfer"};
constexpr std::string_view kTakesOut[] = {
    "take",      "poll",     "peek", "takeFirst", "takeLast",    "pollFirst", "pollLast",
    "peekFirst", "peekLast", "pop",  "element",   "removeFirst", "removeLast"};

// Who goes through a queue may see all that was put there.
constexpr std::string_view kLooks[] = {"drainTo", "iterator", "descendingIterator",
                                       "toArray", "forEach",  "contains"};

void add_put(std::vector<Hook>& hooks, Hook put) {
  hooks.push_back(put);
  put.subject = kThis;
  hooks.push_back(put);
}

// What goes into a queue comes before what its taker does with it.
void add_queues(std::vector<Hook>& hooks) {
  for (const std::string_view queue : kQueues) {
    for (const std::string_view put : kPuts) {
      for (const std::string_view descriptor :
           {"(Ljava/lang/Object;)Z", "(Ljava/lang/Object;)V",
            "(Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)Z",
            "(Ljava/util/concurrent/Delayed;)Z", "(Ljava/util/concurrent/Delayed;)V"})
        add_put(hooks, at(queue, put, descriptor, kEntry, kFirst, What::kSignal));
    }
    for (const std::string_view look : kLooks)
      hooks.push_back(at(queue, look, "", kReturn, kThis, What::kAwait));
    for (const std::string_view take : kTakesOut) {
      for (const std::string_view descriptor :
           {"()Ljava/lang/Object;", "(JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;",
            "()Ljava/util/concurrent/Delayed;",
            "(JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/Delayed;"})
        hooks.push_back(at(queue, take, descriptor, kReturn, kResult, What::kAwait));
    }
  }
}

// What the program builds on a synchronizer of the platform orders by its state, which is volatile.
void add_synchronizers(std::vector<Hook>& hooks) {
  for (const std::string_view type :
       {"java/util/concurrent/locks/AbstractQueuedSynchronizer",
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer"}) {
    const auto add = [&](std::string_view method, HookWhen when, What what) {
      hooks.push_back(of_program(at(type, method, "", when, kThis, what)));
    };
    add("getState", kReturn, What::kAtomicRead);
    add("setState", kEntry, What::kAtomicWrite);
    add("compareAndSetState", kEntry, What::kAtomicWrite);
    add("compareAndSetState", kReturn, What::kAtomicRead);
  }
}

// Events of AWT and Swing. Who posts one and waits for it is told by what it runs.
void add_event_queue(std::vector<Hook>& hooks) {
  constexpr std::string_view kQueue = "java/awt/EventQueue";
  constexpr std::string_view kInvocation = "java/awt/event/InvocationEvent";
  for (const Hook& hook : queue_hooks({.number = 0,
                                       .sends = {kQueue, "postEvent", "(Ljava/awt/AWTEvent;)V"},
                                       .begins = {kQueue, "dispatchEvent", ""},
                                       .ends = {kQueue, "dispatchEvent", ""}}))
    hooks.push_back(hook);
  const Hook done = at(kInvocation, "finishedDispatching", "", kEntry, kThis, What::kSignal);
  hooks.push_back(of_field(done, kInvocation, "runnable", "Ljava/lang/Runnable;"));
  hooks.push_back(at(kQueue, "invokeAndWait", "(Ljava/lang/Object;Ljava/lang/Runnable;)V", kReturn,
                     kSecond, What::kAwait));
}

std::vector<Hook> all_hooks() {
  std::vector<Hook> hooks(std::begin(kFixed), std::end(kFixed));
  static std::deque<std::string> names;
  for (const std::string_view completion : kUniCompletions) {
    names.push_back("java/util/concurrent/CompletableFuture$" + std::string(completion));
    const Hook runs = at(names.back(), "tryFire", "", kEntry, kThis, What::kAwait);
    hooks.push_back(of_field(runs, kUni, "src", kFutureType));
    if (!completion.starts_with("Uni")) hooks.push_back(of_field(runs, kBi, "snd", kFutureType));
  }
  add_queues(hooks);
  add_synchronizers(hooks);
  add_event_queue(hooks);
  return hooks;
}

}  // namespace

std::vector<Hook> queue_hooks(const QueueMethods& queue) {
  const auto action = [&](What what) {
    return static_cast<std::int16_t>(static_cast<unsigned>(what) | queue.number << kQueueBits);
  };
  const auto hook_of = [&](const QueueMethod& method, HookWhen when, What what) {
    Hook hook = at(method.class_name, method.name, method.descriptor, when, queue.event, what);
    hook.action = action(what);
    return hook;
  };
  return {hook_of(queue.sends, kEntry, What::kSend), hook_of(queue.begins, kEntry, What::kRun),
          hook_of(queue.ends, HookWhen::kLeave, What::kRan)};
}

std::span<const Hook> hooks() {
  static const std::vector<Hook> all = all_hooks();
  return all;
}

}  // namespace heddle::agent
