#include "report/finding.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace heddle::report {
namespace {

// The words of each enumeration, in the order of its values.
template <typename Enum>
constexpr int kWords = 0;

template <>
constexpr std::array<std::string_view, 8> kWords<Kind> = {
    "data-race",       "deadlock",     "use-free-race",   "order-violation",
    "guard-violation", "endless-wait", "unreleased-lock", "unchecked-call"};
template <>
constexpr std::array<std::string_view, 4> kWords<Evidence> = {"possible", "certain", "predicted",
                                                              "witnessed"};
template <>
constexpr std::array<std::string_view, 3> kWords<Engine> = {"whole-program", "modular", "trace"};
template <>
constexpr std::array<std::string_view, 6> kWords<Operation> = {"read", "write",   "use",
                                                               "free", "acquire", "wait"};
template <>
constexpr std::array<std::string_view, 3> kWords<LockMode> = {"exclusive", "shared", "optimistic"};
template <>
constexpr std::array<std::string_view, 4> kWords<ThreadKind> = {"main", "thread", "task", "event"};
template <>
constexpr std::array<std::string_view, 3> kWords<Severity> = {"likely-harmless", "moderate",
                                                              "serious"};
template <>
constexpr std::array<std::string_view, 8> kWords<ReasonKind> = {
    "lost-update",          "torn-value", "check-then-act",        "unsafe-publication",
    "corrupted-collection", "stale-read", "idempotent-initialise", "statistics-counter"};
template <>
constexpr std::array<std::string_view, 3> kWords<SuppressionKind> = {"comment", "annotation",
                                                                     "configuration"};

template <typename Enum>
std::string_view word_of(Enum value) {
  return kWords<Enum>.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string_view word(Kind kind) { return word_of(kind); }
std::string_view word(Evidence evidence) { return word_of(evidence); }
std::string_view word(Engine engine) { return word_of(engine); }
std::string_view word(Operation operation) { return word_of(operation); }
std::string_view word(LockMode mode) { return word_of(mode); }
std::string_view word(ThreadKind kind) { return word_of(kind); }
std::string_view word(Severity severity) { return word_of(severity); }
std::string_view word(ReasonKind kind) { return word_of(kind); }
std::string_view word(SuppressionKind kind) { return word_of(kind); }

template <typename Enum>
std::optional<Enum> from_word(std::string_view text) {
  for (std::size_t i = 0; i < kWords<Enum>.size(); ++i)
    if (kWords<Enum>[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

template std::optional<Kind> from_word(std::string_view text);
template std::optional<Evidence> from_word(std::string_view text);
template std::optional<Engine> from_word(std::string_view text);
template std::optional<Operation> from_word(std::string_view text);
template std::optional<LockMode> from_word(std::string_view text);
template std::optional<ThreadKind> from_word(std::string_view text);
template std::optional<Severity> from_word(std::string_view text);
template std::optional<ReasonKind> from_word(std::string_view text);
template std::optional<SuppressionKind> from_word(std::string_view text);

}  // namespace heddle::report
