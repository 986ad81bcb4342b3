#include "agent/hooks.h"

#include <cstdint>
#include <span>
#include <string_view>

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

constexpr Hook kHooks[] = {
    at("java/lang/Thread", "start", "()V", kEntry, kThis, What::kFork),
    at("java/lang/Thread", "join", "(J)V", kReturn, kThis, What::kJoin),
};

}  // namespace

std::span<const Hook> hooks() { return kHooks; }

}  // namespace heddle::agent
