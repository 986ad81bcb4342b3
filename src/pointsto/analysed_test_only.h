// A small program in the IR's text form, solved by the twin and by the solver, for tests that say
// what the answer is.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "pointsto/facts_test_only.h"

namespace heddle::pointsto {

using Set = std::set<std::string>;

// The facts of a class app.Main with these members, beside app.A and app.B. Expects that twin and
// solver agree on them.
class Analysed {
 public:
  explicit Analysed(std::string_view members, std::string_view policy = "insensitive",
                    std::string_view more_models = "", std::string_view more_classes = "")
      : facts_(run(members, policy, more_models, more_classes)) {}

  Set at(const std::string& pointer) const {
    const auto known = facts_.points_to.find(pointer);
    return known == facts_.points_to.end() ? Set() : known->second;
  }
  // Of a variable of main.
  Set main(int value) const { return at(kMain + "#" + std::to_string(value)); }
  bool calls(const std::string& from, const std::string& to) const {
    return facts_.call_edges.contains(from + " -> " + to);
  }
  bool reaches(const std::string& instance) const { return facts_.reachable.contains(instance); }
  const Facts& facts() const { return facts_; }

  static inline const std::string kMain = "app.Main.main()V";
  static std::string site(int value) { return kMain + "@" + std::to_string(value); }

 private:
  static Facts run(std::string_view members, std::string_view policy, std::string_view more_models,
                   std::string_view more_classes);

  Facts facts_;
};

// The method main of such a class. All values of main are read at its end, so that all have
// variables.
std::string main_text(std::string_view body);
inline std::string site(int value) { return Analysed::site(value); }

}  // namespace heddle::pointsto
