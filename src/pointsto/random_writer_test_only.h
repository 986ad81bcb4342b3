// Writes random programs, for random_program_test_only.h.
//
// The verifier holds references to be references and asks no more, so a random body may use any
// reference anywhere: what has no object of the right type stays empty in the analysis. What must
// be right is the graph. Code is therefore grown in structures (a straight piece, a branch, a loop,
// a guarded block with its handler), each of which takes the values at hand and gives those that
// are at hand behind it.
//
// The platform is written by hand, since models and rules speak of it by name; library and
// application are random over a fixed set of names, so that every member somebody mentions exists.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"

namespace heddle::pointsto {

// random_platform_test_only.cc
extern const std::string_view kPlatform;
extern const std::string_view kLibrary;
extern const std::string_view kModels;

constexpr std::string_view kObject = "java.lang.Object";
// Fields that members of random classes speak of.
inline constexpr std::string_view kFields[] = {"app.A.f : java.lang.Object",
                                               "app.A.f : java.lang.Object",
                                               "app.A.g : java.lang.Object",
                                               "app.B.h : java.lang.Object",
                                               "app.C.f : java.lang.Object",
                                               "app.D.left : java.lang.Object",
                                               "java.lang.Throwable.cause : java.lang.Object",
                                               "java.lang.String.value : java.lang.Object",
                                               "app.Missing.f : java.lang.Object"};

// What an invoke_dynamic may do, and how many arguments it captures.
struct Dynamic {
  std::string_view text;
  std::string_view use;  // of an invoke_dynamic, without number and arguments
  unsigned captures = 0;
};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string write();

 private:
  void make_generic(std::string& text, std::string_view name);
  static void replace_all(std::string& text, std::string_view from, std::string_view to);
  unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
  bool chance(unsigned in) { return pick(in) == 0; }
  template <typename T, std::size_t kSize>
  const T& one_of(const T (&items)[kSize]) {
    return items[pick(static_cast<unsigned>(kSize))];
  }

  static void erase_item(std::string& text, std::string_view first_words);

  std::string merges();

  std::string application();

  // --- classes and methods: random_writer_test_only.cc ---
  std::string class_text(std::string_view name, std::string_view super, std::string_view interface,
                         std::string_view access, std::string_view fields,
                         const std::vector<std::string>& methods);

  std::string method_text(const std::string& header);

  void parameters(const std::string& header);

  void seed_main();

  enum class Returns : std::uint8_t { kNothing, kNumber, kReference };

  void finish();

  // --- structures: false if control does not come out, in random_writer_test_only.cc ---
  bool structure(unsigned depth);

  bool structures(unsigned depth);

  bool branch(unsigned depth);

  void meet(const std::vector<std::string>& ends,
            const std::vector<std::vector<std::string>>& hands);

  bool loop(unsigned depth);

  bool guarded(unsigned depth);

  // --- statements: random_statements_test_only.cc ---
  void statement();

  std::string maybe_array();

  void put_field();
  void make();

  void constant();

  void array();

  void dynamic(std::string_view wanted);
  void dynamic();
  void dynamic(const Dynamic& use);

  void reflect();

  void reflect_on_names();
  void invoke_found(const std::string& method);

  void use_handle(const std::string& found);

  void reflect_more(const std::string& found);

  void special();

  void call();

  std::string list(unsigned count);

  std::string of_owner(std::string_view owner);

  // --- text: random_writer_test_only.cc ---
  std::string next_value() { return fmt::format("%{}", values_++); }
  std::string next_block() { return fmt::format("b{}", ++blocks_); }
  void begin(const std::string& block);
  template <typename... Parts>
  void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    text_ += "    " + fmt::format(format, std::forward<Parts>(parts)...) + "\n";
  }
  template <typename... Parts>
  void define(fmt::format_string<Parts...> format, Parts&&... parts) {
    const std::string made = fmt::format(format, std::forward<Parts>(parts)...);
    const std::string value = next_value();
    line("{} = {}", value, made);
    at_hand_.push_back(value);
  }
  std::string recent(const std::vector<std::string>& hand);
  std::string any();

  std::mt19937_64 random_;
  unsigned size_ = 0;
  std::string class_;
  std::vector<const Dynamic*> call_sites_;  // of the class so far
  std::string text_, block_, zero_, one_;
  std::vector<std::string> at_hand_;           // references
  std::map<std::string, std::string> likely_;  // the types of some
  unsigned values_ = 0, blocks_ = 0;
  Returns returns_ = Returns::kNothing;
};

}  // namespace heddle::pointsto
