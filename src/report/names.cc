#include "report/names.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "report/finding.h"

namespace heddle::report {
namespace {

constexpr std::string_view kLambda = "lambda$";
constexpr std::string_view kHidden = "$$Lambda";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A hidden class: nothing behind `$$Lambda` is the same in the next run.
std::string_view without_hidden(std::string_view name) {
  const std::size_t at = name.find(kHidden);
  const bool is_descriptor = name.find_first_of("(;") != std::string_view::npos;
  return at == std::string_view::npos || is_descriptor ? name : name.substr(0, at + kHidden.size());
}

}  // namespace

std::string without_numbers(std::string_view name) {
  const auto plain = without_hidden(name);
  if (plain.find('$') == std::string_view::npos) return std::string(plain);
  std::string out;
  bool after_dollar = false;
  for (const char c : plain) {
    if (after_dollar && is_digit(c)) continue;
    out += c;
    after_dollar = c == '$';
  }
  return out;
}

std::string_view method_name(std::string_view method) { return method.substr(0, method.find('(')); }

std::string_view source_method(std::string_view method) {
  const std::string_view name = method_name(method);
  if (!name.starts_with(kLambda)) return name;
  const std::string_view rest = name.substr(kLambda.size());
  const std::size_t end = rest.rfind('$');
  return end == std::string_view::npos || end == 0 ? name : rest.substr(0, end);
}

std::string_view simple_class(std::string_view class_name) {
  return class_name.substr(class_name.rfind('.') + 1);
}

std::string_view top_class(std::string_view class_name) {
  const std::size_t simple = class_name.rfind('.') + 1;
  return class_name.substr(0, class_name.find('$', simple + 1));
}

std::string_view package_of(std::string_view class_name) {
  const std::size_t dot = class_name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : class_name.substr(0, dot);
}

std::string method_in_words(const Place& place) {
  const std::string owner(simple_class(place.class_name));
  const std::string_view name = method_name(place.method);
  if (name.empty()) return owner;
  if (name == "<init>") return "the constructor of " + owner;
  if (name == "<clinit>") return "the static initialiser of " + owner;
  const std::string_view source = source_method(name);
  if (source == name) return owner + "." + std::string(name);
  if (source == "new") return "a lambda in the constructor of " + owner;
  if (source == "static") return "a lambda in the static initialiser of " + owner;
  if (source == "null") return "a lambda in " + owner;
  return "a lambda in " + owner + "." + std::string(source);
}

std::string where(const Place& place) {
  if (place.file.empty()) return place.class_name;
  return place.line == 0 ? place.file : place.file + ":" + std::to_string(place.line);
}

std::string subject_in_words(const Subject& subject) {
  if (!subject.field) return subject.class_name;
  if (*subject.field == "[]") return "an element of " + subject.class_name;
  if (subject.class_name.empty()) return *subject.field;
  return subject.class_name + "." + *subject.field;
}

}  // namespace heddle::report
